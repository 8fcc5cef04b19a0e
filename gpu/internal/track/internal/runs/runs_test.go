package runs

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// queue is one to which a thread, agent 0, has given all items before anything runs.
func queue(items ...Item) Agent { return Agent{Queue: true, Items: items} }

func signal(value uint64) Item { return Item{Kind: Signal, Value: value} }
func wait(value uint64) Item   { return Item{Kind: Wait, Value: value} }

// TestWithout is about three queues and one fence: y is the last item of queue 2, x that of queue 1.
func TestWithout(t *testing.T) {
	tests := []struct {
		name     string
		x, y, z  []Item // of queues 1, 2 and 3
		restless bool
		want     bool
	}{
		{"nothing orders them", []Item{{}}, []Item{{}}, nil, false, true},
		{"y waits for x", []Item{{}, signal(1)}, []Item{wait(1), {}}, nil, false, false},
		{"y waits for a signal before x", []Item{signal(1), {}}, []Item{wait(1), {}}, nil, false, true},
		{"y waits for more than x gives", []Item{{}, signal(1)}, []Item{wait(2), {}}, []Item{signal(2)}, false, true},
		{"either of two signals ends the wait of y", []Item{{}, signal(2)}, []Item{wait(1), {}}, []Item{signal(1)}, false, true},
		{"another one takes the value down", []Item{{}, signal(2)}, []Item{wait(2), {}}, []Item{signal(0)}, true, false},
		{"y never happens", []Item{{}}, []Item{wait(7), {}}, nil, false, false},
		{"y waits for x by the value that the other one leaves", []Item{{}, signal(2)}, []Item{wait(2), {}}, []Item{wait(2), signal(1)}, true, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := &Program{Agents: []Agent{{}, queue(tt.x...), queue(tt.y...), queue(tt.z...)}, Fences: []Fence{{Restless: tt.restless}}}
			x := Point{1, uint32(len(tt.x))}
			for i, it := range tt.x {
				if it.Kind == Work {
					x.Pos = uint32(i) + 1
				}
			}
			require.Equal(t, tt.want, known(p).Without(x, Point{2, uint32(len(tt.y))}))
		})
	}
}

// TestBeginnings: a fence may begin with each of several values.
func TestBeginnings(t *testing.T) {
	p := &Program{Agents: []Agent{{}, queue(Item{}), queue(wait(3), Item{})}, Fences: []Fence{{Restless: true, Beginnings: []uint64{1, 2}}}}
	require.False(t, known(p).Without(Point{1, 1}, Point{2, 2}), "y never happens")
	p.Fences[0].Beginnings = []uint64{1, 3}
	require.True(t, known(p).Without(Point{1, 1}, Point{2, 2}))
}

// TestCallsAreAnOrder is the picture of calls.go: two threads, two queues, and no run in which b comes before c, and d before a.
func TestCallsAreAnOrder(t *testing.T) {
	gives := func(by clock.Agent, nth uint32) Item { return Item{By: by, Issue: clock.Clock{}.With(by, nth)} }
	strand := func(root clock.Agent, items ...Item) Agent { return Agent{Queue: true, Root: root, Items: items} }
	blocked := func(it Item, behind Point) Item { it.Behind = []Point{behind}; return it }
	p := &Program{Agents: []Agent{
		{Items: make([]Item, 2)}, {Items: make([]Item, 2)}, // the threads
		strand(2, gives(0, 1)), strand(3, gives(0, 2)), // a, b
		strand(2, gives(1, 2)), strand(3, gives(1, 1)), // d, c
	}}
	p.Agents[2].Strands, p.Agents[3].Strands = []clock.Agent{2, 4}, []clock.Agent{3, 5}
	a, b, c, d := Point{2, 1}, Point{3, 1}, Point{5, 1}, Point{4, 1}
	require.True(t, known(p).Without(b, c), "thread two calls first")
	require.True(t, known(p).Without(c, b), "thread one calls first")
	require.True(t, known(p).Without(d, a))
	p.Agents[5].Items[0] = blocked(p.Agents[5].Items[0], b)
	p.Agents[4].Items[0] = blocked(p.Agents[4].Items[0], c)
	require.False(t, known(p).Without(a, d), "d is behind c and c behind b: a was given to its queue before d")
}

// TestStall is about two queues and two fences: queue 1 signals the first, queue 2 waits for it and signals the second.
func TestStall(t *testing.T) {
	marked := func(it Item, mark uint32) Item { it.Mark, it.Nth = mark, mark; return it }
	done := Item{Kind: Signal, Fence: 1, Value: 1, Mark: 9}
	up, down, passes := marked(signal(2), 1), marked(signal(1), 2), marked(wait(2), 3)
	for _, tt := range []struct {
		name  string
		x, y  []Item
		await []Awaited
		stall uint32 // the mark of the wait that is found
		early bool
		found bool
	}{
		{"the thread waits", []Item{up, down}, nil, []Awaited{{Needs: []Need{{0, 2}}, All: true}}, 0, true, true},
		{"the thread waits for the lower value", []Item{up, down}, nil, []Awaited{{Needs: []Need{{0, 1}}, All: true}}, 0, false, false},
		{"nothing ends the wait", []Item{down}, nil, []Awaited{{Needs: []Need{{0, 2}}, All: true}}, 0, false, false},
		{"the value comes again", []Item{up, down, marked(signal(2), 4)}, nil, []Awaited{{Needs: []Need{{0, 2}}, All: true}}, 0, false, false},
		{"the thread waits for what comes after a wait of a queue", []Item{up, down}, []Item{passes, done}, []Awaited{{Needs: []Need{{1, 1}}, All: true}}, 3, true, true},
		{"a wait that was given before the fence is lowered", []Item{up, marked(signal(1), 4)}, []Item{passes, done}, []Awaited{{Needs: []Need{{1, 1}}, All: true}}, 3, false, true},
		{"the queue has to do all that it was given", []Item{up, down}, []Item{passes}, nil, 3, true, true},
		{"what is signalled is held up", []Item{marked(Item{Kind: Wait, Fence: 1, Value: 1}, 5), up, down}, []Item{done}, []Awaited{{Needs: []Need{{0, 2}}, All: true}}, 0, false, true},
		{"an event is asked for before the fence is lowered", []Item{up, down}, nil, []Awaited{{Needs: []Need{{0, 2}}, All: true, Since: Point{0, 1}, Given: 1}}, 0, false, false},
		{"an event is asked for after that", []Item{up, down}, nil, []Awaited{{Needs: []Need{{0, 2}}, All: true, Since: Point{0, 1}, Given: 2}}, 0, true, true},
		{"the thread waits for that or for what comes", []Item{up, down}, []Item{done}, []Awaited{{Needs: []Need{{0, 2}, {1, 1}}}}, 0, false, false},
		{"the thread waits for that or for what does not come", []Item{up, down}, nil, []Awaited{{Needs: []Need{{1, 1}, {0, 2}}}}, 0, false, true},
		{"the thread waits for that and for what comes", []Item{up, down}, []Item{done}, []Awaited{{Needs: []Need{{1, 1}, {0, 2}}, All: true}}, 0, false, true},
		{"the thread waits for that and for what does not come", []Item{up, down}, nil, []Awaited{{Needs: []Need{{0, 2}, {1, 1}}, All: true}}, 0, false, false},
		{"an event is asked for early with one value, and late with another", []Item{up, down, marked(signal(2), 4), marked(signal(1), 5)}, nil, []Awaited{
			{Needs: []Need{{0, 3}}, All: true, Since: Point{0, 1}}, {Needs: []Need{{0, 2}}, All: true, Since: Point{0, 1}, Given: 2}}, 0, false, false},
		{"an event is asked for with both after that", []Item{up, down, marked(signal(2), 4), marked(signal(1), 5)}, nil, []Awaited{
			{Needs: []Need{{0, 3}}, All: true, Since: Point{0, 1}}, {Needs: []Need{{0, 2}}, All: true, Since: Point{0, 1}, Given: 5}}, 0, false, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := &Program{Agents: []Agent{{}, queue(tt.x...), queue(tt.y...)}, Fences: []Fence{{Restless: true}, {}}}
			s, found := p.Stall(tt.await, func(fence int) bool { return fence == 0 })
			require.Equal(t, tt.found, found)
			if found {
				require.Equal(t, tt.stall, s.Wait.Mark)
				require.Equal(t, tt.early, s.Early)
			}
			p.Fences = p.Fences[:2]
			_, found = p.Stall(tt.await, func(int) bool { return false })
			require.False(t, found, "of a fence that was told")
		})
	}
}

// TestWindow: what is forgotten may have ended the last wait of queue 2, so it ends in some runs, and in others it stands. Without the window it
// stands in all: no run is different.
func TestWindow(t *testing.T) {
	of := func(fence int, it Item) Item { it.Fence = fence; return it }
	for _, open := range []bool{true, false} {
		p := &Program{Agents: []Agent{{}, queue(of(1, wait(2))), queue(of(1, signal(2)), wait(1))}, Fences: []Fence{{Restless: true, Gone: []Given{{Mark: 7}}}, {}}}
		if open {
			p.Windows = []Window{{Wait: Point{2, 2}, Shut: map[clock.Agent]uint32{1: 1}}}
		}
		s, found := p.Stall(nil, func(int) bool { return true })
		require.Equal(t, open, found)
		if found {
			require.Equal(t, Point{2, 2}, s.Wait.At)
		}
	}
}

// TestSeats: queue 2 is at its wait when it is given. Queue 1 lowers the fence after that call or, where it got its signals first, perhaps before it.
func TestSeats(t *testing.T) {
	for name, tt := range map[string]struct {
		wait, up, down uint32 // which one of all that were given to queues
		seat, found    bool
	}{
		"the wait is given first":              {1, 2, 3, true, false},
		"and the queue comes to it later":      {1, 2, 3, false, true},
		"the value comes first":                {2, 1, 3, true, false},
		"both signals are given first":         {3, 1, 2, true, true},
		"and the queue comes to it even later": {3, 1, 2, false, true},
	} {
		at := func(it Item, nth uint32) Item { it.Nth, it.Mark = nth, nth; return it }
		p := &Program{Agents: []Agent{{}, queue(at(signal(2), tt.up), at(signal(1), tt.down)), queue(at(wait(2), tt.wait))}, Fences: []Fence{{Restless: true}}}
		if tt.seat {
			p.Seats = []Point{{2, 1}}
		}
		_, found := p.Stall(nil, func(int) bool { return true })
		require.Equal(t, tt.found, found, name)
	}
}
