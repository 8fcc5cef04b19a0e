package validate

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/content"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/layout"
)

// newRootSignature works out what commands need to know.
func (v *Validator) newRootSignature(d *gpu.RootSignatureDesc) *rootSignature {
	key := fmt.Sprint(d.Version, d.Parameters, d.StaticSamplers, d.Flags)
	if v.layouts[key] == 0 {
		v.layouts[key] = layoutID(len(v.layouts) + 1)
	}
	r := &rootSignature{desc: d, tables: layout.TablesOf(d), layout: v.layouts[key]}
	for _, k := range content.RangesOf(d) {
		if k.Mode == content.Static {
			r.statics = append(r.statics, k)
		}
	}
	return r
}

// newPipeline works out which root parameters, and which descriptors of tables, the shaders read.
func (v *Validator) newPipeline(id gpu.ID, shaders ...gpu.Shader) *pipeline {
	p := &pipeline{root: id}
	root := bodyOf[rootSignature](v, id)
	if root == nil {
		return p
	}
	p.layout = root.layout
	for _, s := range shaders {
		if s == nil {
			continue
		}
		part := programPart{s, s.ShaderStage(), layout.ReadsOf(root.desc, s.ShaderStage(), s.Slots())}
		p.parts = append(p.parts, part)
		p.keeps = append(p.keeps, content.ReadsOf(root.desc, s.ShaderStage(), s.Slots())...)
		p.reads.Needs |= part.reads.Needs
		p.reads.Views |= part.reads.Views
		p.reads.Tables = append(p.reads.Tables, part.reads.Tables...)
		for i := range part.reads.Tables {
			if t := &part.reads.Tables[i]; !t.Volatile {
				p.statics |= 1 << t.Parameter
			}
		}
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
		if a.Type >= gpu.IndirectConstant && a.RootParameterIndex < 64 {
			s.sets |= 1 << a.RootParameterIndex
		}
	}
	return s
}
