package strands

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// TestSpare: each strand is looked at in its turn, a few at a time, and one that is free goes from its thread to another one.
func TestSpare(t *testing.T) {
	s := New(10, 1, 7, new(uint64))
	require.Equal(t, []Point{{Queue: 10, Pos: 7}}, s.ends.All())
	for i := range clock.Agent(20) {
		s.Add(11+i, 2+i)
	}
	var looked []clock.Agent
	only := func(free clock.Agent) func(clock.Agent) bool {
		return func(strand clock.Agent) bool {
			looked = append(looked, strand)
			return strand == free
		}
	}
	for range 2 {
		_, found := s.Spare(only(30))
		require.False(t, found, "it is not among the next few")
	}
	strand, found := s.Spare(only(30))
	require.True(t, found)
	require.Equal(t, clock.Agent(30), strand)
	require.Len(t, looked, 2*few+4)
	require.Equal(t, uint64(len(looked)), *s.steps)
	for i, at := range looked {
		require.Equal(t, clock.Agent(11+i), at, "from where the last look ended")
	}
	s.Pass(strand, 21, 99)
	_, found = s.Of(21)
	require.False(t, found)
	at, found := s.Of(99)
	require.True(t, found)
	require.Equal(t, strand, at)
}

// gifts are items of strands by the thread that gave each: what it knew, that call included. All threads are made by thread 0.
type gifts struct {
	by    map[clock.Agent]clock.Agent // by strand
	calls map[clock.Agent][]clock.Clock
	base  map[clock.Agent]uint32 // so many of a strand are forgotten
}

func (g *gifts) Known(p Point, to clock.Clock) bool {
	by := g.by[p.Queue]
	return p.Pos <= g.base[p.Queue] || to.At(by) >= g.calls[p.Queue][p.Pos-1].At(by)
}

func (g *gifts) UpTo(strand clock.Agent, known clock.Clock) (pos uint32) {
	for pos < uint32(len(g.calls[strand])) && g.Known(Point{Queue: strand, Pos: pos + 1}, known) {
		pos++
	}
	return pos
}

func (g *gifts) Issue(p Point) (clock.Clock, bool) {
	if p.Pos <= g.base[p.Queue] {
		return clock.Clock{}, false
	}
	return g.calls[p.Queue][p.Pos-1], true
}

func (g *gifts) Creator(clock.Agent) clock.Agent { return 0 }

// TestBehind: an item comes after the last items of other strands of which its thread knew, however many strands there are. Of few strands what these
// come after is not named.
func TestBehind(t *testing.T) {
	const queue = 100
	for _, threads := range []clock.Agent{3, 3 * few} {
		g := &gifts{map[clock.Agent]clock.Agent{}, map[clock.Agent][]clock.Clock{}, map[clock.Agent]uint32{}}
		s := New(queue, 0, 0, new(uint64))
		ticks := map[clock.Agent]uint32{}
		give := func(thread clock.Agent, knows clock.Clock) (knew clock.Clock, behind []Point) {
			strand, found := s.Of(thread)
			if !found {
				strand = queue + thread
				s.Add(strand, thread)
			}
			behind = s.Behind(strand, thread, knows, g)
			ticks[thread]++
			knew = knows.With(thread, ticks[thread])
			g.by[strand], g.calls[strand] = thread, append(g.calls[strand], knew)
			s.Lead(Point{Queue: strand, Pos: uint32(len(g.calls[strand]))}, behind)
			return knew, behind
		}
		all, first := clock.Clock{}, clock.Clock{}
		for thread := range threads {
			knew, behind := give(thread, clock.Clock{})
			require.Empty(t, behind, "it knows of no other one")
			if all = all.Join(knew); thread == 1 {
				first = knew
			}
		}
		_, behind := give(2, first.With(2, ticks[2]))
		require.Equal(t, []Point{{Queue: queue + 1, Pos: 1}}, behind)
		last, behind := give(0, all.With(2, ticks[2]))
		require.Contains(t, behind, Point{Queue: queue + 2, Pos: 2})
		for thread := clock.Agent(3); thread < threads; thread++ {
			require.Contains(t, behind, Point{Queue: queue + thread, Pos: 1})
		}
		require.Equal(t, threads > few, slices.Contains(behind, Point{Queue: queue + 1, Pos: 1}), "the item of thread 2 comes after it")
		_, behind = give(threads, last)
		require.Equal(t, []Point{{Queue: queue, Pos: 2}}, behind, "it comes after all others")
	}
}

// TestRelead: the ends are the last items that no other one comes after.
func TestRelead(t *testing.T) {
	s := New(10, 1, 7, new(uint64))
	s.Add(11, 2)
	s.Relead(func(strand clock.Agent) uint32 { return uint32(strand) }, map[clock.Agent]uint32{10: 10, 11: 10})
	require.Equal(t, []Point{{Queue: 11, Pos: 11}}, s.ends.All())
}
