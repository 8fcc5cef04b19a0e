// Package hearsay works out what all threads know from what each of them learns. It knows nothing of queues, fences and waits.
package hearsay

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/fifo"
	"github.com/gpuscript/gpuscript/gpu/internal/leasts"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// What all threads know decides what is compared when, and so which of several findings is told first. Threads learn things in an order that is up to
// the schedule. So what one learns counts when all others have heard of as much of what the queues did, and else of what threads told: what they
// learn from then on comes after it, in every run. Of two that have heard of as much, what the elder one learns counts first.
//
//	main     5 items ───────▶ 9 items          counts when the thread, too, has heard of 9
//	thread   7 items ─▶ ?                      counts: main has heard of more
//
// For each agent there is one thread that knows no more of it than the others do: as long as that learns nothing of it, nobody else is asked. So what
// is looked at is what somebody has learned, not all agents:
//
//	          queue 1  queue 2  queue 3
//	main         4        7        2         learns of queue 2: the other thread is asked
//	thread       4        6        5
//	common       4        6        2
//	ignorant   main    thread    main

// Facts are what the program says of its agents.
type Facts struct {
	Elder  func(a, b clock.Agent) bool          // of two threads
	Queue  func(a clock.Agent) bool             // or a part of one
	Joined func(t clock.Agent) bool             // somebody has seen the end of a thread
	Told   func(t clock.Agent, n uint32) uint64 // by the first n actions of a thread: how many of them others can hear of
}

// Threads are what the threads of a program know.
type Threads struct {
	facts Facts
	of    []*thread // by agent; nil: a queue
	// counting are the threads but for those whose end counts, ignorant is, by agent, one of these that know least of it, and dues are the threads,
	// the one first of which what it learns next counts next.
	counting, ignorant []clock.Agent
	dues               leasts.Heap[due]
	common             clock.Clock
	asked              uint64 // how often somebody was looked for who knows least
	steps              *uint64
	sorted             sorted
}

// thread is one of them. counted is as much of what it knows as counts for what all threads know, news what it has learned since then, and ignores
// are the agents of which it is the ignorant one; those of the main thread, which is never joined, are not kept. weighed covers what it has heard of.
// due: it is among the dues.
type thread struct {
	counted, weighed clock.Clock
	news             fifo.List[news]
	ignores          map[clock.Agent]bool
	heard            weight
	due              bool
	over             bool // its end counts
	ending           bool // its end counts when all does that it has learned
}

// weight is how much somebody has heard of: items of queues, and, where that is the same, what threads told.
type weight struct{ items, told uint64 }

func (w weight) plus(x weight) weight { return weight{w.items + x.items, w.told + x.told} }

func (w weight) compare(x weight) int {
	return cmp.Or(cmp.Compare(w.items, x.items), cmp.Compare(w.told, x.told))
}

// news is that a thread has learned something: what it knows then, how much that is, and whose end it has seen; 0: of no thread.
type news struct {
	clock clock.Clock
	heard weight
	ended clock.Agent
}

// due is a thread, and how much it had heard of at least when what it learns next counts.
type due struct {
	heard  weight
	thread clock.Agent
	elder  func(a, b clock.Agent) bool
}

// Before orders the threads.
func (d due) Before(e due) bool {
	c := d.heard.compare(e.heard)
	return c < 0 || c == 0 && d.elder(d.thread, e.thread)
}

// New returns what a main thread knows, agent 0: nothing. steps counts who was asked.
func New(facts Facts, steps *uint64) *Threads {
	return &Threads{facts: facts, of: []*thread{{}}, counting: make([]clock.Agent, 1), ignorant: make([]clock.Agent, 1), steps: steps}
}

// AddQueue makes room for the next agent, a queue.
func (k *Threads) AddQueue() { k.of, k.ignorant = append(k.of, nil), append(k.ignorant, 0) }

// AddThread adds the next agent, a thread that begins with what its creator knows.
func (k *Threads) AddThread(t, creator clock.Agent, knows clock.Clock) {
	k.of[creator].hear(k, knows)
	if main := k.of[0]; len(k.counting) == 1 && !main.due {
		main.due = true
		k.dues.Push(due{main.heard, 0, k.facts.Elder})
	}
	k.of = append(k.of, &thread{counted: knows, weighed: knows, heard: k.of[creator].heard, due: true})
	k.ignorant, k.counting = append(k.ignorant, 0), append(k.counting, t)
	k.dues.Push(due{k.of[t].heard, t, k.facts.Elder})
	k.sorted.add(k, t)
	if k.ignorant[0] == 0 { // the main thread knows all of itself
		k.ask(0)
	}
}

// Common is what all threads know.
func (k *Threads) Common() clock.Clock { return k.common }

// Counting are the threads whose end does not count yet.
func (k *Threads) Counting() []clock.Agent { return k.counting }

// Counted is as much of what a thread knows as counts.
func (k *Threads) Counted(t clock.Agent) clock.Clock { return k.of[t].counted }

// weigh is how much a clock covers beyond another one.
func (k *Threads) weigh(c, since clock.Clock) (w weight) {
	c.Beyond(since, func(of clock.Agent, n uint32) {
		if k.facts.Queue(of) {
			w.items += uint64(n - since.At(of))
		} else {
			w.told += k.facts.Told(of, n) - k.facts.Told(of, since.At(of))
		}
	})
	return w
}

// hear works out how much a thread has heard of.
func (a *thread) hear(k *Threads, knows clock.Clock) {
	a.heard = a.heard.plus(k.weigh(knows, a.weighed))
	a.weighed = knows
}

// Weight is how many items of queues a clock covers.
func (k *Threads) Weight(c clock.Clock) uint64 { return k.weigh(c, clock.Clock{}).items }

// Heed notes that a thread knows more, or has seen the end of another one; 0: of none. Where there is no other thread that counts at once: it says
// so.
func (k *Threads) Heed(t, ended clock.Agent, knows clock.Clock) (counts bool) {
	a := k.of[t]
	if len(k.counting) == 1 && ended == 0 && a.news.Len() == 0 {
		a.counted, k.common = knows, knows
		return true
	}
	a.hear(k, knows)
	a.news.Push(news{knows, a.heard, ended})
	if !a.due {
		a.due = true
		k.dues.Push(due{a.heard, t, k.facts.Elder})
	}
	return false
}

// Even says whether all that a thread has learned counts.
func (k *Threads) Even(t clock.Agent) bool { return k.of[t].news.Len() == 0 }

// Step lets one thing that a thread has learned count, and reports whether there was one. all says that no thread learns anything more.
func (k *Threads) Step(all bool) bool {
	for len(k.dues.All) > 0 {
		d := k.dues.All[0]
		a := k.of[d.thread]
		heard := a.heard
		if a.news.Len() > 0 {
			heard = a.news.All()[0].heard
		}
		switch {
		case a.news.Len() == 0 && (all || k.facts.Joined(d.thread)):
			k.dues.Pop()
			a.due = false
		case heard.compare(d.heard) > 0:
			k.dues.Replace(due{heard, d.thread, k.facts.Elder})
		case a.news.Len() == 0:
			return false
		default:
			n := a.news.All()[0]
			a.news.Drop(1)
			k.count(d.thread, &n)
			return true
		}
	}
	return false
}

// count works out what all threads know when one of them has learned something.
func (k *Threads) count(t clock.Agent, n *news) {
	a := k.of[t]
	before := a.counted
	a.counted = n.clock
	gone := k.end(n.ended)
	if a.ending && a.news.Len() == 0 {
		gone = append(gone, k.end(t)...)
	}
	if len(k.counting) == 1 {
		for _, of := range gone {
			k.ignorant[of] = 0
		}
		k.common = k.of[0].counted
		return
	}
	a.counted.Beyond(before, func(of clock.Agent, _ uint32) {
		if k.ignorant[of] == t {
			k.ask(of)
		}
	})
	for _, of := range gone {
		k.ask(of)
	}
}

// end lets the end of a thread count. Those whose end it has seen though that does not count yet end when what they have learned counts. It returns
// the agents of which the threads that ended were the ignorant ones.
func (k *Threads) end(t clock.Agent) (gone []clock.Agent) {
	for open := []clock.Agent{t}; len(open) > 0; open = open[1:] {
		if t = open[0]; t == 0 {
			continue
		}
		a := k.of[t]
		k.counting = slices.DeleteFunc(k.counting, func(c clock.Agent) bool { return c == t })
		for of := range a.ignores {
			gone = append(gone, of)
		}
		for _, n := range a.news.All() {
			switch e := k.of[n.ended]; {
			case n.ended == 0:
			case e.news.Len() == 0:
				open = append(open, n.ended)
			default:
				e.ending = true
			}
		}
		*a = thread{heard: a.heard, due: a.due, over: true} // what it knew nobody asks for
	}
	return gone
}

// ask looks for a thread that knows least of an agent, which knows all of itself.
func (k *Threads) ask(of clock.Agent) {
	at := k.ignorant[of]
	least, low, found := k.sorted.least(k, of)
	if !found {
		least, low = k.search(of)
	}
	k.common = k.common.With(of, low)
	delete(k.of[at].ignores, of)
	k.ignorant[of] = least
	if least == 0 {
		return
	}
	a := k.of[least]
	if a.ignores == nil {
		a.ignores = map[clock.Agent]bool{}
	}
	a.ignores[of] = true
}

// search is ask, one thread after the other. It begins at another one each time, as if by chance: in whatever order threads learn, or are joined, the
// one that is found stays for long.
func (k *Threads) search(of clock.Agent) (least clock.Agent, low uint32) {
	known, before := k.common.At(of), *k.steps
	k.asked++
	from := int(k.asked * 0x9E3779B97F4A7C15 >> 33 % uint64(len(k.counting)))
	least, low = k.ignorant[of], ^uint32(0)
	for i := range k.counting {
		*k.steps++
		t := k.counting[(from+i)%len(k.counting)]
		if n := k.of[t].counted.At(of); n < low && t != of {
			least, low = t, n
		}
		if low == known {
			break
		}
	}
	k.sorted.searched(k, of, *k.steps-before)
	return least, low
}

// Correct puts what threads are found to have known in the place of what they were taken to know: knows is what a thread does now, and lately what it
// did with its last action that a clock covers. What all threads know stays.
func (k *Threads) Correct(knows func(t clock.Agent) clock.Clock, lately func(t clock.Agent, was clock.Clock) clock.Clock) {
	k.sorted = sorted{}
	for n, a := range k.of {
		if a == nil {
			continue
		}
		t := clock.Agent(n)
		a.counted = lately(t, a.counted).Join(k.common)
		for i := range a.news.All() {
			n := &a.news.All()[i]
			n.clock = lately(t, n.clock)
			n.heard = k.weigh(n.clock, clock.Clock{})
		}
		a.weighed = knows(t)
		a.heard = k.weigh(a.weighed, clock.Clock{})
	}
	dues := slices.Clone(k.dues.All)
	k.dues.All = k.dues.All[:0]
	for _, d := range dues {
		a := k.of[d.thread]
		if d.heard = a.heard; a.news.Len() > 0 {
			d.heard = a.news.All()[0].heard
		}
		k.dues.Push(d)
	}
}
