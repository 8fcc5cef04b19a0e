// Package faults words nothing: it turns what the executor found out about a command into incidents, with what the script calls things.
//
// It must not know devices: where a command comes from, and what a program declares, are handed to it.
package faults

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
)

// Program is what ran: its name, and the declaration behind a binding, nil for clears.
type Program struct {
	Name string
	Slot *exec.Binding
}

// NullView says whether an access went through a null SRV or UAV, or through a descriptor that was told of as a fault.
func NullView(o *exec.Outcome, r *exec.Report) bool {
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

// OutOfBounds is an access outside of a resource.
func OutOfBounds(origin gpu.Origin, p Program, r *exec.Report) *incident.OutOfBounds {
	o := &incident.OutOfBounds{Origin: origin, Kernel: p.Name, Site: r.Site, Write: r.Write, Item: r.Item, Index: r.Index, Size: r.Size, Count: r.Repeats + 1,
		Slot: r.Array, Declared: r.Declared, Texel: r.Texel, Extent: r.Extent, Axes: r.Axes}
	if p.Slot != nil {
		o.Slot, o.Declared = p.Slot.Name, p.Slot.Site
	}
	return o
}

// GroupRace is a race between work items of a group.
func GroupRace(origin gpu.Origin, p Program, r incident.GroupRace) *incident.GroupRace {
	r.Origin, r.Kernel = origin, p.Name
	if p.Slot != nil {
		r.View, r.Array, r.Declared = p.Slot.View, p.Slot.Name, p.Slot.Site
	}
	return &r
}

// Descriptor is a descriptor that does not fit. The slot of a counter is that of its buffer.
func Descriptor(origin gpu.Origin, p Program, f *exec.Fault) *incident.DescriptorFault {
	d := &incident.DescriptorFault{Origin: origin, Kind: incident.DescriptorFaultKind(f.Kind), Kernel: p.Name, Class: f.Class, Register: f.Register, Space: f.Space, Address: f.Address,
		Found: f.Found, Resource: f.Resource, Handle: f.Handle, Used: f.Used, Item: f.Item, Shape: f.Shape}
	if s := p.Slot; s != nil {
		d.Slot, d.Declared, d.Wants = s.Name, s.Site, incident.ShapeOf(&s.ShaderSlot)
	}
	return d
}
