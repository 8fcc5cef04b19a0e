package background

import (
	"slices"
	"sync"
)

// fakeClock is a clock that goes on when a test says so.
type fakeClock struct {
	mu    sync.Mutex
	now   uint64
	calls []call
}

type call struct {
	at     uint64
	worker int
	f      func()
}

// Now implements Clock.
func (c *fakeClock) Now() uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// After implements Clock.
func (c *fakeClock) After(worker int, d uint64, f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls = append(c.calls, call{c.now + d, worker, f})
	slices.SortStableFunc(c.calls, func(a, b call) int { return int(a.at) - int(b.at) })
}

// step does the next call, false if there is none.
func (c *fakeClock) step() bool {
	c.mu.Lock()
	if len(c.calls) == 0 {
		c.mu.Unlock()
		return false
	}
	next := c.calls[0]
	c.calls = c.calls[1:]
	c.now = next.at
	c.mu.Unlock()
	next.f()
	return true
}

// until does all calls that are due up to a time.
func (c *fakeClock) until(t uint64) {
	for {
		c.mu.Lock()
		due := len(c.calls) > 0 && c.calls[0].at <= t
		c.mu.Unlock()
		if !due {
			break
		}
		c.step()
	}
	c.now = t
}

func (c *fakeClock) drain() {
	for c.step() {
	}
}

// Wait implements Clock.
func (c *fakeClock) Wait(finished func() bool) {
	for !finished() {
		if !c.step() {
			panic("nothing will happen any more")
		}
	}
}
