package graphics

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Viewer is what the rules of target views ask.
type Viewer interface {
	Say(code diag.Code, site gpu.Site, format string, args ...any) *diag.Diagnostic
	Ref(id gpu.ID) string
	Created(id gpu.ID) gpu.Site
	Resource(id gpu.ID) *gpu.ResourceDesc
}

// native are the messages of Direct3D 12 for a fault of a render target view, and of a depth-stencil view; "" where there is none.
type native struct{ target, depth string }

var (
	badResource       = native{"CREATERENDERTARGETVIEW_INVALIDRESOURCE (42)", "CREATEDEPTHSTENCILVIEW_INVALIDRESOURCE (49)"}
	badFormat         = native{"CREATERENDERTARGETVIEW_INVALIDFORMAT (38)", "CREATEDEPTHSTENCILVIEW_INVALIDFORMAT (47)"}
	unsupportedFormat = native{"CREATERENDERTARGETVIEW_UNSUPPORTEDFORMAT (36)", "CREATEDEPTHSTENCILVIEW_INVALIDFORMAT (47)"}
	badDimensions     = native{"CREATERENDERTARGETVIEW_INVALIDDIMENSIONS (41)", "CREATEDEPTHSTENCILVIEW_INVALIDDIMENSIONS (48)"}
	badDesc           = native{"CREATERENDERTARGETVIEW_INVALIDDESC (37)", "CREATEDEPTHSTENCILVIEW_INVALIDDESC (46)"}
	badPlane          = native{"CREATERENDERTARGETVIEW_INVALIDPLANESLICE (40)", ""}
	badFlags          = native{"", "CREATEDEPTHSTENCILVIEW_INVALIDFLAGS (276)"}
)

// of is the message for a view of a type.
func (n native) of(t gpu.DescriptorType) string {
	if t == gpu.DescriptorDSV {
		return n.depth
	}
	return n.target
}

// Renderable says whether a format can be drawn to.
func Renderable(f gpu.Format) bool { return f.Renderable() }

// DepthStencil says whether a format is one of depth-stencil views.
func DepthStencil(f gpu.Format) bool { return f.Info().Depth }

// ViewRules are the rules of render target views and depth-stencil views: the flag of the resource, a format that can be drawn to, one mip of slices
// that there are.
func ViewRules(w Viewer, c *gpu.DescriptorCall) {
	d, v := w.Resource(c.Resource), c.View
	if v == nil {
		v = &gpu.ViewDesc{}
	}
	say := func(kind native, format string, args ...any) *diag.Diagnostic {
		return w.Say(diag.BadTargetView, c.Site, "%s cannot show %s: %s", c.Method, w.Ref(c.Resource), fmt.Sprintf(format, args...)).
			Prop("d3d12", kind.of(c.Type))
	}
	if d == nil {
		return
	}
	flag, fits := gpu.AllowRenderTarget, Renderable
	if c.Type == gpu.DescriptorDSV {
		flag, fits = gpu.AllowDepthStencil, DepthStencil
	}
	format := v.Format
	if format == gpu.FormatUnknown {
		format = d.Format
	}
	switch {
	case d.Flags&flag == 0 && !fits(format):
		say(badResource, "it does not have %s", flag).Also(w.Created(c.Resource), w.Ref(c.Resource)+" is created here").
			HelpText("create a texture with %s, of a format for that", flag)
	case d.Flags&flag == 0:
		say(badResource, "it does not have %s", flag).Also(w.Created(c.Resource), w.Ref(c.Resource)+" is created here").
			HelpFix(w.Created(c.Resource), diag.Put(Creators, "Flags", d.Flags|flag), `create it with Flags = "%s"`, d.Flags|flag)
	case !d.Format.Castable(format):
		say(badFormat, "format %s is not of the family of %s", format, d.Format).
			HelpFix(c.Site, formatFix(c, d.Format), "use a format of the family of %s", d.Format)
	case Reinterprets(d.Format, format):
		HelpTypeless(say(badFormat, "format %s shows the numbers of %s as others", format, d.Format).
			Also(w.Created(c.Resource), w.Ref(c.Resource)+" is created here"), w.Created(c.Resource), d.Format)
	case !fits(format):
		BadFormat(w.Say, c.Site, c.Type, formatFix(c, d.Format), "%s cannot show format %s", c.Method, format).
			Prop("d3d12", unsupportedFormat.of(c.Type))
	default:
		partRules(c, d, v, say)
	}
}

// BadFormat says that a format cannot be drawn to through a view of a type.
func BadFormat(say func(diag.Code, gpu.Site, string, ...any) *diag.Diagnostic, site gpu.Site, t gpu.DescriptorType, fix diag.Fix, format string,
	args ...any) *diag.Diagnostic {
	help := "render targets have a format of colors, for example R8G8B8A8_UNORM"
	if t == gpu.DescriptorDSV {
		help = "depth buffers are D16_UNORM, D24_UNORM_S8_UINT, D32_FLOAT or D32_FLOAT_S8X24_UINT"
	}
	return say(diag.BadTargetFormat, site, format, args...).HelpFix(site, fix, "%s", help)
}

// Creators are the methods that create resources.
const Creators = "CreateCommittedResource|CreatePlacedResource"

// formatFix is the edit that gives a view a format of the texture's family; none where there is none.
func formatFix(c *gpu.DescriptorCall, texture gpu.Format) (fix diag.Fix) {
	if f := Drawable(texture, c.Type); f.Castable(texture) {
		fix = diag.Put(c.Method, "Format", f).At(2)
	}
	return fix
}

// Drawable is the format that a target of a kind can have instead of another: one of its family, or the usual one.
func Drawable(f gpu.Format, t gpu.DescriptorType) gpu.Format {
	fits, usual := Renderable, gpu.FormatR8G8B8A8Unorm
	if t == gpu.DescriptorDSV {
		fits, usual = DepthStencil, gpu.FormatD32Float
	}
	for i := range f.LuaNames() {
		if g := gpu.Format(i); f.Castable(g) && fits(g) {
			return g
		}
	}
	return usual
}

// partRules: a dimension of the resource, and a mip and slices that it has.
func partRules(c *gpu.DescriptorCall, d *gpu.ResourceDesc, v *gpu.ViewDesc, say func(native, string, ...any) *diag.Diagnostic) {
	slices, first, count := d.ArraySize(), v.FirstArraySlice, v.ArraySize
	if d.Dimension == gpu.DimensionTexture3D {
		_, _, slices = d.MipExtent(v.MipSlice)
		first, count = v.FirstWSlice, v.WSize
	}
	if count == 0xffffffff {
		count = 0
	}
	allowed := gpu.BufferViewFlags(0)
	if c.Type == gpu.DescriptorDSV {
		allowed = v.Flags & (gpu.ViewReadOnlyDepth | gpu.ViewReadOnlyStencil)
	}
	others, value := v.Others()
	foreign, found := ForeignField(c.Type, d.Dimension, v)
	readOnly := v.Flags & (gpu.ViewReadOnlyDepth | gpu.ViewReadOnlyStencil)
	switch {
	case !dimensionFits(c.Type, d, v.ViewDimension):
		say(badDesc, "dimension %s does not show a %s with %s samples", v.ViewDimension, d.Dimension, fmt.Sprint(d.SampleDesc.Count)).
			HelpFix(c.Site, diag.Drop(c.Method, "ViewDimension").At(2), "leave ViewDimension out: the resource decides")
	case v.MipSlice >= d.MipLevels:
		say(badDimensions, "mip %d of %d", v.MipSlice, d.MipLevels).
			HelpFix(c.Site, diag.Put(c.Method, "MipSlice", d.MipLevels-1).At(2), "mips are counted from 0")
	case first >= slices || uint64(first)+uint64(count) > uint64(slices):
		say(badDimensions, "slices [%d, %d) of %d", first, uint64(first)+uint64(max(count, 1)), slices).HelpText("slices are counted from 0")
	case others != "":
		say(badDimensions, "%s is %d, but dimension %s shows the first slice only", others, value, v.ViewDimension).
			HelpFix(c.Site, diag.Put(c.Method, "ViewDimension", v.ViewDimension+1).At(2), "ViewDimension = %q", v.ViewDimension+1)
	case v.Flags != 0 && (c.Type != gpu.DescriptorDSV || v.Flags != readOnly):
		say(badFlags, "flags %s", v.Flags).HelpFix(c.Site, diag.Flags(c.Method, "Flags", allowed).
			At(2), "READ_ONLY_DEPTH and READ_ONLY_STENCIL are for depth-stencil views")
	case v.PlaneSlice != 0:
		say(badPlane, "plane %d", v.PlaneSlice).HelpFix(c.Site, diag.Drop(c.Method, "PlaneSlice").
			At(2), "targets have one plane, and depth-stencil views show both")
	case !v.Shader4ComponentMapping.IsDefault():
		say(badDesc, "it has a Shader4ComponentMapping").HelpFix(c.Site, diag.Drop(c.Method, "Shader4ComponentMapping").
			At(2), "only what a shader reads can be put into another order")
	case found:
		fix, help := foreign.Help(c.Method, 2)
		say(badDesc, "%s", foreign).HelpFix(c.Site, fix, "%s", help)
	case v.FirstElement != 0 || v.NumElements != 0 || v.StructureByteStride != 0 || v.CounterOffsetInBytes != 0:
		say(badDesc, "it has fields of other views").HelpText(
			"a target is one mip: MipSlice, with FirstArraySlice and ArraySize or FirstWSlice and WSize")
	}
}

// dimensionFits says whether a view dimension can show a texture as a target.
func dimensionFits(t gpu.DescriptorType, d *gpu.ResourceDesc, v gpu.ViewDimension) bool {
	several := d.SampleDesc.Count > 1
	switch v {
	case gpu.ViewUnknown:
		return d.Dimension != gpu.DimensionBuffer && (t == gpu.DescriptorRTV || d.Dimension != gpu.DimensionTexture3D)
	case gpu.ViewTexture1D, gpu.ViewTexture1DArray:
		return d.Dimension == gpu.DimensionTexture1D
	case gpu.ViewTexture2D, gpu.ViewTexture2DArray:
		return d.Dimension == gpu.DimensionTexture2D && !several
	case gpu.ViewTexture2DMS, gpu.ViewTexture2DMSArray:
		return d.Dimension == gpu.DimensionTexture2D && several
	case gpu.ViewTexture3D:
		return d.Dimension == gpu.DimensionTexture3D && t == gpu.DescriptorRTV
	}
	return false
}

// Readable says whether shaders can read a texture through a view of a format; UNKNOWN is the texture's. Depth is read through the formats of its
// planes, of a texture that has the typeless format.
func Readable(texture, view gpu.Format) bool {
	if view == gpu.FormatUnknown {
		view = texture
	}
	return view.Readable() && !texture.Info().Depth
}

// ReadableAs says how a texture can be read.
func ReadableAs(texture gpu.Format) string {
	switch texture {
	case gpu.FormatD32Float:
		return `create the texture with Format = "R32_TYPELESS", use DSVs of format D32_FLOAT and views of format R32_FLOAT`
	case gpu.FormatD16Unorm:
		return `create the texture with Format = "R16_TYPELESS", use DSVs of format D16_UNORM and views of format R16_UNORM`
	case gpu.FormatD24UnormS8Uint, gpu.FormatR24G8Typeless:
		return `create the texture with Format = "R24G8_TYPELESS", and read depth as R24_UNORM_X8_TYPELESS, stencil as X24_TYPELESS_G8_UINT`
	case gpu.FormatD32FloatS8X24Uint, gpu.FormatR32G8X24Typeless:
		return `create the texture with Format = "R32G8X24_TYPELESS", and read depth as R32_FLOAT_X8X24_TYPELESS, stencil as X32_TYPELESS_G8X24_UINT`
	}
	return "name a format of its family that says what the bits are"
}
