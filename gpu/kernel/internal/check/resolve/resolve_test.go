package resolve

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"
)

// body parses the statements of a function.
func body(t *testing.T, text string) *ast.FunctionExpr {
	list, err := parse.Parse(strings.NewReader("local f = function(p) "+text+" end"), "test")
	require.NoError(t, err)
	return list[0].(*ast.LocalAssignStmt).Exprs[0].(*ast.FunctionExpr)
}

// TestExits: a return leaves everything around it, a break only its loop.
func TestExits(t *testing.T) {
	for _, tt := range []struct {
		text  string
		exits Exits
		falls bool
	}{
		{"local x = 1", Exits{}, true},
		{"return 1", Exits{Returns: true}, false},
		{"do return end", Exits{Returns: true}, false},
		{"if p then return end", Exits{Returns: true}, true},
		{"if p then return else return end", Exits{Returns: true}, false},
		{"if p then local x = 1 else return end", Exits{Returns: true}, true},
		{"while p do break end", Exits{}, true},
		{"while p do if p then return end end", Exits{Returns: true}, true},
		{"repeat return until p", Exits{Returns: true}, true},
		{"for i = 0, 1 do break end", Exits{}, true},
		{"for i = 0, 1 do return end", Exits{Returns: true}, true},
		{"local g = function() return 1 end", Exits{}, true},
	} {
		list := body(t, tt.text).Stmts
		require.Equal(t, tt.exits, ExitsOfAll(list), tt.text)
		require.Equal(t, tt.exits.Returns, ExitsOfAll(list).Any(), tt.text)
		require.Equal(t, tt.falls, FallsThrough(list), tt.text)
	}
	loop := body(t, "while p do if p then break end end").Stmts[0].(*ast.WhileStmt)
	require.Equal(t, Exits{Breaks: true}, ExitsOfAll(loop.Stmts), "inside of the loop")
}

// TestReturns: results are taken as they are where the only return comes last; else their number is that of the first return.
func TestReturns(t *testing.T) {
	for _, tt := range []struct {
		text  string
		last  bool
		arity int
	}{
		{"local x = 1", true, 0},
		{"return", true, 0},
		{"return 1, 2", true, 2},
		{"do return 1 end", false, 1},
		{"if p then return 1, 2, 3 end return 1", false, 3},
		{"for i = 0, 1 do if p then return 1, 2 end end", false, 2},
		{"repeat return 1 until p", false, 1},
	} {
		list := body(t, tt.text).Stmts
		require.Equal(t, tt.last, OnlyReturnIsLast(list), tt.text)
		require.Equal(t, tt.arity, Arity(list), tt.text)
	}
}

// TestNames: assignments count for the declaration that is in sight, as a whole or in part, and for the loops around them.
func TestNames(t *testing.T) {
	fn := body(t, `
		local s, v, k = 0, 0, 0
		local g = function() k = 1 end
		for i = 0, 9 do
			local s = 1
			v.x = s
			g()
		end
		while p do s = 2 end
		for i = 0, 9 do local unused = g end`)
	u := Of(fn)
	declared := fn.Stmts[0].(*ast.LocalAssignStmt)
	s, v, k := u.Decl(Key{declared, 0}), u.Decl(Key{declared, 1}), u.Decl(Key{declared, 2})
	require.Equal(t, []bool{true, false}, []bool{s.Assigned, s.Partly}, "s")
	require.Equal(t, []bool{false, true}, []bool{v.Assigned, v.Partly}, "v")
	require.Equal(t, []bool{true, false}, []bool{k.Assigned, k.Partly}, "k, by the function")
	require.Nil(t, u.Decl(Key{declared, 3}))
	require.Equal(t, map[*Decl]bool{v: true, k: true}, u.AssignedIn(fn.Stmts[2]), "the inner s is another one, and g may be called")
	require.Equal(t, map[*Decl]bool{s: true}, u.AssignedIn(fn.Stmts[3]))
	require.Equal(t, map[*Decl]bool{k: true}, u.AssignedIn(fn.Stmts[4]), "g is mentioned")
	parameter := u.Decl(Key{fn, 0})
	require.False(t, parameter.Assigned || parameter.Partly)
}
