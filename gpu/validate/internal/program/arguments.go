package program

import (
	"math/bits"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// Argument is a root argument.
type Argument struct {
	Resource gpu.ID // root descriptors
	Table    gpu.GPUDescriptorHandle
	Writes   uint64 // of descriptors before it was set
	Site     gpu.Site
	Index    uint32      // of the command that set it
	Op       gpu.Op      // of it
	Clock    track.Clock // where its data may not change: what the recording thread knew
}

// Arguments are a root signature and its arguments, of dispatches or of draws. The zero value has none.
type Arguments struct {
	Draws     bool // they are those of draws
	Root      gpu.ID
	RootAt    gpu.Site // where it was set; 0: by a bundle
	Ran       bool     // a command has needed it since
	Signature *Root    // of Root
	Set       uint64   // root parameters that have an argument
	Lost      uint64   // tables that SetDescriptorHeaps unset
	Spent     uint64   // parameters that ExecuteIndirect unset
	SpentAt   gpu.Site
	Args      [64]Argument
	Constants [gpu.MaxRootSignatureDWORDs]Constant // of parameters that have an argument, each at its place in the root signature
}

// Reset forgets everything, as Reset of a list and ClearState do.
func (a *Arguments) Reset() { a.Root, a.Signature, a.Set, a.Lost, a.Spent = 0, nil, 0, 0, 0 }

// Fits says whether the root signature describes the arguments of a layout.
func (a *Arguments) Fits(l Layout) bool { return a.Signature != nil && a.Signature.Layout == l }

// Setter is the name of a method that sets them.
func (a *Arguments) Setter(what string) string {
	if a.Draws {
		return "SetGraphicsRoot" + what
	}
	return "SetComputeRoot" + what
}

// Takes says whether another root signature may stand where this one was set: nothing has needed this one, and the arguments that were set are as
// good for the other, and all that a pipeline needs.
func (a *Arguments) Takes(r *Root, p *Pipeline) bool {
	if r == nil || a.Signature == nil || a.Ran || p.Reads.Needs&^a.Set != 0 {
		return false
	}
	for rest := a.Set; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros64(rest)
		if i >= len(r.Desc.Parameters) {
			return false
		}
		if was, now := &a.Signature.Desc.Parameters[i],
			&r.Desc.Parameters[i]; was.Type != now.Type || was.Num32BitValues != now.Num32BitValues || len(was.Ranges) != len(now.Ranges) {
			return false
		}
	}
	return true
}

// SetRoot binds a root signature: another layout unsets the arguments, the same one keeps them.
func (a *Arguments) SetRoot(id gpu.ID, r *Root, site gpu.Site) {
	if r == nil || !a.Fits(r.Layout) {
		a.Set, a.Lost, a.Spent = 0, 0, 0
	}
	a.Root, a.Signature, a.RootAt, a.Ran = id, r, site, false
}

// Put sets an argument, which the caller fills.
func (a *Arguments) Put(parameter uint32) *Argument {
	bit := uint64(1) << parameter
	a.Set |= bit
	a.Lost &^= bit
	a.Spent &^= bit
	return &a.Args[parameter]
}

// none is an argument that is not set.
var none Argument

// Given is the argument of a parameter, all zero where there is none: a bundle takes that over.
func (a *Arguments) Given(parameter int) *Argument {
	if a.Set>>parameter&1 == 0 {
		return &none
	}
	return &a.Args[parameter]
}

// LoseTables unsets the tables of descriptor heaps that are not bound any more.
func (a *Arguments) LoseTables(before, now [2]gpu.ID) {
	r := a.Signature
	if before == now || r == nil {
		return
	}
	for p := range r.Desc.Parameters {
		if bit := uint64(1) << p; r.Tables.Set&bit != 0 && a.Set&bit != 0 && now[r.Tables.Heap[p]] != before[r.Tables.Heap[p]] {
			a.Set &^= bit
			a.Lost |= bit
		}
	}
}

// Spend unsets the arguments that the commands of a signature have set (D3D12, indirect drawing).
func (a *Arguments) Spend(s *Signature, site gpu.Site) {
	if s != nil && s.Sets != 0 {
		a.Set &^= s.Sets
		a.Spent |= s.Sets
		a.SpentAt = site
	}
}

// Take leaves what a bundle has set in the list that executes it by the command at an index: its root signature, and its arguments. What it did not
// set stays.
func (a *Arguments) Take(b *Arguments, index uint32) {
	if b.Signature != nil {
		a.SetRoot(b.Root, b.Signature, 0)
	}
	for rest := b.Set; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros64(rest)
		a.Args[i] = b.Args[i]
		a.Args[i].Index = index
		a.take(b, uint32(i))
	}
	a.Set = a.Set&^(b.Lost|b.Spent) | b.Set
	a.Lost = a.Lost&^b.Set | b.Lost
	if a.Spent = a.Spent&^b.Set | b.Spent; b.Spent != 0 {
		a.SpentAt = b.SpentAt
	}
}

// ViewKind is the parameter type that a SetComputeRoot…View command sets.
func ViewKind(op gpu.Op) gpu.RootParameterType {
	switch op {
	case gpu.OpSetComputeRootConstantBufferView, gpu.OpSetGraphicsRootConstantBufferView:
		return gpu.RootCBV
	case gpu.OpSetComputeRootShaderResourceView, gpu.OpSetGraphicsRootShaderResourceView:
		return gpu.RootSRV
	}
	return gpu.RootUAV
}
