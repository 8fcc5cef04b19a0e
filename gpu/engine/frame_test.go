package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/swapchain"
)

// TestPresent: a primary swap chain ends the frame and paces the CPU.
func TestPresent(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{})
	_, err := swapchain.Create(w.RenderDevice, swapchain.Desc{Width: 4, Height: 4}, nil, 1)
	refused(t, err, diag.EngineDescription)
	s, err := swapchain.Create(w.RenderDevice, swapchain.Desc{Width: 4, Height: 4, DepthBufferFormat: gpu.FormatD32Float}, w.imm, 1)
	w.ok(err)
	seen := map[*engine.TextureView]bool{}
	for frame := range uint64(6) {
		require.Equal(t, frame+1, w.imm.GetFrameNumber())
		seen[s.GetCurrentBackBufferRTV()] = true
		w.ok(w.imm.SetRenderTargets([]*engine.TextureView{s.GetCurrentBackBufferRTV()}, s.GetDepthBufferDSV(), 0))
		w.ok(w.imm.ClearRenderTarget(s.GetCurrentBackBufferRTV(), [4]float32{1, 1, 1, 1}, 0))
		w.ok(w.imm.ClearDepthStencil(s.GetDepthBufferDSV(), gpu.ClearDepth, 1, 0, 0))
		w.ok(s.Present(0))
		lists, err := w.imm.GetCompletedCommandListCount()
		w.ok(err)
		if frame >= 2 { // each frame is two submissions: its commands, and its end
			require.GreaterOrEqual(t, lists, 2*(frame-2)+1, "at most two frames ahead")
		}
	}
	require.Len(t, seen, 2)
	live := w.GetLiveObjectCount()
	w.ok(s.Resize(8, 8))
	require.Equal(t, live, w.GetLiveObjectCount(), "the old buffers are destroyed")
	w.ok(w.imm.ClearRenderTarget(s.GetCurrentBackBufferRTV(), [4]float32{}, 0))
	w.ok(s.Present(0))
	w.ok(s.Release())
	w.end()
}

// TestExplicitTransitions: with VERIFY the application transitions, also from list to list.
func TestExplicitTransitions(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{DeferredContexts: 1})
	a, b := w.texture("a", desc.BindShaderResource, 1, 2, 3, 4), w.texture("b", desc.BindShaderResource)
	copyVerified := func(c *engine.DeviceContext) error {
		return c.CopyTexture(a, 0, nil, desc.TransitionVerify, b, 0, 0, 0, 0, desc.TransitionVerify)
	}
	w.ok(copyVerified(w.imm))
	require.Equal(t, `CopyTexture needs Texture "a" in state COPY_SOURCE; it is in COMMON`, refused(t, w.imm.Flush(), diag.EngineState).Title)
	w.ok(w.imm.TransitionResourceStates([]engine.StateTransitionDesc{{Texture: a, NewState: gpu.StateCopySource}, {Texture: b, NewState: gpu.StateCopyDest}}))
	d := w.GetDeferredContext(0)
	w.ok(d.Begin(w.imm))
	w.ok(copyVerified(d))
	l, err := d.FinishCommandList()
	w.ok(err)
	w.ok(w.imm.ExecuteCommandLists([]*engine.CommandList{l}))
	require.Equal(t, []float32{1, 2, 3, 4}, w.texels(b))
	w.ok(d.FinishFrame())
	w.release(a, b)
	w.end()
}

// TestIdleQueueHoldsNothing: objects that several queues may use go although one queue never submits.
func TestIdleQueueHoldsNothing(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{ImmediateContexts: streaming})
	b := w.floats("b", 1)
	w.release(b)
	w.ok(w.imm.WaitForIdle())
	require.Equal(t, 1, w.GetLiveObjectCount(), "the upload queue has not passed")
	w.ok(w.ReleaseStaleResources())
	require.Zero(t, w.GetLiveObjectCount())
	w.end()
}

// TestDroppedList: a list that is released unexecuted is warned about, and its memory comes back.
func TestDroppedList(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{DeferredContexts: 1})
	to, d := w.buffer("to", 4, desc.UsageDefault, 0), w.GetDeferredContext(0)
	w.ok(d.Begin(w.imm))
	w.ok(d.UpdateBuffer(to, 0, []byte{1}, 0))
	l, err := d.FinishCommandList()
	w.ok(err)
	w.ok(l.Release())
	require.Equal(t, diag.EngineListDropped, w.told[0].Code)
	refused(t, l.Release(), diag.EngineReleasedTwice)
	refused(t, w.imm.ExecuteCommandLists([]*engine.CommandList{l}), diag.EngineUseAfterRelease)
	w.told = nil
	w.ok(d.FinishFrame())
	w.release(to)
	w.end()
}

// TestDescriptorExhaustion: the message has the numbers and the setting to change.
func TestDescriptorExhaustion(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{GPUDescriptorHeapSize: [2]uint32{2, 1}})
	p := w.addOne(desc.VariableMutable) // one table descriptor: the output
	var srbs []*engine.ShaderResourceBinding
	for range 2 {
		b, err := p.CreateShaderResourceBinding("")
		w.ok(err)
		srbs = append(srbs, b)
	}
	_, err := p.CreateShaderResourceBinding("one too many")
	g := refused(t, err, diag.EngineExhausted)
	require.Contains(t, g.Title, "1 descriptor requested, 0 of 2 free, 2 in use, 0 waiting for the GPU")
	require.Len(t, g.Help, 1, "immutable samplers help with samplers only")
	w.release(srbs[0])
	w.ok(w.imm.WaitForIdle())
	again, err := p.CreateShaderResourceBinding("again")
	w.ok(err)
	w.release(srbs[1], again, p)
	w.end()
}

// TestNoMemoryForAMapping: a page that cannot be made is an error of MapBuffer, and the context goes on.
func TestNoMemoryForAMapping(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{DynamicHeapPageSize: 65536})
	huge, small := w.buffer("huge", 2<<30, desc.UsageDynamic, 0), w.buffer("small", 16, desc.UsageDynamic, 0)
	_, err := w.imm.MapBuffer(huge, desc.MapWrite, desc.MapDiscard)
	g := refused(t, err, 154)
	require.Equal(t, []string{`Buffer "huge" needs 2147483648 bytes of dynamic memory on DeviceContext "immediate", frame 1, list 0.`}, g.Notes)
	help := len(g.Help)
	m, err := w.imm.MapBuffer(small, desc.MapWrite, desc.MapDiscard)
	w.ok(err)
	_, err = w.imm.MapBuffer(huge, desc.MapWrite, desc.MapDiscard)
	g = refused(t, err, 154)
	require.Equal(t, "The frame has taken 65536 bytes in 1 page.", g.Notes[1])
	require.Len(t, g.Help, help+1, "FinishFrame would give the page back")
	w.ok(m.WriteBytes(0, []byte{1}))
	w.ok(w.imm.UnmapBuffer(small))
	w.ok(w.imm.FinishFrame())
	w.release(huge, small)
	w.end()
}

// TestDynamicBufferWithBacking: Unmap copies the contents to the resource of a buffer that shaders write.
func TestDynamicBufferWithBacking(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{})
	b, err := w.CreateBuffer(desc.BufferDesc{Name: "b", Size: 16, Usage: desc.UsageDynamic, BindFlags: desc.BindUnorderedAccess, Mode: desc.ModeStructured, ElementByteStride: 4})
	w.ok(err)
	_, err = w.imm.MapBuffer(b, desc.MapWrite, desc.MapNoOverwrite)
	refused(t, err, diag.EngineMap)
	m, err := w.imm.MapBuffer(b, desc.MapWrite, desc.MapDiscard)
	w.ok(err)
	w.ok(m.WriteFloats(0, []float32{1, 2, 3, 4}))
	w.ok(w.imm.UnmapBuffer(b))
	require.Equal(t, bytesOf(1, 2, 3, 4), w.content(b))
	w.ok(w.imm.FinishFrame())
	w.release(b)
	w.end()
}

// TestNoMemoryForASwapChain: what was made of a swap chain whose depth buffer does not fit comes back: neither is it a leak.
func TestNoMemoryForASwapChain(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{})
	rtvs := w.make(desc.TextureDesc{Name: "first", Width: 1, Height: 1, Format: gpu.FormatR8Unorm, BindFlags: desc.BindRenderTarget}) // the heap of such views is made with it
	used, live := w.adapter.Stats().VRAMInUse, w.GetLiveObjectCount()
	_, err := swapchain.Create(w.RenderDevice, swapchain.Desc{Width: 8192, Height: 8192, BufferCount: 3, DepthBufferFormat: gpu.FormatD32Float}, w.imm, 1)
	refused(t, err, diag.MemoryLimit)
	w.ok(w.imm.WaitForIdle())
	require.Equal(t, live, w.GetLiveObjectCount())
	require.Equal(t, used, w.adapter.Stats().VRAMInUse)
	w.release(rtvs)
	w.end()
}

// TestNoMemoryForADevice: what was made of a render device whose heap of samplers does not fit comes back.
func TestNoMemoryForADevice(t *testing.T) {
	a, err := device.NewAdapter(device.Options{VRAMBytes: 256 << 10, MaxObjects: 8})
	require.NoError(t, err)
	defer func() { require.NoError(t, a.Close()) }()
	of := desc.DeviceDesc{GPUDescriptorHeapSize: [2]uint32{64, 1024}, GPUDynamicDescriptors: [2]uint32{64, 1024}, DynamicDescriptorChunkSize: [2]uint32{16, 16}}
	used := a.Stats().VRAMInUse
	for range 8 {
		_, err = engine.CreateDeviceAndContexts(a, of, 1)
		require.Error(t, err, "2048 samplers take 128 KiB, and less is left")
		require.Equal(t, used, a.Stats().VRAMInUse)
	}
	of.GPUDescriptorHeapSize[1], of.GPUDynamicDescriptors[1] = 64, 64
	_, err = engine.CreateDeviceAndContexts(a, of, 1)
	require.NoError(t, err)
	require.Empty(t, of.ImmediateContexts)
}
