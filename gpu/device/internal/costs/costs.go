// Package costs says how long commands take in virtual time: from the counts of what they did, never from a stopwatch.
//
//	dispatch   work items and instructions          draw   those of its programs, a set-up for each primitive, and the bytes of its targets
//	copy       bytes, over the link or not           fill   bytes
//
// The package must not know queues, clocks or objects. Its functions depend on their arguments alone.
package costs

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
)

// Class is what a command counts as.
type Class uint8

// The classes.
const (
	Free Class = iota
	Draw
	Dispatch
	Copy
	Fill
	Barrier
)

// ClassOf is the class of a command that has done what an outcome says.
func ClassOf(c *gpu.Command, o *exec.Outcome) Class {
	switch c.Op {
	case gpu.OpDrawInstanced, gpu.OpDrawIndexedInstanced:
		return Draw
	case gpu.OpExecuteIndirect:
		if o.Drawn.IAVertices > 0 {
			return Draw
		}
		return Dispatch
	case gpu.OpDispatch:
		return Dispatch
	case gpu.OpCopyBufferRegion, gpu.OpCopyResource, gpu.OpCopyTextureRegion:
		return Copy
	case gpu.OpClearUnorderedAccessViewFloat, gpu.OpClearUnorderedAccessViewUint, gpu.OpWriteBufferImmediate,
		gpu.OpDiscardResource, gpu.OpResolveQueryData,
		gpu.OpClearRenderTargetView, gpu.OpClearDepthStencilView, gpu.OpResolveSubresource, gpu.OpResolveSubresourceRegion:
		return Fill
	case gpu.OpResourceBarrier:
		return Barrier
	}
	return Free
}

// Time is how long a command of the class takes on an engine of a kind. link says that a copy has an end in system memory.
func (k Class) Time(p *sched.Profile, kind sched.Kind, o *exec.Outcome, link bool) sched.Time {
	switch k {
	case Draw:
		return p.KernelCost(kind, o.WorkItems+o.Drawn.IAPrimitives, o.Instructions) + p.FillCost(kind, o.BytesRead+o.BytesWritten) - p.CopyOverhead
	case Dispatch:
		return p.KernelCost(kind, o.WorkItems, o.Instructions)
	case Copy:
		return p.CopyCost(kind, o.BytesWritten, link)
	case Fill:
		return p.FillCost(kind, o.BytesWritten)
	case Barrier:
		return p.BarrierCost
	}
	return 0
}
