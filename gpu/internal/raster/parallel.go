package raster

import "github.com/gpuscript/gpuscript/gpu/internal/crew"

// step is what the cores do together.
type step uint8

// The steps: each says what its parts are.
const (
	stepProject step = iota // pieces of vertices
	stepSetUp               // chunks of the round
	stepTiles               // active tiles
	steps
)

// job is what the steps work on.
type job struct {
	assembler  assembler
	first, end uint64 // primitives of the round
	chunks     int
	crew       *crew.Crew
	own        crew.Crew // where the state brings none
	steps      [steps]work
}

// work is a step for a crew. What is done for one part must not depend on the others.
type work struct {
	r    *Rasterizer
	step step
}

// Do implements crew.Work.
func (k *work) Do(worker, part int) {
	switch r := k.r; k.step {
	case stepProject:
		r.projectPiece(uint32(part))
	case stepSetUp:
		r.setUpChunk(part)
	case stepTiles:
		r.workers[worker].do(r.active[part], r.chunks[:r.job.chunks], r.marksOf(r.active[part]))
	}
}

// prepareCrew makes all ready for parallel.
func (r *Rasterizer) prepareCrew() {
	j, s := &r.job, r.plan.state
	if j.crew = s.Crew; j.crew == nil {
		j.crew = &j.own
		j.own.Start(max(s.Workers, 1))
	}
	for i := range j.steps {
		j.steps[i] = work{r, step(i)}
	}
}

// parallel does parts [0, n) of a step.
func (r *Rasterizer) parallel(n int, s step) { r.job.crew.Do(n, &r.job.steps[s]) }
