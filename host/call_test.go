package host

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

func TestCall(t *testing.T) {
	h := New(Options{Limits: Limits{LuaSteps: 10_000}})
	c := &camera{}
	require.NoError(t, h.RunString(context.Background(), "a.lua", `
count = 0
game = { levels = { add = function(a, b) count = count + 1 return a + b, "text", true, nil, {}, a < b end } }
function object(camera) camera:Move(1, 2) return camera end
function nothing() end
function forever() while true do end end
function wrong()
  return game.levels.x.y
end
value = 5`))
	got, err := h.Call(context.Background(), "game.levels.add", 1, 2.5)
	require.NoError(t, err)
	require.Equal(t, []any{3.5, "text", true, nil}, got[:4])
	require.IsType(t, &lua.LTable{}, got[4])
	require.Equal(t, true, got[5])
	got, err = h.Call(context.Background(), "object", c)
	require.NoError(t, err)
	require.Equal(t, []any{c}, got)
	require.Equal(t, 3.0, c.X)
	got, err = h.Call(context.Background(), "nothing")
	require.NoError(t, err)
	require.Empty(t, got)

	for range 2 { // a failed call leaves the host as it was
		_, err = h.Call(context.Background(), "wrong")
		require.EqualError(t, err, "a.lua:8:22: error[GS0104]: attempt to index field 'x' (a nil value)")
		require.Equal(t, ExitScript, h.Result().ExitCode)
		_, err = h.Call(context.Background(), "forever")
		require.ErrorContains(t, err, "script stopped after 10,000 steps")
		require.Equal(t, ExitLimit, h.Result().ExitCode)
		for _, name := range []string{"value", "game", "game.none.deep", "none", ""} {
			_, err = h.Call(context.Background(), name)
			var de *diag.Error
			require.ErrorAs(t, err, &de)
			require.Equal(t, diag.CallOfNonFunction, de.Diagnostics[0].Code)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		_, err = h.Call(ctx, "nothing")
		require.ErrorContains(t, err, "the run was cancelled")
		_, err = h.Call(context.Background(), "nothing")
		require.NoError(t, err)
		require.Equal(t, ExitOK, h.Result().ExitCode)
	}
	h.Expose("again", func() { _, err = h.Call(context.Background(), "nothing") })
	require.NoError(t, h.RunString(context.Background(), "b.lua", "again()"))
	require.ErrorIs(t, err, ErrRunning)
	require.NoError(t, h.Close())
	_, err = h.Call(context.Background(), "nothing")
	require.ErrorIs(t, err, ErrClosed)
}
