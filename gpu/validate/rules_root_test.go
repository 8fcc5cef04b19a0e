package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
)

func rootOf(w *world, p ...gpu.RootParameter) *fake { return w.root("root", p...) }

// borderOf makes a root signature with a static sampler.
func borderOf(w *world, mode gpu.AddressMode, color gpu.BorderColor) {
	w.create("CreateRootSignature", gpu.KindRootSignature, "root", &gpu.RootSignatureDesc{StaticSamplers: []gpu.StaticSampler{{SamplerDesc: gpu.SamplerDesc{AddressW: mode, BorderColor: color}}}})
}

// samplerOf makes a pipeline whose shader compares through a static sampler.
func samplerOf(w *world, f gpu.Filter) {
	d := &gpu.RootSignatureDesc{StaticSamplers: []gpu.StaticSampler{{SamplerDesc: gpu.SamplerDesc{Filter: f}}}}
	root := w.create("CreateRootSignature", gpu.KindRootSignature, "root", d)
	root.root = d
	w.pipeline("p", root, gpu.ShaderSlot{Name: "s", Class: gpu.DescriptorSampler, Count: 1, Compares: true})
}

func table(r ...gpu.DescriptorRange) gpu.RootParameter { return gpu.RootParameter{Ranges: r} }

func constants(n uint32) gpu.RootParameter {
	return gpu.RootParameter{Type: gpu.Root32BitConstants, Num32BitValues: n}
}

func uavAt(register uint32) gpu.RootParameter {
	return gpu.RootParameter{Type: gpu.RootUAV, ShaderRegister: register}
}

// rangeOf is a range at the place after the one before.
func rangeOf(t gpu.DescriptorType, n uint32, f gpu.DescriptorRangeFlags) gpu.DescriptorRange {
	return gpu.DescriptorRange{Type: t, NumDescriptors: n, Flags: f, OffsetInDescriptorsFromTableStart: gpu.RangeAppend}
}

func stageOf(w *world, stage gpu.ShaderStage) {
	w.create("CreateComputePipelineState", gpu.KindPipelineState, "p", &gpu.ComputePipelineStateDesc{RootSignature: rootOf(w), CS: &fake{name: "s", stage: stage}})
}

var rootCases = []ruleCase{
	{"root budget", func(w *world) { rootOf(w, constants(65)) }, func(w *world) { rootOf(w, constants(64)) }, `error[GS0319]: root signature "root" costs 65 DWORDs, but at most 64 are allowed`},
	{"register twice", func(w *world) { rootOf(w, uavAt(0), uavAt(0)) }, func(w *world) { rootOf(w, uavAt(0), uavAt(1)) },
		`error[GS0320]: root signature "root" gives u0 to two parameters: Parameters[1] and Parameters[2]`},
	{"ranges overlap", func(w *world) {
		rootOf(w, table(rangeOf(gpu.DescriptorUAV, 4, 0)), uavAt(3))
	}, func(w *world) { rootOf(w, table(rangeOf(gpu.DescriptorUAV, 4, 0)), uavAt(4)) },
		`error[GS0320]: root signature "root" gives u3 to two parameters: Parameters[1].Ranges[1] has u0..u3, Parameters[2] has u3`},
	{"static border", func(w *world) { borderOf(w, gpu.AddressBorder, gpu.BorderColor{1, 0.5, 0.5, 1}) }, func(w *world) { borderOf(w, gpu.AddressBorder, gpu.BorderColor{1, 1, 1, 1}) },
		`error[GS0329]: root signature "root" has a static sampler with border color (1, 0.5, 0.5, 1)`},
	{"static border that another mode has", func(w *world) { borderOf(w, gpu.AddressBorder, gpu.BorderColor{0, 0, 0, 0.5}) }, func(w *world) { borderOf(w, gpu.AddressClamp, gpu.BorderColor{0, 0, 0, 0.5}) },
		`error[GS0329]: root signature "root" has a static sampler with border color (0, 0, 0, 0.5)`},
	{"reserved space", func(w *world) {
		p := uavAt(0)
		p.RegisterSpace = 4294967280
		rootOf(w, p)
	}, func(w *world) {
		p := uavAt(0)
		p.RegisterSpace = 4294967279
		rootOf(w, p)
	}, `error[GS0321]: root signature "root" uses a reserved space: Parameters[1].RegisterSpace is 4294967280`},
	{"no constants", func(w *world) { rootOf(w, constants(0)) }, func(w *world) { rootOf(w, constants(1)) },
		`error[GS0321]: root signature "root" has constants without values: Parameters[1].Num32BitValues is 0`},
	{"empty table", func(w *world) { rootOf(w, table()) }, func(w *world) { rootOf(w, table(rangeOf(gpu.DescriptorSRV, 1, 0))) },
		`error[GS0321]: root signature "root" has a table without ranges: Parameters[1].Ranges is empty`},
	{"mixed table", func(w *world) {
		rootOf(w, table(rangeOf(gpu.DescriptorSRV, 1, 0), rangeOf(gpu.DescriptorSampler, 1, 0)))
	}, func(w *world) {
		rootOf(w, table(rangeOf(gpu.DescriptorSRV, 1, 0)), table(rangeOf(gpu.DescriptorSampler, 1, 0)))
	}, `error[GS0321]: root signature "root" mixes samplers and views in one table: Parameters[1]`},
	{"table size", func(w *world) { rootOf(w, table(rangeOf(gpu.DescriptorSRV, 1000001, 0))) }, func(w *world) { rootOf(w, table(rangeOf(gpu.DescriptorSRV, 1000000, 0))) },
		`error[GS0321]: root signature "root" has a range that does not fit: Parameters[1].Ranges[1] has 1000001 descriptors of type SRV and ends at descriptor 1000001`},
	{"two data flags", func(w *world) {
		rootOf(w, table(rangeOf(gpu.DescriptorSRV, 1, gpu.DataStatic|gpu.DataVolatile)))
	}, func(w *world) { rootOf(w, table(rangeOf(gpu.DescriptorSRV, 1, gpu.DataStatic))) },
		`error[GS0322]: root signature "root" cannot have flags DATA_VOLATILE|DATA_STATIC at Parameters[1].Ranges[1]`},
	{"sampler data", func(w *world) { rootOf(w, table(rangeOf(gpu.DescriptorSampler, 1, gpu.DataStatic))) },
		func(w *world) { rootOf(w, table(rangeOf(gpu.DescriptorSampler, 1, gpu.DescriptorsVolatile))) },
		`error[GS0322]: root signature "root" cannot have flags DATA_STATIC at Parameters[1].Ranges[1]`},
	{"pixel shader", func(w *world) { stageOf(w, gpu.StagePixel) }, func(w *world) { stageOf(w, gpu.StageCompute) }, `error[GS0323]: pipeline "p" needs a compute shader, but "s" is a pixel shader`},
	{"missing register", func(w *world) {
		w.pipeline("p", rootOf(w, uavAt(0)), gpu.ShaderSlot{Name: "out", Class: gpu.DescriptorUAV, Register: 1, Count: 1})
	}, func(w *world) {
		w.pipeline("p", rootOf(w, uavAt(1)), gpu.ShaderSlot{Name: "out", Class: gpu.DescriptorUAV, Register: 1, Count: 1})
	}, `error[GS0324]: root signature "root" does not offer u1, which shader "pCS" reads as "out"`},
	{"static sampler that does not compare", func(w *world) { samplerOf(w, gpu.FilterPoint) }, func(w *world) { samplerOf(w, gpu.FilterComparison) },
		`warning[GS0628]: StaticSamplers[1] of root signature "root" has the filter MIN_MAG_MIP_POINT, which compares nothing, and shader "pCS" declares "s" as SamplerComparisonState`},
	{"texture behind a root descriptor", func(w *world) {
		w.pipeline("p", rootOf(w, gpu.RootParameter{Type: gpu.RootSRV}), gpu.ShaderSlot{Name: "in", Class: gpu.DescriptorSRV, Count: 1, View: gpu.ViewTexture2D, Typed: true})
	}, func(w *world) {
		w.pipeline("p", rootOf(w, table(rangeOf(gpu.DescriptorSRV, 1, 0))), gpu.ShaderSlot{Name: "in", Class: gpu.DescriptorSRV, Count: 1, View: gpu.ViewTexture2D, Typed: true})
	}, `error[GS0327]: Parameters[1] of root signature "root" is a root SRV, which shows raw and structured buffers only, but shader "pCS" declares t0 as a view of dimension TEXTURE2D`},
	{"counter behind a root descriptor", func(w *world) {
		w.pipeline("p", rootOf(w, uavAt(0)), gpu.ShaderSlot{Name: "kept", Class: gpu.DescriptorUAV, Count: 1, View: gpu.ViewBuffer, Stride: 4, Counted: true})
	}, func(w *world) {
		w.pipeline("p", rootOf(w, uavAt(0)), gpu.ShaderSlot{Name: "kept", Class: gpu.DescriptorUAV, Count: 1, View: gpu.ViewBuffer, Stride: 4})
	}, `error[GS0327]: Parameters[1] of root signature "root" is a root UAV, which has no counter, but shader "pCS" declares u0 as a buffer with a counter`},
	{"missing array end", func(w *world) {
		w.pipeline("p", rootOf(w, table(rangeOf(gpu.DescriptorSRV, 3, 0))), gpu.ShaderSlot{Name: "in", Class: gpu.DescriptorSRV, Count: 4})
	}, func(w *world) {
		w.pipeline("p", rootOf(w, table(rangeOf(gpu.DescriptorSRV, 4, 0))), gpu.ShaderSlot{Name: "in", Class: gpu.DescriptorSRV, Count: 4})
	}, `error[GS0324]: root signature "root" does not offer t3, which shader "pCS" reads as "in"`},
}
