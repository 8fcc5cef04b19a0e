package desc

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
)

// DrawIndirectAttribs are the arguments of DrawIndirect. Commands of 16 bytes are in the buffer from DrawArgsOffset on.
type DrawIndirectAttribs struct {
	AttribsBuffer                    Resource `lua:",required"` // made with INDIRECT_DRAW_ARGS
	DrawArgsOffset                   uint64   // bytes, a multiple of 4
	DrawCount                        uint32   `lua:",default=1"` // the most commands
	DrawArgsStride                   uint32   // bytes from one command to the next; 0: without gaps
	AttribsBufferStateTransitionMode Transition
	CounterBuffer                    Resource // where the number of commands stands; nil: DrawCount is it
	CounterOffset                    uint64   // bytes, a multiple of 4
	CounterBufferStateTransitionMode Transition
}

// DrawIndexedIndirectAttribs are the arguments of DrawIndexedIndirect. Commands of 20 bytes are in the buffer from DrawArgsOffset on.
type DrawIndexedIndirectAttribs struct {
	IndexType gpu.Format `lua:",required"` // R16_UINT or R32_UINT
	DrawIndirectAttribs
}

// DispatchComputeIndirectAttribs are the arguments of DispatchComputeIndirect. Three numbers of groups are at DispatchArgsByteOffset.
type DispatchComputeIndirectAttribs struct {
	AttribsBuffer                    Resource `lua:",required"` // made with INDIRECT_DRAW_ARGS
	AttribsBufferStateTransitionMode Transition
	DispatchArgsByteOffset           uint64 // bytes, a multiple of 4
}

// IndirectAttribs are commands of any type in a buffer.
type IndirectAttribs struct {
	Buffer Resource
	Offset uint64
	Count  uint32
	Stride uint32 // 0: without gaps
	Mode   Transition

	Counter       Resource // where the number of commands stands; nil: Count is it
	CounterOffset uint64
	CounterMode   Transition
}

// Commands are the commands of draws.
func (a *DrawIndirectAttribs) Commands() IndirectAttribs {
	return IndirectAttribs{Buffer: a.AttribsBuffer, Offset: a.DrawArgsOffset, Count: a.DrawCount, Stride: a.DrawArgsStride,
		Mode:    a.AttribsBufferStateTransitionMode,
		Counter: a.CounterBuffer, CounterOffset: a.CounterOffset, CounterMode: a.CounterBufferStateTransitionMode}
}

// Layout is the size of a command of a type and the distance of two, in bytes; why says what is wrong with the stride, and help what to do.
func (a IndirectAttribs) Layout(typ gpu.IndirectArgumentType) (size, stride uint32, why, help string) {
	size = gpu.IndirectArgument{Type: typ}.SizeInBytes()
	stride = max(a.Stride, size)
	if a.Stride != 0 && a.Stride < size || stride%4 != 0 {
		return size, stride, fmt.Sprintf("commands of %d bytes cannot be %d bytes apart", size, a.Stride),
			fmt.Sprintf("use a multiple of 4 that is at least %d, or 0 for commands without gaps", size)
	}
	return size, stride, "", ""
}
