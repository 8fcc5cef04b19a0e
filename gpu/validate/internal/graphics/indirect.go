package graphics

import (
	"math/bits"

	"github.com/gpuscript/gpuscript/gpu"
)

// indirect is drawable for ExecuteIndirect. Dispatches have no rules here but one: their pipeline is none of graphics.
func (s *State) indirect(w World, c *gpu.Command) bool {
	sig := w.Signature(c.Object)
	if sig == nil || !sig.Draws() {
		return false
	}
	return !s.drawable(w, c, sig.ArgumentDescs[len(sig.ArgumentDescs)-1].Type == gpu.IndirectDrawIndexed, setBy(sig))
}

// setBy are the parts that the arguments of ExecuteIndirect set.
func setBy(sig *gpu.CommandSignatureDesc) (set parts) {
	for i := range sig.ArgumentDescs {
		switch a := &sig.ArgumentDescs[i]; a.Type {
		case gpu.IndirectVertexBufferView:
			set |= 1 << a.Slot
		case gpu.IndirectIndexBufferView:
			set |= 1 << indexPart
		}
	}
	return set
}

// spend leaves null views where ExecuteIndirect has set vertex and index buffers. A bundle leaves them in the list that executes it, too.
func (s *State) spend(w World, c *gpu.Command) {
	sig := w.Signature(c.Object)
	if sig == nil {
		return
	}
	set := setBy(sig)
	for rest := set & vertexParts; rest != 0; rest &= rest - 1 {
		slot := bits.TrailingZeros64(uint64(rest))
		s.vertices[slot], s.vertexViews[slot] = 0, gpu.VertexBufferView{}
		s.vertexSet |= 1 << slot
	}
	if set>>indexPart&1 != 0 {
		s.indices, s.indexFormat, s.indexStart, s.indexBytes, s.indicesAt = 0, gpu.FormatUnknown, 0, 0, c.Site
	}
	if set != 0 {
		s.spent, s.spentAt, s.fetch.told = s.spent|set, c.Site, 0
		s.seen &^= set
	}
}
