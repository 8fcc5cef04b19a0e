package views

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/graphics"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// NoDimension says that a null descriptor needs a description.
func NoDimension(in World, c *gpu.DescriptorCall) {
	in.Say(diag.NullViewNeedsDescription, c.Site, "%s without a resource needs a description with a ViewDimension", c.Method).
		Because("A null descriptor gives the shader zeros of a certain shape.").HelpText(`{ ViewDimension = "TEXTURE2D", Format = "R8G8B8A8_UNORM" }`)
}

func sayDenied(in World, c *gpu.DescriptorCall) {
	alsoCreated(in, in.Say(diag.ShaderResourceDenied, c.Site, "%s on %s, which has DENY_SHADER_RESOURCE", c.Method, in.Ref(c.Resource)), c.Resource).HelpText("create it without the flag")
}

func sayViewDimension(in World, c *gpu.DescriptorCall, r resource, want string) {
	alsoCreated(in, in.Say(diag.BadViewDimension, c.Site, "a view of %s cannot have dimension %s", in.Ref(r.id), c.View.ViewDimension), r.id).HelpText("use %s, or leave ViewDimension out", want)
}

func sayBufferViewKind(in World, c *gpu.DescriptorCall, why string) {
	in.Say(diag.BadBufferView, c.Site, "the view of %s cannot be made: %s", in.Ref(c.Resource), why).WithResource(in.Ref(c.Resource)).
		HelpText(`give StructureByteStride, or Flags = "RAW", or a Format`)
}

func sayViewRange(in World, c *gpu.DescriptorCall, got, want string) {
	in.Say(diag.BadViewRange, c.Site, "the view of %s cannot be made: %s", in.Ref(c.Resource), got).WithResource(in.Ref(c.Resource)).HelpText("%s", want)
}

func sayViewElements(in World, c *gpu.DescriptorCall, r resource, first, count, element uint64) {
	alsoCreated(in, in.Say(diag.BadViewRange, c.Site, "the view of %s shows elements [%d, %d) of %d bytes, and the buffer has %d", in.Ref(r.id), first, words.End(first, count), element, r.desc.Width/element), r.id)
}

func sayViewPart(in World, c *gpu.DescriptorCall, r resource, what string, first, count, total uint32) {
	shown := "from " + words.Number(uint64(first)) + " on"
	if count != 0 && count != all {
		shown = "[" + words.Number(uint64(first)) + ", " + words.Number(uint64(first)+uint64(count)) + ")"
	}
	alsoCreated(in, in.Say(diag.BadViewRange, c.Site, "the view of %s shows %s %s, and there are %d", in.Ref(r.id), what, shown, total), r.id)
}

func sayCounter(in World, c *gpu.DescriptorCall, why string) {
	in.Say(diag.BadCounter, c.Site, "the view of %s cannot have this counter: %s", in.Ref(c.Resource), why).WithResource(in.Ref(c.Resource))
}

func sayUnreadable(in World, c *gpu.DescriptorCall, r resource, view gpu.Format) {
	if view == gpu.FormatUnknown {
		view = r.desc.Format
	}
	alsoCreated(in, in.Say(diag.BadViewFormat, c.Site, "shaders cannot read %s through a view of format %s", in.Ref(r.id), view), r.id).
		HelpText("%s", graphics.ReadableAs(r.desc.Format))
}

func sayViewFormat(in World, c *gpu.DescriptorCall, r resource) {
	alsoCreated(in, in.Say(diag.BadViewFormat, c.Site, "a view of %s, which has format %s, cannot have format %s", in.Ref(r.id), r.desc.Format, c.View.Format), r.id).
		Because("A view reads the same bits: both formats need the same number of components of the same width.")
}

// ConstantSize says that a constant buffer view has a size that there is not.
func ConstantSize(in World, c *gpu.DescriptorCall) {
	n := uint64(c.Constant.SizeInBytes)
	in.Say(diag.BadConstantBufferView, c.Site, "SizeInBytes of the constant buffer view is %d, and multiples of 256 from 256 to 65536 are allowed", n).HelpText("SizeInBytes = %d", min(max((n+255)/256*256, 256), gpu.MaxConstantBufferBytes))
}
