package raster

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
)

// What is marked of a pixel.
const (
	markColor = iota
	markTested
	markDepth
	markStencil
	markKinds
)

// marks are sets of the pixels of a tile: a word for each row.
type marks [markKinds][tileSize]uint64

// add marks pixels of a quad.
func (m *marks) add(kind int, x, y int32, mask uint32) {
	rows, shift := &m[kind], x&(tileSize-1)
	rows[y&(tileSize-1)] |= uint64(mask&3) << shift
	rows[(y+1)&(tileSize-1)] |= uint64(mask>>2) << shift
}

func (m *marks) pixel(kind int, x, y int32) {
	m[kind][y&(tileSize-1)] |= 1 << (x & (tileSize - 1))
}

// regions has the marks of all tiles that a draw came to.
type regions struct {
	index []int32 // by tile: place in marks, or -1
	tiles []int32 // those with a place
	marks []*marks
	used  int
}

func (g *regions) reset(p *plan) {
	for _, t := range g.tiles {
		g.index[t] = -1
	}
	g.tiles, g.used = g.tiles[:0], 0
	for len(g.index) < int(p.tilesX*p.tilesY) {
		g.index = append(g.index, -1)
	}
}

// need makes room for a tile.
func (g *regions) need(tile int32) {
	if g.index[tile] >= 0 {
		return
	}
	if g.used == len(g.marks) {
		g.marks = append(g.marks, new(marks))
	}
	*g.marks[g.used] = marks{}
	g.index[tile] = int32(g.used)
	g.tiles = append(g.tiles, tile)
	g.used++
}

// of gives the marks of a tile, nil if there are none.
func (g *regions) of(tile int32) *marks {
	if i := g.index[tile]; i >= 0 {
		return g.marks[i]
	}
	return nil
}

// rectangles makes rectangles of the marks.
func (g *regions) rectangles(p *plan) Touched {
	return Touched{g.kind(p, markColor), g.kind(p, markTested), g.kind(p, markDepth), g.kind(p, markStencil)}
}

// kind joins equal runs of pixels in rows that follow each other.
func (g *regions) kind(p *plan, kind int) (done []gpu.Rect) {
	var open, next []gpu.Rect // those that the row above ended with, from left to right
	first, end := g.rows(p)
	for y := first * tileSize; y < end*tileSize; y++ {
		runs := g.runs(next[:0], p, kind, y)
		for _, r := range open {
			i, found := slices.BinarySearchFunc(runs, r, func(a, b gpu.Rect) int { return cmp.Compare(a.Left, b.Left) })
			if found && runs[i].Right == r.Right {
				runs[i].Top = r.Top
			} else {
				done = append(done, r)
			}
		}
		open, next = runs, open
	}
	done = append(done, open...)
	slices.SortFunc(done, func(a, b gpu.Rect) int {
		return cmp.Or(cmp.Compare(a.Top, b.Top), cmp.Compare(a.Left, b.Left))
	})
	return done
}

// rows is the range of the rows of tiles that have marks.
func (g *regions) rows(p *plan) (first, end int32) {
	first = p.tilesY
	for _, t := range g.tiles {
		row := t / p.tilesX
		first, end = min(first, row), max(end, row+1)
	}
	return first, end
}

// runs appends the runs of marked pixels of a row.
func (g *regions) runs(runs []gpu.Rect, p *plan, kind int, y int32) []gpu.Rect {
	for tx := range p.tilesX {
		m := g.of(y>>tileBits*p.tilesX + tx)
		if m == nil {
			continue
		}
		row := m[kind][y&(tileSize-1)]
		for x := tx * tileSize; row != 0; {
			gap := int32(bits.TrailingZeros64(row))
			row >>= gap
			x += gap
			n := int32(bits.TrailingZeros64(^row))
			if k := len(runs) - 1; k >= 0 && runs[k].Right == x {
				runs[k].Right = x + n
			} else {
				runs = append(runs, gpu.Rect{Left: x, Top: y, Right: x + n, Bottom: y + 1})
			}
			row >>= n & (tileSize - 1)
			x += n
			if n == tileSize {
				break
			}
		}
	}
	return runs
}
