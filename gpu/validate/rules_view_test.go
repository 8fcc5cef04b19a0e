package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
)

// describe writes a view into descriptor index of heap cpu, which has two.
func describe(w *world, index uint32, c gpu.DescriptorCall) {
	c.CallHead, c.Dest = w.head("CreateView"), gpu.CPUDescriptorHandle{Heap: w.descriptors("cpu", gpu.HeapCBVSRVUAV, 2, 0).id, Index: index}
	w.do(&c)
}

func srv(r *fake, d gpu.ViewDesc) func(*world) {
	return func(w *world) { describe(w, 0, gpu.DescriptorCall{Type: gpu.DescriptorSRV, Resource: r.id, View: &d}) }
}

// uavOf is an unordered access view of a typeless texture.
func uavOf(f gpu.Format) func(*world) {
	return func(w *world) {
		t := w.texture("t", gpu.FormatR8G8B8A8Typeless, gpu.AllowUnorderedAccess)
		describe(w, 0, gpu.DescriptorCall{Type: gpu.DescriptorUAV, Resource: t.id, View: &gpu.ViewDesc{Format: f, ViewDimension: gpu.ViewTexture2D}})
	}
}

// srvA is a view of buffer a, srvT one of texture tex: they are made first in every world.
func srvA(d gpu.ViewDesc) func(*world) { return func(w *world) { srv(w.a, d)(w) } }

// textureView is a view of a kind of a texture that has a format as another one.
func textureView(kind gpu.DescriptorType, has, as gpu.Format) func(*world) {
	return func(w *world) {
		describe(w, 0, gpu.DescriptorCall{Type: kind, Resource: w.texture("t", has, gpu.AllowUnorderedAccess).id, View: &gpu.ViewDesc{Format: as}})
	}
}

func srvT(d gpu.ViewDesc) func(*world) { return func(w *world) { srv(w.tex, d)(w) } }

// counter is a structured UAV with a counter at an offset of a buffer of 8192 bytes.
func counter(offset uint64) func(*world) {
	return func(w *world) {
		u, k := w.buffer("u", 64, 0, gpu.AllowUnorderedAccess), w.buffer("k", 8192, 0, gpu.AllowUnorderedAccess)
		describe(w, 0, gpu.DescriptorCall{Type: gpu.DescriptorUAV, Resource: u.id, Counter: k.id, View: &gpu.ViewDesc{StructureByteStride: 4, CounterOffsetInBytes: offset}})
	}
}

func constantView(size uint32) func(*world) {
	return func(w *world) {
		describe(w, 0, gpu.DescriptorCall{Type: gpu.DescriptorCBV, Constant: &gpu.ConstantBufferViewDesc{BufferLocation: w.base[w.a.id], SizeInBytes: size}})
	}
}

func sampler(n uint32, f gpu.Filter) func(*world) {
	return func(w *world) {
		w.do(&gpu.DescriptorCall{CallHead: w.head("CreateSampler"), Type: gpu.DescriptorSampler, Dest: gpu.CPUDescriptorHandle{Heap: w.descriptors("s", gpu.HeapSampler, 1, 0).id}, Sampler: &gpu.SamplerDesc{MaxAnisotropy: n, Filter: f}})
	}
}

func copyDescriptors(flags gpu.DescriptorHeapFlags, to, count uint32) func(*world) {
	return func(w *world) {
		h := w.descriptors("h", gpu.HeapCBVSRVUAV, 4, flags)
		w.do(&gpu.DescriptorCall{CallHead: w.head("CopyDescriptors"), Copies: []gpu.DescriptorCopy{{Dest: gpu.CPUDescriptorHandle{Heap: h.id, Index: to}, Src: gpu.CPUDescriptorHandle{Heap: h.id}, Count: count}}})
	}
}

func mapped(heap gpu.HeapType, act gpu.MapAct, begin, end uint64) func(*world) {
	return func(w *world) {
		b := w.buffer("m", 64, heap, 0)
		w.do(&gpu.MapCall{CallHead: w.head("Map"), Resource: b.id})
		w.do(&gpu.MapCall{CallHead: w.head("Access"), Act: act, Resource: b.id, Range: &gpu.MapRange{Begin: begin, End: end}})
	}
}

func denied(flags gpu.ResourceFlags) func(*world) {
	return func(w *world) {
		srv(w.texture("d", gpu.FormatR16Typeless, flags), gpu.ViewDesc{Format: gpu.FormatR16Unorm})(w)
	}
}

var viewCases = []ruleCase{
	{"handle type", func(w *world) {
		w.do(&gpu.DescriptorCall{CallHead: w.head("CreateSampler"), Type: gpu.DescriptorSampler, Dest: gpu.CPUDescriptorHandle{Heap: w.descriptors("v", gpu.HeapCBVSRVUAV, 1, 0).id}, Sampler: &gpu.SamplerDesc{}})
	}, sampler(1, 0), `error[GS0388]: CreateSampler needs a heap of type SAMPLER, but descriptor heap "v" has type CBV_SRV_UAV`},
	{"descriptor index", func(w *world) { describe(w, 2, gpu.DescriptorCall{Type: gpu.DescriptorCBV}) }, func(w *world) { describe(w, 1, gpu.DescriptorCall{Type: gpu.DescriptorCBV}) },
		`error[GS0359]: CreateView names descriptors cpu[2, 3), but the heap has 2`},
	{"copy from visible", copyDescriptors(gpu.ShaderVisible, 2, 1), copyDescriptors(0, 2, 1), `error[GS0389]: CopyDescriptors reads from descriptor heap "h", which is shader-visible`},
	{"copy overlap", copyDescriptors(0, 1, 2), copyDescriptors(0, 2, 2), `error[GS0389]: CopyDescriptors copies h[0, 2) onto h[1, 3)`},
	{"constant view", constantView(255), constantView(256), `error[GS0390]: SizeInBytes of the constant buffer view is 255, but it must be a multiple of 256 from 256 to 65536`},
	{"constant view end", constantView(1280), constantView(1024), `error[GS0362]: CreateView needs a[0, 1280), but the buffer has 1024 bytes`},
	{"no anisotropy", sampler(0, gpu.FilterAnisotropic), sampler(0, 0), `error[GS0391]: the sampler cannot be made with MaxAnisotropy 0, MinLOD 0 and MaxLOD 0`},
	{"anisotropy", sampler(17, 0), sampler(16, 0), `error[GS0391]: the sampler cannot be made with MaxAnisotropy 17, MinLOD 0 and MaxLOD 0`},
	{"null view", func(w *world) { describe(w, 0, gpu.DescriptorCall{Type: gpu.DescriptorSRV}) },
		func(w *world) {
			describe(w, 0, gpu.DescriptorCall{Type: gpu.DescriptorSRV, View: &gpu.ViewDesc{ViewDimension: gpu.ViewTexture2D, Format: gpu.FormatR8Unorm}})
		}, `error[GS0392]: CreateView without a resource needs a description with a ViewDimension`},
	{"view dimension", srvA(gpu.ViewDesc{ViewDimension: gpu.ViewTexture2D, Format: gpu.FormatR32Float}), srvA(gpu.ViewDesc{ViewDimension: gpu.ViewBuffer, Format: gpu.FormatR32Float}),
		`error[GS0393]: a view of buffer "a" cannot have dimension TEXTURE2D`},
	{"structured and typed", srvA(gpu.ViewDesc{StructureByteStride: 4, Format: gpu.FormatR32Float}), srvA(gpu.ViewDesc{StructureByteStride: 4}),
		`error[GS0394]: the view of buffer "a" cannot be made: it is more than one of structured, raw and typed`},
	{"stride", srvA(gpu.ViewDesc{StructureByteStride: 6}), srvA(gpu.ViewDesc{StructureByteStride: 8}),
		`error[GS0394]: the view of buffer "a" cannot be made: StructureByteStride is 6, not a multiple of 4 up to 2048 bytes`},
	{"elements of typeless", srvA(gpu.ViewDesc{Format: gpu.FormatR8G8B8A8Typeless}), srvA(gpu.ViewDesc{Format: gpu.FormatR8G8B8A8Unorm}),
		`error[GS0394]: the view of buffer "a" cannot be made: format R8G8B8A8_TYPELESS is not for typed views`},
	{"elements of depth", srvA(gpu.ViewDesc{Format: gpu.FormatD32Float}), srvA(gpu.ViewDesc{Format: gpu.FormatR32Float}),
		`error[GS0394]: the view of buffer "a" cannot be made: format D32_FLOAT is not for typed views`},
	{"elements of sRGB", srvA(gpu.ViewDesc{Format: gpu.FormatR8G8B8A8UnormSRGB}), srvA(gpu.ViewDesc{Format: gpu.FormatR8G8B8A8Unorm}),
		`error[GS0394]: the view of buffer "a" cannot be made: format R8G8B8A8_UNORM_SRGB is not for typed views`},
	{"elements of blocks", srvA(gpu.ViewDesc{Format: gpu.FormatBC1Unorm}), srvA(gpu.ViewDesc{Format: gpu.FormatR32G32Float}),
		`error[GS0394]: the view of buffer "a" cannot be made: format BC1_UNORM is not for typed views`},
	{"counter alignment", counter(2048), counter(4096), `error[GS0395]: the view of buffer "u" cannot have this counter: CounterOffsetInBytes is 2048, not a multiple of 4096`},
	{"counter end", counter(8192), counter(4096), `error[GS0395]: the view of buffer "u" cannot have this counter: CounterOffsetInBytes is 8192, and buffer "k" has 8192 bytes`},
	{"view that writes sRGB", uavOf(gpu.FormatR8G8B8A8UnormSRGB), uavOf(gpu.FormatR8G8B8A8Unorm),
		`error[GS0396]: shaders cannot write texture "t" through a view of format R8G8B8A8_UNORM_SRGB`},
	{"floats as other numbers", textureView(gpu.DescriptorSRV, gpu.FormatR32Float, gpu.FormatR32Uint), textureView(gpu.DescriptorSRV, gpu.FormatR32Typeless, gpu.FormatR32Uint),
		`error[GS0396]: a view of texture "t", which has format R32_FLOAT, cannot show its numbers as R32_UINT`},
	{"texels as one number", textureView(gpu.DescriptorSRV, gpu.FormatR8G8B8A8Typeless, gpu.FormatR32Uint), textureView(gpu.DescriptorUAV, gpu.FormatR8G8B8A8Typeless, gpu.FormatR32Uint),
		`error[GS0396]: a view of texture "t", which has format R8G8B8A8_TYPELESS, cannot have format R32_UINT`},
	{"texels of a typed format as one number", textureView(gpu.DescriptorUAV, gpu.FormatR8G8B8A8Unorm, gpu.FormatR32Uint), textureView(gpu.DescriptorUAV, gpu.FormatR16G16Typeless, gpu.FormatR32Float),
		`error[GS0396]: a view of texture "t", which has format R8G8B8A8_UNORM, cannot have format R32_UINT`},
	{"view format", srvT(gpu.ViewDesc{Format: gpu.FormatR16Float}), srvT(gpu.ViewDesc{Format: gpu.FormatR8Uint}),
		`error[GS0396]: a view of texture "tex", which has format R8_UNORM, cannot have format R16_FLOAT`},
	{"elements", srvA(gpu.ViewDesc{Format: gpu.FormatR32Float, FirstElement: 1, NumElements: 256}), srvA(gpu.ViewDesc{Format: gpu.FormatR32Float, FirstElement: 1, NumElements: 255}),
		`error[GS0397]: the view of buffer "a" shows elements [1, 257) of 4 bytes, but the buffer has 256`},
	{"view mips", srvT(gpu.ViewDesc{MostDetailedMip: 1}), srvT(gpu.ViewDesc{MipLevels: 1}), `error[GS0397]: the view of texture "tex" shows mips from 1 on, but there are 1`},
	{"denied", denied(gpu.AllowDepthStencil | gpu.DenyShaderResource), denied(gpu.AllowDepthStencil), `error[GS0398]: CreateView on texture "d", which has DENY_SHADER_RESOURCE`},
	{"map end", mapped(gpu.HeapUpload, gpu.MapWrite, 60, 65), mapped(gpu.HeapUpload, gpu.MapWrite, 60, 64), `error[GS0386]: Access needs m[60, 65), but the buffer has 64 bytes`},
	{"readback write", mapped(gpu.HeapReadback, gpu.MapWrite, 0, 4), mapped(gpu.HeapReadback, gpu.MapRead, 0, 4), `error[GS0387]: Access says that the CPU wrote buffer "m", which is in READBACK memory`},
	{"map default", func(w *world) { w.do(&gpu.MapCall{CallHead: w.head("Map"), Resource: w.a.id}) }, func(w *world) { w.do(&gpu.MapCall{CallHead: w.head("Map"), Resource: w.up.id}) },
		`error[GS0384]: buffer "a" cannot be mapped: it is in a heap of type DEFAULT`},
	{"unmapped", func(w *world) { w.do(&gpu.MapCall{CallHead: w.head("Unmap"), Act: gpu.MapUnmap, Resource: w.up.id}) },
		func(w *world) { w.do(&gpu.MapCall{CallHead: w.head("Map"), Resource: w.up.id}) }, `error[GS0385]: Unmap on buffer "up", which is not mapped`},
}
