package validate

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
)

// signatureRules: pieces that a dispatch can have, the dispatch last and once, and a stride that holds them.
func (v *Validator) signatureRules(c *gpu.CreateCall, d *gpu.CommandSignatureDesc) {
	if d.RootSignature != nil && v.unusable(d.RootSignature.ID(), c) {
		return
	}
	last := len(d.ArgumentDescs) - 1
	if last < 0 {
		v.saySignature(c, "ArgumentDescs is empty", `the last argument is { Type = "DISPATCH" }`)
		return
	}
	for i := range d.ArgumentDescs {
		a := &d.ArgumentDescs[i]
		place := fmt.Sprintf("ArgumentDescs[%d]", i+1)
		switch a.Type {
		case gpu.IndirectDispatch:
			if i != last {
				v.saySignature(c, place+" is the DISPATCH, and more arguments follow", "put the DISPATCH last: the arguments before it are set for it")
				return
			}
		case gpu.IndirectConstant, gpu.IndirectConstantBufferView, gpu.IndirectShaderResourceView, gpu.IndirectUnorderedAccessView:
			if !v.rootPieceRules(c, d, i, place) {
				return
			}
		default:
			v.sayDrawPiece(c, place, a.Type)
			return
		}
	}
	switch {
	case d.ArgumentDescs[last].Type != gpu.IndirectDispatch:
		v.saySignature(c, "it has no DISPATCH", `add { Type = "DISPATCH" } as the last argument`)
	case d.ByteStride%4 != 0:
		v.saySignature(c, fmt.Sprintf("ByteStride is %d bytes, which is no multiple of 4", d.ByteStride), fmt.Sprintf("ByteStride = %d", (max(d.ByteStride, d.SizeInBytes())+3)/4*4))
	case d.ByteStride < d.SizeInBytes():
		v.saySignature(c, fmt.Sprintf("ByteStride is %d bytes, and the arguments of a command take %d", d.ByteStride, d.SizeInBytes()), fmt.Sprintf("ByteStride = %d", d.SizeInBytes()))
	}
}

// indirectKind is the type of the root parameter that an argument sets.
func indirectKind(t gpu.IndirectArgumentType) gpu.RootParameterType {
	switch t {
	case gpu.IndirectConstant:
		return gpu.Root32BitConstants
	case gpu.IndirectConstantBufferView:
		return gpu.RootCBV
	case gpu.IndirectShaderResourceView:
		return gpu.RootSRV
	}
	return gpu.RootUAV
}

// rootPieceRules: a root argument needs the root signature, a parameter of its kind, and values that it has; each is set once.
func (v *Validator) rootPieceRules(c *gpu.CreateCall, d *gpu.CommandSignatureDesc, i int, place string) bool {
	a := &d.ArgumentDescs[i]
	if d.RootSignature == nil {
		v.saySignature(c, place+" sets a root argument, and there is no RootSignature", "name the RootSignature of the pipelines that the commands run with")
		return false
	}
	root := d.RootSignature.RootSignatureDesc()
	if int(a.RootParameterIndex) >= len(root.Parameters) {
		v.sayPieceParameter(c, d, fmt.Sprintf("%s names root parameter %d, and %s has %d", place, a.RootParameterIndex, v.ref(d.RootSignature.ID()), len(root.Parameters)))
		return false
	}
	p := &root.Parameters[a.RootParameterIndex]
	end := uint64(a.DestOffsetIn32BitValues) + uint64(a.Num32BitValuesToSet)
	switch {
	case p.Type != indirectKind(a.Type):
		v.sayPieceParameter(c, d, fmt.Sprintf("%s of type %s sets root parameter %d, which has type %s", place, a.Type, a.RootParameterIndex, p.Type))
	case a.Type == gpu.IndirectConstant && (a.Num32BitValuesToSet == 0 || end > uint64(p.Num32BitValues)):
		v.sayPieceParameter(c, d, fmt.Sprintf("%s sets values [%d, %d) of root parameter %d, which has %d", place, a.DestOffsetIn32BitValues, end, a.RootParameterIndex, p.Num32BitValues))
	default:
		return v.piecesApart(c, d, i, place)
	}
	return false
}

// piecesApart: no two arguments set the same value.
func (v *Validator) piecesApart(c *gpu.CreateCall, d *gpu.CommandSignatureDesc, i int, place string) bool {
	a := &d.ArgumentDescs[i]
	for k := range d.ArgumentDescs[:i] {
		b := &d.ArgumentDescs[k]
		if b.Type != a.Type || b.RootParameterIndex != a.RootParameterIndex {
			continue
		}
		if a.Type != gpu.IndirectConstant || a.DestOffsetIn32BitValues < b.DestOffsetIn32BitValues+b.Num32BitValuesToSet && b.DestOffsetIn32BitValues < a.DestOffsetIn32BitValues+a.Num32BitValuesToSet {
			v.saySignature(c, fmt.Sprintf("%s sets what ArgumentDescs[%d] sets already", place, k+1), "set each root argument once")
			return false
		}
	}
	return true
}

// newCommandSignature works out which root parameters the commands set.
func newCommandSignature(d *gpu.CommandSignatureDesc) *commandSignature {
	s := &commandSignature{desc: d}
	if d.RootSignature != nil {
		s.root = d.RootSignature.ID()
	}
	for _, a := range d.ArgumentDescs {
		if a.Type != gpu.IndirectDispatch && a.RootParameterIndex < 64 {
			s.sets |= 1 << a.RootParameterIndex
		}
	}
	return s
}

// indirectRules: buffers that hold the arguments and the count, the root signature of the command signature, and what a
// dispatch needs.
func (v *Validator) indirectRules(l *list, c *gpu.Command) {
	s := bodyOf[commandSignature](v, c.Object)
	if s == nil || !v.indirectBuffers(c, s) {
		return
	}
	if c.Size == 0 && v.on() {
		v.adviseEmptyIndirect(c)
	}
	if root := bodyOf[rootSignature](v, s.root); s.sets != 0 && root != nil && (l.layout == nil || l.layout.layout != root.layout) {
		v.sayIndirectRoot(l, c, s)
		return
	}
	v.programRules(l, c, s.sets)
	if v.refused() {
		return
	}
	v.use(l, v.resource(c.Src), 0, gpu.StateIndirectArgument, c)
	if r := v.resource(c.Dst); r != nil {
		v.use(l, r, 0, gpu.StateIndirectArgument, c)
	}
}

// indirectBuffers: two buffers at most, 4-byte aligned, that hold the arguments of all commands and the count.
func (v *Validator) indirectBuffers(c *gpu.Command, s *commandSignature) bool {
	args := v.resource(c.Src)
	if args == nil {
		return false
	}
	size := uint64(0)
	if c.Size > 0 {
		size = (c.Size-1)*uint64(s.desc.ByteStride) + uint64(s.desc.SizeInBytes())
	}
	if !v.indirectRange(c, args, "arguments", c.SrcOffset, size) {
		return false
	}
	count := v.resource(c.Dst)
	return count == nil || v.indirectRange(c, count, "count", c.DstOffset, 4)
}

func (v *Validator) indirectRange(c *gpu.Command, r *resource, what string, offset, size uint64) bool {
	switch {
	case !r.buffer():
		v.sayIndirectTexture(c, r, what)
	case offset%4 != 0:
		v.sayIndirectAlignment(c, r, what, offset)
	case addClamp(offset, size) > r.desc.Width:
		v.sayIndirectEnd(c, r, what, offset, size)
	default:
		return true
	}
	return false
}
