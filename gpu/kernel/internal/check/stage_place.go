package check

import (
	"math/bits"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// interpolator evaluates the planes of a triangle at one place of each pixel of a quad. Each product and sum is rounded on its own:
// A*(x - X0) + B*(y - Y0) + C, from left to right.
type interpolator struct {
	l      *lowerer
	x, y   value.V // of the place
	dx, dy value.V // from the origin of the planes
	w      value.V // the reciprocal of 1/w
}

// interpolatorAt is the interpolator of a place in the pixel, which is away from its centre by some pixels.
func (l *lowerer) interpolatorAt(away place) *interpolator {
	b := l.B
	p := &interpolator{l: l, x: l.stageOp(ir.OpPixelPlace, ir.F32, 0), y: l.stageOp(ir.OpPixelPlace, ir.F32, 1)}
	if away != (place{}) {
		p.x, p.y = b.FAdd(p.x, away.x), b.FAdd(p.y, away.y)
	}
	p.dx = b.FSub(p.x, l.stageOp(ir.OpTriangle, ir.F32, stage.TriangleX0))
	p.dy = b.FSub(p.y, l.stageOp(ir.OpTriangle, ir.F32, stage.TriangleY0))
	p.w = b.FDiv(b.F(1), p.linear(stage.TriangleW))
	return p
}

// interpolator is the one of a mode, made at its first use: at the beginning of the kernel.
func (l *lowerer) interpolator(mode gpu.Interpolation) *interpolator {
	at := mode.Place()
	if l.interpolators[at] == nil {
		away := place{}
		switch at {
		case gpu.AtCentroid:
			away = l.centroid()
		case gpu.AtSample:
			l.uses |= gpu.UsesSampleIndex
			away = l.sampleAt(l.stageOp(ir.OpQuadWord, ir.I32, stage.QuadSample))
		}
		l.interpolators[at] = l.interpolatorAt(away)
	}
	return l.interpolators[at]
}

// position is SV_Position: the place, its depth, and w.
func (p *interpolator) position() []value.V {
	return []value.V{p.x, p.y, p.linear(stage.TriangleZ), p.w}
}

// linear is the plane at a word of the triangle's record.
func (p *interpolator) linear(word uint32) value.V {
	b := p.l.B
	of := func(n uint32) value.V { return p.l.stageOp(ir.OpTriangle, ir.F32, word+n) }
	return b.FAdd(b.FAdd(b.FMul(of(0), p.dx), b.FMul(of(1), p.dy)), of(2))
}

// attribute is a component that the vertex shader gives: where its plane is and how it is interpolated.
type attribute struct {
	word uint32
	s    syntax.Scalar
	mode gpu.Interpolation
}

// component is a component of the input. What is not interpolated is in the plane's constant.
func (p *interpolator) component(a attribute) value.V {
	switch {
	case !a.s.IsFloat():
		return p.l.FromBits(p.l.stageOp(ir.OpTriangle, ir.I32, a.word+2), a.s)
	case a.mode == gpu.InterpolateNone:
		return p.l.stageOp(ir.OpTriangle, ir.F32, a.word+2)
	case !a.mode.Perspective():
		return p.linear(a.word)
	}
	return p.l.B.FMul(p.linear(a.word), p.w)
}

// place is how far a place is from the centre of its pixel, in pixels. The zero place is the centre.
type place struct{ x, y value.V }

// samples says how many samples the pixels of the draw have, and which of them the pipeline's mask lets through.
func (l *lowerer) samples() (n int, mask uint32) {
	l.uses |= gpu.UsesSamplePlaces
	if l.in.Pixel == nil || l.in.Pixel.Samples <= 1 {
		return 1, 1
	}
	return int(l.in.Pixel.Samples), l.in.Pixel.SampleMask
}

// samplePlace is a sample of the standard pattern.
func (l *lowerer) samplePlace(n, i int) place {
	x, y := stage.SamplePlace(n, i)
	return place{l.B.F(float32(x) / 16), l.B.F(float32(y) / 16)}
}

// sampleAt is the place of a sample by its number; the centre where there is no such sample.
func (l *lowerer) sampleAt(index value.V) place {
	n, _ := l.samples()
	if n == 1 {
		return place{}
	}
	out := place{l.B.F(0), l.B.F(0)}
	for i := range n {
		out = l.choose(l.B.IEq(index, l.B.I(int32(i))), l.samplePlace(n, i), out)
	}
	return out
}

// centroid is the place of centroid interpolation: the centre of a pixel all of whose samples are covered, else its first covered sample. A helper
// has the centre, or the first sample of a mask that leaves some out. (Source: D3D11.3 functional specification, centroid sampling of attributes.)
func (l *lowerer) centroid() place {
	n, mask := l.samples()
	all := uint32(1)<<n - 1
	if n == 1 {
		return place{}
	}
	b := l.B
	covered := coverage(l)
	centre := place{b.F(0), b.F(0)}
	out := centre
	if first := bits.TrailingZeros32(mask); mask != all && first < n {
		out = l.samplePlace(n, first)
	}
	for i := n - 1; i >= 0; i-- {
		if mask>>i&1 != 0 {
			out = l.choose(b.INe(b.And(covered, b.U(1<<i)), b.I(0)), l.samplePlace(n, i), out)
		}
	}
	if mask != all {
		return out
	}
	return l.choose(b.IEq(covered, b.U(all)), centre, out)
}

func (l *lowerer) choose(c value.V, yes, no place) place {
	return place{l.B.Select(c, yes.x, no.x), l.B.Select(c, yes.y, no.y)}
}

// inputAt is a component of the input at another place of the pixel: the centroid, a sample, or a step of a grid of 16 × 16. ok is false for what is
// no input that the rasterizer interpolates.
func (l *lowerer) inputAt(component value.V, at value.Where) (v value.V, ok bool) {
	a, ok := l.attributes[component]
	if !ok {
		return 0, false
	}
	return l.interpolatorAt(l.placeOf(at)).component(a), true
}

func (l *lowerer) placeOf(at value.Where) place {
	switch at.Kind {
	case value.AtCentroid:
		return l.centroid()
	case value.AtSample:
		return l.sampleAt(at.Args[0])
	}
	b := l.B
	step := func(v value.V) value.V { // the low four bits, with their sign
		return b.FMul(b.SToF(b.ShrS(b.Shl(v, b.I(28)), b.I(28))), b.F(1.0/16))
	}
	return place{step(at.Args[0]), step(at.Args[1])}
}

// targetSamples is what value.Context says of the targets' samples.
func (l *lowerer) targetSamples(index value.V) (count, x, y value.V) {
	n, _ := l.samples()
	at := l.sampleAt(index)
	if at == (place{}) {
		at = place{l.B.F(0), l.B.F(0)}
	}
	return l.B.U(uint32(n)), at.x, at.y
}
