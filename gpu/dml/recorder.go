package dml

import (
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
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
	if err := r.usable("RecordDispatch"); err != nil {
		return err
	}
	d := what.common()
	d.site, t.site = r.site, r.site
	if err := d.usable("RecordDispatch"); err != nil {
		return err
	}
	if _, err := t.bound("RecordDispatch"); err != nil {
		return err
	}
	if t.target != d {
		return t.refuse(diag.DMLWrongDispatchable, "RecordDispatch", "%s binds for %s, and not for %s", t, t.target, d)
	}
	base := t.of.GPUDescriptorHandle
	switch what := what.(type) {
	case *CompiledOperator:
		return what.plan.record(list, r.site, base, what.state.GetGPUVirtualAddress())
	case *OperatorInitializer:
		own := what.state.GetGPUVirtualAddress()
		for i, p := range what.plans {
			if err := p.record(list, r.site, base, what.targets[i].state.GetGPUVirtualAddress(), own); err != nil {
				return err
			}
		}
	}
	return nil
}
