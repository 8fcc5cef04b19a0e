package hazard

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// work is one submission, or what a CPU thread does between two calls that others can learn of.
type work struct {
	side      Side // without a command
	call      track.Call
	start     track.Clock
	ahead     [2]ahead // of assumptions
	heard     *Heard   // the last wait of its thread before it
	own       uint64   // which one of its thread's it is
	number    uint32   // CPU: accesses so far
	parts     []part
	index     map[gpu.ID]int // of the parts, where there are many
	inside    *inside        // of a queue, while it runs
	conflicts []Conflict     // inside of it
	ran       bool
	given     gpu.ID // CPU: peeks count for its accesses to this resource
	admitted  bool
	placed    bool // its parts are in cells
	dropped   bool
	open      []open
}

// part is what a work touches of one memory.
type part struct {
	memory gpu.ID
	writes bool
	wide   bool // there are spans of textures
	near   extent
	spans  []*span
	reach  []uint64 // the largest end of the spans up to each
	sorted bool
}

// span is an access in memory.
type span struct {
	begin, end uint64 // bytes from the start of the memory
	// low and high are the bounds of the subresources of a texture; both 0 for others.
	low, high uint64
	side      Side
}

// queued says whether a queue, not a CPU thread, touches the memory.
func (p *part) queued() bool { return len(p.spans) > 0 && p.spans[0].side.Queue != 0 }

// writes says whether the span is more than a read.
func (s *span) writes() bool { return s.side.Access.Kind != gpu.AccessRead }

// touch adds an access to a work, unless it claims nothing.
func (d *Detector) touch(w *work, side *Side, access *gpu.Access) {
	if !access.Exact || access.Begin >= access.End {
		return
	}
	place := &d.place
	if !d.options.Locate(access.Resource, place) {
		return
	}
	s := &d.next
	if side != &s.side {
		s.side = *side
	}
	s.begin, s.end, s.low, s.high = place.Offset+access.Begin, place.Offset+access.End, 0, 0
	s.side.Access = *access
	if w.side.Queue == 0 {
		s.side.number = w.number
	}
	if bounds := place.Bounds(); bounds != nil {
		s.low, s.high = widen(bounds, access.Begin, access.End)
		s.low, s.high = s.low+place.Offset, s.high+place.Offset
	}
	if w.side.Queue != 0 {
		w.inside.whole = place.whole(access.Resource)
		w.inside.check(w, place.Memory, s)
	}
	kept, grown := d.keep(w, place.Memory, s)
	if w.side.Queue != 0 && (unordered(s) || place.Memory != access.Resource) {
		w.inside.add(w.inside.pool(place.Memory), kept, grown)
	}
}

// keep adds a span to a work, or makes the last one longer: it returns where it is kept, and whether that has grown.
func (d *Detector) keep(w *work, memory gpu.ID, s *span) (kept *span, grown bool) {
	p := d.part(w, memory)
	if p.extend(s) {
		return p.spans[len(p.spans)-1], true
	}
	kept = d.fresh()
	*kept = *s
	p.spans = append(p.spans, kept)
	return kept, false
}

// chunk is how many spans are made at a time.
const chunk = 64

// fresh is memory for a span, where there is some that of a work which is dropped.
func (d *Detector) fresh() *span {
	if len(d.spare) == 0 {
		made := make([]span, chunk)
		for i := range made {
			d.spare = append(d.spare, &made[i])
		}
	}
	s := d.spare[len(d.spare)-1]
	d.spare = d.spare[:len(d.spare)-1]
	return s
}

// move adds the transition of a texture: it takes the subresources from everybody else. Buffers, and textures with simultaneous
// access, have no state that queues share.
func (d *Detector) move(w *work, side *Side, b *gpu.Barrier) {
	if b.Type != gpu.BarrierTransition {
		return
	}
	place, ok := d.locate(b.Resource)
	bounds := place.Bounds()
	if !ok || bounds == nil {
		return
	}
	begin, end := bounds[0], bounds[len(bounds)-1]
	if int(b.Subresource)+1 < len(bounds) {
		begin, end = bounds[b.Subresource], bounds[b.Subresource+1]
	}
	s := &d.next
	if side != &s.side {
		s.side = *side
	}
	s.begin, s.end, s.low, s.high = place.Offset+begin, place.Offset+end, place.Offset+begin, place.Offset+end
	s.side.Access = gpu.Access{Resource: b.Resource, Begin: begin, End: end, Kind: gpu.AccessWrite, Exact: true, As: b.After, Slot: d.moved(b)}
	d.keep(w, place.Memory, s)
}

// moved is a transition as messages name it.
func (d *Detector) moved(b *gpu.Barrier) string {
	states := [2]gpu.ResourceStates{b.Before, b.After}
	name, known := d.moves[states]
	if !known {
		name = b.Before.String() + " to " + b.After.String()
		d.moves[states] = name
	}
	return name
}

// widen is the range of whole subresources that hold bytes [begin, end).
func widen(bounds []uint64, begin, end uint64) (low, high uint64) {
	i, found := slices.BinarySearch(bounds, begin)
	if !found {
		i = max(i-1, 0)
	}
	k, _ := slices.BinarySearch(bounds, end)
	return bounds[i], bounds[min(k, len(bounds)-1)]
}

// few is how many parts are searched one by one.
const few = 8

// part finds or makes the part of a memory.
func (d *Detector) part(w *work, memory gpu.ID) *part {
	if w.index != nil {
		if i, ok := w.index[memory]; ok {
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
		w.remember()
	}
	return p
}

// remember keeps the index of the parts.
func (w *work) remember() {
	if w.index != nil {
		w.index[w.parts[len(w.parts)-1].memory] = len(w.parts) - 1
		return
	}
	w.index = make(map[gpu.ID]int, 2*len(w.parts))
	for i := range w.parts {
		w.index[w.parts[i].memory] = i
	}
}

// extend makes the last span longer where one goes on: the next row of a copy, the next element that the CPU writes.
func (p *part) extend(s *span) bool {
	p.writes = p.writes || s.writes()
	p.wide = p.wide || s.high != 0
	p.sorted = false
	n, near := len(p.spans), extent{s.first(), s.last()}
	if n > 0 {
		near = near.covers(p.near)
	}
	p.near = near
	if n == 0 || !p.spans[n-1].joins(s) {
		return false
	}
	last := p.spans[n-1]
	last.begin, last.end = min(last.begin, s.begin), max(last.end, s.end)
	last.side.Access.Begin, last.side.Access.End = min(last.side.Access.Begin, s.side.Access.Begin), max(last.side.Access.End, s.side.Access.End)
	last.low, last.high = min(last.low, s.low), max(last.high, s.high)
	return true
}

// joins says whether t goes on where s is, by the same command or the same place of the CPU's program.
func (s *span) joins(t *span) bool {
	a, b := &s.side, &t.side
	same := a.List == b.List && a.Record == b.Record && a.Submit == b.Submit && (a.Queue == 0 || a.number == b.number)
	return same && a.Access.Part == b.Access.Part && a.Access.Stride == 0 && b.Access.Stride == 0 && a.Access.Resource == b.Access.Resource && a.Access.Kind == b.Access.Kind && a.Access.Class == b.Access.Class &&
		a.Access.As == b.Access.As && a.Access.Slot == b.Access.Slot && t.begin <= s.end && s.begin <= t.end
}

// sort orders the spans by their first byte, or by their first subresource for textures.
func (p *part) sort() {
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
}

// first and last bound what a span may conflict with.
func (s *span) first() uint64 {
	if s.high != 0 {
		return s.low
	}
	return s.begin
}

func (s *span) last() uint64 { return max(s.end, s.high) }

// clash says in which way two spans of works that nothing orders conflict.
func clash(a, b *span) (Kind, bool) {
	x, y := &a.side.Access, &b.side.Access
	if !a.writes() && !b.writes() {
		return 0, false
	}
	switch _, _, overlap := a.meets(b); {
	case overlap && (a.side.Op == gpu.OpResourceBarrier || b.side.Op == gpu.OpResourceBarrier):
		return Moved, x.Resource == y.Resource
	case overlap && commute(x, y):
		return Atomics, true
	case overlap:
		return Overlap, true
	case !commute(x, y) && a.high != 0 && x.Resource == y.Resource && a.low < b.high && b.low < a.high:
		return Shared, true
	}
	return 0, false
}

// commute says whether two accesses leave the same bytes in either order.
func commute(x, y *gpu.Access) bool {
	return x.Kind == gpu.AccessAtomic && y.Kind == gpu.AccessAtomic && x.Class == y.Class
}

// before orders pairs of spans as the program makes them: by the second side, then by the first, then by bytes.
func (c *Conflict) before(o *Conflict) bool {
	return cmp.Or(cmp.Compare(c.Kind.rank(), o.Kind.rank()), cmp.Compare(c.Second.number, o.Second.number), cmp.Compare(c.First.number, o.First.number),
		cmp.Compare(c.Second.Access.Resource, o.Second.Access.Resource), cmp.Compare(c.Begin, o.Begin)) < 0
}

// rank puts the graver conflicts first.
func (k Kind) rank() int {
	switch k {
	case Overlap:
		return 0
	case Shared:
		return 1
	case Writers:
		return 2
	case Moved:
		return 3
	}
	return 4
}

// BoundsOf are the first bytes of the subresources of a texture, and its size; nil for buffers.
func BoundsOf(d *gpu.ResourceDesc) []uint64 {
	if d.Dimension == gpu.DimensionBuffer {
		return nil
	}
	prints, size := d.Footprints(0, d.Subresources(), 0)
	out := make([]uint64, 0, len(prints)+1)
	for i := range prints {
		out = append(out, prints[i].Offset)
	}
	return append(out, size)
}
