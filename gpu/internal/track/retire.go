package track

// A fence that was given up, and an event that was closed, are of no use any more when every thread knows that, and all that waited for it goes on:
// then one value stands for all of them, so that memory follows the fences and events that are there, and not those that ever were.

// retire drops fences that were given up, as far as nothing is left that asks for them.
func (o *Order) retire() {
	kept := o.ending[:0]
	for _, n := range o.ending {
		if f := o.fences[n]; o.over(f) {
			o.fences[n] = &o.noFence
		} else {
			kept = append(kept, n)
		}
	}
	o.ending = kept
}

// over says whether every thread knows that a fence was given up, and nothing that waited for it is left.
func (o *Order) over(f *fence) bool {
	return f.known == givenUp && !f.Rewinds && f.Dead == len(f.Signals) && f.Waits() == 0 && !f.Watches(o.kept)
}

// CloseEvent gives an event up. Nobody may wait for it any more.
func (o *Order) CloseEvent(e int) {
	if !o.events[e].Seen(o.kept) {
		o.events[e] = &o.noEvent
	}
	delete(o.solos, e)
}
