package hazard

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/access"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// What a command reads in a race that is told is up to the schedule, and so is what it makes of that. This is passed on through memory:
//
//	q: copy to a ── races with ── p: a is read ──▶ copied to b ──Wait──▶ r: reads b
//
// So for each such memory it is known which work leaves bytes of it unknown, until another one writes them over.

// source is a work that leaves bytes of a memory unknown.
type source struct {
	at    track.Point
	start track.Clock
	place uint32 // of its command, after which the work itself finds them so
	after bool   // they stay so when it has ended; else only works beside it are concerned
	bytes []shared
	// over is a work after it that writes all of them, if there is one, and written the place of its command.
	over    track.Point
	written uint32
}

// shared are the bytes that two accesses have in common; those of the first one where the second one is empty.
type shared struct{ a, b access.Access }

// maxShared bounds how many of a source are told apart, and maxSources the sources of a memory.
const (
	maxShared  = 64
	maxSources = 256
)

// unknown is what the schedule decides.
type unknown struct {
	memory map[gpu.ID][]source
	passed map[track.Point][]uint32 // the places of commands of works that read such bytes
	fresh  bool                     // there is a source for which not all works were looked at
}

// add keeps a source of a memory, unless another one says as much.
func (u *unknown) add(memory gpu.ID, s source) {
	list := u.memory[memory]
	if len(s.bytes) == 0 || slices.ContainsFunc(list, func(o source) bool { return o.says(&s) }) {
		return
	}
	if u.memory == nil {
		u.memory, u.passed = map[gpu.ID][]source{}, map[track.Point][]uint32{}
	}
	if len(list) >= maxSources { // so many that nothing is known of the memory any more
		first := list[0]
		first.start, first.after, first.over, first.bytes = track.Clock{}, true, track.Point{}, []shared{{a: access.Access{End: ^uint64(0)}}}
		list, s = list[:0], first
	}
	u.memory[memory], u.fresh = append(list, s), true
}

// says whether all works that find bytes of another source unknown find those of s so.
func (s *source) says(o *source) bool {
	earlier := s.at == o.at && s.place <= o.place || s.at.Queue == o.at.Queue && s.at.Pos < o.at.Pos
	return earlier && (s.after || !o.after && s.at == o.at) && s.over == track.Point{} &&
		!slices.ContainsFunc(o.bytes, func(b shared) bool { return !slices.Contains(s.bytes, b) && !s.holds(b.bounds()) })
}

// bounds hold the bytes.
func (b *shared) bounds() extent {
	if b.b.End == 0 {
		return extent{b.a.Begin, b.a.End}
	}
	return extent{max(b.a.Begin, b.b.Begin), min(b.a.End, b.b.End)}
}

// holds says whether all bytes of an extent are of one range of the source.
func (s *source) holds(x extent) bool {
	return slices.ContainsFunc(s.bytes, func(b shared) bool {
		y := b.bounds()
		return b.a.Stride == 0 && b.b.Stride == 0 && y.first <= x.first && x.last <= y.last
	})
}

// bounds hold all bytes of a source.
func (s *source) bounds() extent {
	x := s.bytes[0].bounds()
	for i := range s.bytes {
		x = x.Covers(s.bytes[i].bounds())
	}
	return x
}

// put adds bytes; of many only their bounds are kept.
func (s *source) put(b shared) {
	if s.bytes = append(s.bytes, b); len(s.bytes) > maxShared {
		x := s.bounds()
		s.bytes = append(s.bytes[:0], shared{a: access.Access{Begin: x.first, End: x.last}})
	}
}

// ended tells that a work is dropped: none is left that is beside it, or comes before it.
func (u *unknown) ended(at track.Point) {
	for memory, list := range u.memory {
		list = slices.DeleteFunc(list, func(s source) bool { return !s.after && s.at == at || s.over == at })
		if u.memory[memory] = list; len(list) == 0 {
			delete(u.memory, memory)
		}
	}
	delete(u.passed, at)
}

// raced tells that two works race: of bytes that both touch it is unknown what is read beside the one that writes, and, if both write, what is left.
func (d *Detector) raced(a, b *work) {
	for i := range a.parts {
		p := &a.parts[i]
		k := slices.IndexFunc(b.parts, func(o part) bool { return o.memory == p.memory })
		if k < 0 || !p.writes && !b.parts[k].writes {
			continue
		}
		q := &b.parts[k]
		d.sort(p)
		d.sort(q)
		read := [2]source{{at: a.side.Point, start: d.begins(a)}, {at: b.side.Point, start: d.begins(b)}}
		left := read
		for _, x := range p.spans {
			k, _ := slices.BinarySearch(q.reach, x.first()+1)
			for ; k < len(q.spans) && q.spans[k].first() < x.last(); k++ {
				meet(x, q.spans[k], &read, &left)
			}
		}
		for i := range read {
			left[i].after = true
			d.unknown.add(p.memory, read[i])
			d.unknown.add(p.memory, left[i])
		}
	}
}

// meet adds the bytes that two spans have in common to what is read beside each of them, and to what both leave.
func meet(x, y *span, read, left *[2]source) {
	kind, ok := clash(x, y)
	if !ok || kind != Overlap && kind != Atomics {
		return
	}
	common := shared{x.bytes(), y.bytes()}
	if common.a.Stride == 0 && common.b.Stride == 0 {
		both := common.bounds()
		common = shared{a: access.Access{Begin: both.first, End: both.last}}
	}
	for i, s := range [...]*span{x, y} {
		if s.writes() {
			read[i].put(common)
		}
		if kind == Overlap && x.writes() && y.writes() {
			if left[i].bytes == nil || s.by.place < left[i].place {
				left[i].place = s.by.place
			}
			left[i].put(common)
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

// spread looks at works that were admitted now, and at all if there are new sources, for those that read what is unknown, and that write it over.
func (d *Detector) spread(works []*work) {
	if len(d.unknown.memory) == 0 {
		return
	}
	for {
		if d.unknown.fresh {
			works, d.unknown.fresh = d.rows.all(), false
		}
		for _, w := range works {
			if w.admitted {
				d.passes(w)
				d.cleans(w)
			}
		}
		if !d.unknown.fresh {
			return
		}
	}
}

// passes finds the commands of a work that read what is unknown: what they write is unknown, too.
func (d *Detector) passes(w *work) {
	if w.side.Queue == 0 {
		return // what a CPU thread makes of it is the script's own doing
	}
	d.add(w)
	start, known := d.begins(w), d.unknown.passed[w.side.Point]
	for i := range w.parts {
		p := &w.parts[i]
		if len(d.unknown.memory[p.memory]) == 0 {
			continue
		}
		d.unfold(p)
		for _, s := range p.spans {
			if s.learns() && !slices.Contains(known, s.by.place) && d.isUnknown(p, w, start, s) {
				known = append(known, s.by.place)
				d.unknown.passed[w.side.Point] = known
				d.leavesUnknown(w, start, s.by.place)
			}
		}
	}
}

// leavesUnknown adds what a command of a work writes.
func (d *Detector) leavesUnknown(w *work, start track.Clock, place uint32) {
	for i := range w.parts {
		p := &w.parts[i]
		d.unfold(p)
		left := source{at: w.side.Point, start: start, place: place, after: true}
		for _, s := range p.spans {
			if s.by.place == place && s.fills() {
				left.put(shared{a: s.bytes()})
			}
		}
		d.unknown.add(p.memory, left)
	}
}

// isUnknown says whether a work, which begins after start, finds bytes of a span unknown.
func (d *Detector) isUnknown(p *part, w *work, start track.Clock, s *span) bool {
	list := d.unknown.memory[p.memory]
	for i := range list {
		if x := &list[i]; x.concerns(w, start, s.by.place) && x.meets(s) {
			return true
		}
	}
	return false
}

// concerns says whether a command of a work, which begins after start, may read what a source leaves.
func (s *source) concerns(w *work, start track.Clock, place uint32) bool {
	switch at := w.side.Point; {
	case s.at == at:
		return s.after && (w.repeats || s.place < place)
	case s.start.At(at.Queue) >= at.Pos, !s.after && start.At(s.at.Queue) >= s.at.Pos:
		return false
	case s.over == track.Point{}:
		return true
	case s.over == at:
		return w.repeats || place <= s.written
	}
	return start.At(s.over.Queue) < s.over.Pos
}

// meets says whether a span has bytes of a source.
func (s *source) meets(x *span) bool {
	at := x.bytes()
	return slices.ContainsFunc(s.bytes, func(b shared) bool { return b.a.Overlaps(&at) && (b.b.End == 0 || b.b.Overlaps(&at)) })
}

// cleans finds the sources all whose bytes a work writes that comes after them.
func (d *Detector) cleans(w *work) {
	start := d.begins(w)
	for i := range w.parts {
		p := &w.parts[i]
		list := d.unknown.memory[p.memory]
		if len(list) == 0 || !p.writes {
			continue
		}
		d.unfold(p)
		for k := range list {
			x := &list[k]
			if !x.after || (x.over != track.Point{}) || x.at == w.side.Point || start.At(x.at.Queue) < x.at.Pos {
				continue
			}
			at := x.bounds()
			if k := slices.IndexFunc(p.spans, func(s *span) bool {
				return s.fills() && s.how.kind == gpu.AccessWrite && s.how.class == 0 && s.how.stride == 0 && s.begin <= at.first && at.last <= s.end
			}); k >= 0 {
				x.over, x.written = w.side.Point, p.spans[k].by.place
			}
		}
	}
}

// fills says whether a span leaves other bytes.
func (s *span) fills() bool { return s.writes() && !s.how.claims && s.by.op != gpu.OpResourceBarrier }

// learns says whether a command reads the bytes of a span: so do atomic operations whose order matters, and depth tests.
func (s *span) learns() bool {
	m := s.how
	return !m.claims && s.by.op != gpu.OpResourceBarrier &&
		(m.kind != gpu.AccessWrite || m.as == gpu.StateUnorderedAccess && m.class != 0 || m.as == gpu.StateDepthWrite)
}
