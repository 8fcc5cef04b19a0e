package host

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// first runs a text and returns its first diagnostic.
func first(t *testing.T, ctx context.Context, limits Limits, text string) (*diag.Diagnostic, Result) {
	t.Helper()
	h := New(Options{Limits: limits})
	defer h.Close()
	_ = h.RunString(ctx, "b.lua", text)
	r := h.Result()
	if len(r.Diagnostics) == 0 {
		return nil, r
	}
	return r.Diagnostics[0], r
}

// What one step can make is bounded. Each text is refused before more than some megabytes are used; its twin, shorter, is not.
func TestLongestText(t *testing.T) {
	notInShort(t)
	const prefix = "local s, t = string.rep('x', 1048576), {} for i = 1, %d do t[i] = s end "
	tests := []struct {
		few, many int // pieces of 1 MiB
		text      string
		title     string
		column    int // on line 2: of the called name, of the operation
	}{
		{8, 257, "local u =\n table.concat(t)", "table.concat would make a string of more than 268,435,456 bytes", 8},
		{8, 257, "local u = string.rep('%s', #t) u =\n u.format(u, unpack(t))", "string.format would make a string of more than 268,435,456 bytes", 4},
		{1, 257, "local u = s:rep(#t - 1) u =\n u .. s .. s", "'..' would make a string of more than 268,435,456 bytes", 2},
	}
	for _, tt := range tests {
		d, _ := first(t, context.Background(), Limits{}, fmt.Sprintf(prefix, tt.few)+tt.text)
		require.Nil(t, d, tt.text)
		d, _ = first(t, context.Background(), Limits{}, fmt.Sprintf(prefix, tt.many)+tt.text)
		require.NotNil(t, d, tt.text)
		require.Equal(t, diag.RuntimeError, d.Code)
		require.Equal(t, tt.title, d.Title)
		require.Equal(t, [2]int{2, tt.column}, [2]int{d.Primary().Span.Line, d.Primary().Span.Col}, tt.text)
	}
}

func TestPrintIsBounded(t *testing.T) {
	d, _ := first(t, context.Background(), Limits{}, "local s, t = string.rep('x', 1048576), {} for i = 1, 257 do t[i] = s end print(unpack(t))")
	require.NotNil(t, d)
	require.Equal(t, "print would make a string of more than 268,435,456 bytes", d.Title)
}

// A pattern that would be looked for until the end of days ends with the limits of the run.
func TestPatternsEndWithTheRun(t *testing.T) {
	const endless = "local found = ('a'):rep(60):find(('a*'):rep(30) .. 'b')"
	d, r := first(t, context.Background(), Limits{LuaSteps: 100_000, WallTime: Unlimited}, endless)
	require.Equal(t, diag.StepLimit, d.Code)
	require.Equal(t, ExitLimit, r.ExitCode)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	d, r = first(t, ctx, Limits{}, endless)
	require.Equal(t, diag.Cancelled, d.Code)
	require.Equal(t, ExitLimit, r.ExitCode)
	d, _ = first(t, context.Background(), Limits{LuaSteps: 100_000}, "assert(('a'):rep(60):find(('a*'):rep(30)))")
	require.Nil(t, d)
}

// A context that has ended stops a script that is still read; a small one is compiled and stopped at its first steps.
func TestCompilingEndsWithTheRun(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	large := "local t = {" + strings.Repeat("1, 2, 3, 4, ", 10_000) + "}"
	d, r := first(t, ctx, Limits{}, large)
	require.Equal(t, diag.Cancelled, d.Code)
	require.Equal(t, ExitLimit, r.ExitCode)
	require.Contains(t, strings.Join(d.Why, " "), "b.lua had not begun")
	d, _ = first(t, context.Background(), Limits{}, large)
	require.Nil(t, d)

	h := New(Options{Limits: Limits{OutputBytes: 10}})
	defer h.Close()
	stop, end := context.WithCancel(context.Background())
	h.Expose("stop", end)
	require.Error(t, h.RunString(stop, "c.lua", "local text = ('x = 1 '):rep(20000) stop() loadstring(text)"))
	require.Equal(t, ExitLimit, h.Result().ExitCode)
	require.Equal(t, diag.Cancelled, h.Result().Diagnostics[0].Code)
}

func TestFormatRefusesWhatIsNotLua(t *testing.T) {
	for _, text := range []string{"%[1]s", "%*d", "%100d", "%.100f", "%1.100f"} {
		d, _ := first(t, context.Background(), Limits{}, "string.format('"+text+"', 1, 2)")
		require.NotNil(t, d, text)
	}
	for _, text := range []string{"%99d", "%.99f", "%d%%"} {
		d, _ := first(t, context.Background(), Limits{}, "string.format('"+text+"', 1)")
		require.Nil(t, d, text)
	}
}
