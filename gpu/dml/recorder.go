package dml

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/internal/words"
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

// RecordDispatch records the initialisation or execution of a dispatchable with the bindings of a table. It replaces the list's compute root
// signature and pipeline state. The heap of the table must be set on the list; no barrier is recorded in front or behind.
func (r *CommandRecorder) RecordDispatch(list *device.CommandList, what Dispatchable, t *BindingTable) error {
	r.dev.log.broken = false
	err := r.recordDispatch(list, what, t)
	if err != nil || r.dev.log.broken {
		for _, target := range what.common().targets {
			r.dev.log.watch.Dispute(target.state.ID())
		}
	}
	return err
}

func (r *CommandRecorder) recordDispatch(list *device.CommandList, what Dispatchable, t *BindingTable) error {
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
		return t.refused(method, words.WrongTable(t.site, t.said(), t.target.said(), d.said()))
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
	r.dev.log.begin(list, t, r.site)
	for i := range d.targets {
		d.targets[i].unused = nil
	}
	return r.dev.log.during("RecordDispatch", func() error { return r.record(list, d, t) })
}

func (r *CommandRecorder) record(list *device.CommandList, d *dispatchable, t *BindingTable) error {
	for i, s := range t.sets {
		states := []uint64{d.state.GetGPUVirtualAddress()}
		if d.initialises {
			states = []uint64{d.targets[i].state.GetGPUVirtualAddress(), states[0]}
		}
		if err := s.plan.record(list, r.site, &t.of, states...); err != nil {
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
				return t.refused(method, words.Unbound(t.site, t.said(), t.gap(n, v)))
			}
		}
	}
	if t.target.initialises {
		return nil
	}
	return t.apart(method)
}

// gap is what nothing is bound to, view v of plan n. Outputs and temporary memory are nothing but memory before a dispatch.
func (t *BindingTable) gap(n int, v shader.View) words.Gap {
	g := words.Gap{Spot: words.Spot{What: t.spot(n, v), Bound: t.boundAt[v.Space]}, Of: t.target.said(), Device: t.dev.created}
	switch {
	case v.Space == shader.Temporary:
		g.Method, g.Size = "BindTemporaryResource", t.target.temp
	case v.Space == shader.Output && len(t.target.outputs) == 1:
		g.Method, g.Size, g.List = "BindOutputs", t.target.outputs[0].Tensor.TotalSize(), true
	case v.Space == shader.Output:
		g.Method = "BindOutputs"
	case v.Space == shader.Input:
		g.Method = "BindInputs"
	}
	return g
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
