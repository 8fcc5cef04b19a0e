package hazard

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard/internal/latest"
)

// actives are the aliasing barriers that gave the bytes of a memory away last, in one submission: whoever else has bytes there than the resource that
// a barrier activates is not in use from then on, even if nobody touches that.
//
//	one is written   ALIASING(one, two)   one is read      although nothing has been written as two
//
// The next submission begins without any: its boundary is as good as barriers between all.
type actives = latest.Ranges[Side]

// GivesUp is the Slot of an aliasing barrier that names only the resource whose memory is for others from then on. One that activates a resource has
// none.
const GivesUp = "gives up"

// hand adds an aliasing barrier to what queues do to the textures that it concerns: it may rewrite all that is in the range of the resource that it
// activates, or of the one that gives its memory up. The bytes of buffers stay as they are, so between buffers it is no access.
func (d *Detector) hand(b *gpu.Barrier) {
	id, slot := b.Aliased[1], ""
	if id == 0 {
		id, slot = b.Aliased[0], GivesUp
	}
	if b.Type != gpu.BarrierAliasing || id == 0 || Opens(b) {
		return
	}
	at, ok := d.locate(id)
	if !ok || at.Memory == id {
		return
	}
	m := &d.manner
	*m = manner{resource: id, at: at.Offset, whole: whole(&at, id), kind: gpu.AccessWrite, slot: slot}
	size := at.Size
	if n := len(at.Pieces); n > 0 {
		size = at.Pieces[n-1]
	} else {
		m.buffer, m.whole = true, extent{at.Offset, at.Offset + size}
	}
	s := &d.next
	s.begin, s.end, s.part = at.Offset, at.Offset+size, 0
	d.keep(d.command.work, at.Memory, s)
}

// activate follows an aliasing barrier that gives memory to a resource, or to any that may be there.
func (d *Detector) activate(b *gpu.Barrier) {
	n, id := d.command.work.inside, b.Aliased[1]
	if b.Type != gpu.BarrierAliasing || Opens(b) {
		return
	}
	if id == 0 {
		clear(n.active)
		return
	}
	if !d.options.Locate(id, &d.place) || d.place.Memory == id {
		return
	}
	begin, end := d.place.Offset, d.place.Offset+d.place.Size
	if x := whole(&d.place, id); x.last > 0 {
		end = x.last
	}
	side := (&span{begin: begin, end: end, by: &d.command, how: &manner{resource: id, at: begin, kind: gpu.AccessWrite}}).side()
	if n.active == nil {
		n.active = map[gpu.ID]actives{}
	}
	n.active[d.place.Memory] = n.active[d.place.Memory].Put(begin, end, &side)
}

// idle finds an access to memory that a barrier before it has given to another resource. One of a memory is enough, and none where accesses conflict
// without it, or where the other resource is used after all: then what counts is whether a barrier comes before that.
func (n *inside) idle(w *work, memory gpu.ID, s *span) {
	if n.active == nil {
		return
	}
	w.conflicts = slices.DeleteFunc(w.conflicts, func(c Conflict) bool { return c.idle && c.First.Access.Resource == s.how.resource })
	area := s.area()
	barrier := n.active[memory].First(area.begin, area.end)
	if barrier == nil || barrier.Access.Resource == s.how.resource {
		return
	}
	if !slices.ContainsFunc(w.conflicts, func(c Conflict) bool { return c.Kind == Aliased && c.memory == memory }) {
		w.conflicts = append(w.conflicts, Conflict{Kind: Aliased, First: *barrier, Second: s.side(), Begin: s.begin - s.how.at, End: s.end - s.how.at,
			Half: n.half, memory: memory, idle: true})
	}
}
