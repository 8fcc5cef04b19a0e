package source

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestHabitsAreRepaired applies the edits of one text after the other until it is Lua.
func TestHabitsAreRepaired(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"float x = 1.0", "local x = 1.0"},
		{"int i = 0;", "local i = 0;"},
		{"static const float3 v = a", "local v = a"},
		{"float4x4 m = a", "local m = a"},
		{"uint n;", "local n;"},
		{"float f(float x, uint n) {\n  return x\n}", "local function f(x, n) \n  return x\nend"},
		{"void f() { g() }", "local function f()  g() end"},
		{"local function f(const float x) end", "local function f(x) end"},
		{"x = function(float x) end", "x = function(x) end"},
		{"if (c) { x = 1; }", "if (c) then x = 1; end"},
		{"if (c) { a[i] = 1 } else { g() }", "if (c) then a[i] = 1  else  g() end"},
		{"if (c) { f() } else if (d) { g() }", "if (c) then f()  elseif (d) then g() end"},
		{"if (c) { return; }", "if (c) then return; end"},
		{"if a < 1 { g() }", "if a < 1 then g() end"},
		{"while (c < 4) { c = c + 1 }", "while (c < 4) do c = c + 1 end"},
		{"while c < 4 {g()}", "while c < 4 do g()end"},
		{"for (int k = 0; k < 4; k++) { g(k) }", "for k = 0, 3 do g(k) end"},
		{"for (k = 1; k <= n; ++k) { g(k) }", "for k = 1, n do g(k) end"},
		{`x = "COPY_SOURCE" | "INDEX_BUFFER"`, `x = "COPY_SOURCE|INDEX_BUFFER"`},
		{`x = "A"|"B" | "C"`, `x = "A|B|C"`},
		{"x = i > 3 ? 1 : 2", "x = i > 3 and 1 or 2"},
		{"f(x, i == j?2:g(i), 3)", "f(x, i == j and 2 or g(i), 3)"},
		{`print(i > 3 ? "a" : "b")`, `print(i > 3 and "a" or "b")`},
		{"x = i > 3 && j ? float3(1, 2, j) : v", "x = i > 3 and j and float3(1, 2, j) or v"},
		{"x = i > 3 ? 1.0f : 2.0f", "x = i > 3 and 1.0 or 2.0"},
		{"x = 0.5f", "x = 0.5"},
		{"x = 1.f", "x = 1.0"},
		{"x = 2f", "x = 2.0"},
		{"x = .5h", "x = .5"},
		{"x = 1e3F", "x = 1e3"},
		{"x = 1u", "x = 1"},
		{"f { Main = function() x = 0xFFu end }", "f { Main = function() x = uint(0xFF) end }"},
		{"q->Signal(f, 1)", "q:Signal(f, 1)"},
		{"x = d->GetQueue()->GetDesc()", "x = d:GetQueue():GetDesc()"},
		{"d->value = s->value", "d.value = s.value"},
		{"if q not nil then f() end", "if q ~= nil then f() end"},
		{"import gpu", "local gpu = require \"gpu\""},
		{"f {}\n// one\ng()", "f {}\n-- one\ng()"},
		{"x = 1L", "x = 1"},
		{"[unroll] for i = 0, 3 do g() end", "for i = 0, 3 do g() end"},
		{"[unroll(4)] while c do g() end", "while c do g() end"},
		{"[branch]\tif c then g() end", "if c then g() end"},
		{"f()\n#define N 8\nx = N", "f()\nlocal N = 8\nx = N"},
		{"do\n  #define SCALE -0.5  \nend", "do\n  local SCALE = -0.5  \nend"},
		{"// one\nx = 1", "-- one\nx = 1"},
		{"x = 1 /* one */", "x = 1 --[[ one ]]"},
		{"/* a\nb */ x = 1", "--[[ a\nb ]] x = 1"},
		{"f() /* a */", "f() --[[ a ]]"},
		{"a[i] = (float)i", "a[i] = float(i)"},
		{"a[i] = (float)b.x * 2", "a[i] = float(b.x) * 2"},
		{"x = f((uint)i)", "x = f(uint(i))"},
		{"x = (float)1", "x = float(1)"},
		{"if (int)i > 2 then end", "if int(i) > 2 then end"},
		{"f(function()\n if a then g() else if b then g() end\nend)", "f(function()\n if a then g() elseif b then g() end\nend)"},
	} {
		text := tt.text
		for range 8 {
			if _, err := NewSet().Load("s.lua", text); err == nil {
				break
			}
			text = repaired(t, text)
		}
		require.Equal(t, tt.want, text, tt.text)
	}
}

// TestHabitsWithoutAnEdit are advised in words only.
func TestHabitsWithoutAnEdit(t *testing.T) {
	for _, tt := range []struct{ text, help string }{
		{"x = i & 3", "and_bits(a, b)"},
		{"x = i | 3", "or_bits(a, b)"},
		{`x = "COPY_SOURCE" | i`, "or_bits(a, b)"},
		{`x = "a" | "b"`, "or_bits(a, b)"},
		{"x = ~i", "not_bits(a)"},
		{"x = i > 3 ? v : 2", "'condition and a or b'"},
		{"x = i > 3 ? false : 2", "'condition and a or b'"},
		{"x = a or b ? 1 : 2", "'condition and a or b'"},
		{"x = a ? 1 : b ? 2 : 3", "'condition and a or b'"},
		{"x = a ? b ? 1 : 2 : 3", "'condition and a or b'"},
		{"groupshared float s[64];", "local s = gpu.GroupShared"},
		{"float s[64];", "Array("},
		{"float x\nf()", "local x = …"},
		{"function f(inout float x) end", "return what is computed"},
		{"for (int k = 8; k > 0; k--) { g(k) }", "for k = 0, 3 do … end"},
		{"for (int k = 0; j < 4; k++) { g(k) }", "for k = 0, 3 do … end"},
		{"x = f((float)v.x)", "float(…)"},
		{"x = 1 /* never closed", "--[[ … ]]"},
		{"x = 1 /* t[a[1]] */", "--[[ … ]]"},
		{"for i = 1, 2 do continue end", "if not (…) then … end"},
	} {
		d := loadError(t, tt.text)
		require.Len(t, d.Help, 1, tt.text)
		require.Contains(t, d.Help[0].Text, tt.help, tt.text)
		require.Zero(t, d.Help[0].Span.Line, tt.text)
	}
}

// TestOtherMistakesAreNoHabits keep the advice that they had.
func TestOtherMistakesAreNoHabits(t *testing.T) {
	for _, tt := range []struct{ text, help string }{
		{"f(a b)", "Put ','"},
		{"f(float b)", "Put ','"},
		{"function f(a b) end", "Put ','"},
		{"if f{1} g() end", "Add 'then'"},
		{"if (a) then f(b){ 1 2 } end", "Put ','"},
		{"x = 3x", "put a space before a word"},
		{"x = 1fx", "put a space before a word"},
		{"x = 1 // one", "A comment begins with '--'."},
		{"x = (y)i", "A statement calls a function"},
	} {
		d := loadError(t, tt.text)
		require.Len(t, d.Help, 1, tt.text)
		require.Contains(t, d.Help[0].Text, tt.help, tt.text)
	}
	for _, text := range []string{"if (f) { a } then end", "x = (float)(i)", "float, x = 1, 2"} {
		_, err := NewSet().Load("s.lua", text)
		require.NoError(t, err, text)
	}
}
