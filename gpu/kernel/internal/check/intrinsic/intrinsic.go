package intrinsic

import (
	"sort"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/emit"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// class says which arguments an intrinsic takes and what it gives.
type class uint8

const (
	onFloats   class = iota // component by component, arguments converted to float
	onNumbers               // component by component, arguments of their common type
	onIntegers              // component by component, int or uint
	onBits                  // component by component, any type of 32 bits; the result type is of the row
	testFloats              // component by component, float to bool
	special                 // the row's own rule
)

// intrinsicInfo is a row of the table: one intrinsic. To add one, add a row and a test.
type intrinsicInfo struct {
	name      string
	class     class
	low, high int // number of arguments
	component func(b *emit.Builder, s syntax.Scalar, a []value.V) value.V
	ulp       float64       // largest error in units in the last place; 0 where there is no such bound
	result    syntax.Scalar // onBits, and onIntegers where it is not the argument's
	lower     func(l *expander, c *intrinsicUse) []value.Value
	doc       string
}

// intrinsicUse is one call of an intrinsic, its arguments lowered.
type intrinsicUse struct {
	name string
	args []value.Value
	site gpu.Site
}

// intrinsics is sorted by name. It is set by init, because rows and lowering refer to each other.
var intrinsics []intrinsicInfo

func init() {
	for _, list := range [][]intrinsicInfo{mathIntrinsics, integerIntrinsics, vectorIntrinsics(), matrixIntrinsics(), severalIntrinsics(),
		memoryIntrinsics(), waveIntrinsics(), matchIntrinsics(), packedIntrinsics(), quadIntrinsics(), classicIntrinsics()} {
		intrinsics = append(intrinsics, list...)
	}
	intrinsics = append(intrinsics, intrinsicInfo{name: "printf", class: special, low: 1, high: 16, lower: printf,
		doc: "printf(format, …): a line of output: %d %i %u %x %X %f %g %e for each component"})
	sort.Slice(intrinsics, func(i, j int) bool { return intrinsics[i].name < intrinsics[j].name })
}

// find is the row of an intrinsic, or nil.
func find(name string) *intrinsicInfo {
	i := sort.Search(len(intrinsics), func(i int) bool { return intrinsics[i].name >= name })
	if i < len(intrinsics) && intrinsics[i].name == name {
		return &intrinsics[i]
	}
	return nil
}

// Has says whether there is an intrinsic of that name.
func Has(name string) bool { return find(name) != nil }

// Intrinsic is what the documentation says about an intrinsic.
type Intrinsic struct {
	Name, Doc        string
	MinArgs, MaxArgs int
	// ULP is the largest error of a component in units in the last place of the correctly rounded result, over the arguments that the function
	// in package emit names; 0 where the result is exact, or is built of rounded operations as Doc says.
	ULP float64
}

// Intrinsics lists all intrinsics by name.
func Intrinsics() []Intrinsic {
	list := make([]Intrinsic, len(intrinsics))
	for i, in := range intrinsics {
		list[i] = Intrinsic{in.name, in.doc, in.low, in.high, in.ulp}
	}
	return list
}

// Call lowers a call of an intrinsic and gives its results.
func Call(ctx *value.Context, name string, args []value.Value, site gpu.Site) []value.Value {
	l := &expander{ctx}
	in := find(name)
	for _, a := range args {
		if a.Kind == value.Invalid {
			return bad(site)
		}
		if a.Kind == value.Host {
			l.HostValue(a)
			return bad(site)
		}
	}
	if len(args) < in.low || len(args) > in.high {
		l.intrinsicCount(in, len(args), site)
		return bad(site)
	}
	l.B.Site = site
	if in.class == special {
		return in.lower(l, &intrinsicUse{name, args, site})
	}
	return []value.Value{l.componentwise(in, args, site)}
}

// TooMany reports a call with more arguments than an intrinsic takes, before they are looked at: HLSL's out parameters may name locals that do not
// exist.
func TooMany(ctx *value.Context, name string, n int, site gpu.Site) bool {
	in := find(name)
	if n <= in.high {
		return false
	}
	(&expander{ctx}).intrinsicCount(in, n, site)
	return true
}

// TakesPlace says whether the first argument of an intrinsic is a place in memory, and not its value.
func TakesPlace(name string) bool { return findAtomic(name) != nil }

// componentwise applies an intrinsic to each component of its arguments; scalars stand for all components.
func (l *expander) componentwise(in *intrinsicInfo, args []value.Value, site gpu.Site) value.Value {
	for i := range args {
		args[i] = l.Read(args[i])
		if !l.checkArgument(in.name, i, args[i], in.class != onBits) {
			return value.Value{Site: site}
		}
	}
	t := l.commonArgument(in, args, site)
	if t == nil {
		return value.Value{Site: site}
	}
	comps := make([][]value.V, len(args))
	for i, a := range args {
		comps[i] = l.ConvertTo(a, t, &value.Target{What: "argument " + value.FormatNumber(float64(i+1)) + " of " + in.name})
	}
	l.B.Site = site
	out := make([]value.V, t.Components())
	for j := range out {
		operands := make([]value.V, len(args))
		for i := range args {
			operands[i] = comps[i][j]
		}
		out[j] = in.component(l.B, t.Scalar, operands)
	}
	switch {
	case in.class == testFloats:
		t = t.With(syntax.Bool)
	case in.result != 0:
		t = t.With(in.result)
	}
	return value.NewData(site, t, out...)
}

// checkArgument says whether an argument is a number, vector or matrix, and reports if not.
func (l *expander) checkArgument(name string, i int, a value.Value, numbers bool) bool {
	if a.IsNumeric() && (!numbers || a.NumericType().Scalar != syntax.Bool) {
		return true
	}
	switch {
	case a.Kind == value.None || a.Kind == value.Host:
		l.NotData(a, syntax.ScalarType(syntax.Float), &value.Target{What: "argument " + value.FormatNumber(float64(i+1)) + " of " + name})
	case value.IsBool(a):
		l.FailOn(diag.BoolAsNumber, a, "argument %d of %s must be a number, but this is %s", i+1, name, a.T).
			HelpFix(a.Site, diag.Around(a.T.With(syntax.Int).String()+"(%1)"), "write select(condition, a, b)")
	default:
		l.FailOn(diag.WrongArgumentType, a, "argument %d of %s must be a number, but this is %s", i+1, name, a.Describe())
	}
	return false
}

// cutLonger proposes, of two vectors, to take as many components of the longer one as the other has.
func (l *expander) cutLonger(d *diag.Diagnostic, args []value.Value) {
	if len(args) != 2 || args[0].T == nil || args[1].T == nil || !args[0].T.IsVector() || !args[1].T.IsVector() {
		return
	}
	long, short := args[0], args[1]
	if long.T.Cols < short.T.Cols {
		long, short = short, long
	}
	d.HelpFix(long.Site, diag.Around("%p."+"xyzw"[:short.T.Cols]), "choose the components of the longer one: add .%s", "xyzw"[:short.T.Cols])
}

// commonArgument is the type that the arguments of a componentwise intrinsic are converted to.
func (l *expander) commonArgument(in *intrinsicInfo, args []value.Value, site gpu.Site) *syntax.Type {
	t := l.Together(args...)
	if t == nil {
		d := l.Fail(diag.WrongArgumentType, site, "the arguments of %s have no common type: %s", in.name, described(args))
		for _, a := range args {
			d.Also(a.Site, a.Describe())
		}
		l.cutLonger(d, args)
		return nil
	}
	switch in.class {
	case onFloats, testFloats:
		return t.With(syntax.Float)
	case onIntegers:
		if !t.Scalar.IsInteger() {
			l.FailOn(diag.WrongArgumentType, args[0], "%s works on int and uint, but this is %s", in.name, t).
				HelpFix(args[0].Site, diag.Around(t.With(syntax.Uint).String()+"(%1)"), "write uint(…) for the number, or asuint(…) for its bits")
			return nil
		}
	}
	return t
}

// described is what messages call values: "float2, float3 and the number 1".
func described(list []value.Value) string {
	text := list[0].Describe()
	for i, v := range list[1:] {
		if i == len(list)-2 {
			text += " and "
		} else {
			text += ", "
		}
		text += v.Describe()
	}
	return text
}

// expander lowers calls of intrinsics and methods.
type expander struct{ *value.Context }
