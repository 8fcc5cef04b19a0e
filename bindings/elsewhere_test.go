package bindings

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/elsewhere"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
)

// TestNamesFromElsewhere: a row is asked only for a name that is not there, and the calls that it proposes are.
func TestNamesFromElsewhere(t *testing.T) {
	members := map[string]*luabind.Class{}
	for _, class := range classes.Classes() {
		members[class.Kind] = class
	}
	methods := map[string]bool{}
	for _, class := range classes.Classes() {
		for _, m := range class.Methods {
			methods[m.Name] = methods[m.Name] || !m.Refused
		}
	}
	call := regexp.MustCompile(`:?\b((?:Create|Execute|Set|Get|Reset|Resource|Wait|Signal|Close)\w*) ?[({]`)
	for key, help := range elsewhere.Names() {
		owner, name, ok := strings.Cut(key, ".")
		require.True(t, ok, key)
		if class := members[owner]; class != nil {
			require.Nil(t, methodOf(class, name), "%s is there", key)
		}
		for _, m := range call.FindAllStringSubmatch(help, -1) {
			require.True(t, methods[m[1]] || strings.Contains(help, "gpu."+m[1]), "%s: %s is no method", key, m[1])
		}
	}
	L, _ := newWorld(t, world)
	for key := range elsewhere.Names() {
		if name, ok := strings.CutPrefix(key, "gpu."); ok {
			err := L.DoString("local x = gpu." + name)
			require.Error(t, err, key)
			require.Equal(t, elsewhere.Names()[key], luabind.Diagnostics(err.(*lua.ApiError).Object)[0].Help[0].Text)
		}
	}
}

// TestOrdersFromElsewhere: the calls take one table, and the parameters are its fields.
func TestOrdersFromElsewhere(t *testing.T) {
	for key, order := range elsewhere.Orders {
		owner, name, _ := strings.Cut(key, ".")
		for _, class := range classes.Classes() {
			if class.Kind != owner {
				continue
			}
			m := methodOf(class, name)
			require.NotNil(t, m, key)
			require.Len(t, m.Fn.Args, 1, key)
			var fields []string
			for _, f := range classes.Describe(m.Fn.Args[0]) {
				fields = append(fields, f.Name)
			}
			for _, field := range order {
				if field != elsewhere.Description {
					require.Contains(t, fields, field, key)
				}
			}
		}
	}
}
