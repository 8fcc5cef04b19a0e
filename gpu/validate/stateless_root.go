package validate

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
)

// registers is a run of registers of one class that a root signature gives to a parameter.
type registers struct {
	class         gpu.DescriptorType
	space         uint32
	first, end    uint64
	visible       gpu.ShaderVisibility
	parameter     int // -1: a static sampler
	place         string
	table         bool
	offset, count uint32 // in the table
}

func (r *registers) overlaps(s *registers) bool {
	return r.class == s.class && r.space == s.space && r.first < s.end && s.first < r.end &&
		(r.visible == s.visible || r.visible == gpu.VisibilityAll || s.visible == gpu.VisibilityAll)
}

func (r *registers) String() string {
	last := ""
	if r.end-r.first > 1 {
		last = fmt.Sprintf("..%s%d", r.class.RegisterPrefix(), r.end-1)
	}
	text := fmt.Sprintf("%s%d%s", r.class.RegisterPrefix(), r.first, last)
	if r.space != 0 {
		text += fmt.Sprintf(" in space %d", r.space)
	}
	return text
}

// rootRegisters lists the registers of a root signature in the order of its parameters.
func rootRegisters(d *gpu.RootSignatureDesc) []registers {
	var out []registers
	for i := range d.Parameters {
		p := &d.Parameters[i]
		if p.Type == gpu.RootDescriptorTable {
			out = appendTable(out, p, i)
			continue
		}
		out = append(out, registers{class: rootClass(p.Type), space: p.RegisterSpace, first: uint64(p.ShaderRegister), end: uint64(p.ShaderRegister) + 1,
			visible: p.ShaderVisibility, parameter: i, place: fmt.Sprintf("Parameters[%d]", i+1), count: 1})
	}
	for i := range d.StaticSamplers {
		s := &d.StaticSamplers[i]
		out = append(out, registers{class: gpu.DescriptorSampler, space: s.RegisterSpace, first: uint64(s.ShaderRegister), end: uint64(s.ShaderRegister) + 1,
			visible: s.ShaderVisibility, parameter: -1, place: fmt.Sprintf("StaticSamplers[%d]", i+1), count: 1})
	}
	return out
}

func appendTable(out []registers, p *gpu.RootParameter, parameter int) []registers {
	at := uint32(0)
	for k := range p.Ranges {
		r := &p.Ranges[k]
		if r.OffsetInDescriptorsFromTableStart != gpu.RangeAppend {
			at = r.OffsetInDescriptorsFromTableStart
		}
		out = append(out, registers{class: r.Type, space: r.RegisterSpace, first: uint64(r.BaseShaderRegister), end: uint64(r.BaseShaderRegister) + uint64(r.NumDescriptors),
			visible: p.ShaderVisibility, parameter: parameter, place: fmt.Sprintf("Parameters[%d].Ranges[%d]", parameter+1, k+1), table: true, offset: at, count: r.NumDescriptors})
		at += r.NumDescriptors
	}
	return out
}

func rootClass(t gpu.RootParameterType) gpu.DescriptorType {
	switch t {
	case gpu.RootSRV:
		return gpu.DescriptorSRV
	case gpu.RootUAV:
		return gpu.DescriptorUAV
	}
	return gpu.DescriptorCBV
}

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
	all := rootRegisters(d)
	for i := range all {
		for k := range all[:i] {
			if all[i].overlaps(&all[k]) {
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
	r := &rootSignature{desc: d}
	for _, g := range rootRegisters(d) {
		if !g.table || g.parameter >= len(r.size) {
			continue
		}
		r.tables |= 1 << g.parameter
		r.size[g.parameter] = max(r.size[g.parameter], g.offset+g.count)
		if g.class == gpu.DescriptorSampler {
			r.typ[g.parameter] = gpu.HeapSampler
		}
	}
	key := fmt.Sprint(d.Version, d.Parameters, d.StaticSamplers, d.Flags)
	if v.layouts[key] == 0 {
		v.layouts[key] = layoutID(len(v.layouts) + 1)
	}
	r.layout = v.layouts[key]
	return r
}

// pipelineRules: a compute shader, and a place in the root signature for everything that it declares.
func (v *Validator) pipelineRules(c *gpu.CreateCall, d *gpu.ComputePipelineStateDesc) {
	if d.CS == nil || d.RootSignature == nil || v.gone(d.RootSignature.ID(), c) {
		return
	}
	if d.CS.ShaderStage() != gpu.StageCompute {
		v.sayShaderStage(c, d)
		return
	}
	all := rootRegisters(d.RootSignature.RootSignatureDesc())
	for _, s := range d.CS.Slots() {
		for k := range max(s.Count, 1) {
			if !provided(all, &s, s.Register+k) {
				v.sayMissingRegister(c, d, &s, s.Register+k, all)
				break
			}
		}
	}
}

// provided says whether some parameter gives the compute stage a register.
func provided(all []registers, s *gpu.ShaderSlot, number uint32) bool {
	for i := range all {
		if all[i].provides(s.Class, uint64(number), s.Space) {
			return true
		}
	}
	return false
}

func (r *registers) provides(class gpu.DescriptorType, number uint64, space uint32) bool {
	return r.class == class && r.space == space && r.first <= number && number < r.end && r.visible == gpu.VisibilityAll
}

// newPipeline works out which root parameters, and which descriptors of tables, the shader reads.
func (v *Validator) newPipeline(d *gpu.ComputePipelineStateDesc) *pipeline {
	p := &pipeline{root: idOf(d.RootSignature), shader: d.CS}
	root := bodyOf[rootSignature](v, p.root)
	if root == nil || d.CS == nil {
		return p
	}
	p.layout = root.layout
	all := rootRegisters(root.desc)
	for _, s := range d.CS.Slots() {
		for i := range all {
			g := &all[i]
			first, end := max(g.first, uint64(s.Register)), min(g.end, uint64(s.Register)+uint64(max(s.Count, 1)))
			if g.class != s.Class || g.space != s.Space || first >= end || g.parameter < 0 || g.parameter >= 64 {
				continue
			}
			p.needs |= 1 << g.parameter
			if g.table {
				p.reads = append(p.reads, tableRead{uint32(g.parameter), g.offset + uint32(first-g.first), uint32(end - first)})
			} else if root.desc.Parameters[g.parameter].Type != gpu.Root32BitConstants {
				p.views |= 1 << g.parameter
			}
		}
	}
	return p
}
