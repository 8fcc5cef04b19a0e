package inherit

import (
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"
)

// chain is a table that inherits from the next one, and so on.
func chain(of ...*lua.LTable) *lua.LTable {
	for i, t := range of[:len(of)-1] {
		t.Metatable = &lua.LTable{Metatable: lua.LNil}
		t.Metatable.(*lua.LTable).RawSetString("__index", of[i+1])
	}
	return of[0]
}

func table() *lua.LTable { return &lua.LTable{Metatable: lua.LNil} }

func TestValue(t *testing.T) {
	first, second, third := table(), table(), table()
	first.RawSetString("own", lua.LNumber(1))
	third.RawSetString("far", lua.LNumber(3))
	all := chain(first, second, third)
	require.Equal(t, lua.LNumber(3), Value(all, "far"))
	require.Equal(t, lua.LNil, Value(all, "own"), "only those that it inherits from")
	require.Equal(t, lua.LNil, Value(all, "none"))

	circle := table()
	require.Equal(t, lua.LNil, Value(chain(circle, circle), "none"), "a circle ends")
}

func TestComputed(t *testing.T) {
	L := lua.NewState()
	defer L.Close()
	plain, last := table(), table()
	require.Nil(t, Computed(plain))
	require.Nil(t, Computed(chain(plain, last)))
	meta := table()
	meta.RawSetString("__index", L.NewFunction(func(*lua.LState) int { return 0 }))
	last.Metatable = meta
	require.Same(t, last, Computed(plain), "a function behind a table")
	require.Nil(t, Computed(chain(table(), table())))
}
