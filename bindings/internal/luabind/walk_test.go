package luabind

import (
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind/luaerr"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// TestWalk is the walk that the bindings make over all their methods: every method, called with nothing, with a wrong type and
// with an unknown key, either runs or says what is wrong; it never breaks.
func TestWalk(t *testing.T) {
	objects := map[string]string{"Buffer": "b", "List": "l", "Slot": "s"}
	skip := map[string]bool{"List.Panic": true}
	calls := 0
	for _, class := range fixtureSet.Classes() {
		for _, m := range class.Methods {
			if skip[class.Kind+"."+m.Name] {
				continue
			}
			for _, args := range []string{"", "{ Unknown = 1 }", "print", "nil, nil, nil"} {
				w := newWorld(t)
				calls++
				err := w.DoString(objects[class.Kind] + ":" + m.Name + "(" + args + ")")
				if err == nil {
					continue
				}
				all := luaerr.Diagnostics(err.(*lua.ApiError).Object)
				require.NotEmpty(t, all, "%s.%s(%s): %v", class.Kind, m.Name, args, err)
				require.NotEqual(t, diag.Internal, all[0].Code, "%s.%s(%s): %s", class.Kind, m.Name, args, text(all[0]))
				require.NotEmpty(t, all[0].Labels)
			}
		}
	}
	require.Greater(t, calls, 50)
}
