package device

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/background"
	"github.com/gpuscript/gpuscript/gpu/device/internal/tuning"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
)

// BackgroundProcessingStats counts what background processing has done since the device was made.
type BackgroundProcessingStats = tuning.BackgroundProcessingStats

// SetBackgroundProcessingMode says what the driver may measure and recompile from now on, and what becomes of what it has measured (ID3D12Device6). With
// a commit the event, which may be nil, is set when all tasks that are queued then have ended. further says whether more measurements are wanted.
func (d *Device) SetBackgroundProcessingMode(mode background.ProcessingMode, action background.MeasurementsAction, e *Event) (further bool, err error) {
	a, call := d.adapter, &gpu.EventCall{CallHead: d.head("SetBackgroundProcessingMode")}
	if err := d.alive(&call.CallHead); err != nil {
		return false, err
	}
	name, done := "", (func())(nil)
	if e != nil {
		call.Event, name, done = e.id, e.name, e.event.Set
	}
	if rule := background.Broken(mode, action, e != nil, a.developerMode); rule != 0 {
		return false, a.layers.Judge(rule.Say(call.Site, mode, action, a.developerMode, d.name, name))
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
	if p.tuning = d.tuner.NewPipeline(p.name); p.tuning != nil {
		p.exec.Tuning = p.tuning.Kernel
	}
}

// tune makes the pipeline of a dispatch or a draw ready, nil where the command is none or nobody tunes.
func (b *batch) tune(c *gpu.Command) *tuning.Pipeline {
	switch c.Op {
	case gpu.OpDispatch, gpu.OpDrawInstanced, gpu.OpDrawIndexedInstanced, gpu.OpExecuteIndirect:
		if p, ok := b.queue.adapter.objects.Get(b.bindings.Pipeline()).(*PipelineState); ok && p.tuning != nil {
			p.tuning.Before(b.measure)
			return p.tuning
		}
	}
	return nil
}

// tuned keeps what a dispatch or a draw showed until the submission retires.
func (b *batch) tuned(p *tuning.Pipeline) {
	if p != nil {
		b.samples = p.After(b.samples)
		if d := p.Differences(); len(d) > 0 {
			b.queue.adapter.layers.Delay(d...)
		}
	}
}
