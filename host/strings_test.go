package host

import (
	"context"
	_ "embed"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// prints runs a script and returns what it prints.
func prints(t *testing.T, script string) string {
	t.Helper()
	var out strings.Builder
	h := New(Options{Stdout: &out})
	defer h.Close()
	require.NoError(t, h.RunString(context.Background(), "a.lua", script))
	return strings.TrimSuffix(out.String(), "\n")
}

// TestFormat: what C's printf gives for the same arguments, and Lua's own %q and %s.
func TestFormat(t *testing.T) {
	for call, want := range map[string]string{
		`"%d|%5d|%-5d|%05d|%+d|% d|%.3d", 3, 3, 3, 3, 3, 3, 3`:                 "3|    3|3    |00003|+3| 3|003",
		`"%i %d %d %d", 3.7, -3.7, "10", "0x10"`:                               "3 -3 10 16",
		`"%u %x %X %#x %o", 4, 255, 255, 255, 8`:                               "4 ff FF 0xff 10",
		`"%x", -1`:                                                             "ffffffffffffffff",
		`"%u", 2^63`:                                                           "9223372036854775808",
		`"%c%c%3c", 65, 0, 66`:                                                 "A\x00  B",
		`"%f %.2f %8.3f|%-8.1f|", 0.5, 1.005, math.pi, 2`:                      "0.500000 1.00    3.142|2.0     |",
		`"%e %E %.1e", 12345.678, 1, 0`:                                        "1.234568e+04 1.000000E+00 0.0e+00",
		`"%g %g %g %g %.3g", 1/3, 1e20, 100000, 1000000, 1234.5`:               "0.333333 1e+20 100000 1e+06 1.23e+03",
		`"%f %5.1f|%+d|%-5g|%05f", 1/0, -1/0, 1, 1/0, 1/0`:                     "inf  -inf|+1|inf  |  inf",
		`"%s %s %s %s", 1e15, nil, true, "x"`:                                  "1000000000000000 nil true x",
		`"%5s|%-5s|%.2s|%05s", "ab", "µs", "abc", "x"`:                         "   ab|µs   |ab|    x",
		`"%q", 'a"b\\c\nd\re\0f'`:                                              "\"a\\\"b\\\\c\\\nd\\re\\000f\"",
		`"100%% %d%%", 5`:                                                      "100% 5%",
		`"no more", 1, 2`:                                                      "no more",
		`"%s", setmetatable({}, { __tostring = function() return "own" end })`: "own",
	} {
		require.Equal(t, want, prints(t, "print(string.format("+call+"))"), call)
	}
	for call, want := range map[string]string{
		`"%s"`:         "bad argument #2 to 'format' (no value)",
		`"%d"`:         "bad argument #2 to 'format' (number expected, got no value)",
		`"%s %d", 1`:   "bad argument #3 to 'format' (number expected, got no value)",
		`"%d", "x"`:    "bad argument #2 to 'format' (number expected, got string)",
		`"%d", {}`:     "bad argument #2 to 'format' (number expected, got table)",
		`"%d", 1/0`:    "bad argument #2 to 'format' (number has no integer representation)",
		`"%x", 0/0`:    "bad argument #2 to 'format' (number has no integer representation)",
		`"%d", 2^64`:   "bad argument #2 to 'format' (number has no integer representation)",
		`"%q"`:         "bad argument #2 to 'format' (string expected, got nil)",
		`"%"`:          "invalid option '%' to 'format'",
		`"%5"`:         "invalid option '%5' to 'format'",
		`"%y", 1`:      "invalid option '%y' to 'format'",
		`"%123d", 1`:   "invalid option '%123' to 'format'",
		`"%.1234f", 1`: "invalid option '%.123' to 'format'",
		`nil`:          "bad argument #1 to 'format' (string expected, got nil)",
	} {
		require.Equal(t, "a.lua:1: "+want, prints(t, "print((select(2, pcall(function() string.format("+call+") end))))"), call)
	}
	require.Equal(t, "bad argument #1 to 'format' (no value)", prints(t, `print((select(2, pcall(function() return (("%s"):format()) end)):gsub("^a.lua:1: ", "")))`))
}

func TestToNumber(t *testing.T) {
	for call, want := range map[string]string{
		`"1e5"`: "100000", `"1E-2"`: "0.01", `" 5\n"`: "5", `"0x10"`: "16", `"-0XfF"`: "-255", `"5."`: "5", `".5"`: "0.5", `7`: "7", `"1e999"`: "inf",
		`"10", 2`: "2", `"zz", 36`: "1295", `"ff", 16`: "255", `"0xff", 16`: "255", `"-7", 8`: "-7", `11, 2`: "3", `"18446744073709551616", 10`: "1.844674407371e+19",
		`""`: "nil", `"."`: "nil", `"1e"`: "nil", `"inf"`: "nil", `"nan"`: "nil", `"1_000"`: "nil", `"0x"`: "nil", `"0x1p4"`: "nil", `"1 2"`: "nil",
		`"2", 2`: "nil", `"", 2`: "nil", `"1e5", 9`: "nil", `"--1", 2`: "nil", `"ä", 36`: "nil", `{}`: "nil", `nil`: "nil",
	} {
		if strings.HasPrefix(call, `"184`) {
			want = "1.844674407371e+19"
		}
		require.Equal(t, want, prints(t, "print(tonumber("+call+"))"), call)
	}
	for _, base := range []string{"1", "37", "0", "-10", "0/0", "1/0"} {
		require.Contains(t, prints(t, "print(pcall(function() return tonumber('1', "+base+") end))"), "bad argument #2 to 'tonumber' (base out of range)")
	}
}

// TestIndices: infinite indices are the ends of a string, on every processor.
func TestIndices(t *testing.T) {
	require.Equal(t, "abc\tab\t97\t98\t99", prints(t, `print(("abc"):sub(1, math.huge), ("abc"):sub(-math.huge, 2), ("abc"):byte(1, math.huge))`))
	require.Equal(t, "2\tnil", prints(t, `print(("abc"):find("b", -math.huge), ("abc"):find("b", math.huge) or "nil")`))
	require.Equal(t, "\t\txx", prints(t, `print(("x"):rep(0/0), (""):rep(math.huge), ("x"):rep(2))`))
	require.Equal(t, "AZ\x00\xff", prints(t, `print(string.char(65, 90, 0, 255))`))
	for _, n := range []string{"-1", "256", "0/0", "1/0"} {
		require.Contains(t, prints(t, `print(pcall(function() return string.char(`+n+`) end))`), "bad argument #1 to 'char' (invalid value)")
	}
}

func TestGmatch(t *testing.T) {
	require.Equal(t, "a\tb\tnil\tnil", prints(t, `local it = ("a b"):gmatch("%a") print(it(), (it()), (it()), (it()))`))
	require.Equal(t, "k=v;x=1;", prints(t, `local s = "" for k, v in ("k:v x:1"):gmatch("(%w):(%w)") do s = s .. k .. "=" .. v .. ";" end print(s)`))
}

// TestMetatablesOfTables: only tables change theirs, as in Lua; a string's would be that of all strings.
func TestMetatablesOfTables(t *testing.T) {
	for _, value := range []string{`""`, "1", "print", "io.stdout", "true"} {
		require.Contains(t, prints(t, `print(pcall(setmetatable, `+value+`, {}))`), "false\t")
	}
	require.Equal(t, "true", prints(t, `local t = {} print(setmetatable(t, {}) == t)`))
	require.Equal(t, "false\ta.lua:1: cannot change a protected metatable", prints(t, `print(pcall(function() setmetatable(setmetatable({}, { __metatable = 1 }), nil) end))`))
}

func TestErrorsThatShowThemselves(t *testing.T) {
	for script, want := range map[string]string{
		`error(setmetatable({}, { __tostring = function() return "hi" end }))`:                              "hi",
		`error(setmetatable({ message = "no" }, { __tostring = function(e) return e.message .. "!" end }))`: "no!",
		`error(setmetatable({ message = "no" }, { __tostring = function() error("again") end }))`:           "no",
		`error(setmetatable({ message = "no" }, { __tostring = function() return {} end }))`:                "no",
		`error({ message = "no" })`: "no",
		`error({})`:                 "the script raised a table without message",
	} {
		h := New(Options{})
		require.Error(t, h.RunString(context.Background(), "a.lua", script))
		require.Equal(t, want, h.Result().Diagnostics[0].Title, script)
		require.NoError(t, h.Close())
	}
}

// notInShort leaves a long test of one goroutine out of short runs, as those with the race detector are.
func notInShort(t *testing.T) {
	if testing.Short() {
		t.Skip("long, on one goroutine; runs without -short try it")
	}
}

// oddCalls calls every function of the libraries with odd arguments.
//
//go:embed testdata/odd.lua
var oddCalls string

// TestOddCalls: no function of the libraries fails in Go or shows what Go's formatting says of a mistake.
func TestOddCalls(t *testing.T) {
	notInShort(t)
	out := prints(t, oddCalls)
	require.Regexp(t, `^\d{5,} calls$`, out)
}
