package plan

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// exactly is the bytes that a touches in a record over the whole dispatch, from the record's base, where its closed form says just that. hull are the
// bytes that it may touch; touched is false where there are none.
func (f *Footprint) exactly(a *access, slot uint32) (l lattice, hull Span, touched, exact bool) {
	hull, touched = f.hullOf(a, slot, &f.full)
	if !touched {
		return l, hull, false, true
	}
	base := uint64(f.recordOf(a, slot).Base)
	hull.Begin, hull.End = hull.Begin-base, hull.End-base
	f.axisRoom = slices.Grow(f.axisRoom, numSymbols)
	axes, exact := f.axes(f.axisRoom[len(f.axisRoom):], a, slot)
	f.axisRoom = f.axisRoom[:len(f.axisRoom)+min(len(axes), numSymbols)]
	return newLattice(hull.Begin, uint64(a.in.Width), axes), hull, true, exact
}

// axes takes an access apart into independent steps in bytes, in some room; it fails where the closed form says more than what is touched for sure.
func (f *Footprint) axes(room []axis, a *access, slot uint32) ([]axis, bool) {
	r := f.recordOf(a, slot)
	b := &f.k.Bindings[a.in.Binding]
	if !a.certain || !a.slot.isConst() {
		return nil, false
	}
	y := a.at[1].settle(&a.limits)
	if b.Shape == ir.Constants {
		if r.Size < a.in.Offset+4 {
			return nil, false
		}
		axes, ok := f.termAxes(room, a, &y, r.Size-a.in.Offset-3, 1)
		return axes, ok && f.together(a, &y)
	}
	x := a.at[0].settle(&a.limits)
	if b.Shape.IsBuffer() {
		axes, okX := f.termAxes(room, a, &x, r.Count, int64(b.Stride))
		axes, okY := f.termAxes(axes, a, &y, b.Stride-a.in.Offset-uint32(a.in.Width)+1, 1)
		return axes, okX && okY && f.together(a, &x, &y)
	}
	z, w := a.at[2].settle(&a.limits), a.at[3].settle(&a.limits)
	if !w.isConst() {
		return nil, false
	}
	mip := uint32(w.base)
	width, height, depth := r.Extent(mip)
	if width == 0 {
		return nil, false
	}
	p := &r.Mips[mip]
	axes, okX := f.termAxes(room, a, &x, width, int64(b.Stride))
	axes, okY := f.termAxes(axes, a, &y, height, int64(p.RowPitch))
	axes, okZ := f.termAxes(axes, a, &z, depth, int64(p.SlicePitch))
	return axes, okX && okY && okZ && f.together(a, &x, &y, &z)
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
		return append(axes, newAxis(step, l)), true
	}
	if over.lo < 0 || over.hi >= int64(count) {
		return nil, false
	}
	for s, rest := symbol(0), g.of; rest != 0; {
		s, rest = rest.next()
		if c := g.coef[s]; c != 0 {
			axes = append(axes, newAxis(c*step, a.limits[s]))
		}
	}
	return axes, true
}

// together tells whether the symbols of all forms run through all their values independently of each other, and whatever the other symbols are.
// No two forms may use the same one. DispatchThreadID is made of the other two of its axis: it is not independent of them.
func (f *Footprint) together(a *access, forms ...*form) bool {
	var used [numSymbols]int
	for _, g := range forms {
		for s, rest := symbol(0), g.of; rest != 0; {
			if s, rest = rest.next(); g.coef[s] != 0 {
				used[s]++
			}
		}
	}
	for _, tie := range a.ties {
		if a.limits[tie.s] != tie.limits {
			return false
		}
		used[tie.s]++
	}
	for _, n := range used {
		if n > 1 {
			return false
		}
	}
	for axis := range symbol(3) {
		d, t, g := symDispatch+axis, symThread+axis, symGroup+axis
		whole := a.limits[d] == f.full[d]
		parts := a.limits[t] == f.full[t] && a.limits[g] == f.full[g]
		usesWhole, usesParts := used[d] > 0, used[t] > 0 || used[g] > 0
		if !whole && !parts || usesWhole && usesParts || usesWhole && !parts || usesParts && !whole {
			return false
		}
	}
	return true
}
