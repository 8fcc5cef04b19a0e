package hazard

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// What a command reads in a race that is told is up to the schedule, and so is what it does with that: where its index
// points, how many commands its
// arguments ask for. That is passed on through memory:
//
//	q: copy to a ── races with ── p: a[0] is read ──▶ written to b ──Wait──▶ r: reads b
//	                                 from here on, what p and r do with data is not the same in every run
//
// So for each such memory it is known since which work its bytes are unknown, and for each work since which command.

// source is a work that leaves bytes of a memory in an order that is up to the schedule.
type source struct {
	at    track.Point
	start track.Clock
	after bool // the bytes stay unknown when it has ended; else only works beside it are concerned
}

// unknown is what the schedule decides.
type unknown struct {
	memory map[gpu.ID][]source
	works  map[submission]uint32 // the place, from 1, of the first command of each that reads such bytes
	gone   []submission          // those that are forgotten: Unknown is asked once more after that
	fresh  bool                  // there is a source for which not all works were looked at
}

// submission is one of a queue by its number.
type submission struct {
	queue  gpu.ID
	number uint64
}

// add keeps a source of a memory.
func (u *unknown) add(memory gpu.ID, s source) {
	list := u.memory[memory]
	if slices.ContainsFunc(list, func(o source) bool {
		return o.at.Queue == s.at.Queue && (o.after && o.at.Pos <= s.at.Pos || o.at == s.at && !s.after)
	}) {
		return
	}
	if u.memory == nil {
		u.memory = map[gpu.ID][]source{}
	}
	u.memory[memory], u.fresh = append(list, s), true
}

// ended tells that a work is dropped: none is left that is beside it.
func (u *unknown) ended(at track.Point) {
	for memory, list := range u.memory {
		list = slices.DeleteFunc(list, func(s source) bool { return !s.after && s.at == at })
		if u.memory[memory] = list; len(list) == 0 {
			delete(u.memory, memory)
		}
	}
}

// leaves tells that a submission is forgotten.
func (u *unknown) leaves(queue gpu.ID, number uint64) {
	if s := (submission{queue, number}); u.works[s] > 0 {
		u.gone = append(u.gone, s)
	}
}

// forget drops what is known of submissions that were forgotten when works were settled before.
func (u *unknown) forget() {
	for _, s := range u.gone {
		delete(u.works, s)
	}
	u.gone = u.gone[:0]
}

// raced tells that two works race: of each memory of which both touch the same bytes it is unknown what is read beside the one that writes, and, if
// both write, what is left.
func (d *Detector) raced(a, b *work) {
	for i := range a.parts {
		p := &a.parts[i]
		k := slices.IndexFunc(b.parts, func(o part) bool { return o.memory == p.memory })
		if k < 0 || !p.writes && !b.parts[k].writes {
			continue
		}
		d.sort(p)
		d.sort(&b.parts[k])
		if c, ok := worst(p, &b.parts[k], d.options.DisjointWriters); !ok || c.milder() {
			continue
		}
		for _, w := range [...]struct {
			*work
			writes bool
		}{{a, p.writes}, {b, b.parts[k].writes}} {
			if w.writes {
				d.unknown.add(p.memory, source{w.side.Point, d.begins(w.work), p.writes && b.parts[k].writes})
			}
		}
	}
}

// begins is what has certainly happened before a work.
func (d *Detector) begins(w *work) track.Clock {
	if w.side.Queue == 0 {
		return w.start
	}
	return d.order.Start(w.side.Point)
}

// spread looks at works that were admitted now, and at all if there are new sources, for those that read what is unknown.
func (d *Detector) spread(works []*work) {
	if len(d.unknown.memory) == 0 {
		return
	}
	for {
		if d.unknown.fresh {
			works, d.unknown.fresh = d.rows.all(), false
		}
		for _, w := range works {
			if w.admitted && w.side.Queue != 0 {
				d.passes(w)
			}
		}
		if !d.unknown.fresh {
			return
		}
	}
}

// passes finds the first command of a work that reads what is unknown: what it and those after it write is unknown, too.
func (d *Detector) passes(w *work) {
	first, found := d.reads(w)
	l := d.lanes.Get(w.side.Queue)
	key := submission{w.side.Queue, l.first + uint64(slices.Index(l.works.All(), w))}
	if before := d.unknown.works[key]; !found || before > 0 && before <= first+1 {
		return
	}
	if d.unknown.works == nil {
		d.unknown.works = map[submission]uint32{}
	}
	d.unknown.works[key] = first + 1
	for i := range w.parts {
		if p := &w.parts[i]; p.writes && slices.ContainsFunc(p.spans, func(s *span) bool { return s.fills() && s.by.place >= first }) {
			d.unknown.add(p.memory, source{w.side.Point, d.begins(w), true})
		}
	}
}

// reads is the first command of a work that reads what is unknown.
func (d *Detector) reads(w *work) (first uint32, found bool) {
	d.add(w)
	for i := range w.parts {
		p := &w.parts[i]
		list := d.unknown.memory[p.memory]
		d.unfold(p)
		if len(list) == 0 {
			continue
		}
		if start := d.begins(w); !slices.ContainsFunc(list, func(s source) bool { return s.concerns(w, start) }) {
			continue
		}
		for _, s := range p.spans {
			if s.learns() && (!found || s.by.place < first) {
				first, found = s.by.place, true
			}
		}
	}
	return first, found
}

// concerns says whether a work, which begins after start, may read what a source leaves.
func (s *source) concerns(w *work, start track.Clock) bool {
	before := s.start.At(w.side.Point.Queue) >= w.side.Point.Pos
	return s.at != w.side.Point && !before && (s.after || start.At(s.at.Queue) < s.at.Pos)
}

// fills says whether a span leaves other bytes.
func (s *span) fills() bool { return s.writes() && !s.how.claims && s.by.op != gpu.OpResourceBarrier }

// learns says whether a command reads the bytes of a span.
func (s *span) learns() bool {
	return !s.how.claims && s.by.op != gpu.OpResourceBarrier && s.how.kind != gpu.AccessWrite
}

// Last in place of a command is the last one of its submission.
const Last = ^uint32(0)

// Unknown says whether a command of a submission, by its place in that from 0, may do something else in another run,
// because it or one before it reads in a
// race that is told. It is final when Final says so.
func (d *Detector) Unknown(queue gpu.ID, number uint64, command uint32) bool {
	first := d.unknown.works[submission{queue, number}]
	return first > 0 && first-1 <= command
}

// Final says whether all races of a submission that every thread knows to be finished are known: all works are that
// may be beside it. Those that are
// not submitted yet come after it.
func (d *Detector) Final(queue gpu.ID, number uint64) bool {
	w := d.workOf(queue, number)
	if w == nil || w.dropped {
		return true
	}
	start := d.order.Start(w.side.Point)
	for _, l := range d.rows.by.All() {
		for _, o := range l.pending.All() {
			if start.At(o.side.Point.Queue) < o.side.Point.Pos && d.begins(o).At(w.side.Point.Queue) < w.side.Point.Pos {
				return false
			}
		}
	}
	return true
}
