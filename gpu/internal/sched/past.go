package sched

// past is a value that a fence had, larger than what it has.
type past struct {
	had, lowered Given // lowered is the first signal after had: a smaller one
}

// mostPast is how many larger values of a fence are kept, the last ones.
const mostPast = 64

// follow keeps the value that a signal takes the fence down from, and drops those that it takes it up to again.
func (f *Fence) follow(g Given) {
	f.mixed = f.mixed || f.given.Call > 0 && f.given.Queue != g.Queue
	for n := len(f.past); n > 0 && f.past[n-1].had.Value <= g.Value; n-- {
		f.past = f.past[:n-1]
	}
	if g.Value >= f.value {
		return
	}
	if len(f.past) == mostPast {
		f.past = append(f.past[:0], f.past[1:]...)
	}
	f.past = append(f.past, past{had: f.given, lowered: g})
}

// lost is the last signal that gave the fence at least v, and the one that took it below that. Zero values: it has not had that, or has it.
func (f *Fence) lost(v uint64) (had, lowered Given) {
	for i := len(f.past) - 1; i >= 0; i-- {
		if p := &f.past[i]; p.had.Value >= v {
			return p.had, p.lowered
		}
	}
	return had, lowered
}
