package crew

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// parts counts how often each part was done, and finds out whether a worker did two at the same time.
type parts struct {
	times   []atomic.Int32
	busy    []atomic.Bool
	twice   atomic.Bool
	pause   time.Duration // of helpers, before each part
	workers int
}

func (p *parts) Do(worker, part int) {
	if worker >= p.workers || !p.busy[worker].CompareAndSwap(false, true) {
		p.twice.Store(true)
	}
	if worker > 0 {
		time.Sleep(p.pause)
	}
	p.times[part].Add(1)
	p.busy[worker].Store(false)
}

func step(t *testing.T, c *Crew, workers, n int, pause time.Duration) {
	t.Helper()
	p := &parts{times: make([]atomic.Int32, n), busy: make([]atomic.Bool, workers), pause: pause, workers: workers}
	c.Do(n, p)
	require.False(t, p.twice.Load())
	for i := range p.times {
		require.EqualValues(t, 1, p.times[i].Load(), "part %d of %d", i, n)
	}
}

// Every part is done once, before Do returns, whatever the numbers are and however long helpers sleep between steps.
func TestEveryPartOnce(t *testing.T) {
	for workers := 1; workers <= 4; workers++ {
		var c Crew
		c.Start(workers)
		require.Equal(t, workers, c.Size())
		for i := range 300 {
			step(t, &c, workers, i%9, 0)
			if i%100 == 99 {
				time.Sleep(5 * time.Millisecond) // helpers fall asleep
			}
		}
		step(t, &c, workers, 5, 3*time.Millisecond) // the caller does
		c.Stop()
		require.Equal(t, 1, c.Size())
		step(t, &c, 1, 3, 0)
		c.Start(workers)
		step(t, &c, workers, 50, 0)
		c.Stop()
	}
}

// alone is work of one.
type alone struct{ sum int }

func (a *alone) Do(_, part int) { a.sum += part }

// A crew of one needs no Start, and works in order without helpers.
func TestAlone(t *testing.T) {
	var c Crew
	a := &alone{}
	require.Zero(t, testing.AllocsPerRun(10, func() { c.Do(4, a) }))
	require.Equal(t, 11*6, a.sum)
	c.Stop()
}

// Two steps of one crew follow each other: what the first one wrote, the second one reads.
func TestStepsFollow(t *testing.T) {
	var c Crew
	c.Start(3)
	defer c.Stop()
	n := &neighbours{from: make([]int, 64), to: make([]int, 64)}
	for range 500 {
		c.Do(64, n)
		n.from, n.to = n.to, n.from
	}
	for i := range n.from {
		require.Equal(t, 500, n.from[i])
	}
}

// neighbours makes each number one more than the largest beside it.
type neighbours struct{ from, to []int }

func (n *neighbours) Do(_, i int) {
	n.to[i] = max(n.from[i], n.from[max(i-1, 0)], n.from[min(i+1, 63)]) + 1
}

// failing panics in some parts.
type failing struct {
	parts
	bad map[int]bool
}

func (f *failing) Do(worker, part int) {
	f.parts.Do(worker, part)
	if f.bad[part] {
		panic(part)
	}
}

// A panic comes out of Do, that of the first part, when all parts are done; the crew works on.
func TestPanicsComeOutOfDo(t *testing.T) {
	for workers := 1; workers <= 3; workers++ {
		var c Crew
		c.Start(workers)
		f := &failing{parts{times: make([]atomic.Int32, 6), busy: make([]atomic.Bool, workers), workers: workers}, map[int]bool{2: true, 4: true}}
		for range 50 {
			require.PanicsWithValue(t, 2, func() { c.Do(6, f) })
		}
		for i := range f.times {
			if want := 50; workers > 1 || i <= 2 {
				require.EqualValues(t, want, f.times[i].Load(), "part %d", i)
			}
		}
		step(t, &c, workers, 9, 0)
		c.Stop()
	}
}

func TestOnce(t *testing.T) {
	for n := range 4 {
		times := make([]atomic.Int32, n)
		Once(n, func(part int) { times[part].Add(1) })
		for i := range times {
			require.EqualValues(t, 1, times[i].Load())
		}
	}
	require.PanicsWithValue(t, 1, func() {
		Once(3, func(part int) {
			if part > 0 {
				panic(part)
			}
		})
	})
}
