package engine

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/binding"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/layout"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/lifetime"
)

// ShaderResourceBinding holds resources for the variables of a pipeline or of a pipeline resource signature.
type ShaderResourceBinding = binding.Object

// ShaderVariable is one variable of a pipeline, of a pipeline resource signature or of a binding object.
type ShaderVariable = binding.Variable

// PipelineResourceSignature is what pipelines and binding objects agree on, without either: a pipeline names up to eight of them, each at a
// place of its own, and a binding object of a signature serves all pipelines that have it or a compatible one. Pipelines and binding objects
// outlive it.
type PipelineResourceSignature struct {
	object
	desc      desc.PipelineResourceSignatureDesc
	signature *binding.Signature
}

// CreatePipelineResourceSignature makes a signature. GS0657 refuses contradictions in the description.
func (d *RenderDevice) CreatePipelineResourceSignature(of desc.PipelineResourceSignatureDesc) (*PipelineResourceSignature, error) {
	if err := d.alive("CreatePipelineResourceSignature"); err != nil {
		return nil, err
	}
	if fault := of.Fault(); fault.Is() {
		return nil, d.rules.Refuse(words.Faulty(d.site, "PipelineResourceSignature", of.Name, fault))
	}
	s := &PipelineResourceSignature{desc: of}
	s.init(d, "PipelineResourceSignature", of.Name, d.domain.Valid(lifetime.AllQueues))
	s.desc.Name = s.life.Name
	s.signature = &binding.Signature{Home: &d.bindings, Owner: &s.life, Of: s, Layout: layout.Describe(&of), Index: int(of.BindingIndex)}
	s.signature.Start()
	return s, nil
}

// Desc is the description with its name filled in. It makes the signature a desc.Signature.
func (s *PipelineResourceSignature) Desc() desc.PipelineResourceSignatureDesc { return s.desc }

// CreateShaderResourceBinding makes a binding object. All static variables of the signature must be set before.
func (s *PipelineResourceSignature) CreateShaderResourceBinding(name string) (*ShaderResourceBinding, error) {
	return s.signature.New(name, s.site)
}

// GetStaticVariableByName is a static variable of the signature; GS0657 if there is none of the name.
func (s *PipelineResourceSignature) GetStaticVariableByName(stage gpu.ShaderStage, name string) (*ShaderVariable, error) {
	return s.signature.Static(stage, name, s.site)
}

// IsCompatibleWith says whether binding objects of one signature serve pipelines of the other: resources and immutable samplers are equal
// in their order but for the names, and so are the places.
func (s *PipelineResourceSignature) IsCompatibleWith(other *PipelineResourceSignature) bool {
	return other != nil && s.signature.Layout.Key == other.signature.Layout.Key
}

// laidOut says which layouts a pipeline has, by their places: those of its signatures, or one of its own.
func (p *PipelineState) laidOut(d *RenderDevice, shaders []gpu.Shader, of desc.ResourceLayout, signatures []desc.Signature) (fault desc.Fault) {
	if len(signatures) == 0 {
		l, fault := layout.Of(shaders, of)
		p.own = &binding.Signature{Home: &d.bindings, Owner: &p.life, Of: p, Layout: l}
		p.signatures[0] = p.own
		p.own.Start()
		return fault
	}
	if !of.Empty() {
		return desc.Fault{Why: "it has a ResourceLayout and ResourceSignatures; the signatures say everything", Help: "leave ResourceLayout out"}
	}
	for _, given := range signatures {
		s, ok := given.(*PipelineResourceSignature)
		if !ok || s == nil || s.dev != d {
			return desc.Fault{Why: "an entry of ResourceSignatures is not a signature of the device",
				Help: "make it with CreatePipelineResourceSignature of this device"}
		}
		at := s.signature.Index
		if p.signatures[at] != nil {
			return desc.Fault{Why: fmt.Sprintf("two of its signatures have BindingIndex %d: %s and %s", at, p.signatures[at].Owner, s),
				Help: "give one of the two another BindingIndex"}
		}
		p.signatures[at], s.life.Tied = s.signature, true
	}
	return fault
}

// unreleased refuses signatures that were released.
func (d *RenderDevice) unreleased(signatures []desc.Signature, method string) error {
	for _, given := range signatures {
		if s, ok := given.(*PipelineResourceSignature); ok && s != nil && s.dev == d {
			if err := s.unreleased(method, d.site); err != nil {
				return err
			}
		}
	}
	return nil
}

// GetResourceSignatureCount is one more than the highest place of a signature, 1 for a pipeline without signatures.
func (p *PipelineState) GetResourceSignatureCount() (n int) {
	for i, s := range p.signatures {
		if s != nil {
			n = i + 1
		}
	}
	return n
}

// GetResourceSignature is the signature at a place, from 0; nil if there is none, or if the pipeline has only a layout of its own.
func (p *PipelineState) GetResourceSignature(at int) *PipelineResourceSignature {
	if at < 0 || at >= len(p.signatures) || p.signatures[at] == nil {
		return nil
	}
	s, _ := p.signatures[at].Of.(*PipelineResourceSignature)
	return s
}

// IsCompatibleWith says whether binding objects of one pipeline serve the other.
func (p *PipelineState) IsCompatibleWith(other *PipelineState) bool {
	if other == nil {
		return false
	}
	for i := range p.signatures {
		a, b := p.signatures[i], other.signatures[i]
		if (a == nil) != (b == nil) || a != nil && a.Layout.Key != b.Layout.Key {
			return false
		}
	}
	return true
}

// CreateShaderResourceBinding makes a binding object. All static variables of the pipeline must be set before. GS0645 refuses pipelines with
// signatures, which make binding objects themselves.
func (p *PipelineState) CreateShaderResourceBinding(name string) (*ShaderResourceBinding, error) {
	if p.own == nil {
		return nil, p.dev.rules.Refuse(words.Signatures(p.said(), "CreateShaderResourceBinding", p.site))
	}
	return p.own.New(name, p.site)
}

// GetStaticVariableByName is a static variable of the pipeline; GS0657 if there is none of the name, GS0645 if the pipeline has signatures.
func (p *PipelineState) GetStaticVariableByName(stage gpu.ShaderStage, name string) (*ShaderVariable, error) {
	if p.own == nil {
		return nil, p.dev.rules.Refuse(words.Signatures(p.said(), "GetStaticVariableByName", p.site))
	}
	return p.own.Static(stage, name, p.site)
}
