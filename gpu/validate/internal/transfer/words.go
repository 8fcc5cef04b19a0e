package transfer

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

func sayBlocks(in World, c *gpu.Command, f gpu.Format) {
	b := &c.Copy.Box
	in.Say(diag.CopyCutsBlocks, c.Site, "CopyTextureRegion copies texels [%d, %d) x [%d, %d) of format %s to (%d, %d), which cuts blocks of 4 x 4", b.Left, b.Right, b.Top, b.Bottom, f, c.Copy.DX, c.Copy.DY).
		HelpText("copy from and to multiples of 4 texels")
}

func sayNotBuffer(in World, c *gpu.Command, id gpu.ID) {
	alsoCreated(in, in.Say(diag.CopyNeedsBuffer, c.Site, "%s needs a buffer, and %s is a texture", c.Op, in.Ref(id)), id).HelpText("copy textures with CopyTextureRegion or CopyResource")
}

func saySelfCopy(in World, c *gpu.Command) {
	d := in.Say(diag.CopyOntoItself, c.Site, "%s copies %s onto itself", c.Op, in.Ref(c.Dst)).WithResource(in.Ref(c.Dst))
	d.Because("A subresource cannot be in COPY_SOURCE and COPY_DEST at one time.").HelpText("copy through another resource")
}

func sayCopyRange(in World, c *gpu.Command, r resource, offset uint64) {
	d := alsoCreated(in, in.Say(diag.CopyOutOfBounds, c.Site, "%s needs %s, and the buffer has %d bytes", c.Op, bytesRange(in, r.id, offset, c.Size), r.desc.Width), r.id)
	d.WithRange(offset, words.End(offset, c.Size))
	if r.id == c.Dst && offset == c.DstOffset {
		d.Prop("d3d12", "COPYBUFFERREGION_DSTRANGEOUTOFBOUNDS (841)")
	}
}

func sayEmptyBox(in World, c *gpu.Command) {
	b := c.Copy.Box
	in.Say(diag.CopyOutOfBounds, c.Site, "%s has an empty source box, [%d, %d) by [%d, %d) by [%d, %d)", c.Op, b.Left, b.Right, b.Top, b.Bottom, b.Front, b.Back).
		Prop("d3d12", "COPYTEXTUREREGION_EMPTYBOX (875)")
}

func extent(w, h, d uint32) string { return fmt.Sprintf("%d x %d x %d texels", w, h, d) }

func sayBox(in World, c *gpu.Command, r resource, w, h, d uint32) {
	b := c.Copy.Box
	alsoCreated(in, in.Say(diag.CopyOutOfBounds, c.Site, "%s reads to texel (%d, %d, %d) of %s, which has %s there", c.Op, b.Right, b.Bottom, b.Back, in.Ref(r.id), extent(w, h, d)), r.id).Prop("d3d12", "COPYTEXTUREREGION_INVALIDSRCBOX (873)")
}

func sayBoxDestination(in World, c *gpu.Command, r resource, w, h, d uint32) {
	t := c.Copy
	alsoCreated(in, in.Say(diag.CopyOutOfBounds, c.Site, "%s puts %s at (%d, %d, %d) of %s, which has %s there", c.Op,
		extent(t.Box.Right-t.Box.Left, t.Box.Bottom-t.Box.Top, t.Box.Back-t.Box.Front), t.DX, t.DY, t.DZ, in.Ref(r.id), extent(w, h, d)), r.id).Prop("d3d12", "COPYTEXTUREREGION_DSTREGIONOUTOFBOUNDS (858)")
}

func sayCopyShape(in World, c *gpu.Command, field string, dst, src any) {
	in.Say(diag.CopyShapeMismatch, c.Site, "%s needs resources of one shape: %s of %s is %v, of %s %v", c.Op, field, in.Ref(c.Dst), dst, in.Ref(c.Src), src).
		Also(in.Created(c.Dst), "the destination is created here").Also(in.Created(c.Src), "the source is created here").HelpText("copy parts with CopyBufferRegion or CopyTextureRegion")
}

func sayCopyFormat(in World, c *gpu.Command, dst, src gpu.Format) {
	in.Say(diag.CopyFormatMismatch, c.Site, "%s copies format %s into %s, which have no common family", c.Op, src, dst).WithResource(in.Ref(c.Dst)).
		Because("A copy moves bits: both formats need the same number of components of the same width.")
}

func sayTwoBuffers(in World, c *gpu.Command) {
	in.Say(diag.CopyTwoFootprints, c.Site, "%s has a footprint in a buffer on both sides", c.Op).HelpText("copy between buffers with CopyBufferRegion")
}

func sayFootprint(in World, c *gpu.Command, r resource, got, want string) {
	in.Say(diag.BadFootprint, c.Site, "the footprint in %s cannot be used: %s", in.Ref(r.id), got).WithResource(in.Ref(r.id)).HelpText("%s", want)
}

func sayFootprintEnd(in World, c *gpu.Command, r resource, offset, size uint64) {
	alsoCreated(in, in.Say(diag.BadFootprint, c.Site, "the footprint needs %s, and the buffer has %d bytes", bytesRange(in, r.id, offset, size), r.desc.Width), r.id).WithRange(offset, words.End(offset, size))
}
