package bindings

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/pmezard/go-difflib/difflib"
	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/vet"
	"github.com/gpuscript/gpuscript/bindings/internal/ml"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

var update = flag.Bool("update", false, "rewrite the golden file")

// world makes one object of every class that a script can make without a shader.
const world = `
gpu = require "gpu"
device = gpu.CreateDevice { Name = "device" }
queue = device:CreateCommandQueue { Type = "DIRECT", Name = "queue" }
allocator = device:CreateCommandAllocator("DIRECT", "allocator")
list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
fence = device:CreateFence(0, "fence")
event = gpu.CreateEvent { Name = "event" }
heap = device:CreateHeap { Name = "heap", SizeInBytes = 65536 }
resource = device:CreateCommittedResource { Name = "resource", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 64, InitialState = "GENERIC_READ" }
mapping = resource:Map()
descriptors = device:CreateDescriptorHeap { Name = "descriptors", Type = "CBV_SRV_UAV", NumDescriptors = 4, Flags = "SHADER_VISIBLE" }
cpuHandle = descriptors:GetCPUDescriptorHandle(0)
gpuHandle = descriptors:GetGPUDescriptorHandle(0)
root = device:CreateRootSignature { Name = "root" }
queries = device:CreateQueryHeap { Name = "queries", Type = "TIMESTAMP", Count = 4 }
signature = device:CreateCommandSignature { Name = "signature", ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }
thread = gpu.Thread("thread", function() end)
slot = gpu.Texture2D("t0", "float4")
shared = gpu.GroupShared("float", 4)
word = gpu.AsUint(1)
chain = device:CreateCommandQueue { Name = "presenting", Type = "DIRECT" }:CreateSwapChain { Name = "chain", Width = 8, Height = 8 }
engine = require "gpu.engine"
renderDevice, immediate = engine.CreateDeviceAndContexts { Name = "engine", DeferredContexts = 1 }
deferred = renderDevice:GetDeferredContext(1)
deferred:Begin(immediate)
recorded = deferred:FinishCommandList()
buffer = renderDevice:CreateBuffer { Name = "buffer", Size = 16, BindFlags = "SHADER_RESOURCE", Mode = "RAW" }
bufferView = buffer:GetDefaultView("SHADER_RESOURCE")
dynamic = renderDevice:CreateBuffer { Name = "dynamic", Size = 16, Usage = "DYNAMIC", BindFlags = "VERTEX_BUFFER" }
mapped = immediate:MapBuffer(dynamic, "WRITE", "DISCARD")
texture = renderDevice:CreateTexture { Name = "texture", Width = 1, Format = "R8_UNORM", BindFlags = "SHADER_RESOURCE" }
textureView = texture:GetDefaultView("SHADER_RESOURCE")
sampler = renderDevice:CreateSampler { Name = "sampler" }
resourceSignature = renderDevice:CreatePipelineResourceSignature { Name = "signature" }
progress = renderDevice:CreateFence { Name = "progress" }
query = renderDevice:CreateQuery { Name = "query", Type = "DURATION" }
dml = require "gpu.dml"
ml = dml.CreateDevice(device, { Name = "ml" })
tensor = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 4 } }
operator = ml:CreateOperator { Type = "ACTIVATION_RELU", InputTensor = tensor, OutputTensor = tensor }
compiled = ml:CompileOperator(operator, { Name = "compiled" })
initializer = ml:CreateOperatorInitializer { compiled }
bindings = ml:CreateBindingTable { Name = "bindings", Dispatchable = compiled, SizeInDescriptors = 4, CPUDescriptorHandle = cpuHandle, GPUDescriptorHandle = gpuHandle }
recorder = ml:CreateCommandRecorder()
backBuffers = renderDevice:CreateSwapChain({ Name = "back buffers", Width = 8, Height = 8 }, immediate)
`

// instances names the global of the world for each class; "" where only a shader makes one.
var instances = map[string]string{"CPUDescriptorHandle": "cpuHandle", "CommandAllocator": "allocator", "CommandList": "list", "CommandQueue": "queue", "CommandSignature": "signature",
	"Buffer": "buffer", "BufferView": "bufferView", "DeviceContext": "immediate", "EngineCommandList": "recorded", "EngineFence": "progress", "EnginePipelineState": "",
	"EngineSwapChain": "backBuffers", "MappedBuffer": "mapped", "Query": "query", "RenderDevice": "renderDevice", "Sampler": "sampler", "ShaderResourceBinding": "",
	"BindingTable": "bindings", "BufferTensor": "tensor", "CommandRecorder": "recorder", "CompiledOperator": "compiled", "DMLDevice": "ml", "Operator": "operator", "OperatorInitializer": "initializer",
	"ShaderVariable": "", "Texture": "texture", "TextureView": "textureView",
	"DescriptorHeap": "descriptors", "Device": "device", "Event": "event", "Fence": "fence", "GPUDescriptorHandle": "gpuHandle", "GroupShared": "shared",
	"Heap": "heap", "Image": "", "Mapping": "mapping", "PipelineResourceSignature": "resourceSignature", "PipelineState": "", "PixelShader": "", "QueryHeap": "queries", "Resource": "resource", "RootSignature": "root",
	"Shader": "", "ShaderResource": "slot", "SwapChain": "chain", "Thread": "thread", "Word": "word"}

// newWorld is a Lua state with the modules of package bindings on a small machine.
func newWorld(t testing.TB, script string) (*lua.LState, *Module) {
	t.Helper()
	L := lua.NewState()
	m := Preload(L, Options{Adapter: func() (*device.Adapter, error) {
		return NewAdapter(device.Options{VRAMBytes: 16 << 20, Interpreter: true}, true)
	}})
	t.Cleanup(func() {
		if a := m.Adapter(); a != nil {
			require.NoError(t, a.Close())
		}
		L.Close()
	})
	require.NoError(t, L.DoString(script))
	return L, m
}

// TestEveryMethodSaysWhatIsWrong calls every method with nothing, with wrong types and with an unknown key, and compares all
// messages with one golden file.
func TestEveryMethodSaysWhatIsWrong(t *testing.T) {
	w := &walker{t: t}
	for _, class := range classes.Classes() {
		object, ok := instances[class.Kind]
		require.True(t, ok, "class %s is new: name its instance", class.Kind)
		if object == "" {
			continue
		}
		fmt.Fprintf(&w.out, "== %s\n", class.Kind)
		for _, m := range class.Methods {
			w.method(object+":"+m.Name, &m)
		}
		w.expression(object + ":Misspelt()")
		w.expression(object + ".Field = 1")
	}
	for _, m := range []*luabind.Module{&gpuModule, &ml.Module, &engineModule} {
		fmt.Fprintf(&w.out, "== %s\n", m.Name)
		for _, f := range m.Functions {
			w.method(strings.TrimPrefix(m.Name, "gpu.")+"."+f.Name, &f)
		}
	}
	w.expression("gpu.CreateDevise { }")
	golden(t, "testdata/messages.golden", w.out.String())
}

// walker writes what calls say. A call that is refused for its arguments leaves the world as it was; after another one there is a new world.
type walker struct {
	t   *testing.T
	out strings.Builder
	L   *lua.LState // nil: a new one is made
}

// method writes what a method says to no arguments, to functions for all of them, and to a table with an unknown key for the
// first. Arguments that it accepts are left out.
func (w *walker) method(callee string, m *luabind.Method) {
	prints := strings.Repeat("print, ", max(len(classes.Params(m)), 1)-1)
	w.expression(callee + "()")
	w.expression(callee + "(" + prints + "print)")
	w.expression(callee + "(" + strings.TrimSuffix("{ Unknown = 1 }, "+prints, ", ") + ")")
}

func (w *walker) expression(call string) {
	t := w.t
	if w.L == nil {
		w.L, _ = newWorld(t, world)
	}
	err := w.L.DoString("local x = 1; " + call)
	if err == nil {
		w.L = nil
		return
	}
	all := ErrorDiagnostics(err.(*lua.ApiError).Object)
	require.NotEmpty(t, all, "%s: %v", call, err)
	d := all[0]
	require.NotEqual(t, diag.Internal, d.Code, "%s: %s %v", call, d.Title, d.Notes)
	if d.Code/100 != 1 {
		w.L = nil
	}
	fmt.Fprintf(&w.out, "%s\n    %s: %s\n", call, d.Code, d.Title)
	for _, h := range d.Help {
		if h.Text != "" { // an edit alone has no words before the script is known
			fmt.Fprintf(&w.out, "    help: %s\n", h.Text)
		}
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(name, []byte(got), 0o644))
	}
	want, err := os.ReadFile(name)
	require.NoError(t, err, "run the test with -update to make it, then read it")
	if got == string(want) {
		return
	}
	diff, err := difflib.GetUnifiedDiffString(difflib.UnifiedDiff{A: difflib.SplitLines(string(want)), B: difflib.SplitLines(got), FromFile: name, ToFile: "this run", Context: 2})
	require.NoError(t, err)
	t.Fatalf("run the test with -update and read what changed:\n%s", diff)
}

func TestClassesAreSortedAndDocumented(t *testing.T) {
	require.NoError(t, vet.Check(classes, modules()...))
}
