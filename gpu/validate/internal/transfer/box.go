package transfer

import (
	"github.com/gpuscript/gpuscript/gpu"
)

// copyable says whether a copy moves texels of one format into the other: formats of one family, and a texel of whole numbers into a packed one of as
// many bytes, a block of 4 x 4 or three mantissas with one exponent, or out of it.
func copyable(dst, src gpu.Format) bool {
	return dst.Castable(src) || wholeFor(dst, src) || wholeFor(src, dst)
}

// wholeFor says whether a texel of whole numbers holds the bits of a packed one. Beside blocks of 8 bytes these are two components or four, else as
// few as can be.
func wholeFor(whole, packed gpu.Format) bool {
	i := whole.Info()
	if i.Numeric != gpu.NumericUint && i.Numeric != gpu.NumericSint || whole.Compressed() {
		return false
	}
	bytes, _ := packed.Block()
	same, _ := whole.Block()
	return bytes == same && (packed.Compressed() || packed == gpu.FormatR9G9B9E5SharedExp && i.Components == 1)
}

// edges are those of a texel or block of both sides.
func edges(dst, src gpu.Format) (to, from uint32) {
	_, to = dst.Block()
	_, from = src.Block()
	return to, from
}

// reach is the extent of one side as far as a box may go: levels smaller than a block have a whole one.
func reach(s *gpu.CopySide, r resource) (w, h, d uint32) {
	_, edge := sideFormat(s, r).Block()
	w, h, d = sideExtent(s, r)
	return blocks(w, edge, edge), blocks(h, edge, edge), d
}

// blocks is what n texels in blocks of one edge take as blocks of another.
func blocks(n, from, to uint32) uint32 { return (n + from - 1) / from * to }

// boxRules: the box is inside of the source, and fits into the destination where it is put.
func boxRules(in World, c *gpu.Command, dst, src resource) {
	t := c.Copy
	b := &t.Box
	if w, h, d := reach(&t.Src, src); b.Right > w || b.Bottom > h || b.Back > d {
		sayBox(in, c, src, w, h, d)
		return
	}
	to, from := edges(sideFormat(&t.Dst, dst), sideFormat(&t.Src, src))
	w, h, d := reach(&t.Dst, dst)
	if uint64(t.DX)+uint64(blocks(b.Right-b.Left, from, to)) > uint64(w) || uint64(t.DY)+uint64(blocks(b.Bottom-b.Top, from, to)) > uint64(h) ||
		uint64(t.DZ)+uint64(b.Back-b.Front) > uint64(d) {
		sayBoxDestination(in, c, dst, w, h, d)
	}
}

// blockRules: a box of blocks of 4 x 4 begins at a block and ends after one, or at the edge of the texture; so does what it becomes.
func blockRules(in World, c *gpu.Command, src resource, df, sf gpu.Format) {
	to, from := edges(df, sf)
	t := c.Copy
	w, h, _ := sideExtent(&t.Src, src)
	b := &t.Box
	if (b.Left|b.Top)%from != 0 || (t.DX|t.DY)%to != 0 || b.Right%from != 0 && b.Right != w || b.Bottom%from != 0 && b.Bottom != h {
		sayBlocks(in, c, sf, to, from)
	}
}
