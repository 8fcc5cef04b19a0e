package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/flight"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/named"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/roster"
)

// asker is the thread whose work in flight was asked for last.
func (v *Validator) asker() flight.Asker {
	return flight.Asker{Names: names{v}, Order: v.order, Thread: v.asks}
}

// checkUses: no submitted work may need an object that is given up. Back buffers are given up together: of them the one is told that is needed last.
func (v *Validator) checkUses(c *gpu.ReleaseCall, o *roster.Object) {
	u, in := v.busy(o, &c.CallHead)
	if r := v.resource(c.Object); r != nil && r.chain != nil {
		if in = false; !r.chain.Whole() {
			return
		}
		for _, id := range r.chain.Buffers {
			if x, ok := v.busy(v.objects.Get(id), &c.CallHead); ok && (!in || x.Point.Queue == u.Point.Queue && x.Point.Pos > u.Point.Pos) {
				u, in, c = x, true, &gpu.ReleaseCall{CallHead: c.CallHead, Kind: c.Kind, Object: id}
			}
		}
	}
	if in {
		v.out = append(v.out, v.releasedInFlight(v.asker(), c, u))
	}
}

// releasedInFlight words a Release of an object that work may still need; a back buffer is released with its chain.
func (v *Validator) releasedInFlight(by flight.Asker, c *gpu.ReleaseCall, u flight.Use) *diag.Diagnostic {
	chain := gpu.ID(0)
	if r := v.resource(c.Object); r != nil && r.chain != nil {
		chain = r.chain.ID
	}
	return flight.Released(by, c, chain, u)
}

// doubt keeps a call that is right as far as its thread knows; say words it.
func (v *Validator) doubt(h *gpu.CallHead, uses []flight.Use, say flight.Words) {
	if v.on() && v.order.Crowd() {
		v.doubts.Keep(v.order, v.thread(h), uses, say)
	}
}

// earlyRelease words a Release for every submission that may come to need the object so, and that the calling thread does not know to be finished.
func (v *Validator) earlyRelease(c *gpu.ReleaseCall) (out []roster.Early) {
	runs := v.named.Runs()
	for _, s := range v.tables.Running() {
		runs = append(runs, named.Run{Point: s.Point, Site: s.Site})
	}
	for _, r := range runs {
		if v.asks = v.thread(&c.CallHead); !v.order.Done(v.asks, r.Point) {
			out = append(out, roster.Early{Point: r.Point, Said: v.releasedInFlight(v.asker(), c, flight.Use{Point: r.Point, Queue: v.queues[v.order.Root(r.Point.Queue)], List: r.List, Submit: r.Site})})
		}
	}
	return out
}
