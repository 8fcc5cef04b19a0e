package record

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// words reads a record; what was not written is 0xa5a5a5a5.
func words(n int, write func(r []byte)) (out []uint32) {
	r := make([]byte, 4*n)
	for i := range r {
		r[i] = 0xa5
	}
	write(r)
	for ; len(r) > 0; r = r[4:] {
		out = append(out, binary.LittleEndian.Uint32(r))
	}
	return out
}

func bits(f float32) uint32 { return math.Float32bits(f) }

const untouched = 0xa5a5a5a5

func TestTriangle(t *testing.T) {
	for _, c := range []struct {
		name  string
		write func(r []byte)
		want  [5]uint32
	}{
		{"a word", func(r []byte) { Word(r, 1, 7) }, [5]uint32{untouched, 7, untouched, untouched, untouched}},
		{"the last word", func(r []byte) { Word(r, 4, math.MaxUint32) }, [5]uint32{untouched, untouched, untouched, untouched, math.MaxUint32}},
		{"a plane", func(r []byte) { Plane(r, 1, 0.5, -2, 1) }, [5]uint32{untouched, bits(0.5), bits(-2), bits(1), untouched}},
		{"a plane is rounded once", func(r []byte) { Plane(r, 2, 1+1.0/(1<<25), 0, 0) }, [5]uint32{untouched, untouched, bits(1), 0, 0}},
		{"a flat plane", func(r []byte) { Flat(r, 0, 0.25) }, [5]uint32{0, 0, bits(0.25), untouched, untouched}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := words(stage.TriangleRepeat*len(c.want), c.write)
			for i, word := range c.want {
				for lane := range stage.TriangleRepeat {
					require.Equal(t, word, got[stage.TriangleRepeat*i+lane], "word %d, lane %d", i, lane)
				}
			}
		})
	}
	require.Panics(t, func() { Plane(make([]byte, 5*stage.TriangleStep), 3, 1, 1, 1) }, "one word short")
}

// The left pixels are at 12.5, the right ones at 13.5, the upper ones at 2.5, the lower ones at 3.5.
func TestQuad(t *testing.T) {
	got := words(stage.QuadWords, func(r []byte) {
		LinesAt(2.5).Place(r, 12.5)
		Quad(r, 0x1000, 0b1011, 3, 0x08000808)
	})
	require.Equal(t, []uint32{bits(12.5), bits(13.5), bits(12.5), bits(13.5), bits(2.5), bits(2.5), bits(3.5), bits(3.5), 0x1000, 0b1011, 3, 0x08000808}, got)
}

func TestDepth(t *testing.T) {
	got := words(stage.CoverBytes/4, func(r []byte) { Depth(r, 1.5, -0.25, math.Pi) })
	for i, want := range []float64{1.5, -0.25, math.Pi} {
		for twice := range 2 {
			at := stage.CoverZA + 4*i + 2*twice
			require.Equal(t, math.Float64bits(want), uint64(got[at])|uint64(got[at+1])<<32)
		}
	}
}
