package runs

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// presenter are the calls of a thread that presents so many frames of a chain, waits until few are left, or until another one may be begun, and
// signals then, or before the last one.
func presenter(presents int, latency uint64, begins, early bool) (chain Chain, calls, frames []Item) {
	chain = Chain{ID: 9, Queue: 2, Latency: latency, Frames: uint64(presents)}
	signal, wait := Item{Kind: Signal, Value: 1, Mark: 3}, Item{Chain: 9, Value: latency}
	if begins {
		calls, wait, chain.Taken = append(calls, Item{Chain: 9}), Item{Chain: 9, Mark: 2}, uint64(presents)+1
	}
	for i := range presents {
		if early && i == presents-1 {
			calls = append(calls, signal)
		}
		calls = append(calls, Item{}, wait)
		frames = append(frames, Item{Chain: 9, By: 1, Issue: knows(0, uint32(len(calls)-1)), Mark: 2})
	}
	if !early {
		calls = append(calls, signal)
	}
	return chain, calls, frames
}

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
			chain, calls, frames := presenter(tt.presents, tt.latency, tt.begins, tt.early)
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

// TestFramesOfALoop: where a search is too large, what a loop does wrong in each pass is found even so: each pass signals after its Present what the
// queue waits for in the same pass of another thread.
func TestFramesOfALoop(t *testing.T) {
	for _, early := range []bool{false, true} {
		const passes, latency = 1500, 3
		p := &Program{Fences: make([]Fence, 1), Chains: Chains{{ID: 9, Queue: 2, Latency: latency, Frames: passes}}, Agents: []Agent{
			{}, {}, {Queue: true, Root: 2, Strands: []clock.Agent{2, 3}}, {Queue: true, Root: 2},
		}}
		give := func(thread, strand clock.Agent, it Item) {
			p.Agents[thread].Items = append(p.Agents[thread].Items, Item{})
			it.By, it.Issue = thread, clock.Clock{}.With(thread, uint32(len(p.Agents[thread].Items)))
			p.Agents[strand].Items = append(p.Agents[strand].Items, it)
		}
		for i := range uint64(passes) {
			give(0, 2, Item{Kind: Wait, Value: i + 1, Mark: uint32(i + 1)})
			signal, calls := Item{Kind: Signal, Value: i + 1}, &p.Agents[1].Items
			if early {
				signal.Value = passes
				*calls = append(*calls, signal)
			}
			give(1, 3, Item{Chain: 9, Mark: uint32(i + 1)})
			*calls = append(*calls, Item{Chain: 9, Value: latency})
			if !early {
				*calls = append(*calls, signal)
			}
		}
		require.True(t, p.large())
		held, _ := p.Frames()
		if early {
			require.Empty(t, held)
			continue
		}
		require.Len(t, held, passes-latency+1)
		require.Equal(t, []uint32{latency, latency}, []uint32{held[0].Wait.Mark, held[0].Present.Mark}, "the signals of two passes have come")
	}
}
