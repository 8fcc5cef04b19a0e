package device

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device/internal/layers"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
)

// Layer sees every call: Check before it is done, where an error diagnostic refuses it, and Record after it. Validation is one; the device itself
// knows no rule. A layer must not keep a call: those that are frequent are passed in reused structs.
type Layer = layers.Layer

// Explainer is a Layer that words what went wrong while work ran.
type Explainer = layers.Explainer

// Follower is a Layer that follows what work touched.
type Follower = layers.Follower

// Settler is a Follower that knows the order of submissions.
type Settler = layers.Settler

// Swift is a Follower that says at once what is right.
type Swift = layers.Swift

// Dropper is a Layer that goes on as if the script had done what ErrorsReport leaves out.
type Dropper = layers.Dropper

// Remover is a Layer that knows which refused submissions also remove the device.
type Remover = layers.Remover

// ErrorMode says what happens to an error diagnostic.
type ErrorMode = layers.ErrorMode

// The error modes.
const (
	// ErrorsStop refuses the call and returns the error.
	ErrorsStop = layers.ErrorsStop
	// ErrorsReport reports hazards (GS04xx to GS06xx) and goes on, and drops what cannot be done. Freed memory is poisoned,
	// so the run stays defined. Creations that cannot succeed still return their error.
	ErrorsReport = layers.ErrorsReport
)

// SetFilter sets who decides, never nil, which diagnostics of calls and incidents are shown (see package gpu/diag/filter).
func (a *Adapter) SetFilter(filter func(*diag.Diagnostic) bool) { a.layers.SetFilter(filter) }

// Retell lets a level above say diagnostics in its own words, before the filter sees them: retell changes those that are about objects of the
// level and leaves the others as they are. It may see a diagnostic more than once.
func (a *Adapter) Retell(retell func(*diag.Diagnostic)) { a.layers.Retell(retell) }

// Follow lets a level above follow what work touches, as long as a layer does: without one nothing is worked out.
func (a *Adapter) Follow(f Follower) { a.layers.Follow(f) }

// Settled says whether every CPU thread knows that a submission is finished, by its number on the queue: what was found of it then is the same in
// every schedule. For levels that follow what work touches (Follow).
func (a *Adapter) Settled(queue gpu.ID, submission uint64) bool {
	return a.layers.Settled(queue, submission)
}

// Precedes says whether a submission has certainly ended when another one starts, in every schedule.
func (a *Adapter) Precedes(queue gpu.ID, submission uint64, other gpu.ID, later uint64) bool {
	return a.layers.Precedes(queue, submission, other, later)
}

// Judge decides about a diagnostic of a level above as about those of the layers: an error that stops the call is returned, what stops
// nothing is reported, and what the filter drops is neither.
func (a *Adapter) Judge(d *diag.Diagnostic) error { return a.layers.Judge(a.threadID(), d) }

// Refuse is the error of a call of a level above that cannot be done: that diagnostic, or, where two threads use the context of the call in no order,
// that they do.
func (a *Adapter) Refuse(d *diag.Diagnostic) error { return a.layers.Refuse(a.threadID(), d) }

// Unsupported refuses a function of the API that this version does not have, by its name.
func (a *Adapter) Unsupported(method string, site gpu.Site) error {
	return a.issue(sched.CallQuery, &gpu.UnsupportedCall{CallHead: a.headAt(method, site)}, nothing)
}

// issue is the life of every call but a recorded command: the clock, the layers, the deed, the layers.
func (a *Adapter) issue(cost sched.CallClass, call gpu.Call, do func() error) error {
	if ok, err := a.enter(cost, call); !ok {
		return err
	}
	if err := do(); err != nil {
		return err
	}
	return a.leave(call)
}

// enter is the first half of issue; ok says that the deed is to be done. Calls that are too frequent for a closure do it themselves.
func (a *Adapter) enter(cost sched.CallClass, call gpu.Call) (ok bool, err error) {
	if err := a.tick(cost); err != nil {
		return false, err
	}
	return a.layers.Check(call)
}

// leave is the second half of issue.
func (a *Adapter) leave(call gpu.Call) error {
	a.layers.Record(call)
	return a.layers.Findings(incident.Goes)
}

// tick is what is left of issue for a call that no layer sees: the clock, and errors of work that went wrong meanwhile.
func (a *Adapter) tick(cost sched.CallClass) error {
	a.ticks++
	a.sim.Call(cost)
	return a.layers.Pending()
}
