package validate

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

func (v *Validator) sayReleasedInFlight(c *gpu.ReleaseCall, u use) {
	code, does := diag.ReleasedInFlight, "is released"
	if c.Method == "ResizeBuffers" {
		code, does = diag.ResizeInFlight, "is given up by ResizeBuffers"
	}
	d := v.say(code, c.Site, "%s %s while %s may still need it", v.ref(c.Object), does, v.ref(u.queue)).WithResource(v.ref(c.Object))
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
	site := d.Primary().Site
	if s, ok := v.covering(u); ok {
		fence := v.fenceIDs[s.Fence]
		d.Also(s.Site, "this signal comes when the work is finished").Because("Nothing that the CPU has seen so far says that the work is finished.").
			WithHelp(diag.Help{Site: site, Text: fmt.Sprintf("wait before this call: call WaitCPU with %d on %s", s.Value, v.ref(fence)),
				Draft: &diag.Draft{Edit: diag.EditInsertBefore, Replace: "%1:WaitCPU(" + words.Number(s.Value) + ")", Snippets: v.made(fence), Once: true}})
		return
	}
	d.Because("No signal behind the submission says when the work is finished.").
		HelpBefore(site, `local %3 = %1:CreateFence(0, "done"); %2:Signal(%3, 1); %3:WaitCPU(1)`, append(v.made(v.deviceOf(u.queue), u.queue), diag.Snippet{Fresh: "done"}),
			"call Signal with a fence and its next value on %s behind the submission, and WaitCPU with that value on the fence before this call", v.ref(u.queue))
}

// cover is the first signal behind a submission, as far as there was one when an object was released.
type cover struct {
	point  track.Point
	signal track.Signal
	is     bool
}

// coversNow are those of the submissions of which only commands that run say what they use: a Release may show later to have come too early.
func (v *Validator) coversNow() (out []cover) {
	for _, p := range append(v.tables.Points(), v.named.Points()...) {
		s, ok := v.order.Covering(p)
		out = append(out, cover{p, s, ok})
	}
	return out
}

// covering is the first signal behind a use, as it was known when the object in question was released, if that is over.
func (v *Validator) covering(u use) (track.Signal, bool) {
	if o := v.object(u.released); o != nil {
		for _, c := range o.covers {
			if c.point == u.point {
				return c.signal, c.is
			}
		}
	}
	return v.order.Covering(u.point)
}

// made are the names that objects got where they were made, as pieces of a line.
func (v *Validator) made(ids ...gpu.ID) (pieces []diag.Snippet) {
	for _, id := range ids {
		pieces = append(pieces, diag.Snippet{Made: v.createdAt(id)})
	}
	return pieces
}
