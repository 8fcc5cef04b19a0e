package raster

import (
	"fmt"
	"math"

	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/corner"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/marks"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/topology"
)

// Rasterizer does draws. It keeps its working memory from one draw to the next.
type Rasterizer struct {
	plan    plan
	result  Result
	chunks  []chunk
	workers []worker
	round   uint64
	job     job

	points  corner.Points // vertices in their viewport
	room    []byte        // for them, where nobody lends any
	active  []int32       // tiles of the round
	seen    []uint64      // by tile: bit set while it is in active
	touched marks.Map
}

// assembler finds the vertices of the primitives of a piece.
type assembler struct {
	topology.List
	draw *Draw
}

// New makes a rasterizer.
func New() *Rasterizer { return &Rasterizer{} }

// ScratchBytes is the size of the scratch memory that Begin needs.
func ScratchBytes(s *State, p *Pixel) uint64 {
	w := uint64(max(s.Workers, 1))
	return s.chunks()*chunkRecords(s)*recordBytes(p) + w*uint64(workerBytes(p)) + sortingBytes(s, p)
}

// Begin prepares for one draw. The state, the program and the scratch memory must stay until End.
func (r *Rasterizer) Begin(s *State, p *Pixel, scratch Scratch) {
	if need := ScratchBytes(s, p); uint64(len(scratch.Bytes)) < need {
		panic(fmt.Sprintf("BUG: raster: %d bytes of scratch memory, %d needed", len(scratch.Bytes), need))
	}
	r.plan.init(s, p, scratch)
	r.result = Result{}
	if !s.Continues {
		r.round = 0
	}
	r.prepareChunks()
	r.prepareWorkers()
	r.prepareCrew()
	r.touched.Reset(r.plan.tilesX, r.plan.tilesY)
}

// Expect says which piece comes next, before its vertices are shaded. Then Project must be called for all of them, as soon as they are.
func (r *Rasterizer) Expect(d *Draw) {
	r.job.assembler.draw, r.job.expected = d, true
	if !r.plan.nothing {
		r.place(d)
	}
}

// Draw does a piece of the draw. It returns false when the draw was cancelled; later pieces then have no effect.
func (r *Rasterizer) Draw(d *Draw) bool {
	if r.result.Cancelled {
		return false
	}
	a, expected := &r.job.assembler, r.job.expected
	a.draw, r.job.expected = d, false
	a.Make(topology.Source{Topology: d.Topology, Sequence: d.Sequence, Count: d.Count, InstanceItems: d.InstanceItems})
	total := a.PerInstance * uint64(d.Instances)
	if total > math.MaxUint32 {
		panic(fmt.Sprintf("BUG: raster: %d primitives in one piece", total))
	}
	r.result.Counts.Primitives += total
	if r.plan.nothing {
		return true
	}
	if v := &d.Vertices; !expected {
		r.place(d)
		r.parallel(int((v.Items+projectItems-1)/projectItems), stepProject)
	}
	r.lend(d)
	r.job.beside = d.Beside
	r.doRounds(total)
	return !r.result.Cancelled
}

// End returns what was done.
func (r *Rasterizer) End() Result {
	for i := range r.workers {
		r.result.Counts.Add(&r.workers[i].counts)
		r.workers[i].counts = Counts{}
	}
	for i := range r.chunks {
		r.result.Counts.Add(&r.chunks[i].counts)
		r.chunks[i].counts = Counts{}
	}
	r.job.own.Stop()
	if r.plan.state.Track {
		of := r.touched.Rectangles()
		r.result.Touched = Touched{of[marks.Color], of[marks.Tested], of[marks.Depth], of[marks.Stencil]}
	}
	return r.result
}

// Add adds what another part of a draw did.
func (c *Counts) Add(o *Counts) {
	c.Primitives += o.Primitives
	c.Clipped += o.Clipped
	c.PixelInvocations += o.PixelInvocations
	c.SamplesPassed += o.SamplesPassed
	c.BytesRead += o.BytesRead
	c.BytesWritten += o.BytesWritten
}
