package validate

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

func (v *Validator) sayReleased(id, cause gpu.ID, site gpu.Site, method string) {
	d := v.say(diag.ReleasedObject, site, "%s uses %s after its Release", method, v.ref(id)).WithResource(v.ref(id))
	o := v.object(cause)
	if cause != id {
		d.Title = fmt.Sprintf("%s uses %s after the Release of %s, in which it stands", method, v.ref(id), v.ref(cause))
	}
	if v.resized(id) {
		d.Title = fmt.Sprintf("%s uses %s, which ResizeBuffers has given up", method, v.ref(id))
		d.Also(o.released, "other buffers take the places of the old ones here").HelpText("call GetBuffer again after ResizeBuffers, and make the views of the new buffers")
		return
	}
	d.Also(o.released, v.ref(cause)+" is released here")
	if method == "Release" {
		d.Title = v.ref(id) + " is released twice"
		d.HelpEdit(site, diag.EditDeleteLine, "", "an object is released once: leave this call out")
		return
	}
	d.HelpEdit(o.released, diag.EditDeleteLine, "", "move the Release behind the last use, or leave it out")
}

func (v *Validator) saySubmitReset(c *gpu.SubmitCall, list, alloc gpu.ID, a *allocator) {
	v.say(diag.SubmitResetAllocator, c.Site, "the commands of %s are gone: %s was reset after it was closed", v.ref(list), v.ref(alloc)).
		Also(a.site, v.ref(alloc)+" is reset here").WithResource(v.ref(list)).
		Note("The runtime of Direct3D 12 removes the device for this, with reason INVALID_CALL.").
		HelpEdit(a.site, diag.EditDeleteLine, "", "leave this Reset out, and reset the allocator after the list has been executed; or record the list again")
}

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

func (v *Validator) sayListInFlight(c *gpu.SubmitCall, l *list, u use) {
	d := v.say(diag.ListInFlight, c.Site, "%s is submitted again while %s may still execute it", v.ref(l.id), v.ref(u.queue)).WithResource(v.ref(l.id))
	v.inFlight(d, u)
}

func (v *Validator) sayListTwice(c *gpu.SubmitCall, l *list, first, second int) {
	v.say(diag.ListInFlight, c.Site, "%s is submitted twice in one call, as list %d and list %d", v.ref(l.id), first+1, second+1).WithResource(v.ref(l.id)).
		HelpText("record a second list, or submit it again when it has finished")
}

// inFlight adds where the work was submitted, and the wait that makes the call safe.
func (v *Validator) inFlight(d *diag.Diagnostic, u use) {
	d.Also(u.submit, fmt.Sprintf("submitted here to %s", v.ref(u.queue)))
	if u.record != 0 {
		d.Via(u.record, fmt.Sprintf("%s, %s", v.ref(u.list), u.op))
	}
	site := d.Primary().Site
	if s, ok := v.order.Covering(u.point); ok {
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

// made are the names that objects got where they were made, as pieces of a line.
func (v *Validator) made(ids ...gpu.ID) (pieces []diag.Snippet) {
	for _, id := range ids {
		pieces = append(pieces, diag.Snippet{Made: v.createdAt(id)})
	}
	return pieces
}

func (v *Validator) saySubmitReleased(c *gpu.SubmitCall, l *list, r *ref) {
	via := fmt.Sprintf("%s, %s", v.ref(l.id), r.op)
	if r.id == l.alloc {
		via = v.ref(l.id) + " records on it"
	}
	d := v.say(diag.SubmitReleased, c.Site, "%s needs %s, which was released", v.ref(l.id), v.ref(r.id)).Via(r.site, via).WithResource(v.ref(r.id))
	cause := r.id
	if b := v.resource(r.id); b != nil && b.parent != 0 && !v.objects[r.id].dead {
		cause = b.parent
	}
	d.Also(v.objects[cause].released, v.ref(cause)+" is released here").Because("A command list holds no references.").
		HelpEdit(v.objects[cause].released, diag.EditDeleteLine, "", "move the Release behind the execution, or leave it out")
}

func (v *Validator) sayUnsupported(c *gpu.UnsupportedCall) {
	comes, instead := words.Instead(c.Method)
	words.HelpInstead(v.say(diag.NotSupported, c.Site, "%s is not available: %s", c.Method, comes), c.Site, instead)
}

func (v *Validator) sayOtherDevice(id gpu.ID, c caller) {
	o := v.object(id)
	d := v.say(diag.ObjectOfAnotherDevice, c.CallSite(), "%s was made by %s, and %s works on %s", v.ref(id), v.ref(o.device), c.CallName(), v.ref(v.scope))
	if v.subject != 0 && v.subject != id {
		d.Also(v.createdAt(v.subject), v.ref(v.subject)+" is created here")
	}
	words.HelpDevice(v.alsoCreated(d, id), v.createdAt(id), v.createdAt(v.scope))
}
