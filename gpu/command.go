package gpu

// Command is one recorded command: a value in its list's one slice, so recording allocates nothing per command. It is
// also the Call that layers see while it is recorded, and what the executor runs. Which fields an Op uses:
//
//	BeginQuery, EndQuery      Object query heap, Query, Slot index
//	BeginRenderPass, End…     X RenderPassFlags of the beginning, Y its targets with PRESERVE as bits: render targets from bit 0 on, depth 8, stencil 9;
//	                          other commands stand around them
//	ClearRenderTargetView     Graphics.Targets (1), Dst its resource, Words (4 bit patterns), Rects
//	ClearDepthStencilView     Graphics.Targets (1), Dst its resource, Slot ClearFlags, Words (depth bits, stencil), Rects
//	CopyBufferRegion          Dst DstOffset ← Src SrcOffset, Size bytes
//	CopyResource              Dst ← Src
//	CopyTextureRegion         Dst ← Src, Copy (boxes and footprints)
//	ClearUnorderedAccessView* GPUHandle, CPUHandle, Dst, Words (4 values, bit patterns), Rects
//	DiscardResource           Dst, X subresources (0: all that follow) from Slot on, Rects
//	Dispatch                  X Y Z thread groups
//	DrawInstanced             X vertices, Y instances, Slot first vertex, Z first instance
//	DrawIndexedInstanced      X indices, Y instances, Slot first index, Base added to each index, Z first instance
//	ExecuteBundle             Object bundle, Slot its recording among those that the list executes
//	ExecuteIndirect           Object signature, Size most commands, arguments Src SrcOffset, count Dst DstOffset (read; Dst 0: none)
//	IASetIndexBuffer          Address (0: none), Size bytes, Format
//	IASetPrimitiveTopology    Slot PrimitiveTopology
//	IASetVertexBuffers        Slot first slot, Graphics.VertexBuffers
//	OMSetBlendFactor          Words (4 bit patterns)
//	OMSetDepthBounds          Words (bit patterns of minimum and maximum)
//	OMSetRenderTargets        Graphics.Targets, X of them render targets; one more is the depth buffer
//	OMSetStencilRef           Slot
//	RSSetScissorRects         Rects
//	RSSetViewports            Graphics.Viewports
//	ResolveSubresource(Reg…)  Dst ← Src, Copy (subresources and box), Format, Slot ResolveMode
//	ResolveQueryData          Object query heap, Query, Slot first index, Size count → Dst DstOffset
//	ResourceBarrier           Barriers
//	Set…RootSignature         Object (0: none); … is Compute or Graphics, here and below
//	Set…Root…View             Slot parameter, Address
//	Set…Root32Bit…            Slot parameter, X first destination value, Words; Size bit i: value i
//	                          was set as a float; DstOffset bit i: as a whole number
//	Set…RootDescriptorTable   Slot parameter, GPUHandle
//	SetDescriptorHeaps        Heaps (0, 1 or 2 of them)
//	SetPipelineState          Object
//	SetPredication            Src buffer (0: off) SrcOffset, Slot PredicationOp
//	WriteBufferImmediate      Writes
//	BeginEvent, SetMarker     Text
type Command struct {
	Op     Op
	By     Op // the call that is composed of this command and others: BeginRenderPass, EndRenderPass. OpNone: the call has its name
	Query  QueryType
	Format Format
	Site   Site
	List   ID
	Thread ID // the CPU thread that records; 0 is the main thread
	// Index is the command's position in its list, from 0.
	Index uint32

	Dst, Src             ID
	DstOffset, SrcOffset uint64 // bytes
	Size                 uint64 // bytes, or a count of queries
	X, Y, Z              uint32
	Slot                 uint32
	Base                 int32
	Object               ID
	Address              uint64 // GPU virtual address
	GPUHandle            GPUDescriptorHandle
	CPUHandle            CPUDescriptorHandle
	Heaps                [2]ID

	Words    []uint32
	Barriers []Barrier
	Rects    []Rect
	Writes   []WriteBufferImmediateParameter
	Copy     *TextureCopy
	Graphics *GraphicsArgs
	Text     string
}

// Called is the call of the script that recorded the command.
func (c *Command) Called() Op {
	if c.By != OpNone {
		return c.By
	}
	return c.Op
}

// ConstantType is the type of number as which a root constant was set.
type ConstantType uint8

// The types of root constants.
const (
	ConstantAny     ConstantType = iota // 32 bits
	ConstantFloat                       // a number
	ConstantInteger                     // a whole number, by gpu.AsUint or gpu.AsInt
)

// RootConstant is a root constant and the type of number as which it is set.
type RootConstant struct {
	Bits uint32
	Type ConstantType
}

// GraphicsArgs are lists that few commands have.
type GraphicsArgs struct {
	Targets       []TargetView
	Viewports     []Viewport
	VertexBuffers []VertexBufferView
}

// TextureCopy is the body of CopyTextureRegion.
type TextureCopy struct {
	Dst, Src   CopySide
	DX, DY, DZ uint32 // texels in the destination
	Box        Box    // of the source; resolved: never empty by omission
}

// CopySide is one side of a texture copy.
type CopySide struct {
	Resource    ID
	Subresource uint32
	Placed      bool      // a footprint in a buffer
	Footprint   Footprint // when Placed; else what a call gives for one, which means nothing
}

// CallKind tells the layers what a Call is.
type CallKind uint8

// The kinds of calls.
const (
	CallCommand       CallKind = iota // *Command
	CallCreate                        // *CreateCall
	CallSubmit                        // *SubmitCall
	CallFence                         // *FenceCall
	CallList                          // *ListCall
	CallRelease                       // *ReleaseCall
	CallMap                           // *MapCall
	CallDescribe                      // *DescriptorCall
	CallRename                        // *NameCall
	CallUnsupported                   // *UnsupportedCall
	CallHandle                        // *HandleCall
	CallStep                          // *StepCall
	CallRemove                        // *RemoveCall
	CallEvent                         // *EventCall
	CallMultipleFence                 // *MultipleFenceCall
	CallPresent                       // *PresentCall
	CallResize                        // *ResizeCall
	CallResidency                     // *residency.Call
)

// Call is anything that an API method asks for, as data: one struct of this package, by pointer. Layers check it before
// it is done and record it after. A layer must not keep the pointer: recorded commands are passed in a reused struct.
type Call interface {
	// CallKind is the class of the call.
	CallKind() CallKind
	// CallSite is the place in the script.
	CallSite() Site
	// CallName is the method's name, for example "CreateHeap".
	CallName() string
	// CallThread is the CPU thread that calls; 0 is the main thread.
	CallThread() ID
}

// CallKind implements Call.
func (*Command) CallKind() CallKind { return CallCommand }

// CallSite implements Call.
func (c *Command) CallSite() Site { return c.Site }

// CallName implements Call.
func (c *Command) CallName() string { return c.Called().String() }

// CallThread implements Call.
func (c *Command) CallThread() ID { return c.Thread }

// CallHead is what every call that is not a command has.
type CallHead struct {
	Site   Site
	Method string // "CreateCommittedResource"
	Thread ID     // the CPU thread that calls; 0 is the main thread
}

// CallSite implements Call.
func (h *CallHead) CallSite() Site { return h.Site }

// CallName implements Call.
func (h *CallHead) CallName() string { return h.Method }

// CallThread implements Call.
func (h *CallHead) CallThread() ID { return h.Thread }

// CreateCall makes an object. Desc is a pointer to the descriptor struct of this package that belongs to Kind
// (*CommittedResourceDesc, *PlacedResourceDesc, *HeapDesc, *CommandQueueDesc, *CommandListDesc, *FenceDesc …).
type CreateCall struct {
	CallHead
	Device ID // that makes it; 0: the adapter (devices, events, threads)
	Kind   ObjectKind
	Object ID     // the new object's identity
	Name   string // its name
	Desc   any
	Queue  ID // that presents a swap chain
	Chain  ID // of a back buffer, or of a frame latency waitable object: its swap chain
	// Begin and End are the byte range of VRAM that a resource, heap or descriptor heap got, Address where the GPU sees a buffer (Record only).
	Begin, End, Address uint64
}

// CallKind implements Call.
func (*CreateCall) CallKind() CallKind { return CallCreate }

// FenceDesc describes a fence (CreateFence).
type FenceDesc struct {
	Name         string
	InitialValue uint64 `lua:",max=9007199254740992"` // the value at first
	Flags        FenceFlags
}

// CommandAllocatorDesc describes an allocator (CreateCommandAllocator).
type CommandAllocatorDesc struct {
	Name string
	Type CommandListType `lua:",required"` // of the lists
}

// SubmitCall is ExecuteCommandLists.
type SubmitCall struct {
	CallHead
	Queue ID
	Lists []ID
}

// CallKind implements Call.
func (*SubmitCall) CallKind() CallKind { return CallSubmit }

// FenceAct is what a FenceCall does.
type FenceAct uint8

// The fence acts.
const (
	FenceCPUSignal FenceAct = iota
	FenceQueueSignal
	FenceQueueWait
	FenceCPUWait // SetEventOnCompletion without an event, WaitCPU
	FenceSetEvent
	FencePoll    // GetCompletedValue
	FenceCompare // GetCompletedValue of which the program finds out nothing but that it is at least Value, 0: nothing
	FencePeek    // PeekCompletedValue
)

// FenceCall signals a fence or waits for one.
type FenceCall struct {
	CallHead
	Act   FenceAct
	Queue ID // queue acts
	Fence ID
	Value uint64 // FencePoll, FencePeek: the value that was read; FenceCompare: what it is at least (Record only)
	Event ID     // FenceSetEvent
}

// CallKind implements Call.
func (*FenceCall) CallKind() CallKind { return CallFence }

// ListAct is what a ListCall does.
type ListAct uint8

// The list and allocator acts.
const (
	ListClose ListAct = iota
	ListReset
	AllocatorReset
	TableUse // of a binding table, which stands for the allocator
	AboveUse // of another object of a level above, which stands for it, too
	AboveEnd // that gives such an object up
	Use      // by a method that names the object, which stands for the allocator, in no other call
)

// ListCall changes the state of a list or an allocator.
type ListCall struct {
	CallHead
	Act       ListAct
	List      ID // ListClose, ListReset
	Allocator ID // all but ListClose
	Pipeline  ID // ListReset: initial state or 0
}

// CallKind implements Call.
func (*ListCall) CallKind() CallKind { return CallList }

// ReleaseCall is obj:Release(): the application gives the object up.
type ReleaseCall struct {
	CallHead
	Kind   ObjectKind
	Object ID
}

// CallKind implements Call.
func (*ReleaseCall) CallKind() CallKind { return CallRelease }

// MapAct is what a MapCall does.
type MapAct uint8

// The map acts.
const (
	MapMap MapAct = iota
	MapUnmap
	MapRead  // the CPU reads mapped bytes
	MapWrite // the CPU writes mapped bytes
)

// MapCall is Map, Unmap, or an access through the mapped pointer.
type MapCall struct {
	CallHead
	Act         MapAct
	Resource    ID
	Subresource uint32
	Range       *MapRange // nil: all
	Renewed     bool      // of an access: the memory was given out again, so what was peeked at counts for the CPU's accesses from now on
}

// CallKind implements Call.
func (*MapCall) CallKind() CallKind { return CallMap }

// DescriptorCall creates or copies descriptors.
type DescriptorCall struct {
	CallHead
	Device   ID // on which it is called
	Type     DescriptorType
	Dest     CPUDescriptorHandle
	Resource ID // 0: a null descriptor
	Counter  ID // UAV counter resource or 0
	View     *ViewDesc
	Constant *ConstantBufferViewDesc
	Sampler  *SamplerDesc
	// Copies are the ranges of CopyDescriptors; empty for a creation.
	Copies   []DescriptorCopy
	HeapType DescriptorHeapType // CopyDescriptors
}

// DescriptorCopy is one contiguous piece of CopyDescriptors.
type DescriptorCopy struct {
	Dest, Src CPUDescriptorHandle
	Count     uint32
}

// CallKind implements Call.
func (*DescriptorCall) CallKind() CallKind { return CallDescribe }

// NameCall is SetName.
type NameCall struct {
	CallHead
	Object ID
	Name   string
}

// CallKind implements Call.
func (*NameCall) CallKind() CallKind { return CallRename }

// UnsupportedCall is a call of Direct3D 12 that this version refuses by name.
type UnsupportedCall struct {
	CallHead
	List ID // the list that it would have been recorded in, or 0
}

// CallKind implements Call.
func (*UnsupportedCall) CallKind() CallKind { return CallUnsupported }

// RemoveCall is RemoveDevice.
type RemoveCall struct {
	CallHead
	Device ID
	Reason RemovedReason
}

// CallKind implements Call.
func (*RemoveCall) CallKind() CallKind { return CallRemove }

// EventCall is SetEvent, ResetEvent, or a wait for events and threads.
type EventCall struct {
	CallHead
	Event  ID   // SetEvent, ResetEvent
	Events []ID // waits
	All    bool // for all of them
	Timed  bool // the time of the wait may be up
	// How a wait ended (Record only): none of the events were set in time, or, unless it was for all of them, the one at Index was.
	TimedOut bool
	Index    int
	Unheeded bool // the program does not look at how it ended, and its time may be up
	// Whichever says that one of several events has ended it, and that the program does not look at which one.
	Whichever bool
}

// CallKind implements Call.
func (*EventCall) CallKind() CallKind { return CallEvent }

// MultipleFenceCall is SetEventOnMultipleFenceCompletion.
type MultipleFenceCall struct {
	CallHead
	Device ID
	Fences []ID
	Values []uint64
	Mode   MultipleFenceWait
	Event  ID // 0: the calling thread blocks
}

// CallKind implements Call.
func (*MultipleFenceCall) CallKind() CallKind { return CallMultipleFence }

// HandleCall asks for a descriptor handle.
type HandleCall struct {
	CallHead
	Heap  ID
	Index uint32
	GPU   bool
}

// CallKind implements Call.
func (*HandleCall) CallKind() CallKind { return CallHandle }

// StepCall is StepGpu.
type StepCall struct {
	CallHead
	Device ID
	Desc   StepDesc
	// Reached says that the point was reached (Record only). With StepIdle the device has then finished all that could run.
	Reached bool
}

// CallKind implements Call.
func (*StepCall) CallKind() CallKind { return CallStep }
