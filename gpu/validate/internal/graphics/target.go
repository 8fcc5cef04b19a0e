package graphics

import (
	"cmp"
	"fmt"
	"math"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/role"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// targetRules: at most eight render target views and one depth-stencil view, written, of resources that live.
func targetRules(w World, c *gpu.Command) {
	if c.X > gpu.MaxRenderTargets {
		limit(w, c, fmt.Sprintf("%d render targets", c.X), gpu.MaxRenderTargets, diag.Fix{})
		return
	}
	for i := range c.Graphics.Targets {
		v := &c.Graphics.Targets[i]
		where, want := fmt.Sprintf("renderTargets[%d]", i+1), gpu.DescriptorRTV
		if uint32(i) >= c.X {
			where, want = "depthStencil", gpu.DescriptorDSV
		}
		handleRules(w, c, v, where, want)
	}
}

// handleRules: a handle of a slot that holds a view of the right kind. It says whether there is a living resource after it.
func handleRules(w World, c *gpu.Command, v *gpu.TargetView, where string, want gpu.DescriptorType) bool {
	switch {
	case v.Handle.Heap != 0 && !w.Usable(v.Handle.Heap):
	case v.Type == gpu.DescriptorNone:
		w.Say(diag.BadTargetHandle, c.Site, "%s of %s is a slot that holds no descriptor", where, c.Called()).
			WithHelp(unwritten(w, c, v.Handle, want)).
			Descriptors = []gpu.CPUDescriptorHandle{v.Handle}
	case v.Type != want:
		w.Say(diag.BadTargetHandle, c.Site, "%s of %s holds a descriptor of type %s, not %s", where, c.Called(), v.Type, want).
			HelpText("use a handle of a heap of type %s", want)
	case v.Resource == 0:
	default:
		return w.Usable(v.Resource)
	}
	return false
}

// unwritten proposes to write a view into a slot that a command names: of the only resource that can be meant, before all loops.
func unwritten(w World, c *gpu.Command, at gpu.CPUDescriptorHandle, want gpu.DescriptorType) diag.Help {
	flag := gpu.AllowRenderTarget
	if want == gpu.DescriptorDSV {
		flag = gpu.AllowDepthStencil
	}
	made, of := w.Created(at.Heap), w.Created(w.Unshown(flag, at))
	return diag.Help{Site: c.Site, Text: fmt.Sprintf("write it with %s first", creator(want)),
		Draft: &diag.Draft{Edit: diag.EditInsertBefore, Ahead: true, Behind: []gpu.Site{made, of},
			Replace:  fmt.Sprintf("%%1:%s(%%2, nil, %%3:GetCPUDescriptorHandle(%d))", creator(want), at.Index),
			Snippets: []diag.Snippet{{Only: diag.Only("CreateDevice")}, {Made: of}, {Made: made}}}}
}

func creator(t gpu.DescriptorType) string {
	if t == gpu.DescriptorDSV {
		return "CreateDepthStencilView"
	}
	return "CreateRenderTargetView"
}

// useDepth applies the state rules for planes of a depth-stencil view. A clear of one plane leaves the other one alone, whatever state that is in.
func useDepth(w World, d *gpu.ResourceDesc, v *gpu.TargetView, planes gpu.ClearFlags) {
	for plane := range v.Format.Planes() {
		if planes>>plane&1 == 0 {
			continue
		}
		as := depthState(v, plane)
		each(d, v, plane, func(sub uint32) { w.Use(v.Resource, sub, as) })
	}
}

// each calls use for the subresources of a plane that a view shows.
func each(d *gpu.ResourceDesc, v *gpu.TargetView, plane uint32, use func(sub uint32)) {
	if d.Dimension == gpu.DimensionTexture3D {
		use(v.Mip)
		return
	}
	for s := v.FirstSlice; s < v.FirstSlice+v.Slices; s++ {
		use((plane*d.ArraySize()+s)*d.MipLevels + v.Mip)
	}
}

func rectRules(w World, c *gpu.Command) {
	for i, r := range c.Rects {
		if r.Left >= r.Right || r.Top >= r.Bottom {
			w.Say(diag.BadClear, c.Site, "rects[%d] of %s is empty or ends before it begins: Left %d, Right %d, Top %d, Bottom %d", i+1, c.Op,
				r.Left, r.Right, r.Top, r.Bottom).
				Prop("d3d12", "DEVICE_CLEARVIEW_EMPTYRECT (448)").HelpText("leave the rectangle out, or let Left be below Right and Top below Bottom")
			return
		}
	}
}

func clearTargetRules(w World, c *gpu.Command) {
	rectRules(w, c)
	v := &c.Graphics.Targets[0]
	if !handleRules(w, c, v, "view", gpu.DescriptorRTV) {
		return
	}
	if d := w.Resource(v.Resource); d != nil && w.Advise() {
		each(d, v, 0, func(sub uint32) { w.Use(v.Resource, sub, gpu.StateRenderTarget) })
	}
	if o := w.ClearValue(v.Resource); o != nil && len(c.Words) == 4 && w.Advise() {
		got := [4]float32{math.Float32frombits(c.Words[0]), math.Float32frombits(c.Words[1]), math.Float32frombits(c.Words[2]),
			math.Float32frombits(c.Words[3])}
		if got != o.Color {
			adviseClear(w, c, v, colorOf(got), colorOf(o.Color), made("Color", diag.Source(colorOf(got))),
				"CLEARRENDERTARGETVIEW_MISMATCHINGCLEARVALUE (820)")
		}
	}
}

// clearDepthRules: planes that the view has and may write.
func clearDepthRules(w World, c *gpu.Command) {
	rectRules(w, c)
	v, flags := &c.Graphics.Targets[0], gpu.ClearFlags(c.Slot)
	if !handleRules(w, c, v, "view", gpu.DescriptorDSV) {
		return
	}
	switch {
	case flags == 0 || flags&^(gpu.ClearDepth|gpu.ClearStencil) != 0:
		w.Say(diag.BadClear, c.Site, "ClearDepthStencilView clears neither depth nor stencil").
			HelpFix(c.Site, diag.PutArgument(c.Op.String(), 2, gpu.ClearDepth), `flags are "DEPTH", "STENCIL" or "DEPTH|STENCIL"`)
	case flags&gpu.ClearStencil != 0 && !v.Format.HasStencil():
		w.Say(diag.BadClear, c.Site, "ClearDepthStencilView clears stencil, but the view has format %s", v.Format).
			HelpFix(c.Site, diag.PutArgument(c.Op.String(), 2, gpu.ClearDepth), `clear "DEPTH", or use a format with stencil: D24_UNORM_S8_UINT`)
	case flags&gpu.ClearDepth != 0 && v.Flags&gpu.ViewReadOnlyDepth != 0, flags&gpu.ClearStencil != 0 && v.Flags&gpu.ViewReadOnlyStencil != 0:
		w.Say(diag.BadClear, c.Site, "ClearDepthStencilView writes through a view with flags %s", v.Flags).
			HelpText("clear through a view without them")
	default:
		if d := w.Resource(v.Resource); d != nil && w.Advise() {
			useDepth(w, d, v, flags)
		}
		clearDepthValue(w, c, v, flags)
	}
}

// clearDepthValue: a clear writes a depth of 0 to 1, and what the texture was made for.
func clearDepthValue(w World, c *gpu.Command, v *gpu.TargetView, flags gpu.ClearFlags) {
	o := w.ClearValue(v.Resource)
	if len(c.Words) != 2 || !w.Advise() {
		return
	}
	depth, stencil := math.Float32frombits(c.Words[0]), c.Words[1]
	switch clamped := min(max(depth, 0), 1); {
	case flags&gpu.ClearDepth != 0 && depth != clamped:
		w.Say(words.DepthClamped, c.Site, "%s clears %s to depth %v, which is clamped to %v", c.Op, w.Ref(v.Resource), depth, clamped).
			WithResource(w.Ref(v.Resource)).
			HelpFix(c.Site, diag.PutArgument(c.Op.String(), 3, clamped), "clear to %v", clamped)
	case o == nil:
	case flags&gpu.ClearDepth != 0 && depth != o.Depth:
		adviseClear(w, c, v, fmt.Sprintf("depth %v", depth), fmt.Sprint(o.Depth), made("Depth", depth),
			"CLEARDEPTHSTENCILVIEW_MISMATCHINGCLEARVALUE (821)")
	case flags&gpu.ClearStencil != 0 && stencil != uint32(o.Stencil):
		adviseClear(w, c, v, fmt.Sprintf("stencil %d", stencil), fmt.Sprint(o.Stencil), made("Stencil", stencil),
			"CLEARDEPTHSTENCILVIEW_MISMATCHINGCLEARVALUE (821)")
	}
}

// made is the edit of the value that a texture is made for.
func made(field string, value any) diag.Fix {
	return diag.Put(Creators, "OptimizedClearValue."+field, value)
}

// colorOf is a color as a script writes it.
func colorOf(c [4]float32) string {
	return fmt.Sprintf("{ %s, %s, %s, %s }", diag.Lua(c[0]), diag.Lua(c[1]), diag.Lua(c[2]), diag.Lua(c[3]))
}

// adviseClear words a clear to another value than the optimized one.
func adviseClear(w World, c *gpu.Command, v *gpu.TargetView, got, want string, fix diag.Fix, id string) {
	w.Say(diag.ClearValueMismatch, c.Site, "%s clears %s to %s, but its OptimizedClearValue is %s", c.Op, w.Ref(v.Resource), got, want).
		Prop("d3d12", id).
		WithResource(w.Ref(v.Resource)).Also(w.Created(v.Resource), w.Ref(v.Resource)+" is created here").
		Because("The clear is correct, but slower on hardware than one to the value that the texture was created with.").
		HelpFix(w.Created(v.Resource), fix, "create the texture with the value that it is cleared to, or clear to the OptimizedClearValue")
}

// Messages of Direct3D 12 about resolves.
const (
	resolveSamples = "RESOLVESUBRESOURCE_INVALID_SAMPLE_COUNT (880)"
	resolveFormat  = "RESOLVESUBRESOURCE_INVALID_FORMAT (878)"
	resolveRect    = "RESOLVESUBRESOURCEREGION_INVALID_RECT (1050)"
)

// resolveRules: from several samples to one, of formats that go together, inside of both.
func resolveRules(w World, c *gpu.Command) {
	src, dst, k := w.Resource(c.Src), w.Resource(c.Dst), c.Copy
	if src == nil || dst == nil {
		return
	}
	say := func(id, format string, args ...any) *diag.Diagnostic {
		return w.Say(diag.BadResolve, c.Site, "%s cannot resolve %s to %s: %s", cmp.Or(c.By, c.Op), w.Ref(c.Src), w.Ref(c.Dst),
			fmt.Sprintf(format, args...)).Prop("d3d12", id)
	}
	format := c.Format
	if format == gpu.FormatUnknown {
		format = src.Format
	}
	mode := gpu.ResolveMode(c.Slot)
	switch {
	case src.Dimension != gpu.DimensionTexture2D || dst.Dimension != gpu.DimensionTexture2D:
		say("", "both must be 2D textures").HelpText("resolve one texture of several samples to another with one, both of Dimension TEXTURE2D")
	case src.SampleDesc.Count < 2 && c.By != gpu.OpNone:
		say(resolveSamples, "the source has one sample").HelpText(
			`begin the pass with EndingAccess = { Type = "PRESERVE" }, and copy the texture after it`)
	case src.SampleDesc.Count < 2 && dst.SampleDesc.Count > 1 && c.Op == gpu.OpResolveSubresource:
		say(resolveSamples, "the source has one sample").HelpFix(c.Site, diag.Fix{Method: c.Op.String(), Argument: 1, Action: diag.FixCall, Text: exchanged(c)},
			"the destination comes first, which has one sample, and then the source: exchange the two")
	case src.SampleDesc.Count < 2:
		say(resolveSamples, "the source has one sample").HelpText("copy it with CopyTextureRegion instead")
	case dst.SampleDesc.Count != 1:
		say(resolveSamples, "the destination has %d samples", dst.SampleDesc.Count).Also(w.Created(c.Dst), w.Ref(c.Dst)+" is created here").
			HelpFix(w.Created(c.Dst), diag.Drop(Creators, "SampleDesc"), "the destination has one sample")
	case k.Src.Subresource >= src.Subresources() || k.Dst.Subresource >= dst.Subresources():
		say("RESOLVESUBRESOURCE_INVALID_SUBRESOURCE_INDEX (877)", "subresource %d of %d, to subresource %d of %d", k.Src.Subresource,
			src.Subresources(), k.Dst.Subresource, dst.Subresources()).
			HelpText("name subresources from 0 on: mip level plus slice times the number of mip levels")
	case mode == gpu.ResolveDecompress || mode > gpu.ResolveAverage:
		say("", "mode %s is not part of gpuscript", mode).HelpFix(c.Site, diag.PutArgument(c.Op.String(), 9, gpu.ResolveAverage),
			`use "AVERAGE", "MIN" or "MAX"`)
	case !src.Format.Castable(format) || !dst.Format.Castable(format):
		sayResolveFormats(w, c, say(resolveFormat, "their formats are %s and %s, resolved as %s", src.Format, dst.Format, format), format)
	case format.Info().Numeric == gpu.NumericTypeless || mode == gpu.ResolveAverage && (format.Info().Depth || integer(format)):
		say(resolveFormat, "format %s cannot be averaged", format).
			HelpText(`name a FLOAT, UNORM or SNORM format, or call ResolveSubresourceRegion with mode "MIN" or "MAX"`)
	default:
		resolveSizes(w, c, src, dst, say)
	}
}

// sayResolveFormats words formats of several families: a texture is made as the other one is, which goes with the format of the call.
func sayResolveFormats(w World, c *gpu.Command, d *diag.Diagnostic, format gpu.Format) {
	const family = "all three are of one family"
	src, dst := w.Resource(c.Src), w.Resource(c.Dst)
	wrong, other := c.Dst, src
	if dst.Format.Castable(format) {
		wrong, other = c.Src, dst
	}
	if !other.Format.Castable(format) {
		d.HelpText(family)
		return
	}
	words.Made(w, d, wrong).HelpFix(w.Created(wrong), diag.Put(Creators, "Format", other.Format), family+": create %s with Format = %q", w.Ref(wrong), other.Format)
}

// exchanged is a resolve with its source and its destination exchanged, as the text of diag.FixCall.
func exchanged(c *gpu.Command) string {
	if c.Format == gpu.FormatUnknown {
		return "%r:ResolveSubresource(%3, %4, %1, %2)"
	}
	return "%r:ResolveSubresource(%3, %4, %1, %2, %5)"
}

func integer(f gpu.Format) bool {
	n := f.Info().Numeric
	return n == gpu.NumericUint || n == gpu.NumericSint
}

// resolveSizes: what is resolved lies in both subresources.
func resolveSizes(w World, c *gpu.Command, src, dst *gpu.ResourceDesc, say func(string, string, ...any) *diag.Diagnostic) {
	k := c.Copy
	sw, sh, _ := src.MipExtent(src.Mip(k.Src.Subresource))
	dw, dh, _ := dst.MipExtent(dst.Mip(k.Dst.Subresource))
	right, bottom := uint64(k.DX)+uint64(k.Box.Right)-uint64(k.Box.Left), uint64(k.DY)+uint64(k.Box.Bottom)-uint64(k.Box.Top)
	switch {
	case k.Box.Left > k.Box.Right || k.Box.Top > k.Box.Bottom || k.Box.Right > sw || k.Box.Bottom > sh:
		say(resolveRect, "the rectangle [%d, %d) x [%d, %d) leaves the source of %d x %d texels", int32(k.Box.Left), int32(k.Box.Right),
			int32(k.Box.Top), int32(k.Box.Bottom), sw, sh).
			HelpText("name a rectangle of the source, or nil for all of it")
	case c.Op == gpu.OpResolveSubresource && (sw != dw || sh != dh):
		say("RESOLVESUBRESOURCE_RESOURCE_MISMATCH (879)", "their sizes are %d x %d and %d x %d texels", sw, sh, dw, dh).
			HelpText("both have the same size, or ResolveSubresourceRegion names a part")
	case right > uint64(dw) || bottom > uint64(dh):
		say(resolveRect, "texels up to (%d, %d) of a destination of %d x %d", right, bottom, dw, dh).
			HelpText("resolve a smaller rectangle, or to another place")
	default:
		w.Use(c.Src, k.Src.Subresource, gpu.StateResolveSource)
		w.Use(c.Dst, k.Dst.Subresource, gpu.StateResolveDest)
	}
}

// shows says whether a target view shows a subresource.
func shows(d *gpu.ResourceDesc, v *gpu.TargetView, plane, sub uint32) (found bool) {
	each(d, v, plane, func(s uint32) { found = found || role.Overlap(s, sub) })
	return found
}

// depthState is the state that a plane of a depth-stencil view needs.
func depthState(v *gpu.TargetView, plane uint32) gpu.ResourceStates {
	flag := gpu.ViewReadOnlyDepth
	if plane == 1 {
		flag = gpu.ViewReadOnlyStencil
	}
	if v.Flags&flag != 0 {
		return gpu.StateDepthRead
	}
	return gpu.StateDepthWrite
}
