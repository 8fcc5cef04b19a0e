package transfer

import (
	"fmt"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// foreign are the fields that a side of a copy sets and does not have. One table describes both kinds of sides, so a field of the other kind would silently mean nothing: a texture with
// an Offset is copied from its beginning. What a field has where it is left out, and all subresources of a buffer, say nothing.
func foreign(s *gpu.CopySide) (names, said []string) {
	f := &s.Footprint
	for _, k := range [...]struct {
		name  string
		set   bool
		value any
	}{
		{"Subresource", s.Placed && s.Subresource != 0 && s.Subresource != gpu.AllSubresources, s.Subresource},
		{"Offset", !s.Placed && f.Offset != 0, f.Offset},
		{"Format", !s.Placed && f.Format != gpu.FormatUnknown, fmt.Sprintf("%q", f.Format)},
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
	names, said := foreign(s)
	if len(names) == 0 {
		return true
	}
	is, has := "is not a field", "which has a Subresource"
	if s.Placed {
		has = "which has a footprint"
	}
	if len(names) > 1 {
		is = "are not fields"
	}
	d := words.Made(in, in.Say(diag.BadFootprint, c.Site, "%s %s of a copy of %s, %s", strings.Join(said, ", "), is, in.Ref(r.id), has), r.id).Prop("d3d12", "")
	for i, name := range names {
		fix := diag.Drop(c.Op.String(), name).At(sideArgument(c, s))
		if i > 0 {
			d.AndFix(c.Site, fix)
			continue
		}
		d.HelpFix(c.Site, fix, "leave %s out", strings.Join(names, ", "))
	}
	return false
}
