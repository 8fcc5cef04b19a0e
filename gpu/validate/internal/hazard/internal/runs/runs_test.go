package runs

import (
	"math/bits"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// piece is a range for the tests.
type piece struct {
	begin, end uint64
	number     int
	gaps       bool
}

func (p *piece) Bounds() (begin, end uint64) { return p.begin, p.end }
func (p *piece) Gaps() bool                  { return p.gaps }
func (p *piece) Within(begin, end uint64) *piece {
	return &piece{begin, end, p.number, p.gaps}
}

// TestRuns: what overlaps a range is what a search one by one finds, whatever was added before, and there are few runs to look at.
func TestRuns(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	var all []*piece
	var kept List[*piece]
	for n := range 500 {
		begin := uint64(r.Intn(4000))
		s := &piece{begin: begin, end: begin + 1 + uint64(r.Intn(40)), number: n}
		var want, got []int
		for _, o := range all {
			if o.begin < s.end && s.begin < o.end {
				want = append(want, o.number)
			}
		}
		kept.Overlapping(s.begin, s.end, func(o *piece) bool {
			got = append(got, o.number)
			return false
		})
		slices.Sort(got)
		require.Equal(t, want, got)
		all = append(all, s)
		kept.Add(s)
		require.LessOrEqual(t, len(kept.runs), bits.Len(uint(len(all))))
	}
}

// TestCut: afterwards nothing is left of the bytes that were taken out, and all of the others.
func TestCut(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	for range 200 {
		var kept List[*piece]
		want := [64]int{}
		for range 1 + r.Intn(6) {
			begin := uint64(r.Intn(60))
			s := &piece{begin: begin, end: begin + 1 + uint64(r.Intn(4))}
			for k := s.begin; k < s.end; k++ {
				want[k]++
			}
			kept.Add(s)
		}
		begin := uint64(r.Intn(64))
		end := begin + uint64(r.Intn(20))
		kept.Cut(begin, end)
		clear(want[begin:min(end, 64)])
		got := [64]int{}
		for _, s := range kept.All() {
			for k := s.begin; k < s.end; k++ {
				got[k]++
			}
		}
		require.Equal(t, want, got)
	}
}

// TestCutOfGaps: what has gaps stays whole, unless nothing is left of it.
func TestCutOfGaps(t *testing.T) {
	for _, tt := range []struct {
		begin, end uint64
		left       int
	}{{0, 100, 0}, {10, 50, 0}, {11, 50, 1}, {10, 49, 1}, {0, 10, 1}, {50, 60, 1}} {
		var kept List[*piece]
		kept.Add(&piece{begin: 10, end: 50, gaps: true})
		kept.Cut(tt.begin, tt.end)
		require.Len(t, kept.All(), tt.left, tt)
	}
}

// TestManyHits: no more than a bounded number of hits of one range is looked at in a run.
func TestManyHits(t *testing.T) {
	var kept List[*piece]
	for n := range 1024 {
		kept.Add(&piece{end: 4, number: n})
	}
	hits := 0
	kept.Overlapping(0, 4, func(*piece) bool {
		hits++
		return true
	})
	require.LessOrEqual(t, hits, Most+1)
	require.GreaterOrEqual(t, hits, Most)
}
