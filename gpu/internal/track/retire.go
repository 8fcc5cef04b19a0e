package track

// A fence that was given up is of no use any more when every thread knows that, and all that waited for it goes on: then one value stands for all of
// them, so that memory follows the fences that are there, and not those that ever were. Closed events go likewise, see package events.

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
