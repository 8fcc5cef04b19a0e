package raster

import (
	"math/bits"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/cells"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/corner"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/depth"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/marks"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/surface"
)

// tests are the depth and stencil tests of a draw, and the memory that they work on.
type tests struct {
	any            bool // there is something to test
	depth, stencil bool
	z              surface.Depths
	s              Surface
	reference      uint8
	readMask       uint8
	writeMask      uint8 // 0 where the view forbids it
	faces          [2]face
	quick          bool // 32-bit float depth alone
	// bounded: stored depths must be from least to most, in steps of the format unless it is a float.
	bounded     bool
	least, most float32
}

// face is what happens to the stencil of faces of one orientation.
type face struct {
	fail, depthFail, pass gpu.StencilOp
	function              depth.Relations
}

func (t *tests) init(s *State) {
	d, to := &s.DepthStencil, &s.Depth
	*t = tests{z: surface.Depths{Surface: to.Depth, Format: to.Format, Relations: depth.Comparison(d.DepthFunc)}, s: to.Stencil,
		reference: s.StencilRef, readMask: d.StencilReadMask}
	t.depth = d.DepthEnable && to.Format != DepthNone
	t.stencil = d.StencilEnable && to.Stencil.Bytes != nil
	t.bounded = d.DepthBoundsTestEnable && to.Format != DepthNone
	t.least, t.most = t.z.Format.Comparable(s.DepthBounds[0]), t.z.Format.Comparable(s.DepthBounds[1])
	t.any = t.depth || t.stencil || t.bounded
	t.z.Write = t.depth && d.DepthWriteMask == gpu.DepthWriteAll && !to.ReadOnlyDepth
	if t.stencil && !to.ReadOnlyStencil {
		t.writeMask = d.StencilWriteMask
	}
	t.faces = [2]face{newFace(&d.BackFace), newFace(&d.FrontFace)}
	t.quick = t.depth && !t.stencil && !t.bounded && t.z.Format == DepthD32
}

func newFace(d *gpu.StencilFaceDesc) face {
	return face{d.StencilFailOp, d.StencilDepthFailOp, d.StencilPassOp, depth.Comparison(d.StencilFunc)}
}

// writes says whether the tests change what they test.
func (t *tests) writes() bool { return t.z.Write || t.writeMask != 0 }

// quickSamples is testSamples for D32_FLOAT without stencil.
func (w *worker) quickSamples(s *shape, x, y int32, cover uint32) (pass uint32) {
	for sample := range w.plan.samples {
		if v := cover >> sample & wholeQuad; v != 0 {
			pass |= cells.Spread[w.quickQuad(s, x, y, v&1|v>>7&2|v>>14&4|v>>21&8, sample)] << sample
		}
	}
	return pass
}

// quickQuad tests one sample of pixels of a quad, and gives the pixels that pass.
func (w *worker) quickQuad(s *shape, x, y int32, mask uint32, sample int) (pass uint32) {
	t, p := &w.plan.tests, &w.plan.positions[sample]
	px, py := float64(x)+corner.Pixels(p.X), float64(y)+corner.Pixels(p.Y)
	left, right := float64(s.za*px), float64(s.za*(px+1))
	up, down := float64(s.zb*py)+s.zc, float64(s.zb*(py+1))+s.zc
	z := [4]float32{float32(left + up), float32(right + up), float32(left + down), float32(right + down)}
	if !s.within {
		for i := range z {
			z[i] = s.area.Clamp(z[i])
		}
	}
	at := uint64(sample)*t.z.SamplePitch + uint64(y)*uint64(t.z.RowPitch) + 4*uint64(x)
	if uint32(x+1) < w.plan.state.Width && uint32(y+1) < w.plan.state.Height {
		pass = t.z.WholeQuad(at, &z, mask)
	} else {
		pass = t.z.EdgeQuad(at, &z, mask)
	}
	w.lanesTested += uint64(cells.Lanes[mask&15])
	if t.z.Write {
		w.lanesWritten += uint64(cells.Lanes[pass&15])
	}
	if w.marks != nil {
		w.marks.Quad(marks.Tested, x, y, mask)
		if t.z.Write {
			w.marks.Quad(marks.Depth, x, y, pass)
		}
	}
	return pass
}

// quickRow is quickQuad for whole quads in a row, and draws what passes. Most quads are nearer than everything in the depth buffer there, so that is
// tested first.
func (w *worker) quickRow(s *shape, x, end, y int32) {
	for x < end {
		if n := w.nearer(s, x, end, y); n > 0 {
			w.emitRow(s, x, x+2*n, y)
			x += 2 * n
		}
		if x < end {
			x = w.rowCells(s, x, end, y)
		}
	}
}

// rowCells draws whole quads in a row, up to cellsPart of them, and returns the x of the next one.
func (w *worker) rowCells(s *shape, x, end, y int32) int32 {
	const cellsPart = 4 // after so many, whole runs may be nearer again
	end = min(end, x+2*cellsPart)
	b, n := corner.BoxOf(x, y, end, y+2), 0
	for ; x < end; x += 2 {
		w.cells[n] = cells.Cell{X: int16(x), Y: int16(y), Mask: 15}
		n++
	}
	w.emitCells(s, w.nearCells(s, w.cells[:n], &b))
	return end
}

// nearer tests whole quads from x on, up to the first one that is not nearer than everything in the depth buffer there, and returns how many are.
func (w *worker) nearer(s *shape, x, end, y int32) (n int32) {
	t := &w.plan.tests
	if t.z.Relations&depth.Less == 0 || !s.within {
		return 0
	}
	n = cells.Depth{A: s.za, B: s.zb, C: s.zc}.Row(x, y, end, t.z.Bytes, uint64(t.z.RowPitch), t.z.Write)
	w.testedRow(x, y, n)
	return n
}

// testSamples does the tests for samples of a quad at the depths of the shape.
func (w *worker) testSamples(s *shape, x, y int32, cover uint32) (pass uint32) {
	p := w.plan
	for rest := cover; rest != 0; rest &= rest - 1 {
		bit := bits.TrailingZeros32(rest)
		px, py, sample := x+int32(bit>>3&1), y+int32(bit>>4), bit&7
		at := &p.positions[sample]
		z := s.depthAt(float64(px)+corner.Pixels(at.X), float64(py)+corner.Pixels(at.Y))
		if w.test(s, px, py, sample, z) {
			pass |= 1 << bit
		}
	}
	return pass
}

// test does the stencil and the depth test for a sample, with all that they write.
func (w *worker) test(s *shape, x, y int32, sample int, z float32) bool {
	t := &w.plan.tests
	if !t.any {
		return true
	}
	if w.marks != nil {
		w.marks.Pixel(marks.Tested, x, y)
	}
	if t.bounded {
		cell := t.z.At(x, y, sample, t.z.Format.Bytes())
		w.counts.BytesRead += uint64(len(cell))
		if stored := t.z.Format.Stored(cell); !(stored >= t.least && stored <= t.most) {
			return false
		}
	}
	f := &t.faces[0]
	if s.front {
		f = &t.faces[1]
	}
	if t.stencil && !w.stencilPasses(f, x, y, sample) {
		w.stencilWrites(f.fail, x, y, sample)
		return false
	}
	if t.depth && !w.depthPasses(x, y, sample, z) {
		if t.stencil {
			w.stencilWrites(f.depthFail, x, y, sample)
		}
		return false
	}
	if t.stencil {
		w.stencilWrites(f.pass, x, y, sample)
	}
	return true
}

// depthPasses does the depth test of a sample, and writes if it passes. Values of unorm formats are compared as integers, which float32 holds
// exactly.
func (w *worker) depthPasses(x, y int32, sample int, z float32) bool {
	t := &w.plan.tests
	cell := t.z.At(x, y, sample, t.z.Format.Bytes())
	w.counts.BytesRead += uint64(len(cell))
	z = t.z.Format.Comparable(z)
	if depth.Relate(z, t.z.Format.Stored(cell))&t.z.Relations == 0 {
		return false
	}
	if t.z.Write {
		t.z.Format.Put(cell, z)
		w.counts.BytesWritten += uint64(len(cell))
		if w.marks != nil {
			w.marks.Pixel(marks.Depth, x, y)
		}
	}
	return true
}

func (w *worker) stencilPasses(f *face, x, y int32, sample int) bool {
	t := &w.plan.tests
	w.counts.BytesRead++
	stored := t.s.At(x, y, sample, 1)[0]
	return depth.Relate(float32(t.reference&t.readMask), float32(stored&t.readMask))&f.function != 0
}

func (w *worker) stencilWrites(op gpu.StencilOp, x, y int32, sample int) {
	t := &w.plan.tests
	if op == gpu.StencilKeep || t.writeMask == 0 {
		return
	}
	cell := t.s.At(x, y, sample, 1)
	cell[0] = cell[0]&^t.writeMask | depth.Stencil(op, cell[0], t.reference)&t.writeMask
	w.counts.BytesWritten++
	if w.marks != nil {
		w.marks.Pixel(marks.Stencil, x, y)
	}
}
