package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
)

func committed(w *world, name string, d gpu.CommittedResourceDesc) {
	w.create("CreateCommittedResource", gpu.KindResource, name, &d)
}

func bufferOf(w *world, d gpu.ResourceDesc) {
	d.Dimension = gpu.DimensionBuffer
	committed(w, "n", gpu.CommittedResourceDesc{ResourceDesc: d})
}

func textureOf(w *world, width uint64) {
	committed(w, "t", gpu.CommittedResourceDesc{ResourceDesc: gpu.ResourceDesc{Dimension: gpu.DimensionTexture2D, Width: width, Height: 1, Format: gpu.FormatR8Unorm}})
}

// texture2D makes a texture of 64 x 64 texels, changed by edit.
func texture2D(w *world, edit func(d *gpu.CommittedResourceDesc)) {
	d := gpu.CommittedResourceDesc{ResourceDesc: gpu.ResourceDesc{Dimension: gpu.DimensionTexture2D, Width: 64, Height: 64, Format: gpu.FormatR8Unorm}}
	edit(&d)
	committed(w, "t", d)
}

func heapOfSize(w *world, d gpu.HeapDesc) *fake {
	f := w.create("CreateHeap", gpu.KindHeap, "h", &d)
	f.heap = d
	return f
}

// placed puts a buffer of 1024 bytes into a heap of 128 KiB.
func placed(w *world, flags gpu.HeapFlags, offset, width uint64) {
	h := heapOfSize(w, gpu.HeapDesc{SizeInBytes: 131072, Flags: flags})
	w.create("CreatePlacedResource", gpu.KindResource, "p", &gpu.PlacedResourceDesc{Heap: h, HeapOffset: offset,
		ResourceDesc: gpu.ResourceDesc{Dimension: gpu.DimensionBuffer, Width: width}})
}

// placedSamples is a target of four samples in a heap of an alignment.
func placedSamples(w *world, alignment uint64) {
	h := heapOfSize(w, gpu.HeapDesc{SizeInBytes: gpu.MSAAResourceAlignment, Alignment: alignment})
	w.create("CreatePlacedResource", gpu.KindResource, "p", &gpu.PlacedResourceDesc{Heap: h, ResourceDesc: gpu.ResourceDesc{Dimension: gpu.DimensionTexture2D, Width: 64, Height: 64,
		MipLevels: 1, Format: gpu.FormatR8Unorm, SampleDesc: gpu.SampleDesc{Count: 4}, Flags: gpu.AllowRenderTarget}})
}

func queueOf(w *world, p gpu.QueuePriority) {
	w.create("CreateCommandQueue", gpu.KindCommandQueue, "q", &gpu.CommandQueueDesc{Type: gpu.ListCompute, Priority: p})
}

func fenceOf(w *world, f gpu.FenceFlags) {
	w.create("CreateFence", gpu.KindFence, "G", &gpu.FenceDesc{Flags: f})
}

func queriesOf(w *world, typ gpu.QueryHeapType, n uint32) *fake {
	return w.create("CreateQueryHeap", gpu.KindQueryHeap, "times", &gpu.QueryHeapDesc{Type: typ, Count: n})
}

var createCases = []ruleCase{
	{"unsupported", func(w *world) {
		w.do(&gpu.UnsupportedCall{CallHead: w.head("SetSamplePositions"), List: w.open.id})
	}, func(*world) {}, `error[GS0301]: SetSamplePositions is not available: samples are at the standard positions of Direct3D, and ProgrammableSamplePositionsTier is NOT_SUPPORTED`},
	{"global realtime", func(w *world) { queueOf(w, gpu.PriorityGlobalRealtime) }, func(w *world) { queueOf(w, gpu.PriorityHigh) },
		`error[GS0303]: queue "q" cannot have priority GLOBAL_REALTIME`},
	{"fence flags", func(w *world) { fenceOf(w, gpu.FenceNonMonitored) }, func(w *world) { fenceOf(w, gpu.FenceShared) },
		`error[GS0304]: fence "G" cannot have flags NON_MONITORED`},
	{"heap alignment", func(w *world) { heapOfSize(w, gpu.HeapDesc{SizeInBytes: 1, Alignment: 65535}) }, func(w *world) { heapOfSize(w, gpu.HeapDesc{SizeInBytes: 1, Alignment: 65536}) },
		`error[GS0306]: heap "h" cannot be made: Alignment is 65535 bytes`},
	{"empty heap", func(w *world) { heapOfSize(w, gpu.HeapDesc{}) }, func(w *world) { heapOfSize(w, gpu.HeapDesc{SizeInBytes: 1}) },
		`error[GS0306]: heap "h" cannot be made: SizeInBytes is 0`},
	{"huge heap", func(w *world) { heapOfSize(w, gpu.HeapDesc{SizeInBytes: gpu.MaxVRAMBytes + 1}) }, func(w *world) { heapOfSize(w, gpu.HeapDesc{SizeInBytes: gpu.MaxVRAMBytes}) },
		`error[GS0306]: heap "h" cannot be made: SizeInBytes is 4294901761`},
	{"buffer height", func(w *world) { bufferOf(w, gpu.ResourceDesc{Width: 4, Height: 2}) }, func(w *world) { bufferOf(w, gpu.ResourceDesc{Width: 4, Height: 1}) },
		`error[GS0307]: buffer "n" cannot have Height 2`},
	{"empty buffer", func(w *world) { bufferOf(w, gpu.ResourceDesc{}) }, func(w *world) { bufferOf(w, gpu.ResourceDesc{Width: 1}) },
		`error[GS0307]: buffer "n" cannot have Width 0`},
	{"row major", func(w *world) { texture2D(w, func(d *gpu.CommittedResourceDesc) { d.Layout = gpu.LayoutRowMajor }) }, func(w *world) { texture2D(w, func(*gpu.CommittedResourceDesc) {}) },
		`error[GS0308]: texture "t" cannot be made: Layout is ROW_MAJOR`},
	{"texture alignment", func(w *world) { texture2D(w, func(d *gpu.CommittedResourceDesc) { d.Alignment = 65535 }) }, func(w *world) { texture2D(w, func(d *gpu.CommittedResourceDesc) { d.Alignment = 65536 }) },
		`error[GS0308]: texture "t" cannot be made: Alignment is 65535 bytes`},
	{"small alignment of a large texture", func(w *world) {
		texture2D(w, func(d *gpu.CommittedResourceDesc) { d.Alignment, d.Width, d.Height = 4096, 257, 256 })
	}, func(w *world) {
		texture2D(w, func(d *gpu.CommittedResourceDesc) { d.Alignment, d.Width, d.Height = 4096, 256, 256 })
	}, `error[GS0308]: texture "t" cannot be made: Alignment is 4096 bytes`},
	{"a volume of depth", func(w *world) {
		texture2D(w, func(d *gpu.CommittedResourceDesc) {
			d.Dimension, d.Format, d.Flags = gpu.DimensionTexture3D, gpu.FormatD32Float, gpu.AllowDepthStencil
		})
	}, func(w *world) {
		texture2D(w, func(d *gpu.CommittedResourceDesc) { d.Format, d.Flags = gpu.FormatD32Float, gpu.AllowDepthStencil })
	}, `error[GS0308]: texture "t" cannot be made: Dimension is TEXTURE3D, but ALLOW_DEPTH_STENCIL is set`},
	{"format of the clear value", func(w *world) {
		texture2D(w, func(d *gpu.CommittedResourceDesc) {
			d.OptimizedClearValue, d.Flags = &gpu.ClearValue{Format: gpu.FormatD32Float}, gpu.AllowRenderTarget
		})
	}, func(w *world) {
		texture2D(w, func(d *gpu.CommittedResourceDesc) {
			d.OptimizedClearValue, d.Flags = &gpu.ClearValue{Format: d.Format}, gpu.AllowRenderTarget
		})
	}, `error[GS0315]: texture "t" cannot have an OptimizedClearValue of format D32_FLOAT: it has format R8_UNORM`},
	{"mips", func(w *world) { texture2D(w, func(d *gpu.CommittedResourceDesc) { d.MipLevels = 8 }) }, func(w *world) { texture2D(w, func(d *gpu.CommittedResourceDesc) { d.MipLevels = 7 }) },
		`error[GS0310]: texture "t" cannot be made: MipLevels is 8, but it must be 1 to 7 for TEXTURE2D`},
	{"slices", func(w *world) { texture2D(w, func(d *gpu.CommittedResourceDesc) { d.DepthOrArraySize = 2049 }) },
		func(w *world) { texture2D(w, func(d *gpu.CommittedResourceDesc) { d.DepthOrArraySize = 2048 }) },
		`error[GS0310]: texture "t" cannot be made: DepthOrArraySize is 2049, but it must be 1 to 2048 for TEXTURE2D`},
	{"samples", func(w *world) { texture2D(w, func(d *gpu.CommittedResourceDesc) { d.SampleDesc.Count = 3 }) }, func(w *world) { texture2D(w, func(d *gpu.CommittedResourceDesc) { d.SampleDesc.Count = 1 }) },
		`error[GS0311]: texture "t" cannot have 3 samples of quality 0`},
	{"samples of what is not drawn to", func(w *world) {
		texture2D(w, func(d *gpu.CommittedResourceDesc) { d.SampleDesc.Count, d.MipLevels = 4, 1 })
	}, func(w *world) {
		texture2D(w, func(d *gpu.CommittedResourceDesc) {
			d.SampleDesc.Count, d.MipLevels, d.Flags = 4, 1, gpu.AllowRenderTarget
		})
	}, `error[GS0311]: texture "t" cannot have 4 samples: nothing can draw to it`},
	{"blocks", func(w *world) {
		texture2D(w, func(d *gpu.CommittedResourceDesc) { d.Format, d.Width = gpu.FormatBC1Unorm, 62 })
	},
		func(w *world) {
			texture2D(w, func(d *gpu.CommittedResourceDesc) { d.Format, d.Width = gpu.FormatBC1Unorm, 60 })
		},
		`error[GS0309]: texture "t" cannot be made: blocks of format BC1_UNORM have 4 x 4 texels, but it has 62 x 64`},
	{"depth flag of a colour", func(w *world) { texture2D(w, func(d *gpu.CommittedResourceDesc) { d.Flags = gpu.AllowDepthStencil }) },
		func(w *world) {
			texture2D(w, func(d *gpu.CommittedResourceDesc) { d.Format, d.Flags = gpu.FormatD16Unorm, gpu.AllowDepthStencil })
		},
		`error[GS0309]: texture "t" cannot be made: ALLOW_DEPTH_STENCIL is set, but format R8_UNORM holds no depth`},
	{"written sRGB", func(w *world) {
		texture2D(w, func(d *gpu.CommittedResourceDesc) {
			d.Format, d.Flags = gpu.FormatB8G8R8A8UnormSRGB, gpu.AllowUnorderedAccess
		})
	}, func(w *world) {
		texture2D(w, func(d *gpu.CommittedResourceDesc) {
			d.Format, d.Flags = gpu.FormatB8G8R8A8Typeless, gpu.AllowUnorderedAccess
		})
	},
		`error[GS0309]: texture "t" cannot be made: ALLOW_UNORDERED_ACCESS is set, but shaders cannot write format B8G8R8A8_UNORM_SRGB`},
	{"drawn shared exponent", func(w *world) {
		texture2D(w, func(d *gpu.CommittedResourceDesc) {
			d.Format, d.Flags = gpu.FormatR9G9B9E5SharedExp, gpu.AllowRenderTarget
		})
	}, func(w *world) {
		texture2D(w, func(d *gpu.CommittedResourceDesc) { d.Format, d.Flags = gpu.FormatA8Unorm, gpu.AllowRenderTarget })
	},
		`error[GS0309]: texture "t" cannot be made: ALLOW_RENDER_TARGET is set, but draws cannot write format R9G9B9E5_SHAREDEXP`},
	{"resource flags", func(w *world) { bufferOf(w, gpu.ResourceDesc{Width: 4, Flags: gpu.AllowRenderTarget}) }, func(w *world) { bufferOf(w, gpu.ResourceDesc{Width: 4, Flags: gpu.AllowUnorderedAccess}) },
		`error[GS0312]: buffer "n" cannot have flags ALLOW_RENDER_TARGET`},
	{"initial state of upload", func(w *world) {
		committed(w, "n", gpu.CommittedResourceDesc{HeapType: gpu.HeapUpload, ResourceDesc: gpu.ResourceDesc{Dimension: gpu.DimensionBuffer, Width: 4}})
	}, func(w *world) { w.buffer("n", 4, gpu.HeapUpload, 0) }, `error[GS0314]: buffer "n" starts in state COMMON, but a heap of type UPLOAD needs GENERIC_READ`},
	{"initial state needs a flag", func(w *world) {
		texture2D(w, func(d *gpu.CommittedResourceDesc) { d.InitialState = gpu.StateRenderTarget })
	},
		func(w *world) {
			texture2D(w, func(d *gpu.CommittedResourceDesc) {
				d.InitialState, d.Flags = gpu.StateRenderTarget, gpu.AllowRenderTarget
			})
		}, `error[GS0314]: texture "t" cannot start in state RENDER_TARGET: it needs ALLOW_RENDER_TARGET`},
	{"clear value", func(w *world) {
		texture2D(w, func(d *gpu.CommittedResourceDesc) { d.OptimizedClearValue = &gpu.ClearValue{} })
	}, func(w *world) {
		texture2D(w, func(d *gpu.CommittedResourceDesc) {
			d.OptimizedClearValue, d.Flags = &gpu.ClearValue{}, gpu.AllowRenderTarget
		})
	}, `error[GS0315]: texture "t" cannot have an OptimizedClearValue with flags NONE`},
	{"placement offset", func(w *world) { placed(w, 0, 65535, 1024) }, func(w *world) { placed(w, 0, 65536, 1024) },
		`error[GS0316]: buffer "p" cannot be placed at offset 65535 of heap "h": the offset is not a multiple of 65536 bytes`},
	{"placement alignment", func(w *world) { placedSamples(w, 0) }, func(w *world) { placedSamples(w, gpu.MSAAResourceAlignment) },
		`error[GS0316]: texture "p" cannot be placed in heap "h", which is aligned to 65536 bytes: it needs 4194304`},
	{"placement end", func(w *world) { placed(w, 0, 65536, 65537) }, func(w *world) { placed(w, 0, 65536, 65536) },
		`error[GS0316]: buffer "p" does not fit: it would be h[65536, 131073), but heap "h" has 131072 bytes`},
	{"placement denied", func(w *world) { placed(w, gpu.HeapDenyBuffers, 0, 4) }, func(w *world) { placed(w, gpu.HeapDenyNonRTDS, 0, 4) },
		`error[GS0316]: buffer "p" cannot be placed in heap "h", which has DENY_BUFFERS`},
	{"samplers", func(w *world) { w.descriptors("d", gpu.HeapSampler, 2049, gpu.ShaderVisible) }, func(w *world) { w.descriptors("d", gpu.HeapSampler, 2048, gpu.ShaderVisible) },
		`error[GS0317]: descriptor heap "d" cannot be made: NumDescriptors is 2049`},
	{"visible render targets", func(w *world) { w.descriptors("d", gpu.HeapRTV, 1, gpu.ShaderVisible) }, func(w *world) { w.descriptors("d", gpu.HeapRTV, 1, 0) },
		`error[GS0317]: descriptor heap "d" cannot be made: type RTV cannot be SHADER_VISIBLE`},
	{"too many queries", func(w *world) { queriesOf(w, gpu.QueryHeapOcclusion, 536862721) }, func(w *world) { queriesOf(w, gpu.QueryHeapOcclusion, 536862720) },
		`error[GS0318]: query heap "times" cannot be made: Count is 536862721`},
	{"no queries", func(w *world) { queriesOf(w, gpu.QueryHeapTimestamp, 0) }, func(w *world) { queriesOf(w, gpu.QueryHeapTimestamp, 1) },
		`error[GS0318]: query heap "times" cannot be made: Count is 0`},
	{"bundle queue", func(w *world) { w.queue(gpu.ListBundle, "q") }, func(w *world) { w.queue(gpu.ListCompute, "q") },
		`error[GS0302]: queue "q" cannot have type BUNDLE`},
	{"fence value", func(w *world) { w.fence("G", gpu.MaxFenceValue+1) }, func(w *world) { w.fence("G", gpu.MaxFenceValue) },
		`error[GS0305]: the value 9007199254740993 of a fence is larger than 2^53`},
	{"readback texture", func(w *world) {
		w.create("CreateCommittedResource", gpu.KindResource, "t", &gpu.CommittedResourceDesc{HeapType: gpu.HeapReadback, InitialState: gpu.StateCopyDest,
			ResourceDesc: gpu.ResourceDesc{Dimension: gpu.DimensionTexture2D, Width: 4, Height: 4, Format: gpu.FormatR8Unorm}})
	}, func(w *world) { w.texture("t", gpu.FormatR8Unorm, 0) }, `error[GS0313]: texture "t" cannot be in a heap of type READBACK: it is a texture`},
	{"texture width", func(w *world) { textureOf(w, 16385) }, func(w *world) { textureOf(w, 16384) },
		`error[GS0310]: texture "t" cannot be made: Width is 16385, but it must be 1 to 16384 for TEXTURE2D`},
	{"three components", func(w *world) { w.texture("t", gpu.FormatR32G32B32Uint, 0) }, func(w *world) { w.texture("t", gpu.FormatR32G32B32A32Uint, 0) },
		`error[GS0309]: texture "t" cannot be made: format R32G32B32_UINT is for buffers only`},
}
