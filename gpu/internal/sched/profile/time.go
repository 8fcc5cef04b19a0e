package profile

import "math"

// Time is a point in virtual time, or a span of it, in nanoseconds. Every
// clock starts at 0.
type Time int64

// Spans of virtual time.
const (
	Nanosecond  Time = 1
	Microsecond Time = 1000 * Nanosecond
	Millisecond Time = 1000 * Microsecond
	Second      Time = 1000 * Millisecond

	// Infinite as a timeout never ends; as a point in time it never comes.
	Infinite Time = math.MaxInt64
)

// endOfTime is where clocks stop to advance by work and costs, 146 years on.
// The distance to Infinite leaves room for the calls of a script that goes on.
const endOfTime = Infinite / 2

// add returns t+d, at most endOfTime (or t, if that is later). d must not be
// negative.
func (t Time) Add(d Time) Time {
	if t >= endOfTime || d > endOfTime-t {
		return max(t, endOfTime)
	}
	return t + d
}
