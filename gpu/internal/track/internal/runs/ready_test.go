package runs

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// frames is a thread that gives a signal of a fence of its own to each of n queues, waits for it, and goes on. The queues come from the last one to
// the first, so that whoever asks all of them again finds one that can go on.
func frames(n int) *Program {
	p := &Program{Agents: make([]Agent, 1+n), Fences: make([]Fence, n)}
	for i := range n {
		give := uint32(2*i + 1)
		p.Agents[n-i] = Agent{Queue: true, Items: []Item{{Kind: Work, Issue: clock.Clock{}.With(0, give)}, {Kind: Signal, Fence: i, Value: 1, Issue: clock.Clock{}.With(0, give)}}}
		p.Agents[0].Items = append(p.Agents[0].Items, Item{}, Item{Kind: Wait, Fence: i, Value: 1})
	}
	return p
}

// TestSearchIsLinear: an agent that cannot go on is asked again when what it lacks has come, and not each time that another one has gone on.
func TestSearchIsLinear(t *testing.T) {
	steps := func(n int) int {
		s := search{p: frames(n), x: Point{clock.Agent(1), 3}, y: Point{0, uint32(2 * n)}, seen: map[string]bool{}}
		s.begin()
		require.True(t, s.found, "y happens")
		return s.steps
	}
	few, many := steps(100), steps(200)
	require.GreaterOrEqual(t, few, 400)
	require.LessOrEqual(t, many, 2*few+8)
}

// TestSettle compares the search with one that asks all agents again until none goes on, in random programs.
func TestSettle(t *testing.T) {
	r := rand.New(rand.NewSource(11))
	stuck, ended := 0, 0
	for range 4000 {
		p := &Program{Agents: make([]Agent, 2+r.Intn(4)), Fences: make([]Fence, 3)}
		p.Fences[2].Restless = true
		for a := range p.Agents {
			g := &p.Agents[a]
			if g.Queue = a >= 2; !g.Queue && a > 0 {
				g.Born = Point{0, uint32(r.Intn(3))}
			}
			for range r.Intn(8) {
				it := Item{Kind: Kind(r.Intn(3)), Fence: r.Intn(3), Value: uint64(r.Intn(6)), Past: r.Intn(9) == 0}
				if g.Queue {
					it.By = clock.Agent(r.Intn(2))
					it.Issue = clock.Clock{}.With(it.By, uint32(r.Intn(6)))
				} else if kind := r.Intn(6); kind < 2 {
					it.Kind = Poll + Kind(kind)
					it.Issue = clock.Clock{}.With(clock.Agent(r.Intn(len(p.Agents))), uint32(r.Intn(4)))
				}
				if r.Intn(6) == 0 {
					it.Behind = []Point{{clock.Agent(r.Intn(len(p.Agents))), uint32(r.Intn(4))}}
				}
				g.Items = append(g.Items, it)
			}
		}
		s := search{p: p, x: Point{clock.Agent(r.Intn(len(p.Agents))), uint32(r.Intn(6))}}
		m := moment{make([]uint32, len(p.Agents)), []uint64{0, uint64(r.Intn(3)), uint64(r.Intn(3))}, nil}
		want := moment{append([]uint32{}, m.at...), append([]uint64{}, m.value...), nil}
		for s.pass(&want) {
		}
		s.settle(&m)
		require.Equal(t, want, m)
		for a, g := range p.Agents {
			if int(m.at[a]) < len(g.Items) {
				stuck++
			} else {
				ended++
			}
		}
	}
	require.Greater(t, stuck, 1000)
	require.Greater(t, ended, 1000)
}
