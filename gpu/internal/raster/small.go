package raster

import (
	"encoding/binary"
	"math"

	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/cells"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/marks"
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

// isSmall says whether a covering program can do a triangle with those bounds, before anything was cut from them: then its edges are exact in 32 bits.
func (s *shape) isSmall(bounds *box) bool {
	const most = 2 * blockSize
	return bounds.x1-bounds.x0 <= most && bounds.y1-bounds.y0 <= most && s.within && s.area.even
}

// write writes the record of a primitive behind the room for a covering program.
func (c *chunk) write(s *shape, src *source) {
	c.plan.write(s, src, c.next+stage.CoverBytes)
	c.next += c.plan.record
}

// writeCover writes what a covering program needs of a triangle.
func (p *plan) writeCover(s *shape) {
	e := s.centres(p.positions[0])
	r := p.scratch.Bytes[s.record-p.scratch.Base-stage.CoverBytes:][:stage.CoverBytes]
	for i := range e {
		put(r, stage.CoverA+i, uint32(s.a[i]))
		put(r, stage.CoverB+i, uint32(s.b[i]))
		put(r, stage.CoverC+i, uint32(e[i]))
	}
	binary.LittleEndian.PutUint64(r[4*stage.CoverZA:], math.Float64bits(s.za))
	binary.LittleEndian.PutUint64(r[4*stage.CoverZB:], math.Float64bits(s.zb))
	binary.LittleEndian.PutUint64(r[4*stage.CoverZC:], math.Float64bits(s.zc))
}

// addSmall puts the part of a small triangle in a box into the list.
func (w *worker) addSmall(s *shape, b *box) {
	if w.listed == coverEntries {
		w.coverList()
	}
	x, y := uint32(b.x0)&^1, uint32(b.y0)&^1
	columns, rows := (uint32(b.x1)-x+1)/2, (uint32(b.y1)-y+1)/2
	e := w.plan.scratch.Bytes[w.covering+stage.CoverHead+stage.CoverEntry*uint32(w.listed):][:stage.CoverEntry]
	binary.LittleEndian.PutUint64(e[4*stage.CoverRecord:], uint64(s.record-stage.CoverBytes)|uint64(w.shape)<<32)
	binary.LittleEndian.PutUint64(e[4*stage.CoverPlace:], uint64(x|y<<16)|uint64(columns|rows<<16)<<32)
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
		w.flush()
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
	if w.marks == nil {
		return
	}
	for at := w.covering + cellsAt; tested > 0; at += stage.CoverCell {
		cell := w.plan.scratch.Bytes[at:][:stage.CoverCell]
		place, mask := word(cell, 0), word(cell, 1)
		w.marks.Quad(marks.Tested, int32(place&0xffff), int32(place>>16), mask)
		tested -= uint64(cells.Lanes[mask&15])
	}
	for i := from; i < w.n; i++ {
		q := w.quadAt(i)
		mask := lanesOf(q.cover)
		if t.depthWrite {
			w.marks.Quad(marks.Depth, q.x, q.y, mask)
		}
		if w.plan.settled && w.plan.colors {
			w.marks.Quad(marks.Color, q.x, q.y, mask)
		}
	}
}
