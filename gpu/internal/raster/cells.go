package raster

import (
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/cells"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/depth"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/marks"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/record"
)

// Small triangles and the borders of large ones are drawn as lists of quads (package cells):
//
//	edges ─▶ Cover ─▶ cells ─▶ nearCells ─▶ cells that pass ─▶ emitCells ─▶ batch
//
// Where there is a covering program it does most of them (small.go).

// cellsOf is a box for package cells.
func cellsOf(b *box) cells.Box { return cells.Box{X0: b.X0, Y0: b.Y0, X1: b.X1, Y1: b.Y1} }

// partial draws the pixels of a triangle in a box of up to 2*blockSize pixels, by its edges at the centres.
func (w *worker) partial(s *shape, e *[3]int64, b box) {
	within := cellsOf(&b)
	list := w.cells[:cells.Cover(&s.a, &s.b, e, &within, &w.cells)]
	if !s.area.Even {
		list = within.Cut(list)
	}
	if !w.plan.cells {
		for _, c := range list {
			w.quad(s, int32(c.X), int32(c.Y), c.Mask)
		}
		return
	}
	if w.plan.tests.any {
		list = w.nearCells(s, list, &b)
	}
	w.emitCells(s, list)
}

// nearCells is quickQuad for cells. It keeps those with pixels that pass.
func (w *worker) nearCells(s *shape, list []cells.Cell, b *box) []cells.Cell {
	t := &w.plan.tests
	simple := t.z.Relations == depth.Less || t.z.Relations == depth.Less|depth.Equal
	if !simple || !t.z.Write || !s.within || !w.plan.whole(b) {
		n := 0
		for _, c := range list {
			if c.Mask = w.quickQuad(s, int32(c.X), int32(c.Y), c.Mask, 0); c.Mask != 0 {
				list[n] = c
				n++
			}
		}
		return list[:n]
	}
	w.markCells(marks.Tested, list)
	n, tested, written := cells.Depth{A: s.za, B: s.zb, C: s.zc}.Nearest(list, t.z.Bytes, uint64(t.z.RowPitch), t.z.Relations == depth.Less)
	w.lanesTested += tested
	w.lanesWritten += written
	w.markCells(marks.Depth, list[:n])
	return list[:n]
}

func (w *worker) markCells(kind marks.Kind, list []cells.Cell) {
	if w.marks == nil {
		return
	}
	for _, c := range list {
		w.marks.Quad(kind, int32(c.X), int32(c.Y), c.Mask)
	}
}

// whole says whether all pixels of the quads of a box are inside the targets.
func (p *plan) whole(b *box) bool {
	return uint32(b.X1+1)&^1 <= p.state.Width && uint32(b.Y1+1)&^1 <= p.state.Height
}

// emitCells is emit for cells.
func (w *worker) emitCells(s *shape, list []cells.Cell) {
	if w.plan.settled && w.plan.colors {
		w.markCells(marks.Color, list)
	}
	for len(list) > 0 {
		if w.n == batchQuads {
			w.flush()
		}
		n := w.n % batchQuads
		count := min(len(list), batchQuads-n)
		records := w.records[n*quadBytes:][:count*quadBytes]
		for i, c := range list[:count] {
			if len(records) < quadBytes {
				break // never: it spares the bounds checks below
			}
			cover := cells.Spread[c.Mask&15]
			w.setQuad(n+i, w.shape, cover, int32(c.X), int32(c.Y), 1)
			w.shaded += uint64(cells.Lanes[c.Mask&15])
			if w.plan.uniform {
				continue
			}
			record.LinesAt(float32(c.Y)+0.5).Place(records, float32(c.X)+0.5)
			record.Quad(records, s.record, c.Mask, 0, cover)
			records = records[quadBytes:]
		}
		w.n += count
		list = list[count:]
	}
}
