package race

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// word is what happened to one element of the memory of a view.
type word struct {
	written use     // the last store
	changes pair    // stores and atomics that left another value than they found
	reads   [2]pair // of the last group that read it, and of the one before
}

// Viewed implements interp.Witness. Two work items that store different values are a conflict, and so are a store or an atomic that changes something
// and a read by another one. Of the latter it may be that nobody minds, as in searches that mark what they have reached: see matters.
func (w *witness) Viewed(in *ir.Instr, item, record uint32, at uint64, old, next uint32) {
	if !w.writable[in.Binding] {
		return // a read of memory that the kernel cannot write through this view
	}
	w.time++
	c := w.views[at]
	if c == nil {
		c = &word{}
		w.views[at] = c
	}
	u := w.use(in, item, next)
	switch in.Op.Class() {
	case ir.Load:
		first := c.changes.other(&u)
		w.meet(&w.read, at, record, &first, &u)
		c.read(&u)
		return
	case ir.Store:
		if c.written.left != next {
			w.meet(&w.written, at, record, &c.written, &u)
		}
		c.written = u
	default:
		w.atomic(in, item)
	}
	if old != next {
		for i := range c.reads {
			first := c.reads[i].other(&u)
			w.meet(&w.read, at, record, &first, &u)
		}
		c.changes.add(u)
	}
}

// read keeps a read.
func (c *word) read(u *use) {
	if last := c.reads[0].last; last.in != nil && last.group != u.group {
		c.reads[1], c.reads[0] = c.reads[0], pair{}
	}
	c.reads[0].add(*u)
}

// meet notes the first conflict of its kind: an access with an earlier one, if nothing orders the two.
func (w *witness) meet(found **conflict, at uint64, record uint32, first, second *use) {
	if *found != nil || first.in == nil || first.by() == second.by() ||
		first.group == second.group && first.phase != second.phase || w.ordered(first, second) {
		return
	}
	c := &conflict{at: at, view: true, record: record, first: *first, second: *second}
	if w.only == nil || *w.only == c.sites() {
		*found = c
	}
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
