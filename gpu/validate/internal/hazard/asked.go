package hazard

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
)

// What was found of a command may follow from bytes that it has read. Whether these are up to the schedule is known when all works are that may be
// beside its own: it asks, and is answered then.

// Ask is whether bytes that a command has read are up to the schedule.
type Ask struct {
	detector     *Detector
	work         *work // nil: it was not known
	command      uint32
	feeds        []gpu.Feed
	known, raced bool
}

// Asks tells later whether bytes that a command of a submission, by its place in that from 0, has read are up to the schedule. Where no bytes are named
// it is nil.
func (d *Detector) Asks(queue gpu.ID, submission uint64, command uint32, feeds []gpu.Feed) *Ask {
	if len(feeds) == 0 {
		return nil
	}
	a := &Ask{detector: d, work: d.workOf(queue, submission), command: command, feeds: feeds}
	if a.known = a.work == nil; !a.known {
		d.asks = append(d.asks, a)
	}
	return a
}

// Known says whether it has been answered. A nil Ask has.
func (a *Ask) Known() bool { return a == nil || a.known }

// Raced is the answer, or, where it is not known, what it would be if nothing happened any more.
func (a *Ask) Raced() bool {
	if a == nil || a.known {
		return a != nil && a.raced
	}
	return a.detector.varies(a.work, a.command, a.feeds)
}

// answer answers what has become known.
func (d *Detector) answer() {
	d.asks = slices.DeleteFunc(d.asks, func(a *Ask) bool {
		if a.known = a.work.admitted && d.final(a.work); a.known {
			a.raced = d.varies(a.work, a.command, a.feeds)
			a.work, a.detector = nil, nil
		}
		return a.known
	})
}

// final says whether all works are admitted that may be beside one that is. Those that are not submitted yet come after it.
func (d *Detector) final(w *work) bool {
	for _, l := range d.rows.by.All() {
		for _, o := range l.pending.All() {
			if d.beside(w, o) {
				return false
			}
		}
	}
	return true
}

// beside says whether no clock orders two works.
func (d *Detector) beside(w, o *work) bool {
	a, b := w.side, o.side
	return w != o && a.Point.Queue != b.Point.Queue && (a.Queue == 0 || a.Queue != b.Queue) &&
		d.begins(w).At(b.Point.Queue) < b.Point.Pos && d.begins(o).At(a.Point.Queue) < a.Point.Pos
}

// varies says whether bytes that a command of a work, or one before it that it may repeat, has read are up to the schedule.
func (d *Detector) varies(w *work, command uint32, feeds []gpu.Feed) bool {
	d.add(w)
	v := varying{d: d, work: w, all: d.rows.all(), looked: map[uint32]bool{}}
	return v.reads(func(s *span) bool {
		return s.by.place <= command && slices.Contains(feeds, gpu.Feed{Resource: s.how.resource, Slot: s.how.slot})
	})
}

// varying looks for what a work reads that is up to the schedule.
type varying struct {
	d      *Detector
	work   *work
	all    []*work
	looked map[uint32]bool // commands, by place
}

// reads says whether some of the spans of the work that are read are up to the schedule.
func (v *varying) reads(which func(*span) bool) bool {
	for i := range v.work.parts {
		p := &v.work.parts[i]
		v.d.unfold(p)
		for _, s := range p.spans {
			if s.learns() && which(s) && v.unknown(p, s) {
				return true
			}
		}
	}
	return false
}

// unknown says whether bytes of a span are written beside the work, were left unknown before it, or were made by a command of the work from such bytes.
func (v *varying) unknown(p *part, s *span) bool {
	w := v.work
	if v.d.isUnknown(p, w, v.d.begins(w), s) {
		return true
	}
	for _, o := range v.all {
		if v.d.writes(o, p.memory, s) && v.d.beside(w, o) && !v.d.ordered(w, o) {
			return true
		}
	}
	for _, x := range p.spans {
		place := x.by.place
		if x == s || !x.fills() || v.looked[place] || !w.repeats && place >= s.by.place {
			continue
		}
		if _, _, ok := x.meets(s); !ok {
			continue
		}
		v.looked[place] = true
		if v.reads(func(y *span) bool { return y.by.place == place }) {
			return true
		}
	}
	return false
}

// writes says whether a work writes bytes of a span of a memory.
func (d *Detector) writes(o *work, memory gpu.ID, s *span) bool {
	i := slices.IndexFunc(o.parts, func(p part) bool { return p.memory == memory })
	if i < 0 || !o.parts[i].writes {
		return false
	}
	d.unfold(&o.parts[i])
	return slices.ContainsFunc(o.parts[i].spans, func(x *span) bool {
		_, _, ok := x.meets(s)
		return ok && x.fills()
	})
}
