package flow

import (
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua/ast"
)

// TestVaries: whether here() is a call of another function each time.
func TestVaries(t *testing.T) {
	for text, varies := range map[string]bool{
		"local function here() end here()":                                                            false,
		"for _, here in ipairs(list) do here() end":                                                   true,
		"local function record(here) here() end":                                                      true,
		"local p = { { here = function() end } } p[1].here()":                                         false,
		"local p = { { here = function() end }, { here = function() end } } p[1].here()":              true,
		"function A:here() end function B:here() end x:here()":                                        true,
		"function A:here() end x:here()":                                                              false,
		"local lib = {} lib.here = function() end lib.here()":                                         false,
		"local lib = {} lib.here = function() end if a then lib.here = function() end end lib.here()": true,
	} {
		tree := read(t, text)
		var call *ast.FuncCallExpr
		for i := range tree.Records {
			if c, is := tree.Records[i].Node.(*ast.FuncCallExpr); is && Callee(c) == "here" {
				call = c
			}
		}
		require.NotNil(t, call, text)
		require.Equal(t, varies, tree.Varies(call), text)
	}
}

// TestSibling: the field of a list, beside that of its allocator.
func TestSibling(t *testing.T) {
	for text, want := range map[string][2]string{
		"s.list = Create { Allocator = s.alloc }":                                      {"list", "alloc"},
		"s.list = Create { Allocator = t.alloc }":                                      {},
		"s.list = Create { Allocator = alloc }":                                        {},
		"s.list = Create {}":                                                           {},
		"s.list = Create()":                                                            {},
		"local a = f() s = { alloc = a, list = Create { Allocator = a } }":             {"list", "alloc"},
		"local a = f() local l = Create { Allocator = a } s = { alloc = a, list = l }": {"list", "alloc"},
		"local a = f() s = { alloc = b, list = Create { Allocator = a } }":             {"list", ""},
	} {
		tree := read(t, text)
		var call *ast.FuncCallExpr
		for i := range tree.Records {
			if c, is := tree.Records[i].Node.(*ast.FuncCallExpr); is && Callee(c) == "Create" {
				call = c
			}
		}
		name, beside := tree.Sibling(call, "Allocator")
		require.Equal(t, want, [2]string{name, beside}, text)
	}
}

// TestDotted: an index that is a name is written with a dot.
func TestDotted(t *testing.T) {
	for text, want := range map[string]string{`queues["sim"`: "queues.sim", `a.b["c_1"`: "a.b.c_1", `a["end"`: "", `a["x y"`: "", `a[1`: "", `["x"`: ""} {
		have, ok := Dotted(text)
		require.Equal(t, want, have, text)
		require.Equal(t, want != "", ok, text)
	}
}
