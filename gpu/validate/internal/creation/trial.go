package creation

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// A trial is an edit of a description, and what it does to it, so that no edit is proposed that the rules refuse.
type trial struct {
	fix   diag.Fix
	apply func(n *newResource)
}

// edit notes what an edit does.
func (n *newResource) edit(fix diag.Fix, apply func(n *newResource)) diag.Fix {
	n.trials = append(n.trials, trial{fix, apply})
	return fix
}

// put is the edit that sets a field of the description, drop the one that removes it.
func (n *newResource) put(path string, value any) diag.Fix {
	if _, name := value.(string); name { // of a format
		return diag.Put(n.call.Method, path, value)
	}
	return n.edit(diag.Put(n.call.Method, path, value), func(n *newResource) { n.set(path, value) })
}

func (n *newResource) drop(path string) diag.Fix { return diag.Drop(n.call.Method, path) }

// without is the edit that takes flags away, with the one that adds some.
func (n *newResource) without(f gpu.ResourceFlags) diag.Fix {
	flags := n.desc.Flags &^ f
	return n.edit(diag.Flags(n.call.Method, "Flags", flags), func(n *newResource) { n.asked.Flags = flags })
}

func (n *newResource) with(f gpu.ResourceFlags) diag.Fix { return n.put("Flags", n.desc.Flags|f) }

// set gives a field a value.
func (n *newResource) set(path string, value any) {
	switch v := value.(type) {
	case gpu.ResourceFlags:
		n.asked.Flags = v
	case gpu.Format:
		n.asked.Format = v
	case gpu.ResourceDimension:
		n.asked.Dimension = v
	case gpu.HeapType:
		n.heap = v
	case gpu.ResourceStates:
		n.initial = v
	case int:
		n.set(path, uint64(v))
	case uint64:
		switch path {
		case "Width":
			n.asked.Width = v
		case "Height":
			n.asked.Height = uint32(v)
		case "DepthOrArraySize":
			n.asked.DepthOrArraySize = uint32(v)
		case "MipLevels":
			n.asked.MipLevels = uint32(v)
		}
	}
}

// tried is the description with an edit.
func (n *newResource) tried(apply func(n *newResource)) *newResource {
	m, asked := *n, *n.asked
	m.asked, m.trials = &asked, nil
	apply(&m)
	m.desc = asked.Normalized()
	return &m
}

// refuses says whether a rule refuses a description.
func (x *checker) refuses(n *newResource) bool {
	other := &checker{Names: x.Names}
	other.eachRule(n)
	return other.refused()
}

// repairs says whether the rules allow the description with an edit.
func (x *checker) repairs(n *newResource, fix diag.Fix) bool {
	i := slices.IndexFunc(n.trials, func(t trial) bool { return t.fix == fix })
	return i >= 0 && !x.refuses(n.tried(n.trials[i].apply))
}

// tryHelp tries the edits of a diagnostic. One that leaves the resource in a state that it cannot have any more changes the state, too, if that is
// all; another one that the rules refuse is left out.
func (x *checker) tryHelp(n *newResource, d *diag.Diagnostic) {
	for i := range d.Help {
		h := &d.Help[i]
		if h.Fix == nil || len(h.And) > 0 {
			continue
		}
		k := slices.IndexFunc(n.trials, func(t trial) bool { return t.fix == *h.Fix })
		if k < 0 || x.repairs(n, *h.Fix) {
			continue
		}
		common := n.put("InitialState", gpu.StateCommon)
		m := n.tried(n.trials[k].apply)
		m.initial = gpu.StateCommon
		if h.Fix.Path != common.Path && !x.refuses(m) {
			h.And = append(h.And, diag.Help{Site: n.call.Site, Fix: &common})
			continue
		}
		h.Fix = nil
	}
}

// Allows says whether a resource in a heap of type DEFAULT may have a description.
func Allows(d gpu.ResourceDesc) bool {
	x := &checker{}
	return !x.refuses(&newResource{call: &gpu.CreateCall{}, desc: d.Normalized(), asked: &d, initial: gpu.StateCommon})
}
