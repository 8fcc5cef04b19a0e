package raster

import (
	"sync"
	"sync/atomic"
)

// parallel calls f for each i in [0, n), on up to as many cores as the state allows. Calls with one worker number follow each other. What f does for one i
// must not depend on the others.
func (r *Rasterizer) parallel(n int, f func(worker, i int)) {
	workers := min(len(r.workers), n)
	if workers <= 1 {
		for i := range n {
			f(0, i)
		}
		return
	}
	var next atomic.Int64
	work := func(worker int) {
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			f(worker, i)
		}
	}
	var wait sync.WaitGroup
	for w := 1; w < workers; w++ {
		wait.Go(func() { work(w) })
	}
	work(0)
	wait.Wait()
}
