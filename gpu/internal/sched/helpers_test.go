package sched

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu/internal/sched/profile"
)

// bare is a profile without any latency or overhead, so that stories can be
// told in round numbers. Tests change single fields.
func bare() Profile {
	p, _ := profile.Find("instant")
	p.Name = "bare"
	p.Quantum = 0
	p.Call = [profile.CallClasses]Time{}
	return p
}

// defaultProfile is the first of the presets.
func defaultProfile() Profile { return profile.All()[0] }

// cmds is a batch of commands with fixed costs.
type cmds struct {
	costs   []Time
	step    func(i int)
	retired func(completed bool)
	fault   int // 1-based command that faults; 0: none
	runs    int // how often Step was called
}

func batch(costs ...Time) *cmds { return &cmds{costs: costs} }

func (c *cmds) Len() int { return len(c.costs) }

// Step performs commands of no cost together where it may.
func (c *cmds) Step(i int, alone bool) Cost {
	c.runs++
	first := i
	for ; ; i++ {
		if c.step != nil {
			c.step(i)
		}
		if !alone || c.costs[i] != 0 || c.fault == i+1 || i+1 == len(c.costs) {
			return Cost{Time: c.costs[i], Fault: c.fault == i+1, Before: i - first}
		}
	}
}

func (c *cmds) Retire(completed bool) {
	if c.retired != nil {
		c.retired(completed)
	}
}

// tape is an observer that writes one line a record.
type tape struct{ lines []string }

var recordNames = map[RecordKind]string{
	CommandStarted: "start", CommandFinished: "done", Preempted: "preempted", BatchStarted: "batch", BatchRetired: "retired",
	BatchDropped: "dropped", OpStarted: "op", OpFinished: "opdone", Signalled: "signal", QueueWaits: "waits",
	QueueGoesOn: "goeson", ThreadStarted: "begin", ThreadBlocked: "blocked", ThreadWoken: "woken", ThreadEnded: "end",
	EventSet: "set", EventReset: "reset", DevicePaused: "paused", DeviceResumed: "resumed", DeviceRemoved: "removed",
}

func (t *tape) Observe(r Record) {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %s", r.At, recordNames[r.Kind])
	if r.Queue != nil {
		fmt.Fprintf(&b, " %s", r.Queue.name)
	}
	if r.Thread != nil {
		fmt.Fprintf(&b, " %s", r.Thread.name)
	}
	if r.Fence != nil {
		fmt.Fprintf(&b, " %s=%d", r.Fence.name, r.Value)
	}
	switch r.Kind {
	case CommandStarted, CommandFinished:
		fmt.Fprintf(&b, " %d.%d on %v", r.Tag, r.Index, r.Engine)
		if r.GPU.name != "gpu" {
			fmt.Fprintf(&b, " of %s", r.GPU.name)
		}
	case ThreadWoken:
		fmt.Fprintf(&b, " %d/%d", r.Status, r.Index)
	}
	t.lines = append(t.lines, b.String())
}

// only returns the lines of records of the given kinds.
func (t *tape) only(kinds ...string) []string {
	var out []string
	for _, l := range t.lines {
		if slices.Contains(kinds, strings.Fields(l)[1]) {
			out = append(out, l)
		}
	}
	return out
}

// world is a machine with one GPU and a tape.
type world struct {
	*Sim
	g    *GPU
	tape *tape
}

func newWorld(p Profile, policy Policy) *world {
	w := &world{Sim: New(p, policy), tape: &tape{}}
	w.g = w.NewGPU("gpu", p)
	w.SetObserver(w.tape)
	return w
}

func (w *world) queue(k Kind, priority int, name string) *Queue {
	return w.g.NewQueue(QueueDesc{Kind: k, Priority: priority, Name: name})
}

func (w *world) fence(name string) *Fence { return w.g.NewFence(0, name, 0) }
