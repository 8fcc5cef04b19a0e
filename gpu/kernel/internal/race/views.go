package race

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// stored is the last store to an address of a view.
type stored struct {
	use
	phase  uint64
	record uint32
}

// Stored implements interp.Witness. Of resources only this is a conflict: two work items store different values with no barrier between them. A read may be
// one that does not mind, as in searches that mark what they have reached.
func (w *witness) Stored(in *ir.Instr, item, record uint32, at uint64, value uint32) {
	w.time++
	u := use{in, item, uint32(uint64(value) & (1<<(8*in.Width) - 1)), w.time}
	if s, ok := w.views[at]; ok && s.phase == w.phase && s.item != item && s.left != value && w.written == nil && !w.ordered(&s.use, &u) {
		c := &conflict{at: at, view: true, record: record, first: s.use, second: u}
		if w.only == nil || *w.only == c.sites() {
			w.written = c
		}
	}
	if w.views == nil {
		w.views = map[uint64]stored{}
	}
	w.views[at] = stored{u, w.phase, record}
}

// element is the number of the element of a buffer's record that an address is in, of a raw buffer the byte. 0 for textures.
func element(k *ir.Kernel, d *ir.Dispatch, c *conflict) uint32 {
	b := &k.Bindings[c.second.in.Binding]
	if !b.Shape.IsBuffer() {
		return 0
	}
	offset := uint32(c.at) - ir.RecordWord(d.Memory[d.Records+c.record*ir.RecordBytes:], ir.WordBase)
	if b.Shape == ir.Raw {
		return offset
	}
	return offset / max(b.Stride, 1)
}
