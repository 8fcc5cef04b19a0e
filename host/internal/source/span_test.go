package source

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

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
		for _, text := range scripts(t) {
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
		for _, r := range c.tree().Records {
			if r.Node != nil {
				require.False(t, seen[r.Node.Line()])
				seen[r.Node.Line()] = true
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

// scripts are the texts of the examples.
func scripts(t *testing.T) (texts []string) {
	files, err := filepath.Glob("../../../scripts/*.lua")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, f := range files {
		b, err := os.ReadFile(f)
		require.NoError(t, err)
		texts = append(texts, string(b))
	}
	return texts
}
