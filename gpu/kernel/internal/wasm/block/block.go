// Package block lays out the part of linear memory that one worker owns while it runs a kernel: the parameters and results exchanged between host and
// generated code, and the group's shared memory, spilled values and local arrays.
//
// It must not know how code is generated or run. Its functions have no side effects.
package block

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// The worker block is the part of linear memory that one worker owns while it runs a kernel. The caller fills the fields up
// to Prints before the first call of a dispatch; the function writes the others. All are little-endian.
//
//	0        96          Header                  Shared      Spill       Locals
//	+--------+-----------+-----------------------+-----------+-----------+--------+
//	| fields | event     |                       | groupshared| per wave | per item|
const (
	FieldLimit       = 0  // u64: instructions of one group after which the host is asked; 0 asks at the next loop iteration
	FieldRecords     = 8  // u32: byte address of the table of records
	FieldWorker      = 12 // u32: number of the worker, passed to the host with every event
	FieldGroups      = 16 // 3 u32: groups of the dispatch
	FieldPlain       = 28 // u32: 1: run the waves one by one, so that a fault is where the order of waves puts it
	FieldCost        = 32 // u64: sum of the instructions of the call
	FieldFault       = 40 // u32: 0, or why the function ended early: FaultHere, FaultAgain or FaultSlow
	FieldFaultSite   = 44 // u32: site of the loop that was running
	FieldGroup       = 48 // u64: linear index of the group that is running
	FieldBefore      = 56 // u64: with a fault: FieldCost without the group's
	FieldStageInput  = 64 // u32: of vertex and pixel programs, as ir.StageIO
	FieldStageOutput = 68 // u32
	FieldStagePitch  = 72 // u32
	FieldStageItems  = 76 // u32
	FieldSink        = 80 // u32: what was read for nothing but to have it near
	FieldEvent       = 96 // the event that the host is called for
)

// The values of FieldFault.
const (
	FaultHere  = 1 // the group went over the limit, at FieldFaultSite
	FaultAgain = 2 // the group went over the limit somewhere: it runs again with FieldPlain to tell where. Its memory does not matter any more
	FaultSlow  = 3 // the group takes the slow form, which the module does not have. It did nothing yet; FieldCost is of the groups before it
)

// The fields of an event, in bytes from FieldEvent. An event is about the lanes of one wave.
const (
	EventKind    = 0  // u32: EventReport or EventPrint
	EventSite    = 4  // u32
	EventItem    = 8  // u32: GroupIndex of lane 0
	EventCode    = 12 // u32: operation of a report, format of a print
	EventBinding = 16 // i32: binding of a report, number of arguments of a print
	EventMask    = 32 // 4 u32: all ones where the lane takes part
	EventLanes   = 48 // vectors of 4 u32: the ReportVectors of a report, the arguments of a print
)

// The kinds of events.
const (
	EventReport = 1
	EventPrint  = 2
	EventLimit  = 3 // the group passed FieldLimit with FieldCost instructions: raise the limit or let the kernel end
)

// The vectors of a report, in order.
const (
	ReportSlot = iota
	ReportIndex0
	ReportIndex1
	ReportIndex2
	ReportIndex3
	ReportLimit
	ReportBounds0
	ReportBounds1
	ReportVectors
)

// Layout places the parts of the worker block of one kernel.
type Layout struct {
	Shared, Spill, SpillStride, Locals, Bytes uint32 // byte offsets; the distance of waves in Spill; the whole size
	SRGB                                      uint32 // byte offset of the 256 float32 thresholds of sRGB bytes; 0: the kernel needs none
}

// slotAlign is the alignment of spilled values. Processors take a load for one of bytes that were just stored when the low twelve bits of the
// addresses agree, and wait. Rows of a buffer tend to begin at multiples of this, so that the waves which store their slots are not followed by ones
// that load there.
const slotAlign = 1024

// New is the layout for a kernel with a number of spilled values of 16 bytes a wave; with barriers every work item keeps its local arrays.
func New(k *ir.Kernel, spillSlots uint32, barriers bool) Layout {
	vectors := uint32(ReportVectors)
	k.Body.Walk(func(in *ir.Instr) {
		if in.Op == ir.OpPrintf {
			vectors = max(vectors, uint32(len(in.Args)))
		}
	})
	l := Layout{SpillStride: 16 * spillSlots}
	l.Shared = FieldEvent + EventLanes + 16*vectors
	l.Spill = l.Shared + k.SharedBytes()
	if spillSlots > 0 {
		l.Spill = (l.Spill + slotAlign - 1) &^ (slotAlign - 1)
	}
	l.Locals = l.Spill + k.Waves()*l.SpillStride
	items := uint32(ir.WaveSize)
	if barriers {
		items *= k.Waves()
	}
	l.Bytes = (l.Locals + items*k.LocalBytes() + 63) &^ 63
	if usesSRGB(k) {
		l.SRGB = l.Bytes
		l.Bytes += 4 * 256
	}
	return l
}

func usesSRGB(k *ir.Kernel) (found bool) {
	k.Body.Walk(func(in *ir.Instr) { found = found || in.Op == ir.OpFToSRGB })
	return found
}
