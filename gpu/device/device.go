package device

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device/internal/tuning"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
)

// Device makes objects and owns queues (gpu.CreateDevice).
type Device struct {
	object
	gpu     *sched.GPU
	reason  gpu.RemovedReason
	removal gpu.Site       // what removed it
	leaving []*sched.Queue // released, and were not empty when they were looked at last
	leave   int            // how many there are when they are looked at again
	tuner   *tuning.Tuner
}

// fewLeaving are so few queues that they are not looked for one by one.
const fewLeaving = 16

// leaves takes a queue that gets nothing more out of the GPU's list when all that was given to it has ended: a device costs what its queues are, and
// not what they were.
func (d *Device) leaves(q *sched.Queue) {
	d.leaving = append(d.leaving, q)
	if len(d.leaving) < max(fewLeaving, d.leave) {
		return
	}
	d.leaving = slices.DeleteFunc(d.leaving, func(q *sched.Queue) bool {
		ended := q.Pending() == 0
		if ended {
			q.Close()
		}
		return ended
	})
	d.leave = 2 * len(d.leaving)
}

// CreateDevice makes a device: a GPU of the adapter's profile with engines and queues of its own, in the adapter's VRAM.
func (a *Adapter) CreateDevice(desc gpu.DeviceDesc, site gpu.Site) (*Device, error) {
	d := &Device{}
	call := a.begin(a.headAt("CreateDevice", site), d, gpu.KindDevice, "device", &desc.Name, &desc)
	return d, a.create(sched.CallCreate, call, d, func() error {
		d.gpu, d.tuner = a.sim.NewGPU(d.name, a.profile), d.newTuner()
		if desc.Paused {
			d.gpu.Pause()
		}
		a.devices = append(a.devices, d)
		return nil
	})
}

// Adapter is the machine that the device belongs to.
func (d *Device) Adapter() *Adapter { return d.adapter }

// GetDeviceRemovedReason says why the device was removed; RemovedNot while it lives.
func (d *Device) GetDeviceRemovedReason() gpu.RemovedReason {
	d.adapter.sim.Call(sched.CallQuery)
	return d.reason
}

// RemoveDevice removes the device, as ID3D12Device5::RemoveDevice: pending work is dropped, fences read 2^64-1, waits end.
func (d *Device) RemoveDevice() error {
	call := &gpu.RemoveCall{CallHead: d.head("RemoveDevice"), Device: d.id, Reason: gpu.RemovedDeviceRemoved}
	return d.adapter.issue(sched.CallSubmit, call, func() error {
		d.remove(gpu.RemovedDeviceRemoved, call.Site)
		return nil
	})
}

// remove drops what is queued, for a reason.
func (d *Device) remove(reason gpu.RemovedReason, cause gpu.Site) {
	d.lose(reason, cause)
	d.gpu.Remove(sched.Tag(cause))
}

// lose notes why the device is lost: the first reason stays.
func (d *Device) lose(reason gpu.RemovedReason, cause gpu.Site) {
	if d.reason == gpu.RemovedNot {
		d.reason, d.removal = reason, cause
	}
}

// alive refuses a call on a removed device.
func (d *Device) alive(head *gpu.CallHead) error {
	if d.reason == gpu.RemovedNot {
		return nil
	}
	return d.refuse(head)
}

// refuse is alive of a device that was removed.
func (d *Device) refuse(head *gpu.CallHead) error {
	return d.adapter.layers.Fail(&incident.Removed{Site: head.Site, Method: head.Method, Device: d.name, Reason: d.reason, Cause: d.removal})
}

// StepGpu lets a paused GPU run until a point (gpu.StepDesc) and reports whether the point was reached.
func (d *Device) StepGpu(desc gpu.StepDesc) (bool, error) {
	call := &gpu.StepCall{CallHead: d.head("StepGpu"), Device: d.id, Desc: desc}
	if err := d.alive(&call.CallHead); err != nil {
		return false, err
	}
	until := sched.Until{Kind: sched.UntilIdle}
	switch {
	case desc.Fence != nil:
		until = sched.Until{Kind: sched.UntilFence, Fence: desc.Fence.(*Fence).fence, Value: desc.Value}
	case desc.Time > 0:
		until = sched.Until{Kind: sched.UntilTime, Time: d.adapter.sim.Now() + sched.Time(desc.Time)}
	case desc.Until == gpu.StepCommand:
		until = sched.Until{Kind: sched.UntilCommand}
	case desc.Until == gpu.StepBatch:
		until = sched.Until{Kind: sched.UntilBatch}
	}
	err := d.adapter.issue(sched.CallSync, call, func() error {
		call.Reached = d.gpu.Step(until, sched.Tag(call.Site))
		return d.adapter.layers.Pending()
	})
	return call.Reached, err
}

// Pause stops the GPU's clock.
func (d *Device) Pause() { d.gpu.Pause() }

// Resume lets the GPU's clock run on.
func (d *Device) Resume() { d.gpu.Resume() }

// Release gives the device up. Its objects must be released before. Background tasks that run come to their end first; those that wait are cancelled.
func (d *Device) Release() error {
	return d.release(func() {
		d.tuner.End()
		d.adapter.destroy(d.id)
	})
}
