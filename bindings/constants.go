package bindings

import (
	"math"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/gpu"
)

// infinite is the timeout of Win32 that never ends, in milliseconds.
const infinite = 0xffffffff

// constants are the values of module gpu, named as in the headers without the prefix D3D12_.
var constants = []struct {
	name  string
	value lua.LValue
}{
	{"APPEND_ALIGNED_ELEMENT", lua.LNumber(gpu.AppendAligned)},                             // AlignedByteOffset: after the element before
	{"CONSTANT_BUFFER_DATA_PLACEMENT_ALIGNMENT", lua.LNumber(gpu.ConstantBufferAlignment)}, // bytes
	{"CS_DISPATCH_MAX_THREAD_GROUPS_PER_DIMENSION", lua.LNumber(gpu.MaxDispatchGroups)},    // groups
	{"CS_THREAD_GROUP_MAX_THREADS_PER_GROUP", lua.LNumber(gpu.MaxThreadsPerGroup)},         // work items
	{"DEFAULT_MSAA_RESOURCE_PLACEMENT_ALIGNMENT", lua.LNumber(gpu.MSAAResourceAlignment)},  // bytes
	{"DEFAULT_RESOURCE_PLACEMENT_ALIGNMENT", lua.LNumber(gpu.ResourcePlacementAlignment)},  // bytes
	{"DEFAULT_SAMPLE_MASK", lua.LNumber(math.MaxUint32)},                                   // SampleMask: all samples
	{"DEFAULT_STENCIL_READ_MASK", lua.LNumber(math.MaxUint8)},                              // StencilReadMask
	{"DEFAULT_STENCIL_WRITE_MASK", lua.LNumber(math.MaxUint8)},                             // StencilWriteMask
	{"DESCRIPTOR_RANGE_OFFSET_APPEND", lua.LNumber(gpu.RangeAppend)},                       // OffsetInDescriptorsFromTableStart
	{"FLOAT32_MAX", lua.LNumber(math.MaxFloat32)},                                          // MaxLOD
	{"IA_VERTEX_INPUT_RESOURCE_SLOT_COUNT", lua.LNumber(gpu.MaxVertexBuffers)},             // slots
	{"INFINITE", lua.LNumber(infinite)},                                                    // milliseconds of WaitForSingleObject
	{"RAW_UAV_SRV_BYTE_ALIGNMENT", lua.LNumber(gpu.RawViewAlignment)},                      // bytes
	{"REQ_CONSTANT_BUFFER_ELEMENT_COUNT", lua.LNumber(gpu.MaxConstantBufferBytes / 16)},    // constants of 16 bytes
	{"RESOURCE_BARRIER_ALL_SUBRESOURCES", lua.LNumber(gpu.AllSubresources)},                // Subresource of a barrier
	{"SIMULTANEOUS_RENDER_TARGET_COUNT", lua.LNumber(gpu.MaxRenderTargets)},                // render targets
	{"SMALL_RESOURCE_PLACEMENT_ALIGNMENT", lua.LNumber(gpu.SmallResourceAlignment)},        // bytes
	{"TEXTURE_DATA_PITCH_ALIGNMENT", lua.LNumber(gpu.TexturePitchAlignment)},               // bytes
	{"TEXTURE_DATA_PLACEMENT_ALIGNMENT", lua.LNumber(gpu.TexturePlacementAlignment)},       // bytes
	{"UAV_COUNTER_PLACEMENT_ALIGNMENT", lua.LNumber(gpu.UAVCounterAlignment)},              // bytes
	{"VIEWPORT_AND_SCISSORRECT_OBJECT_COUNT_PER_PIPELINE", lua.LNumber(gpu.MaxViewports)},  // viewports
}

// numbers are the constants that are numbers, by name, and those that are known by a shorter one.
func numbers() map[string]float64 {
	out := map[string]float64{"ALL_SUBRESOURCES": gpu.AllSubresources, "OFFSET_APPEND": gpu.RangeAppend}
	for _, c := range constants {
		if n, isNumber := c.value.(lua.LNumber); isNumber {
			out[c.name] = float64(n)
		}
	}
	return out
}

// addConstants gives a module its constants before a script sees it.
func addConstants(t *lua.LTable) {
	for _, c := range constants {
		t.RawSetString(c.name, c.value)
	}
	order := &lua.LTable{Metatable: lua.LNil} // a list of its own for each state
	for i := range (gpu.ComponentMapping{}) {
		order.Append(lua.LString((gpu.ComponentFromMemory0 + gpu.ShaderComponent(i)).String()))
	}
	t.RawSetString("DEFAULT_SHADER_4_COMPONENT_MAPPING", order)
}

// encodeMapping is D3D12_ENCODE_SHADER_4_COMPONENT_MAPPING: the list that a view takes as its Shader4ComponentMapping.
func encodeMapping(c *luabind.Args) {
	list := c.L.CreateTable(len(gpu.ComponentMapping{}), 0)
	for i := range (gpu.ComponentMapping{}) {
		list.Append(lua.LString(luabind.Enum[gpu.ShaderComponent](c, i+1).String()))
	}
	c.Return(list)
}
