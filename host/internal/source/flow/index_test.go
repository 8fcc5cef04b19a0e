package flow

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// indexTexts are texts in which much stands within much else.
var indexTexts = []string{
	"local f = function() while a do for i = 1, 2 do f(i) end end return { x = f } end f()",
	"local a local function g(a, ...) local b = a repeat local a = b until a end g(a) a = 1 a.x, b = 2, 3",
	"if a then f(a) elseif b then g(b) elseif c then (h or g)(c) else for _, x in ipairs(t) do x:y(x) end end",
	"function t.a.b:c(self2) return self, self2 end function t.d() end function e() end local t = t:c(1)(2) { 3 }",
	"do local x = 1 do local x = x x = x end f(x) end f(x)", "",
}

// TestIndex: the index says what a pass through all nodes says, for every node of texts and of the examples.
func TestIndex(t *testing.T) {
	files, err := filepath.Glob("../../../../scripts/*.lua")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	texts := slices.Clone(indexTexts)
	for _, file := range files[:8] {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		texts = append(texts, string(text))
	}
	for _, text := range texts {
		tree := read(t, text)
		nodes := tree.Records[:len(tree.Records)-1]
		for i := range nodes {
			r := &nodes[i]
			at := text[r.Extent.Start:r.Extent.End]
			require.Equal(t, innermost[ast.Stmt](tree, r.Extent), tree.Innermost(r), at)
			require.Equal(t, innermost[*ast.FunctionExpr](tree, parse.Range{Start: r.Extent.Start - 1, End: r.Extent.Start + 1}), tree.InnerFunction(r.Extent.Start), at)
			within := tree.Within(r)
			require.Same(t, r, &within[len(within)-1], at)
			for k := range nodes {
				o := &nodes[k]
				inside := k <= i && r.Extent.Start <= o.Extent.Start && o.Extent.End <= r.Extent.End
				require.Equal(t, inside, k > i-len(within) && k <= i, "%q in %q", text[o.Extent.Start:o.Extent.End], at)
			}
			if id, is := r.Node.(*ast.IdentExpr); is {
				require.Equal(t, r.Decl, tree.Stands(r, id.Value), at)
				require.Equal(t, r.Decl, tree.Visible(r)[id.Value], at)
				require.Contains(t, slices.Collect(tree.UsesOf(r.Decl)), r, at)
			}
		}
	}
}

// innermost is the smallest node of a type that holds a range; nil if there is none.
func innermost[T any](tree *Tree, at parse.Range) (found *parse.Record) {
	for i := range tree.Records {
		r := &tree.Records[i]
		if _, is := r.Node.(T); is && r.Extent.Start <= at.Start && at.End <= r.Extent.End &&
			(found == nil || found.Extent.Start <= r.Extent.Start && r.Extent.End <= found.Extent.End) {
			found = r
		}
	}
	return found
}

// TestParent: the node that each last node of a text is a part of.
func TestParent(t *testing.T) {
	for _, tt := range []struct{ text, of, want string }{
		{"f(a, { b })", "b", "{ b }"},
		{"f(a, { b })", "{ b }", "f(a, { b })"},
		{"local x = function() return y end", "y", "return y"},
		{"local x = function() return y end", "return y", "function() return y end"},
		{"local x = function() return y end", "function() return y end", "local x = function() return y end"},
		{"local x = 1", "local x = 1", ""},
		{"x, y = a, (b)", "b", "x, y = a, (b)"},
		{"a.b.c(d)", "a", "a.b"},
	} {
		tree := read(t, tt.text)
		parent := tree.Parent(node[ast.PositionHolder](t, tree, tt.text, tt.of))
		if tt.want == "" {
			require.Nil(t, parent, tt.text)
			continue
		}
		require.NotNil(t, parent, tt.text)
		require.Equal(t, tt.want, tt.text[parent.Extent.Start:parent.Extent.End], tt.text)
	}
}
