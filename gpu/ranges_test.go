package gpu

import (
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

// TestAddSpans: it is Add of one after the other, up to three that may be pieces.
func TestAddSpans(t *testing.T) {
	type span struct{ Begin, End uint64 }
	rng := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		var one, all RangeWriter
		var list []span
		at := uint64(1000)
		for range rng.IntN(12) {
			at += 4 * rng.Uint64N(3)
			list = append(list, span{at, at + 4 + 4*rng.Uint64N(9)/8})
			at = list[len(list)-1].End
		}
		n := AddSpans(&all, 1000, list)
		for _, x := range list[:n] {
			one.Add(x.Begin-1000, x.End-1000)
		}
		alike := func(i int) bool { return list[i+1].Begin-list[i].Begin == list[i+2].Begin-list[i+1].Begin }
		for i := range n {
			require.False(t, i+2 < len(list) && alike(i))
		}
		require.True(t, n == len(list) || alike(n))
		require.Equal(t, [2]uint64{uint64(one.Len), one.Touched}, [2]uint64{uint64(all.Len), all.Touched})
		require.Equal(t, one.Ranges(), all.Ranges())
	}
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
