package compiled

import (
	"math"
	"strconv"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// answer is what a name meant, as a key: two captured values with the same one compile to the same code, as far as they were asked for. Of functions
// the source counts; their own captures are questions of their own.
type answer struct {
	ok       bool
	kind     syntax.CaptureKind
	number   uint64 // its bits: 0 and -0 are two numbers
	boolean  bool
	host     string
	function *ast.FunctionExpr
	content  string // of declarations, tables and structs
}

func answerOf(c *syntax.Capture, ok bool) answer {
	a := answer{ok: ok, kind: c.Kind, number: math.Float64bits(c.Number), boolean: c.Bool, host: c.Host}
	if c.Function != nil {
		a.function = c.Function.Node
	}
	var t text
	if r := c.Resource; r != nil {
		t.word(r.Register.String())
		t.numbers(int(r.Kind), r.Count, int(r.Site))
		t.flag(r.IsArray)
		t.typ(r.Elem)
	}
	if s := c.Shared; s != nil {
		t.numbers(s.Count, int(s.Site))
		t.typ(s.Elem)
	}
	if c.Table != nil {
		t.rows(c.Table.Rows)
	}
	if c.Struct != nil {
		t.typ(c.Struct)
	}
	a.content = string(t)
	return a
}

// text is the content of values such that different ones have different texts.
type text []byte

func (t *text) numbers(list ...int) {
	for _, n := range list {
		*t = append(strconv.AppendInt(*t, int64(n), 10), ' ')
	}
}

func (t *text) flag(b bool) { *t = append(strconv.AppendBool(*t, b), ' ') }

// word appends a word with its length, so that nothing in it is taken for what follows.
func (t *text) word(s string) {
	t.numbers(len(s))
	*t = append(*t, s...)
}

func (t *text) rows(rows [][]float64) {
	t.numbers(len(rows))
	for _, row := range rows {
		t.numbers(len(row))
		for _, x := range row {
			*t = append(strconv.AppendUint(*t, math.Float64bits(x), 36), ' ')
		}
	}
}

func (t *text) typ(of *syntax.Type) {
	if of == nil {
		t.numbers(-1)
		return
	}
	t.numbers(int(of.Kind), int(of.Scalar), of.Rows, of.Cols, of.Len, len(of.Fields))
	t.word(of.Name)
	t.typ(of.Elem)
	for i := range of.Fields {
		t.word(of.Fields[i].Name)
		t.typ(of.Fields[i].Type)
	}
}
