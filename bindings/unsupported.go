package bindings

import (
	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/bindings/internal/rows"
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
	return rows.Refused(methods, func(c *luabind.Args, name string) error { return self[T](c).Unsupported(name) }, names...)
}

// withRefused adds methods of Diligent that this version refuses by name.
func withRefused[T interface{ Native() *device.Device }](methods luabind.Methods, names ...string) luabind.Methods {
	return rows.Refused(methods, func(c *luabind.Args, name string) error {
		d := self[T](c).Native()
		d.SetSite(c.Site())
		return d.Unsupported(name)
	}, names...)
}
