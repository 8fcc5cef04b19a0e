package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

func (v *Validator) adviseEmptyDispatch(c *gpu.Command) {
	v.say(diag.EmptyDispatch, c.Site, "Dispatch(%d, %d, %d) runs nothing", c.X, c.Y, c.Z).HelpEdit(c.Site, diag.EditDeleteLine, "", "leave it out, or give each dimension at least one group")
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
