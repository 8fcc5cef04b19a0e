package hazard

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/claims"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/place"
)

// work is one submission, or what a CPU thread does between two calls that others can learn of.
type work struct {
	side      Side // without a command
	call      track.Call
	start     track.Clock
	ahead     [2]ahead // of assumptions
	heard     *Heard   // the last wait of its thread before it
	signals   []signal // CPU: those of its thread since its last wait
	own       uint64   // which one of its thread's it is
	number    uint32   // CPU: accesses so far
	parts     []part
	index     map[gpu.ID]int // of the parts, where there are many,
	at        int            // and which of them was used last
	inside    *inside        // of a queue, while it runs
	waits     waiting        // what is not in the parts yet
	claims    []claims.Claim // nor are these
	conflicts []Conflict     // inside of it
	ran       bool
	repeats   bool     // some commands do what earlier ones did, of which only those are kept
	last      *command // of those that its spans have
	given     gpu.ID   // CPU: peeks count for its accesses to this resource
	admitted  bool
	placed    bool // its parts are in cells
	dropped   bool
	open      []open
}

// part is what a work touches of one memory.
type part struct {
	memory gpu.ID
	writes bool
	placed bool // there are spans of textures in memory that they may share
	near   extent
	spans  []*span
	reach  []uint64 // the largest end of the spans up to each
	shown  []shown  // of these textures
	sorted bool
	folds  []*fold // what is not in spans yet
}

// span is an access in memory. Many are kept while threads do not hear of each other, so what it has in common with others is written once.
type span struct {
	begin, end uint64 // bytes from the start of the memory
	by         *command
	how        *manner
	part       uint32 // of gpu.Access
}

// command is what has touched memory: a command of a queue, or a CPU thread at a place of the script. The fields are those of Side.
type command struct {
	work           *work
	list           gpu.ID
	op, by         gpu.Op
	index          uint32
	submit         gpu.Site
	record, bundle gpu.Site
	region         string
	number         uint32
	place          uint32 // of gpu.Executed.Number
	spans          uint32 // kept ones that have it
}

// manner is how a span touches a resource: what the spans of a part mostly have in common.
type manner struct {
	resource gpu.ID
	at       uint64 // where the resource stands in its memory
	// low and high are the bounds of the subresources of a texture; both 0 for others.
	low, high uint64
	// whole is where a texture stands in memory that it may share, or the buffer of an aliasing barrier; the empty one for others.
	whole  extent
	buffer bool // it is that buffer
	// The others are those of gpu.Access.
	stride, size uint64
	kind         gpu.AccessKind
	class        uint8
	as           gpu.ResourceStates
	led          bool
	slot         string
	moved        bool // it is a transition from a state
	from         gpu.ResourceStates
	claims       bool   // it needs the state, and nothing is touched
	role         uint32 // of the claim
	spans        uint32 // kept ones that have it
}

// alike says whether two manners differ at most in the subresources.
func (m *manner) alike(o *manner) bool {
	return m == o || m.resource == o.resource && m.kind == o.kind && m.class == o.class && m.as == o.as && m.stride == o.stride && m.size == o.size &&
		m.led == o.led && m.slot == o.slot && m.moved == o.moved && m.from == o.from && m.claims == o.claims && m.role == o.role
}

// same says whether two manners are one.
func (m *manner) same(o *manner) bool {
	return m.alike(o) && m.at == o.at && m.low == o.low && m.high == o.high
}

// side is a span as conflicts tell it.
func (s *span) side() Side {
	c, side := s.by, s.by.work.side
	side.List, side.Op, side.By, side.Index, side.Submit, side.Record, side.Bundle, side.Region = c.list, c.op, c.by, c.index, c.submit, c.record,
		c.bundle, c.region
	side.number, side.place = c.number, c.place
	side.Access, side.Claims, side.Role = s.access(), s.how.claims, s.how.role
	return side
}

// access is what a span touches of its resource.
func (s *span) access() gpu.Access {
	m := s.how
	slot := m.slot
	if m.moved {
		slot = m.from.String() + " to " + m.as.String()
	}
	return gpu.Access{Resource: m.resource, Begin: s.begin - m.at, End: s.end - m.at, Stride: m.stride, Size: m.size, Kind: m.kind, Exact: true,
		Class: m.class, As: m.as, Led: m.led, Slot: slot, Part: s.part}
}

// queued says whether a queue, not a CPU thread, touches the memory.
func (p *part) queued() bool { return len(p.spans) > 0 && p.spans[0].by.work.side.Queue != 0 }

// Bounds, Gaps and Within are those of package runs.
func (s *span) Bounds() (begin, end uint64) { return s.begin, s.end }

func (s *span) Gaps() bool { return s.how.stride != 0 }

func (s *span) Within(begin, end uint64) *span {
	out := *s
	out.begin, out.end = begin, end
	return &out
}

// writes says whether the span is more than a read.
func (s *span) writes() bool { return s.how.kind != gpu.AccessRead }

// touch adds an access of the command that is looked at to its work, unless it claims nothing: false. again says that its resource is that of the
// last access that was added, and of the same command.
func (d *Detector) touch(access *gpu.Access, again bool) bool {
	place, ok := d.span(access, again)
	if !ok {
		return false
	}
	s, w := &d.next, d.command.work
	if w.side.Queue != 0 {
		w.inside.check(w, place.Memory, s)
		w.inside.idle(w, place.Memory, s)
	}
	kept, grown := d.keep(w, place.Memory, s)
	if w.side.Queue != 0 && (unordered(s) || place.Memory != access.Resource) {
		w.inside.add(w.inside.pool(place.Memory), kept, grown)
	}
	return true
}

// span writes an access of the command that is looked at as the next span, and says where it is; false: it claims nothing. again says that its
// resource is that of the last span, and stands where that stood.
func (d *Detector) span(access *gpu.Access, again bool) (*Place, bool) {
	at := &d.stands
	if !access.Exact || access.Begin >= access.End || !again && !d.options.Locate(access.Resource, at) {
		return at, false
	}
	s, m := &d.next, &d.manner
	s.begin, s.end, s.part = at.Offset+access.Begin, at.Offset+access.End, access.Part
	m.resource, m.at, m.low, m.high, m.stride, m.size = access.Resource, at.Offset, 0, 0, access.Stride, access.Size
	m.whole, m.buffer, m.moved, m.from, m.claims, m.role = whole(at, access.Resource), false, false, 0, false, 0
	m.kind, m.class, m.as, m.led, m.slot = access.Kind, access.Class, access.As, access.Led, access.Slot
	if bounds := at.Bounds(); bounds != nil {
		m.low, m.high = place.Widen(bounds, access.Begin, access.End)
		m.low, m.high = m.low+at.Offset, m.high+at.Offset
	}
	return at, true
}

// keep adds a span to a work, or makes the last one longer: it returns where it is kept, and whether that has grown.
func (d *Detector) keep(w *work, memory gpu.ID, s *span) (kept *span, grown bool) {
	return d.hold(w, d.part(w, memory), s)
}

// hold is keep where the part is known.
func (d *Detector) hold(w *work, p *part, s *span) (kept *span, grown bool) {
	if d.extend(p, s) {
		return p.spans[len(p.spans)-1], true
	}
	kept = d.spare.span()
	kept.begin, kept.end, kept.part, kept.by, kept.how = s.begin, s.end, s.part, d.kept(w), d.like(p, s.how)
	kept.by.spans++
	kept.how.spans++
	if p.spans == nil {
		p.spans = make([]*span, 0, fewSpans)
	}
	p.spans = append(p.spans, kept)
	return kept, false
}

// fewSpans is for how many spans a part has room from the first on.
const fewSpans = 4

// kept is the command that is looked at, as the spans of its work have it.
func (d *Detector) kept(w *work) *command {
	if c := w.last; c != nil && c.number == d.command.number {
		return c
	}
	w.last = d.spare.command()
	*w.last = d.command
	return w.last
}

// like is a manner as the spans of a part have it: that of one of the last two, or a new one.
func (d *Detector) like(p *part, m *manner) *manner {
	for i := len(p.spans) - 1; i >= max(len(p.spans)-2, 0); i-- {
		if how := p.spans[i].how; how.same(m) {
			return how
		}
	}
	how := d.spare.manner()
	*how = *m
	how.spans = 0
	return how
}

// move adds the transition of a texture: it takes the subresources from everybody else. Buffers, and textures with simultaneous
// access, have no state that queues share.
func (d *Detector) move(b *gpu.Barrier) {
	if b.Type != gpu.BarrierTransition {
		d.hand(b)
		return
	}
	at, ok := d.locate(b.Resource)
	if !ok || at.Bounds() == nil {
		return
	}
	s := &d.next
	s.begin, s.end = at.Part(b.Subresource)
	s.part = 0
	d.manner = manner{resource: b.Resource, at: at.Offset, low: s.begin, high: s.end, whole: whole(&at, b.Resource), kind: gpu.AccessWrite,
		from: b.Before, as: b.After, moved: true}
	d.keep(d.command.work, at.Memory, s)
}

// few is how many parts are searched one by one.
const few = 8

// part finds or makes the part of a memory.
func (d *Detector) part(w *work, memory gpu.ID) *part {
	if w.index != nil {
		if w.at = (w.at + 1) % len(w.parts); w.parts[w.at].memory == memory { // commands that are alike touch one after the other in one order
			return &w.parts[w.at]
		}
		if i, ok := w.index[memory]; ok {
			w.at = i
			return &w.parts[i]
		}
	} else {
		for i := range w.parts {
			if w.parts[i].memory == memory {
				return &w.parts[i]
			}
		}
	}
	p := d.another(w)
	p.memory = memory
	if len(w.parts) > few {
		d.remember(w)
	}
	return p
}

// remember keeps the index of the parts.
func (d *Detector) remember(w *work) {
	if w.index != nil {
		w.index[w.parts[len(w.parts)-1].memory] = len(w.parts) - 1
		return
	}
	if w.index = d.indexes.Take(); w.index == nil {
		w.index = make(map[gpu.ID]int, 2*len(w.parts))
	}
	for i := range w.parts {
		w.index[w.parts[i].memory] = i
	}
}

// extend makes the last span of a part longer where one goes on: the next row of a copy, the next element that the CPU writes.
func (d *Detector) extend(p *part, s *span) bool {
	p.reaches(s)
	n := len(p.spans)
	if n == 0 || !p.spans[n-1].joins(s) {
		return false
	}
	d.grow(p, p.spans[n-1], s)
	return true
}

// reaches notes where a span is that is added.
func (p *part) reaches(s *span) {
	p.writes = p.writes || s.writes()
	p.placed = p.placed || s.how.whole.last != 0
	p.sorted = false
	near := s.near()
	if len(p.spans)+len(p.folds) > 0 {
		near = near.Covers(p.near)
	}
	p.near = near
}

// grow makes a span longer by another one.
func (d *Detector) grow(p *part, last, s *span) {
	last.begin, last.end = min(last.begin, s.begin), max(last.end, s.end)
	if low, high := min(last.how.low, s.how.low), max(last.how.high, s.how.high); low != last.how.low || high != last.how.high {
		wider := *last.how
		wider.low, wider.high = low, high
		d.spare.leave(last.how)
		last.how = d.like(p, &wider)
		last.how.spans++
	}
}

// joins says whether t goes on where s is, by the same command or the same place of the CPU's program.
func (s *span) joins(t *span) bool {
	a, b := s.by, t.by
	same := a.list == b.list && a.record == b.record && a.submit == b.submit && (a.work.side.Queue == 0 || a.number == b.number)
	return same && s.continues(t)
}

// continues says whether t goes on where s is, if both are of one command.
func (s *span) continues(t *span) bool {
	return s.part == t.part && s.how.stride == 0 && s.how.alike(t.how) && t.begin <= s.end && s.begin <= t.end
}

// sort orders the spans by their first byte, or by their first subresource for textures.
func (d *Detector) sort(p *part) {
	d.unfold(p)
	if p.sorted {
		return
	}
	p.sorted = true
	slices.SortStableFunc(p.spans, func(a, b *span) int {
		return cmp.Or(cmp.Compare(a.first(), b.first()), cmp.Compare(a.begin, b.begin))
	})
	p.reach = p.reach[:0]
	end := uint64(0)
	for i := range p.spans {
		end = max(end, p.spans[i].last())
		p.reach = append(p.reach, end)
	}
	p.show()
}

// first and last bound what a span may conflict with.
func (s *span) first() uint64 {
	if s.how.high != 0 {
		return s.how.low
	}
	return s.begin
}

func (s *span) last() uint64 { return max(s.end, s.how.high) }

// near is what bounds both of them and what may share memory with the resource.
func (s *span) near() extent {
	if s.how.whole.last != 0 {
		return s.how.whole
	}
	return extent{s.first(), s.last()}
}

// clash says in which way two spans of works that nothing orders conflict.
func clash(a, b *span) (Kind, bool) {
	x, y := a.how, b.how
	if reads := !a.writes() && !b.writes(); reads || (x.claims || y.claims) && !a.moves() && !b.moves() {
		return Shared, !reads && (a.promotes(b) || b.promotes(a))
	}
	switch _, _, overlap := a.meets(b); {
	case overlap && (a.moves() || b.moves()):
		return Moved, x.resource == y.resource && !x.buffer && !y.buffer
	case overlap && commute(x, y):
		return Atomics, true
	case overlap:
		return Overlap, true
	case !commute(x, y) && x.high != 0 && x.resource == y.resource && x.low < y.high && y.low < x.high:
		return Shared, true
	}
	return 0, false
}

// promotes says whether a span, which writes a subresource, can have promoted it from COMMON to a state other than the one that a claim needs. Any
// other write needs a transition first, which moves.
func (s *span) promotes(claim *span) bool {
	x, y := s.how, claim.how
	return x.as == gpu.StateCopyDest && y.claims && y.as != x.as && x.resource == y.resource && x.low < y.high && y.low < x.high
}

// commute says whether two accesses leave the same bytes in either order.
func commute(x, y *manner) bool {
	return x.kind == gpu.AccessAtomic && y.kind == gpu.AccessAtomic && x.class == y.class
}

// before orders pairs of spans as the program makes them: by the second side, then by the first, then by bytes.
func (c *Conflict) before(o *Conflict) bool {
	return cmp.Or(cmp.Compare(c.rank(), o.rank()), cmp.Compare(c.Second.number, o.Second.number), cmp.Compare(c.First.number, o.First.number),
		cmp.Compare(c.Second.Access.Resource, o.Second.Access.Resource), cmp.Compare(c.Begin, o.Begin)) < 0
}

// precedes says of one of the gravest conflicts whether it comes before any that two spans can have, without looking at them closer: thousands of
// commands that touch the same bytes make millions of pairs.
func (c *Conflict) precedes(x, y *span) bool {
	return c.rank() == 0 && (c.Second.number < y.by.number || c.Second.number == y.by.number && c.First.number < x.by.number)
}

// slight is the rank from which on one does not hide two writers of a resource.
const slight = 6

// rank puts the graver conflicts first, what touches something before what does not, and what every run has before accesses that go where data lead
// them: if the two sides race for the data, other runs have other accesses.
func (c *Conflict) rank() int {
	needs := c.First.Claims || c.Second.Claims
	switch {
	case c.Kind == Overlap && !c.led():
		return 0
	case c.Kind == Overlap:
		return 1
	case c.Kind == Shared && !needs:
		return 2
	case c.Kind == Writers:
		return 3
	case c.Kind == Moved && !needs:
		return 4
	case c.Kind == Moved:
		return 5
	case c.Kind == Shared:
		return slight
	}
	return slight + 1
}
