package gpu

// ResourceStates is a set of usage states of a subresource, as D3D12_RESOURCE_STATES with its values.
type ResourceStates uint32

// The states.
const (
	StateCommon                  ResourceStates = 0
	StatePresent                 ResourceStates = 0
	StateVertexAndConstantBuffer ResourceStates = 0x1
	StateIndexBuffer             ResourceStates = 0x2
	StateRenderTarget            ResourceStates = 0x4
	StateUnorderedAccess         ResourceStates = 0x8
	StateDepthWrite              ResourceStates = 0x10
	StateDepthRead               ResourceStates = 0x20
	StateNonPixelShaderResource  ResourceStates = 0x40
	StatePixelShaderResource     ResourceStates = 0x80
	StateStreamOut               ResourceStates = 0x100
	StateIndirectArgument        ResourceStates = 0x200
	StatePredication             ResourceStates = 0x200
	StateCopyDest                ResourceStates = 0x400
	StateCopySource              ResourceStates = 0x800
	StateResolveDest             ResourceStates = 0x1000
	StateResolveSource           ResourceStates = 0x2000
	StateGenericRead             ResourceStates = 0xAC3
	StateAllShaderResource       ResourceStates = 0xC0

	// StateWriteBits are the states that write; at most one may be set, and alone.
	StateWriteBits = StateRenderTarget | StateUnorderedAccess | StateDepthWrite | StateStreamOut | StateCopyDest | StateResolveDest
	// StateComputeBits are the states that a COMPUTE list may use and transition (those of Direct3D 12's documentation, and what Dispatch reads).
	StateComputeBits = StateUnorderedAccess | StateNonPixelShaderResource | StateCopySource | StateCopyDest | StateVertexAndConstantBuffer |
		StateIndirectArgument
	// StateCopyBits are the states that a COPY list may use and transition.
	StateCopyBits = StateCopySource | StateCopyDest
)

// States are those that lists of a type may use and transition.
func (t CommandListType) States() ResourceStates {
	switch t {
	case ListCompute:
		return StateComputeBits
	case ListCopy:
		return StateCopyBits
	}
	return ^ResourceStates(0)
}

var stateNames = []FlagName{{"COMMON", 0}, {"PRESENT", 0}, {"GENERIC_READ", 0xAC3}, {"ALL_SHADER_RESOURCE", 0xC0},
	{"VERTEX_AND_CONSTANT_BUFFER", 0x1}, {"INDEX_BUFFER", 0x2}, {"RENDER_TARGET", 0x4}, {"UNORDERED_ACCESS", 0x8}, {"DEPTH_WRITE", 0x10},
	{"DEPTH_READ", 0x20}, {"NON_PIXEL_SHADER_RESOURCE", 0x40}, {"PIXEL_SHADER_RESOURCE", 0x80}, {"STREAM_OUT", 0x100},
	{"INDIRECT_ARGUMENT", 0x200}, {"PREDICATION", 0x200}, {"COPY_DEST", 0x400}, {"COPY_SOURCE", 0x800}, {"RESOLVE_DEST", 0x1000},
	{"RESOLVE_SOURCE", 0x2000}}

// LuaFlagNames implements the flags contract of the bindings.
func (ResourceStates) LuaFlagNames() []FlagName { return stateNames }

// String joins the names of the set states with "|".
func (s ResourceStates) String() string { return flagString(stateNames, uint64(s)) }

// Has says whether every bit of t is set in s.
func (s ResourceStates) Has(t ResourceStates) bool { return s&t == t }

// Writes returns the write states in s.
func (s ResourceStates) Writes() ResourceStates { return s & StateWriteBits }

// Legal says whether s is a legal combination: one write state alone, or any read states.
func (s ResourceStates) Legal() bool {
	w := s.Writes()
	return w == 0 || w == s && w&(w-1) == 0
}

// AllSubresources stands for every subresource of a resource.
const AllSubresources = 0xffffffff

// BarrierType as D3D12_RESOURCE_BARRIER_TYPE.
type BarrierType uint8

// The barrier types.
const (
	BarrierTransition BarrierType = iota
	BarrierAliasing
	BarrierUAV
)

var barrierTypeNames = []string{"TRANSITION", "ALIASING", "UAV"}

// LuaNames implements the enum contract of the bindings.
func (BarrierType) LuaNames() []string { return barrierTypeNames }

// String returns the D3D12 name without its prefix.
func (t BarrierType) String() string { return enumName(barrierTypeNames, int(t)) }

// BarrierFlags splits a barrier into its two halves, as D3D12_RESOURCE_BARRIER_FLAGS: what comes before BEGIN_ONLY is ordered before what follows
// END_ONLY.
type BarrierFlags uint32

// The barrier flags.
const (
	BarrierBeginOnly BarrierFlags = 1
	BarrierEndOnly   BarrierFlags = 2
)

var barrierFlagNames = []FlagName{{"NONE", 0}, {"BEGIN_ONLY", 1}, {"END_ONLY", 2}}

// LuaFlagNames implements the flags contract of the bindings.
func (BarrierFlags) LuaFlagNames() []FlagName { return barrierFlagNames }

// String joins the set flags.
func (f BarrierFlags) String() string { return flagString(barrierFlagNames, uint64(f)) }

// BarrierDesc is one barrier as a script writes it. TRANSITION uses Resource, Subresource, Before and After; UAV uses
// Resource (nil: all); ALIASING uses ResourceBefore and ResourceAfter (either may be nil).
type BarrierDesc struct {
	Type           BarrierType    `lua:",tag"` // left out: that of its member UAV or Aliasing, or TRANSITION
	Flags          BarrierFlags   // the half of a split barrier
	Resource       Resource       `lua:",when=TRANSITION|UAV"`                // of a UAV barrier, nil is all resources
	Subresource    uint32         `lua:",default=4294967295,when=TRANSITION"` // left out: all
	Before         ResourceStates `lua:",when=TRANSITION"`                    // the state the subresource is in
	After          ResourceStates `lua:",when=TRANSITION"`                    // the state it will be in
	ResourceBefore Resource       `lua:",when=ALIASING"`                      // the resource that used the memory so far; nil: any
	ResourceAfter  Resource       `lua:",when=ALIASING"`                      // the resource that uses it from now on; nil: any
}

// Barrier is a recorded barrier: BarrierDesc with its objects replaced by their identities.
type Barrier struct {
	Type        BarrierType
	Flags       BarrierFlags
	Resource    ID // TRANSITION, UAV; 0 is all
	Subresource uint32
	Before      ResourceStates
	After       ResourceStates
	Aliased     [2]ID // ALIASING: before, after
}
