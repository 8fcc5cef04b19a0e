package check

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

type diagSite = gpu.Site

// arithmetic lowers + - * / % ^. Two constants give a constant, calculated as Lua does; otherwise HLSL's rules hold: int / int is
// an integer, % has the sign of the dividend.
func (l *lowerer) arithmetic(op string, a, b value, site gpu.Site) value {
	if a.kind == constant && b.kind == constant {
		return constValue(site, foldNumbers(op, a.num, b.num), a.isFloat || b.isFloat)
	}
	a, b = l.read(a), l.read(b)
	t := l.operands(op, a, b, site)
	if t == nil {
		return value{site: site}
	}
	if op == "^" {
		return l.power(a, b, t, site)
	}
	ca, cb := l.convertTo(a, t, nil), l.convertTo(b, t, nil)
	l.b.Site = site
	c := make([]V, len(ca))
	for i := range c {
		c[i] = l.arithmeticScalar(op, t.Scalar, ca[i], cb[i])
	}
	return dataValue(site, t, c...)
}

// foldNumbers calculates with doubles, as Lua does.
func foldNumbers(op string, a, b float64) float64 {
	switch op {
	case "+":
		return a + b
	case "-":
		return a - b
	case "*":
		return a * b
	case "/":
		return a / b
	case "%":
		return a - math.Floor(a/b)*b
	}
	return math.Pow(a, b)
}

// operands finds the common type of two operands, or reports that they have none.
func (l *lowerer) operands(op string, a, b value, site gpu.Site) *syntax.Type {
	for _, v := range []value{a, b} {
		if v.kind == invalid {
			return nil
		}
		if !v.isNumeric() {
			l.badOperand(op, v)
			return nil
		}
		if v.numericType().Scalar == syntax.Bool {
			l.fail(diag.BoolAsNumber, v.site, "%s is no operand of %s", v.t, op).Because("A bool is not a number.").
				HelpText("write select(condition, a, b), or int(…) around it")
			return nil
		}
	}
	t := l.join(l.operandType(a, b), l.operandType(b, a))
	if t == nil {
		l.badPair(op, a, b, site)
	}
	return t
}

// operandType is the type of v beside other: a whole constant has none of its own.
func (l *lowerer) operandType(v, other value) *syntax.Type {
	if v.kind != constant || v.isFloat && !other.numericType().Scalar.IsFloat() {
		return v.numericType()
	}
	return syntax.ScalarType(other.numericType().Scalar)
}

func (l *lowerer) badOperand(op string, v value) {
	switch v.kind {
	case host, none:
		l.notData(v, syntax.ScalarType(syntax.Float), &target{what: "an operand of " + op})
	default:
		l.fail(diag.TypeMismatch, v.site, "%s is no operand of %s", v.describe(), op)
	}
}

func (l *lowerer) badPair(op string, a, b value, site gpu.Site) {
	d := l.fail(diag.TypeMismatch, site, "%s does not work on %s and %s", op, a.describe(), b.describe())
	d.Also(a.site, a.describe()).Also(b.site, b.describe())
	switch {
	case a.t != nil && b.t != nil && a.t.IsMatrix() != b.t.IsMatrix():
		d.HelpText("write mul(a, b) for the product of a matrix and a vector")
	case a.t != nil && b.t != nil && a.t.IsVector() && b.t.IsVector():
		long, n := "left", min(a.t.Cols, b.t.Cols)
		if b.t.Cols > a.t.Cols {
			long = "right"
		}
		d.HelpText("choose the components of the %s side: add .%s", long, swizzleOf[n])
	}
}

func (l *lowerer) arithmeticScalar(op string, s syntax.Scalar, a, b V) V {
	x := l.b
	if s.IsFloat() {
		switch op {
		case "+":
			return x.FAdd(a, b)
		case "-":
			return x.FSub(a, b)
		case "*":
			return x.FMul(a, b)
		case "/":
			return x.FDiv(a, b)
		}
		return x.FMod(a, b)
	}
	switch op {
	case "+":
		return x.IAdd(a, b)
	case "-":
		return x.ISub(a, b)
	case "*":
		return x.IMul(a, b)
	case "/":
		return divide(s, x.DivS, x.DivU)(a, b)
	}
	return divide(s, x.RemS, x.RemU)(a, b)
}

func divide(s syntax.Scalar, signed, unsigned func(a, b V) V) func(a, b V) V {
	if s == syntax.Int {
		return signed
	}
	return unsigned
}

// maxPower is the largest constant exponent that is multiplied out.
const maxPower = 16

// power lowers a ^ b. A whole constant exponent up to maxPower is multiplied out, which works for every base; others are pow.
func (l *lowerer) power(a, b value, t *syntax.Type, site gpu.Site) value {
	t = t.With(syntax.Float)
	base := l.convertTo(a, t, nil)
	c := make([]V, len(base))
	if b.kind == constant && b.num == math.Trunc(b.num) && b.num >= 0 && b.num <= maxPower {
		for i, x := range base {
			c[i] = l.multiplyOut(x, int(b.num))
		}
		return dataValue(site, t, c...)
	}
	exponent := l.convertTo(b, t, nil)
	for i := range c {
		c[i] = l.b.Pow(base[i], exponent[i])
	}
	return dataValue(site, t, c...)
}

// multiplyOut is x to the n by squaring.
func (l *lowerer) multiplyOut(x V, n int) V {
	result := l.b.F(1)
	for first := true; n > 0; n >>= 1 {
		if n&1 != 0 {
			if first {
				result, first = x, false
			} else {
				result = l.b.FMul(result, x)
			}
		}
		if n > 1 {
			x = l.b.FMul(x, x)
		}
	}
	return result
}

// compare lowers == ~= < <= > >=; on vectors it compares component by component.
func (l *lowerer) compare(op string, a, b value, site gpu.Site) value {
	bools := syntax.ScalarType(syntax.Bool)
	if a.kind == constant && b.kind == constant {
		return dataValue(site, bools, l.b.Bool(compareNumbers(op, a.num, b.num)))
	}
	a, b = l.read(a), l.read(b)
	if isBool(a) && isBool(b) && (op == "==" || op == "~=") {
		return l.compareBools(op, a, b, site)
	}
	t := l.operands(op, a, b, site)
	if t == nil || l.negativeBeside(a, b, t) || l.negativeBeside(b, a, t) {
		return value{site: site}
	}
	ca, cb := l.convertTo(a, t, nil), l.convertTo(b, t, nil)
	l.b.Site = site
	c := make([]V, len(ca))
	for i := range c {
		c[i] = l.compareScalar(op, t.Scalar, ca[i], cb[i])
	}
	return dataValue(site, t.With(syntax.Bool), c...)
}

func isBool(v value) bool {
	return v.kind == data && v.t.Kind == syntax.Numeric && v.t.Scalar == syntax.Bool
}

// negativeBeside refuses the comparison of a uint with a negative number, which would be compared as a huge one.
func (l *lowerer) negativeBeside(v, other value, t *syntax.Type) bool {
	if v.kind != constant || v.num >= 0 || t.Scalar != syntax.Uint {
		return false
	}
	l.fail(diag.ConstantOutOfRange, v.site, "%s is compared with a %s, which is never negative", v.describe(), other.t).
		Also(other.site, other.t.String()).HelpText("write int(…) around the other side")
	return true
}

func compareNumbers(op string, a, b float64) bool {
	switch op {
	case "==":
		return a == b
	case "~=":
		return a != b
	case "<":
		return a < b
	case "<=":
		return a <= b
	case ">":
		return a > b
	}
	return a >= b
}

func (l *lowerer) compareBools(op string, a, b value, site gpu.Site) value {
	t := l.join(a.t, b.t)
	if t == nil {
		l.badPair(op, a, b, site)
		return value{site: site}
	}
	ca, cb := l.convertTo(a, t, nil), l.convertTo(b, t, nil)
	c := make([]V, len(ca))
	for i := range c {
		c[i] = l.b.BXor(ca[i], cb[i])
		if op == "==" {
			c[i] = l.b.BNot(c[i])
		}
	}
	return dataValue(site, t, c...)
}

func (l *lowerer) compareScalar(op string, s syntax.Scalar, a, b V) V {
	if op == ">" || op == ">=" {
		a, b = b, a
	}
	eq, ne, less, le := l.b.IEq, l.b.INe, l.b.LtS, l.b.LeS
	switch {
	case s.IsFloat():
		eq, ne, less, le = l.b.FEq, l.b.FNe, l.b.FLt, l.b.FLe
	case s == syntax.Uint:
		less, le = l.b.LtU, l.b.LeU
	}
	switch op {
	case "==":
		return eq(a, b)
	case "~=":
		return ne(a, b)
	case "<", ">":
		return less(a, b)
	}
	return le(a, b)
}

func (l *lowerer) negate(v value, site gpu.Site) value {
	if v.kind == constant {
		return constValue(site, -v.num, v.isFloat)
	}
	v = l.read(v)
	t := l.operands("-", v, v, site)
	if t == nil {
		return value{site: site}
	}
	c := make([]V, len(v.c))
	for i, x := range v.c {
		if t.Scalar.IsFloat() {
			c[i] = l.b.FNeg(x)
		} else {
			c[i] = l.b.ISub(l.b.I(0), x)
		}
	}
	return dataValue(site, t, c...)
}

func (l *lowerer) not(v value, site gpu.Site) value {
	v = l.read(v)
	if !isBool(v) {
		if v.kind != invalid {
			l.condition(v, "not")
		}
		return value{site: site}
	}
	c := make([]V, len(v.c))
	for i, x := range v.c {
		c[i] = l.b.BNot(x)
	}
	return dataValue(site, v.t, c...)
}

// length is # of an array or vector: a constant.
func (l *lowerer) length(v value, site gpu.Site) value {
	switch {
	case v.kind == invalid:
		return value{site: site}
	case (v.kind == data || v.kind == located) && v.t.Kind != syntax.Struct && !v.t.IsScalar():
		n, _ := elements(v.t)
		return constValue(site, float64(n), false)
	case v.kind == resource && v.res.decl.IsArray && !v.res.chosen:
		return constValue(site, float64(v.res.decl.Count), false)
	case v.kind == resource && (v.res.decl.Kind.IsStructured() || v.res.decl.Kind == syntax.Buffer || v.res.decl.Kind == syntax.RWBuffer):
		return dataValue(site, syntax.ScalarType(syntax.Uint), l.query(v.res, ir.QueryCount, 0))
	}
	l.fail(diag.TypeMismatch, site, "# does not work on %s", v.describe()).HelpText("# is the number of elements of an array or buffer")
	return value{site: site}
}
