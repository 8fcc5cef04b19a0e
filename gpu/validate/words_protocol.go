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

func (v *Validator) sayAllocatorType(alloc gpu.ID, have, want gpu.CommandListType, h *gpu.CallHead) {
	fix := diag.Fix{}
	if bodyOf[allocator](v, alloc).site == 0 { // no list has recorded on it
		fix = diag.PutArgument("CreateCommandAllocator", 1, want)
	}
	v.alsoCreated(v.say(diag.AllocatorTypeMismatch, h.Site, "%s has type %s and cannot back a list of type %s", v.ref(alloc), have, want), alloc).
		HelpFix(v.createdAt(alloc), fix, "use an allocator of type %s: CreateCommandAllocator(%q)", want, want)
}

func (v *Validator) sayAllocatorInUse(alloc gpu.ID, a *allocator, h *gpu.CallHead) {
	v.say(diag.AllocatorInUse, h.Site, "%s backs the open %s already", v.ref(alloc), v.ref(a.open)).Also(a.site, v.ref(a.open)+" begins to record here").
		WithResource(v.ref(alloc)).HelpBefore(h.Site, "%1:Close()", v.made(a.open), "call Close on %s first, or use an allocator for each list that is open at a time", v.ref(a.open))
}

func (v *Validator) sayInitialState(typ gpu.CommandListType, h *gpu.CallHead) {
	v.say(diag.WrongListType, h.Site, "a list of type %s has no pipeline state", typ).HelpText("leave InitialState out, or use a list of type COMPUTE")
}

func (v *Validator) sayListClosed(l *list, site gpu.Site, method string) {
	d := v.say(diag.ListClosed, site, "%s is called on %s, which is closed", method, v.ref(l.id)).WithResource(v.ref(l.id))
	if l.closed != 0 {
		d.Also(l.closed, "it is closed here")
	} else if l.alloc == 0 {
		v.alsoCreated(d, l.id).Because("A list without an Allocator is created closed.")
	}
	if method == "Close" {
		d.HelpEdit(site, diag.EditDeleteLine, "", "a list is closed once: leave this call out")
		return
	}
	d.HelpBefore(site, "%1:Reset(%2)", v.made(l.id, l.alloc), "call Reset with an allocator on %s: that opens it for a new recording", v.ref(l.id))
}

func (v *Validator) sayListOpen(l *list, c *gpu.ListCall) {
	v.say(diag.ListOpen, c.Site, "Reset is called on %s, which is still recording", v.ref(l.id)).Also(l.opened, "the recording begins here").
		WithResource(v.ref(l.id)).HelpBefore(c.Site, "%1:Close()", v.made(l.id), "call Close on %s before Reset", v.ref(l.id))
}

func (v *Validator) sayAllocatorRecording(c *gpu.ListCall, l *list) {
	v.say(diag.AllocatorRecording, c.Site, "%s is reset while %s records on it", v.ref(c.Allocator), v.ref(l.id)).
		Also(l.opened, "the recording begins here").WithResource(v.ref(c.Allocator)).HelpBefore(c.Site, "%1:Close()", v.made(l.id), "call Close on %s first", v.ref(l.id))
}

func (v *Validator) sayListFailed(l *list, c *gpu.ListCall) {
	v.say(diag.ListFailed, c.Site, "%s cannot be closed: %s was refused in it", v.ref(l.id), l.failed.what).
		Also(l.failed.site, "this call was refused").WithResource(v.ref(l.id)).
		Because("A recording with a refused call is incomplete, so Close fails and the list stays unusable.").HelpText("repair the refused call, and make a new list to record again")
}

// sayListDead: the cause was told when it was refused, and what became of the list when Close was.
func (v *Validator) sayListDead(l *list, site gpu.Site, method string) {
	d := v.say(diag.ListFailed, site, "%s is called on %s, whose recording has failed", method, v.ref(l.id)).
		Also(l.failed.site, l.failed.what+" was refused here").WithResource(v.ref(l.id)).HelpText("repair the refused call, and make a new list")
	d.Follows = true
}

func (v *Validator) sayWrongListType(l *list, site gpu.Site, method string, may gpu.ListTypes) {
	d := v.say(diag.WrongListType, site, "%s cannot be recorded in %s", method, v.ref(l.id))
	if l.typ == gpu.ListBundle {
		d.Prop("d3d12", "INVALID_BUNDLE_API (546)")
	}
	v.alsoCreated(d, l.id).HelpText("record it in a list of type %s", may)
}

func (v *Validator) saySubmitType(c *gpu.SubmitCall, q *queue, l *list) {
	d := v.say(diag.SubmitWrongType, c.Site, "%s cannot execute %s", v.ref(c.Queue), v.ref(l.id)).WithResource(v.ref(l.id))
	if l.typ == gpu.ListBundle {
		d.Because("Bundles are consumed by no queue.").Prop("d3d12", "EXECUTECOMMANDLISTS_BUNDLENOTSUPPORTED (835)")
		return
	}
	made := gpu.Site(0)
	if q.typ == gpu.ListDirect && !l.submitted { // a list of this type may record everything
		made = v.createdAt(l.id)
	}
	words.HelpType(d.Because("A queue of type %s consumes lists of type %s only.", q.typ, q.typ), made, v.createdAt(l.alloc), q.typ, "create the list with Type = %q, or submit it to a queue of type %s", q.typ, l.typ)
}

func (v *Validator) saySubmitOpen(c *gpu.SubmitCall, l *list) {
	v.say(diag.SubmitOpenList, c.Site, "%s is still recording", v.ref(l.id)).Also(l.opened, "the recording begins here").WithResource(v.ref(l.id)).
		Note("The runtime of Direct3D 12 removes the device for this, with reason INVALID_CALL.").HelpBefore(c.Site, "%1:Close()", v.made(l.id), "call Close on %s before ExecuteCommandLists", v.ref(l.id))
}

func (v *Validator) sayNeverRecorded(c *gpu.SubmitCall, l *list) {
	v.alsoCreated(v.say(diag.SubmitNeverRecorded, c.Site, "%s has never recorded anything", v.ref(l.id)), l.id).
		HelpBefore(c.Site, fmt.Sprintf("%%1:Reset(%%2:CreateCommandAllocator(%q))\n%%1:Close()", l.typ), v.made(l.id, v.deviceOf(l.id)), "call Reset with an allocator on %s, record, and call Close", v.ref(l.id))
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
