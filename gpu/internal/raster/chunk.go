package raster

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/clip"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/corner"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/marks"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/small"
)

// A round has up to roundChunks chunks of primitives: few enough that what is known of them stays in the caches until the tiles need it. There are those of
// two rounds.
const (
	chunkPrimitives = 512
	roundChunks     = 8
	allChunks       = 2 * roundChunks
	roundPrimitives = chunkPrimitives * roundChunks
)

// chunkRecords is the number of records that the primitives of a chunk may need: a triangle in wireframe is three lines.
func chunkRecords(s *State) uint64 {
	if s.Rasterizer.FillMode == gpu.FillWireframe {
		return 3 * chunkPrimitives
	}
	return chunkPrimitives
}

// chunk is a run of primitives, set up and sorted into tiles by one worker.
//
//	heads[tile] ─▶ nodes: shape, next ─▶ shape, next ─▶ -1       in the order of the draw
type chunk struct {
	plan   *plan
	index  int // of all chunks
	planes planes
	draw   *Draw
	shapes []shape
	smalls []small.Triangle
	nodes  []node
	heads  []int32 // by tile: the first node or -1
	tails  []int32
	tiles  []int32 // with a head
	next   uint32  // address of the next free record
	counts Counts

	source  source // the primitive at hand
	polygon clip.Polygon
	corners [clip.MaxCorners]vertex
}

// node says that a shape may touch a tile. Index is that of the shape, and wholeTile if it covers all of the tile that is in its bounds; or that of a small
// triangle, and smallTriangle.
type node struct {
	index uint32
	next  int32
}

const (
	wholeTile     = 1 << 31
	smallTriangle = 1 << 30
)

func (r *Rasterizer) prepareChunks() {
	tiles := int(r.plan.tilesX * r.plan.tilesY)
	if r.chunks == nil {
		r.chunks = make([]chunk, allChunks)
	}
	for i := range r.chunks {
		c := &r.chunks[i]
		c.plan, c.index = &r.plan, i
		c.clear() // what a cancelled draw left
		for len(c.heads) < tiles {
			c.heads, c.tails = append(c.heads, -1), append(c.tails, -1)
		}
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
func (r *Rasterizer) setUpChunk(s *span, i int) {
	c, a := &s.chunks[i], &r.job.assembler
	c.begin(a)
	from := s.first + uint64(i)*chunkPrimitives
	c.primitives(r, a, from, min(from+chunkPrimitives, s.end))
}

// collectTiles lists the tiles of chunks.
func (r *Rasterizer) collectTiles(chunks []chunk) {
	r.active = r.active[:0]
	for i := range chunks {
		for _, tile := range chunks[i].tiles {
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
	for _, tile := range c.tiles {
		c.heads[tile] = -1
	}
	c.tiles, c.shapes, c.smalls, c.nodes = c.tiles[:0], c.shapes[:0], c.smalls[:0], c.nodes[:0]
}

// primitives sets primitives [from, end) of the draw up.
func (c *chunk) primitives(r *Rasterizer, a *assembler, from, end uint64) {
	solid := c.plan.state.Rasterizer.FillMode != gpu.FillWireframe
	if a.draw.Topology == gpu.TopologyTriangleList && a.draw.Vertices.ViewportPlane == 0 && a.draw.Vertices.LayerPlane == 0 && solid && !c.plan.areas[0].clip.Empty() {
		c.triangles(r, a, from, end)
		return
	}
	for k := from; k < end; k++ {
		c.primitive(r, a, k)
	}
}

// triangles is primitives for lists of triangles that share a viewport: most are set up, or found to be invisible, before anything of them is copied.
func (c *chunk) triangles(r *Rasterizer, a *assembler, from, end uint64) {
	src, d, vertices := &c.source, a.draw, r.vertices
	src.planes, src.area = c.planes, &c.plan.areas[0]
	within, shift := from%a.PerInstance, uint32(from/a.PerInstance)*d.InstanceItems
	smalls := c.plan.cover != nil && src.area.even && !c.plan.biased
	for k := from; k < end; k++ {
		if within == a.PerInstance {
			within, shift = 0, shift+d.InstanceItems
		}
		first := uint32(3 * within)
		i, j, l := first, first+1, first+2
		if d.Sequence != nil {
			s := d.Sequence[first:][:3]
			i, j, l = s[0], s[1], s[2]
		}
		i, j, l = i+shift, j+shift, l+shift
		u, v, w := &vertices[i], &vertices[j], &vertices[l]
		some := u.Flags | v.Flags | w.Flags
		switch {
		case u.Flags&v.Flags&w.Flags&outside != 0, some&broken != 0:
		case some&(clipped|away) != 0:
			c.primitive(r, a, k)
		default:
			c.counts.Clipped++
			area := corner.DoubleArea(u, v, w)
			front, culled := c.plan.culled(area)
			bounds := c.plan.triangleBounds(u, v, w)
			if seen := bounds.And(src.area.clip); !culled && !seen.Empty() {
				id := d.FirstPrimitive + uint32(within)
				if smalls && some&shallow == 0 && isSmall(&bounds) {
					c.newSmall().Set(i, j, l, id, front)
					c.sortSmall(&seen)
					break
				}
				src.items[0], src.items[1], src.items[2], src.id = i, j, l, id
				src.corners[0], src.corners[1], src.corners[2] = *u, *v, *w
				src.bounds, src.front, src.mix = bounds, front, nil
				c.setUp(src, area, &seen)
			}
		}
		within++
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
			src.area.project(&src.corners[i], x, y, z, w, depth)
			src.corners[i].Flags |= a.draw.Vertices.distances(src.items[i])
		}
	} else {
		for i := range a.Corners {
			src.corners[i] = r.vertices[src.items[i]]
		}
	}
	for i := range a.Corners {
		all &= src.corners[i].Flags
		some |= src.corners[i].Flags
	}
	if src.area.clip.Empty() || some&broken != 0 || some&away != 0 && c.culls(src, a.Corners) {
		return
	}
	switch a.Corners {
	case 1:
		c.point(src, some)
	case 2:
		if all&(outside&^sideways) == 0 {
			c.line(src)
		}
	default:
		if all&outside == 0 {
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

// sort puts the newest shape into the bins of its tiles.
func (c *chunk) sort(s *shape) {
	index := uint32(len(c.shapes) - 1)
	x0, y0 := s.bounds.X0>>tileBits, s.bounds.Y0>>tileBits
	x1, y1 := (s.bounds.X1-1)>>tileBits, (s.bounds.Y1-1)>>tileBits
	if x0 == x1 && y0 == y1 || s.line {
		for y := y0; y <= y1; y++ {
			for x := x0; x <= x1; x++ {
				c.put(y*c.plan.tilesX+x, index)
			}
		}
		return
	}
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			b := corner.BoxOf(x<<tileBits, y<<tileBits, (x+1)<<tileBits, (y+1)<<tileBits).And(s.bounds)
			switch s.meets(b) {
			case meetsAll:
				c.put(y*c.plan.tilesX+x, index|wholeTile)
			case meetsSome:
				c.put(y*c.plan.tilesX+x, index)
			}
		}
	}
}

func (c *chunk) put(tile int32, index uint32) {
	n := int32(len(c.nodes))
	c.nodes = append(c.nodes, node{index, -1})
	if c.heads[tile] < 0 {
		c.heads[tile] = n
		c.tiles = append(c.tiles, tile)
	} else {
		c.nodes[c.tails[tile]].next = n
	}
	c.tails[tile] = n
}

// What a triangle has in common with a box of pixels.
const (
	meetsNone = iota
	meetsSome
	meetsAll
)

// meets compares a triangle with a box. The answers are safe, whatever the samples are; meetsSome may be said too often.
func (s *shape) meets(b box) int {
	x0, y0 := int64(b.X0)*subpixels, int64(b.Y0)*subpixels
	x1, y1 := int64(b.X1)*subpixels, int64(b.Y1)*subpixels
	all := meetsAll
	for i := range s.a {
		a, b := s.a[i], s.b[i]
		low := s.c[i] + min(a*x0, a*x1) + min(b*y0, b*y1)
		high := s.c[i] + max(a*x0, a*x1) + max(b*y0, b*y1)
		if high < 0 {
			return meetsNone
		}
		if low < 0 {
			all = meetsSome
		}
	}
	return all
}
