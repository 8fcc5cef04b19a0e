package device

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device/internal/rehearsal"
)

// rehearsalsOf are those of a program, nil where nobody asks for reports.
func (a *Adapter) rehearsalsOf(program gpu.Shader) *rehearsal.Kernel {
	if !a.checkKernels {
		return nil
	}
	r := a.rehearsed[program]
	if r == nil {
		r = &rehearsal.Kernel{}
		a.rehearsed[program] = r
	}
	return r
}

// rehearse asks for a look at the dispatch of a command, if it may be the one that counts.
func (b *batch) rehearse(c *gpu.Command) {
	b.rehearsed = nil
	if !b.queue.adapter.checkKernels || c.Op != gpu.OpDispatch && c.Op != gpu.OpExecuteIndirect {
		return
	}
	p, ok := b.queue.adapter.objects.Get(b.bindings.Pipeline()).(*PipelineState)
	if ok && p.rehearsals != nil && p.rehearsals.Wants(b.thread, b.call) {
		b.rehearsed = p.rehearsals
		b.bindings.Rehearse()
	}
}

// wasRehearsed notes whether the dispatch came to run.
func (b *batch) wasRehearsed() {
	if b.rehearsed != nil && b.bindings.Rehearsed() {
		b.rehearsed.Ran(b.thread, b.call)
	}
}
