package transfer

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// DiscardState is the state in which lists of a type discard a resource with some flags; not ok if they do not.
func DiscardState(list gpu.CommandListType, flags gpu.ResourceFlags) (want gpu.ResourceStates, ok bool) {
	switch {
	case list == gpu.ListDirect && flags&gpu.AllowRenderTarget != 0:
		return gpu.StateRenderTarget, true
	case list == gpu.ListDirect && flags&gpu.AllowDepthStencil != 0:
		return gpu.StateDepthWrite, true
	}
	return gpu.StateUnorderedAccess, flags&gpu.AllowUnorderedAccess != 0
}

// Discard applies the rules of the region of DiscardResource and says which subresources it covers; none if a rule is broken. Rectangles lie inside
// of subresources of one size.
func Discard(in World, c *gpu.Command) (first, count uint32) {
	r := find(in, c.Dst)
	total := r.desc.Subresources()
	first, count = c.Slot, c.X
	switch {
	case first >= total:
		in.NoSubresource(c.Dst, first)
		return 0, 0
	case count == 0:
		count = total - first
	case count > total-first:
		in.NoSubresources(c.Dst, first, count)
		return 0, 0
	}
	if len(c.Rects) > 0 && !discardRects(in, c, r, first, count) {
		return 0, 0
	}
	return first, count
}

// discardRects says whether the rectangles can be discarded in each of the subresources.
func discardRects(in World, c *gpu.Command, r resource, first, count uint32) bool {
	if r.desc.Dimension != gpu.DimensionTexture2D {
		sayDiscardRects(in, c, "is no 2D texture", "leave Rects out: the whole of it is discarded then", "DISCARD_NO_RECTS_FOR_NON_TEXTURE2D (997)")
		return false
	}
	mip := r.desc.Mip(first)
	for sub := first; sub < first+count; sub++ {
		if r.desc.Mip(sub) != mip {
			sayDiscardRects(in, c, "has subresources of other sizes among those",
				"name subresources of one mip level, with FirstSubresource and NumSubresources", "DISCARD_ONE_SUBRESOURCE_FOR_MIPS_WITH_RECTS (996)")
			return false
		}
	}
	w, h, _ := r.desc.MipExtent(mip)
	for i, q := range c.Rects {
		if q.Left < 0 || q.Top < 0 || q.Left >= q.Right || q.Top >= q.Bottom || q.Right > int32(w) || q.Bottom > int32(h) {
			words.Made(in, in.Say(diag.BadDiscard, c.Site,
				"DiscardResource names columns [%d, %d) of rows [%d, %d) of %s, which has %d x %d texels there",
				q.Left, q.Right, q.Top, q.Bottom, in.Ref(r.id), w, h), r.id).
				HelpFix(c.Site, clamped(i, q, int32(w), int32(h)), "give rectangles with texels inside of the %d x %d texels", w, h)
			return false
		}
	}
	return true
}

// clamped is the edit of a rectangle that reaches beyond one edge of a subresource; none for other rectangles.
func clamped(i int, q gpu.Rect, w, h int32) (fix diag.Fix) {
	for _, e := range [...]struct {
		edge                   string
		value, least, most, to int32
	}{{"Left", q.Left, 0, min(q.Right, w) - 1, 0}, {"Top", q.Top, 0, min(q.Bottom, h) - 1, 0}, {"Right", q.Right, q.Left + 1, w, w},
		{"Bottom", q.Bottom, q.Top + 1, h, h}} {
		switch {
		case e.least <= e.value && e.value <= e.most:
		case fix != diag.Fix{} || e.to != 0 && e.value < e.least || e.to == 0 && e.value > e.most:
			return diag.Fix{}
		default:
			fix = diag.Put("DiscardResource", fmt.Sprintf("Rects[%d].%s", i+1, e.edge), e.to).At(2)
		}
	}
	return fix
}

func sayDiscardRects(in World, c *gpu.Command, why, help, id string) {
	words.Made(in, in.Say(diag.BadDiscard, c.Site, "DiscardResource names rectangles, but %s %s", in.Ref(c.Dst), why), c.Dst).
		HelpText("%s", help).Prop("d3d12", id)
}

// CannotDiscard says that lists of the type of list do not discard the resource.
func CannotDiscard(in World, c *gpu.Command, list gpu.ID) {
	words.Made(in, in.Say(diag.BadDiscard, c.Site, "%s cannot be discarded in %s", in.Ref(c.Dst), in.Ref(list)), c.Dst).
		Because("COMPUTE lists discard resources with ALLOW_UNORDERED_ACCESS; DIRECT lists also those with ALLOW_RENDER_TARGET or ALLOW_DEPTH_STENCIL.").
		HelpEdit(c.Site, diag.EditDeleteLine, "", "leave it out: the next write overwrites what is there")
}
