package transfer

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
)

// foreign are the fields that a side of a copy sets and does not have. One table describes both kinds of sides, so a field of the other kind would
// silently mean nothing: a texture with an Offset is copied from its beginning. What a field has where it is left out, all subresources of a buffer,
// and the very format of a texture say nothing.
func foreign(s *gpu.CopySide, own gpu.Format) (names, said []string) {
	f := &s.Footprint
	for _, k := range [...]struct {
		name  string
		set   bool
		value any
	}{
		{"Subresource", s.Placed && s.Subresource != 0 && s.Subresource != gpu.AllSubresources, s.Subresource},
		{"Offset", !s.Placed && f.Offset != 0, f.Offset},
		{"Format", !s.Placed && f.Format != gpu.FormatUnknown && f.Format != own, fmt.Sprintf("%q", f.Format)},
		{"Width", !s.Placed && f.Width != 0, f.Width},
		{"Height", !s.Placed && f.Height > 1, f.Height},
		{"Depth", !s.Placed && f.Depth > 1, f.Depth},
		{"RowPitch", !s.Placed && f.RowPitch != 0, f.RowPitch},
	} {
		if k.set {
			names, said = append(names, k.name), append(said, fmt.Sprintf("%s = %v", k.name, k.value))
		}
	}
	return names, said
}

// foreignRules: a side in a buffer has a footprint, and one in a texture a subresource.
func foreignRules(in World, c *gpu.Command, s *gpu.CopySide, r resource) bool {
	names, said := foreign(s, r.desc.Format)
	if len(names) == 0 {
		return true
	}
	sayForeign(in, c, s, r, names, said)
	return false
}
