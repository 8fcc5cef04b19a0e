package incident

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
)

// ViewShape is the form in which a view shows its resource, or in which a shader wants to see it.
type ViewShape struct {
	Dimension  gpu.ViewDimension // UNKNOWN: constants and samplers
	Typed, Raw bool              // of buffers: neither is structured. Textures are typed
	Format     gpu.Format        // of typed views; UNKNOWN where any will do
	Stride     uint32            // bytes of an element of structured views
}

// ShapeOf is the form of view that a shader declares: a typed one of any format, a raw one, or a structured one.
func ShapeOf(s *gpu.ShaderSlot) ViewShape {
	return ViewShape{Dimension: s.View, Typed: s.Typed, Raw: s.View == gpu.ViewBuffer && !s.Typed && s.Stride == 0, Stride: s.Stride}
}

// String is the form as messages name it, for example "a structured view with a stride of 8 bytes".
func (s ViewShape) String() string {
	switch {
	case s.Dimension == gpu.ViewUnknown:
		return "no view of a resource"
	case s.Dimension != gpu.ViewBuffer && s.Format == gpu.FormatUnknown:
		return fmt.Sprintf("a view of dimension %s", s.Dimension)
	case s.Dimension != gpu.ViewBuffer:
		return fmt.Sprintf("a view of dimension %s and format %s", s.Dimension, s.Format)
	case s.Raw:
		return "a raw view of a buffer"
	case s.Typed && s.Format == gpu.FormatUnknown:
		return "a typed view of a buffer"
	case s.Typed:
		return fmt.Sprintf("a typed view of a buffer with format %s", s.Format)
	}
	return fmt.Sprintf("a structured view with a stride of %d bytes", s.Stride)
}

// Structured says whether it is a structured view of a buffer.
func (s ViewShape) Structured() bool { return s.Dimension == gpu.ViewBuffer && !s.Typed && !s.Raw }
