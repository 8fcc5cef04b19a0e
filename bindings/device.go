package bindings

import (
	"fmt"
	"reflect"
	"slices"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/bindings/internal/pieces"
	"github.com/gpuscript/gpuscript/bindings/internal/residency"
	"github.com/gpuscript/gpuscript/bindings/internal/rows"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/background"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

type dev = *device.Device

var deviceClass = luabind.Class{
	Kind: "Device",
	Type: luabind.TypeOf[dev](),
	Doc:  "Makes objects and owns queues; from gpu.CreateDevice.",
	Methods: refused[dev](using(append(residency.Methods(), luabind.Methods{
		{Name: "CheckFeatureSupport", Returns: "table", Doc: "Reports a group of capabilities as a table.",
			Params: rows.Params(luabind.Of[device.Feature]("feature", ""),
				luabind.OptOf[gpu.Format](
					"format", "for FORMAT_SUPPORT, FORMAT_INFO and MULTISAMPLE_QUALITY_LEVELS, or a table { Format, SampleCount }")),
			Fn: luabind.Raw(checkFeature)},
		{Name: "CopyDescriptors", Doc: "Copies descriptors piece by piece.", Params: rows.Params(luabind.P("destStarts", "CPUDescriptorHandle[]", ""),
			luabind.P("destSizes", "integer[]|nil", "descriptors; nil: 1 each"), luabind.P("srcStarts", "CPUDescriptorHandle[]", ""),
			luabind.P("srcSizes", "integer[]|nil", "descriptors; nil: 1 each"),
			luabind.Of[gpu.DescriptorHeapType]("type", "")), Fn: luabind.Raw(copyDescriptors)},
		{Name: "CopyDescriptorsSimple", Doc: "Copies consecutive descriptors.", Params: rows.Params(luabind.P("numDescriptors", "integer", ""),
			luabind.P("dest", "CPUDescriptorHandle", ""), luabind.P("src", "CPUDescriptorHandle", ""),
			luabind.Of[gpu.DescriptorHeapType]("type", "")),
			Fn: luabind.Raw(func(c *luabind.Args) {
				c.Check(self[dev](c).CopyDescriptorsSimple(c.Uint32(1), cpuHandle(c, 2), cpuHandle(c, 3), luabind.Enum[gpu.DescriptorHeapType](c, 4)))
			})},
		{Name: "CreateCommandAllocator", Returns: "CommandAllocator", Doc: "Makes the memory that lists of one type record into.",
			Params: rows.Params(luabind.Of[gpu.CommandListType]("type", "or a table { Type, Name }"), luabind.Opt("name", "string", "")),
			Fn:     luabind.Raw(createAllocator)},
		{Name: "CreateCommandList", Doc: "Makes a list: open when it is given an allocator.", Fn: luabind.Call(dev.CreateCommandList)},
		{Name: "CreateCommandList1", Doc: "Makes a closed list, without an allocator.", Fn: luabind.Call(closedList)},
		{Name: "CreateCommandQueue", Doc: "Makes a queue.", Fn: luabind.Call(dev.CreateCommandQueue)},
		{Name: "CreateCommandSignature", Doc: "Describes the commands of ExecuteIndirect.", Fn: luabind.Call(dev.CreateCommandSignature)},
		{Name: "CreateCommittedResource", Doc: "Makes a buffer or texture with memory of its own.", Fn: luabind.Call(dev.CreateCommittedResource)},
		{Name: "CreateCommittedResource1", Doc: "Is CreateCommittedResource: there are no protected sessions.",
			Fn: luabind.Call(dev.CreateCommittedResource)},
		{Name: "CreateCommittedResource2", Doc: "Is CreateCommittedResource: there are no protected sessions.",
			Fn: luabind.Call(dev.CreateCommittedResource)},
		{Name: "CreateComputePipelineState", Doc: "Makes a compute pipeline.", Fn: luabind.Call(dev.CreateComputePipelineState)},
		{Name: "CreateConstantBufferView", Doc: "Writes a CBV; a nil description makes a null descriptor.",
			Params: rows.Params(luabind.Of[*gpu.ConstantBufferViewDesc]("desc", ""), cpuDest),
			Fn: luabind.Raw(func(c *luabind.Args) {
				c.Check(self[dev](c).CreateConstantBufferView(rows.OptDesc[gpu.ConstantBufferViewDesc](c, 1), cpuHandle(c, 2)))
			})},
		{Name: "CreateDepthStencilView", Doc: "Writes a DSV; nil means the whole resource in its own format.",
			Params: rows.Params(viewResource, viewDesc, cpuDest),
			Fn: luabind.Raw(func(c *luabind.Args) {
				c.Check(self[dev](c).CreateDepthStencilView(optResource(c, 1), rows.OptDesc[gpu.ViewDesc](c, 2), cpuHandle(c, 3)))
			})},
		{Name: "CreateDescriptorHeap", Doc: "Makes an array of descriptors.", Fn: luabind.Call(dev.CreateDescriptorHeap)},
		{Name: "CreateFence", Returns: "Fence", Doc: "Makes a fence.",
			Params: rows.Params(luabind.Opt("initialValue", "integer|table", "default 0, or a table { InitialValue, Flags, Name }"),
				luabind.Opt("name", "string", ""),
				luabind.OptOf[gpu.FenceFlags]("flags", "")),
			Fn: luabind.Raw(createFence)},
		{Name: "CreateGraphicsPipelineState", Doc: "Makes a graphics pipeline.", Fn: luabind.Call(dev.CreateGraphicsPipelineState)},
		{Name: "CreateHeap", Doc: "Takes memory for placed resources.", Fn: luabind.Call(dev.CreateHeap)},
		{Name: "CreateHeap1", Doc: "Is CreateHeap: there are no protected sessions.", Fn: luabind.Call(dev.CreateHeap)},
		{Name: "CreatePlacedResource", Doc: "Makes a buffer or texture at an offset of a heap.", Fn: luabind.Call(dev.CreatePlacedResource)},
		{Name: "CreatePlacedResource1", Doc: "Is CreatePlacedResource.", Fn: luabind.Call(dev.CreatePlacedResource)},
		{Name: "CreateQueryHeap", Doc: "Makes an array of queries.", Fn: luabind.Call(dev.CreateQueryHeap)},
		{Name: "CreateRenderTargetView", Doc: "Writes an RTV; nil means the whole resource in its own format.",
			Params: rows.Params(viewResource, viewDesc, cpuDest),
			Fn: luabind.Raw(func(c *luabind.Args) {
				c.Check(self[dev](c).CreateRenderTargetView(optResource(c, 1), rows.OptDesc[gpu.ViewDesc](c, 2), cpuHandle(c, 3)))
			})},
		{Name: "CreateRootSignature", Doc: "Makes a root signature.", Fn: luabind.Call(dev.CreateRootSignature)},
		{Name: "CreateSampler", Doc: "Writes a sampler.", Params: rows.Params(luabind.Of[gpu.SamplerDesc]("desc", ""), cpuDest),
			Fn: luabind.Raw(func(c *luabind.Args) {
				c.Check(self[dev](c).CreateSampler(luabind.Decode[gpu.SamplerDesc](c, 1), cpuHandle(c, 2)))
			})},
		{Name: "CreateShaderResourceView", Doc: "Writes an SRV; nil means the whole resource in its own format.",
			Params: rows.Params(viewResource, viewDesc, cpuDest),
			Fn: luabind.Raw(func(c *luabind.Args) {
				c.Check(self[dev](c).CreateShaderResourceView(optResource(c, 1), rows.OptDesc[gpu.ViewDesc](c, 2), cpuHandle(c, 3)))
			})},
		{Name: "CreateUnorderedAccessView", Doc: "Writes a UAV; nil means the whole resource in its own format.", Params: rows.Params(viewResource,
			luabind.P("counter", "Resource|nil", ""), viewDesc, cpuDest),
			Fn: luabind.Raw(func(c *luabind.Args) {
				c.Check(self[dev](c).CreateUnorderedAccessView(optResource(c, 1), optResource(c, 2),
					rows.OptDesc[gpu.ViewDesc](c, 3), cpuHandle(c, 4)))
			})},
		{Name: "GetAdapterDesc", Doc: "Describes the simulated adapter.", Fn: luabind.Get(dev.GetAdapterDesc)},
		{Name: "GetBackgroundProcessingStats", Doc: "Counts what background processing has done since the device was made.",
			Fn: luabind.Get(dev.GetBackgroundProcessingStats)},
		{Name: "GetCopyableFootprints", Returns: "Footprint[], integer", Types: []reflect.Type{reflect.TypeFor[gpu.Footprint]()},
			Doc: "Lays subresources out in a buffer: a list of footprints and the total number of bytes.", Params: rows.Params(
				luabind.Param{Name: "resource", Type: "Resource|ResourceDesc", Go: reflect.TypeFor[gpu.ResourceDesc]()},
				luabind.Opt("firstSubresource", "integer", "default 0"), luabind.Opt("numSubresources", "integer", "default: all that follow"),
				luabind.Opt("baseOffset", "integer", "bytes; default 0")), Fn: luabind.Raw(footprints)},
		{Name: "GetDescriptorHandleIncrementSize", Returns: "integer", Doc: "The distance of two handles: they count slots, so it is 1.",
			Params: rows.Params(luabind.Of[gpu.DescriptorHeapType]("type", "")),
			Fn: luabind.Raw(func(c *luabind.Args) {
				c.ReturnNumber(float64(self[dev](c).GetDescriptorHandleIncrementSize(luabind.Enum[gpu.DescriptorHeapType](c, 1))))
			})},
		{Name: "GetDeviceRemovedReason", Doc: `Why the device was removed: "S_OK" while it lives.`,
			Fn: luabind.Get(func(d dev) string { return d.GetDeviceRemovedReason().String() })},
		rows.GetName[dev](),
		{Name: "GetNodeCount", Doc: "The number of GPU nodes: 1.", Fn: luabind.Get(func(dev) int { return 1 })},
		{Name: "GetResourceAllocationInfo", Doc: "The size and alignment that a placed resource needs.",
			Fn: luabind.Call(dev.GetResourceAllocationInfo)},
		{Name: "Pause", Doc: "Stops the GPU's clock: work runs only in StepGpu.", Fn: luabind.Run(func(d dev) error { d.Pause(); return nil })},
		rows.Release[dev](),
		{Name: "RemoveDevice", Doc: "Removes the device: pending work is dropped, fences read 2^64-1, waits end.", Fn: luabind.Run(dev.RemoveDevice)},
		{Name: "Resume", Doc: "Lets the GPU's clock run on.", Fn: luabind.Run(func(d dev) error { d.Resume(); return nil })},
		{Name: "SetBackgroundProcessingMode", Returns: "boolean",
			Doc: "Says what may be measured and recompiled in the background; true if more measurements are wanted.",
			Params: rows.Params(luabind.Of[background.ProcessingMode]("mode", ""),
				luabind.Of[background.MeasurementsAction]("action", "what becomes of what was measured so far"),
				luabind.Opt("event", "Event", "set when all tasks of a commit have ended")),
			Fn: luabind.Raw(func(c *luabind.Args) {
				further, err := self[dev](c).SetBackgroundProcessingMode(luabind.Enum[background.ProcessingMode](c, 1),
					luabind.Enum[background.MeasurementsAction](c, 2), luabind.OptObject[event](c, 3))
				c.Check(err)
				c.ReturnLua(lua.LBool(further))
			})},
		{Name: "SetEventOnMultipleFenceCompletion",
			Doc: "Sets an event when all of the fences, or any one, have reached their values; without an event the thread waits.",
			Params: rows.Params(luabind.P("fences", "Fence[]", ""), luabind.P("values", "integer[]", ""),
				luabind.OptOf[gpu.MultipleFenceWait]("flags", "ALL or ANY; default ALL"),
				luabind.Opt("event", "Event", "")), Fn: luabind.Raw(multipleFences)},
		named[dev](),
		step[dev](),
	}...)), "AddToStateObject", "CheckDriverMatchingIdentifier", "CreateCommittedResource3", "CreateLifetimeTracker", "CreateMetaCommand",
		"CreatePipelineLibrary", "CreatePipelineState", "CreatePlacedResource2", "CreateProtectedResourceSession", "CreateProtectedResourceSession1",
		"CreateReservedResource", "CreateReservedResource1", "CreateReservedResource2", "CreateRootSignatureFromSubobjectInLibrary",
		"CreateSamplerFeedbackUnorderedAccessView", "CreateShaderCacheSession", "CreateSharedHandle", "CreateStateObject", "CreateSwapChain",
		"EnumerateMetaCommandParameters", "EnumerateMetaCommands", "GetAdapterLuid", "GetCustomHeapProperties",
		"GetRaytracingAccelerationStructurePrebuildInfo", "GetResourceAllocationInfo1", "GetResourceTiling", "OpenExistingHeapFromAddress",
		"OpenExistingHeapFromAddress1", "OpenExistingHeapFromFileMapping", "OpenSharedHandle", "OpenSharedHandleByName", "SetStablePowerState",
		"ShaderCacheControl"),
}

// using marks the methods of a class whose calls name other objects than their own.
func using(methods luabind.Methods) luabind.Methods {
	for i := range methods {
		methods[i].Uses = methods[i].Name != "Release"
	}
	return methods
}

var (
	cpuDest      = luabind.P("destDescriptor", "CPUDescriptorHandle", "")
	viewResource = luabind.P("resource", "Resource|nil", "nil: a null descriptor")
	viewDesc     = luabind.Of[*gpu.ViewDesc]("desc", "nil: the whole resource")
)

func cpuHandle(c *luabind.Args, i int) gpu.CPUDescriptorHandle {
	return luabind.Object[gpu.CPUDescriptorHandle](c, i)
}

// createAllocator is Device:CreateCommandAllocator. A table may name what the arguments are.
func createAllocator(c *luabind.Args) {
	var d gpu.CommandAllocatorDesc
	if _, named := c.Value(1).(*lua.LTable); named {
		d = luabind.Decode[gpu.CommandAllocatorDesc](c, 1)
	} else {
		d.Type, d.Name = luabind.Enum[gpu.CommandListType](c, 1), c.OptString(2, "")
	}
	a, err := self[dev](c).CreateCommandAllocator(d.Type, d.Name)
	c.Check(err)
	c.Return(a)
}

// createFence is Device:CreateFence. The flags may stand where C has them, before the name, and a table may name what the arguments are.
func createFence(c *luabind.Args) {
	var d gpu.FenceDesc
	if _, named := c.Value(1).(*lua.LTable); named {
		d = luabind.Decode[gpu.FenceDesc](c, 1)
	} else if name, alone := c.Value(1).(lua.LString); alone && c.N() == 1 {
		d.Name = string(name)
	} else {
		flags, name := 3, 2
		if s, ok := c.Value(2).(lua.LString); ok &&
			slices.ContainsFunc(gpu.FenceFlags(0).LuaFlagNames(), func(n gpu.FlagName) bool { return n.Name == string(s) }) {
			flags, name = name, flags
		}
		d = gpu.FenceDesc{InitialValue: c.OptUint64(1, 0), Flags: luabind.OptEnum[gpu.FenceFlags](c, flags, 0), Name: c.OptString(name, "")}
	}
	f, err := self[dev](c).CreateFence(d.InitialValue, d.Flags, d.Name)
	c.Check(err)
	c.Return(f)
}

// optResource reads a resource that may be nil: a nil interface then, not a nil pointer in one.
func optResource(c *luabind.Args, i int) gpu.Resource {
	if r := luabind.OptObject[*device.Resource](c, i); r != nil {
		return r
	}
	return nil
}

// closedListDesc is what a list is made of that Reset opens.
type closedListDesc struct {
	Name     string
	Type     gpu.CommandListType `lua:",required"` // DIRECT, COMPUTE, COPY or BUNDLE
	NodeMask uint32              `lua:",max=1"`
}

// closedList is Device:CreateCommandList1.
func closedList(d dev, l closedListDesc) (*device.CommandList, error) {
	return d.CreateCommandList(gpu.CommandListDesc{Name: l.Name, Type: l.Type, NodeMask: l.NodeMask})
}

// formatQuery is the part of the structs of CheckFeatureSupport in Direct3D 12 that a program fills in to ask for a format.
type formatQuery struct {
	Format      gpu.Format `lua:",required"` // that is asked about
	SampleCount uint32     // samples a texel; 0: all counts
}

// featureQuery is the part of the other structs. What they ask for besides, the highest version that the program knows, is left out.
type featureQuery struct {
	NodeIndex uint32 `lua:",max=0"` // of the only node
}

// checkFeature is Device:CheckFeatureSupport. The struct of Direct3D 12 may stand for the format.
func checkFeature(c *luabind.Args) {
	feature, t, query := luabind.Enum[device.Feature](c, 1), c.L.NewTable(), formatQuery{}
	_, given := c.Value(2).(*lua.LTable)
	switch {
	case !given:
		query.Format = luabind.OptEnum[gpu.Format](c, 2, gpu.FormatUnknown)
	case feature.OfFormat():
		query = luabind.Decode[formatQuery](c, 2)
	default:
		luabind.Decode[featureQuery](c, 2)
	}
	for _, v := range self[dev](c).CheckFeatureSupport(feature, query.Format, query.SampleCount) {
		t.RawSetString(v.Name, featureValue(v.Value))
	}
	c.ReturnFields(feature.String(), t)
}

func featureValue(v any) lua.LValue {
	switch x := v.(type) {
	case bool:
		return lua.LBool(x)
	case int:
		return lua.LNumber(x)
	case string:
		return lua.LString(x)
	}
	panic(fmt.Sprintf("BUG: bindings: a feature value of type %T", v))
}

func footprints(c *luabind.Args) {
	desc := described(c)
	first := c.OptUint32(2, 0)
	if first >= desc.Subresources() {
		c.Raise(diag.New(diag.NumberOutOfRange, "firstSubresource is %d, but the resource has %d subresources", first, desc.Subresources()))
	}
	count := c.OptUint32(3, desc.Subresources()-first)
	if count > desc.Subresources()-first {
		c.Raise(diag.New(diag.NumberOutOfRange, "numSubresources is %d, but only %d follow subresource %d", count, desc.Subresources()-first, first))
	}
	prints, total := desc.Footprints(first, count, 0)
	base := c.OptUint64(4, 0)
	for i := range prints {
		copyable(&prints[i], base)
	}
	c.Return(prints)
	c.ReturnNumber(float64(total))
}

// described is the first argument, a resource or the description of one.
func described(c *luabind.Args) gpu.ResourceDesc {
	if c.Value(1).Type() != lua.LTTable {
		r := luabind.Object[resource](c, 1)
		c.Done(r.Use(c.Site(), "GetCopyableFootprints"))
		return *r.ResourceDesc()
	}
	desc := luabind.Decode[gpu.ResourceDesc](c, 1)
	_, err := self[dev](c).GetResourceAllocationInfo(desc) // which is refused as its creation would be
	c.Check(err)
	return desc.Normalized()
}

// copyable makes of the layout of a resource what a copy may name: from base on, wherever that is, levels smaller than a block as a whole one, and
// rows of buffers as far apart as others.
func copyable(f *gpu.Footprint, base uint64) {
	_, edge := f.Format.Block()
	edge = max(edge, 1)
	f.Offset += base
	f.Width, f.Height = (f.Width+edge-1)/edge*edge, (f.Height+edge-1)/edge*edge
	f.RowPitch = (f.RowPitch + gpu.TexturePitchAlignment - 1) / gpu.TexturePitchAlignment * gpu.TexturePitchAlignment
}

func copyDescriptors(c *luabind.Args) {
	dst, src := luabind.Decode[[]gpu.CPUDescriptorHandle](c, 1), luabind.Decode[[]gpu.CPUDescriptorHandle](c, 3)
	dstSizes, srcSizes := rangeSizes(c, 2, len(dst)), rangeSizes(c, 4, len(src))
	for _, pair := range [...]struct {
		name          string
		starts, sizes int
	}{{"dest", len(dst), len(dstSizes)}, {"src", len(src), len(srcSizes)}} {
		if pair.starts != pair.sizes {
			c.Raise(diag.New(diag.WrongType, "%[1]sStarts has %[2]d entries, but %[1]sSizes has %[3]d", pair.name, pair.starts, pair.sizes))
		}
	}
	c.Check(self[dev](c).CopyDescriptors(pieces.Of(dst, dstSizes, src, srcSizes), luabind.Enum[gpu.DescriptorHeapType](c, 5)))
}

// rangeSizes are those of argument i for some ranges; nil: one descriptor each.
func rangeSizes(c *luabind.Args, i, ranges int) []uint32 {
	if c.Value(i) == lua.LNil {
		return slices.Repeat([]uint32{1}, ranges)
	}
	return luabind.Decode[[]uint32](c, i)
}

func multipleFences(c *luabind.Args) {
	fences, values := luabind.Decode[[]*device.Fence](c, 1), luabind.Decode[[]uint64](c, 2)
	c.Check(self[dev](c).SetEventOnMultipleFenceCompletion(fences, values, luabind.OptEnum[gpu.MultipleFenceWait](c, 3, gpu.WaitAll),
		luabind.OptObject[*device.Event](c, 4)))
}
