package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

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
