package device

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device/internal/tell"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
)

// Layer sees every call. Validation is one; the device itself knows no rule.
//
//	API method → gpu.Call ─┬─ every layer: Check ── refused? → error, nothing has happened
//	                       ├─ the device does it
//	                       └─ every layer: Record
//
// Layers are called on the goroutine of the running CPU thread, one call at a time. They must not keep a *gpu.Command:
// recorded commands are passed in a reused struct.
type Layer interface {
	// Check says what is wrong with a call before it is done. An error diagnostic refuses the call; others are reported.
	Check(call gpu.Call) []*diag.Diagnostic
	// Record tells that the call was done.
	Record(call gpu.Call)
}

// Explainer is a layer that words what went wrong while work ran.
type Explainer interface {
	// Explain returns the diagnostic of an incident, nil if it has no words for it.
	Explain(incident gpu.Incident) *diag.Diagnostic
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

// check asks the layers about a call. It returns whether the call may be done, and the error for the caller.
func (a *Adapter) check(call gpu.Call) (proceed bool, err error) {
	var refused []*diag.Diagnostic
	proceed = true
	for _, l := range a.layers {
		for _, d := range l.Check(call) {
			switch {
			case !tell.Shown(&a.filter, d):
			case d.Severity != diag.SeverityError:
				a.report(d)
			case a.mode == ErrorsReport && d.Code.Hazard():
				a.report(d)
			default:
				refused, proceed = append(refused, d), false
			}
		}
	}
	if proceed {
		return true, nil
	}
	if a.mode == ErrorsReport && call.CallKind() != gpu.CallCreate {
		for _, d := range refused {
			a.report(d)
		}
		return false, nil
	}
	return false, &diag.Error{Diagnostics: refused}
}

// record tells the layers that a call was done.
func (a *Adapter) record(call gpu.Call) {
	for _, l := range a.layers {
		l.Record(call)
	}
}

// report hands a diagnostic that stops nothing to the embedder.
func (a *Adapter) report(d *diag.Diagnostic) {
	if a.onDiagnostic != nil {
		a.onDiagnostic(d)
	}
}

// explain words an incident.
func (a *Adapter) explain(i gpu.Incident) *diag.Diagnostic {
	for _, l := range a.layers {
		if e, ok := l.(Explainer); ok {
			if d := e.Explain(i); d != nil {
				return d
			}
		}
	}
	return diag.New(diag.Internal, "no layer words the incident %T", i).At(i.IncidentSite(), "")
}

// incident reports what went wrong while work ran. An error waits for the next call of the script, which returns it.
func (a *Adapter) incident(i gpu.Incident) {
	d := a.explain(i)
	switch {
	case !tell.Shown(&a.filter, d):
	case d.Severity == diag.SeverityError && a.mode == ErrorsStop:
		a.pending = append(a.pending, d)
	default:
		a.report(d)
	}
}

// takePending returns the errors of incidents since the last call.
func (a *Adapter) takePending() error {
	pending := a.pending
	a.pending = nil
	return diag.AsError(pending...)
}

// takeFindings reports what became certain with the running call, and returns what is an error of it.
func (a *Adapter) takeFindings(atEnd bool) error {
	var found []*diag.Diagnostic
	for _, f := range a.followers {
		for _, d := range f.Findings(atEnd) {
			switch {
			case !tell.Shown(&a.filter, d):
			case d.Severity == diag.SeverityError && a.mode == ErrorsStop:
				found = append(found, d)
			default:
				a.report(d)
			}
		}
	}
	return diag.AsError(found...)
}

// fail turns an incident into the error of the running call.
func (a *Adapter) fail(i gpu.Incident) error {
	return &diag.Error{Diagnostics: []*diag.Diagnostic{tell.Retold(&a.filter, a.explain(i))}}
}

// Unsupported refuses a function of the API that this version does not have, by its name.
func (a *Adapter) Unsupported(method string, site gpu.Site) error {
	call := &gpu.UnsupportedCall{CallHead: gpu.CallHead{Site: site, Method: method, Thread: a.threadID()}}
	return a.issue(sched.CallQuery, call, nothing)
}

// Judge decides about a diagnostic of a level above as about those of the layers: an error that stops the call is returned, what stops
// nothing is reported, and what the filter drops is neither.
func (a *Adapter) Judge(d *diag.Diagnostic) error {
	switch {
	case !tell.Shown(&a.filter, d):
		return nil
	case d.Severity == diag.SeverityError && a.mode == ErrorsStop:
		return diag.AsError(d)
	}
	a.report(d)
	return nil
}
