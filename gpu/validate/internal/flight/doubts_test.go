package flight

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

const main track.Agent = 0

// program is a queue of which each piece of work signals the next value of a fence, and two threads: the main one, and one that waits for each value
// and gives something up.
type program struct {
	order  *track.Order
	queue  track.Agent
	fence  int
	thread track.Agent
	doubts Doubts
	works  uint64
}

func newProgram() *program {
	p := &program{order: track.NewOrder()}
	p.order.Hold()
	p.queue, p.fence, p.thread = p.order.AddQueue(), p.order.AddFence(0), p.order.AddThread(main)
	return p
}

// round is a piece of work, and a call after it that gives up what it needs: only the wait of its thread says that the work is finished.
func (p *program) round() {
	p.works++
	u := Use{Point: p.order.Submit(p.thread, p.queue, 1), Record: gpu.Site(p.works)}
	p.order.QueueSignal(p.thread, p.queue, track.Need{Fence: p.fence, Value: p.works}, 1)
	p.order.CPUWait(p.thread, track.Need{Fence: p.fence, Value: p.works})
	p.doubts.Keep(p.order, p.thread, []Use{u}, 0, func(_ Asker, u Use) *diag.Diagnostic {
		return words.New(diag.ReleasedInFlight, u.Record, "given up")
	})
}

// settle lets all that threads learned count, and says what is wrong with the calls that are settled by then.
func (p *program) settle(all bool) (told []gpu.Site) {
	for again := true; again; {
		again = p.order.Step(all)
		for _, d := range p.doubts.Settle(p.order, func() Asker {
			return Asker{Order: p.order, Thread: main, Missing: func(gpu.ID, uint64, bool) bool { return false }}
		}, all) {
			told = append(told, d.Labels[0].Site)
		}
		known, _, _ := p.order.Common()
		p.order.Forget(known)
	}
	return told
}

// TestDoubts: a call that is right only by a wait which another thread may have ended is told when it is settled, one that nothing takes the wait
// from is not.
func TestDoubts(t *testing.T) {
	for _, late := range []bool{false, true} {
		p := newProgram()
		for range 5 {
			p.round()
		}
		if late { // this may have ended the waits for 1 to 3, in no order with them
			p.order.CPUSignal(main, track.Need{Fence: p.fence, Value: 3}, 2)
		}
		require.Empty(t, p.settle(false), "the main thread has heard of nothing")
		p.order.CPUWait(main, track.Need{Fence: p.fence, Value: 5})
		told := p.settle(true)
		if !late {
			require.Empty(t, told)
		} else {
			require.Equal(t, []gpu.Site{1, 2, 3}, told, "in the order of the calls")
		}
		require.Empty(t, p.doubts.open)
	}
}

// TestDoubtsAreLinear: a thread that hears of one work after the other looks at each call once, however many stand after it.
func TestDoubtsAreLinear(t *testing.T) {
	cost := func(rounds int) uint64 {
		p := newProgram()
		for range rounds {
			p.round()
		}
		for n := range rounds {
			p.order.CPUWait(main, track.Need{Fence: p.fence, Value: uint64(n + 1)})
			p.settle(false)
		}
		return p.doubts.steps
	}
	few, many := cost(100), cost(800)
	require.GreaterOrEqual(t, few, uint64(100), "each of them")
	require.LessOrEqual(t, many, 8*few*2, "a search among eight times as many goes three steps further")
}

// TestCallsThatFollow: threads that use an object one after the other, and each see the end of the one before. A call is kept for the works that no
// earlier one is kept for. Where an earlier one is wrong, those after it are asked, too, and all that are wrong are told, however they are kept.
func TestCallsThatFollow(t *testing.T) {
	run := func(threads int, wrong, apart bool) (told []gpu.Site, kept int) {
		p := newProgram() // its thread hears of nothing before the end
		var uses []Use
		var fences []int
		for i := range threads {
			u, queue, done := p.order.AddThread(main), p.order.AddQueue(), track.Need{Fence: p.order.AddFence(0), Value: 1}
			fences = append(fences, done.Fence)
			use := Use{Point: p.order.Submit(u, queue, 1)}
			uses = With(uses, &use, true)
			p.order.QueueSignal(u, queue, done, 1)
			p.order.CPUWait(u, done)
			list := uses
			if apart { // each call is kept for all works
				list = append([]Use(nil), uses...)
				for k := range list {
					list[k].given = nil
				}
			}
			p.doubts.Keep(p.order, u, list, 0, func(Asker, Use) *diag.Diagnostic {
				return words.New(diag.ReleasedInFlight, gpu.Site(i+1), "given up")
			})
			p.order.Join(main, u)
		}
		for _, open := range p.doubts.open {
			kept += open.Len()
		}
		if wrong { // this may have ended the wait of the third
			p.order.CPUSignal(p.thread, track.Need{Fence: fences[2], Value: 1}, 2)
		}
		require.Empty(t, p.settle(false))
		return p.settle(true), kept
	}
	told, kept := run(20, false, false)
	require.Empty(t, told)
	require.Equal(t, 20, kept, "each for its own work")
	_, kept = run(20, false, true)
	require.Equal(t, 20*21/2, kept)
	told, _ = run(6, true, false)
	all, _ := run(6, true, true)
	require.Equal(t, []gpu.Site{3, 4, 5, 6}, told)
	require.Equal(t, all, told)
}
