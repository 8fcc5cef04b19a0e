package track

// What all threads know is worked out with everything that one of them learns. For each agent there is one thread that knows no more of it than the others do:
// as long as that learns nothing of it, nobody else is asked. So what is looked at is what somebody has learned, not all agents:
//
//	          queue 1  queue 2  queue 3
//	main         4        7        2         learns of queue 2: the other thread is asked
//	thread       4        6        5
//	common       4        6        2
//	ignorant   main    thread    main

// move notes that a thread knows more than when gather was called last.
func (o *Order) move(t Agent) {
	if a := &o.agents[t]; !a.moved {
		a.moved = true
		o.moved = append(o.moved, t)
	}
}

// gather works out what all threads know, and forgets that.
func (o *Order) gather() {
	o.least()
	o.seen = o.common
	if o.peeks {
		for i, t := range o.live {
			a := &o.agents[t]
			if seen := a.clock.Join(a.peeked); i == 0 {
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

// least works out what all threads know.
func (o *Order) least() {
	for _, t := range o.moved {
		a := &o.agents[t]
		before := a.counted
		a.moved, a.counted = false, a.clock
		if o.Alone() {
			continue
		}
		a.clock.Beyond(before, func(of Agent, _ uint32) {
			if o.ignorant[of] == t {
				o.ask(of)
			}
		})
	}
	for _, t := range o.left {
		for of := range o.agents[t].ignores {
			o.ask(of)
		}
		o.agents[t].ignores = nil
	}
	o.moved, o.left = o.moved[:0], o.left[:0]
	if o.Alone() {
		o.common = o.agents[o.live[0]].clock
	}
}

// ask looks for a thread that knows least of an agent. It begins at another one each time, as if by chance: in whatever order threads learn, or are joined, the one
// that is found stays for long.
func (o *Order) ask(of Agent) {
	known, at := o.common.At(of), o.ignorant[of]
	o.asked++
	from := int(o.asked * 0x9E3779B97F4A7C15 >> 33 % uint64(len(o.live)))
	least, low := at, ^uint32(0)
	for i := range o.live {
		o.steps++
		t := o.live[(from+i)%len(o.live)]
		if n := o.agents[t].clock.At(of); n < low {
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
