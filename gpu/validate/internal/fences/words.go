package fences

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

func idleWords(w World, c *gpu.FenceCall, f *Fence) *diag.Diagnostic {
	d := words.New(diag.IdleWait, c.Site, "%s waits for %s >= %d, which holds from the beginning and orders nothing", w.Ref(c.Queue), w.Ref(c.Fence), c.Value).WithResource(w.Ref(c.Fence))
	if site := w.Created(c.Fence); site != 0 {
		d.Also(site, w.Ref(c.Fence)+" is created here")
	}
	return d.Because("The initial value is %d.", f.Initial).
		HelpEdit(c.Site, diag.EditDeleteLine, "", "wait for the value that the signal behind the work has, or leave the wait out")
}

func adviseTwoSignalers(w World, c *gpu.FenceCall, other gpu.ID, at gpu.Site) {
	who := func(q gpu.ID) string {
		if q == 0 {
			return "the CPU"
		}
		return w.Ref(q)
	}
	queue := c.Queue
	if c.Act == gpu.FenceCPUSignal {
		queue = 0
	}
	w.Say(diag.TwoSignalers, c.Site, "%s is signalled by %s and by %s in no certain order", w.Ref(c.Fence), who(other), who(queue)).
		Also(at, fmt.Sprintf("%s signals it here", who(other))).WithResource(w.Ref(c.Fence)).
		Because("No wait orders the two signals, so which of them comes last is not decided, and a wait may end with either.").
		HelpText("use one fence for each signaler, or let %s wait for the other signal before its own", who(queue))
}

func adviseRewind(w World, c *gpu.FenceCall, queue gpu.ID, value uint64, at gpu.Site) {
	w.Say(diag.RewindPastWait, c.Site, "%s takes %s down to %d while %s may not have come to its wait for %d", c.Method, w.Ref(c.Fence), c.Value, w.Ref(queue), value).
		Also(at, w.Ref(queue)+" waits here").WithResource(w.Ref(c.Fence)).
		Because("A wait that a queue comes to later compares with the lower value, and goes on waiting.").
		HelpText("use larger values, or signal the lower one after %s is known to have passed its wait", w.Ref(queue))
}

func sayMultiple(w World, c *gpu.MultipleFenceCall) {
	w.Say(diag.BadMultipleWait, c.Site, "%s got %s and %s", c.Method, words.Count(len(c.Fences), "fence"), words.Count(len(c.Values), "value")).
		HelpText("give at least one fence, one value for each, and wait for ALL or ANY")
}
