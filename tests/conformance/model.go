// Package conformance holds the rules of order against the truth: small random programs, whose runs are all enumerated, in a
// model that shares nothing with the validation.
//
// The model knows four queues, a CPU thread and events. A queue does its items in order, a wait as soon as the value of its fence is
// large enough; the CPU gives the items to the queues, one call after the other. A run is any interleaving of that. Two accesses
// race if in some run the first has happened and the second has not, and in some run it is the other way round.
package conformance

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
)

// kind is what an operation does.
type kind uint8

const (
	submit kind = iota // the queue touches bytes
	signal             // the queue signals
	wait               // the queue waits
	cpuSignal
	cpuWait
	cpuTouch // the CPU touches bytes
	arm      // an event is to be set when a fence has a value
	cpuSet   // the CPU sets an event
	cpuReset
	cpuEvent // the CPU waits for an event
	poll     // the CPU reads a fence until it has a value
)

// events is how many events a program has. The first one resets itself when a wait ends, the second one does not.
const events = 2

// manual is the event that does not reset itself.
const manual = 1

// kinds are what random programs choose from: more order than accesses.
var kinds = []kind{submit, submit, submit, signal, signal, signal, wait, wait, wait, cpuSignal, cpuWait, cpuTouch}

// cpu is the number of the CPU where agents have numbers.
const cpu = -1

// operation is one call of a program.
type operation struct {
	kind       kind
	queue      int
	fence      int
	value      uint64
	begin, end uint64 // bytes
	write      bool
	event      int
	memory     int
}

// program is the calls of one CPU thread.
type program []operation

// shape bounds random programs.
type shape struct {
	queues, operations, fences int
	values                     uint64
	rewinds                    bool
	polls                      bool // the CPU polls, sets events and waits for them, too
}

// random makes a program. Without rewinds each fence belongs to one agent and its values go up.
func random(r *rand.Rand, s shape) program {
	p := make(program, 0, s.operations)
	next := make([]uint64, s.fences)
	for range 3 + r.Intn(s.operations-2) {
		o := operation{kind: kinds[r.Intn(len(kinds))], queue: r.Intn(s.queues), fence: r.Intn(s.fences),
			value: uint64(r.Intn(int(s.values) + 1)), write: r.Intn(2) == 0}
		o.begin = uint64(r.Intn(3)) * 64
		o.end = o.begin + 64 + uint64(r.Intn(2))*64
		if s.polls {
			o.look(r)
		}
		if !s.rewinds && (o.kind == signal || o.kind == cpuSignal) {
			o.fence = o.queue % s.fences
			if o.kind == cpuSignal {
				o.fence = s.fences - 1
			} else if o.fence == s.fences-1 {
				o.fence = 0
			}
			next[o.fence]++
			o.value = next[o.fence]
		}
		p = append(p, o)
	}
	return p
}

// look makes another wait of one for a fence, half of the time, and now and then something that sets an event of an access of the CPU.
func (o *operation) look(r *rand.Rand) {
	switch o.kind {
	case cpuWait:
		o.kind = []kind{cpuWait, poll, poll, cpuEvent}[r.Intn(4)]
	case cpuTouch:
		o.kind = []kind{arm, arm, cpuSet, cpuReset}[r.Intn(4)]
	}
	o.event = r.Intn(events)
}

// String shows a program as a script would.
func (p program) String() string {
	var b strings.Builder
	for i, o := range p {
		act := "reads"
		if o.write {
			act = "writes"
		}
		fmt.Fprintf(&b, "%2d ", i+1)
		switch o.kind {
		case submit:
			fmt.Fprintf(&b, "queue %d %s [%d, %d)\n", o.queue, act, o.begin, o.end)
		case signal:
			fmt.Fprintf(&b, "queue %d signals %d = %d\n", o.queue, o.fence, o.value)
		case wait:
			fmt.Fprintf(&b, "queue %d waits %d >= %d\n", o.queue, o.fence, o.value)
		case cpuSignal:
			fmt.Fprintf(&b, "CPU signals %d = %d\n", o.fence, o.value)
		case cpuWait:
			fmt.Fprintf(&b, "CPU waits %d >= %d\n", o.fence, o.value)
		case arm:
			fmt.Fprintf(&b, "event %d when %d >= %d\n", o.event, o.fence, o.value)
		case cpuSet:
			fmt.Fprintf(&b, "CPU sets event %d\n", o.event)
		case cpuReset:
			fmt.Fprintf(&b, "CPU resets event %d\n", o.event)
		case cpuEvent:
			fmt.Fprintf(&b, "CPU waits for event %d\n", o.event)
		case poll:
			fmt.Fprintf(&b, "CPU polls %d >= %d\n", o.fence, o.value)
		default:
			fmt.Fprintf(&b, "CPU %s [%d, %d)\n", act, o.begin, o.end)
		}
	}
	return b.String()
}

// agent is who does an operation, after it was called.
func (o *operation) agent() int {
	if o.kind >= cpuSignal {
		return cpu
	}
	return o.queue
}

// touches says whether an operation touches bytes.
func (o *operation) touches() bool { return o.kind == submit || o.kind == cpuTouch }

// conflict says whether two accesses may not be unordered: common bytes and a write, or two queues that write.
func conflict(a, b *operation) bool {
	if a.agent() == b.agent() || a.memory != b.memory || !a.write && !b.write {
		return false
	}
	return a.begin < b.end && b.begin < a.end || a.write && b.write
}

// truth is what all runs of a program say.
type truth struct {
	completes bool // in some run the CPU comes to its end
	always    bool // in every run everything happens
	happens   []bool
	// without[x][y]: in some run y has happened and x has not.
	without [][]bool
}

// races are the pairs of operations that race, the earlier call first.
func (t *truth) races(p program) [][2]int {
	var out [][2]int
	for y := range p {
		for x := range y {
			if p[x].touches() && p[y].touches() && conflict(&p[x], &p[y]) && t.without[x][y] && t.without[y][x] {
				out = append(out, [2]int{x, y})
			}
		}
	}
	return out
}

// runner enumerates the runs of a program.
type runner struct {
	p       program
	byQueue [4][]int
	seen    map[string]bool
	truth   truth
}

// state is a moment of a run: how many calls were made, how many items each queue has done, the values of the fences, which events are
// set, and which operations have armed one that has not been set since.
type state struct {
	called int
	done   [4]int
	fences [4]uint64
	set    [events]bool
	armed  uint32
}

// fire sets the events that wait for a value which their fences have.
func (r *runner) fire(s *state) {
	for i := range r.p {
		if o := &r.p[i]; s.armed>>i&1 != 0 && s.fences[o.fence] >= o.value {
			s.set[o.event] = true
			s.armed &^= 1 << i
		}
	}
}

// enumerate looks at every run.
func enumerate(p program) truth {
	r := runner{p: p, seen: map[string]bool{}, truth: truth{always: true, happens: make([]bool, len(p)), without: make([][]bool, len(p))}}
	for i := range p {
		r.truth.without[i] = make([]bool, len(p))
		if q := p[i].agent(); q != cpu {
			r.byQueue[q] = append(r.byQueue[q], i)
		}
	}
	r.visit(state{})
	return r.truth
}

// visit notes a state and goes to all that may come next.
func (r *runner) visit(s state) {
	key := fmt.Sprint(s)
	if r.seen[key] {
		return
	}
	r.seen[key] = true
	happened := r.happened(&s)
	for y := range r.p {
		if happened[y] {
			r.truth.happens[y] = true
			for x := range r.p {
				if !happened[x] {
					r.truth.without[x][y] = true
				}
			}
		}
	}
	if s.called == len(r.p) {
		r.truth.completes = true
	}
	stuck := !r.call(s)
	for q := range r.byQueue {
		if r.step(s, q) {
			stuck = false
		}
	}
	if stuck && slices.Contains(happened, false) {
		r.truth.always = false
	}
}

// happened says which operations have happened.
func (r *runner) happened(s *state) []bool {
	out := make([]bool, len(r.p))
	for i := range out {
		out[i] = i < s.called && r.p[i].agent() == cpu
	}
	for q, list := range r.byQueue {
		for _, i := range list[:s.done[q]] {
			out[i] = true
		}
	}
	return out
}

// call makes the next call of the CPU, if it can be made.
func (r *runner) call(s state) bool {
	if s.called == len(r.p) {
		return false
	}
	o := &r.p[s.called]
	switch {
	case (o.kind == cpuWait || o.kind == poll) && s.fences[o.fence] < o.value:
		return false
	case o.kind == cpuEvent && !s.set[o.event]:
		return false
	case o.kind == cpuEvent && o.event != manual, o.kind == cpuReset:
		s.set[o.event] = false
	case o.kind == cpuSet:
		s.set[o.event] = true
	case o.kind == arm:
		s.armed |= 1 << s.called
	case o.kind == cpuSignal:
		s.fences[o.fence] = o.value
	}
	s.called++
	r.fire(&s)
	r.visit(s)
	return true
}

// step lets a queue do its next item, if it can.
func (r *runner) step(s state, q int) bool {
	if s.done[q] == len(r.byQueue[q]) {
		return false
	}
	i := r.byQueue[q][s.done[q]]
	o := &r.p[i]
	switch {
	case i >= s.called, o.kind == wait && s.fences[o.fence] < o.value:
		return false
	case o.kind == signal:
		s.fences[o.fence] = o.value
		r.fire(&s)
	}
	s.done[q]++
	r.visit(s)
	return true
}
