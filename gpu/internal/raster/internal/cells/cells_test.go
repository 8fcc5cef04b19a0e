package cells

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// Pixels with x >= 3, y >= 1 and x + y <= 6: as edges that are 0 on their lines.
var (
	edgesA = [3]int64{1, 0, -1}
	edgesB = [3]int64{0, 1, -1}
	edgesE = [3]int64{-3, -1, 6}
)

func TestCover(t *testing.T) {
	var room [Room]Cell
	list := func(b Box) []Cell { return room[:Cover(&edgesA, &edgesB, &edgesE, &b, &room)] }
	want := []Cell{{2, 0, 0b1000}, {4, 0, 0b1100}, {2, 2, 0b1010}, {4, 2, 0b0001}}
	require.Equal(t, want, list(Box{0, 0, 16, 16}))
	require.Equal(t, want, list(Box{3, 1, 6, 4}), "the box that it fits in")
	require.Equal(t, want[:2], list(Box{3, 1, 6, 2}))
	require.Equal(t, want[1:2], list(Box{5, 1, 6, 2}), "all of the quad")
	require.Empty(t, list(Box{6, 0, 16, 16}))
	require.Empty(t, list(Box{0, 0, 2, 16}))
}

func TestCut(t *testing.T) {
	cells := func() []Cell { return []Cell{{2, 0, 0b1000}, {4, 0, 0b1100}, {2, 2, 0b1010}, {4, 2, 0b0001}} }
	b := Box{3, 1, 6, 4}
	require.Equal(t, cells(), b.Cut(cells()))
	b = Box{3, 0, 5, 3}
	require.Equal(t, []Cell{{2, 0, 0b1000}, {4, 0, 0b0100}, {2, 2, 0b0010}, {4, 2, 0b0001}}, b.Cut(cells()))
	b = Box{2, 0, 6, 1}
	require.Empty(t, b.Cut(cells()[:2]), "what they cover is in the row below")
}

func TestQuad(t *testing.T) {
	b := Box{1, 1, 4, 4}
	require.Equal(t, []uint32{0b1000, 0b1100, 0b1010, 0b1111}, []uint32{b.Quad(0, 0), b.Quad(2, 0), b.Quad(0, 2), b.Quad(2, 2)})
	b = Box{0, 0, 1, 1}
	require.Equal(t, uint32(1), b.Quad(0, 0))
}

// surface has the depths of two rows of four pixels.
func surface(depths ...float32) (b []byte) {
	for _, z := range depths {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(z))
	}
	return b
}

// The depth at the centre of pixel (x, y) is x + 10*y.
var slope = Depth{A: 1, B: 10, C: -5.5}

func TestNearest(t *testing.T) {
	nan := float32(math.NaN())
	for _, c := range []struct {
		name            string
		cells           []Cell
		stored          []float32
		strict          bool
		left            []Cell
		tested, written uint64
		after           []float32
	}{
		{"all are nearer", []Cell{{0, 0, 15}, {2, 0, 15}}, []float32{90, 90, 90, 90, 90, 90, 90, 90}, true, []Cell{{0, 0, 15}, {2, 0, 15}}, 8, 8,
			[]float32{0, 1, 2, 3, 10, 11, 12, 13}},
		{"as near", []Cell{{0, 0, 15}}, []float32{0, 1, 9, 9, 10, 11, 9, 9}, false, []Cell{{0, 0, 15}}, 4, 4, []float32{0, 1, 9, 9, 10, 11, 9, 9}},
		{"as near is not enough", []Cell{{0, 0, 15}}, []float32{0, 1, 9, 9, 10, 12, 9, 9}, true, []Cell{{0, 0, 8}}, 4, 1, []float32{0, 1, 9, 9, 10, 11, 9, 9}},
		{"only covered pixels", []Cell{{0, 0, 0b0110}}, []float32{90, 90, 9, 9, 90, 90, 9, 9}, false, []Cell{{0, 0, 0b0110}}, 2, 2, []float32{90, 1, 9, 9, 10, 90, 9, 9}},
		{"none passes", []Cell{{0, 0, 15}, {2, 0, 3}}, []float32{-1, -1, 3, 3, -1, -1, -1, -1}, false, []Cell{{2, 0, 3}}, 6, 2, []float32{-1, -1, 2, 3, -1, -1, -1, -1}},
		{"what is no number", []Cell{{0, 0, 15}}, []float32{nan, 9, 9, 9, 90, 90, 9, 9}, false, []Cell{{0, 0, 14}}, 4, 3, []float32{nan, 1, 9, 9, 10, 11, 9, 9}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := surface(c.stored...)
			n, tested, written := slope.Nearest(c.cells, b, 16, c.strict)
			require.Equal(t, c.left, c.cells[:n])
			require.Equal(t, [2]uint64{c.tested, c.written}, [2]uint64{tested, written})
			require.Equal(t, surface(c.after...), b)
		})
	}
}
