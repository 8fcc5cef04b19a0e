package exec

import (
	"context"
	"runtime"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/assemble"
	"github.com/gpuscript/gpuscript/gpu/internal/crew"
	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/arena"
	"github.com/gpuscript/gpuscript/gpu/internal/raster"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// A draw goes through in pieces: the vertices of some instances, or of a part of one. The memory of a piece is in an arena of VRAM, where programs
// see it:
//
//	| planes of vertex inputs | planes of vertex outputs | points | two sequences | scratch memory of the rasterizer: records and outputs of pixel programs |

// pieceVertices is the number of vertices of a piece, a multiple of those of every primitive.
const pieceVertices = 49152

// drawing is the working memory of draws.
type drawing struct {
	arena    arena.Arena
	raster   *raster.Rasterizer
	crew     crew.Crew
	gathers  [2]gathered // one is drawn, the other one comes next
	ahead    gatherAhead
	touched  []gpu.Access
	vertices []uint32     // that were fetched, when tracking
	distinct []uint64     // room for a set of them
	call     drawCall     // the one that runs
	shade    raster.Shade // runs its pixel program
	shadeAs  raster.ShadeAs
	formats  []gpu.Format
	mappings []gpu.ComponentMapping
	clamped  []bool
	spans    []assemble.Span
	layers   []uint32 // slices that the piece at hand is drawn to
}

// drawCall is one draw while it runs.
type drawCall struct {
	m        *Machine
	b        *Bindings
	p        *drawPart
	c        *gpu.Command
	out      Outcome
	vertex   StageProgram
	pixel    StageProgram // nil: depth only
	state    raster.State
	pixels   raster.Pixel
	input    uint64 // address of the planes of vertex inputs
	output   uint64
	points   uint64 // address of the vertices in their viewport
	sequence uint64 // address of the first sequence of items, 0 without indices
	pitch    uint64
	batch    uint64 // of vertices, the next one
	buffers  [gpu.MaxVertexBuffers]vertexBuffer
	index    []byte   // of the index buffer, nil if there is none
	indexAt  uint64   // where it is in VRAM
	invoked  uint64   // vertices that the vertex program ran for
	fetched  []uint32 // vertices of the piece that are still to be fetched, of an instance
	most     uint32   // no vertex of the piece has a larger number
	instance uint32
	run      StageRun
	shading  shading
	drawn    raster.Draw // the piece at hand
	beside   crew.Work   // what is done while it is drawn, or nil
	scratch  raster.Scratch
	result   raster.Result // of all layers
	slices   uint32        // that all bound target views show; 0 without targets
}

// draw runs the programs of the graphics pipeline over primitives.
func (m *Machine) draw(ctx context.Context, b *Bindings, c *gpu.Command) Outcome {
	if b.pipeline == nil || b.pipeline.draw == nil {
		panic("BUG: exec: draw without a graphics pipeline")
	}
	d := &m.draws.call
	*d = drawCall{m: m, b: b, p: b.pipeline.draw, c: c}
	m.unbound()
	m.draws.touched, m.draws.vertices = m.draws.touched[:0], m.draws.vertices[:0]
	if !m.tables.Reserve(m.space, d.p.records()) {
		return d.noMemory()
	}
	m.resolve(&b.graphics, &d.p.vertex, 0)
	m.draws.formats, m.draws.mappings = append(m.draws.formats[:0], m.formats...), append(m.draws.mappings[:0], m.mappings...)
	m.draws.clamped = append(m.draws.clamped[:0], m.clamped...)
	if d.p.pixel.program != nil {
		m.resolve(&b.graphics, &d.p.pixel, uint32(len(d.p.vertex.sources)))
	}
	d.bindTargets()
	d.bindBuffers()
	d.out.Views, d.out.Faults = m.views, m.faults
	if c.X != 0 && c.Y != 0 && d.begin(ctx) {
		d.pieces()
		d.end(ctx)
	}
	d.out.settle()
	return d.out
}

func (d *drawCall) noMemory() Outcome {
	d.m.faults = append(d.m.faults, Fault{Kind: FaultNoMemory, Binding: -1})
	d.out.Faults = d.m.faults
	return d.out
}

// begin prepares the programs and the rasterizer. It says whether all is ready.
func (d *drawCall) begin(ctx context.Context) bool {
	m := d.m
	if m.draws.raster == nil {
		m.draws.raster = raster.New()
	}
	items := d.capacity()
	d.pitch = uint64(items)*4 + 4*stage.Group // not a power of two, so that planes do not share cache sets
	run := &d.run
	*run = StageRun{Memory: m.vram, Table: uint32(m.tables.Table), Records: uint32(len(d.p.vertex.sources)), Formats: m.draws.formats,
		Mappings: m.draws.mappings, Clamped: m.draws.clamped, Pitch: uint32(d.pitch),
		Budget: m.options.InstructionBudget, Report: m.options.Report, Track: m.options.Track, Tuning: d.b.pipeline.Tuning}
	if d.vertex, d.out.Err = m.stages.Stage(ctx, d.p.vertex.program, run); d.out.Err != nil {
		return false
	}
	d.state.Workers = runtime.GOMAXPROCS(0)
	if d.state.Primitives = uint64(d.c.X) * uint64(d.c.Y); d.b.draw.topology == gpu.TopologyTriangleList {
		d.state.Primitives /= 3
	}
	d.pixels = raster.Pixel{Inputs: d.p.links, Uses: d.p.uses, Outputs: d.state.Outputs(d.p.uses, d.p.written), Affine: d.vertex.Affine(),
		Merger: m.merger, Coverer: m.coverer, SetUpper: m.setUpper}
	if d.p.pixel.program != nil {
		run.Table += run.Records * RecordBytes
		run.Records, run.Formats, run.Mappings, run.Clamped = uint32(len(d.p.pixel.sources)), m.formats, m.mappings, m.clamped
		run.Pitch, run.Pixel, run.Affine = raster.PixelPitch, d.pixels.Outputs, d.vertex.Affine()
		if d.pixel, d.out.Err = m.stages.Stage(ctx, d.p.pixel.program, run); d.out.Err != nil {
			d.join(ctx, d.vertex, gpu.StageVertex)
			return false
		}
		if m.draws.shade == nil {
			m.draws.shade = func(worker int, batch uint64, input, output, items uint32) bool {
				return m.draws.call.pixel.Run(worker, batch, input, output, items)
			}
			m.draws.shadeAs = func(worker int, batch uint64, input, output, items uint32, as stage.Counted) bool {
				return m.draws.call.pixel.RunAs(worker, batch, input, output, items, as)
			}
		}
		if d.pixel.Packs() {
			d.pixels.ShadeAs = m.draws.shadeAs
		}
		d.state.Workers, d.pixels.Shade, d.pixels.Uniform = min(d.state.Workers, d.pixel.Workers()), m.draws.shade, d.pixel.Uniform()
		d.pixels.LacksW = !d.pixel.ReadsW()
	}
	return d.place(ctx)
}

// place lays the arena out and starts the rasterizer.
func (d *drawCall) place(ctx context.Context) bool {
	m := d.m
	scratch := raster.ScratchBytes(&d.state, &d.pixels)
	in, out := uint64(d.p.planes+2)*d.pitch, uint64(d.p.outputs)*d.pitch
	points := (in + out + 63) &^ 63
	sequences := points + raster.PointsBytes(&d.pixels, d.capacity())
	at := sequences
	if d.c.Op == gpu.OpDrawIndexedInstanced {
		at += uint64(len(m.draws.gathers)) * d.sequenceBytes()
	}
	if !m.draws.arena.Reserve(m.space, at+scratch) {
		d.join(ctx, d.vertex, gpu.StageVertex)
		d.join(ctx, d.pixel, gpu.StagePixel)
		d.out = d.noMemory()
		return false
	}
	m.draws.crew.Start(d.state.Workers)
	d.state.Crew = &m.draws.crew
	d.input = m.draws.arena.Base
	d.output, d.points = d.input+in, d.input+points
	if at > sequences {
		d.sequence = d.input + sequences
	}
	base := d.input + at
	d.scratch = raster.Scratch{Bytes: m.bytes(base, scratch), Base: uint32(base)}
	if !d.layered() {
		m.draws.raster.Begin(&d.state, &d.pixels, d.scratch)
	}
	return true
}

// end collects what programs and rasterizer have to say.
func (d *drawCall) end(ctx context.Context) {
	if !d.layered() {
		d.endLayer(0)
	}
	d.m.draws.crew.Stop()
	d.join(ctx, d.vertex, gpu.StageVertex)
	d.join(ctx, d.pixel, gpu.StagePixel)
	d.out.Accesses = d.m.blocksRead(d.out.Accesses)
	k := &d.result.Counts
	d.out.BytesRead += k.BytesRead
	d.out.BytesWritten += k.BytesWritten
	d.out.Drawn = gpu.PipelineStatistics{IAVertices: uint64(d.c.X) * uint64(d.c.Y), IAPrimitives: k.Primitives, VSInvocations: d.invoked,
		CInvocations: k.Primitives, CPrimitives: k.Clipped, PSInvocations: k.PixelInvocations}
	d.b.draw.counts.Add(&d.out.Drawn, k.SamplesPassed)
	if d.m.options.Track {
		d.touchBuffers()
	}
	d.out.Touched = d.m.draws.touched
	if d.out.Hung || ctx.Err() != nil {
		d.m.poisonWritten()
		d.poisonTargets()
	}
}

// join adds the result of one program.
func (d *drawCall) join(ctx context.Context, p StageProgram, s gpu.ShaderStage) {
	if p == nil {
		return
	}
	r, err := p.End()
	o := &d.out
	if err != nil && o.Err == nil {
		o.Err = err
	}
	if r.Hung && !o.Hung {
		o.Hung, o.HungSite, o.HungGroup, o.HungStage = true, r.HungSite, r.HungGroup, s
	}
	first := uint32(0)
	if s == gpu.StagePixel {
		first = uint32(len(d.p.vertex.sources))
	}
	o.WorkItems, o.Instructions = o.WorkItems+r.WorkItems, o.Instructions+r.Instructions
	o.OutOfBounds, o.Printed = o.OutOfBounds+r.OutOfBounds, o.Printed+r.Printed
	o.Prints = append(o.Prints, r.Prints...)
	for _, report := range r.Reports {
		report.Stage = s
		o.Reports = append(o.Reports, report)
	}
	for _, a := range r.Accesses {
		a.Record += first
		o.Accesses = append(o.Accesses, a)
	}
}
