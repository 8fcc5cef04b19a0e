package conformance

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/validate"
)

// rewinds tells a program to a validator, as if a device ran it, and returns the lowerings that it advises against, and the fences of which it
// tells something else about the order of signals and waits.
func rewinds(p program) (out []lowering, repaired map[lowering]bool, others map[int]bool) {
	repaired, others = map[lowering]bool{}, map[int]bool{}
	v := validate.New(validate.Options{})
	for q := range gpu.ID(4) {
		v.Record(&gpu.CreateCall{Kind: gpu.KindCommandQueue, Object: firstQueue + q, Name: "q", Desc: &gpu.CommandQueueDesc{}})
		v.Record(&gpu.CreateCall{Kind: gpu.KindFence, Object: firstFence + q, Name: "f", Desc: &gpu.FenceDesc{}})
	}
	acts := map[kind]gpu.FenceAct{signal: gpu.FenceQueueSignal, wait: gpu.FenceQueueWait, cpuSignal: gpu.FenceCPUSignal, cpuWait: gpu.FenceCPUWait}
	var said []*diag.Diagnostic
	for i := range p {
		o := &p[i]
		call := &gpu.FenceCall{CallHead: gpu.CallHead{Site: gpu.Site(i + 1)}, Act: acts[o.kind], Fence: firstFence + gpu.ID(o.fence), Value: o.value}
		if o.agent() != cpu {
			call.Queue = firstQueue + gpu.ID(o.queue)
		}
		said = append(said, v.Check(call)...)
		v.Record(call)
		said = append(said, v.Findings(incident.Goes)...)
	}
	for _, d := range append(said, v.Findings(incident.Ended)...) {
		switch place := int(d.Labels[0].Site) - 1; d.Code {
		case diag.RewindPastWait:
			x := lowering{place, int(d.Labels[1].Site) - 1}
			out = append(out, x)
			repaired[x] = d.Help[0].Site != 0
		case diag.TwoSignalers, diag.LoweredBeforeWait:
			others[p[place].fence] = true
		}
	}
	return out, repaired, others
}

// lowerKinds are what programs choose from that lower fences.
var lowerKinds = []kind{signal, signal, signal, signal, wait, wait, wait, cpuSignal, cpuWait, cpuWait}

// loweringProgram is a random program of two or three queues, a CPU thread, and fences that go down.
func loweringProgram(r *rand.Rand) program {
	queues, fences := 2+r.Intn(2), 1+r.Intn(3)
	p := make(program, 3+r.Intn(8))
	for i := range p {
		p[i] = operation{kind: lowerKinds[r.Intn(len(lowerKinds))], queue: r.Intn(queues), fence: r.Intn(fences), value: uint64(r.Intn(3))}
	}
	return p
}

// onceUntold are programs of which nothing was told once: the queue that lowers the fence was held up at the call.
var onceUntold = []int64{58748, 239137}

// TestEveryLowering: a signal that may take a fence below the value of a wait is advised against where the wait is over by then in some run, and in
// another one is come to later and does not end. Nothing else is, but for one corner: a queue is at a wait after the signal in every run, because one
// value cannot end two waits of it that stand around its own lower signal, is nothing that clocks say.
func TestEveryLowering(t *testing.T) {
	told, silent, corner := 0, 0, 0
	for n := int64(0); told+silent < count(); n++ {
		i := *from + n
		if n < int64(len(onceUntold)) {
			i = onceUntold[n]
		}
		p := loweringProgram(rand.New(rand.NewSource(i)))
		truth := lowered(p)
		if !truth.ends {
			continue
		}
		got, repaired, others := rewinds(p)
		for _, x := range got {
			if !truth.passed[x] && others[p[x.lower].fence] {
				continue // signals in no order are told
			}
			if !truth.passed[x] {
				corner++
				require.True(t, p.lowersItself(x.wait), "program %d: %v in no run over by then\n%s", i, x, p)
				continue
			}
			if repaired[x] && p[x.lower].kind == signal && !others[p[x.lower].fence] {
				edited := lowered(p.passing(x))
				require.True(t, edited.ends, "program %d: %v\n%s", i, x, p)
				require.False(t, edited.missed[lowering{x.lower + 2, x.wait}], "program %d: %v\n%s", i, x, p)
			}
			require.True(t, truth.missed[x] && truth.sank[x], "program %d: %v in no run missed\n%s", i, x, p)
		}
		for x := range truth.sank {
			fence := p[x.lower].fence
			if truth.passed[x] && truth.missed[x] && p.given(x) && !others[fence] {
				require.True(t, slices.ContainsFunc(got, func(x lowering) bool { return p[x.lower].fence == fence }), "program %d: %v\n%s", i, x, p)
			}
		}
		if len(got) > 0 {
			told++
		} else {
			silent++
		}
	}
	t.Logf("%d programs are advised against, %d are not", told, silent)
	require.Greater(t, told, count()/40)
	require.LessOrEqual(t, corner, 1+count()/5000)
}

// passing is a program after the edit that lets a queue pass its wait before another one lowers the fence.
func (p program) passing(x lowering) program {
	fresh := []operation{{kind: signal, queue: p[x.wait].queue, fence: 3, value: 1}, {kind: wait, queue: p[x.lower].queue, fence: 3, value: 1}}
	return slices.Insert(slices.Clone(p), x.lower, fresh...)
}

// given says whether a signal of the value was given before the one that lowers the fence. Where it is given later a wait that hangs is told.
func (p program) given(x lowering) bool {
	return slices.ContainsFunc(p[:x.lower], func(o operation) bool {
		return (o.kind == signal || o.kind == cpuSignal) && o.fence == p[x.wait].fence && o.value >= p[x.wait].value
	})
}

// lowersItself says whether the queue of a wait signals a lower value of some fence, and waits for a larger one before that and after it.
func (p program) lowersItself(i int) bool {
	q, waited, low := p[i].queue, map[int]bool{}, map[int]bool{}
	for _, o := range p[:i+1] {
		switch {
		case o.agent() != q:
		case o.kind == wait && o.value > 0 && low[o.fence]:
			return true
		case o.kind == wait && o.value > 0:
			waited[o.fence] = true
		case o.kind == signal && waited[o.fence]:
			low[o.fence] = true
		}
	}
	return false
}
