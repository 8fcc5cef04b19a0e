package raster

import "github.com/gpuscript/gpuscript/gpu"

// blender is a blend state made ready. Colours are red, green, blue, alpha; those of an sRGB target are linear.
type blender struct {
	source, dest           gpu.Blend
	sourceAlpha, destAlpha gpu.Blend
	op, opAlpha            gpu.BlendOp
	factor                 [4]float32
	low, high              float32 // the range of the format
	clamps                 bool    // it has one
}

// newBlender makes the blend state of a target ready.
func newBlender(d *gpu.RenderTargetBlendDesc, info *gpu.FormatInfo, factor [4]float32) blender {
	b := blender{source: d.SrcBlend, dest: d.DestBlend, sourceAlpha: d.SrcBlendAlpha, destAlpha: d.DestBlendAlpha, op: d.BlendOp, opAlpha: d.BlendOpAlpha,
		factor: factor, high: 1}
	switch info.Numeric {
	case gpu.NumericUnorm:
		b.clamps = true
	case gpu.NumericSnorm:
		b.clamps, b.low = true, -1
	}
	b.clamp(&b.factor)
	return b
}

// clamp puts components into the range of the format; NaN becomes 0 or the least.
func (b *blender) clamp(v *[4]float32) {
	if !b.clamps {
		return
	}
	for c, x := range v {
		switch {
		case !(x > b.low):
			v[c] = b.low
		case x > b.high:
			v[c] = b.high
		}
	}
}

// blend mixes source colours with what the target has (D3D11.3 17.6). Sources and the blend factor are clamped to the range of the format first.
func (b *blender) blend(s, second, d [4]float32) (v [4]float32) {
	b.clamp(&s)
	b.clamp(&second)
	fs, fd := b.colour(b.source, &s, &second, &d), b.colour(b.dest, &s, &second, &d)
	for c := range 3 {
		v[c] = apply(b.op, s[c], fs[c], d[c], fd[c])
	}
	v[3] = apply(b.opAlpha, s[3], b.alpha(b.sourceAlpha, &s, &second, &d), d[3], b.alpha(b.destAlpha, &s, &second, &d))
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

// colour is a factor for red, green and blue.
func (b *blender) colour(f gpu.Blend, s, second, d *[4]float32) [3]float32 {
	switch f {
	case gpu.BlendSrcColor:
		return [3]float32(s[:3])
	case gpu.BlendInvSrcColor:
		return inverted(s)
	case gpu.BlendDestColor:
		return [3]float32(d[:3])
	case gpu.BlendInvDestColor:
		return inverted(d)
	case gpu.BlendBlendFactor:
		return [3]float32(b.factor[:3])
	case gpu.BlendInvBlendFactor:
		return inverted(&b.factor)
	case gpu.BlendSrc1Color:
		return [3]float32(second[:3])
	case gpu.BlendInvSrc1Color:
		return inverted(second)
	case gpu.BlendSrcAlphaSat:
		a := min(s[3], 1-d[3])
		return [3]float32{a, a, a}
	}
	a := b.alpha(f, s, second, d)
	return [3]float32{a, a, a}
}

func inverted(v *[4]float32) [3]float32 { return [3]float32{1 - v[0], 1 - v[1], 1 - v[2]} }

// alpha is a factor for alpha; those of colours stand for their alpha.
func (b *blender) alpha(f gpu.Blend, s, second, d *[4]float32) float32 {
	switch f {
	case gpu.BlendZero:
		return 0
	case gpu.BlendSrcColor, gpu.BlendSrcAlpha:
		return s[3]
	case gpu.BlendInvSrcColor, gpu.BlendInvSrcAlpha:
		return 1 - s[3]
	case gpu.BlendDestColor, gpu.BlendDestAlpha:
		return d[3]
	case gpu.BlendInvDestColor, gpu.BlendInvDestAlpha:
		return 1 - d[3]
	case gpu.BlendBlendFactor:
		return b.factor[3]
	case gpu.BlendInvBlendFactor:
		return 1 - b.factor[3]
	case gpu.BlendSrc1Color, gpu.BlendSrc1Alpha:
		return second[3]
	case gpu.BlendInvSrc1Color, gpu.BlendInvSrc1Alpha:
		return 1 - second[3]
	}
	return 1 // ONE, and SRC_ALPHA_SAT for alpha
}
