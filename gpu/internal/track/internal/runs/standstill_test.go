package runs

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// knows is what threads 0, 1 and 2 have done.
func knows(n ...uint32) (c clock.Clock) {
	for a, n := range n {
		c = c.With(clock.Agent(a), n)
	}
	return c
}

func allDue(Point) bool                      { return true }
func noNeeds(fence int, _, upTo uint64) bool { return false }

// TestStandstill is about two threads that give a wait and a signal to one queue, agents 3 and 4 are its strands, and perhaps another signal to
// another queue, agent 5. A third thread may do something, too.
func TestStandstill(t *testing.T) {
	wait, signal := Item{Kind: Wait, Value: 1}, Item{Kind: Signal, Value: 1}
	other := func(fence int) []Item { return []Item{{Kind: Signal, Fence: fence, Value: 1, By: 0, Issue: knows(1)}} }
	for _, tt := range []struct {
		name         string
		wait, signal clock.Clock // what their threads know then
		fence        int         // that the wait is for; the signal is of fence 0
		third, other []Item
		past         bool // everybody knows of the calls
		needs        func(fence int, above, upTo uint64) bool
		want         bool
	}{
		{"in no order", knows(1), knows(0, 1), 0, nil, nil, false, noNeeds, true},
		{"in no order, and all know of it", knows(1), knows(0, 1), 0, nil, nil, true, noNeeds, true},
		{"the signal comes first", knows(1, 1), knows(0, 1), 0, nil, nil, false, noNeeds, false},
		{"the wait comes first: it never ends", knows(1), knows(1, 1), 0, nil, nil, false, noNeeds, false},
		{"another queue signals, too", knows(1), knows(0, 1), 0, nil, other(0), false, noNeeds, false},
		{"another queue signals what the wait is for", knows(1), knows(0, 1), 1, nil, other(1), false, noNeeds, false},
		{"nobody needs the signal", knows(1), knows(0, 1), 1, nil, nil, false, noNeeds, false},
		{"a thread waits for it, and signals what the wait is for", knows(1), knows(0, 1), 1, []Item{wait, {Kind: Signal, Fence: 1, Value: 1}}, nil, false, noNeeds, true},
		{"a thread waits for it now", knows(1), knows(0, 1), 1, nil, nil, false, func(fence int, above, upTo uint64) bool { return fence == 0 && above == 0 && upTo == 1 }, true},
		{"a thread asks for it", knows(1), knows(0, 1), 0, []Item{{Kind: Poll, Value: 1}}, nil, false, noNeeds, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w, s := wait, signal
			w.Fence, w.By, w.Issue, w.Mark, s.By, s.Issue, s.Mark = tt.fence, 0, tt.wait, 7, 1, tt.signal, 8
			p := &Program{Fences: make([]Fence, 2), Agents: []Agent{
				{Items: make([]Item, 1)}, {Items: make([]Item, 1)}, {Items: tt.third},
				{Queue: true, Root: 3, Strands: []clock.Agent{3, 4}, Items: []Item{w}}, {Queue: true, Root: 3, Items: []Item{s}},
				{Queue: true, Root: 5, Items: tt.other},
			}}
			if tt.past {
				p.Agents[0], p.Agents[1] = Agent{Base: 1}, Agent{Base: 1}
			}
			held, sure := p.Standstill(allDue, tt.needs)
			if !tt.want {
				require.Empty(t, held)
				return
			}
			require.Len(t, held, 1)
			require.Equal(t, []uint32{7, 8}, []uint32{held[0].Wait.Mark, held[0].Signal.Mark})
			require.Equal(t, []uint32{1, 1, 0, 0, 0, 0}, sure, "both calls come, and neither has an end")
			held, _ = p.Standstill(func(Point) bool { return false }, tt.needs)
			require.Empty(t, held, "nothing is due")
		})
	}
}

// TestStandstillOfTwoQueues: a wait on each of two queues holds up what the other one needs. If one of the two signals comes first, nothing stands
// still.
func TestStandstillOfTwoQueues(t *testing.T) {
	gives := func(kind Kind, fence int, by clock.Agent) Agent {
		return Agent{Queue: true, Items: []Item{{Kind: kind, Fence: fence, Value: 1, By: by, Issue: clock.Clock{}.With(by, 1), Mark: uint32(by)}}}
	}
	p := &Program{Fences: make([]Fence, 2)}
	for range 4 {
		p.Agents = append(p.Agents, Agent{Items: make([]Item, 1)})
	}
	p.Agents = append(p.Agents, gives(Wait, 0, 0), gives(Signal, 1, 1), gives(Wait, 1, 2), gives(Signal, 0, 3))
	for i, root := range []clock.Agent{4, 4, 6, 6} {
		p.Agents[4+i].Root = root
	}
	p.Agents[4].Strands, p.Agents[6].Strands = []clock.Agent{4, 5}, []clock.Agent{6, 7}
	held, _ := p.Standstill(allDue, noNeeds)
	require.Len(t, held, 2)
	require.Equal(t, []uint32{0, 1, 2, 3}, []uint32{held[0].Wait.Mark, held[0].Signal.Mark, held[1].Wait.Mark, held[1].Signal.Mark})
	p.Agents[7].Items[0].Issue = p.Agents[7].Items[0].Issue.With(2, 1) // the last signal always comes after the second wait: only the order of the other two matters
	p.Agents[3].Items[0] = Item{Kind: Learn, Issue: clock.Clock{}.With(2, 1)}
	held, _ = p.Standstill(allDue, noNeeds)
	require.Len(t, held, 1)
	require.Equal(t, uint32(0), held[0].Wait.Mark)
}

// TestStandstillAfterOneOfSeveral: a thread comes to give its wait only after one of two signals, both of which the wait may hold up. After the
// second one it holds up another signal that it is for; where the first one is the only one, all comes before the wait.
func TestStandstillAfterOneOfSeveral(t *testing.T) {
	given := func(kind Kind, fence int, by clock.Agent, nth uint32, mark uint32) Item {
		return Item{Kind: kind, Fence: fence, Value: 1, By: by, Issue: clock.Clock{}.With(by, nth), Mark: mark}
	}
	for _, two := range []bool{false, true} {
		p := &Program{Fences: make([]Fence, 2), Agents: []Agent{
			{Items: []Item{{Kind: Wait, Value: 1}, {}}}, {Items: make([]Item, 2)}, {Items: make([]Item, 1)},
			{Queue: true, Root: 3, Strands: []clock.Agent{3, 4, 5}, Items: []Item{given(Wait, 1, 0, 2, 7)}},
			{Queue: true, Root: 3, Items: []Item{given(Signal, 1, 1, 1, 8), given(Signal, 0, 1, 2, 9)}},
			{Queue: true, Root: 3, Items: []Item{given(Signal, 0, 2, 1, 10)}},
		}}
		if !two {
			p.Agents[5].Items[0].Kind = Work
		}
		held, sure := p.Standstill(allDue, noNeeds)
		if !two {
			require.Empty(t, held)
			continue
		}
		require.Len(t, held, 1)
		require.Equal(t, []uint32{7, 8}, []uint32{held[0].Wait.Mark, held[0].Signal.Mark})
		require.Equal(t, []uint32{2, 2, 1, 0, 0, 0}, sure, "the thread never stands at its own wait")
		require.Equal(t, sure, p.Sure())
	}
}

// TestStandstillOfForgottenCalls: a call that is forgotten was made by a thread that knew of the signal which the wait holds up, so it does not help.
func TestStandstillOfForgottenCalls(t *testing.T) {
	for knew, want := range []int{0, 1} { // items of strand 4
		p := &Program{Fences: make([]Fence, 1), Agents: []Agent{
			{Items: make([]Item, 1)}, {Items: make([]Item, 1)}, {Base: 2},
			{Queue: true, Root: 3, Strands: []clock.Agent{3, 4}, Items: []Item{{Kind: Wait, Value: 1, By: 0, Issue: knows(1)}}},
			{Queue: true, Root: 3, Items: []Item{{Kind: Signal, Value: 1, By: 1, Issue: knows(0, 1)}}},
			{Queue: true, Root: 5, Items: []Item{{Kind: Signal, Value: 1, By: 2, Issue: knows(0, 0, 2).With(4, uint32(knew))}}},
		}}
		held, _ := p.Standstill(allDue, noNeeds)
		require.Len(t, held, want)
	}
}
