package raster

import (
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/gpuscript/gpuscript/gpu"
)

// tests are the depth and stencil tests of a draw, and the memory that they work on.
type tests struct {
	any            bool // there is something to test
	depth, stencil bool
	format         DepthFormat
	depthFunc      compare
	depthWrite     bool
	z, s           Surface
	reference      uint8
	readMask       uint8
	writeMask      uint8 // 0 where the view forbids it
	faces          [2]face
	quick          bool // 32-bit float depth alone, with one sample
}

// face is what happens to the stencil of faces of one orientation.
type face struct {
	fail, depthFail, pass gpu.StencilOp
	function              compare
}

// compare is a comparison as the set of relations that it accepts.
type compare uint8

const (
	less compare = 1 << iota
	equal
	greater
	unordered // a stored NaN
)

// comparisons are by gpu.ComparisonFunc.
func comparison(f gpu.ComparisonFunc) compare {
	switch f {
	case gpu.CompareLess:
		return less
	case gpu.CompareEqual:
		return equal
	case gpu.CompareLessEqual:
		return less | equal
	case gpu.CompareGreater:
		return greater
	case gpu.CompareNotEqual:
		return less | greater | unordered
	case gpu.CompareGreaterEqual:
		return greater | equal
	case gpu.CompareAlways:
		return less | equal | greater | unordered
	}
	return 0
}

func relation(a, b float32) compare {
	switch {
	case a < b:
		return less
	case a > b:
		return greater
	case a == b:
		return equal
	}
	return unordered
}

func (t *tests) init(s *State) {
	d, to := &s.DepthStencil, &s.Depth
	*t = tests{format: to.Format, z: to.Depth, s: to.Stencil, reference: s.StencilRef, readMask: d.StencilReadMask}
	t.depth = d.DepthEnable && to.Format != DepthNone
	t.stencil = d.StencilEnable && to.Stencil.Bytes != nil
	t.any = t.depth || t.stencil
	t.depthFunc = comparison(d.DepthFunc)
	t.depthWrite = t.depth && d.DepthWriteMask == gpu.DepthWriteAll && !to.ReadOnlyDepth
	if t.stencil && !to.ReadOnlyStencil {
		t.writeMask = d.StencilWriteMask
	}
	t.faces = [2]face{newFace(&d.BackFace), newFace(&d.FrontFace)}
	t.quick = t.depth && !t.stencil && t.format == DepthD32 && s.Samples <= 1
}

func newFace(d *gpu.StencilFaceDesc) face {
	return face{d.StencilFailOp, d.StencilDepthFailOp, d.StencilPassOp, comparison(d.StencilFunc)}
}

// writes says whether the tests change what they test.
func (t *tests) writes() bool { return t.depthWrite || t.writeMask != 0 }

// testQuad does the tests for pixels of a quad with one sample, and gives those that pass.
func (w *worker) testQuad(s *shape, x, y int32, mask uint32) uint32 {
	if w.plan.tests.quick {
		return w.quickQuad(s, x, y, mask)
	}
	return gather(w.testSamples(s, x, y, spread[mask]))
}

// quickQuad is testQuad for D32_FLOAT without stencil.
func (w *worker) quickQuad(s *shape, x, y int32, mask uint32) uint32 {
	t := &w.plan.tests
	left, right := float64(s.za*(float64(x)+0.5)), float64(s.za*(float64(x)+1.5))
	up, down := float64(s.zb*(float64(y)+0.5))+s.zc, float64(s.zb*(float64(y)+1.5))+s.zc
	z := [4]float32{float32(left + up), float32(right + up), float32(left + down), float32(right + down)}
	pass := uint32(0)
	at := uint64(y)*uint64(t.z.RowPitch) + 4*uint64(x)
	for row := range 2 {
		for column := range 2 {
			lane := 2*row + column
			if mask>>lane&1 == 0 {
				continue
			}
			depth := s.area.clampDepth(z[lane])
			stored := t.z.Bytes[at+4*uint64(column):][:4]
			if relation(depth, math.Float32frombits(binary.LittleEndian.Uint32(stored)))&t.depthFunc == 0 {
				continue
			}
			pass |= 1 << lane
			if t.depthWrite {
				binary.LittleEndian.PutUint32(stored, math.Float32bits(depth))
			}
		}
		at += uint64(t.z.RowPitch)
	}
	w.countQuick(x, y, mask, pass)
	return pass
}

// countQuick counts and marks what quickQuad did.
func (w *worker) countQuick(x, y int32, mask, pass uint32) {
	w.counts.BytesRead += 4 * uint64(bits.OnesCount32(mask))
	if w.plan.tests.depthWrite {
		w.counts.BytesWritten += 4 * uint64(bits.OnesCount32(pass))
	}
	if w.marks != nil {
		w.marks.add(markTested, x, y, mask)
		if w.plan.tests.depthWrite {
			w.marks.add(markDepth, x, y, pass)
		}
	}
}

// testSamples does the tests for samples of a quad at the depths of the shape.
func (w *worker) testSamples(s *shape, x, y int32, cover uint32) (pass uint32) {
	p := w.plan
	for rest := cover; rest != 0; rest &= rest - 1 {
		bit := bits.TrailingZeros32(rest)
		px, py, sample := x+int32(bit>>3&1), y+int32(bit>>4), bit&7
		at := &p.positions[sample]
		z := s.depthAt(float64(px)+pixels(at.x), float64(py)+pixels(at.y))
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
		w.marks.pixel(markTested, x, y)
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
	var stored float32
	switch t.format {
	case DepthD16:
		z, stored = steps(z, 1<<16-1), float32(binary.LittleEndian.Uint16(cell))
	case DepthD24:
		z, stored = steps(z, 1<<24-1), float32(binary.LittleEndian.Uint32(cell)&(1<<24-1))
	default:
		stored = math.Float32frombits(binary.LittleEndian.Uint32(cell))
	}
	if relation(z, stored)&t.depthFunc == 0 {
		return false
	}
	if t.depthWrite {
		w.writeDepth(cell, z)
		if w.marks != nil {
			w.marks.pixel(markDepth, x, y)
		}
	}
	return true
}

// steps is a depth in steps of a unorm format, to nearest even.
func steps(z float32, most float64) float32 {
	return float32(math.RoundToEven(float64(min(max(z, 0), 1)) * most))
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
	return relation(float32(t.reference&t.readMask), float32(stored&t.readMask))&f.function != 0
}

func (w *worker) stencilWrites(op gpu.StencilOp, x, y int32, sample int) {
	t := &w.plan.tests
	if op == gpu.StencilKeep || t.writeMask == 0 {
		return
	}
	cell := t.s.at(x, y, sample, 1)
	cell[0] = cell[0]&^t.writeMask | stencil(op, cell[0], t.reference)&t.writeMask
	w.counts.BytesWritten++
	if w.marks != nil {
		w.marks.pixel(markStencil, x, y)
	}
}

// stencil is what an operation makes of a stored value.
func stencil(op gpu.StencilOp, stored, reference uint8) uint8 {
	switch op {
	case gpu.StencilZero:
		return 0
	case gpu.StencilReplace:
		return reference
	case gpu.StencilIncrSat:
		return stored + uint8(min(255-stored, 1))
	case gpu.StencilDecrSat:
		return stored - min(stored, 1)
	case gpu.StencilInvert:
		return ^stored
	case gpu.StencilIncr:
		return stored + 1
	case gpu.StencilDecr:
		return stored - 1
	}
	return stored
}
