package bindings

import (
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
)

// withUnsupported adds the commands of Direct3D 12 that this version refuses by name, so that none is missing silently.
func withUnsupported(methods luabind.Methods) luabind.Methods {
	var names []string
	for _, rule := range gpu.CommandTable() {
		if rule.Op == gpu.OpNone {
			names = append(names, rule.Name)
		}
	}
	return refused[list](methods, names...)
}

// refused adds methods of a class that this version refuses by name. Package words of the validation says what there is instead of each.
func refused[T interface{ Unsupported(method string) error }](methods luabind.Methods, names ...string) luabind.Methods {
	for _, name := range names {
		methods = append(methods, notInThisVersion(name, func(c *luabind.Args) { c.Check(self[T](c).Unsupported(name)) }))
	}
	return sorted(methods)
}

func notInThisVersion(name string, refuse func(*luabind.Args)) luabind.Method {
	return luabind.Method{Name: name, Doc: "Not in this version: always an error.", Params: params(luabind.Rest("arguments", "any", "")), Fn: luabind.Raw(refuse), Refused: true}
}

func sorted(methods luabind.Methods) luabind.Methods {
	slices.SortFunc(methods, func(a, b luabind.Method) int { return strings.Compare(a.Name, b.Name) })
	return methods
}

// withRefused adds methods of Diligent that this version refuses by name.
func withRefused[T interface{ Native() *device.Device }](methods luabind.Methods, names ...string) luabind.Methods {
	for _, name := range names {
		methods = append(methods, notInThisVersion(name, func(c *luabind.Args) {
			d := self[T](c).Native()
			d.SetSite(c.Site())
			c.Check(d.Unsupported(name))
		}))
	}
	return sorted(methods)
}
