package source

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/adapt"
	"github.com/gpuscript/gpuscript/host/internal/source/flow"
	"github.com/gpuscript/gpuscript/host/internal/source/indent"
	"github.com/gpuscript/gpuscript/host/internal/source/page"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
	"github.com/gpuscript/gpuscript/host/internal/source/sheet"
	"github.com/gpuscript/gpuscript/host/internal/source/way"
)

// FirstSite is the smallest site a Set gives. No text has as many lines, so a line number is never taken for a site.
const FirstSite gpu.Site = 1 << 24

// A Set holds the texts that one Lua state has loaded. It is safe for concurrent use: a renderer may read it while the script loads more.
type Set struct {
	mu     sync.RWMutex
	chunks []*chunk // ascending bases
	next   gpu.Site
	texts  map[string]int               // how many texts have a name
	protos map[Chunk]*lua.FunctionProto // what was compiled, so that a text loaded again costs nothing
	ways   way.Ways
	called Operators
}

type chunk struct {
	name      string // as given; that of the page has "#2" and so on for further texts of one name
	page.Page        // the text
	base      int    // number of the first node
	*unit            // what was made of the text, nothing if it was refused
	astray    func() []indent.Astray
}

// newChunk is a text whose nodes count from base, none so far.
func newChunk(name, file, text string, base int) *chunk {
	nothing := &unit{whole: func() *flow.Tree { return flow.New(&parse.Tree{Base: base}) }}
	c := &chunk{name: name, Page: page.New(file, text), base: base, unit: nothing}
	c.astray = sync.OnceValue(func() []indent.Astray { return indent.Find(&c.Page, c.tree()) })
	return c
}

// tree is the text as its author wrote it, with what is known of each node.
func (c *chunk) tree() *flow.Tree { return c.whole() }

// sheet is the text by its lines and by its statements.
func (c *chunk) sheet() sheet.Sheet { return sheet.New(&c.Page, c.tree()) }

func (c *chunk) record(n ast.PositionHolder) *parse.Record { return c.tree().Record(n) }

// Chunk is a loaded text.
type Chunk struct {
	File string
	Text string
}

// NewSet returns an empty set.
func NewSet() *Set {
	return &Set{next: FirstSite, texts: map[string]int{}, protos: map[Chunk]*lua.FunctionProto{}}
}

// ErrStopped is that a text was not compiled because the context ended before.
var ErrStopped = errors.New("stopped while a script was compiled")

// Operators are Go functions that scripts call where an operator stands, nil where the machine does it itself. Each returns one value and raises
// errors as the machine does.
type Operators struct {
	Concat *lua.LFunction // of a chain `a .. b .. c`, with all its operands: the machine would join texts of any length
	Power  *lua.LFunction // of `a ^ b`: the machine's result depends on the processor
}

// SetOperators sets the operators of scripts loaded from now on.
func (s *Set) SetOperators(o Operators) { s.called = o }

// Load parses and compiles a text. The name is the file name of its spans; a second text of the same name is name#2. The same text under the same
// name is compiled once. The text stays in the set, also when it is refused, so that its lines can be shown. The error is a *diag.Error with one
// SyntaxError.
func (s *Set) Load(name, text string) (*lua.FunctionProto, error) {
	return s.LoadContext(context.Background(), name, text)
}

// LoadContext is Load until the context ends; then its error is ErrStopped.
func (s *Set) LoadContext(ctx context.Context, name, text string) (*lua.FunctionProto, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if proto, ok := s.protos[Chunk{name, text}]; ok {
		return proto, nil
	}
	c := newChunk(name, s.fileName(name), text, int(s.next))
	s.chunks = append(s.chunks, c)
	err := c.make(ctx, s.called.given())
	s.next = after(s.next, c.nodes)
	if err != nil {
		return nil, err
	}
	proto := c.of(s.called)
	s.protos[Chunk{name, text}] = proto
	return proto, nil
}

// The first texts of a set begin at multiples of a number that few of them reach, so that a module often has the same places, whatever was loaded
// before it: it is then the same unit.
const (
	roomy     gpu.Site = 1 << 12              // places of a text
	roomyUpTo          = FirstSite + 64*roomy // after it, texts stand side by side
)

// after is where the text after one with some nodes begins.
func after(begin gpu.Site, nodes int) gpu.Site {
	end := begin + gpu.Site(nodes)
	if end > roomyUpTo {
		return end
	}
	return (end + roomy - 1) &^ (roomy - 1)
}

// make compiles the text, unless that was done before.
func (c *chunk) make(ctx context.Context, called given) error {
	key := unitKey{c.File, c.Text, c.base, called}
	if u := units.find(key); u != nil {
		c.unit = u
		return nil
	}
	adapter := adapt.New(called.places())
	adapted, syntax := parse.Read(c.Text, parse.Options{Base: c.base, Adapt: adapter, Stop: ctx.Done()})
	if syntax != nil {
		return c.refusal(ctx, syntax)
	}
	nodes := len(adapted.Records)
	if nodes > int(way.First)-c.base {
		return diag.AsError(diag.New(diag.SyntaxError, "too many scripts: more than %d places in one run", way.First))
	}
	c.unit = newUnit(c.File, c.Text, c.base, nodes)
	proto, err := c.compile(ctx, adapted.Stmts, adapter)
	if err != nil {
		return err
	}
	c.proto = proto
	units.keep(key, c.unit)
	return nil
}

// refusal is the error for a text that could not be parsed for the compiler. What is said of it is what the text itself says, not the tree that
// the compiler would have got.
func (c *chunk) refusal(ctx context.Context, e *parse.Error) error {
	if e != parse.Stopped {
		_, e = parse.Read(c.Text, parse.Options{Base: c.base, Stop: ctx.Done()})
	}
	if e == parse.Stopped {
		return ErrStopped
	}
	return diag.AsError(c.diagnose(e))
}

// fileName makes the name of a new text unique, so that Line finds the text that a span speaks of.
func (s *Set) fileName(name string) string {
	s.texts[name]++
	if n := s.texts[name]; n > 1 {
		return fmt.Sprintf("%s#%d", name, n)
	}
	return name
}

// find returns the chunk and the record of a site.
func (s *Set) find(site gpu.Site) (*chunk, *parse.Record, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	site = s.ways.Own(site)
	for lo, hi := 0, len(s.chunks); lo < hi; {
		mid := (lo + hi) / 2
		c := s.chunks[mid]
		switch i := int(site) - c.base; {
		case i < 0:
			hi = mid
		case i >= c.nodes:
			lo = mid + 1
		default:
			return c, &c.tree().Records[i], true
		}
	}
	return nil, nil, false
}

// Span returns what a message about the site underlines: a call from its name through its last argument, a field name, a
// whole operation with both operands, the head of a function or of a compound statement.
func (s *Set) Span(site gpu.Site) (diag.Span, bool) {
	c, r, ok := s.find(site)
	if !ok {
		return diag.Span{}, false
	}
	return c.Span(r.Span), true
}

// Point returns the one word that says what happens at the site: the called name, the field, the operator, the keyword.
func (s *Set) Point(site gpu.Site) (diag.Span, bool) {
	c, r, ok := s.find(site)
	if !ok {
		return diag.Span{}, false
	}
	return c.Span(r.Point), true
}

// Extent returns the whole construct: a call with the expression before it, a function through its `end`.
func (s *Set) Extent(site gpu.Site) (diag.Span, bool) {
	c, r, ok := s.find(site)
	if !ok {
		return diag.Span{}, false
	}
	return c.Span(r.Extent), true
}

// Line returns line n, from 1, of a file, without its line break.
func (s *Set) Line(file string, n int) (string, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, c := range s.chunks {
		if c.File == file {
			return c.Lines.Text(c.Text, n)
		}
	}
	return "", false
}

// Written is what the statement that begins a line does, where that is the call of a function of the script that is one call of a method: that call,
// as it would be written there.
func (s *Set) Written(file string, n int) (text string, ok bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	at := slices.IndexFunc(s.chunks, func(c *chunk) bool { return c.File == file })
	if at < 0 {
		return "", false
	}
	here := s.chunks[at].sheet()
	call := here.CallOn(n)
	if call == nil {
		return "", false
	}
	functions := 0
	for _, c := range s.chunks {
		for _, f := range c.tree().Functions(flow.Callee(call)) {
			if functions++; f == nil || functions > 1 {
				return "", false
			}
			text, ok = here.Inlined(call, f, c.sheet())
		}
	}
	return text, ok
}

// Node returns the syntax node of a site. It must not be changed. The end of a text has no node.
func (s *Set) Node(site gpu.Site) (ast.PositionHolder, bool) {
	_, r, ok := s.find(site)
	if !ok || r.Node == nil {
		return nil, false
	}
	return r.Node, true
}

// Function returns the function that is defined at a site, which is lua.FunctionProto.LineDefined of its prototype. Line()
// of every node in it is the site of that node. A function defined as a method (`function a:b()`) has its implicit
// parameter self not in the list. The tree must not be changed.
func (s *Set) Function(site gpu.Site) (*ast.FunctionExpr, Chunk, bool) {
	c, r, ok := s.find(site)
	if !ok {
		return nil, Chunk{}, false
	}
	f, ok := r.Node.(*ast.FunctionExpr)
	return f, Chunk{File: c.File, Text: c.Text}, ok
}

// Place returns "name:line" of a site, the way Lua writes positions in messages.
func (s *Set) Place(site gpu.Site) (string, bool) {
	c, r, ok := s.find(site)
	if !ok {
		return "", false
	}
	line, _ := c.Lines.At(r.Span.Start)
	return fmt.Sprintf("%s:%d", c.name, line), true
}

// diagnose turns a syntax error into a diagnostic.
func (c *chunk) diagnose(e *parse.Error) *diag.Diagnostic {
	d := diag.New(diag.SyntaxError, "%s", e.Title).AtSpan(c.Span(e.At), e.Label)
	if e.Also != nil {
		d.AlsoSpan(c.Span(e.Also.At), e.Also.Text)
	}
	if e.Help != "" || e.Fix != nil {
		h := diag.Help{Text: e.Help}
		if e.Fix != nil {
			h.Span, h.Replace, h.Edit = c.Span(e.Fix.At), e.Fix.Text, diag.EditReplace
		}
		d.WithHelp(h)
	}
	return d
}

// between is the bytes from start up to end.
func between(start, end int) parse.Range { return parse.Range{Start: start, End: end} }
