package engine

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/submit"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/lifetime"
)

// Fence orders contexts, and tells the CPU how far the GPU is.
type Fence struct {
	object
	native   *device.Fence
	enqueued uint64 // the highest value that was enqueued
	marks    submit.Marks
}

// signalled is a fence with a value.
type signalled struct {
	fence *Fence
	value uint64
	site  gpu.Site // of a signal
}

// CreateFence makes a fence of value 0.
func (d *RenderDevice) CreateFence(of desc.FenceDesc) (*Fence, error) {
	if err := d.alive("CreateFence"); err != nil {
		return nil, err
	}
	f := &Fence{}
	n, err := d.at().CreateFence(0, 0, of.Name)
	if err != nil {
		return nil, err
	}
	f.native = n
	f.init(d, "Fence", of.Name, d.domain.Valid(lifetime.AllQueues))
	f.life.Own(n)
	return f, nil
}

// GetCompletedValue is the fence's value now. What it covers counts as waited for.
func (f *Fence) GetCompletedValue() (uint64, error) {
	return f.CompareCompletedValue(func(uint64) (uint64, bool) { return 0, false })
}

// CompareCompletedValue is GetCompletedValue for a program that only compares what it reads, as that of a fence of the device: what finds says that it finds out
// counts as waited for.
func (f *Fence) CompareCompletedValue(finds func(read uint64) (least uint64, only bool)) (uint64, error) {
	if err := f.unreleased("GetCompletedValue", f.site); err != nil {
		return 0, err
	}
	f.native.SetSite(f.site)
	var known uint64
	v, err := f.native.CompareCompletedValue(func(read uint64) (least uint64, only bool) {
		if known, only = finds(read); !only {
			known = read
		}
		return known, only
	})
	if err == nil {
		f.marks.Passed(known)
	}
	return v, err
}

// Wait blocks the calling thread until the fence has reached a value.
func (f *Fence) Wait(value uint64) error {
	if err := f.unreleased("Wait", f.site); err != nil {
		return err
	}
	f.native.SetSite(f.site)
	if err := f.native.WaitCPU(value); err != nil {
		return err
	}
	f.marks.Passed(value)
	return nil
}

// EnqueueSignal sets the fence to a value behind the commands of the next Flush. Values rise.
func (c *DeviceContext) EnqueueSignal(f *Fence, value uint64) error {
	if err := c.fenceCall("EnqueueSignal", f); err != nil {
		return err
	}
	if value <= f.enqueued {
		return c.dev.rules.Refuse(words.FenceValue(c.said(), f.said(), "EnqueueSignal", value))
	}
	f.enqueued = value
	c.signals = append(c.signals, signalled{f, value, c.site})
	return nil
}

// DeviceWaitForFence holds the commands of the next Flush back until the fence has reached a value, which was enqueued.
func (c *DeviceContext) DeviceWaitForFence(f *Fence, value uint64) error {
	if err := c.fenceCall("DeviceWaitForFence", f); err != nil {
		return err
	}
	if value > f.enqueued {
		return c.dev.rules.Refuse(words.FenceValue(c.said(), f.said(), "DeviceWaitForFence", value))
	}
	if n := len(c.signals); n > 0 { // waits go in front: this one would hold the signal back
		return c.dev.rules.Refuse(words.WaitBehindSignal(c.said(), f.said(), value, c.signals[n-1].said()))
	}
	c.waits = append(c.waits, signalled{f, value, c.site})
	return nil
}

func (c *DeviceContext) fenceCall(method string, f *Fence) error {
	if err := c.immediateOnly(method); err != nil {
		return err
	}
	return f.usable(c, method, c.site)
}
