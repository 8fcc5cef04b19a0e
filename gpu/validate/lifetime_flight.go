package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/flight"
)

// asker is the thread whose work in flight was asked for last.
func (v *Validator) asker() flight.Asker {
	return flight.Asker{Names: names{v}, Order: v.order, Thread: v.asks}
}

// releasedInFlight words a Release of an object that work may still need; a back buffer is released with its chain.
func (v *Validator) releasedInFlight(c *gpu.ReleaseCall, u flight.Use) *diag.Diagnostic {
	chain := gpu.ID(0)
	if r := v.resource(c.Object); r != nil && r.chain != nil {
		chain = r.chain.ID
	}
	return flight.Released(v.asker(), c, chain, u)
}

// early is what is said of a Release if a submission comes to need the object, in the words of that call: a program chose it, which shows when it runs.
type early struct {
	point track.Point
	d     *diag.Diagnostic
}

// earlyRelease words a Release for every submission whose programs may choose the object, and that the calling thread does not know to be finished.
func (v *Validator) earlyRelease(c *gpu.ReleaseCall) (out []early) {
	for _, s := range v.tables.Running() {
		if v.asks = v.thread(&c.CallHead); v.order.Done(v.asks, s.Point) {
			continue
		}
		out = append(out, early{s.Point, v.releasedInFlight(c, flight.Use{Point: s.Point, Queue: v.queues[s.Point.Queue], Submit: s.Site})})
	}
	return out
}
