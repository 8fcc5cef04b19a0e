package host

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSharedVariables: an error that pcall catches does not part a closure from the variables of functions that go on, and the
// variables of those that it ends stay with their closures.
func TestSharedVariables(t *testing.T) {
	for name, c := range map[string]struct{ script, want string }{
		"pcall of error":    {`local n = 0 local function add() n = n + 1 end pcall(error, "x") add() print(n)`, "1"},
		"pcall of a script": {`local n = 0 local function add() n = n + 1 end pcall(function() error("x") end) add() print(n)`, "1"},
		"the other way":     {`local n = 0 local function get() return n end pcall(error, {}) n = 5 print(get())`, "5"},
		"fault of Lua":      {`local n = 0 local function add() n = n + 1 end pcall(function() return nil + 1 end) add() print(n)`, "1"},
		"fault in Go":       {`local n = 0 local function add() n = n + 1 end pcall(string.rep) add() print(n)`, "1"},
		"xpcall":            {`local n = 0 local function add() n = n + 1 end xpcall(function() error("x") end, add) add() print(n)`, "2"},
		"failing handler":   {`local n = 0 local function add() n = n + 1 end pcall(xpcall, error, function() add() error("y") end) add() print(n)`, "2"},
		"nested":            {`local n = 0 local function add() n = n + 1 end pcall(function() local m = 0 local function b() m = m + 1 end pcall(error, "x") b() n = n + m error("y") end) add() print(n)`, "2"},
		"after a good one":  {`local n = 0 local function add() n = n + 1 end pcall(function() pcall(print) pcall(type, 1) error("y") end) add() print(n)`, "\n1"},
		"of a dead function": {`local get, set pcall(function() local v = 1 get = function() return v end set = function(x) v = x end error("x") end)
			local function fill(a, b, c, d, e, f) local g, h = a, b return g, h end fill(7, 7, 7, 7, 7, 7) set(get() + 1) print(get())`, "2"},
		"a loop":       {`local all = {} for i = 1, 3 do pcall(function() all[i] = function() i = i + 1 return i end error("x") end) end print(all[1](), all[1](), all[2](), all[3]())`, "2\t3\t3\t4"},
		"in coroutine": {`coroutine.wrap(function() local n = 0 local function add() n = n + 1 end pcall(error, "x") add() print(n) end)()`, "1"},
		"of coroutine": {`local n = 0 local function add() n = n + 1 end print(coroutine.resume(coroutine.create(function() add() error("x", 0) end))) add() print(n)`, "false\tx\n2"},
		"of sort":      {`local n = 0 pcall(table.sort, { 3, 1, 2 }, function() n = n + 1 if n == 2 then error("x") end return false end) print(n)`, "2"},
	} {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			h := New(Options{Stdout: &out})
			defer h.Close()
			require.NoError(t, h.RunString(context.Background(), "a.lua", c.script))
			require.Equal(t, c.want+"\n", out.String())
		})
	}
}

// TestSharedVariablesOfFailedRun: a closure that outlives a run which failed keeps its variables in the next one.
func TestSharedVariablesOfFailedRun(t *testing.T) {
	var out strings.Builder
	h := New(Options{Stdout: &out})
	defer h.Close()
	require.Error(t, h.RunString(context.Background(), "a.lua", `local n = 41 function add() n = n + 1 return n end error("x")`))
	require.NoError(t, h.RunString(context.Background(), "b.lua", `local a, b, c = 1, 2, 3 print(add())`))
	require.Equal(t, "42\n", out.String())
}

func TestClosedHost(t *testing.T) {
	h := New(Options{})
	require.NoError(t, h.RunString(context.Background(), "a.lua", "x = 1"))
	require.NoError(t, h.Close())
	require.ErrorIs(t, h.RunString(context.Background(), "a.lua", "x = 1"), ErrClosed)
	require.Equal(t, ExitUsage, h.Result().ExitCode)
	require.NoError(t, h.Close())
}
