package raster

import (
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/depth"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/marks"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// Where there are covering programs, one draws the rows of large boxes, as long as all of their quads are nearer than the depth buffer.

// largeBox is the number of pixels from which on calling the program pays.
const largeBox = 256

// byProgram says whether the program can draw a box that a triangle covers, which begins and ends with whole quads in each row.
func (w *worker) byProgram(s *shape, b *box) bool {
	p, t := w.plan, &w.plan.tests
	wide, high := b.X1-b.X0, b.Y1-b.Y0
	return p.cover != nil && (p.covers.Test || p.covers.Records) && wide*high >= largeBox && (b.Y0|high)&1 == 0 && wide&3 == 0 &&
		(!t.any || t.z.Relations&depth.Less != 0 && s.within)
}

// rows draws the rows of a box, and returns the first row that the program did not draw.
func (w *worker) rows(s *shape, b *box) int32 {
	p, across, y := w.plan, int(b.X1-b.X0)/2, b.Y0
	for y < b.Y1 && !w.cancelled {
		if w.n+across > batchQuads {
			w.flush()
		}
		left := min((batchQuads-w.n)/across, int(b.Y1-y)/2)
		z := &p.tests.z
		done := int(p.cover.Rows(w.index, &stage.RowsJob{A: s.za, B: s.zb, C: s.zc, X: uint32(b.X0), Y: uint32(y),
			Pairs: uint32(across / 2), Rows: uint32(left),
			Depth: z.Address + uint32(y)*z.RowPitch + 4*uint32(b.X0), Pitch: z.RowPitch,
			Records: p.scratch.Base + w.input + quadBytes*uint32(w.n), Triangle: s.record}))
		for ; done >= across; done, left, y = done-across, left-1, y+2 {
			w.drawnRow(b.X0, y, across)
		}
		if left == 0 {
			continue
		}
		if done > 0 {
			w.drawnRow(b.X0, y, done)
		}
		w.quickRow(s, b.X0+2*int32(done), b.X1, y)
		return y + 2
	}
	return y
}

// drawnRow counts and lists quads of a row that the program has drawn.
func (w *worker) drawnRow(x, y int32, quads int) {
	if w.plan.tests.any {
		w.testedRow(x, y, int32(quads))
	}
	if w.plan.settled && w.marks != nil && w.plan.colors {
		w.marks.Quads(marks.Color, x, y, int32(quads))
	}
	w.listRow(x, y, quads)
}

// testedRow counts and marks whole quads in a row that were tested, and passed.
func (w *worker) testedRow(x, y, quads int32) {
	t := &w.plan.tests
	w.lanesTested += 4 * uint64(quads)
	if t.z.Write {
		w.lanesWritten += 4 * uint64(quads)
	}
	if w.marks == nil {
		return
	}
	w.marks.Quads(marks.Tested, x, y, quads)
	if t.z.Write {
		w.marks.Quads(marks.Depth, x, y, quads)
	}
}

// listRow lists whole quads in a row, for which the batch has room.
func (w *worker) listRow(x, y int32, quads int) {
	if w.plan.rows {
		w.setQuad(w.n, w.shape, wholeQuad, x, y, quads)
	} else {
		for i := range quads {
			w.setQuad(w.n+i, w.shape, wholeQuad, x+2*int32(i), y, 1)
		}
	}
	w.shaded += 4 * uint64(quads)
	w.n += quads
}
