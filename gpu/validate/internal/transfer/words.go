package transfer

import (
	"fmt"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

func sayBlocks(in World, c *gpu.Command, f gpu.Format, to, from uint32) {
	b := &c.Copy.Box
	in.Say(diag.CopyCutsBlocks, c.Site, "CopyTextureRegion copies texels [%d, %d) x [%d, %d) of format %s to (%d, %d), which cuts blocks of 4 x 4",
		b.Left, b.Right, b.Top, b.Bottom, f, c.Copy.DX, c.Copy.DY).
		HelpFix(c.Site, blockFix(in, c, to, from), "copy from and to multiples of 4 texels")
}

// blockFix is the edit of the one edge of a box that cuts blocks; none where there are several.
func blockFix(in World, c *gpu.Command, to, from uint32) (fix diag.Fix) {
	b, src := &c.Copy.Box, find(in, c.Copy.Src.Resource)
	w, h, _ := sideExtent(&c.Copy.Src, src)
	for _, e := range [...]struct {
		path               string
		argument           int
		value, limit, edge uint32
	}{
		{"Left@1", 6, b.Left, 0, from}, {"Top@2", 6, b.Top, 0, from}, {"Right@4", 6, b.Right, w, from}, {"Bottom@5", 6, b.Bottom, h, from},
		{"", 2, c.Copy.DX, 0, to}, {"", 3, c.Copy.DY, 0, to},
	} {
		switch {
		case e.value%e.edge == 0 || e.limit > 0 && e.value == e.limit:
		case fix != diag.Fix{}:
			return diag.Fix{}
		case e.limit > 0:
			fix = diag.Put(c.Op.String(), e.path, min((e.value+3)/4*4, e.limit)).At(e.argument)
		default:
			fix = diag.Put(c.Op.String(), e.path, e.value/4*4).At(e.argument)
		}
	}
	return fix
}

func sayNotBuffer(in World, c *gpu.Command, id gpu.ID) {
	d := words.Made(in, in.Say(diag.CopyNeedsBuffer, c.Site, "%s needs a buffer, but %s is a texture", c.Op, in.Ref(id)), id)
	switch {
	case c.Op != gpu.OpCopyBufferRegion:
		d.Prop("d3d12", "")
	case id != c.Dst:
		d.Prop("d3d12", "COPYBUFFERREGION_INVALIDSRCRESOURCEDIMENSION (843)")
	}
	const help = "copy textures with CopyTextureRegion or CopyResource"
	if dst, src := find(in, c.Dst), find(in, c.Src); c.Op == gpu.OpCopyBufferRegion && !dst.buffer() && !src.buffer() {
		d.HelpInstead(c.Site, "%1:CopyTextureRegion({ Resource = %2 }, 0, 0, 0, { Resource = %3 })",
			diag.Pieces(c.Site, "CopyBufferRegion", 1, 3), help)
		return
	}
	d.HelpText(help)
}

func saySelfCopy(in World, c *gpu.Command) {
	d := in.Say(diag.CopyOntoItself, c.Site, "%s copies %s onto itself", c.Op, in.Ref(c.Dst)).WithResource(in.Ref(c.Dst))
	d.Because("A subresource cannot be in COPY_SOURCE and COPY_DEST at one time.")
	if c.Op == gpu.OpCopyResource || c.Op == gpu.OpCopyBufferRegion && c.DstOffset == c.SrcOffset {
		d.HelpEdit(c.Site, diag.EditDeleteLine, "", "leave it out: it would change nothing")
		return
	}
	d.HelpText("copy %s to another resource, and from there", in.Name(c.Src))
}

func sayCopyRange(in World, c *gpu.Command, r resource, offset uint64) {
	d := words.Made(in, in.Say(diag.CopyOutOfBounds, c.Site, "%s needs %s, but the buffer has %d bytes", c.Op,
		bytesRange(in, r.id, offset, c.Size), r.desc.Width), r.id)
	d.WithRange(offset, words.End(offset, c.Size))
	if r.id == c.Dst && offset == c.DstOffset {
		d.Prop("d3d12", "COPYBUFFERREGION_DSTRANGEOUTOFBOUNDS (841)")
	}
	switch fit := min(bytesFrom(in, c.Dst, c.DstOffset), bytesFrom(in, c.Src, c.SrcOffset)); {
	case fit > 0:
		d.HelpFix(c.Site, diag.PutArgument(c.Op.String(), 5, fit), "copy %d bytes, which both sides have", fit)
	case c.Size == 0:
		d.HelpEdit(c.Site, diag.EditDeleteLine, "", "leave it out: it copies nothing")
	case c.Size > r.desc.Width:
		d.HelpText("%d bytes are more than the buffer has: create it with Width = %d, or copy fewer", c.Size, words.End(offset, c.Size))
	default:
		at := 4
		if r.id == c.Dst && offset == c.DstOffset {
			at = 2
		}
		d.HelpFix(c.Site, diag.PutArgument(c.Op.String(), at, r.desc.Width-c.Size), "%d is the last offset with %s after it", r.desc.Width-c.Size,
			words.Count(int(c.Size), "byte"))
	}
}

// bytesFrom is how many bytes a buffer has past an offset.
func bytesFrom(in World, id gpu.ID, offset uint64) uint64 {
	width := find(in, id).desc.Width
	return width - min(offset, width)
}

// Nothing says that a command copies nothing, since a field of it is 0: how many of what there are.
func Nothing(in World, c *gpu.Command, field, what string) {
	in.Say(diag.EmptyCopy, c.Site, "%s copies nothing: its %s is 0", c.Op, field).Prop("d3d12", "").
		HelpEdit(c.Site, diag.EditDeleteLine, "", "leave it out, or give a number of "+what)
}

func sayEmptyBox(in World, c *gpu.Command) {
	b := c.Copy.Box
	in.Say(diag.EmptyCopy, c.Site, "%s copies nothing: its box is [%d, %d) by [%d, %d) by [%d, %d)", c.Op, b.Left, b.Right,
		b.Top, b.Bottom, b.Front, b.Back).
		HelpEdit(c.Site, diag.EditDeleteLine, "", "leave it out, or give a box with texels")
}

func extent(w, h, d uint32) string { return fmt.Sprintf("%d x %d x %d texels", w, h, d) }

func sayBox(in World, c *gpu.Command, r resource, w, h, d uint32) {
	b := c.Copy.Box
	d0 := words.Made(in, in.Say(diag.CopyOutOfBounds, c.Site, "%s reads to texel (%d, %d, %d) of %s, which has %s there", c.Op, b.Right, b.Bottom,
		b.Back, in.Ref(r.id), extent(w, h, d)), r.id).Prop("d3d12", "COPYTEXTUREREGION_INVALIDSRCBOX (873)")
	for _, e := range [...]struct {
		field, order     string
		begin, end, most uint32
	}{{"Right", "@4", b.Left, b.Right, w}, {"Bottom", "@5", b.Top, b.Bottom, h}, {"Back", "@6", b.Front, b.Back, d}} {
		if e.end > e.most && e.begin < e.most {
			d0.HelpFix(c.Site, diag.Put(c.Op.String(), e.field+e.order, e.most).At(6), "%s is at most %d", e.field, e.most)
			return
		}
	}
}

// sayWhole says that a copy takes a part of a side that is only copied as a whole and has some texels there, or puts them elsewhere than to the
// beginning.
func sayWhole(in World, c *gpu.Command, r resource, source bool, w, h, d uint32) {
	b, what, to := c.Copy.Box, "ALLOW_DEPTH_STENCIL", "to"
	if r.desc.Flags&gpu.AllowDepthStencil == 0 {
		what = fmt.Sprintf("%d samples", r.desc.SampleDesc.Count)
	}
	if source {
		to = "of"
	}
	headline := fmt.Sprintf("%s copies %s %s %s, which has %s and %s there", c.Op, extent(b.Right-b.Left, b.Bottom-b.Top, b.Back-b.Front), to,
		in.Ref(r.id), what, extent(w, h, d))
	var fixes []diag.Fix
	if part := b.Right-b.Left < w || b.Bottom-b.Top < h || b.Back-b.Front < d; part {
		fixes = append(fixes, diag.Drop(c.Op.String(), "").At(6))
	} else {
		headline = fmt.Sprintf("%s copies to (%d, %d, %d) of %s, but %s has %s and is only copied as a whole, to (0, 0, 0)", c.Op, c.Copy.DX,
			c.Copy.DY, c.Copy.DZ, in.Ref(c.Copy.Dst.Resource), in.Ref(r.id), what)
	}
	for i, at := range [...]uint32{c.Copy.DX, c.Copy.DY, c.Copy.DZ} {
		if at != 0 {
			fixes = append(fixes, diag.PutArgument(c.Op.String(), 2+i, 0))
		}
	}
	said := words.Made(in, in.Say(diag.CopyNeedsWhole, c.Site, "%s", headline), r.id).
		Because("Depth, stencil and samples are stored in a hardware-specific layout, so only whole subresources are copied.").
		HelpFix(c.Site, fixes[0], "copy the whole subresource, to (0, 0, 0)")
	for _, fix := range fixes[1:] {
		said.AndFix(c.Site, fix)
	}
}

func sayBoxDestination(in World, c *gpu.Command, r resource, w, h, d uint32) {
	t := c.Copy
	words.Made(in, in.Say(diag.CopyOutOfBounds, c.Site, "%s puts %s at (%d, %d, %d) of %s, which has %s there", c.Op,
		extent(t.Box.Right-t.Box.Left, t.Box.Bottom-t.Box.Top, t.Box.Back-t.Box.Front), t.DX, t.DY, t.DZ, in.Ref(r.id), extent(w, h, d)), r.id).
		Prop("d3d12", "COPYTEXTUREREGION_DSTREGIONOUTOFBOUNDS (858)")
}

func sayCopyShape(in World, c *gpu.Command, field string, dst, src any) {
	d := in.Say(diag.CopyShapeMismatch, c.Site, "%s needs resources of one shape: %s of %s is %v, of %s %v", c.Op, field,
		in.Ref(c.Dst), dst, in.Ref(c.Src), src).
		Also(in.Created(c.Dst), "the destination is created here").Also(in.Created(c.Src), "the source is created here")
	const help = "copy parts with CopyBufferRegion or CopyTextureRegion"
	if a, b := find(in, c.Dst), find(in, c.Src); c.Op == gpu.OpCopyResource && a.buffer() && b.buffer() {
		d.HelpInstead(c.Site, fmt.Sprintf("%%1:CopyBufferRegion(%%2, 0, %%3, 0, %d)", min(a.desc.Width, b.desc.Width)),
			diag.Pieces(c.Site, "CopyResource", 1, 2), help)
		return
	}
	d.HelpText(help)
}

func sayCopyFormat(in World, c *gpu.Command, dst, src gpu.Format) {
	in.Say(diag.CopyFormatMismatch, c.Site, "%s copies format %s into %s, which have no common family", c.Op, src, dst).WithResource(in.Ref(c.Dst)).
		Because("A copy moves bits: both formats need the same number of components of the same width.").
		HelpFix(in.Created(c.Dst), diag.Put("CreateCommittedResource|CreatePlacedResource", "Format", src),
			"create %s with Format = %q, or convert in a shader", in.Ref(c.Dst), src)
}

func sayTwoBuffers(in World, c *gpu.Command) {
	d := in.Say(diag.CopyTwoFootprints, c.Site, "%s has a footprint in a buffer on both sides", c.Op)
	const help = "copy between buffers with CopyBufferRegion"
	dst, src := c.Copy.Dst.Footprint, c.Copy.Src.Footprint
	switch {
	case c.Copy.Dst.Resource == c.Copy.Src.Resource: // which cannot be both
		d.HelpText(help+": %s to another one, and from there", in.Name(c.Copy.Src.Resource))
		return
	case !whole(c.Copy):
		d.HelpText(help)
		return
	}
	pieces := []diag.Snippet{{Site: c.Site, Method: c.Op.String()}, {Site: c.Site, Method: c.Op.String(), Argument: 1, Path: "Resource"},
		{Site: c.Site, Method: c.Op.String(), Argument: 5, Path: "Resource"}}
	d.HelpInstead(c.Site, fmt.Sprintf("%%1:CopyBufferRegion(%%2, %d, %%3, %d, %d)", dst.Offset, src.Offset, footprintBytes(&src)), pieces, help)
}

// whole reports whether a copy takes all of one footprint to another that has the same rows.
func whole(t *gpu.TextureCopy) bool {
	a, b := t.Dst.Footprint, t.Src.Footprint
	a.Offset = b.Offset
	return a == b && t.DX|t.DY|t.DZ == 0 && t.Box == (gpu.Box{Right: b.Width, Bottom: b.Height, Back: b.Depth})
}

// footprintBytes is how many bytes the texels of a footprint reach over.
func footprintBytes(f *gpu.Footprint) uint64 {
	bytes, edge := f.Format.Block()
	return uint64(f.RowPitch)*(uint64(f.Rows())*uint64(f.Depth)-1) + uint64((f.Width+edge-1)/edge)*uint64(bytes)
}

// native are messages of Direct3D 12 about the destination and the source of CopyTextureRegion, without COPYTEXTUREREGION_.
type native [2]string

var (
	noFormat     = native{"UNRECOGNIZEDDSTFORMAT (852)", "UNRECOGNIZEDSRCFORMAT (865)"}
	badSize      = native{"INVALIDDSTDIMENSIONS (854)", "INVALIDSRCDIMENSIONS (867)"}
	badRowPitch  = native{"INVALIDDSTROWPITCH (855)", "INVALIDSRCROWPITCH (868)"}
	badPlacement = native{"INVALIDDSTPLACEMENT (856)", "INVALIDSRCPLACEMENT (869)"}
)

// sayFootprint says why the footprint of a side cannot be.
func sayFootprint(in World, c *gpu.Command, s *gpu.CopySide, r resource, n native, got string, args ...any) *diag.Diagnostic {
	message := n[0]
	if s == &c.Copy.Src {
		message = n[1]
	}
	return in.Say(diag.BadFootprint, c.Site, "the footprint in %s cannot be used: %s", in.Ref(r.id), fmt.Sprintf(got, args...)).
		WithResource(in.Ref(r.id)).Prop("d3d12", "COPYTEXTUREREGION_"+message)
}

// sideArgument is the argument of CopyTextureRegion that is a side.
func sideArgument(c *gpu.Command, s *gpu.CopySide) int {
	if s == &c.Copy.Src {
		return 5
	}
	return 1
}

// sayRowPitch says that the rows of a footprint, which take some bytes each, are at a wrong distance.
func sayRowPitch(in World, c *gpu.Command, s *gpu.CopySide, r resource, row uint64) {
	f, why := &s.Footprint, "which is not a multiple of 256"
	if uint64(f.RowPitch) < row {
		why = fmt.Sprintf("but a row of %d texels takes %d", f.Width, row)
	}
	pitch := (row + gpu.TexturePitchAlignment - 1) / gpu.TexturePitchAlignment * gpu.TexturePitchAlignment
	sayFootprint(in, c, s, r, badRowPitch, "RowPitch is %d bytes, %s", f.RowPitch, why).
		HelpFix(c.Site, diag.Put(c.Op.String(), "RowPitch", pitch).At(sideArgument(c, s)), "RowPitch = %d", pitch)
}

// sayPlacement says that a footprint of a size begins at a wrong place. The next place is proposed, or the one before where the buffer ends too early
// or where that is nearer.
func sayPlacement(in World, c *gpu.Command, s *gpu.CopySide, r resource, size uint64) {
	offset, fix := s.Footprint.Offset, diag.Multiple(c.Op.String(), "Offset", s.Footprint.Offset, gpu.TexturePlacementAlignment)
	below := offset / gpu.TexturePlacementAlignment * gpu.TexturePlacementAlignment
	next := below + gpu.TexturePlacementAlignment
	if words.End(next, size) > r.desc.Width || below > 0 && offset-below < next-offset {
		next, fix = below, diag.Put(c.Op.String(), "Offset", below)
	}
	text := "Offset = %d"
	fix.Apart = true
	if s == &c.Copy.Src { // a computed place is where the script has put the texels, too: another one here alone would read others
		fix.Computed, text = "", "Offset = %d, where the texels have to be as well"
	}
	d := sayFootprint(in, c, s, r, badPlacement, "Offset is %d bytes, which is not a multiple of %d", offset, gpu.TexturePlacementAlignment).
		HelpAligned(c.Site, c.Op.String(), sideArgument(c, s), "Offset", gpu.TexturePlacementAlignment, false).
		HelpFix(c.Site, fix.At(sideArgument(c, s)), text, next)
	d.Help[len(d.Help)-1].Spare = true
}

// sayFootprintEnd says that a footprint, whose rows take some bytes each, does not fit into its buffer.
func sayFootprintEnd(in World, c *gpu.Command, s *gpu.CopySide, r resource, row uint64) {
	f := &s.Footprint
	offset, size := f.Offset, uint64(f.RowPitch)*(uint64(f.Rows())*uint64(f.Depth)-1)+row
	end := words.End(offset, size)
	d := words.Made(in, in.Say(diag.BadFootprint, c.Site, "the footprint needs %s, but the buffer has %d bytes", bytesRange(in, r.id, offset, size),
		r.desc.Width), r.id).WithRange(offset, end)
	n := rowsMeant(in, c, s)
	switch has := words.End(offset, uint64(f.RowPitch)*(uint64(n)*uint64(f.Depth)-1)+row); {
	case n > 0 && n < f.Height && has <= r.desc.Width:
		d.HelpFix(c.Site, diag.Put(c.Op.String(), "Height", n).At(sideArgument(c, s)), "%d rows can be copied: Height = %[1]d", n)
	case end <= 1<<30: // a larger one was hardly meant
		words.HelpLarger(d, in.Created(r.id), end, "create %s with %d bytes or more", in.Ref(r.id), end)
	}
}

// rowsMeant is how many rows a copy between a footprint and a texture can move, 0 if that is not known: rows of blocks are not counted.
func rowsMeant(in World, c *gpu.Command, s *gpu.CopySide) uint32 {
	t := c.Copy
	if _, edge := s.Footprint.Format.Block(); edge != 1 || t.Src.Placed && t.Dst.Placed {
		return 0
	}
	if s == &t.Dst {
		return t.Box.Bottom - min(t.Box.Top, t.Box.Bottom)
	}
	to := in.Resource(t.Dst.Resource)
	if t.Dst.Subresource >= to.Subresources() || t.Box.Top > 0 {
		return 0
	}
	_, height, _ := to.MipExtent(to.Mip(t.Dst.Subresource))
	return height - min(t.DY, height)
}

// sayForeign says which fields of the other kind a side sets, and removes them.
func sayForeign(in World, c *gpu.Command, s *gpu.CopySide, r resource, names, said []string) {
	is, has := "is not a field", "which has a Subresource"
	if s.Placed {
		has = "which has a footprint"
	}
	if len(names) > 1 {
		is = "are not fields"
	}
	d := words.Made(in, in.Say(diag.BadFootprint, c.Site, "%s %s of a copy of %s, %s", strings.Join(said, ", "), is, in.Ref(r.id), has), r.id).
		Prop("d3d12", "")
	var drops []diag.Fix
	for _, name := range names {
		drops = append(drops, diag.Drop(c.Op.String(), name).At(sideArgument(c, s)))
	}
	d.HelpFixes(c.Site, drops, "leave %s out", strings.Join(names, ", "))
}
