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
	for _, rule := range gpu.CommandTable() {
		if rule.Op != gpu.OpNone {
			continue
		}
		name := rule.Name
		methods = append(methods, luabind.Method{Name: name, Doc: "Not in this version: always an error.", Params: params(luabind.Rest("arguments", "any", "")),
			Fn: luabind.Raw(func(c *luabind.Args) { c.Check(self[*device.CommandList](c).Unsupported(name)) })})
	}
	return sorted(methods)
}

// refused are methods of a device that this version refuses by name.
func refused(methods luabind.Methods, names ...string) luabind.Methods {
	for _, name := range names {
		methods = append(methods, luabind.Method{Name: name, Doc: "Not in this version: always an error.", Params: params(luabind.Rest("arguments", "any", "")),
			Fn: luabind.Raw(func(c *luabind.Args) { c.Check(self[*device.Device](c).Unsupported(name)) })})
	}
	return sorted(methods)
}

func sorted(methods luabind.Methods) luabind.Methods {
	slices.SortFunc(methods, func(a, b luabind.Method) int { return strings.Compare(a.Name, b.Name) })
	return methods
}

// withRefused adds methods of Diligent that this version refuses by name.
func withRefused[T interface{ Native() *device.Device }](methods luabind.Methods, names ...string) luabind.Methods {
	for _, name := range names {
		methods = append(methods, luabind.Method{Name: name, Doc: "Not in this version: always an error.", Params: params(luabind.Rest("arguments", "any", "")),
			Fn: luabind.Raw(func(c *luabind.Args) {
				d := self[T](c).Native()
				d.SetSite(c.Site())
				c.Check(d.Unsupported(name))
			})})
	}
	return sorted(methods)
}
