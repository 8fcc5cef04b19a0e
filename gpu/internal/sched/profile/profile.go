package profile

import (
	"fmt"
	"math/bits"
)

// Kind is the kind of a queue and of the engine that runs its commands.
type Kind uint8

// Kinds of queues. A queue of each kind runs its commands on the engines of
// the same kind.
const (
	Direct Kind = iota
	Compute
	Copy
	Kinds
)

var kindNames = [Kinds]string{"DIRECT", "COMPUTE", "COPY"}

// String returns the kind's name as Direct3D 12 spells it.
func (k Kind) String() string {
	if k < Kinds {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// CallClass sorts API calls by what they cost the CPU.
type CallClass uint8

// Classes of API calls.
const (
	CallRecord  CallClass = iota // recording one command in a list
	CallReset                    // Reset and Close of a list or allocator
	CallSubmit                   // ExecuteCommandLists
	CallSync                     // Signal, Wait, GetCompletedValue, events
	CallMap                      // Map and Unmap
	CallView                     // creating or copying a descriptor
	CallCreate                   // creating a resource, heap, list, queue or fence
	CallCompile                  // creating a pipeline state or root signature
	CallPresent                  // Present
	CallThread                   // starting a CPU thread
	CallQuery                    // anything that only asks
	CallClasses
)

var callNames = [CallClasses]string{
	"record", "reset", "submit", "sync", "map", "view", "create", "compile", "present", "thread", "query",
}

// String returns the class in one word.
func (c CallClass) String() string {
	if c < CallClasses {
		return callNames[c]
	}
	return fmt.Sprintf("CallClass(%d)", uint8(c))
}

// Granularity says where a queue of higher priority may take an engine away.
type Granularity uint8

// Granularities of preemption.
const (
	PreemptCommand Granularity = iota // between any two commands
	PreemptBatch                      // only where a batch ends
)

// EngineSpec describes the engines of one kind.
type EngineSpec struct {
	// Count is the number of engines. 0: queues of this kind share the
	// engines of kind Direct, whose speeds they then have.
	Count int
	// InstructionsPerUS is the number of kernel instructions, over all waves
	// of four work items, that one engine executes in a microsecond.
	InstructionsPerUS int64
	// BytesPerUS is the bandwidth of one engine inside device memory.
	BytesPerUS int64
	// LinkBytesPerUS is its bandwidth over the link to system memory.
	LinkBytesPerUS int64
}

// Profile says how fast a simulated adapter and the CPU before it are. All
// times are virtual and follow from counts only. The zero Profile is not
// usable: take one of Profiles and change it.
type Profile struct {
	Name        string
	Description string // one sentence
	Engines     [Kinds]EngineSpec
	Call        [CallClasses]Time // CPU time of one API call

	SubmitLatency Time // from a CPU call on a queue to the GPU seeing it
	SignalLatency Time // from the end of the work before a signal to the new value
	WaitLatency   Time // from the satisfying value to the waiting queue going on
	WakeLatency   Time // from the satisfying value or event to the CPU thread going on

	LaunchOverhead Time // start of a draw or dispatch
	CopyOverhead   Time // start of a copy
	BarrierCost    Time // one barrier command
	ItemTime       Time // setting up 1024 work items, vertices or pixels

	Preemption  Granularity
	PreemptCost Time // leaving a batch in the middle for another queue
	// Quantum is how long a queue may run one batch while another queue of
	// the same priority is ready; 0: to the end of the batch.
	Quantum Time

	VsyncPeriod Time // from one vertical blank to the next; the first is at 0
}

// spec returns the engine that really serves kind k.
func (p *Profile) spec(k Kind) *EngineSpec { return &p.Engines[p.Home(k)] }

// home returns the kind whose engines serve queues of kind k.
func (p *Profile) Home(k Kind) Kind {
	if p.Engines[k].Count == 0 {
		return Direct
	}
	return k
}

// CopyCost returns the time an engine serving kind k needs to copy n bytes.
// link says whether one end lies in system memory (UPLOAD, READBACK).
func (p *Profile) CopyCost(k Kind, n uint64, link bool) Time {
	rate := p.spec(k).BytesPerUS
	if link {
		rate = p.spec(k).LinkBytesPerUS
	}
	return p.CopyOverhead.Add(perMicrosecond(n, rate))
}

// KernelCost returns the time an engine serving kind k needs for a draw or
// dispatch with that many work items (threads, vertices, pixels) which executed
// that many instructions in total.
func (p *Profile) KernelCost(k Kind, items, instructions uint64) Time {
	setup := mulShift(items, uint64(p.ItemTime), 10)
	return p.LaunchOverhead.Add(setup).Add(perMicrosecond(instructions, p.spec(k).InstructionsPerUS))
}

// FillCost returns the time an engine serving kind k needs to write n bytes of
// device memory, as a clear does.
func (p *Profile) FillCost(k Kind, n uint64) Time {
	return p.CopyOverhead.Add(perMicrosecond(n, p.spec(k).BytesPerUS))
}

// NextVsync returns the first vertical blank at or after t.
func (p *Profile) NextVsync(t Time) Time {
	if p.VsyncPeriod <= 0 {
		return t
	}
	late := t % p.VsyncPeriod
	if late == 0 {
		return t
	}
	return t.Add(p.VsyncPeriod - late)
}

// perMicrosecond returns the time for n units at rate units a microsecond,
// rounded up.
func perMicrosecond(n uint64, rate int64) Time {
	return mulDiv(n, uint64(Microsecond), uint64(rate))
}

// mulDiv returns a*b/c rounded up, at most Infinite.
func mulDiv(a, b, c uint64) Time {
	hi, lo := bits.Mul64(a, b)
	if hi >= c {
		return Infinite
	}
	q, r := bits.Div64(hi, lo, c)
	if r > 0 {
		q++
	}
	return Time(min(q, uint64(Infinite)))
}

// mulShift is mulDiv by a power of two.
func mulShift(a, b uint64, power uint) Time {
	hi, lo := bits.Mul64(a, b)
	lo, carry := bits.Add64(lo, 1<<power-1, 0)
	if hi += carry; hi>>power != 0 {
		return Infinite
	}
	return Time(min(hi<<(64-power)|lo>>power, uint64(Infinite)))
}

// check panics where p cannot drive a simulation.
func (p *Profile) Check() {
	if p.Engines[Direct].Count < 1 {
		panic(fmt.Sprintf("BUG: profile %q has no DIRECT engine", p.Name))
	}
	for k, e := range p.Engines {
		if e.Count < 0 || e.Count > 0 && min(e.InstructionsPerUS, e.BytesPerUS, e.LinkBytesPerUS) < 1 {
			panic(fmt.Sprintf("BUG: profile %q has a %v engine without a speed", p.Name, Kind(k)))
		}
	}
	times := append(p.Call[:], p.SubmitLatency, p.SignalLatency, p.WaitLatency, p.WakeLatency, p.LaunchOverhead,
		p.CopyOverhead, p.BarrierCost, p.ItemTime, p.PreemptCost, p.Quantum, p.VsyncPeriod)
	for _, t := range times {
		if t < 0 {
			panic(fmt.Sprintf("BUG: profile %q has a negative time", p.Name))
		}
	}
}
