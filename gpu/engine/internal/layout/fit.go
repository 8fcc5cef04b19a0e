package layout

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
)

// FitsSampler says why a sampler cannot stand in a variable, "" if it can.
func (s *Slot) FitsSampler(what fmt.Stringer) string {
	if s.Class != gpu.DescriptorSampler {
		return what.String() + " is a sampler"
	}
	return ""
}

// FitsTexture says why a view of a texture cannot stand in a variable, "" if it can.
func (s *Slot) FitsTexture(view fmt.Stringer, typ desc.ViewType) string {
	switch {
	case s.Class != gpu.DescriptorSRV && s.Class != gpu.DescriptorUAV || s.View == gpu.ViewBuffer:
		return view.String() + " shows a texture"
	case typ != s.wants():
		return view.String() + " is of type " + typ.String()
	}
	return ""
}

// wants is the type of the views that fit.
func (s *Slot) wants() desc.ViewType {
	if s.Class == gpu.DescriptorUAV {
		return desc.ViewUnorderedAccess
	}
	return desc.ViewShaderResource
}

// FitsBuffer says why a view of a buffer cannot stand in a variable, "" if it can. described says that the view has a descriptor.
func (s *Slot) FitsBuffer(view fmt.Stringer, typ desc.ViewType, buffer fmt.Stringer, of *desc.BufferDesc, described bool) string {
	switch {
	case s.View != gpu.ViewBuffer || s.Class != gpu.DescriptorSRV && s.Class != gpu.DescriptorUAV:
		return view.String() + " shows a buffer"
	case typ != s.wants():
		return view.String() + " is of type " + typ.String()
	case s.Explicit && s.Formatted != (of.Mode == desc.ModeFormatted):
		return buffer.String() + " has Mode " + of.Mode.String() + ", and the flag FORMATTED_BUFFER of the signature says otherwise"
	case s.NoDynamic && of.Usage == desc.UsageDynamic:
		return buffer.String() + " is DYNAMIC, which the flag NO_DYNAMIC_BUFFERS of the signature rules out"
	case s.Stride > 0 && of.Mode != desc.ModeStructured:
		return buffer.String() + " has Mode " + of.Mode.String() + ", not STRUCTURED"
	case s.Stride > 0 && s.Stride != of.ElementByteStride:
		return buffer.String() + " has elements of another size than the shader declares"
	case s.Table >= 0 && !described:
		return buffer.String() + " has no resource of its own and can be bound only where the shader declares a single structured or constant buffer"
	}
	return ""
}

// FitsConstants says why a buffer cannot stand in a constant buffer's variable, "" if it can.
func (s *Slot) FitsConstants(buffer fmt.Stringer, of *desc.BufferDesc) string {
	switch {
	case s.Words > 0:
		return "it holds inline constants, which SetInlineConstants sets"
	case of.BindFlags&desc.BindUniformBuffer == 0:
		return buffer.String() + " has BindFlags " + of.BindFlags.String() + ", not UNIFORM_BUFFER"
	case s.NoDynamic && of.Usage == desc.UsageDynamic:
		return buffer.String() + " is DYNAMIC, which the flag NO_DYNAMIC_BUFFERS of the signature rules out"
	}
	return ""
}
