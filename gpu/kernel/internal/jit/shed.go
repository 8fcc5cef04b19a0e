package jit

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm"
)

// mostMachine is how many compute kernels have machine code at the same time: more than a frame has, and some ten megabytes. Where there are more,
// the quarter that was not used for longest gives it up; who runs such a kernel again waits for it to be compiled again, as for the first time.
const mostMachine = 1024

// use prepares a dispatch of the code: it has machine code then.
func (e *Engine) use(c *Code) error {
	if c.used != e.uses.Load() { // it is not the last one that was used
		c.used = e.uses.Add(1)
	}
	if c.compiled == nil {
		made, err := e.compile(c.kernel, c.report, wasm.FastForm)
		if err != nil {
			return err
		}
		c.compiled = made.compiled
		e.machine.Add(1)
	}
	if e.machine.Load() > e.mostMachine {
		e.shed(c)
	}
	return nil
}

// shed takes their machine code from the quarter of the compute kernels that were not used for longest, but for one that is about to run. Draws have
// their programs for longer than a call, and there are few of them.
func (e *Engine) shed(running *Code) {
	var all []*Code
	e.codesMu.Lock()
	for _, p := range e.codes {
		select {
		case <-p.done:
			if c := p.code; c != nil && c != running && c.compiled != nil && c.kernel.Stage.Kind == ir.ComputeStage {
				all = append(all, c)
			}
		default:
		}
	}
	e.codesMu.Unlock()
	slices.SortFunc(all, func(a, b *Code) int { return int(int64(a.used - b.used)) })
	for _, c := range all[:min(len(all), int(e.mostMachine)/4)] {
		c.shed(e)
		e.machine.Add(-1)
	}
}

// shed gives the machine code up. The runtime frees it when the garbage collector has found that nobody can call it.
func (c *Code) shed(e *Engine) {
	if slow := c.slow.code; slow != nil {
		slow.shed(e)
	}
	c.slow = slowCode{}
	for i := range c.instances {
		if in := &c.instances[i]; in.module != nil {
			_ = in.module.Close(e.ctx) // it has nothing that could fail
			*in = instance{}
		}
	}
	_ = c.compiled.Close(e.ctx)
	c.compiled = nil
}
