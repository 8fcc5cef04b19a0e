package source

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/host/internal/source/adapt"
	"github.com/gpuscript/gpuscript/host/internal/source/lex"
)

// maxNesting bounds how deep expressions and blocks may nest, as the reference implementation does (LUAI_MAXCCALLS), so
// that no text can exhaust the Go stack.
const maxNesting = 200

// A record is what is known of one node: half-open byte ranges of the text.
type record struct {
	node   ast.PositionHolder
	extent bytesRange // the whole construct
	span   bytesRange // what a message underlines
	point  bytesRange // the one word that says what happens: a name, a field, an operator, a keyword
	names  []bytesRange
	parts  []bytesRange // of a call its arguments, of a table its fields with their keys; parentheses included
	scope  refKind      // identifiers only
	decl   int          // of identifiers the declaration, 0 for globals; of local statements the first one they make
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

type bytesRange struct{ start, end int }

// refKind says what an identifier refers to.
type refKind uint8

const (
	refNone refKind = iota
	refGlobal
	refLocal
	refUpvalue
)

// A parser turns one text into gopher-lua's tree. Nodes are numbered in the order in which they are completed, so a
// statement has a higher id than everything in it, and the last statement the highest of all.
type parser struct {
	lex     *lex.Lexer
	tok     token
	prevEnd int          // end of the token before tok
	open    []opener     // blocks and brackets that wait for their end
	elseIfs []bytesRange // every `else if` on one line, which may have been meant as `elseif`
	depth   int
	base    int // id of the first node
	records []record
	scopes  scopes
	probe   int            // id of the node whose visible names are wanted, 0 for none
	visible map[string]int // the answer: the declaration of each name
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

// A chunk of text that has been parsed.
type tree struct {
	stmts   []ast.Stmt
	records []record // node with id base+i at index i; the last record is the end of the text
	base    int
	visible map[string]int
	starts  []int // of all declarations: where the text goes on behind each
}

// parse reads a whole chunk. Its only errors are *syntaxError.
func parse(text string, base, probe int) (t *tree, err *syntaxError) {
	return (&parser{base: base, probe: probe}).parse(text)
}

// parse is the whole of a text.
func (p *parser) parse(text string) (t *tree, err *syntaxError) {
	defer func() {
		if r := recover(); r != nil {
			switch e := r.(type) {
			case *syntaxError:
				t, err = nil, e
			case *lex.Error:
				t, err = nil, unread(e)
			default:
				panic(r)
			}
		}
	}()
	if len(text) > maxText {
		panic(refuse(bytesRange{}, "", "the script is too large: %d bytes, and at most %d are compiled", len(text), maxText))
	}
	p.lex = lex.New(text)
	p.tok = p.token()
	p.scopes.enterFunction(0, nil, true)
	p.beginFunction(token{})
	stmts := p.endFunction(p.block())
	if p.tok.class != classEOF {
		panic(p.strayToken())
	}
	end := bytesRange{p.tok.start, p.tok.end}
	p.records = append(p.records, record{extent: end, span: end, point: end})
	return &tree{stmts: stmts, records: p.records, base: p.base, visible: p.visible, starts: p.scopes.starts}, nil
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
func (p *parser) add(n ast.PositionHolder, extent, span, point bytesRange) *record {
	id := p.base + len(p.records)
	n.SetLine(id)
	n.SetLastLine(id)
	p.records = append(p.records, record{node: n, extent: extent, span: span, point: point})
	if p.probe == id {
		p.visible = p.scopes.declarations()
	}
	return &p.records[len(p.records)-1]
}

// addToken numbers a node that is one token.
func (p *parser) addToken(n ast.PositionHolder, t token) *record {
	r := bytesRange{t.start, t.end}
	return p.add(n, r, r, r)
}

// of returns the record of a node of this parse.
func (p *parser) of(n ast.PositionHolder) *record { return &p.records[n.Line()-p.base] }
