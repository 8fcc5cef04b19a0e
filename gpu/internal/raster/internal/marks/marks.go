// Package marks collects which pixels a draw touched: sets of bits, one for each tile of 64×64 pixels, that become rectangles in the end.
//
//	Map ─▶ Tile ─▶ 64 words a kind, bit x of word y: pixel (x, y) of the tile ─▶ Rectangles
//
// It must not know why a pixel was touched. Different tiles may be marked concurrently; otherwise a Map is not safe for concurrent use.
package marks

import (
	"cmp"
	"encoding/binary"
	"math"
	"math/bits"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// Size is the width and height of a tile in pixels.
const Size = 1 << sizeBits

const sizeBits = 6

// Kind is what is marked of a pixel.
type Kind int

// The kinds.
const (
	Color   Kind = iota // written (and read, by blending) in the render targets
	Tested              // whose depth or stencil was read
	Depth               // written in the depth plane
	Stencil             // written in the stencil plane
	kinds
)

// Kinds appends those that pixels of a draw are marked as: tested ones first.
func Kinds(to []Kind, tested, depth, color bool) []Kind {
	for kind, is := range [kinds]bool{Tested: tested, Depth: depth} {
		if is {
			to = append(to, Kind(kind))
		}
	}
	if color {
		to = append(to, Color)
	}
	return to
}

// Tile has the sets of a tile: a word for each row.
type Tile [kinds][Size]uint64

// Quad marks pixels of the quad at (x, y), whose coordinates are even: bit 0 of mask is the upper left one, bit 3 the lower right one.
func (m *Tile) Quad(kind Kind, x, y int32, mask uint32) {
	rows, shift := &m[kind], x&(Size-1)
	rows[y&(Size-1)] |= uint64(mask&3) << shift
	rows[(y+1)&(Size-1)] |= uint64(mask>>2) << shift
}

// Cells marks a list of quads that a covering program tested (package stage), up to a number of pixels.
func (m *Tile) Cells(list []byte, pixels uint64, into ...Kind) {
	for ; pixels > 0; list = list[stage.CoverCell:] {
		cell := (*[stage.CoverCell]byte)(list)
		x, y := cell[4*stage.CoverQuad]&(Size-1), cell[4*stage.CoverQuad+2]&(Size-1)
		mask := uint64(cell[4*stage.CoverMask])
		top, bottom := mask&3<<x, mask>>2&3<<x
		for _, kind := range into {
			rows := &m[kind]
			rows[y] |= top
			rows[(y+1)&(Size-1)] |= bottom
		}
		pixels -= uint64(bits.OnesCount64(mask & 15))
	}
}

// Tiny marks the pixels of a list of tiny triangles that a packing program wrote (package stage): those that are covered, and for each of the other
// kinds those that pass.
func (m *Tile) Tiny(list []byte, covered Kind, passing ...Kind) {
	for ; len(list) >= stage.MarkTiny; list = list[stage.MarkTiny:] {
		four := (*[stage.MarkTiny]byte)(list)
		for lane := range 4 {
			x, y := four[stage.MarkCorner+4*lane]&(Size-1), four[stage.MarkCorner+4*lane+2]
			m.tiny(covered, x, y, four[stage.MarkCovered+4*lane])
			for _, kind := range passing {
				m.tiny(kind, x, y, four[stage.MarkCovered+16+4*lane])
			}
		}
	}
}

// tiny marks pixels of the four from a place on.
func (m *Tile) tiny(kind Kind, x, y, mask byte) {
	rows := &m[kind]
	rows[y&(Size-1)] |= uint64(mask&3) << (x & (Size - 1))
	rows[(y+1)&(Size-1)] |= uint64(mask>>2) << (x & (Size - 1))
}

// Boxes is Tiny for larger triangles.
func (m *Tile) Boxes(list []byte, covered Kind, passing ...Kind) {
	for ; len(list) >= stage.MarkBoxes; list = list[stage.MarkBoxes:] {
		four := (*[stage.MarkBoxes]byte)(list)
		for lane := range 4 {
			x, y := four[stage.MarkCorner+4*lane], four[stage.MarkCorner+4*lane+2]
			m.box(covered, x, y, rowsOf(four[stage.MarkCovered+4*lane:]))
			rows := rowsOf(four[stage.MarkCovered+32+4*lane:])
			for _, kind := range passing {
				m.box(kind, x, y, rows)
			}
		}
	}
}

// box marks pixels, a byte for each row, from a place on.
func (m *Tile) box(kind Kind, x, y byte, pixels uint64) {
	rows := &m[kind]
	for ; pixels != 0; pixels >>= 8 {
		rows[y&(Size-1)] |= pixels & 0xff << (x & (Size - 1))
		y++
	}
}

// rowsOf gives the pixels of a box, a byte for each row.
func rowsOf(sets []byte) uint64 {
	spread := func(set []byte) uint64 { // four bits to a byte
		v := uint64(binary.LittleEndian.Uint32(set))
		v = (v | v<<16) & 0x0000ffff0000ffff
		v = (v | v<<8) & 0x00ff00ff00ff00ff
		return (v | v<<4) & 0x0f0f0f0f0f0f0f0f
	}
	return spread(sets) | spread(sets[16:])<<4
}

// Quads marks all pixels of n quads side by side from (x, y) on, which are in the tile.
func (m *Tile) Quads(kind Kind, x, y, n int32) {
	run := uint64(math.MaxUint64) >> (Size - 2*n) << (x & (Size - 1)) // a shift by Size gives 0
	m[kind][y&(Size-1)] |= run
	m[kind][(y+1)&(Size-1)] |= run
}

// Pixel marks a pixel.
func (m *Tile) Pixel(kind Kind, x, y int32) { m[kind][y&(Size-1)] |= 1 << (x & (Size - 1)) }

// Map has the marks of all tiles that a draw came to. Tiles are numbered from left to right, then from top to bottom.
type Map struct {
	across, down int32   // tiles
	index        []int32 // by tile: place in marks, or -1
	tiles        []int32 // those with a place
	marks        []*Tile
	used         int
	row          []column   // memory: the tiles of the row that Rectangles has come to
	open, next   []gpu.Rect // memory: runs of two rows
	done         [kinds][]gpu.Rect
}

// Reset forgets all marks; the targets are that many tiles wide and high.
func (g *Map) Reset(across, down int32) {
	g.across, g.down = across, down
	for _, t := range g.tiles {
		g.index[t] = -1
	}
	g.tiles, g.used = g.tiles[:0], 0
	for len(g.index) < int(across*down) {
		g.index = append(g.index, -1)
	}
}

// Need makes room for a tile.
func (g *Map) Need(tile int32) {
	if g.index[tile] >= 0 {
		return
	}
	if g.used == len(g.marks) {
		g.marks = append(g.marks, new(Tile))
	}
	*g.marks[g.used] = Tile{}
	g.index[tile] = int32(g.used)
	g.tiles = append(g.tiles, tile)
	g.used++
}

// Of gives the marks of a tile, nil if there are none.
func (g *Map) Of(tile int32) *Tile {
	if i := g.index[tile]; i >= 0 {
		return g.marks[i]
	}
	return nil
}

// Rectangles are the pixels of each kind as rectangles that do not overlap, from top to bottom and left to right: equal runs of pixels in rows that
// follow each other are joined. Kinds of the same pixels share a list: mostly all that are tested are written. The lists hold until the next call.
func (g *Map) Rectangles() (of [kinds][]gpu.Rect) {
	for kind := range kinds {
		like := Kind(0)
		for like < kind && !g.same(kind, like) {
			like++
		}
		if of[kind] = of[like]; like == kind {
			of[kind] = g.rectangles(g.done[kind][:0], kind)
			g.done[kind] = of[kind]
		}
	}
	return of
}

// same says whether two kinds have the same pixels.
func (g *Map) same(a, b Kind) bool {
	for _, t := range g.tiles {
		if m := g.Of(t); m[a] != m[b] {
			return false
		}
	}
	return true
}

// rectangles are those of a kind, in some memory.
func (g *Map) rectangles(done []gpu.Rect, kind Kind) []gpu.Rect {
	open, next := g.open[:0], g.next[:0] // those that the row above ended with, from left to right
	first, end := g.rows()
	for row := first; row < end; row++ {
		top, bottom := g.gather(kind, row)
		if top > 0 {
			done, open = append(done, open...), open[:0]
		}
		for y := top; y < bottom; y++ {
			runs := g.runs(next[:0], kind, row*Size+y)
			i := 0
			for _, r := range open {
				for i < len(runs) && runs[i].Left < r.Left {
					i++
				}
				if i < len(runs) && runs[i].Left == r.Left && runs[i].Right == r.Right {
					runs[i].Top = r.Top
				} else {
					done = append(done, r)
				}
			}
			open, next = runs, open
		}
		if bottom < Size {
			done, open = append(done, open...), open[:0]
		}
	}
	done = append(done, open...)
	g.open, g.next = open, next
	slices.SortFunc(done, func(a, b gpu.Rect) int {
		return cmp.Or(cmp.Compare(a.Top, b.Top), cmp.Compare(a.Left, b.Left))
	})
	return done
}

// column is a tile of a row of tiles.
type column struct {
	left int32 // pixels
	tile *Tile
}

// gather finds the tiles of a row that have marks of a kind, and in which of their rows of pixels those are; if there is none, up to 0.
func (g *Map) gather(kind Kind, row int32) (top, bottom int32) {
	g.row, top = g.row[:0], Size
	for tx := range g.across {
		m := g.Of(row*g.across + tx)
		if m == nil {
			continue
		}
		first, end := m.rows(kind)
		if first < end {
			g.row = append(g.row, column{tx * Size, m})
		}
		top, bottom = min(top, first), max(bottom, end)
	}
	return top, bottom
}

// rows are those with marks of a kind, from the first one up to an end.
func (m *Tile) rows(kind Kind) (first, end int32) {
	for first < Size && m[kind][first] == 0 {
		first++
	}
	for end = Size; end > first && m[kind][end-1] == 0; {
		end--
	}
	if first == Size {
		end = 0
	}
	return first, end
}

// rows is the range of the rows of tiles that have marks.
func (g *Map) rows() (first, end int32) {
	first = g.down
	for _, t := range g.tiles {
		row := t / g.across
		first, end = min(first, row), max(end, row+1)
	}
	return first, end
}

// runs appends the runs of marked pixels of a row.
func (g *Map) runs(runs []gpu.Rect, kind Kind, y int32) []gpu.Rect {
	for _, c := range g.row {
		row := c.tile[kind][y&(Size-1)]
		for x := c.left; row != 0; {
			gap := int32(bits.TrailingZeros64(row))
			row >>= gap
			x += gap
			n := int32(bits.TrailingZeros64(^row))
			if k := len(runs) - 1; k >= 0 && runs[k].Right == x {
				runs[k].Right = x + n
			} else {
				runs = append(runs, gpu.Rect{Left: x, Top: y, Right: x + n, Bottom: y + 1})
			}
			row >>= n & (Size - 1)
			x += n
			if n == Size {
				break
			}
		}
	}
	return runs
}
