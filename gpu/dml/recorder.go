package dml

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/internal/words"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
)

// CommandRecorder records dispatches into command lists. It has no state: any number of threads may use it.
type CommandRecorder struct{ object }

// CreateCommandRecorder makes a recorder.
func (d *Device) CreateCommandRecorder() (*CommandRecorder, error) {
	if err := d.usable("CreateCommandRecorder"); err != nil {
		return nil, err
	}
	r := &CommandRecorder{}
	r.init(d, "CommandRecorder", "")
	return r, nil
}

// Release gives the recorder up.
func (r *CommandRecorder) Release() error { return r.give() }

// RecordDispatch records the initialisation or execution of a dispatchable with the bindings of a table. It replaces the list's compute root signature and
// pipeline state. The heap of the table must be set on the list; no barrier is recorded in front or behind.
func (r *CommandRecorder) RecordDispatch(list *device.CommandList, what Dispatchable, t *BindingTable) error {
	const method = "RecordDispatch"
	if err := r.usable(method); err != nil {
		return err
	}
	d := what.common()
	d.site, t.site = r.site, r.site
	if err := d.usable(method); err != nil {
		return err
	}
	for _, o := range []*object{&d.object, &t.object} {
		if err := r.sameDevice(method, o); err != nil {
			return err
		}
	}
	if _, err := t.bound(method); err != nil {
		return err
	}
	if t.target != d {
		return t.refuse(diag.DMLWrongDispatchable, method, "reset the table for what is dispatched, or dispatch what it binds for", "%s binds for %s, and not for %s", t, t.target, d)
	}
	if typ := list.CommandListType(); typ != gpu.ListDirect && typ != gpu.ListCompute {
		return t.refused(method, words.ListType(r.site, list.Name(), typ.String()))
	}
	if err := t.complete(method); err != nil {
		return err
	}
	return r.dispatch(list, d, t)
}

// dispatch records the plans of a dispatchable.
func (r *CommandRecorder) dispatch(list *device.CommandList, d *dispatchable, t *BindingTable) error {
	r.dev.log.begin(t, r.site)
	return r.dev.log.during("RecordDispatch", func() error { return r.record(list, d, t) })
}

func (r *CommandRecorder) record(list *device.CommandList, d *dispatchable, t *BindingTable) error {
	for i, s := range t.sets {
		states := []uint64{d.state.GetGPUVirtualAddress()}
		if d.initialises {
			states = []uint64{d.targets[i].state.GetGPUVirtualAddress(), states[0]}
		}
		if err := s.plan.record(list, r.site, t.of.GPUDescriptorHandle, states...); err != nil {
			return err
		}
	}
	return nil
}

// complete refuses tables in which something is missing (B16), unless bindings may come later, and those whose ranges are in each other's way.
func (t *BindingTable) complete(method string) error {
	if t.target.volatile {
		return nil
	}
	for n := range t.sets {
		s := &t.sets[n]
		for _, v := range s.plan.views {
			if b := s.of(v); b.Buffer == nil {
				return t.refuse(diag.DMLUnbound, method, `bind it before RecordDispatch, or compile the operator with Flags = "DESCRIPTORS_VOLATILE"`, "nothing is bound to %s of %s", t.spot(n, v), t.target)
			}
		}
	}
	if t.target.initialises {
		return nil
	}
	return t.apart(method)
}

// spot names what a view of plan n shows.
func (t *BindingTable) spot(n int, v shader.View) string {
	of := t.target
	if of.initialises {
		of = &of.targets[n].dispatchable
	}
	switch v.Space {
	case shader.Input:
		return "input '" + of.inputs[v.Index].Name + "'"
	case shader.Output:
		return "output '" + of.outputs[v.Index].Name + "'"
	}
	return "the " + v.Space.String()
}

// area is a range of bytes that a dispatch reads or writes.
type area struct {
	name   string
	b      BufferBinding
	size   uint64
	bound  *op.Bound // of inputs and outputs
	writes bool
}

// areas are all ranges that are bound.
func (t *BindingTable) areas() []area {
	s, d := &t.sets[0], t.target
	var out []area
	add := func(name string, b BufferBinding, size uint64, of *op.Bound, writes bool) {
		if b.Buffer != nil && size > 0 {
			out = append(out, area{name, b, size, of, writes})
		}
	}
	for i := range s.inputs {
		if b := &d.inputs[i]; b.Tensor != nil {
			add("input '"+b.Name+"'", s.inputs[i], b.Tensor.TotalSize(), b, false)
		}
	}
	for i := range s.outputs {
		if b := &d.outputs[i]; b.Tensor != nil {
			add("output '"+b.Name+"'", s.outputs[i], b.Tensor.TotalSize(), b, true)
		}
	}
	add("the temporary resource", s.temporary, d.temp, nil, true)
	add("the persistent resource", s.kept, d.kept, nil, false)
	return out
}

// apart refuses ranges that overlap where one is written (B14, B15).
func (t *BindingTable) apart(method string) error {
	all := t.areas()
	for i, a := range all {
		for _, b := range all[:i] {
			if a.overlaps(&b) && (a.writes || b.writes) && !t.target.overwrites(&b, &a) {
				begin, end := max(a.b.Offset, b.b.Offset), min(a.b.Offset+a.size, b.b.Offset+b.size)
				g := words.Binding(diag.DMLAlias, t.site, t.said(), method, "%s and %s share bytes [%d, %d) of buffer %q", b.name, a.name, begin, end, a.b.Buffer.Name())
				return t.refused(method, words.Alias(g, t.target.inPlace, a.bound != nil && b.bound != nil && !b.writes))
			}
		}
	}
	return nil
}

func (a *area) overlaps(b *area) bool {
	return a.b.Buffer == b.b.Buffer && a.b.Offset < b.b.Offset+b.size && b.b.Offset < a.b.Offset+a.size
}

// overwrites says whether an operator that works in place writes an output over an input of the same layout.
func (d *dispatchable) overwrites(in, out *area) bool {
	return d.inPlace && in.bound != nil && out.bound != nil && !in.writes && in.b.Offset == out.b.Offset && in.bound.Tensor.SameLayout(out.bound.Tensor)
}
