package dml

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/internal/words"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

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

// size is the number of bytes that are bound.
func (b *BufferBinding) size() uint64 {
	if b.SizeInBytes == 0 {
		return b.Buffer.ResourceDesc().Width - min(b.Offset, b.Buffer.ResourceDesc().Width)
	}
	return b.SizeInBytes
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

// need is what a binding must be.
type need struct {
	what      string // "tensor 'InputTensor'"
	size      uint64 // bytes; 0: nothing may be bound
	align     uint64 // bytes, of the offset
	upload    bool   // an UPLOAD buffer will do
	why       string // of size 0: why nothing may be bound
	owner     bool   // it is why: the tensor is handed over and not bound, or the other way round
	mandatory bool
	list      string // path of the list that the binding stands in, in the first argument; "": it is that one
	entry, of int    // number of the binding in its list, from 1, and how many there are; 0: it is the argument
}

// path is that of the binding in the first argument.
func (n *need) path() string {
	if n.entry == 0 {
		return ""
	}
	return fmt.Sprintf("%s[%d]", n.list, n.entry)
}

// field is the path of a field of the binding.
func (n *need) field(name string) string {
	if n.entry == 0 {
		return name
	}
	return n.path() + "." + name
}

// needOf is what a binding for a tensor must be. initialising says which of both dispatches binds it: tensors that are OWNED_BY_DML are bound by
// initialisation, the others by execution.
func needOf(b op.Bound, initialising bool) need {
	n := need{what: fmt.Sprintf("tensor '%s'", b.Name), align: tensor.Alignment}
	switch {
	case b.Tensor == nil:
		n.why = "the operator was created without it"
	case b.Tensor.Owned() && !initialising:
		n.why, n.owner = "it is OWNED_BY_DML, and was handed over at initialisation", true
	case !b.Tensor.Owned() && initialising:
		n.why, n.owner = "it is not OWNED_BY_DML, and is bound for executions", true
	default:
		n.size, n.align, n.mandatory, n.upload = b.Tensor.TotalSize(), b.Tensor.BaseAlignment(), true, initialising
	}
	return n
}

// resourceNeed is what the binding of a temporary or persistent resource must be.
func resourceNeed(space shader.Space, size uint64) need {
	return need{what: "the " + space.String(), size: size, align: tensor.BufferAlign, why: "its size is 0", mandatory: size > 0}
}

// single checks one binding of a table's method, and returns what it binds.
func (t *BindingTable) single(method string, b *Binding, n need) (BufferBinding, error) {
	switch k := b.kind(); {
	case k == BindBufferArray:
		return BufferBinding{}, t.refused(method, words.NoArray(t.site, t.said(), method, n.what, n.entry, n.of, len(b.Bindings)))
	case k == BindBuffer && b.Buffer == nil:
		return BufferBinding{}, t.refused(method, words.NoBuffer(t.site, t.said(), method, n.what, true))
	case k == BindNone && n.mandatory:
		return BufferBinding{}, t.refused(method, words.NoBuffer(t.site, t.said(), method, n.what, false))
	case k == BindNone:
		return BufferBinding{}, nil
	}
	return b.BufferBinding, t.checkBuffer(method, &b.BufferBinding, n)
}

// checkBuffer refuses buffers that cannot be bound.
func (t *BindingTable) checkBuffer(method string, b *BufferBinding, n need) error {
	r := b.Buffer
	title, width := fmt.Sprintf("buffer %q", r.Name()), r.ResourceDesc().Width
	switch {
	case r.GetDevice() != t.dev.native:
		g := words.Binding(diag.DMLForeignBuffer, t.site, t.said(), method, "%s belongs to %s, but %s is on %s", title,
			r.GetDevice(), t.dev, t.dev.native)
		return t.refused(method, words.OnDevice(g, r.Created(), t.dev.native.Created()))
	case r.ResourceDesc().Dimension != gpu.DimensionBuffer:
		return t.refuse(diag.DMLBindingRange, method, "bind a buffer, as dml.AllocateTensor makes one", "resource %q is a %s, and %s takes a buffer",
			r.Name(), r.ResourceDesc().Dimension, n.what)
	case n.size == 0:
		return t.refused(method, words.NoEntry(n.owner, t.site, t.said(), method, n.path(), n.what, n.why))
	case b.Offset%n.align != 0:
		g := words.Binding(diag.DMLBindingAlign, t.site, t.said(), method,
			"%s takes an Offset that is a multiple of %d bytes, got %d", n.what, n.align, b.Offset)
		fix := diag.Multiple(method, n.field("Offset"), b.Offset, n.align)
		if (b.Offset/n.align+1)*n.align+max(b.SizeInBytes, n.size) > width { // the one above is too far behind
			fix = diag.Put(method, n.field("Offset"), b.Offset/n.align*n.align)
		}
		return t.refused(method, g.HelpFix(t.site, fix, "write a multiple of %d", n.align))
	case b.Offset > width || b.SizeInBytes > width-b.Offset:
		return t.refuse(diag.DMLBindingRange, method, "bind bytes that the buffer has, or make it larger",
			"bytes [%d, %d) are outside of %s, which has %d bytes", b.Offset, b.Offset+b.SizeInBytes, title, width)
	case b.size() < n.size:
		g := words.Binding(diag.DMLBindingRange, t.site, t.said(), method, "%s takes %d bytes, got %d of %s", n.what, n.size, b.size(), title)
		if n.size <= width-b.Offset {
			return t.refused(method, g.HelpFix(t.site, diag.Put(method, n.field("SizeInBytes"), n.size),
				"write SizeInBytes = %d, or leave it out", n.size))
		}
		g.HelpText("bind a buffer of %d bytes or more after the Offset, as dml.AllocateTensor makes one", n.size)
		return t.refused(method, g)
	}
	return t.checkHeap(method, r, title, &n)
}

// checkHeap refuses buffers of the wrong memory.
func (t *BindingTable) checkHeap(method string, r *device.Resource, title string, n *need) error {
	heap := r.HeapType()
	switch {
	case heap == gpu.HeapUpload && n.upload:
		return nil
	case heap == gpu.HeapUpload || heap == gpu.HeapReadback:
		return t.refused(method, words.WrongHeap(t.site, t.said(), method, n.what, title, heap.String()))
	case r.ResourceDesc().Flags&gpu.AllowUnorderedAccess == 0:
		return t.refused(method, words.NoAccess(t.site, t.said(), method, n.field("Buffer"), n.what, title))
	}
	return nil
}

// BindInputs binds the inputs: of an execution in the order of the operator's fields, of an initialisation a BUFFER_ARRAY for each target. Those of
// optional tensors at the end may be left out; an empty list unbinds all.
func (t *BindingTable) BindInputs(bindings []Binding) error {
	d, err := t.bound("BindInputs")
	switch {
	case err != nil:
		return err
	case d.initialises:
		return t.bindEach("BindInputs", shader.Input, bindings, t.bindTarget)
	}
	return t.bindTensors("BindInputs", shader.Input, d.inputs, bindings, &t.sets[0].inputs)
}

// BindOutputs binds the outputs: of an execution in the order of the operator's fields, of an initialisation the persistent resource of each target.
// Those of optional tensors at the end may be left out; an empty list unbinds all.
func (t *BindingTable) BindOutputs(bindings []Binding) error {
	d, err := t.bound("BindOutputs")
	switch {
	case err != nil:
		return err
	case d.initialises:
		return t.bindEach("BindOutputs", shader.Persistent, bindings, t.bindPersistent)
	}
	return t.bindTensors("BindOutputs", shader.Output, d.outputs, bindings, &t.sets[0].outputs)
}

// bindTensors binds the inputs or outputs of an execution.
func (t *BindingTable) bindTensors(method string, space shader.Space, tensors []op.Bound, bindings []Binding, to *[]BufferBinding) error {
	flat, err := t.flatten(method, space.String()+"s", "", tensors, bindings, false)
	if err != nil {
		return err
	}
	*to = flat
	return t.write(method, space)
}

// bindEach binds something for each target of an initializer, counted from 0; nothing for those that are left out.
func (t *BindingTable) bindEach(method string, space shader.Space, bindings []Binding, bind func(method string, n, of int, b *Binding) error) error {
	if len(bindings) > len(t.sets) {
		return t.refused(method, t.again(method, len(bindings),
			words.Surplus(t.site, t.said(), method, "", len(bindings), len(t.sets), "targets", t.target.String())))
	}
	for n := range t.sets {
		b := Binding{}
		if n < len(bindings) {
			b = bindings[n]
		}
		if err := bind(method, n, len(bindings), &b); err != nil {
			return err
		}
	}
	return t.write(method, space)
}

// again proposes to reset a table that still binds for an initializer which was recorded, where so many bindings fit one of its targets.
func (t *BindingTable) again(method string, count int, d *diag.Diagnostic) *diag.Diagnostic {
	var fits []*CompiledOperator
	for _, c := range t.target.targets {
		tensors := c.inputs
		if method == "BindOutputs" {
			tensors = c.outputs
		}
		if c.unused == nil && least(tensors, false) <= count && count <= len(tensors) {
			fits = append(fits, c)
		}
	}
	if len(fits) != 1 {
		return d
	}
	return words.ResetFor(d, t.site, t.said(), method, fits[0].said())
}

// flatten reads a list of bindings for tensors, which is at a path of the first argument.
func (t *BindingTable) flatten(method, what, list string, tensors []op.Bound, bindings []Binding, initialising bool) ([]BufferBinding, error) {
	out := make([]BufferBinding, len(tensors))
	if len(bindings) == 0 {
		return out, nil
	}
	if len(bindings) > len(tensors) || len(bindings) < least(tensors, initialising) {
		return nil, t.refused(method, words.Surplus(t.site, t.said(), method, list, len(bindings), len(tensors), what, t.target.String()))
	}
	for i := range bindings {
		var err error
		n := needOf(tensors[i], initialising)
		n.list, n.entry, n.of = list, i+1, len(bindings)
		if out[i], err = t.single(method, &bindings[i], n); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// least is how many bindings a list for tensors has at least: the optional ones at its end may be left out.
func least(tensors []op.Bound, initialising bool) int {
	n := len(tensors)
	for n > 0 && !needOf(tensors[n-1], initialising).mandatory {
		n--
	}
	return n
}

// bindTarget binds what one target owns.
func (t *BindingTable) bindTarget(method string, n, of int, b *Binding) error {
	target := t.target.targets[n]
	if k := b.kind(); k == BindBuffer {
		return t.refused(method, t.again(method, of,
			words.NoList(t.site, t.said(), method, fmt.Sprintf("target %d, %s,", n+1, target), n+1, arrayOf(target.inputs))))
	}
	each := make([]Binding, len(b.Bindings))
	for i := range b.Bindings {
		each[i].BufferBinding = b.Bindings[i]
	}
	flat, err := t.flatten(method, "inputs", fmt.Sprintf("[%d].Bindings", n+1), target.inputs, each, true)
	if err != nil {
		return err
	}
	s := &t.sets[n]
	s.inputs = flat
	s.plan, err = t.target.sources[n].from(flat)
	return err
}

// arrayOf is the text of a BUFFER_ARRAY whose first owned input is %1.
func arrayOf(inputs []op.Bound) string {
	list := ""
	for _, b := range inputs {
		if b.Tensor != nil && b.Tensor.Owned() {
			break
		}
		list += "{}, "
	}
	return "{ Bindings = { " + list + "%1 } }"
}

// bindPersistent binds the persistent resource of one target.
func (t *BindingTable) bindPersistent(method string, n, of int, b *Binding) error {
	s := &t.sets[n]
	s.kept = BufferBinding{}
	if n >= of {
		return nil
	}
	need := resourceNeed(shader.Persistent, t.target.targets[n].kept)
	need.what, need.entry, need.of = fmt.Sprintf("the persistent resource of target %d, %s,", n+1, t.target.targets[n]), n+1, of
	var err error
	s.kept, err = t.single(method, b, need)
	return err
}

// BindTemporaryResource binds the memory that a dispatch calculates in; nil unbinds it.
func (t *BindingTable) BindTemporaryResource(b *Binding) error {
	return t.bindMemory("BindTemporaryResource", shader.Temporary, b,
		func(d *dispatchable, s *set) (uint64, *BufferBinding) { return d.temp, &s.temporary })
}

// BindPersistentResource binds the memory that initialisation filled; nil unbinds it. An initializer has none: those of its targets are its outputs.
func (t *BindingTable) BindPersistentResource(b *Binding) error {
	return t.bindMemory("BindPersistentResource", shader.Persistent, b,
		func(d *dispatchable, s *set) (uint64, *BufferBinding) { return d.kept, &s.kept })
}

// bindMemory binds a resource of its own, whose size and place in a set of say.
func (t *BindingTable) bindMemory(method string, space shader.Space, b *Binding,
	of func(*dispatchable, *set) (size uint64, at *BufferBinding)) error {
	d, err := t.bound(method)
	if err != nil {
		return err
	}
	size, _ := of(d, &set{})
	var flat BufferBinding
	if b != nil {
		if flat, err = t.single(method, b, resourceNeed(space, size)); err != nil {
			return err
		}
	}
	for i := range t.sets {
		_, at := of(d, &t.sets[i])
		*at = flat
	}
	return t.write(method, space)
}
