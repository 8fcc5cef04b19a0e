// Package watch follows what work does to the state buffers and persistent resources of compiled operators, in the order in which the GPU does it:
//
//	not initialised ──initialisation──▶ initialised ──▶ execution …
//	      │ execution: GS0730                │ initialisation: GS0731
//	                                         │ execution with other bytes than were filled, or changed ones: GS0723
//
// Which operator a command belongs to is seen from the state buffer that it touches: every step of an initialisation or execution does. A command
// that touches one and was not recorded by RecordDispatch runs with a pipeline that was left after (GS0722).
//
// When a command runs is up to the schedule, so what is found of it waits until its submission is settled. Of two that nothing orders nothing is
// found, because in another run the other one comes first: that is a race for the state buffer or the persistent resource, and told as one.
//
// The package must not know devices or how work is recorded.
package watch

import (
	"cmp"
	"maps"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/dml/internal/words"
	"github.com/gpuscript/gpuscript/gpu/incident"
)

// Operator is a compiled operator.
type Operator struct {
	Said func() words.Object
	Kept uint64 // bytes of its persistent resource

	initialised bool
	disputed    bool       // whether it is initialised is not known: RecordDispatch of an initializer of it was refused
	at          words.Work // that initialised it
	by          run        // of that
	resource    gpu.ID     // the persistent resource, and where it begins in it
	offset      uint64
	spoiled     *words.Work // that has written to it since; nil: nothing
	spoiler     run         // of that
	last        words.Work  // of its initialisation and executions
}

// Log has the operators of a DirectML device. It is a device.Follower.
type Log struct {
	// Records says whether RecordDispatch was called at a place.
	Records func(gpu.Site) bool
	// Kept is the call that bound the persistent resource for the RecordDispatch at a place, and the number of an operator among its targets, from 1.
	Kept func(site gpu.Site, title string) (bound gpu.Site, target int)
	// Awaits says whether an initialisation of an operator was recorded.
	Awaits func(title string) bool
	// Initialisation is where that was, and the list, if there is one such call; else 0.
	Initialisation func(title string) (gpu.Site, gpu.ID)
	// Settled says whether every CPU thread knows that a submission is finished, and Precedes whether one has certainly ended when another one
	// starts.
	Settled  func(queue gpu.ID, submission uint64) bool
	Precedes func(queue gpu.ID, submission uint64, other gpu.ID, later uint64) bool

	operators map[gpu.ID]*Operator // by state buffer; nil: of an initializer
	kept      []*Operator          // that keep something and are initialised
	told      map[told]bool
	found     []finding
}

// run is a submission.
type run struct {
	queue      gpu.ID
	submission uint64
}

func runOf(e *gpu.Executed) run { return run{e.Queue, e.Submission} }

// finding is a message that waits until submissions are settled.
type finding struct {
	told
	said  *diag.Diagnostic
	run   run
	later run // uninitialised: the one that has initialised the operator since; the zero value: none has
}

// told is a message about an operator: it is given once for each place.
type told struct {
	of   *Operator
	what mistake
	site gpu.Site
}

// mistake is what is told.
type mistake uint8

const (
	uninitialised mistake = iota
	initialisedTwice
	persistentChanged
	clobbered
)

// Add makes an operator known by its state buffer; nil is an initializer.
func (l *Log) Add(state gpu.ID, o *Operator) {
	if l.operators == nil {
		l.operators, l.told = map[gpu.ID]*Operator{}, map[told]bool{}
	}
	l.operators[state] = o
}

// Remove forgets an operator or initializer whose state buffer is gone.
func (l *Log) Remove(state gpu.ID) {
	o := l.operators[state]
	delete(l.operators, state)
	l.kept = slices.DeleteFunc(l.kept, func(k *Operator) bool { return k == o })
	maps.DeleteFunc(l.told, func(t told, _ bool) bool { return t.of == o })
}

// Dispute notes that an initialisation of the operator with a state buffer was refused: that it is missing follows from that.
func (l *Log) Dispute(state gpu.ID) {
	if o := l.operators[state]; o != nil {
		o.disputed = true
	}
}

// Uninitialised says whether an execution of the operator with a state buffer was told to come before its initialisation, or will be.
func (l *Log) Uninitialised(state string) bool {
	for t := range l.told {
		if t.what == uninitialised && t.of.Said().Title == state {
			return true
		}
	}
	return false
}

// Follows implements device.Follower.
func (l *Log) Follows() bool { return true }

// Retired implements device.Follower.
func (l *Log) Retired(gpu.ID, uint64, bool) {}

// Findings implements device.Follower.
func (l *Log) Findings(end incident.Ending) (found []*diag.Diagnostic) {
	if len(l.found) == 0 {
		return nil
	}
	slices.SortStableFunc(l.found, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.run.queue, b.run.queue), cmp.Compare(a.run.submission, b.run.submission))
	})
	l.found = slices.DeleteFunc(l.found, func(f finding) bool {
		if end == incident.Goes && !l.settled(&f) {
			return false
		}
		if at, list := l.Initialisation(f.of.Said().Title); f.what == uninitialised && f.later == (run{}) && at != 0 {
			words.NotExecuted(f.said, at)
			f.said.Object = list // which may have been left out because of what was told of it
		}
		found = append(found, f.said)
		return true
	})
	return found
}

// settled says whether no later call can change a finding. An execution without an initialisation waits for one that was recorded: it may have been
// submitted already.
func (l *Log) settled(f *finding) bool {
	switch {
	case !l.Settled(f.run.queue, f.run.submission):
		return false
	case f.what != uninitialised:
		return true
	case f.later == run{}:
		return !l.Awaits(f.of.Said().Title)
	}
	return l.Settled(f.later.queue, f.later.submission)
}

// ordered says whether the first of two submissions has certainly ended when the second one starts, or is the same.
func (l *Log) ordered(a, b run) bool {
	return a == b || l.Precedes(a.queue, a.submission, b.queue, b.submission)
}

// Executed implements device.Follower.
func (l *Log) Executed(e *gpu.Executed) {
	e = e.Apart()
	l.spoil(e)
	for i := range e.Accesses {
		a := &e.Accesses[i]
		o := l.operators[a.Resource]
		if o == nil {
			continue
		}
		switch {
		case !l.Records(e.RecordSite):
			l.say(o, e, clobbered, func(of words.Object, w words.Work) *diag.Diagnostic { return words.Clobbered(of, w, o.last) })
		case a.Kind == gpu.AccessRead:
			l.execute(o, e)
			o.last = l.work(o, e)
		default:
			l.initialise(o, e)
			o.last = o.at
		}
		return
	}
}

// work is a command for messages.
func work(e *gpu.Executed) words.Work { return words.Work{Record: e.RecordSite, Submit: e.SubmitSite} }

// work is a command of an operator for messages.
func (l *Log) work(o *Operator, e *gpu.Executed) words.Work {
	w := work(e)
	w.Kept, w.Target = l.Kept(e.RecordSite, o.Said().Title)
	return w
}

// say keeps a message for Findings.
func (l *Log) say(o *Operator, e *gpu.Executed, what mistake, words func(words.Object, words.Work) *diag.Diagnostic) {
	key := told{o, what, e.RecordSite}
	if !l.told[key] {
		l.told[key] = true
		l.found = append(l.found, finding{told: key, said: words(o.Said(), l.work(o, e)), run: runOf(e)})
	}
}

// execute is an execution, or a step of one.
func (l *Log) execute(o *Operator, e *gpu.Executed) {
	switch {
	case !o.initialised && o.disputed:
	case !o.initialised:
		l.say(o, e, uninitialised, words.NotInitialized)
	case o.Kept == 0:
	case o.spoiled != nil && !l.ordered(o.spoiler, runOf(e)) || !l.ordered(o.by, runOf(e)): // a race
	case o.spoiled != nil:
		l.say(o, e, persistentChanged, func(of words.Object, w words.Work) *diag.Diagnostic {
			return words.PersistentWritten(of, w, *o.spoiled, o.at)
		})
	case !o.reads(e):
		l.say(o, e, persistentChanged, func(of words.Object, w words.Work) *diag.Diagnostic {
			d := words.PersistentOther(of, w, o.at, o.offset)
			d.Object = o.resource
			return d
		})
	}
}

// reads says whether a command reads the beginning of what initialisation filled.
func (o *Operator) reads(e *gpu.Executed) bool {
	for i := range e.Accesses {
		if a := &e.Accesses[i]; a.Resource == o.resource && a.Begin <= o.offset && o.offset < a.End {
			return true
		}
	}
	return false
}

// initialise is the end of an initialisation. Beside state buffers it writes the beginning of the persistent resource.
func (l *Log) initialise(o *Operator, e *gpu.Executed) {
	if o.initialised {
		if !l.ordered(o.by, runOf(e)) { // a race
			return
		}
		at := o.at
		l.say(o, e, initialisedTwice, func(of words.Object, w words.Work) *diag.Diagnostic { return words.InitializedTwice(of, w, at) })
		return
	}
	o.initialised, o.at, o.by = true, l.work(o, e), runOf(e)
	l.meet(o)
	if o.Kept == 0 {
		return
	}
	for i := range e.Accesses {
		if a := &e.Accesses[i]; a.Kind != gpu.AccessRead && !l.state(a.Resource) {
			o.resource, o.offset = a.Resource, a.Begin
		}
	}
	l.kept = append(l.kept, o)
}

// meet takes back that executions came before the initialisation that comes now, if that is up to the schedule.
func (l *Log) meet(o *Operator) {
	l.found = slices.DeleteFunc(l.found, func(f finding) bool {
		if f.of != o || f.what != uninitialised || l.ordered(f.run, o.by) {
			return false
		}
		delete(l.told, f.told)
		return true
	})
	for i := range l.found {
		if f := &l.found[i]; f.of == o && f.what == uninitialised {
			f.later = o.by
		}
	}
}

// state says whether a buffer is the state of an operator or initializer.
func (l *Log) state(id gpu.ID) bool {
	_, ok := l.operators[id]
	return ok
}

// spoil finds writes to persistent resources.
func (l *Log) spoil(e *gpu.Executed) {
	for _, o := range l.kept {
		for i := range e.Accesses {
			a := &e.Accesses[i]
			if a.Kind != gpu.AccessRead && a.Exact && a.Resource == o.resource && a.Begin < o.offset+o.Kept && o.offset < a.End && o.spoiled == nil {
				w := work(e)
				o.spoiled, o.spoiler = &w, runOf(e)
			}
		}
	}
}
