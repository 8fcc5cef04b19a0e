package incident

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// The statements that keep apart what work items of a group do to groupshared memory, and to any.
const (
	barrierCall    = "GroupMemoryBarrierWithGroupSync()"
	allBarrierCall = "AllMemoryBarrierWithGroupSync()"
)

func (x explainer) groupRace(r *incident.GroupRace) *diag.Diagnostic {
	switch {
	case r.View == gpu.ViewUnknown:
	case r.First.Write && r.Second.Write:
		return x.twoWriters(r)
	default:
		return x.unorderedRead(r)
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
		Because("Work items %s and %s of one group do this in no defined order, because there is no %s between the two accesses.",
			item(first), item(second), barrierCall)
	switch {
	case r.Before == 0 && first.Site == second.Site:
		return d.HelpText("let one work item do this, or give each an element of its own, or use one atomic for all")
	case r.Before != 0:
		return d.HelpBefore(r.Before, barrierCall, nil, "let all work items of the group get here before any of them goes on")
	}
	return d.HelpText("put %s between the two accesses, at a place that all work items of the group reach", barrierCall)
}

// shared is the element of a resource that two work items touch.
func shared(r *incident.GroupRace) string {
	if r.View == gpu.ViewBuffer {
		return fmt.Sprintf("%s[%d]", r.Array, r.Element)
	}
	return "a texel of " + r.Array
}

// twoWriters words two writes to one element of a resource.
func (x explainer) twoWriters(r *incident.GroupRace) *diag.Diagnostic {
	first, second := &r.First, &r.Second
	d := words.New(diag.TwoWriters, second.Site,
		"kernel %q: two work items write different values to %s, with no barrier between them", r.Kernel, shared(r))
	d.Labels[0].Text = fmt.Sprintf("work items %s and %s write it here", item(first), item(second))
	if first.Site != second.Site {
		d.Labels[0].Text = fmt.Sprintf("work item %s writes it here", item(second))
		d.Also(first.Site, fmt.Sprintf("work item %s writes it", item(first))).Meanwhile()
	}
	d.Also(r.Declared, fmt.Sprintf("%q is declared here", r.Array))
	return x.executed(d, &r.Origin).Prop("element", r.Element).Because("Which of the two values stays is not defined: %s.", unordered(r)).
		HelpFix(second.Site, atomic(r), "use an atomic, let one work item write it, or give each an element of its own")
}

// unorderedRead words a read of an element of a resource that another work item changes.
func (x explainer) unorderedRead(r *incident.GroupRace) *diag.Diagnostic {
	first, second := &r.First, &r.Second
	d := words.New(diag.UnorderedRead, second.Site, "kernel %q: a work item %s %s, which another one %s, with no barrier between them", r.Kernel,
		act(second), shared(r), act(first))
	d.Labels[0].Text = fmt.Sprintf("work item %s %s it here", item(second), act(second))
	if first.Site == second.Site {
		d.Labels[0].Text = fmt.Sprintf("work item %s %s it here, and %s %s it", item(second), act(second), item(first), act(first))
	} else {
		d.Also(first.Site, fmt.Sprintf("work item %s %s it", item(first), act(first))).Meanwhile()
	}
	d.Also(r.Declared, fmt.Sprintf("%q is declared here", r.Array))
	x.executed(d, &r.Origin).Prop("element", r.Element).
		Because("Whether the read gives the old value or the new one is not defined: %s.", unordered(r)).
		Note("Run in another order, the same work groups leave other results.")
	switch {
	case r.Before != 0:
		return d.HelpBefore(r.Before, allBarrierCall, nil, "let all work items of the group get here before any of them goes on")
	case first.Atomic || second.Atomic:
		return d.HelpText("use what the atomic function returns, or read in a dispatch of its own, with a UAV barrier before it")
	}
	return d.HelpText("read from one resource and write to another, or do the two in two dispatches with a UAV barrier between them")
}

// unordered is why nothing orders two work items.
func unordered(r *incident.GroupRace) string {
	if r.First.Group == r.Second.Group {
		return "the work items of a group run in no defined order"
	}
	return fmt.Sprintf("the work items are of groups %s and %s, which run in no defined order, and barriers order those of one group only",
		triple(r.First.Group), triple(r.Second.Group))
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
func item(a *incident.GroupAccess) string { return triple(a.Item) }

func triple(at [3]uint32) string { return fmt.Sprintf("(%d, %d, %d)", at[0], at[1], at[2]) }
