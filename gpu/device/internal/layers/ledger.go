package layers

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// mostRaces bounds the races that are kept: what follows from one comes soon after it.
const mostRaces = 256

// ledger keeps, where errors are reported and the script goes on, what was told and may have consequences: each cause is told once.
//
//	a call breaks a rule ─┬─ an entry of it, or of its objects (entries.go) ──▶ ledger
//	                      └─ all that is told of it follows from what is in the ledger (consequences.go)? It is not told
//	a later call is done ─── what it makes good leaves the ledger (settled.go)
//
// A consequence of a cause that is here is a row of consequences; a new cause is a kind, a row of entries, and what makes it good. Waits are no
// values that are equal or not, so they have a ledger of their own.
type ledger struct {
	causes   map[cause]since
	ended    map[cause][]term    // causes that work in flight may follow from, and that have left
	calls    int                 // of which something was found
	submits  uint64              // submissions
	late     bool                // the running call writes descriptors too early, of which it was told
	release  gpu.Site            // where the last object was given up too early; buffers of a swap chain are given up together
	disputed map[gpu.ID]bool     // objects that one thread gives up while another one uses them
	threads  map[diag.Apart]bool // of which it was told that nothing orders them
	races    []*diag.Diagnostic  // the last mostRaces that lie where a queue does not wait
	failed   *diag.Diagnostic    // a wait that may miss its value, if the script has failed with that
	waits
}

// since says when a cause came in: the number of the call, and how many submissions there were.
type since struct {
	call    int
	submits uint64
}

// term is when a cause was there: for the submissions after the first, up to the last.
type term struct{ first, last uint64 }

// cause is what was told, as a kind and what it is about.
type cause struct {
	kind  kind
	by    gpu.ID             // a queue that does not wait,
	from  gpu.ID             // for another one
	of    gpu.ID             // an object
	in    gpu.ResourceStates // a state of it
	index uint32             // of a descriptor in a heap, or of a query
	code  diag.Code          // what was told of it
	site  gpu.Site           // a call
	turn  string             // what a loop does at its places
	value uint64             // of a fence
}

// kind says what a cause is.
type kind uint8

const (
	given       kind = iota // an object is given up too early, all the same: whether work misses it is up to the schedule. Of object 0: any one
	starved                 // a submission comes after the release of what it needs, and is done
	lessened                // a list is without a command that others build on
	early                   // a command of a list was left out because the list was closed: the recording that begins next may be without it
	troubled                // a command of a list, or its Close, was left out because of a code
	stale                   // a list is without a command, or was not begun anew: what it holds is not what is meant
	unclosed                // Close of a list was left out
	unsent                  // a submission of a list was left out
	unsignalled             // a signal of a fence was left out
	unset                   // a call was left out that would have set an event, or named one to be set
	unwaited                // a queue does not wait for another one: for a value of a fence, or, where that signals none, before a list
	unfitting               // a list was to be begun with an allocator of another type
	unmapped                // Map of a resource was left out: the pointer, and Unmap, are of nothing
	gone                    // an object is used after its Release
	misplaced               // the Release of an object is to leave its place
	wanted                  // a resource that stays in one state is to be taken to another
	shown                   // Present shows a back buffer before the list that ends a barrier of it
	misled                  // a barrier takes a resource from a state in which it is not: it stands before the one that it belongs after
	crossed                 // the first two barriers of a list stand in the wrong order, so it is said to find a resource in another state
	misnamed                // a barrier names another subresource than is meant, which is in a state then in which nobody wants it
	unended                 // a query is resolved that nobody has ended
	unpaired                // a query begins in a list which ends, or the other way round
	mismatched              // a query heap is of another type than lists need
	confused                // a command uses an object in two states at once, so that one of them is to be another object
	amiss                   // a command, or what of a list is submitted by a call, executes with other descriptors or another program than is meant
	replaced                // a level above has told of a command that it replaces what a dispatch needs: one edit serves all dispatches after it
	doubled                 // a list is submitted twice in one call, or while it may still be executed
	halved                  // the first half of a render pass on a queue was left out
	overran                 // a frame ended before a list of it was executed, which begins at a place
	above                   // a level above has told of a call that it writes descriptors in use
	awaited                 // a level above has told that a wait for a command is missing where its memory is mapped: what reads it then is too early
	unflushed               // a level above has told at a place that commands are to be flushed before the memory that they write is mapped
	unwritten               // a descriptor was missing when a list was submitted
	skipped                 // the call was left out that would have written a descriptor
	overwritten             // a descriptor was written while work may have read it
	astray                  // a call that was left out named descriptors which its heap does not have: nobody knows which ones were meant
	elsewhere               // or descriptors of a heap of another type
	repeated                // it was told what a loop does at its places
)

// none says that nothing is in it that calls could add to.
func (l *ledger) none() bool { return len(l.causes) == 0 }

func (l *ledger) has(c cause) bool {
	_, known := l.causes[c]
	return known
}

func (l *ledger) put(c cause) {
	if l.causes == nil {
		l.causes = map[cause]since{}
	}
	if !l.has(c) {
		l.causes[c] = since{l.calls, l.submits}
	}
}

// end takes a cause out that submissions may have found.
func (l *ledger) end(c cause) {
	if s, known := l.causes[c]; known && s.submits < l.submits {
		if l.ended == nil {
			l.ended = map[cause][]term{}
		}
		l.ended[c] = append(l.ended[c], term{s.submits, l.submits})
	}
	delete(l.causes, c)
}

// had says whether a cause was there when a submission was made. When that runs is up to the schedule.
func (l *ledger) had(c cause, submission uint64) bool {
	if s, known := l.causes[c]; known && s.submits < submission {
		return true
	}
	return slices.ContainsFunc(l.ended[c], func(t term) bool { return t.first < submission && submission <= t.last })
}

// dispute keeps that one thread gives an object up while another one uses it.
func (l *ledger) dispute(object gpu.ID) {
	if l.disputed == nil {
		l.disputed = map[gpu.ID]bool{}
	}
	l.disputed[object] = true
}

// done keeps a diagnostic that was found of a call which is done all the same, or of work, and says whether it follows from what was told before.
// call is nil for that of work.
func (l *ledger) done(call gpu.Call, d *diag.Diagnostic) (follows bool) {
	follows = l.because(call, d) || slices.ContainsFunc(l.races, func(r *diag.Diagnostic) bool { return r.Serves(d) })
	wait, turn, edit := l.waits.again(d), l.turn(d), l.mended(d)
	l.enter(call, d, told, follows)
	return follows || wait || turn || edit
}

// explain says whether all that was refused of a call follows from what was told before, or will be.
func (l *ledger) explain(call gpu.Call, refused []*diag.Diagnostic) bool {
	return !slices.ContainsFunc(refused, func(d *diag.Diagnostic) bool { return !l.because(call, d) })
}

// dropped keeps what was refused of a call that is left out, and marks what follows from something that was told before; it says whether all does.
func (l *ledger) dropped(call gpu.Call, refused []*diag.Diagnostic) (follows bool) {
	known := make([]bool, len(refused))
	for i, d := range refused {
		again, edit := l.because(call, d), l.mended(d)
		known[i] = l.refusedAgain(d) || again || edit
	}
	for i, d := range refused {
		l.enter(call, d, leftOut, known[i])
		d.Follows = d.Follows || known[i]
	}
	return !slices.Contains(known, false)
}
