package engine

import (
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/fences"
	"github.com/gpuscript/gpuscript/lifetime"
)

// Fence orders contexts, and tells the CPU how far the GPU is.
type Fence = fences.Fence

// CreateFence makes a fence of value 0.
func (d *RenderDevice) CreateFence(of desc.FenceDesc) (*Fence, error) {
	if err := d.alive("CreateFence"); err != nil {
		return nil, err
	}
	n, err := d.at().CreateFence(0, 0, of.Name)
	if err != nil {
		return nil, err
	}
	return fences.New(&d.objects, n, of.Name, d.domain.Valid(lifetime.AllQueues)), nil
}

// EnqueueSignal sets the fence to a value after the commands of the next Flush. Values rise.
func (c *DeviceContext) EnqueueSignal(f *Fence, value uint64) error {
	if err := c.fenceCall("EnqueueSignal", f); err != nil {
		return err
	}
	return c.line.Signal(&c.dev.rules, c.said(), f, value)
}

// DeviceWaitForFence holds the commands of the next Flush back until the fence has reached a value, which was enqueued.
func (c *DeviceContext) DeviceWaitForFence(f *Fence, value uint64) error {
	if err := c.fenceCall("DeviceWaitForFence", f); err != nil {
		return err
	}
	return c.line.Wait(&c.dev.rules, c.said(), f, value)
}

func (c *DeviceContext) fenceCall(method string, f *Fence) error {
	if err := c.immediateOnly(method); err != nil {
		return err
	}
	return fences.Life(f).UsableOn(&c.place, c.queueIndex(), method, c.site)
}
