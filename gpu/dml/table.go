package dml

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/internal/words"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
)

// BindingTableDesc describes a binding table: what it binds for, and which descriptors it may write.
type BindingTableDesc struct {
	Name                string
	Dispatchable        Dispatchable            `lua:",required"` // a compiled operator or an initializer
	CPUDescriptorHandle gpu.CPUDescriptorHandle `lua:",required"` // where the table writes descriptors
	GPUDescriptorHandle gpu.GPUDescriptorHandle `lua:",required"` // where the GPU reads them
	SizeInDescriptors   uint32                  `lua:",required"` // of the range
}

// BindingType as DML_BINDING_TYPE.
type BindingType uint8

// The binding types.
const (
	BindAuto        BindingType = iota // as the other fields of the binding say
	BindNone                           // nothing: for tensors that are optional
	BindBuffer                         // a part of a buffer
	BindBufferArray                    // a buffer for each input of a target: only for initializers
)

var bindingTypeNames = []string{"", "NONE", "BUFFER", "BUFFER_ARRAY"}

// LuaNames implements the enum contract of the bindings.
func (BindingType) LuaNames() []string { return bindingTypeNames }

// String returns the DirectML name without its prefix.
func (t BindingType) String() string { return bindingTypeNames[t] }

// BufferBinding is a part of a buffer, as DML_BUFFER_BINDING.
type BufferBinding struct {
	Buffer      *device.Resource // nil: nothing
	Offset      uint64           // bytes, a multiple of 16; of temporary and persistent resources of 256
	SizeInBytes uint64           // 0: to the end of the buffer
}

// Binding is what is bound to a tensor, as DML_BINDING_DESC. Without a type it is as its other fields say.
type Binding struct {
	Type BindingType // left out: as the other fields say
	BufferBinding
	Bindings []BufferBinding // BUFFER_ARRAY: one for each input of the target
}

// kind is the type of the binding.
func (b *Binding) kind() BindingType {
	switch {
	case b.Type != BindAuto:
		return b.Type
	case b.Bindings != nil:
		return BindBufferArray
	case b.Buffer != nil:
		return BindBuffer
	}
	return BindNone
}

// BindingTable writes descriptors for the bindings of a dispatchable into a range of a heap. It owns nothing of the GPU. One thread uses it at a time.
type BindingTable struct {
	object
	of     BindingTableDesc
	target *dispatchable
	sets   []set // one for each plan of the dispatchable
}

// set is what is bound for one plan.
type set struct {
	inputs, outputs []BufferBinding
	temporary, kept BufferBinding
}

// CreateBindingTable makes a binding table; nil makes an empty one, which can be used behind Reset.
func (d *Device) CreateBindingTable(of *BindingTableDesc) (*BindingTable, error) {
	if err := d.usable("CreateBindingTable"); err != nil {
		return nil, err
	}
	t := &BindingTable{}
	name := ""
	if of != nil {
		name = of.Name
	}
	t.init(d, "BindingTable", name)
	if of == nil {
		return t, nil
	}
	return t, t.reset("CreateBindingTable", *of)
}

// Reset makes the table one for another dispatchable or range. Descriptors that it wrote stay as they are.
func (t *BindingTable) Reset(of *BindingTableDesc) error {
	if err := t.usable("Reset"); err != nil {
		return err
	}
	if of == nil {
		t.target, t.sets = nil, nil
		return nil
	}
	return t.reset("Reset", *of)
}

func (t *BindingTable) reset(method string, of BindingTableDesc) error {
	d := of.Dispatchable.common()
	if need := d.count; of.SizeInDescriptors < need {
		return t.refuse(diag.DMLTableTooSmall, method, "SizeInDescriptors is %d, but %s needs %d descriptors", of.SizeInDescriptors, d, need)
	}
	t.of, t.target = of, d
	t.sets = make([]set, len(d.plans))
	return nil
}

func (t *BindingTable) refuse(code diag.Code, method, format string, args ...any) error {
	return t.dev.rules.Refuse(words.Binding(code, t.site, t.said(), method, format, args...))
}

// Release gives the table up. Descriptors that it wrote stay, so it may be released behind RecordDispatch.
func (t *BindingTable) Release() error { return t.give() }

// bound is the dispatchable that the table binds for.
func (t *BindingTable) bound(method string) (*dispatchable, error) {
	if err := t.usable(method); err != nil {
		return nil, err
	}
	if t.target == nil {
		return nil, t.refuse(diag.DMLEmptyTable, method, "%s is empty", t)
	}
	return t.target, nil
}

// BindInputs binds the inputs in the order of the operator's fields. Those that are left out at the end are not bound.
func (t *BindingTable) BindInputs(bindings []Binding) error {
	d, err := t.bound("BindInputs")
	if err != nil {
		return err
	}
	flat, err := t.flatten("BindInputs", "inputs", d.inputs, bindings)
	if err != nil {
		return err
	}
	t.sets[0].inputs = flat
	return t.write(shader.Input)
}

// BindOutputs binds the outputs in the order of the operator's fields. Those that are left out at the end are not bound.
func (t *BindingTable) BindOutputs(bindings []Binding) error {
	d, err := t.bound("BindOutputs")
	if err != nil {
		return err
	}
	flat, err := t.flatten("BindOutputs", "outputs", d.outputs, bindings)
	if err != nil {
		return err
	}
	t.sets[0].outputs = flat
	return t.write(shader.Output)
}

// flatten reads a list of bindings for tensors.
func (t *BindingTable) flatten(method, what string, tensors []op.Bound, bindings []Binding) ([]BufferBinding, error) {
	if len(bindings) > len(tensors) {
		return nil, t.refuse(diag.DMLBindingCount, method, "%d bindings for the %d %s of %s", len(bindings), len(tensors), what, t.target)
	}
	out := make([]BufferBinding, len(tensors))
	for i := range bindings {
		if k := bindings[i].kind(); k == BindBufferArray {
			return nil, t.refuse(diag.DMLBindingType, method, "binding %d is of type %s, and tensor '%s' takes a BUFFER", i+1, k, tensors[i].Name)
		}
		out[i] = bindings[i].BufferBinding
	}
	return out, nil
}

// BindTemporaryResource binds the memory that an execution calculates in; nil unbinds it.
func (t *BindingTable) BindTemporaryResource(b *Binding) error {
	return t.bindOne("BindTemporaryResource", shader.Temporary, func(s *set) *BufferBinding { return &s.temporary }, b)
}

// BindPersistentResource binds the memory that initialisation filled; nil unbinds it.
func (t *BindingTable) BindPersistentResource(b *Binding) error {
	return t.bindOne("BindPersistentResource", shader.Persistent, func(s *set) *BufferBinding { return &s.kept }, b)
}

func (t *BindingTable) bindOne(method string, space shader.Space, field func(*set) *BufferBinding, b *Binding) error {
	if _, err := t.bound(method); err != nil {
		return err
	}
	for i := range t.sets {
		if *field(&t.sets[i]) = (BufferBinding{}); b != nil {
			*field(&t.sets[i]) = b.BufferBinding
		}
	}
	return t.write(space)
}

// write writes the descriptors of the views of a space.
func (t *BindingTable) write(space shader.Space) error {
	for n, p := range t.target.plans {
		s := &t.sets[n]
		for i, v := range p.views {
			if v.Space != space {
				continue
			}
			if err := t.describe(v, s.of(v), p.at[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// of is what is bound for a view.
func (s *set) of(v shader.View) BufferBinding {
	switch v.Space {
	case shader.Temporary:
		return s.temporary
	case shader.Persistent:
		return s.kept
	case shader.Output:
		return entry(s.outputs, v.Index)
	}
	return entry(s.inputs, v.Index)
}

func entry(list []BufferBinding, i int) BufferBinding {
	if i < len(list) {
		return list[i]
	}
	return BufferBinding{}
}

// describe writes one descriptor; a null one for what is not bound.
func (t *BindingTable) describe(v shader.View, b BufferBinding, at uint32) error {
	format, stride := shader.Format(v.Type)
	view := gpu.ViewDesc{Format: format, StructureByteStride: stride, ViewDimension: gpu.ViewBuffer, NumElements: uint32(v.Elements)}
	handle := t.of.CPUDescriptorHandle
	handle.Index += at
	native := t.dev.at(t.site)
	if b.Buffer == nil {
		return native.CreateUnorderedAccessView(nil, nil, &view, handle)
	}
	view.FirstElement = (b.Offset + v.Offset) / v.Type.Bytes()
	return native.CreateUnorderedAccessView(b.Buffer, nil, &view, handle)
}
