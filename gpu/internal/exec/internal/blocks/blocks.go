// Package blocks finds the blocks of a compressed texture that a program has read through a decoded copy:
//
//	copy      |‾‾‾‾‾‾‾‾|‾‾‾‾‾‾‾‾|     texels read ──▶ the 4 × 4 texels that hold them
//	texture   | block 0| block 1|  …  ──▶ bytes of their blocks, row by row
//
// It knows only layouts: which view it was, and who decodes, is up to its caller.
package blocks

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/access"
)

// View is a view of a texture in blocks, of which a program has a decoded copy.
type View struct {
	Record     uint32
	Begin, End uint64          // bytes of VRAM that it covers in the texture
	Copy       []gpu.Footprint // of the decoded texture, by subresource
	Texture    []gpu.Footprint // of the texture itself
}

// Marks are the blocks of a texture that were read through one view.
type Marks struct {
	view    View
	touched [][]bool // by subresource: block by block, row by row, slice by slice; nil where none was
	inexact bool
}

// New is no blocks of a view.
func New(v View) *Marks { return &Marks{view: v, touched: make([][]bool, len(v.Copy))} }

// Access marks what one access to the copy touched.
func (k *Marks) Access(a *access.Access) {
	if !a.Exact {
		k.inexact = true
		return
	}
	size := a.Size
	if a.Stride == 0 {
		size = a.End - a.Begin
	}
	for i := range a.Pieces() {
		begin := a.Begin + i*a.Stride
		for s := range k.view.Copy {
			if f := &k.view.Copy[s]; begin < f.Offset+f.SizeInBytes && f.Offset < begin+size {
				k.piece(s, max(begin, f.Offset)-f.Offset, min(begin+size, f.Offset+f.SizeInBytes)-f.Offset)
			}
		}
	}
}

// piece marks the blocks of bytes [begin, end) of a subresource of the copy.
func (k *Marks) piece(s int, begin, end uint64) {
	f, t := &k.view.Copy[s], &k.view.Texture[s]
	across, rows := blocksAcross(t), uint64(t.Rows())
	if k.touched[s] == nil {
		k.touched[s] = make([]bool, across*rows*uint64(t.Depth))
	}
	texel := uint64(f.Format.Bytes())
	for at := begin; at < end; {
		z, y, x := at/uint64(f.SlicePitch), at%uint64(f.SlicePitch)/uint64(f.RowPitch), at%uint64(f.RowPitch)
		next := min(at-x+uint64(f.RowPitch), end)
		last := min(x+next-at, f.RowSizeInBytes)
		for b := x / texel / 4; x < last && b <= (last-1)/texel/4; b++ {
			k.touched[s][(z*rows+y/4)*across+b] = true
		}
		at = next
	}
}

func blocksAcross(f *gpu.Footprint) uint64 { return (uint64(f.Width) + 3) / 4 }

// AppendTo appends the accesses to the blocks, in bytes of VRAM: whole rows together, else runs of blocks of a row; all of the view where an access
// was not exact.
func (k *Marks) AppendTo(out []access.Access) []access.Access {
	if k.inexact {
		return append(out, access.Access{Record: k.view.Record, Begin: k.view.Begin, End: k.view.End})
	}
	for s, marks := range k.touched {
		f := &k.view.Texture[s]
		across := blocksAcross(f)
		for row := uint64(0); row*across < uint64(len(marks)); row++ {
			line := k.line(f, f.Offset+row*uint64(f.RowPitch), marks[row*across:(row+1)*across])
			if n := len(out); row > 0 && len(line) == 1 && wholeRows(&line[0], f) && wholeRows(&out[n-1], f) && out[n-1].End+
				uint64(f.RowPitch)-f.RowSizeInBytes == line[0].Begin {
				out[n-1].End = line[0].End
				continue
			}
			out = append(out, line...)
		}
	}
	return out
}

// wholeRows says whether an access to blocks of a layout takes whole rows.
func wholeRows(a *access.Access, f *gpu.Footprint) bool {
	return (a.Begin-f.Offset)%uint64(f.RowPitch) == 0 && (a.End-f.Offset)%uint64(f.RowPitch) == f.RowSizeInBytes
}

// line are the runs of marked blocks of one row, which begins at an address.
func (k *Marks) line(f *gpu.Footprint, at uint64, marks []bool) (out []access.Access) {
	bytes, _ := f.Format.Block()
	for x := 0; x < len(marks); x++ {
		first := x
		for x < len(marks) && marks[x] {
			x++
		}
		if first < x {
			out = append(out, access.Access{Record: k.view.Record, Exact: true, Begin: at + uint64(first)*uint64(bytes),
				End: at + uint64(x)*uint64(bytes)})
		}
	}
	return out
}
