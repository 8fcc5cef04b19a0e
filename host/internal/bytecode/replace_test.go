package bytecode

import (
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua"
)

// TestReplace: a constant is replaced at every depth; the given prototype, and what has no such constant, stay as they are.
func TestReplace(t *testing.T) {
	with := func(inner []*lua.FunctionProto, constants ...lua.LValue) *lua.FunctionProto {
		return &lua.FunctionProto{Constants: constants, FunctionPrototypes: inner}
	}
	old, value := lua.LString("old"), lua.LString("new")
	plain, deep := with(nil, lua.LNumber(1)), with(nil, lua.LNumber(2), old)
	p := with([]*lua.FunctionProto{plain, deep}, old, lua.LNil, old)
	swap := func(c lua.LValue) lua.LValue {
		if c == old {
			return value
		}
		return c
	}
	got := Replace(p, swap)
	require.Equal(t, []lua.LValue{value, lua.LNil, value}, got.Constants)
	require.Same(t, plain, got.FunctionPrototypes[0])
	require.Equal(t, []lua.LValue{lua.LNumber(2), value}, got.FunctionPrototypes[1].Constants)
	require.Equal(t, []lua.LValue{old, lua.LNil, old}, p.Constants)
	require.Equal(t, []lua.LValue{lua.LNumber(2), old}, deep.Constants)
	require.Same(t, deep, p.FunctionPrototypes[1])
	require.Same(t, plain, Replace(plain, swap))
}
