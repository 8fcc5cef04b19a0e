package conformance

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/validate"
	"github.com/gpuscript/gpuscript/host"
)

// firstThread is the object of thread 1.
const firstThread gpu.ID = 41

// forkJudge tells a run of a program to a validator.
type forkJudge struct {
	f    *fork
	v    *validate.Validator
	work map[int]uint64 // by call: the number of the submission on its queue
	subs map[gpu.ID]uint64
	said []*diag.Diagnostic
}

// judge tells a run to a validator, and returns what it says.
func (f *fork) judge(run []int) []*diag.Diagnostic {
	j := forkJudge{f: f, v: validate.New(validate.Options{}), work: map[int]uint64{}, subs: map[gpu.ID]uint64{}}
	for q := range gpu.ID(4) {
		j.v.Record(&gpu.CreateCall{Kind: gpu.KindCommandQueue, Object: firstQueue + q, Name: fmt.Sprint("q", q), Desc: &gpu.CommandQueueDesc{}})
		j.v.Record(&gpu.CreateCall{Kind: gpu.KindFence, Object: firstFence + q, Name: fmt.Sprint("f", q), Desc: &gpu.FenceDesc{}})
	}
	j.v.Record(&gpu.CreateCall{Kind: gpu.KindResource, Object: memory, Name: "m", Desc: &gpu.CommittedResourceDesc{
		ResourceDesc: gpu.ResourceDesc{Dimension: gpu.DimensionBuffer, Width: 1024}}})
	for e := range events {
		j.v.Record(&gpu.CreateCall{Kind: gpu.KindEvent, Object: firstEvent + gpu.ID(e), Name: fmt.Sprint("e", e), Desc: &gpu.EventDesc{ManualReset: e == manual}})
	}
	j.make(0)
	for _, e := range run {
		if e < 0 {
			j.happen(-1 - e)
		} else {
			j.call(e)
		}
		j.said = append(j.said, j.v.Findings(incident.Goes)...)
	}
	return append(j.said, j.v.Findings(incident.Ended)...)
}

// make makes the threads that come before a call of thread 0.
func (j *forkJudge) make(n int) {
	for t := 1; t < len(j.f.starts); t++ {
		if j.f.made(t) == n {
			j.v.Record(&gpu.CreateCall{Kind: gpu.KindThread, Object: firstThread + gpu.ID(t), Name: fmt.Sprint("t", t)})
		}
	}
}

// call makes a call, after the joins that come before it.
func (j *forkJudge) call(i int) {
	f, o := j.f, &j.f.calls[i]
	head := gpu.CallHead{Site: gpu.Site(i + 1)}
	if t := f.thread[i]; t > 0 {
		head.Thread = firstThread + gpu.ID(t)
	} else {
		for t := 1; t < len(f.starts); t++ {
			if f.joined(t) == f.own(0, i) {
				j.v.Record(&gpu.EventCall{Events: []gpu.ID{firstThread + gpu.ID(t)}, All: true})
				j.said = append(j.said, j.v.Findings(incident.Goes)...)
			}
		}
	}
	queue, fence := firstQueue+gpu.ID(o.queue), firstFence+gpu.ID(o.fence)
	var call gpu.Call
	switch o.kind {
	case submit:
		call = &gpu.SubmitCall{CallHead: head, Queue: queue}
		j.subs[queue]++
		j.work[i] = j.subs[queue]
	case cpuTouch:
		act := gpu.MapRead
		if o.write {
			act = gpu.MapWrite
		}
		call = &gpu.MapCall{CallHead: head, Act: act, Resource: memory, Range: &gpu.MapRange{Begin: o.begin, End: o.end}}
	case arm, cpuSet, cpuReset, cpuEvent:
		recordEvent(j.v, o, head)
	default:
		acts := map[kind]gpu.FenceAct{signal: gpu.FenceQueueSignal, wait: gpu.FenceQueueWait, cpuSignal: gpu.FenceCPUSignal, cpuWait: gpu.FenceCPUWait, poll: gpu.FenceCompare}
		c := &gpu.FenceCall{CallHead: head, Act: acts[o.kind], Fence: fence, Value: o.value}
		if o.agent() != cpu {
			c.Queue = queue
		}
		call = c
	}
	if call != nil {
		j.v.Record(call)
	}
	if f.thread[i] == 0 {
		j.make(f.own(0, i) + 1)
	}
}

// happen lets a queue do what a call gave it.
func (j *forkJudge) happen(i int) {
	o := &j.f.calls[i]
	if o.kind != submit {
		return
	}
	queue := firstQueue + gpu.ID(o.queue)
	j.v.Executed(&gpu.Executed{Origin: gpu.Origin{Queue: queue, SubmitSite: gpu.Site(i + 1), RecordSite: gpu.Site(i + 1)}, Submission: j.work[i], Accesses: []gpu.Access{access(o)}})
	j.v.Retired(queue, j.work[i], true)
}

// told is what a validator said in full, and the calls that the races name, the smaller number first.
func told(said []*diag.Diagnostic) (text string, races [][2]int) {
	var texts []string
	for _, d := range said {
		if d.Severity == diag.SeverityAdvice {
			continue
		}
		var b strings.Builder
		fmt.Fprintf(&b, "%s %s\n", d.Code, d.Title)
		for _, l := range d.Labels {
			fmt.Fprintf(&b, "  %d %s\n", int(l.Site)-1, l.Text)
		}
		fmt.Fprintf(&b, "  %v %v\n", d.Why, d.Notes)
		texts = append(texts, b.String())
	}
	races = pairs(said)
	for i := range races {
		slices.Sort(races[i][:])
	}
	return strings.Join(texts, ""), races
}

// TestThreadsThatShareQueues: threads that give work, signals and waits to one queue in no order, against all their runs: whatever order a run has,
// the same races are told in the same words, and there are some if and only if a run has one. An enumeration takes long, so there are half as many as
// elsewhere.
func TestThreadsThatShareQueues(t *testing.T) {
	shapes := []shape{
		{queues: 2, operations: 8, fences: 2, values: 2},
		{queues: 2, operations: 9, fences: 2, values: 2, rewinds: true},
		{queues: 3, operations: 10, fences: 3, values: 3},
		{queues: 3, operations: 9, fences: 3, values: 2, rewinds: true},
	}
	for shard := range shards {
		t.Run(fmt.Sprint(shard), func(t *testing.T) {
			t.Parallel()
			racing, clean := 0, 0
			for i := 0; racing+clean < count()/2/shards; i++ {
				seed := int64(i*shards + shard)
				r := rand.New(rand.NewSource(seed))
				f := randomFork(r, shapes[i%len(shapes)])
				if i%9 == 8 {
					f = randomCross(r)
				}
				if !f.shared() {
					continue
				}
				truth := f.enumerate()
				if !truth.always {
					continue // somebody may wait for ever
				}
				want := f.races(&truth)
				first := ""
				for run := range 3 {
					text, got := told(f.judge(f.run(r)))
					require.Subset(t, want, got, "program %d\n%s\n%s", seed, f, text)
					require.Equal(t, len(want) > 0, len(got) > 0, "program %d: races %v, reports %v (from 0)\n%s", seed, want, got, f)
					if run == 0 {
						first = text
					}
					require.Equal(t, first, text, "program %d, run %d\n%s", seed, run, f)
				}
				if len(want) > 0 {
					racing++
				} else {
					clean++
				}
			}
			t.Logf("%d programs race, %d do not", racing, clean)
			require.Greater(t, racing, count()/2/shards/10)
			require.Greater(t, clean, count()/2/shards/10)
		})
	}
}

// script is the program in Lua. Call i stands on line i of the part after the head.
func (f *fork) script() string {
	lines := strings.SplitAfter(program(f.calls).script(), "\n")[headLines:]
	var b strings.Builder
	b.WriteString(scriptHead)
	b.WriteString("local lists = {}; ")
	for t := range f.starts {
		fmt.Fprintf(&b, "local t%d, c%d = nil, {}; ", t, t)
	}
	for i := range f.calls { // lists without a name are numbered as they are made
		if list, is := strings.CutPrefix(lines[i], fmt.Sprintf("q[%d]:ExecuteCommandLists {", f.calls[i].queue)); is {
			fmt.Fprintf(&b, "lists[%d] = %s; ", i, strings.TrimSuffix(list, "}\n"))
			lines[i] = fmt.Sprintf("q[%d]:ExecuteCommandLists { lists[%d] }\n", f.calls[i].queue, i)
		}
	}
	for i := range f.calls {
		fmt.Fprintf(&b, "c%d[#c%d + 1] = function() %s end\n", f.thread[i], f.thread[i], strings.TrimSuffix(lines[i], "\n"))
	}
	b.WriteString(f.threads())
	return b.String()
}

// threads makes the calls: those of thread 0, and the making and the joining of the others.
func (f *fork) threads() string {
	var b strings.Builder
	own := f.own(0, len(f.calls))
	for n := range own + 1 {
		for t := 1; t < len(f.starts); t++ {
			if f.made(t) == n {
				fmt.Fprintf(&b, "t%d = gpu.Thread(\"t%d\", function() for i = 1, #c%d do c%d[i]() end end)\n", t, t, t, t)
			}
		}
		for t := 1; t < len(f.starts) && n < own; t++ {
			if f.joined(t) == n {
				fmt.Fprintf(&b, "t%d:Join()\n", t)
			}
		}
		if n < own {
			fmt.Fprintf(&b, "c0[%d]()\n", n+1)
		}
	}
	return b.String()
}

// TestThreadsUnderSchedules runs such programs on the device: every schedule and profile says the same, and it is the truth.
func TestThreadsUnderSchedules(t *testing.T) {
	seeds := min(*seeds, 300)
	if testing.Short() {
		seeds = 4
	}
	racing, clean := 0, 0
	for i := int64(0); racing+clean < max(count()/500, 20); i++ {
		r := rand.New(rand.NewSource(i))
		f := randomFork(r, shape{queues: 2, operations: 8, fences: 3, values: 2, rewinds: i%2 == 0})
		if !f.shared() || slices.ContainsFunc(f.calls, func(o operation) bool { return o.kind == cpuTouch }) {
			continue
		}
		truth := f.enumerate()
		if !truth.always {
			continue // somebody may wait for ever
		}
		want := f.races(&truth)
		first := everything(t, f.script(), schedule(1, host.ReportErrors))
		got := operations(first)
		for k := range got {
			slices.Sort(got[k][:])
		}
		require.Subset(t, want, got, "program %d\n%s\n%s", i, f, words(first))
		require.Equal(t, len(want) > 0, len(got) > 0, "program %d: races %v, reports %v (from 0)\n%s", i, want, got, f)
		for seed := range seeds {
			require.Equal(t, words(first), words(everything(t, f.script(), schedule(seed, host.ReportErrors))), "program %d, seed %d\n%s", i, seed, f)
		}
		if len(want) > 0 {
			racing++
		} else {
			clean++
		}
	}
	t.Logf("%d programs race, %d do not", racing, clean)
	require.Positive(t, racing)
	require.Positive(t, clean)
}
