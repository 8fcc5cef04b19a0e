package check

import (
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// sampling is one SampleLevel or Gather while it is lowered.
//
//	location ──× size──▶ texel coordinates ──floor──▶ corner + fraction ──address mode──▶ 2ⁿ texels ──weights──▶ value
//
// Everything about the sampler is read from its record when the kernel runs, so a point filter costs a branch and not a
// variant of the kernel.
type sampling struct {
	l       *lowerer
	ref     *resourceRef
	sampler *resourceRef
	uv      []V // spatial coordinates, normalised
	slice   V   // 0 if none
	dims    int
}

func sampleRefused(l *lowerer, m *methodUse) []value {
	l.fail(diag.DerivativesInCompute, m.site, "Sample chooses the mip level by derivatives, which a compute kernel does not have").
		HelpText("write %s:SampleLevel(sampler, location, 0)", m.ref.name).
		WithRule("Sample is available in pixel shaders only (HLSL)")
	return bad(m.site)
}

// newSampling checks the sampler and the location.
func (l *lowerer) newSampling(m *methodUse) *sampling {
	s := m.args[0]
	if s.kind != resource || s.res.decl.Kind != syntax.SamplerState || !s.res.chosen {
		l.fail(diag.WrongArgumentType, s.site, "argument 1 of %s must be a SamplerState, but this is %s", m.name, s.describe()).
			HelpText(`declare one outside of the kernel: local s = gpu.SamplerState("s0")`)
		return nil
	}
	k := m.ref.decl.Kind
	n := k.Coordinates()
	c := l.convertTo(m.args[1], syntax.Vector(syntax.Float, n), &target{what: "the location"})
	if !m.ref.decl.Elem.Scalar.IsFloat() {
		l.fail(diag.WrongArgumentType, m.site, "elements of type %s cannot be filtered", m.ref.decl.Elem).
			Also(m.ref.decl.Site, "declared here").HelpText("read them with Load")
		return nil
	}
	x := &sampling{l: l, ref: m.ref, sampler: s.res, uv: c[:k.Dimensions()], dims: k.Dimensions()}
	switch {
	case k == syntax.TextureCube:
		x.cubeFace(c)
	case k.IsArray():
		x.slice = x.nearestSlice(c[k.Dimensions()])
	}
	return x
}

// nearestSlice is the slice number rounded and clamped to the array.
func (x *sampling) nearestSlice(v V) V {
	b := x.l.b
	last := b.ISub(x.l.query(x.ref, ir.QueryDepth, 0), b.I(1))
	return b.MaxS(b.I(0), b.MinS(b.FToS(b.FRound(v)), last))
}

// cubeFace finds the face that a direction meets and the place on it. (Source: D3D functional specification, cube maps.)
func (x *sampling) cubeFace(d []V) {
	b := x.l.b
	ax, ay, az := b.FAbs(d[0]), b.FAbs(d[1]), b.FAbs(d[2])
	isZ := b.BAnd(b.FLe(ax, az), b.FLe(ay, az))
	isY := b.BAnd(b.BNot(isZ), b.FLe(ax, ay))
	pick := func(px, py, pz V) V { return b.Select(isZ, pz, b.Select(isY, py, px)) }
	major := pick(d[0], d[1], d[2])
	minus := b.FLt(major, b.F(0))
	sign := b.Select(minus, b.F(-1), b.F(1))
	s := pick(b.FNeg(b.FMul(sign, d[2])), d[0], b.FMul(sign, d[0]))
	t := pick(b.FNeg(d[1]), b.FMul(sign, d[2]), b.FNeg(d[1]))
	m := b.FAbs(major)
	half := b.F(0.5)
	x.uv = []V{b.FAdd(b.FMul(b.FDiv(s, m), half), half), b.FAdd(b.FMul(b.FDiv(t, m), half), half)}
	x.slice = b.IAdd(pick(b.I(0), b.I(2), b.I(4)), b.BToI(minus))
}

func sampleLevel(l *lowerer, m *methodUse) []value {
	if !l.want(m, 3, 3) {
		return bad(m.site)
	}
	x := l.newSampling(m)
	if x == nil {
		return bad(m.site)
	}
	lod := l.convertTo(m.args[2], syntax.ScalarType(syntax.Float), &target{what: "the level"})[0]
	return []value{x.result(x.levels(lod), m)}
}

func (x *sampling) result(c []V, m *methodUse) value {
	t := x.ref.decl.Elem
	return dataValue(m.site, t, c[:t.Components()]...)
}

// sampleGrad chooses the level by the longer of two gradients, in texels.
func sampleGrad(l *lowerer, m *methodUse) []value {
	if !l.want(m, 4, 4) {
		return bad(m.site)
	}
	x := l.newSampling(m)
	if x == nil {
		return bad(m.site)
	}
	b := l.b
	n := m.ref.decl.Kind.Dimensions()
	if m.ref.decl.Kind == syntax.TextureCube {
		n = 3
	}
	longest := b.F(0)
	for _, a := range m.args[2:] {
		g := l.convertTo(a, syntax.Vector(syntax.Float, n), &target{what: "a gradient"})
		sum := b.F(0)
		for i, v := range g {
			texels := b.FMul(v, b.UToF(l.query(x.ref, sizeField(min(i, 1+n%3)), 0)))
			sum = b.FAdd(sum, b.FMul(texels, texels))
		}
		longest = b.FMax(longest, sum)
	}
	lod := b.FMul(b.F(0.5), b.Log2(longest))
	return []value{x.result(x.levels(lod), m)}
}

func sizeField(dim int) ir.QueryField {
	return [...]ir.QueryField{ir.QueryWidth, ir.QueryHeight, ir.QueryDepth}[dim]
}

func (x *sampling) field(f ir.QueryField) V { return x.l.query(x.sampler, f, 0) }

// levels filters within one or between two mip levels.
func (x *sampling) levels(lod V) []V {
	l, b := x.l, x.l.b
	filter := x.field(ir.QueryFilter)
	last := b.ISub(l.query(x.ref, ir.QueryMips, 0), b.I(1))
	lod = b.FAdd(lod, b.BitsToF(x.field(ir.QueryMipLODBias)))
	lod = b.FMin(b.BitsToF(x.field(ir.QueryMaxLOD)), b.FMax(b.BitsToF(x.field(ir.QueryMinLOD)), lod))
	has := func(bit int32) V { return b.INe(b.And(filter, b.I(bit)), b.I(0)) }
	linear := b.Select(b.FLe(lod, b.F(0)), has(4), has(16))
	lod = b.FMin(b.UToF(b.MaxS(last, b.I(0))), b.FMax(b.F(0), lod))
	between := has(1)
	first := b.FToS(b.Select(between, lod, b.FFloor(b.FAdd(lod, b.F(0.5)))))
	fraction := b.Select(between, b.FSub(lod, b.FFloor(lod)), b.F(0))
	near := x.level(first, linear)
	f := l.fork(b.FLt(b.F(0), fraction))
	var mixed []V
	f.then(func() {
		far := x.level(b.IAdd(first, b.I(1)), linear)
		for i := range near {
			mixed = append(mixed, x.mix(near[i], far[i], fraction))
		}
	})
	return f.join(mixed, near)
}

func (x *sampling) mix(a, c, t V) V {
	b := x.l.b
	return b.FAdd(a, b.FMul(t, b.FSub(c, a)))
}

// corner is the lower corner of the footprint in one dimension, and how far the location is from it.
func (x *sampling) corner(dim int, mip, linear V) (at, fraction, size V) {
	l, b := x.l, x.l.b
	size = l.query(x.ref, sizeField(dim), mip)
	place := b.FMul(x.uv[dim], b.UToF(size))
	place = b.FSub(place, b.Select(linear, b.F(0.5), b.F(0)))
	floor := b.FFloor(place)
	return b.FToS(floor), b.Select(linear, b.FSub(place, floor), b.F(0)), size
}

// level filters within one mip level.
func (x *sampling) level(mip, linear V) []V {
	l, b := x.l, x.l.b
	at, fraction, size := make([]V, x.dims), make([]V, x.dims), make([]V, x.dims)
	for d := range at {
		at[d], fraction[d], size[d] = x.corner(d, mip, linear)
	}
	texel := func(offsets int) []V {
		c := make([]V, x.dims)
		for d := range c {
			c[d] = b.IAdd(at[d], b.I(int32(offsets>>d&1)))
		}
		return x.texel(c, size, mip)
	}
	f := l.fork(linear)
	var filtered, nearest []V
	f.then(func() {
		corners := make([][]V, 1<<x.dims)
		for i := range corners {
			corners[i] = texel(i)
		}
		for d := range x.dims {
			for i := 0; i < len(corners)/2; i++ {
				for j := range corners[2*i] {
					corners[2*i][j] = x.mix(corners[2*i][j], corners[2*i+1][j], fraction[d])
				}
				corners[i] = corners[2*i]
			}
			corners = corners[:len(corners)/2]
		}
		filtered = corners[0]
	})
	f.els(func() { nearest = texel(0) })
	return f.join(filtered, nearest)
}

// texel reads one texel at integer coordinates, which the address modes bring into the texture.
func (x *sampling) texel(c, size []V, mip V) []V {
	l, b := x.l, x.l.b
	var coord [4]V
	inside := b.Bool(true)
	for d := range c {
		var in V
		coord[d], in = x.address(d, c[d], size[d])
		inside = b.BAnd(inside, in)
	}
	if x.slice != 0 {
		coord[2] = x.slice
	}
	coord[3] = mip
	read := l.decode(x.ref, coord)
	out := make([]V, 4)
	for i := range out {
		out[i] = b.Select(inside, read[i], b.BitsToF(x.field(ir.QueryBorderR+ir.QueryField(i))))
	}
	return out
}

// address applies the address mode of one dimension: wrap 1, mirror 2, clamp 3, border 4, mirror once 5. Cube faces are
// clamped. (Source: D3D12_TEXTURE_ADDRESS_MODE.)
func (x *sampling) address(dim int, i, size V) (at, inside V) {
	b := x.l.b
	last := b.ISub(size, b.I(1))
	clamp := func(i V) V { return b.MaxS(b.I(0), b.MinS(i, last)) }
	if x.ref.decl.Kind == syntax.TextureCube {
		return clamp(i), b.Bool(true)
	}
	mode := x.field(ir.QueryAddressU + ir.QueryField(dim))
	is := func(n int32) V { return b.IEq(mode, b.I(n)) }
	positive := func(i, n V) V {
		r := b.RemS(i, n)
		return b.Select(b.LtS(r, b.I(0)), b.IAdd(r, n), r)
	}
	twice := b.Shl(size, b.I(1))
	folded := positive(i, twice)
	mirrored := b.Select(b.LtS(folded, size), folded, b.ISub(b.ISub(twice, b.I(1)), folded))
	once := clamp(b.Select(b.LtS(i, b.I(0)), b.ISub(b.I(-1), i), i))
	at = b.Select(is(1), positive(i, size), b.Select(is(2), mirrored, b.Select(is(5), once, clamp(i))))
	outside := b.BAnd(is(4), b.BOr(b.LtS(i, b.I(0)), b.LtS(last, i)))
	return at, b.BNot(outside)
}

// gather gives one component of the four texels around a location, in HLSL's order: (0,1) (1,1) (1,0) (0,0).
func gather(comp int) func(l *lowerer, m *methodUse) []value {
	return func(l *lowerer, m *methodUse) []value {
		if !l.want(m, 2, 2) {
			return bad(m.site)
		}
		x := l.newSampling(m)
		if x == nil {
			return bad(m.site)
		}
		b := l.b
		zero, linear := b.I(0), b.Bool(true)
		ax, _, width := x.corner(0, zero, linear)
		ay, _, height := x.corner(1, zero, linear)
		var out []V
		for _, o := range [4][2]int32{{0, 1}, {1, 1}, {1, 0}, {0, 0}} {
			c := []V{b.IAdd(ax, b.I(o[0])), b.IAdd(ay, b.I(o[1]))}
			out = append(out, x.texel(c, []V{width, height}, zero)[comp])
		}
		return []value{dataValue(m.site, syntax.Vector(syntax.Float, 4), out...)}
	}
}
