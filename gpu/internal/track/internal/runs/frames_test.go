package runs

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// TestFrames is about two threads: one lets a queue wait, its strand is agent 2, and the other one presents on it, strand 3, waits until few frames
// are left, or until another one may be begun, and signals.
func TestFrames(t *testing.T) {
	for _, tt := range []struct {
		name     string
		begins   bool        // Presents do not wait
		waits    clock.Clock // what the thread knows that lets the queue wait
		presents int
		latency  uint64
		early    bool // the signal comes before the last Present
		elsewise bool // another queue signals, too
		want     bool
	}{
		{"in no order", false, knows(1), 1, 1, false, false, true},
		{"the signal comes first", false, knows(1), 1, 1, true, false, false},
		{"the wait is given after the Present", false, knows(1, 2), 1, 1, false, false, false},
		{"one frame may be left", false, knows(1), 1, 2, false, false, false},
		{"one frame may be left of two", false, knows(1), 2, 2, false, false, true},
		{"the signal comes before the one that would stand", false, knows(1), 2, 2, true, false, false},
		{"the wait ends anyway", false, knows(1), 1, 1, false, true, false},
		{"until one may be begun", true, knows(1), 1, 1, false, false, true},
		{"until one may be begun, and the signal comes first", true, knows(1), 1, 1, true, false, false},
		{"until one may be begun, and the wait is given after the Present", true, knows(1, 2), 1, 1, false, false, false},
		{"until one may be begun beside another one", true, knows(1), 1, 2, false, false, false},
		{"until one may be begun beside another one, twice", true, knows(1), 2, 2, false, false, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			signal := Item{Kind: Signal, Value: 1, Mark: 3}
			chain := Chain{ID: 9, Queue: 2, Latency: tt.latency, Frames: uint64(tt.presents)}
			var calls, frames []Item
			wait := Item{Chain: 9, Value: tt.latency}
			if tt.begins {
				calls, wait, chain.Taken = append(calls, Item{Chain: 9}), Item{Chain: 9, Mark: 2}, uint64(tt.presents)+1
			}
			for i := range tt.presents {
				if tt.early && i == tt.presents-1 {
					calls = append(calls, signal)
				}
				calls = append(calls, Item{}, wait)
				frames = append(frames, Item{Chain: 9, By: 1, Issue: knows(0, uint32(len(calls)-1)), Mark: 2})
			}
			if !tt.early {
				calls = append(calls, signal)
			}
			p := &Program{Fences: make([]Fence, 1), Chains: Chains{chain}, Agents: []Agent{
				{Items: make([]Item, 1)}, {Items: calls},
				{Queue: true, Root: 2, Strands: []clock.Agent{2, 3}, Items: []Item{{Kind: Wait, Value: 1, Issue: tt.waits, Mark: 1}}}, {Queue: true, Root: 2, Items: frames},
				{Queue: true, Root: 4},
			}}
			if tt.waits.At(1) > 0 {
				p.Agents[2].Items[0].Behind = []Point{{3, 1}}
				p.Agents[0].Items[0] = Item{Kind: Learn, Issue: knows(0, tt.waits.At(1))}
				p.Agents[0].Items = append(p.Agents[0].Items, Item{})
				p.Agents[2].Items[0].Issue = knows(2, tt.waits.At(1))
			}
			if tt.elsewise {
				p.Agents[4].Items = []Item{{Kind: Signal, Value: 1, Issue: knows(1)}}
			}
			held, sure := p.Frames()
			if !tt.want {
				require.Empty(t, held)
				return
			}
			require.Len(t, held, 1)
			h := held[0]
			require.Equal(t, []uint32{1, 2, 3}, []uint32{h.Wait.Mark, h.Present.Mark, h.Signal.Mark})
			require.Equal(t, tt.begins, h.Present.Begins())
			require.False(t, h.After)
			require.Zero(t, sure[2], "the wait ends in some runs only")
			p.Agents[1].Items[len(calls)-1].Value = 0
			held, _ = p.Frames()
			require.Empty(t, held, "nothing ends the wait in any run")
		})
	}
}
