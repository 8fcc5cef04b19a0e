package track

// Where one thread alone uses an event, and the fences and queues that set it, the event is to that thread what it would be if there were no other
// one. So beside what an event is to all threads it is kept what it is to the one that uses it. That this one is the only one is known at the end:
// the caller asks nothing of it before, and nothing if it is not so.

// toOne is an event as the only thread that uses it sees it, while there are others.
func (o *Order) toOne(e int) *event {
	if o.Alone() {
		delete(o.solos, e)
		return o.events[e]
	}
	if o.solos == nil {
		o.solos = map[int]*event{}
	}
	if o.solos[e] == nil {
		o.solos[e] = o.events[e].Copy()
	}
	return o.solos[e]
}

// Missed says whether thread t, which is about to wait for the event, may wait for ever in another run, if no other thread uses the event, or what
// sets it: that may do so before the event was last unset.
func (o *Order) Missed(t Agent, e int) bool { return o.toOne(e).Missed(o.givesTo(o.agents[t].clock)) }

// Setters are what can have set an event since it was certainly unset, as Missed sees it, the first of them where there are many.
func (o *Order) Setters(e int) []Setter { return o.toOne(e).Setters(o.givesTo(Clock{})) }

// unset says that somebody who knew so much before has unset an event, by a wait or a reset; one is how it was to the only thread that uses it.
func (o *Order) unset(e int, one *event, known Clock, reset bool) {
	if one == o.events[e] { // there is no other thread
		if reset {
			one.Unset(o.givesTo(known))
		} else if !one.Manual() {
			one.Over(known, o.givesTo(known))
		}
		return
	}
	if reset || !one.Manual() {
		o.events[e].Obscure()
	}
	if reset {
		one.Reset(known, o.givesTo(known))
		one.Unset(o.givesTo(known))
		return
	}
	o.requests, _, _ = one.Wait(o.threads.Common(), o.givesTo(known), o.requests)
	if !one.Manual() {
		one.Over(known, o.givesTo(known))
	}
}
