// Package fences is the fences of the engine: their values, and what contexts have enqueued for their next submission.
//
//	context   EnqueueSignal(F, 1)   DeviceWaitForFence(G, 3)   Flush
//	Line      signals: F = 1        waits: G >= 3              ▶ waits │ lists │ the queue's own signal │ signals
//
// Values of a fence rise, and a wait names a value that was enqueued before. Reaching a value tells the application that the submissions before it
// are done (submit.Marks). The package must not know contexts or recordings.
package fences

import (
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/objects"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/submit"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/lifetime"
)

// Fence orders contexts, and tells the CPU how far the GPU is.
type Fence struct {
	objects.Handle
	native   *device.Fence
	enqueued uint64 // the highest value that was enqueued
	marks    submit.Marks
}

// New makes a fence of value 0 of one of the device below, which it owns.
func New(r *objects.Registry, native *device.Fence, name string, mask lifetime.Mask) *Fence {
	f := &Fence{native: native}
	r.Init(Life(f), "Fence", name, mask)
	Life(f).Own(native)
	return f
}

// Life is the life of a fence.
func Life(f *Fence) *objects.Object { return objects.LifeOf(&f.Handle) }

// said is the fence for messages.
func (f *Fence) said() words.Fence { return words.Fence{Object: Life(f).Said(), Enqueued: f.enqueued} }

// GetCompletedValue is the fence's value now. What it covers counts as waited for.
func (f *Fence) GetCompletedValue() (uint64, error) {
	return f.CompareCompletedValue(func(uint64) (uint64, bool) { return 0, false })
}

// CompareCompletedValue is GetCompletedValue for a program that only compares what it reads, as that of a fence of the device: what finds says that
// it finds out counts as waited for.
func (f *Fence) CompareCompletedValue(finds func(read uint64) (least uint64, only bool)) (uint64, error) {
	site := objects.SiteOf(&f.Handle)
	if err := Life(f).Usable("GetCompletedValue", site); err != nil {
		return 0, err
	}
	f.native.SetSite(site)
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
	site := objects.SiteOf(&f.Handle)
	if err := Life(f).Usable("Wait", site); err != nil {
		return err
	}
	f.native.SetSite(site)
	if err := f.native.WaitCPU(value); err != nil {
		return err
	}
	f.marks.Passed(value)
	return nil
}
