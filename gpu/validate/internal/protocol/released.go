package protocol

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// Released says that a method uses an object after its Release, or after that of its heap, the cause.
func Released(w World, id, cause gpu.ID, site gpu.Site, method string) {
	d := w.Say(diag.ReleasedObject, site, "%s uses %s after its Release", method, w.Ref(id)).WithResource(w.Ref(id))
	d.Object = cause
	at := w.Released(cause)
	if cause != id {
		d.Title = fmt.Sprintf("%s uses %s after the Release of %s, in which it was placed", method, w.Ref(id), w.Ref(cause))
	}
	if w.Resized(id) {
		d.Title = fmt.Sprintf("%s uses %s, which ResizeBuffers has released", method, w.Ref(id))
		d.Also(at, "other buffers take the places of the old ones here").
			HelpText("call GetBuffer again after ResizeBuffers, and make the views of the new buffers")
		return
	}
	if w.Forgotten(cause) {
		forgotten(w, d, id, cause, method)
		return
	}
	d.Also(at, w.Ref(cause)+" is released here")
	if method == "Release" {
		d.Title = w.Ref(id) + " is released twice"
		d.HelpEdit(site, diag.EditDeleteLine, "", "an object is released once: leave this call out")
		return
	}
	d.HelpFix(at, diag.Fix{Argument: 1, Action: diag.FixRemove}, "move the Release after the last use, or leave it out")
}

// forgotten is Released where the cause is not remembered any more. That what was used stood in it is known only while that is.
func forgotten(w World, d *diag.Diagnostic, id, cause gpu.ID, method string) {
	switch {
	case method == "Release":
		d.Title = w.Ref(id) + " is released twice"
	case cause == id:
		d.Title = fmt.Sprintf("%s uses %s", method, w.Ref(id))
	}
	d.Note("So many objects have been released since then that its name and the place of its Release are no longer known.").
		HelpText("move the Release after the last use, or leave it out")
}

// SubmitReset says that a list is submitted whose allocator was reset at a place.
func SubmitReset(w World, c *gpu.SubmitCall, list, alloc gpu.ID, at gpu.Site) {
	w.Say(diag.SubmitResetAllocator, c.Site, "the commands of %s are gone: %s was reset after it was closed", w.Ref(list), w.Ref(alloc)).
		Also(at, w.Ref(alloc)+" is reset here").WithObject(list, w.Ref(list)).
		Note("The runtime of Direct3D 12 removes the device for this, with reason INVALID_CALL.").
		HelpEdit(at, diag.EditDeleteLine, "", "leave this Reset out, and reset the allocator after the list has been executed; or record the list again")
}

// SubmitReleased says that a list is submitted which needs an object that was released, or whose heap was, the cause. via says where it needs it.
func SubmitReleased(w World, c *gpu.SubmitCall, list, id, cause gpu.ID, needed gpu.Site, via string) {
	d := w.Say(diag.SubmitReleased, c.Site, "%s needs %s, which was released", w.Ref(list), w.Ref(id)).Via(needed, via).WithResource(w.Ref(id))
	d.Object = cause
	at := w.Released(cause)
	if d.Because("A command list holds no references."); w.Forgotten(cause) {
		d.Title = fmt.Sprintf("%s needs %s", w.Ref(list), w.Ref(id))
		d.HelpText("move the Release after the execution, or leave it out")
		return
	}
	d.Also(at, w.Ref(cause)+" is released here").
		HelpEdit(at, diag.EditDeleteLine, "", "move the Release after the execution, or leave it out")
}

// Unsupported says that there is no such method.
func Unsupported(w World, c *gpu.UnsupportedCall) {
	comes, instead := words.Instead(c.Method)
	d := w.Say(diag.NotSupported, c.Site, "%s is not available: %s", c.Method, comes)
	if c.Method == "CreateSwapChain" { // with the queue first, as DXGI has it, or with the description alone
		call := func(text string) diag.Fix {
			return diag.Fix{Method: c.Method, Argument: 1, Action: diag.FixCall, Text: text}
		}
		alone := call("%o:CreateSwapChain { %i1 }")
		alone.Object = diag.Only("CreateCommandQueue").With("Type", gpu.ListDirect)
		d.HelpFix(c.Site, call("%1:CreateSwapChain { %i2 }"), "").HelpFix(c.Site, alone, "%s", instead)
		return
	}
	words.HelpInstead(d, c.Site, instead)
}

// OtherDevice says that an object was made by another device than a call works on, which an object, the subject, decides; 0: none.
func OtherDevice(w World, id, scope, subject gpu.ID, site gpu.Site, method string) {
	d := w.Say(diag.ObjectOfAnotherDevice, site, "%s was created by %s, but %s works on %s", w.Ref(id), w.Ref(w.Device(id)), method, w.Ref(scope))
	if subject != 0 && subject != id {
		d.Also(w.Created(subject), w.Ref(subject)+" is created here")
	}
	words.HelpDevice(words.Made(w, d, id), w.Created(id), w.Created(scope))
}
