package host

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// TestLessWork: a script that was stopped gets the loop that ends in time, where that is known.
func TestLessWork(t *testing.T) {
	steps, output := Limits{LuaSteps: 10_000}, Limits{OutputBytes: 10}
	for _, tt := range []struct {
		name, script string
		limits       Limits
		want         string // what is put
	}{
		{"a while loop", "while true do end", steps, "for _ = 1, 100 do if not (true) then break end"},
		{"a while loop that a function runs", "local function f()\n while true do end\nend\nf()", steps, "for _ = 1, 100 do if not (true) then break end"},
		{"a call of a function in a while loop", "local function f()\n for i = 1, 10 do end\nend\nwhile true do f() end", steps, "for _ = 1, 100 do if not (true) then break end"},
		{"two characters a turn", "for i = 1, 9 do print(i) end", output, "5"},
		{"the first value counts", "for i = 4, 9 do print(i) end", output, "8"},
		{"the call is not the last of the turn", "for i = 1, 9 do print(i) local x = i end", output, "5"},
		{"a computed end", "for i = 1, #'123456789' do print(i) end", output, "math.min(#'123456789', 5)"},
		{"the outer loop", "for i = 1, 9 do for k = 1, 2 do print(k) end end", output, "2"},
		{"the outer loop is in its first turn", "for i = 1, 9 do for k = 1, 9 do print(k) end end", output, "5"},
		{"out of a function", "local function f(i) print(i) end\nfor i = 1, 9 do f(i) end", output, "5"},
		{"a loop of pairs", "for _, i in ipairs { 1, 2, 3, 4, 5, 6 } do print(i) end", output, ""},
		{"the first turn", "for i = 1, 9 do print('more than ten') end", output, ""},
		{"steps of two", "for i = 1, 19, 2 do print(1) end", output, ""},
		{"no loop", "print('more than ten')", output, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := New(Options{Limits: tt.limits})
			defer h.Close()
			require.Error(t, h.RunString(context.Background(), "a.lua", tt.script))
			got := ""
			for _, help := range h.Result().Diagnostics[0].Help {
				if help.Edit == diag.EditReplace {
					got = help.Replace
				}
			}
			require.Equal(t, tt.want, got)
		})
	}
}
