package merge

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// one is the bits of 1.
const one = 0x3f800000

// constants loads what all quads share.
func (g *gen) constants(list asm.Local) {
	if !g.m.Blend.BlendEnable {
		return
	}
	g.All(one)
	g.unit = g.Keep(enc.V128)
	for c := range g.factor {
		if source, dest := g.factors(c); !ofState(source) && !ofState(dest) || minmax(g.op(c)) {
			continue
		}
		g.Get(list)
		g.Mem(enc.V128Load32Splat, uint32(4*c))
		g.factor[c] = g.Keep(enc.V128)
	}
}

func ofState(f gpu.Blend) bool { return f == gpu.BlendBlendFactor || f == gpu.BlendInvBlendFactor }

// factors are those of a component.
func (g *gen) factors(c int) (source, dest gpu.Blend) {
	if c == 3 {
		return g.m.Blend.SrcBlendAlpha, g.m.Blend.DestBlendAlpha
	}
	return g.m.Blend.SrcBlend, g.m.Blend.DestBlend
}

// op is the operation of a component.
func (g *gen) op(c int) gpu.BlendOp {
	if c == 3 {
		return g.m.Blend.BlendOpAlpha
	}
	return g.m.Blend.BlendOp
}

func minmax(op gpu.BlendOp) bool { return op == gpu.BlendOpMin || op == gpu.BlendOpMax }

// components loads those of the source.
func (g *gen) components() {
	g.made = map[made]asm.Local{}
	for c := range g.source {
		if g.clamps() {
			g.Get(g.unit)
			g.All(0)
		}
		g.Get(g.from)
		g.Mem(enc.V128Load, uint32(c)*g.m.Pitch)
		if g.clamps() {
			g.Op(enc.F32x4Pmax, enc.F32x4Pmin) // NaN becomes 0
		}
		g.source[c] = g.Keep(enc.V128)
	}
}

// mix pushes component c of the result (D3D11.3 17.6).
func (g *gen) mix(c int) {
	source, dest := g.factors(c)
	op := g.op(c)
	switch op {
	case gpu.BlendOpMin, gpu.BlendOpMax:
		g.Get(g.source[c], g.dest[c])
		if op == gpu.BlendOpMin {
			g.Op(enc.F32x4Min)
		} else {
			g.Op(enc.F32x4Max)
		}
	case gpu.BlendOpSubtract:
		g.product(g.source[c], source, c)
		g.product(g.dest[c], dest, c)
		g.Op(enc.F32x4Sub)
	case gpu.BlendOpRevSubtract:
		g.product(g.dest[c], dest, c)
		g.product(g.source[c], source, c)
		g.Op(enc.F32x4Sub)
	case gpu.BlendOpAdd:
		if g.clamps() && dest == gpu.BlendZero { // numbers are finite: products with 0 are 0
			g.product(g.source[c], source, c)
			return
		}
		g.product(g.source[c], source, c)
		g.product(g.dest[c], dest, c)
		g.Op(enc.F32x4Add)
	default:
		panic(fmt.Sprintf("BUG: merge: blend operation %s", op))
	}
}

// product pushes a component times its factor.
func (g *gen) product(v asm.Local, f gpu.Blend, c int) {
	switch {
	case f == gpu.BlendOne, f == gpu.BlendSrcAlphaSat && c == 3:
		g.Get(v)
	case f == gpu.BlendZero && g.clamps():
		g.All(0)
	case f == gpu.BlendZero: // what is not finite gives NaN
		g.Get(v)
		g.All(0)
		g.Op(enc.F32x4Mul)
	default:
		g.Get(v, g.scale(f, c))
		g.Op(enc.F32x4Mul)
	}
}

// scale is a factor that depends on the quad or the blend state.
func (g *gen) scale(f gpu.Blend, c int) asm.Local {
	key := made{f: f}
	switch f {
	case gpu.BlendSrcColor, gpu.BlendInvSrcColor, gpu.BlendDestColor, gpu.BlendInvDestColor, gpu.BlendBlendFactor, gpu.BlendInvBlendFactor:
		key.component = c
	}
	l := g.made[key]
	if l == 0 {
		l = g.makeScale(f, c)
		g.made[key] = l
	}
	return l
}

func (g *gen) makeScale(f gpu.Blend, c int) asm.Local {
	switch f {
	case gpu.BlendSrcColor:
		return g.source[c]
	case gpu.BlendInvSrcColor:
		return g.inverted(g.source[c])
	case gpu.BlendSrcAlpha:
		return g.source[3]
	case gpu.BlendInvSrcAlpha:
		return g.inverted(g.source[3])
	case gpu.BlendDestAlpha:
		return g.dest[3]
	case gpu.BlendInvDestAlpha:
		return g.inverted(g.dest[3])
	case gpu.BlendDestColor:
		return g.dest[c]
	case gpu.BlendInvDestColor:
		return g.inverted(g.dest[c])
	case gpu.BlendBlendFactor:
		return g.factor[c]
	case gpu.BlendInvBlendFactor:
		return g.inverted(g.factor[c])
	case gpu.BlendSrcAlphaSat:
		g.Get(g.source[3], g.unit, g.dest[3])
		g.Op(enc.F32x4Sub, enc.F32x4Min)
		return g.Keep(enc.V128)
	}
	panic(fmt.Sprintf("BUG: merge: blend factor %s", f))
}

// inverted is 1 minus a vector.
func (g *gen) inverted(v asm.Local) asm.Local {
	g.Get(g.unit, v)
	g.Op(enc.F32x4Sub)
	return g.Keep(enc.V128)
}
