package flow

import (
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua/ast"
)

// TestBegins: whether v is 1 or less when the conditions around a place become true, and the smallest number that it has there.
func TestBegins(t *testing.T) {
	for _, tt := range []struct {
		text    string
		begins  bool
		least   int
		bounded bool
	}{
		{"while v do here() end", true, 0, false},
		{"while v do if v > 0 then here() end end", true, 1, true},
		{"while v do if v >= 1 then here() end end", true, 1, true},
		{"while v do if 0 < v then if -1 <= v then here() end end end", false, 1, true},
		{"while v do if v > 1 then here() end end", false, 2, true},
		{"local LAG = 0 while v do if v > LAG then here() end end", true, 1, true},
		{"while v do if v > lag then here() end end", false, 0, false},
		{"while v do if v < 9 then here() end end", false, 0, false},
		{"while v do if v > 0 then else here() end end", false, 0, false},
		{"while v do if v > 0 then here() else x() end end", false, 0, false},
		{"while v do if w > 0 then here() end end", false, 0, false},
		{"while v do f(function() if v > 0 then here() end end) end", true, 0, false},
	} {
		tree := read(t, tt.text)
		_, ifs := tree.LoopAround(here(tt.text))
		v := tree.Variable(node[*ast.IdentExpr](t, tree, tt.text, "v"))
		require.Equal(t, tt.begins, tree.Begins(ifs, v, 0), tt.text)
		least, bounded := tree.Least(ifs, v)
		require.Equal(t, tt.bounded, bounded, tt.text)
		if bounded {
			require.Equal(t, tt.least, least, tt.text)
		}
	}
}

// TestLoopAround: the loop that a place stands in, and how many conditions lie between.
func TestLoopAround(t *testing.T) {
	for _, tt := range []struct {
		text, loop string
		ifs        int
	}{
		{"here()", "", 0},
		{"if a then here() end", "", 1},
		{"for i = 1, 2 do here() end", "for i = 1, 2 do here() end", 0},
		{"while a do if b then if c then here() end end end", "while a do if b then if c then here() end end end", 2},
		{"if a then repeat for k in f() do here() end until b end", "for k in f() do here() end", 0},
		{"for i = 1, 2 do f(function() here() end) end", "", 0},
		{"f(function() while a do here() end end)", "while a do here() end", 0},
	} {
		tree := read(t, tt.text)
		loop, ifs := tree.LoopAround(here(tt.text))
		require.Equal(t, tt.loop == "", loop == nil, tt.text)
		if loop != nil {
			require.Equal(t, tt.loop, shown(tree, tt.text, loop.Node), tt.text)
		}
		require.Len(t, ifs, tt.ifs, tt.text)
	}
}
