package raster

import (
	"sync"
	"sync/atomic"
)

// step is what the cores do together.
type step uint8

// The steps: each says what i counts.
const (
	stepProject step = iota // pieces of vertices
	stepSetUp               // chunks of the round
	stepTiles               // active tiles
)

// job is what the steps work on.
type job struct {
	assembler  assembler
	first, end uint64 // primitives of the round
	chunks     int
}

// do does a part of a step.
func (r *Rasterizer) do(s step, worker, i int) {
	switch s {
	case stepProject:
		r.projectPiece(uint32(i))
	case stepSetUp:
		r.setUpChunk(i)
	case stepTiles:
		r.workers[worker].do(r.active[i], r.chunks[:r.job.chunks], r.marksOf(r.active[i]))
	}
}

// parallel does parts [0, n) of a step, on up to as many cores as the state allows. Calls with one worker number follow each other. What is done for one part
// must not depend on the others. It allocates nothing where one core does all: most draws are small.
func (r *Rasterizer) parallel(n int, s step) {
	workers := min(len(r.workers), n)
	if workers <= 1 {
		for i := range n {
			r.do(s, 0, i)
		}
		return
	}
	var next atomic.Int64
	work := func(worker int) {
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			r.do(s, worker, i)
		}
	}
	var wait sync.WaitGroup
	for w := 1; w < workers; w++ {
		wait.Go(func() { work(w) })
	}
	work(0)
	wait.Wait()
}
