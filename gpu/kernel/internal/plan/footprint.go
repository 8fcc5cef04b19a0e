package plan

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// Span is a half-open range of byte addresses.
type Span struct{ Begin, End uint64 }

// Touch is what one memory instruction of a dispatch touches in one record.
type Touch struct {
	Binding int32
	Slot    uint32 // of the binding's array
	Site    uint32 // gpu.Site of the instruction
	Write   bool   // stores and atomics
	Read    bool   // loads and atomics
	Exact   bool   // every byte of Spans is touched; else Spans cover what may be touched
	Spans   []Span // ascending, disjoint; none: nothing inside the resource
}

// Footprint is what a dispatch may touch, in closed form: the index of each access is taken apart into
//
//	base + Σ coefficient × (DispatchThreadID, GroupThreadID, GroupID) + [lo, hi]
//
// with the dispatch's own numbers, narrowed by conditions like `x < width`, so that the bytes of any box of groups follow at once.
// An index that has no such form may be anywhere in its resource.
type Footprint struct {
	k        *ir.Kernel
	d        *ir.Dispatch
	accesses []access
	records  []ir.Record
	full     limits
	reads    []read
}

// FindFootprint analyses one dispatch. It reads constants and records from d.Memory, which must hold their final values.
func FindFootprint(k *ir.Kernel, d *ir.Dispatch) *Footprint {
	w := newWalker(k, d)
	f := &Footprint{k: k, d: d, full: w.limits}
	w.block(k.Body)
	f.accesses, f.reads = w.accesses, w.reads
	for i := range k.Records() {
		f.records = append(f.records, ir.LoadRecord(d.Memory[d.Records+i*ir.RecordBytes:]))
	}
	return f
}

// Touches lists what the whole dispatch touches, one entry for each instruction and record, in the order of the kernel. maxSpans bounds the
// spans of one entry; where more would be needed they are joined and the entry is not exact.
func (f *Footprint) Touches(maxSpans int) []Touch {
	var out []Touch
	for i := range f.accesses {
		a := &f.accesses[i]
		class := a.in.Op.Class()
		first, last := f.slots(a)
		for slot := first; slot <= last; slot++ {
			spans, exact := f.spans(a, slot, maxSpans)
			out = append(out, Touch{Binding: a.in.Binding, Slot: slot, Site: uint32(a.in.Site), Write: class != ir.Load, Read: class != ir.Store,
				Exact: exact && first == last, Spans: spans})
		}
	}
	return out
}

// slots is the range of the elements of a binding's array that a may use.
func (f *Footprint) slots(a *access) (first, last uint32) {
	count := f.k.Bindings[a.in.Binding].Count
	i, ok := a.slot.unsigned(&a.limits)
	if !ok {
		return 0, count - 1
	}
	if i.lo >= int64(count) {
		return 1, 0
	}
	return uint32(i.lo), uint32(min(i.hi, int64(count)-1))
}

// axis is one term of the bytes of an access: step × each of [lo, hi].
type axis struct {
	step   int64
	lo, hi int64
}

// hullOf is the range of bytes that a may touch in a record when the symbols are within l.
func (f *Footprint) hullOf(a *access, slot uint32, l *limits) (Span, bool) {
	narrowed := a.limits
	for s := range narrowed {
		narrowed[s] = narrowed[s].clip(l[s])
	}
	if narrowed.empty() {
		return Span{}, false
	}
	r := &f.records[f.k.FirstRecord(a.in.Binding)+slot]
	b := &f.k.Bindings[a.in.Binding]
	switch {
	case b.Shape == ir.Constants:
		return constantHull(a, r, &narrowed)
	case b.Shape.IsBuffer():
		return bufferHull(a, r, b, &narrowed)
	}
	return textureHull(a, r, b, &narrowed)
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
	return Span{base + uint64(i.lo)*stride + uint64(j.lo), base + uint64(i.hi)*stride + uint64(j.hi) + uint64(a.in.Width)}, i.lo <= i.hi && j.lo <= j.hi
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
			return uint64(r.Base) + uint64(p.Offset) + uint64(z)*uint64(p.SlicePitch) + uint64(y)*uint64(p.RowPitch) + uint64(x)*uint64(b.Stride) + uint64(a.in.Offset)
		}
		s := Span{at(x.lo, y.lo, z.lo), at(x.hi, y.hi, z.hi) + uint64(a.in.Width)}
		if some {
			s = Span{min(s.Begin, all.Begin), max(s.End, all.End)}
		}
		all, some = s, true
	}
	return all, some
}

// spans is what a touches in a record over the whole dispatch.
func (f *Footprint) spans(a *access, slot uint32, maxSpans int) ([]Span, bool) {
	whole, ok := f.hullOf(a, slot, &f.full)
	if !ok {
		return nil, true
	}
	axes, exact := f.axes(a, slot)
	if !exact {
		return []Span{whole}, false
	}
	spans, ok := lattice(whole, axes, uint64(a.in.Width), maxSpans)
	return spans, ok
}

// axes takes an access apart into independent steps in bytes; it fails where the closed form says more than what is touched for sure.
func (f *Footprint) axes(a *access, slot uint32) ([]axis, bool) {
	r := &f.records[f.k.FirstRecord(a.in.Binding)+slot]
	b := &f.k.Bindings[a.in.Binding]
	if !a.certain || !a.slot.isConst() {
		return nil, false
	}
	switch {
	case b.Shape == ir.Constants:
		return nil, a.at[1].isConst()
	case b.Shape.IsBuffer():
		axes, ok := f.termAxes(nil, a, &a.at[0], r.Count, int64(b.Stride))
		return axes, ok && a.at[1].isConst()
	}
	if !a.at[3].isConst() {
		return nil, false
	}
	mip := uint32(a.at[3].base)
	width, height, depth := r.Extent(mip)
	if width == 0 {
		return nil, false
	}
	p := &r.Mips[mip]
	axes, okX := f.termAxes(nil, a, &a.at[0], width, int64(b.Stride))
	axes, okY := f.termAxes(axes, a, &a.at[1], height, int64(p.RowPitch))
	axes, okZ := f.termAxes(axes, a, &a.at[2], depth, int64(p.SlicePitch))
	return axes, okX && okY && okZ && separate(&a.at[0], &a.at[1], &a.at[2])
}

// separate tells whether no two forms use symbols of one axis.
func separate(forms ...*form) bool {
	var used [3]int
	for _, f := range forms {
		for ax := range 3 {
			if f.coef[int(symDispatch)+ax] != 0 || f.coef[int(symThread)+ax] != 0 || f.coef[int(symGroup)+ax] != 0 {
				used[ax]++
			}
		}
	}
	return max(used[0], used[1], used[2]) <= 1
}

// termAxes appends the axes of one form with count places of step bytes. A form with one symbol may run out of the resource and is clipped; one with
// several must stay inside.
func (f *Footprint) termAxes(axes []axis, a *access, g *form, count uint32, step int64) ([]axis, bool) {
	if !g.known || g.lo != 0 || g.hi != 0 || count > 1<<31-1 {
		return nil, false
	}
	over := g.over(&a.limits)
	if s, ok := g.single(); ok && over.lo >= -1<<31 && over.hi < 1<<32 {
		l := a.limits[s].clip(interval{-g.base, int64(count) - 1 - g.base})
		return append(axes, axis{step, l.lo, l.hi}), f.independent(a, g)
	}
	if over.lo < 0 || over.hi >= int64(count) || !f.independent(a, g) {
		return nil, false
	}
	for s, c := range g.coef {
		if c != 0 {
			axes = append(axes, axis{c * step, a.limits[s].lo, a.limits[s].hi})
		}
	}
	return axes, true
}

// independent tells whether the symbols of g run through all their values independently of each other and of conditions on others of their axis.
func (f *Footprint) independent(a *access, g *form) bool {
	for ax := range symbol(3) {
		d, t, gr := symDispatch+ax, symThread+ax, symGroup+ax
		if g.coef[d] != 0 && (g.coef[t] != 0 || g.coef[gr] != 0) {
			return false
		}
		for _, s := range [...]symbol{d, t, gr} {
			if g.coef[s] == 0 && a.limits[s] != f.full[s] {
				return false
			}
		}
	}
	return true
}

// lattice enumerates base + Σ step*i as spans of width bytes; whole is their hull, from the smallest address.
func lattice(whole Span, axes []axis, width uint64, maxSpans int) ([]Span, bool) {
	slices.SortFunc(axes, func(a, b axis) int { return int(max(a.step, -a.step) - max(b.step, -b.step)) })
	extent := width
	spans := []Span{{0, width}}
	for _, x := range axes {
		step, n := uint64(max(x.step, -x.step)), uint64(x.hi-x.lo)
		switch {
		case n == 0 || step == 0:
		case step <= extent && len(spans) == 1:
			extent += step * n
			spans[0].End = extent
		default:
			if uint64(len(spans))*(n+1) > uint64(maxSpans) || step < extent {
				return []Span{whole}, false
			}
			one := spans
			for i := uint64(1); i <= n; i++ {
				for _, s := range one {
					spans = append(spans, Span{s.Begin + i*step, s.End + i*step})
				}
			}
			extent += step * n
		}
	}
	for i := range spans {
		spans[i] = Span{spans[i].Begin + whole.Begin, spans[i].End + whole.Begin}
	}
	return spans, true
}
