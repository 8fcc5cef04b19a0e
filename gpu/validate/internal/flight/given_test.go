package flight

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/tables"
)

// TestGiven: a call is told when all work that it may have come too early for is settled, because of the last that chose the thing, whether that ran
// before the call or after it.
func TestGiven(t *testing.T) {
	const heap, queue = gpu.ID(5), gpu.ID(6)
	slot := Descriptor(gpu.CPUDescriptorHandle{Heap: heap, Index: 3})
	for _, chosen := range [][]int{nil, {0}, {1}, {0, 1}} {
		for _, early := range []bool{false, true} { // the work runs before the call
			o := track.NewOrder()
			o.Hold()
			q, f := o.AddQueue(), o.AddFence(0)
			var g Given
			var points []track.Point
			for n := range uint64(3) {
				p := o.Submit(main, q, gpu.Site(n+1))
				o.QueueSignal(main, q, track.Need{Fence: f, Value: n + 1}, 0)
				reads := tables.Table{Heap: heap, Index: uint32(2 * (n / 2 * 4)), Count: 4} // the third one others
				g.Begin(Chooser{Point: p, Queue: queue, Number: n + 1, Site: gpu.Site(n + 1), Writes: 7, Tables: []tables.Table{reads}})
				points = append(points, p)
			}
			var uses []Use
			use := func(n int) *Use { return &Use{Point: points[n], Queue: queue, Number: uint64(n + 1), Chosen: true} }
			for _, n := range chosen {
				if early {
					require.False(t, g.Chose(slot, use(n)))
					uses = With(uses, use(n), false)
				}
			}
			by := Asker{Order: o, Thread: main, Missing: func(gpu.ID, uint64, bool) bool { return false }, Disputed: func(gpu.ID) bool { return false }}
			var told []uint64
			say := func(_ Asker, u Use) *diag.Diagnostic {
				told = append(told, u.Number)
				return new(diag.Diagnostic)
			}
			was := Was{Resource: 8, Written: 7}
			g.Keep(by, slot, was, uses, say, nil)
			g.Keep(by, slot, Was{Written: 8}, nil, say, nil) // what was written after the work
			require.Equal(t, was, g.Before(slot, points[1]))
			require.Zero(t, g.Before(slot, points[2]))
			for _, n := range chosen {
				require.Equal(t, true, early || g.Chose(slot, use(n)))
			}
			o.CPUWait(main, track.Need{Fence: f, Value: 1})
			for o.Step(false) {
			}
			require.Empty(t, g.Settle(by.Order, func() Asker { return by }, false), "the second is not settled")
			o.CPUWait(main, track.Need{Fence: f, Value: 2})
			for o.Step(false) {
			}
			g.Settle(by.Order, func() Asker { return by }, false)
			if len(chosen) == 0 {
				require.Empty(t, told)
			} else {
				require.Equal(t, []uint64{uint64(chosen[len(chosen)-1] + 1)}, told)
			}
			require.Empty(t, g.calls)
			g.Settle(by.Order, func() Asker { return by }, true)
			require.True(t, g.None())
			require.Empty(t, g.of)
		}
	}
}

// TestChoosersAreUsedAgain: a submission that has ended leaves its memory to the next one, unless a call is kept for it, which still tells of it once
// others have ended.
func TestChoosersAreUsedAgain(t *testing.T) {
	o := track.NewOrder()
	o.Hold()
	q, f := o.AddQueue(), o.AddFence(0)
	var g Given
	by := Asker{Order: o, Thread: main, Missing: func(gpu.ID, uint64, bool) bool { return false }, Disputed: func(gpu.ID) bool { return false }}
	n := uint64(0)
	begin := func() {
		n++
		p := o.Submit(main, q, 0)
		o.QueueSignal(main, q, track.Need{Fence: f, Value: n}, 0)
		g.Begin(Chooser{Point: p, Queue: 6, Number: n})
	}
	end := func(value uint64) {
		o.CPUWait(main, track.Need{Fence: f, Value: value})
		for o.Step(false) {
		}
		g.Settle(o, func() Asker { return by }, false)
	}
	begin()
	first := g.choosers[0]
	end(1)
	begin()
	require.Same(t, first, g.choosers[0])
	begin()
	begin()
	var told []uint64
	thing := Thing{Object: 8}
	say := func(_ Asker, u Use) *diag.Diagnostic {
		told = append(told, u.Number)
		return new(diag.Diagnostic)
	}
	g.Keep(by, thing, Was{}, nil, say, nil)
	require.True(t, g.Chose(thing, &Use{Point: first.Point, Queue: 6, Chosen: true}))
	end(2)
	begin()
	require.NotSame(t, first, g.choosers[len(g.choosers)-1], "the call still tells of it")
	require.Equal(t, uint64(2), first.Number)
	end(n)
	require.Equal(t, []uint64{2}, told)
	begin()
	end(n)
	require.Equal(t, 1, g.idle.Len(), "of the last one alone: calls may know the others")
}
