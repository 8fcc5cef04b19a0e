package intrinsic

import (
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// sampleMethods are the methods that take a sampler. The offset, where there is one, is a constant of -8 to 7 texels in each dimension.
func sampleMethods() []method {
	list := []method{
		{"SampleGrad", sampled, sampleGrad, "SampleGrad(sampler, location, ddx, ddy [, offset]): the level follows from the longer gradient"},
		{"SampleLevel", sampled, sampleLevel, "SampleLevel(sampler, location, level [, offset]): filtered"},
		{"SampleCmpLevel", sampledCompared, sampleCompared,
			"SampleCmpLevel(sampler, location, value, level [, offset]): share of the texels that pass the comparison with value"},
		{"SampleCmpLevelZero", sampledCompared, sampleCompared, "SampleCmpLevelZero(sampler, location, value [, offset]): the same at level 0"},
	}
	for comp, suffix := range [...]string{"Red", "Green", "Blue", "Alpha"} {
		list = append(list,
			method{"Gather" + suffix, gathered, gather(comp),
				"Gather" + suffix + "(sampler, location [, offset]): that component of the four texels that a linear filter reads"})
	}
	list = append(list, implicitMethods()...)
	return append(list,
		method{"Gather", gathered, gather(0), "Gather(sampler, location [, offset]): the same as GatherRed"},
		method{"GatherCmp", gathered, gatherCompared,
			"GatherCmp(sampler, location, value [, offset]): 1 for each of the four texels that passes the comparison, else 0"},
		method{"GatherCmpRed", gathered, gatherCompared, "GatherCmpRed(sampler, location, value [, offset]): the same as GatherCmp"})
}

// sampled are the textures that samplers read.
func sampled(k syntax.ResourceKind) bool {
	return k.IsTexture() && !k.Writable() && !k.IsMultisampled()
}

// sampledCompared are the textures that can hold depths. (Source: HLSL SampleCmpLevelZero.)
func sampledCompared(k syntax.ResourceKind) bool { return sampled(k) && k != syntax.Texture3D }

// gathered are the textures with two dimensions. (Source: HLSL Gather.)
func gathered(k syntax.ResourceKind) bool {
	return k == syntax.Texture2D || k == syntax.Texture2DArray || k.IsCube()
}

// newSampling checks the sampler, which must be of a kind, the location and the offset at the end, if there are more than n arguments.
func (l *expander) newSampling(m *methodUse, kind syntax.ResourceKind, n int) *sampling {
	s := m.args[0]
	if s.Kind != value.Resource || s.Res.Decl.Kind != kind || !s.Res.Chosen {
		d := l.FailOn(diag.WrongArgumentType, s, "argument 1 of %s must be a %s, but this is %s", m.name, kind, s.Describe())
		if s.Kind == value.Resource {
			d.Also(s.Res.Decl.Site, "declared here")
		}
		d.HelpText(`declare one outside of the kernel: local s = gpu.%s("s0")`, kind)
		return nil
	}
	k := m.ref.Decl.Kind
	c := l.ConvertTo(m.args[1], syntax.Vector(syntax.Float, k.Coordinates()), &value.Target{What: "the location"})
	x := &sampling{l: l, ref: m.ref, sampler: s.Res, uv: c[:k.Dimensions()], location: c[:k.Dimensions()], dims: k.Dimensions()}
	switch {
	case k.IsCube():
		x.location = c[:3]
		x.cubeFace(x.location)
		if k == syntax.TextureCubeArray {
			x.slice = l.B.IAdd(x.slice, l.B.IMul(x.nearestSlice(c[3], 6), l.B.I(6)))
		}
	case k.IsArray():
		x.slice = x.nearestSlice(c[k.Dimensions()], 1)
	}
	if len(m.args) > n {
		var ok bool
		if x.offset, ok = l.offset(m, n); !ok {
			return nil
		}
	}
	return x
}

// filterable refuses elements that cannot be filtered or compared, because they are integers.
func (l *expander) filterable(m *methodUse) bool {
	if m.ref.Decl.Elem.Scalar.IsFloat() {
		return true
	}
	l.Fail(diag.WrongArgumentType, m.site, "elements of type %s cannot be filtered", m.ref.Decl.Elem).
		Also(m.ref.Decl.Site, "declared here").HelpText("read them with Load, or with Gather")
	return false
}

// wantSample checks the number of arguments: n, and an offset where the texture takes one.
func (l *expander) wantSample(m *methodUse, n int) bool {
	if m.ref.Decl.Kind.IsCube() {
		return l.want(m, n, n)
	}
	return l.want(m, n, n+1)
}

// The offsets of texels that samples and loads can be given. (Source: HLSL, texel offsets are immediate values of four bits.)
const (
	minOffset = -8
	maxOffset = 7
)

// offset is argument i as a constant offset in texels.
func (l *expander) offset(m *methodUse, i int) ([]int32, bool) {
	t := syntax.Vector(syntax.Int, m.ref.Decl.Kind.Dimensions())
	a := l.Read(m.args[i])
	if a.Kind == value.Invalid {
		return nil, false
	}
	before := len(l.Diags)
	c := l.ConvertTo(a, t, &value.Target{What: "the offset of " + m.name})
	if len(l.Diags) > before {
		return nil, false
	}
	out := make([]int32, len(c))
	for j, v := range c {
		bits, ok := l.B.Known(v)
		out[j] = int32(bits)
		if !ok || out[j] < minOffset || out[j] > maxOffset {
			l.FailOn(diag.WrongArgumentType, a, "the offset of %s must be constant, from %d to %d in each dimension", m.name, minOffset, maxOffset).
				HelpText("add other offsets to the location")
			return nil, false
		}
	}
	return out, true
}

func sampleLevel(l *expander, m *methodUse) []value.Value {
	if !l.wantSample(m, 3) || !l.filterable(m) {
		return bad(m.site)
	}
	x := l.newSampling(m, syntax.SamplerState, 3)
	if x == nil {
		return bad(m.site)
	}
	lod := l.ConvertTo(m.args[2], floatType, &value.Target{What: "the level"})[0]
	return []value.Value{x.result(x.levels(lod), m)}
}

// result is what a filter gives, as the declared type.
func (x *sampling) result(c []value.V, m *methodUse) value.Value {
	t := x.ref.Decl.Elem
	mapped := x.l.Mapped(x.ref, [4]value.V(c))
	return value.NewData(m.site, t, mapped[:t.Components()]...)
}

// sampleGrad chooses the level by two gradients of the location.
func sampleGrad(l *expander, m *methodUse) []value.Value {
	if !l.wantSample(m, 4) || !l.filterable(m) {
		return bad(m.site)
	}
	x := l.newSampling(m, syntax.SamplerState, 4)
	if x == nil {
		return bad(m.site)
	}
	var g [2][]value.V
	for i, a := range m.args[2:4] {
		g[i] = l.ConvertTo(a, syntax.Vector(syntax.Float, len(x.location)), &value.Target{What: "a gradient"})
	}
	return []value.Value{x.result(x.byGradients(g[0], g[1], 0), m)}
}

// sampleCompared is SampleCmpLevelZero and SampleCmpLevel: the filter works on 1 for texels that pass and 0 for the others.
func sampleCompared(l *expander, m *methodUse) []value.Value {
	n := 3
	if m.name == "SampleCmpLevel" {
		n = 4
	}
	if !l.wantSample(m, n) || !l.filterable(m) {
		return bad(m.site)
	}
	x := l.newSampling(m, syntax.SamplerComparisonState, n)
	if x == nil {
		return bad(m.site)
	}
	x.compareWith(m.args[2])
	lod := l.B.F(0)
	if n == 4 {
		lod = l.ConvertTo(m.args[3], floatType, &value.Target{What: "the level"})[0]
	}
	return []value.Value{value.NewData(m.site, floatType, x.levels(lod)[0])}
}

// gather gives one component of the four texels around a location.
func gather(comp int) func(l *expander, m *methodUse) []value.Value {
	return func(l *expander, m *methodUse) []value.Value {
		if !l.wantSample(m, 2) {
			return bad(m.site)
		}
		x := l.newSampling(m, syntax.SamplerState, 2)
		if x == nil {
			return bad(m.site)
		}
		return []value.Value{value.NewData(m.site, syntax.Vector(m.ref.Decl.Elem.Scalar, 4), x.four(comp)...)}
	}
}

func gatherCompared(l *expander, m *methodUse) []value.Value {
	if !l.wantSample(m, 3) || !l.filterable(m) {
		return bad(m.site)
	}
	x := l.newSampling(m, syntax.SamplerComparisonState, 3)
	if x == nil {
		return bad(m.site)
	}
	x.compareWith(m.args[2])
	return []value.Value{value.NewData(m.site, syntax.Vector(syntax.Float, 4), x.four(0)...)}
}

// four gives a component of the texels that a linear filter reads at level 0, in HLSL's order: (0,1) (1,1) (1,0) (0,0).
func (x *sampling) four(comp int) []value.V {
	b := x.l.B
	first, linear := x.first(), b.Bool(true)
	sides := []*side{x.side(0, first, linear), x.side(1, first, linear)}
	for _, s := range sides {
		x.address(s, 2)
	}
	var out []value.V
	for _, which := range [4]int{0b10, 0b11, 0b01, 0b00} {
		texel := x.texel(sides, which, first)
		if x.compare == nil {
			var c [4]value.V
			for i := range c {
				c[i] = x.scaled(i, texel[i:i+1])[0]
			}
			out = append(out, x.l.Component(x.ref, c, comp))
			continue
		}
		out = append(out, x.scaled(comp, texel[comp:comp+1])...)
	}
	return out
}

func sizeField(dim int) ir.QueryField {
	return [...]ir.QueryField{ir.QueryWidth, ir.QueryHeight, ir.QueryDepth}[dim]
}
