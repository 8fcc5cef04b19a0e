package source

import (
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// cut returns the underlined text of all nodes of one type, in the order of their ids.
func cut[T ast.PositionHolder](t *testing.T, text string, of func(record) bytesRange) []string {
	t.Helper()
	tr, err := parse1(text)
	require.Nil(t, err)
	out := []string{}
	for _, r := range tr.records {
		if _, ok := r.node.(T); ok {
			out = append(out, text[of(r).start:of(r).end])
		}
	}
	return out
}

func span(r record) bytesRange   { return r.span }
func point(r record) bytesRange  { return r.point }
func extent(r record) bytesRange { return r.extent }

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

func TestLinesAndColumns(t *testing.T) {
	s := NewSet()
	_, err := s.Load("a.lua", "x = 'é' f()\r\n  main:Exec {\r\n\tb = g() }\n\ry = h()")
	require.NoError(t, err)
	var calls []diag.Span
	for site := FirstSite; ; site++ {
		n, ok := s.Node(site)
		if !ok {
			break
		}
		require.Equal(t, site, gpu.Site(n.Line()))
		if _, ok := n.(*ast.FuncCallExpr); ok {
			sp, _ := s.Span(site)
			calls = append(calls, sp)
		}
	}
	require.Equal(t, []diag.Span{
		{File: "a.lua", Line: 1, Col: 10, EndLine: 1, EndCol: 13}, // é is two bytes
		{File: "a.lua", Line: 3, Col: 6, EndLine: 3, EndCol: 9},
		{File: "a.lua", Line: 2, Col: 8, EndLine: 3, EndCol: 11},
		{File: "a.lua", Line: 4, Col: 5, EndLine: 4, EndCol: 8},
	}, calls)
}

func TestSetGivesEveryNodeOneSite(t *testing.T) {
	s := NewSet()
	seen := map[int]bool{}
	for i := range 2 {
		for _, text := range corpus {
			proto, err := s.Load("a.lua", text)
			if err != nil {
				continue
			}
			for _, site := range proto.DbgSourcePositions {
				_, ok := s.Span(gpu.Site(site))
				require.True(t, ok || site == 0 && text == "", "%q %d", text, i)
			}
		}
	}
	for _, c := range s.chunks {
		for _, r := range c.tree.records {
			if r.node != nil {
				require.False(t, seen[r.node.Line()])
				seen[r.node.Line()] = true
			}
		}
	}
}

func TestFunctionReturnsTheUnfoldedTree(t *testing.T) {
	s := NewSet()
	proto, err := s.Load("k.lua", "local K = 3\nreturn function(a) return 2 * 3 + a * K end")
	require.NoError(t, err)
	fp := proto.FunctionPrototypes[0]
	f, c, ok := s.Function(gpu.Site(fp.LineDefined))
	require.True(t, ok)
	require.Equal(t, "k.lua", c.File)
	require.Equal(t, []string{"a"}, f.ParList.Names)
	sum := f.Stmts[0].(*ast.ReturnStmt).Exprs[0].(*ast.ArithmeticOpExpr)
	require.IsType(t, &ast.ArithmeticOpExpr{}, sum.Lhs, "constants are not folded in the kept tree")
	at, ok := s.Span(gpu.Site(sum.Lhs.Line()))
	require.True(t, ok)
	require.Equal(t, diag.Span{File: "k.lua", Line: 2, Col: 27, EndLine: 2, EndCol: 32}, at)
	require.Equal(t, []diag.Span{{File: "k.lua", Line: 2, Col: 17, EndLine: 2, EndCol: 18}}, s.Names(gpu.Site(fp.LineDefined)))
	_, _, ok = s.Function(gpu.Site(sum.Line()))
	require.False(t, ok)
	_, _, ok = s.Function(12)
	require.False(t, ok)
}

func TestLine(t *testing.T) {
	s := NewSet()
	_, err := s.Load("a", "one = 1\r\ntwo = 2\n")
	require.NoError(t, err)
	for n, want := range map[int]string{1: "one = 1", 2: "two = 2", 3: ""} {
		got, ok := s.Line("a", n)
		require.True(t, ok)
		require.Equal(t, want, got)
	}
	for _, n := range []int{0, -1, 4} {
		_, ok := s.Line("a", n)
		require.False(t, ok)
	}
	_, ok := s.Line("b", 1)
	require.False(t, ok)

	proto, err := s.Load("a", "x = f()")
	require.NoError(t, err)
	site := gpu.Site(proto.DbgSourcePositions[0])
	at, _ := s.Span(site)
	require.Equal(t, "a#2", at.File)
	got, _ := s.Line(at.File, 1)
	require.Equal(t, "x = f()", got)
	place, _ := s.Place(site)
	require.Equal(t, "a:1", place)
	again, err := s.Load("a", "x = f()")
	require.NoError(t, err)
	require.Same(t, proto, again)
}

func FuzzParse(f *testing.F) {
	for _, text := range corpus {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tr, err := parse1(text)
		if err != nil {
			within(t, err.at, extentOf(text))
			return
		}
		for i, r := range tr.records {
			for _, part := range []bytesRange{r.extent, r.span, r.point} {
				within(t, part, extentOf(text))
			}
			require.True(t, i == len(tr.records)-1 || r.node.Line() == int(FirstSite)+i)
		}
		NewSet().Load("fuzz", text) //nolint:errcheck // must not panic
	})
}

func extentOf(text string) bytesRange { return bytesRange{0, len(text)} }

func within(t *testing.T, in, out bytesRange) {
	t.Helper()
	require.True(t, out.start <= in.start && in.start <= in.end && in.end <= out.end, "%v outside %v", in, out)
}
