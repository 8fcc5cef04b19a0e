// Package fences holds the rules of signals, waits, events and steps, and tells the order of a program what they do.
//
//	queue:Signal(F, 1)   F is signalled by one agent only, or by several that waits order
//	queue:Wait(F, 0)     idle: held back until the end, because the same call may wait for more the next time
//
// What comes before what is decided by package track; this package must not know lists, resources or accesses. A Book is used by one goroutine at a
// time.
package fences

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
)

// Fence is what is known of a Fence.
type Fence struct {
	Number   int // in the order
	Initial  uint64
	signaled bool
	advised  bool        // that signals of several agents race
	rival    gpu.Site    // the first one that was advised against
	order    diag.Help   // and what was proposed
	lowered  bool        // advised against a signal that lowers it
	missed   bool        // told that a wait may miss its value
	led      bool        // no signal lowers it
	lowest   uint64      // of the values that were signalled
	highest  uint64      // of these
	shared   bool        // several signals have the highest value
	lowers   []action    // the first signal of each thread that lowers it below its initial value
	given    track.Given // the last signal of a queue
	// behind is the signal after which all others have come that every thread knows of, where there are several threads.
	behind *track.Sent
	last   track.Sent   // where it stands
	sent   []track.Sent // memory: the signals that parted looks at
	heed   heed
	armed  armed
	use    usage
	fresh  int // signals that are kept until one thread is left, and those that are not because there are too many
}

// Highest is the largest value that was signalled so far.
func (f *Fence) Highest() uint64 { return f.highest }

// Lead says that signals come in the order of their values, because a lock that the order does not know lets each come after the one before: nothing
// is advised against them. f may be nil.
func (f *Fence) Lead() {
	if f != nil {
		f.advised, f.lowered, f.led = true, true, true
	}
}

// Event is what is known of an Event.
type Event struct {
	Number int      // in the order
	Manual bool     // no wait unsets it
	Chain  uint32   // in the order: the swap chain of which it is the waitable object; 0: it is none
	unset  gpu.Site // the last call that unset it
	reset  bool     // that was ResetEvent
	told   bool     // that a wait may miss what sets it
	kept   bool     // that is found of a thread among others
	waits  int      // for it, so many
	taken  []taken  // by thread, where there are several
	use    usage
}

// World is what the rules ask of the validator.
type World interface {
	// Say starts the diagnostic of a broken rule.
	Say(code diag.Code, site gpu.Site, format string, args ...any) *diag.Diagnostic
	// Ref is an object as messages name it, Created the place where it was made.
	Ref(id gpu.ID) string
	Created(id gpu.ID) gpu.Site
	// Usable says whether an object is alive and of the device that the call works on, and says so if it is not.
	Usable(id gpu.ID) bool
	// Disputed says whether two threads use an object in no order: in another run a signal comes after the Release of its fence.
	Disputed(id gpu.ID) bool
	// Halts says whether something is not done in some run because a queue stands still there, as was told; still: some queue does, or a thread, in
	// this run.
	Halts(p track.Point) (halts, still bool)
	// Advise says whether order and advice are looked at.
	Advise() bool
	// Fence, Event, Thread and Tail find an object, Tail that of a queue: nil, or false where it is none.
	Tail(queue gpu.ID) *Tail
	Fence(id gpu.ID) *Fence
	Event(id gpu.ID) *Event
	Thread(id gpu.ID) (agent track.Agent, ok bool)
	// FenceOf is the fence with a number. Agent is that of a queue; QueueOf is the queue of an agent, 0 for threads.
	FenceOf(number int) gpu.ID
	Agent(queue gpu.ID) (agent track.Agent, ok bool)
	QueueOf(agent track.Agent) gpu.ID
	// ThreadOf is the thread of an agent, 0: the main thread.
	ThreadOf(agent track.Agent) gpu.ID
	// Hear tells that a wait for an event has ended, before the order learns of it.
	Hear(c *gpu.EventCall, event int)
}

// Book follows the fences of a program.
type Book struct {
	order  *track.Order
	course *course.Course
	idle   []idle
	busy   map[gpu.Site]bool // waits that ordered something
	steps  bool              // a thread has let the GPU go on by steps
	apart  apart
	// held is advice that is told when the script has ended, beside that which waits for one thread to be left as well.
	held, beside []*diag.Diagnostic
	// waits are those of threads beside others of whose end not all know, begun the ones that threads have not come beyond.
	waits   map[track.Agent][]waiting // by where they stand
	waiting int                       // how many
	kept    uint64                    // how many were ever kept
	heard   track.Clock               // what all threads knew when they were looked at last
	begun   map[track.Agent][]waiting
	late    []waiting // those that may never end, and were not told
	// blocked says that the last call was a wait of a thread, which is not over.
	blocked bool
	// actions are how many calls of several threads were kept.
	actions uint64
	// open are signals whose order with others is not decided, trial the one of the call that is checked; learned is of the order, when they were
	// looked at last.
	open  []open
	trial open
	// rewinds are not known yet, trialRewinds are those of the call that is checked.
	rewinds      []rewind
	trialRewinds []rewind
	learned      uint64
	ended        bool // all signals were looked at, as nothing follows
	// known is what every thread knew when the signals of several threads were looked at last.
	known  track.Clock
	fresh  []fresh      // signals that were given since one thread was the only one that is left, or by that one
	fences []int        // memory: those with signals that parted looks at,
	sent   []track.Sent // and these signals
	unsure []track.Sent // signals that are known to have come, but perhaps do not in every run
}

// idle is a wait for a value that its fence has from the beginning.
type idle struct {
	site gpu.Site
	say  *diag.Diagnostic
	// Where there are several threads: for which value of which fence it waits, and the call.
	fence *Fence
	value uint64
	action
}

// action is a call of a thread, and which one of all calls of this run it is.
type action struct {
	call   track.Call
	number uint64
}

// New returns the book of a program whose order and course are given.
func New(order *track.Order, course *course.Course) *Book {
	return &Book{order: order, course: course, busy: map[gpu.Site]bool{}, apart: apart{order: order}}
}

// Value says that a value is larger than a fence may have. id is the fence, 0 for one that is about to be made.
func Value(w World, id gpu.ID, value uint64, site gpu.Site) {
	what := "a fence"
	if id != 0 {
		what = w.Ref(id)
	}
	w.Say(diag.FenceValueTooLarge, site, "the value %d of %s is larger than 2^53", value, what).
		Because("Numbers of Lua are exact up to 9007199254740992 only, so a script could not tell larger values apart; 2^64-1 means that the device was removed.").
		HelpText("count frames or submissions from 1").WithResource(what)
}
