package assemble

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// gathered is what Gather does, by a map.
func gathered(indices []uint32) (vertices, sequence []uint32) {
	places := map[uint32]uint32{}
	for _, v := range indices {
		if _, ok := places[v]; !ok {
			places[v] = uint32(len(vertices))
			vertices = append(vertices, v)
		}
		sequence = append(sequence, places[v])
	}
	return vertices, sequence
}

func words(values []uint32) (b []byte) {
	for _, v := range values {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return b
}

// Wherever indices lie, and whichever way they are read, each vertex is there once.
func TestGatherNear(t *testing.T) {
	const half = nearSize / 2
	var g Gather
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		name        string
		count       int
		first, span uint32 // the first index, and how far the others are from it, in both directions
		extra       uint32 // one more index
		near        bool
	}{
		{"few", nearFewest - 1, 500, 300, 500, false},
		{"enough", nearFewest, 500, 300, 500, true},
		{"as many as there are places for", nearMost, half, half, half, true},
		{"one more than that", nearMost + 1, half, half, half, false},
		{"from 0 on", 2000, 0, 900, nearSize - 1, true},
		{"beyond the table", 2000, 0, 900, nearSize, false},
		{"down to the beginning of the table", 2000, half + 7, 900, 7, true},
		{"in front of it", 2000, half + 7, 900, 6, false},
		{"up to the end of the table", 2000, 3 * half, 900, 4*half - 1, true},
		{"behind it", 2000, 3 * half, 900, 4 * half, false},
		{"the last index there is", 2000, math.MaxUint32 - 5, 5, math.MaxUint32, true},
	} {
		indices := []uint32{c.first}
		for len(indices) < c.count-1 {
			low := c.first - min(c.first, c.span)
			high := uint64(c.first) + uint64(c.span)
			indices = append(indices, low+uint32(r.Uint64N(min(high, math.MaxUint32)-uint64(low)+1))%nearSize)
		}
		indices = append(indices, c.extra)
		before := g.near.read
		bytes := words(append([]uint32{77}, indices...))
		g.Read(Indices{bytes, false}, 1, uint32(len(indices)), 0, false, 99)
		vertices, sequence := gathered(indices)
		require.Equal(t, vertices, g.Vertices, c.name)
		require.Equal(t, sequence, g.Sequence, c.name)
		most := uint32(0)
		for _, v := range vertices {
			most = max(most, v)
		}
		require.Equal(t, most, g.Most, c.name)
		ok := (&Gather{}).readNear(Indices{bytes, false}, 1, uint32(len(indices)))
		require.Equal(t, c.near, ok, c.name)
		if c.near {
			require.Equal(t, before+1, g.near.read, c.name)
		}
	}
}

// Some of the indices stand beyond the end of the buffer, or none of them as words: then others read them.
func TestGatherNearIsLeft(t *testing.T) {
	indices := make([]uint32, 2*nearFewest)
	for i := range indices {
		indices[i] = uint32(9 + i%7)
	}
	var g Gather
	bytes := words(indices)
	require.False(t, g.readNear(Indices{bytes, false}, nearFewest+1, nearFewest))
	require.True(t, g.readNear(Indices{bytes, false}, nearFewest, nearFewest))
	odd := append([]byte{0}, bytes...)[1:]
	require.False(t, g.readNear(Indices{odd, false}, 0, nearFewest))
	g.Read(Indices{odd, false}, 0, nearFewest, 0, false, 99)
	require.Equal(t, []uint32{9, 10, 11, 12, 13, 14, 15}, g.Vertices)
	g.Read(Indices{bytes, false}, nearFewest+1, nearFewest, 0, false, 99)
	require.Contains(t, g.Vertices, uint32(0), "what is behind the end is 0")
}

// The table tells reads apart by a number of 16 bits, and is cleared when they are used up.
func TestGatherNearAgain(t *testing.T) {
	var g Gather
	one, other := make([]uint32, nearFewest), make([]uint32, nearFewest)
	for i := range one {
		one[i], other[i] = uint32(i), uint32(nearFewest-i)
	}
	for _, reads := range []uint32{0, 1<<(32-nearBits) - 2} {
		g.near.read = reads
		for _, indices := range [][]uint32{one, other} {
			g.Read(Indices{words(indices), false}, 0, nearFewest, 0, false, 99)
			vertices, sequence := gathered(indices)
			require.Equal(t, vertices, g.Vertices)
			require.Equal(t, sequence, g.Sequence)
		}
	}
	require.EqualValues(t, 1, g.near.read)
}
