package views

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// The limits of MipLODBias (D3D12_MIP_LOD_BIAS_MIN and _MAX).
const minLODBias, maxLODBias = -16, 15.99

// SamplerFault is what is wrong with a sampler: what it has, what it may have, and the field whose value is to change.
type SamplerFault struct {
	Got, Want string
	Field     string
	Value     any
}

// Faulty finds it; nil: nothing.
func Faulty(s *gpu.SamplerDesc) *SamplerFault {
	if s.MipLODBias < minLODBias || s.MipLODBias > maxLODBias {
		return &SamplerFault{fmt.Sprintf("MipLODBias %v", s.MipLODBias), "MipLODBias is -16 to 15.99", "MipLODBias", min(max(s.MipLODBias, minLODBias), maxLODBias)}
	}
	field, value := "", any(nil)
	switch {
	case s.MaxAnisotropy > 16:
		field, value = "MaxAnisotropy", 16
	case s.MinLOD > s.MaxLOD:
		field, value = "MinLOD", s.MaxLOD
	case s.MaxAnisotropy == 0 && s.Filter&gpu.FilterAnisotropic == gpu.FilterAnisotropic:
		field, value = "MaxAnisotropy", 1
	default:
		return nil
	}
	return &SamplerFault{fmt.Sprintf("MaxAnisotropy %d, MinLOD %v and MaxLOD %v", s.MaxAnisotropy, s.MinLOD, s.MaxLOD), "MaxAnisotropy is 1 to 16, and MinLOD is not above MaxLOD", field, value}
}

// Sampler applies the rules of a sampler.
func Sampler(in interface {
	Say(code diag.Code, site gpu.Site, format string, args ...any) *diag.Diagnostic
}, c *gpu.DescriptorCall) {
	if c.Sampler == nil {
		return
	}
	if f := Faulty(c.Sampler); f != nil {
		in.Say(diag.BadSampler, c.Site, "the sampler cannot be made with %s", f.Got).HelpFix(c.Site, diag.Put(c.Method, f.Field, f.Value), "%s", f.Want)
	}
}
