package exec

import (
	"math"
	"sync/atomic"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/assemble"
	"github.com/gpuscript/gpuscript/gpu/internal/mem"
	"github.com/gpuscript/gpuscript/gpu/internal/raster"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// cut is the index that ends a strip; ok is false where none does.
func (d *drawCall) cut() (value uint32, ok bool) {
	if d.c.Op != gpu.OpDrawIndexedInstanced {
		return 0, false
	}
	return assemble.Cut(d.b.draw.topology, d.p.desc.IBStripCutValue)
}

// spans cuts an instance into parts that fit into a piece. A strip with cuts stays whole, because only its indices say where primitives begin.
func (d *drawCall) spans() []assemble.Span {
	most := uint32(pieceVertices)
	if _, cuts := d.cut(); cuts {
		most = d.c.X
	}
	d.m.draws.spans = assemble.Spans(d.m.draws.spans[:0], d.b.draw.topology, d.c.X, most)
	return d.m.draws.spans
}

// capacity is the number of items that the planes of a piece have room for.
func (d *drawCall) capacity() uint32 {
	n := uint64(d.c.X)
	if _, cuts := d.cut(); !cuts {
		n = min(n, pieceVertices+2)
	}
	n = max(n, min(n*uint64(d.c.Y), pieceVertices))
	return uint32((n + stage.Group - 1) / stage.Group * stage.Group)
}

// pieces draws all of them, instance by instance.
func (d *drawCall) pieces() {
	spans := d.spans()
	if len(spans) > 1 {
		d.parts(spans)
		return
	}
	g := d.gather(0, spans[0])
	together := max(d.capacity()/max(uint32(len(g.Vertices)), 1), 1)
	for first := uint32(0); first < d.c.Y; first += together {
		if !d.piece(spans[0], g, first, min(together, d.c.Y-first)) {
			return
		}
	}
}

// parts draws instances that are cut into parts. The next part is gathered while one is drawn.
func (d *drawCall) parts(spans []assemble.Span) {
	n, a, beside := uint64(len(spans)), &d.m.draws.ahead, d.m.draws.crew.Size() > 1 && d.mayGatherAhead()
	g, all := d.gather(0, spans[0]), n*uint64(d.c.Y)
	for k := range all {
		*a = gatherAhead{d: d, span: spans[(k+1)%n], done: k+1 == all}
		if beside {
			a.into = int(k+1) % 2
		}
		d.beside = nil
		if beside && !a.done {
			d.beside = a
		}
		if !d.piece(spans[k%n], g, uint32(k/n), 1) {
			return
		}
		if !a.done {
			a.Do(0, 0)
		}
		g = &d.m.draws.gathers[a.into]
	}
}

// gatherAhead finds the vertices of the span that is drawn next. It implements crew.Work, in one part.
type gatherAhead struct {
	d    *drawCall
	span assemble.Span
	into int // of drawing.gathers
	done bool
}

// Do implements crew.Work.
func (a *gatherAhead) Do(int, int) {
	a.d.gather(a.into, a.span)
	a.done = true
}

// mayGatherAhead says whether indices may be read while pixels are drawn: those of no target are in the same memory.
func (d *drawCall) mayGatherAhead() bool {
	if d.layered() {
		return false
	}
	apart := func(s *raster.Surface) bool {
		at := uint64(s.Address)
		return d.indexAt >= at+uint64(len(s.Bytes)) || d.indexAt+uint64(len(d.index)) <= at
	}
	s := &d.state
	for i := range s.Targets {
		if !apart(&s.Targets[i].Surface) {
			return false
		}
	}
	return apart(&s.Depth.Depth) && apart(&s.Depth.Stencil)
}

// gathered are the vertices of a span, and where programs see their sequence, or 0.
type gathered struct {
	assemble.Gather
	at uint32
}

// sequenceBytes is the size of the memory for a sequence, and for items after it.
func (d *drawCall) sequenceBytes() uint64 {
	return (4*uint64(d.capacity()) + stage.SortBehind + 63) &^ 63
}

// gather finds the vertices of a span; without indices there is no sequence.
func (d *drawCall) gather(into int, s assemble.Span) *gathered {
	g := &d.m.draws.gathers[into]
	g.at = 0
	if d.c.Op == gpu.OpDrawInstanced {
		g.Range(s.First, s.Count)
		return g
	}
	cut, cuts := d.cut()
	at := d.sequence + uint64(into)*d.sequenceBytes()
	words := mem.Words(d.m.bytes(at, d.sequenceBytes()))
	if n := int(s.Count); n < len(words) {
		g.Sequence, g.at = words[:0:n], uint32(at)
		clear(words[n:]) // item 0 is always there
	}
	g.Read(assemble.Indices{Bytes: d.index, Short: d.b.draw.indices.Format == gpu.FormatR16Uint}, uint64(d.c.Slot)+uint64(s.First),
		s.Count, cut, cuts, raster.Cut)
	return g
}

// piece fetches, shades and rasterizes the vertices of instances [first, first+count). It says whether to go on.
func (d *drawCall) piece(s assemble.Span, g *gathered, first, count uint32) bool {
	each := uint32(len(g.Vertices))
	items := each * count
	if items == 0 {
		return true
	}
	d.instance, d.fetched, d.most = first, g.Vertices, g.Most
	if count > 1 { // of all instances before one is shaded
		d.fetched = nil
		for k := range count {
			d.fetch(g.Vertices, uint64(k)*uint64(each), first+k, k > 0)
		}
	}
	if d.m.options.Track && d.c.Op == gpu.OpDrawIndexedInstanced {
		d.m.draws.vertices = append(d.m.draws.vertices, g.Vertices...)
	}
	d.invoked += uint64(items)
	d.drawn = raster.Draw{Topology: d.b.draw.topology, Count: s.Count, Instances: count, InstanceItems: each,
		FirstPrimitive: s.Primitive, Beside: d.beside,
		Vertices: raster.Vertices{Bytes: d.m.bytes(d.output, uint64(d.p.outputs)*d.pitch), Pitch: uint32(d.pitch),
			Items: items, Address: uint32(d.output),
			Points:        raster.Scratch{Bytes: d.m.bytes(d.points, raster.PointsBytes(&d.pixels, items)), Base: uint32(d.points)},
			ViewportPlane: d.p.system.Viewport, ClipPlanes: d.p.system.Clip, CullPlanes: d.p.system.Cull}}
	if d.c.Op == gpu.OpDrawIndexedInstanced {
		d.drawn.Sequence, d.drawn.SequenceAt = g.Sequence, g.at
	}
	layered := d.layered()
	if !layered {
		d.m.draws.raster.Expect(&d.drawn)
	}
	switch {
	case !d.shade(items, !layered):
		return false
	case layered:
		return d.drawLayers()
	}
	return d.m.draws.raster.Draw(&d.drawn)
}

// shadeItems is the number of vertices that a core shades at a time.
const shadeItems = 512

// shade runs the vertex program over the items of a piece, on all cores where it may, and projects them if the rasterizer expects that.
func (d *drawCall) shade(items uint32, project bool) bool {
	batches := int(items+shadeItems-1) / shadeItems
	s := &d.shading
	*s = shading{d: d, items: items, project: project}
	s.failed.Store(math.MaxInt64)
	if d.vertex.Workers() < d.m.draws.crew.Size() {
		for k := range batches {
			s.Do(0, k)
		}
	} else {
		d.m.draws.crew.Do(batches, s)
	}
	d.batch += uint64(batches)
	return s.failed.Load() == math.MaxInt64
}

// shading is the shading of a piece for a crew, batch by batch.
type shading struct {
	d       *drawCall
	items   uint32
	project bool
	failed  atomic.Int64 // the first batch that did
}

// Do implements crew.Work: it fetches, shades and projects a batch, unless one before it has failed. What a batch takes and gives is then still in
// the caches of the core.
func (s *shading) Do(worker, k int) {
	if s.failed.Load() < int64(k) {
		return
	}
	d, at := s.d, uint64(k)*shadeItems
	input, count := at, min(shadeItems, s.items-uint32(at))
	if n := uint64(len(d.fetched)); n > 0 {
		if s.items >= uint32(d.m.draws.crew.Size())*shadeItems { // nobody looks at them again: a worker has one place for all batches
			input = uint64(worker) * shadeItems
		}
		d.fetch(d.fetched[at:min(at+shadeItems, n)], input, d.instance, false)
	}
	if d.vertex.Run(worker, d.batch+uint64(k), uint32(d.input+4*input), uint32(d.output+4*at), count) {
		if s.project {
			d.m.draws.raster.Project(worker, uint32(at), count)
		}
		return
	}
	for first := s.failed.Load(); int64(k) < first && !s.failed.CompareAndSwap(first, int64(k)); {
		first = s.failed.Load()
	}
}
