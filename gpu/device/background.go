package device

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/background"
	"github.com/gpuscript/gpuscript/gpu/device/internal/tuning"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
)

// BackgroundProcessingStats counts what background processing has done since the device was made.
type BackgroundProcessingStats = tuning.BackgroundProcessingStats

// SetBackgroundProcessingMode says what the driver may measure and recompile from now on, and what becomes of what it has measured (ID3D12Device6).
// With a commit the event, which may be nil, is set when all tasks that are queued then have ended. further says whether more measurements are
// wanted.
func (d *Device) SetBackgroundProcessingMode(mode background.ProcessingMode, action background.MeasurementsAction,
	e *Event) (further bool, err error) {
	a, call := d.adapter, &gpu.EventCall{CallHead: d.head("SetBackgroundProcessingMode")}
	if err := d.alive(&call.CallHead); err != nil {
		return false, err
	}
	name, done := "", (func())(nil)
	if e != nil {
		call.Event, name, done = e.id, e.name, e.event.Set
	}
	if rule := background.Broken(mode, action, e != nil, a.developerMode); rule != 0 {
		return false, a.Judge(rule.Say(call.Site, mode, action, a.developerMode, d.name, name))
	}
	err = a.issue(sched.CallSync, call, func() error {
		further = d.tuner.SetMode(mode, action, done)
		return nil
	})
	return further, err
}

// GetBackgroundProcessingStats counts what background processing has done.
func (d *Device) GetBackgroundProcessingStats() BackgroundProcessingStats {
	d.adapter.sim.Call(sched.CallQuery)
	return d.tuner.Report()
}

// newTuner makes the background processing of the device.
func (d *Device) newTuner() *tuning.Tuner {
	a := d.adapter
	o := tuning.Options{Support: a.background, Clock: a.workers, Kernels: a.kernels, Reports: a.checkKernels}
	if a.onEvent != nil {
		o.Observe = func(e background.Event) { a.onEvent(tuning.EventOf(e, d.name, a.Now())) }
	}
	return tuning.New(o)
}

// tune has the programs of a new pipeline measured and optimised.
func (d *Device) tune(p *PipelineState) {
	if p.programs.Tuning = d.tuner.NewPipeline(p.name); p.programs.Tuning != nil {
		p.exec.Tuning = p.programs.Tuning.Kernel
	}
}
