package track

// Common is what every thread knows to have happened, the same if peeks count, and how often these have changed.
func (o *Order) Common() (known, seen Clock, learned uint64) {
	return o.threads.Common(), o.seen, o.learned
}

// Known is what every thread knows to have happened.
func (o *Order) Known() Clock { return o.threads.Common() }

// Revisions is how often what threads learned was worked out anew.
func (o *Order) Revisions() int { return o.revisions }

// Hold leaves it to the owner to call Step and Forget.
func (o *Order) Hold() { o.held = true }

// heed notes that a thread knows more, or has seen the end of another one. Where there is no other thread that counts at once.
func (o *Order) heed(t, ended Agent) {
	if o.threads.Heed(t, ended, o.agents[t].clock) {
		o.look()
		return
	}
	for !o.held && o.Step(false) {
	}
}

// Step lets one thing that a thread has learned count, and reports whether there was one: Common is what all threads know then. all says that no
// thread learns anything more.
func (o *Order) Step(all bool) bool {
	if !o.threads.Step(all) {
		return false
	}
	o.look()
	return true
}

// look works out what all threads know if peeks count, and forgets what all of them know.
func (o *Order) look() {
	common := o.threads.Common()
	o.seen = common
	if o.peeks {
		for i, t := range o.threads.Counting() {
			if seen := o.threads.Counted(t).Join(o.agents[t].peeked); i == 0 {
				o.seen = seen
			} else {
				o.seen = o.seen.Meet(seen)
			}
		}
	}
	o.learned++
	if !o.held {
		o.Forget(common)
	}
}
