package views

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// The limits of MipLODBias (D3D12_MIP_LOD_BIAS_MIN and _MAX).
const minLODBias, maxLODBias = -16, 15.99

// Sampler applies the rules of a sampler of a heap.
func Sampler(in interface {
	Say(code diag.Code, site gpu.Site, format string, args ...any) *diag.Diagnostic
}, c *gpu.DescriptorCall) {
	if c.Sampler != nil {
		Describes(in.Say, c.Sampler, c.Site, c.Method, "", func() string { return "the sampler cannot be made with" })
	}
}

// Describes applies the rules of a sampler that a call of method describes, in the field that path begins with. what says of what is wrong with it
// whose it is.
func Describes(say func(code diag.Code, site gpu.Site, format string, args ...any) *diag.Diagnostic, s *gpu.SamplerDesc, site gpu.Site, method,
	path string, what func() string) {
	field, value, got, want := "", any(nil), "", "MaxAnisotropy is 1 to 16, and MinLOD is not above MaxLOD"
	switch {
	case s.MipLODBias < minLODBias || s.MipLODBias > maxLODBias:
		field, value, got, want = "MipLODBias", min(max(s.MipLODBias, minLODBias), maxLODBias),
			fmt.Sprintf("MipLODBias %v", s.MipLODBias), "MipLODBias is -16 to 15.99"
	case s.MaxAnisotropy > 16:
		field, value = "MaxAnisotropy", 16
	case s.MinLOD > s.MaxLOD:
		field, value = "MinLOD", s.MaxLOD
	case s.MaxAnisotropy == 0 && s.Filter&gpu.FilterAnisotropic == gpu.FilterAnisotropic:
		field, value = "MaxAnisotropy", 1
	default:
		return
	}
	if got == "" {
		got = fmt.Sprintf("MaxAnisotropy %d, MinLOD %v and MaxLOD %v", s.MaxAnisotropy, s.MinLOD, s.MaxLOD)
	}
	say(diag.BadSampler, site, "%s %s", what(), got).HelpFix(site, diag.Put(method, path+field, value), "%s", want)
}
