package intrinsic

import (
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// implicitMethods choose the mip level by how the location changes from pixel to pixel.
func implicitMethods() []method {
	return []method{
		{"CalculateLevelOfDetail", sampled, levelOfDetail,
			"CalculateLevelOfDetail(sampler, location): the level that Sample would choose; pixel shaders only"},
		{"CalculateLevelOfDetailUnclamped", sampled, levelOfDetail,
			"CalculateLevelOfDetailUnclamped(sampler, location): the same before it is clamped to the levels there are"},
		{"Sample", sampled, sample, "Sample(sampler, location [, offset]): filtered, the level by derivatives; pixel shaders only"},
		{"SampleBias", sampled, sample, "SampleBias(sampler, location, bias [, offset]): the same with bias added to the level"},
		{"SampleCmp", sampledCompared, sample, "SampleCmp(sampler, location, value [, offset]): share of the texels that pass the comparison with value; pixel shaders only"},
	}
}

// inQuads says whether there are derivatives, and reports if not.
func (l *expander) inQuads(m *methodUse) bool {
	if l.Quads {
		return true
	}
	use := "SampleLevel(sampler, location, 0)"
	if m.name == "SampleCmp" {
		use = "SampleCmpLevelZero(sampler, location, value)"
	}
	d := l.Fail(diag.DerivativesInCompute, m.site, "%s chooses the mip level by derivatives, which only pixel shaders have", m.name).
		WithRule(m.name + " is available in pixel shaders only (HLSL)")
	if m.name != "CalculateLevelOfDetail" && m.name != "CalculateLevelOfDetailUnclamped" {
		d.HelpFix(m.site, explicit(m.name), "write %s:%s", m.ref.Name, use)
	}
	return false
}

func sample(l *expander, m *methodUse) []value.Value {
	n, kind := 2, syntax.SamplerState
	if m.name != "Sample" {
		n = 3
	}
	if m.name == "SampleCmp" {
		kind = syntax.SamplerComparisonState
	}
	if !l.inQuads(m) || !l.wantSample(m, n) || !l.filterable(m) {
		return bad(m.site)
	}
	x := l.newSampling(m, kind, n)
	if x == nil {
		return bad(m.site)
	}
	bias := value.V(0)
	switch m.name {
	case "SampleCmp":
		x.compareWith(m.args[2])
	case "SampleBias":
		bias = l.ConvertTo(m.args[2], floatType, &value.Target{What: "the bias"})[0]
	}
	right, down := x.slopes()
	c := x.byGradients(right, down, bias)
	if x.compare != nil {
		return []value.Value{value.NewData(m.site, floatType, c[0])}
	}
	return []value.Value{x.result(c, m)}
}

// slopes are the derivatives of the location in the quad.
func (x *sampling) slopes() (right, down []value.V) {
	for _, v := range x.location {
		right = append(right, x.l.slopeOf(v, coarseX))
		down = append(down, x.l.slopeOf(v, coarseY))
	}
	return right, down
}

// area is the place of a pixel on a texture of level 0: a parallelogram of two gradients.
//
//	      ╱╲  down        major   length of the longer one, in texels
//	right╲  ╱             ratio   how many times as long as wide it is
//	      ╲╱
type area struct {
	major2 value.V   // the square of major
	cross  value.V   // texels covered; 0 unless there are two dimensions
	along  []value.V // the longer gradient, in coordinates of the texture
}

func (x *sampling) area(right, down []value.V) area {
	b := x.l.B
	if x.project != nil {
		right, down = x.project(right), x.project(down)
	}
	square := func(g []value.V) (value.V, []value.V) {
		sum, texels := b.F(0), make([]value.V, len(g))
		for i, v := range g {
			texels[i] = b.FMul(v, b.UToF(x.l.Query(x.ref, sizeField(i), 0)))
			sum = b.FAdd(sum, b.FMul(texels[i], texels[i]))
		}
		return sum, texels
	}
	right2, r := square(right)
	down2, d := square(down)
	a := area{major2: b.FMax(right2, down2), cross: b.F(0), along: x.l.SelectAll(b.FLe(down2, right2), right, down)}
	if x.dims == 2 {
		a.cross = b.FAbs(b.FSub(b.FMul(r[0], d[1]), b.FMul(r[1], d[0])))
	}
	return a
}

// log2 is the logarithm of a number that is not negative, to about 2^-15: levels need no more. That of 0 is below -126, that of infinity 128.
//
//	x = 2^e * m, 1 <= m < 2: log2(x) = e + (m - 1) * p(m - 1)
func (x *sampling) log2(v value.V) value.V {
	b := x.l.B
	bits := b.FToBits(v)
	e := b.SToF(b.ISub(b.ShrU(bits, b.I(23)), b.I(127)))
	t := b.FSub(b.BitsToF(b.Or(b.And(bits, b.I(0x7fffff)), b.U(0x3f800000))), b.F(1))
	p := b.F(log2Terms[len(log2Terms)-1])
	for i := len(log2Terms) - 2; i >= 0; i-- {
		p = b.FAdd(b.FMul(p, t), b.F(log2Terms[i]))
	}
	return b.FAdd(e, b.FMul(t, p))
}

// log2Terms are the coefficients of p.
var log2Terms = [...]float32{1.44268131, -0.720349669, 0.468560606, -0.301279217, 0.143951312, -0.0335643515}

// anisotropicBit tells anisotropic filters from others, as gpu.Filter has it.
const anisotropicBit = 0x40

// byGradients filters with the level that two gradients of the location give. (Source: D3D functional specification, LOD calculations and anisotropic
// filtering: the longer gradient chooses the level; anisotropic filters divide it by the ratio, up to MaxAnisotropy, and take as many
// probes along it.)
func (x *sampling) byGradients(right, down []value.V, bias value.V) []value.V {
	l, b := x.l, x.l.B
	a := x.area(right, down)
	lod := x.biased(b.FMul(b.F(0.5), x.log2(a.major2)), bias)
	if x.dims != 2 {
		return x.levels(lod)
	}
	return l.Decide(x.isAnisotropic(), func() []value.V { return x.probes(a, bias) }, func() []value.V { return x.levels(lod) })
}

func (x *sampling) biased(lod, bias value.V) value.V {
	if bias == 0 {
		return lod
	}
	return x.l.B.FAdd(lod, bias)
}

func (x *sampling) isAnisotropic() value.V {
	b := x.l.B
	return b.INe(b.And(x.field(ir.QueryFilter), b.I(anisotropicBit)), b.I(0))
}

// ratio is how many times as long as wide the area is, from 1 to the sampler's MaxAnisotropy.
func (x *sampling) ratio(a area) value.V {
	b := x.l.B
	most := b.FMax(b.F(1), b.UToF(x.field(ir.QueryMaxAnisotropy)))
	return b.FMax(b.F(1), b.FMin(most, b.FDiv(a.major2, a.cross)))
}

// probes is the mean of as many probes along the longer gradient as the ratio, rounded up.
func (x *sampling) probes(a area, bias value.V) []value.V {
	l, b := x.l, x.l.B
	ratio := x.ratio(a)
	lod := x.biased(b.FSub(b.FMul(b.F(0.5), x.log2(a.major2)), x.log2(ratio)), bias)
	n := b.FCeil(ratio)
	step := b.FDiv(b.F(1), n)
	width := 4
	if x.compare != nil {
		width = 1
	}
	i := &value.Variable{T: floatType, C: []value.V{b.F(0)}}
	sum := &value.Variable{T: syntax.Vector(syntax.Float, width), C: l.Zeros(syntax.Vector(syntax.Float, width))}
	vars := []*value.Variable{i, sum}
	l.Live = append(l.Live, vars...)
	l.RepeatWhile(vars, func() value.V { return b.FLt(i.C[0], n) }, func() {
		away := b.FSub(b.FMul(b.FAdd(i.C[0], b.F(0.5)), step), b.F(0.5))
		probe := *x
		probe.uv = make([]value.V, len(x.uv))
		for d := range probe.uv {
			probe.uv[d] = b.FAdd(x.uv[d], b.FMul(away, a.along[d]))
		}
		c := probe.levels(lod)
		next := make([]value.V, width)
		for j := range next {
			next[j] = b.FAdd(sum.C[j], b.FMul(c[j], step))
		}
		sum.C, i.C = next, []value.V{b.FAdd(i.C[0], b.F(1))}
	})
	l.Live = l.Live[:len(l.Live)-len(vars)]
	return sum.C
}

// levelOfDetail is the level that Sample would choose.
func levelOfDetail(l *expander, m *methodUse) []value.Value {
	k := m.ref.Decl.Kind
	if !l.inQuads(m) || !l.want(m, 2, 2) {
		return bad(m.site)
	}
	whole := *m
	if k.IsArray() { // the location has no slice here, and the slice does not matter
		n := k.Coordinates() - 1
		c := l.ConvertTo(m.args[1], syntax.Vector(syntax.Float, n), &value.Target{What: "the location"})
		whole.args = []value.Value{m.args[0], value.NewData(m.site, syntax.Vector(syntax.Float, n+1), append(c[:n:n], l.B.F(0))...)}
	}
	x := l.newSampling(&whole, syntax.SamplerState, 2)
	if x == nil {
		return bad(m.site)
	}
	b := l.B
	right, down := x.slopes()
	a := x.area(right, down)
	lod := b.FMul(b.F(0.5), x.log2(a.major2))
	if x.dims == 2 {
		lod = b.Select(x.isAnisotropic(), b.FSub(lod, x.log2(x.ratio(a))), lod)
	}
	lod = b.FAdd(lod, b.BitsToF(x.field(ir.QueryMipLODBias)))
	if m.name == "CalculateLevelOfDetail" {
		lod = x.clamped(lod)
		lod = b.FMin(b.UToF(x.last()), b.FMax(b.F(0), lod))
	}
	return []value.Value{value.NewData(m.site, floatType, lod)}
}

// explicit is the edit that samples the most detailed mip, where the call has no offset.
func explicit(name string) diag.Fix {
	fix := diag.Fix{Method: "Sample", Argument: 1, Action: diag.FixCall, Text: "%r:SampleLevel(%1, %2, 0)"}
	if name == "SampleCmp" {
		fix.Method, fix.Text = name, "%r:SampleCmpLevelZero(%1, %2, %3)"
	}
	return fix
}
