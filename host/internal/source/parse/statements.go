package parse

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/host/internal/source/adapt"
)

// endsBlock holds the tokens that can follow a block.
var endsBlock = map[string]bool{classEOF: true, "else": true, "elseif": true, "end": true, "until": true}

// block reads statements up to a token that ends a block. The caller opens and closes the scope.
func (p *parser) block() []ast.Stmt {
	p.enter()
	defer p.leave()
	stmts := []ast.Stmt{}
	for !endsBlock[p.tok.class] {
		if p.accept(";") {
			continue
		}
		last := p.at("return") || p.at("break")
		start := p.tok
		stmts = append(stmts, p.statement())
		if last {
			p.accept(";")
			if !endsBlock[p.tok.class] {
				panic(p.afterLast(start))
			}
		}
	}
	return stmts
}

// scoped reads a block with a scope of its own that declares the names.
func (p *parser) scoped(names ...string) []ast.Stmt {
	p.scopes.enter()
	defer p.scopes.leave()
	p.scopes.declare(p.prevEnd, names...)
	return p.block()
}

func (p *parser) statement() ast.Stmt {
	switch p.tok.class {
	case "if":
		return p.ifStmt()
	case "while":
		return p.whileStmt()
	case "do":
		return p.doStmt()
	case "for":
		return p.forStmt()
	case "repeat":
		return p.repeatStmt()
	case "function":
		return p.functionStmt()
	case "local":
		return p.localStmt()
	case "return":
		return p.returnStmt()
	case "break":
		t := p.advance()
		s := &ast.BreakStmt{}
		p.addToken(s, t)
		return s
	case "goto":
		return p.gotoStmt()
	case "::":
		return p.labelStmt()
	}
	return p.exprStmt()
}

// compound numbers a statement with a block: the span is its head, the point its keyword.
func (p *parser) compound(s ast.Stmt, keyword token, headEnd int) *Record {
	return p.add(s, Range{keyword.start, p.prevEnd}, Range{keyword.start, headEnd},
		Range{keyword.start, keyword.end})
}

func (p *parser) ifStmt() ast.Stmt {
	p.push(p.tok, "end")
	return p.ifPart()
}

// ifPart reads from `if` or `elseif` through the one `end`; an `elseif` is the only statement of an else block.
func (p *parser) ifPart() *ast.IfStmt {
	keyword := p.advance()
	s := &ast.IfStmt{Condition: p.expr()}
	head := p.expect("then", "after the condition of '"+keyword.class+"'").end
	s.Then = p.scoped()
	switch {
	case p.at("elseif"):
		if p.chain++; p.chain > maxChain {
			panic(p.tooLong())
		}
		s.Else = []ast.Stmt{p.ifPart()}
		p.chain--
	case p.at("else"):
		p.elseThenIf(p.advance())
		s.Else = p.scoped()
		p.pop()
	default:
		p.pop()
	}
	p.compound(s, keyword, head)
	return s
}

// elseThenIf notes an `else` that an `if` follows on the same line.
func (p *parser) elseThenIf(t token) {
	if p.at("if") && !lineBreak(p.lex.Text[t.end:p.tok.start]) {
		p.elseIfs = append(p.elseIfs, Range{t.start, p.tok.end})
	}
}

func (p *parser) whileStmt() ast.Stmt {
	defer p.loop()()
	p.push(p.tok, "end")
	keyword := p.advance()
	s := &ast.WhileStmt{Condition: p.expr()}
	head := p.expect("do", "after the condition of 'while'").end
	s.Stmts = p.scoped()
	p.pop()
	p.compound(s, keyword, head)
	return s
}

func (p *parser) doStmt() ast.Stmt {
	p.push(p.tok, "end")
	keyword := p.advance()
	s := &ast.DoBlockStmt{Stmts: p.scoped()}
	p.pop()
	p.compound(s, keyword, keyword.end)
	return s
}

// repeatStmt's condition sees the locals of the block.
func (p *parser) repeatStmt() ast.Stmt {
	defer p.loop()()
	p.push(p.tok, "until")
	keyword := p.advance()
	p.scopes.enter()
	s := &ast.RepeatStmt{Stmts: p.block()}
	p.pop()
	s.Condition = p.expr()
	p.scopes.leave()
	p.compound(s, keyword, keyword.end)
	return s
}

func (p *parser) forStmt() ast.Stmt {
	defer p.loop()()
	p.push(p.tok, "end")
	keyword := p.advance()
	first := p.expect(className, "after 'for'")
	if p.at("=") {
		return p.numericFor(keyword, first)
	}
	if !p.at(",") && !p.at("in") {
		panic(p.missing("= or in", "after the variable of 'for'"))
	}
	names, ranges := p.moreNames(first)
	p.expect("in", "after the variables of 'for'")
	s := &ast.GenericForStmt{Names: names, Exprs: p.exprList()}
	head := p.expect("do", "after the expressions of 'for'").end
	s.Stmts = p.scoped(names...)
	p.pop()
	p.compound(s, keyword, head).Names = ranges
	return s
}

func (p *parser) numericFor(keyword, name token) ast.Stmt {
	p.advance()
	s := &ast.NumberForStmt{Name: name.value, Init: p.expr()}
	p.expect(",", "after the first value of 'for'")
	s.Limit = p.expr()
	if p.accept(",") {
		s.Step = p.expr()
	}
	head := p.expect("do", "after the range of 'for'").end
	s.Stmts = p.scoped(name.value)
	p.pop()
	p.compound(s, keyword, head).Names = []Range{{name.start, name.end}}
	return s
}

// moreNames reads the rest of a list of names whose first one has been read.
func (p *parser) moreNames(first token) (names []string, ranges []Range) {
	names, ranges = []string{first.value}, []Range{{first.start, first.end}}
	for p.accept(",") {
		t := p.expect(className, "after ','")
		names, ranges = append(names, t.value), append(ranges, Range{t.start, t.end})
	}
	return names, ranges
}

// functionStmt reads `function a.b.c:m() … end`.
func (p *parser) functionStmt() ast.Stmt {
	keyword := p.advance()
	t := p.expect(className, "after 'function'")
	var target ast.Expr = p.ident(t)
	name := &ast.FuncName{Func: target}
	nameStart, last := t.start, t
	for p.at(".") {
		p.advance()
		last = p.expect(className, "after '.'")
		target = p.field(target, nameStart, last)
		name.Func = target
	}
	method := p.accept(":")
	if method {
		last = p.expect(className, "after ':'")
		name.Func, name.Receiver, name.Method = nil, target, last.value
		p.countName(last)
	}
	s := &ast.FuncDefStmt{Name: name, Func: p.functionBody(keyword, method)}
	head := p.of(s.Func).Span
	p.add(s, Range{keyword.start, p.prevEnd}, head, Range{nameStart, last.end})
	return s
}

func (p *parser) localStmt() ast.Stmt {
	keyword := p.advance()
	if p.at("function") {
		fn := p.advance()
		t := p.expect(className, "after 'local function'")
		decl := p.scopes.declare(p.prevEnd, t.value)
		s := &ast.LocalAssignStmt{Names: []string{t.value}}
		f := p.functionBody(fn, false)
		s.Exprs = []ast.Expr{f}
		r := p.add(s, Range{keyword.start, p.prevEnd}, Range{keyword.start, p.of(f).Span.End}, Range{t.start, t.end})
		r.Names, r.Decl = []Range{{t.start, t.end}}, decl
		return s
	}
	names, ranges := p.moreNames(p.expect(className, "after 'local'"))
	s := &ast.LocalAssignStmt{Names: names, Exprs: []ast.Expr{}}
	decl := 0
	if p.accept("=") {
		// gopher-lua lets the function of `local f = function` see f, as if it were written `local function f`.
		if len(names) == 1 && p.at("function") {
			decl = p.scopes.declare(p.prevEnd, names...)
		}
		s.Exprs = p.exprList()
	}
	if decl == 0 {
		decl = p.scopes.declare(p.prevEnd, names...)
	}
	whole := Range{keyword.start, p.prevEnd}
	r := p.add(s, whole, whole, Range{ranges[0].Start, ranges[len(ranges)-1].End})
	r.Names, r.Decl = ranges, decl
	return s
}

func (p *parser) returnStmt() ast.Stmt {
	keyword := p.advance()
	s := &ast.ReturnStmt{}
	if !endsBlock[p.tok.class] && !p.at(";") {
		s.Exprs = p.exprList()
	}
	whole := Range{keyword.start, p.prevEnd}
	p.add(s, whole, whole, Range{keyword.start, keyword.end})
	return s
}

func (p *parser) gotoStmt() ast.Stmt {
	keyword := p.advance()
	t := p.expect(className, "after 'goto'")
	p.countLabel(t)
	s := &ast.GotoStmt{Label: t.value}
	whole := Range{keyword.start, t.end}
	p.add(s, whole, whole, Range{t.start, t.end})
	return s
}

func (p *parser) labelStmt() ast.Stmt {
	keyword := p.advance()
	t := p.expect(className, "after '::'")
	p.countLabel(t)
	end := p.expect("::", "after the name of the label").end
	s := &ast.LabelStmt{Name: t.value}
	whole := Range{keyword.start, end}
	p.add(s, whole, whole, Range{t.start, t.end})
	return s
}

// exprStmt reads a call or an assignment.
func (p *parser) exprStmt() ast.Stmt {
	first := p.prefixExpr()
	if p.at("=") || p.at(",") {
		return p.assignment(first)
	}
	if _, ok := first.expr.(*ast.FuncCallExpr); !ok {
		panic(p.notStatement(first))
	}
	s := &ast.FuncCallStmt{Expr: first.expr}
	call := *p.of(first.expr)
	p.add(s, call.Extent, call.Span, call.Point)
	return s
}

func (p *parser) assignment(first operand) ast.Stmt {
	s := &ast.AssignStmt{}
	for next := first; ; next = p.prefixExpr() {
		if !assignable(next) {
			panic(p.notAssignable(next))
		}
		s.Lhs = append(s.Lhs, next.expr)
		if !p.accept(",") {
			break
		}
	}
	equals := p.expect("=", "after the variables of an assignment")
	s.Rhs = p.exprList()
	whole := Range{first.start, p.prevEnd}
	p.add(s, whole, whole, Range{equals.start, equals.end})
	if p.adapt != nil {
		return adapt.Sequence(s)
	}
	return s
}

func assignable(o operand) bool {
	switch o.expr.(type) {
	case *ast.IdentExpr, *ast.AttrGetExpr:
		return !o.paren
	}
	return false
}
