package source

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// TestSnippets: pieces of calls as the script writes them, and where a line may be put before them.
func TestSnippets(t *testing.T) {
	tests := []struct {
		name, script string
		argument     int
		want         string // "": no piece
		insertable   bool
	}{
		{"receiver", `main:Find(fence, 1)`, 0, "main", true},
		{"argument", `main:Find(fence, 1)`, 1, "fence", true},
		{"number", `main:Find(fence, 1)`, 2, "1", true},
		{"missing argument", `main:Find(fence, 1)`, 3, "", true},
		{"field", `p.queues.main:Find(p.fence)`, 0, "p.queues.main", true},
		{"a call makes something", `queue():Find()`, 0, "", true},
		{"an argument that makes something", `main:Find(value())`, 1, "", true},
		{"inside of another call", `print(main:Find())`, 0, "main", true},
		{"in a function on the same line", `run(function(l) l:Find() end)`, 0, "l", false},
		{"behind another statement", `a = 1; main:Find()`, 0, "main", false},
		{"a word that looks like one", `dot:Find()`, 0, "dot", true},
		{"no method", `Find(1)`, 0, "", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := NewSet()
			_, err := s.Load("t.lua", "local x = 0\n"+tt.script+"\n")
			require.NoError(t, err)
			site := findCall(t, s)
			text, ok := s.Snippet(diag.Snippet{Site: site, Argument: tt.argument})
			require.Equal(t, tt.want != "", ok)
			require.Equal(t, tt.want, text)
			require.Equal(t, tt.insertable, s.Insertable(site))
		})
	}
	require.False(t, NewSet().Insertable(5))
}

// findCall is the site of the call of Find.
func findCall(t *testing.T, s *Set) gpu.Site {
	for site := FirstSite; site < FirstSite+100; site++ {
		node, ok := s.Node(site)
		if call, isCall := node.(*ast.FuncCallExpr); ok && isCall {
			at, _ := s.Span(site)
			line, _ := s.Line(at.File, at.Line)
			if strings.HasPrefix(line[at.Col-1:], "Find(") && (call.Method == "Find" || call.Method == "") {
				return site
			}
		}
	}
	require.Fail(t, "no call of Find")
	return 0
}
