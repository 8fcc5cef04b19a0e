package hazard

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// A call may be impossible in another run, because of what another thread does in no order with it: then a work that it gives to a queue, or an
// access to mapped memory, is not there, and nor is what conflicts with it. Whether that is so may be known long after the call, but not after the
// work is settled.

// open says whether a work may be missing: an access to a resource, or all if it is 0.
type open struct {
	resource gpu.ID
	is       *bool
}

// Varying in place of a resource is a submission that is there, but may do something else.
const Varying = ^gpu.ID(0)

// Maybe tells what says later of a submission whether it may be missing, or Varying; or of a resource that is given up beside it, whether its
// accesses to that may be missing.
func (d *Detector) Maybe(queue gpu.ID, submission uint64, resource gpu.ID, is ...*bool) {
	if w := d.workOf(queue, submission); w != nil {
		w.opens(resource, is)
	}
}

// MaybeCPU tells that of the last access of a thread, to a resource.
func (d *Detector) MaybeCPU(agent track.Agent, resource gpu.ID, is []*bool) {
	if w := d.cpu.Get(agent); w != nil {
		w.opens(resource, is)
	}
}

// Beyond tells which items of queues other runs do not come to.
func (d *Detector) Beyond(unsure func(track.Point) bool) {
	always := true
	for _, l := range d.lanes.All() {
		for _, w := range l.works.All() {
			if unsure(w.side.Point) {
				w.opens(0, []*bool{&always})
			}
		}
	}
}

func (w *work) opens(resource gpu.ID, is []*bool) {
	for _, b := range is {
		if o := (open{resource, b}); !slices.Contains(w.open, o) {
			w.open = append(w.open, o)
		}
	}
}

// maybe says whether a side of a work may be missing.
func (w *work) maybe(s *Side) bool {
	return slices.ContainsFunc(w.open, func(o open) bool {
		return *o.is && (o.resource == 0 || o.resource == Varying || o.resource == s.Access.Resource)
	})
}

// Missing says whether a submission may be missing, as far as that is known, or, varies, do something else.
func (d *Detector) Missing(queue gpu.ID, submission uint64, varies bool) bool {
	w := d.workOf(queue, submission)
	if w == nil {
		return d.absent.Has(queue, submission)
	}
	return slices.ContainsFunc(w.open, func(o open) bool { return *o.is && (o.resource == 0 || varies && o.resource == Varying) })
}

// Absent is Missing for a submission by its place in the order.
func (d *Detector) Absent(queue gpu.ID, p track.Point) bool {
	if l := d.lanes.Get(queue); l != nil {
		if at := slices.IndexFunc(l.works.All(), func(w *work) bool { return w.side.Point == p }); at >= 0 {
			w := l.works.All()[at]
			return w.maybe(&w.side)
		}
	}
	return d.absent.At(p)
}

// leaves keeps of a work that is dropped whether it may be missing: what went wrong in it is told after that.
func (d *Detector) leaves(queue gpu.ID, submission uint64, w *work) {
	if queue != 0 && w.maybe(&w.side) {
		d.absent.Add(queue, submission, w.side.Point)
	}
}
