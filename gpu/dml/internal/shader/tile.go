package shader

import "strconv"

// Tile is a kernel with a work item for each element of matrices, or of a part of them. Its coordinates are expressions of type uint.
type Tile struct {
	*Kernel
	Batch, Row, Column string
}

// Tiles begins the kernels that have a work item for each element of some matrices. A group is a tile of one matrix: work items next to each other
// are in one row, so that what they read at their column lies together, and what they read of their row is one element for all of them. The tiles of
// one column of tiles follow each other.
//
//	┌────┬────┬─┬┐
//	│ 0  │ 3  │ ││      What is left over is done by kernels of its own, whose tiles end where the matrix does. They write some elements again, after a
//	├────┼────┼─┼┤      barrier and to the same values: no work item has to ask whether its element exists, which costs more.
//	│ 1  │ 4  │ ││
//	└────┴────┴─┴┘
//
// batches, rows and columns are from 1, with at most 2^32-1 elements altogether. Every kernel is to have the same statements.
func Tiles(name string, batches, rows, columns uint32) []*Tile {
	height, width := tileHeight(rows), tileWidth(columns)
	var out []*Tile
	for _, r := range cuts(rows, height) {
		for _, c := range cuts(columns, width) {
			out = append(out, tile(name, batches, r, c, height, width))
		}
	}
	return out
}

// cut is tiles side by side in one direction.
type cut struct{ first, tiles uint32 }

// cuts are the tiles of some size that fit, and the one that ends where they do not.
func cuts(n, size uint32) []cut {
	out := []cut{{0, n / size}}
	if n%size != 0 {
		out = append(out, cut{n - size, 1})
	}
	return out
}

// tileWidth is 16 columns, which a processor calculates at once, or fewer that leave nothing over.
func tileWidth(columns uint32) uint32 {
	for _, w := range []uint32{16, 12, 8} {
		if columns%w == 0 {
			return w
		}
	}
	switch {
	case columns >= 16:
		return 16
	case columns > 4:
		return columns / 4 * 4
	}
	return columns
}

// tileHeight is some rows, preferably as many as leave nothing over.
func tileHeight(rows uint32) uint32 {
	for _, h := range []uint32{4, 8, 6, 5, 3, 7, 2} {
		if rows%h == 0 {
			return h
		}
	}
	return min(rows, 4)
}

// tile begins the kernel of some tiles. They are the groups of a grid: an address that grows evenly with a group's numbers is known before the
// dispatch, and what comes of a division is not.
func tile(name string, batches uint32, rows, columns cut, height, width uint32) *Tile {
	groups := uint64(batches) * uint64(rows.tiles) * uint64(columns.tiles)
	k := New(name, groups*uint64(height)*uint64(width))
	k.step.Tile = [2]uint32{width, height}
	var at []string
	if sizes := []uint32{batches, columns.tiles, rows.tiles}; max(sizes[0], sizes[1], sizes[2]) <= maxGroups {
		k.step.Grid = [3]uint32{sizes[2], sizes[1], sizes[0]}
		at = axes("GroupID", sizes)
	} else {
		at = k.Coords("group", sizes)
	}
	return &Tile{Kernel: k, Batch: at[0], Row: k.Let("row", "%s", place(at[2], rows.first, height, "y")),
		Column: k.Let("column", "%s", place(at[1], columns.first, width, "x"))}
}

// axes are the components of a system value, of directions that go from z to x.
func axes(value string, sizes []uint32) []string {
	out := []string{value + ".z", value + ".y", value + ".x"}
	for i, n := range sizes {
		if n == 1 {
			out[i] = "0"
		}
	}
	return out
}

// place is the coordinate of a work item in one direction.
func place(tile string, first, size uint32, direction string) string {
	out := "GroupThreadID." + direction
	if size == 1 {
		out = "uint(0)"
	}
	if tile != "0" {
		out += " + " + tile + " * " + number(size)
	}
	if first > 0 {
		out += " + " + number(first)
	}
	return out
}

// number is a constant as text.
func number(n uint32) string { return strconv.FormatUint(uint64(n), 10) }
