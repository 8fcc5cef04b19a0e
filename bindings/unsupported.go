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

// hints are what the messages say about names that people know from C++ and that have no place in a script: the methods of COM, and fields of
// descriptions whose stages or mechanisms are no part of gpuscript.
var hints = withReductions(map[string]string{
	"*.AddRef":                  "pass the object on as any Lua value: it lives until Release gives it up",
	"*.GetPrivateData":          "keep values of your own in a table with the object as key",
	"*.QueryInterface":          "call the method itself: an object has those of all its interfaces",
	"*.SetPrivateData":          "keep values of your own in a table with the object as key",
	"*.SetPrivateDataInterface": "keep values of your own in a table with the object as key",

	"GraphicsPipelineStateDesc.AS":           "leave it out: there are no mesh shaders. A compute shader can write the arguments of ExecuteIndirect",
	"GraphicsPipelineStateDesc.CachedPSO":    "leave it out: compiled shaders are kept by content already",
	"GraphicsPipelineStateDesc.DS":           "leave it out: there is no tessellation. Make the vertices in a compute shader and draw them with DrawInstanced",
	"GraphicsPipelineStateDesc.Flags":        "leave it out: there are no flags of pipelines",
	"GraphicsPipelineStateDesc.GS":           "leave it out: there is no geometry shader. Use instances, or make the vertices in a compute shader",
	"GraphicsPipelineStateDesc.HS":           "leave it out: there is no tessellation. Make the vertices in a compute shader and draw them with DrawInstanced",
	"GraphicsPipelineStateDesc.MS":           "leave it out: there are no mesh shaders. Make the vertices in a compute shader and draw them with ExecuteIndirect",
	"GraphicsPipelineStateDesc.StreamOutput": "leave it out: there is no stream output. Write the vertices to a buffer in a compute shader",

	"ViewDesc.NumCubes": "write ArraySize: it counts faces here, six for each cube",

	"ComputePipelineStateDesc.CachedPSO": "leave it out: compiled shaders are kept by content already",
	"ComputePipelineStateDesc.Flags":     "leave it out: there are no flags of pipelines",
})

// withReductions adds the reduction filters of Direct3D 12, whose names end like those of filters that there are.
func withReductions(hints map[string]string) map[string]string {
	for _, f := range gpu.Filter(0).LuaValueNames() {
		if f.Bits&uint64(gpu.FilterComparison) == 0 {
			for _, reduction := range []string{"MINIMUM", "MAXIMUM"} {
				hints["Filter."+reduction+"_"+f.Name] = "there are no reduction filters: take the " + strings.ToLower(reduction) + " of what Gather reads"
			}
		}
	}
	return hints
}
