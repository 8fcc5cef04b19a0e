package parse

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/host/internal/bytecode"
)

// Bounds of one text. What is beyond them is refused: it would take gopher-lua's compiler, whose time grows with the square of these, or
// this machine's memory too long.
const (
	maxText   = 64 << 20 // bytes
	maxPlaces = 1 << 22  // names, values, operators and statements
	maxNames  = 2_000    // different globals and methods of a function
	maxLabels = 1_000    // labels and gotos of a function
	maxHeight = 1_000    // operators, fields and calls in one row
)

// lookEvery is after how many tokens the parser asks whether it shall go on.
const lookEvery = 1024

// Stopped is the Error of a text that was not read to its end, because whoever asked for it does not want it any more.
var Stopped = &Error{Title: "stopped"}

// A bound counts what is bounded in one function.
type bound struct {
	keyword token // of the function, nothing of a whole text
	names   map[string]bool
	labels  int
}

// lookUp is called for each token.
func (p *parser) lookUp() {
	if p.tokens++; p.tokens%lookEvery != 0 {
		return
	}
	select {
	case <-p.stop:
		panic(Stopped)
	default:
	}
	if len(p.records) > maxPlaces {
		panic(Refuse(p.here(), "", "the script is too large: more than %d names, values, operators and statements", maxPlaces).
			WithHelp("Put a part of it into another file, or data into a file that the script reads."))
	}
}

func (p *parser) beginFunction(keyword token) {
	p.bounds = append(p.bounds, &bound{keyword: keyword, names: map[string]bool{}})
	if p.adapt != nil {
		p.adapt.EnterFunction()
	}
}

func (p *parser) endFunction(stmts []ast.Stmt) []ast.Stmt {
	p.bounds = p.bounds[:len(p.bounds)-1]
	if p.adapt != nil {
		return p.adapt.LeaveFunction(stmts)
	}
	return stmts
}

// countName counts the name of a global or a method.
func (p *parser) countName(t token) {
	b := p.bounds[len(p.bounds)-1]
	if b.names[t.value] = true; len(b.names) > maxNames {
		panic(p.tooMany(b, t, "different globals and methods", maxNames).
			WithHelp("Put a part of the function into another, or the values into a table."))
	}
}

func (p *parser) countLabel(t token) {
	b := p.bounds[len(p.bounds)-1]
	if b.labels++; b.labels > maxLabels {
		panic(p.tooMany(b, t, "labels and gotos", maxLabels).WithHelp("Put a part of the function into another."))
	}
}

// tooMany says that a function has more than n of something.
func (p *parser) tooMany(b *bound, t token, what string, n int) *Error {
	e := Refuse(Range{t.start, t.end}, "one too many", "a function has more than %d %s", n, what)
	if b.keyword.end > 0 {
		e.Also = &Note{Range{b.keyword.start, b.keyword.end}, "in this function"}
	}
	return e
}

// higher is the height of a tree with an operation on two others.
func (p *parser) higher(a, b int) int {
	h := max(a, b) + 1
	if h > maxHeight {
		panic(Refuse(p.here(), "", "more than %d operators, fields or calls follow one another in one expression", maxHeight).
			WithHelp("Name a part of it with a local variable, or compute it in a loop."))
	}
	return h
}

// loop notes the places of a loop from here to where the result is called.
func (p *parser) loop() func() {
	first := p.base + len(p.records)
	return func() {
		if p.adapt != nil {
			p.adapt.Loops = append(p.adapt.Loops, bytecode.Range{First: first, Last: p.base + len(p.records) - 1})
		}
	}
}

// What follows changes the tree for the compiler, and nothing in one that is kept.

func (p *parser) operation(e ast.Expr) ast.Expr {
	if p.adapt == nil {
		return e
	}
	return p.adapt.Operation(e)
}

func (p *parser) literal(e ast.Expr) ast.Expr {
	if p.adapt == nil {
		return e
	}
	return p.adapt.Literal(e)
}

func (p *parser) key(e ast.Expr) ast.Expr {
	if p.adapt == nil {
		return e
	}
	return p.adapt.Key(e)
}

func (p *parser) constructor(e *ast.TableExpr) {
	if p.adapt != nil {
		p.adapt.Table(e)
	}
}

func (p *parser) nameCall(e *ast.FuncCallExpr) {
	if p.adapt != nil {
		p.adapt.NameCall(e)
	}
}
