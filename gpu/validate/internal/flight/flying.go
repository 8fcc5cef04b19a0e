package flight

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Flying is work that a call found unfinished.
type Flying []work

// work is a submission by its number on its queue.
type work struct {
	queue  gpu.ID
	number uint64
	shown  bool // of Use
}

// Add adds a submission.
func (u *Flying) Add(queue gpu.ID, submission uint64, shown bool) {
	*u = append(*u, work{queue, submission, shown})
}

// Lift completes a dispute about a call in which something was found: it is lifted if all that is wrong is that work may not be finished, all of
// which may be missing in another run. What is found of the call again is open then.
func (u Flying) Lift(d *diag.Dispute, found []*diag.Diagnostic, missing Missing) {
	all, again := slices.Clone(u), d.Again
	if slices.ContainsFunc(found, func(d *diag.Diagnostic) bool { return d.Severity == diag.SeverityError && d.Lacks == diag.Wait{} }) {
		all = nil
	}
	d.Lifted = func() bool {
		return len(all) > 0 && !slices.ContainsFunc(all, func(w work) bool { return !missing(w.queue, w.number, w.shown) })
	}
	d.Again = func() []*diag.Diagnostic {
		found := again()
		if d.Lifted() { // of a call that is not checked anew it was not known
			open(found)
		}
		return found
	}
}

// open marks what is wrong with a call because of such work alone: that is not so in every run.
func open(found []*diag.Diagnostic) {
	for _, d := range found {
		d.Open = d.Open || d.Lacks != diag.Wait{}
	}
}
