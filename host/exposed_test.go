package host

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

type camera struct{ X, Zoom float64 }

func (c *camera) Move(x, y float64)             { c.X += x + y }
func (c *camera) Look(at map[string]int)        {}
func (c *camera) Names(first string, s ...bool) {}
func (c *camera) Break()                        { panic("boom") }
func (c *camera) Follow(other *camera)          {}
func (c *camera) Ask(f func() float64) float64  { return f() }

// runExposed runs a text with a camera and a function breakAll, and returns what it printed and its first diagnostic.
func runExposed(t *testing.T, text string) (string, *diag.Diagnostic) {
	t.Helper()
	var out bytes.Buffer
	h := New(Options{Stdout: &out})
	defer h.Close()
	h.Expose("camera", &camera{})
	h.Expose("breakAll", func() { panic("bang") })
	h.Expose("raises", func(L *lua.LState) int { L.RaiseError("raised %d", L.GetTop()); return 0 })
	h.Expose("breaks", lua.LGFunction(func(*lua.LState) int { panic("crack") }))
	h.Expose("swap", func(L *lua.LState) int { L.Push(L.Get(2)); L.Push(L.Get(1)); return 2 })
	h.Expose("none", lua.LGFunction(nil))
	_ = h.RunString(context.Background(), "e.lua", text)
	if all := h.Result().Diagnostics; len(all) > 0 {
		return out.String(), all[0]
	}
	return out.String(), nil
}

func TestExposedFunctionsSpeakLua(t *testing.T) {
	tests := []struct{ text, title string }{
		{"camera:Move('a', 2)", "bad argument #1 to 'Move' (number expected, got string)"},
		{"camera:Move(1, {})", "bad argument #2 to 'Move' (number expected, got table)"},
		{"camera:Move(1, nil)", "bad argument #2 to 'Move' (number expected, got nil)"},
		{"camera:Look(true)", "bad argument #1 to 'Look' (table expected, got boolean)"},
		{"camera:Follow(print)", "bad argument #1 to 'Follow' (object of type camera expected, got function)"},
		{"camera:Move(1)", "wrong number of arguments to 'Move' (2 expected, got 1)"},
		{"camera:Names()", "wrong number of arguments to 'Names' (1 or more expected, got 0)"},
		{"camera:Names('a', 3)", "bad argument #2 to 'Names' (boolean expected, got number)"},
		{"breakAll(1)", "wrong number of arguments to 'breakAll' (0 expected, got 1)"},
		{"camera:Break()", "Go function 'Break' panicked: boom"},
		{"breakAll()", "Go function 'breakAll' panicked: bang"},
		{"raises(1, 2)", "raised 2"},
		{"breaks(1)", "Go function 'breaks' panicked: crack"},
		{"coroutine.wrap(function() breaks() end)()", "Go function 'breaks' panicked: crack"},
		{"none()", "attempt to call global 'none' (a nil value)"},
		{"camera:Ask(function() return 'x' end)", "bad result of a function that Go function 'Ask' called (number expected, got string)"},
		{"camera:Ask(function() end)", "bad result of a function that Go function 'Ask' called (1 result expected, got 0)"},
	}
	for _, tt := range tests {
		_, d := runExposed(t, tt.text)
		require.NotNil(t, d, tt.text)
		require.Equal(t, tt.title, d.Title, tt.text)
		require.Equal(t, 1, d.Primary().Span.Line, tt.text)
	}
	_, d := runExposed(t, "camera:Move(1, 2) camera:Look({ a = 1 }) camera:Names('a', true) camera:Follow(camera)")
	require.Nil(t, d)
	out, _ := runExposed(t, "print(swap(1, 2)) print(camera:Ask(function() return 3 end))")
	require.Equal(t, "2\t1\n3\n", out)
	out, _ = runExposed(t, "print(pcall(camera.Move, camera, 'x', 1))")
	require.Contains(t, out, "number expected, got string")
	require.NotContains(t, out, "lua.")
}

// Nothing that a script sees of an exposed value differs between runs.
func TestExposedValuesHaveNoAddress(t *testing.T) {
	text := "print(camera, tostring(camera), {}) print(string.format('%s', camera))"
	first, d := runExposed(t, text)
	require.Nil(t, d)
	second, _ := runExposed(t, text)
	require.Equal(t, first, second)
	require.Equal(t, "userdata: 0x00000001\tuserdata: 0x00000001\ttable: 0x00000002\nuserdata: 0x00000001\n", first)
	_, d = runExposed(t, "camera:Break()")
	_, again := runExposed(t, "camera:Break()")
	require.Equal(t, d.Notes, again.Notes)
}

// What the program returns as an error says itself what it is, and accesses that fail are not called calls.
func TestExposedErrorsAndAccesses(t *testing.T) {
	run := func(text string) (string, string) {
		var out bytes.Buffer
		h := New(Options{Stdout: &out})
		defer h.Close()
		h.Expose("fail", func() error { return errors.New("no entity") })
		h.Expose("list", []int{1, 2})
		h.Expose("copied", camera{X: 1})
		err := h.RunString(context.Background(), "e.lua", text)
		if err == nil {
			return out.String(), ""
		}
		return out.String(), err.(*diag.Error).Diagnostics[0].Title
	}
	for text, want := range map[string]string{
		"local err = fail() assert(not err, err)": "no entity",
		"error(fail())":  "no entity",
		"print(list[3])": "index out of range",
		"list[1] = 'x'":  "number expected, got string",
		"copied.X = 2":   "attempt to index global 'copied' (an object)",
	} {
		_, title := run(text)
		require.Equal(t, want, title, text)
	}
	out, title := run("print(fail(), tostring(fail())) print(pcall(string.rep, {}, 1)) for i, v in list() do print(i, v) end print(copied.X)")
	require.Empty(t, title)
	require.Equal(t, "no entity\tno entity\nfalse\te.lua:1: bad argument #1 to the function (string expected, got table)\n1\t1\n2\t2\n1\n", out)
}

// TestTablesForTheProgram: what a table of the script may be that Go gets a copy of. The Go stack, which a copy takes, is not the script's to fill.
func TestTablesForTheProgram(t *testing.T) {
	notInShort(t)
	run := func(text string) string {
		h := New(Options{})
		defer h.Close()
		h.Expose("take", func(any) {})
		h.Expose("object", &holder{})
		h.Expose("list", []int{1})
		if err := h.RunString(context.Background(), "e.lua", text); err != nil {
			return err.(*diag.Error).Diagnostics[0].Title
		}
		return ""
	}
	const chain = "local t = {} for i = 2, %d do t = { t } end take(t)"
	const shared = "local t = {} for i = 2, %d do t[i - 1] = { t } end take(t)"
	const deep = "bad argument #1 to 'take' (its tables are nested more than 200 deep)"
	for text, want := range map[string]string{
		fmt.Sprintf(chain, 200):                                     "",
		fmt.Sprintf(chain, 201):                                     deep,
		fmt.Sprintf(chain, 1_000_000):                               deep,
		fmt.Sprintf(shared, 10_000):                                 "",
		fmt.Sprintf(shared, 10_001):                                 "bad argument #1 to 'take' (it holds more than 10000 tables, and some of them several times)",
		"local t = {} t.t = t take(t)":                              "",
		"local t = {} for i = 1, 20000 do t[i] = { i } end take(t)": "",
		"take({ [{}] = 1 })":                                        "bad argument #1 to 'take' (a key of it is a table, and Go's maps have no such keys)",
		"take({ a = { [print] = 1 } })":                             "bad argument #1 to 'take' (a key of it is a function, and Go's maps have no such keys)",
		"take({ [list] = 1 })":                                      "bad argument #1 to 'take' (a key of it is an object that Go does not compare, and Go's maps have no such keys)",
		"take({ [object] = 1, [true] = 2 })":                        "",
	} {
		require.Equal(t, want, run(text), text)
	}
}

// TestChannels: calls of a channel receive and send, and end with the run.
func TestChannels(t *testing.T) {
	run := func(text string, limits Limits) (string, *diag.Diagnostic) {
		var out bytes.Buffer
		h := New(Options{Stdout: &out, Limits: limits})
		defer h.Close()
		numbers, none, closed := make(chan int, 2), make(chan int), make(chan string)
		close(closed)
		for name, c := range map[string]any{"numbers": numbers, "none": none, "closed": closed, "from": (<-chan int)(none), "to": (chan<- int)(none)} {
			h.Expose(name, c)
		}
		_ = h.RunString(context.Background(), "e.lua", text)
		if all := h.Result().Diagnostics; len(all) > 0 {
			return out.String(), all[0]
		}
		return out.String(), nil
	}
	out, d := run("numbers(7) numbers(8.9) print(#numbers, numbers()) print(numbers()) print(closed())", Limits{})
	require.Nil(t, d)
	require.Equal(t, "2\t7\ttrue\n8\ttrue\nnil\tfalse\n", out)
	for _, text := range []string{"none()", "none(1)", "pcall(none)", "from()", "to(3)", "coroutine.wrap(function() none() end)()"} {
		_, d = run(text, Limits{WallTime: 10 * time.Millisecond})
		require.NotNil(t, d, text)
		require.Equal(t, diag.TimeLimit, d.Code, text)
	}
	for text, want := range map[string]string{"from(1)": "send to receive-only type <-chan int", "to()": "receive from send-only type chan<- int", "numbers('x')": "number expected, got string", "numbers(1, 2)": "expecting 1 or 2 arguments, got 3"} {
		_, d = run(text, Limits{})
		require.NotNil(t, d, text)
		require.Contains(t, d.Title, want, text)
	}
}

func TestExposeOnAClosedHost(t *testing.T) {
	h := New(Options{})
	require.NoError(t, h.Close())
	h.Expose("y", 1)
	require.ErrorIs(t, h.RunString(context.Background(), "a.lua", "x = y"), ErrClosed)
	require.Equal(t, ExitUsage, h.Result().ExitCode)
}

// TestExposedNames: a name that a value of the program does not have is most often one that it has.
func TestExposedNames(t *testing.T) {
	for text, want := range map[string]string{
		"camera:Mvoe(1, 2)":     "did you mean 'Move'?",
		"camera:loook({})":      "did you mean 'Look'?",
		"camera.Zoon = 1":       "did you mean 'Zoom'?",
		"print(camera.Nmaes())": "did you mean 'Names'?",
	} {
		_, d := runExposed(t, text)
		require.NotNil(t, d, text)
		require.Len(t, d.Help, 1, text)
		require.Equal(t, want, d.Help[0].Text, text)
	}
	for _, text := range []string{"camera:Teleport()", "camera.Position = 1", "error('unknown field x')", "camera = {} error('unknown field x')"} {
		_, d := runExposed(t, text)
		require.Empty(t, d.Help, text)
	}
}
