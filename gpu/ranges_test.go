package gpu

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRanges: random ranges, most of them words at multiples of words, come back as they were written, and are counted.
func TestRanges(t *testing.T) {
	rng, w := rand.New(rand.NewPCG(1, 2)), RangeWriter{}
	for range 2000 {
		var want []Range
		at, touched, unit := uint64(0), uint64(0), 1+rng.Uint64N(20)
		w.Room(rng.IntN(40))
		for range rng.IntN(40) {
			x := Range{Begin: at + unit*rng.Uint64N(300)}
			switch rng.IntN(12) {
			case 0:
				x.Begin += rng.Uint64N(1 << (1 + rng.Uint64N(40)))
				x.End = x.Begin + 1 + rng.Uint64N(100)
			case 1:
				x.Size = 1 + rng.Uint64N(30)
				x.Stride = x.Size + 1 + rng.Uint64N(1000)
				x.End = x.Begin + (1+rng.Uint64N(9))*x.Stride + x.Size
			default:
				x.End = x.Begin + unit
			}
			if x.Stride != 0 {
				w.AddPieces(x.Begin, x.End, x.Stride, x.Size)
				touched += ((x.End-x.Begin-x.Size)/x.Stride + 1) * x.Size
			} else {
				w.Add(x.Begin, x.End)
				touched += x.End - x.Begin
			}
			want, at = append(want, x), x.End
		}
		require.Equal(t, len(want), w.Len)
		require.Equal(t, touched, w.Touched)
		r := w.Ranges()
		require.Equal(t, want, slices.Collect(r.All()))
		require.Equal(t, len(want), r.Len())
		require.Equal(t, len(want) == 0, r == "")
		for x := range r.All() {
			require.Equal(t, want[0], x)
			break
		}
	}
}

// TestRangesAreSmall: scattered words take two bytes each, in one allocation.
func TestRangesAreSmall(t *testing.T) {
	var w RangeWriter
	var r Ranges
	write := func() {
		w.Room(1000)
		for i := range uint64(1000) {
			w.Add(1000*i+4*(i%7), 1000*i+4*(i%7)+4)
		}
		r = w.Ranges()
	}
	write()
	require.LessOrEqual(t, len(r), 2010)
	require.LessOrEqual(t, testing.AllocsPerRun(10, write), 1.0)
}

// TestAddSpans: it is Add of one after the other, but for equal ones at equal distances, which are pieces.
func TestAddSpans(t *testing.T) {
	type span struct{ Begin, End uint64 }
	rng := rand.New(rand.NewPCG(3, 4))
	pieces := 0
	for range 2000 {
		var w RangeWriter
		var list, got []span
		at := uint64(1000)
		for range rng.IntN(12) {
			at += 4 + 4*rng.Uint64N(2)
			list = append(list, span{at, at + 4 + rng.Uint64N(9)/8})
			at = list[len(list)-1].End
		}
		AddSpans(&w, 1000, list)
		alike := 0
		for x := range w.Ranges().All() {
			if x.Stride == 0 {
				got = append(got, span{1000 + x.Begin, 1000 + x.End})
				if n := len(got); n > 2 && got[n-1].End-got[n-1].Begin == got[n-2].End-got[n-2].Begin && got[n-2].End-got[n-2].Begin == got[n-3].End-got[n-3].Begin {
					require.False(t, alike > 1 && got[n-1].Begin-got[n-2].Begin == got[n-2].Begin-got[n-3].Begin, "three alike")
				}
				alike++
				continue
			}
			alike, pieces = 0, pieces+1
			for begin := x.Begin; begin < x.End; begin += x.Stride {
				got = append(got, span{1000 + begin, 1000 + begin + x.Size})
			}
		}
		require.Equal(t, list, got)
	}
	require.Greater(t, pieces, 200)
}

// TestNotes: notes are the ranges of their elements, in any order, each once.
func TestNotes(t *testing.T) {
	var notes []byte
	for _, note := range []uint32{18, 4, 0, 18, 6, 5, 41, 1 << 31, 10} {
		notes = binary.LittleEndian.AppendUint32(notes, note)
	}
	all := slices.Collect(Notes(notes, 40, 3, 12, 4, 8).All())
	require.Equal(t, []Range{{0, 28, 12, 4}, {Begin: 72, End: 76}, {Begin: 168, End: 172}}, all, "elements 3, 4, 5, 9 and 17, of which one field")
	ordered := Notes(notes, 40, 3, 12, 4, 8).Ordered()
	require.Equal(t, all, slices.Collect(ordered.All()))
	require.Equal(t, ordered, ordered.Ordered())
	all = slices.Collect(Notes(notes, 40, 3, 12, 0, 12).All())
	require.Equal(t, []Range{{Begin: 0, End: 36}, {Begin: 72, End: 84}, {Begin: 168, End: 180}}, all, "whole ones, side by side")
	require.LessOrEqual(t, testing.AllocsPerRun(10, func() { Notes(notes, 40, 3, 12, 0, 12) }), 1.0, "thousands are copied once")
}

// TestApart: one access with many ranges is that many accesses, between those that come before and after it.
func TestApart(t *testing.T) {
	var w RangeWriter
	w.Add(0, 4)
	w.Add(12, 16)
	w.AddPieces(20, 32, 8, 4)
	read := Access{Resource: 7, Begin: 100, End: 132, Exact: true, Slot: "t0", Part: 3}
	one, two, three := read, read, read
	one.End = 104
	two.Begin, two.End = 112, 116
	three.Begin, three.Stride, three.Size = 120, 8, 4
	first, last := Access{Resource: 1}, Access{Resource: 2}
	read.Within = w.Ranges()
	e := &Executed{Number: 5, Accesses: []Access{first, read, last}}
	require.Equal(t, &Executed{Number: 5, Accesses: []Access{first, one, two, three, last}}, e.Apart())
	e.Accesses = e.Accesses[:1]
	require.Same(t, e, e.Apart(), "nothing to do")
	require.Same(t, &e.Accesses[0], &Apart(e.Accesses)[0])
}
