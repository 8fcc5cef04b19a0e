package touch

import (
	"bytes"
	"fmt"
	"math/bits"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// Maps of blocks say where maps have marks, so that the rest of them need not be read nor cleared: one byte stands for a block of marks. It is marked
// with the operands of the access shifted right, whether or not the access is inside its view.
//
//	buffer     │ 64 or 512 marks of some elements │ 64 or 512 │ …      blocks  │ 0 │ 1 │ …
//	texture    │ 64 texels of 8 rows of a level of a slice │ …         blocks, a texture as well
//
// The sides of a texture of blocks are powers of two: half of one has room for the blocks of the next level.

// Blocks is about how many marks of a buffer a block has. Small ones are better to read, and there are more of them.
type Blocks uint32

// The sizes of blocks.
const (
	NoBlocks    Blocks = 0
	SmallBlocks Blocks = 64
	LargeBlocks Blocks = 512
)

// The texels of a block.
const (
	blockColumns = 6 // log2
	blockRows    = 3 // log2
)

// shift is log2 of how many elements of a binding are a block; bytes, where the map is one element, as that of constants is.
func (n Blocks) shift(b *ir.Binding, granule uint32) uint32 {
	marks := uint32(n)
	if b.Stride != constantBytes {
		marks /= min(b.Stride/granule, marks)
	}
	return uint32(bits.Len32(marks) - 1)
}

// bindBlocks adds the bindings of the maps of blocks, in the order of the maps.
func (t *instrumenter) bindBlocks() {
	first := len(t.k.Bindings) - len(t.maps)
	for i := range t.maps {
		b := t.k.Bindings[first+i]
		b.Name, b.Register, b.Stride = fmt.Sprintf("blocks %d", i), uint32(len(t.maps)+i), 1
		if t.k.Bindings[t.maps[i].binding].Shape == ir.Constants {
			b.Stride = constantBytes / uint32(t.Blocks)
		}
		t.k.Bindings = append(t.k.Bindings, b)
	}
}

// block appends the mark of the block of a mark with some operands.
func (t *instrumenter) block(out []*ir.Instr, m *mark, args []ir.Value) []*ir.Instr {
	if t.Blocks == NoBlocks {
		return out
	}
	in := &ir.Instr{Op: ir.OpStoreBuf, Binding: t.binding(m.place) + int32(len(t.maps)), Width: 1, Site: m.at.Site, Mark: true}
	at := args[1]
	switch {
	case m.at.Op == ir.OpLoadConst:
		byte := args[2]
		if byte == 0 {
			in.Offset = m.at.Offset / uint32(t.Blocks)
		} else {
			sum := &ir.Instr{Op: ir.OpIAdd, Args: []ir.Value{byte, t.constant(m.at.Offset)}, Results: []ir.Value{t.k.NewValue(ir.I32)}, Mark: true}
			out, byte = t.shifted(append(out, sum), sum.Result(), t.maps[m.place].shift)
		}
		in.Args = []ir.Value{args[0], at, byte}
	case len(args) == 5:
		y := args[2]
		out, at = t.shifted(out, at, blockColumns)
		if y != 0 {
			out, y = t.shifted(out, y, blockRows)
		}
		in.Op, in.Args = ir.OpStoreTex, []ir.Value{args[0], at, y, args[3], args[4]}
	default:
		out, at = t.shifted(out, at, t.maps[m.place].shift)
		in.Args = []ir.Value{args[0], at, 0}
	}
	in.Args = append(in.Args, t.constant(1))
	return append(out, in)
}

// blockRecord is the record of the map of the blocks of a map, at address 0.
func (w *Watch) blockRecord(m *imprint, of *mirror) mirror {
	switch b := &w.Kernel.Bindings[m.binding]; {
	case of.bytes == 0:
		return mirror{}
	case b.Shape == ir.Constants:
		n := constantBytes / uint32(w.Blocks)
		return mirror{ir.Record{Size: n, Count: 1, Stride: n}, uint64(n)}
	case b.Shape.IsBuffer():
		n := blocks(of.Count, m.shift)
		return mirror{ir.Record{Size: n, Count: n, Stride: 1}, uint64(n) + 1}
	}
	r := of.Record
	r.Width, r.Height = roundUp(blocks(r.Width, blockColumns)), roundUp(blocks(r.Height, blockRows))
	return layers(&r, 1)
}

// blocks is how many blocks of 1<<shift cover n.
func blocks(n, shift uint32) uint32 { return uint32((uint64(n) + 1<<shift - 1) >> shift) }

// roundUp is the smallest power of two from n on; n is at least 1.
func roundUp(n uint32) uint32 { return 1 << bits.Len32(n-1) }

// runs calls visit for the runs of marked blocks.
func runs(marks []byte, visit func(first, end uint64)) {
	first, end := uint64(0), uint64(0)
	for i := 0; i < len(marks); i += 64 {
		for m := marked(marks[i:min(i+64, len(marks))]); m != 0; {
			var from, to uint64
			if from, to, m = pop(m); uint64(i)+from != end {
				if first < end {
					visit(first, end)
				}
				first = uint64(i) + from
			}
			end = uint64(i) + to
		}
	}
	if first < end {
		visit(first, end)
	}
}

// blocksRow appends the spans of the marks of marked blocks, and clears them. n marks are at an address, wide of them in a block, and limit of them
// count.
func (s *scanner) blocksRow(blocks *ir.Record, at, n, limit, base, wide uint64) {
	runs(s.memory[blocks.Base:][:blocks.Size], func(first, end uint64) {
		first, end = min(first*wide, n), min(end*wide, n)
		if until := min(end, limit); first < until {
			s.row(at+first, until-first, base+first*s.granule)
		}
		clear(s.memory[at+first : at+end])
	})
}

// blocksTexture appends the spans of the marked blocks of all levels, row by row, and clears their marks.
func (s *scanner) blocksTexture(blocks, mirror, r *ir.Record) {
	for level := range min(r.Levels, ir.MaxMips) {
		_, height, depth := r.Extent(level)
		of := &blocks.Mips[level]
		for z := range depth {
			slice := s.memory[uint64(blocks.Base)+uint64(of.Offset)+uint64(z)*uint64(of.SlicePitch):][:of.SlicePitch]
			for at := uint32(0); ; {
				next := bytes.IndexByte(slice[at:], 1)
				if next < 0 {
					break
				}
				row := (at + uint32(next)) / of.RowPitch
				at = (row + 1) * of.RowPitch
				for y := row << blockRows; y < min(height, (row+1)<<blockRows); y++ {
					s.blocksTexels(slice[row*of.RowPitch:at], mirror, r, [3]uint32{y, z, level})
				}
			}
		}
	}
}

// blocksTexels appends the spans of one row of texels, at y, z and a level, whose blocks are marked, and clears their marks.
func (s *scanner) blocksTexels(blocks []byte, mirror, r *ir.Record, at [3]uint32) {
	width, _, _ := r.Extent(at[2])
	first := func(r *ir.Record) uint64 {
		m := &r.Mips[at[2]]
		return uint64(r.Base) + uint64(m.Offset) + uint64(at[1])*uint64(m.SlicePitch) + uint64(at[0])*uint64(m.RowPitch)
	}
	marks, base, stride := first(mirror), first(r), uint64(mirror.Stride)
	runs(blocks, func(begin, end uint64) {
		begin, end = min(begin<<blockColumns, uint64(width))*stride, min(end<<blockColumns, uint64(width))*stride
		s.row(marks+begin, end-begin, base+begin*s.granule)
		clear(s.memory[marks+begin : marks+end])
	})
}
