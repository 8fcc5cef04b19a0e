package parse

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	luaparse "github.com/yuin/gopher-lua/parse"
)

// corpus holds one text for each construct of the language and the ways they combine.
var corpus = []string{
	"",
	"# /usr/bin/lua\nreturn 1",
	"local a, b = 1, 2; a, b = b, a",
	"local x <const2 = 1",
	"f(1, g(2), h{3}, k\"4\", l[[5]])",
	"f{ a = 1, ['b'] = 2; 3, f(), ... }",
	"a.b.c:d(1):e{2}.f['g'].h = 1",
	"x = a or b and c < d .. e .. f + g * -h ^ -i ^ j",
	"x = not a == b, #a + 1, -x ^ 2, 2 ^ -3 * 4, (a or b) and c",
	"x = 1 .. 2 .. 3, a < b, a > b, a <= b, a >= b, a ~= b",
	"if a then b() elseif c then d() elseif e then f() else g() end",
	"if a then end",
	"while a do b() break end",
	"repeat local x = f() until x",
	"for i = 1, 10 do print(i) end for i = 10, 1, -1 do end",
	"for k, v in pairs(t) do t[k] = nil end",
	"function a.b.c:d(x, ...) return x, ... end",
	"function f() return end function g() return; end",
	"local function f(n) return n == 0 and 1 or n * f(n - 1) end",
	"local f = function(a, b) return (f(a)), (...) end",
	"do local x; ; x = 1 end",
	"goto done; do goto done end ::done::",
	"x = 0xff + 0x10 + 1e3 + 1.5e-3 + .5 + 3. + 1E+2",
	"x = 'a\\n\\65\\\"\\'\\\\' .. \"\\\nb\" .. [==[\nx]]y]=]z]==]",
	"--[[ long\ncomment ]] x = 1 --[==[ another ]] ]==] y = 2 -- line\nz = 3",
	"f((g()))  ;(h)() ; (a.b)[1] = 2",
	"return f(x)",
	"return (f(x)), { f(x) }, ...",
	"t = { { 1, 2 }, { [1] = 2, x = { y = {} } }, function() end, }",
	"x = a.b(c)(d)[e]:f()",
	"a.b['c'](1); a[1](2); a[b.c]:d(3)",
	"\r\nx = 1\r\ny = 2\rz = 3\n\rw = 4",
	"local t = setmetatable({}, { __index = function(t, k) return k end })",
	"x = function(...) local a, b = ... return select('#', ...) end",
}

// TestParseAgreesWithGopherLua compares our trees with those of the reference parser, on the corpus and on the scripts
// of the repository.
func TestParseAgreesWithGopherLua(t *testing.T) {
	texts := append([]string{}, corpus...)
	files, err := filepath.Glob("../../../../scripts/*.lua")
	require.NoError(t, err)
	for _, f := range files {
		b, err := os.ReadFile(f)
		require.NoError(t, err)
		texts = append(texts, string(b))
	}
	for _, text := range texts {
		compareParsers(t, text)
	}
}

func compareParsers(t *testing.T, text string) {
	t.Helper()
	body := text
	if strings.HasPrefix(body, "#") {
		body = "--" + body
	}
	want, refErr := luaparse.Parse(strings.NewReader(body), "x")
	got, err := parse1(text)
	if refErr != nil {
		require.NotNil(t, err, "gopher-lua refuses %q: %v", text, refErr)
		return
	}
	if err != nil && (strings.Contains(err.Title, "beginning of a line") || strings.Contains(err.Title, "nested more than") ||
		strings.Contains(err.Title, "malformed number") || strings.Contains(err.Title, "too large") ||
		strings.Contains(err.Title, "'...' is used")) {
		return // stricter than gopher-lua on purpose
	}
	require.Nil(t, err, "%q", text)
	require.Equal(t, luaparse.Dump(want), luaparse.Dump(got.Stmts), "%q", text)
}

// first is the number of the first node.
const first = 1 << 24

func parse1(text string) (*Tree, *Error) {
	return Read(text, Options{Base: first})
}
