package engine

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/heaps"
	"github.com/gpuscript/gpuscript/lifetime"
)

// The adapters between package heaps and the device: descriptor heaps, pages, delayed frees.

// heapDevice is the device for package heaps.
type heapDevice struct{ dev *RenderDevice }

// CreateDescriptorHeap implements heaps.Device.
func (h heapDevice) CreateDescriptorHeap(desc gpu.DescriptorHeapDesc) (heaps.DescriptorHeap, error) {
	return h.dev.at().CreateDescriptorHeap(desc)
}

// CopyDescriptorsSimple implements heaps.Device.
func (h heapDevice) CopyDescriptorsSimple(count uint32, dst, src gpu.CPUDescriptorHandle, typ gpu.DescriptorHeapType) error {
	return h.dev.at().CopyDescriptorsSimple(count, dst, src, typ)
}

// releaser hands freed ranges to the release queues.
type releaser struct{ dev *RenderDevice }

// Release implements heaps.Releaser.
func (r releaser) Release(queues uint64, what heaps.Reclaimer) error {
	return r.dev.ranges.Release(what, lifetime.Mask(queues))
}

// page is a mapped UPLOAD buffer.
type page struct {
	native  *device.Resource
	mapping *device.Mapping
	address uint64
}

// pageSource makes pages.
type pageSource struct {
	dev  *RenderDevice
	made *int
}

// CreatePage implements heaps.PageSource.
func (s pageSource) CreatePage(size uint64) (*page, error) {
	*s.made++
	return s.dev.newPage(fmt.Sprintf("%s dynamic page %d", s.dev.name, *s.made), size)
}

// DestroyPage implements heaps.PageSource.
func (s pageSource) DestroyPage(p *page) error { return p.native.Release() }

// newPage makes a buffer in an UPLOAD heap and maps it for good.
func (d *RenderDevice) newPage(name string, size uint64) (*page, error) {
	r, err := d.at().CreateCommittedResource(gpu.CommittedResourceDesc{HeapType: gpu.HeapUpload, InitialState: gpu.StateGenericRead,
		ResourceDesc: gpu.ResourceDesc{Name: name, Dimension: gpu.DimensionBuffer, Width: size, Layout: gpu.LayoutRowMajor}})
	if err != nil {
		return nil, err
	}
	r.SetSite(d.site)
	m, err := r.Map(0, &gpu.MapRange{})
	return &page{r, m, r.GetGPUVirtualAddress()}, err
}

// upload is space in a page.
type upload = heaps.Upload[*page]

// createHeaps makes descriptor heaps and the page pool.
func (d *RenderDevice) createHeaps(desc DeviceDesc) (err error) {
	for t := range gpu.HeapDSV + 1 {
		d.cpuHeaps[t], err = heaps.NewCPUHeap(heapDevice{d}, heaps.CPUHeapOptions{
			Name: fmt.Sprintf("%s %s", d.name, t), Type: t, Size: desc.CPUDescriptorHeapSize[t], Releaser: releaser{d}})
		if err != nil {
			return err
		}
	}
	for t := range gpu.HeapSampler + 1 {
		d.gpuHeaps[t], err = heaps.NewGPUHeap(heapDevice{d}, heaps.GPUHeapOptions{
			Name: fmt.Sprintf("%s %s", d.name, t), Type: t, Static: desc.GPUDescriptorHeapSize[t], Dynamic: desc.GPUDynamicDescriptors[t],
			Chunk: desc.DynamicDescriptorChunkSize[t], Releaser: releaser{d}})
		if err != nil {
			return err
		}
	}
	d.pages, err = heaps.NewPagePool(pageSource{d, new(int)}, heaps.PagePoolOptions{
		Name: d.name + " dynamic heap", PageSize: desc.DynamicHeapPageSize, Releaser: releaser{d}})
	return err
}

// createMemory gives a context its dynamic memory and descriptors.
func (c *DeviceContext) createMemory() error {
	c.dynamic = heaps.NewDynamicHeap(c.dev.pages, c.name)
	for t := range c.descriptors {
		c.descriptors[t] = c.dev.gpuHeaps[t].NewSuballocator(c.name)
	}
	return nil
}

// space takes dynamic memory of the context's frame. It warns when the frame grows and never ends.
func (c *DeviceContext) space(size, alignment uint64) (upload, error) {
	before := c.dynamic.Stats().Current.Pages
	u, err := c.dynamic.Allocate(size, alignment)
	now := c.dynamic.Stats().Current
	if err != nil || now.Pages == before {
		return u, err
	}
	if now.Pages >= c.warnPages {
		c.warnPages *= 2
		c.dev.tell(words.FrameGrows(c.said(), now.Pages, now.Allocated))
	}
	return u, c.dev.catchUp()
}

// dynamicDescriptors takes descriptors of the frame for the dynamic variables of a binding object, and copies theirs into them.
func (c *DeviceContext) dynamicDescriptors(b *ShaderResourceBinding) (fresh [2]heaps.Range, err error) {
	for h, n := range b.layout.Sizes[1] {
		if n == 0 {
			continue
		}
		before := c.descriptors[h].Stats().Chunks
		if fresh[h], err = c.descriptors[h].Allocate(n); err != nil {
			return fresh, c.dev.exhausted(err, c.String())
		}
		if c.descriptors[h].Stats().Chunks != before {
			if err := c.dev.catchUp(); err != nil {
				return fresh, err
			}
		}
	}
	for i := range b.layout.Slots {
		s := &b.layout.Slots[i]
		if s.Table < 0 || s.Type != VariableDynamic {
			continue
		}
		t := &b.layout.Tables[s.Table]
		for k := range max(s.Count, 1) {
			to := fresh[t.Heap].CPUAt(t.Base + s.Offset + k)
			if err := c.dev.at().CopyDescriptorsSimple(1, to, b.bound[s.First+int(k)].handle, t.Heap); err != nil {
				return fresh, err
			}
		}
	}
	return fresh, nil
}
