package track

// Agent is the number of a CPU thread or a queue in an Order. Agent 0 is the main thread.
type Agent uint32

// Clock says how many items of each agent are covered. Clocks are immutable: they are shared, and changed by copying.
// The zero value covers nothing.
type Clock []uint32

// At is the number of items of a that the clock covers.
func (c Clock) At(a Agent) uint32 {
	if int(a) < len(c) {
		return c[a]
	}
	return 0
}

// With returns the clock with n items of a covered, and c itself if it covers as many.
func (c Clock) With(a Agent, n uint32) Clock {
	if c.At(a) >= n {
		return c
	}
	out := make(Clock, max(len(c), int(a)+1))
	copy(out, c)
	out[a] = n
	return out
}

// Covers says whether everything in d is in c.
func (c Clock) Covers(d Clock) bool {
	for a, n := range d {
		if c.At(Agent(a)) < n {
			return false
		}
	}
	return true
}

// Join is what either covers. It allocates only when neither covers the other.
func (c Clock) Join(d Clock) Clock {
	if c.Covers(d) {
		return c
	}
	if d.Covers(c) {
		return d
	}
	out := make(Clock, max(len(c), len(d)))
	for a := range out {
		out[a] = max(c.At(Agent(a)), d.At(Agent(a)))
	}
	return out
}

// Meet is what both cover.
func (c Clock) Meet(d Clock) Clock {
	if c.Covers(d) {
		return d
	}
	if d.Covers(c) {
		return c
	}
	out := make(Clock, min(len(c), len(d)))
	for a := range out {
		out[a] = min(c[a], d[a])
	}
	return out
}
