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

// Lift says later whether all that is wrong with the call is that work may not be finished, all of which may be missing in another run.
func (u Flying) Lift(found []*diag.Diagnostic, missing Missing) func() bool {
	all := slices.Clone(u)
	if slices.ContainsFunc(found, func(d *diag.Diagnostic) bool { return d.Severity == diag.SeverityError && d.Lacks == diag.Wait{} }) {
		all = nil
	}
	return func() bool {
		return len(all) > 0 && !slices.ContainsFunc(all, func(w work) bool { return !missing(w.queue, w.number, w.shown) })
	}
}

// Open marks what is wrong with a call because of such work alone: that is not so in every run.
func Open(found []*diag.Diagnostic) {
	for _, d := range found {
		d.Open = d.Open || d.Lacks != diag.Wait{}
	}
}
