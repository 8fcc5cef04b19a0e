package runs

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// known is what is known of a program at first.
func known(p *Program) *Known { return NewKnown(func() *Program { return p }) }

// TestKnown: what was found out for one question changes no answer to another one, in random programs of three queues.
func TestKnown(t *testing.T) {
	for seed := range int64(300) {
		r := rand.New(rand.NewSource(seed))
		p := &Program{Agents: make([]Agent, 4), Fences: []Fence{{Restless: r.Intn(2) == 0}, {}}}
		var all []Point
		for q := 1; q < len(p.Agents); q++ {
			var items []Item
			for i := range 1 + r.Intn(4) {
				items = append(items, Item{Kind: Kind(r.Intn(3)), Fence: r.Intn(2), Value: uint64(1 + r.Intn(2))})
				all = append(all, Point{clock.Agent(q), uint32(i) + 1})
			}
			p.Agents[q] = queue(items...)
		}
		k := known(p)
		for range 2 {
			for _, i := range r.Perm(len(all) * len(all)) {
				if x, y := all[i/len(all)], all[i%len(all)]; x.Queue != y.Queue {
					require.Equal(t, known(p).Without(x, y), k.Without(x, y), fmt.Sprint(seed, x, y))
				}
			}
		}
	}
}

// TestKnownSearches: of many items in no order one search for each is enough, and another one for what never happens.
func TestKnownSearches(t *testing.T) {
	const n = 50
	p := &Program{Fences: []Fence{{}}}
	for range n {
		p.Agents = append(p.Agents, queue(Item{}))
	}
	p.Agents = append(p.Agents, queue(wait(1), Item{}))
	k := known(p)
	for x := range p.Agents[:n] {
		for y := range p.Agents {
			if x != y {
				last := uint32(len(p.Agents[y].Items))
				require.Equal(t, y < n, k.Without(Point{clock.Agent(x), 1}, Point{clock.Agent(y), last}))
			}
		}
	}
	require.LessOrEqual(t, k.kept, 2*n*len(p.Agents))
}
