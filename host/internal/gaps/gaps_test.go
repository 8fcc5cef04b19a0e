package gaps

import (
	"context"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua"
)

// filler counts the nils that lists are filled with.
type filler struct {
	context.Context
	filled []int
}

func (f *filler) Fill(_ *lua.LState, n int) { f.filled = append(f.filled, n) }

// TestStores: which assignments are asked about, and that they do what they do without a question.
func TestStores(t *testing.T) {
	for text, want := range map[string][]int{
		"t[65537] = 1 n = 65537":                                       nil,
		"t[65538] = 1 n = 65538":                                       {65537},
		"local k = 65538 t[k] = 1 n = k":                               {65537},
		"for i = 1, 70000 do t[i] = i end n = 70000":                   nil,
		"for i = 1, 70000 do t[i] = i end t[200000] = 1 n = 200000":    {129999},
		"t[65538.5] = 1 t[-65538] = 1 t[1e300] = 1 t[0/0 or 1] = 1":    nil,
		"t.x = 1 t['65538'] = 1 t[2^40] = 1":                           nil,
		"t = setmetatable({}, {}) t[65538] = 1 n = 65538":              {65537},
		"setmetatable({}, { __newindex = t })[65538] = 1 n = 65538":    {65537},
		"setmetatable({}, { __newindex = function() end })[65538] = 1": nil,
	} {
		L := lua.NewState()
		f := &filler{Context: context.Background()}
		L.SetContext(f)
		require.NoError(t, L.DoString("t = {} n = 0 pcall(function() "+text+" end)"), text)
		require.Equal(t, want, f.filled, text)
		require.NoError(t, L.DoString("assert(#t == n)"), text)
		L.Close()
	}
	L := lua.NewState() // of somebody else
	defer L.Close()
	require.NoError(t, L.DoString("local t = {} t[100000] = 1 assert(#t == 100000)"))
}

// TestBefore: a list is filled by what is no instruction, too.
func TestBefore(t *testing.T) {
	L := lua.NewState()
	defer L.Close()
	f := &filler{Context: context.Background()}
	L.SetContext(f)
	list := L.NewTable()
	for _, key := range []lua.LNumber{Far + 1, -5, 0.5, lua.LNumber(lua.MaxArrayIndex), Far + 2} {
		Before(L, list, key)
	}
	require.Equal(t, []int{Far + 1}, f.filled)
	require.GreaterOrEqual(t, cap(*listOf(list)), Far+2)
	require.Zero(t, list.Len())
}

// TestLongestList: one element more than a list can have is refused, and keys after that are no elements of lists.
func TestLongestList(t *testing.T) {
	defer func(n int) { lua.MaxArrayIndex = n }(lua.MaxArrayIndex)
	lua.MaxArrayIndex = Far + 100
	L := lua.NewState()
	defer L.Close()
	L.SetContext(&filler{Context: context.Background()})
	require.NoError(t, L.DoString("t = {} for i = 1, 65635 do t[i] = i end assert(#t == 65635)"))
	require.ErrorContains(t, L.DoString("t[#t + 1] = 1"), "a list has at most 65635 elements")
	require.ErrorContains(t, L.DoString("setmetatable({}, { __newindex = t })[65636] = 1"), "a list has at most 65635 elements")
	require.NoError(t, L.DoString("t[65637] = 1 t[2 ^ 40] = 1 local other = {} other[65636] = 1 assert(#other == 0)"))
	L.RemoveContext()
	require.NoError(t, L.DoString("t[65636] = 1"), "a state of somebody else")
}

// TestLayout: this gopher-lua is known, and another one is left alone.
func TestLayout(t *testing.T) {
	require.True(t, fast.ok)
	type other struct{ array []int } // of another type
	require.Empty(t, other{}.array)
	require.False(t, findLayout(reflect.TypeFor[lua.LState](), reflect.TypeFor[other]()).ok)
	require.False(t, findLayout(reflect.TypeFor[other](), reflect.TypeFor[lua.LTable]()).ok)
}
