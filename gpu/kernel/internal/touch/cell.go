package touch

import (
	"bytes"
	"math/bits"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// A linear filter reads four texels, which are known by one place where the texture repeats or is clamped:
//
//	(x, y)    (x', y)       repeated: x' = (x + 1) & (width - 1)              the place is x
//	(x, y')   (x', y')      wrapped:  x' = x + 1 == width ? 0 : x + 1         the place is x
//	                        clamped:  x = clamp(f), x' = clamp(f + 1)         the place is x + 1, and 0 where f is below 0
//
//	texels of a clamped row   0  │ 0 1 │ 1 2 │ … │ w-2 w-1 │ w-1
//	place                     0     1     2   …     w-1      w
//
// They get one mark, in a map of cells. Before the maps are read, cells become marks of their four texels in the map that these would be in.

// cells says how the texels of a cell are found.
type cells uint8

const (
	noCells       cells = iota // marks are those of texels
	repeatedCells              // of a texture that repeats in both directions, by bits
	wrappedCells               // of one that does by comparisons
	clampedCells               // of one that is clamped in both
)

// joinCells makes one mark of four, among the marks of a block, in the order of their first accesses.
func (t *instrumenter) joinCells(list []*mark) {
	for _, m := range list {
		if t.marks[m.at] != m || !t.isTexel(m) {
			continue
		}
		x, y := m.at.Args[1], m.at.Args[2]
		for _, far := range list {
			if !t.same(m, far) {
				continue
			}
			kind, floor := t.cellsOf(m.at, far.at)
			right, below := t.at(list, m, far.at.Args[1], y), t.at(list, m, x, far.at.Args[2])
			if kind == noCells || right == nil || below == nil {
				continue
			}
			for _, of := range []*mark{right, below, far} {
				delete(t.marks, of.at)
			}
			m.place, m.floor = t.cells(m.place, kind), floor
			break
		}
	}
}

// cellsOf says how two accesses are at opposite corners of a cell, and for a clamped one what x and y of the first were before.
func (t *instrumenter) cellsOf(near, far *ir.Instr) (cells, [2]ir.Value) {
	x, y, toX, toY := near.Args[1], near.Args[2], far.Args[1], far.Args[2]
	if t.follows(x, toX, ir.QueryWidth, near.Binding) && t.follows(y, toY, ir.QueryHeight, near.Binding) {
		return repeatedCells, [2]ir.Value{}
	}
	if t.wraps(x, toX, ir.QueryWidth, near.Binding) && t.wraps(y, toY, ir.QueryHeight, near.Binding) {
		return wrappedCells, [2]ir.Value{}
	}
	floor := [2]ir.Value{t.clamps(x, toX, ir.QueryWidth, near.Binding), t.clamps(y, toY, ir.QueryHeight, near.Binding)}
	if floor[0] == 0 || floor[1] == 0 {
		return noCells, [2]ir.Value{}
	}
	return clampedCells, floor
}

// isTexel says whether a mark is one of a whole texel of the first level of a texture of two dimensions.
func (t *instrumenter) isTexel(m *mark) bool {
	in := m.at
	if in.Op != ir.OpLoadTex {
		return false
	}
	b := &t.k.Bindings[in.Binding]
	whole := len(m.runs) == 1 && m.runs[0] == run{0, b.Stride}
	return whole && b.Count == 1 && b.Stride <= maxGranule && bits.OnesCount32(b.Stride) == 1 && in.Args[0] == 0 &&
		in.Args[1] != 0 && in.Args[2] != 0 &&
		in.Args[3] == 0 && in.Args[4] == 0
}

// same says whether two marks can have a cell in common.
func (t *instrumenter) same(m, other *mark) bool {
	return t.marks[other.at] == other && t.isTexel(other) && other.place == m.place && t.mute[other.at] == t.mute[m.at]
}

// at is the mark of a list that can share a cell with another one, and is at a texel; or nil.
func (t *instrumenter) at(list []*mark, m *mark, x, y ir.Value) *mark {
	for _, of := range list {
		if t.same(m, of) && of.at.Args[1] == x && of.at.Args[2] == y {
			return of
		}
	}
	return nil
}

// follows says whether v is a & (size - 1), and next is (v + 1) & (size - 1), of the size of a binding's first level.
func (t *instrumenter) follows(v, next ir.Value, size ir.QueryField, binding int32) bool {
	and, then := t.defs[v], t.defs[next]
	if and == nil || then == nil || and.Op != ir.OpAnd || then.Op != ir.OpAnd {
		return false
	}
	for i, last := range then.Args {
		sum := t.defs[then.Args[1-i]]
		if (and.Args[0] == last || and.Args[1] == last) && t.isLast(last, size, binding) && sum != nil && sum.Op == ir.OpIAdd &&
			(sum.Args[0] == v && t.isOne(sum.Args[1]) || sum.Args[1] == v && t.isOne(sum.Args[0])) {
			return true
		}
	}
	return false
}

// isLast says whether v is size - 1.
func (t *instrumenter) isLast(v ir.Value, size ir.QueryField, binding int32) bool {
	in := t.defs[v]
	return in != nil && in.Op == ir.OpISub && t.isOne(in.Args[1]) && t.isSize(in.Args[0], size, binding)
}

func (t *instrumenter) isSize(v ir.Value, size ir.QueryField, binding int32) bool {
	q := t.defs[v]
	return q != nil && q.Op == ir.OpQuery && ir.QueryField(q.Imm) == size && q.Binding == binding && q.Args[0] == 0 && q.Args[1] == 0
}

func (t *instrumenter) isOne(v ir.Value) bool {
	in := t.defs[v]
	return in != nil && in.Op == ir.OpConst && in.Imm == 1
}

// cells is the map of cells for a map of texels.
func (t *instrumenter) cells(into int, kind cells) int {
	for i := range t.maps {
		if t.maps[i].cells == kind && t.maps[i].into == into {
			return i
		}
	}
	of := t.maps[into]
	of.cells, of.into, of.granule = kind, into, maxGranule
	t.maps = append(t.maps, of)
	return len(t.maps) - 1
}

// spreadCells makes marks of texels of all cells.
func (w *Watch) spreadCells(run *ir.Dispatch) {
	record, behind := w.first, w.mapRecords()
	load := func(record uint32) ir.Record { return ir.LoadRecord(run.Memory[run.Records+record*ir.RecordBytes:]) }
	w.each(func(m *imprint, _ uint32) bool {
		if m.cells != noCells {
			s := spreader{kind: m.cells, memory: run.Memory, cells: load(record), texels: load(w.recordOf(m.into))}
			if w.Blocks != NoBlocks {
				s.blocks, s.marked = load(record+behind), load(w.recordOf(m.into)+behind)
			}
			s.spread()
		}
		record++
		return true
	})
}

// recordOf is the record of the first map of a place.
func (w *Watch) recordOf(place int) uint32 {
	record := w.first
	for i := range place {
		record += w.Kernel.Bindings[w.maps[i].binding].Count
	}
	return record
}

// spreader spreads the cells of the first level of a texture.
type spreader struct {
	memory         []byte
	kind           cells
	cells, texels  ir.Record
	blocks, marked ir.Record // of their blocks; of size 0 where there are none
}

func (s *spreader) spread() {
	height := s.cells.Height
	if s.cells.Size == 0 {
		return
	}
	if s.blocks.Size == 0 {
		for y := range height {
			s.row(y, 0, s.cells.Width)
		}
		return
	}
	pitch := s.blocks.Mips[0].RowPitch
	all := s.memory[s.blocks.Base:][:blocks(height, blockRows)*pitch]
	for at := uint32(0); ; {
		next := bytes.IndexByte(all[at:], 1) // most rows have none
		if next < 0 {
			return
		}
		row := (at + uint32(next)) / pitch
		at = (row + 1) * pitch
		runs(all[row*pitch:at], func(first, end uint64) {
			for y := row << blockRows; y < min(height, (row+1)<<blockRows); y++ {
				s.row(y, uint32(first)<<blockColumns, min(uint32(end)<<blockColumns, s.cells.Width))
			}
		})
	}
}

// row spreads the cells of texels [from, end) of a row, and clears them.
func (s *spreader) row(y, from, end uint32) {
	at := s.cells.Base + y*s.cells.Mips[0].RowPitch
	list := s.memory[at+from : at+end]
	runs(list, func(begin, behind uint64) {
		first, end := from+uint32(begin), from+uint32(behind)
		switch s.kind {
		case clampedCells:
			s.markClamped(y, first, end)
		case wrappedCells:
			s.markWrapped(y, first, end)
			s.markWrapped((y+1)%s.cells.Height, first, end)
		default:
			s.mark(y, first, end)
			s.mark((y+1)&(s.cells.Height-1), first, end)
		}
	})
	clear(list)
}

// mark marks texels [from, end) of a row, and those that follow each of them.
func (s *spreader) mark(y, from, end uint32) {
	s.texel(y, from, end)
	last := s.cells.Width - 1
	if s.cells.Width&last != 0 { // sizes that are no powers of two do not repeat
		for x := from; x < end; x++ {
			s.texel(y, (x+1)&last, (x+1)&last+1)
		}
		return
	}
	s.texel(y, end&last, end&last+1)
}

func (s *spreader) texel(y, from, end uint32) {
	row := s.memory[s.texels.Base+y*s.texels.Mips[0].RowPitch:]
	fill(row[from*s.texels.Stride : end*s.texels.Stride])
	if s.marked.Size != 0 {
		row = s.memory[s.marked.Base+y>>blockRows*s.marked.Mips[0].RowPitch:]
		fill(row[from>>blockColumns : (end-1)>>blockColumns+1])
	}
}

func fill(marks []byte) {
	for i := range marks {
		marks[i] = 1
	}
}
