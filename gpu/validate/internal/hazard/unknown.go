package hazard

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard/internal/unknown"
)

// Ask is whether bytes that a command has read are up to the schedule.
type Ask = unknown.Ask

// Asks tells later whether bytes that a command of a submission, by its place in that from 0, has read are up to the schedule; nil: it names none, or
// the submission is not known any more.
func (d *Detector) Asks(queue gpu.ID, submission uint64, command uint32, feeds []gpu.Feed) *Ask {
	w := d.workOf(queue, submission)
	if len(feeds) == 0 || w == nil {
		return nil
	}
	d.sure = nil
	return d.unknown.Ask(w, command, feeds)
}

// decide finds out what the works that were admitted now read that is up to the schedule.
func (d *Detector) decide(works []*work) {
	if !d.unknown.Idle() {
		d.unknown.Admitted(seen(works))
		d.unknown.Answer()
	}
}

// seen are works as package unknown sees them.
func seen(works []*work) []unknown.Work {
	out := make([]unknown.Work, len(works))
	for i, w := range works {
		out[i] = w
	}
	return out
}

// Point, Queue, Admitted and Repeats are those of unknown.Work.
func (w *work) Point() track.Point { return w.side.Point }

func (w *work) Queue() gpu.ID { return w.side.Queue }

func (w *work) Admitted() bool { return w.admitted }

func (w *work) Repeats() bool { return w.repeats }

// world is the detector as package unknown sees it.
type world struct{ d *Detector }

func (s world) Works() []unknown.Work { return seen(s.d.rows.all()) }

func (s world) Ordered(a, b unknown.Work) bool { return s.d.ordered(a.(*work), b.(*work)) }

func (s world) Start(of unknown.Work) track.Clock {
	if w := of.(*work); w.side.Queue == 0 {
		return w.start
	}
	return s.d.order.Start(of.Point())
}

// Touches are what a work touches, but for barriers and what only needs a state.
func (s world) Touches(of unknown.Work, wanted func(gpu.ID) bool) (out []unknown.Touch) {
	w := of.(*work)
	s.d.add(w)
	for i := range w.parts {
		p := &w.parts[i]
		if !wanted(p.memory) {
			continue
		}
		s.d.sort(p)
		for _, x := range p.spans {
			m := x.how
			if m.claims || x.moves() {
				continue
			}
			ordered := m.kind == gpu.AccessWrite && m.as == gpu.StateUnorderedAccess && m.class != 0 // an atomic operation whose order matters
			out = append(out, unknown.Touch{Memory: p.memory, Bytes: x.bytes(), Feed: gpu.Feed{Resource: m.resource, Slot: m.slot}, Place: x.by.place,
				Learns: m.kind != gpu.AccessWrite || ordered || m.as == gpu.StateDepthWrite, Fills: x.writes(),
				Atomic: m.kind == gpu.AccessAtomic, Renews: m.kind == gpu.AccessWrite && m.class == 0, Class: m.class})
		}
	}
	return out
}
