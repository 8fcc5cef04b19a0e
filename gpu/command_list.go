package gpu

// CommandListType is what a list may record and which queues consume it (S1–S4 of the multi-engine rules).
type CommandListType uint8

// The list types, as D3D12_COMMAND_LIST_TYPE.
const (
	ListDirect CommandListType = iota
	ListBundle
	ListCompute
	ListCopy
)

var listTypeNames = []string{"DIRECT", "BUNDLE", "COMPUTE", "COPY"}

// LuaNames implements the enum contract of the bindings.
func (CommandListType) LuaNames() []string { return listTypeNames }

// String returns the D3D12 name without its prefix.
func (t CommandListType) String() string { return enumName(listTypeNames, int(t)) }

// QueuePriority orders queues that share an engine. It never creates order between them (S21).
type QueuePriority uint8

// The priorities, as D3D12_COMMAND_QUEUE_PRIORITY.
const (
	PriorityNormal QueuePriority = iota
	PriorityHigh
	PriorityGlobalRealtime
)

var priorityNames = []string{"NORMAL", "HIGH", "GLOBAL_REALTIME"}

// LuaNames implements the enum contract of the bindings.
func (QueuePriority) LuaNames() []string { return priorityNames }

// String returns the D3D12 name without its prefix.
func (p QueuePriority) String() string { return enumName(priorityNames, int(p)) }

// CommandQueueFlags as D3D12_COMMAND_QUEUE_FLAGS.
type CommandQueueFlags uint32

// The queue flags.
const (
	QueueFlagDisableGPUTimeout CommandQueueFlags = 1
)

var queueFlagNames = []FlagName{{"NONE", 0}, {"DISABLE_GPU_TIMEOUT", 1}}

// LuaFlagNames implements the flags contract of the bindings.
func (CommandQueueFlags) LuaFlagNames() []FlagName { return queueFlagNames }

// String joins the set flags.
func (f CommandQueueFlags) String() string { return flagString(queueFlagNames, uint64(f)) }

// CommandQueueDesc describes a queue (CreateCommandQueue).
type CommandQueueDesc struct {
	Name     string
	Type     CommandListType   `lua:",required"` // DIRECT, COMPUTE or COPY
	Priority QueuePriority     // queues of higher priority are served first by their engine
	Flags    CommandQueueFlags // DISABLE_GPU_TIMEOUT: work may take any time
	NodeMask uint32            `lua:",max=1"` // 0 or 1: there is one node
	// AnyState lets the queue read resources in whatever state they are, and leaves the states as they are: for reading back what a program has made.
	AnyState bool `lua:"-"`
}

// CommandListDesc describes a list (CreateCommandList). With an Allocator the list opens at once; without one it is
// created closed, as CreateCommandList1 does, and Reset opens it.
type CommandListDesc struct {
	Name         string
	Type         CommandListType  `lua:",required"` // DIRECT, COMPUTE, COPY or BUNDLE
	Allocator    CommandAllocator // nil: created closed
	InitialState PipelineState    // nil: none
	NodeMask     uint32           `lua:",max=1"`
}

// FenceFlags as D3D12_FENCE_FLAGS.
type FenceFlags uint32

// The fence flags.
const (
	FenceShared             FenceFlags = 1
	FenceSharedCrossAdapter FenceFlags = 2
	FenceNonMonitored       FenceFlags = 4
)

var fenceFlagNames = []FlagName{{"NONE", 0}, {"SHARED", 1}, {"SHARED_CROSS_ADAPTER", 2}, {"NON_MONITORED", 4}}

// LuaFlagNames implements the flags contract of the bindings.
func (FenceFlags) LuaFlagNames() []FlagName { return fenceFlagNames }

// String joins the set flags.
func (f FenceFlags) String() string { return flagString(fenceFlagNames, uint64(f)) }

// EventDesc describes a CPU event (gpu.CreateEvent), as CreateEvent of Win32.
type EventDesc struct {
	Name         string
	ManualReset  bool // stays set until ResetEvent; otherwise the wait that it ends resets it
	InitialState bool // set from the beginning
}

// MultipleFenceWait is what SetEventOnMultipleFenceCompletion waits for.
type MultipleFenceWait uint8

// The wait modes.
const (
	WaitAll MultipleFenceWait = iota
	WaitAny
)

var multiWaitNames = []string{"ALL", "ANY"}

// LuaNames implements the enum contract of the bindings.
func (MultipleFenceWait) LuaNames() []string { return multiWaitNames }

// String returns "ALL" or "ANY".
func (w MultipleFenceWait) String() string { return enumName(multiWaitNames, int(w)) }

// MaxFenceValue is the largest value that a script can name exactly: a Lua number is a float64 (2^53). The removed
// device's value, 2^64-1, is above it and is shown as the number nearest to it.
const MaxFenceValue = 1 << 53
