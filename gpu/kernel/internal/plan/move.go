package plan

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// Closed forms of which constants say only where they begin serve for other values of these constants too, each pattern further on or further back:
//
//	out[C.first + x] = 1        first = 64: bytes [256, 512)        first = 128: the same, 256 bytes further on
//
// Along with the number that a form has in this dispatch goes how fast it grows with each constant (moves). Wherever the analysis decides something
// by such a number, it notes how far the number may move without another decision (within), or that the constants must be what they are (pin).

// mostWords is how many constants of a dispatch may have other values; all others must be what they are.
const mostWords = 4

// moves says by how much a number grows where each of these constants grows by one, modulo 2^32.
type moves [mostWords]int32

func (m *moves) any() bool { return *m != moves{} }

func (m *moves) add(o *moves) {
	for i, n := range o {
		m[i] += n
	}
}

func (m *moves) scale(by int32) {
	for i := range m {
		m[i] *= by
	}
}

// by is how far the number goes where the constants grow by so much, as a signed number, to which it is congruent.
func (m *moves) by(grown *[mostWords]uint32) int64 {
	sum := uint32(0)
	for i, n := range m {
		sum += uint32(n) * grown[i]
	}
	return int64(int32(sum))
}

// shift is how far everything may go that moves alike.
type shift struct {
	of moves
	interval
}

// mostShifts is how many different ones are told apart.
const mostShifts = 8

// step is a shift and how many bytes one of it is.
type step struct {
	shift int8 // its number, from 1
	bytes int64
}

// course is how the bytes of an access move: with each of its up to three places. Accesses with equal ones stay as far from each other as they are.
type course [3]step

func (c *course) by(went *[mostShifts]int64) uint64 {
	sum := int64(0)
	for _, s := range c {
		if s.shift > 0 {
			sum += went[s.shift-1] * s.bytes
		}
	}
	return uint64(sum)
}

// need is the least size of a record for what moves with a shift, as in room.
type need struct {
	shift  int8
	bytes  bool
	record uint32
	least  int64
}

// met tells whether one of all records of a dispatch is so large, once what it is for went so far.
func (n *need) met(all []byte, went int64) bool {
	word := ir.WordCount
	if n.bytes {
		word = ir.WordSize
	}
	return n.least+went <= int64(ir.RecordWord(all[n.record*ir.RecordBytes:], word))
}

// motion is how closed forms move with constants.
type motion struct {
	free   uint8 // the constants that may have other values, as a set
	used   uint8 // how many there are, with those that may not
	parts  []part
	shifts []shift
	needs  []need
}

func (m *motion) begin() {
	m.free, m.used, m.parts, m.shifts, m.needs = 0, 0, m.parts[:0], m.shifts[:0], m.needs[:0]
}

// another adds one to the constants that may have other values, and gives its number, from 1; 0: there are too many.
func (m *motion) another() uint8 {
	if m.used == mostWords {
		return 0
	}
	m.free |= 1 << m.used
	m.used++
	return m.used
}

// part is a quotient or a remainder of a number that comes from constants. It counts as one more constant, which one may choose by and another one
// count with:
//
//	outs[C.which % 16][C.which / 16 * 64 + x]        the remainder must stay, the quotient may go
type part struct {
	moves        // how the number grows with constants
	number int64 // from 0 to 2^31 - 1
	by     int64 // what it is divided by, or its mask
	op     ir.Op // OpDivU, OpRemU or OpAnd
	mover  uint8 // its number among the constants, from 1
}

// value is the part of a number.
func (p *part) value(number int64) int64 {
	switch p.op {
	case ir.OpDivU:
		return number / p.by
	case ir.OpRemU:
		return number % p.by
	}
	return number & p.by
}

// part is the form of a quotient or a remainder of a number that comes from constants, if it can be followed.
func (m *motion) part(f *form, op ir.Op, by int64) (form, bool) {
	if !f.isConst() || !f.moved.any() || f.base < 0 || f.base > math.MaxInt32 || by <= 0 {
		return form{}, false
	}
	p := part{moves: f.moved, number: f.base, by: by, op: op}
	if p.mover = m.another(); p.mover == 0 {
		return form{}, false
	}
	m.parts = append(m.parts, p)
	out := constForm(p.value(p.number))
	out.moved[p.mover-1] = 1
	return out, true
}

// pin notes that the numbers of some forms decide something.
func (m *motion) pin(forms ...*form) {
	for _, f := range forms {
		if m.free != 0 && f.known && f.moved.any() {
			m.fix(&f.moved)
		}
	}
}

func (m *motion) fix(of *moves) {
	for i, n := range of {
		if n != 0 {
			m.free &^= 1 << i
		}
	}
}

// within notes that what moves so may go as far as some interval, in which 0 is. It gives the number of the shift, from 1; 0: it may not go at all.
func (m *motion) within(of moves, i interval) int8 {
	for n := range m.shifts {
		if s := &m.shifts[n]; s.of == of {
			s.interval = s.clip(i)
			return int8(n + 1)
		}
	}
	if len(m.shifts) == mostShifts {
		m.fix(&of)
		return 0
	}
	m.shifts = append(m.shifts, shift{of, i})
	return int8(len(m.shifts))
}

// unwrapped is how far f may go without being written as another number that is congruent (checked).
func (f *form) unwrapped() interval { return interval{math.MinInt32 - f.base, math.MaxInt32 - f.base} }

// differ notes what keeps the comparison of two numbers, which are in i and j, as it is: the first one, less the second, may go as far as apart.
func (m *motion) differ(f, g *form, i, j interval, signed bool, apart interval) {
	if !f.moved.any() && !g.moved.any() {
		return
	}
	least := int64(0)
	if signed {
		least = math.MinInt32
	}
	fits := func(f *form, i interval) interval {
		return f.unwrapped().clip(interval{least - i.lo, math.MaxInt32 - i.hi})
	}
	switch {
	case f.moved == g.moved: // they stay as far from each other as they are
		m.within(f.moved, fits(f, i).clip(fits(g, j)))
	case !g.moved.any():
		m.within(f.moved, fits(f, i).clip(apart))
	case !f.moved.any():
		m.within(g.moved, fits(g, j).clip(interval{-apart.hi, -apart.lo}))
	default:
		m.pin(f, g)
	}
}

// far is more than all distances.
const far = 1 << 40

// courseOf is how the bytes of a candidate move, which lies in its record as a whole. What does not lie there so, or is not known exactly, must stay
// where it is.
func (f *Footprint) courseOf(c *candidate) (out course) {
	a := c.access
	if f.moving.free == 0 || !a.at[0].moved.any() && !a.at[1].moved.any() && !a.at[2].moved.any() {
		return out
	}
	r, b := f.recordOf(a, c.Record-f.k.FirstRecord(a.in.Binding)), &f.k.Bindings[a.in.Binding]
	if !c.exact {
		f.moving.pin(&a.at[0], &a.at[1], &a.at[2])
		return out
	}
	switch {
	case b.Shape == ir.Constants:
		rest := a.in.Offset + 3
		out[0] = f.step(a, 1, r.Size-rest, 1, &need{bytes: true, record: c.Record, least: int64(rest)})
	case b.Shape.IsBuffer():
		out[0] = f.step(a, 0, r.Count, int64(b.Stride), &need{record: c.Record})
		out[1] = f.step(a, 1, b.Stride-a.in.Offset-uint32(a.in.Width)+1, 1, nil)
	default:
		mip := uint32(a.at[3].settle(&a.limits).base)
		width, height, depth := r.Extent(mip)
		p := &r.Mips[mip]
		out[0] = f.step(a, 0, width, int64(b.Stride), nil)
		out[1] = f.step(a, 1, height, int64(p.RowPitch), nil)
		out[2] = f.step(a, 2, depth, int64(p.SlicePitch), nil)
	}
	return out
}

// step is how bytes move with place i of an access, which is one of count. Where a record says how many there are, n is what it needs for the others.
func (f *Footprint) step(a *access, i int, count uint32, bytes int64, n *need) step {
	g := &a.at[i]
	if !g.moved.any() {
		return step{}
	}
	over := g.over(&a.limits)
	if over.lo < 0 || over.hi >= int64(count) {
		f.moving.pin(g)
		return step{}
	}
	may := interval{-over.lo, int64(count) - 1 - over.hi}
	if n != nil {
		may.hi = far
	}
	s := step{f.moving.within(g.moved, g.unwrapped().clip(may)), bytes}
	if n != nil && s.shift > 0 {
		n.shift, n.least = s.shift, n.least+over.hi+1
		f.moving.needs = append(f.moving.needs, *n)
	}
	return s
}

// stay notes that what has a course must not move.
func (m *motion) stay(c *course) {
	for _, s := range c {
		if s.shift > 0 {
			m.fix(&m.shifts[s.shift-1].of)
		}
	}
}

// courses notes how the patterns of keys move in what is found: the candidates of a key all alike, or not at all.
func (f *Footprint) courses(out *found, groups []group) {
	for i := range groups {
		if f.moving.free == 0 {
			return
		}
		g := &groups[i]
		if !g.closed || len(g.patterns) == 0 {
			continue
		}
		for _, c := range g.members[1:] {
			if c.course != g.members[0].course {
				f.moving.stay(&c.course)
				f.moving.stay(&g.members[0].course)
			}
		}
		out.courses = append(out.courses, g.members[0].course)
	}
}

// following is how what was found moves with constants.
type following struct {
	free    uint8 // the constants that may have other values, as a set
	parts   []part
	shifts  []shift
	needs   []need
	courses []course // of what is touched
}

// again is room for what is found next.
func (f *following) again() following {
	return following{0, f.parts[:0], f.shifts[:0], f.needs[:0], f.courses[:0]}
}

// takes notes how what was found moves.
func (f *following) takes(m *motion) {
	if f.free = m.free; f.free != 0 {
		f.parts, f.shifts, f.needs = append(f.parts, m.parts...), append(f.shifts, m.shifts...), append(f.needs, m.needs...)
	}
}

// met tells whether records are large enough for what moves, where it is.
func (f *following) met(all []byte) bool {
	for i := range f.needs {
		if !f.needs[i].met(all, 0) {
			return false
		}
	}
	return true
}

// grown is how much larger some constants are in a dispatch, if all others have their values.
func (e *entry[T]) grown(d *ir.Dispatch, free uint8) (grown [mostWords]uint32, ok bool) {
	for i := range e.reads {
		r := &e.reads[i]
		if r.mover == 0 || free>>(r.mover-1)&1 == 0 {
			if !r.holds(d) {
				return grown, false
			}
			continue
		}
		if baseOf(d, r.record)+r.at+4 > uint64(len(d.Memory)) {
			return grown, false
		}
		grown[r.mover-1] = r.word(d) - r.value
	}
	return grown, true
}

// part works out how much larger the parts of numbers are where constants are that much larger, if those that must stay do.
func (f *following) part(grown *[mostWords]uint32) bool {
	for i := range f.parts {
		p := &f.parts[i]
		number := p.number + p.moves.by(grown)
		if number < 0 || number > math.MaxInt32 {
			return false
		}
		more := uint32(p.value(number) - p.value(p.number))
		if grown[p.mover-1] = more; more != 0 && f.free>>(p.mover-1)&1 == 0 {
			return false
		}
	}
	return true
}

// went is how far each shift goes with constants, if all may go so far.
func (f *following) went(all []byte, grown *[mostWords]uint32) (went [mostShifts]int64, ok bool) {
	for i := range f.shifts {
		s := &f.shifts[i]
		if went[i] = s.of.by(grown); went[i] < s.lo || went[i] > s.hi {
			return went, false
		}
	}
	for i := range f.needs {
		if n := &f.needs[i]; !n.met(all, went[n.shift-1]) {
			return went, false
		}
	}
	return went, true
}

// move moves what was found, which nobody needs where it was, with constants that have grown.
func (f *found) move(went *[mostShifts]int64, grown *[mostWords]uint32) {
	for i := range f.parts {
		p := &f.parts[i]
		p.number += p.moves.by(grown)
	}
	for i := range f.shifts {
		s := &f.shifts[i]
		s.lo, s.hi = s.lo-went[i], s.hi-went[i]
	}
	for i := range f.needs {
		n := &f.needs[i]
		n.least += went[n.shift-1]
	}
	for i := range f.Touched {
		by, patterns := f.courses[i].by(went), f.Touched[i].Patterns
		for p := range patterns {
			patterns[p].Begin += by
		}
	}
	for i := range f.writes {
		w := &f.writes[i]
		by := w.by(went)
		w.Begin, w.End = w.Begin+by, w.End+by
	}
}

// follow gives the entry of closed forms that hold for a dispatch once they have moved with its constants, nil if there is none among so many. Those
// come first that are as far on as the last ones were: loops move the same ones, or several in turn.
func (c *Cache) follow(k *ir.Kernel, d *ir.Dispatch, most, tries int) *entry[*found] {
	n := len(c.known.entries)
	for after := range min(n, tries) {
		i := (c.followed + c.onwards + after) % n
		e := &c.known.entries[i]
		if !e.fits(d, most) || e.result.free == 0 || e.result.held > 0 {
			continue
		}
		all := recordsOf(k, d)
		grown, ok := e.grown(d, e.result.free)
		if !ok || !e.result.part(&grown) || !e.result.sameRooms(e.records, all) {
			continue
		}
		went, ok := e.result.went(all, &grown)
		if !ok || !e.result.trust.holds(all, &went) {
			continue
		}
		e.result.move(&went, &grown)
		for r := range e.reads {
			e.reads[r].value = e.reads[r].word(d)
		}
		e.result.Number, e.result.uses = c.number(), 0
		c.followed, c.onwards, c.moving = i, (i-c.followed+n)%n, true
		return e
	}
	return nil
}
