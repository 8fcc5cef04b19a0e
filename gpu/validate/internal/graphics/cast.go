package graphics

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Reinterprets says whether a view would read floats of a texture with a format as other numbers, or the other way round: a texture shows both only
// if it is typeless. Depth is left to Readable.
func Reinterprets(texture, view gpu.Format) bool {
	t, v := texture.Info(), view.Info()
	return !t.Depth && t.Numeric != gpu.NumericTypeless && v.Numeric != gpu.NumericTypeless && v.Numeric != gpu.NumericNone &&
		(t.Numeric == gpu.NumericFloat) != (v.Numeric == gpu.NumericFloat)
}

// InPlace says whether an unordered access view may show the 32 bits of a texel as one number: R32_UINT, R32_SINT and R32_FLOAT serve some typeless
// formats of several components.
func InPlace(texture, view gpu.Format) bool {
	switch texture {
	case gpu.FormatR10G10B10A2Typeless, gpu.FormatR8G8B8A8Typeless, gpu.FormatB8G8R8A8Typeless, gpu.FormatB8G8R8X8Typeless, gpu.FormatR16G16Typeless:
		return view == gpu.FormatR32Uint || view == gpu.FormatR32Sint || view == gpu.FormatR32Float
	}
	return false
}

// Typeless is the format of a family that says nothing of numbers; the format itself where there is none.
func Typeless(f gpu.Format) gpu.Format {
	for i := range f.LuaNames() {
		if g := gpu.Format(i); g.Castable(f) && g.Info().Numeric == gpu.NumericTypeless {
			return g
		}
	}
	return f
}

// HelpTypeless proposes that a texture is created with the typeless format of its family.
func HelpTypeless(d *diag.Diagnostic, created gpu.Site, texture gpu.Format) {
	f := Typeless(texture)
	d.Because("A texture of a typed format shows floats as floats and others as others; a typeless one shows what the view says.").
		HelpFix(created, diag.Put(Creators, "Format", f), "create it with Format = %q", f)
}
