package check

import (
	"fmt"
	"math"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// target says, for messages, what a value is converted for: "lit[…]" declared there, argument 2 of dot.
type target struct {
	what string
	site gpu.Site // where it got its type, 0 if that is no place in the script
}

// convertTo gives the components of v as a t, by HLSL's implicit conversions, or reports why there is none and gives zeros.
//
//	int, uint → float, half    to nearest       scalar → vector   the same in every component
//	int ⇄ uint                 same bits        float → int       refused: say int(x)
//	half ⇄ float               the same         float4 → float3   refused: say v.xyz
//	bool ⇄ number              refused: say select or a comparison
func (l *lowerer) convertTo(v value, t *syntax.Type, to *target) []V {
	if v.kind == invalid || t == nil {
		if t == nil {
			return nil
		}
		return l.zeros(t)
	}
	if v.kind == constant && t.Kind == syntax.Numeric {
		return l.splat(l.constantAs(v, t.Scalar, to), t)
	}
	v = l.read(v)
	switch {
	case v.kind != data:
		l.notData(v, t, to)
	case syntax.Equal(v.t, t):
		return v.c
	case v.t.Kind != syntax.Numeric || t.Kind != syntax.Numeric:
		l.mismatch(v, t, to)
	case !v.t.IsScalar() && (v.t.Rows != t.Rows || v.t.Cols != t.Cols):
		l.wrongShape(v, t, to)
	case !l.implicit(v, t, to):
	case v.t.IsScalar():
		return l.splat(l.castScalar(v.c[0], v.t.Scalar, t.Scalar), t)
	default:
		return l.cast(v.c, v.t.Scalar, t.Scalar)
	}
	return l.zeros(t)
}

func (l *lowerer) splat(c V, t *syntax.Type) []V {
	list := make([]V, t.Components())
	for i := range list {
		list[i] = c
	}
	return list
}

// describeTarget is " for x" of a message, and the label where x got its type.
func describeTarget(d *diag.Diagnostic, to *target, t *syntax.Type) {
	if to != nil && to.site != 0 {
		d.Also(to.site, fmt.Sprintf("%s is %s", to.what, t))
	}
}

func (to *target) phrase() string {
	if to == nil || to.what == "" {
		return ""
	}
	return " for " + to.what
}

func (l *lowerer) notData(v value, t *syntax.Type, to *target) {
	switch v.kind {
	case none:
		l.fail(diag.NotAValue, v.site, "this call returns no value; %s is expected%s", t, to.phrase())
	case host:
		l.hostValue(v)
	default:
		d := l.fail(diag.NotAValue, v.site, "%s is no value of a kernel; %s is expected%s", v.describe(), t, to.phrase())
		describeTarget(d, to, t)
	}
}

func (l *lowerer) mismatch(v value, t *syntax.Type, to *target) {
	d := l.fail(diag.TypeMismatch, v.site, "%s is expected%s, but this is %s", t, to.phrase(), v.describe())
	describeTarget(d, to, t)
	if v.from != 0 && v.from != v.site {
		d.Also(v.from, "declared here as "+v.describe())
	}
}

var swizzleOf = [...]string{"", "x", "xy", "xyz", "xyzw"}

func (l *lowerer) wrongShape(v value, t *syntax.Type, to *target) {
	if v.t.IsVector() && t.Rows == 1 && t.Cols < v.t.Cols {
		d := l.fail(diag.ImplicitTruncation, v.site, "%s is expected%s, but this is %s", t, to.phrase(), v.t)
		describeTarget(d, to, t)
		d.Because("A vector is never cut short silently.").HelpText("choose the components: add .%s", swizzleOf[t.Cols])
		return
	}
	l.mismatch(v, t, to)
}

// implicit says whether the component type converts without being told to, and reports if not.
func (l *lowerer) implicit(v value, t *syntax.Type, to *target) bool {
	from, want := v.t.Scalar, t.Scalar
	switch {
	case from == want, from != syntax.Bool && want.IsFloat(), from.IsInteger() && want.IsInteger():
		return true
	case from.IsFloat() && want.IsInteger():
		d := l.fail(diag.NarrowingConversion, v.site, "%s is expected%s, but this is %s", t, to.phrase(), v.t)
		describeTarget(d, to, t)
		d.Because("A conversion that drops the fraction must be written.").
			HelpText("write %s(…) around it to cut the fraction off, or %s(round(…)) to round", v.t.With(want), v.t.With(want))
	case from == syntax.Bool:
		d := l.fail(diag.BoolAsNumber, v.site, "%s is expected%s, but this is %s", t, to.phrase(), v.t)
		describeTarget(d, to, t)
		d.HelpText("write select(condition, 1, 0), or %s(…) around it", t.With(want))
	default:
		d := l.fail(diag.NumberAsBool, v.site, "%s is expected%s, but this is %s", t, to.phrase(), v.t)
		describeTarget(d, to, t)
		d.Because("Numbers are neither true nor false in a kernel: HLSL and Lua disagree about 0.").HelpText("compare it: … ~= 0")
	}
	return false
}

// constantAs is the constant v as a component of type s.
func (l *lowerer) constantAs(v value, s syntax.Scalar, to *target) V {
	switch s {
	case syntax.Float, syntax.Half:
		return l.b.F(float32(v.num))
	case syntax.Bool:
		l.fail(diag.NumberAsBool, v.site, "bool is expected%s, but this is %s", to.phrase(), v.describe()).HelpText("write true or false")
		return l.b.Bool(false)
	}
	if v.num != math.Trunc(v.num) {
		d := l.fail(diag.NarrowingConversion, v.site, "%s is expected%s, but this is %s", s, to.phrase(), v.describe())
		describeTarget(d, to, syntax.ScalarType(s))
		d.HelpText("write a whole number, or make the other side a float")
		return l.b.I(0)
	}
	if v.num < math.MinInt32 || v.num > math.MaxUint32 {
		l.fail(diag.ConstantOutOfRange, v.site, "%s does not fit into %s", v.describe(), s).
			Because("Integers of a kernel have 32 bits.")
		return l.b.I(0)
	}
	return l.b.U(uint32(int64(v.num)))
}

// cast converts components explicitly, as HLSL's constructors do.
func (l *lowerer) cast(c []V, from, to syntax.Scalar) []V {
	list := make([]V, len(c))
	for i, v := range c {
		list[i] = l.castScalar(v, from, to)
	}
	return list
}

// castScalar converts one component. Float to integer cuts the fraction off and saturates; NaN becomes 0. (Source: D3D
// functional specification, ftoi and ftou.)
func (l *lowerer) castScalar(v V, from, to syntax.Scalar) V {
	b := l.b
	switch {
	case from == to, from.IsInteger() && to.IsInteger(), from.IsFloat() && to.IsFloat():
		return v
	case from == syntax.Bool && to.IsFloat():
		return b.Select(v, b.F(1), b.F(0))
	case from == syntax.Bool:
		return b.BToI(v)
	case to == syntax.Bool && from.IsFloat():
		return b.FNe(v, b.F(0))
	case to == syntax.Bool:
		return b.INe(v, b.I(0))
	case from == syntax.Int:
		return b.SToF(v)
	case from == syntax.Uint:
		return b.UToF(v)
	case to == syntax.Int:
		return b.FToS(v)
	}
	return b.FToU(v)
}

// asData is v as typed components: a constant gets the type it has on its own.
func (l *lowerer) asData(v value) value {
	if v.kind == constant {
		t := v.numericType()
		return dataValue(v.site, t, l.constantAs(v, t.Scalar, nil))
	}
	return l.read(v)
}

// scalarInt is v as one integer component: an index, a count, an offset.
func (l *lowerer) scalarInt(v value, what string) V {
	v = l.read(v)
	if v.kind == data && v.t.IsScalar() && v.t.Scalar.IsFloat() || v.kind == constant && v.isFloat {
		l.fail(diag.WrongIndex, v.site, "%s must be int or uint, but this is %s", what, v.describe()).
			HelpText("write int(…) or uint(…) around it")
		return l.b.I(0)
	}
	if v.kind == data && !v.t.IsScalar() {
		d := l.fail(diag.WrongIndex, v.site, "%s must be int or uint, but this is %s", what, v.describe())
		if v.t.IsVector() {
			d.HelpText("choose a component: add .x")
		}
		return l.b.I(0)
	}
	return l.convertTo(v, syntax.ScalarType(syntax.Int), &target{what: what})[0]
}

// condition is v as one Bool.
func (l *lowerer) condition(v value, what string) V {
	v = l.read(v)
	switch {
	case v.kind == invalid:
	case v.kind == data && v.t.IsScalar() && v.t.Scalar == syntax.Bool:
		return v.c[0]
	case v.kind == data && v.t.Kind == syntax.Numeric && v.t.Scalar == syntax.Bool:
		l.fail(diag.ConditionNotBool, v.site, "the condition of %s is %s, which has several answers", what, v.t).
			HelpText("write all(…) if every component must be true, any(…) if one is enough")
	case v.isNumeric():
		l.fail(diag.ConditionNotBool, v.site, "the condition of %s must be bool, but this is %s", what, v.describe()).
			Because("Numbers are neither true nor false in a kernel: HLSL and Lua disagree about 0.").HelpText("compare it: … ~= 0")
	default:
		l.notData(v, syntax.ScalarType(syntax.Bool), &target{what: "the condition of " + what})
	}
	return l.b.Bool(false)
}
