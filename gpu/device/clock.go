package device

import "github.com/gpuscript/gpuscript/gpu/internal/sched"

// ReadClock is Now for a program. Reading the clock takes no time, but a thread that does nothing else would wait for ever: after 16 times in a row
// each reading takes as long as a call that only asks.
func (a *Adapter) ReadClock() (now uint64, err error) {
	now = a.Now()
	if a.clock != (clock{ticks: a.ticks, at: now, times: a.clock.times}) {
		a.clock = clock{ticks: a.ticks, at: now}
	}
	if a.clock.times++; a.clock.times > freeReads {
		a.sim.Call(sched.CallQuery)
		a.clock.at = a.Now()
		return a.clock.at, a.layers.Pending()
	}
	return now, nil
}

// freeReads is how often the clock is read in a row without taking time.
const freeReads = 16

// clock is how often the clock was read in a row.
type clock struct {
	ticks, at uint64
	times     int
}
