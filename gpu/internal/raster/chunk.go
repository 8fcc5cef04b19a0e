package raster

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/bins"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/clip"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/corner"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/edges"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/marks"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/view"
)

// A round has up to roundChunks chunks of primitives: few enough that their data stays in the caches until the tiles need it. There are chunks for
// two rounds.
const (
	chunkPrimitives = 512
	roundChunks     = 16
	allChunks       = 2 * roundChunks
	roundPrimitives = chunkPrimitives * roundChunks
)

// chunks is the number of chunks that the pieces of a draw take.
func (s *State) chunks() uint64 {
	if n := (s.Primitives + chunkPrimitives - 1) / chunkPrimitives; n > 0 && n <= roundChunks {
		return n
	}
	return allChunks
}

// chunkRecords is the number of records that the primitives of a chunk may need: a triangle in wireframe is three lines.
func chunkRecords(s *State) uint64 {
	if s.Rasterizer.FillMode == gpu.FillWireframe {
		return 3 * chunkPrimitives
	}
	return chunkPrimitives
}

// chunk is a run of primitives, set up and sorted into tiles by one worker.
type chunk struct {
	plan    *plan
	index   int // of all chunks
	planes  planes
	draw    *Draw
	shapes  []shape
	bins    bins.Bins
	next    uint32       // address of the next free record
	entries []byte       // of small triangles that a program has sorted
	room    [listed]byte // for those of others
	counts  Counts

	source  source // the primitive at hand
	polygon clip.Polygon
	corners [clip.MaxCorners]vertex
}

// wholeTile is a bit of the shape indices in bins: the shape covers all pixels of the tile that are inside its bounds.
const wholeTile = 1 << 31

func (r *Rasterizer) prepareChunks() {
	tiles := int(r.plan.tilesX * r.plan.tilesY)
	if r.chunks == nil {
		r.chunks = make([]chunk, allChunks)
	}
	for i := range r.chunks {
		c := &r.chunks[i]
		c.plan, c.index = &r.plan, i
		c.clear() // what a cancelled draw left here
		c.bins.Need(tiles)
	}
	for len(r.seen) < (tiles+63)/64 {
		r.seen = append(r.seen, 0)
	}
}

// doRounds does primitives [0, total).
func (r *Rasterizer) doRounds(total uint64) {
	j := &r.job
	j.now, j.next = r.span(0, total, 0), span{}
	r.parallel(len(j.now.chunks), stepSetUp)
	for half := 1; len(j.now.chunks) > 0 && !r.result.Cancelled; half = 1 - half {
		j.next = r.span(j.now.end, total, half)
		r.doRound()
		j.now = j.next
	}
}

// span is the round that begins with a primitive; half says which chunks it has.
func (r *Rasterizer) span(first, total uint64, half int) span {
	end := min(first+roundPrimitives, total)
	return span{first, end, r.chunks[half*roundChunks:][:int(end-first+chunkPrimitives-1)/chunkPrimitives]}
}

// doRound draws a round that is set up, and sets the next one up.
func (r *Rasterizer) doRound() {
	j := &r.job
	r.collectTiles(j.now.chunks)
	if j.besides = 0; j.beside != nil {
		j.besides = 1
	}
	r.parallel(j.besides+len(r.active)+len(j.next.chunks), stepRound)
	j.beside = nil
	for i := range r.workers {
		r.result.Cancelled = r.result.Cancelled || r.workers[i].cancelled
	}
	for i := range j.now.chunks {
		j.now.chunks[i].clear()
	}
	r.round++
}

// setUpChunk sets the primitives of a chunk of a round up.
func (r *Rasterizer) setUpChunk(worker int, s *span, i int) {
	c, a := &s.chunks[i], &r.job.assembler
	c.begin(a)
	from := s.first + uint64(i)*chunkPrimitives
	c.primitives(r, a, worker, from, min(from+chunkPrimitives, s.end))
}

// collectTiles lists the tiles of chunks.
func (r *Rasterizer) collectTiles(chunks []chunk) {
	r.active = r.active[:0]
	for i := range chunks {
		for _, tile := range chunks[i].bins.Tiles() {
			if bit := uint64(1) << (tile & 63); r.seen[tile>>6]&bit == 0 {
				r.seen[tile>>6] |= bit
				r.active = append(r.active, tile)
			}
		}
	}
	for _, tile := range r.active {
		r.seen[tile>>6] = 0
		if r.plan.state.Track {
			r.touched.Need(tile)
		}
	}
}

func (r *Rasterizer) marksOf(tile int32) *marks.Tile {
	if !r.plan.state.Track {
		return nil
	}
	return r.touched.Of(tile)
}

func (c *chunk) begin(a *assembler) {
	p := c.plan
	c.planes, c.draw = planes{Bytes: a.draw.Vertices.Bytes, Pitch: a.draw.Vertices.Pitch}, a.draw
	c.next = p.scratch.Base + uint32(uint64(c.index)*chunkRecords(p.state))*p.record
}

func (c *chunk) clear() {
	c.bins.Clear()
	c.shapes = c.shapes[:0]
}

// primitives sets primitives [from, end) of the draw up.
func (c *chunk) primitives(r *Rasterizer, a *assembler, worker int, from, end uint64) {
	solid := c.plan.state.Rasterizer.FillMode != gpu.FillWireframe
	if a.draw.Topology == gpu.TopologyTriangleList && a.draw.Vertices.ViewportPlane == 0 && a.draw.Vertices.LayerPlane == 0 && solid &&
		!c.plan.areas[0].Clip.Empty() {
		if c.plan.sorts() {
			c.sorted(r, a, worker, from, end)
		} else {
			c.triangles(r, a, from, end)
		}
		return
	}
	for k := from; k < end; k++ {
		c.primitive(r, a, k)
	}
}

// primitive sets primitive k of the draw up.
func (c *chunk) primitive(r *Rasterizer, a *assembler, k uint64) {
	src := &c.source
	src.planes, src.area, src.mix, src.bias = c.planes, &c.plan.areas[0], nil, 0
	src.items, src.id = a.At(k)
	src.id += a.draw.FirstPrimitive
	if !a.draw.shows(src) {
		return
	}
	all, some := ^uint32(0), uint32(0)
	if a.draw.Vertices.ViewportPlane != 0 {
		if i := c.planes.Word(a.draw.Vertices.ViewportPlane, src.items[0]); i < uint32(len(c.plan.areas)) {
			src.area = &c.plan.areas[i]
		}
		depth := c.plan.state.Rasterizer.DepthClipEnable
		for i := range a.Corners {
			x, y, z, w := c.planes.Position(src.items[i])
			src.area.Project(&src.corners[i], x, y, z, w, depth)
			src.corners[i].Flags |= a.draw.Vertices.distances(src.items[i])
		}
	} else {
		for i := range a.Corners {
			src.corners[i] = r.points.At(src.items[i])
		}
	}
	for i := range a.Corners {
		all &= src.corners[i].Flags
		some |= src.corners[i].Flags
	}
	if src.area.Clip.Empty() || some&view.Broken != 0 || some&view.Away != 0 && c.culls(src, a.Corners) {
		return
	}
	switch a.Corners {
	case 1:
		c.point(src, some)
	case 2:
		if all&(view.Outside&^view.Sideways) == 0 {
			c.line(src)
		}
	default:
		if all&view.Outside == 0 {
			c.triangle(src, some)
		}
	}
}

// add puts a copy of a shape into the bins of its tiles.
func (c *chunk) add(s *shape) {
	c.shapes = append(c.shapes, *s)
	c.sort(s)
}

// newShape makes room for a shape, which is set up in place. Its content is that of an earlier round.
func (c *chunk) newShape() *shape {
	n := len(c.shapes)
	if n == cap(c.shapes) {
		c.shapes = append(c.shapes, shape{})
	}
	c.shapes = c.shapes[:n+1]
	return &c.shapes[n]
}

// sort puts the shape that was made last into the bins of its tiles.
func (c *chunk) sort(s *shape) {
	index := uint32(len(c.shapes) - 1)
	x0, y0 := s.bounds.X0>>tileBits, s.bounds.Y0>>tileBits
	x1, y1 := (s.bounds.X1-1)>>tileBits, (s.bounds.Y1-1)>>tileBits
	if x0 == x1 && y0 == y1 || s.line {
		for y := y0; y <= y1; y++ {
			for x := x0; x <= x1; x++ {
				c.bins.Put(y*c.plan.tilesX+x, index)
			}
		}
		return
	}
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			b := corner.BoxOf(x<<tileBits, y<<tileBits, (x+1)<<tileBits, (y+1)<<tileBits).And(s.bounds)
			switch edges.Meet(&s.a, &s.b, &s.c, b) {
			case edges.All:
				c.bins.Put(y*c.plan.tilesX+x, index|wholeTile)
			case edges.Some:
				c.bins.Put(y*c.plan.tilesX+x, index)
			}
		}
	}
}
