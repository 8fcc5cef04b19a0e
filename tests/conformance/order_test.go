package conformance

import (
	"flag"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/validate"
)

// programs is how many random programs are compared with their runs; a tenth of it in short mode.
var programs = flag.Int("programs", 10000, "random programs to compare with all their runs, or with a model")

func count() int {
	if testing.Short() {
		return *programs / 10
	}
	return *programs
}

// identities of the objects of a program.
const (
	firstQueue gpu.ID = 1
	firstFence gpu.ID = 11
	memory     gpu.ID = 21
)

// judge tells a program to a validator, as if a device ran it, and returns the pairs that it reports. Places are the numbers of
// the operations, from 1.
func judge(p program, happens []bool) [][2]int {
	v := validate.New(validate.Options{})
	for q := range gpu.ID(4) {
		v.Record(&gpu.CreateCall{Kind: gpu.KindCommandQueue, Object: firstQueue + q, Name: "q", Desc: &gpu.CommandQueueDesc{}})
		v.Record(&gpu.CreateCall{Kind: gpu.KindFence, Object: firstFence + q, Name: "f", Desc: &gpu.FenceDesc{}})
	}
	v.Record(&gpu.CreateCall{Kind: gpu.KindResource, Object: memory, Name: "m", Desc: &gpu.CommittedResourceDesc{
		ResourceDesc: gpu.ResourceDesc{Dimension: gpu.DimensionBuffer, Width: 1024}}})
	var said []*diag.Diagnostic
	submissions := map[gpu.ID]uint64{}
	for i := range p {
		o := &p[i]
		head := gpu.CallHead{Site: gpu.Site(i + 1)}
		queue, fence := firstQueue+gpu.ID(o.queue), firstFence+gpu.ID(o.fence)
		switch o.kind {
		case submit:
			v.Record(&gpu.SubmitCall{CallHead: head, Queue: queue})
			submissions[queue]++
			if happens[i] {
				v.Executed(&gpu.Executed{Origin: gpu.Origin{Queue: queue, SubmitSite: head.Site, RecordSite: head.Site}, Submission: submissions[queue], Accesses: []gpu.Access{access(o)}})
				v.Retired(queue, submissions[queue], true)
			}
		case cpuTouch:
			act := gpu.MapRead
			if o.write {
				act = gpu.MapWrite
			}
			v.Record(&gpu.MapCall{CallHead: head, Act: act, Resource: memory, Range: &gpu.MapRange{Begin: o.begin, End: o.end}})
		default:
			acts := map[kind]gpu.FenceAct{signal: gpu.FenceQueueSignal, wait: gpu.FenceQueueWait, cpuSignal: gpu.FenceCPUSignal, cpuWait: gpu.FenceCPUWait}
			call := &gpu.FenceCall{CallHead: head, Act: acts[o.kind], Fence: fence, Value: o.value}
			if o.agent() != cpu {
				call.Queue = queue
			}
			v.Record(call)
		}
		said = append(said, v.Findings(incident.Goes)...)
	}
	return pairs(append(said, v.Findings(incident.Ended)...))
}

func access(o *operation) gpu.Access {
	a := gpu.Access{Resource: memory, Begin: o.begin, End: o.end, Exact: true, As: gpu.StateCopySource}
	if o.write {
		a.Kind, a.As = gpu.AccessWrite, gpu.StateCopyDest
	}
	return a
}

// pairs are the operations that the reports name, the earlier first.
func pairs(said []*diag.Diagnostic) [][2]int {
	var out [][2]int
	for _, d := range said {
		switch d.Code {
		case diag.DataRace, diag.MappedRace, diag.DisjointWriters, diag.SharedSubresource, diag.UnorderedTransition:
			out = append(out, [2]int{int(d.Labels[1].Site) - 1, int(d.Labels[0].Site) - 1})
		}
	}
	return out
}

// TestEveryRun: a program with a race is reported, and what is reported is a race, for programs of all shapes.
func TestEveryRun(t *testing.T) {
	shapes := []shape{
		{queues: 2, operations: 8, fences: 2, values: 2},
		{queues: 2, operations: 10, fences: 2, values: 2, rewinds: true},
		{queues: 3, operations: 12, fences: 3, values: 3},
		{queues: 4, operations: 12, fences: 3, values: 2, rewinds: true},
	}
	racing, clean := 0, 0
	for i := 0; racing+clean < count(); i++ {
		p := random(rand.New(rand.NewSource(int64(i))), shapes[i%len(shapes)])
		truth := enumerate(p)
		if !truth.completes {
			continue // the CPU waits for ever: the validation reports a deadlock instead
		}
		want, got := truth.races(p), judge(p, truth.happens)
		require.Subset(t, want, got, "program %d\n%s", i, p)
		require.Equal(t, len(want) > 0, len(got) > 0, "program %d: races %v, reports %v (from 0)\n%s", i, want, got, p)
		if len(want) > 0 {
			racing++
		} else {
			clean++
		}
	}
	t.Logf("%d programs race, %d do not", racing, clean)
	require.Greater(t, racing, count()/10)
	require.Greater(t, clean, count()/10)
}
