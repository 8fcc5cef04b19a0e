package validate

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/conflict"
)

func (v *Validator) sayReleasedInFlight(c *gpu.ReleaseCall, u use) {
	code, does := diag.ReleasedInFlight, "is released"
	if c.Method == "ResizeBuffers" {
		code, does = diag.ResizeInFlight, "is given up by ResizeBuffers"
	}
	what, shown := v.ref(c.Object), ""
	if r := v.resource(c.Object); r != nil && r.chain != nil && code == diag.ReleasedInFlight { // the script releases the chain
		what, shown = v.ref(r.chain.id), what
	}
	d := v.say(code, c.Site, "%s %s while %s may still need it", what, does, v.ref(u.queue)).WithResource(what)
	if shown != "" {
		d.Note("It is %s that is needed, one of its back buffers.", shown)
	}
	if u.inside != 0 {
		d.Note("It is %s that is needed, which stands in it.", v.ref(u.inside))
	}
	v.inFlight(d, u)
}

func (v *Validator) sayAllocatorBusy(c *gpu.ListCall, u use) {
	d := v.say(diag.AllocatorInFlight, c.Site, "%s is reset while %s may still execute %s", v.ref(c.Allocator), v.ref(u.queue), v.ref(u.list)).WithResource(v.ref(c.Allocator))
	v.inFlight(d, u)
}

// inFlight adds where the work was submitted, and the wait that makes the call safe.
func (v *Validator) inFlight(d *diag.Diagnostic, u use) {
	d.Also(u.submit, fmt.Sprintf("submitted here to %s", v.ref(u.queue)))
	if u.record != 0 {
		d.Via(u.record, fmt.Sprintf("%s, %s", v.ref(u.list), u.op))
	}
	conflict.InFlight(names{v}, v.order, v.asks, &conflict.Use{Point: u.point, Queue: u.queue, Submit: u.submit, Presents: u.list == 0}, d)
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
		kept := v.out
		v.out = nil
		v.sayReleasedInFlight(c, use{point: s.Point, queue: v.queues[s.Point.Queue], submit: s.Site})
		out = append(out, early{s.Point, v.out[0]})
		v.out = kept
	}
	return out
}

// made are the names that objects got where they were made, as pieces of a line.
func (v *Validator) made(ids ...gpu.ID) (pieces []diag.Snippet) {
	for _, id := range ids {
		pieces = append(pieces, diag.Snippet{Made: v.createdAt(id)})
	}
	return pieces
}
