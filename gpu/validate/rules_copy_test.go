package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
)

// footprint copies rows of 64 texels between buffer big and texture tex.
func footprint(w *world, edit func(t *gpu.TextureCopy)) {
	big := w.buffer("big", 16384, 0, 0)
	t := &gpu.TextureCopy{Dst: gpu.CopySide{Resource: w.tex.id}, Src: gpu.CopySide{Resource: big.id, Placed: true,
		Footprint: gpu.Footprint{Format: gpu.FormatR8Unorm, Width: 64, Height: 64, Depth: 1, RowPitch: 256}}, Box: gpu.Box{Right: 64, Bottom: 64, Back: 1}}
	edit(t)
	w.rec(gpu.Command{Op: gpu.OpCopyTextureRegion, Dst: t.Dst.Resource, Src: t.Src.Resource, Copy: t})
}

func whole(w *world, dst, src *fake) {
	w.rec(gpu.Command{Op: gpu.OpCopyResource, Dst: dst.id, Src: src.id})
}

// clear clears buffer u through two handles.
func clearView(w *world, cpuFlags gpu.DescriptorHeapFlags) {
	clearTwo(w, cpuFlags, &gpu.ViewDesc{Format: gpu.FormatR32Uint})
}

// clearTwo clears a buffer through a view of unsigned integers, which a heap for the CPU has as another description says; nil: it has none.
func clearTwo(w *world, cpuFlags gpu.DescriptorHeapFlags, d *gpu.ViewDesc) {
	u := w.buffer("u", 64, 0, gpu.AllowUnorderedAccess)
	h, cpu := w.descriptors("h", gpu.HeapCBVSRVUAV, 1, gpu.ShaderVisible), w.descriptors("cpu", gpu.HeapCBVSRVUAV, 1, cpuFlags)
	for heap, d := range map[gpu.ID]*gpu.ViewDesc{h.id: {Format: gpu.FormatR32Uint}, cpu.id: d} {
		if d != nil {
			w.do(&gpu.DescriptorCall{CallHead: w.head("CreateUnorderedAccessView"), Type: gpu.DescriptorUAV, Dest: gpu.CPUDescriptorHandle{Heap: heap}, Resource: u.id, View: d})
		}
	}
	w.rec(gpu.Command{Op: gpu.OpSetDescriptorHeaps, Heaps: [2]gpu.ID{h.id}, Words: []uint32{uint32(h.id)}})
	w.rec(gpu.Command{Op: gpu.OpClearUnorderedAccessViewUint, Dst: u.id, GPUHandle: gpu.GPUDescriptorHandle{Heap: h.id}, CPUHandle: gpu.CPUDescriptorHandle{Heap: cpu.id}})
}

// clearThrough clears a buffer through a view.
func clearThrough(d gpu.ViewDesc) func(*world) {
	return func(w *world) {
		u := w.buffer("u", 64, 0, gpu.AllowUnorderedAccess)
		h, cpu := w.descriptors("h", gpu.HeapCBVSRVUAV, 1, gpu.ShaderVisible), w.descriptors("cpu", gpu.HeapCBVSRVUAV, 1, 0)
		for _, heap := range []gpu.ID{h.id, cpu.id} {
			w.do(&gpu.DescriptorCall{CallHead: w.head("CreateUnorderedAccessView"), Type: gpu.DescriptorUAV, Dest: gpu.CPUDescriptorHandle{Heap: heap}, Resource: u.id, View: &d})
		}
		w.rec(gpu.Command{Op: gpu.OpSetDescriptorHeaps, Heaps: [2]gpu.ID{h.id}, Words: []uint32{uint32(h.id)}})
		w.rec(gpu.Command{Op: gpu.OpClearUnorderedAccessViewUint, Dst: u.id, GPUHandle: gpu.GPUDescriptorHandle{Heap: h.id}, CPUHandle: gpu.CPUDescriptorHandle{Heap: cpu.id}})
	}
}

// copyDepth copies columns of a depth buffer to column x of another.
func copyDepth(columns, x uint32) func(*world) {
	return func(w *world) {
		a, b := w.texture("x", gpu.FormatD32Float, gpu.AllowDepthStencil), w.texture("y", gpu.FormatD32Float, gpu.AllowDepthStencil)
		w.rec(gpu.Command{Op: gpu.OpCopyTextureRegion, Src: a.id, Dst: b.id, Copy: &gpu.TextureCopy{Src: gpu.CopySide{Resource: a.id}, Dst: gpu.CopySide{Resource: b.id},
			DX: x, Box: gpu.Box{Right: columns, Bottom: 64, Back: 1}}})
	}
}

func endQuery(w *world, index uint32) {
	w.rec(gpu.Command{Op: gpu.OpEndQuery, Object: queriesOf(w, gpu.QueryHeapTimestamp, 2).id, Query: gpu.QueryTimestamp, Slot: index})
}

func resolve(w *world, offset uint64) {
	w.rec(gpu.Command{Op: gpu.OpResolveQueryData, Object: queriesOf(w, gpu.QueryHeapTimestamp, 2).id, Query: gpu.QueryTimestamp, Size: 2, Dst: w.a.id, DstOffset: offset})
}

var copyCases = []ruleCase{
	{"copy needs buffers", func(w *world) { w.copy(w.open, w.tex, w.a) }, func(w *world) { w.copy(w.open, w.b, w.a) },
		`error[GS0364]: CopyBufferRegion needs a buffer, but texture "tex" is a texture`},
	{"shape", func(w *world) { whole(w, w.buffer("c", 1025, 0, 0), w.a) }, func(w *world) { whole(w, w.buffer("c", 1024, 0, 0), w.a) },
		`error[GS0367]: CopyResource needs resources of one shape: Width of buffer "c" is 1025, of buffer "a" 1024`},
	{"format", func(w *world) { whole(w, w.texture("t", gpu.FormatR16Float, 0), w.tex) }, func(w *world) { whole(w, w.texture("t", gpu.FormatR8Uint, 0), w.tex) },
		`error[GS0368]: CopyResource copies format R8_UNORM into R16_FLOAT, which have no common family`},
	{"two footprints", func(w *world) {
		footprint(w, func(t *gpu.TextureCopy) { t.Dst = t.Src; t.Dst.Footprint.Offset = 512; t.Dst.Footprint.Height = 1 })
	}, func(w *world) { footprint(w, func(*gpu.TextureCopy) {}) }, `error[GS0369]: CopyTextureRegion has a footprint in a buffer on both sides`},
	{"half a block in a footprint", func(w *world) {
		footprint(w, func(t *gpu.TextureCopy) { t.Src.Footprint.Format, t.Src.Footprint.Width = gpu.FormatBC1Unorm, 6 })
	}, func(w *world) { footprint(w, func(*gpu.TextureCopy) {}) },
		`error[GS0370]: the footprint in buffer "big" cannot be used: its size is 6 x 64 x 1 texels, but blocks of BC1_UNORM have 4 x 4`},
	{"row pitch", func(w *world) { footprint(w, func(t *gpu.TextureCopy) { t.Src.Footprint.RowPitch = 128 }) }, func(w *world) { footprint(w, func(*gpu.TextureCopy) {}) },
		`error[GS0370]: the footprint in buffer "big" cannot be used: RowPitch is 128 bytes, which is not a multiple of 256`},
	{"footprint offset", func(w *world) {
		footprint(w, func(t *gpu.TextureCopy) { t.Src.Footprint.Offset, t.Src.Footprint.Height, t.Box.Bottom = 256, 1, 1 })
	}, func(w *world) {
		footprint(w, func(t *gpu.TextureCopy) { t.Src.Footprint.Offset, t.Src.Footprint.Height, t.Box.Bottom = 512, 1, 1 })
	}, `error[GS0370]: the footprint in buffer "big" cannot be used: Offset is 256 bytes, which is not a multiple of 512`},
	{"footprint end", func(w *world) { footprint(w, func(t *gpu.TextureCopy) { t.Src.Footprint.Height = 65 }) }, func(w *world) { footprint(w, func(t *gpu.TextureCopy) { t.Src.Footprint.Height = 64 }) },
		`error[GS0370]: the footprint needs big[0, 16448), but the buffer has 16384 bytes`},
	{"box", func(w *world) { footprint(w, func(t *gpu.TextureCopy) { t.DX = 1 }) }, func(w *world) { footprint(w, func(t *gpu.TextureCopy) { t.DX, t.Box.Left = 1, 1 }) },
		`error[GS0366]: CopyTextureRegion puts 64 x 64 x 1 texels at (1, 0, 0) of texture "tex", which has 64 x 64 x 1 texels there`},
	{"empty box", func(w *world) { footprint(w, func(t *gpu.TextureCopy) { t.Box.Left = 64 }) }, func(w *world) { footprint(w, func(t *gpu.TextureCopy) { t.Box.Left = 63 }) },
		`advice[GS0925]: CopyTextureRegion copies nothing: its box is [64, 64) by [0, 64) by [0, 1)`},
	{"blocks as texels", func(w *world) { blockCopy(w, gpu.FormatR32G32Uint, 17) }, func(w *world) { blockCopy(w, gpu.FormatR32G32Uint, 16) },
		`error[GS0366]: CopyTextureRegion puts 17 x 16 x 1 texels at (0, 0, 0) of texture "y", which has 64 x 64 x 1 texels there`},
	{"blocks as texels of floats", func(w *world) { blockCopy(w, gpu.FormatR32G32Float, 16) }, func(w *world) { blockCopy(w, gpu.FormatR16G16B16A16Sint, 16) },
		`error[GS0368]: CopyTextureRegion copies format R32G32_FLOAT into BC1_UNORM, which have no common family`},
	{"blocks as large texels", func(w *world) { blockCopy(w, gpu.FormatR32G32B32A32Uint, 16) }, func(w *world) { blockCopy(w, gpu.FormatR16G16B16A16Uint, 16) },
		`error[GS0368]: CopyTextureRegion copies format R32G32B32A32_UINT into BC1_UNORM, which have no common family`},
	{"subresource", func(w *world) { footprint(w, func(t *gpu.TextureCopy) { t.Dst.Subresource = 1 }) }, func(w *world) { footprint(w, func(t *gpu.TextureCopy) { t.Dst.Subresource = 0 }) },
		`error[GS0371]: CopyTextureRegion names subresource 1 of texture "tex", which has 1`},
	{"discard", func(w *world) { w.rec(gpu.Command{Op: gpu.OpDiscardResource, Dst: w.tex.id}) }, func(w *world) {
		w.rec(gpu.Command{Op: gpu.OpDiscardResource, Dst: w.texture("t", gpu.FormatR8Unorm, gpu.AllowRenderTarget).id})
	}, `error[GS0372]: texture "tex" cannot be discarded in direct list "draw"`},
	{"discard subresources", func(w *world) { discard(w, gpu.Command{X: 2}) }, func(w *world) { discard(w, gpu.Command{X: 1}) },
		`error[GS0371]: DiscardResource names subresources [0, 2) of texture "t", which has 1`},
	{"discard behind", func(w *world) { discard(w, gpu.Command{Slot: 1}) }, func(w *world) { discard(w, gpu.Command{}) },
		`error[GS0371]: DiscardResource names subresource 1 of texture "t", which has 1`},
	{"discard rectangle", func(w *world) { discard(w, gpu.Command{Rects: []gpu.Rect{{Left: 1, Right: 65, Bottom: 1}}}) },
		func(w *world) { discard(w, gpu.Command{Rects: []gpu.Rect{{Left: 1, Right: 64, Bottom: 64}}}) },
		`error[GS0372]: DiscardResource names columns [1, 65) of rows [0, 1) of texture "t", which has 64 x 64 texels there`},
	{"discard nothing", func(w *world) { discard(w, gpu.Command{Rects: []gpu.Rect{{Left: 1, Right: 1, Bottom: 1}}}) },
		func(w *world) { discard(w, gpu.Command{Rects: []gpu.Rect{{Left: 1, Right: 2, Bottom: 1}}}) },
		`error[GS0372]: DiscardResource names columns [1, 1) of rows [0, 1) of texture "t", which has 64 x 64 texels there`},
	{"clear of structures", clearThrough(gpu.ViewDesc{StructureByteStride: 4}), clearThrough(gpu.ViewDesc{Format: gpu.FormatR32Uint}),
		`error[GS0338]: ClearUnorderedAccessViewUint clears buffer "u" through a view with a StructureByteStride`},
	{"part of depth", copyDepth(63, 0), copyDepth(64, 0),
		`error[GS0339]: CopyTextureRegion copies 63 x 64 x 1 texels of texture "x", which has ALLOW_DEPTH_STENCIL and 64 x 64 x 1 texels there`},
	{"clear handle", func(w *world) { clearView(w, gpu.ShaderVisible) }, func(w *world) { clearView(w, 0) },
		`error[GS0373]: ClearUnorderedAccessViewUint needs a CPU handle in a CBV_SRV_UAV heap that is not shader-visible, but got descriptor 0 of descriptor heap "cpu"`},
	{"clear without a view for the CPU", func(w *world) { clearTwo(w, 0, nil) }, func(w *world) { clearTwo(w, 0, &gpu.ViewDesc{Format: gpu.FormatR32Uint, NumElements: 16}) },
		`error[GS0373]: ClearUnorderedAccessViewUint clears buffer "u", but its CPU handle has no view: descriptor 0 of descriptor heap "cpu" was never written`},
	{"clear with two views", func(w *world) { clearTwo(w, 0, &gpu.ViewDesc{Format: gpu.FormatR32Uint, NumElements: 15}) }, func(w *world) { clearTwo(w, 0, &gpu.ViewDesc{Format: gpu.FormatR32Uint}) },
		`error[GS0373]: ClearUnorderedAccessViewUint clears buffer "u", but its CPU handle shows other elements of it`},
	{"query index", func(w *world) { endQuery(w, 2) }, func(w *world) { endQuery(w, 1) }, `error[GS0374]: EndQuery names queries [2, 3) of query heap "times", which has 2`},
	{"query index of no script", func(w *world) { endQuery(w, 1<<32-1) }, func(w *world) { endQuery(w, 0) },
		`error[GS0374]: EndQuery names queries [4294967295, 4294967296) of query heap "times", which has 2`},
	{"query alignment", func(w *world) { resolve(w, 4) }, func(w *world) { resolve(w, 8) }, `error[GS0375]: ResolveQueryData writes at byte 4 of buffer "a", which is not a multiple of 8`},
	{"query end", func(w *world) { resolve(w, 1016) }, func(w *world) { resolve(w, 1008) }, `error[GS0375]: ResolveQueryData writes a[1016, 1032), but the buffer has 1024 bytes`},
	{"copy range", func(w *world) {
		w.record(w.open, gpu.Command{Op: gpu.OpCopyBufferRegion, Dst: w.b.id, Src: w.a.id, SrcOffset: 961, Size: 64})
	},
		func(w *world) {
			w.record(w.open, gpu.Command{Op: gpu.OpCopyBufferRegion, Dst: w.b.id, Src: w.a.id, SrcOffset: 960, Size: 64})
		},
		`error[GS0366]: CopyBufferRegion needs a[961, 1025), but the buffer has 1024 bytes`},
	{"no bytes", func(w *world) { w.record(w.open, gpu.Command{Op: gpu.OpCopyBufferRegion, Dst: w.b.id, Src: w.a.id}) },
		func(w *world) {
			w.record(w.open, gpu.Command{Op: gpu.OpCopyBufferRegion, Dst: w.b.id, Src: w.a.id, Size: 1})
		},
		`advice[GS0925]: CopyBufferRegion copies nothing: its NumBytes is 0`},
	{"self copy", func(w *world) { w.copy(w.open, w.a, w.a) }, func(w *world) { w.copy(w.open, w.b, w.a) }, `error[GS0365]: CopyBufferRegion copies buffer "a" onto itself`},
}

// blockCopy copies columns of texels to the blocks of a texture of 16 x 16 blocks.
func blockCopy(w *world, from gpu.Format, columns uint32) {
	a, b := w.texture("x", from, 0), w.texture("y", gpu.FormatBC1Unorm, 0)
	w.rec(gpu.Command{Op: gpu.OpCopyTextureRegion, Src: a.id, Dst: b.id, Copy: &gpu.TextureCopy{Src: gpu.CopySide{Resource: a.id}, Dst: gpu.CopySide{Resource: b.id},
		Box: gpu.Box{Right: columns, Bottom: 16, Back: 1}}})
}

// discard names a part of a render target.
func discard(w *world, c gpu.Command) {
	c.Op, c.Dst = gpu.OpDiscardResource, w.texture("t", gpu.FormatR8Unorm, gpu.AllowRenderTarget).id
	w.rec(c)
}
