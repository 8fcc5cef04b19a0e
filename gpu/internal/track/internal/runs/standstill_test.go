package runs

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// TestStandstill is about two threads that give a wait and a signal to one queue, agents 2 and 3 are its strands, and perhaps another signal to another queue, agent 4.
func TestStandstill(t *testing.T) {
	knows := func(a, b uint32) clock.Clock { return clock.Clock{}.With(0, a).With(1, b) }
	for _, tt := range []struct {
		name         string
		wait, signal clock.Clock // what their threads know then
		other        []Item
		past         bool // everybody knows of the calls
		want         bool
	}{
		{"in no order", knows(1, 0), knows(0, 1), nil, false, true},
		{"in no order, and all know of it", knows(1, 0), knows(0, 1), nil, true, true},
		{"the signal comes first", knows(1, 1), knows(0, 1), nil, false, false},
		{"the wait comes first: it never ends", knows(1, 0), knows(1, 1), nil, false, false},
		{"another queue signals, too", knows(1, 0), knows(0, 1), []Item{{Kind: Signal, Value: 1, By: 0, Issue: knows(1, 0)}}, false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := &Program{Fences: []Fence{{}}, Agents: []Agent{
				{Items: make([]Item, 1)}, {Items: make([]Item, 1)},
				{Queue: true, Root: 2, Strands: []clock.Agent{2, 3}, Items: []Item{{Kind: Wait, Value: 1, By: 0, Issue: tt.wait, Mark: 7}}},
				{Queue: true, Root: 2, Items: []Item{{Kind: Signal, Value: 1, By: 1, Issue: tt.signal, Mark: 8}}},
				{Queue: true, Root: 4, Items: tt.other},
			}}
			if tt.past {
				p.Agents[0], p.Agents[1] = Agent{Base: 1}, Agent{Base: 1}
			}
			held, sure := p.Standstill()
			if !tt.want {
				require.Empty(t, held)
				return
			}
			require.Len(t, held, 1)
			require.Equal(t, []uint32{7, 8}, []uint32{held[0].Wait.Mark, held[0].Signal.Mark})
			require.Equal(t, []uint32{1, 1, 0, 0, 0}, sure, "both calls come, and neither has an end")
		})
	}
}
