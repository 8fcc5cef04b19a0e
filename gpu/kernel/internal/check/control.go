package check

import (
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
	"github.com/yuin/gopher-lua/ast"
)

// stopFlag makes the flag of a loop that may be left in its middle, and gives what the loop must carry.
func (l *lowerer) stopFlag(body []ast.Stmt) (exits, []*variable) {
	x := exitsOfAll(body)
	l.loop = &loopFrame{broke: l.flag()}
	var extra []*variable
	if x.breaks {
		extra = append(extra, l.loop.broke)
	}
	if x.returns {
		extra = append(extra, l.frame.returned)
		extra = append(extra, l.frame.results...)
	}
	return x, extra
}

// gone says whether the loop was left by a break or return.
func (l *lowerer) gone(x exits) V {
	v := l.b.Bool(false)
	if x.breaks {
		v = l.loop.broke.c[0]
	}
	if x.returns {
		v = l.b.BOr(v, l.frame.returned.c[0])
	}
	return v
}

// stillHere tells the builder what is known where the body of a loop begins: nothing has left it yet.
func (l *lowerer) stillHere(x exits) {
	if x.breaks {
		l.loop.broke.c = []V{l.b.Bool(false)}
	}
	if x.returns {
		l.frame.returned.c = []V{l.b.Bool(false)}
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
		cond := func() V {
			return l.choose(l.gone(x), func() V { return l.b.Bool(false) }, func() V { return l.condition(l.expr(s.Condition), "while") })
		}
		l.repeatWhile(l.unit.loops[s], extra, cond, func() { l.stillHere(x); l.block(s.Stmts) })
	})
}

// repeat runs the body in the condition block, because the condition sees the locals of the body.
func (l *lowerer) repeat(s *ast.RepeatStmt) {
	l.loopScope(func() {
		x, extra := l.stopFlag(s.Stmts)
		cond := func() V {
			on := l.b.Bool(false)
			l.stillHere(x)
			l.within(func() {
				l.stmts(s.Stmts)
				on = l.choose(l.gone(x), func() V { return l.b.Bool(false) }, func() V {
					return l.b.BNot(l.condition(l.expr(s.Condition), "until"))
				})
			})
			return on
		}
		l.repeatWhile(l.unit.loops[s], extra, cond, func() {})
	})
}

// numericFor lowers for i = init, limit, step. Over integers the counter is an int, whatever the bounds are: for i = 0, n - 1
// with n a uint of 0 runs zero times. The body has a copy of the counter, as in Lua.
func (l *lowerer) numericFor(s *ast.NumberForStmt) {
	bounds := []value{l.read(l.expr(s.Init)), l.read(l.expr(s.Limit)), constValue(siteOf(s), 1, false)}
	if s.Step != nil {
		bounds[2] = l.read(l.expr(s.Step))
	}
	t := syntax.ScalarType(syntax.Int)
	for _, v := range bounds {
		if !l.loopBound(v) {
			return
		}
		if v.numericType().Scalar.IsFloat() {
			t = syntax.ScalarType(syntax.Float)
		}
	}
	if bounds[2].kind == constant && bounds[2].num == 0 {
		l.fail(diag.ConstantOutOfRange, bounds[2].site, "the step of a for loop is 0").HelpText("use while, if it shall not count")
		return
	}
	c := make([]V, 3)
	for i, v := range bounds {
		c[i] = l.convertTo(v, t, &target{what: "the for loop"})[0]
	}
	l.loopScope(func() { l.countingLoop(s, t, c) })
}

func (l *lowerer) loopBound(v value) bool {
	switch {
	case v.kind == invalid:
		return false
	case v.isNumeric() && v.numericType().IsScalar() && v.numericType().Scalar != syntax.Bool:
		return true
	case v.kind == data:
		l.fail(diag.TypeMismatch, v.site, "the bounds of a for loop must be numbers, but this is %s", v.t)
	default:
		l.notData(v, syntax.ScalarType(syntax.Int), &target{what: "the bounds of a for loop"})
	}
	return false
}

func (l *lowerer) countingLoop(s *ast.NumberForStmt, t *syntax.Type, c []V) {
	x, extra := l.stopFlag(s.Stmts)
	counter := &variable{name: s.Name, site: siteOf(s), t: t, c: []V{c[0]}}
	l.live = append(l.live, counter)
	site := siteOf(s)
	cond := func() V {
		l.b.Site = site
		return l.b.BAnd(l.b.BNot(l.gone(x)), l.inRange(t.Scalar, counter.c[0], c[1], c[2]))
	}
	l.repeatWhile(l.unit.loops[s], append(extra, counter), cond, func() {
		l.stillHere(x)
		l.within(func() {
			l.declare(declKey{s, 0}, s.Name, site, dataValue(site, t, counter.c[0]))
			l.block(s.Stmts)
		})
		l.b.Site = site
		if t.Scalar == syntax.Int {
			counter.c = []V{l.b.IAdd(counter.c[0], c[2])}
		} else {
			counter.c = []V{l.b.FAdd(counter.c[0], c[2])}
		}
	})
}

// inRange says whether a counter has not passed the limit in the direction of the step.
func (l *lowerer) inRange(s syntax.Scalar, i, limit, step V) V {
	le, zero := l.b.LeS, l.b.I(0)
	less := l.b.LtS
	if s == syntax.Float {
		le, less, zero = l.b.FLe, l.b.FLt, l.b.F(0)
	}
	down := less(step, zero)
	if bits, ok := l.b.Known(down); ok {
		if bits != 0 {
			return le(limit, i)
		}
		return le(i, limit)
	}
	return l.b.Select(down, le(limit, i), le(i, limit))
}

func (l *lowerer) breakStatement(s *ast.BreakStmt) {
	if l.loop == nil {
		l.fail(diag.UnsupportedLua, siteOf(s), "break stands outside of a loop")
		return
	}
	l.loop.broke.c = []V{l.b.Bool(true)}
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
	if len(values) > len(f.results) && len(s.Exprs) > 0 && f.arity < len(values) && f.site == 0 {
		l.inference.raiseArity(f, len(values))
	}
	if f.site == 0 {
		f.site = siteOf(s)
	}
	if len(values) != len(f.results) {
		l.fail(diag.ReturnMismatch, siteOf(s), "%s returns %d values here and %d elsewhere", functionName(f.name), len(values), len(f.results)).
			Also(f.site, "here").HelpText("return the same number of values everywhere")
	}
	for i := range min(len(values), len(f.results)) {
		l.returnValue(f.results[i], values[i])
	}
	f.returned.c = []V{l.b.Bool(true)}
}

func (l *lowerer) returnValue(x *variable, v value) {
	if v = l.settle(x, v); v.kind == invalid || x.t == nil {
		return
	}
	if x.site == 0 {
		x.site = v.site
	}
	x.c = l.convertTo(v, x.t, &target{what: x.name, site: x.site})
}

func (l *lowerer) kernelReturn(s *ast.ReturnStmt) {
	if len(s.Exprs) > 0 {
		l.fail(diag.ReturnMismatch, siteOf(s.Exprs[0]), "a compute kernel returns no value").
			HelpText("write results to an RW resource, for example gpu.RWStructuredBuffer")
	}
	l.frame.returned.c = []V{l.b.Bool(true)}
}
