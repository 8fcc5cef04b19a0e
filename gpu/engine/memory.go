package engine

import (
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/binding"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/memory"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/heaps"
	"github.com/gpuscript/gpuscript/lifetime"
)

// releaser hands freed ranges to the release queues.
type releaser struct{ dev *RenderDevice }

// Release implements heaps.Releaser.
func (r releaser) Release(queues uint64, what heaps.Reclaimer) error {
	return r.dev.ranges.Release(what, lifetime.Mask(queues))
}

// createHeaps makes descriptor heaps and the page pool.
func (d *RenderDevice) createHeaps(of desc.DeviceDesc) (err error) {
	d.memory, err = memory.Create(d.at, memory.Options{Name: d.name, Site: &d.site, CPU: of.CPUDescriptorHeapSize, GPU: of.GPUDescriptorHeapSize,
		Dynamic: of.GPUDynamicDescriptors, Chunk: of.DynamicDescriptorChunkSize, PageSize: of.DynamicHeapPageSize,
		Seed: of.Numbering == desc.NumberingSeed, RingSize: of.UploadRingSize, Releaser: releaser{d}})
	d.watcher = memory.Watcher{Of: d.memory, Show: of.OnHeaps}
	d.bindings = binding.Home{Rules: &d.rules, Site: &d.site, Created: d.life.Created, At: d.at, Memory: d.memory, Registry: &d.objects,
		CatchUp: d.queues.CatchUp, Show: show,
		Queue: d.queueSaid, Recording: d.recordingWith}
	return err
}

// space takes dynamic memory of the context's frame for an object. It warns when the frame grows and never ends.
func (c *DeviceContext) space(of *object, size, alignment uint64) (memory.Upload, error) {
	u, grown, used, err := c.memory.Space(size, alignment)
	if err != nil {
		now := c.memory.Stats().Current
		return u, words.NoPage(err, of.said(), size, c.said(), now.Pages, now.Allocated)
	}
	if grown {
		if err := c.grew(); err != nil {
			return u, err
		}
	}
	if used {
		err = c.dev.queues.CatchUp()
		u.Page.Mapping.Renew()
	}
	return u, err
}

// grew warns when the frame has twice as many pages as at the last warning.
func (c *DeviceContext) grew() error {
	now := c.memory.Stats().Current
	if now.Pages < c.warnPages {
		return nil
	}
	c.warnPages *= 2
	return c.dev.rules.Hazard(words.FrameGrows(c.said(), now.Pages, now.Allocated, c.endable()))
}

// descriptors takes n dynamic descriptors of a heap.
func (c *DeviceContext) descriptors(heap, n uint32) (heaps.Range, error) {
	return c.dev.bindings.Descriptors(c.memory, heap, n, c.said)
}
