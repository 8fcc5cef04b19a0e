package plan

import (
	"cmp"
	"slices"
)

// axis is one term of the bytes of an access: count places, step bytes apart.
type axis struct{ step, count uint64 }

func newAxis(step int64, l interval) axis {
	return axis{uint64(max(step, -step)), uint64(l.hi - l.lo + 1)}
}

// lattice is a box of equal runs of bytes:
//
//	begin + Σ step × i  for all i < count of each axis,  width bytes at each
//
// Normal lattices have axes with ascending steps, none of which can be told otherwise: no axis has one place, no step is within a run.
type lattice struct {
	begin, width uint64
	axes         []axis
}

// newLattice starts at the smallest address.
func newLattice(begin, width uint64, axes []axis) lattice {
	l := lattice{begin, width, axes}
	l.normalise()
	return l
}

// normalise makes runs as long as they are, and puts axes together that make one.
func (l *lattice) normalise() {
	l.axes = slices.DeleteFunc(l.axes, func(x axis) bool { return x.count <= 1 || x.step == 0 })
	slices.SortFunc(l.axes, func(a, b axis) int { return cmp.Compare(a.step, b.step) })
	for i := 0; i < len(l.axes); {
		x := l.axes[i]
		switch {
		case i == 0 && x.step <= l.width:
			l.width += x.step * (x.count - 1)
			l.axes = l.axes[1:]
			continue
		case i > 0:
			inner := &l.axes[i-1]
			if x.step%inner.step == 0 && x.step <= inner.step*inner.count {
				inner.count += x.step / inner.step * (x.count - 1)
				l.axes = slices.Delete(l.axes, i, i+1)
				continue
			}
		}
		i++
	}
}

// disjoint tells whether no byte is in two places.
func (l *lattice) disjoint() bool {
	extent := l.width
	for _, x := range l.axes {
		if x.step < extent {
			return false
		}
		extent += x.step * (x.count - 1)
	}
	return true
}

// end is the address after the last byte.
func (l *lattice) end() uint64 {
	end := l.begin + l.width
	for _, x := range l.axes {
		end += x.step * (x.count - 1)
	}
	return end
}

// joinLattices puts together what is one lattice: neighbours with equal axes, and single rows that continue each other. The list is sorted by begin.
func joinLattices(list []lattice) []lattice {
	for len(list) > 1 {
		slices.SortStableFunc(list, func(a, b lattice) int { return cmp.Compare(a.begin, b.begin) })
		before := len(list)
		var out []lattice
		for _, l := range list {
			if !slices.ContainsFunc(out, func(o lattice) bool { return o.holds(&l) }) && !joined(out, &l) {
				out = append(out, l)
			}
		}
		list = out
		if len(list) == before {
			break
		}
	}
	return list
}

// holds tells whether l is within the run, or is, o.
func (l *lattice) holds(o *lattice) bool {
	if len(l.axes) == 0 {
		return l.begin <= o.begin && o.end() <= l.end()
	}
	return l.begin == o.begin && l.width == o.width && slices.Equal(l.axes, o.axes)
}

// joined widens one of out by l, which begins no earlier, if the two are one.
func joined(out []lattice, l *lattice) bool {
	for i := range out {
		o := &out[i]
		switch {
		case !slices.Equal(o.axes, l.axes) && (len(o.axes) != 1 || len(l.axes) != 1 || o.axes[0].step != l.axes[0].step || o.width != l.width):
			continue
		case slices.Equal(o.axes, l.axes) && l.begin <= o.begin+o.width:
			o.width = max(o.width, l.begin+l.width-o.begin)
		case len(o.axes) == 1 && o.width == l.width && continues(o, l):
			step := o.axes[0].step
			last := max(o.axes[0].count, (l.begin-o.begin)/step+l.axes[0].count)
			o.axes = []axis{{step, last}}
		default:
			continue
		}
		o.axes = slices.Clone(o.axes)
		o.normalise()
		return true
	}
	return false
}

// continues tells whether l, a row of the same step, starts at a place of o's row or at the one after it.
func continues(o, l *lattice) bool {
	step, between := o.axes[0].step, l.begin-o.begin
	return between%step == 0 && between/step <= o.axes[0].count
}

// Pattern is ranges of Size bytes at equal distances: Begin + i*Stride for i < Count. Count is at least 1; with one range Stride is 0.
type Pattern struct{ Begin, Size, Stride, Count uint64 }

// End is the address after the last byte.
func (p *Pattern) End() uint64 { return p.Begin + p.Stride*(p.Count-1) + p.Size }

// patterns writes a lattice as patterns, appended to out. It fails where there would be more than most, or a byte would be in two.
func (l *lattice) patterns(out []Pattern, most int) ([]Pattern, bool) {
	if !l.disjoint() {
		return nil, false
	}
	one := Pattern{Begin: l.begin, Size: l.width, Count: 1}
	outer := l.axes
	if len(outer) > 0 {
		one.Stride, one.Count = outer[0].step, outer[0].count
		outer = outer[1:]
	}
	if len(outer) == 0 {
		return append(out, one), len(out) < most
	}
	list := []Pattern{one}
	for _, x := range outer {
		if x.count > uint64(most)/uint64(len(list)) {
			return nil, false
		}
		inner := list
		for i := uint64(1); i < x.count; i++ {
			for _, p := range inner {
				p.Begin += i * x.step
				list = append(list, p)
			}
		}
	}
	return append(out, list...), len(out)+len(list) <= most
}
