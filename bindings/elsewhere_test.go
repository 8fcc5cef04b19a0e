package bindings

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/elsewhere"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/enums"
	"github.com/gpuscript/gpuscript/bindings/internal/mapped"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/cnames"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/dml"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
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
	functions := map[string]bool{"engine": true, "dml": true}
	for _, f := range gpuModule.Functions {
		functions[f.Name] = true
	}
	named := regexp.MustCompile(`\bgpu\.(\w+)`)
	call := regexp.MustCompile(`:?\b((?:Create|Execute|Set|Get|Reset|Resource|Wait|Signal|Close)\w*) ?[({]`)
	for key, help := range elsewhere.Names() {
		owner, name, ok := strings.Cut(key, ".")
		require.True(t, ok, key)
		if class := members[owner]; class != nil {
			require.Nil(t, methodOf(class, name), "%s is there", key)
		}
		for _, m := range named.FindAllStringSubmatch(help, -1) {
			require.True(t, functions[m[1]], "%s: gpu.%s is no function", key, m[1])
		}
		for _, m := range call.FindAllStringSubmatch(help, -1) {
			require.True(t, methods[m[1]] || strings.Contains(help, "gpu."+m[1]), "%s: %s is no method", key, m[1])
		}
	}
	L, _ := newWorld(t, world)
	for key := range elsewhere.Names() {
		if dot := strings.LastIndex(key, "."); key[:dot] == "gpu" || strings.HasPrefix(key, "gpu.") {
			err := L.DoString(fmt.Sprintf("local x = require(%q)[%q]", key[:dot], key[dot+1:]))
			require.Error(t, err, key)
			require.Equal(t, elsewhere.Names()[key], ErrorDiagnostics(err.(*lua.ApiError).Object)[0].Help[0].Text)
		}
	}
}

// TestValuesFromElsewhere: a row of an enumeration or a description names a value or a field that Direct3D 12 or DirectML has, and that is not there.
func TestValuesFromElsewhere(t *testing.T) {
	for key := range elsewhere.Names() {
		owner, name, _ := strings.Cut(key, ".")
		for _, of := range []reflect.Type{reflect.TypeFor[gpu.CommandListType](), reflect.TypeFor[device.Feature](), reflect.TypeFor[gpu.Filter](), reflect.TypeFor[gpu.Format](), reflect.TypeFor[gpu.HeapFlags](),
			reflect.TypeFor[gpu.HeapType](), reflect.TypeFor[gpu.IndirectArgumentType](), reflect.TypeFor[gpu.QueryHeapType](),
			reflect.TypeFor[gpu.ResourceFlags](), reflect.TypeFor[gpu.ResourceStates](), reflect.TypeFor[gpu.RootSignatureFlags](), reflect.TypeFor[gpu.TextureLayout]()} {
			_, there := enums.Of(of).Value(name)
			require.False(t, owner == of.Name() && there, "%s is there", key)
		}
		for _, of := range []reflect.Type{reflect.TypeFor[gpu.GraphicsPipelineStateDesc](), reflect.TypeFor[gpu.ComputePipelineStateDesc](), reflect.TypeFor[dml.GraphNode]()} {
			there := slices.ContainsFunc(classes.Describe(of), func(f luabind.FieldInfo) bool { return f.Name == name })
			require.False(t, owner == of.Name() && there, "%s is there", key)
		}
	}
	const videoQueue = `gpu.CreateDevice():CreateCommandQueue { Type = "VIDEO_DECODE" }`
	const sharedHeap = `gpu.CreateDevice():CreateHeap { SizeInBytes = 65536, Flags = "DENY_BUFFERS|SHARED" }`
	const describedNode = `require("gpu.dml").CreateDevice(gpu.CreateDevice()):CompileGraph { Nodes = { { Desc = {} } } }`
	const ownRegister = `gpu.ComputeShader { NumThreads = { 1, 1, 1 }, u = gpu.RWByteAddressBuffer("u0"), Main = function() end }`
	const layout = `gpu.CreateDevice():CreateCommittedResource { HeapType = "DEFAULT", Dimension = "BUFFER", Width = 64, InitialLayout = "COMMON" }`
	const feature = `gpu.CreateDevice():CheckFeatureSupport "D3D12_TIGHT_ALIGNMENT"`
	for script, help := range map[string]string{
		feature:       "leave it out: a buffer that is placed is aligned to 64 KiB",
		layout:        "write InitialState: enhanced barriers, which know layouts, are not part of gpuscript",
		ownRegister:   "declare it before the shader, as local name = gpu.Texture2D(...): Main uses it by that name",
		videoQueue:    "there are no video engines: decode on the CPU, and upload the pictures through a COPY queue",
		sharedHeap:    "leave it out: there is one process, so nothing can be shared with another one",
		describedNode: "write the fields themselves: { Operator = op }, or { Data = bytes } for a constant",
	} {
		L, _ := newWorld(t, world)
		err := L.DoString(script)
		require.Error(t, err, script)
		require.Equal(t, help, ErrorDiagnostics(err.(*lua.ApiError).Object)[0].Help[0].Text)
	}
}

// renamedEnums are the enumerations whose values have other names elsewhere.
var renamedEnums = map[string]reflect.Type{"AddressMode": reflect.TypeFor[gpu.AddressMode](), "Blend": reflect.TypeFor[gpu.Blend](), "ClearFlags": reflect.TypeFor[gpu.ClearFlags](), "CommandListType": reflect.TypeFor[gpu.CommandListType](),
	"ComparisonFunc": reflect.TypeFor[gpu.ComparisonFunc](), "CullMode": reflect.TypeFor[gpu.CullMode](), "DepthWriteMask": reflect.TypeFor[gpu.DepthWriteMask](), "FillMode": reflect.TypeFor[gpu.FillMode](), "Filter": reflect.TypeFor[gpu.Filter](),
	"HeapType": reflect.TypeFor[gpu.HeapType](), "InputClassification": reflect.TypeFor[gpu.InputClassification](), "PrimitiveTopology": reflect.TypeFor[gpu.PrimitiveTopology](), "ResourceDimension": reflect.TypeFor[gpu.ResourceDimension](), "ResourceFlags": reflect.TypeFor[gpu.ResourceFlags](),
	"ResourceStates": reflect.TypeFor[gpu.ResourceStates](), "ShaderVisibility": reflect.TypeFor[gpu.ShaderVisibility](), "ViewDimension": reflect.TypeFor[gpu.ViewDimension]()}

// numberedEnums are the enumerations whose values have the numbers of C, by their names.
var numberedEnums = func() map[string]reflect.Type {
	types := map[string]reflect.Type{}
	for _, v := range []any{gpu.AddressMode(0), gpu.BarrierType(0), gpu.BlendOp(0), gpu.CommandListType(0), gpu.ComparisonFunc(0), gpu.CullMode(0), tensor.DataType(0), gpu.DepthWriteMask(0),
		gpu.DescriptorHeapType(0), gpu.DescriptorType(0), gpu.HeapType(0), gpu.IndexBufferStripCutValue(0), gpu.IndirectArgumentType(0), gpu.InputClassification(0), gpu.PredicationOp(0),
		gpu.PrimitiveTopologyType(0), gpu.QueryHeapType(0), gpu.QueuePriority(0), gpu.ResourceDimension(0), gpu.RootParameterType(0), gpu.ShaderVisibility(0), gpu.StencilOp(0), gpu.SwapEffect(0), gpu.TextureLayout(0)} {
		types[reflect.TypeOf(v).Name()] = reflect.TypeOf(v)
	}
	return types
}()

// renamedStructs are the descriptions whose fields have other names elsewhere.
var renamedStructs = map[string]reflect.Type{"BarrierDesc": reflect.TypeFor[gpu.BarrierDesc](), "CommandListDesc": reflect.TypeFor[gpu.CommandListDesc](), "CommittedResourceDesc": reflect.TypeFor[gpu.CommittedResourceDesc](),
	"ComputePipelineStateDesc": reflect.TypeFor[gpu.ComputePipelineStateDesc](), "ConstantBufferViewDesc": reflect.TypeFor[gpu.ConstantBufferViewDesc](), "DescriptorHeapDesc": reflect.TypeFor[gpu.DescriptorHeapDesc](), "DescriptorRange": reflect.TypeFor[gpu.DescriptorRange](),
	"GraphicsPipelineStateDesc": reflect.TypeFor[gpu.GraphicsPipelineStateDesc](), "InputElement": reflect.TypeFor[gpu.InputElement](), "PlacedResourceDesc": reflect.TypeFor[gpu.PlacedResourceDesc](),
	"IndexBufferView": reflect.TypeFor[gpu.IndexBufferView](), "QueryHeapDesc": reflect.TypeFor[gpu.QueryHeapDesc](), "SamplerDesc": reflect.TypeFor[gpu.SamplerDesc](),
	"StageInput": reflect.TypeFor[stageInput](), "StaticSampler": reflect.TypeFor[gpu.StaticSampler](), "SwapChainDesc": reflect.TypeFor[gpu.SwapChainDesc](), "VertexBufferView": reflect.TypeFor[gpu.VertexBufferView](), "ViewDesc": reflect.TypeFor[gpu.ViewDesc]()}

// renamedField is a field that takes what a row puts into it, and not what it replaces.
type renamedField struct{ script string }

// renamedFields are fields whose values are written in another way elsewhere.
var renamedFields = map[string]*renamedField{
	"BaseShaderRegister": {"device:CreateRootSignature { Parameters = { { Type = 'DESCRIPTOR_TABLE', Ranges = { { Type = 'SRV', NumDescriptors = 1, BaseShaderRegister = %s } } } } }"},
	"SampleDesc":         {"device:CreateCommittedResource { HeapType = 'DEFAULT', Dimension = 'TEXTURE2D', Width = 4, Height = 4, Format = 'R8G8B8A8_UNORM', InitialState = 'COMMON', Flags = 'ALLOW_RENDER_TARGET', SampleDesc = %s }"},
	"ShaderRegister":     {"device:CreateRootSignature { Parameters = { { Type = 'CBV', ShaderRegister = %s } } }"},
	"Subresource":        {"device:CreateCommandList { Type = 'DIRECT', Allocator = device:CreateCommandAllocator('DIRECT') }:ResourceBarrier { { Type = 'TRANSITION', Resource = texture, Before = 'RENDER_TARGET', After = 'COMMON', Subresource = %s } }"},
}

// quoted is what a row replaces as scripts write it.
func (*renamedField) quoted(name string) string {
	if _, err := strconv.Atoi(name); err == nil || name == "true" || name == "false" {
		return name
	}
	return strconv.Quote(name)
}

// someObjects are what the scripts of renamedFields use.
const someObjects = `local gpu = require "gpu"
device = gpu.CreateDevice()
texture = device:CreateCommittedResource { HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = "R8G8B8A8_UNORM", InitialState = "RENDER_TARGET", Flags = "ALLOW_RENDER_TARGET" }`

// withoutNumbers are the rows that replace words; those of numbers have values that are there.
func withoutNumbers(t *testing.T, rows map[string]string) map[string]string {
	words := map[string]string{}
	for key, put := range rows {
		enum, _, numbered := strings.Cut(key, "#")
		if !numbered {
			words[key] = put
			continue
		}
		require.NotNil(t, numberedEnums[enum], key)
		_, ok := enums.Of(numberedEnums[enum]).Value(put)
		require.True(t, ok, "%s: %s", key, put)
	}
	return words
}

// masks are fields that take a number or a text of their own.
var masks = map[string]func(t *testing.T, name, put string){
	"SampleMask": func(t *testing.T, _, put string) { require.Equal(t, fmt.Sprint(uint32(math.MaxUint32)), put) },
	"RenderTargetWriteMask": func(t *testing.T, name, put string) {
		value, ok := enums.Of(reflect.TypeFor[gpu.ColorWriteEnable]()).Value(strings.Trim(put, `"`))
		require.True(t, ok, put)
		require.Equal(t, name, fmt.Sprint(value))
	},
}

// TestRenamesFromElsewhere: what replaces a word is there, and what it replaces is not.
func TestRenamesFromElsewhere(t *testing.T) {
	called := regexp.MustCompile(`^%1:(\w+)\(`)
	L, _ := newWorld(t, world)
	require.NoError(t, L.DoString(someObjects))
	for key, put := range withoutNumbers(t, elsewhere.Renames()) {
		owner, name, _ := strings.Cut(key, ".")
		if owner == "Format" {
			format, ok := enums.Of(reflect.TypeFor[gpu.Format]()).Value(put)
			require.True(t, ok && format != 0, "%s: %s", key, put)
			_, ok = enums.Of(reflect.TypeFor[gpu.Format]()).Value(name)
			require.False(t, ok, "%s is there", key)
			continue
		}
		if described := renamedStructs[owner]; described != nil {
			field := regexp.MustCompile(`^(?:Type = "\w+", )?(\w+)(?: = \{.* %1 \}| = "\w+"%0| = %1(?:, \w+ = %1)*)?$`).FindStringSubmatch(put)
			require.NotNil(t, field, "%s: %s", key, put)
			require.True(t, slices.ContainsFunc(classes.Describe(described), func(f luabind.FieldInfo) bool { return f.Name == field[1] }), key)
			require.False(t, slices.ContainsFunc(classes.Describe(described), func(f luabind.FieldInfo) bool { return f.Name == name }), "%s is there", key)
			continue
		}
		if owner == "MappedType" {
			require.Contains(t, mapped.MappedType(0).LuaNames(), put, key)
			require.NotContains(t, mapped.MappedType(0).LuaNames(), strings.ToLower(name), key)
			continue
		}
		if of := renamedEnums[owner]; of != nil {
			_, ok := enums.Of(of).Value(strings.Trim(put, `"`)) // in quotes, where it replaces no text
			require.True(t, ok, "%s: %s", key, put)
			_, ok = enums.Of(of).Value(name)
			require.False(t, ok, "%s is there", key)
			continue
		}
		if masks[owner] != nil {
			masks[owner](t, name, put)
			continue
		}
		if owner == "AlignedByteOffset" {
			require.Contains(t, numbers(), strings.Trim(put, `"`), key)
			continue
		}
		if of := renamedFields[owner]; of != nil { // a number, or a text that is read as one
			require.NoError(t, L.DoString(fmt.Sprintf(of.script, put)), key)
			require.Error(t, L.DoString(fmt.Sprintf(of.script, of.quoted(name))), key)
			continue
		}
		if owner == "RootParameter" {
			for _, field := range regexp.MustCompile(`\b(?:Type|[A-Z]\w+$)`).FindAllString(put, -1) {
				require.True(t, slices.ContainsFunc(classes.Describe(reflect.TypeFor[gpu.RootParameter]()), func(f luabind.FieldInfo) bool { return f.Name == field }), "%s: %s", key, field)
			}
			continue
		}
		if k := slices.IndexFunc(classes.Classes(), func(c *luabind.Class) bool { return c.Kind == owner }); k >= 0 && !strings.Contains(put, "%1") {
			require.NotNil(t, methodOf(classes.Classes()[k], put), key)
			require.Nil(t, methodOf(classes.Classes()[k], name), key)
			continue
		}
		class, method, _ := strings.Cut(owner, ":")
		if m := called.FindStringSubmatch(put); m != nil {
			class, method = name, m[1]
		}
		i := slices.IndexFunc(classes.Classes(), func(c *luabind.Class) bool { return c.Kind == class })
		require.GreaterOrEqual(t, i, 0, key)
		m := methodOf(classes.Classes()[i], method)
		require.NotNil(t, m, key)
		require.True(t, owner != class+":"+method || name == "desc" && len(m.Params) == 0 || slices.ContainsFunc(m.Params, func(p luabind.Param) bool { return p.Name == name && !p.Optional }), key)
	}
	require.Equal(t, "R8G8B8A8_UNORM_SRGB", elsewhere.Renames()["Format.RGBA8UNORM-SRGB"])
	require.Equal(t, "R32G32_FLOAT", elsewhere.Renames()["Format.RG32F"])
}

// TestOrdersFromElsewhere: the calls take one table, and the parameters are its fields.
func TestOrdersFromElsewhere(t *testing.T) {
	for key, order := range cnames.Orders {
		owner, name, _ := strings.Cut(key, ".")
		for _, class := range append(classes.Classes(), &luabind.Class{Kind: gpuModule.Name, Methods: gpuModule.Functions}) {
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
				if field != cnames.Description && field != cnames.Dropped {
					require.Contains(t, fields, field, key)
				}
			}
		}
	}
}

// TestCountsFromElsewhere: a length of C stands beside a parameter that is a list here, and all other letters are parameters.
func TestCountsFromElsewhere(t *testing.T) {
	for key, order := range cnames.Counts {
		owner, name, _ := strings.Cut(key, ".")
		found := false
		for _, class := range append(classes.Classes(), &luabind.Class{Kind: gpuModule.Name, Methods: gpuModule.Functions}) {
			if class.Kind != owner {
				continue
			}
			m := methodOf(class, name)
			require.NotNil(t, m, key)
			types := classes.Params(m)
			require.GreaterOrEqual(t, len(types), strings.Count(order, "."), key)
			at := 0
			for i := range order {
				switch order[i] {
				case 'n':
					require.Regexp(t, `\[\](\|nil)?$`, types[at].Type, key)
				case 'N':
					require.Regexp(t, `\[\](\|nil)?$`, types[at-1].Type, key)
				case '.', 's':
					at++
				}
			}
			found = true
		}
		require.True(t, found, key)
	}
}
