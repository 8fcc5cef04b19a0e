package creation

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/layout"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/views"
)

// firstReservedSpace is the first register space that drivers and tools keep for themselves (D3D12_DRIVER_RESERVED_REGISTER_SPACE_VALUES_START).
const firstReservedSpace = 0xfffffff0

// rootSignatureRules: the budget, each parameter, then registers that two parameters claim.
func (x *checker) rootSignatureRules(c *gpu.CreateCall, d *gpu.RootSignatureDesc) {
	cost := uint64(0)
	for i := range d.Parameters {
		cost += uint64(dwords(&d.Parameters[i]))
		x.parameterRules(c, d, i)
	}
	if cost > gpu.MaxRootSignatureDWORDs {
		x.sayRootBudget(c, d, cost)
	}
	if len(d.StaticSamplers) > gpu.MaxStaticSamplers {
		x.sayStaticSamplers(c, len(d.StaticSamplers))
	}
	for i := range d.StaticSamplers {
		if s := &d.StaticSamplers[i]; s.RegisterSpace >= firstReservedSpace {
			x.sayReservedSpace(c, fmt.Sprintf("StaticSamplers[%d]", i+1), s.RegisterSpace)
		}
		if s := &d.StaticSamplers[i]; s.BorderColor.Static() == "" &&
			slices.Contains([]gpu.AddressMode{s.AddressU, s.AddressV, s.AddressW}, gpu.AddressBorder) {
			x.sayStaticBorder(c, i, s.BorderColor)
		}
		views.Describes(x.say, &d.StaticSamplers[i].SamplerDesc, c.Site, c.Method, fmt.Sprintf("StaticSamplers[%d].", i+1), func() string {
			return fmt.Sprintf("%s has a static sampler that cannot be made: StaticSamplers[%d] has", quoted("root signature", c), i+1)
		})
	}
	if x.refused() {
		return
	}
	all := layout.Of(d)
	for i := range all {
		for k := range all[:i] {
			if all[i].Overlaps(&all[k]) {
				x.sayRegisterOverlap(c, &all[k], &all[i], layout.Free(all, &all[i]))
				return
			}
		}
	}
}

// dwords is what the parameter costs of the 64 DWORD budget.
func dwords(p *gpu.RootParameter) uint32 {
	switch p.Type {
	case gpu.RootDescriptorTable:
		return 1
	case gpu.Root32BitConstants:
		return p.Num32BitValues
	default:
		return 2
	}
}

// parameterRules applies the rules of one root parameter.
func (x *checker) parameterRules(c *gpu.CreateCall, d *gpu.RootSignatureDesc, i int) {
	p := &d.Parameters[i]
	place := fmt.Sprintf("Parameters[%d]", i+1)
	if p.Type != gpu.RootDescriptorTable && p.RegisterSpace >= firstReservedSpace {
		x.sayReservedSpace(c, place, p.RegisterSpace)
		return
	}
	switch p.Type {
	case gpu.RootDescriptorTable:
		x.rangesRules(c, d, p, place)
	case gpu.Root32BitConstants:
		if p.Num32BitValues == 0 {
			x.sayRootConstants(c, place)
		}
	default:
		if p.Flags&gpu.DescriptorsVolatile != 0 {
			x.sayRangeFlags(c, place, p.Flags, p.Flags&^gpu.DescriptorsVolatile,
				"a root descriptor is not a descriptor in a heap, so DESCRIPTORS_VOLATILE means nothing")
			return
		}
		x.dataFlagRules(c, d.Version, place, p.Flags)
	}
}

// rangesRules: a table has ranges, of samplers or of views but not of both, that end within 32 bits.
func (x *checker) rangesRules(c *gpu.CreateCall, d *gpu.RootSignatureDesc, p *gpu.RootParameter, place string) {
	if len(p.Ranges) == 0 {
		x.sayEmptyTable(c, place)
		return
	}
	samplers := p.Ranges[0].Type == gpu.DescriptorSampler
	at := uint64(0)
	for k := range p.Ranges {
		r := &p.Ranges[k]
		where := fmt.Sprintf("%s.Ranges[%d]", place, k+1)
		if r.OffsetInDescriptorsFromTableStart != gpu.RangeAppend {
			at = uint64(r.OffsetInDescriptorsFromTableStart)
		}
		open := r.NumDescriptors == gpu.Unbounded && k == len(p.Ranges)-1 // it ends with the heap
		if !open {
			at += uint64(r.NumDescriptors)
		}
		switch {
		case r.Type > gpu.DescriptorSampler || r.NumDescriptors == 0 || at > gpu.MaxShaderVisibleDescriptors || !open && uint64(r.BaseShaderRegister)+
			uint64(r.NumDescriptors) > 1<<32:
			x.sayRangeSize(c, where, r, at)
		case (r.Type == gpu.DescriptorSampler) != samplers:
			x.sayMixedTable(c, place)
		case r.RegisterSpace >= firstReservedSpace:
			x.sayReservedSpace(c, where, r.RegisterSpace)
		case samplers && r.Flags&^gpu.DescriptorsVolatile != 0:
			x.sayRangeFlags(c, where, r.Flags, r.Flags&gpu.DescriptorsVolatile, "samplers have no data")
		case r.Flags&(gpu.DataStatic|gpu.DescriptorsVolatile) == gpu.DataStatic|gpu.DescriptorsVolatile:
			x.sayRangeFlags(c, where, r.Flags, r.Flags&^gpu.DataStatic,
				"DATA_STATIC needs descriptors that do not change, but DESCRIPTORS_VOLATILE lets them change")
		default:
			x.dataFlagRules(c, d.Version, where, r.Flags)
		}
	}
}

// dataFlagRules: at most one DATA flag, and none in version 1.0, where everything is volatile.
func (x *checker) dataFlagRules(c *gpu.CreateCall, version gpu.RootSignatureVersion, place string, f gpu.DescriptorRangeFlags) {
	data := f & (gpu.DataVolatile | gpu.DataStaticWhileSetAtExecute | gpu.DataStatic)
	switch {
	case data&(data-1) != 0:
		x.sayRangeFlags(c, place, f, f&^data|weakest(data), "they contradict each other: at most one DATA flag may be set")
	case f != 0 && version == gpu.RootVersion10:
		x.sayRangeFlags(c, place, f, 0, "version 1_0 has no flags: everything is volatile")
	}
}

// weakest is the flag that promises least of some DATA flags.
func weakest(data gpu.DescriptorRangeFlags) gpu.DescriptorRangeFlags {
	if data&gpu.DataVolatile != 0 {
		return gpu.DataVolatile
	}
	return gpu.DataStaticWhileSetAtExecute
}

// pipelineRules: a compute shader, and a place in the root signature for everything that it declares.
func (x *checker) pipelineRules(c *gpu.CreateCall, d *gpu.ComputePipelineStateDesc) {
	if d.CS == nil || d.RootSignature == nil {
		return
	}
	if d.CS.ShaderStage() != gpu.StageCompute {
		x.sayShaderStage(c, d.CS, gpu.StageCompute)
		return
	}
	x.registerRules(c, d.RootSignature, d.CS)
}
