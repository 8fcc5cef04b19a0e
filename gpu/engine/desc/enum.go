package desc

import (
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
)

// name is names[i], or "UNKNOWN" for a value outside the enumeration.
func name(names []string, i int) string {
	if i < 0 || i >= len(names) {
		return "UNKNOWN"
	}
	return names[i]
}

// flags joins the names of the set bits with "|".
func flags(names []gpu.FlagName, bits uint64) string {
	var parts []string
	for _, n := range names {
		if n.Bits != 0 && bits&n.Bits == n.Bits || n.Bits == bits {
			parts = append(parts, n.Name)
		}
	}
	return strings.Join(parts, "|")
}

// Usage says how the contents of a resource come to be, as Diligent's USAGE.
type Usage uint8

// The usages.
const (
	UsageDefault   Usage = iota // written by the GPU, UpdateBuffer and copies
	UsageImmutable              // written once, at creation
	UsageDynamic                // written by the CPU each frame, with MapBuffer
	UsageStaging                // for transfers between CPU and GPU; bound nowhere
)

var usageNames = []string{"DEFAULT", "IMMUTABLE", "DYNAMIC", "STAGING"}

// LuaNames implements the enum contract of the bindings.
func (Usage) LuaNames() []string { return usageNames }

// String returns the name.
func (u Usage) String() string { return name(usageNames, int(u)) }

// BindFlags say where a resource can be bound, as Diligent's BIND_FLAGS.
type BindFlags uint32

// The bind flags.
const (
	BindVertexBuffer     BindFlags = 0x1
	BindIndexBuffer      BindFlags = 0x2
	BindUniformBuffer    BindFlags = 0x4
	BindShaderResource   BindFlags = 0x8
	BindRenderTarget     BindFlags = 0x20
	BindDepthStencil     BindFlags = 0x40
	BindUnorderedAccess  BindFlags = 0x80
	BindIndirectDrawArgs BindFlags = 0x100
)

var bindNames = []gpu.FlagName{{Name: "NONE", Bits: 0}, {Name: "VERTEX_BUFFER", Bits: 0x1}, {Name: "INDEX_BUFFER", Bits: 0x2},
	{Name: "UNIFORM_BUFFER", Bits: 0x4},
	{Name: "SHADER_RESOURCE", Bits: 0x8}, {Name: "RENDER_TARGET", Bits: 0x20}, {Name: "DEPTH_STENCIL", Bits: 0x40},
	{Name: "UNORDERED_ACCESS", Bits: 0x80}, {Name: "INDIRECT_DRAW_ARGS", Bits: 0x100}}

// LuaFlagNames implements the flags contract of the bindings.
func (BindFlags) LuaFlagNames() []gpu.FlagName { return bindNames }

// String joins the set flags.
func (f BindFlags) String() string { return flags(bindNames, uint64(f)) }

// CPUAccess says what the CPU does with a mapped resource, as Diligent's CPU_ACCESS_FLAGS.
type CPUAccess uint32

// The CPU access flags.
const (
	CPURead  CPUAccess = 1
	CPUWrite CPUAccess = 2
)

var cpuNames = []gpu.FlagName{{Name: "NONE", Bits: 0}, {Name: "READ", Bits: 1}, {Name: "WRITE", Bits: 2}}

// LuaFlagNames implements the flags contract of the bindings.
func (CPUAccess) LuaFlagNames() []gpu.FlagName { return cpuNames }

// String joins the set flags.
func (f CPUAccess) String() string { return flags(cpuNames, uint64(f)) }

// BufferMode says how shaders see a buffer, as Diligent's BUFFER_MODE.
type BufferMode uint8

// The buffer modes.
const (
	ModeUndefined  BufferMode = iota // not seen as an array
	ModeFormatted                    // through a format of a view
	ModeStructured                   // ElementByteStride bytes an element
	ModeRaw                          // bytes
)

var modeNames = []string{"UNDEFINED", "FORMATTED", "STRUCTURED", "RAW"}

// LuaNames implements the enum contract of the bindings.
func (BufferMode) LuaNames() []string { return modeNames }

// String returns the name.
func (m BufferMode) String() string { return name(modeNames, int(m)) }

// MapType says what the CPU does through a mapping, as Diligent's MAP_TYPE.
type MapType uint8

// The map types.
const (
	MapRead MapType = iota
	MapWrite
	MapReadWrite
)

var mapNames = []string{"READ", "WRITE", "READ_WRITE"}

// LuaNames implements the enum contract of the bindings.
func (MapType) LuaNames() []string { return mapNames }

// String returns the name.
func (m MapType) String() string { return name(mapNames, int(m)) }

// MapFlags say what happens to the contents, as Diligent's MAP_FLAGS.
type MapFlags uint32

// The map flags.
const (
	MapDoNotWait   MapFlags = 1
	MapDiscard     MapFlags = 2
	MapNoOverwrite MapFlags = 4
)

var mapFlagNames = []gpu.FlagName{{Name: "NONE", Bits: 0}, {Name: "DO_NOT_WAIT", Bits: 1}, {Name: "DISCARD", Bits: 2},
	{Name: "NO_OVERWRITE", Bits: 4}}

// LuaFlagNames implements the flags contract of the bindings.
func (MapFlags) LuaFlagNames() []gpu.FlagName { return mapFlagNames }

// String joins the set flags.
func (f MapFlags) String() string { return flags(mapFlagNames, uint64(f)) }

// Transition says what a command does about the state of a resource, as Diligent's RESOURCE_STATE_TRANSITION_MODE.
type Transition uint8

// The modes. The zero value is the engine's own work.
const (
	TransitionAuto   Transition = iota // the engine brings the resource into the state
	TransitionVerify                   // the resource must be in the state
	TransitionNone                     // the application sees to it
)

var transitionNames = []string{"TRANSITION", "VERIFY", "NONE"}

// LuaNames implements the enum contract of the bindings.
func (Transition) LuaNames() []string { return transitionNames }

// String returns the name.
func (m Transition) String() string { return name(transitionNames, int(m)) }

// VariableType says how often a shader variable changes, as Diligent's SHADER_RESOURCE_VARIABLE_TYPE.
type VariableType uint8

// The variable types.
const (
	VariableStatic  VariableType = iota // set on the pipeline, once
	VariableMutable                     // set on a binding object, once
	VariableDynamic                     // set on a binding object, whenever
)

var variableNames = []string{"STATIC", "MUTABLE", "DYNAMIC"}

// LuaNames implements the enum contract of the bindings.
func (VariableType) LuaNames() []string { return variableNames }

// String returns the name.
func (t VariableType) String() string { return name(variableNames, int(t)) }

// ViewType says what a view is for, as Diligent's TEXTURE_VIEW_TYPE and BUFFER_VIEW_TYPE.
type ViewType uint8

// The view types. Buffers have the first and the last.
const (
	ViewShaderResource ViewType = iota
	ViewRenderTarget
	ViewDepthStencil
	ViewUnorderedAccess
	ViewTypes // how many there are
)

var viewNames = []string{"SHADER_RESOURCE", "RENDER_TARGET", "DEPTH_STENCIL", "UNORDERED_ACCESS"}

// LuaNames implements the enum contract of the bindings.
func (ViewType) LuaNames() []string { return viewNames }

// Bind is the bind flag that a resource needs to have views of the type.
func (t ViewType) Bind() BindFlags {
	return [ViewTypes]BindFlags{BindShaderResource, BindRenderTarget, BindDepthStencil, BindUnorderedAccess}[t]
}

// String returns the name.
func (t ViewType) String() string { return name(viewNames, int(t)) }

// TextureType is the shape of a texture, as Diligent's RESOURCE_DIMENSION.
type TextureType uint8

// The texture types.
const (
	Tex2D TextureType = iota
	Tex2DArray
	Tex1D
	Tex1DArray
	Tex3D
	TexCube
)

var textureNames = []string{"TEX_2D", "TEX_2D_ARRAY", "TEX_1D", "TEX_1D_ARRAY", "TEX_3D", "TEX_CUBE"}

// LuaNames implements the enum contract of the bindings.
func (TextureType) LuaNames() []string { return textureNames }

// String returns the name.
func (t TextureType) String() string { return name(textureNames, int(t)) }

// MiscTextureFlags are further properties of a texture, as Diligent's MISC_TEXTURE_FLAGS.
type MiscTextureFlags uint32

// MiscGenerateMips lets GenerateMips make the smaller mip levels.
const MiscGenerateMips MiscTextureFlags = 1

var miscNames = []gpu.FlagName{{Name: "NONE", Bits: 0}, {Name: "GENERATE_MIPS", Bits: 1}}

// LuaFlagNames implements the flags contract of the bindings.
func (MiscTextureFlags) LuaFlagNames() []gpu.FlagName { return miscNames }

// String joins the set flags.
func (f MiscTextureFlags) String() string { return flags(miscNames, uint64(f)) }

// SetFlags change how a variable is set, as Diligent's SET_SHADER_RESOURCE_FLAGS.
type SetFlags uint32

// AllowOverwrite lets a static or mutable variable be set again. No work in flight may use the binding object.
const AllowOverwrite SetFlags = 1

var setNames = []gpu.FlagName{{Name: "NONE", Bits: 0}, {Name: "ALLOW_OVERWRITE", Bits: 1}}

// LuaFlagNames implements the flags contract of the bindings.
func (SetFlags) LuaFlagNames() []gpu.FlagName { return setNames }

// String joins the set flags.
func (f SetFlags) String() string { return flags(setNames, uint64(f)) }

// Numbering says which release system a device has (package lifetime).
type Numbering uint8

// The numberings.
const (
	NumberingModern Numbering = iota
	NumberingSeed
)

var numberingNames = []string{"MODERN", "SEED"}

// LuaNames implements the enum contract of the bindings.
func (Numbering) LuaNames() []string { return numberingNames }

// String returns the name.
func (n Numbering) String() string { return name(numberingNames, int(n)) }
