package batch

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device/internal/tuning"
)

// programs are those of the bound pipeline, nil if there is none.
func (b *Batch) programs() *Programs { return b.queue.machine.World.Programs(b.bindings.Pipeline()) }

// program is the one for a stage, nil if there is none.
func (b *Batch) program(s gpu.ShaderStage) gpu.Shader {
	if p := b.programs(); p != nil {
		return p.Shader(s)
	}
	return nil
}

// rehearse asks for a look at the dispatch of a command, if it may be the one that counts.
func (b *Batch) rehearse(c *gpu.Command) {
	b.rehearsed = nil
	if !b.queue.machine.Rehearse || c.Op != gpu.OpDispatch && c.Op != gpu.OpExecuteIndirect {
		return
	}
	if p := b.programs(); p != nil && p.Rehearsals != nil && p.Rehearsals.Wants(b.thread, b.call) {
		b.rehearsed = p.Rehearsals
		b.bindings.Rehearse()
	}
}

// wasRehearsed notes whether the dispatch came to run.
func (b *Batch) wasRehearsed() {
	if b.rehearsed != nil && b.bindings.Rehearsed() {
		b.rehearsed.Ran(b.thread, b.call)
	}
}

// tune makes the pipeline of a dispatch or a draw ready, nil where the command is none or nobody tunes.
func (b *Batch) tune(c *gpu.Command) *tuning.Pipeline {
	switch c.Op {
	case gpu.OpDispatch, gpu.OpDrawInstanced, gpu.OpDrawIndexedInstanced, gpu.OpExecuteIndirect:
		if p := b.programs(); p != nil && p.Tuning != nil {
			p.Tuning.Before(b.measure)
			return p.Tuning
		}
	}
	return nil
}

// tuned keeps what a dispatch or a draw showed until the submission retires.
func (b *Batch) tuned(p *tuning.Pipeline) {
	if p != nil {
		b.samples = p.After(b.samples)
		if d := p.Differences(); len(d) > 0 {
			b.queue.machine.Layers.Delay(d...)
		}
	}
}
