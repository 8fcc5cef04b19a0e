package intrinsic

import (
	"strconv"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// classicIntrinsics are functions of HLSL that were instructions once: of lighting, of vertex colours, of motion search. Sorted by name.
func classicIntrinsics() []intrinsicInfo {
	return []intrinsicInfo{
		{name: "D3DCOLORtoUBYTE4", class: special, low: 1, high: 1, lower: colourBytes,
			doc: "D3DCOLORtoUBYTE4(c): int4(c.zyxw * 255.001953), the bytes of a BGRA colour"},
		{name: "NonUniformResourceIndex", class: special, low: 1, high: 1, lower: nonUniform,
			doc: "NonUniformResourceIndex(i): i, as an index of an array of resources that may differ between the work items of a group; pixel and vertex shaders need none"},
		{name: "dst", class: special, low: 2, high: 2, lower: distanceVector, doc: "dst(a, b): float4(1, a.y * b.y, a.z, b.w)"},
		{name: "faceforward", class: special, low: 3, high: 3, lower: faceForward, doc: "faceforward(n, i, ng): n where dot(i, ng) < 0, else -n"},
		{name: "lit", class: special, low: 3, high: 3, lower: litOf,
			doc: "lit(nl, nh, m): float4(1, max(nl, 0), specular, 1), where specular is pow(nh, m), or 0 if nl or nh is negative"},
		{name: "msad4", class: special, low: 3, high: 3, lower: maskedDifferences,
			doc: "msad4(reference, source, sums): adds to component k of the uint4 the differences of the reference's bytes that are not 0 to bytes k to k + 3 of the uint2"},
	}
}

// argument is an argument of a call as components of a type, by implicit conversions.
func (l *expander) argument(c *intrinsicUse, i int, t *syntax.Type) []value.V {
	return l.ConvertTo(c.args[i], t, &value.Target{What: "argument " + strconv.Itoa(i+1) + " of " + c.name})
}

// colourBytes turns a colour into bytes as the vertex shaders of Direct3D 9 did: the factor makes every k / 255 of UNORM become k after the fraction
// is cut off.
func colourBytes(l *expander, c *intrinsicUse) []value.Value {
	v := l.argument(c, 0, syntax.Vector(syntax.Float, 4))
	l.B.Site = c.site
	out := make([]value.V, 4)
	for i, from := range [4]int{2, 1, 0, 3} {
		out[i] = l.B.FToS(l.B.FMul(v[from], l.B.F(255.001953)))
	}
	return c.one(syntax.Vector(syntax.Int, 4), out...)
}

func nonUniform(l *expander, c *intrinsicUse) []value.Value {
	v := l.AsData(c.args[0])
	if v.Kind != value.Data || !v.T.IsScalar() || !v.T.Scalar.IsInteger() {
		l.FailOn(diag.WrongArgumentType, v, "argument 1 of %s must be int or uint, but this is %s", c.name, v.Describe())
		return bad(c.site)
	}
	l.NonUniform[v.C[0]] = true
	return []value.Value{v}
}

// distanceVector makes (1, d, d², 1/d) of (_, d², d², _) and (_, 1/d, _, 1/d), the factors of a light's attenuation.
func distanceVector(l *expander, c *intrinsicUse) []value.Value {
	t := syntax.Vector(syntax.Float, 4)
	x, y := l.argument(c, 0, t), l.argument(c, 1, t)
	l.B.Site = c.site
	return c.one(t, l.B.F(1), l.B.FMul(x[1], y[1]), x[2], y[3])
}

func faceForward(l *expander, c *intrinsicUse) []value.Value {
	v, t := l.floats(c, c.args...)
	if v == nil {
		return bad(c.site)
	}
	towards := l.B.FLt(l.dotOf(v[1], v[2]), l.B.F(0))
	out := make([]value.V, len(v[0]))
	for i, x := range v[0] {
		out[i] = l.B.Select(towards, x, l.B.FNeg(x))
	}
	return c.one(t, out...)
}

func litOf(l *expander, c *intrinsicUse) []value.Value {
	diffuse, half, power := l.argument(c, 0, floatType)[0], l.argument(c, 1, floatType)[0], l.argument(c, 2, floatType)[0]
	b := l.B
	b.Site = c.site
	zero := b.F(0)
	dark := b.BOr(b.FLt(diffuse, zero), b.FLt(half, zero))
	return c.one(syntax.Vector(syntax.Float, 4), b.F(1), b.FMax(diffuse, zero), b.Select(dark, zero, b.Pow(half, power)), b.F(1))
}

// maskedDifferences compares four bytes with the four windows of five bytes more: a byte 0 of the reference matches anything.
//
//	reference     r0 r1 r2 r3
//	source        s0 s1 s2 s3 s4 s5 s6 (s7)
//	sums.x        s0 s1 s2 s3
//	sums.w                 s3 s4 s5 s6
func maskedDifferences(l *expander, c *intrinsicUse) []value.Value {
	t := syntax.Vector(syntax.Uint, 4)
	reference, source, sums := l.argument(c, 0, uintType)[0], l.argument(c, 1, syntax.Vector(syntax.Uint, 2)), l.argument(c, 2, t)
	b := l.B
	b.Site = c.site
	byteOf := func(word value.V, i int) value.V { return b.And(b.ShrU(word, b.U(uint32(8*i))), b.U(0xff)) }
	out := make([]value.V, 4)
	for k := range out {
		out[k] = sums[k]
		for i := range 4 {
			r, s := byteOf(reference, i), byteOf(source[(k+i)/4], (k+i)%4)
			apart := b.ISub(b.MaxU(r, s), b.MinU(r, s))
			out[k] = b.IAdd(out[k], b.Select(b.INe(r, b.U(0)), apart, b.U(0)))
		}
	}
	return c.one(t, out...)
}
