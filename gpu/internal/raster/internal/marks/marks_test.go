package marks

import (
	"encoding/binary"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// mark marks pixels on the targets' coordinates, as workers do: in the tile that they are in.
func mark(m *Map, x, y int32, f func(t *Tile)) {
	tile := y/Size*m.across + x/Size
	m.Need(tile)
	f(m.Of(tile))
}

func TestRectangles(t *testing.T) {
	for _, c := range []struct {
		name string
		mark func(m *Map)
		want []gpu.Rect
	}{
		{"nothing", func(*Map) {}, nil},
		{"a pixel", func(m *Map) { mark(m, 63, 63, func(t *Tile) { t.Pixel(Color, 63, 63) }) }, []gpu.Rect{{Left: 63, Top: 63, Right: 64, Bottom: 64}}},
		{"three pixels of a quad", func(m *Map) { mark(m, 2, 4, func(t *Tile) { t.Quad(Color, 2, 4, 0b0111) }) },
			[]gpu.Rect{{Left: 2, Top: 4, Right: 4, Bottom: 5}, {Left: 2, Top: 5, Right: 3, Bottom: 6}}},
		{"two listed quads", func(m *Map) {
			mark(m, 62, 66, func(t *Tile) {
				list := slices.Concat(cell(62, 66, 0b0001), cell(0, 66, 0b1110), cell(9, 9, 9))
				t.Cells(list, 4, Depth, Color)
			})
		}, []gpu.Rect{{Left: 1, Top: 66, Right: 2, Bottom: 67}, {Left: 62, Top: 66, Right: 63, Bottom: 67}, {Left: 0, Top: 67, Right: 2, Bottom: 68}}},
		{"one quad of a row", func(m *Map) { mark(m, 62, 0, func(t *Tile) { t.Quads(Color, 62, 0, 1) }) },
			[]gpu.Rect{{Left: 62, Top: 0, Right: 64, Bottom: 2}}},
		{"no quad of a row", func(m *Map) { mark(m, 62, 0, func(t *Tile) { t.Quads(Color, 62, 0, 0) }) }, nil},
		{"a whole row of two tiles", func(m *Map) {
			for x := int32(0); x < 2*Size; x += Size {
				mark(m, x, 66, func(t *Tile) { t.Quads(Color, x, 66, Size/2) })
			}
		}, []gpu.Rect{{Left: 0, Top: 66, Right: 128, Bottom: 68}}},
		{"31 quads, one short of a row", func(m *Map) { mark(m, 66, 0, func(t *Tile) { t.Quads(Color, 66, 0, Size/2-1) }) },
			[]gpu.Rect{{Left: 66, Top: 0, Right: 128, Bottom: 2}}},
		{"a column over two tiles, and one below a row of tiles without marks", func(m *Map) {
			for _, y := range []int32{62, 64, 190, 192} {
				mark(m, 64, y, func(t *Tile) { t.Quads(Color, 64, y, 1) })
			}
			mark(m, 0, 64, func(t *Tile) { t.Quads(Depth, 0, 64, 1) })
		}, []gpu.Rect{{Left: 64, Top: 62, Right: 66, Bottom: 66}, {Left: 64, Top: 190, Right: 66, Bottom: 194}}},
		{"tiles with marks of another kind between", func(m *Map) {
			mark(m, 0, 62, func(t *Tile) { t.Quads(Color, 0, 62, 1) })
			mark(m, 0, 64, func(t *Tile) { t.Quads(Depth, 0, 64, 1) })
			mark(m, 0, 128, func(t *Tile) { t.Quads(Color, 0, 128, 1) })
		}, []gpu.Rect{{Left: 0, Top: 62, Right: 2, Bottom: 64}, {Left: 0, Top: 128, Right: 2, Bottom: 130}}},
		{"another kind", func(m *Map) { mark(m, 0, 0, func(t *Tile) { t.Quads(Depth, 0, 0, 3) }) }, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			var m Map
			m.Reset(2, 4)
			c.mark(&m)
			require.Equal(t, c.want, m.Rectangles()[Color])
			m.Reset(2, 4)
			require.Empty(t, m.Rectangles()[Color], "forgotten")
			require.Empty(t, m.Rectangles()[Depth], "forgotten")
		})
	}
}

// TestKindsThatShare: kinds of the same pixels have the same rectangles, and a kind that misses one pixel has its own.
func TestKindsThatShare(t *testing.T) {
	var m Map
	m.Reset(2, 2)
	for _, y := range []int32{8, 70} {
		mark(&m, 6, y, func(t *Tile) {
			t.Quad(Color, 6, y, 15)
			t.Quad(Tested, 6, y, 15)
			t.Quad(Depth, 6, y, 15>>(y/64))
		})
	}
	all := []gpu.Rect{{Left: 6, Top: 8, Right: 8, Bottom: 10}, {Left: 6, Top: 70, Right: 8, Bottom: 72}}
	of := m.Rectangles()
	require.Equal(t, all, of[Color])
	require.Equal(t, all, of[Tested])
	require.Equal(t, []gpu.Rect{all[0], {Left: 6, Top: 70, Right: 8, Bottom: 71}, {Left: 6, Top: 71, Right: 7, Bottom: 72}}, of[Depth])
	require.Empty(t, of[Stencil])
}

// TestQuadsAreThatManyQuads: a run is the same as its quads one by one, wherever it begins and ends.
func TestQuadsAreThatManyQuads(t *testing.T) {
	for x := int32(0); x < Size; x += 2 {
		for n := int32(0); x+2*n <= Size; n++ {
			var run, each Tile
			run.Quads(Tested, x+Size, 6, n)
			for i := range n {
				each.Quad(Tested, x+2*i, 6, 15)
			}
			require.Equal(t, each, run, "%d quads from %d on", n, x)
		}
	}
}

// cell is what a covering program lists of a quad.
func cell(x, y uint16, mask uint32) []byte {
	c := make([]byte, stage.CoverCell)
	binary.LittleEndian.PutUint16(c[4*stage.CoverQuad:], x)
	binary.LittleEndian.PutUint16(c[4*stage.CoverQuad+2:], y)
	binary.LittleEndian.PutUint32(c[4*stage.CoverMask:], mask)
	return c
}

// Of four tiny triangles one has no pixel, one is covered and does not pass, and one has a corner at an odd place.
func TestTiny(t *testing.T) {
	list := words(10|20<<16, 30|40<<16, 7|9<<16, 61|62<<16,
		0b1111, 0, 0b0110, 0b1001,
		0b0101, 0, 0, 0b1000)
	var m Tile
	m.Tiny(append(list, 1, 2, 3), Tested, Depth, Color)
	require.Equal(t, Tile{
		Tested: {20: 3 << 10, 21: 3 << 10, 9: 1 << 8, 10: 1 << 7, 62: 1 << 61, 63: 1 << 62},
		Depth:  {20: 1 << 10, 21: 1 << 10, 63: 1 << 62},
		Color:  {20: 1 << 10, 21: 1 << 10, 63: 1 << 62},
	}, m)
}

// Rows of a box are four bits of each of two words: what is covered of it, and what passes.
func TestBoxes(t *testing.T) {
	list := words(56|56<<16, 2|3<<16, 0, 0,
		0x80000001, 0x00000ff0, 0, 0, // the left columns
		0x10000008, 0x00000020, 0, 0, // the right ones
		0x80000000, 0x00000c30, 0, 0,
		0x00000000, 0x00000020, 0, 0)
	var m Tile
	m.Boxes(list, Color)
	m.Boxes(list, Tested, Depth)
	covered := [Size]uint64{56: 0b10000001 << 56, 63: 0b00011000 << 56, 4: 0b00101111 << 2, 5: 0b00001111 << 2}
	require.Equal(t, Tile{Color: covered, Tested: covered, Depth: {63: 0b00001000 << 56, 4: 0b00100011 << 2, 5: 0b00001100 << 2}}, m)
}

// words are a list as a program writes it.
func words(list ...uint32) (b []byte) {
	for _, w := range list {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return b
}
