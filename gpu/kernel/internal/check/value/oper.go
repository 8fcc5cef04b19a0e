package value

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/elementary"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// Arithmetic lowers + - * / % ^. Two constants give a constant, calculated as Lua does; otherwise HLSL's rules hold: int / int is
// an integer, % has the sign of the dividend.
func (l *Context) Arithmetic(op string, a, b Value, site gpu.Site) Value {
	if a.Kind == Constant && b.Kind == Constant {
		return NewConstant(site, foldNumbers(op, a.Number, b.Number), a.IsFloat || b.IsFloat)
	}
	a, b = l.Read(a), l.Read(b)
	t := l.operands(op, a, b, site)
	if t == nil {
		return Value{Site: site}
	}
	if op == "^" {
		return l.power(a, b, t, site)
	}
	if b.Kind == Constant && b.Number == 0 && t.Scalar.IsInteger() && (op == "/" || op == "%") {
		l.FailOn(diag.ConstantOutOfRange, b, "an integer is divided by 0").Because("Integers have no infinity.").
			HelpText("leave the division out where the divisor is 0, or divide a float")
		return Value{Site: site}
	}
	ca, cb := l.ConvertTo(a, t, nil), l.ConvertTo(b, t, nil)
	l.B.Site = site
	c := make([]V, len(ca))
	for i := range c {
		c[i] = l.ArithmeticScalar(op, t.Scalar, ca[i], cb[i])
	}
	out := NewData(site, t, c...)
	out.Bare = l.bareResult(op, [2]Value{a, b}, [2]V{ca[0], cb[0]}, out)
	return out
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
		rest := math.Mod(a, b) // with the sign of b
		if rest != 0 && (rest < 0) != (b < 0) {
			rest += b
		}
		return rest
	}
	return elementary.Pow(a, b)
}

// operands finds the common type of two operands, or reports that they have none.
func (l *Context) operands(op string, a, b Value, site gpu.Site) *syntax.Type {
	for _, v := range []Value{a, b} {
		if v.Kind == Invalid {
			return nil
		}
		if !v.IsNumeric() {
			l.badOperand(op, v)
			return nil
		}
		if v.NumericType().Scalar == syntax.Bool {
			l.FailOn(diag.BoolAsNumber, v, "%s cannot be an operand of %s", v.T, op).Because("A bool is not a number.").
				HelpFix(v.Site, diag.Around(v.T.With(syntax.Int).String()+"(%1)"), "write select(condition, a, b), or int(…) around it")
			return nil
		}
	}
	t := l.Together(a, b)
	if t == nil {
		l.badPair(op, a, b, site)
	}
	return t
}

// Together is the common type of numbers, or nil: typed ones decide it, and constants take it, as far as they can be of it.
func (l *Context) Together(list ...Value) *syntax.Type {
	var t *syntax.Type
	for _, constants := range [...]bool{false, true} {
		for _, v := range list {
			if (v.Kind == Constant) != constants {
				continue
			}
			own := v.NumericType()
			if t != nil {
				if own = l.Join(t, v.beside(t)); own == nil {
					return nil
				}
			}
			t = own
		}
	}
	return t
}

// beside is the type of v beside a value of type t: a whole constant takes its component type, but for an int that is too small for it. (Source:
// HLSL, a literal above 2147483647 is a uint.)
func (v Value) beside(t *syntax.Type) *syntax.Type {
	switch own := v.NumericType(); {
	case v.Kind != Constant, v.IsFloat && !t.Scalar.IsFloat(), t.Scalar == syntax.Int && own.Scalar == syntax.Uint:
		return own
	}
	return syntax.ScalarType(t.Scalar)
}

func (l *Context) badOperand(op string, v Value) {
	switch v.Kind {
	case Host, None:
		l.NotData(v, syntax.ScalarType(syntax.Float), &Target{What: "an operand of " + op})
	default:
		d := l.FailOn(diag.TypeMismatch, v, "%s cannot be an operand of %s", v.Describe(), op)
		if v.T != nil {
			part(d, v.T)
		}
	}
}

func (l *Context) badPair(op string, a, b Value, site gpu.Site) {
	d := l.Fail(diag.TypeMismatch, site, "%s does not work on %s and %s", op, a.Describe(), b.Describe())
	d.Also(a.Site, a.Describe()).Also(b.Site, b.Describe())
	switch {
	case a.T != nil && b.T != nil && a.T.IsMatrix() != b.T.IsMatrix():
		d.HelpText("write mul(a, b) for the product of a matrix and a vector")
	case a.T != nil && b.T != nil && a.T.IsVector() && b.T.IsVector():
		long, at, n := "left", a.Site, min(a.T.Cols, b.T.Cols)
		if b.T.Cols > a.T.Cols {
			long, at = "right", b.Site
		}
		d.HelpFix(at, diag.Around("%p."+swizzleOf[n]), "choose the components of the %s side: add .%s", long, swizzleOf[n])
	}
}

// ArithmeticScalar is one component of + - * / %.
func (l *Context) ArithmeticScalar(op string, s syntax.Scalar, a, b V) V {
	x := l.B
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
func (l *Context) power(a, b Value, t *syntax.Type, site gpu.Site) Value {
	of := ""
	if t.Scalar.IsInteger() {
		of = integerPower
	}
	t = t.With(syntax.Float)
	base := l.ConvertTo(a, t, nil)
	c := make([]V, len(base))
	if b.Kind == Constant && b.Number == math.Trunc(b.Number) && b.Number >= 0 && b.Number <= maxPower {
		for i, x := range base {
			c[i] = l.multiplyOut(x, int(b.Number))
		}
		return powerOf(site, t, of, c)
	}
	exponent := l.ConvertTo(b, t, nil)
	for i := range c {
		c[i] = l.B.Pow(base[i], exponent[i])
	}
	return powerOf(site, t, of, c)
}

// integerPower is in Str of a power of integers: people who know HLSL may mean the exclusive or.
const integerPower = "^"

func powerOf(site gpu.Site, t *syntax.Type, of string, c []V) Value {
	out := NewData(site, t, c...)
	out.Str = of
	return out
}

// multiplyOut is x to the n by squaring.
func (l *Context) multiplyOut(x V, n int) V {
	result := l.B.F(1)
	for first := true; n > 0; n >>= 1 {
		if n&1 != 0 {
			if first {
				result, first = x, false
			} else {
				result = l.B.FMul(result, x)
			}
		}
		if n > 1 {
			x = l.B.FMul(x, x)
		}
	}
	return result
}

// Compare lowers == ~= < <= > >=; on vectors it compares component by component.
func (l *Context) Compare(op string, a, b Value, site gpu.Site) Value {
	bools := syntax.ScalarType(syntax.Bool)
	if a.Kind == Constant && b.Kind == Constant {
		return NewData(site, bools, l.B.Bool(compareNumbers(op, a.Number, b.Number)))
	}
	a, b = l.Read(a), l.Read(b)
	if IsBool(a) && IsBool(b) && (op == "==" || op == "~=") {
		return l.compareBools(op, a, b, site)
	}
	t := l.operands(op, a, b, site)
	if t == nil || l.neverReached(op, a, b, t) || l.neverReached(op, b, a, t) {
		return Value{Site: site}
	}
	ca, cb := l.ConvertTo(a, t, nil), l.ConvertTo(b, t, nil)
	l.B.Site = site
	c := make([]V, len(ca))
	for i := range c {
		c[i] = l.compareScalar(op, t.Scalar, ca[i], cb[i])
	}
	return NewData(site, t.With(syntax.Bool), c...)
}

// IsBool says whether v is a bool or a vector of them, read already.
func IsBool(v Value) bool {
	return v.Kind == Data && v.T.Kind == syntax.Numeric && v.T.Scalar == syntax.Bool
}

// neverReached refuses the comparison of a uint with a negative number, which would be compared as a huge one, and whether an int is above or below a
// number that no int is: the int would be compared as a uint.
func (l *Context) neverReached(op string, v, other Value, t *syntax.Type) bool {
	format, use := "%s is compared with a %s, which is never negative", syntax.Int
	switch {
	case v.Kind != Constant || t.Scalar != syntax.Uint:
		return false
	case v.Number < 0:
	case other.T.Scalar == syntax.Int && op != "==" && op != "~=":
		format, use = "%s is compared with an %s, which is never as large", syntax.Uint
	default:
		return false
	}
	wanted := other.T.With(use)
	l.FailOn(diag.ConstantOutOfRange, v, format, v.Describe(), other.T).Also(other.Site, other.T.String()).
		HelpFix(other.Site, diag.Around(wanted.String()+"(%1)"), "write %s(…) around the other side", wanted)
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

func (l *Context) compareBools(op string, a, b Value, site gpu.Site) Value {
	t := l.Join(a.T, b.T)
	if t == nil {
		l.badPair(op, a, b, site)
		return Value{Site: site}
	}
	ca, cb := l.ConvertTo(a, t, nil), l.ConvertTo(b, t, nil)
	c := make([]V, len(ca))
	for i := range c {
		c[i] = l.B.BXor(ca[i], cb[i])
		if op == "==" {
			c[i] = l.B.BNot(c[i])
		}
	}
	return NewData(site, t, c...)
}

func (l *Context) compareScalar(op string, s syntax.Scalar, a, b V) V {
	if op == ">" || op == ">=" {
		a, b = b, a
	}
	eq, ne, less, le := l.B.IEq, l.B.INe, l.B.LtS, l.B.LeS
	switch {
	case s.IsFloat():
		eq, ne, less, le = l.B.FEq, l.B.FNe, l.B.FLt, l.B.FLe
	case s == syntax.Uint:
		less, le = l.B.LtU, l.B.LeU
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

// Negate is -v.
func (l *Context) Negate(v Value, site gpu.Site) Value {
	if v.Kind == Constant {
		return NewConstant(site, -v.Number, v.IsFloat)
	}
	v = l.Read(v)
	t := l.operands("-", v, v, site)
	if t == nil {
		return Value{Site: site}
	}
	c := make([]V, len(v.C))
	for i, x := range v.C {
		if t.Scalar.IsFloat() {
			c[i] = l.B.FNeg(x)
		} else {
			c[i] = l.B.ISub(l.B.I(0), x)
		}
	}
	return NewData(site, t, c...)
}

// Not is the logical complement of a bool or of a vector of them.
func (l *Context) Not(v Value, site gpu.Site) Value {
	v = l.Read(v)
	if !IsBool(v) {
		if v.Kind != Invalid {
			l.Condition(v, "not")
		}
		return Value{Site: site}
	}
	c := make([]V, len(v.C))
	for i, x := range v.C {
		c[i] = l.B.BNot(x)
	}
	return NewData(site, v.T, c...)
}

// Length is # of an array or vector: a constant.
func (l *Context) Length(v Value, site gpu.Site) Value {
	switch {
	case v.Kind == Invalid:
		return Value{Site: site}
	case (v.Kind == Data || v.Kind == Located) && v.T.Kind != syntax.Struct && !v.T.IsScalar():
		n, _ := elements(v.T)
		return NewConstant(site, float64(n), false)
	case v.Kind == Table:
		return NewConstant(site, float64(len(v.Table.Rows)), false)
	case v.Kind == Resource && v.Res.Decl.IsArray && !v.Res.Chosen:
		return NewConstant(site, float64(v.Res.Decl.Count), false)
	case v.Kind == Resource && (v.Res.Decl.Kind.IsStructured() || v.Res.Decl.Kind == syntax.Buffer || v.Res.Decl.Kind == syntax.RWBuffer):
		return NewData(site, syntax.ScalarType(syntax.Uint), l.Query(v.Res, ir.QueryCount, 0))
	}
	l.Fail(diag.TypeMismatch, site, "# does not work on %s", v.Describe()).HelpText("# is the number of elements of an array or buffer")
	return Value{Site: site}
}
