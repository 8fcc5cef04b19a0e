package conformance

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
)

// fork is a program of several CPU threads that share queues. Thread 0 makes the others, each at one of its calls, and joins them at later ones:
//
//	thread 0   a  b ─┬─ c  d ─ join ─ e         a and b come first, e comes last; d and x come in no order, also where both give
//	thread 1         └─ x  y ──┘                work to one queue: it does what it was given first
//
// A run is an order of the calls that the threads allow, and of what the queues do with them.
type fork struct {
	calls  []operation
	thread []int // of each call
	starts []int // by thread: the call of thread 0 before which it is made
	joins  []int // by thread: the call of thread 0 that waits for its end; the number of all calls: none does
}

// randomFork makes a program of two or three threads.
func randomFork(r *rand.Rand, s shape) *fork {
	f := &fork{}
	threads := 2 + r.Intn(5)/4
	for _, o := range random(r, s) {
		if o.kind == cpuTouch && r.Intn(2) == 0 {
			o.kind = submit
		}
		f.calls = append(f.calls, o)
		f.thread = append(f.thread, r.Intn(threads))
	}
	f.starts, f.joins = make([]int, threads), make([]int, threads)
	for t := range threads {
		f.starts[t], f.joins[t] = r.Intn(3), len(f.calls)
		if r.Intn(3) > 0 {
			f.joins[t] = f.starts[t] + r.Intn(len(f.calls))
		}
	}
	return f
}

// randomCross is a program whose threads give a wait and a signal crosswise to two queues, so that the order of the calls on the one says something
// about the other: in the program that is changed here the last write comes after the first in every run.
//
//	thread 0    queue 2: write, signal 0                        queue 3: wait 1, wait 2, write
//	thread 1    queue 0: wait 0      queue 1: signal 1
//	thread 2    queue 1: wait 0      queue 0: signal 2
func randomCross(r *rand.Rand) *fork {
	op := func(k kind, queue, fence int) operation {
		return operation{kind: k, queue: queue, fence: fence, value: 1, write: true, end: 64}
	}
	lines := [][]operation{
		{op(submit, 2, 0), op(signal, 2, 0), op(wait, 3, 1), op(wait, 3, 2), op(submit, 3, 0)},
		{op(wait, 0, 0), op(signal, 1, 1)},
		{op(wait, 1, 0), op(signal, 0, 2)},
	}
	switch r.Intn(6) {
	case 0:
		slices.Reverse(lines[1+r.Intn(2)])
	case 1:
		lines[0] = slices.Delete(lines[0], 2+r.Intn(2), 4)
	case 2:
		lines[1+r.Intn(2)][1].queue ^= 1
	case 3:
		at := r.Intn(3)
		lines[1] = slices.Insert(lines[1], at, op(wait, r.Intn(2), r.Intn(3)))
	}
	f := &fork{starts: []int{0, 0, r.Intn(2)}, joins: []int{0, 9, 9}}
	for left := len(lines); left > 0; {
		t := r.Intn(3)
		if len(lines[t]) == 0 {
			continue
		}
		f.calls, f.thread, lines[t] = append(f.calls, lines[t][0]), append(f.thread, t), lines[t][1:]
		if len(lines[t]) == 0 {
			left--
		}
	}
	return f
}

// done are how many calls of each thread come before a call in the list.
func (f *fork) own(t, i int) (n int) {
	for k := range i {
		if f.thread[k] == t {
			n++
		}
	}
	return n
}

// moment is a moment of a run: how many calls each thread has made, what each queue was given and how much of it it has done, and the values of the
// fences.
type moment struct {
	called  [3]int
	given   [4]string // calls by number, a byte each
	done    [4]int
	fences  [4]uint64
	set     [events]bool // events
	armed   uint32       // the calls that have armed an event which has not been set since
	happens uint32       // the calls of which the effect is there
}

// next is the number of the call that a thread makes next, -1: none.
func (f *fork) next(m *moment, t int) int {
	n := m.called[t]
	for i := range f.calls {
		if f.thread[i] == t {
			if n == 0 {
				return i
			}
			n--
		}
	}
	return -1
}

// may says whether a thread can make a call now: it was made, and those that it joins have ended.
func (f *fork) may(m *moment, t, i int) bool {
	o := &f.calls[i]
	if (o.kind == cpuWait || o.kind == poll) && m.fences[o.fence] < o.value || o.kind == cpuEvent && !m.set[o.event] {
		return false
	}
	if t > 0 {
		return m.called[0] >= f.made(t)
	}
	for other := 1; other < len(f.starts); other++ {
		if f.own(0, i) >= f.joined(other) && f.next(m, other) >= 0 {
			return false
		}
	}
	return true
}

// made and joined are before which call of thread 0, counted from 0, a thread is made, and which one waits for its end.
func (f *fork) made(t int) int   { return min(f.starts[t], f.own(0, len(f.calls))) }
func (f *fork) joined(t int) int { return max(f.made(t), f.joins[t]) }

// call lets a thread make its next call.
func (f *fork) call(m moment, t int) (moment, int, bool) {
	i := f.next(&m, t)
	if i < 0 || !f.may(&m, t, i) {
		return m, i, false
	}
	o := &f.calls[i]
	m.called[t]++
	if o.agent() != cpu {
		m.given[o.queue] += string(rune(i))
		return m, i, true
	}
	m.happens |= 1 << i
	switch {
	case o.kind == cpuSignal:
		m.fences[o.fence] = o.value
	case o.kind == cpuEvent && o.event != manual, o.kind == cpuReset:
		m.set[o.event] = false
	case o.kind == cpuSet:
		m.set[o.event] = true
	case o.kind == arm:
		m.armed |= 1 << i
	}
	f.fire(&m)
	return m, i, true
}

// fire sets the events that wait for a value which their fences have.
func (f *fork) fire(m *moment) {
	for i := range f.calls {
		if o := &f.calls[i]; m.armed>>i&1 != 0 && m.fences[o.fence] >= o.value {
			m.set[o.event] = true
			m.armed &^= 1 << i
		}
	}
}

// step lets a queue do its next item.
func (f *fork) step(m moment, q int) (moment, int, bool) {
	if m.done[q] == len(m.given[q]) {
		return m, 0, false
	}
	i := int(m.given[q][m.done[q]])
	o := &f.calls[i]
	if o.kind == wait && m.fences[o.fence] < o.value {
		return m, i, false
	}
	if o.kind == signal {
		m.fences[o.fence] = o.value
	}
	m.done[q]++
	m.happens |= 1 << i
	f.fire(&m)
	return m, i, true
}

// forkTruth is what all runs of a program say.
type forkTruth struct {
	always  bool     // in every run everything happens
	without []uint32 // by y: those of which one is not there in some run in which y is
}

// enumerate looks at every run.
func (f *fork) enumerate() forkTruth {
	truth := forkTruth{always: true, without: make([]uint32, len(f.calls))}
	seen := map[string]bool{}
	all := uint32(1)<<len(f.calls) - 1
	var visit func(m moment)
	visit = func(m moment) {
		key := fmt.Sprint(m.called, m.done, m.fences, m.set, m.armed, "|", m.given[0], "|", m.given[1], "|", m.given[2], "|", m.given[3])
		if seen[key] {
			return
		}
		seen[key] = true
		for y := range f.calls {
			if m.happens>>y&1 != 0 {
				truth.without[y] |= all &^ m.happens
			}
		}
		stuck := true
		for t := range f.starts {
			if n, _, ok := f.call(m, t); ok {
				stuck = false
				visit(n)
			}
		}
		for q := range m.given {
			if n, _, ok := f.step(m, q); ok {
				stuck = false
				visit(n)
			}
		}
		truth.always = truth.always && (!stuck || m.happens == all)
	}
	visit(moment{})
	return truth
}

// races are the pairs of calls that race, the smaller number first. Two works of one queue never overlap, whichever comes first, and two threads that
// touch different bytes have nothing to do with each other.
func (f *fork) races(truth *forkTruth) (out [][2]int) {
	for y := range f.calls {
		for x := range y {
			a, b := &f.calls[x], &f.calls[y]
			switch {
			case !a.touches() || !b.touches() || !a.write && !b.write:
			case a.agent() == b.agent() && (a.agent() != cpu || f.thread[x] == f.thread[y]):
			case (a.begin >= b.end || b.begin >= a.end) && (!a.write || !b.write || a.agent() == cpu && b.agent() == cpu):
			case truth.without[x]>>y&1 != 0 && truth.without[y]>>x&1 != 0:
				out = append(out, [2]int{x, y})
			}
		}
	}
	return out
}

// run is one run, by chance: the numbers of calls as they are made, and after them, with the sign turned and one less, those that a queue does.
func (f *fork) run(r *rand.Rand) (events []int) {
	m := moment{}
	for {
		var nexts []moment
		var what []int
		for t := range f.starts {
			if n, i, ok := f.call(m, t); ok {
				nexts, what = append(nexts, n), append(what, i)
			}
		}
		for q := range m.given {
			if n, i, ok := f.step(m, q); ok {
				nexts, what = append(nexts, n), append(what, -1-i)
			}
		}
		if len(nexts) == 0 {
			return events
		}
		k := r.Intn(len(nexts))
		m, events = nexts[k], append(events, what[k])
	}
}

// shared says whether two threads give items to one queue.
func (f *fork) shared() bool {
	by := map[int]int{}
	for i := range f.calls {
		if q := f.calls[i].agent(); q != cpu {
			by[q] |= 1 << f.thread[i]
		}
	}
	for _, threads := range by {
		if threads&(threads-1) != 0 {
			return true
		}
	}
	return false
}

// String shows a program.
func (f *fork) String() string {
	lines := strings.Split(strings.TrimSpace(program(f.calls).String()), "\n")
	for i := range lines {
		lines[i] = fmt.Sprintf("thread %d:  %s", f.thread[i], lines[i])
	}
	for t := 1; t < len(f.starts); t++ {
		lines = append(lines, fmt.Sprintf("thread %d is made before call %d of thread 0, and joined before its call %d (from 0)", t, f.made(t), f.joined(t)))
	}
	return strings.Join(lines, "\n")
}
