package raster

import (
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/cells"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/corner"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/depth"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/marks"
)

// tests are the depth and stencil tests of a draw, and the memory that they work on.
type tests struct {
	any            bool // there is something to test
	depth, stencil bool
	format         DepthFormat
	depthFunc      depth.Relations
	depthWrite     bool
	z, s           Surface
	reference      uint8
	readMask       uint8
	writeMask      uint8 // 0 where the view forbids it
	faces          [2]face
	quick          bool // 32-bit float depth alone
	// bounded: stored depths must be from least to most, in steps of the format where it is no float.
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
	*t = tests{format: to.Format, z: to.Depth, s: to.Stencil, reference: s.StencilRef, readMask: d.StencilReadMask}
	t.depth = d.DepthEnable && to.Format != DepthNone
	t.stencil = d.StencilEnable && to.Stencil.Bytes != nil
	t.bounded = d.DepthBoundsTestEnable && to.Format != DepthNone
	t.least, t.most = t.comparable(s.DepthBounds[0]), t.comparable(s.DepthBounds[1])
	t.any = t.depth || t.stencil || t.bounded
	t.depthFunc = depth.Comparison(d.DepthFunc)
	t.depthWrite = t.depth && d.DepthWriteMask == gpu.DepthWriteAll && !to.ReadOnlyDepth
	if t.stencil && !to.ReadOnlyStencil {
		t.writeMask = d.StencilWriteMask
	}
	t.faces = [2]face{newFace(&d.BackFace), newFace(&d.FrontFace)}
	t.quick = t.depth && !t.stencil && !t.bounded && t.format == DepthD32
}

func newFace(d *gpu.StencilFaceDesc) face {
	return face{d.StencilFailOp, d.StencilDepthFailOp, d.StencilPassOp, depth.Comparison(d.StencilFunc)}
}

// writes says whether the tests change what they test.
func (t *tests) writes() bool { return t.depthWrite || t.writeMask != 0 }

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
		pass = t.wholeQuad(at, &z, mask)
	} else {
		pass = t.edgeQuad(at, &z, mask)
	}
	w.lanesTested += uint64(cells.Lanes[mask&15])
	if t.depthWrite {
		w.lanesWritten += uint64(cells.Lanes[pass&15])
	}
	if w.marks != nil {
		w.marks.Quad(marks.Tested, x, y, mask)
		if t.depthWrite {
			w.marks.Quad(marks.Depth, x, y, pass)
		}
	}
	return pass
}

// wholeQuad tests pixels of a quad, all of whose depths exist; they begin at an offset.
func (t *tests) wholeQuad(at uint64, z *[4]float32, mask uint32) (pass uint32) {
	top := t.z.Bytes[at : at+8]
	bottom := t.z.Bytes[at+uint64(t.z.RowPitch):][:8]
	a, b := binary.LittleEndian.Uint64(top), binary.LittleEndian.Uint64(bottom)
	s0, s1 := math.Float32frombits(uint32(a)), math.Float32frombits(uint32(a>>32))
	s2, s3 := math.Float32frombits(uint32(b)), math.Float32frombits(uint32(b>>32))
	switch t.depthFunc {
	case depth.Less:
		pass = bit(z[0] < s0) | bit(z[1] < s1)<<1 | bit(z[2] < s2)<<2 | bit(z[3] < s3)<<3
	case depth.Less | depth.Equal:
		pass = bit(z[0] <= s0) | bit(z[1] <= s1)<<1 | bit(z[2] <= s2)<<2 | bit(z[3] <= s3)<<3
	default:
		f := t.depthFunc
		pass = bit(depth.Relate(z[0], s0)&f != 0) | bit(depth.Relate(z[1], s1)&f != 0)<<1 | bit(depth.Relate(z[2], s2)&f != 0)<<2 | bit(depth.Relate(z[3], s3)&f != 0)<<3
	}
	pass &= mask
	if !t.depthWrite || pass == 0 {
		return pass
	}
	zt := uint64(math.Float32bits(z[0])) | uint64(math.Float32bits(z[1]))<<32
	zb := uint64(math.Float32bits(z[2])) | uint64(math.Float32bits(z[3]))<<32
	mt, mb := cells.Pairs[pass&3], cells.Pairs[pass>>2]
	binary.LittleEndian.PutUint64(top, zt&mt|a&^mt)
	binary.LittleEndian.PutUint64(bottom, zb&mb|b&^mb)
	return pass
}

// quickRow is quickQuad for whole quads in a row, and draws what passes. Most quads are nearer than all that is there, which is found out first.
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

// rowCells draws whole quads in a row, up to cellsPart of them, and gives where the next one is.
func (w *worker) rowCells(s *shape, x, end, y int32) int32 {
	const cellsPart = 4 // behind which whole runs may be nearer again
	end = min(end, x+2*cellsPart)
	b, n := corner.BoxOf(x, y, end, y+2), 0
	for ; x < end; x += 2 {
		w.cells[n] = cells.Cell{X: int16(x), Y: int16(y), Mask: 15}
		n++
	}
	w.emitCells(s, w.nearCells(s, w.cells[:n], &b))
	return end
}

// nearer tests whole quads from x on until one is not nearer than all that is there, and gives how many are.
func (w *worker) nearer(s *shape, x, end, y int32) (n int32) {
	t := &w.plan.tests
	if t.depthFunc&depth.Less == 0 || !s.within {
		return 0
	}
	n = cells.Depth{A: s.za, B: s.zb, C: s.zc}.Row(x, y, end, t.z.Bytes, uint64(t.z.RowPitch), t.depthWrite)
	w.testedRow(x, y, n)
	return n
}

func bit(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

// edgeQuad is wholeQuad where pixels outside of mask may be outside of the target.
func (t *tests) edgeQuad(at uint64, z *[4]float32, mask uint32) (pass uint32) {
	for lane := range uint32(4) {
		if mask>>lane&1 == 0 {
			continue
		}
		cell := t.z.Bytes[at+uint64(lane>>1)*uint64(t.z.RowPitch)+4*uint64(lane&1):][:4]
		if depth.Relate(z[lane], math.Float32frombits(binary.LittleEndian.Uint32(cell)))&t.depthFunc == 0 {
			continue
		}
		pass |= 1 << lane
		if t.depthWrite {
			binary.LittleEndian.PutUint32(cell, math.Float32bits(z[lane]))
		}
	}
	return pass
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
		cell := t.z.at(x, y, sample, t.format.Bytes())
		w.counts.BytesRead += uint64(len(cell))
		if stored := t.stored(cell); !(stored >= t.least && stored <= t.most) {
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

func (s *Surface) at(x, y int32, sample int, size uint32) []byte {
	i := uint64(sample)*s.SamplePitch + uint64(y)*uint64(s.RowPitch) + uint64(x)*uint64(size)
	return s.Bytes[i : i+uint64(size)]
}

// depthPasses does the depth test of a sample, and writes if it passes. Values of unorm formats are compared as integers, which float32 holds exactly.
func (w *worker) depthPasses(x, y int32, sample int, z float32) bool {
	t := &w.plan.tests
	cell := t.z.at(x, y, sample, t.format.Bytes())
	w.counts.BytesRead += uint64(len(cell))
	z = t.comparable(z)
	if depth.Relate(z, t.stored(cell))&t.depthFunc == 0 {
		return false
	}
	if t.depthWrite {
		w.writeDepth(cell, z)
		if w.marks != nil {
			w.marks.Pixel(marks.Depth, x, y)
		}
	}
	return true
}

// stored is a depth in memory: of unorm formats the integer, which float32 holds exactly.
func (t *tests) stored(cell []byte) float32 {
	switch t.format {
	case DepthD16:
		return float32(binary.LittleEndian.Uint16(cell))
	case DepthD24:
		return float32(binary.LittleEndian.Uint32(cell) & (1<<24 - 1))
	}
	return math.Float32frombits(binary.LittleEndian.Uint32(cell))
}

// comparable is a depth as stored gives it.
func (t *tests) comparable(z float32) float32 {
	switch t.format {
	case DepthD16:
		return depth.Steps(z, 1<<16-1)
	case DepthD24:
		return depth.Steps(z, 1<<24-1)
	}
	return z
}

func (w *worker) writeDepth(cell []byte, z float32) {
	switch w.plan.tests.format {
	case DepthD16:
		binary.LittleEndian.PutUint16(cell, uint16(z))
	case DepthD24:
		binary.LittleEndian.PutUint32(cell, uint32(z))
	default:
		binary.LittleEndian.PutUint32(cell, math.Float32bits(z))
	}
	w.counts.BytesWritten += uint64(len(cell))
}

func (w *worker) stencilPasses(f *face, x, y int32, sample int) bool {
	t := &w.plan.tests
	w.counts.BytesRead++
	stored := t.s.at(x, y, sample, 1)[0]
	return depth.Relate(float32(t.reference&t.readMask), float32(stored&t.readMask))&f.function != 0
}

func (w *worker) stencilWrites(op gpu.StencilOp, x, y int32, sample int) {
	t := &w.plan.tests
	if op == gpu.StencilKeep || t.writeMask == 0 {
		return
	}
	cell := t.s.at(x, y, sample, 1)
	cell[0] = cell[0]&^t.writeMask | depth.Stencil(op, cell[0], t.reference)&t.writeMask
	w.counts.BytesWritten++
	if w.marks != nil {
		w.marks.Pixel(marks.Stencil, x, y)
	}
}
