// Package residency is the vocabulary of residency: which memory the GPU may access, as calls and enumerations.
//
//	created ──▶ resident ──Evict──▶ evicted ──MakeResident──▶ resident      each object counts both: CREATE_NOT_RESIDENT begins with 0, others with 1
//	                                   └──EnqueueMakeResident──▶ resident when the fence has its value
//
// An object that is not resident keeps its bytes and its addresses. The package has no behaviour: package device makes the calls, package validate
// has the rules.
package residency

import "github.com/gpuscript/gpuscript/gpu"

// Pageable is an object that owns memory which can be evicted: a heap, a committed resource, a descriptor heap or a query heap.
type Pageable interface{ gpu.Object }

// Act is what a Call does.
type Act uint8

// The acts.
const (
	MakeResident Act = iota
	EnqueueMakeResident
	Evict
	SetPriority
)

// Call is MakeResident, EnqueueMakeResident, Evict or SetResidencyPriority. It is a gpu.Call.
type Call struct {
	gpu.CallHead
	Act     Act
	Device  gpu.ID
	Objects []gpu.ID
	Fence   gpu.ID // EnqueueMakeResident: that it signals
	Value   uint64 // with this value
}

// CallKind implements gpu.Call.
func (*Call) CallKind() gpu.CallKind { return gpu.CallResidency }

// ResidencyFlags say how EnqueueMakeResident goes on beyond the budget, as D3D12_RESIDENCY_FLAGS.
type ResidencyFlags uint32

// DenyOverbudget refuses what is beyond the budget. All video memory is the budget here, so it changes nothing.
const DenyOverbudget ResidencyFlags = 1

var flagNames = []gpu.FlagName{{Name: "NONE"}, {Name: "DENY_OVERBUDGET", Bits: uint64(DenyOverbudget)}}

// LuaFlagNames implements the flags contract of the bindings.
func (ResidencyFlags) LuaFlagNames() []gpu.FlagName { return flagNames }

// ResidencyPriority says what the system evicts last where memory is short, as D3D12_RESIDENCY_PRIORITY. Here the system evicts nothing by itself.
type ResidencyPriority uint8

// The priorities.
const (
	PriorityMinimum ResidencyPriority = iota
	PriorityLow
	PriorityNormal
	PriorityHigh
	PriorityMaximum
)

var priorityNames = []string{"MINIMUM", "LOW", "NORMAL", "HIGH", "MAXIMUM"}

// LuaNames implements the enum contract of the bindings.
func (ResidencyPriority) LuaNames() []string { return priorityNames }

// String is the name of the priority.
func (p ResidencyPriority) String() string { return priorityNames[p] }
