package translate

import (
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"
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

// TestUncount: what is left of arguments in an order of C, and which length is wrong. Calls in the order here stay as they are.
func TestUncount(t *testing.T) {
	for _, c := range []struct {
		order, from, want string
		wrong             *Wrong
	}{
		{"n.", `1, { "a" }`, `{ "a" }`, nil},
		{"n.", `{ "a" }`, `{ "a" }`, nil},
		{"n.", `1`, `1`, nil}, // a number in the place of the list
		{"n.", `0, {}`, `{}`, nil},
		{"n.", `1, { A = "a" }`, `{ "{}" }`, nil}, // the one that C points at
		{"n.", `2, { A = "a" }`, `{}`, &Wrong{1, 2, 0}},
		{"n.", `1, {}`, `{}`, &Wrong{1, 1, 0}},
		{"n.", `2, { "a" }`, `{ "a" }`, &Wrong{1, 2, 1}},
		{"n.", `0.5, { "a" }`, `{ "a" }`, &Wrong{1, 0.5, 1}},
		{"n.", `0/0, { "a" }`, `{ "a" }`, &Wrong{1, -1, 1}}, // -1: not a number
		{"n.", `1, "a"`, `"a"`, nil},
		{"n.", `1, { "a" }, 3`, `{ "a" }, 3`, nil},
		{"n.f.", `1, { "a" }, false, "d"`, `{ "a" }, "d"`, nil},
		{"n.f.", `1, { "a" }, 0, "d"`, `{ "a" }, "d"`, nil},
		{"n.f.", `1, { "a" }, nil`, `{ "a" }`, nil},
		{"n.f.", `1, { "a" }, true, "d"`, `{ "a" }, true, "d"`, nil},
		{"n.f.", `0, nil, false, "d"`, `nil, "d"`, nil},
		{"n.f.", `nil, "d"`, `nil, "d"`, nil},
		{".n.", `0, 1, { "a" }`, `0, { "a" }`, nil},
		{".n.", `0, { "a" }`, `0, { "a" }`, nil},
		{".v..", `0, 1, { 1, 2 }, 3`, `0, { 1, 2 }, 3`, &Wrong{2, 1, 2}},
		{".n.", `0, 1, { 1, 2 }`, `0, { "{}" }`, nil}, // { 1, 2 } is one description without the names of its fields
		{".n..", `0, 2, { 1, 2 }, 3`, `0, { 1, 2 }, 3`, nil},
		{".n..", `0, { 1, 2 }, 3`, `0, { 1, 2 }, 3`, nil},
		{"..n.", `"v", "c", 0, nil`, `"v", "c", nil`, nil},
		{"..n.", `"v", "c", 0`, `"v", "c", 0`, nil},
		{"n..n...", `1, { 1 }, nil, 2, { 1, 2 }, nil, "t"`, `{ 1 }, nil, { 1, 2 }, nil, "t"`, nil},
		{"n..n...", `1, { 1 }, nil, 3, { 1, 2 }, nil, "t"`, `{ 1 }, nil, { 1, 2 }, nil, "t"`, &Wrong{4, 3, 2}},
		{"n..n...", `2, { 1 }, nil, 3, { 1, 2 }, nil, "t"`, `{ 1 }, nil, { 1, 2 }, nil, "t"`, &Wrong{1, 2, 1}},
		{"n..n...", `1, { 1 }, nil, { 1, 2 }`, `1, { 1 }, nil, { 1, 2 }`, nil},
		{"..N..", `{ 1 }, { 2 }, 1, "ANY"`, `{ 1 }, { 2 }, "ANY"`, nil},
		{"..N..", `{ 1 }, { 2 }, 3`, `{ 1 }, { 2 }`, &Wrong{3, 3, 1}},
		{"..N..", `{ 1 }, { 2 }, "ANY"`, `{ 1 }, { 2 }, "ANY"`, nil},
		{"x.x", `0, "text", 5`, `"text"`, nil},
		{"x.x", `"text"`, `"text"`, nil},
		{"", `1, { 1 }`, `1, { 1 }`, nil},
	} {
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
