package conflict

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// Range shows bytes of a buffer as name[begin, end), and bytes of a texture as the box of texels that holds them:
// name[x 0..64, y 0..16], with the subresource where there are several. Boxes are half-open as ranges are. Pieces of size bytes,
// stride apart, are rows of a texture; 0 is one range.
func Range(name string, desc *gpu.ResourceDesc, begin, end, stride, size uint64) string {
	if desc == nil || desc.Dimension == gpu.DimensionBuffer {
		text := words.Range(name, begin, end-begin)
		if stride != 0 {
			text += fmt.Sprintf(" (%d of every %d bytes)", size, stride)
		}
		return text
	}
	prints, _ := desc.Footprints(0, desc.Subresources(), 0)
	first := len(prints) - 1
	for first > 0 && prints[first].Offset > begin {
		first--
	}
	last := first
	for last+1 < len(prints) && prints[last+1].Offset < end {
		last++
	}
	switch {
	case last > first:
		return fmt.Sprintf("%s[subresources %d..%d]", name, first, last+1)
	case len(prints) > 1:
		return fmt.Sprintf("%s[subresource %d, %s]", name, first,
			box(&prints[first], begin-prints[first].Offset, end-prints[first].Offset, rowOf(&prints[first], stride, size)))
	}
	return fmt.Sprintf("%s[%s]", name, box(&prints[first], begin, end, rowOf(&prints[first], stride, size)))
}

// rowOf is the size of the pieces if they are parts of rows that lie below each other, else 0.
func rowOf(f *gpu.Footprint, stride, size uint64) uint64 {
	if stride == uint64(f.RowPitch) {
		return size
	}
	return 0
}

// box is the smallest box of texels that holds bytes [begin, end) of a subresource, or parts of rows of them. Samples stand after each other; blocks
// count with all their texels.
func box(f *gpu.Footprint, begin, end, part uint64) string {
	bytes, edge := f.Format.Block()
	cell, row, slice := uint64(bytes), uint64(f.RowPitch), uint64(f.SlicePitch)
	width, height := (uint64(f.Width)+uint64(edge)-1)/uint64(edge), uint64(f.Rows())
	if sample := uint64(f.SamplePitch); sample != 0 {
		if begin/sample != (end-1)/sample {
			begin, end = 0, slice
		} else {
			begin, end = begin%sample, (end-1)%sample+1
		}
	}
	z0, z1 := begin/slice, (end-1)/slice
	y0, y1 := begin%slice/row, (end-1)%slice/row
	x0, x1 := begin%row/cell, min((end-1)%row/cell+1, width)
	if z1 > z0 {
		y0, y1 = 0, height-1
	}
	if z1 > z0 || y1 > y0 {
		x0, x1 = 0, width
	}
	if part != 0 {
		x0 = begin % row / cell
		x1 = min(x0+part/cell, width)
	}
	e := uint64(edge)
	text := fmt.Sprintf("x %d..%d, y %d..%d", x0*e, min(x1*e, uint64(f.Width)), y0*e, min((y1+1)*e, uint64(f.Height)))
	if f.Depth > 1 {
		text += fmt.Sprintf(", z %d..%d", z0, z1+1)
	}
	return text
}
