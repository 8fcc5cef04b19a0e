package timeline

import (
	"cmp"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// model is what a timeline holds, in one list.
type model struct {
	t    *testing.T
	tl   Timeline
	live []Signal
	tops map[clock.Agent]uint64
	next map[clock.Agent]uint32
}

// push adds a signal to both, and compares what is below it: of a chain the value of the link in front of it, and else the largest that its agent has
// given.
func (m *model) push(a clock.Agent, value uint64) {
	m.next[a]++
	s := Signal{Value: value, Agent: a, Pos: m.next[a]}
	l, _ := m.tl.LineFor(a)
	want := m.tops[a]
	if !m.tl.Parted {
		want = 0
		for i := range m.tl.Signals {
			if v := m.tl.Signals[i].Value; v <= value {
				want = max(want, v)
			}
		}
	}
	require.Equal(m.t, want, m.tl.Push(l, &s))
	m.live = append(m.live, s)
	m.tops[a] = max(m.tops[a], value)
}

// check compares all that the lists say with what the one list does.
func (m *model) check() {
	var got []Signal
	for i := range m.tl.Lines {
		l := &m.tl.Lines[i]
		require.Same(m.t, l, m.tl.LineOf(l.Agent))
		if m.tl.Parted {
			require.Equal(m.t, m.tops[l.Agent], l.Top)
		}
		var mine []Signal
		for k, at := range l.At {
			s := m.tl.Signals[at]
			require.Equal(m.t, k, l.Behind(m.tl.Signals, s.Pos-1))
			mine = append(mine, s)
		}
		for count := range len(mine) + 1 {
			if !m.tl.Rewinds && !slices.IsSortedFunc(mine, func(a, b Signal) int { return cmp.Compare(a.Value, b.Value) }) {
				break // First and Largest are for lines that go up
			}
			top := uint64(0)
			for _, s := range mine[:count] {
				top = max(top, s.Value)
			}
			require.Equal(m.t, top, m.tl.Largest(l, count))
		}
		got = append(got, mine[l.Dead:]...)
	}
	want := slices.Clone(m.live)
	order := func(a, b Signal) int { return cmp.Or(cmp.Compare(a.Agent, b.Agent), cmp.Compare(a.Pos, b.Pos)) }
	slices.SortFunc(want, order)
	slices.SortFunc(got, order)
	require.True(m.t, slices.Equal(want, got), "%v, not %v", got, want)
	require.True(m.t, m.tl.Dead == 0 || 2*m.tl.Dead < len(m.tl.Signals), "what is forgotten is less than the rest")
	if m.tl.Parted {
		return
	}
	sorted := slices.Clone(m.tl.Signals)
	slices.SortStableFunc(sorted, func(a, b Signal) int { return cmp.Compare(a.Value, b.Value) })
	for k, s := range sorted {
		require.Equal(m.t, s, *m.tl.Link(k))
		require.Equal(m.t, slices.IndexFunc(sorted, func(r Signal) bool { return r.Value == s.Value }), m.tl.From(s.Value))
		require.Equal(m.t, s.Value, sorted[m.tl.Above(s.Value)-1].Value)
	}
	require.Equal(m.t, len(sorted), m.tl.Above(^uint64(0)))
	if m.tl.Rising() {
		require.True(m.t, slices.Equal(m.tl.Signals, sorted))
	}
}

// TestLists: whatever is added, taken back and forgotten, the lists of a fence hold what one list of its signals does, as a chain, parted, and when
// it goes down.
func TestLists(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for run := range 300 {
		m := &model{t: t, tops: map[clock.Agent]uint64{}, next: map[clock.Agent]uint32{}}
		if run%3 > 0 {
			m.tl.Part()
		}
		if run%3 == 2 {
			m.tl.Sink()
		}
		for n := range 40 {
			a := clock.Agent(r.Intn(12))
			if run%2 == 0 {
				a %= 3
			}
			switch r.Intn(6) {
			case 0: // as for a question: it is taken back at once
				l, _ := m.tl.LineFor(a)
				top := l.Top
				m.tl.Push(l, &Signal{Value: uint64(r.Intn(60)), Agent: a, Pos: m.next[a] + 1})
				m.tl.Pop(m.tl.LineOf(a), top)
			case 1, 2:
				if i := slices.IndexFunc(m.live, func(s Signal) bool { return s.Agent == a }); i >= 0 && !m.tl.Rewinds {
					m.tl.Forget(a, clock.Clock{}, func(clock.Agent) bool { return false })
					m.live = slices.Delete(m.live, i, i+1)
				}
			default:
				m.push(a, uint64(n+r.Intn(10)))
			}
			m.check()
		}
	}
}

// TestForgetLine: a line of which nothing is left goes if its agent signals no more, and else stays.
func TestForgetLine(t *testing.T) {
	for _, over := range []bool{false, true} {
		var tl Timeline
		tl.Part()
		l, found := tl.LineFor(3)
		require.False(t, found)
		tl.Push(l, &Signal{Value: 1, Agent: 3, Pos: 1})
		tl.Forget(3, clock.Clock{}, func(a clock.Agent) bool { return a == 3 && over })
		require.Empty(t, tl.Signals)
		_, found = tl.LineFor(3)
		require.Equal(t, !over, found)
	}
}

// TestFirst: the place of the first signal with a value in a line that goes up, and of the last lower one in one that goes down.
func TestFirst(t *testing.T) {
	var tl Timeline
	tl.Part()
	for i, v := range []uint64{2, 4, 4, 7} {
		l, _ := tl.LineFor(1)
		tl.Push(l, &Signal{Value: v, Agent: 1, Pos: uint32(10 * (i + 1))})
	}
	l := tl.LineOf(1)
	for value, want := range map[uint64]int{0: 0, 2: 0, 3: 1, 4: 1, 5: 3, 7: 3, 8: 4} {
		require.Equal(t, want, l.First(tl.Signals, value), value)
	}
	tl.Sink()
	known := clock.Clock{}.With(1, 30)
	require.Equal(t, 2, l.Low(tl.Signals, 5, known))
	require.Equal(t, 0, l.Low(tl.Signals, 4, known))
	require.Equal(t, -1, l.Low(tl.Signals, 2, known))
	require.Equal(t, 2, l.Low(tl.Signals, 9, known), "the fourth is not known")
	require.Equal(t, 3, l.Low(tl.Signals, 9, known.With(1, 40)))
}

// sunk is a fence that went down: four signals of agent 1, and one of agent 2 that comes after the first so many of them.
func sunk(covers uint32) *Timeline {
	tl := &Timeline{}
	tl.Part()
	tl.Sink()
	for i := range uint32(4) {
		l, _ := tl.LineFor(1)
		tl.Push(l, &Signal{Value: uint64(1 - i%2), Agent: 1, Pos: i + 1, Clock: clock.Clock{}.With(1, i+1), Fixed: true})
	}
	l, _ := tl.LineFor(2)
	tl.Push(l, &Signal{Value: 5, Agent: 2, Pos: 1, Clock: clock.Clock{}.With(2, 1).With(1, covers), Fixed: true})
	return tl
}

// TestCuts: signals go of which another one that everybody knows came after, and the last one of an agent only if one of another agent did.
func TestCuts(t *testing.T) {
	both := clock.Clock{}.With(1, 4).With(2, 1)
	for _, tt := range []struct {
		name   string
		covers uint32
		common clock.Clock
		cuts   []int
	}{
		{"all behind", 4, both, []int{4, 0}},
		{"the last one beside", 3, both, []int{3, 0}},
		{"not known", 4, clock.Clock{}.With(1, 4), []int{3, 0}},
		{"half known", 4, clock.Clock{}.With(1, 2), []int{1, 0}},
		{"nothing known", 4, clock.Clock{}, []int{0, 0}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tl := sunk(tt.covers)
			cuts, gone := tl.Cuts(tt.common)
			require.Equal(t, tt.cuts, cuts)
			require.Equal(t, cuts[0], gone)
			tl.Cut(cuts, gone)
			require.Len(t, tl.Signals, 5-gone)
			require.Equal(t, uint64(5), tl.Largest(tl.LineOf(2), 1))
			require.Len(t, tl.LineOf(1).At, 4-gone)
		})
	}
}

// TestFinal: a signal after all others is the final one as soon as all are known, and then one value is all that is left.
func TestFinal(t *testing.T) {
	both := clock.Clock{}.With(1, 4).With(2, 1)
	require.Nil(t, sunk(4).Final(clock.Clock{}.With(1, 4)), "not known")
	require.Nil(t, sunk(3).Final(both), "beside the last of the other agent")
	tl := sunk(4)
	last := tl.Final(both)
	require.NotNil(t, last)
	require.Equal(t, clock.Agent(2), last.Agent)
	tl.Clear(5)
	require.Empty(t, tl.Signals)
	require.False(t, tl.Rewinds)
	require.Equal(t, uint64(5), tl.LineOf(1).Top)
	require.Empty(t, tl.LineOf(1).At)
}

// TestOneQueueNeedsNoMemory: a fence whose signals come and are forgotten, one after the other, uses the same memory each time. One that keeps them
// needs more.
func TestOneQueueNeedsNoMemory(t *testing.T) {
	for _, forgets := range []bool{false, true} {
		var tl Timeline
		pos := uint32(0)
		allocs := testing.AllocsPerRun(1, func() {
			for range 1000 {
				pos++
				l, _ := tl.LineFor(1)
				tl.Push(l, &Signal{Value: uint64(pos), Agent: 1, Pos: pos})
				if forgets {
					tl.Forget(1, clock.Clock{}, func(clock.Agent) bool { return false })
				}
			}
		})
		require.Equal(t, forgets, allocs == 0, allocs)
	}
}
