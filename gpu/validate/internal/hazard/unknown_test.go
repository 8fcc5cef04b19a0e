package hazard

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// lists is a bench whose submissions have commands, and are ordered by the values of a fence.
type lists struct {
	*bench
	value uint64
}

func newLists() *lists { return &lists{bench: newBench()} }

// list submits commands to a queue, which touch memory each.
func (p *lists) list(queue gpu.ID, commands ...[]gpu.Access) {
	p.number[queue]++
	p.Submit(queue, 0, p.order.Submit(0, p.agents[queue], 1), 1)
	for i, c := range commands {
		p.Executed(&gpu.Executed{Origin: gpu.Origin{Queue: queue, Index: uint32(i)}, Submission: p.number[queue], Number: uint32(i), Accesses: c})
	}
}

// follows makes the work of a queue that comes wait for all of another one.
func (p *lists) follows(queue, other gpu.ID) {
	p.value++
	p.order.QueueSignal(0, p.agents[other], p.need(p.value), 0)
	p.order.QueueWait(0, p.agents[queue], p.need(p.value), 0)
}

// asks asks about the last submission of the second queue: the first command that reads memory 9 as t0, unless others are named.
func (p *lists) asks(command uint32, feeds ...gpu.Feed) *Ask {
	if len(feeds) == 0 {
		feeds = []gpu.Feed{{Resource: 9, Slot: "t0"}}
	}
	return p.Asks(2, p.number[2], command, feeds)
}

func reads(memory gpu.ID, begin, end uint64) gpu.Access {
	return gpu.Access{Resource: memory, Begin: begin, End: end, Exact: true, Slot: "t0"}
}

func does(list ...gpu.Access) []gpu.Access { return list }

var filled, index, copied = does(write(9, 0, 64)), does(reads(9, 0, 64)), does(reads(8, 0, 64), write(9, 0, 64))

// asked are programs, and whether the bytes that they ask about are up to the schedule.
var asked = map[string]struct {
	run  func(p *lists) *Ask
	want bool
}{
	"written beside it": {func(p *lists) *Ask {
		p.list(1, filled)
		p.list(2, index)
		return p.asks(0)
	}, true},
	"written before it": {func(p *lists) *Ask {
		p.list(1, filled)
		p.follows(2, 1)
		p.list(2, index)
		return p.asks(0)
	}, false},
	"other bytes": {func(p *lists) *Ask {
		p.list(1, does(write(9, 64, 128)))
		p.list(2, index)
		return p.asks(0)
	}, false},
	"read as something else": {func(p *lists) *Ask {
		p.list(1, filled)
		p.list(2, index)
		return p.asks(0, gpu.Feed{Resource: 9, Slot: "t1"})
	}, false},
	"read by another command": {func(p *lists) *Ask {
		p.list(1, filled)
		p.list(2, index, does(reads(9, 64, 128)))
		return p.asks(1)
	}, false},
	"read by an earlier command for it": {func(p *lists) *Ask {
		p.list(1, filled)
		p.list(2, index, does(write(7, 0, 4)))
		return p.asks(1, gpu.Feed{Resource: 9, Slot: "t0", Earlier: true})
	}, true},
	"copied from it by a command before": {func(p *lists) *Ask {
		p.list(1, does(write(8, 0, 64)))
		p.list(2, copied, index)
		return p.asks(1)
	}, true},
	"copied, and written over": {func(p *lists) *Ask {
		p.list(1, does(write(8, 0, 64)))
		p.list(2, copied, filled, index)
		return p.asks(2)
	}, false},
	"copied, and written over in part": {func(p *lists) *Ask {
		p.list(1, does(write(8, 0, 64)))
		p.list(2, copied, does(write(9, 0, 60)), index)
		return p.asks(2)
	}, true},
	"copied by work before it": {func(p *lists) *Ask {
		p.list(1, does(write(8, 0, 64)))
		p.list(2, copied)
		p.list(2, index)
		return p.asks(0)
	}, true},
	"copied by work before it, and written over": {func(p *lists) *Ask {
		p.list(1, does(write(8, 0, 64)))
		p.list(2, copied)
		p.list(2, filled, index)
		return p.asks(1)
	}, false},
	"written by two, before it": {func(p *lists) *Ask {
		p.list(1, filled)
		p.list(2, filled)
		p.follows(2, 1)
		p.list(2, index)
		return p.asks(0)
	}, true},
	"written by two, and then by one": {func(p *lists) *Ask {
		p.list(1, filled)
		p.list(2, filled)
		p.follows(2, 1)
		p.list(2, filled)
		p.list(2, index)
		return p.asks(0)
	}, false},
	"a race that follows from one that is told": {func(p *lists) *Ask {
		p.list(1, does(write(7, 0, 4), write(9, 0, 64)))
		p.list(2, does(write(7, 0, 4)))
		p.list(2, index)
		return p.asks(0)
	}, true},
}

// TestAsks: which bytes that a command reads are up to the schedule.
func TestAsks(t *testing.T) {
	for name, test := range asked {
		t.Run(name, func(t *testing.T) {
			p := newLists()
			a := test.run(p)
			require.False(t, a.Known())
			p.Settle(true)
			require.True(t, a.Known())
			require.Equal(t, test.want, a.Raced())
		})
	}
}

// TestAskIsAnswered: when all works are admitted that may be beside its own, although they are dropped then.
func TestAskIsAnswered(t *testing.T) {
	p := newLists()
	p.list(2, does(reads(9, 0, 64)))
	a := p.asks(0)
	p.list(1, does(write(9, 0, 64)))
	p.order.QueueSignal(0, p.agents[2], p.need(1), 0)
	p.order.CPUWait(0, p.need(1))
	p.Settle(false)
	require.False(t, a.Known(), "the other queue goes on")
	require.True(t, a.Raced(), "as far as is known")
	other := p.order.AddFence(0)
	need := p.need(1)
	need.Fence = other
	p.order.QueueSignal(0, p.agents[1], need, 0)
	p.order.CPUWait(0, need)
	require.Len(t, p.Settle(false), 1)
	require.True(t, a.Known() && a.Raced())
	require.Nil(t, p.Asks(2, 1, 0, nil), "about no bytes")
	require.True(t, (*Ask)(nil).Known())
	require.False(t, (*Ask)(nil).Raced())
}

// TestUnknownIsBounded: a race in each round of a loop leaves no more behind than one.
func TestUnknownIsBounded(t *testing.T) {
	p := newLists()
	for range 500 {
		p.list(1, does(write(9, 0, 64)))
		p.list(2, does(write(9, 0, 64)), does(reads(9, 0, 64), write(8, 0, 64)))
		p.follows(1, 2)
		p.follows(2, 1)
		p.value++
		p.order.QueueSignal(0, p.agents[2], p.need(p.value), 0)
		p.order.CPUWait(0, p.need(p.value))
		p.Settle(false)
	}
	require.LessOrEqual(t, p.unknown.Sources(), 8)
}
