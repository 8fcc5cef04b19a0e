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
	// Memory is how much video memory there is, and in use.
	Memory func() (limit, used uint64)
}

// Each tells what is to be said of an outcome: faults of descriptors, buffers of ExecuteIndirect, then accesses outside. What went through a null
// view, or through a descriptor that is told of, is none: reading 0 and dropping writes is what null descriptors are for.
func (w *Work) Each(o *exec.Outcome, tell func(incident.Incident)) {
	for i := range o.Faults {
		tell(w.descriptor(&o.Faults[i]))
	}
	for _, f := range o.Indirect {
		tell(&incident.IndirectFault{Origin: w.Origin, Command: f.Index, Groups: f.Groups, IndexFormat: f.IndexFormat})
	}
	for _, out := range w.outsides(o) {
		tell(out)
	}
	for _, u := range w.unaligned(o) {
		tell(u)
	}
}

// outsides are the accesses outside, those of one resource in one direction together: they have one cause. Only the first accesses are kept, and all
// are counted.
func (w *Work) outsides(o *exec.Outcome) (told []*incident.OutOfBounds) {
	kept := uint64(0)
	of := map[exec.Report]*incident.OutOfBounds{}
	for i := range o.Reports {
		r := &o.Reports[i]
		kept += r.Repeats + 1
		if r.Unaligned || nullView(o, r) {
			continue
		}
		key := exec.Report{Stage: r.Stage, Binding: r.Binding, Element: r.Element, Array: r.Array, Declared: r.Declared, Write: r.Write}
		if first := of[key]; first != nil {
			first.Further = append(first.Further, outside(r))
			first.Count += r.Repeats + 1
			continue
		}
		of[key] = w.outside(r)
		told = append(told, of[key])
	}
	for _, t := range told {
		switch {
		case len(o.Reports) == 1+len(t.Further):
			t.Count = o.OutOfBounds
		default:
			t.More = kept < o.OutOfBounds
		}
	}
	return told
}

// unaligned are the accesses of raw buffers in the middle of words, those of one buffer together.
func (w *Work) unaligned(o *exec.Outcome) (told []*incident.Unaligned) {
	of := map[exec.Report]*incident.Unaligned{}
	for i := range o.Reports {
		r := &o.Reports[i]
		if !r.Unaligned || nullView(o, r) {
			continue
		}
		at := incident.Address{Site: r.Site, Item: r.Item, Address: uint32(r.Index)}
		key := exec.Report{Stage: r.Stage, Binding: r.Binding, Element: r.Element}
		if first := of[key]; first != nil {
			first.Further = append(first.Further, at)
			continue
		}
		u := &incident.Unaligned{Origin: w.Origin, Kernel: w.Kernel(r.Stage), First: at}
		if s := w.slot(r.Stage, r.Binding); s != nil {
			u.Slot, u.Declared = s.Name, s.Site
		}
		of[key] = u
		told = append(told, u)
	}
	return told
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

func (w *Work) outside(r *exec.Report) *incident.OutOfBounds {
	o := &incident.OutOfBounds{Origin: w.Origin, Kernel: w.Kernel(r.Stage), First: outside(r), Write: r.Write, Count: r.Repeats + 1,
		Slot: r.Array, Declared: r.Declared}
	if s := w.slot(r.Stage, r.Binding); s != nil {
		o.Slot, o.Declared, o.Bytes = s.Name, s.Site, s.Class == gpu.DescriptorCBV || incident.ShapeOf(&s.ShaderSlot).Raw
	}
	return o
}

func outside(r *exec.Report) incident.Outside {
	return incident.Outside{Site: r.Site, Item: r.Item, Index: r.Index, Size: r.Size, Texel: r.Texel, Extent: r.Extent, Axes: r.Axes, Level: r.Level}
}

// Race completes two work items of a group that are in each other's way.
func (w *Work) Race(r incident.GroupRace) *incident.GroupRace {
	r.Origin, r.Kernel = w.Origin, w.Kernel(gpu.StageCompute)
	if s := w.slot(gpu.StageCompute, r.Binding); s != nil {
		r.View, r.Array, r.Declared = s.View, s.Name, s.Site
	}
	return &r
}

func (w *Work) descriptor(f *exec.Fault) incident.Incident {
	if f.Kind == exec.FaultNoMemory {
		limit, used := w.Memory()
		return &incident.OutOfMemory{Site: w.Origin.RecordSite, Method: w.Op.String(), Name: w.Kernel(f.Stage), Free: limit - used, Limit: limit}
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
	return d
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
