package conformance

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// shaders are the shaders of random programs, by name.
var shaders struct {
	once sync.Once
	of   map[string]gpu.Shader
}

const shaderSource = `local gpu = require "gpu"
local from, to, sink = gpu.StructuredBuffer("t0", "uint"), gpu.RWStructuredBuffer("u0", "uint"), gpu.RWStructuredBuffer("u1", "uint")
local picture = gpu.Texture2D("t1", "float")
local function kernel(main) return gpu.ComputeShader { NumThreads = { 16, 1, 1 }, Main = main } end
reads = kernel(function(DispatchThreadID) sink[DispatchThreadID.x] = from[DispatchThreadID.x] end)
writes = kernel(function(DispatchThreadID) to[DispatchThreadID.x] = 1 end)
peeks = kernel(function(DispatchThreadID) sink[DispatchThreadID.x] = to[DispatchThreadID.x] end)
adds = kernel(function(DispatchThreadID) InterlockedAdd(to[DispatchThreadID.x], 1) end)
loads = kernel(function(DispatchThreadID) sink[DispatchThreadID.x] = uint(picture[uint2(0, 0)]) end)
point = gpu.VertexShader { Inputs = { { "POSITION", "float" } }, Main = function(p) return { Position = float4(p, 0, 0, 1) } end }
nowhere = gpu.VertexShader { Main = function(VertexID) return { Position = float4(0, 0, 0, 1) } end }
white = gpu.PixelShader { Main = function(v) return float4(1, 1, 1, 1) end }
reading = gpu.PixelShader { Main = function(v) local x = float(from[0]) return float4(x, x, x, x) end }
`

// shader is a shader of shaderSource.
func shader(t *testing.T, name string) gpu.Shader {
	t.Helper()
	shaders.once.Do(func() {
		L := lua.NewState()
		defer L.Close()
		a, err := bindings.NewAdapter(device.Options{}, true)
		require.NoError(t, err)
		bindings.Preload(L, bindings.Options{Adapter: func() (*device.Adapter, error) { return a, nil }})
		file := filepath.Join(t.TempDir(), "shaders.lua")
		require.NoError(t, os.WriteFile(file, []byte(shaderSource), 0o600))
		require.NoError(t, L.DoFile(file))
		shaders.of = map[string]gpu.Shader{}
		for _, name := range []string{"reads", "writes", "peeks", "adds", "loads", "point", "nowhere", "white", "reading"} {
			shaders.of[name] = L.GetGlobal(name).(*lua.LUserData).Value.(gpu.Shader)
		}
		require.NoError(t, a.Close())
	})
	return shaders.of[name]
}

// yard is a device on which one random program runs.
type yard struct {
	t         *testing.T
	adapter   *device.Adapter
	device    *device.Device
	root      *device.RootSignature
	plain     *device.RootSignature
	pipelines map[string]*device.PipelineState
	views     *device.DescriptorHeap // visible to shaders
	mirrors   *device.DescriptorHeap // the same for the CPU
	targets   *device.DescriptorHeap
	depths    *device.DescriptorHeap
	slots     uint32 // used of each heap
	up, back  *device.Resource
	sink      *device.Resource
	resources []*device.Resource
}

// newYard makes a device.
func newYard(t *testing.T) *yard {
	a, err := bindings.NewAdapter(device.Options{VRAMBytes: 8 << 20, Interpreter: true}, true)
	require.NoError(t, err)
	y := &yard{t: t, adapter: a, pipelines: map[string]*device.PipelineState{}}
	y.device, err = a.CreateDevice(gpu.DeviceDesc{Name: "d"}, 0)
	require.NoError(t, err)
	return y
}

func (y *yard) buffer(heap gpu.HeapType, size uint64, flags gpu.ResourceFlags) *device.Resource {
	y.t.Helper()
	d := gpu.CommittedResourceDesc{HeapType: heap, ResourceDesc: gpu.ResourceDesc{Dimension: gpu.DimensionBuffer, Width: size, Flags: flags}}
	switch heap {
	case gpu.HeapUpload:
		d.InitialState = gpu.StateGenericRead
	case gpu.HeapReadback:
		d.InitialState = gpu.StateCopyDest
	}
	r, err := y.device.CreateCommittedResource(d)
	require.NoError(y.t, err)
	return r
}

// furnish makes the resources of a program.
func (y *yard) furnish(grounds []ground) {
	y.up, y.back, y.sink = y.buffer(gpu.HeapUpload, 1024, 0), y.buffer(gpu.HeapReadback, 1<<14, 0), y.buffer(gpu.HeapDefault, 1<<14, gpu.AllowUnorderedAccess)
	for _, g := range grounds {
		if g.buffer {
			y.resources = append(y.resources, y.buffer(gpu.HeapDefault, bufferBytes, gpu.AllowUnorderedAccess))
			continue
		}
		flags := gpu.AllowUnorderedAccess | gpu.AllowRenderTarget
		if g.simultaneous {
			flags |= gpu.AllowSimultaneousAccess
		}
		r, err := y.device.CreateCommittedResource(gpu.CommittedResourceDesc{InitialState: g.initial, ResourceDesc: gpu.ResourceDesc{Dimension: gpu.DimensionTexture2D, Width: 4, Height: 4,
			MipLevels: uint32(g.parts), Format: gpu.FormatR32Float, Flags: flags}})
		require.NoError(y.t, err)
		y.resources = append(y.resources, r)
	}
	heap := func(typ gpu.DescriptorHeapType, flags gpu.DescriptorHeapFlags) *device.DescriptorHeap {
		h, err := y.device.CreateDescriptorHeap(gpu.DescriptorHeapDesc{Type: typ, NumDescriptors: 64, Flags: flags})
		require.NoError(y.t, err)
		return h
	}
	y.views, y.mirrors, y.targets = heap(gpu.HeapCBVSRVUAV, gpu.ShaderVisible), heap(gpu.HeapCBVSRVUAV, 0), heap(gpu.HeapRTV, 0)
}

// signatures makes the root signatures, once they are needed.
func (y *yard) signatures() {
	if y.root != nil {
		return
	}
	var err error
	y.root, err = y.device.CreateRootSignature(gpu.RootSignatureDesc{Parameters: []gpu.RootParameter{{Type: gpu.RootSRV}, {Type: gpu.RootUAV}, {Type: gpu.RootUAV, ShaderRegister: 1},
		{Ranges: []gpu.DescriptorRange{{Type: gpu.DescriptorSRV, NumDescriptors: 1, BaseShaderRegister: 1, OffsetInDescriptorsFromTableStart: gpu.RangeAppend}}}}})
	require.NoError(y.t, err)
	y.plain, err = y.device.CreateRootSignature(gpu.RootSignatureDesc{Parameters: []gpu.RootParameter{{Type: gpu.RootSRV}}, Flags: 1})
	require.NoError(y.t, err)
}

// compute is a pipeline of one of the kernels.
func (y *yard) compute(name string) *device.PipelineState {
	y.signatures()
	if y.pipelines[name] == nil {
		p, err := y.device.CreateComputePipelineState(gpu.ComputePipelineStateDesc{RootSignature: y.root, CS: shader(y.t, name)})
		require.NoError(y.t, err)
		y.pipelines[name] = p
	}
	return y.pipelines[name]
}

// graphics is a pipeline that draws to one target.
func (y *yard) graphics(vs, ps string, layout ...gpu.InputElement) *device.PipelineState {
	y.signatures()
	if key := vs + ps; y.pipelines[key] == nil {
		p, err := y.device.CreateGraphicsPipelineState(gpu.GraphicsPipelineStateDesc{RootSignature: y.plain, VS: shader(y.t, vs), PS: shader(y.t, ps), SampleMask: ^uint32(0), InputLayout: layout,
			PrimitiveTopologyType: gpu.TopologyTypePoint, RTVFormats: []gpu.Format{gpu.FormatR32Float}})
		require.NoError(y.t, err)
		y.pipelines[key] = p
	}
	return y.pipelines[vs+ps]
}

// close ends the device.
func (y *yard) close() { require.NoError(y.t, y.adapter.Close()) }

// slot is the next free descriptor of all heaps.
func (y *yard) slot() uint32 {
	y.slots++
	return y.slots - 1
}

// codeOf is the code of a call that was refused, 0 without an error.
func codeOf(t *testing.T, err error) diag.Code {
	if err == nil {
		return 0
	}
	var d *diag.Error
	require.True(t, errors.As(err, &d), "%v", err)
	return d.Diagnostics[0].Code
}

// record records one act.
func (y *yard) record(l *device.CommandList, a *act) error {
	x := y.resources[a.x.resource]
	switch a.deed {
	case copyIn:
		return l.CopyBufferRegion(x, a.offset, y.up, 0, a.size)
	case copyOut:
		return l.CopyBufferRegion(y.back, uint64(y.slot())*256, x, a.offset, a.size)
	case copyWithin:
		return l.CopyBufferRegion(x, a.offset, y.resources[a.y.resource], a.offset, a.size)
	case immediate:
		return l.WriteBufferImmediate([]gpu.WriteBufferImmediateParameter{{Dest: x.GetGPUVirtualAddress() + a.offset}})
	case texelsIn, texelsOut:
		here := gpu.TextureCopyLocation{Resource: x, Subresource: uint32(a.x.subresource)}
		print := gpu.TextureCopyLocation{Resource: y.up, Format: gpu.FormatR32Float, Width: 1, Height: 1, Depth: 1, RowPitch: 256}
		column := uint32(a.offset / texelBytes)
		if a.deed == texelsIn {
			return l.CopyTextureRegion(here, column, 0, 0, print, nil)
		}
		print.Resource, print.Offset = y.back, uint64(y.slot())/2*512
		return l.CopyTextureRegion(print, 0, 0, 0, here, &gpu.Box{Left: column, Right: column + 1, Bottom: 1, Back: 1})
	case clearBuffer, clearTexture:
		return y.clear(l, x, a)
	case clearTarget, drawVertices, drawIndices, drawReading:
		return y.draw(l, x, a)
	case barriers:
		return l.ResourceBarrier(y.barriers(a.walls))
	}
	if a.deed > barriers {
		return y.perform(l, x, a)
	}
	return y.dispatch(l, x, a)
}

func (y *yard) barriers(walls []wall) (out []gpu.BarrierDesc) {
	for _, w := range walls {
		b := gpu.BarrierDesc{Flags: []gpu.BarrierFlags{0, gpu.BarrierBeginOnly, gpu.BarrierEndOnly}[w.half], Subresource: uint32(w.subresource), Before: w.before, After: w.after}
		if w.uav {
			b = gpu.BarrierDesc{Type: gpu.BarrierUAV}
		}
		if w.alias {
			b = y.aliasing(w)
		}
		if w.resource >= 0 && !w.alias {
			b.Resource = y.resources[w.resource]
		}
		out = append(out, b)
	}
	return out
}

// clear clears as UNORDERED_ACCESS.
func (y *yard) clear(l *device.CommandList, x *device.Resource, a *act) error {
	view := &gpu.ViewDesc{Format: gpu.FormatR32Uint, FirstElement: a.offset / 4, NumElements: uint32(a.size / 4)}
	if a.deed == clearTexture {
		view = &gpu.ViewDesc{Format: gpu.FormatR32Float, MipSlice: uint32(a.x.subresource)}
	}
	i := y.slot()
	gpuHandle, err := y.views.GetGPUDescriptorHandle(i)
	require.NoError(y.t, err)
	require.NoError(y.t, y.device.CreateUnorderedAccessView(x, nil, view, y.views.GetCPUDescriptorHandle(i)))
	require.NoError(y.t, y.device.CreateUnorderedAccessView(x, nil, view, y.mirrors.GetCPUDescriptorHandle(i)))
	require.NoError(y.t, l.SetDescriptorHeaps([]gpu.DescriptorHeap{y.views}))
	if a.deed == clearTexture {
		return l.ClearUnorderedAccessViewFloat(gpuHandle, y.mirrors.GetCPUDescriptorHandle(i), x, [4]uint32{}, nil)
	}
	return l.ClearUnorderedAccessViewUint(gpuHandle, y.mirrors.GetCPUDescriptorHandle(i), x, [4]uint32{}, nil)
}

// first is the first error, nil if there is none.
func first(all ...error) error {
	for _, err := range all {
		if err != nil {
			return err
		}
	}
	return nil
}

// dispatch runs a kernel.
func (y *yard) dispatch(l *device.CommandList, x *device.Resource, a *act) error {
	name := map[deed]string{kernelReads: "reads", kernelWrites: "writes", kernelPeeks: "peeks", kernelAdds: "adds", kernelLoads: "loads"}[a.deed]
	err := first(l.SetPipelineState(y.compute(name)), l.SetComputeRootSignature(y.root),
		l.SetComputeRootUnorderedAccessView(2, y.sink.GetGPUVirtualAddress()+uint64(y.slot())*256))
	switch a.deed {
	case kernelReads:
		err = first(err, l.SetComputeRootShaderResourceView(0, x.GetGPUVirtualAddress()+a.offset))
	case kernelLoads:
		i := y.slot()
		view := &gpu.ViewDesc{Format: gpu.FormatR32Float, MostDetailedMip: uint32(a.x.subresource), MipLevels: 1}
		if x.ResourceDesc().Format == gpu.FormatR32G8X24Typeless {
			view = &gpu.ViewDesc{Format: gpu.FormatR32FloatX8X24Typeless}
		}
		require.NoError(y.t, y.device.CreateShaderResourceView(x, view, y.views.GetCPUDescriptorHandle(i)))
		gpuHandle, wrong := y.views.GetGPUDescriptorHandle(i)
		require.NoError(y.t, wrong)
		return first(err, l.SetDescriptorHeaps([]gpu.DescriptorHeap{y.views}), l.SetComputeRootDescriptorTable(3, gpuHandle), l.Dispatch(1, 1, 1))
	default:
		err = first(err, l.SetComputeRootUnorderedAccessView(1, x.GetGPUVirtualAddress()+a.offset))
	}
	return first(err, l.Dispatch(uint32(a.size/64), 1, 1))
}

// vertexLayout is the layout of the vertices of draws.
var vertexLayout = gpu.InputElement{SemanticName: "POSITION", Format: gpu.FormatR32Float, AlignedByteOffset: gpu.AppendAligned}

// draw clears a target or draws a point to it.
func (y *yard) draw(l *device.CommandList, x *device.Resource, a *act) error {
	at := y.targets.GetCPUDescriptorHandle(y.slot())
	require.NoError(y.t, y.device.CreateRenderTargetView(x, &gpu.ViewDesc{Format: gpu.FormatR32Float, MipSlice: uint32(a.x.subresource)}, at))
	if a.deed == clearTarget {
		return l.ClearRenderTargetView(at, [4]float32{}, nil)
	}
	source := y.resources[a.y.resource].GetGPUVirtualAddress()
	p := y.graphics("point", "white", vertexLayout)
	switch a.deed {
	case drawReading:
		p = y.graphics("nowhere", "reading")
	case drawIndices:
		p = y.graphics("nowhere", "white")
	}
	err := first(l.SetPipelineState(p), l.SetGraphicsRootSignature(y.plain), l.OMSetRenderTargets([]gpu.CPUDescriptorHandle{at}, nil),
		l.RSSetViewports([]gpu.Viewport{{Width: 1, Height: 1, MaxDepth: 1}}), l.RSSetScissorRects([]gpu.Rect{{Right: 1, Bottom: 1}}), l.IASetPrimitiveTopology(gpu.TopologyPointList))
	switch a.deed {
	case drawReading:
		err = first(err, l.SetGraphicsRootShaderResourceView(0, source))
	case drawIndices:
		err = first(err, l.IASetIndexBuffer(&gpu.IndexBufferView{BufferLocation: source, SizeInBytes: 64, Format: gpu.FormatR32Uint}))
	default:
		err = first(err, l.IASetVertexBuffers(0, []gpu.VertexBufferView{{BufferLocation: source, SizeInBytes: 64, StrideInBytes: 4}}))
	}
	if a.late {
		err = first(err, l.ResourceBarrier(y.barriers(a.walls)))
	}
	if a.deed == drawIndices {
		return first(err, l.DrawIndexedInstanced(1, 1, 0, 0, 0))
	}
	return first(err, l.DrawInstanced(1, 1, 0, 0))
}
