package hazard

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/repeat"
)

// doing is a program of submissions that repeat few commands, between barriers, on two queues.
type doing struct {
	*rand.Rand
	commands [4]gpu.Executed
	barriers []gpu.Barrier
}

// newDoing makes the commands: 1 to 4 are buffers of their own, 5 to 7 stand in one heap, 8 is a texture of two subresources.
func newDoing(seed uint64) *doing {
	p := &doing{Rand: rand.New(rand.NewPCG(seed, 1))}
	for i := range p.commands {
		c := &p.commands[i]
		c.Op, c.RecordSite, c.Pipeline = gpu.OpDispatch, gpu.Site(100+i), gpu.ID(50+i)
		for range 1 + p.IntN(3) {
			begin := 16 * p.Uint64N(4)
			a := gpu.Access{Resource: gpu.ID(1 + p.IntN(8)), Begin: begin, End: begin + 16, Exact: p.IntN(9) > 0, As: gpu.StateNonPixelShaderResource, Part: uint32(p.IntN(9) / 8)}
			if p.IntN(2) == 0 {
				a.Kind, a.As = gpu.AccessKind(p.IntN(3)), gpu.StateUnorderedAccess
			}
			c.Accesses = append(c.Accesses, a)
		}
	}
	p.barriers = []gpu.Barrier{{Type: gpu.BarrierUAV}, {Type: gpu.BarrierUAV}, {Type: gpu.BarrierUAV}, {Type: gpu.BarrierUAV, Flags: gpu.BarrierBeginOnly}, {Type: gpu.BarrierUAV, Flags: gpu.BarrierEndOnly},
		{Type: gpu.BarrierUAV, Resource: 1}, {Type: gpu.BarrierUAV, Resource: 2}, {Type: gpu.BarrierUAV, Resource: 3}, {Type: gpu.BarrierUAV, Resource: 3, Flags: gpu.BarrierBeginOnly}, {Type: gpu.BarrierUAV, Resource: 5}, {Type: gpu.BarrierAliasing}, {Type: gpu.BarrierAliasing, Aliased: [2]gpu.ID{5, 6}},
		{Type: gpu.BarrierTransition, Resource: 2, Subresource: gpu.AllSubresources, Before: gpu.StateUnorderedAccess, After: gpu.StateCopySource},
		{Type: gpu.BarrierTransition, Resource: 8, Subresource: 1, Before: gpu.StateUnorderedAccess, After: gpu.StateCopySource}}
	return p
}

// run runs it, with commands recognised when they come again, or not.
func (p *doing) run(t *testing.T, seed uint64, recognised bool) (out []Conflict, kept int) {
	p.Rand = rand.New(rand.NewPCG(seed, 2))
	b := newBench()
	b.options.Locate = func(id gpu.ID, at *Place) bool {
		switch *at = (Place{Memory: id}); {
		case id >= 5 && id <= 7:
			at.Memory, at.Offset = 90, uint64(id-5)*32
		case id == 8:
			at.Pieces = []uint64{0, 32, 64}
		}
		return id != 0
	}
	for n := range uint64(2 + p.IntN(4)) {
		queue, site := gpu.ID(1+p.IntN(2)), gpu.Site(1+p.IntN(2))
		b.number[queue]++
		b.Submit(queue, 0, b.order.Submit(0, b.agents[queue], site), site)
		one := p.IntN(len(p.commands))
		size, alike := p.IntN(12), p.IntN(3) == 0
		if alike {
			one, size = 0, 1+p.IntN(2)
		}
		for i := range uint32(size) {
			e := gpu.Executed{}
			switch at := p.IntN(4); {
			case alike:
				e = p.commands[one]
			case at == 0:
				e.Op, e.RecordSite, e.Barriers = gpu.OpResourceBarrier, 99, []gpu.Barrier{p.barriers[p.IntN(len(p.barriers))]}
			case at == 1:
				e = p.commands[p.IntN(len(p.commands))]
			default:
				e = p.commands[one]
			}
			e.Queue, e.SubmitSite, e.Submission, e.Index, e.Number = queue, site, b.number[queue], i, i
			if !recognised {
				b.repeated = repeat.Log{}
			}
			b.Executed(&e)
		}
		if w := b.workOf(queue, b.number[queue]); w.waits.touched != nil {
			kept++
		}
		b.Retired(queue, b.number[queue])
		if p.IntN(3) == 0 {
			b.order.QueueSignal(0, b.agents[queue], b.need(n+1), 1)
			b.order.CPUWait(0, b.need(n+1))
			out = append(out, b.Settle(false)...)
		}
		if p.IntN(3) == 0 {
			b.order.QueueSignal(0, b.agents[queue], b.need(100+n), 1)
			b.order.QueueWait(0, b.agents[3-queue], b.need(100+n), 1)
		}
	}
	return append(out, b.Settle(true)...), kept
}

// TestRepeatedCommandsAreFollowed: whether commands are recognised when they come again or not, the same conflicts are found, and told of the same
// commands.
func TestRepeatedCommandsAreFollowed(t *testing.T) {
	conflicts, waited := 0, 0
	for seed := range uint64(3000) {
		p := newDoing(seed)
		want, _ := p.run(t, seed, false)
		got, kept := p.run(t, seed, true)
		require.Equal(t, want, got, "seed %d", seed)
		conflicts, waited = conflicts+len(got), waited+kept
	}
	require.Greater(t, conflicts, 1500)
	require.Greater(t, waited, 150, "submissions of which nothing was kept when they ended")
}

// TestLoopsCostOneCommand: commands that come in turn, with a UAV barrier of all resources after each, or of the one that it writes, are kept once,
// and each comes to a submission of its own without being kept.
func TestLoopsCostOneCommand(t *testing.T) {
	for _, named := range []bool{false, true} {
		loopsCostOneCommand(t, named)
	}
}

func loopsCostOneCommand(t *testing.T, named bool) {
	o := track.NewOrder()
	d := New(o, Options{Locate: func(id gpu.ID, p *Place) bool { *p = Place{Memory: id}; return true }})
	queue, number := o.AddQueue(), uint64(0)
	loop := func(times int) *work {
		number++
		d.Submit(1, 0, o.Submit(0, queue, 1), 1)
		for i := range times {
			a := write(gpu.ID(10+i%4), 0, 64)
			a.As = gpu.StateUnorderedAccess
			d.Executed(&gpu.Executed{Origin: gpu.Origin{Queue: 1, Op: gpu.OpDispatch, RecordSite: 5}, Submission: number, Number: uint32(2 * i), Accesses: []gpu.Access{a}})
			between := gpu.Barrier{Type: gpu.BarrierUAV}
			if named {
				between.Resource = a.Resource
			}
			d.Executed(&gpu.Executed{Origin: gpu.Origin{Queue: 1, Op: gpu.OpResourceBarrier, RecordSite: 6}, Submission: number, Number: uint32(2*i + 1), Barriers: []gpu.Barrier{between}})
		}
		return d.workOf(1, number)
	}
	w := loop(400)
	require.Len(t, w.parts, 4)
	for i := range w.parts {
		require.Len(t, w.parts[i].spans, 1)
	}
	for _, p := range w.inside.pools {
		require.LessOrEqual(t, p.touches, uint64(1))
	}
	require.Empty(t, w.conflicts)
	require.Empty(t, loop(1).parts, "one that is known waits")
	require.Len(t, loop(2).parts, 2, "until another one comes")
}
