// Package program works out what root signatures, pipelines and command signatures mean for the commands of a list, and follows the root arguments
// that a list sets.
//
//	RootSignature ──▶ Root ──┐
//	shaders ─────────────────┴──▶ Pipeline: which parameters and descriptors are read      Arguments: which of them are set
//
// Values in, values out: it must not know rules, words or the life of objects.
package program

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/content"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/layout"
)

// Layout is the same for root signatures that describe the same arguments. 0 is none.
type Layout uint32

// Layouts numbers root signatures: those with equal text are one layout.
type Layouts map[string]Layout

// Root is a RootSignature.
type Root struct {
	Desc    *gpu.RootSignatureDesc
	Layout  Layout
	Tables  layout.Tables
	Statics []content.Range // whose data may not change once they are set in a recording
	Fixed   []layout.Run    // of tables, whose descriptors may not change once they are set
}

// Root works out what commands need to know of a root signature.
func (l Layouts) Root(d *gpu.RootSignatureDesc) *Root {
	key := fmt.Sprint(d.Version, d.Parameters, d.StaticSamplers, d.Flags)
	if l[key] == 0 {
		l[key] = Layout(len(l) + 1)
	}
	r := &Root{Desc: d, Tables: layout.TablesOf(d), Layout: l[key]}
	for _, g := range layout.Of(d) {
		if g.Table && !g.Volatile {
			r.Fixed = append(r.Fixed, g)
		}
	}
	for _, k := range content.RangesOf(d) {
		if k.Mode == content.Static {
			r.Statics = append(r.Statics, k)
		}
	}
	return r
}

// Pipeline is a PipelineState.
type Pipeline struct {
	Root     gpu.ID
	Layout   Layout
	Graphics *gpu.GraphicsPipelineStateDesc // nil: compute
	Parts    []Part
	Reads    layout.Reads    // of all programs
	Keeps    []content.Range // that they read, and whose data may not change
	// Constants are the root constants that they read as they declare them.
	Constants []ConstantRead
	Statics   uint64 // tables whose descriptors they read and that may not change once they are set
}

// Part is one program of a pipeline.
type Part struct {
	Shader gpu.Shader
	Stage  gpu.ShaderStage
	Reads  layout.Reads
}

// Clear is what a clear reads through its GPU handle: one descriptor, as it is when the list executes. It is not changed.
var Clear = []Part{{Stage: gpu.StageCompute, Reads: layout.Reads{Tables: []layout.TableRead{{Count: 1, Class: gpu.DescriptorUAV, Volatile: true}}}}}

// NewPipeline works out which root parameters, and which descriptors of tables, the shaders read. root is nil where it is not known; nil shaders are
// left out.
func NewPipeline(id gpu.ID, root *Root, shaders ...gpu.Shader) *Pipeline {
	p := &Pipeline{Root: id}
	if root == nil {
		return p
	}
	p.Layout = root.Layout
	for _, s := range shaders {
		if s == nil {
			continue
		}
		part := Part{s, s.ShaderStage(), layout.ReadsOf(root.Desc, s.ShaderStage(), s.Slots())}
		p.Parts = append(p.Parts, part)
		p.Keeps = append(p.Keeps, content.ReadsOf(root.Desc, s.ShaderStage(), s.Slots())...)
		p.Constants = append(p.Constants, constantsOf(root.Desc, s)...)
		p.Reads.Needs |= part.Reads.Needs
		p.Reads.Views |= part.Reads.Views
		p.Reads.Tables = append(p.Reads.Tables, part.Reads.Tables...)
		for i := range part.Reads.Tables {
			if t := &part.Reads.Tables[i]; !t.Volatile {
				p.Statics |= 1 << t.Parameter
			}
		}
	}
	return p
}

// Reader is the first program that reads a root parameter.
func (p *Pipeline) Reader(parameter uint32) *Part {
	for i := range p.Parts {
		if p.Parts[i].Reads.Needs>>parameter&1 != 0 {
			return &p.Parts[i]
		}
	}
	return &p.Parts[0]
}

// Slot is what the program of a stage declares in a register, nil if there is none.
func (p *Pipeline) Slot(stage gpu.ShaderStage, class gpu.DescriptorType, register, space uint32) *gpu.ShaderSlot {
	for i := range p.Parts {
		slots := p.Parts[i].Shader.Slots()
		for k := range slots {
			if s := &slots[k]; p.Parts[i].Stage == stage && s.Class == class && s.Space == space && s.Register <= register &&
				register-s.Register < max(s.Count, 1) {
				return s
			}
		}
	}
	return nil
}

// Signature is a CommandSignature.
type Signature struct {
	Desc *gpu.CommandSignatureDesc
	Root gpu.ID
	Sets uint64 // the root parameters that its commands set
	// Names are the slots of accesses to buffers whose addresses stand among the arguments.
	Names []string
}

// NewSignature works out what the commands set. root is nil where there is none.
func NewSignature(d *gpu.CommandSignatureDesc, id gpu.ID, root *Root) *Signature {
	s := &Signature{Desc: d, Root: id, Names: slotsOf(d, root)}
	for _, a := range d.ArgumentDescs {
		if a.Type >= gpu.IndirectConstant && a.RootParameterIndex < 64 {
			s.Sets |= 1 << a.RootParameterIndex
		}
	}
	return s
}

// slotsOf are the names by which accesses tell of the buffers that a command signature names.
func slotsOf(s *gpu.CommandSignatureDesc, root *Root) []string {
	var out []string
	for _, a := range s.ArgumentDescs {
		class := gpu.DescriptorCBV
		switch a.Type {
		case gpu.IndirectVertexBufferView:
			out = append(out, fmt.Sprintf("vertex buffer %d", a.Slot))
			continue
		case gpu.IndirectIndexBufferView:
			out = append(out, "")
			continue
		case gpu.IndirectConstantBufferView:
		case gpu.IndirectShaderResourceView:
			class = gpu.DescriptorSRV
		case gpu.IndirectUnorderedAccessView:
			class = gpu.DescriptorUAV
		default:
			continue
		}
		if root != nil && int(a.RootParameterIndex) < len(root.Desc.Parameters) {
			out = append(out, fmt.Sprintf("%s%d", class.RegisterPrefix(), root.Desc.Parameters[a.RootParameterIndex].ShaderRegister))
		}
	}
	return out
}
