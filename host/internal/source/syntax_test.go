package source

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/lex"
)

// loadError returns the one diagnostic of a refused text.
func loadError(t *testing.T, text string) *diag.Diagnostic {
	t.Helper()
	_, err := NewSet().Load("s.lua", text)
	var de *diag.Error
	require.True(t, errors.As(err, &de), "%q was accepted", text)
	require.Len(t, de.Diagnostics, 1)
	require.Equal(t, diag.SyntaxError, de.Diagnostics[0].Code)
	return de.Diagnostics[0]
}

// syntaxErrors are texts that do not load, and what is said of them.
var syntaxErrors = []struct {
	text, at string // at is line:col, with the second place after a space
	title    string
	help     string // a part of it
}{
	{"function f()\n  g()\n", "2:6 1:1", "expected 'end' to close 'function' at line 1, found the end of the file", "Add 'end'"},
	{"if a then\n  b()\nelse if c then\n  d()\nend", "5:4 1:1", "expected 'end' to close 'if' at line 1, found the end of the file", "'elseif' is one word"},
	{"for i = 1, 2 do\n f(i)\n", "2:6 1:1", "expected 'end' to close 'for' at line 1, found the end of the file", "Add 'end'"},
	{"repeat f() end", "1:12 1:1", "expected 'until' to close 'repeat' at line 1, found 'end'", ""},
	{"if x = 1 then end", "1:6", "expected 'then' after the condition of 'if', found '='", "'=='"},
	{"if x == 1 f() end", "1:11", "expected 'then' after the condition of 'if', found name 'f'", "Add 'then'"},
	{"if a != b then end", "1:6", "'!=' is not an operator of Lua", "'~='"},
	{"if a && b then end", "1:6", "'&&' is not an operator of Lua", "'and'"},
	{"i++", "1:2", "'++' is not an operator of Lua", "i = i + 1"},
	{"n += 2", "1:3", "'+=' is not an operator of Lua", "n = n + 2"},
	{"n += ", "1:3", "'+=' is not an operator of Lua", "n = n + …"},
	{"n -= 2 && 3", "1:3", "'-=' is not an operator of Lua", "n = n - …"},
	{"x = 'abc\ny = 1", "1:5", "string is not finished: no closing ' before the end of the line", "Add '"},
	{"x = \"abc", "1:5", "string is not finished: no closing \" before the end of the line", ""},
	{"x = [[abc\n\n", "1:5", "long string is not finished: no closing ]] before the end of the file", ""},
	{"--[==[ abc ]]", "1:1", "long comment is not finished: no closing ]==] before the end of the file", ""},
	{"x = { 1 2 }", "1:9 1:5", "expected '}' to close '{' at line 1, found number 2", "Put ','"},
	{"x = { Main = function() return 1\n}", "2:1 1:25", "'return' must be the last statement of its block, found '}' after it", "Add 'end' to close the 'function' at line 1"},
	{"f(a\ng(b)", "2:1 1:2", "expected ')' to close '(' at line 1, found name 'g'", "Add ')'"},
	{"f(\na\nb)", "3:1 1:2", "expected ')' to close '(' at line 1, found name 'b'", "Put ','"},
	{"f(a b)", "1:5 1:2", "expected ')' to close '(' at line 1, found name 'b'", "Put ','"},
	{"f(a = 1)", "1:5 1:2", "expected ')' to close '(' at line 1, found '='", "named arguments"},
	{"f(\nend", "2:1 1:2", "expected an expression, found 'end'", "Close '('"},
	{"local ok = i = 3", "1:14", "expected an expression, found '='", "'=='"},
	{"x = ", "1:4", "expected an expression, found the end of the file", ""},
	{"end", "1:1", "'end' closes nothing: no block is open here", "Remove"},
	{"break", "1:1", "'break' is not inside a loop", ""},
	{"while a do break b() end", "1:18 1:12", "'break' must be the last statement of its block, found name 'b' after it", "do break end"},
	{"function f()\n  return 1\nprint(1)", "3:1 2:3", "'return' must be the last statement of its block, found name 'print' after it", "Add 'end' to close the 'function' at line 1"},
	{"function f()\n  return 1\n  print(1)\nend", "3:3 2:3", "'return' must be the last statement of its block, found name 'print' after it", "do return end"},
	{"function f() return 1\nprint(1)", "2:1 1:14", "'return' must be the last statement of its block, found name 'print' after it", "do return end"},
	{"return 1 x = 2", "1:10 1:1", "'return' must be the last statement of its block, found name 'x' after it", "do return end"},
	{"f() = 1", "1:1", "cannot assign to the result of a call", ""},
	{"(a) = 1", "1:1", "cannot assign to an expression in parentheses", ""},
	{"a.b", "1:1", "expected a statement, found an expression", "a.b = …"},
	{"a == 1", "1:3", "a comparison is not a statement", "assigns"},
	{"int x = 2", "1:5", "expected '=' or '(' after 'int', found name 'x'", ""},
	{"for x do end", "1:7", "expected '=' or 'in' after the variable of 'for', found 'do'", ""},
	{"local end = 1", "1:7", "expected a name after 'local', found 'end'", "keyword"},
	{"a:b = 1", "1:2", "expected arguments after method 'b', found '='", "'.b'"},
	{"f\n(g)()", "2:1 1:1", "'(' at the beginning of a line could continue the call of the line before it", "';'"},
	{"function f() return ... end", "1:21", "'...' is used in a function that does not take '...'", ""},
	{"x = 3x", "1:5", "malformed number '3x'", ""},
	{"x = 0x", "1:5", "malformed number '0x'", ""},
	{"x = 1e", "1:5", "malformed number '1e'", ""},
	{"x = '\\300'", "1:6", "escape \\300 is too large: a byte is at most 255", ""},
	{"x = $", "1:5", "character '$' cannot be outside a string or a comment", ""},
	{"x = 1\x00", "1:6", "byte 0x00 cannot be outside a string or a comment", ""},
	{"\xff\xfex\x00", "1:1", "byte 0xff cannot be outside a string or a comment", "save it as UTF-8"},
	{"\x89PNG\r\n", "1:1", "byte 0x89 cannot be outside a string or a comment", "gpu.LoadImage"},
	{"\x1bLuaQ", "1:1", "byte 0x1b cannot be outside a string or a comment", "its source"},
	{"goto nowhere", "1:1", "no visible label 'nowhere' for <goto> at line 1", "visible"},
	{"::a:: ::a::", "1:7 1:1", "label 'a' already defined on line 1", ""},
	{"for i = 1, 2 do continue end", "1:17", "Lua has no 'continue'", "goto continue"},
	{"if x then discard end", "1:11", "'discard' is not a statement of Lua", "discard()"},
}

func TestSyntaxErrors(t *testing.T) {
	for _, tt := range syntaxErrors {
		d := loadError(t, tt.text)
		places := []string{}
		for _, l := range d.Labels {
			places = append(places, fmt.Sprintf("%d:%d", l.Span.Line, l.Span.Col))
		}
		require.Equal(t, tt.title, d.Title, tt.text)
		require.Equal(t, tt.at, strings.Join(places, " "), tt.text)
		help := ""
		for _, h := range d.Help {
			help += h.Text
		}
		require.Contains(t, help, tt.help, tt.text)
	}
}

// TestFixesRepairTheText applies the exact edits; what they make is accepted.
func TestFixesRepairTheText(t *testing.T) {
	for text, want := range map[string]string{
		"if a != b then end":            "if a ~= b then end",
		"x = a && b":                    "x = a and b",
		"if x = 1 then end":             "if x == 1 then end",
		"if x f() end":                  "if x then f() end",
		"x = { 1 2 }":                   "x = { 1, 2 }",
		"if a then else if b then\nend": "if a then elseif b then\nend",
		"i++; f()":                      "i = i + 1; f()",
		"n += 2 f()":                    "n = n + 2 f()",
		"a[i].n *= b + c\nf()":          "a[i].n = a[i].n * (b + c)\nf()",
		"n %= (b + c)":                  "n = n % (b + c)",
		"s ..= 'x' .. t":                "s = s .. ('x' .. t)",
		"a[i] -= a[i + 1]:f(2)":         "a[i] = a[i] - a[i + 1]:f(2)",
	} {
		fixed := repaired(t, text)
		require.Equal(t, want, fixed)
		_, err := NewSet().Load("s.lua", fixed)
		require.NoError(t, err)
	}
}

// repaired applies the exact edit of the one diagnostic of a text.
func repaired(t *testing.T, text string) string {
	t.Helper()
	d := loadError(t, text)
	require.NotEmpty(t, d.Help, text)
	h := d.Help[0]
	require.Positive(t, h.Span.Line, "%q has no edit: %s", text, h.Text)
	ls := lex.NewLines(text)
	start := ls[h.Span.Line-1] + h.Span.Col - 1
	end := start
	if h.Span.EndLine > 0 {
		end = ls[h.Span.EndLine-1] + h.Span.EndCol - 1
	}
	return text[:start] + h.Replace + text[end:]
}

func TestLimitsOfTheCompiler(t *testing.T) {
	many := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "local a%d = %d\n", i, i)
		}
		return b.String()
	}
	_, err := NewSet().Load("a", many(190))
	require.NoError(t, err)
	require.Contains(t, loadError(t, many(210)).Title, "too many local variables")

	nested := func(n int) string { return "x = " + strings.Repeat("(", n) + "1" + strings.Repeat(")", n) }
	_, err = NewSet().Load("a", nested(150))
	require.NoError(t, err)
	require.Contains(t, loadError(t, nested(1_000_000)).Title, "nested more than 200 deep")
	require.Contains(t, loadError(t, strings.Repeat("do ", 100000)).Title, "nested more than 200 deep")
	require.Contains(t, loadError(t, "x = "+strings.Repeat("{", 100000)).Title, "nested more than 200 deep")
	require.Contains(t, loadError(t, "x = "+strings.Repeat("-", 1)+strings.Repeat("not ", 100000)).Title, "nested more than 200 deep")
	require.Contains(t, loadError(t, "x = a"+strings.Repeat("^a", 100000)).Title, "nested more than 200 deep")
}

func TestManyElseif(t *testing.T) {
	chain := func(n int, last string) string {
		return "if x == 0 then y = 0 " + strings.Repeat("elseif x == 1 then y = 1 ", n-1) + "elseif x == 2 then " + last + " end "
	}
	_, err := NewSet().Load("a", chain(1000, "y = 2"))
	require.NoError(t, err)
	const title = "an if has more than 1000 elseif, with those around it"
	require.Equal(t, title, loadError(t, chain(1001, "y = 2")).Title)

	_, err = NewSet().Load("a", strings.Repeat(chain(600, "y = 2"), 3))
	require.NoError(t, err, "one behind the other")
	_, err = NewSet().Load("a", chain(500, chain(500, "y = 2")))
	require.NoError(t, err)
	require.Equal(t, title, loadError(t, chain(500, chain(501, "y = 2"))).Title)
}
