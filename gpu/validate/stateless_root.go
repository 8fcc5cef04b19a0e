package validate

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/layout"
)

// rootSignatureRules: the budget, each parameter, then registers that two parameters claim.
func (v *Validator) rootSignatureRules(c *gpu.CreateCall, d *gpu.RootSignatureDesc) {
	cost := uint64(0)
	for i := range d.Parameters {
		cost += uint64(d.Parameters[i].DWORDs())
		v.parameterRules(c, d, i)
	}
	if cost > gpu.MaxRootSignatureDWORDs {
		v.sayRootBudget(c, d, cost)
	}
	if len(d.StaticSamplers) > gpu.MaxStaticSamplers {
		v.sayStaticSamplers(c, len(d.StaticSamplers))
	}
	if v.refused() {
		return
	}
	all := layout.Of(d)
	for i := range all {
		for k := range all[:i] {
			if all[i].Overlaps(&all[k]) {
				v.sayRegisterOverlap(c, &all[k], &all[i])
				return
			}
		}
	}
}

// parameterRules applies the rules of one root parameter.
func (v *Validator) parameterRules(c *gpu.CreateCall, d *gpu.RootSignatureDesc, i int) {
	p := &d.Parameters[i]
	place := fmt.Sprintf("Parameters[%d]", i+1)
	switch p.Type {
	case gpu.RootDescriptorTable:
		v.rangesRules(c, d, p, place)
	case gpu.Root32BitConstants:
		if p.Num32BitValues == 0 {
			v.sayRootConstants(c, place)
		}
	default:
		if p.Flags&gpu.DescriptorsVolatile != 0 {
			v.sayRangeFlags(c, place, p.Flags, "a root descriptor is no descriptor in a heap, so DESCRIPTORS_VOLATILE means nothing")
			return
		}
		v.dataFlagRules(c, d.Version, place, p.Flags)
	}
}

// rangesRules: a table has ranges, of samplers or of views but not of both, that end within 32 bits.
func (v *Validator) rangesRules(c *gpu.CreateCall, d *gpu.RootSignatureDesc, p *gpu.RootParameter, place string) {
	if len(p.Ranges) == 0 {
		v.sayEmptyTable(c, place)
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
		at += uint64(r.NumDescriptors)
		switch {
		case r.Type > gpu.DescriptorSampler || r.NumDescriptors == 0 || at > gpu.MaxShaderVisibleDescriptors || uint64(r.BaseShaderRegister)+uint64(r.NumDescriptors) > 1<<32:
			v.sayRangeSize(c, where, r, at)
		case (r.Type == gpu.DescriptorSampler) != samplers:
			v.sayMixedTable(c, place)
		case samplers && r.Flags&^gpu.DescriptorsVolatile != 0:
			v.sayRangeFlags(c, where, r.Flags, "samplers have no data")
		case r.Flags&(gpu.DataStatic|gpu.DescriptorsVolatile) == gpu.DataStatic|gpu.DescriptorsVolatile:
			v.sayRangeFlags(c, where, r.Flags, "DATA_STATIC needs descriptors that do not change, and DESCRIPTORS_VOLATILE lets them")
		default:
			v.dataFlagRules(c, d.Version, where, r.Flags)
		}
	}
}

// dataFlagRules: at most one DATA flag, and none in version 1.0, where everything is volatile.
func (v *Validator) dataFlagRules(c *gpu.CreateCall, version gpu.RootSignatureVersion, place string, f gpu.DescriptorRangeFlags) {
	data := f & (gpu.DataVolatile | gpu.DataStaticWhileSetAtExecute | gpu.DataStatic)
	switch {
	case data&(data-1) != 0:
		v.sayRangeFlags(c, place, f, "they contradict each other: at most one DATA flag may be set")
	case f != 0 && version == gpu.RootVersion10:
		v.sayRangeFlags(c, place, f, "version 1_0 has no flags: everything is volatile")
	}
}

// newRootSignature works out what commands need to know.
func (v *Validator) newRootSignature(d *gpu.RootSignatureDesc) *rootSignature {
	key := fmt.Sprint(d.Version, d.Parameters, d.StaticSamplers, d.Flags)
	if v.layouts[key] == 0 {
		v.layouts[key] = layoutID(len(v.layouts) + 1)
	}
	return &rootSignature{desc: d, tables: layout.TablesOf(d), layout: v.layouts[key]}
}

// pipelineRules: a compute shader, and a place in the root signature for everything that it declares.
func (v *Validator) pipelineRules(c *gpu.CreateCall, d *gpu.ComputePipelineStateDesc) {
	if d.CS == nil || d.RootSignature == nil || v.unusable(d.RootSignature.ID(), c) {
		return
	}
	if d.CS.ShaderStage() != gpu.StageCompute {
		v.sayShaderStage(c, d)
		return
	}
	all := layout.Of(d.RootSignature.RootSignatureDesc())
	for _, s := range d.CS.Slots() {
		for k := range max(s.Count, 1) {
			if !layout.Provided(all, s.Class, uint64(s.Register)+uint64(k), s.Space) {
				v.sayMissingRegister(c, d, &s, s.Register+k, all)
				break
			}
		}
	}
}

// newPipeline works out which root parameters, and which descriptors of tables, the shader reads.
func (v *Validator) newPipeline(d *gpu.ComputePipelineStateDesc) *pipeline {
	p := &pipeline{root: idOf(d.RootSignature), shader: d.CS}
	if root := bodyOf[rootSignature](v, p.root); root != nil && d.CS != nil {
		p.layout, p.reads = root.layout, layout.ReadsOf(root.desc, d.CS.Slots())
	}
	return p
}
