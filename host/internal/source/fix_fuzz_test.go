package source

import (
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// offset is the byte of a line and a column.
func offset(c *chunk, line, col int) int { return c.Lines[line-1] + col - 1 }

// paths are addresses in an argument: each field of a table that is written there, one that is not there, and the argument itself.
func paths(e ast.Expr) []string {
	out := []string{"", "NotThere", "NotThere.A"}
	if table, ok := e.(*ast.TableExpr); ok {
		for _, f := range table.Fields {
			if key, ok := f.Key.(*ast.StringExpr); ok {
				out = append(out, key.Value)
			}
		}
		out = append(out, "[1]", "[2]", "X@1")
	}
	return out
}

// FuzzFix: whatever a fix makes of a script that can be read is one, too.
func FuzzFix(f *testing.F) {
	f.Add("local d = { Width = 4, Inputs = { { 'P', 'float3' }, X = 1 } } -- a table\nd2:Create(d)\nd2:Create { Width = 2, -- two\n  Height = f(2) }")
	f.Add("f { A = (1), ['B'] = 2; 3, } g(a, (b), {}) h{} local t = {1} i(t, nil) return j 'x'")
	f.Add("f { g\n 'x', h --c\n 'y' }")
	f.Fuzz(func(t *testing.T, script string) {
		if len(script) > 500 {
			return
		}
		s := NewSet()
		if _, err := s.Load("t.lua", script); err != nil {
			return
		}
		c := s.chunks[0]
		for i := range c.tree().Records {
			call, ok := c.tree().Records[i].Node.(*ast.FuncCallExpr)
			if !ok {
				continue
			}
			for n, arg := range call.Args {
				for _, path := range paths(arg) {
					for _, action := range []diag.FixAction{diag.FixPut, diag.FixWrap, diag.FixDrop, diag.FixAppend} {
						tryFix(t, s, gpu.Site(c.base+i), diag.Fix{Argument: n + 1, Path: path, Action: action, Text: "(7)"})
					}
				}
			}
		}
	})
}

func tryFix(t *testing.T, s *Set, site gpu.Site, fix diag.Fix) {
	change, ok := s.Fix(site, fix)
	span, text := change.Span, change.Text
	if !ok {
		return
	}
	c := s.chunks[0]
	begin := offset(c, span.Line, span.Col)
	end := begin
	if span.EndLine > 0 {
		end = offset(c, span.EndLine, span.EndCol)
	}
	if change.Edit == diag.EditDeleteLine {
		begin = c.Lines[span.Line-1]
		line, _ := c.Lines.Text(c.Text, span.EndLine)
		end = c.Lines[span.EndLine-1] + len(line)
	}
	edited := c.Text[:begin] + text + c.Text[end:]
	if _, err := parse.Read(edited, parse.Options{Base: int(FirstSite)}); err != nil {
		require.Fail(t, "the edit breaks the script", "%+v\n%s\n%s", fix, err.Title, edited)
	}
}
