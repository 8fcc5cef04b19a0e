package raster

import (
	"encoding/binary"
	"math"

	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/depth"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/marks"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// Small triangles and the borders of large ones are drawn in steps over a list of quads, so that no step calls anything for a single one:
//
//	edges ─▶ cover ─▶ cells ─▶ nearCells ─▶ cells that pass ─▶ emitCells ─▶ batch

// cell is a quad of one sample: its place and the pixels that count.
type cell struct {
	x, y int16
	mask uint32
}

// cellsRoom is enough for the quads of a box of 2*blockSize pixels that begins anywhere, and a power of two.
const cellsRoom = 128

// cover lists the quads of a box that a triangle covers pixels of, by the edges e of the centres (shape.centres).
func (s *shape) cover(e *[3]int64, b *box, cells *[cellsRoom]cell) (n int) {
	a0, a1, a2 := s.a[0], s.a[1], s.a[2]
	b0, b1, b2 := s.b[0], s.b[1], s.b[2]
	x0, y0 := b.x0&^1, b.y0&^1
	r0 := e[0] + a0*int64(x0) + b0*int64(y0)
	r1 := e[1] + a1*int64(x0) + b1*int64(y0)
	r2 := e[2] + a2*int64(x0) + b2*int64(y0)
	for y := y0; y < b.y1; y += 2 {
		e0, e1, e2 := r0, r1, r2
		f0, f1, f2 := r0+b0, r1+b1, r2+b2
		for x := x0; x < b.x1; x += 2 {
			out := uint64(e0|e1|e2)>>63 | uint64(f0|f1|f2)>>63<<2
			e0, e1, e2, f0, f1, f2 = e0+a0, e1+a1, e2+a2, f0+a0, f1+a1, f2+a2
			out |= uint64(e0|e1|e2)>>63<<1 | uint64(f0|f1|f2)>>63<<3
			e0, e1, e2, f0, f1, f2 = e0+a0, e1+a1, e2+a2, f0+a0, f1+a1, f2+a2
			c := &cells[n&(cellsRoom-1)]
			c.x, c.y, c.mask = int16(x), int16(y), uint32(out)^15
			n += int((out+1)>>4 ^ 1) // 15 means that nothing is covered
		}
		r0, r1, r2 = r0+2*b0, r1+2*b1, r2+2*b2
	}
	return n
}

// cut takes the pixels outside of a box away.
func (b *box) cut(cells []cell) []cell {
	n := 0
	for _, c := range cells {
		if c.mask &= b.quad(int32(c.x), int32(c.y)); c.mask != 0 {
			cells[n] = c
			n++
		}
	}
	return cells[:n]
}

// drawCells draws the pixels of a triangle in a box of up to 2*blockSize pixels, where the plan has cells.
func (w *worker) drawCells(s *shape, e *[3]int64, b *box) {
	cells := w.cells[:s.cover(e, b, &w.cells)]
	if !s.area.even {
		cells = b.cut(cells)
	}
	if w.plan.tests.any {
		cells = w.nearCells(s, cells, b)
	}
	w.emitCells(s, cells)
}

// nearCells is quickQuad for cells. It keeps those with pixels that pass.
func (w *worker) nearCells(s *shape, cells []cell, b *box) []cell {
	t := &w.plan.tests
	simple := t.depthFunc == depth.Less || t.depthFunc == depth.Less|depth.Equal
	if !simple || !t.depthWrite || !s.within || !w.plan.whole(b) {
		n := 0
		for _, c := range cells {
			if c.mask = w.quickQuad(s, int32(c.x), int32(c.y), c.mask, 0); c.mask != 0 {
				cells[n] = c
				n++
			}
		}
		return cells[:n]
	}
	n := w.nearest(s, cells, t.depthFunc == depth.Less)
	if w.marks != nil {
		for _, c := range cells[:n] {
			w.marks.Quad(marks.Depth, int32(c.x), int32(c.y), c.mask)
		}
	}
	return cells[:n]
}

// whole says whether all pixels of the quads of a box exist.
func (p *plan) whole(b *box) bool {
	return uint32(b.x1+1)&^1 <= p.state.Width && uint32(b.y1+1)&^1 <= p.state.Height
}

// nearest tests cells for being nearer (or as near, unless strict), writes the depths that pass and gives how many cells are left.
func (w *worker) nearest(s *shape, cells []cell, strict bool) (n int) {
	za, zb, zc := s.za, s.zb, s.zc
	surface, pitch := w.plan.tests.z.Bytes, uint64(w.plan.tests.z.RowPitch)
	tested, written := uint64(0), uint64(0)
	for _, c := range cells {
		if w.marks != nil {
			w.marks.Quad(marks.Tested, int32(c.x), int32(c.y), c.mask)
		}
		px, py := float64(c.x)+0.5, float64(c.y)+0.5
		left, right := float64(za*px), float64(za*(px+1))
		up, down := float64(zb*py)+zc, float64(zb*(py+1))+zc
		z0, z1, z2, z3 := float32(left+up), float32(right+up), float32(left+down), float32(right+down)
		at := uint64(c.y)*pitch + 4*uint64(c.x)
		top, bottom := surface[at:at+8], surface[at+pitch:][:8]
		a, b := binary.LittleEndian.Uint64(top), binary.LittleEndian.Uint64(bottom)
		s0, s1 := math.Float32frombits(uint32(a)), math.Float32frombits(uint32(a>>32))
		s2, s3 := math.Float32frombits(uint32(b)), math.Float32frombits(uint32(b>>32))
		pass := c.mask
		switch {
		case strict:
			pass &= bit(z0 < s0) | bit(z1 < s1)<<1 | bit(z2 < s2)<<2 | bit(z3 < s3)<<3
		case z0 <= s0 && z1 <= s1 && z2 <= s2 && z3 <= s3: // most: what is not covered has the depth of a neighbour
		default:
			pass &= bit(z0 <= s0) | bit(z1 <= s1)<<1 | bit(z2 <= s2)<<2 | bit(z3 <= s3)<<3
		}
		tested += uint64(lanes[c.mask&15])
		if pass == 0 {
			continue
		}
		mt, mb := pairs[pass&3], pairs[pass>>2&3]
		zt := uint64(math.Float32bits(z0)) | uint64(math.Float32bits(z1))<<32
		zb := uint64(math.Float32bits(z2)) | uint64(math.Float32bits(z3))<<32
		binary.LittleEndian.PutUint64(top, a^(a^zt)&mt)
		binary.LittleEndian.PutUint64(bottom, b^(b^zb)&mb)
		written += uint64(lanes[pass&15])
		cells[n].x, cells[n].y, cells[n].mask = c.x, c.y, pass
		n++
	}
	w.lanesTested += tested
	w.lanesWritten += written
	return n
}

// emitCells is emit for cells.
func (w *worker) emitCells(s *shape, cells []cell) {
	if w.marks != nil && w.plan.settled && w.plan.colors {
		for _, c := range cells {
			w.marks.Quad(marks.Color, int32(c.x), int32(c.y), c.mask)
		}
	}
	for len(cells) > 0 {
		if w.n == batchQuads {
			w.flush()
		}
		n := w.n % batchQuads
		count := min(len(cells), batchQuads-n)
		records := w.records[n*quadBytes:][:count*quadBytes]
		for i, c := range cells[:count] {
			if len(records) < quadBytes {
				break // never: for the compiler
			}
			cover := spread[c.mask&15]
			w.setQuad(n+i, w.shape, cover, int32(c.x), int32(c.y), 1)
			w.shaded += uint64(lanes[c.mask&15])
			if w.plan.uniform {
				continue
			}
			fx, fy := float32(c.x)+0.5, float32(c.y)+0.5
			binary.LittleEndian.PutUint64(records, uint64(math.Float32bits(fx))|uint64(math.Float32bits(fy))<<32)
			binary.LittleEndian.PutUint64(records[4*stage.QuadTriangle:], uint64(s.record)|uint64(c.mask)<<32)
			binary.LittleEndian.PutUint64(records[4*stage.QuadSample:], uint64(cover)<<32)
			records = records[quadBytes:]
		}
		w.n += count
		cells = cells[count:]
	}
}
