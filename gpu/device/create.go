package device

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/internal/mem"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
)

// Every object is made in the same way:
//
//	begin   an identity and a name, and the call with the description that layers see
//	create  the limits, the clock, the layers; the deed; then commands may refer to the object

// made is an object of the API.
type made interface{ common() *object }

func (o *object) common() *object { return o }

// counted is the objects of a kind that a thread has made. A count of all objects would name them by the run, where several threads make some.
type counted struct {
	kind  gpu.ObjectKind
	maker string
}

// Maker is what the made-up names of objects end in that the running thread makes: nothing for the main thread, " of loader" for one with that name,
// " of loader (2)" for the second one that its thread starts with it.
func (a *Adapter) Maker() string {
	if t := a.Running(); t != nil {
		return t.maker
	}
	return ""
}

// makerOf is Maker of a thread that is about to be started, named or not.
func (a *Adapter) makerOf(name string, named bool) string {
	if !named {
		return " of " + name // which is one of a kind
	}
	of := " of " + name + a.Maker()
	if a.namesakes[of]++; a.namesakes[of] > 1 {
		return fmt.Sprintf("%s (%d)", of, a.namesakes[of])
	}
	return of
}

// begin gives a new object of the adapter its identity and its name, which is never empty: *name, part of the description, is that too.
func (a *Adapter) begin(head gpu.CallHead, self made, kind gpu.ObjectKind, noun string, name *string, desc any) *gpu.CreateCall {
	maker := a.Maker()
	a.counts[counted{kind, maker}]++
	if *name == "" {
		*name = fmt.Sprintf("%s %d%s", noun, a.counts[counted{kind, maker}], maker)
	}
	a.lastID++
	o := self.common()
	*o = object{id: a.lastID, kind: kind, name: *name, adapter: a, created: head.Site}
	return &gpu.CreateCall{CallHead: head, Kind: kind, Object: o.id, Name: o.name, Desc: desc}
}

// begin is that of the adapter for an object of the device.
func (d *Device) begin(head gpu.CallHead, self made, kind gpu.ObjectKind, noun string, name *string, desc any) *gpu.CreateCall {
	call := d.adapter.begin(head, self, kind, noun, name, desc)
	call.Device, self.common().home = d.id, d
	return call
}

// create is issue for calls that make objects: it also refuses them on a removed device and beyond the object limit. When the deed is done commands
// may refer to the object.
func (a *Adapter) create(cost sched.CallClass, call *gpu.CreateCall, self made, do func() error) error {
	if a.maxObjects > 0 && a.live >= a.maxObjects {
		return a.layers.Fail(&incident.TooManyObjects{Site: call.Site, Method: call.Method, Name: call.Name, Limit: uint64(a.maxObjects)})
	}
	o := self.common()
	if o.home != nil {
		if err := o.home.alive(&call.CallHead); err != nil {
			return err
		}
	}
	return a.issue(cost, call, func() error {
		if err := do(); err != nil {
			return err
		}
		a.set(o.id, self)
		a.live++
		a.peak = max(a.peak, a.live)
		return nil
	})
}

// createArray makes an object that owns a zeroed array in VRAM, and says where it is.
func (a *Adapter) createArray(call *gpu.CreateCall, self made, size uint64, base *uint64) error {
	return a.create(sched.CallCreate, call, self, func() (err error) {
		if *base, err = a.alloc(call, call.Name, size, gpu.ConstantBufferAlignment, 0); err != nil {
			return err
		}
		call.Begin, call.End = *base, *base+size
		return nil
	})
}

// alloc takes VRAM for a new object, zeros unless flags say that they are not needed, or returns the incident's error.
func (a *Adapter) alloc(call *gpu.CreateCall, name string, size, align uint64, flags gpu.HeapFlags) (uint64, error) {
	take := a.vram.AllocZeroed
	if flags&gpu.HeapCreateNotZeroed != 0 {
		take = a.vram.Alloc
	}
	offset, err := take(size, align)
	if err == nil {
		a.took(offset, size)
		return offset, nil
	}
	oom, ok := err.(*mem.ErrOutOfMemory)
	if !ok {
		panic("BUG: device: " + err.Error())
	}
	return 0, a.layers.Fail(&incident.OutOfMemory{Site: call.Site, Method: call.Method, Name: name, Desc: call.Desc, Want: oom.Want, Free: oom.Free,
		Largest: oom.Largest, Limit: oom.Limit})
}

// destroy makes an identity unknown.
func (a *Adapter) destroy(id gpu.ID) {
	a.objects.Drop(id)
	a.machine.Changed()
}

// set says what an identity stands for.
func (a *Adapter) set(id gpu.ID, o made) {
	a.objects.Set(id, o)
	a.machine.Changed()
}
