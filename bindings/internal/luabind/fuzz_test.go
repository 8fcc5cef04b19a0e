package luabind

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind/luaerr"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// valueMaker builds Lua values from the bytes of a fuzzer.
type valueMaker struct {
	w    *world
	data []byte
}

func (m *valueMaker) next() int {
	if len(m.data) == 0 {
		return 0
	}
	b := m.data[0]
	m.data = m.data[1:]
	return int(b)
}

var (
	fuzzNumbers = []float64{0, 1, -1, 0.5, 255, 256, 1 << 32, 1 << 53, 1<<53 + 2, 1e300, -1e300, math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1)}
	fuzzStrings = []string{"", "Width", "width", "RED", "COPY_DEST|ALL", "D3D12_RED", "1", "%s%d", "\x00\xff", "Inner", "Self", "List", "Fixed", "Map", "Nested",
		"Default", "Barriers", "Type", "Resource", "After", "TRANSITION", "ALIASING", "Custom", "Opt", "Bytes", "Buffer", "Semantic", "Format", "Slot"}
)

func (m *valueMaker) value(depth int) lua.LValue {
	switch kind := m.next() % 10; {
	case kind < 2 && depth < 6:
		t := m.w.NewTable()
		for range m.next() % 6 {
			if key := m.value(depth + 3); key != lua.LNil && key != lua.LNumber(math.NaN()) {
				if x, ok := key.(lua.LNumber); ok && (math.IsNaN(float64(x)) || x > 1000) {
					continue
				}
				t.RawSet(key, m.value(depth+1))
			}
		}
		for range m.next() % 4 {
			t.Append(m.value(depth + 1))
		}
		return t
	case kind < 4:
		return lua.LNumber(fuzzNumbers[m.next()%len(fuzzNumbers)])
	case kind < 7:
		return lua.LString(fuzzStrings[m.next()%len(fuzzStrings)])
	case kind == 7:
		return lua.LBool(m.next()%2 == 0)
	case kind == 8:
		return []lua.LValue{m.w.GetGlobal("l"), m.w.GetGlobal("b"), m.w.GetGlobal("s"), &lua.LUserData{Metatable: lua.LNil}}[m.next()%4]
	}
	return lua.LNil
}

// FuzzDecoder calls methods with arbitrary values: they succeed, or fail with a diagnostic of the language that is not internal.
func FuzzDecoder(f *testing.F) {
	f.Add([]byte{0, 1, 0, 3, 5, 1, 2, 1})
	f.Add([]byte{2, 0, 4, 4, 1, 4, 18, 4, 19, 8, 1})
	f.Add([]byte{3, 1, 3, 4, 12, 0, 1, 3, 9, 3})
	f.Add([]byte("\x02NNNNN\x12\x04\xc3NNNNNNNNN\x01")) // an object in the place of a table that may have one of its own kind
	methods := []string{"Create", "Barriers", "Everything", "Layout", "Groups", "Dispatch", "Readers", "Copy", "Hot"}
	w := newWorld(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		m := &valueMaker{w: w, data: data}
		method := w.GetField(w.GetGlobal("l"), methods[m.next()%len(methods)])
		args := []lua.LValue{w.GetGlobal("l")}
		for range 1 + m.next()%3 {
			args = append(args, m.value(0))
		}
		err := w.CallByParam(lua.P{Fn: method, Protect: true}, args...)
		require.Equal(t, 0, w.b.open)
		if err == nil {
			return
		}
		var apiError *lua.ApiError
		require.True(t, errors.As(err, &apiError))
		all := luaerr.Diagnostics(apiError.Object)
		require.NotEmpty(t, all, "%v", err)
		require.NotEqual(t, diag.Internal, all[0].Code, text(all[0]))
	})
}
