package raster

import (
	"encoding/binary"
	"math"

	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/marks"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/record"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// Where there is a covering program for the state (package stage), it does the small triangles of a tile that follow each other. They are listed first:
//
//	scratch of a worker: | … | head, entries of triangles | cells | list of what a program merges |

const (
	coverEntries = 256
	cellsAt      = stage.CoverHead + stage.CoverEntry*coverEntries
	coverBytes   = cellsAt + stage.CoverCell*batchQuads
)

// coverer finds the program for the state.
func (p *plan) coverer() stage.RunCover {
	if p.pixel.Coverer == nil || !p.cells || (p.state.Width|p.state.Height)&1 != 0 {
		return nil
	}
	c := stage.Cover{Test: p.tests.any, Records: !p.uniform, Cells: p.state.Track && p.tests.any}
	if c.Test {
		c.Compare, c.Write = p.state.DepthStencil.DepthFunc, p.tests.depthWrite
	}
	return p.pixel.Coverer(&c)
}

// small is a small triangle in a chunk.
type small struct {
	x0, y0, x1, y1 int16  // its bounds, cut by viewport, scissor and targets
	at             uint32 // address of what is in front of its record
}

// isSmall says whether a covering program can do a triangle with those bounds, before anything was cut from them: then its edges are exact in 32 bits.
func isSmall(b *box) bool {
	const most = 2 * blockSize
	return b.x1-b.x0 <= most && b.y1-b.y0 <= most
}

// within says that depths are in the range of the viewport, by more than rounding could change.
func (a *area) within(least, most float64) bool {
	const margin = 1.0 / (1 << 16)
	return least > float64(a.low)+margin && most < float64(a.high)-margin
}

// small sets a small triangle up, of which seen can be seen. It gives false where only a shape will do. What it writes is what plan.write does.
func (c *chunk) small(src *source, u, v, w *vertex, bounds, seen *box, area int64, front bool) bool {
	if !src.area.within(min(u.z, v.z, w.z), max(u.z, v.z, w.z)) {
		return false
	}
	p := c.plan
	r := p.scratch.Bytes[c.next-p.scratch.Base:][:p.record]
	if !writeEdges(r, u, v, w, seen, area) {
		return true
	}
	g := gradientsOf(u, v, w)
	at := bounds.and(src.area.view)
	x, y := float64((at.x0+at.x1)>>1)+0.5, float64((at.y0+at.y1)>>1)+0.5
	za, zb, zc := g.plane(u.z, v.z, w.z, x, y)
	record.Depth(r, za, zb, zc-float64(za*x)-float64(zb*y))
	r = r[stage.CoverBytes:]
	record.Word(r, stage.TriangleX0, math.Float32bits(float32(x)))
	record.Word(r, stage.TriangleY0, math.Float32bits(float32(y)))
	if p.system {
		p.writeSystem(r, front, src.id, za, zb, zc)
	}
	if u.inverse == v.inverse && u.inverse == w.inverse {
		record.Flat(r, stage.TriangleW, u.inverse)
	} else {
		wa, wb, wc := g.plane(u.inverse, v.inverse, w.inverse, x, y)
		record.Plane(r, stage.TriangleW, wa, wb, wc)
	}
	c.smallInputs(r, src, &g, &[3]float64{u.inverse, v.inverse, w.inverse}, x, y)
	c.sortSmall(small{int16(seen.x0), int16(seen.y0), int16(seen.x1), int16(seen.y1), c.next})
	c.next += p.record
	return true
}

// write writes the record of a primitive behind the room for a covering program.
func (c *chunk) write(s *shape, src *source) {
	c.plan.write(s, src, c.next+stage.CoverBytes)
	c.next += c.plan.record
}

// addSmall puts the part of a small triangle in the tile into the list.
func (w *worker) addSmall(t *small) {
	if w.listed == coverEntries {
		w.coverList()
	}
	x, y := max(int32(t.x0), w.tile.x0)&^1, max(int32(t.y0), w.tile.y0)&^1
	columns, rows := (min(int32(t.x1), w.tile.x1)-x+1)/2, (min(int32(t.y1), w.tile.y1)-y+1)/2
	e := w.plan.scratch.Bytes[w.covering+stage.CoverHead+stage.CoverEntry*uint32(w.listed):][:stage.CoverEntry]
	binary.LittleEndian.PutUint64(e[4*stage.CoverRecord:], uint64(t.at)|uint64(uint32(x|y<<16))<<32)
	put(e, stage.CoverSize, uint32(columns|rows<<16))
	w.listed++
}

// coverList draws what is in the list.
func (w *worker) coverList() {
	if w.listed == 0 {
		return
	}
	p := w.plan
	base := p.scratch.Base
	first := base + w.covering + stage.CoverHead
	quads := base + w.list + stage.MergeHead
	j := stage.CoverJob{List: base + w.covering, Next: first, End: first + stage.CoverEntry*uint32(w.listed), QuadsEnd: quads + stage.MergeEntry*batchQuads,
		Depth: p.tests.z.Address, DepthPitch: p.tests.z.RowPitch, Cells: base + w.covering + cellsAt}
	for w.listed = 0; !w.cancelled; {
		j.Quads, j.Records = quads+stage.MergeEntry*uint32(w.n), base+w.input+quadBytes*uint32(w.n)
		p.cover(w.index, &j)
		head := p.scratch.Bytes[w.covering:][:stage.CoverHead]
		from := w.n
		w.n = int(word(head, stage.CoverQuads)-quads) / stage.MergeEntry
		w.counted(uint64(word(head, stage.CoverTested)), uint64(word(head, stage.CoverPassed)), from)
		if j.Next = word(head, stage.CoverNext); j.Next == j.End {
			return
		}
		if w.n > batchQuads/2 { // else there is room for any triangle: few quads passed
			w.flush()
		}
	}
}

func word(b []byte, i int) uint32 { return binary.LittleEndian.Uint32(b[4*i:]) }

// counted counts and marks what a covering program did: pixels that were tested, and those of the quads of the batch from one on.
func (w *worker) counted(tested, passed uint64, from int) {
	t := &w.plan.tests
	w.lanesTested += tested
	w.shaded += passed
	if t.depthWrite {
		w.lanesWritten += passed
	}
	if w.marks != nil {
		w.markSmall(tested, passed, from)
	}
}

// markSmall marks tested pixels, and quads of the batch from one on. Mostly they are the same.
func (w *worker) markSmall(tested, passed uint64, from int) {
	p := w.plan
	kinds := append(w.kinds[:0], marks.Tested)
	if p.tests.depthWrite {
		kinds = append(kinds, marks.Depth)
	}
	if p.settled && p.colors {
		kinds = append(kinds, marks.Color)
	}
	w.kinds = kinds
	list := p.scratch.Bytes[w.covering+cellsAt:]
	if tested == passed {
		w.marks.Cells(list, tested, kinds...)
		return
	}
	w.marks.Cells(list, tested, marks.Tested)
	for i := from; i < w.n; i++ {
		q := w.quadAt(i)
		for _, kind := range kinds[1:] {
			w.marks.Quad(kind, q.x, q.y, lanesOf(q.cover))
		}
	}
}
