package validate

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/layout"
)

// newRootSignature works out what commands need to know.
func (v *Validator) newRootSignature(d *gpu.RootSignatureDesc) *rootSignature {
	key := fmt.Sprint(d.Version, d.Parameters, d.StaticSamplers, d.Flags)
	if v.layouts[key] == 0 {
		v.layouts[key] = layoutID(len(v.layouts) + 1)
	}
	return &rootSignature{desc: d, tables: layout.TablesOf(d), layout: v.layouts[key]}
}

// newPipeline works out which root parameters, and which descriptors of tables, the shader reads.
func (v *Validator) newPipeline(d *gpu.ComputePipelineStateDesc) *pipeline {
	p := &pipeline{root: idOf(d.RootSignature), shader: d.CS}
	if root := bodyOf[rootSignature](v, p.root); root != nil && d.CS != nil {
		p.layout, p.reads = root.layout, layout.ReadsOf(root.desc, d.CS.Slots())
	}
	return p
}

// newCommandSignature works out which root parameters the commands set.
func newCommandSignature(d *gpu.CommandSignatureDesc) *commandSignature {
	s := &commandSignature{desc: d}
	if d.RootSignature != nil {
		s.root = d.RootSignature.ID()
	}
	for _, a := range d.ArgumentDescs {
		if a.Type != gpu.IndirectDispatch && a.RootParameterIndex < 64 {
			s.sets |= 1 << a.RootParameterIndex
		}
	}
	return s
}
