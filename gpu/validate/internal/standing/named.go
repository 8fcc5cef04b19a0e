package standing

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/named"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// Named words a resource whose address an indirect command reads from memory, or whose descriptor a shader chooses, and which this one or a later
// command finds in another state.
func Named(n Names, m *named.Misuse) *diag.Diagnostic {
	o := &m.Origin
	u := Use{List: o.List, Resource: m.Resource, State: &m.State, Told: o.BundleSite,
		Command: &gpu.Command{Op: o.Op, By: o.By, Site: o.RecordSite, List: o.List, Barriers: m.Barriers}}
	switch {
	case m.Slot == "":
	case m.Want.Writes() == 0:
		u.Does = "reads it as " + m.Slot
	default:
		u.Does = "uses it as " + m.Slot
	}
	var d *diag.Diagnostic
	sub := uint32(gpu.AllSubresources)
	if r := n.Resource(m.Resource); r != nil && r.Subresources() > 1 {
		sub = m.Subresource
	}
	switch have, _ := m.Heap.InitialState(); {
	case m.Heap != gpu.HeapDefault:
		d = Fixed(n, u.Command, m.Resource, m.Heap, have, m.Want)
	case m.Barrier != nil:
		d = Barrier(n, u, m.Barrier, m.Verdict)
	case m.Clash != nil:
		d = Clash(n, u, sub, Side{Want: m.Clash.As, As: m.Clash.Slot}, Side{Want: m.Want, As: m.Slot})
	case m.Verdict == substate.SplitUse:
		d = SplitUse(n, u, m.Want)
	default:
		u.Missed = []course.Miss{{Subresource: sub, Have: m.State.State, Want: m.Want}}
		d = WrongState(n, u, m.Want)
	}
	d.Also(o.SubmitSite, "submitted here to "+n.Ref(o.Queue))
	if m.Chosen {
		d.Because("The shader chooses its descriptor, so it is known only when the command runs.")
	} else {
		d.Because("Its address is among the arguments of ExecuteIndirect, so it is known only when the command runs.")
	}
	words.Fold(d)
	return d
}
