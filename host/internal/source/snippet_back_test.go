package source

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// TestSnippetBack: the number that the second argument of From was two passes before the one in which a line before Find is.
func TestSnippetBack(t *testing.T) {
	for _, tt := range []struct{ name, script, want string }{
		{"counted from 0", "for i = 0, 9 do p:Find() q:From(F, i + 1) end", "math.max(0, i - 1)"},
		{"counted from 1", "for i = 1, 9 do p:Find() q:From(F, i) end", "math.max(0, i - 2)"},
		{"as much as is added", "for i = 1, 9 do p:Find() q:From(F, i + 2) end", "i"},
		{"more is added", "for i = 1, 9 do p:Find() q:From(F, i + 3) end", "i + 1"},
		{"a step of 1", "for i = 1, 9, 1 do p:Find() q:From(F, i) end", "math.max(0, i - 2)"},
		{"a step of 2", "for i = 1, 9, 2 do p:Find() q:From(F, i) end", ""},
		{"the variable is changed", "for i = 1, 9 do p:Find() i = 3 q:From(F, i) end", ""},
		{"of an outer loop", "for i = 1, 9 do for k = 1, 2 do p:Find() q:From(F, i) end end", ""},
		{"in an outer loop", "for i = 1, 9 do for k = 1, 2 do p:Find() q:From(F, k) end end", "math.max(0, k - 2)"},
		{"added to before the signal", "local v = 0\nwhile true do p:Find() v = v + 1 q:From(F, v) end", "math.max(0, v - 1)"},
		{"added to behind the signal", "local v = 1\nwhile true do p:Find() q:From(F, v) v = v + 1 end", "math.max(0, v - 2)"},
		{"added to beside another", "local v, w = 1, 0\nwhile true do p:Find() q:From(F, v) w, v = v, v + 1 end", "math.max(0, v - 2)"},
		{"added to in one statement twice", "local v = 1\nwhile true do p:Find() q:From(F, v) v, v = 7, v + 1 end", ""},
		{"added to first, and nothing for the other", "local v, w = 1, 0\nwhile true do p:Find() q:From(F, v) v, w = v + 1 end", ""},
		{"added to first", "local v = 0\nrepeat v = v + 1 p:Find() q:From(F, v) until false", "math.max(0, v - 2)"},
		{"declared without a value", "local v\nwhile true do p:Find() v = v + 1 q:From(F, v) end", "math.max(0, v - 1)"},
		{"more is added to it", "local v = 0\nwhile true do p:Find() v = v + 2 q:From(F, v) end", ""},
		{"another is added to", "local v, w = 0, 0\nwhile true do p:Find() v = w + 1 q:From(F, v) end", ""},
		{"taken from", "local v = 9\nwhile true do p:Find() v = v - 1 q:From(F, v) end", ""},
		{"added to twice", "local v = 0\nwhile true do p:Find() v = v + 1 q:From(F, v) v = v + 1 end", ""},
		{"added to sometimes", "local v = 0\nwhile true do p:Find() if x then v = v + 1 end q:From(F, v) end", ""},
		{"declared in the loop", "while true do local v = 0 p:Find() v = v + 1 q:From(F, v) end", ""},
		{"never added to", "local v = 0\nwhile true do p:Find() q:From(F, v) end", ""},
		{"a global", "v = 0\nwhile true do p:Find() v = v + 1 q:From(F, v) end", ""},
		{"another one of that name", "local v = 0\nwhile true do do local v = 3 p:Find() end v = v + 1 q:From(F, v) end", ""},
		{"signalled sometimes", "for i = 1, 9 do p:Find() if x then q:From(F, i) end end", ""},
		{"needed sometimes", "for i = 1, 9 do if x then p:Find() end q:From(F, i) end", "math.max(0, i - 2)"},
		{"needed sometimes, and added to before the signal", "local v = 0\nwhile true do if v > 2 then p:Find() end v = v + 1 q:From(F, v) end", "v - 1"},
		{"needed sometimes, in a function", "for i = 1, 9 do if x then run(function() p:Find() end) end q:From(F, i) end", ""},
		{"needed in a thread", "for i = 1, 9 do g.Thread(function() p:Find() end) q:From(F, i) end", "math.max(0, i - 2)"},
		{"needed in an inner loop", "for i = 1, 9 do for k = 1, 2 do p:Find() end q:From(F, i) end", "math.max(0, i - 2)"},
		{"added to after the loop", "local v = 0\nfor k = 1, 9 do p:Find() v = v + 1 q:From(F, v) end\nv = v + 1", "math.max(0, v - 1)"},
		{"added to after the loop, which comes again", "local v = 0\nwhile x do for k = 1, 9 do p:Find() v = v + 1 q:From(F, v) end\nv = v + 1 end", ""},
		{"counted in a field", "local s = {}\nfunction s.give() q:From(F, s.next) s.next = s.next + 1 end\nfunction s.flush() q:Signal(F, s.next) s.next = s.next + 1 end\np:Find()", ""},
		{"signalled in a function", "for i = 1, 9 do p:Find() local function f() q:From(F, i) end f() end", ""},
		{"signalled before", "for i = 1, 9 do q:From(F, i) p:Find() end", "math.max(0, i - 1)"},
		{"signalled before, and added to between", "local v = 0\nwhile true do q:From(F, v + 1) v = v + 1 p:Find() end", "math.max(0, v - 1)"},
		{"a constant less", "local LAG = 2\nfor i = 1, 9 do p:Find() q:From(F, i - LAG + 1) end", "math.max(0, i - 3)"},
		{"less by what changes", "local LAG = 2\nfor i = 1, 9 do p:Find() q:From(F, i - LAG) LAG = 3 end", ""},
		{"a local of the pass", "for i = 1, 9 do p:Find() local n = i - 1 q:From(F, n) end", "math.max(0, i - 3)"},
		{"signalled from a pass on", "for i = 1, 9 do p:Find() if i > 3 then q:From(F, i - 3) end end", "math.max(0, i - 5)"},
		{"signalled from a pass on, the number first", "for i = 1, 9 do p:Find() if 4 <= i then q:From(F, i - 3) end end", "math.max(0, i - 5)"},
		{"signalled too late to be waited for", "for i = 1, 9 do p:Find() if i > 3 then q:From(F, i) end end", ""},
		{"signalled up to a pass", "for i = 1, 9 do p:Find() if i < 3 then q:From(F, i) end end", ""},
		{"signalled in another branch", "for i = 1, 9 do p:Find() if i > 3 then x() else q:From(F, i) end end", ""},
		{"it has a name", "local v = 0\nwhile true do v = v + 1 q:From(F, v) if v > 2 then local old = v - 1 p:Find(old) end end", "old"},
		{"another one has a name", "local v = 0\nwhile true do v = v + 1 q:From(F, v) if v > 2 then local old = v - 2 p:Find(old) end end", "v - 1"},
		{"it has a name, and may be below 0", "local v = 0\nwhile true do v = v + 1 q:From(F, v) local old = v - 1 p:Find(old) end", "math.max(0, v - 1)"},
		{"no loop", "local v = 0\np:Find() v = v + 1 q:From(F, v)", ""},
		{"multiplied", "for i = 1, 9 do p:Find() q:From(F, i * 2) end", ""},
		{"two variables", "for i = 1, 9 do p:Find() q:From(F, i + n) end", ""},
		{"half more", "for i = 1, 9 do p:Find() q:From(F, i + 0.5) end", ""},
		{"a number", "for i = 1, 9 do p:Find() q:From(F, 1) end", ""},
		{"no such argument", "for i = 1, 9 do p:Find() q:From(F) end", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := NewSet()
			_, err := s.Load("t.lua", tt.script)
			require.NoError(t, err)
			text, ok := s.Snippet(findCall(t, s), diag.Snippet{Site: callOf(t, s, "From"), Argument: 2, Method: "From", Back: 2})
			require.Equal(t, tt.want != "", ok)
			require.Equal(t, tt.want, text)
		})
	}
}

// TestSnippetDue: the number that the argument of From is in the pass that waits for the one in which a line after Find is.
func TestSnippetDue(t *testing.T) {
	for _, tt := range []struct{ name, script, want string }{
		{"of an earlier pass", "for i = 1, 9 do\nF:From(i - AHEAD)\np:Find()\nend", "i"},
		{"of an earlier pass, behind it", "for i = 1, 9 do\np:Find()\nF:From(i - 2)\nend", "i"},
		{"of an earlier pass, if there is one", "for i = 1, 9 do\nif i > 2 then F:From(i - 2) end\np:Find()\nend", "i"},
		{"at least 0", "for i = 1, 9 do\nF:From(math.max(0, i - 2))\np:Find()\nend", "i"},
		{"one later", "for i = 1, 9 do\nF:From(i - AHEAD + 1)\np:Find()\nend", "i"},
		{"a comment behind it", "for i = 1, 9 do\nF:From(i - AHEAD)\np:Find() -- end\nend", "i"},
		{"of the same pass", "for i = 1, 9 do\np:Find()\nF:From(i)\nend", "i"},
		{"of the same pass, before it", "for i = 1, 9 do\nF:From(i)\np:Find()\nend", ""},
		{"of the next pass", "for i = 1, 9 do\np:Find()\nF:From(i + 1)\nend", "i + 1"},
		{"of a function, behind it", "local function f(n)\np:Find()\nF:From(n)\nend\nf(3)", "n"},
		{"of a function that sets it", "local function f(n)\np:Find()\nn = n + 1\nF:From(n)\nend\nf(3)", ""},
		{"kept in a field", "for i = 1, 9 do\nF:From(s.value)\np:Find()\ns.value = i\nend", "i"},
		{"kept in a field, and added to", "local v = 0\nwhile x do\nF:From(s.value)\np:Find()\nv = v + 1\ns.value = v\nend", "v + 1"},
		{"kept in a field, and set", "local v = 0\nwhile x do\nF:From(s.value)\np:Find()\nv = v * 2\ns.value = v\nend", ""},
		{"kept in a field before it", "for i = 1, 9 do\nF:From(s.value)\ns.value = i\np:Find()\nend", ""},
		{"kept in two places", "for i = 1, 9 do\nF:From(s.value)\np:Find()\ns.value = i\nt.value = i + 1\nend", ""},
		{"kept in some passes", "for i = 1, 9 do\nF:From(s.value)\np:Find()\nif x then s.value = i end\nend", "i"},
		{"kept under a number", "for i = 1, 9 do\nF:From(ready[i % 2])\np:Find()\nready[i % 2] = i\nend", "i"},
		{"kept under a number, of another table", "for i = 1, 9 do\nF:From(ready[i % 2])\np:Find()\nother[i % 2] = i\nend", ""},
		{"kept in an entry", "for i = 1, 9 do\nF:From(s.value)\np:Find()\nq[#q + 1] = { list = l, value = i }\nend", "i"},
		{"counted from 0", "for i = 0, 9 do\nF:From(i - 2)\np:Find()\nend", "i + 1"},
		{"counted from 3", "for i = 3, 9 do\nF:From(i - 4)\np:Find()\nend", "math.max(0, i - 2)"},
		{"from a pass on", "for i = 1, 9 do\nF:From(i - 2)\nif i > 2 then\np:Find()\nend end", "i - 2"},
		{"from a pass on, with a name", "local LAG = 2\nfor i = 1, 9 do\nF:From(i - 2)\nif i > LAG then\nlocal n = i - LAG\np:Find(n)\nend end", "n"},
		{"added to", "local v = 0\nwhile x do\nF:From(v - 2)\nv = v + 1\np:Find()\nend", "v"},
		{"added to, behind it", "local v = 0\nwhile x do\nF:From(v - 2)\np:Find()\nv = v + 1\nend", "v + 1"},
		{"added to, from a parameter", "local v = ...\nwhile x do\nF:From(v - 2)\np:Find()\nv = v + 1\nend", ""},
		{"a local of the pass", "for i = 1, 9 do\nlocal n = i - 2\nF:From(n)\np:Find()\nend", "i"},
		{"counted backwards", "for i = 9, 1, -1 do\nF:From(i - 2)\np:Find()\nend", ""},
		{"changed in the loop", "for i = 1, 9 do\nF:From(i - 2)\np:Find()\ni = 3 end", ""},
		{"of another variable", "local k = 3\nfor i = 1, 9 do\nF:From(k - 2)\np:Find()\nend", ""},
		{"behind the loop", "for i = 1, 9 do\np:Find()\nend\nF:From(i)", ""},
		{"in some passes", "for i = 1, 9 do\nF:From(i - 2)\nif x then\np:Find()\nend end", ""},
		{"in an inner loop", "for i = 1, 9 do\nF:From(i - 2)\nfor k = 1, 2 do\np:Find()\nend end", ""},
		{"with the end of the loop on its line", "for i = 1, 9 do\nF:From(i - 2)\np:Find() end", ""},
		{"a product", "for i = 1, 9 do\nF:From(i * 2)\np:Find()\nend", ""},
		{"a number", "for i = 1, 9 do\nF:From(3)\np:Find()\nend", ""},
		{"no loop", "local i = 3\nF:From(i - 2)\np:Find()", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := NewSet()
			_, err := s.Load("t.lua", tt.script)
			require.NoError(t, err)
			text, ok := s.Snippet(findCall(t, s), diag.Snippet{Site: callOf(t, s, "From"), Argument: 1, Method: "From", Due: true})
			require.Equal(t, tt.want != "", ok)
			require.Equal(t, tt.want, text)
		})
	}
}
