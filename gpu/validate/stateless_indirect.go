package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

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
	case words.End(offset, size) > r.desc.Width:
		v.sayIndirectEnd(c, r, what, offset, size)
	default:
		return true
	}
	return false
}
