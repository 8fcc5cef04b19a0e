package exec

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
)

// maxParameters bounds the parameters of a root signature: each costs one of 64 DWORDs or more.
const maxParameters = gpu.MaxRootSignatureDWORDs

// Bindings is the root state of one list while it executes: what the state-setting commands change and a dispatch reads. It
// keeps pipeline and root signature, so that releasing them too early cannot disturb the run.
type Bindings struct {
	list     gpu.CommandListType
	pipeline *Pipeline
	compute  rootState
	graphics rootState
	draw     drawState
	rehearse bool // the next dispatch that runs
}

// rootState is a root signature and its arguments: of dispatches, or of draws.
type rootState struct {
	root    *RootSignature
	version uint64 // counts the changes of what follows
	set     uint64 // the arguments that are set, by bit: what is in the others is left from before
	args    [maxParameters]argument
	// constants are the values of all 32BIT_CONSTANTS parameters, each at its place in the signature's DWORDs.
	constants [gpu.MaxRootSignatureDWORDs]uint32
}

// argument is the value of one root parameter; which field counts is said by the parameter's type.
type argument struct {
	table   gpu.GPUDescriptorHandle
	address uint64
}

// List is the type of the list that executes.
func (b *Bindings) List() gpu.CommandListType { return b.list }

// Pipeline is the current pipeline state, 0 if none.
func (b *Bindings) Pipeline() gpu.ID {
	if b.pipeline == nil {
		return 0
	}
	return b.pipeline.ID
}

// RootSignature is the current compute root signature, 0 if none.
func (b *Bindings) RootSignature() gpu.ID {
	if b.compute.root == nil {
		return 0
	}
	return b.compute.root.ID
}

// Predicate is the buffer whose bytes say whether commands are left out, 0 if there is none.
func (b *Bindings) Predicate() gpu.ID { return b.draw.predicate }

// Rehearse asks for a look at the work items of the next dispatch that runs (Dispatch.Rehearse).
func (b *Bindings) Rehearse() { b.rehearse = true }

// Rehearsed says whether there was a dispatch that ran since Rehearse, and takes the wish back.
func (b *Bindings) Rehearsed() bool {
	ran := !b.rehearse
	b.rehearse = false
	return ran
}

// arguments are the root arguments of dispatches, or of draws.
func (b *Bindings) arguments(draws bool) *rootState {
	if draws {
		return &b.graphics
	}
	return &b.compute
}

func (b *Bindings) reset(list gpu.CommandListType, pipeline *Pipeline) {
	b.list, b.pipeline = list, pipeline
	b.compute.setRoot(nil)
	b.graphics.setRoot(nil)
	b.draw.reset()
}

// setRoot changes the root signature. Setting the same one again, or one with the same contents, keeps the arguments;
// another one unsets them (D3D12, SetComputeRootSignature).
func (s *rootState) setRoot(root *RootSignature) {
	old := s.root
	s.root = root
	s.version++
	if old != nil && root != nil && old.Same(root) {
		return
	}
	s.set = 0
	if old != nil { // there are no constants without one
		clear(s.constants[:old.Constants])
	}
}

// values are those of the constants of the root signature.
func (s *rootState) values() []uint32 {
	if s.root == nil {
		return nil
	}
	return s.constants[:s.root.Constants]
}

// isSet tells whether a parameter has an argument.
func (s *rootState) isSet(slot uint32) bool { return s.set>>slot&1 != 0 }

func (s *rootState) setArgument(slot uint32, a argument) {
	if slot >= maxParameters {
		panic(fmt.Sprintf("BUG: exec: root parameter %d", slot))
	}
	s.version++
	s.set |= 1 << slot
	s.args[slot] = a
}

// setState does a command that only changes the bindings and says whether c is one.
func (m *Machine) setState(b *Bindings, c *gpu.Command) bool {
	switch c.Op {
	case gpu.OpClearState: // of which queries know nothing
		counts, open := b.draw.counts, b.draw.open
		b.reset(b.list, m.pipeline(c.Object))
		b.draw.counts, b.draw.open = counts, open
	case gpu.OpSetPipelineState:
		b.pipeline = m.pipeline(c.Object)
	case gpu.OpSetDescriptorHeaps: // handles of tables name their heaps
	default:
		return m.setRootState(b.arguments(c.Op.Graphics()), c) || b.draw.set(c)
	}
	return true
}

// setRootState does a command that changes the root signature or an argument and says whether c is one.
func (m *Machine) setRootState(s *rootState, c *gpu.Command) bool {
	switch c.Op {
	case gpu.OpSetComputeRootSignature, gpu.OpSetGraphicsRootSignature:
		s.setRoot(m.rootSignature(c.Object))
	case gpu.OpSetComputeRootDescriptorTable, gpu.OpSetGraphicsRootDescriptorTable:
		s.setArgument(c.Slot, argument{table: c.GPUHandle})
	case gpu.OpSetComputeRootConstantBufferView, gpu.OpSetComputeRootShaderResourceView, gpu.OpSetComputeRootUnorderedAccessView,
		gpu.OpSetGraphicsRootConstantBufferView, gpu.OpSetGraphicsRootShaderResourceView, gpu.OpSetGraphicsRootUnorderedAccessView:
		s.setArgument(c.Slot, argument{address: c.Address})
	case gpu.OpSetComputeRoot32BitConstant, gpu.OpSetComputeRoot32BitConstants, gpu.OpSetGraphicsRoot32BitConstant,
		gpu.OpSetGraphicsRoot32BitConstants:
		s.setConstants(c)
	default:
		return false
	}
	return true
}

func (s *rootState) setConstants(c *gpu.Command) {
	if s.root == nil {
		panic("BUG: exec: root constants without a root signature")
	}
	p := s.root.Parameters[c.Slot]
	if p.Kind != gpu.Root32BitConstants || c.X+uint32(len(c.Words)) > p.Values {
		panic(fmt.Sprintf("BUG: exec: constants [%d, %d) of root parameter %d, which has %d", c.X, c.X+uint32(len(c.Words)), c.Slot, p.Values))
	}
	copy(s.constants[p.First+c.X:], c.Words)
	s.setArgument(c.Slot, argument{})
}

// rootSignature finds a root signature; 0 is none.
func (m *Machine) rootSignature(id gpu.ID) *RootSignature {
	root := m.env.RootSignature(id)
	if root == nil && id != 0 {
		panic(fmt.Sprintf("BUG: exec: root signature %d does not exist", id))
	}
	return root
}

// pipeline finds a pipeline state; 0 is none.
func (m *Machine) pipeline(id gpu.ID) *Pipeline {
	p := m.env.Pipeline(id)
	if p == nil && id != 0 {
		panic(fmt.Sprintf("BUG: exec: pipeline %d does not exist", id))
	}
	return p
}
