package device

import "github.com/gpuscript/gpuscript/gpu"

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
