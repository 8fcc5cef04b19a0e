// Package findings makes incidents of what the executor says about one command: descriptors that it could not use, accesses outside of resources,
// work items in each other's way. It knows programs by what they declare, and must not know queues, layers or rules.
package findings

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
)

// Work is the command that was executed.
type Work struct {
	Origin gpu.Origin
	Op     gpu.Op
	// Program is the program of the bound pipeline for a stage, nil if there is none, and Bindings what it declares.
	Program  func(gpu.ShaderStage) gpu.Shader
	Bindings func(gpu.Shader) []exec.Binding
	// Facts say from which bindings' data it follows what a program does, and Always are bytes that decide what the command does at all.
	Facts  func(gpu.Shader) Facts
	Always []gpu.Feed
	// Memory is how much video memory there is, and in use.
	Memory func() (limit, used uint64)
}

// Each tells what is to be said of an outcome: faults of descriptors, buffers of ExecuteIndirect, then accesses outside. What went through a null
// view, or through a descriptor that is told of, is none: reading 0 and dropping writes is what null descriptors are for.
func (w *Work) Each(o *exec.Outcome, tell func(incident.Derived)) {
	for i := range o.Faults {
		tell(w.descriptor(o, &o.Faults[i]))
	}
	for _, f := range o.Indirect {
		tell(incident.Derived{Incident: &incident.IndirectFault{Origin: w.Origin, Command: f.Index, Groups: f.Groups, IndexFormat: f.IndexFormat},
			Feeds: w.Always})
	}
	for _, list := range groups(o, func(r *exec.Report) exec.Report {
		return exec.Report{Stage: r.Stage, Binding: r.Binding, Element: r.Element, Array: r.Array, Declared: r.Declared, Write: r.Write}
	}, false) {
		tell(w.outsides(o, list))
	}
	for _, list := range groups(o, func(r *exec.Report) exec.Report {
		return exec.Report{Stage: r.Stage, Binding: r.Binding, Element: r.Element}
	}, true) {
		tell(w.derived(o, list, w.unaligned(list), w.unaligned))
	}
}

// groups are the reports with one cause, which share a key.
func groups(o *exec.Outcome, key func(*exec.Report) exec.Report, unaligned bool) (out [][]*exec.Report) {
	at := map[exec.Report]int{}
	for i := range o.Reports {
		r := &o.Reports[i]
		if r.Unaligned != unaligned || nullView(o, r) {
			continue
		}
		k := key(r)
		if _, known := at[k]; !known {
			at[k] = len(out)
			out = append(out, nil)
		}
		out[at[k]] = append(out[at[k]], r)
	}
	return out
}

// outsides are the accesses outside of one resource in one direction: they have one cause. Only the first accesses are kept, and all are counted. How
// many there are of those that no data decide depends on the others, too.
func (w *Work) outsides(o *exec.Outcome, list []*exec.Report) incident.Derived {
	kept := uint64(0)
	for i := range o.Reports {
		kept += o.Reports[i].Repeats + 1
	}
	whole := w.outside(list)
	switch {
	case len(o.Reports) == len(list):
		whole.Count = o.OutOfBounds
	default:
		whole.More = kept < o.OutOfBounds
	}
	return w.derived(o, list, whole, func(list []*exec.Report) incident.Incident {
		part := w.outside(list)
		part.Count = 0
		return part
	})
}

// outside are accesses outside of one resource.
func (w *Work) outside(list []*exec.Report) *incident.OutOfBounds {
	r := list[0]
	o := &incident.OutOfBounds{Origin: w.Origin, Kernel: w.Kernel(r.Stage), First: outside(r), Write: r.Write, Count: r.Repeats + 1,
		Slot: r.Array, Declared: r.Declared}
	if s := w.slot(r.Stage, r.Binding); s != nil {
		o.Slot, o.Declared, o.Bytes = s.Name, s.Site, s.Class == gpu.DescriptorCBV || incident.ShapeOf(&s.ShaderSlot).Raw
		o.Counted = s.Counted
	}
	for _, r := range list[1:] {
		o.Further = append(o.Further, outside(r))
		o.Count += r.Repeats + 1
	}
	return o
}

// unaligned are the accesses of one raw buffer in the middle of words.
func (w *Work) unaligned(list []*exec.Report) incident.Incident {
	r := list[0]
	u := &incident.Unaligned{Origin: w.Origin, Kernel: w.Kernel(r.Stage), First: address(r)}
	if s := w.slot(r.Stage, r.Binding); s != nil {
		u.Slot, u.Declared = s.Name, s.Site
	}
	for _, r := range list[1:] {
		u.Further = append(u.Further, address(r))
	}
	return u
}

func address(r *exec.Report) incident.Address {
	return incident.Address{Site: r.Site, Item: r.Item, Address: uint32(r.Index)}
}

// nullView says whether an access went through a null SRV or UAV, or through a descriptor that was told of as a fault.
func nullView(o *exec.Outcome, r *exec.Report) bool {
	for i := range o.Faults {
		if f := &o.Faults[i]; f.Stage == r.Stage && f.Binding == r.Binding && f.Element == r.Element {
			return true
		}
	}
	for i := range o.Views {
		v := &o.Views[i]
		if v.Stage == r.Stage && v.Binding == r.Binding && v.Element == r.Element {
			return v.Resource == 0 && v.Class != gpu.DescriptorCBV
		}
	}
	return false
}

func outside(r *exec.Report) incident.Outside {
	return incident.Outside{Site: r.Site, Item: r.Item, Index: r.Index, Size: r.Size, Texel: r.Texel, Extent: r.Extent, Axes: r.Axes, Level: r.Level}
}

// Race completes two work items of a group that are in each other's way.
func (w *Work) Race(o *exec.Outcome, r incident.GroupRace) incident.Derived {
	r.Origin, r.Kernel = w.Origin, w.Kernel(gpu.StageCompute)
	if s := w.slot(gpu.StageCompute, r.Binding); s != nil {
		r.View, r.Array, r.Declared = s.View, s.Name, s.Site
	}
	facts := w.facts(gpu.StageCompute)
	return incident.Derived{Incident: &r,
		Feeds: w.feeds(o, gpu.StageCompute, facts.At(r.First.Site, r.Binding), facts.At(r.Second.Site, r.Binding))}
}

func (w *Work) descriptor(o *exec.Outcome, f *exec.Fault) (out incident.Derived) {
	if f.Kind == exec.FaultNoMemory {
		limit, used := w.Memory()
		out.Incident = &incident.OutOfMemory{Site: w.Origin.RecordSite, Method: w.Op.String(), Name: w.Kernel(f.Stage), Free: limit - used,
			Limit: limit}
		return out
	}
	d := &incident.DescriptorFault{Origin: w.Origin, Kind: incident.DescriptorFaultKind(f.Kind), Kernel: w.Kernel(f.Stage), Class: f.Class,
		Register: f.Register, Space: f.Space, Address: f.Address,
		Found: f.Found, Resource: f.Resource, Handle: f.Handle, Used: f.Used, Item: f.Item, Shape: f.Shape}
	if s := w.slot(f.Stage, f.Binding); s != nil {
		if s.CounterOf != 0 {
			s = w.slot(f.Stage, s.CounterOf-1)
		}
		d.Slot, d.Declared, d.Wants = s.Name, s.Site, incident.ShapeOf(&s.ShaderSlot)
	}
	out.Incident, out.Feeds = d, w.Always
	if f.Used != 0 {
		out.Feeds = w.feeds(o, f.Stage, w.facts(f.Stage).Choice(f.Binding))
	}
	return out
}

// Kernel is the name of the program of a stage, "" if there is none.
func (w *Work) Kernel(s gpu.ShaderStage) string {
	if p := w.Program(s); p != nil {
		return p.ShaderName()
	}
	return ""
}

// slot is the declaration after a binding of a program, nil for clears.
func (w *Work) slot(s gpu.ShaderStage, binding int32) *exec.Binding {
	p := w.Program(s)
	if p == nil || binding < 0 {
		return nil
	}
	return &w.Bindings(p)[binding]
}
