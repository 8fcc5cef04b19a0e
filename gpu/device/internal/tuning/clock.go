package tuning

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/sched"
)

// Clock is a simulated machine as the clock of background tasks: each task that runs is a CPU thread.
type Clock struct {
	sim     *sched.Sim
	workers []*sched.Thread // also some that have ended
}

// NewClock makes the clock of a machine.
func NewClock(sim *sched.Sim) *Clock { return &Clock{sim: sim} }

// Runs says whether a thread is that of a task.
func (c *Clock) Runs(t *sched.Thread) bool { return slices.Contains(c.workers, t) }

// Now implements background.Clock.
func (c *Clock) Now() uint64 { return uint64(c.sim.Now()) }

// After implements background.Clock.
func (c *Clock) After(worker int, d uint64, f func()) {
	c.workers = append(slices.DeleteFunc(c.workers, (*sched.Thread).Ended), c.sim.Go(WorkerName(worker), func() {
		c.sim.Work(sched.Time(d))
		f()
	}).SetApart())
}

// Wait implements background.Clock.
func (c *Clock) Wait(finished func() bool) {
	for ; !finished(); c.workers[0].Join(sched.Infinite, 0) {
		c.workers = slices.DeleteFunc(c.workers, (*sched.Thread).Ended)
	}
}
