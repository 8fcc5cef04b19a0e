// Package graphics holds the rules of the graphics pipeline for commands of lists: what a draw needs, what may be bound, what bundles take over. Root
// arguments are not among them: dispatches have them too.
//
//	Command ── State.Check ──▶ rules ──▶ World.Say     before it is recorded
//	        ── State.Follow ─▶ State                   when it has been recorded
//
// Binding is no use: the states of vertex buffers, indices and targets are looked at by draws, and by render passes that preserve what is there
// (use.go).
//
// A State is what one list has set so far. Objects, their life and their resource states are asked for through World. It must not know other lists
// but bundles, nor queues, order or executed work.
package graphics

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/role"
)

// World is what the rules ask of the validator, for the list and the command at hand.
type World interface {
	// Say starts the diagnostic of a broken rule.
	Say(code diag.Code, site gpu.Site, format string, args ...any) *diag.Diagnostic
	// Name is the name of an object alone; NoSubresource and NoSubresources say that a resource does not have a subresource, or so many.
	Name(id gpu.ID) string
	NoSubresource(id gpu.ID, subresource uint32)
	NoSubresources(id gpu.ID, first, count uint32)
	// Ref is an object as messages name it, Created the place where it was made.
	Ref(id gpu.ID) string
	Created(id gpu.ID) gpu.Site
	// Advise says whether states and advice are looked at, too.
	Advise() bool
	// List is the type of the list.
	List() gpu.CommandListType
	// Resource is the normalized description of a resource, nil if it is none.
	Resource(id gpu.ID) *gpu.ResourceDesc
	// ClearValue is the OptimizedClearValue of a texture, nil where it has none.
	ClearValue(id gpu.ID) *gpu.ClearValue
	// Usable says whether an object is alive, and says so if it is not.
	Usable(id gpu.ID) bool
	// Use applies the state rules for using a subresource.
	Use(id gpu.ID, subresource uint32, as gpu.ResourceStates)
	// Buffer finds the buffer that holds size bytes at an address, or says that there is none. 0: none, or addresses cannot be asked for.
	Buffer(address, size uint64) gpu.ID
	// As says as what the command uses the resources of the next calls of Use.
	As(r role.Role)
	// Refer remembers that the recording needs an object.
	Refer(id gpu.ID)
	// Pipeline is the list's pipeline, 0 if none; desc is nil where it is no graphics pipeline.
	Pipeline() (id gpu.ID, desc *gpu.GraphicsPipelineStateDesc)
	// PipelineOf is the description of a graphics pipeline, nil if it is none.
	PipelineOf(id gpu.ID) *gpu.GraphicsPipelineStateDesc
	// QueryHeap is the description of a query heap, nil if it is none.
	QueryHeap(id gpu.ID) *gpu.QueryHeapDesc
	// WrongPipeline says that a draw finds a compute pipeline.
	WrongPipeline()
	// Signature is the description of a command signature, nil if it is none.
	Signature(id gpu.ID) *gpu.CommandSignatureDesc
	// Bundle is a list that ExecuteBundle names.
	Bundle(id gpu.ID) Bundle
	// Run applies the state rules for what the commands of a bundle use.
	Run(bundle gpu.ID)
	// Unshown is the resource with a flag that the descriptor at a handle can be meant to show, where it is the only one of its heap that was never
	// written: the only resource, or of several the only one that no descriptor of such a heap shows; 0: that is not known.
	Unshown(flag gpu.ResourceFlags, at gpu.CPUDescriptorHandle) gpu.ID
	// OnlyView is the only view that was written to heaps of a type, and what it shows. Its heap is 0 where there are several, or none.
	OnlyView(in gpu.DescriptorHeapType) (at gpu.CPUDescriptorHandle, shows gpu.ID)
	// Arguments says which root arguments the list has set for a pipeline: whether its root signature is the pipeline's, and the parameters by bit.
	Arguments(pipeline gpu.ID) (same bool, set uint64)
}

// Bundle is what ExecuteBundle needs to know of a list.
type Bundle struct {
	Type   gpu.CommandListType
	Open   bool
	Empty  bool     // it was never recorded
	Failed bool     // its recording broke a rule
	Reset  bool     // its allocator was reset since
	Latest gpu.Site // its last command, or where its recording began
	State  *State
}
