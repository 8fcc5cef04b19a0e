package intrinsic

import (
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
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
	l       *expander
	ref     *value.ResourceRef
	sampler *value.ResourceRef
	uv      []value.V // spatial coordinates, normalised
	slice   value.V   // 0 if none
	dims    int
}

func sampleRefused(l *expander, m *methodUse) []value.Value {
	l.Fail(diag.DerivativesInCompute, m.site, "Sample chooses the mip level by derivatives, which a compute kernel does not have").
		HelpText("write %s:SampleLevel(sampler, location, 0)", m.ref.Name).
		WithRule("Sample is available in pixel shaders only (HLSL)")
	return bad(m.site)
}

// newSampling checks the sampler and the location.
func (l *expander) newSampling(m *methodUse) *sampling {
	s := m.args[0]
	if s.Kind != value.Resource || s.Res.Decl.Kind != syntax.SamplerState || !s.Res.Chosen {
		l.FailOn(diag.WrongArgumentType, s, "argument 1 of %s must be a SamplerState, but this is %s", m.name, s.Describe()).
			HelpText(`declare one outside of the kernel: local s = gpu.SamplerState("s0")`)
		return nil
	}
	k := m.ref.Decl.Kind
	n := k.Coordinates()
	c := l.ConvertTo(m.args[1], syntax.Vector(syntax.Float, n), &value.Target{What: "the location"})
	if !m.ref.Decl.Elem.Scalar.IsFloat() {
		l.Fail(diag.WrongArgumentType, m.site, "elements of type %s cannot be filtered", m.ref.Decl.Elem).
			Also(m.ref.Decl.Site, "declared here").HelpText("read them with Load")
		return nil
	}
	x := &sampling{l: l, ref: m.ref, sampler: s.Res, uv: c[:k.Dimensions()], dims: k.Dimensions()}
	switch {
	case k == syntax.TextureCube:
		x.cubeFace(c)
	case k.IsArray():
		x.slice = x.nearestSlice(c[k.Dimensions()])
	}
	return x
}

// nearestSlice is the slice number rounded and clamped to the array.
func (x *sampling) nearestSlice(v value.V) value.V {
	b := x.l.B
	last := b.ISub(x.l.Query(x.ref, ir.QueryDepth, 0), b.I(1))
	return b.MaxS(b.I(0), b.MinS(b.FToS(b.FRound(v)), last))
}

// cubeFace finds the face that a direction meets and the place on it. (Source: D3D functional specification, cube maps.)
func (x *sampling) cubeFace(d []value.V) {
	b := x.l.B
	ax, ay, az := b.FAbs(d[0]), b.FAbs(d[1]), b.FAbs(d[2])
	isZ := b.BAnd(b.FLe(ax, az), b.FLe(ay, az))
	isY := b.BAnd(b.BNot(isZ), b.FLe(ax, ay))
	pick := func(px, py, pz value.V) value.V { return b.Select(isZ, pz, b.Select(isY, py, px)) }
	major := pick(d[0], d[1], d[2])
	minus := b.FLt(major, b.F(0))
	sign := b.Select(minus, b.F(-1), b.F(1))
	s := pick(b.FNeg(b.FMul(sign, d[2])), d[0], b.FMul(sign, d[0]))
	t := pick(b.FNeg(d[1]), b.FMul(sign, d[2]), b.FNeg(d[1]))
	m := b.FAbs(major)
	half := b.F(0.5)
	x.uv = []value.V{b.FAdd(b.FMul(b.FDiv(s, m), half), half), b.FAdd(b.FMul(b.FDiv(t, m), half), half)}
	x.slice = b.IAdd(pick(b.I(0), b.I(2), b.I(4)), b.BToI(minus))
}

func sampleLevel(l *expander, m *methodUse) []value.Value {
	if !l.want(m, 3, 3) {
		return bad(m.site)
	}
	x := l.newSampling(m)
	if x == nil {
		return bad(m.site)
	}
	lod := l.ConvertTo(m.args[2], syntax.ScalarType(syntax.Float), &value.Target{What: "the level"})[0]
	return []value.Value{x.result(x.levels(lod), m)}
}

func (x *sampling) result(c []value.V, m *methodUse) value.Value {
	t := x.ref.Decl.Elem
	return value.NewData(m.site, t, c[:t.Components()]...)
}

// sampleGrad chooses the level by the longer of two gradients, in texels.
func sampleGrad(l *expander, m *methodUse) []value.Value {
	if !l.want(m, 4, 4) {
		return bad(m.site)
	}
	x := l.newSampling(m)
	if x == nil {
		return bad(m.site)
	}
	b := l.B
	n := m.ref.Decl.Kind.Dimensions()
	if m.ref.Decl.Kind == syntax.TextureCube {
		n = 3
	}
	longest := b.F(0)
	for _, a := range m.args[2:] {
		g := l.ConvertTo(a, syntax.Vector(syntax.Float, n), &value.Target{What: "a gradient"})
		sum := b.F(0)
		for i, v := range g {
			texels := b.FMul(v, b.UToF(l.Query(x.ref, sizeField(min(i, 1+n%3)), 0)))
			sum = b.FAdd(sum, b.FMul(texels, texels))
		}
		longest = b.FMax(longest, sum)
	}
	lod := b.FMul(b.F(0.5), b.Log2(longest))
	return []value.Value{x.result(x.levels(lod), m)}
}

func sizeField(dim int) ir.QueryField {
	return [...]ir.QueryField{ir.QueryWidth, ir.QueryHeight, ir.QueryDepth}[dim]
}

func (x *sampling) field(f ir.QueryField) value.V { return x.l.Query(x.sampler, f, 0) }

// levels filters within one or between two mip levels.
func (x *sampling) levels(lod value.V) []value.V {
	l, b := x.l, x.l.B
	filter := x.field(ir.QueryFilter)
	last := b.ISub(l.Query(x.ref, ir.QueryMips, 0), b.I(1))
	lod = b.FAdd(lod, b.BitsToF(x.field(ir.QueryMipLODBias)))
	lod = b.FMin(b.BitsToF(x.field(ir.QueryMaxLOD)), b.FMax(b.BitsToF(x.field(ir.QueryMinLOD)), lod))
	has := func(bit int32) value.V { return b.INe(b.And(filter, b.I(bit)), b.I(0)) }
	linear := b.Select(b.FLe(lod, b.F(0)), has(4), has(16))
	lod = b.FMin(b.UToF(b.MaxS(last, b.I(0))), b.FMax(b.F(0), lod))
	between := has(1)
	first := b.FToS(b.Select(between, lod, b.FFloor(b.FAdd(lod, b.F(0.5)))))
	fraction := b.Select(between, b.FSub(lod, b.FFloor(lod)), b.F(0))
	near := x.level(first, linear)
	f := l.Fork(b.FLt(b.F(0), fraction))
	var mixed []value.V
	f.Then(func() {
		far := x.level(b.IAdd(first, b.I(1)), linear)
		for i := range near {
			mixed = append(mixed, x.mix(near[i], far[i], fraction))
		}
	})
	return f.Join(mixed, near)
}

func (x *sampling) mix(a, c, t value.V) value.V {
	b := x.l.B
	return b.FAdd(a, b.FMul(t, b.FSub(c, a)))
}

// corner is the lower corner of the footprint in one dimension, and how far the location is from it.
func (x *sampling) corner(dim int, mip, linear value.V) (at, fraction, size value.V) {
	l, b := x.l, x.l.B
	size = l.Query(x.ref, sizeField(dim), mip)
	place := b.FMul(x.uv[dim], b.UToF(size))
	place = b.FSub(place, b.Select(linear, b.F(0.5), b.F(0)))
	floor := b.FFloor(place)
	return b.FToS(floor), b.Select(linear, b.FSub(place, floor), b.F(0)), size
}

// level filters within one mip level.
func (x *sampling) level(mip, linear value.V) []value.V {
	l, b := x.l, x.l.B
	at, fraction, size := make([]value.V, x.dims), make([]value.V, x.dims), make([]value.V, x.dims)
	for d := range at {
		at[d], fraction[d], size[d] = x.corner(d, mip, linear)
	}
	texel := func(offsets int) []value.V {
		c := make([]value.V, x.dims)
		for d := range c {
			c[d] = b.IAdd(at[d], b.I(int32(offsets>>d&1)))
		}
		return x.texel(c, size, mip)
	}
	f := l.Fork(linear)
	var filtered, nearest []value.V
	f.Then(func() {
		corners := make([][]value.V, 1<<x.dims)
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
	f.Els(func() { nearest = texel(0) })
	return f.Join(filtered, nearest)
}

// texel reads one texel at integer coordinates, which the address modes bring into the texture.
func (x *sampling) texel(c, size []value.V, mip value.V) []value.V {
	l, b := x.l, x.l.B
	var coord [4]value.V
	inside := b.Bool(true)
	for d := range c {
		var in value.V
		coord[d], in = x.address(d, c[d], size[d])
		inside = b.BAnd(inside, in)
	}
	if x.slice != 0 {
		coord[2] = x.slice
	}
	coord[3] = mip
	read := l.Decode(x.ref, coord)
	out := make([]value.V, 4)
	for i := range out {
		out[i] = b.Select(inside, read[i], b.BitsToF(x.field(ir.QueryBorderR+ir.QueryField(i))))
	}
	return out
}

// address applies the address mode of one dimension: wrap 1, mirror 2, clamp 3, border 4, mirror once 5. Cube faces are
// clamped. (Source: D3D12_TEXTURE_ADDRESS_MODE.)
func (x *sampling) address(dim int, i, size value.V) (at, inside value.V) {
	b := x.l.B
	last := b.ISub(size, b.I(1))
	clamp := func(i value.V) value.V { return b.MaxS(b.I(0), b.MinS(i, last)) }
	if x.ref.Decl.Kind == syntax.TextureCube {
		return clamp(i), b.Bool(true)
	}
	mode := x.field(ir.QueryAddressU + ir.QueryField(dim))
	is := func(n int32) value.V { return b.IEq(mode, b.I(n)) }
	positive := func(i, n value.V) value.V {
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
func gather(comp int) func(l *expander, m *methodUse) []value.Value {
	return func(l *expander, m *methodUse) []value.Value {
		if !l.want(m, 2, 2) {
			return bad(m.site)
		}
		x := l.newSampling(m)
		if x == nil {
			return bad(m.site)
		}
		b := l.B
		zero, linear := b.I(0), b.Bool(true)
		ax, _, width := x.corner(0, zero, linear)
		ay, _, height := x.corner(1, zero, linear)
		var out []value.V
		for _, o := range [4][2]int32{{0, 1}, {1, 1}, {1, 0}, {0, 0}} {
			c := []value.V{b.IAdd(ax, b.I(o[0])), b.IAdd(ay, b.I(o[1]))}
			out = append(out, x.texel(c, []value.V{width, height}, zero)[comp])
		}
		return []value.Value{value.NewData(m.site, syntax.Vector(syntax.Float, 4), out...)}
	}
}
