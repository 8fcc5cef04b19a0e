package record

import (
	"github.com/gpuscript/gpuscript/gpu"
)

// Root is one half of a list's root arguments: of draws, or of dispatches.
type Root struct {
	Graphics bool
}

// Signature sets the root signature.
func (h Root) Signature(r *Recorder, root gpu.RootSignature) error {
	r.List.SetSite(r.Site)
	if h.Graphics {
		return r.List.SetGraphicsRootSignature(root)
	}
	return r.List.SetComputeRootSignature(root)
}

// View points a root parameter of constants, or of a buffer that is read, at an address.
func (h Root) View(r *Recorder, constants bool, parameter uint32, address uint64) error {
	r.List.SetSite(r.Site)
	switch {
	case h.Graphics && constants:
		return r.List.SetGraphicsRootConstantBufferView(parameter, address)
	case h.Graphics:
		return r.List.SetGraphicsRootShaderResourceView(parameter, address)
	case constants:
		return r.List.SetComputeRootConstantBufferView(parameter, address)
	}
	return r.List.SetComputeRootShaderResourceView(parameter, address)
}

// Table points a root parameter at descriptors.
func (h Root) Table(r *Recorder, parameter uint32, base gpu.GPUDescriptorHandle) error {
	r.List.SetSite(r.Site)
	if h.Graphics {
		return r.List.SetGraphicsRootDescriptorTable(parameter, base)
	}
	return r.List.SetComputeRootDescriptorTable(parameter, base)
}

// Constants sets a root parameter of 32-bit values.
func (h Root) Constants(r *Recorder, parameter uint32, values []uint32) error {
	r.List.SetSite(r.Site)
	if h.Graphics {
		return r.List.SetGraphicsRoot32BitConstants(parameter, values, 0)
	}
	return r.List.SetComputeRoot32BitConstants(parameter, values, 0)
}
