// Package layers is who sees the calls of a machine, and what becomes of the diagnostics about them.
//
//	API method → gpu.Call ─┬─ Check: every layer ── refused? → error, nothing has happened
//	                       ├─ the device does it
//	                       └─ Record: every layer
//	work that runs ────────┬─ Executed, Retired: every follower ─┐ Findings: what is certain
//	                       ├─ Happened: an explainer words it ───┤ Findings: its submission is settled
//	                       └─ Incident: an explainer words it ───┤ Pending
//	                                                             └→ error of the script's next call, or a report
//
// Where errors are reported and the script goes on, what follows from a mistake that was told is not told besides (ledger.go).
//
// It must not know devices, rules or time. Nothing here is safe for concurrent use: calls come from the goroutine of the
// running CPU thread, one at a time.
package layers

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
)

// Layer sees every call. Validation is one; the device itself knows no rule.
//
// Layers are called on the goroutine of the running CPU thread, one call at a time. They must not keep a
// call: those that are frequent (commands, submissions, fences) are passed in reused structs.
type Layer interface {
	// Check says what is wrong with a call before it is done. An error diagnostic refuses the call; others are reported.
	Check(call gpu.Call) []*diag.Diagnostic
	// Record tells that the call was done.
	Record(call gpu.Call)
}

// Explainer is a layer that words what went wrong while work ran.
type Explainer interface {
	// Explain returns the diagnostic of an incident, nil if it has no words for it.
	Explain(i incident.Incident) *diag.Diagnostic
}

// Follower is a Layer that follows what work touched. Commands of one queue are told in order; those of different queues as
// the machine happens to run them, so that a verdict must not depend on it.
type Follower interface {
	// Follows says whether it wants to be told; it is asked once.
	Follows() bool
	// Executed tells what a command touched, when it has been executed.
	Executed(work *gpu.Executed)
	// Retired tells that a submission has ended, and whether it was completed: a removed device drops the rest.
	Retired(queue gpu.ID, submission uint64, completed bool)
	// Findings are what became certain since they were asked for last.
	Findings(end incident.Ending) []*diag.Diagnostic
}

// Swift is a Follower that can say of the calls which submit and wait that nothing is wrong with them, in a few steps. Where it is the only layer and
// follows no work, those calls need no more of it: it is asked instead of Check, and Record is left out. What it does not let pass goes the way of
// all calls.
type Swift interface {
	Follower
	PassesFence(call *gpu.FenceCall) bool
	PassesSubmit(call *gpu.SubmitCall) bool
}

// Dropper is a Layer that goes on as if the script had done what ErrorsReport leaves out.
type Dropper interface {
	// Dropped tells that a call was told to break a rule, and left out.
	Dropped(call gpu.Call)
}

// Remover is a Layer that knows which refused submissions also remove the device.
type Remover interface {
	// Removes says whether the call that it just refused removes the device, and with which reason.
	Removes() gpu.RemovedReason
}

// Waverer is a Layer that may find another cause of what is wrong with a call: what another thread does beside it, which is told when it is settled.
type Waverer interface {
	// Wavers is asked after a Check that found an error: how it looks when the other threads have gone on; nil if there are none.
	Wavers(call gpu.Call) *diag.Dispute
	// Contested is asked about what a level above finds wrong while a thread is in a method of a context, or wrong with an object, which may be 0: it
	// returns functions that say whether another thread uses the context, or the object, in no order with that, and how it is told. Else it returns
	// nil.
	Contested(thread, object gpu.ID) (disputed func() bool, causes func() []*diag.Diagnostic)
	// Clash is what it tells then, without words.
	Clash() *diag.Diagnostic
}

// Hastener is a Layer that keeps what it found until it is settled.
type Hastener interface {
	// Hasten tells what is certain already, where nothing can happen any more: because of a deadlock, or because the script has ended. end is Goes
	// where a thread is in a wait that does not end.
	Hasten(s *incident.Stall, end incident.Ending) []*diag.Diagnostic
}

// Pacer is a Layer that follows which threads present.
type Pacer interface {
	// Paces says whether it is up to the schedule that a thread waits for the frames of a swap chain of a queue, or until it may begin one; few says
	// that those which were presented are too few for that.
	Paces(thread, queue, chain gpu.ID, few bool) bool
}

// Receiver is a Layer that follows which threads use an object.
type Receiver interface {
	// HandOver tells that a level above has given an object of its own to the calling thread, under a lock of its own.
	HandOver(object gpu.ID)
	// Leave tells that the method of a context ends that a thread has called.
	Leave(thread gpu.ID)
}

// ErrorMode says what happens to an error diagnostic.
type ErrorMode uint8

// The error modes.
const (
	// ErrorsStop refuses the call and returns the error.
	ErrorsStop ErrorMode = iota
	// ErrorsReport reports hazards (GS04xx to GS06xx) and goes on, and drops what cannot be done. Freed memory is poisoned,
	// so the run stays defined. Creations that cannot succeed still return their error.
	ErrorsReport
)
