package device

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
	"github.com/gpuscript/gpuscript/gpu/residency"
)

// What is resident is a matter of rules, which layers know: the memory of an object that is evicted keeps its bytes and its addresses, so none of it
// is given to others.

// MakeResident lets the GPU access the memory of some objects, from when it returns on. Each counts how often: Evict takes one call back.
func (d *Device) MakeResident(objects []residency.Pageable) error {
	return d.reside(&residency.Call{Act: residency.MakeResident}, "MakeResident", objects, nothing)
}

// EnqueueMakeResident is MakeResident that returns at once: the objects are resident when the fence has the value, which it gives it.
func (d *Device) EnqueueMakeResident(_ residency.ResidencyFlags, objects []residency.Pageable, f gpu.Fence, value uint64) error {
	call := &residency.Call{Act: residency.EnqueueMakeResident, Fence: f.ID(), Value: value}
	return d.reside(call, "EnqueueMakeResident", objects, func() error {
		f.(*Fence).fence.Signal(value, sched.Tag(call.Site))
		return nil
	})
}

// Evict lets the system take the memory of some objects, which the GPU must not access any more.
func (d *Device) Evict(objects []residency.Pageable) error {
	return d.reside(&residency.Call{Act: residency.Evict}, "Evict", objects, nothing)
}

// SetResidencyPriority says what the system evicts last where memory is short: here it evicts nothing by itself, so it changes nothing.
func (d *Device) SetResidencyPriority(objects []residency.Pageable, _ []residency.ResidencyPriority) error {
	return d.reside(&residency.Call{Act: residency.SetPriority}, "SetResidencyPriority", objects, nothing)
}

// reside makes a call about the residency of objects.
func (d *Device) reside(call *residency.Call, method string, objects []residency.Pageable, do func() error) error {
	call.CallHead, call.Device = d.head(method), d.id
	for _, o := range objects {
		call.Objects = append(call.Objects, o.ID())
	}
	if err := d.alive(&call.CallHead); err != nil {
		return err
	}
	return d.adapter.issue(sched.CallSync, call, do)
}
