package gpu

// PassBeginning as D3D12_RENDER_PASS_BEGINNING_ACCESS_TYPE: what a render pass finds in a target.
type PassBeginning uint8

// The ways to begin that use the target; NO_ACCESS leaves it alone.
const (
	PassBeginDiscard  PassBeginning = 0
	PassBeginPreserve PassBeginning = 1
	PassBeginClear    PassBeginning = 2
)

// LuaNames implements the enum contract of the bindings.
func (PassBeginning) LuaNames() []string {
	return []string{"DISCARD", "PRESERVE", "CLEAR", "NO_ACCESS"}
}

// PassEnding as D3D12_RENDER_PASS_ENDING_ACCESS_TYPE: what a render pass leaves in a target.
type PassEnding uint8

// The ways to end that do something.
const (
	PassEndDiscard PassEnding = 0
	PassEndResolve PassEnding = 2
)

// LuaNames implements the enum contract of the bindings.
func (PassEnding) LuaNames() []string { return []string{"DISCARD", "PRESERVE", "RESOLVE", "NO_ACCESS"} }

// PassBeginningAccess as D3D12_RENDER_PASS_BEGINNING_ACCESS; ClearValue is for CLEAR.
type PassBeginningAccess struct {
	Type       PassBeginning `lua:",default=NO_ACCESS"` // what becomes of the contents when the pass begins
	ClearValue ClearValue    // with CLEAR
}

// PassResolve as D3D12_RENDER_PASS_ENDING_ACCESS_RESOLVE_PARAMETERS of one subresource: from the target to DstResource, which is in RESOLVE_DEST.
type PassResolve struct {
	SrcResource           Resource    // nil: the target's
	DstResource           Resource    `lua:",required"` // gets one sample a texel
	SrcSubresource        uint32      // of SrcResource
	DstSubresource        uint32      // of DstResource
	DstX, DstY            uint32      // texels
	SrcRect               *Rect       // nil: all of it
	Format                Format      // UNKNOWN: that of the target's resource
	ResolveMode           ResolveMode `lua:",default=AVERAGE"` // how samples become one
	PreserveResolveSource bool        // false: the samples are discarded when they are resolved
}

// PassEndingAccess as D3D12_RENDER_PASS_ENDING_ACCESS; Resolve is for RESOLVE.
type PassEndingAccess struct {
	Type    PassEnding   `lua:",default=NO_ACCESS"` // what becomes of the contents when the pass ends
	Resolve *PassResolve // with RESOLVE
}

// RenderPassTarget as D3D12_RENDER_PASS_RENDER_TARGET_DESC.
type RenderPassTarget struct {
	CPUDescriptor   CPUDescriptorHandle `lua:",required"` // the render target view
	BeginningAccess PassBeginningAccess `lua:",required"` // what becomes of the contents when the pass begins
	EndingAccess    PassEndingAccess    `lua:",required"` // and when it ends
}

// RenderPassDepthStencil as D3D12_RENDER_PASS_DEPTH_STENCIL_DESC; what is left out is NO_ACCESS.
type RenderPassDepthStencil struct {
	CPUDescriptor          CPUDescriptorHandle `lua:",required"`   // the depth-stencil view
	DepthBeginningAccess   PassBeginningAccess `lua:",default={}"` // of the depth plane
	StencilBeginningAccess PassBeginningAccess `lua:",default={}"` // of the stencil plane
	DepthEndingAccess      PassEndingAccess    `lua:",default={}"` // of the depth plane
	StencilEndingAccess    PassEndingAccess    `lua:",default={}"` // of the stencil plane
}

// RenderPassFlags as D3D12_RENDER_PASS_FLAGS.
type RenderPassFlags uint32

// The flags of passes that several recordings make together. A suspended pass ends without its ending accesses, one that resumes begins without its beginning
// accesses: in order they are one pass.
const (
	PassSuspends RenderPassFlags = 2
	PassResumes  RenderPassFlags = 4
)

var renderPassFlagNames = []FlagName{{"NONE", 0}, {"ALLOW_UAV_WRITES", 1}, {"SUSPENDING_PASS", 2}, {"RESUMING_PASS", 4}}

// LuaFlagNames implements the flags contract of the bindings.
func (RenderPassFlags) LuaFlagNames() []FlagName { return renderPassFlagNames }
