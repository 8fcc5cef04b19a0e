package plan

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// Span is a half-open range of byte addresses.
type Span struct{ Begin, End uint64 }

// Footprint is what a dispatch may touch, in closed form: the index of each access is taken apart into
//
//	base + Σ coefficient × (DispatchThreadID, GroupThreadID, GroupID) + [lo, hi]
//
// with the dispatch's own numbers, narrowed by conditions like `x < width`, so that the bytes of any box of groups follow at once.
// An index that has no such form may be anywhere in its resource.
type Footprint struct {
	walker
	full     limits      // of the whole dispatch
	list     []candidate // of Known
	sorted   []*candidate
	grouped  []group
	axisRoom []axis // of the lattices of list
}

// FindFootprint analyses one dispatch. It reads constants and records from d.Memory, which must hold their final values.
func FindFootprint(k *ir.Kernel, d *ir.Dispatch) *Footprint {
	f := &Footprint{}
	f.find(k, d)
	return f
}

// find analyses one dispatch, in the memory of the analysis before.
func (f *Footprint) find(k *ir.Kernel, d *ir.Dispatch) {
	w := &f.walker
	w.begin(k, d)
	f.full = w.limits
	w.block(k.Body)
	if f.isWritten() {
		w.begin(k, d)
		w.distrust = true
		w.block(k.Body)
	}
}

// recordOf is the record that a uses for an element of its binding's array.
func (f *Footprint) recordOf(a *access, slot uint32) *ir.Record {
	return f.look(a.in.Binding, f.k.FirstRecord(a.in.Binding)+slot)
}

// slots is the range of the elements of a binding's array that a may use; last is below first where nobody comes to a.
func (f *Footprint) slots(a *access) (first, last uint32) {
	if a.nobody {
		return 1, 0
	}
	count := f.k.Bindings[a.in.Binding].Count
	if a.slot.isConst() && uint32(a.slot.base) >= count { // as executors read it: -1 is after every array
		return 1, 0
	}
	i, ok := a.slot.unsigned(&a.limits)
	if !ok {
		return 0, count - 1
	}
	if i.lo >= int64(count) {
		return 1, 0
	}
	return uint32(i.lo), uint32(min(i.hi, int64(count)-1))
}

// hullOf is the range of bytes that a may touch in a record when the symbols are within l.
func (f *Footprint) hullOf(a *access, slot uint32, l *limits) (Span, bool) {
	narrowed := &a.limits // which are within those of the whole dispatch
	if l != &f.full {
		part := a.limits.and(l)
		narrowed = &part
	}
	if a.nobody || l != &f.full && narrowed.empty() {
		return Span{}, false
	}
	record := f.k.FirstRecord(a.in.Binding) + slot
	r := f.look(a.in.Binding, record)
	b := &f.k.Bindings[a.in.Binding]
	switch {
	case b.Shape == ir.Constants:
		f.rooms[record].fit(&a.at[1], narrowed, r.Size, a.in.Offset+3)
		return constantHull(a, r, narrowed)
	case b.Shape.IsBuffer():
		f.rooms[record].fit(&a.at[0], narrowed, r.Count, 0)
		return bufferHull(a, r, b, narrowed)
	}
	return textureHull(a, r, b, narrowed)
}

// inside is the part of [0, count) that f may take; wrapped numbers are outside as long as count is below 2^31.
func (f *form) inside(l *limits, count uint32) interval {
	all := interval{0, int64(count) - 1}
	if !f.known || count > 1<<31-1 {
		return all
	}
	i := f.over(l)
	if i.lo < -1<<31 || i.hi > 1<<32-1 {
		return all
	}
	return i.clip(all)
}

func constantHull(a *access, r *ir.Record, l *limits) (Span, bool) {
	if r.Size < a.in.Offset+4 {
		return Span{}, false
	}
	i := a.at[1].inside(l, r.Size-a.in.Offset-3)
	base := uint64(r.Base) + uint64(a.in.Offset)
	return Span{base + uint64(i.lo), base + uint64(i.hi) + 4}, i.lo <= i.hi
}

func bufferHull(a *access, r *ir.Record, b *ir.Binding, l *limits) (Span, bool) {
	end := a.in.Offset + uint32(a.in.Width)
	if r.Count == 0 || b.Stride < end {
		return Span{}, false
	}
	i, j := a.at[0].inside(l, r.Count), a.at[1].inside(l, b.Stride-end+1)
	base := uint64(r.Base) + uint64(a.in.Offset)
	stride := uint64(b.Stride)
	return Span{base + uint64(i.lo)*stride + uint64(j.lo), base + uint64(i.hi)*stride + uint64(j.hi) + uint64(a.in.Width)},
		i.lo <= i.hi && j.lo <= j.hi
}

func textureHull(a *access, r *ir.Record, b *ir.Binding, l *limits) (Span, bool) {
	mip := a.at[3].inside(l, min(r.Levels, ir.MaxMips))
	if b.Stride < a.in.Offset+uint32(a.in.Width) {
		return Span{}, false
	}
	var all Span
	some := false
	for m := mip.lo; m <= mip.hi; m++ {
		width, height, depth := r.Extent(uint32(m))
		x, y, z := a.at[0].inside(l, width), a.at[1].inside(l, height), a.at[2].inside(l, depth)
		if x.lo > x.hi || y.lo > y.hi || z.lo > z.hi {
			continue
		}
		p := &r.Mips[m]
		at := func(x, y, z int64) uint64 {
			return uint64(r.Base) + uint64(p.Offset) + uint64(z)*uint64(p.SlicePitch) + uint64(y)*uint64(p.RowPitch) +
				uint64(x)*uint64(b.Stride) + uint64(a.in.Offset)
		}
		s := Span{at(x.lo, y.lo, z.lo), at(x.hi, y.hi, z.hi) + uint64(a.in.Width)}
		if some {
			s = Span{min(s.Begin, all.Begin), max(s.End, all.End)}
		}
		all, some = s, true
	}
	return all, some
}
