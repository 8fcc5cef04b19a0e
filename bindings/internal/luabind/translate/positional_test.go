package translate

import (
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu/cnames"
)

// sayings is Lua that writes down arguments.
const sayings = `
	local function text(v)
		if type(v) ~= "table" then return tostring(v) end
		local out = {}
		for _, x in ipairs(v) do out[#out + 1] = type(x) == "table" and "{}" or tostring(x) end
		return "{" .. table.concat(out, " ") .. "}"
	end
	function said(...)
		local out = {}
		for i = 1, select("#", ...) do out[i] = text((select(i, ...))) end
		return table.concat(out, ", ")
	end`

// uncounted are the rows of TestUncount.
var uncounted = []struct {
	order, from, want string
	wrong             *Wrong
}{
	{"n.", `1, { "a" }`, `{ "a" }`, nil},
	{"n.", `{ "a" }`, `{ "a" }`, nil},
	{"n.", `1`, `1`, nil}, // a number in the place of the list
	{"n.", `0, {}`, `{}`, nil},
	{"n.", `1, { A = "a" }`, `{ "{}" }`, nil}, // the one that C points at
	{"n.", `2, { A = "a" }`, `{}`, &Wrong{1, 2, 0, false}},
	{"n.", `1, {}`, `{}`, &Wrong{1, 1, 0, false}},
	{"n.", `2, { "a" }`, `{ "a" }`, &Wrong{1, 2, 1, false}},
	{"n.", `0.5, { "a" }`, `{ "a" }`, &Wrong{1, 0.5, 1, false}},
	{"n.", `0/0, { "a" }`, `{ "a" }`, &Wrong{1, -1, 1, false}}, // -1: not a number
	{"n.", `1, "a"`, `"a"`, nil},
	{"n.", `1, { "a" }, 3`, `{ "a" }, 3`, nil},
	{"n.f.", `1, { "a" }, false, "d"`, `{ "a" }, "d"`, nil},
	{"n.f.", `1, { "a" }, 0, "d"`, `{ "a" }, "d"`, nil},
	{"n.f.", `1, { "a" }, nil`, `{ "a" }`, nil},
	{"n.f.", `1, { "a" }, true, "d"`, `{ "a" }, true, "d"`, nil},
	{"n.f.", `0, nil, false, "d"`, `{}, "d"`, nil},
	{"n.", `0, nil`, `{}`, nil}, // no list of nothing
	{".n.", `0, 0, nil`, `0, {}`, nil},
	{".n.", `0, 1, nil`, `0, nil`, &Wrong{2, 1, 0, true}},
	{"n.r.", `1, { "a" }, false, "d"`, `{ "a" }, "d"`, nil},
	{"n.r.", `1, { A = "a" }, true, "d"`, `{ "{}" }, "d"`, nil}, // a row of one
	{"n.r.", `3, { A = "a" }, true, "d"`, `{ "{}" }, "d", 3`, nil},
	{"n.r.", `3, { "a" }, true`, `{ "a" }, nil, 3`, nil},
	{"n.r.", `3, { "a" }, 1, nil`, `{ "a" }, nil, 3`, nil},
	{"n.r.", `0, nil, true, "d"`, `{}, "d"`, nil},
	{"n.r.", `3, nil, true, "d"`, `nil, "d", 3`, &Wrong{1, 1, 0, true}},
	{"n.r.", `2, { "a", "b" }, true, "d"`, `{ "a", "b" }, true, "d"`, nil}, // several handles are no row
	{"n.r.", `{ "a" }, "d", 3`, `{ "a" }, "d", 3`, nil},
	{"n.r.", `{ "a" }, false, "d"`, `{ "a" }, "d"`, nil}, // C's order, the length is left out
	{"n.r.", `{ "a" }, false`, `{ "a" }`, nil},
	{"n.r.", `{ "a" }, true, "d"`, `{ "a" }, true, "d"`, nil}, // how long the row is nobody says
	{"n.r.", `nil, false, "d"`, `nil, "d"`, nil},
	{"n.f.", `nil, "d"`, `nil, "d"`, nil},
	{".n.", `0, 1, { "a" }`, `0, { "a" }`, nil},
	{".n.", `0, { "a" }`, `0, { "a" }`, nil},
	{".v..", `0, 1, { 1, 2 }, 3`, `0, { 1, 2 }, 3`, &Wrong{2, 1, 2, false}},
	{".v..", `0, 1, 5, 3`, `0, {5}, 3`, nil}, // the number that C points at
	{".v..", `0, 2, 5, 3`, `0, 5, 3`, nil},
	{"n.sn.s.", `1, { A = "a" }, 4, 1, { A = "b" }, 4, "t"`, `{ "{}" }, { 4 }, { "{}" }, { 4 }, "t"`, nil},
	{"n.sn.s.", `2, { "a", "b" }, nil, 1, { "c" }, 2, "t"`, `{ "a", "b" }, nil, { "c" }, { 2 }, "t"`, nil},
	{"n.sn.s.", `2, { "a", "b" }, 1, 1, { "c" }, 2, "t"`, `{ "a", "b" }, 1, { "c" }, { 2 }, "t"`, nil},
	{".n.", `0, 1, { 1, 2 }`, `0, { "{}" }`, nil}, // { 1, 2 } is one description without the names of its fields
	{".n..", `0, 2, { 1, 2 }, 3`, `0, { 1, 2 }, 3`, nil},
	{".n..", `0, { 1, 2 }, 3`, `0, { 1, 2 }, 3`, nil},
	{"..n.", `"v", "c", 0, nil`, `"v", "c", {}`, nil},
	{"..n.", `"v", "c", 0`, `"v", "c"`, nil},    // the null pointer after it is left out
	{"..n.", `"v", "c", 1`, `"v", "c", 1`, nil}, // of one there is something to point at
	{".n.", `0, 0`, `0, 0`, nil},
	{"n.r.", `{ "a" }, false, "d"`, `{ "a" }, "d"`, nil},
	{"n.r.", `{ "a" }, false`, `{ "a" }`, nil},
	{"n.r.", `{ "a" }, true, "d"`, `{ "a" }, true, "d"`, nil},
	{"n.r.", `{ "a" }, "d", false`, `{ "a" }, "d", false`, nil},
	{"n.ff", `{ "a" }, false, false`, `{ "a" }`, nil},
	{"n..n...", `1, { 1 }, nil, 2, { 1, 2 }, nil, "t"`, `{ 1 }, nil, { 1, 2 }, nil, "t"`, nil},
	{"n..n...", `1, { 1 }, nil, 3, { 1, 2 }, nil, "t"`, `{ 1 }, nil, { 1, 2 }, nil, "t"`, &Wrong{4, 3, 2, false}},
	{"n..n...", `2, { 1 }, nil, 3, { 1, 2 }, nil, "t"`, `{ 1 }, nil, { 1, 2 }, nil, "t"`, &Wrong{1, 2, 1, false}},
	{"n..n...", `1, { 1 }, nil, { 1, 2 }`, `1, { 1 }, nil, { 1, 2 }`, nil},
	{"..N..", `{ 1 }, { 2 }, 1, "ANY"`, `{ 1 }, { 2 }, "ANY"`, nil},
	{"..N..", `{ 1 }, { 2 }, 3`, `{ 1 }, { 2 }`, &Wrong{3, 3, 1, false}},
	{"..N..", `{ 1 }, { 2 }, "ANY"`, `{ 1 }, { 2 }, "ANY"`, nil},
	{"x.x", `0, "text", 5`, `"text"`, nil},
	{"x.x", `"text"`, `"text"`, nil},
	{"", `1, { 1 }`, `1, { 1 }`, nil},
}

// TestUncount: what is left of arguments in an order of C, and which length is wrong. Calls in the order here stay as they are.
func TestUncount(t *testing.T) {
	for _, c := range uncounted {
		L := lua.NewState()
		require.NoError(t, L.DoString(sayings))
		said := func(list string) string {
			require.NoError(t, L.DoString("out = said("+list+")"))
			return L.GetGlobal("out").String()
		}
		var wrong *Wrong
		L.SetGlobal("take", L.NewFunction(func(L *lua.LState) int {
			left, w := Uncount(L, 1, L.GetTop()-1, c.order)
			wrong = w
			require.Equal(t, left, L.GetTop()-1)
			return left
		}))
		require.Equal(t, said(c.want), said(`take("receiver", `+c.from+`)`), "%s: %s", c.order, c.from)
		if wrong != nil && wrong.Says != wrong.Says {
			wrong.Says = -1
		}
		require.Equal(t, c.wrong, wrong, "%s: %s", c.order, c.from)
		L.Close()
	}
}

// TestFoldLeavesOut: what is dropped before a description may be left out, and nothing else.
func TestFoldLeavesOut(t *testing.T) {
	table, number := &lua.LTable{Metatable: lua.LNil}, lua.LNumber(3)
	table.RawSetString("Width", lua.LNumber(16))
	for _, tt := range []struct {
		order     []string
		arguments []lua.LValue
		want      string // the width, "" for no fold
	}{
		{[]string{cnames.Dropped, cnames.Dropped, cnames.Description}, []lua.LValue{number, number, table}, "16"},
		{[]string{cnames.Dropped, cnames.Dropped, cnames.Description}, []lua.LValue{number, table}, "16"},
		{[]string{cnames.Dropped, cnames.Description}, []lua.LValue{number, table}, "16"},
		{[]string{cnames.Dropped, cnames.Description}, []lua.LValue{table, table}, "16"}, // one too many: the first is dropped
		{[]string{cnames.Dropped, cnames.Description}, []lua.LValue{table, number}, ""},
		{[]string{cnames.Description, "Data"}, []lua.LValue{table, lua.LNil}, "16"},
	} {
		got := ""
		if folded := Fold(tt.order, tt.arguments); folded != nil {
			got = folded.RawGetString("Width").String()
		}
		require.Equal(t, tt.want, got, "%v of %v", tt.arguments, tt.order)
	}
}

func TestContents(t *testing.T) {
	table := &lua.LTable{Metatable: lua.LNil}
	table.RawSetString("pData", lua.LString("bytes"))
	require.Equal(t, lua.LString("bytes"), Value("Data", table))
	require.Equal(t, lua.LValue(table), Value("Other", table))
}
