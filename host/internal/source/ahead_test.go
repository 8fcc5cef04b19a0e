package source

import (
	"cmp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// TestAhead: the line of the outermost loop around Find in which From does not stand, and which calls no method Stop, or nothing but Find; 0: there
// is none.
func TestAhead(t *testing.T) {
	for _, tt := range []struct {
		name, script string
		want         int
		until        string
	}{
		{"before the loop", "q:From()\nfor i = 1, 2 do\np:Find()\nend", 2, ""},
		{"in the loop", "for i = 1, 2 do\nq:From()\np:Find()\nend", 0, ""},
		{"in the outer loop", "for i = 1, 2 do\nq:From()\nfor k = 1, 2 do\np:Find()\nend end", 3, ""},
		{"the outer loop stops", "q:From()\nfor i = 1, 2 do\nfor k = 1, 2 do\np:Find()\nend\nc:Stop()\nend", 3, ""},
		{"both stop", "q:From()\nfor i = 1, 2 do\nfor k = 1, 2 do\np:Find()\nc:Stop()\nend end", 0, ""},
		{"no loop", "q:From()\np:Find()", 0, ""},
		{"nothing else", "q:From()\nfor i = 1, 2 do p:Find(math.sin(tonumber(i))) end", 2, diag.Another},
		{"a list", "q:From()\nfor _, x in ipairs(list) do x:Find() end", 2, diag.Another},
		{"another method", "q:From()\nfor i = 1, 2 do\np:Find()\nc:Stop()\nend", 0, diag.Another},
		{"a function", "q:From()\nfor i = 1, 2 do p:Find(f(i)) end", 0, diag.Another},
		{"a local of the name of a library", "local math = r\nq:From()\nfor i = 1, 2 do p:Find(math.sin(i)) end", 0, diag.Another},
		{"a method of the script", "function A:Find() end\nq:From()\nfor i = 1, 2 do p:Find() end", 0, diag.Another},
		{"the outer loop calls another method", "q:From()\nfor i = 1, 2 do\nc:Go()\nfor k = 1, 2 do p:Find() end end", 4, diag.Another},
	} {
		s := NewSet()
		_, err := s.Load("t.lua", tt.script)
		require.NoError(t, err)
		at := s.Ahead(findCall(t, s), cmp.Or(tt.until, "Stop"), callOf(t, s, "From"))
		span, _ := s.Extent(at)
		require.Equal(t, tt.want, span.Line, tt.name)
	}
}

// TestTogether: whether Find and From stand in one pass.
func TestTogether(t *testing.T) {
	for script, want := range map[string]bool{
		"q:From() p:Find()": true,
		"for i = 1, 2 do q:From() if x then p:Find() end end":            true,
		"q:From() for i = 1, 2 do p:Find() end":                          false,
		"local function f() q:From() p:Find() end":                       true,
		"local function f() q:From() return function() p:Find() end end": false,
	} {
		s := NewSet()
		_, err := s.Load("t.lua", script)
		require.NoError(t, err)
		require.Equal(t, want, s.Together(findCall(t, s), callOf(t, s, "From")), script)
	}
}

// TestWhereAFixIsRight: a number of Find is raised where From does not stand after the loop, and where the number stands in the call itself.
func TestWhereAFixIsRight(t *testing.T) {
	raise := func(from gpu.Site) diag.Fix { return diag.Fix{Method: "Find", Argument: 1, Add: 1, Beside: from} }
	inCall := func(gpu.Site) diag.Fix { return diag.Fix{Method: "Find", Argument: 1, Text: "7", Within: true} }
	once := func(gpu.Site) diag.Fix { return diag.Fix{Method: "Find", Argument: 1, Text: "7", Add: 1, Once: true} }
	for _, tt := range []struct {
		name, script string
		fix          func(gpu.Site) diag.Fix
		want         string
	}{
		{"in one loop", "for i = 1, 2 do p:Find(i - 1) q:From() end", raise, "i"},
		{"behind the loop", "for i = 1, 2 do p:Find(i - 1) end q:From()", raise, ""},
		{"no loop", "local i = n() p:Find(i - 1) q:From()", raise, "i"},
		{"in the call", "p:Find(3) q:From()", inCall, "7"},
		{"in the call, a local", "local i = 3 p:Find(i) q:From()", inCall, "7"},
		{"once", "p:Find(3) q:From()", once, "7"},
		{"a number again and again", "for i = 1, 2 do p:Find(3) q:From() end", once, ""},
		{"a sum again and again", "for i = 1, 2 do p:Find(i - 2) q:From() end", once, "i - 1"},
	} {
		s := NewSet()
		_, err := s.Load("t.lua", tt.script)
		require.NoError(t, err)
		change, ok := s.Fix(findCall(t, s), tt.fix(callOf(t, s, "From")))
		require.Equal(t, tt.want != "", ok, tt.name)
		if ok {
			require.Equal(t, tt.want, change.Text, tt.name)
		}
	}
}
