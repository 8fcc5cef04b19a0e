// Package incident is what went wrong while work ran, as data: what the device tells its layers, and what these word. Accesses outside of resources,
// hangs, descriptors that could not be used, deadlocks; and what a device refuses that is full or removed.
//
// Values only: who words them stands in package validate.
package incident

import "github.com/gpuscript/gpuscript/gpu"

// Incident is something that went wrong while work ran, as data: no call is guilty at the moment it happens. The device
// hands it to its layers, which word it.
type Incident interface {
	// IncidentSite is the place in the script that started the work, 0 if there is none.
	IncidentSite() gpu.Site
}

// Derived is an incident with the data that it follows from.
type Derived struct {
	Incident
	// Feeds are bytes that its command has read, and that decide whether there is such an incident, or what it says. nil: no bytes do.
	Feeds []gpu.Feed
	// Parts are told in its place where a race decides Feeds: those of them whose own Feeds it does not decide.
	Parts []Derived
}

// Ending is how a script has ended, where nothing will be executed any more.
type Ending uint8

// The endings of a script.
const (
	Goes   Ending = iota // it has not ended
	Ended                // it has done all that it does
	Failed               // it would have done more, and nobody knows what
)

// Waiter is one CPU thread or queue that waits in a Stall.
type Waiter struct {
	Name    string // of the thread, "main" for the main thread, or of the queue
	IsQueue bool
	Queue   gpu.ID // when IsQueue
	Thread  gpu.ID // else; 0: the main thread
	Site    gpu.Site
	Step    bool    // a thread in StepGpu
	Or      []Rival // threads of which one may wait in its place, in another run
	Freed   bool    // an event has let it go on, which these waited for as well
	Once    bool    // none of these has waited before for the event that it waits for
	// Lacks is what it waits for and does not have. A wait for any goes on with one of them, other waits need all.
	Lacks  []Lack
	Behind int // items in the queue after the wait, of the thread that has given it
}

// Rival is a thread that may wait in the place of another one, in another run.
type Rival struct {
	Name   string
	Thread gpu.ID // 0: the main thread
	Site   gpu.Site
}

// Lack is one thing that a waiter waits for.
type Lack struct {
	Fence          gpu.ID // must reach Value and is at Current; 0: an event that no fence is to set, or a thread
	Value, Current uint64
	Given          Given    // the signal that Current comes from
	Had, Lowered   Given    // the last one that was enough, and the one that took the fence below Value again; Lowered.Call 0: none was, or is still
	Ahead          bool     // a queue was given the wait before the call of Lowered
	Mixed          bool     // several queues have signalled the fence, or a queue and the CPU
	Event          gpu.ID   // that a thread waits for and the fence is to set
	RequestSite    gpu.Site // of the SetEventOnCompletion
	Vain           int      // how often the event was set while it was set
	Thread         string
	// Pending are the signals of the fence that are queued and cannot happen. None with Enough: a signal is missing.
	Pending []PendingSignal
}

// Given is a signal that a fence has got.
type Given struct {
	Queue gpu.ID   // 0: of the CPU
	Site  gpu.Site // 0: none, the fence has its initial value
	Value uint64
	Call  uint64 // which one it is of the calls that signal the fence, from 1; 0: none
}

// PendingSignal is a signal in a queue that does not come to it.
type PendingSignal struct {
	Queue  gpu.ID
	Value  uint64
	Site   gpu.Site
	Enough bool // its value would satisfy the wait
}

// Stall is a deadlock: every CPU thread waits and no work can run, or, at the end of the script (AtEnd), queues wait for
// values that nothing can signal any more.
type Stall struct {
	Waiters []Waiter // the first is the CPU thread that was found blocked, or a queue
	Cycle   []int    // indices into Waiters that wait for each other, in order; empty: a signal is missing
	Paused  bool     // the GPU is paused: StepGpu would go on
	AtEnd   bool
	Told    bool // an error tells of it, or of why it came about
	Failed  bool // that is the error of a thread: whether anybody waits for what the thread does not do any more is up to the schedule
	Asked   Asked
	Blocked []Lack // what threads wait for, also those that are not among Waiters because they could go on if threads had called in another order
}

// Asked is a wait of the first waiter that the script makes by asking again and again, where nothing can change the answer any more.
type Asked struct {
	Times int  // in a row; 0: it is an ordinary wait
	Guess bool // the value that the script asks for is not known, and the next one is named
}

// IncidentSite implements Incident.
func (s *Stall) IncidentSite() gpu.Site {
	if len(s.Waiters) == 0 {
		return 0
	}
	return s.Waiters[0].Site
}

// Outside is one access of a kernel outside its resource.
type Outside struct {
	Site  gpu.Site  // the access in the shader
	Item  [3]uint32 // DispatchThreadID
	Index uint64    // the element, or the texel coordinate, that was asked for
	Size  uint64    // elements, or texels along that coordinate, that there are
	// Texel and Extent are the coordinates that were asked for, and how many texels (and slices) there are along each, of textures with several axes;
	// Axes is how many, 0 for everything else.
	Texel, Extent [3]uint32
	Axes          uint8
	Level         Level // Index is a mip level, unless it is the right one
}

// Level is what became of the mip level of an access outside of a texture.
type Level uint8

// The levels of accesses.
const (
	RightLevel   Level = iota // it is there: a texel is outside, or it is no texture
	MissingLevel              // the view has none of that number
	LeftOutLevel              // the view leaves it out: ResourceMinLODClamp
)

// OutOfBounds is what a command reads of a resource outside of it, or writes: the first access, and the first one at each further place of its
// kernel.
type OutOfBounds struct {
	gpu.Origin
	First    Outside
	Kernel   string
	Slot     string // the declaration's name
	Declared gpu.Site
	Write    bool
	Bytes    bool // indices and sizes count bytes: it is a raw or a constant buffer
	Counted  bool // the kernel appends to it, consumes from it or counts with it
	Further  []Outside
	Count    uint64 // how many accesses were outside, at all places; 0: that is up to the schedule
	More     bool   // not all were counted
}

// Unaligned is what a command accesses of a raw buffer at addresses that are no multiples of 4: the first access, and the first one at each further
// place of its kernel.
type Unaligned struct {
	gpu.Origin
	First    Address
	Kernel   string
	Slot     string // the declaration's name
	Declared gpu.Site
	Further  []Address
}

// Address is an access of a raw buffer by a work item.
type Address struct {
	Site    gpu.Site
	Item    [3]uint32 // DispatchThreadID
	Address uint32
}

// GroupRace is two work items of a group that touch one element of groupshared memory with no barrier between them, and at least one of them writes;
// or two of a dispatch that write different values to one element of a resource, or one of which reads what the other one writes.
type GroupRace struct {
	gpu.Origin
	Kernel        string
	Binding       int32             // of the kernel's, the resource; -1: groupshared memory
	View          gpu.ViewDimension // of the resource; ViewUnknown: groupshared memory
	Array         string            // the declaration's name
	Declared      gpu.Site
	Element       uint64 // of the array or buffer, from 0; the byte of a raw buffer; 0 of a texture
	First, Second GroupAccess
	Before        gpu.Site // a statement: a barrier before it separates the two; 0: none is known
}

// GroupAccess is one of the two.
type GroupAccess struct {
	Site   gpu.Site  // the access in the shader
	Group  [3]uint32 // GroupID
	Item   [3]uint32 // DispatchThreadID
	Write  bool      // alone, or of an atomic
	Atomic bool
}

// Hang is a kernel that used its instruction budget up.
type Hang struct {
	gpu.Origin
	Kernel string
	Site   gpu.Site // the loop that did not end
	Group  [3]uint32
	Budget uint64 // instructions a work group
}

// PageFault is a command that needed an object which does not exist any more.
type PageFault struct {
	gpu.Origin
	Object gpu.ID
}

// OutOfMemory is a creation that found no room in VRAM.
type OutOfMemory struct {
	Site    gpu.Site
	Method  string
	Name    string
	Desc    any    // of gpu.CreateCall, nil if nothing is made
	Want    uint64 // bytes
	Free    uint64 // bytes, in all
	Largest uint64 // bytes, in one piece
	Limit   uint64 // bytes of VRAM
}

// IncidentSite implements Incident.
func (o *OutOfMemory) IncidentSite() gpu.Site { return o.Site }

// Removed is a call on a device that has been removed.
type Removed struct {
	Site   gpu.Site
	Method string
	Device string
	Reason gpu.RemovedReason
	// Cause is the place that removed it, 0 if it is not known.
	Cause gpu.Site
}

// IncidentSite implements Incident.
func (r *Removed) IncidentSite() gpu.Site { return r.Site }

// DescriptorFaultKind is what was wrong with a descriptor when a command used it.
type DescriptorFaultKind uint8

// The kinds of descriptor faults. Each acts as a null view.
const (
	DescriptorUnwritten    DescriptorFaultKind = iota + 1 // never written
	DescriptorDestroyed                                   // its resource or heap was destroyed
	DescriptorWrongClass                                  // an SRV where a UAV is declared, and the like
	DescriptorWrongView                                   // another dimension or element kind than declared
	DescriptorMixed                                       // an array of typed views with different formats
	DescriptorOutOfHeap                                   // the table reaches beyond the end of its heap
	DescriptorNoCounter                                   // the program counts with a UAV that has no counter
	DescriptorMisaligned                                  // a root descriptor's address is no multiple of what its class needs
	DescriptorNotUnordered                                // a root UAV's buffer has no ALLOW_UNORDERED_ACCESS
)

// DescriptorFault is a descriptor that a dispatch or clear could not use.
type DescriptorFault struct {
	gpu.Origin
	Kind     DescriptorFaultKind
	Kernel   string
	Slot     string // the declaration's name
	Class    gpu.DescriptorType
	Register uint32
	Space    uint32
	Found    gpu.DescriptorType // what the heap holds
	Resource gpu.ID             // of the descriptor, where known
	Handle   gpu.GPUDescriptorHandle
	Address  uint64 // of a root descriptor
	Declared gpu.Site
	// Used is the place in the shader that used it, and Item the work item that did: of volatile descriptors whose index the shader works out. 0: it
	// is wrong whether it is used or not.
	Used gpu.Site
	Item [3]uint32
	// Shape is the form of the view that the heap holds, and Wants what the shader declares, of DescriptorWrongView.
	Shape, Wants ViewShape
}

// TooManyObjects is a creation beyond the limit of open objects.
type TooManyObjects struct {
	Site   gpu.Site
	Method string
	Name   string
	Limit  uint64
}

// IncidentSite implements Incident.
func (t *TooManyObjects) IncidentSite() gpu.Site { return t.Site }

// VertexFetch is a draw whose indices name vertices past the view of a vertex buffer; they read as 0.
type VertexFetch struct {
	gpu.Origin
	Slot     uint32 // of the vertex buffer
	Resource gpu.ID
	Vertex   uint64 // the largest that is named, Base included
	Held     uint64 // that the view has
	Outside  uint64 // different vertices after it
	Base     int32  // what the draw adds to each index
}

// IndirectFetch is a draw of ExecuteIndirect whose arguments ask for vertices, instances or indices past the view of them; they read as 0. Of several
// commands it is the first.
type IndirectFetch struct {
	gpu.Origin
	Command    uint64 // number in the argument buffer, from 0
	What       Fed
	Slot       uint32 // of the vertex buffer
	Resource   gpu.ID // that the view is of
	First, End uint64 // of what is asked for
	Held       uint64 // that the view has
}

// IndirectStride is a command of ExecuteIndirect whose arguments set a vertex buffer in which vertices overlap. Of several commands it is the first.
type IndirectStride struct {
	gpu.Origin
	Command  uint64 // number in the argument buffer, from 0
	Slot     uint32 // of the vertex buffer
	Resource gpu.ID // that the view is of
	Stride   uint32 // of the view
	Bytes    uint32 // that the input layout reads of a vertex
	Semantic string // of the element that ends there
}

// Fed is what a draw is fed with from a buffer.
type Fed uint8

// What a draw is fed with.
const (
	FedVertices Fed = iota
	FedInstances
	FedIndices
)

// String returns a noun in the plural: "vertices".
func (f Fed) String() string { return [...]string{"vertices", "instances", "indices"}[f] }

// IndirectFault is a command of ExecuteIndirect whose arguments ask for more thread groups than a dispatch may have, or, without groups, for indices
// of a format that there is not. It was left out.
type IndirectFault struct {
	gpu.Origin
	Command     uint64 // number in the argument buffer, from 0
	Groups      [3]uint32
	IndexFormat uint32 // number of DXGI_FORMAT
}
