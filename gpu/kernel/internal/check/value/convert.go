package value

import (
	"fmt"
	"math"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// Target says, for messages, what a value is converted for: "lit[…]" declared there, argument 2 of dot.
type Target struct {
	What string
	Site gpu.Site // where it got its type, 0 if that is no place in the script
	Bits bool     // it takes the bits of any number, as raw memory does: a float is meant as its bits
}

// ConvertTo gives the components of v as a t, by HLSL's implicit conversions, or reports why there is none and gives zeros.
//
//	int, uint → float, half    to nearest       scalar → vector   the same in every component
//	int ⇄ uint                 same bits        float → int       refused: say int(x)
//	half ⇄ float               the same         float4 → float3   refused: say v.xyz
//	bool ⇄ number              refused: say select or a comparison
func (l *Context) ConvertTo(v Value, t *syntax.Type, to *Target) []V {
	if v.Kind == Invalid || t == nil {
		if t == nil {
			return nil
		}
		return l.Zeros(t)
	}
	if v.Kind == Constant && t.Kind == syntax.Numeric {
		return l.splat(l.constantAs(v, t.Scalar, to), t)
	}
	v = l.Read(v)
	switch {
	case v.Kind == Fields:
		return l.initialise(v, t, to)
	case v.Kind == Constant:
		l.mismatch(v, t, to)
	case v.Kind != Data:
		l.NotData(v, t, to)
	case syntax.Equal(v.T, t):
		return v.C
	case v.T.Kind != syntax.Numeric || t.Kind != syntax.Numeric:
		l.mismatch(v, t, to)
	case !v.T.IsScalar() && (v.T.Rows != t.Rows || v.T.Cols != t.Cols):
		l.wrongShape(v, t, to)
	case !l.implicit(v, t, to):
	case v.T.IsScalar():
		return l.splat(l.CastScalar(v.C[0], v.T.Scalar, t.Scalar), t)
	default:
		return l.Cast(v.C, v.T.Scalar, t.Scalar)
	}
	return l.Zeros(t)
}

func (l *Context) splat(c V, t *syntax.Type) []V {
	list := make([]V, t.Components())
	for i := range list {
		list[i] = c
	}
	return list
}

// describeTarget labels where the target got its type, if that is a place in the script.
func describeTarget(d *diag.Diagnostic, to *Target, t *syntax.Type) {
	if to != nil && to.Site != 0 {
		d.Also(to.Site, fmt.Sprintf("%s is %s", to.What, t))
	}
}

// phrase is " for x" of a message, nothing without a target.
func (to *Target) phrase() string {
	if to == nil || to.What == "" {
		return ""
	}
	return " for " + to.What
}

// NotData reports that v is no typed value, where a t is expected for to.
func (l *Context) NotData(v Value, t *syntax.Type, to *Target) {
	switch v.Kind {
	case Invalid: // was reported
	case None:
		l.FailOn(diag.NotAValue, v, "this call returns no value; %s is expected%s", t, to.phrase())
	case Host:
		l.HostValue(v)
	case Fields:
		l.noTable(v, t, to)
	default:
		d := l.FailOn(diag.NotAValue, v, "%s is not a value of a kernel; %s is expected%s", v.Describe(), t, to.phrase())
		describeTarget(d, to, t)
	}
}

func (l *Context) mismatch(v Value, t *syntax.Type, to *Target) {
	d := l.FailOn(diag.TypeMismatch, v, "%s is expected%s, but this is %s", t, to.phrase(), v.Describe())
	describeTarget(d, to, t)
	switch {
	case v.From == 0 || v.From == v.Site:
	case v.Part:
		d.Also(v.From, "declared here")
	default:
		d.Also(v.From, "declared here as "+v.Describe())
	}
	if v.Kind == Data && t.Kind == syntax.Numeric {
		part(d, v.T)
	}
	if v.Kind == Data && v.T.IsVector() && t.IsVector() && v.T.Cols < t.Cols && (v.T.Scalar == syntax.Bool) == (t.Scalar == syntax.Bool) {
		rest := strings.Repeat(", 0", t.Cols-v.T.Cols)
		if t.Scalar == syntax.Bool {
			rest = strings.Repeat(", false", t.Cols-v.T.Cols)
		}
		d.HelpFix(v.Site, diag.Around(t.String()+"(%1"+rest+")"), "give the missing components a value: %s(…%s)", t, rest)
	}
}

// part adds how a part of an array or a struct is written, which one number is not.
func part(d *diag.Diagnostic, t *syntax.Type) {
	switch t.Kind {
	case syntax.Array:
		d.HelpText("choose one of its elements, which are numbered from 0: …[0]")
	case syntax.Struct:
		d.HelpText("choose one of its fields: ….%s", t.Fields[0].Name)
	}
}

var swizzleOf = [...]string{"", "x", "xy", "xyz", "xyzw"}

func (l *Context) wrongShape(v Value, t *syntax.Type, to *Target) {
	if v.T.IsVector() && t.Rows == 1 && t.Cols < v.T.Cols {
		d := l.FailOn(diag.ImplicitTruncation, v, "%s is expected%s, but this is %s", t, to.phrase(), v.T)
		describeTarget(d, to, t)
		d.Because("A vector is never cut short silently.").
			HelpFix(v.Site, diag.Around("%p."+swizzleOf[t.Cols]), "choose the components: add .%s", swizzleOf[t.Cols])
		return
	}
	l.mismatch(v, t, to)
}

// implicit says whether the component type converts without being told to, and reports if not.
func (l *Context) implicit(v Value, t *syntax.Type, to *Target) bool {
	from, want := v.T.Scalar, t.Scalar
	switch {
	case from == want, from != syntax.Bool && want.IsFloat(), from.IsInteger() && want.IsInteger():
		return true
	case from.IsFloat() && want.IsInteger():
		d := l.FailOn(diag.NarrowingConversion, v, "%s is expected%s, but this is %s", t, to.phrase(), v.T)
		describeTarget(d, to, t)
		if to != nil && to.Bits {
			d.HelpFix(v.Site, diag.Around("asuint(%1)"), "write asuint(…) around it: raw memory holds the bits of numbers")
			return false
		}
		d.Because("A conversion that drops the fraction must be written.").
			HelpFix(v.Site, diag.Around(v.T.With(want).String()+"(%1)"), "write %s(…) around it to cut the fraction off, or %s(round(…)) to round",
				v.T.With(want), v.T.With(want))
		if v.Str == integerPower {
			d.HelpText("or write xor_bits(a, b) if the exclusive or of the bits is meant: '^' is a power")
		}
	case from == syntax.Bool:
		d := l.FailOn(diag.BoolAsNumber, v, "%s is expected%s, but this is %s", t, to.phrase(), v.T)
		describeTarget(d, to, t)
		d.HelpFix(v.Site, diag.Around(v.T.With(want).String()+"(%1)"), "write select(condition, 1, 0), or %s(…) around it", t.With(want))
	default:
		d := l.FailOn(diag.NumberAsBool, v, "%s is expected%s, but this is %s", t, to.phrase(), v.T)
		describeTarget(d, to, t)
		d.Because("Numbers are neither true nor false in a kernel: HLSL and Lua disagree about 0.").
			HelpFix(v.Site, diag.Around("%1 ~= 0"), "compare it: … ~= 0")
	}
	return false
}

// constantAs is the constant v as a component of type s.
func (l *Context) constantAs(v Value, s syntax.Scalar, to *Target) V {
	switch s {
	case syntax.Float, syntax.Half:
		return l.B.F(float32(v.Number))
	case syntax.Bool:
		l.FailOn(diag.NumberAsBool, v, "bool is expected%s, but this is %s", to.phrase(), v.Describe()).
			HelpFix(v.Site, diag.Fix{Text: fmt.Sprint(v.Number != 0)}, "write true or false")
		return l.B.Bool(false)
	}
	if v.Number != math.Trunc(v.Number) {
		d := l.FailOn(diag.NarrowingConversion, v, "%s is expected%s, but this is %s", s, to.phrase(), v.Describe())
		describeTarget(d, to, syntax.ScalarType(s))
		if to != nil && to.Bits {
			d.HelpFix(v.Site, diag.Around("asuint(%1)"), "write asuint(…) around it: raw memory holds the bits of numbers")
			return l.B.I(0)
		}
		d.HelpText("write a whole number, or make the other side a float")
		return l.B.I(0)
	}
	if v.Number < math.MinInt32 || v.Number > math.MaxUint32 {
		l.FailOn(diag.ConstantOutOfRange, v, "%s does not fit into %s", v.Describe(), s).
			Because("Integers of a kernel have 32 bits.").HelpText("calculate with floats, or with the halves of the number in two uint")
		return l.B.I(0)
	}
	return l.B.U(uint32(int64(v.Number)))
}

// Cast converts components explicitly, as HLSL's constructors do.
func (l *Context) Cast(c []V, from, to syntax.Scalar) []V {
	list := make([]V, len(c))
	for i, v := range c {
		list[i] = l.CastScalar(v, from, to)
	}
	return list
}

// CastScalar converts one component. Float to integer cuts the fraction off and saturates; NaN becomes 0. (Source: D3D
// functional specification, ftoi and ftou.)
func (l *Context) CastScalar(v V, from, to syntax.Scalar) V {
	b := l.B
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

// AsData is v as typed components: a constant gets the type it has on its own.
func (l *Context) AsData(v Value) Value {
	if v.Kind == Constant {
		t := v.NumericType()
		return NewData(v.Site, t, l.constantAs(v, t.Scalar, nil))
	}
	return l.Read(v)
}

// ScalarInt is v as one integer component: an index, a count, an offset.
func (l *Context) ScalarInt(v Value, what string) V {
	v = l.Read(v)
	if v.Kind == Data && v.T.IsScalar() && v.T.Scalar.IsFloat() || v.Kind == Constant && v.IsFloat {
		l.FailOn(diag.WrongIndex, v, "%s must be int or uint, but this is %s", what, v.Describe()).
			HelpFix(v.Site, diag.Around("int(%1)"), "write int(…) or uint(…) around it")
		return l.B.I(0)
	}
	if v.Kind == Data && !v.T.IsScalar() {
		d := l.FailOn(diag.WrongIndex, v, "%s must be int or uint, but this is %s", what, v.Describe())
		if v.T.IsVector() {
			d.HelpFix(v.Site, diag.Around("%p.x"), "choose a component: add .x")
		}
		return l.B.I(0)
	}
	return l.ConvertTo(v, syntax.ScalarType(syntax.Int), &Target{What: what})[0]
}

// comparison is the comparison with 0 of the condition of something: not binds tighter than it.
func comparison(what string, v Value) string {
	switch {
	case !v.NumericType().IsScalar():
		return "any(%1 ~= 0)"
	case what == "not":
		return "(%1 ~= 0)"
	}
	return "%1 ~= 0"
}

// compared says what comparison writes.
func compared(v Value) string {
	if !v.NumericType().IsScalar() {
		return "compare it: any(… ~= 0) is true where some component is not 0, all(… ~= 0) where none is"
	}
	return "compare it: … ~= 0"
}

// RightSide is the right side of and or or as a Bool. A number after and may be the half of a choice.
func (l *Context) RightSide(op string, v Value) V {
	v = l.Read(v)
	if op != "and" || !v.IsNumeric() || v.NumericType().Scalar == syntax.Bool {
		return l.Condition(v, op)
	}
	l.FailOn(diag.ConditionNotBool, v, "the right side of and must be bool, but this is %s", v.Describe()).
		HelpFix(v.Site, diag.Around(comparison(op, v)), "%s; a choice has a value for both cases: … and … or …", compared(v))
	return l.B.Bool(false)
}

// Condition is v as one Bool.
func (l *Context) Condition(v Value, what string) V {
	v = l.Read(v)
	switch {
	case v.Kind == Invalid:
	case v.Kind == Data && v.T.IsScalar() && v.T.Scalar == syntax.Bool:
		return v.C[0]
	case v.Kind == Data && v.T.Kind == syntax.Numeric && v.T.Scalar == syntax.Bool:
		l.FailOn(diag.ConditionNotBool, v, "the condition of %s is %s, which has several answers", what, v.T).
			HelpFix(v.Site, diag.Around("all(%1)"), "write all(…) if every component must be true, any(…) if one is enough")
	case v.IsNumeric():
		l.FailOn(diag.ConditionNotBool, v, "the condition of %s must be bool, but this is %s", what, v.Describe()).
			Because("Numbers are neither true nor false in a kernel: HLSL and Lua disagree about 0.").
			HelpFix(v.Site, diag.Around(comparison(what, v)), "%s", compared(v))
	default:
		l.NotData(v, syntax.ScalarType(syntax.Bool), &Target{What: "the condition of " + what})
	}
	return l.B.Bool(false)
}

// Join is the smallest type that values of a and b convert to implicitly, or nil.
func (l *Context) Join(a, b *syntax.Type) *syntax.Type {
	if syntax.Equal(a, b) {
		return a
	}
	if a.Kind != syntax.Numeric || b.Kind != syntax.Numeric || (a.Scalar == syntax.Bool) != (b.Scalar == syntax.Bool) {
		return nil
	}
	s := a.Scalar
	if Rank(b.Scalar) > Rank(s) {
		s = b.Scalar
	}
	switch {
	case a.Rows == b.Rows && a.Cols == b.Cols, b.IsScalar():
		return a.With(s)
	case a.IsScalar():
		return b.With(s)
	}
	return nil
}
