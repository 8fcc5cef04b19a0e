package track

import (
	"slices"
)

// What all threads know decides what is compared when, and so which of several findings is told first. Threads learn things in an order that is up to the schedule.
// So what one learns counts when all others have heard of as much of what the queues did: what they learn from then on comes behind it, in every run. Of two that
// have heard of as much, what the elder one learns counts first.
//
//	main     5 items ───────▶ 9 items          counts when the thread, too, has heard of 9
//	thread   7 items ─▶ ?                      counts: main has heard of more
//
// For each agent there is one thread that knows no more of it than the others do: as long as that learns nothing of it, nobody else is asked. So what is looked at is
// what somebody has learned, not all agents:
//
//	          queue 1  queue 2  queue 3
//	main         4        7        2         learns of queue 2: the other thread is asked
//	thread       4        6        5
//	common       4        6        2
//	ignorant   main    thread    main

// news is that a thread has learned something: what it knows then, how many items of queues that covers, and whose end it has seen; 0: of no thread.
type news struct {
	clock Clock
	heard uint64
	ended Agent
}

// due is a thread, and how many items of queues it had heard of at least when what it learns next counts.
type due struct {
	heard  uint64
	thread Agent
	order  *Order
}

// Before orders the threads.
func (d due) Before(e due) bool {
	return d.heard < e.heard || d.heard == e.heard && d.order.Elder(d.thread, e.thread)
}

// hear works out how many items of queues a thread has heard of.
func (o *Order) hear(t Agent) {
	a := &o.agents[t]
	a.clock.Beyond(a.weighed, func(of Agent, n uint32) {
		if o.agents[of].queue {
			a.heard += uint64(n - a.weighed.At(of))
		}
	})
	a.weighed = a.clock
}

// heed notes that a thread knows more, or has seen the end of another one. Where there is no other thread that counts at once.
func (o *Order) heed(t, ended Agent) {
	a := &o.agents[t]
	if len(o.counting) == 1 && ended == 0 && len(a.news) == 0 {
		a.counted, o.common = a.clock, a.clock
		o.look()
		return
	}
	o.hear(t)
	a.news = append(a.news, news{a.clock, a.heard, ended})
	if !a.due {
		a.due = true
		o.dues.Push(due{a.heard, t, o})
	}
	for !o.held && o.Step(false) {
	}
}

// Step lets one thing that a thread has learned count, and reports whether there was one: Common is what all threads know then. all says that no thread learns
// anything more.
func (o *Order) Step(all bool) bool {
	for len(o.dues.All) > 0 {
		d := o.dues.All[0]
		a := &o.agents[d.thread]
		heard := a.heard
		if len(a.news) > 0 {
			heard = a.news[0].heard
		}
		switch {
		case len(a.news) == 0 && (all || a.joined):
			o.dues.Pop()
			a.due = false
		case heard > d.heard:
			o.dues.Replace(due{heard, d.thread, o})
		case len(a.news) == 0:
			return false
		default:
			n := a.news[0]
			a.news = a.news[1:]
			o.count(d.thread, &n)
			o.look()
			return true
		}
	}
	return false
}

// look works out what all threads know if peeks count, and forgets what all of them know.
func (o *Order) look() {
	o.seen = o.common
	if o.peeks {
		for i, t := range o.counting {
			a := &o.agents[t]
			if seen := a.counted.Join(a.peeked); i == 0 {
				o.seen = seen
			} else {
				o.seen = o.seen.Meet(seen)
			}
		}
	}
	o.learned++
	if !o.held {
		o.forget(o.common)
	}
}

// count works out what all threads know when one of them has learned something.
func (o *Order) count(t Agent, n *news) {
	a := &o.agents[t]
	before := a.counted
	a.counted = n.clock
	gone := map[Agent]bool(nil)
	if n.ended != 0 {
		o.counting = slices.DeleteFunc(o.counting, func(t Agent) bool { return t == n.ended })
		e := &o.agents[n.ended]
		gone, e.ignores, e.news = e.ignores, nil, nil
	}
	if len(o.counting) == 1 {
		for of := range gone {
			o.ignorant[of] = 0
		}
		o.common = o.agents[0].counted
		return
	}
	a.counted.Beyond(before, func(of Agent, _ uint32) {
		if o.ignorant[of] == t {
			o.ask(of)
		}
	})
	for of := range gone {
		o.ask(of)
	}
}

// ask looks for a thread that knows least of an agent, which knows all of itself. It begins at another one each time, as if by chance: in whatever order threads
// learn, or are joined, the one that is found stays for long.
func (o *Order) ask(of Agent) {
	known, at := o.common.At(of), o.ignorant[of]
	o.asked++
	from := int(o.asked * 0x9E3779B97F4A7C15 >> 33 % uint64(len(o.counting)))
	least, low := at, ^uint32(0)
	for i := range o.counting {
		o.steps++
		t := o.counting[(from+i)%len(o.counting)]
		if n := o.agents[t].counted.At(of); n < low && t != of {
			least, low = t, n
		}
		if low == known {
			break
		}
	}
	o.common = o.common.With(of, low)
	delete(o.agents[at].ignores, of)
	o.ignorant[of] = least
	if least == 0 {
		return
	}
	a := &o.agents[least]
	if a.ignores == nil {
		a.ignores = map[Agent]bool{}
	}
	a.ignores[of] = true
}
