package parse

import (
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua/ast"
)

// cut returns the underlined text of all nodes of one type, in the order of their ids.
func cut[T ast.PositionHolder](t *testing.T, text string, of func(Record) Range) []string {
	t.Helper()
	tr, err := parse1(text)
	require.Nil(t, err)
	out := []string{}
	for _, r := range tr.Records {
		if _, ok := r.Node.(T); ok {
			out = append(out, text[of(r).Start:of(r).End])
		}
	}
	return out
}

func span(r Record) Range   { return r.Span }
func point(r Record) Range  { return r.Point }
func extent(r Record) Range { return r.Extent }

func TestCallSpans(t *testing.T) {
	tests := []struct {
		text        string
		spans, name []string
	}{
		{"f(f(1), f(2))", []string{"f(1)", "f(2)", "f(f(1), f(2))"}, []string{"f", "f", "f"}},
		{"f{1}", []string{"f{1}"}, []string{"f"}},
		{"f  { a = g'x' }", []string{"g'x'", "f  { a = g'x' }"}, []string{"g", "f"}},
		{`f"a" .. g`, nil, nil},
		{"f[==[a]]]==]", []string{"f[==[a]]]==]"}, []string{"f"}},
		{"main:Execute { draw }", []string{"Execute { draw }"}, []string{"Execute"}},
		{"a.b.c(1)", []string{"c(1)"}, []string{"c"}},
		{"a.b[1](2)", []string{"b[1](2)"}, []string{"b[1]"}},
		{"a[1](2)", []string{"a[1](2)"}, []string{"a[1]"}},
		{"a:b():c{}:d''", []string{"b()", "c{}", "d''"}, []string{"b", "c", "d"}},
		{"(f or g)(1)", []string{"(f or g)(1)"}, []string{"(f or g)"}},
		{"f(1)(2)", []string{"f(1)", "f(1)(2)"}, []string{"f", "f(1)"}},
		{"q:Signal( -- comment )\n f, --[[ ) ]]\n 3)", []string{"Signal( -- comment )\n f, --[[ ) ]]\n 3)"}, []string{"Signal"}},
		{"x = #f(a) + -g(b).c", []string{"f(a)", "g(b)"}, []string{"f", "g"}},
	}
	for _, tt := range tests {
		if tt.spans == nil {
			_, err := parse1(tt.text)
			require.NotNil(t, err)
			continue
		}
		require.Equal(t, tt.spans, cut[*ast.FuncCallExpr](t, tt.text, span), tt.text)
		require.Equal(t, tt.name, cut[*ast.FuncCallExpr](t, tt.text, point), tt.text)
	}
}

func TestFieldSpans(t *testing.T) {
	text := "x = a.bb.ccc[i + 1].d; a.e, t[1] = 1, 2"
	require.Equal(t, []string{"bb", "ccc", "[i + 1]", "d", "e", "[1]"}, cut[*ast.AttrGetExpr](t, text, span))
	require.Equal(t, []string{"a.bb", "a.bb.ccc", "a.bb.ccc[i + 1]", "a.bb.ccc[i + 1].d", "a.e", "t[1]"},
		cut[*ast.AttrGetExpr](t, text, extent))
	require.Equal(t, []string{"x", "a", "i", "a", "t"}, cut[*ast.IdentExpr](t, text, span))
}

func TestOperatorSpans(t *testing.T) {
	text := "x = (a + b) * c - -d ^ 2"
	require.Equal(t, []string{"a + b", "(a + b) * c", "d ^ 2", "(a + b) * c - -d ^ 2"}, cut[*ast.ArithmeticOpExpr](t, text, span))
	require.Equal(t, []string{"+", "*", "^", "-"}, cut[*ast.ArithmeticOpExpr](t, text, point))
	require.Equal(t, []string{"-d ^ 2"}, cut[*ast.UnaryMinusOpExpr](t, text, span))
	require.Equal(t, []string{"b .. c", "a .. b .. c"}, cut[*ast.StringConcatOpExpr](t, "x = a .. b .. c", span))
	require.Equal(t, []string{"a<b", "c>=d"}, cut[*ast.RelationalOpExpr](t, "x = a<b and not (c>=d)", span))
	require.Equal(t, []string{"a<b and not (c>=d)"}, cut[*ast.LogicalOpExpr](t, "x = a<b and not (c>=d)", span))
	require.Equal(t, []string{"not (c)"}, cut[*ast.UnaryNotOpExpr](t, "x = not (c)", span))
	require.Equal(t, []string{"#t"}, cut[*ast.UnaryLenOpExpr](t, "x = #t", span))
}

func TestLiteralSpans(t *testing.T) {
	text := "x = { 'a\\z', [[\nb]], 0x1F, .5, nil, true, false, ... }"
	require.Equal(t, []string{"'a\\z'", "[[\nb]]"}, cut[*ast.StringExpr](t, text, span))
	require.Equal(t, []string{"0x1F", ".5"}, cut[*ast.NumberExpr](t, text, span))
	require.Equal(t, []string{"nil"}, cut[*ast.NilExpr](t, text, span))
	require.Equal(t, []string{"..."}, cut[*ast.Comma3Expr](t, text, span))
	require.Equal(t, []string{text[4:]}, cut[*ast.TableExpr](t, text, span))
}

func TestFunctionAndStatementSpans(t *testing.T) {
	text := "local function f(a, b)\n return a\nend\nfunction m.n:o(...) end\nlocal g = function() end"
	require.Equal(t, []string{"function f(a, b)", "function m.n:o(...)", "function()"}, cut[*ast.FunctionExpr](t, text, span))
	require.Equal(t, []string{"function f(a, b)\n return a\nend", "function m.n:o(...) end", "function() end"},
		cut[*ast.FunctionExpr](t, text, extent))
	require.Equal(t, []string{"m.n:o"}, cut[*ast.FuncDefStmt](t, text, point))

	text = "if a then b() elseif c then d() else e() end while x do y() end repeat z() until q " +
		"for i = 1, 2 do w() end for k, v in pairs(t) do u() end"
	require.Equal(t, []string{"elseif c then", "if a then"}, cut[*ast.IfStmt](t, text, span))
	require.Equal(t, []string{"elseif c then d() else e() end", "if a then b() elseif c then d() else e() end"},
		cut[*ast.IfStmt](t, text, extent))
	require.Equal(t, []string{"while x do"}, cut[*ast.WhileStmt](t, text, span))
	require.Equal(t, []string{"repeat z() until q"}, cut[*ast.RepeatStmt](t, text, extent))
	require.Equal(t, []string{"for i = 1, 2 do"}, cut[*ast.NumberForStmt](t, text, span))
	require.Equal(t, []string{"for k, v in pairs(t) do"}, cut[*ast.GenericForStmt](t, text, span))
}

func FuzzParse(f *testing.F) {
	for _, text := range corpus {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tr, err := parse1(text)
		if err != nil {
			within(t, err.At, extentOf(text))
			return
		}
		for i, r := range tr.Records {
			for _, part := range []Range{r.Extent, r.Span, r.Point} {
				within(t, part, extentOf(text))
			}
			require.True(t, i == len(tr.Records)-1 || r.Node.Line() == first+i)
		}
	})
}

func extentOf(text string) Range { return Range{Start: 0, End: len(text)} }

func within(t *testing.T, in, out Range) {
	t.Helper()
	require.True(t, out.Start <= in.Start && in.Start <= in.End && in.End <= out.End, "%v outside %v", in, out)
}
