package lualib

import (
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua"
)

func TestNumberText(t *testing.T) {
	for want, n := range map[string]float64{"0": 0, "-3": -3, "0.1": 0.1, "1000000000000000": 1e15, "1e+20": 1e20, "0.33333333333333": 1.0 / 3} {
		require.Equal(t, want, NumberText(n))
	}
}

// FuzzFormat: a format is refused or done; Go's words for a mistake never show, and no text is longer than allowed.
func FuzzFormat(f *testing.F) {
	for _, seed := range []string{"%d", "%5.2f %s", "%", "%%", "%-+ #05.3x|%q|%c|%g", "%99s", "%.99f", "%i%u%o%X%e%E%G"} {
		f.Add(seed, 1.5, "text")
	}
	L := lua.NewState(lua.Options{SkipOpenLibs: true})
	f.Cleanup(L.Close)
	const most = 1000
	f.Fuzz(func(t *testing.T, format string, number float64, text string) {
		done := false
		L.SetTop(0)
		L.Push(L.NewFunction(func(L *lua.LState) int {
			out, ok := Format(L, most, func(_ *lua.LState, v lua.LValue) string { return v.String() })
			done = ok
			if !ok {
				return 0
			}
			if !strings.Contains(format+text, "!") && strings.Contains(out, "%!") {
				t.Errorf("%q, %v, %q: %q", format, number, text, out)
			}
			if strings.Count(format, "%") == 0 && out != format {
				t.Errorf("%q became %q", format, out)
			}
			return 0
		}))
		for _, v := range []lua.LValue{lua.LString(format), lua.LNumber(number), lua.LString(text), lua.LNumber(number)} {
			L.Push(v)
		}
		if err := L.PCall(4, 0, nil); err != nil && strings.Contains(err.Error(), "runtime error") {
			t.Error(err)
		}
		if plain := !strings.Contains(format, "%") && len(format) <= most; plain && !done {
			t.Errorf("%q was refused", format)
		}
	})
}

// Numbers stay as long as their values, and values that are gone are not kept.
func TestIdentities(t *testing.T) {
	L := lua.NewState()
	defer L.Close()
	var x Identities
	first, f := L.NewTable(), L.NewFunction(func(*lua.LState) int { return 0 })
	require.Equal(t, []int{1, 2, 1, 3, 4, 0}, []int{x.Of(first), x.Of(f), x.Of(first), x.Of(L.NewUserData()), x.Of(L), x.Of(lua.LNumber(1))})
	for i := range 4 * leastSweep {
		require.Equal(t, 5+i, x.Of(L.NewTable()))
		if i%leastSweep == 0 {
			runtime.GC()
		}
	}
	require.Less(t, len(x.tables.numbers), 3*leastSweep)
	require.Equal(t, 1, x.Of(first))
}
