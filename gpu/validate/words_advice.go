package validate

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

func (v *Validator) adviseEmptyDispatch(c *gpu.Command) {
	v.say(diag.EmptyDispatch, c.Site, "Dispatch(%d, %d, %d) runs nothing", c.X, c.Y, c.Z).HelpEdit(c.Site, diag.EditDeleteLine, "", "leave it out, or give each dimension at least one group")
}

func (v *Validator) adviseIdleWait(c *gpu.FenceCall, f *fence) {
	v.alsoCreated(v.say(diag.IdleWait, c.Site, "%s waits for %s >= %d, which holds from the beginning and orders nothing", v.ref(c.Queue), v.ref(c.Fence), c.Value), c.Fence).
		Because("The initial value is %d.", f.initial).
		HelpEdit(c.Site, diag.EditDeleteLine, "", "wait for the value that the signal behind the work has, or leave the wait out")
}

func (v *Validator) adviseTwoSignalers(c *gpu.FenceCall, other gpu.ID, at gpu.Site) {
	who := func(q gpu.ID) string {
		if q == 0 {
			return "the CPU"
		}
		return v.ref(q)
	}
	queue := c.Queue
	if c.Act == gpu.FenceCPUSignal {
		queue = 0
	}
	v.say(diag.TwoSignalers, c.Site, "%s is signalled by %s and by %s in no certain order", v.ref(c.Fence), who(other), who(queue)).
		Also(at, fmt.Sprintf("%s signals it here", who(other))).WithResource(v.ref(c.Fence)).
		Because("No wait orders the two signals, so which of them comes last is not decided, and a wait may end with either.").
		HelpText("use one fence for each signaler, or let %s wait for the other signal before its own", who(queue))
}

func (v *Validator) adviseRewind(c *gpu.FenceCall, queue gpu.ID, value uint64, at gpu.Site) {
	v.say(diag.RewindPastWait, c.Site, "%s takes %s down to %d while %s may not have come to its wait for %d", c.Method, v.ref(c.Fence), c.Value, v.ref(queue), value).
		Also(at, v.ref(queue)+" waits here").WithResource(v.ref(c.Fence)).
		Because("A wait that a queue comes to later compares with the lower value, and goes on waiting.").
		HelpText("use larger values, or signal the lower one after %s is known to have passed its wait", v.ref(queue))
}

func (v *Validator) adviseEmptySubmit(c *gpu.SubmitCall) {
	v.say(diag.EmptySubmit, c.Site, "ExecuteCommandLists on %s without lists does nothing", v.ref(c.Queue)).HelpEdit(c.Site, diag.EditDeleteLine, "", "leave it out")
}

func (v *Validator) adviseEndEvent(l *list, c *gpu.Command) {
	v.say(diag.UnbalancedEvent, c.Site, "EndEvent in %s without BeginEvent", v.ref(l.id)).WithResource(v.ref(l.id)).HelpEdit(c.Site, diag.EditDeleteLine, "", "leave it out")
}

func (v *Validator) adviseOpenEvents(l *list) {
	if n := len(l.events); n > 0 {
		v.say(diag.UnbalancedEvent, l.events[n-1], "BeginEvent in %s without EndEvent", v.ref(l.id)).WithResource(v.ref(l.id)).HelpText("call EndEvent on %s before Close", v.ref(l.id))
	}
}

func (v *Validator) adviseSplitBuffer(r *resource, s *track.Subresource) {
	v.say(diag.UselessSplit, s.Begun, "a split barrier of %s does not end in its list", v.ref(r.id)).WithResource(v.ref(r.id)).
		Because("Buffers go back to COMMON when the submission is finished, so the END_ONLY half would find nothing.").HelpFix(s.Begun, diag.Drop("ResourceBarrier", diag.Entry("Flags")), "use one barrier without flags")
}
