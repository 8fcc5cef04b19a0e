package incident

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// barrierCall is the statement that keeps work items of a group apart.
const barrierCall = "GroupMemoryBarrierWithGroupSync()"

func (x explainer) groupRace(r *incident.GroupRace) *diag.Diagnostic {
	if r.View != gpu.ViewUnknown {
		return x.twoWriters(r)
	}
	first, second := &r.First, &r.Second
	d := words.New(diag.GroupSharedRace, second.Site, "kernel %q: a work item %s %s[%d] that another one %s, with no barrier between them",
		r.Kernel, act(second), r.Array, r.Element, act(first))
	d.Labels[0].Text = fmt.Sprintf("work item %s %s it here", item(second), act(second))
	d.Also(first.Site, fmt.Sprintf("work item %s %s it", item(first), act(first))).Meanwhile()
	if r.Declared != 0 {
		d.Also(r.Declared, fmt.Sprintf("%q is declared here", r.Array))
	}
	x.executed(d, &r.Origin).Prop("element", r.Element).
		Because("Work items %s and %s of one group do this in no defined order, because there is no %s between the two accesses.", item(first), item(second), barrierCall)
	switch {
	case r.Before == 0 && first.Site == second.Site:
		return d.HelpText("let one work item do this, or give each an element of its own, or use one atomic for all")
	case r.Before != 0:
		return d.HelpBefore(r.Before, barrierCall, nil, "let all work items of the group get here before any of them goes on")
	}
	return d.HelpText("put %s between the two accesses, at a place that all work items of the group reach", barrierCall)
}

// twoWriters words two writes of a group to one element of a resource.
func (x explainer) twoWriters(r *incident.GroupRace) *diag.Diagnostic {
	first, second, place := &r.First, &r.Second, "a texel of "+r.Array
	if r.View == gpu.ViewBuffer {
		place = fmt.Sprintf("%s[%d]", r.Array, r.Element)
	}
	d := words.New(diag.TwoWriters, second.Site, "kernel %q: two work items write different values to %s, with no barrier between them", r.Kernel, place).
		WithSeverity(diag.SeverityWarning)
	d.Labels[0].Text = fmt.Sprintf("work items %s and %s write it here", item(first), item(second))
	if first.Site != second.Site {
		d.Labels[0].Text = fmt.Sprintf("work item %s writes it here", item(second))
		d.Also(first.Site, fmt.Sprintf("work item %s writes it", item(first))).Meanwhile()
	}
	d.Also(r.Declared, fmt.Sprintf("%q is declared here", r.Array))
	return x.executed(d, &r.Origin).Prop("element", r.Element).Because("Which of the two values stays is not defined: the work items of a group run in no defined order.").
		HelpFix(second.Site, atomic(r), "use an atomic, let one work item write it, or give each an element of its own")
}

// atomic is the edit that makes an atomic function of the one assignment that all work items make.
func atomic(r *incident.GroupRace) (fix diag.Fix) {
	if r.View == gpu.ViewBuffer && r.First.Site == r.Second.Site {
		fix = diag.Fix{Method: buffers, Action: diag.FixAtomic, Text: "InterlockedMax"}
	}
	return fix
}

// act is what an access does.
func act(a *incident.GroupAccess) string {
	switch {
	case a.Atomic:
		return "changes"
	case a.Write:
		return "writes"
	}
	return "reads"
}

// item is a work item by its DispatchThreadID.
func item(a *incident.GroupAccess) string {
	return fmt.Sprintf("(%d, %d, %d)", a.Item[0], a.Item[1], a.Item[2])
}
