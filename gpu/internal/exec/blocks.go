package exec

import "github.com/gpuscript/gpuscript/gpu"

// Programs read the decoded copy of a texture in blocks; what they accessed is said of the blocks:
//
//	copy      |‾‾‾‾‾‾‾‾|‾‾‾‾‾‾‾‾|     texels read ──▶ the 4 × 4 texels that hold them
//	texture   | block 0| block 1|  …  ──▶ bytes of their blocks, row by row

// blocksRead replaces the accesses to decoded copies by those to the blocks that were decoded for them.
func (m *Machine) blocksRead(list []Access) []Access {
	var marks map[uint32]*blockMarks
	out := list[:0]
	for i := range list {
		a := &list[i]
		v := m.copied(a)
		if v == nil {
			out = append(out, *a)
			continue
		}
		if marks == nil {
			marks = map[uint32]*blockMarks{}
		}
		k := marks[a.Record]
		if k == nil {
			k = &blockMarks{view: v, texture: m.resource(v.Resource).Footprints, touched: make([][]bool, len(v.Copy)), exact: true}
			marks[a.Record] = k
		}
		k.access(a)
	}
	for i := range m.views { // in the order of the records
		if k := marks[m.views[i].Record]; k != nil && k.view == &m.views[i] {
			out = k.appendTo(out)
		}
	}
	return out
}

// copied is the view of an access that went to a decoded copy, nil for all others.
func (m *Machine) copied(a *Access) *BoundView {
	for i := range m.views {
		if v := &m.views[i]; v.Record == a.Record && v.Copy != nil {
			return v
		}
	}
	return nil
}

// blockMarks are the blocks of a texture that were read through one record.
type blockMarks struct {
	view    *BoundView
	texture []gpu.Footprint
	touched [][]bool // by subresource: block by block, row by row, slice by slice; nil where none was
	exact   bool
}

// access marks what one access touched.
func (k *blockMarks) access(a *Access) {
	if !a.Exact {
		k.exact = false
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
func (k *blockMarks) piece(s int, begin, end uint64) {
	f, t := &k.view.Copy[s], &k.texture[s]
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

// appendTo appends the accesses to the blocks: whole rows together, else runs of blocks of a row.
func (k *blockMarks) appendTo(out []Access) []Access {
	v := k.view
	if !k.exact {
		return append(out, Access{Record: v.Record, Begin: v.Begin, End: v.End})
	}
	for s, marks := range k.touched {
		f := &k.texture[s]
		across := blocksAcross(f)
		for row := uint64(0); row*across < uint64(len(marks)); row++ {
			line := k.line(f, f.Offset+row*uint64(f.RowPitch), marks[row*across:(row+1)*across])
			if n := len(out); row > 0 && len(line) == 1 && wholeRows(&line[0], f) && wholeRows(&out[n-1], f) && out[n-1].End+uint64(f.RowPitch)-f.RowSizeInBytes == line[0].Begin {
				out[n-1].End = line[0].End
				continue
			}
			out = append(out, line...)
		}
	}
	return out
}

// wholeRows says whether an access to blocks of a layout takes whole rows.
func wholeRows(a *Access, f *gpu.Footprint) bool {
	return (a.Begin-f.Offset)%uint64(f.RowPitch) == 0 && (a.End-f.Offset)%uint64(f.RowPitch) == f.RowSizeInBytes
}

// line are the runs of marked blocks of one row, which begins at an address.
func (k *blockMarks) line(f *gpu.Footprint, at uint64, marks []bool) (out []Access) {
	bytes, _ := f.Format.Block()
	for x := 0; x < len(marks); x++ {
		first := x
		for x < len(marks) && marks[x] {
			x++
		}
		if first < x {
			out = append(out, Access{Record: k.view.Record, Exact: true, Begin: at + uint64(first)*uint64(bytes), End: at + uint64(x)*uint64(bytes)})
		}
	}
	return out
}
