package parse

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/host/internal/source/lex"
)

// An operand is an expression with the bytes it covers, parentheses included.
type operand struct {
	expr       ast.Expr
	start, end int
	paren      bool // written in parentheses: not a variable any more
	height     int  // of the tree, calls and tables not looked into
}

// A binary operator binds its left side with left and reads its right side with right; right < left makes it associate
// to the right. (Lua 5.1 manual §2.5.6)
type binding struct{ left, right int }

var binaryOperators = map[string]binding{
	"or": {1, 1}, "and": {2, 2},
	"<": {3, 3}, ">": {3, 3}, "<=": {3, 3}, ">=": {3, 3}, "~=": {3, 3}, "==": {3, 3},
	"..": {5, 4}, "+": {6, 6}, "-": {6, 6}, "*": {7, 7}, "/": {7, 7}, "%": {7, 7},
	"^": {10, 9},
}

const unaryBinding = 8

func (p *parser) expr() ast.Expr { return p.binary(0).expr }

func (p *parser) exprList() []ast.Expr {
	list, _ := p.exprParts()
	return list
}

// exprParts is exprList with the bytes of each, parentheses included.
func (p *parser) exprParts() (list []ast.Expr, parts []Range) {
	for more := true; more; more = p.accept(",") {
		o := p.binary(0)
		list, parts = append(list, o.expr), append(parts, Range{o.start, o.end})
	}
	return list, parts
}

// binary reads an expression whose operators all bind tighter than limit.
func (p *parser) binary(limit int) operand {
	p.enter()
	defer p.leave()
	left := p.unary()
	for {
		b, ok := binaryOperators[p.tok.class]
		if !ok || b.left <= limit {
			return left
		}
		op := p.advance()
		right := p.binary(b.right)
		e := binaryNode(op.class, left.expr, right.expr)
		whole := Range{left.start, right.end}
		p.add(e, whole, whole, Range{op.start, op.end})
		left = operand{expr: p.operation(e), start: left.start, end: right.end, height: p.higher(left.height, right.height)}
	}
}

func binaryNode(op string, left, right ast.Expr) ast.Expr {
	switch op {
	case "or", "and":
		return &ast.LogicalOpExpr{Operator: op, Lhs: left, Rhs: right}
	case "<", ">", "<=", ">=", "~=", "==":
		return &ast.RelationalOpExpr{Operator: op, Lhs: left, Rhs: right}
	case "..":
		return &ast.StringConcatOpExpr{Lhs: left, Rhs: right}
	}
	return &ast.ArithmeticOpExpr{Operator: op, Lhs: left, Rhs: right}
}

func (p *parser) unary() operand {
	op := p.tok
	switch op.class {
	case "-", "not", "#":
	default:
		return p.simple()
	}
	p.advance()
	inner := p.binary(unaryBinding)
	var e ast.Expr
	switch op.class {
	case "-":
		e = &ast.UnaryMinusOpExpr{Expr: inner.expr}
	case "not":
		e = &ast.UnaryNotOpExpr{Expr: inner.expr}
	default:
		e = &ast.UnaryLenOpExpr{Expr: inner.expr}
	}
	whole := Range{op.start, inner.end}
	p.add(e, whole, whole, Range{op.start, op.end})
	return operand{expr: p.operation(e), start: op.start, end: inner.end, height: p.higher(inner.height, 0)}
}

// simple reads a literal, a function, a table or a prefix expression.
func (p *parser) simple() operand {
	t := p.tok
	var e ast.Expr
	switch t.class {
	case classNumber:
		e = &ast.NumberExpr{Value: t.value}
	case classString:
		e = &ast.StringExpr{Value: t.value}
	case "nil":
		e = &ast.NilExpr{}
	case "true":
		e = &ast.TrueExpr{}
	case "false":
		e = &ast.FalseExpr{}
	case "...":
		if !p.scopes.vararg[len(p.scopes.vararg)-1] {
			panic(p.varargOutside(t))
		}
		e = &ast.Comma3Expr{}
	case "{":
		return p.table()
	case "function":
		f := p.functionBody(p.advance(), false)
		return operand{expr: f, start: t.start, end: p.prevEnd}
	default:
		return p.prefixExpr()
	}
	p.advance()
	p.addToken(e, t)
	return operand{expr: p.literal(e), start: t.start, end: t.end}
}

func (p *parser) ident(t token) *ast.IdentExpr {
	e := &ast.IdentExpr{Value: t.value}
	r := p.addToken(e, t)
	if r.Scope, r.Decl = p.scopes.find(t.value); r.Scope == ScopeGlobal {
		p.countName(t)
	}
	return e
}

// prefixExpr reads a name or a parenthesised expression and what follows it: fields, indices, calls.
func (p *parser) prefixExpr() operand {
	var o operand
	switch t := p.tok; t.class {
	case className:
		p.advance()
		o = operand{expr: p.ident(t), start: t.start, end: t.end}
	case "(":
		o = p.parenthesised()
	default:
		panic(p.unexpected())
	}
	for {
		next, ok := p.suffix(o)
		if !ok {
			return o
		}
		next.height = p.higher(o.height, 0)
		o = next
	}
}

// parenthesised cuts a call or '...' to one value.
func (p *parser) parenthesised() operand {
	start := p.tok.start
	p.push(p.tok, ")")
	p.advance()
	inner := p.binary(0)
	e := inner.expr
	end := p.pop().end
	switch x := e.(type) {
	case *ast.FuncCallExpr:
		x.AdjustRet = true
	case *ast.Comma3Expr:
		x.AdjustRet = true
	}
	return operand{expr: e, start: start, end: end, paren: true, height: inner.height}
}

// suffix reads one field, index or call after o.
func (p *parser) suffix(o operand) (operand, bool) {
	switch p.tok.class {
	case ".":
		p.advance()
		name := p.expect(className, "after '.'")
		return operand{expr: p.field(o.expr, o.start, name), start: o.start, end: name.end}, true
	case "[":
		return p.index(o), true
	case ":":
		colon := p.advance()
		name := p.expect(className, "after ':'")
		if !p.startsArguments() {
			panic(p.methodWithoutCall(colon, name))
		}
		return p.call(o, &name), true
	case "(":
		if lineBreak(p.lex.Text[o.end:p.tok.start]) {
			panic(p.ambiguousCall(o))
		}
		return p.call(o, nil), true
	case "{", classString:
		return p.call(o, nil), true
	}
	return o, false
}

func (p *parser) startsArguments() bool { return p.at("(") || p.at("{") || p.at(classString) }

// field makes object.name; the key is a node of its own.
func (p *parser) field(object ast.Expr, start int, name token) *ast.AttrGetExpr {
	key := &ast.StringExpr{Value: name.value}
	p.addToken(key, name)
	e := &ast.AttrGetExpr{Object: object, Key: p.literal(key)}
	r := Range{name.start, name.end}
	p.add(e, Range{start, name.end}, r, r)
	return e
}

func (p *parser) index(o operand) operand {
	open := p.tok
	p.push(open, "]")
	p.advance()
	e := &ast.AttrGetExpr{Object: o.expr, Key: p.key(p.expr())}
	end := p.pop().end
	r := Range{open.start, end}
	p.add(e, Range{o.start, end}, r, r)
	return operand{expr: e, start: o.start, end: end}
}

// call reads the arguments of o(…), o{…}, o"…" or, with a method name, o:name(…).
func (p *parser) call(o operand, method *token) operand {
	e := &ast.FuncCallExpr{}
	var point Range
	if method != nil {
		e.Receiver, e.Method = o.expr, method.value
		point = Range{method.start, method.end}
		p.countName(*method)
	} else {
		e.Func = o.expr
		point = p.calleeName(o)
	}
	args, ranges := p.arguments()
	e.Args = args
	p.add(e, Range{o.start, p.prevEnd}, Range{point.Start, p.prevEnd}, point).Parts = ranges
	p.nameCall(e)
	return operand{expr: e, start: o.start, end: p.prevEnd}
}

// calleeName returns the last name of a called expression: c of a.b.c, b[1] of a.b[1], all of a parenthesised one.
func (p *parser) calleeName(o operand) Range {
	if o.paren {
		return Range{o.start, o.end}
	}
	start := o.start
	for e := o.expr; ; {
		a, ok := e.(*ast.AttrGetExpr)
		if !ok {
			break
		}
		r := p.of(a)
		if p.lex.Text[r.Point.Start] != '[' {
			start = r.Point.Start
			break
		}
		e = a.Object
	}
	return Range{start, o.end}
}

// arguments reads what a call is given, with the bytes of each.
func (p *parser) arguments() (args []ast.Expr, parts []Range) {
	switch t := p.tok; t.class {
	case classString:
		p.advance()
		s := &ast.StringExpr{Value: t.value}
		p.addToken(s, t)
		return []ast.Expr{p.literal(s)}, []Range{{t.start, t.end}}
	case "{":
		o := p.table()
		return []ast.Expr{o.expr}, []Range{{o.start, o.end}}
	}
	p.push(p.tok, ")")
	p.advance()
	args = []ast.Expr{}
	if !p.at(")") {
		args, parts = p.exprParts()
	}
	p.pop()
	return args, parts
}

func (p *parser) table() operand {
	p.enter()
	defer p.leave()
	start := p.tok
	p.push(start, "}")
	p.advance()
	e := &ast.TableExpr{Fields: []*ast.Field{}}
	var parts []Range
	for !p.at("}") {
		begin := p.tok.start
		e.Fields = append(e.Fields, p.tableField())
		parts = append(parts, Range{begin, p.prevEnd})
		if !p.accept(",") && !p.accept(";") {
			break
		}
	}
	end := p.pop().end
	whole := Range{start.start, end}
	p.add(e, whole, whole, Range{start.start, start.end}).Parts = parts
	p.constructor(e)
	return operand{expr: e, start: start.start, end: end}
}

func (p *parser) tableField() *ast.Field {
	if p.at("[") {
		p.push(p.tok, "]")
		p.advance()
		key := p.expr()
		p.pop()
		p.expect("=", "after the key of a table field")
		return &ast.Field{Key: key, Value: p.expr()}
	}
	if p.at(className) && p.followedByEquals() {
		t := p.advance()
		key := &ast.StringExpr{Value: t.value}
		p.addToken(key, t)
		p.advance()
		return &ast.Field{Key: p.literal(key), Value: p.expr()}
	}
	return &ast.Field{Value: p.expr()}
}

// followedByEquals looks one token ahead.
func (p *parser) followedByEquals() bool {
	saved := p.lex.Pos
	next := p.token()
	p.lex.Pos = saved
	return next.class == "="
}

// functionBody reads the parameters and the block of a function. Its span is the head, `function name(a, b)`.
func (p *parser) functionBody(keyword token, method bool) *ast.FunctionExpr {
	p.push(keyword, "end")
	open := p.expect("(", "before the parameters of a function")
	params := &ast.ParList{Names: []string{}}
	var ranges []Range
	p.push(open, ")")
	for more := !p.at(")"); more; more = p.accept(",") {
		if p.accept("...") {
			params.HasVargs = true
			break
		}
		t := p.expect(className, "in the parameters of a function")
		params.Names, ranges = append(params.Names, t.value), append(ranges, Range{t.start, t.end})
	}
	head := p.pop().end
	p.scopes.enterFunction(params.HasVargs)
	if method {
		p.scopes.declare(p.prevEnd, "self")
	}
	p.scopes.declare(p.prevEnd, params.Names...)
	if params.HasVargs {
		p.scopes.declare(p.prevEnd, "arg") // gopher-lua gives every vararg function the table of Lua 5.0
	}
	p.beginFunction(keyword)
	f := &ast.FunctionExpr{ParList: params, Stmts: p.endFunction(p.block())}
	p.scopes.leaveFunction()
	p.pop()
	p.add(f, Range{keyword.start, p.prevEnd}, Range{keyword.start, head},
		Range{keyword.start, keyword.end}).Names = ranges
	return f
}

func lineBreak(s string) bool {
	for i := 0; i < len(s); i++ {
		if lex.IsNewline(s[i]) {
			return true
		}
	}
	return false
}
