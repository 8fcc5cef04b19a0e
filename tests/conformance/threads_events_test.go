package conformance

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host"
)

// randomTurns is a program of two or three threads that set an event and wait for it, which each wait unsets: as a message to any of them, as a lock,
// or by chance.
func randomTurns(r *rand.Rand) *fork {
	op := func(k kind) operation { return operation{kind: k, value: 1} }
	touch := func() operation {
		o := operation{kind: []kind{cpuTouch, cpuTouch, submit}[r.Intn(3)], queue: r.Intn(2), write: r.Intn(2) == 0, begin: uint64(r.Intn(2)) * 64}
		o.end = o.begin + 64
		return o
	}
	threads := 2 + r.Intn(2)
	style := r.Intn(4)
	if style == 3 { // two messages, the second after one who has got the first
		threads = 3
	}
	lines := make([][]operation, threads)
	for t := range lines {
		if style == 3 {
			lines[t] = []operation{op(cpuEvent), touch(), op(cpuSignal)}
			if t == 0 {
				lines[t] = []operation{touch(), op(cpuSet), op(cpuWait), touch(), op(cpuSet)}
			}
			if r.Intn(3) == 0 {
				lines[t] = slices.Insert(lines[t], r.Intn(len(lines[t])+1), touch())
			}
			continue
		}
		if style == 0 { // a lock
			lines[t] = []operation{op(cpuEvent), touch(), op(cpuSet)}
			if r.Intn(4) == 0 {
				lines[t] = slices.Insert(lines[t], []int{0, 3}[r.Intn(2)], touch())
			}
			continue
		}
		for range 1 + r.Intn(3) {
			o := []operation{op(cpuSet), op(cpuEvent), op(cpuEvent), touch(), touch(), op(arm), op(cpuSignal), op(cpuWait), op(signal), op(cpuReset)}[r.Intn(9+r.Intn(4)/3)]
			o.queue, o.fence = r.Intn(2), r.Intn(2)
			if o.touches() {
				o.queue = r.Intn(2)
			}
			lines[t] = append(lines[t], o)
		}
	}
	if style == 0 {
		lines[0] = append([]operation{op(cpuSet)}, lines[0]...)
	}
	if r.Intn(8) == 0 {
		t := r.Intn(threads)
		lines[t] = slices.Insert(lines[t], r.Intn(len(lines[t])+1), op(cpuSet))
	}
	f := &fork{starts: make([]int, threads), joins: make([]int, threads)}
	left := 0
	for t := range lines {
		left += len(lines[t])
	}
	for left > 0 {
		if t := r.Intn(threads); len(lines[t]) > 0 {
			f.calls, f.thread, lines[t] = append(f.calls, lines[t][0]), append(f.thread, t), lines[t][1:]
			left--
		}
	}
	for t := range threads {
		f.starts[t], f.joins[t] = r.Intn(3), len(f.calls)
		if r.Intn(3) == 0 {
			f.joins[t] = f.starts[t] + r.Intn(len(f.calls))
		}
	}
	return f
}

// waited says whether two threads wait for the event that each wait unsets.
func (f *fork) waited() bool {
	by := 0
	for i := range f.calls {
		if f.calls[i].kind == cpuEvent && f.calls[i].event != manual {
			by |= 1 << f.thread[i]
		}
	}
	return by&(by-1) != 0
}

// twice says whether a thread sets the event twice without a wait between: then nobody knows how many waits that ends.
func (f *fork) twice() bool {
	for t := range f.starts {
		set := false
		for i := range f.calls {
			switch o := &f.calls[i]; {
			case f.thread[i] != t:
			case o.kind == cpuEvent || o.kind == cpuWait:
				set = false
			case o.kind == cpuSet || o.kind == arm:
				if set {
					return true
				}
				set = true
			}
		}
	}
	return false
}

// overlaps are the pairs of calls that race where a wait may say that somebody else is not there: those that can happen beside each other in some
// run, whichever comes first.
func (f *fork) overlaps() (out [][2]int) {
	seen, found := map[string]bool{}, map[[2]int]bool{}
	var visit func(m moment)
	visit = func(m moment) {
		key := fmt.Sprint(m.called, m.done, m.fences, m.set, m.armed, "|", m.given[0], "|", m.given[1], "|", m.given[2], "|", m.given[3])
		if seen[key] {
			return
		}
		seen[key] = true
		var next []int
		for t := range f.starts {
			if n, i, ok := f.call(m, t); ok {
				if f.calls[i].agent() == cpu && f.calls[i].touches() {
					next = append(next, i)
				}
				visit(n)
			}
		}
		for q := range m.given {
			if n, i, ok := f.step(m, q); ok {
				if f.calls[i].touches() {
					next = append(next, i)
				}
				visit(n)
			}
		}
		for _, x := range next {
			for _, y := range next {
				if x < y {
					found[[2]int{x, y}] = true
				}
			}
		}
	}
	visit(moment{})
	truth := forkTruth{without: make([]uint32, len(f.calls))}
	for i := range truth.without {
		truth.without[i] = ^uint32(0)
	}
	for _, pair := range f.races(&truth) {
		if found[pair] {
			out = append(out, pair)
		}
	}
	return out
}

// TestThreadsThatShareEvents: threads that set an event and wait for it, which each wait unsets, against all their runs. Who gets it is up to the
// run, and a script may keep that in variables, so a wait says what was done before it in this run: nothing is told of two accesses that cannot
// happen beside each other, and where some can that is told in some schedule.
func TestThreadsThatShareEvents(t *testing.T) {
	for shard := range shards {
		t.Run(fmt.Sprint(shard), func(t *testing.T) {
			t.Parallel()
			racing, clean := 0, 0
			for i := 0; racing+clean < count()/4/shards; i++ {
				seed := int64(i*shards + shard)
				r := rand.New(rand.NewSource(seed))
				f := randomTurns(r)
				if !f.waited() {
					continue
				}
				truth := f.enumerate()
				if !truth.always {
					continue // somebody may wait for ever
				}
				want, found := f.overlaps(), false
				for run := 0; run < 6 || len(want) > 0 && !found && run < 200; run++ {
					text, got := told(f.judge(f.run(r)))
					if !f.twice() {
						require.Subset(t, want, got, "program %d\n%s\n%s", seed, f, text)
					}
					found = found || len(got) > 0
				}
				require.True(t, found || len(want) == 0, "program %d: races %v (from 0)\n%s", seed, want, f)
				if found {
					racing++
				} else {
					clean++
				}
			}
			t.Logf("%d programs race, %d do not", racing, clean)
			require.Positive(t, racing)
			require.Positive(t, clean)
		})
	}
}

// eventScript hands buffers over by an event that each wait unsets: %s are what the event begins with, and what three threads do.
const eventScript = `local gpu = require "gpu"; local device = gpu.CreateDevice { Name = "d" }
local q, F = device:CreateCommandQueue { Type = "COPY", Name = "q" }, device:CreateFence(0, "F")
local function buffer(name) return device:CreateCommittedResource { Name = name, HeapType = "UPLOAD", Dimension = "BUFFER", Width = 256, InitialState = "GENERIC_READ" } end
local a, b = buffer "a", buffer "b"
local x = device:CreateCommittedResource { Name = "x", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256, InitialState = "COMMON" }
local map = a:Map()
local function copy(name) local l = device:CreateCommandList { Type = "COPY", Name = name, Allocator = device:CreateCommandAllocator("COPY") }; l:CopyBufferRegion(x, 0, a, 0, 64); l:Close(); return l end
local one, two = copy "one", copy "two"
local alloc = device:CreateCommandAllocator { Type = "COPY", Name = "alloc" }
local l = device:CreateCommandList { Type = "COPY", Name = "l", Allocator = alloc }
l:Close()
local e, free, full = gpu.CreateEvent { Name = "e", InitialState = %s }, gpu.CreateEvent { Name = "free", InitialState = true }, gpu.CreateEvent { Name = "full" }
local n = 0
local function wait(event) gpu.WaitForSingleObject(event) end
local function write(at) map:Write(at, "uint", { 1 }) end
local function record() alloc:Reset(); l:Reset(alloc); l:CopyBufferRegion(x, 0, a, 0, 64); l:Close(); q:ExecuteCommandLists { l }; n = n + 1; q:Signal(F, n); F:WaitCPU(n) end
local t = gpu.Thread("t", function() gpu.Work(3); %s; gpu.Work(3) end)
local u = gpu.Thread("u", function() gpu.Work(3); %s; gpu.Work(3) end)
gpu.Work(3)
%s
t:Join(); u:Join()
`

// TestEventsThatThreadsShare: a lock, and a place that goes round, is no race in any schedule, and what is done outside of it is found: in every
// schedule, if the one thread takes no lock at all, and else in some, as long as nobody knows what the script keeps in its variables.
func TestEventsThatThreadsShare(t *testing.T) {
	const turn = "wait(e); write(0); e:SetEvent()"
	for _, tt := range []struct {
		name, set    string
		one, two, me string
		least, most  int // how many are told, in each schedule
	}{
		{"a lock around accesses", "true", turn, turn, turn, 0, 0},
		{"a lock around a list and its allocator", "true", "wait(e); record(); e:SetEvent()", "wait(e); record(); e:SetEvent()", "wait(e); record(); e:SetEvent()", 0, 0},
		{"the GPU gives the lock back", "true", "wait(e); q:ExecuteCommandLists { one }; q:Signal(F, 1); F:SetEventOnCompletion(1, e)", turn, "", 0, 0},
		{"the lock is given back before the GPU is done", "true", "wait(e); q:ExecuteCommandLists { one }; q:Signal(F, 1); e:SetEvent(); F:WaitCPU(1)", turn, "", 0, 1},
		{"one place that two threads fill", "false", "wait(free); write(0); full:SetEvent()", "wait(free); write(0); full:SetEvent()", "for _ = 1, 2 do wait(full); write(0); free:SetEvent() end", 0, 0},
		{"a lock that one thread does not take", "true", turn, "write(0)", turn, 2, 2},
		{"an access behind the lock", "true", turn, "wait(e); e:SetEvent(); write(0)", "", 0, 1},
		{"a lock that is given back twice", "true", "wait(e); write(0); e:SetEvent(); e:SetEvent()", turn, turn, 0, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			script, most := fmt.Sprintf(eventScript, tt.set, tt.one, tt.two, tt.me), 0
			for seed := range schedules() {
				found := outcome(t, script, schedule(seed, host.ReportErrors))
				require.GreaterOrEqual(t, len(found), tt.least, "seed %d\n%s", seed, words(found))
				require.LessOrEqual(t, len(found), tt.most, "seed %d\n%s", seed, words(found))
				most = max(most, len(found))
			}
			require.Equal(t, tt.most, most)
		})
	}
}
