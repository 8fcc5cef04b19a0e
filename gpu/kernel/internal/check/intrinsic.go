package check

import (
	"sort"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/emit"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
	"github.com/yuin/gopher-lua/ast"
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
	component func(b *emit.Builder, s syntax.Scalar, a []V) V
	result    syntax.Scalar // onBits, and onIntegers where it is not the argument's
	lower     func(l *lowerer, c *intrinsicUse) []value
	doc       string
}

// intrinsicUse is one call of an intrinsic, its arguments lowered.
type intrinsicUse struct {
	name string
	args []value
	site gpu.Site
}

// intrinsics is sorted by name. It is set by init, because rows and lowering refer to each other.
var intrinsics []intrinsicInfo

func init() {
	for _, list := range [][]intrinsicInfo{mathIntrinsics, integerIntrinsics, vectorIntrinsics(), memoryIntrinsics(), waveIntrinsics()} {
		intrinsics = append(intrinsics, list...)
	}
	sort.Slice(intrinsics, func(i, j int) bool { return intrinsics[i].name < intrinsics[j].name })
}

func findIntrinsic(name string) *intrinsicInfo {
	i := sort.Search(len(intrinsics), func(i int) bool { return intrinsics[i].name >= name })
	if i < len(intrinsics) && intrinsics[i].name == name {
		return &intrinsics[i]
	}
	return nil
}

// Intrinsic is what the documentation says about an intrinsic.
type Intrinsic struct{ Name, Doc string }

// Intrinsics lists all intrinsics by name.
func Intrinsics() []Intrinsic {
	list := make([]Intrinsic, len(intrinsics))
	for i, in := range intrinsics {
		list[i] = Intrinsic{in.name, in.doc}
	}
	return list
}

func (l *lowerer) callIntrinsic(name string, e *ast.FuncCallExpr) []value {
	site := siteOf(e)
	in := findIntrinsic(name)
	args := l.intrinsicArguments(name, e.Args)
	for _, a := range args {
		if a.kind == invalid {
			return bad(site)
		}
		if a.kind == host {
			l.hostValue(a)
			return bad(site)
		}
	}
	if len(args) < in.low || len(args) > in.high {
		l.argumentCount(name, len(args), in.low, in.high, site)
		return bad(site)
	}
	l.b.Site = site
	if in.class == special {
		return in.lower(l, &intrinsicUse{name, args, site})
	}
	return []value{l.componentwise(in, args, site)}
}

// intrinsicArguments lowers arguments; the first one of an Interlocked operation is a place and no value.
func (l *lowerer) intrinsicArguments(name string, list []ast.Expr) []value {
	if findAtomic(name) == nil || len(list) == 0 {
		return l.exprList(list, -1)
	}
	return append([]value{l.expr(list[0])}, l.exprList(list[1:], -1)...)
}

// componentwise applies an intrinsic to each component of its arguments; scalars stand for all components.
func (l *lowerer) componentwise(in *intrinsicInfo, args []value, site gpu.Site) value {
	for i := range args {
		args[i] = l.read(args[i])
		if !l.checkArgument(in.name, i, args[i], in.class != onBits) {
			return value{site: site}
		}
	}
	t := l.commonArgument(in, args, site)
	if t == nil {
		return value{site: site}
	}
	comps := make([][]V, len(args))
	for i, a := range args {
		comps[i] = l.convertTo(a, t, &target{what: "argument " + formatNumber(float64(i+1)) + " of " + in.name})
	}
	l.b.Site = site
	out := make([]V, t.Components())
	for j := range out {
		operands := make([]V, len(args))
		for i := range args {
			operands[i] = comps[i][j]
		}
		out[j] = in.component(l.b, t.Scalar, operands)
	}
	switch {
	case in.class == testFloats:
		t = t.With(syntax.Bool)
	case in.result != 0:
		t = t.With(in.result)
	}
	return dataValue(site, t, out...)
}

// checkArgument says whether an argument is a number, vector or matrix, and reports if not.
func (l *lowerer) checkArgument(name string, i int, a value, numbers bool) bool {
	if a.isNumeric() && (!numbers || a.numericType().Scalar != syntax.Bool) {
		return true
	}
	switch {
	case a.kind == none || a.kind == host:
		l.notData(a, syntax.ScalarType(syntax.Float), &target{what: "argument " + formatNumber(float64(i+1)) + " of " + name})
	case isBool(a):
		l.fail(diag.BoolAsNumber, a.site, "argument %d of %s must be a number, but this is %s", i+1, name, a.t).HelpText("write select(condition, a, b)")
	default:
		l.fail(diag.WrongArgumentType, a.site, "argument %d of %s must be a number, but this is %s", i+1, name, a.describe())
	}
	return false
}

// commonArgument is the type that the arguments of a componentwise intrinsic are converted to.
func (l *lowerer) commonArgument(in *intrinsicInfo, args []value, site gpu.Site) *syntax.Type {
	t := args[0].numericType()
	for i, a := range args[1:] {
		prev := args[0]
		prev.t = t
		if prev.kind == constant && a.kind != constant {
			t = l.operandType(prev, a)
		}
		joined := l.join(t, l.operandTypeBeside(a, t))
		if joined == nil {
			l.fail(diag.WrongArgumentType, site, "the arguments of %s have no common type: %s and %s", in.name, args[0].describe(), a.describe()).
				Also(args[0].site, args[0].describe()).Also(args[i+1].site, a.describe())
			return nil
		}
		t = joined
	}
	switch in.class {
	case onFloats, testFloats:
		return t.With(syntax.Float)
	case onIntegers:
		if !t.Scalar.IsInteger() {
			l.fail(diag.WrongArgumentType, args[0].site, "%s works on int and uint, but this is %s", in.name, t).
				HelpText("write uint(…) for the number, or asuint(…) for its bits")
			return nil
		}
	}
	return t
}

// operandTypeBeside is the type of an argument beside others that have the type t together.
func (l *lowerer) operandTypeBeside(a value, t *syntax.Type) *syntax.Type {
	if a.kind == constant && (!a.isFloat || t.Scalar.IsFloat()) {
		return syntax.ScalarType(t.Scalar)
	}
	return a.numericType()
}
