package device

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// recordings records each command once; the device has no rules, so the arguments need not make sense together.
func recordings(t *testing.T, d *Device) map[gpu.Op]func(l *CommandList) error {
	a, b := buffer(t, d, "a", gpu.HeapDefault, 4096), buffer(t, d, "b", gpu.HeapDefault, 4096)
	picture := must[*Resource](t)(d.CreateCommittedResource(gpu.CommittedResourceDesc{ResourceDesc: gpu.ResourceDesc{Name: "picture", Dimension: gpu.DimensionTexture2D,
		Width: 8, Height: 8, Format: gpu.FormatR8G8B8A8Unorm, Flags: gpu.AllowRenderTarget}}))
	depth := must[*Resource](t)(d.CreateCommittedResource(gpu.CommittedResourceDesc{ResourceDesc: gpu.ResourceDesc{Name: "depth", Dimension: gpu.DimensionTexture2D,
		Width: 8, Height: 8, Format: gpu.FormatD32Float, Flags: gpu.AllowDepthStencil}}))
	queries := must[*QueryHeap](t)(d.CreateQueryHeap(gpu.QueryHeapDesc{Type: gpu.QueryHeapTimestamp, Count: 8}))
	heap := func(typ gpu.DescriptorHeapType) *DescriptorHeap {
		return must[*DescriptorHeap](t)(d.CreateDescriptorHeap(gpu.DescriptorHeapDesc{Type: typ, NumDescriptors: 2}))
	}
	rtvs, dsvs, views := heap(gpu.HeapRTV), heap(gpu.HeapDSV), heap(gpu.HeapCBVSRVUAV)
	rtv, dsv, view, table := rtvs.GetCPUDescriptorHandle(0), dsvs.GetCPUDescriptorHandle(0), views.GetCPUDescriptorHandle(0), gpu.GPUDescriptorHandle{Heap: views.ID()}
	require.NoError(t, d.CreateRenderTargetView(picture, nil, rtv))
	require.NoError(t, d.CreateDepthStencilView(depth, nil, dsv))
	root := must[*RootSignature](t)(d.CreateRootSignature(gpu.RootSignatureDesc{}))
	signature := must[*CommandSignature](t)(d.CreateCommandSignature(gpu.CommandSignatureDesc{ByteStride: 12, ArgumentDescs: []gpu.IndirectArgument{{Type: gpu.IndirectDispatch}}}))
	bundle := record(t, d, gpu.ListBundle, func(*CommandList) error { return nil })
	var (
		rects     = []gpu.Rect{{Right: 4, Bottom: 4}, {Left: 4, Right: 8, Bottom: 4}}
		barriers  = []gpu.BarrierDesc{{Resource: a, Before: gpu.StateCommon, After: gpu.StateCopyDest}, {Type: gpu.BarrierUAV}}
		region    = &gpu.DiscardRegion{Rects: rects, NumSubresources: 1}
		from, to  = gpu.TextureCopyLocation{Resource: picture}, gpu.TextureCopyLocation{Resource: b, Format: gpu.FormatR8G8B8A8Unorm, Width: 8, Height: 8, RowPitch: 256}
		box       = &gpu.Box{Right: 4, Bottom: 4, Back: 1}
		words     = []uint32{1, 2, 3}
		writes    = []gpu.WriteBufferImmediateParameter{{Dest: a.GetGPUVirtualAddress()}}
		heaps     = []gpu.DescriptorHeap{views}
		targets   = []gpu.CPUDescriptorHandle{rtv}
		viewports = []gpu.Viewport{{Width: 8, Height: 8, MaxDepth: 1}}
		vertices  = []gpu.VertexBufferView{{BufferLocation: a.GetGPUVirtualAddress(), SizeInBytes: 64, StrideInBytes: 16}}
		indices   = &gpu.IndexBufferView{BufferLocation: a.GetGPUVirtualAddress(), SizeInBytes: 64, Format: gpu.FormatR16Uint}
	)
	return map[gpu.Op]func(l *CommandList) error{
		gpu.OpBeginEvent:                    func(l *CommandList) error { return l.BeginEvent("event") },
		gpu.OpBeginQuery:                    func(l *CommandList) error { return l.BeginQuery(queries, gpu.QueryOcclusion, 1) },
		gpu.OpClearDepthStencilView:         func(l *CommandList) error { return l.ClearDepthStencilView(dsv, gpu.ClearDepth, 1, 0, rects) },
		gpu.OpClearRenderTargetView:         func(l *CommandList) error { return l.ClearRenderTargetView(rtv, [4]float32{1}, rects) },
		gpu.OpClearState:                    func(l *CommandList) error { return l.ClearState(nil) },
		gpu.OpClearUnorderedAccessViewFloat: func(l *CommandList) error { return l.ClearUnorderedAccessViewFloat(table, view, a, [4]uint32{}, rects) },
		gpu.OpClearUnorderedAccessViewUint:  func(l *CommandList) error { return l.ClearUnorderedAccessViewUint(table, view, a, [4]uint32{}, rects) },
		gpu.OpCopyBufferRegion:              func(l *CommandList) error { return l.CopyBufferRegion(a, 0, b, 0, 16) },
		gpu.OpCopyResource:                  func(l *CommandList) error { return l.CopyResource(a, b) },
		gpu.OpCopyTextureRegion:             func(l *CommandList) error { return l.CopyTextureRegion(to, 0, 0, 0, from, box) },
		gpu.OpDiscardResource:               func(l *CommandList) error { return l.DiscardResource(picture, region) },
		gpu.OpDispatch:                      func(l *CommandList) error { return l.Dispatch(1, 2, 3) },
		gpu.OpDrawIndexedInstanced:          func(l *CommandList) error { return l.DrawIndexedInstanced(3, 1, 0, 0, 0) },
		gpu.OpDrawInstanced:                 func(l *CommandList) error { return l.DrawInstanced(3, 1, 0, 0) },
		gpu.OpEndEvent:                      func(l *CommandList) error { return l.EndEvent() },
		gpu.OpEndQuery:                      func(l *CommandList) error { return l.EndQuery(queries, gpu.QueryTimestamp, 1) },
		gpu.OpExecuteBundle:                 func(l *CommandList) error { return l.ExecuteBundle(bundle) },
		gpu.OpExecuteIndirect:               func(l *CommandList) error { return l.ExecuteIndirect(signature, 1, a, 0, b, 0) },
		gpu.OpIASetIndexBuffer:              func(l *CommandList) error { return l.IASetIndexBuffer(indices) },
		gpu.OpIASetPrimitiveTopology:        func(l *CommandList) error { return l.IASetPrimitiveTopology(gpu.TopologyTriangleList) },
		gpu.OpIASetVertexBuffers:            func(l *CommandList) error { return l.IASetVertexBuffers(0, vertices) },
		gpu.OpOMSetBlendFactor:              func(l *CommandList) error { return l.OMSetBlendFactor([4]float32{1, 2, 3, 4}) },
		gpu.OpOMSetRenderTargets:            func(l *CommandList) error { return l.OMSetRenderTargets(targets, &dsv) },
		gpu.OpOMSetStencilRef:               func(l *CommandList) error { return l.OMSetStencilRef(1) },
		gpu.OpRSSetScissorRects:             func(l *CommandList) error { return l.RSSetScissorRects(rects) },
		gpu.OpRSSetViewports:                func(l *CommandList) error { return l.RSSetViewports(viewports) },
		gpu.OpResolveQueryData:              func(l *CommandList) error { return l.ResolveQueryData(queries, gpu.QueryTimestamp, 0, 1, a, 0) },
		gpu.OpResolveSubresource:            func(l *CommandList) error { return l.ResolveSubresource(picture, 0, picture, 0, gpu.FormatUnknown) },
		gpu.OpResolveSubresourceRegion: func(l *CommandList) error {
			return l.ResolveSubresourceRegion(picture, 0, 0, 0, picture, 0, &rects[0], gpu.FormatUnknown, gpu.ResolveAverage)
		},
		gpu.OpResourceBarrier:                  func(l *CommandList) error { return l.ResourceBarrier(barriers) },
		gpu.OpSetComputeRoot32BitConstants:     func(l *CommandList) error { return l.SetComputeRoot32BitConstants(0, words, 0) },
		gpu.OpSetComputeRootConstantBufferView: func(l *CommandList) error { return l.SetComputeRootConstantBufferView(0, 256) },
		gpu.OpSetComputeRootDescriptorTable:    func(l *CommandList) error { return l.SetComputeRootDescriptorTable(0, table) },
		gpu.OpSetComputeRootShaderResourceView: func(l *CommandList) error { return l.SetComputeRootShaderResourceView(0, 256) },
		gpu.OpSetComputeRootSignature:          func(l *CommandList) error { return l.SetComputeRootSignature(root) },
		gpu.OpSetComputeRootUnorderedAccessView: func(l *CommandList) error {
			return l.SetComputeRootUnorderedAccessView(0, 256)
		},
		gpu.OpSetDescriptorHeaps:            func(l *CommandList) error { return l.SetDescriptorHeaps(heaps) },
		gpu.OpSetGraphicsRoot32BitConstants: func(l *CommandList) error { return l.SetGraphicsRoot32BitConstant(0, 1, 2) },
		gpu.OpSetGraphicsRootConstantBufferView: func(l *CommandList) error {
			return l.SetGraphicsRootConstantBufferView(0, 256)
		},
		gpu.OpSetGraphicsRootDescriptorTable: func(l *CommandList) error { return l.SetGraphicsRootDescriptorTable(0, table) },
		gpu.OpSetGraphicsRootShaderResourceView: func(l *CommandList) error {
			return l.SetGraphicsRootShaderResourceView(0, 256)
		},
		gpu.OpSetGraphicsRootSignature: func(l *CommandList) error { return l.SetGraphicsRootSignature(root) },
		gpu.OpSetGraphicsRootUnorderedAccessView: func(l *CommandList) error {
			return l.SetGraphicsRootUnorderedAccessView(0, 256)
		},
		gpu.OpSetMarker:            func(l *CommandList) error { return l.SetMarker("marker") },
		gpu.OpSetPipelineState:     func(l *CommandList) error { return l.SetPipelineState(nil) },
		gpu.OpSetPredication:       func(l *CommandList) error { return l.SetPredication(a, 0, gpu.PredicationEqualZero) },
		gpu.OpWriteBufferImmediate: func(l *CommandList) error { return l.WriteBufferImmediate(writes) },
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
		}
		before := len(list.stream.commands)
		require.NoError(t, list.Close())
		again()
		n := testing.AllocsPerRun(runs, func() {
			if err := method(list); err != nil {
				panic(err)
			}
		})
		require.Zero(t, n, rule.Name)
		require.Len(t, list.stream.commands, before, rule.Name)
		require.Equal(t, rule.Op, list.stream.commands[0].Op)
	}
}
