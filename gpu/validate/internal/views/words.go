package views

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/graphics"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// nullView is a description of a null descriptor.
const nullView = `{ ViewDimension = "TEXTURE2D", Format = "R8G8B8A8_UNORM" }`

// argument is the number of the argument that describes a view.
func argument(c *gpu.DescriptorCall) int {
	switch c.Type {
	case gpu.DescriptorUAV:
		return 3
	case gpu.DescriptorCBV:
		return 1
	}
	return 2
}

// put is the edit that sets a field of the description, drop the one that removes it.
func put(c *gpu.DescriptorCall, field string, value any) diag.Fix {
	return diag.Put(c.Method, field, value).At(argument(c))
}

func drop(c *gpu.DescriptorCall, field string) diag.Fix {
	return diag.Drop(c.Method, field).At(argument(c))
}

// NoDimension says that a null descriptor needs a description.
func NoDimension(in World, c *gpu.DescriptorCall) {
	fix := diag.PutArgument(c.Method, argument(c), diag.Source(nullView))
	fix.Nil = "."
	in.Say(diag.NullViewNeedsDescription, c.Site, "%s without a resource needs a description with a ViewDimension", c.Method).
		Because("A null descriptor reads as zeros, but its dimension must be known.").HelpFix(c.Site, fix, nullView)
}

// native names the message of Direct3D 12 for a view of unordered access, after CREATEUNORDEREDACCESSVIEW_; that of the code is for one of a shader
// resource.
func native(c *gpu.DescriptorCall, d *diag.Diagnostic, message string) *diag.Diagnostic {
	if c.Type == gpu.DescriptorUAV {
		d.Prop("d3d12", "CREATEUNORDEREDACCESSVIEW_"+message)
	}
	return d
}

func sayDenied(in World, c *gpu.DescriptorCall) {
	words.Made(in, in.Say(diag.ShaderResourceDenied, c.Site, "%s on %s, which has DENY_SHADER_RESOURCE", c.Method, in.Ref(c.Resource)), c.Resource).
		HelpFix(in.Created(c.Resource), diag.Flags(graphics.Creators, "Flags", in.Resource(c.Resource).Flags&^gpu.DenyShaderResource),
			"create it without the flag")
}

func sayViewDimension(in World, c *gpu.DescriptorCall, r resource, want string) {
	native(c, words.Made(in, in.Say(diag.BadViewDimension, c.Site, "a view of %s cannot have dimension %s", in.Ref(r.id), c.View.ViewDimension),
		r.id), "INVALIDRESOURCE (340)").HelpFix(c.Site, drop(c, "ViewDimension"), "use %s, or leave ViewDimension out", want)
}

func sayBufferViewKind(in World, c *gpu.DescriptorCall, why string, fix diag.Fix) {
	native(c, in.Say(diag.BadBufferView, c.Site, "the view of %s cannot be made: %s", in.Ref(c.Resource), why), "INVALIDDESC (341)").
		WithResource(in.Ref(c.Resource)).
		HelpFix(c.Site, fix, `give StructureByteStride, or Flags = "RAW", or a Format`)
}

func sayViewRange(in World, c *gpu.DescriptorCall, got, want string, fix diag.Fix) {
	native(c, in.Say(diag.BadViewRange, c.Site, "the view of %s cannot be made: %s", in.Ref(c.Resource), got), "INVALIDDIMENSIONS (345)").
		WithResource(in.Ref(c.Resource)).HelpFix(c.Site, fix, "%s", want)
}

// sayForeign says that the description sets a field of another kind of view.
func sayForeign(in World, c *gpu.DescriptorCall, f graphics.Foreign) {
	fix, help := f.Help(c.Method, argument(c))
	sayViewRange(in, c, f.String(), help, fix)
}

func sayViewElements(in World, c *gpu.DescriptorCall, r resource, first, count, element uint64) {
	native(c, words.Made(in, in.Say(diag.BadViewRange, c.Site, "the view of %s shows elements [%d, %d) of %d bytes, but the buffer has %d",
		in.Ref(r.id), first, words.End(first, count), element, r.desc.Width/element), r.id), "INVALIDDIMENSIONS (345)").
		HelpFix(c.Site, elementsFix(c, first, r.desc.Width/element), "the view can end at element %d at most", r.desc.Width/element)
}

// elementsFix is the edit that ends a view with the buffer; none if it begins past it.
func elementsFix(c *gpu.DescriptorCall, first, have uint64) (fix diag.Fix) {
	if first < have {
		fix = put(c, "NumElements", have-first)
	}
	return fix
}

// part is a range of mips, array slices or depth slices: how many there are, and the fields that say which the view shows.
type part struct {
	what                string
	firstField, counter string
	total               uint32
}

func sayViewPart(in World, c *gpu.DescriptorCall, r resource, p part, first, count uint32) {
	shown := "from " + words.Number(uint64(first)) + " on"
	if count != 0 && count != all {
		shown = "[" + words.Number(uint64(first)) + ", " + words.Number(uint64(first)+uint64(count)) + ")"
	}
	native(c, words.Made(in, in.Say(diag.BadViewRange, c.Site, "the view of %s shows %s %s, but there are %d", in.Ref(r.id), p.what, shown, p.total),
		r.id), "INVALIDDIMENSIONS (345)").
		HelpFix(c.Site, p.fix(c, first), "%s are counted from 0", p.what)
}

// fix is the edit that ends the range with the texture, or begins it with the last of its parts.
func (p part) fix(c *gpu.DescriptorCall, first uint32) (fix diag.Fix) {
	switch {
	case first >= p.total:
		return put(c, p.firstField, p.total-1)
	case p.counter != "":
		return put(c, p.counter, p.total-first)
	}
	return fix
}

func sayCounter(in World, c *gpu.DescriptorCall, why string, fix diag.Fix) {
	in.Say(diag.BadCounter, c.Site, "the view of %s cannot have this counter: %s", in.Ref(c.Resource), why).WithResource(in.Ref(c.Resource)).
		HelpFix(c.Site, fix, "a counter is 4 bytes at a multiple of 4096 of a buffer with ALLOW_UNORDERED_ACCESS")
}

func sayUnreadable(in World, c *gpu.DescriptorCall, r resource, view gpu.Format) {
	if view == gpu.FormatUnknown {
		view = r.desc.Format
	}
	words.Made(in, in.Say(diag.BadViewFormat, c.Site, "shaders cannot read %s through a view of format %s", in.Ref(r.id), view), r.id).
		HelpText("%s", graphics.ReadableAs(r.desc.Format))
}

func sayUnwritable(in World, c *gpu.DescriptorCall, r resource, view gpu.Format) {
	e := native(c, words.Made(in, in.Say(diag.BadViewFormat, c.Site, "shaders cannot write %s through a view of format %s", in.Ref(r.id), view),
		r.id), "INVALIDFORMAT (342)")
	if f := view.Linear(); f != view {
		e.Because("Shaders write sRGB formats only as render targets: an unordered access view stores what it is given.").
			HelpFix(c.Site, diag.Put(c.Method, "Format", f), "Format = %q, and the sRGB curve in the shader", f)
	}
}

// shown is the format of a view: that of the texture where it says none.
func shown(texture, view gpu.Format) gpu.Format {
	if view == gpu.FormatUnknown {
		return texture
	}
	return view
}

func sayViewFormat(in World, c *gpu.DescriptorCall, r resource) {
	d := native(c, words.Made(in, in.Say(diag.BadViewFormat, c.Site, "a view of %s, which has format %s, cannot have format %s", in.Ref(r.id),
		r.desc.Format, c.View.Format), r.id), "INVALIDFORMAT (342)").
		Because("A view reads the same bits: both formats need the same number of components of the same width.")
	if r.desc.Format.Info().Numeric == gpu.NumericTypeless {
		d.HelpText("name a format of the family of %s that says what its bits are", r.desc.Format)
		return
	}
	d.HelpFix(c.Site, drop(c, "Format"), "leave Format out: the view then has that of the texture")
}

func sayReinterpreted(in World, c *gpu.DescriptorCall, r resource) {
	graphics.HelpTypeless(words.Made(in, in.Say(diag.BadViewFormat, c.Site, "a view of %s, which has format %s, cannot show its numbers as %s",
		in.Ref(r.id), r.desc.Format, c.View.Format), r.id),
		in.Created(r.id), r.desc.Format)
}

// ConstantSize says that a constant buffer view has a size that there is not.
func ConstantSize(in World, c *gpu.DescriptorCall) {
	n := uint64(c.Constant.SizeInBytes)
	in.Say(diag.BadConstantBufferView, c.Site,
		"SizeInBytes of the constant buffer view is %d, but it must be a multiple of 256 from 256 to 65536", n).
		HelpFix(c.Site, put(c, "SizeInBytes", min(max((n+255)/256*256, 256), gpu.MaxConstantBufferBytes)), "SizeInBytes = %d",
			min(max((n+255)/256*256, 256), gpu.MaxConstantBufferBytes))
}
