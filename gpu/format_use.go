package gpu

// Texture says whether textures may have the format: all but those of three whole components, which are for vertices and typed buffers.
func (f Format) Texture() bool {
	i := f.Info()
	return i.Components > 0 && !(i.Components == 3 && i.Layout == TexelPlain)
}

// Renderable says whether a format can be drawn to as a color.
func (f Format) Renderable() bool {
	i := f.Info()
	return f.Texture() && i.Numeric != NumericTypeless && !i.Depth && i.Layout <= TexelB8G8R8X8 && f != FormatR32FloatX8X24Typeless
}

// Readable says whether shaders can read a texture through a view of the format. Depth is read through the formats of its planes.
func (f Format) Readable() bool {
	i := f.Info()
	return f.Texture() && !i.Depth && i.Numeric != NumericTypeless && i.Layout != TexelDepthStencil
}

// Element says whether a typed view of a buffer may have the format.
func (f Format) Element() bool {
	i := f.Info()
	return i.Components > 0 && i.Numeric != NumericTypeless && !i.Depth && !i.SRGB && i.Layout <= TexelR11G11B10 && f != FormatR32FloatX8X24Typeless
}

// Storable says whether shaders may write a texture through a view of the format: no sRGB, no blocks, no depth.
func (f Format) Storable() bool { return f.Element() && f.Texture() }

// Linear is the format without sRGB of the same family: B8G8R8A8_UNORM for B8G8R8A8_UNORM_SRGB, the format itself where it has none.
func (f Format) Linear() Format {
	if !f.Info().SRGB {
		return f
	}
	for g := FormatUnknown + 1; g < formatCount; g++ {
		if i := g.Info(); i.Numeric == NumericUnorm && !i.SRGB && i.BGRA == f.Info().BGRA && g.Castable(f) {
			return g
		}
	}
	return f
}

// OfVertices says whether an element of a vertex may have the format.
func (f Format) OfVertices() bool {
	i := f.Info()
	return f.Bytes() != 0 && !i.Depth && i.Numeric != NumericTypeless && i.Layout <= TexelR11G11B10 && !i.SRGB
}
