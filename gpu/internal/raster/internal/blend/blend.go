// Package blend computes the output merger's result for a source and a destination colour: blending and logic operations (D3D11.3 functional
// specification, chapter 17).
//
// It must not know formats in memory, targets or pixels: it sees numbers. Everything is a pure function.
package blend

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu"
)

// Colors are components (red, green, blue, alpha) of the four pixels of a quad.
type Colors [4][4]float32

// Blender is a prepared blend state. Its zero value is none. Colours are red, green, blue, alpha; those of an sRGB target are linear.
type Blender struct {
	source, dest           gpu.Blend // factors of the colours
	sourceAlpha, destAlpha gpu.Blend // and of alpha
	op, opAlpha            gpu.BlendOp
	factor                 [4]float32
	low, high              float32 // the range of the format
	clamps                 bool    // it has one
}

// New makes the blend state of a target ready.
func New(d *gpu.RenderTargetBlendDesc, info *gpu.FormatInfo, factor [4]float32) Blender {
	b := Blender{source: d.SrcBlend, dest: d.DestBlend, sourceAlpha: d.SrcBlendAlpha, destAlpha: d.DestBlendAlpha,
		op: d.BlendOp, opAlpha: d.BlendOpAlpha,
		factor: factor, high: 1}
	switch info.Numeric {
	case gpu.NumericUnorm:
		b.clamps = true
	case gpu.NumericSnorm:
		b.clamps, b.low = true, -1
	}
	for c := range b.factor {
		b.factor[c] = b.clamped(b.factor[c])
	}
	return b
}

// Factor is the blend factor of the state, in the range of the format.
func (b *Blender) Factor() [4]float32 { return b.factor }

// clamped puts a component into the range of the format; NaN becomes its start.
func (b *Blender) clamped(v float32) float32 {
	switch {
	case !b.clamps:
		return v
	case !(v > b.low):
		return b.low
	case v > b.high:
		return b.high
	}
	return v
}

// Clamp puts colours into the range of the format, if it has one; NaN becomes its start.
func (b *Blender) Clamp(v *Colors) {
	if !b.clamps {
		return
	}
	for c := range v {
		for lane, x := range v[c] {
			if !(x >= b.low && x <= b.high) {
				v[c][lane] = b.clamped(x)
			}
		}
	}
}

// Blend mixes source colours, clamped to the range of the format, with what the target has (D3D11.3 17.6).
func (b *Blender) Blend(s, second, d *Colors) (v Colors) {
	for c := range v {
		source, dest, op := b.source, b.dest, b.op
		if c == 3 {
			source, dest, op = b.sourceAlpha, b.destAlpha, b.opAlpha
		}
		fs, fd := b.factors(source, c, s, second, d), b.factors(dest, c, s, second, d)
		for lane := range fs {
			v[c][lane] = apply(op, s[c][lane], fs[lane], d[c][lane], fd[lane])
		}
	}
	return v
}

func apply(op gpu.BlendOp, s, fs, d, fd float32) float32 {
	switch op {
	case gpu.BlendOpAdd:
		return float32(s*fs) + float32(d*fd)
	case gpu.BlendOpSubtract:
		return float32(s*fs) - float32(d*fd)
	case gpu.BlendOpRevSubtract:
		return float32(d*fd) - float32(s*fs)
	case gpu.BlendOpMin:
		return min(s, d)
	}
	return max(s, d)
}

// factors are a blend factor of four pixels for component c.
func (b *Blender) factors(f gpu.Blend, c int, s, second, d *Colors) [4]float32 {
	switch f {
	case gpu.BlendZero:
		return [4]float32{}
	case gpu.BlendSrcColor:
		return s[c]
	case gpu.BlendInvSrcColor:
		return inverted(s[c])
	case gpu.BlendSrcAlpha:
		return s[3]
	case gpu.BlendInvSrcAlpha:
		return inverted(s[3])
	case gpu.BlendDestAlpha:
		return d[3]
	case gpu.BlendInvDestAlpha:
		return inverted(d[3])
	case gpu.BlendDestColor:
		return d[c]
	case gpu.BlendInvDestColor:
		return inverted(d[c])
	case gpu.BlendBlendFactor:
		return all(b.factor[c])
	case gpu.BlendInvBlendFactor:
		return all(1 - b.factor[c])
	case gpu.BlendSrc1Color:
		return second[c]
	case gpu.BlendInvSrc1Color:
		return inverted(second[c])
	case gpu.BlendSrc1Alpha:
		return second[3]
	case gpu.BlendInvSrc1Alpha:
		return inverted(second[3])
	case gpu.BlendSrcAlphaSat:
		if c < 3 {
			return saturated(s[3], d[3])
		}
	}
	return all(1) // ONE, and SRC_ALPHA_SAT for alpha
}

func all(v float32) [4]float32 { return [4]float32{v, v, v, v} }

func inverted(v [4]float32) [4]float32 { return [4]float32{1 - v[0], 1 - v[1], 1 - v[2], 1 - v[3]} }

func saturated(s, d [4]float32) (v [4]float32) {
	for lane := range v {
		v[lane] = min(s[lane], 1-d[lane])
	}
	return v
}

// Logic is a logic operation of a source and a destination.
func Logic(op gpu.LogicOp, s, d uint32) uint32 {
	switch op {
	case gpu.LogicClear:
		return 0
	case gpu.LogicSet:
		return math.MaxUint32
	case gpu.LogicCopy:
		return s
	case gpu.LogicCopyInverted:
		return ^s
	case gpu.LogicInvert:
		return ^d
	case gpu.LogicAnd:
		return s & d
	case gpu.LogicNand:
		return ^(s & d)
	case gpu.LogicOr:
		return s | d
	case gpu.LogicNor:
		return ^(s | d)
	case gpu.LogicXor:
		return s ^ d
	case gpu.LogicEquiv:
		return ^(s ^ d)
	case gpu.LogicAndReverse:
		return s &^ d
	case gpu.LogicAndInverted:
		return d &^ s
	case gpu.LogicOrReverse:
		return s | ^d
	case gpu.LogicOrInverted:
		return ^s | d
	}
	return d
}
