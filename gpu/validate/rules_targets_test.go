package validate

import "github.com/gpuscript/gpuscript/gpu"

// bundle is an open bundle that dispatches with a table of one UAV, and a list that executes it.
func (w *world) bundle(flags gpu.DescriptorRangeFlags) *fake {
	heap := w.descriptors("heap", gpu.HeapCBVSRVUAV, 1, gpu.ShaderVisible)
	r := rangeOf(gpu.DescriptorUAV, 1, 0)
	r.Flags = flags
	root := w.root("root", table(r))
	p := w.pipeline("p", root, gpu.ShaderSlot{Name: "out", Class: gpu.DescriptorUAV, Count: 1})
	b := w.list(gpu.ListBundle, "b", w.allocator(gpu.ListBundle, "ba"))
	for _, l := range []*fake{w.open, b} {
		w.record(l, gpu.Command{Op: gpu.OpSetDescriptorHeaps, Words: []uint32{uint32(heap.id)}, Heaps: [2]gpu.ID{heap.id}})
		w.record(l, gpu.Command{Op: gpu.OpSetComputeRootSignature, Object: root.id})
	}
	w.record(w.open, gpu.Command{Op: gpu.OpSetComputeRootDescriptorTable, GPUHandle: gpu.GPUDescriptorHandle{Heap: heap.id}})
	w.record(b, gpu.Command{Op: gpu.OpSetPipelineState, Object: p.id})
	w.record(b, gpu.Command{Op: gpu.OpDispatch, X: 1, Y: 1, Z: 1})
	return b
}

// frames is a swap chain of two buffers, as a device makes it, and a list that refers to one of them.
func (w *world) frames(buffer int) (buffers [2]*fake) {
	chain := w.create("CreateSwapChain", gpu.KindSwapChain, "s", &gpu.SwapChainDesc{BufferCount: 2, Width: 64, Height: 64, Format: gpu.FormatR8G8B8A8Unorm})
	for i, name := range []string{"s[0]", "s[1]"} {
		w.chain = chain.id
		buffers[i] = w.texture(name, gpu.FormatR8G8B8A8Unorm, gpu.AllowRenderTarget)
	}
	w.chain = 0
	w.barrier(w.open, transition(buffers[buffer], gpu.StatePresent, gpu.StateRenderTarget))
	w.barrier(w.open, transition(buffers[buffer], gpu.StateRenderTarget, gpu.StatePresent))
	w.close(w.open)
	w.submit(w.main, w.open)
	w.do(&gpu.PresentCall{CallHead: w.head("Present"), Queue: w.main.id, Chain: chain.id, Buffer: buffers[0].id})
	return buffers
}

// resizeAll is ResizeBuffers while some back buffers are held.
func (w *world) resizeAll(buffers [2]*fake, held ...gpu.ID) {
	d := gpu.SwapChainDesc{BufferCount: 2, Width: 64, Height: 64, Format: gpu.FormatR8G8B8A8Unorm}
	w.do(&gpu.ResizeCall{CallHead: w.head("ResizeBuffers"), Queue: w.main.id, Chain: buffers[0].id - 1, From: d, To: d, Held: held})
	for _, b := range buffers {
		w.resize(b)
	}
}

// resize is what ResizeBuffers does first.
func (w *world) resize(buffer *fake) {
	w.do(&gpu.ReleaseCall{CallHead: w.head("ResizeBuffers"), Kind: gpu.KindResource, Object: buffer.id})
}

// placedTarget is a render target in a heap.
func (w *world) placedTarget() *fake {
	h := w.create("CreateHeap", gpu.KindHeap, "h", &gpu.HeapDesc{Name: "h", SizeInBytes: 65536})
	h.heap = gpu.HeapDesc{SizeInBytes: 65536}
	return w.create("CreatePlacedResource", gpu.KindResource, "target", &gpu.PlacedResourceDesc{Heap: h, InitialState: gpu.StateRenderTarget,
		ResourceDesc: gpu.ResourceDesc{Name: "target", Dimension: gpu.DimensionTexture2D, Width: 64, Height: 64, MipLevels: 1, Format: gpu.FormatR8Unorm, Flags: gpu.AllowRenderTarget}})
}

// renders is a command that touches all texels of a render target.
func renders(op gpu.Op, r *fake) work {
	return work{op: op, accesses: []gpu.Access{bytes(r, 0, 63*256+64, gpu.AccessWrite, gpu.StateRenderTarget)}}
}

// depthBuffer is one of its own memory, with stencil.
func (w *world) depthBuffer() *fake {
	return w.create("CreateCommittedResource", gpu.KindResource, "depth", &gpu.CommittedResourceDesc{InitialState: gpu.StateDepthWrite,
		ResourceDesc: gpu.ResourceDesc{Name: "depth", Dimension: gpu.DimensionTexture2D, Width: 64, Height: 64, MipLevels: 1, Format: gpu.FormatD24UnormS8Uint, Flags: gpu.AllowDepthStencil}})
}

// planes is a command that touches depth in the first 256 bytes and stencil after the depth.
func planes(op gpu.Op, r *fake, kind gpu.AccessKind, stencil bool) work {
	list := []gpu.Access{bytes(r, 0, 64*256, kind, gpu.StateDepthWrite)}
	if stencil {
		list = append(list, bytes(r, 64*256, 64*256+63*256+64, kind, gpu.StateDepthWrite))
	}
	return work{op: op, accesses: list}
}

// tests runs commands on a depth buffer, and then a draw that tests depth, and stencil.
func tests(stencil bool, before ...func(*fake) work) func(*world) {
	return func(w *world) {
		r := w.depthBuffer()
		list := []work{}
		for _, f := range before {
			list = append(list, f(r))
		}
		w.run(w.main, append(list, planes(gpu.OpDrawInstanced, r, gpu.AccessRead, stencil))...)
		w.over()
	}
}

func clearsDepth(r *fake) work { return planes(gpu.OpClearDepthStencilView, r, gpu.AccessWrite, false) }
func clearsBoth(r *fake) work  { return planes(gpu.OpClearDepthStencilView, r, gpu.AccessWrite, true) }
func discards(r *fake) work    { return planes(gpu.OpDiscardResource, r, gpu.AccessWrite, true) }

var targetCases = []ruleCase{
	{"depth that holds nothing", tests(false), tests(false, clearsDepth), `advice[GS0923]: DrawInstanced #0 tests depth of texture "depth", but nothing has cleared or written it`},
	{"depth and stencil that hold nothing", tests(true), tests(true, clearsBoth), `advice[GS0923]: DrawInstanced #0 tests depth and stencil of texture "depth", but nothing has cleared or written it`},
	{"stencil that holds nothing", tests(true, clearsDepth), tests(false, clearsDepth), `advice[GS0923]: DrawInstanced #1 tests stencil of texture "depth", but nothing has cleared or written it`},
	{"depth that was discarded", tests(false, clearsBoth, discards), tests(false, discards, clearsDepth),
		`advice[GS0923]: DrawInstanced #2 tests depth of texture "depth", but nothing has cleared or written it since it was discarded`},
	{"what was discarded is copied", func(w *world) {
		r := w.depthBuffer()
		w.run(w.main, discards(r), work{op: gpu.OpCopyTextureRegion, accesses: []gpu.Access{bytes(r, 0, 256, gpu.AccessRead, gpu.StateCopySource)}})
		w.over()
	}, func(w *world) {
		r := w.depthBuffer()
		w.run(w.main, discards(r), clearsDepth(r), work{op: gpu.OpCopyTextureRegion, accesses: []gpu.Access{bytes(r, 0, 256, gpu.AccessRead, gpu.StateCopySource)}})
		w.over()
	}, `advice[GS0926]: CopyTextureRegion #1 reads texture "depth", which was discarded and not written since`},
	{"target cleared in part", func(w *world) {
		r := w.placedTarget()
		w.run(w.main, work{op: gpu.OpClearRenderTargetView, accesses: []gpu.Access{bytes(r, 0, 64, gpu.AccessWrite, gpu.StateRenderTarget)}})
		w.over()
	}, func(w *world) {
		w.run(w.main, renders(gpu.OpClearRenderTargetView, w.placedTarget()))
		w.over()
	}, `error[GS0614]: ClearRenderTargetView #0 initialises only a part of texture "target", which was not cleared, discarded or copied to before`},
	{"inherited static table", func(w *world) { w.bundle(0) }, func(w *world) {
		b := w.bundle(gpu.DescriptorsVolatile)
		w.close(b)
		w.record(w.open, gpu.Command{Op: gpu.OpExecuteBundle, Object: b.id})
	}, `error[GS0610]: bundle "b" does not set root parameter 0 (DESCRIPTOR_TABLE), but shader "pCS" reads static descriptors of it`},
	{"bundle reset before the list is submitted", func(w *world) { w.resetBundle(false) }, func(w *world) { w.resetBundle(true) },
		`error[GS0611]: bundle "b" is reset, but direct list "draw", which executes it, is not submitted yet`},
	{"another back buffer", func(w *world) { w.frames(1) }, func(w *world) { w.frames(0) },
		`error[GS0612]: direct list "draw" uses texture "s[1]", but texture "s[0]" is the current back buffer of swap chain "s"`},
	{"resize in flight", func(w *world) { w.resize(w.frames(0)[0]) }, func(w *world) {
		b := w.frames(0)
		w.signal(w.main, w.f, 1)
		w.cpu(gpu.FenceCPUWait, w.f, 1)
		w.resize(b[0])
	}, `error[GS0613]: texture "s[0]" is released by ResizeBuffers while direct queue "main" may still need it`},
	{"resize while a back buffer is held", func(w *world) {
		b := w.frames(0)
		w.signal(w.main, w.f, 1)
		w.cpu(gpu.FenceCPUWait, w.f, 1)
		w.resizeAll(b, b[1].id)
	}, func(w *world) {
		b := w.frames(0)
		w.signal(w.main, w.f, 1)
		w.cpu(gpu.FenceCPUWait, w.f, 1)
		w.resizeAll(b)
	}, `error[GS0844]: ResizeBuffers is called while texture "s[1]" of swap chain "s" is not released`},
	{"target drawn to before it is cleared", func(w *world) {
		w.run(w.main, renders(gpu.OpDrawInstanced, w.placedTarget()))
		w.over()
	}, func(w *world) {
		r := w.placedTarget()
		w.run(w.main, renders(gpu.OpClearRenderTargetView, r), renders(gpu.OpDrawInstanced, r))
		w.over()
	}, `error[GS0614]: DrawInstanced #0 writes texture "target", which was not cleared, discarded or copied to before`},
	{"target drawn to after an aliasing barrier", func(w *world) {
		r := w.placedTarget()
		w.run(w.main, renders(gpu.OpClearRenderTargetView, r), barriers(gpu.Barrier{Type: gpu.BarrierAliasing, Aliased: [2]gpu.ID{0, r.id}}), renders(gpu.OpDrawInstanced, r))
		w.over()
	}, func(w *world) {
		r := w.placedTarget()
		w.run(w.main, barriers(gpu.Barrier{Type: gpu.BarrierAliasing, Aliased: [2]gpu.ID{0, r.id}}), renders(gpu.OpDiscardResource, r), renders(gpu.OpDrawInstanced, r))
		w.over()
	}, `error[GS0614]: DrawInstanced #2 writes texture "target", which was not cleared, discarded or copied to before`},
	{"rewind past a wait", func(w *world) {
		w.signal(w.copyQ, w.fence("before", 0), 1)
		w.wait(w.copyQ, w.f, 2)
		w.signal(w.main, w.f, 2)
		w.signal(w.main, w.f, 1)
		w.over()
	}, func(w *world) {
		w.wait(w.copyQ, w.f, 2)
		w.signal(w.main, w.f, 2)
		back := w.fence("back", 0)
		w.signal(w.copyQ, back, 1)
		w.wait(w.main, back, 1)
		w.signal(w.main, w.f, 1)
	}, `advice[GS0914]: Signal lowers fence "F" to 1 while copy queue "copy" may not have reached its wait for 2`},
	{"rewind by the CPU", func(w *world) {
		w.signal(w.copyQ, w.fence("before", 0), 1)
		w.wait(w.copyQ, w.f, 2)
		w.cpu(gpu.FenceCPUSignal, w.f, 2)
		w.cpu(gpu.FenceCPUSignal, w.f, 0)
		w.over()
	}, func(w *world) { // the queue is at its wait from the call on
		w.wait(w.copyQ, w.f, 2)
		w.cpu(gpu.FenceCPUSignal, w.f, 2)
		w.cpu(gpu.FenceCPUSignal, w.f, 0)
	}, `advice[GS0914]: WaitCPU lowers fence "F" to 0 while copy queue "copy" may not have reached its wait for 2`},
}

// resetBundle executes a bundle in a list, and resets the bundle.
func (w *world) resetBundle(submitted bool) {
	b := w.list(gpu.ListBundle, "b", w.allocator(gpu.ListBundle, "ba"))
	w.close(b)
	w.record(w.open, gpu.Command{Op: gpu.OpExecuteBundle, Object: b.id})
	w.close(w.open)
	if submitted {
		w.submit(w.main, w.open)
	}
	w.reset(b, w.allocator(gpu.ListBundle, "more"))
}
