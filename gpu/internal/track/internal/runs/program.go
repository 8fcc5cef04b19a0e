// Package runs looks for a run of a program in which one thing happens and another one does not.
//
//	queue A   wait F >= 1 ─ x      F: 0 ─▶ 1 ─▶ 0 by B, 1 by C       a run: B's 1, B's 0, y. x has not happened: it is not certainly before y
//	queue B   F = 1 ─ F = 0 ─ y
//
// Only what can hinder something else is a choice, so that most programs have one run to look at. It must not know how a program came about, nor what
// its work does.
package runs

import "github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"

// Kind says what an item is.
type Kind uint8

// The kinds of items.
const (
	Work   Kind = iota // is always ready
	Signal             // gives a fence a value
	Wait               // needs a value, or a larger one
	Poll               // needs a value: threads
	Learn              // needs what Issue covers: threads
)

// Point is one item of an agent, counted from 1.
type Point struct {
	Queue clock.Agent
	Pos   uint32
}

// Item is one entry of a queue, or one action of a thread.
type Item struct {
	Kind   Kind
	Fence  int
	Value  uint64
	By     clock.Agent // of a queue: the thread that gave it, which has done what Issue covers of that
	Issue  clock.Clock // of a thread, but for Learn: what it knows with it
	Behind []Point     // that come before it
	Past   bool        // of a wait: it has ended
	Mark   uint32      // what it is called by
	Nth    uint32      // of a queue: which one of all that were given to queues; of a thread: how many those were
	// Chain is, of a queue, the swap chain of which the work is a frame. An action of a thread with one and a Value follows that which gave it: the
	// thread waits until less than Value frames are left. Without a Value it takes leave to begin another one. 0: there is none.
	Chain uint32
}

// Agent is a CPU thread, a queue, or a strand of one.
type Agent struct {
	Queue   bool
	Root    clock.Agent   // of a strand: the queue
	Strands []clock.Agent // of a queue that threads share: all of it
	Born    Point         // of a thread: after which it begins
	Base    uint32        // how many items are done at the beginning
	Items   []Item        // the others
}

// Fence is a fence at the beginning.
type Fence struct {
	Known      uint64
	Restless   bool     // its value can go down
	Beginnings []uint64 // the values that it may have at the beginning; none: Known
	Gone       []Given  // the forgotten signals that are kept, if that is asked for
}

// Window is one in which signals that are forgotten may have ended a wait: until one of them lowered the fence. What certainly comes after that shuts
// it.
//
//	queue A   F = 1 ─ F = 0 │ x         known up to the bar: the wait may have ended, but then G was 1 before x, and so it was before all that is
//	queue B   G = 1 ─ wait F >= 1       certainly after F = 0
type Window struct {
	Wait Point
	Shut map[clock.Agent]uint32 // by agent: its first item that comes after it
	// Calls are seats that are given after it.
	Calls []Point
}

// Program is what can run.
type Program struct {
	Agents  []Agent // by number
	Fences  []Fence
	Chains  Chains // what came of them until now
	Windows []Window
	// Seats are waits of queues that have done all that comes before them when they are given: a value that the fence has from then on ends them,
	// also one that is lowered again.
	Seats []Point
}

// open says whether nothing is done yet that comes after a window.
func (w *Window) open(at []uint32) bool {
	for a, pos := range w.Shut {
		if at[a] >= pos {
			return false
		}
	}
	return true
}
