package host

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPowers: `^` is a call of the host, and nothing of Lua shows it: constants, results of calls, metatables, environments and errors.
func TestPowers(t *testing.T) {
	var many strings.Builder // more constants than an instruction can name
	for i := range 300 {
		fmt.Fprintf(&many, "x = %d.25\n", i)
	}
	tests := []struct{ text, want string }{
		{"print(2^10, 2^-1, (-2)^3, -2^2, 2^3^2, (2^2)^3)", "1024\t0.5\t-8\t-4\t512\t64\n"},
		{"print(2^1023 * 2, 10^400, (-8)^(1/3) ~= (-8)^(1/3), 2^-1074 > 0, 2^-1075)", "inf\tinf\ttrue\ttrue\t0\n"},
		{"local t = { Width = 2^27, [2^3] = 2^0.5 }; print(t.Width, t[8] == math.sqrt(2))", "134217728\ttrue\n"},
		{"local x = 3; print(x^2, 2^x, x^x^2, -x^2, (x^2)..'', not (x^2 == 9))", "9\t8\t19683\t-9\t9\tfalse\n"},
		{"local function f() return 2, 3 end print(2^f(), f()^2, (function(...) return 3^... end)(2, 5))", "4\t4\t9\n"},
		{"print('2'^'3', 2^'0x3', ' 2 '^2)", "8\t8\t4\n"},
		{"local v = setmetatable({}, { __pow = function(a, b) return type(a)..type(b) end }) print(v^2, 2^v, v^'x')", "tablenumber\tnumbertable\ttablestring\n"},
		{"local function f(x) return x^2 end setfenv(f, {}) print(f(8))", "64\n"},
		{"local c = coroutine.wrap(function() coroutine.yield(3^coroutine.yield(1)) end) c() print(c(2))", "9\n"},
		{many.String() + "local x = 7; print(2^27, x^2, 2.5^-2, (-3)^3)", "134217728\t49\t0.16\t-27\n"},
		{"print(pcall(function() local t; return t^2 end))", "false\ta.lua:1: attempt to perform arithmetic on local 't' (a nil value)\n"},
		{"print(pcall(function() return 2^{} end))", "false\ta.lua:1: attempt to perform arithmetic on a table value\n"},
		{"print(math.floor(math.log10(1000)), string.format('%.17g', math.exp(1)), string.format('%.17g', math.sin(1e22)))", "3\t2.7182818284590451\t-0.85220084976718879\n"},
	}
	for _, tt := range tests {
		require.Equal(t, tt.want, prints(t, tt.text)+"\n", tt.text)
	}
}
