package hazard

import (
	"math/bits"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// TestRuns: what overlaps a span is what a search one by one finds, whatever was added before, and there are few runs to look at.
func TestRuns(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	var all []span
	var kept runs
	for n := range uint32(500) {
		begin := uint64(r.Intn(4000))
		s := *spanOf(begin, begin+1+uint64(r.Intn(40)), Side{number: n})
		var want, got []uint32
		for i := range all {
			if all[i].begin < s.end && s.begin < all[i].end {
				want = append(want, all[i].by.number)
			}
		}
		kept.overlapping(&s, func(o *span) bool {
			got = append(got, o.by.number)
			return false
		})
		slices.Sort(got)
		require.Equal(t, want, got)
		all = append(all, s)
		kept.add(&s)
		require.LessOrEqual(t, len(kept.list), bits.Len(uint(len(all))))
	}
}

// TestRunsAreCut: afterwards nothing is left of the bytes that were taken out, and all of the others.
func TestRunsAreCut(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	for range 200 {
		var kept runs
		want := [64]int{}
		for range 1 + r.Intn(6) {
			begin := uint64(r.Intn(60))
			s := *spanOf(begin, begin+1+uint64(r.Intn(4)), Side{Access: gpu.Access{Begin: 100 + begin}})
			for k := s.begin; k < s.end; k++ {
				want[k]++
			}
			kept.add(&s)
		}
		begin := uint64(r.Intn(64))
		end := begin + uint64(r.Intn(20))
		kept.cut(begin, end)
		clear(want[begin:min(end, 64)])
		got := [64]int{}
		for _, s := range kept.all() {
			a := s.access()
			require.Equal(t, [2]uint64{100 + s.begin, 100 + s.end}, [2]uint64{a.Begin, a.End})
			for k := s.begin; k < s.end; k++ {
				got[k]++
			}
		}
		require.Equal(t, want, got)
	}
}

// TestCutOfRows: what has gaps stays whole, unless nothing is left of it.
func TestCutOfRows(t *testing.T) {
	for _, tt := range []struct {
		begin, end uint64
		left       int
	}{{0, 100, 0}, {10, 50, 0}, {11, 50, 1}, {10, 49, 1}, {0, 10, 1}, {50, 60, 1}} {
		var kept runs
		kept.add(spanOf(10, 50, Side{Access: gpu.Access{Stride: 20, Size: 4}}))
		kept.cut(tt.begin, tt.end)
		require.Len(t, kept.all(), tt.left, tt)
	}
}

// TestSpansGrow: the next bytes of a command make its span longer, those of another command, or of another part of it, are another span.
func TestSpansGrow(t *testing.T) {
	d, w := New(track.NewOrder(), Options{}), &work{side: Side{Queue: 1}}
	next := func(begin uint64, number, part uint32) bool {
		d.command = command{work: w, number: number}
		d.next.begin, d.next.end, d.next.part = begin, begin+4, part
		_, grown := d.keep(w, 7, &d.next)
		return grown
	}
	require.False(t, next(0, 0, 0))
	require.True(t, next(4, 0, 0))
	require.False(t, next(9, 0, 0), "a gap")
	require.False(t, next(13, 1, 0), "another command")
	require.False(t, next(17, 1, 1), "another part")
	require.Len(t, w.parts, 1)
	require.Len(t, w.parts[0].spans, 4)
	require.Equal(t, uint64(8), w.parts[0].spans[0].end)
}

// TestManyConflicts: no more than a bounded number of conflicts of one access is looked at in a run.
func TestManyConflicts(t *testing.T) {
	var kept runs
	for n := range uint32(1024) {
		kept.add(spanOf(0, 4, Side{number: n}))
	}
	hits := 0
	kept.overlapping(spanOf(0, 4, Side{}), func(*span) bool {
		hits++
		return true
	})
	require.LessOrEqual(t, hits, most+1)
	require.GreaterOrEqual(t, hits, most)
}

// TestSpansShare: what the spans of a work have in common is kept once, and all of it serves again after the last of them.
func TestSpansShare(t *testing.T) {
	d, w := New(track.NewOrder(), Options{Locate: func(id gpu.ID, p *Place) bool {
		*p = Place{Memory: id}
		return true
	}}), &work{side: Side{Queue: 1}, inside: &inside{}}
	const copies = 16
	for k := range uint64(copies) {
		d.command = command{work: w, op: gpu.OpCopyBufferRegion, number: uint32(k + 1)}
		d.touch(&gpu.Access{Resource: 7, Begin: 512 * k, End: 512*k + 256, Kind: gpu.AccessRead, Exact: true, As: gpu.StateCopySource})
		d.touch(&gpu.Access{Resource: 8, Begin: 512 * k, End: 512*k + 256, Kind: gpu.AccessWrite, Exact: true, As: gpu.StateCopyDest})
	}
	commands, manners := map[*command]bool{}, map[*manner]bool{}
	for i := range w.parts {
		require.Len(t, w.parts[i].spans, copies)
		for k, s := range w.parts[i].spans {
			commands[s.by], manners[s.how] = true, true
			side := s.side()
			require.Equal(t, Side{Queue: 1, Op: gpu.OpCopyBufferRegion, number: uint32(k + 1), Access: gpu.Access{Resource: gpu.ID(7 + i), Begin: 512 * uint64(k), End: 512*uint64(k) + 256,
				Kind: gpu.AccessKind(i), Exact: true, As: side.Access.As}}, side)
		}
	}
	require.Len(t, commands, copies, "one for both sides of a copy")
	require.Len(t, manners, 2, "one for all that is read, and one for all that is written")
	spare := [3]int{len(d.spare.spans), len(d.spare.commands), len(d.spare.manners)}
	d.give(w.parts)
	require.Equal(t, [3]int{spare[0] + 2*copies, spare[1] + copies, spare[2] + 2}, [3]int{len(d.spare.spans), len(d.spare.commands), len(d.spare.manners)})
}
