package plan

import (
	"cmp"
	"slices"
)

// strip is the bytes that one access of one chunk may touch, as a box of runs:
//
//	begin + Σ step × i  for all i < count of each axis,  width bytes at each
//
// Chunks that are columns of a row-major matrix have hulls that overlap, and strips that do not: seen modulo the pitch of the rows, each has columns
// of its own.
//
//	0   ┌──┬──┬──┐         the hulls     ├──────── a ────────┤                modulo the pitch    ├─ a ─┼─ b ─┼─ c ─┤
//	p   │a │b │c │                          ├──────── b ────────┤
//	2p  └──┴──┴──┘                             ├──────── c ────────┤
type strip struct {
	*use
	begin, width int64
	axes         []axis
}

// sight is where a strip lies modulo a number, or a part of that.
type sight struct {
	Span
	strip int // its number
}

// most moduli that are tried to tell some strips apart.
const mostModuli = 8

// stripsApart tells whether no two strips of different chunks overlap with a write among them, as far as some moduli show that.
func stripsApart(strips []strip) bool {
	all := make([]int, len(strips))
	for i := range all {
		all[i] = i
	}
	return separate(strips, all, 0, nil)
}

// separate is stripsApart for some of the strips, seen modulo a number, or as hulls where it is 0. Those that overlap are looked at modulo the next
// number.
func separate(strips []strip, some []int, modulus int64, more []int64) bool {
	var seen []sight
	for _, i := range some {
		seen = strips[i].seen(seen, i, modulus)
	}
	slices.SortFunc(seen, func(a, b sight) int { return cmp.Compare(a.Begin, b.Begin) })
	for len(seen) > 0 {
		n, end := 1, seen[0].End
		for n < len(seen) && seen[n].Begin < end {
			end = max(end, seen[n].End)
			n++
		}
		if !separateThese(strips, seen[:n], modulus, more) {
			return false
		}
		seen = seen[n:]
	}
	return true
}

// separateThese is separate for strips that overlap each other.
func separateThese(strips []strip, seen []sight, modulus int64, more []int64) bool {
	if harmless(strips, seen) {
		return true
	}
	some := make([]int, len(seen))
	for i := range seen {
		some[i] = seen[i].strip
	}
	slices.Sort(some)
	some = slices.Compact(some) // what goes over the end of a modulus is seen twice
	if modulus == 0 {
		more = moduli(strips, some)
	}
	return len(more) > 0 && separate(strips, some, more[0], more[1:])
}

// harmless tells whether all uses are of one chunk, or none writes.
func harmless(strips []strip, seen []sight) bool {
	one, write := true, false
	for i := range seen {
		s := &strips[seen[i].strip]
		one, write = one && s.chunk == strips[seen[0].strip].chunk, write || s.write
	}
	return one || !write
}

// moduli are the distances that some strips repeat in, from the largest.
func moduli(strips []strip, some []int) []int64 {
	var out []int64
	for _, i := range some {
		for _, x := range strips[i].axes {
			if step := int64(x.step); step > strips[i].width && !slices.Contains(out, step) && len(out) < mostModuli {
				out = append(out, step)
			}
		}
	}
	slices.SortFunc(out, func(a, b int64) int { return cmp.Compare(b, a) })
	return out
}

// seen appends where the strip is modulo a number: once, or twice where it goes over the end.
func (s *strip) seen(out []sight, number int, modulus int64) []sight {
	if modulus == 0 {
		return append(out, sight{s.Span, number})
	}
	extent := s.extent(modulus)
	if extent >= modulus {
		return append(out, sight{Span{0, uint64(modulus)}, number})
	}
	begin := (s.begin%modulus + modulus) % modulus
	out = append(out, sight{Span{uint64(begin), uint64(min(begin+extent, modulus))}, number})
	if over := begin + extent - modulus; over > 0 {
		out = append(out, sight{Span{0, uint64(over)}, number})
	}
	return out
}

// extent is how many bytes from its begin on the strip is within, modulo a number; that number where it may be anywhere.
func (s *strip) extent(modulus int64) int64 {
	extent := s.width
	for _, x := range s.axes {
		step, turns := int64(x.step)%modulus, int64(x.count)-1
		if extent >= modulus || step > 0 && turns > (modulus-extent)/step {
			return modulus
		}
		extent += step * turns
	}
	return extent
}

// usualAxes is how many axes a strip has, mostly.
const usualAxes = 4

// strips are the strips of uses.
func (f *Footprint) strips(chunks []Chunk, uses []use) []strip {
	boxes := make([]limits, len(chunks))
	for i := range chunks {
		boxes[i] = f.box(chunks[i])
	}
	out, room := make([]strip, len(uses)), make([]axis, usualAxes*len(uses))
	for i := range uses {
		l := uses[i].access.limits.and(&boxes[uses[i].chunk])
		out[i] = f.strip(&uses[i], &l, room[:0])
		room = room[min(len(out[i].axes), len(room)):]
	}
	return out
}

// strip is the strip of a use when the symbols are within l. Where no closed form says less, it is all of the hull. room is where its axes may stand.
func (f *Footprint) strip(u *use, l *limits, room []axis) strip {
	a := u.access
	r := f.recordOf(a, u.slot)
	b := &f.k.Bindings[a.in.Binding]
	s := strip{use: u, begin: int64(r.Base) + int64(a.in.Offset), width: int64(a.in.Width), axes: room}
	mip := a.at[3].settle(l)
	switch {
	case b.Shape.IsBuffer():
		s.add(&a.at[0], l, r.Count, int64(b.Stride))
		s.add(&a.at[1], l, b.Stride-a.in.Offset-uint32(a.in.Width)+1, 1)
	case b.Shape.IsTexture() && mip.isConst():
		width, height, depth := r.Extent(uint32(mip.base))
		p := &r.Mips[mip.base]
		s.begin += int64(p.Offset)
		s.add(&a.at[0], l, width, int64(b.Stride))
		s.add(&a.at[1], l, height, int64(p.RowPitch))
		s.add(&a.at[2], l, depth, int64(p.SlicePitch))
	default:
		s.begin, s.width = int64(u.Begin), int64(u.End-u.Begin)
	}
	return s
}

// add moves a strip by count places of step bytes, of which g takes some. Places outside them are not touched, but a form of several symbols may
// count them.
func (s *strip) add(g *form, l *limits, count uint32, step int64) {
	over := interval{-1 << 31, 1 << 32}
	if g.known {
		over = g.over(l)
	}
	if over.lo < -1<<31 || over.hi >= 1<<32 || count > largestRoom { // it may be anywhere
		s.width += (int64(count) - 1) * step
		return
	}
	settled := g.settle(l)
	if only, ok := settled.single(); ok {
		inside := l[only].clip(interval{-settled.base, int64(count) - 1 - settled.base})
		s.begin += (settled.base + inside.lo) * step
		s.axes = append(s.axes, newAxis(step, inside))
		return
	}
	s.begin += over.lo * step
	s.width += (settled.hi - settled.lo) * step
	for i, c := range settled.coef {
		if c != 0 {
			s.axes = append(s.axes, newAxis(c*step, l[i]))
		}
	}
}
