package creation

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// clearValueRules: an optimized clear value belongs to a render target or a depth buffer, and has a format of its family that a view to clear through
// may have.
func (x *checker) clearValueRules(n *newResource) {
	switch {
	case n.clear == nil:
	case n.desc.Flags&(gpu.AllowRenderTarget|gpu.AllowDepthStencil) == 0:
		x.sayClearValue(n)
	case n.clear.Format != gpu.FormatUnknown && !n.desc.Format.Castable(n.clear.Format):
		x.sayClearValueFormat(n)
	case n.clear.Format != gpu.FormatUnknown && !n.clears(n.clear.Format):
		x.sayClearValueView(n)
	case n.desc.Flags&gpu.AllowDepthStencil != 0 && x.advise && (n.clear.Depth < 0 || n.clear.Depth > 1):
		x.adviseDepthRange(n)
	}
}

// clears says whether the texture can be cleared through a view of a format.
func (n *newResource) clears(f gpu.Format) bool {
	if n.desc.Flags&gpu.AllowDepthStencil != 0 {
		return f.Info().Depth
	}
	return f.Renderable()
}

// clearFormat is a format in which the texture can be cleared: its own, or the first of its family.
func (n *newResource) clearFormat() gpu.Format {
	if n.clears(n.desc.Format) {
		return n.desc.Format
	}
	for f := range gpu.Format(len(gpu.FormatUnknown.LuaNames())) {
		if n.desc.Format.Castable(f) && n.clears(f) {
			return f
		}
	}
	return n.desc.Format
}

func (x *checker) sayClearValue(n *newResource) {
	x.say(diag.BadClearValue, n.call.Site, "%s cannot have an OptimizedClearValue with flags %s", n.name(), n.desc.Flags).
		Because("The value makes clears of render targets and depth buffers faster, but this is neither.").
		HelpFix(n.call.Site, n.drop("OptimizedClearValue"), "remove OptimizedClearValue")
}

// sayClearValueFormat words a value of a format that no view of the texture can have.
func (x *checker) sayClearValueFormat(n *newResource) {
	x.say(diag.BadClearValue, n.call.Site, "%s cannot have an OptimizedClearValue of format %s: it has format %s", n.name(), n.clear.Format,
		n.desc.Format).Prop("d3d12", "CREATERESOURCE_INVALIDCLEARVALUEFORMAT (817)").
		HelpFix(n.call.Site, n.put("OptimizedClearValue.Format", n.clearFormat()),
			"the format is that of the views through which the texture is cleared")
}

// sayClearValueView words a value of a format of the family that says not how the texture is cleared.
func (x *checker) sayClearValueView(n *newResource) {
	why := "Its Format says how the numbers become bytes, as that of a view does, and a typeless format says nothing of that."
	if n.clear.Format.Info().Numeric != gpu.NumericTypeless {
		why = "Its Format is that of a view through which the texture is cleared, and no such view of this texture has that one."
	}
	x.say(diag.BadClearValue, n.call.Site, "%s cannot have an OptimizedClearValue of format %s", n.name(), n.clear.Format).
		Prop("d3d12", "CREATERESOURCE_INVALIDCLEARVALUEFORMAT (817)").
		Because(why).HelpFix(n.call.Site, n.put("OptimizedClearValue.Format", n.clearFormat()), "Format = %q", n.clearFormat())
}

// adviseDepthRange words a depth that clears never write.
func (x *checker) adviseDepthRange(n *newResource) {
	clamped := min(max(n.clear.Depth, 0), 1)
	x.say(words.DepthClamped, n.call.Site, "%s has an OptimizedClearValue of depth %v, but clears write 0 to 1", n.name(), n.clear.Depth).
		HelpFix(n.call.Site, n.put("OptimizedClearValue.Depth", clamped), "Depth = %v", clamped)
}
