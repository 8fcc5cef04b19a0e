package host

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// TestForeignWords: what people write who come from other languages, and what the message proposes: the whole line, "" for no edit.
func TestForeignWords(t *testing.T) {
	for _, tt := range []struct{ text, help, line string }{
		{`printf("%d %d", 3, 4)`, "io.write writes one", `io.write(string.format("%d %d", 3, 4))`},
		{"local n = strlen('a' .. 'b')", "is written '#'", "local n = #('a' .. 'b')"},
		{"local t = {1, 2}\nprint(len(t))", "is written '#'", "print(#t)"},
		{"print(sqrt(2))", "math.sqrt", "print(math.sqrt(2))"},
		{"print(atan2(2, 3))", "math.atan2", "print(math.atan2(2, 3))"},
		{"local t = {}\ntable.add(t, 1)", "table.insert", "table.insert(t, 1)"},
		{"print(math.clamp(5, 1, 2))", "bound a number", "print(math.min(math.max(5, 1), 2))"},
		{"print(math.clamp(5))", "bound a number", ""},
		{"print(table.unpack({ 1 }))", "global function unpack", "print(unpack({ 1 }))"},
		{"string.dump(print)", "left out: scripts are text", ""},
		{"print(debug.getmetatable({}))", "getmetatable is a global function", "print(getmetatable({}))"},
		{"io.stdout:write('x')", "io.write writes without a line break", ""},
		{"module('x')", "left out: it makes globals", ""},
		{"for w in string.gfind('a b', '%a') do end", "string.gmatch", "for w in string.gmatch('a b', '%a') do end"},
		{"local t = table.pack(1, 2)", "in braces", "local t = { 1, 2 }"},
		{"local t = {}\nt:push(3)", "table.insert", "table.insert(t, 3)"},
		{"local t = { 1 }\nlocal x = t:pop()", "table.remove", "local x = table.remove(t)"},
		{"local t = { 1 }\nlocal n = t.length()", "is written '#'", "local n = #t"},
		{"local t = { 1 }\nt:size()", "is written '#'", ""},
		{"local s = 'a,b'\nlocal p = s:split(',')", "string.gmatch", ""},
		{"local s = 'a'\nprint(s.upper())", "with ':'", "print(s:upper())"},
		{"local t = { x = 1 }\nfunction t:get()\nreturn this.x end\nprint(t:get())", "'self'", "return self.x end"},
		{"local t = { 1, 2 }\nfor i = 0, 1 do\nprint(t[i] + 1) end", "begin at 1", ""},
		{"import gpu", "require", "local gpu = require \"gpu\""},
		{"import a, b", "require", ""},
		{"local b = {}\nSleep(1)", "gpu.Work", ""},
		{"class Foo", "no classes", ""},
		{"x = 7 // 2", "math.floor(a / b)", ""},
		{"local a <const> = 1", "no attributes", "local a = 1"},
		{"local a <const>, b = 1, 2", "no attributes", "local a, b = 1, 2"},
		{"local t = [1, 2]", "in braces", "local t = { 1, 2 }"},
		{"local t = [\"a]\", 'b']", "in braces", "local t = { \"a]\", 'b' }"},
		{"print(#[])", "in braces", "print(#{})"},
		{"local t = [[1, 2], [3]]\nlocal u = [ [1], 2 ]", "in braces", ""},
		{"local a += 1", "no '+='", ""},
		{"local s = `x`", "in quotes", "local s = \"x\""},
		{"print(“hello”)", "straight", "print(\"hello\")"},
		{"print(3 − 1)", "written '-'", "print(3 - 1)"},
		{"if 1 ≤ 2 then print(1) end", "'<='", "if 1 <= 2 then print(1) end"},
		{"local\u00a0x = 1", "looks like a space", "local x = 1"},
		{"print(bit32.band(1, 2))", "and_bits", ""},
		{"console.log(1)", "print writes", ""},
		{"print(format('%d', 1))", "string.format", "print(string.format('%d', 1))"},
		{"local gpu = require 'gpu'\nlocal e = CreateEvent()", "gpu.CreateEvent", "local e = gpu.CreateEvent()"},
	} {
		d, h := failure1(t, Options{}, tt.text)
		require.Len(t, d.Help, 1, tt.text)
		require.Contains(t, d.Help[0].Text, tt.help, tt.text)
		if tt.line == "" {
			require.Equal(t, diag.EditNone, d.Help[0].Edit, tt.text)
			continue
		}
		at := d.Help[0].Span
		line, ok := h.source.Line(at.File, at.Line)
		require.True(t, ok, tt.text)
		repaired := line[:at.Col-1] + d.Help[0].Replace + line[at.EndCol-1:]
		require.Equal(t, tt.line, repaired, tt.text)
		require.Equal(t, ExitOK, exitOf(t, strings.Replace(tt.text, line, repaired, 1)), tt.text)
	}
	d, _ := failure1(t, Options{}, "local t = setmetatable({}, {})\nt:push(1)") // an object, whose methods are its own
	require.Empty(t, d.Help)
}

// TestModulesThatWereNotLoaded: a global that has the name of a module asks for it at the top of the file.
func TestModulesThatWereNotLoaded(t *testing.T) {
	for _, tt := range []struct{ text, line string }{
		{"-- a frame\nlocal function f()\n  return gpu.CreateDevice()\nend\nf()", "local gpu = require \"gpu\""},
		{"local d = dml.CreateDevice", "local dml = require \"gpu.dml\""},
		{"print(engine.Pack('float', 1))", "local engine = require \"gpu.engine\""},
	} {
		d, _ := failure1(t, Options{}, tt.text)
		require.Len(t, d.Help, 1, tt.text)
		require.Equal(t, "Load the module first: "+tt.line+".", d.Help[0].Text)
		require.Equal(t, diag.EditInsertBefore, d.Help[0].Edit)
		lines := strings.Split(tt.text, "\n")
		at := d.Help[0].Span.Line - 1
		repaired := append(append(append([]string{}, lines[:at]...), tt.line), lines[at:]...)
		_, h, _ := run(t, Options{}, strings.Join(repaired, "\n"))
		require.NotEqual(t, diag.IndexOfNil, firstCode(h), tt.text)
	}
}

// firstCode is the code of the first diagnostic of a run, "" if there is none.
func firstCode(h *Host) diag.Code {
	for _, d := range h.Result().Diagnostics {
		return d.Code
	}
	return 0
}

// exitOf is the exit code of a script.
func exitOf(t *testing.T, text string) int {
	_, h, _ := run(t, Options{}, text)
	return h.Result().ExitCode
}
