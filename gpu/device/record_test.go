package device

import (
	"fmt"
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/renderpass"
)

// props are what the recordings name.
type props struct {
	a, b, picture, depth *Resource
	queries              *QueryHeap
	rtv, dsv, view       gpu.CPUDescriptorHandle
	views                *DescriptorHeap
	table                gpu.GPUDescriptorHandle
	root                 *RootSignature
	rects                []gpu.Rect
}

func newProps(t *testing.T, d *Device) *props {
	p := &props{a: buffer(t, d, "a", gpu.HeapDefault, 4096), b: buffer(t, d, "b", gpu.HeapDefault, 4096), rects: []gpu.Rect{{Right: 4, Bottom: 4}, {Left: 4, Right: 8, Bottom: 4}}}
	texture := func(format gpu.Format, flags gpu.ResourceFlags) *Resource {
		return must[*Resource](t)(d.CreateCommittedResource(gpu.CommittedResourceDesc{ResourceDesc: gpu.ResourceDesc{Dimension: gpu.DimensionTexture2D, Width: 8, Height: 8,
			Format: format, Flags: flags}}))
	}
	p.picture, p.depth = texture(gpu.FormatR8G8B8A8Unorm, gpu.AllowRenderTarget), texture(gpu.FormatD32Float, gpu.AllowDepthStencil)
	p.queries = must[*QueryHeap](t)(d.CreateQueryHeap(gpu.QueryHeapDesc{Type: gpu.QueryHeapTimestamp, Count: 8}))
	heap := func(typ gpu.DescriptorHeapType) *DescriptorHeap {
		return must[*DescriptorHeap](t)(d.CreateDescriptorHeap(gpu.DescriptorHeapDesc{Type: typ, NumDescriptors: 2}))
	}
	p.rtv, p.dsv, p.views = heap(gpu.HeapRTV).GetCPUDescriptorHandle(0), heap(gpu.HeapDSV).GetCPUDescriptorHandle(0), heap(gpu.HeapCBVSRVUAV)
	p.view, p.table = p.views.GetCPUDescriptorHandle(0), gpu.GPUDescriptorHandle{Heap: p.views.ID()}
	require.NoError(t, d.CreateRenderTargetView(p.picture, nil, p.rtv))
	require.NoError(t, d.CreateDepthStencilView(p.depth, nil, p.dsv))
	p.root = must[*RootSignature](t)(d.CreateRootSignature(gpu.RootSignatureDesc{}))
	return p
}

// recordings records each command once; the device has no rules, so the arguments need not make sense together.
func recordings(t *testing.T, d *Device) map[gpu.Op]func(l *CommandList) error {
	p := newProps(t, d)
	signature := must[*CommandSignature](t)(d.CreateCommandSignature(gpu.CommandSignatureDesc{ByteStride: 12, ArgumentDescs: []gpu.IndirectArgument{{Type: gpu.IndirectDispatch}}}))
	var (
		barriers = []gpu.BarrierDesc{{Resource: p.a, Before: gpu.StateCommon, After: gpu.StateCopyDest}, {Type: gpu.BarrierUAV}}
		region   = &gpu.DiscardRegion{Rects: p.rects, NumSubresources: 1}
		from, to = gpu.TextureCopyLocation{Resource: p.picture}, gpu.TextureCopyLocation{Resource: p.b, Format: gpu.FormatR8G8B8A8Unorm, Width: 8, Height: 8, RowPitch: 256}
		box      = &gpu.Box{Right: 4, Bottom: 4, Back: 1}
		words    = []uint32{1, 2, 3}
		writes   = []gpu.WriteBufferImmediateParameter{{Dest: p.a.GetGPUVirtualAddress()}}
		heaps    = []gpu.DescriptorHeap{p.views}
	)
	all := map[gpu.Op]func(l *CommandList) error{
		gpu.OpBeginEvent: func(l *CommandList) error { return l.BeginEvent("event") },
		gpu.OpClearState: func(l *CommandList) error { return l.ClearState(nil) },
		gpu.OpClearUnorderedAccessViewFloat: func(l *CommandList) error {
			return l.ClearUnorderedAccessViewFloat(p.table, p.view, p.a, [4]uint32{}, p.rects)
		},
		gpu.OpClearUnorderedAccessViewUint: func(l *CommandList) error {
			return l.ClearUnorderedAccessViewUint(p.table, p.view, p.a, [4]uint32{}, p.rects)
		},
		gpu.OpCopyBufferRegion:                 func(l *CommandList) error { return l.CopyBufferRegion(p.a, 0, p.b, 0, 16) },
		gpu.OpCopyResource:                     func(l *CommandList) error { return l.CopyResource(p.a, p.b) },
		gpu.OpCopyTextureRegion:                func(l *CommandList) error { return l.CopyTextureRegion(to, 0, 0, 0, from, box) },
		gpu.OpDiscardResource:                  func(l *CommandList) error { return l.DiscardResource(p.picture, region) },
		gpu.OpDispatch:                         func(l *CommandList) error { return l.Dispatch(1, 2, 3) },
		gpu.OpEndEvent:                         func(l *CommandList) error { return l.EndEvent() },
		gpu.OpEndQuery:                         func(l *CommandList) error { return l.EndQuery(p.queries, gpu.QueryTimestamp, 1) },
		gpu.OpExecuteIndirect:                  func(l *CommandList) error { return l.ExecuteIndirect(signature, 1, p.a, 0, p.b, 0) },
		gpu.OpResolveQueryData:                 func(l *CommandList) error { return l.ResolveQueryData(p.queries, gpu.QueryTimestamp, 0, 1, p.a, 0) },
		gpu.OpResourceBarrier:                  func(l *CommandList) error { return l.ResourceBarrier(barriers) },
		gpu.OpSetComputeRoot32BitConstant:      func(l *CommandList) error { return l.SetComputeRoot32BitConstant(0, 1, 2) },
		gpu.OpSetComputeRoot32BitConstants:     func(l *CommandList) error { return l.SetComputeRoot32BitConstants(0, words, 0) },
		gpu.OpSetComputeRootConstantBufferView: func(l *CommandList) error { return l.SetComputeRootConstantBufferView(0, 256) },
		gpu.OpSetComputeRootDescriptorTable:    func(l *CommandList) error { return l.SetComputeRootDescriptorTable(0, p.table) },
		gpu.OpSetComputeRootShaderResourceView: func(l *CommandList) error { return l.SetComputeRootShaderResourceView(0, 256) },
		gpu.OpSetComputeRootSignature:          func(l *CommandList) error { return l.SetComputeRootSignature(p.root) },
		gpu.OpSetComputeRootUnorderedAccessView: func(l *CommandList) error {
			return l.SetComputeRootUnorderedAccessView(0, 256)
		},
		gpu.OpSetDescriptorHeaps:   func(l *CommandList) error { return l.SetDescriptorHeaps(heaps) },
		gpu.OpSetMarker:            func(l *CommandList) error { return l.SetMarker("marker") },
		gpu.OpSetPipelineState:     func(l *CommandList) error { return l.SetPipelineState(nil) },
		gpu.OpWriteBufferImmediate: func(l *CommandList) error { return l.WriteBufferImmediate(writes) },
	}
	maps.Copy(all, drawRecordings(t, d, p))
	return all
}

// drawRecordings are the commands of the graphics pipeline.
func drawRecordings(t *testing.T, d *Device, p *props) map[gpu.Op]func(l *CommandList) error {
	bundle := record(t, d, gpu.ListBundle, func(*CommandList) error { return nil })
	var (
		pass      = []renderpass.RenderPassTarget{{CPUDescriptor: p.rtv, BeginningAccess: renderpass.PassBeginningAccess{Type: renderpass.PassBeginClear}}, {CPUDescriptor: p.rtv}}
		passDepth = &renderpass.RenderPassDepthStencil{CPUDescriptor: p.dsv, DepthBeginningAccess: renderpass.PassBeginningAccess{Type: renderpass.PassBeginClear}}
		targets   = []gpu.CPUDescriptorHandle{p.rtv}
		viewports = []gpu.Viewport{{Width: 8, Height: 8, MaxDepth: 1}}
		vertices  = []gpu.VertexBufferView{{BufferLocation: p.a.GetGPUVirtualAddress(), SizeInBytes: 64, StrideInBytes: 16}}
		indices   = &gpu.IndexBufferView{BufferLocation: p.a.GetGPUVirtualAddress(), SizeInBytes: 64, Format: gpu.FormatR16Uint}
	)
	return map[gpu.Op]func(l *CommandList) error{
		gpu.OpBeginQuery:             func(l *CommandList) error { return l.BeginQuery(p.queries, gpu.QueryOcclusion, 1) },
		gpu.OpBeginRenderPass:        func(l *CommandList) error { return l.BeginRenderPass(pass, passDepth, 0) },
		gpu.OpClearDepthStencilView:  func(l *CommandList) error { return l.ClearDepthStencilView(p.dsv, gpu.ClearDepth, 1, 0, p.rects) },
		gpu.OpClearRenderTargetView:  func(l *CommandList) error { return l.ClearRenderTargetView(p.rtv, [4]float32{1}, p.rects) },
		gpu.OpDrawIndexedInstanced:   func(l *CommandList) error { return l.DrawIndexedInstanced(3, 1, 0, 0, 0) },
		gpu.OpDrawInstanced:          func(l *CommandList) error { return l.DrawInstanced(3, 1, 0, 0) },
		gpu.OpEndRenderPass:          func(l *CommandList) error { return l.EndRenderPass() },
		gpu.OpExecuteBundle:          func(l *CommandList) error { return l.ExecuteBundle(bundle) },
		gpu.OpIASetIndexBuffer:       func(l *CommandList) error { return l.IASetIndexBuffer(indices) },
		gpu.OpIASetPrimitiveTopology: func(l *CommandList) error { return l.IASetPrimitiveTopology(gpu.TopologyTriangleList) },
		gpu.OpIASetVertexBuffers:     func(l *CommandList) error { return l.IASetVertexBuffers(0, vertices) },
		gpu.OpOMSetDepthBounds:       func(l *CommandList) error { return l.OMSetDepthBounds(0.25, 0.5) },
		gpu.OpOMSetBlendFactor:       func(l *CommandList) error { return l.OMSetBlendFactor([4]float32{1, 2, 3, 4}) },
		gpu.OpOMSetRenderTargets:     func(l *CommandList) error { return l.OMSetRenderTargets(targets, &p.dsv) },
		gpu.OpOMSetStencilRef:        func(l *CommandList) error { return l.OMSetStencilRef(1) },
		gpu.OpRSSetScissorRects:      func(l *CommandList) error { return l.RSSetScissorRects(p.rects) },
		gpu.OpRSSetViewports:         func(l *CommandList) error { return l.RSSetViewports(viewports) },
		gpu.OpResolveSubresource:     func(l *CommandList) error { return l.ResolveSubresource(p.picture, 0, p.picture, 0, gpu.FormatUnknown) },
		gpu.OpResolveSubresourceRegion: func(l *CommandList) error {
			return l.ResolveSubresourceRegion(p.picture, 0, 0, 0, p.picture, 0, &p.rects[0], gpu.FormatUnknown, gpu.ResolveAverage)
		},
		gpu.OpSetGraphicsRoot32BitConstant:  func(l *CommandList) error { return l.SetGraphicsRoot32BitConstant(0, 1, 2) },
		gpu.OpSetGraphicsRoot32BitConstants: func(l *CommandList) error { return l.SetGraphicsRoot32BitConstants(0, []uint32{1, 2, 3}, 0) },
		gpu.OpSetGraphicsRootConstantBufferView: func(l *CommandList) error {
			return l.SetGraphicsRootConstantBufferView(0, 256)
		},
		gpu.OpSetGraphicsRootDescriptorTable: func(l *CommandList) error { return l.SetGraphicsRootDescriptorTable(0, p.table) },
		gpu.OpSetGraphicsRootShaderResourceView: func(l *CommandList) error {
			return l.SetGraphicsRootShaderResourceView(0, 256)
		},
		gpu.OpSetGraphicsRootSignature: func(l *CommandList) error { return l.SetGraphicsRootSignature(p.root) },
		gpu.OpSetGraphicsRootUnorderedAccessView: func(l *CommandList) error {
			return l.SetGraphicsRootUnorderedAccessView(0, 256)
		},
		gpu.OpSetPredication: func(l *CommandList) error { return l.SetPredication(p.a, 0, gpu.PredicationEqualZero) },
	}
}

// TestNoCommandAllocates: once a list's memory has grown, no command takes any more, whatever it carries.
func TestNoCommandAllocates(t *testing.T) {
	_, d := machine(t, Options{})
	all := recordings(t, d)
	for _, rule := range gpu.CommandTable() {
		if rule.Op == gpu.OpNone {
			continue
		}
		method := all[rule.Op]
		require.NotNil(t, method, rule.Name)
		alloc := must[*CommandAllocator](t)(d.CreateCommandAllocator(gpu.ListDirect, ""))
		list := must[*CommandList](t)(d.CreateCommandList(gpu.CommandListDesc{Type: gpu.ListDirect}))
		const runs = 64
		again := func() {
			require.NoError(t, alloc.Reset())
			require.NoError(t, list.Reset(alloc, nil))
		}
		again()
		for range runs + 1 {
			require.NoError(t, method(list))
			list.pass.Open = false
		}
		before := len(list.stream.Commands)
		require.NoError(t, list.Close())
		again()
		n := testing.AllocsPerRun(runs, func() {
			if err := method(list); err != nil {
				panic(err)
			}
			list.pass.Open = false
		})
		require.Zero(t, n, rule.Name)
		require.Len(t, list.stream.Commands, before, rule.Name)
		if rule.Op != gpu.OpBeginRenderPass { // it begins with what it composes
			require.Equal(t, rule.Op, list.stream.Commands[0].Op)
		}
	}
}

// TestRenderPassIsItsCommands: what a pass records for each way to begin and to end.
func TestRenderPassIsItsCommands(t *testing.T) {
	_, d := machine(t, Options{})
	texture := func(format gpu.Format, flags gpu.ResourceFlags, samples uint32) *Resource {
		return must[*Resource](t)(d.CreateCommittedResource(gpu.CommittedResourceDesc{ResourceDesc: gpu.ResourceDesc{Dimension: gpu.DimensionTexture2D, Width: 8, Height: 8,
			DepthOrArraySize: 3, MipLevels: 1, Format: format, Flags: flags, SampleDesc: gpu.SampleDesc{Count: samples}}}))
	}
	many, one := texture(gpu.FormatR8G8B8A8Unorm, gpu.AllowRenderTarget, 4), texture(gpu.FormatR8G8B8A8Unorm, 0, 1)
	depth := texture(gpu.FormatD24UnormS8Uint, gpu.AllowDepthStencil, 4)
	rtvs := must[*DescriptorHeap](t)(d.CreateDescriptorHeap(gpu.DescriptorHeapDesc{Type: gpu.HeapRTV, NumDescriptors: 1}))
	dsvs := must[*DescriptorHeap](t)(d.CreateDescriptorHeap(gpu.DescriptorHeapDesc{Type: gpu.HeapDSV, NumDescriptors: 1}))
	rtv, dsv := rtvs.GetCPUDescriptorHandle(0), dsvs.GetCPUDescriptorHandle(0)
	require.NoError(t, d.CreateRenderTargetView(many, &gpu.ViewDesc{ViewDimension: gpu.ViewTexture2DMSArray, FirstArraySlice: 1, ArraySize: 2}, rtv))
	require.NoError(t, d.CreateDepthStencilView(depth, &gpu.ViewDesc{ViewDimension: gpu.ViewTexture2DMSArray, FirstArraySlice: 1, ArraySize: 1}, dsv))
	discard, clear := renderpass.PassBeginningAccess{Type: renderpass.PassBeginDiscard}, renderpass.PassBeginningAccess{Type: renderpass.PassBeginClear, ClearValue: gpu.ClearValue{Stencil: 7}}
	keep, preserve := renderpass.PassBeginningAccess{Type: 1}, renderpass.PassEndingAccess{Type: 1}
	drop := renderpass.PassEndingAccess{Type: renderpass.PassEndDiscard}
	resolve := renderpass.PassEndingAccess{Type: renderpass.PassEndResolve, Resolve: &renderpass.PassResolve{PreserveResolveSource: true, DstResource: one, SrcSubresource: 1, ResolveMode: gpu.ResolveAverage}}
	for _, test := range []struct {
		name   string
		target renderpass.RenderPassTarget
		depth  *renderpass.RenderPassDepthStencil
		flags  renderpass.RenderPassFlags
		want   []string // each with its Slot: the subresource, the planes, the mode
	}{
		{"keep", renderpass.RenderPassTarget{CPUDescriptor: rtv, BeginningAccess: keep, EndingAccess: preserve}, nil, 0,
			[]string{"OMSetRenderTargets 0", "BeginRenderPass 0", "EndRenderPass 0", "OMSetRenderTargets 0"}},
		{"discard both slices", renderpass.RenderPassTarget{CPUDescriptor: rtv, BeginningAccess: discard, EndingAccess: drop}, nil, 0,
			[]string{"DiscardResource 1", "DiscardResource 2", "OMSetRenderTargets 0", "BeginRenderPass 0", "EndRenderPass 0", "DiscardResource 1", "DiscardResource 2", "OMSetRenderTargets 0"}},
		{"clear and resolve", renderpass.RenderPassTarget{CPUDescriptor: rtv, BeginningAccess: clear, EndingAccess: resolve}, nil, 0,
			[]string{"OMSetRenderTargets 0", "ClearRenderTargetView 0", "BeginRenderPass 0", "EndRenderPass 0", "ResourceBarrier 0", "ResolveSubresourceRegion 3", "ResourceBarrier 0", "OMSetRenderTargets 0"}},
		{"depth", renderpass.RenderPassTarget{CPUDescriptor: rtv, BeginningAccess: keep, EndingAccess: preserve},
			&renderpass.RenderPassDepthStencil{CPUDescriptor: dsv, DepthBeginningAccess: keep, StencilBeginningAccess: clear, DepthEndingAccess: drop, StencilEndingAccess: drop}, 0,
			[]string{"OMSetRenderTargets 0", "ClearDepthStencilView 2", "BeginRenderPass 0", "EndRenderPass 0", "DiscardResource 1", "DiscardResource 4", "OMSetRenderTargets 0"}},
		{"suspend", renderpass.RenderPassTarget{CPUDescriptor: rtv, BeginningAccess: clear, EndingAccess: resolve}, nil, renderpass.PassSuspends,
			[]string{"OMSetRenderTargets 0", "ClearRenderTargetView 0", "BeginRenderPass 0", "EndRenderPass 0", "OMSetRenderTargets 0"}},
		{"resume", renderpass.RenderPassTarget{CPUDescriptor: rtv, BeginningAccess: discard, EndingAccess: drop}, nil, renderpass.PassResumes,
			[]string{"OMSetRenderTargets 0", "BeginRenderPass 0", "EndRenderPass 0", "DiscardResource 1", "DiscardResource 2", "OMSetRenderTargets 0"}},
		{"resume and suspend", renderpass.RenderPassTarget{CPUDescriptor: rtv, BeginningAccess: clear, EndingAccess: drop},
			&renderpass.RenderPassDepthStencil{CPUDescriptor: dsv, DepthBeginningAccess: clear, StencilBeginningAccess: discard, DepthEndingAccess: drop, StencilEndingAccess: drop}, renderpass.PassSuspends | renderpass.PassResumes,
			[]string{"OMSetRenderTargets 0", "BeginRenderPass 0", "EndRenderPass 0", "OMSetRenderTargets 0"}},
	} {
		list := record(t, d, gpu.ListDirect, func(l *CommandList) error {
			l.SetSite(5)
			if err := l.BeginRenderPass([]renderpass.RenderPassTarget{test.target}, test.depth, test.flags); err != nil {
				return err
			}
			l.SetSite(6)
			return l.EndRenderPass()
		})
		var got []string
		site := gpu.Site(5)
		for i := range list.stream.Commands {
			c := &list.stream.Commands[i]
			got = append(got, fmt.Sprintf("%s %d", c.Op, c.Slot))
			if c.Op == gpu.OpEndRenderPass {
				site = 6
			}
			require.Equal(t, site, c.Site, "%s: %s", test.name, c.Op)
		}
		require.Equal(t, test.want, got, test.name)
	}
}
