package raster

import "github.com/gpuscript/gpuscript/gpu/internal/crew"

// A piece of a draw is processed in steps. While the tiles of a round are drawn, the workers that find no more tiles set up the next round.
//
//	project │ set up 0 │ beside, tiles 0, set up 1 │ tiles 1, set up 2 │ … │ tiles n

// step is what the cores do together.
type step uint8

// The steps: each says what its parts are.
const (
	stepProject step = iota // pieces of vertices
	stepSetUp               // chunks of the first round
	stepRound               // what the caller wants done meanwhile, active tiles of a round, chunks of the next one
	steps
)

// job is what the steps work on.
type job struct {
	assembler assembler
	expected  bool // the piece was announced by Expect, and is projected
	now, next span
	beside    crew.Work // not done yet, or nil
	besides   int       // parts of the step for it
	crew      *crew.Crew
	own       crew.Crew // where the state brings none
	steps     [steps]work
}

// span is the primitives of a round, and their chunks.
type span struct {
	first, end uint64
	chunks     []chunk
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
		r.Project(worker, uint32(part)*projectItems, projectItems)
	case stepSetUp:
		r.setUpChunk(worker, &r.job.now, part)
	case stepRound:
		r.doPart(worker, part)
	}
}

// doPart does a part of a round.
func (r *Rasterizer) doPart(worker, part int) {
	tile := part - r.job.besides
	switch chunk := tile - len(r.active); {
	case tile < 0:
		r.job.beside.Do(worker, part)
	case chunk < 0:
		r.workers[worker].do(r.active[tile], r.job.now.chunks, r.marksOf(r.active[tile]))
	default:
		r.setUpChunk(worker, &r.job.next, chunk)
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
