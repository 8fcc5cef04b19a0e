package creation

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// signatureRules: pieces that a dispatch or draw can have, it last and once, and a stride that holds them.
func (x *checker) signatureRules(c *gpu.CreateCall, d *gpu.CommandSignatureDesc) {
	last := len(d.ArgumentDescs) - 1
	if last < 0 {
		x.sayNoWork(c, d, "ArgumentDescs is empty", `the last argument is { Type = "DISPATCH" }`)
		return
	}
	for i := range d.ArgumentDescs {
		a := &d.ArgumentDescs[i]
		place := fmt.Sprintf("ArgumentDescs[%d]", i+1)
		switch a.Type {
		case gpu.IndirectDispatch, gpu.IndirectDraw, gpu.IndirectDrawIndexed:
			if i != last {
				x.saySignature(c, fmt.Sprintf("%s is the %s, but more arguments follow", place, a.Type),
					fmt.Sprintf("put the %s last: the arguments before it are set for it", a.Type), diag.Fix{})
				return
			}
		case gpu.IndirectVertexBufferView, gpu.IndirectIndexBufferView:
			if !d.Draws() {
				x.saySignature(c, fmt.Sprintf("%s has type %s, but there is no draw", place, a.Type),
					`the last argument is { Type = "DRAW" } or { Type = "DRAW_INDEXED" }`, diag.Fix{})
				return
			}
			if a.Slot >= gpu.MaxVertexBuffers {
				x.saySignature(c, fmt.Sprintf("%s sets vertex buffer %d, but there are %d", place, a.Slot, gpu.MaxVertexBuffers),
					"slots are counted from 0", diag.Fix{})
				return
			}
			if !x.piecesApart(c, d, i, place) {
				return
			}
		case gpu.IndirectConstant, gpu.IndirectConstantBufferView, gpu.IndirectShaderResourceView, gpu.IndirectUnorderedAccessView:
			if !x.rootPieceRules(c, d, i, place) {
				return
			}
		default:
			x.saySignature(c, place+" has an unknown type", `the last argument is { Type = "DISPATCH" }`, diag.Fix{})
			return
		}
	}
	stride := strideFor(d, d.SizeInBytes())
	switch {
	case d.ArgumentDescs[last].Type > gpu.IndirectDispatch:
		x.sayNoWork(c, d, "it has no DISPATCH, DRAW or DRAW_INDEXED", `add { Type = "DISPATCH" } as the last argument`)
	case d.ByteStride%4 != 0:
		x.saySignature(c, fmt.Sprintf("ByteStride is %d bytes, which is not a multiple of 4", d.ByteStride), fmt.Sprintf("ByteStride = %d", stride),
			diag.Put(c.Method, "ByteStride", stride))
	case d.ByteStride < d.SizeInBytes():
		x.saySignature(c, fmt.Sprintf("ByteStride is %d bytes, but the arguments of a command take %d", d.ByteStride, d.SizeInBytes()),
			fmt.Sprintf("ByteStride = %d", stride), diag.Put(c.Method, "ByteStride", stride))
	}
}

// strideFor is the least stride for commands of a size that is no smaller than the one that is asked for.
func strideFor(d *gpu.CommandSignatureDesc, size uint32) uint32 {
	return (max(d.ByteStride, size) + 3) / 4 * 4
}

// sayNoWork says that commands do nothing. A dispatch after their arguments takes bytes, which the stride has to hold.
func (x *checker) sayNoWork(c *gpu.CreateCall, d *gpu.CommandSignatureDesc, got, want string) {
	said := x.saySignature(c, got, want, diag.Append(c.Method, "ArgumentDescs", `{ Type = "DISPATCH" }`))
	work := gpu.CommandSignatureDesc{ArgumentDescs: []gpu.IndirectArgument{{Type: gpu.IndirectDispatch}}}
	if stride := strideFor(d, d.SizeInBytes()+work.SizeInBytes()); stride != d.ByteStride {
		said.AndFix(c.Site, diag.Put(c.Method, "ByteStride", stride)).
			Note("The arguments of a dispatch take %d bytes: ByteStride = %d holds them.", work.SizeInBytes(), stride)
	}
}

// setsRoot says that an argument is one of the root signature.
func setsRoot(t gpu.IndirectArgumentType) bool {
	return t != gpu.IndirectVertexBufferView && t != gpu.IndirectIndexBufferView
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
func (x *checker) rootPieceRules(c *gpu.CreateCall, d *gpu.CommandSignatureDesc, i int, place string) bool {
	a := &d.ArgumentDescs[i]
	if d.RootSignature == nil {
		x.saySignature(c, place+" sets a root argument, but there is no RootSignature",
			"name the RootSignature of the pipelines that the commands run with", diag.Fix{})
		return false
	}
	root := d.RootSignature.RootSignatureDesc()
	if int(a.RootParameterIndex) >= len(root.Parameters) {
		x.sayPieceParameter(c, d, fmt.Sprintf("%s names root parameter %d, but %s has %d", place, a.RootParameterIndex,
			x.Ref(d.RootSignature.ID()), len(root.Parameters)))
		return false
	}
	p := &root.Parameters[a.RootParameterIndex]
	end := uint64(a.DestOffsetIn32BitValues) + uint64(a.Num32BitValuesToSet)
	switch {
	case p.Type != indirectKind(a.Type):
		x.sayPieceParameter(c, d, fmt.Sprintf("%s of type %s sets root parameter %d, which has type %s", place, a.Type, a.RootParameterIndex, p.Type))
	case a.Type == gpu.IndirectConstant && (a.Num32BitValuesToSet == 0 || end > uint64(p.Num32BitValues)):
		x.sayPieceParameter(c, d, fmt.Sprintf("%s sets values [%d, %d) of root parameter %d, which has %d", place, a.DestOffsetIn32BitValues, end,
			a.RootParameterIndex, p.Num32BitValues))
	default:
		return x.piecesApart(c, d, i, place)
	}
	return false
}

// piecesApart: no two arguments set the same value, and constants of a parameter stand in their order.
func (x *checker) piecesApart(c *gpu.CreateCall, d *gpu.CommandSignatureDesc, i int, place string) bool {
	a := &d.ArgumentDescs[i]
	for k := range d.ArgumentDescs[:i] {
		b := &d.ArgumentDescs[k]
		if b.Type != a.Type || setsRoot(a.Type) && b.RootParameterIndex != a.RootParameterIndex ||
			a.Type == gpu.IndirectVertexBufferView && b.Slot != a.Slot {
			continue
		}
		switch {
		case a.Type != gpu.IndirectConstant || a.DestOffsetIn32BitValues < b.DestOffsetIn32BitValues+
			b.Num32BitValuesToSet && b.DestOffsetIn32BitValues < a.DestOffsetIn32BitValues+a.Num32BitValuesToSet:
			x.saySignature(c, fmt.Sprintf("%s sets what ArgumentDescs[%d] sets already", place, k+1),
				"set each argument once", diag.Drop(c.Method, place))
			return false
		case a.DestOffsetIn32BitValues < b.DestOffsetIn32BitValues:
			x.saySignature(c, fmt.Sprintf("%s sets values of root parameter %d that come before those of ArgumentDescs[%d]",
				place, a.RootParameterIndex, k+1),
				"put constants of a parameter in the order of their DestOffsetIn32BitValues, in the argument buffer too", diag.Fix{})
			return false
		}
	}
	return true
}

func (x *checker) saySignature(c *gpu.CreateCall, got, want string, fix diag.Fix) *diag.Diagnostic {
	return x.say(diag.BadCommandSignature, c.Site, "%s cannot be made: %s", quoted("command signature", c), got).HelpFix(c.Site, fix, "%s", want)
}

func (x *checker) sayPieceParameter(c *gpu.CreateCall, d *gpu.CommandSignatureDesc, got string) {
	words.Made(x, x.say(diag.BadCommandSignature, c.Site, "%s cannot be made: %s", quoted("command signature", c), got), d.RootSignature.ID()).
		Note("Root parameters and their values are counted from 0.")
}
