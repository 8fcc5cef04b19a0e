// Package residency has the methods of a device that say which memory the GPU may access.
//
//	device:Evict { heap, texture }          device:MakeResident { heap, texture }
//
// It reads arguments and calls the device. It must not know a rule.
package residency

import (
	"reflect"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/bindings/internal/rows"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/residency"
)

type dev = *device.Device

var objects = luabind.P("objects", "(Heap|Resource|DescriptorHeap|QueryHeap)[]", "committed resources; placed ones go with their heap")

// Methods are the rows of the class of devices.
func Methods() luabind.Methods {
	return luabind.Methods{
		{Name: "EnqueueMakeResident", Doc: "MakeResident that returns at once: the objects are resident when the fence has the value.",
			Params: rows.Params(luabind.Of[residency.ResidencyFlags]("flags", ""), objects,
				luabind.P("fence", "Fence", "that is signalled"), luabind.P("value", "integer", "")), Fn: luabind.Raw(func(c *luabind.Args) {
				c.Check(luabind.Self[dev](c).EnqueueMakeResident(luabind.Enum[residency.ResidencyFlags](c, 1),
					luabind.Decode[[]residency.Pageable](c, 2),
					luabind.Object[*device.Fence](c, 3), c.Uint64(4)))
			})},
		{Name: "Evict", Doc: "Takes one MakeResident of each object back, or its creation: what is resident no more must not be used by the GPU.",
			Params: rows.Params(objects), Fn: luabind.Do(dev.Evict)},
		{Name: "MakeResident", Doc: "Lets the GPU use the objects from now on, until each was evicted as often.", Params: rows.Params(objects),
			Fn: luabind.Do(dev.MakeResident)},
		{Name: "SetResidencyPriority", Doc: "Says what is evicted last where memory is short: here nothing is evicted by itself.",
			Params: rows.Params(objects,
				luabind.Param{Name: "priorities", Type: "string[]", Doc: "one for each object", Go: reflect.TypeFor[residency.ResidencyPriority]()}),
			Fn: luabind.Raw(setPriority)},
	}
}

// setPriority is Device:SetResidencyPriority.
func setPriority(c *luabind.Args) {
	objects, priorities := luabind.Decode[[]residency.Pageable](c, 1), luabind.Decode[[]residency.ResidencyPriority](c, 2)
	if len(objects) != len(priorities) {
		c.Raise(diag.New(diag.WrongType, "objects has %d entries, but priorities has %d", len(objects), len(priorities)))
	}
	c.Check(luabind.Self[dev](c).SetResidencyPriority(objects, priorities))
}
