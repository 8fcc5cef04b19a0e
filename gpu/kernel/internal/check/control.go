package check

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/resolve"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
	"github.com/yuin/gopher-lua/ast"
)

// stopFlag makes the flag of a loop that may be left in its middle, and gives what the loop must carry.
func (l *lowerer) stopFlag(body []ast.Stmt) (resolve.Exits, []*value.Variable) {
	x := resolve.ExitsOfAll(body)
	l.loop = &loopFrame{broke: l.Flag()}
	var extra []*value.Variable
	if l.Alive != nil {
		extra = append(extra, l.Alive)
	}
	if x.Breaks {
		extra = append(extra, l.loop.broke)
	}
	if x.Returns {
		extra = append(extra, l.frame.returned)
		for _, x := range l.frame.results {
			extra = append(extra, &x.Variable)
		}
	}
	return x, extra
}

// gone says whether the loop was left by a break or return.
func (l *lowerer) gone(x resolve.Exits) value.V {
	v := l.B.Bool(false)
	if x.Breaks {
		v = l.loop.broke.C[0]
	}
	if x.Returns {
		v = l.B.BOr(v, l.frame.returned.C[0])
	}
	return v
}

// stillHere tells the builder what is known where the body of a loop begins: nothing has left it yet.
func (l *lowerer) stillHere(x resolve.Exits) {
	if x.Breaks {
		l.loop.broke.C = []value.V{l.B.Bool(false)}
	}
	if x.Returns {
		l.frame.returned.C = []value.V{l.B.Bool(false)}
	}
}

// loopScope runs f with the loop of its own that f sets.
func (l *lowerer) loopScope(f func()) {
	outer := l.loop
	l.within(f)
	l.loop = outer
}

func (l *lowerer) while(s *ast.WhileStmt) {
	l.loopScope(func() {
		x, extra := l.stopFlag(s.Stmts)
		cond := func() value.V {
			return l.Choose(l.gone(x), func() value.V { return l.B.Bool(false) }, func() value.V { return l.Condition(l.expr(s.Condition), "while") })
		}
		l.RepeatWhile(l.carried(s, extra), cond, func() { l.stillHere(x); l.block(s.Stmts) })
	})
}

// repeat runs the body in the condition block, because the condition sees the locals of the body.
func (l *lowerer) repeat(s *ast.RepeatStmt) {
	l.loopScope(func() {
		x, extra := l.stopFlag(s.Stmts)
		cond := func() value.V {
			on := l.B.Bool(false)
			l.stillHere(x)
			l.within(func() {
				l.stmts(s.Stmts)
				on = l.Choose(l.gone(x), func() value.V { return l.B.Bool(false) }, func() value.V {
					return l.B.BNot(l.Condition(l.expr(s.Condition), "until"))
				})
			})
			return on
		}
		l.RepeatWhile(l.carried(s, extra), cond, func() {})
	})
}

// numericFor lowers for i = init, limit, step. Over integers the counter is an int, whatever the bounds are: for i = 0, n - 1
// with n a uint of 0 runs zero times. The body has a copy of the counter, as in Lua.
func (l *lowerer) numericFor(s *ast.NumberForStmt) {
	if comparedCounter(s.Limit, s.Name) {
		l.Fail(diag.TypeMismatch, siteOf(s.Limit), "the limit of a for loop is a comparison").
			Because("A for loop of Lua includes its limit: for %s = 0, 3 runs four times.", s.Name).
			HelpText("write the last number: for %s = first, last do", s.Name)
		return
	}
	bounds := []value.Value{l.Read(l.expr(s.Init)), l.Read(l.expr(s.Limit)), value.NewConstant(siteOf(s), 1, false)}
	if s.Step != nil {
		bounds[2] = l.Read(l.expr(s.Step))
	}
	t := syntax.ScalarType(syntax.Int)
	for _, v := range bounds {
		if !l.loopBound(v) {
			return
		}
		if v.NumericType().Scalar.IsFloat() {
			t = syntax.ScalarType(syntax.Float)
		}
	}
	if bounds[2].Kind == value.Constant && bounds[2].Number == 0 {
		l.FailOn(diag.ConstantOutOfRange, bounds[2], "the step of a for loop is 0").HelpText("use a while loop if it should not count")
		return
	}
	if t.Scalar == syntax.Int && !l.countable(bounds) {
		return
	}
	c := make([]value.V, 3)
	for i, v := range bounds {
		c[i] = l.ConvertTo(v, t, &value.Target{What: "the for loop"})[0]
	}
	l.loopScope(func() { l.countingLoop(s, t, c) })
}

// countable says whether an int can count as the bounds say, as far as they are constants, and reports if not: a number that is none would be taken
// for another one, and after the last int comes the first.
func (l *lowerer) countable(bounds []value.Value) bool {
	limit, step := bounds[1], bounds[2]
	for _, v := range bounds {
		if v.Kind == value.Constant && v.Number > math.MaxInt32 {
			l.FailOn(diag.ConstantOutOfRange, v, "the counter of a for loop is an int, which is never as large as %s", value.FormatNumber(v.Number)).
				HelpText("count to at most %d, or write a while loop with a uint", math.MaxInt32-1)
			return false
		}
	}
	if limit.Kind != value.Constant || step.Kind != value.Constant {
		return true
	}
	if beyond := limit.Number + step.Number; beyond > math.MaxInt32 || beyond < math.MinInt32 {
		l.FailOn(diag.ConstantOutOfRange, limit, "this for loop does not end: no int is beyond %s by its step of %s",
			value.FormatNumber(limit.Number), value.FormatNumber(step.Number)).
			HelpText("write a while loop, and leave it with break")
		return false
	}
	return true
}

func (l *lowerer) loopBound(v value.Value) bool {
	switch {
	case v.Kind == value.Invalid:
		return false
	case v.IsNumeric() && v.NumericType().IsScalar() && v.NumericType().Scalar != syntax.Bool:
		return true
	case v.Kind == value.Data:
		l.FailOn(diag.TypeMismatch, v, "the bounds of a for loop must be numbers, but this is %s", v.T)
	default:
		l.NotData(v, syntax.ScalarType(syntax.Int), &value.Target{What: "the bounds of a for loop"})
	}
	return false
}

func (l *lowerer) countingLoop(s *ast.NumberForStmt, t *syntax.Type, c []value.V) {
	x, extra := l.stopFlag(s.Stmts)
	counter := &value.Variable{Name: s.Name, Site: siteOf(s), T: t, C: []value.V{c[0]}}
	l.Live = append(l.Live, counter)
	site := siteOf(s)
	cond := func() value.V {
		l.B.Site = site
		return l.B.BAnd(l.B.BNot(l.gone(x)), l.inRange(t.Scalar, counter.C[0], c[1], c[2]))
	}
	l.RepeatWhile(l.carried(s, append(extra, counter)), cond, func() {
		l.stillHere(x)
		l.counts(t, counter.C[0], c)
		l.within(func() {
			l.declare(resolve.Key{Node: s}, s.Name, site, value.NewData(site, t, counter.C[0]))
			l.block(s.Stmts)
		})
		l.B.Site = site
		if t.Scalar == syntax.Int {
			counter.C = []value.V{l.B.IAdd(counter.C[0], c[2])}
		} else {
			counter.C = []value.V{l.B.FAdd(counter.C[0], c[2])}
		}
	})
}

// counts tells the builder where an int counter lies in the body of its loop, if the direction is known.
func (l *lowerer) counts(t *syntax.Type, counter value.V, c []value.V) {
	if t.Scalar != syntax.Int {
		return
	}
	firstLow, firstHigh := l.B.Span(c[0])
	limitLow, limitHigh := l.B.Span(c[1])
	step, ok := l.B.Known(c[2])
	switch by := int64(int32(step)); { // after the last int comes the first
	case ok && by > 0 && limitHigh+by <= math.MaxInt32:
		l.B.Within(counter, firstLow, limitHigh)
	case ok && by < 0 && limitLow+by >= math.MinInt32:
		l.B.Within(counter, limitLow, firstHigh)
	}
}

// inRange says whether a counter has not passed the limit in the direction of the step.
func (l *lowerer) inRange(s syntax.Scalar, i, limit, step value.V) value.V {
	le, zero := l.B.LeS, l.B.I(0)
	less := l.B.LtS
	if s == syntax.Float {
		le, less, zero = l.B.FLe, l.B.FLt, l.B.F(0)
	}
	down := less(step, zero)
	if bits, ok := l.B.Known(down); ok {
		if bits != 0 {
			return le(limit, i)
		}
		return le(i, limit)
	}
	return l.B.Select(down, le(limit, i), le(i, limit))
}

func (l *lowerer) breakStatement(s *ast.BreakStmt) {
	if l.loop == nil {
		l.Fail(diag.UnsupportedLua, siteOf(s), "break is outside of a loop")
		return
	}
	l.loop.broke.C = []value.V{l.B.Bool(true)}
}

func (l *lowerer) returnStatement(s *ast.ReturnStmt) {
	f := l.frame
	if f.kernel {
		l.kernelReturn(s)
		return
	}
	values := l.exprList(s.Exprs, -1)
	if f.direct {
		f.values = values
		return
	}
	if len(values) > len(f.results) && f.site == 0 {
		l.inference.raiseArity(f, len(values))
	}
	if f.site == 0 {
		f.site = siteOf(s)
	}
	if len(values) != len(f.results) {
		l.Fail(diag.ReturnMismatch, siteOf(s), "%s returns %s here and %d elsewhere", value.FunctionName(f.name),
			count(len(values), "value"), len(f.results)).
			Also(f.site, "here").HelpText("return the same number of values everywhere")
	}
	for i := range min(len(values), len(f.results)) {
		l.returnValue(f.results[i], values[i])
	}
	f.returned.C = []value.V{l.B.Bool(true)}
}

func (l *lowerer) returnValue(x *local, v value.Value) {
	if v = l.settle(x, v); v.Kind == value.Invalid || x.T == nil {
		return
	}
	if x.Site == 0 {
		x.Site = v.Site
	}
	x.C = l.ConvertTo(v, x.T, &value.Target{What: x.Name, Site: x.Site})
}

func (l *lowerer) kernelReturn(s *ast.ReturnStmt) {
	if l.in.Stage != syntax.Compute {
		l.stageReturn(s)
		return
	}
	if len(s.Exprs) > 0 {
		l.Fail(diag.ReturnMismatch, siteOf(s.Exprs[0]), "a compute kernel returns no value").
			HelpFix(siteOf(s), diag.Fix{Text: "return"}, "write results to an RW resource, for example gpu.RWStructuredBuffer")
	}
	l.frame.returned.C = []value.V{l.B.Bool(true)}
}
