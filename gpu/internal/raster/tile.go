package raster

import (
	"math/bits"

	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/bins"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/cells"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/corner"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/edges"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/marks"
)

// worker draws tiles, one at a time.
type worker struct {
	plan      *plan
	rounds    *uint64       // of the rasterizer
	chunks    []chunk       // of the round
	points    corner.Points // of the piece that is drawn
	vertices  *Vertices
	index     int
	cancelled bool
	counts    Counts

	number int32 // of the tile
	tile   box
	marks  *marks.Tile // nil unless wanted
	cells  [cells.Room]cells.Cell

	batch
	packing
}

// draw draws the shapes that the chunks have for the tile.
func (w *worker) draw() {
	w.mixed, w.crowded = w.plan.tiny.run != nil && w.mixes(), false
	for i := range w.chunks {
		c := &w.chunks[i]
		for n := c.bins.First(w.number); n >= 0 && !w.cancelled; {
			e := c.bins.At(n)
			n = e.Next
			if e.Index == bins.SmallOnes {
				w.addSmalls(c.bins.Small(e, c.entries))
				continue
			}
			w.coverList()
			w.unpack()
			place, whole := e.Index&^wholeTile, e.Index&wholeTile != 0
			s := &c.shapes[place]
			w.shape = uint32(i)<<placeBits | place
			b := s.bounds.And(w.tile)
			switch {
			case s.line:
				s.ends.Walk(b, func(x, y int32) { w.linePixel(s, x, y) })
			case w.plan.samples > 1:
				w.multisampled(s, b, whole)
			case whole:
				w.full(s, b)
			default:
				w.triangle(s, b)
			}
		}
	}
	w.coverList()
}

// mixes says whether the chunks have other shapes than small triangles for the tile.
func (w *worker) mixes() bool {
	for i := range w.chunks {
		b := &w.chunks[i].bins
		for n := b.First(w.number); n >= 0; {
			e := b.At(n)
			if n = e.Next; e.Index != bins.SmallOnes {
				return true
			}
		}
	}
	return false
}

// linePixel draws a pixel of a line, with all of its samples.
func (w *worker) linePixel(s *shape, x, y int32) {
	mask := uint32(1) << (x&1 + y&1<<1)
	if w.plan.samples == 1 {
		w.quad(s, x&^1, y&^1, mask)
		return
	}
	w.multiquad(s, x&^1, y&^1, cells.Spread[mask]*w.plan.sampleMask)
}

// blockSize is the size in pixels of the blocks that large triangles are cut into.
const blockSize = 8

// centres prepares the edges of a triangle for pixels of one sample: e + a*x + b*y is not negative where the centre of pixel (x, y) is inside. Only
// its integer part counts, so it is divided by the subpixels.
func (s *shape) centres(p position) (e [3]int64) {
	for i := range e {
		e[i] = (s.c[i] + s.a[i]*int64(p.X) + s.b[i]*int64(p.Y)) >> 8
	}
	return e
}

// triangle draws the part of a triangle in a box.
func (w *worker) triangle(s *shape, b box) {
	e := s.centres(w.plan.positions[0])
	if b.X1-b.X0 <= 2*blockSize && b.Y1-b.Y0 <= 2*blockSize {
		w.partial(s, &e, b)
		return
	}
	for y := b.Y0 &^ (blockSize - 1); y < b.Y1; y += blockSize {
		for x := b.X0 &^ (blockSize - 1); x < b.X1; x += blockSize {
			block := corner.BoxOf(x, y, x+blockSize, y+blockSize).And(b)
			switch edges.MeetCentres(&s.a, &s.b, &e, block) {
			case edges.All:
				w.full(s, block)
			case edges.Some:
				w.partial(s, &e, block)
			}
		}
	}
}

// quadIn is the set of pixels of the quad at (x, y) that are in a box.
func quadIn(b *box, x, y int32) uint32 {
	c := cellsOf(b)
	return c.Quad(x, y)
}

// full draws all pixels of a box.
func (w *worker) full(s *shape, b box) {
	inner := corner.BoxOf((b.X0+1)&^1, b.Y0, b.X1&^1, b.Y1) // whole quads
	row, y := w.rowOf(), b.Y0&^1
	if inner == b && w.byProgram(s, &b) {
		y = w.rows(s, &b)
	}
	for ; y < b.Y1; y += 2 {
		if row == nil || y < b.Y0 || y+1 >= b.Y1 || inner.X0 >= inner.X1 {
			for x := b.X0 &^ 1; x < b.X1; x += 2 {
				w.quad(s, x, y, quadIn(&b, x, y))
			}
			continue
		}
		if b.X0 < inner.X0 {
			w.quad(s, b.X0-1, y, 10)
		}
		row(w, s, inner.X0, inner.X1, y)
		if inner.X1 < b.X1 {
			w.quad(s, inner.X1, y, 5)
		}
	}
}

// rowOf is the fast function that draws whole quads from x to end, nil if there is none for the state.
func (w *worker) rowOf() func(w *worker, s *shape, x, end, y int32) {
	switch p := w.plan; {
	case !p.shades:
		return nil
	case !p.early || !p.tests.any:
		return (*worker).plainRow
	case p.tests.quick:
		return (*worker).quickRow
	}
	return nil
}

// plainRow draws whole quads that are not tested.
func (w *worker) plainRow(s *shape, x, end, y int32) {
	w.emitRow(s, x, end, y)
}

// quad draws pixels of a quad with one sample.
func (w *worker) quad(s *shape, x, y int32, mask uint32) {
	p := w.plan
	if p.early && p.tests.any {
		if p.tests.quick {
			mask = w.quickQuad(s, x, y, mask, 0)
		} else {
			mask = cells.Gather(w.testSamples(s, x, y, cells.Spread[mask]))
		}
		if mask == 0 {
			return
		}
	}
	if !p.shades {
		w.passed(x, y, cells.Spread[mask])
		return
	}
	w.emit(s, x, y, mask, cells.Spread[mask], cells.Spread[mask], 0)
}

// multisampled draws the part of a triangle in a box where pixels have several samples.
func (w *worker) multisampled(s *shape, b box, whole bool) {
	var e [maxSamples][3]int64
	for i := range w.plan.samples {
		e[i] = s.centres(w.plan.positions[i])
	}
	if whole || b.X1-b.X0 <= 2*blockSize && b.Y1-b.Y0 <= 2*blockSize {
		w.sampleBox(s, e[:w.plan.samples], b, whole)
		return
	}
	for y := b.Y0 &^ (blockSize - 1); y < b.Y1; y += blockSize {
		for x := b.X0 &^ (blockSize - 1); x < b.X1; x += blockSize {
			block := corner.BoxOf(x, y, x+blockSize, y+blockSize).And(b)
			if meets := edges.Meet(&s.a, &s.b, &s.c, block); meets != edges.None {
				w.sampleBox(s, e[:w.plan.samples], block, meets == edges.All)
			}
		}
	}
}

// sampleBox draws the samples in a box: all of them, or those inside the edges e of each sample.
func (w *worker) sampleBox(s *shape, e [][3]int64, b box, whole bool) {
	for y := b.Y0 &^ 1; y < b.Y1; y += 2 {
		for x := b.X0 &^ 1; x < b.X1; x += 2 {
			cover := cells.Spread[quadIn(&b, x, y)] * w.plan.sampleMask
			if !whole {
				cover &= s.samples(e, x, y)
			}
			if cover != 0 {
				w.multiquad(s, x, y, cover)
			}
		}
	}
}

// samples is the set of samples of a quad that are inside a triangle, a byte a pixel.
func (s *shape) samples(e [][3]int64, x, y int32) (cover uint32) {
	a0, a1, a2 := s.a[0], s.a[1], s.a[2]
	b0, b1, b2 := s.b[0], s.b[1], s.b[2]
	for i := range e {
		e0 := e[i][0] + a0*int64(x) + b0*int64(y)
		e1 := e[i][1] + a1*int64(x) + b1*int64(y)
		e2 := e[i][2] + a2*int64(x) + b2*int64(y)
		f0, f1, f2 := e0+b0, e1+b1, e2+b2
		out := uint64(e0|e1|e2)>>63 | uint64((e0+a0)|(e1+a1)|(e2+a2))>>63<<8 |
			uint64(f0|f1|f2)>>63<<16 | uint64((f0+a0)|(f1+a1)|(f2+a2))>>63<<24
		cover |= (^uint32(out) & 0x01010101) << i
	}
	return cover
}

// multiquad draws samples of a quad, a byte a pixel.
func (w *worker) multiquad(s *shape, x, y int32, cover uint32) {
	p, covered := w.plan, cover
	if p.early && p.tests.any {
		if p.tests.quick {
			cover = w.quickSamples(s, x, y, cover)
		} else {
			cover = w.testSamples(s, x, y, cover)
		}
		if cover == 0 {
			return
		}
	}
	switch {
	case !p.shades:
		w.passed(x, y, cover)
	case p.bySample:
		for i := range p.samples {
			if one := cover & (wholeQuad << i); one != 0 {
				w.emit(s, x, y, cells.Gather(one), covered, one, uint32(i))
			}
		}
	default:
		w.emit(s, x, y, cells.Gather(cover), covered, cover, 0)
	}
}

// passed counts and marks samples that have passed all tests.
func (w *worker) passed(x, y int32, cover uint32) {
	w.counts.SamplesPassed += uint64(bits.OnesCount32(cover))
	w.mark(x, y, cover)
}

// mark marks samples whose colours are written.
func (w *worker) mark(x, y int32, cover uint32) {
	if w.marks != nil && w.plan.colors {
		w.marks.Quad(marks.Color, x, y, cells.Gather(cover))
	}
}

// depthAt is the depth of a shape at a point, within its viewport's range. All passes compute it in this way, so that they agree.
func (s *shape) depthAt(x, y float64) float32 {
	z := float32(float64(s.za*x) + (float64(s.zb*y) + s.zc))
	if s.within {
		return z
	}
	return s.area.Clamp(z)
}
