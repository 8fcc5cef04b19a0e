package layers

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// waits are those of the CPU of which it was told that they are missing.
//
//	thread   Reset ◀── told: no wait for work 7      Release ◀── needs work 7, or one before it: the same wait, in the same place or before it
//	in a loop: the next Reset at the same place ◀── needs work 8, submitted at the same place: the same wait, a turn later
type waits struct {
	lacks map[[2]int][]diag.Wait // by the thread that does not wait and what it does not wait for
	sites map[string]bool        // places of what was told, and of what was not because of another one
}

// again says whether a diagnostic is about a wait of which it was told, and keeps it.
func (w *waits) again(d *diag.Diagnostic) bool {
	if d.Lacks == (diag.Wait{}) {
		return false
	}
	key, turn := [2]int{d.Lacks.By, d.Lacks.For}, turnOf(d)
	known := w.sites[turn] || slices.ContainsFunc(w.lacks[key],
		func(told diag.Wait) bool { return told.Before <= d.Lacks.Before && d.Lacks.Item <= told.Item })
	if w.sites == nil {
		w.sites, w.lacks = map[string]bool{}, map[[2]int][]diag.Wait{}
	}
	if w.sites[turn] = true; !known {
		w.lacks[key] = append(w.lacks[key], d.Lacks)
	}
	return known
}

// unserved leaves out errors that were found at once with another one, which the wait that the other one lacks would serve as well: it has to come
// before both, for work that is not before that of the other. Of those that lack the same wait the first is left.
//
//	in the order of Before   ─── a, work 7 ─── b, work 5 ─── c, work 9 ───▶      the wait of a serves b, and not c
//
// One that follows from something else serves none: what repairs that is no wait.
func unserved(found []*diag.Diagnostic, follows func(*diag.Diagnostic) bool) []*diag.Diagnostic {
	var lacking []*diag.Diagnostic
	for _, d := range found {
		if d.Lacks != (diag.Wait{}) {
			lacking = append(lacking, d)
		}
	}
	if len(lacking) < 2 {
		return found
	}
	isError := func(d *diag.Diagnostic) bool { return d.Severity == diag.SeverityError }
	slices.SortStableFunc(lacking, func(d, o *diag.Diagnostic) int {
		a, b := &d.Lacks, &o.Lacks
		if c := cmp.Or(cmp.Compare(a.By, b.By), cmp.Compare(a.For, b.For), cmp.Compare(a.Before, b.Before), cmp.Compare(b.Item, a.Item)); c != 0 ||
			isError(d) == isError(o) {
			return c
		}
		if isError(d) { // only errors serve others
			return -1
		}
		return 1
	})
	served := map[*diag.Diagnostic]bool{}
	var last *diag.Diagnostic // of those so far that lack a wait for the same queue, the error for the latest work
	for _, d := range lacking {
		switch {
		case last != nil && last.Lacks.By == d.Lacks.By && last.Lacks.For == d.Lacks.For && last.Lacks.Item >= d.Lacks.Item:
			served[d] = true
		case isError(d) && !follows(d):
			last = d
		}
	}
	return slices.DeleteFunc(slices.Clone(found), func(d *diag.Diagnostic) bool { return served[d] })
}

// unlifted leaves out waits that may miss their values because of a race that is found at once, or was told: the wait that the race lacks would order
// the signals. It leaves out all of them but the first: in the run in which that wait stands, others do not come so far.
func (l *ledger) unlifted(found []*diag.Diagnostic) []*diag.Diagnostic {
	errors := slices.DeleteFunc(slices.Clone(found), func(d *diag.Diagnostic) bool { return d.Severity != diag.SeverityError })
	races := slices.Concat(l.races, errors)
	missed := slices.DeleteFunc(slices.Clone(errors), func(d *diag.Diagnostic) bool { return !misses(d) })
	comes := map[*diag.Diagnostic]bool{} // of something else
	told := l.failed != nil
	if told {
		missed = append(missed, l.failed)
	}
	for _, m := range missed {
		lifted := slices.ContainsFunc(races, func(d *diag.Diagnostic) bool { return d.Lifts(m) })
		m.Follows = m.Follows || lifted
		comes[m] = lifted || told && m != l.failed
		told = told || !lifted
	}
	left := slices.DeleteFunc(slices.Clone(found), func(d *diag.Diagnostic) bool { return comes[d] })
	last := slices.DeleteFunc(slices.Clone(left), func(d *diag.Diagnostic) bool { return !misses(d) })
	return append(slices.DeleteFunc(left, misses), last...)
}

// misses says whether a diagnostic is about a wait that may miss its value, of which it is known where it stands.
func misses(d *diag.Diagnostic) bool { return d.Missed.Wait != diag.Wait{} }

// refused reports what stops nothing of what was found of a call, and puts what does after a list. What the wait that another one lacks would serve
// is left out.
func (c *Chain) refused(call gpu.Call, list, found []*diag.Diagnostic) []*diag.Diagnostic {
	var shown []*diag.Diagnostic
	for _, d := range found {
		if c.shown(d) {
			shown = append(shown, d)
		}
	}
	left := unserved(shown, func(d *diag.Diagnostic) bool { return c.told.because(call, d) })
	for _, d := range found {
		switch {
		case !slices.Contains(shown, d):
			if d.Follows { // the call is done all the same
				c.told.enter(call, d, told, true)
			}
		case d.Severity != diag.SeverityError, c.mode == ErrorsReport && d.Code.Hazard() && !d.Halts:
			if !c.told.done(call, d) && slices.Contains(left, d) {
				c.report(d)
			}
		case slices.Contains(left, d):
			list = append(list, d)
		}
	}
	return list
}

// apart says whether an error is of two threads of which it was told already that nothing orders them, because one order would serve both, and keeps
// it. What they do with several objects is one mistake then.
func (l *ledger) apart(d *diag.Diagnostic) bool {
	none, known := d.Apart == diag.Apart{}, l.threads[d.Apart]
	if !none && d.Code == diag.TwoThreads && d.Severity == diag.SeverityError {
		if l.threads == nil {
			l.threads = map[diag.Apart]bool{}
		}
		l.threads[d.Apart] = true
	}
	return known
}

// turnOf is equal for what the turns of a loop do: the same call, after work that the same call submits, whatever the object is.
func turnOf(d *diag.Diagnostic) string {
	var key strings.Builder
	fmt.Fprint(&key, d.Code, " ", d.Lacks.By, " ", d.Lacks.Site)
	at := d.Primary()
	places(&key, &at)
	return key.String()
}
