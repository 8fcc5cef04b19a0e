package parse

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/host/internal/source/adapt"
	"github.com/gpuscript/gpuscript/host/internal/source/lex"
)

// maxNesting bounds how deep expressions and blocks may nest, as the reference implementation does (LUAI_MAXCCALLS), so
// that no text can exhaust the Go stack.
const maxNesting = 200

// maxChain bounds how many elseif stand behind each other and in each other. They do not nest, but the tree has each in the else of the one before
// it, and the compiler looks for a name in all of them, so that a long chain would take time by its square.
const maxChain = 1000

// A Record is what is known of one node: half-open byte ranges of the text.
type Record struct {
	Node   ast.PositionHolder
	Extent Range // the whole construct
	Span   Range // what a message underlines
	Point  Range // the one word that says what happens: a name, a field, an operator, a keyword
	Names  []Range
	Parts  []Range // of a call its arguments, of a table its fields with their keys; parentheses included
	Scope  Scope   // identifiers only
	Decl   int     // of identifiers the declaration, 0 for globals; of local statements the first one they make
}

// Classes of tokens that are not written with fixed letters.
const (
	classEOF    = lex.EOF
	className   = lex.Name
	classNumber = lex.Number
	classString = lex.String
)

// A token is a lex.Token.
type token struct {
	class, value string
	start, end   int
}

// A Range is half-open bytes of a text.
type Range struct{ Start, End int }

// Contains says whether all of another range lies in one.
func (r Range) Contains(o Range) bool { return r.Start <= o.Start && o.End <= r.End }

// Scope says what an identifier refers to.
type Scope uint8

// The scopes of an identifier.
const (
	ScopeNone Scope = iota
	ScopeGlobal
	ScopeLocal
	ScopeUpvalue
)

// A parser turns one text into gopher-lua's tree. Nodes are numbered in the order in which they are completed, so a
// statement has a higher id than everything in it, and the last statement the highest of all.
type parser struct {
	lex     *lex.Lexer
	tok     token
	prevEnd int      // end of the token before tok
	open    []opener // blocks and brackets that wait for their end
	elseIfs []Range  // every `else if` on one line, which may have been meant as `elseif`
	depth   int
	chain   int // how many elseif are open
	base    int // id of the first node
	records []Record
	scopes  scopes
	adapt   *adapt.Adapter // the tree is for the compiler; nil if it is kept
	bounds  []*bound       // of the functions that are open, outermost first
	stop    <-chan struct{}
	tokens  int
}

// An opener is a keyword or bracket that something must close.
type opener struct {
	tok     token
	closing string
}

// A Tree is a text that has been parsed.
type Tree struct {
	Stmts   []ast.Stmt
	Records []Record // node with id base+i at index i; the last record is the end of the text
	Base    int
	Starts  []int  // of all declarations: where the text goes on after each
	Seen    []Seen // of all declarations: their names, and what can use them
}

// Options say how a text is read. The zero value is a tree that is kept, whose nodes count from 0.
type Options struct {
	Base  int             // number of the first node
	Nodes int             // how many nodes the text has, if that is known
	Adapt *adapt.Adapter  // the tree is for the compiler; nil if it is kept
	Stop  <-chan struct{} // ends the reading when it is closed; nil: nothing does
}

// bytesPerNode is about how many bytes of a script make a node.
const bytesPerNode = 10

// Read reads a whole text. The error is nil, Stopped, or says what is wrong with the text.
func Read(text string, o Options) (*Tree, *Error) {
	nodes := o.Nodes
	if nodes == 0 {
		nodes = min(len(text), maxText) / bytesPerNode
	}
	return (&parser{base: o.Base, adapt: o.Adapt, stop: o.Stop, records: make([]Record, 0, nodes)}).parse(text)
}

// parse is the whole of a text.
func (p *parser) parse(text string) (t *Tree, err *Error) {
	defer func() {
		if r := recover(); r != nil {
			switch e := r.(type) {
			case *Error:
				t, err = nil, e
			case *lex.Error:
				t, err = nil, unread(e)
			default:
				panic(r)
			}
		}
	}()
	if len(text) > maxText {
		panic(Refuse(Range{}, "", "the script is too large: %d bytes, and at most %d are compiled", len(text), maxText))
	}
	p.lex = lex.New(text)
	p.tok = p.token()
	p.scopes.enterFunction(true)
	p.beginFunction(token{})
	stmts := p.endFunction(p.block())
	if p.tok.class != classEOF {
		panic(p.strayToken())
	}
	p.scopes.end(0)
	end := Range{p.tok.start, p.tok.end}
	p.records = append(p.records, Record{Extent: end, Span: end, Point: end})
	return &Tree{Stmts: stmts, Records: p.records, Base: p.base, Starts: p.scopes.starts, Seen: p.scopes.seen}, nil
}

// token is the next token of the text.
func (p *parser) token() token {
	t := p.lex.Next()
	return token{t.Class, t.Value, t.Start, t.End}
}

// advance moves to the next token and returns the one it leaves.
func (p *parser) advance() token {
	t := p.tok
	p.prevEnd = t.end
	p.lookUp()
	p.tok = p.token()
	return t
}

func (p *parser) at(class string) bool { return p.tok.class == class }

// accept moves on if the token is of the class.
func (p *parser) accept(class string) bool {
	if p.tok.class != class {
		return false
	}
	p.advance()
	return true
}

// expect moves over a token of the class; after is a clause for the message: `after the condition of "if"`.
func (p *parser) expect(class, after string) token {
	if p.tok.class != class {
		panic(p.missing(class, after))
	}
	return p.advance()
}

// push notes that tok waits for closing; pop takes the closing token.
func (p *parser) push(tok token, closing string) { p.open = append(p.open, opener{tok, closing}) }

func (p *parser) pop() token {
	o := p.open[len(p.open)-1]
	if p.tok.class != o.closing {
		panic(p.unclosed(o))
	}
	p.open = p.open[:len(p.open)-1]
	return p.advance()
}

func (p *parser) enter() {
	p.depth++
	if p.depth > maxNesting {
		panic(p.tooDeep())
	}
}

func (p *parser) leave() { p.depth-- }

// add numbers a finished node.
func (p *parser) add(n ast.PositionHolder, extent, span, point Range) *Record {
	id := p.base + len(p.records)
	n.SetLine(id)
	n.SetLastLine(id)
	p.records = append(p.records, Record{Node: n, Extent: extent, Span: span, Point: point})
	p.scopes.next = len(p.records)
	return &p.records[len(p.records)-1]
}

// addToken numbers a node that is one token.
func (p *parser) addToken(n ast.PositionHolder, t token) *Record {
	r := Range{t.start, t.end}
	return p.add(n, r, r, r)
}

// of returns the record of a node of this parse.
func (p *parser) of(n ast.PositionHolder) *Record { return &p.records[n.Line()-p.base] }
