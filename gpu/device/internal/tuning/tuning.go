// Package tuning joins the three sides of background processing for one device: the runtime (background), the driver (profile) and the programs that
// are made better (kernel).
//
//	a pipeline is made     ── Tuner.NewPipeline ──▶ kernel.Tuning, which every dispatch and draw of the pipeline goes through
//	one of them executes   ── Pipeline.Before, After ──▶ samples of the submission
//	the submission retires ── Tuner.Retired ──▶ profile.Driver ──▶ tasks ──▶ kernel.Tuning.Install
//
// The package must not know queues, objects or rules. It belongs to the goroutine of the clock.
package tuning

import (
	"github.com/gpuscript/gpuscript/gpu/background"
	"github.com/gpuscript/gpuscript/gpu/background/profile"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel"
)

// Measure is that of package profile.
type Measure = profile.Measure

// Sample is that of package profile.
type Sample = profile.Sample

// Options describe a tuner.
type Options struct {
	Support background.Support
	Clock   background.Clock
	Observe func(background.Event) // nil: nobody wants to know
	Kernels *kernel.Runner
	Reports bool // dispatches ask for reports
}

// Tuner is the background processing of a device.
type Tuner struct {
	*background.Processor
	driver  *profile.Driver // nil: not supported
	kernels *kernel.Runner
	reports bool
	// tuned are the pipelines that got a variant; runs and variantRuns are those of all pipelines.
	tuned, runs, variantRuns uint64
}

// New makes a tuner.
func New(o Options) *Tuner {
	t := &Tuner{kernels: o.Kernels, reports: o.Reports}
	settings := background.Options{Clock: o.Clock, Observe: o.Observe}
	if o.Support != background.SupportOff {
		t.driver = profile.New(func(task background.Task) error { return t.Processor.Queue(task) })
		settings.Driver = t.driver
	}
	t.Processor = background.New(settings)
	return t
}

// End cancels tasks that wait, and returns when those that run have come to their end.
func (t *Tuner) End() {
	if err := t.Destroy(); err != nil {
		panic("BUG: tuning: " + err.Error())
	}
}

// Measure is how work is measured that is submitted now.
func (t *Tuner) Measure() Measure {
	if t.driver == nil {
		return Measure{}
	}
	return t.driver.Measure()
}

// Retired counts the samples of a submission that has completed.
func (t *Tuner) Retired(m Measure, samples []Sample) {
	if t.driver != nil {
		t.driver.Retired(m, samples)
	}
}

// Pipeline is a pipeline that is tuned.
type Pipeline struct {
	Kernel  *kernel.Tuning
	profile *profile.Pipeline
	tuner   *Tuner
	// runs and variantRuns were counted already.
	runs, variantRuns uint64
}

// NewPipeline begins to tune a pipeline; nil where background processing is not supported.
func (t *Tuner) NewPipeline(name string) *Pipeline {
	if t.driver == nil {
		return nil
	}
	p := &Pipeline{tuner: t, Kernel: kernel.NewTuning(func(c *kernel.Code) { t.kernels.PrepareCode(c, t.reports) })} // it is wanted soon
	p.profile = t.driver.NewPipeline(name, &target{kernel: p.Kernel, tuner: t})
	return p
}

// Destroy ends that; tasks that run for the pipeline come to nothing. Of nil it does nothing.
func (p *Pipeline) Destroy() {
	if p != nil {
		p.profile.Destroy()
	}
}

// Before makes ready for a command that may dispatch.
func (p *Pipeline) Before(m Measure) { p.Kernel.Measure(m.Interval) }

// maxSamples bounds the samples of one submission: after it nothing new is seen.
const maxSamples = 16 * profile.Threshold

// After appends the samples that the command gave.
func (p *Pipeline) After(samples []Sample) []Sample {
	runs, variants := p.Kernel.Uses()
	p.tuner.runs, p.tuner.variantRuns = p.tuner.runs+runs-p.runs, p.tuner.variantRuns+variants-p.variantRuns
	p.runs, p.variantRuns = runs, variants
	for _, m := range p.Kernel.Measurements() {
		if len(samples) == maxSamples {
			break
		}
		samples = append(samples, Sample{Pipeline: p.profile, Code: code{m.Code}, Values: m.Values})
	}
	return samples
}

// Differences are the diagnostics of variants that gave other results than their kernels, where that is looked for.
func (p *Pipeline) Differences() (list []*diag.Diagnostic) {
	for _, what := range p.Kernel.Differences() {
		list = append(list, diag.New(diag.VariantDiffers, "a variant that was made in the background differs in %s", what).WithDocRule())
	}
	return list
}

// code is a piece of code as the driver sees it: a pointer, so that samples of it allocate nothing.
type code struct{ *kernel.Code }

// Specialize implements profile.Code.
func (c code) Specialize(facts []profile.Fact) (profile.Code, bool) {
	values := make(map[int]uint32, len(facts))
	for _, f := range facts {
		values[f.Constant] = f.Value
	}
	made, ok := c.Code.Specialize(values)
	return code{made}, ok
}

// target is where variants of a pipeline are used. It is not the pipeline, which tasks must not keep alive.
type target struct {
	kernel *kernel.Tuning
	tuner  *Tuner
	tuned  bool // a variant came into use
}

// Install implements profile.Target.
func (t *target) Install(c profile.Code) {
	if !t.tuned {
		t.tuned = true
		t.tuner.tuned++
	}
	t.kernel.Install(c.(code).Code)
}

// Remove implements profile.Target.
func (t *target) Remove(c profile.Code) { t.kernel.Remove(c.(code).Code) }

// Used implements profile.Target.
func (t *target) Used(c profile.Code) uint64 { return t.kernel.Used(c.(code).Code) }
