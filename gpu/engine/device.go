package engine

import (
	"errors"
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/heaps"
	"github.com/gpuscript/gpuscript/lifetime"
)

// RenderDevice creates objects and looks after what becomes of them.
type RenderDevice struct {
	native     *device.Device
	name       string
	site       gpu.Site // of the running call
	report     bool
	closed     bool
	recordings uint64
	batons     []*baton

	immediate []*DeviceContext
	deferred  []*DeviceContext
	objects   objectList
	counts    map[string]int // by kind, for made-up names

	domain     *lifetime.Domain
	dead       *lifetime.ReleaseQueue[*object]          // released objects
	uploads    *lifetime.ReleaseQueue[*device.Resource] // temporary upload buffers
	ranges     *lifetime.ReleaseQueue[heaps.Reclaimer]  // descriptors, chunks and pages
	allocators [gpu.ListCopy + 1]*lifetime.Pool[*device.CommandAllocator]
	recorders  [gpu.ListCopy + 1]*lifetime.Pool[*recorder]

	cpuHeaps [4]*heaps.CPUHeap
	gpuHeaps [2]*heaps.GPUHeap
	pages    *heaps.PagePool[*page]
}

// defaults fills the zero fields of a description.
func (d DeviceDesc) defaults() DeviceDesc {
	if d.Name == "" {
		d.Name = "engine"
	}
	if d.Gpu.Name == "" {
		d.Gpu.Name = d.Name
	}
	if len(d.ImmediateContexts) == 0 {
		d.ImmediateContexts = []ImmediateContextDesc{{Name: "immediate"}}
	}
	set := func(field *uint32, value uint32) {
		if *field == 0 {
			*field = value
		}
	}
	if d.DynamicHeapPageSize == 0 {
		d.DynamicHeapPageSize = 1 << 20
	}
	for i, n := range [4]uint32{8192, 2048, 1024, 1024} {
		set(&d.CPUDescriptorHeapSize[i], n)
	}
	for i := range 2 {
		set(&d.GPUDescriptorHeapSize[i], [2]uint32{16384, 1024}[i])
		set(&d.GPUDynamicDescriptors[i], [2]uint32{8192, 1024}[i])
		set(&d.DynamicDescriptorChunkSize[i], [2]uint32{256, 32}[i])
	}
	return d
}

// CreateDeviceAndContexts makes a render device on an adapter, with a queue for each immediate context. GetImmediateContext
// and GetDeferredContext give the contexts. It fails for descriptions that the device below does not take.
func CreateDeviceAndContexts(a *device.Adapter, desc DeviceDesc, site gpu.Site) (*RenderDevice, error) {
	desc = desc.defaults()
	d := &RenderDevice{name: desc.Name, site: site, report: a.Errors() == device.ErrorsReport, counts: map[string]int{}}
	native, err := a.CreateDevice(desc.Gpu, site)
	if err != nil {
		return nil, err
	}
	d.native = native
	if err := d.createDomain(desc); err != nil {
		return nil, err
	}
	if err := d.createHeaps(desc); err != nil {
		return nil, err
	}
	for i := range desc.ImmediateContexts {
		if err := d.immediate[i].createMemory(); err != nil {
			return nil, err
		}
	}
	for range desc.DeferredContexts {
		if _, err := d.CreateDeferredContext(); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// createDomain makes the queues, their fences and the release queues.
func (d *RenderDevice) createDomain(desc DeviceDesc) error {
	o := lifetime.Options{OnEvent: desc.OnLifetime, Locker: d.newBaton}
	if desc.Numbering == NumberingSeed {
		o.Numbering = lifetime.Seed
	}
	for i, c := range desc.ImmediateContexts {
		if c.Name == "" {
			c.Name = fmt.Sprintf("immediate %d", i)
		}
		q, err := d.at().CreateCommandQueue(gpu.CommandQueueDesc{Name: c.Name, Type: c.Type, Priority: c.Priority})
		if err != nil {
			return err
		}
		f, err := d.at().CreateFence(0, 0, c.Name+" progress")
		if err != nil {
			return err
		}
		ctx := &DeviceContext{queue: &queue{native: q, fence: f, typ: c.Type}}
		ctx.init(d, c.Name, i)
		d.immediate = append(d.immediate, ctx)
		o.Queues = append(o.Queues, lifetime.QueueDesc{Name: c.Name, Fence: progress{d, f}})
	}
	domain, err := lifetime.NewDomain(o)
	if err != nil {
		return err
	}
	d.domain = domain
	for i, c := range d.immediate {
		c.queue.life = domain.Queue(i)
	}
	d.dead = lifetime.NewReleaseQueue(domain, "objects", (*object).destroy)
	d.uploads = lifetime.NewReleaseQueue(domain, "upload buffers", func(r *device.Resource) error {
		r.SetSite(d.site)
		return r.Release()
	})
	d.ranges = lifetime.NewReleaseQueue(domain, "ranges", func(r heaps.Reclaimer) error { r.Reclaim(); return nil })
	for _, t := range []gpu.CommandListType{gpu.ListDirect, gpu.ListCompute, gpu.ListCopy} {
		d.createPools(t)
	}
	return nil
}

// createPools makes the pools of command allocators and recorders of one type.
func (d *RenderDevice) createPools(t gpu.CommandListType) {
	d.allocators[t] = lifetime.NewPool(d.domain, lifetime.PoolDesc[*device.CommandAllocator]{
		Name: fmt.Sprintf("%s allocators", t),
		New: func(n int) (*device.CommandAllocator, error) {
			return d.at().CreateCommandAllocator(t, fmt.Sprintf("%s %s allocator %d", d.name, t, n))
		},
		Reuse: func(a *device.CommandAllocator) error {
			if err := d.catchUp(); err != nil {
				return err
			}
			a.SetSite(d.site)
			return a.Reset()
		},
	})
	d.recorders[t] = lifetime.NewPool(d.domain, lifetime.PoolDesc[*recorder]{
		Name: fmt.Sprintf("%s contexts", t),
		New: func(n int) (*recorder, error) {
			l, err := d.at().CreateCommandList(gpu.CommandListDesc{Name: fmt.Sprintf("%s %s list %d", d.name, t, n), Type: t})
			if err != nil {
				return nil, err
			}
			return &recorder{dev: d, typ: t, list: l, states: map[*tracked]*course{}}, nil
		},
	})
}

// catchUp lets the calling thread see for itself how far the queues are. What is in a pool may have come back by what another thread
// has seen, and nothing but a look at the fences tells this one that the GPU is done with it.
func (d *RenderDevice) catchUp() error {
	for _, c := range d.immediate {
		if _, err := c.queue.life.Completed(); err != nil {
			return err
		}
	}
	return nil
}

// at is the device below, with the place of the running call.
func (d *RenderDevice) at() *device.Device {
	d.native.SetSite(d.site)
	return d.native
}

// SetSite says which place of a script makes the calls on the device from now on. Go callers need not use it.
func (d *RenderDevice) SetSite(s gpu.Site) { d.site = s }

// Name is the name of the description.
func (d *RenderDevice) Name() string { return d.name }

// String is the kind and the name.
func (d *RenderDevice) String() string { return fmt.Sprintf("RenderDevice %q", d.name) }

// Native is the device below, for what the engine has no words for. Objects made with it are not looked after.
func (d *RenderDevice) Native() *device.Device { return d.native }

// StepGpu lets a paused GPU run until a point and reports whether the point was reached.
func (d *RenderDevice) StepGpu(desc gpu.StepDesc) (bool, error) { return d.at().StepGpu(desc) }

// GetImmediateContext is immediate context i, from 0; nil if there is none.
func (d *RenderDevice) GetImmediateContext(i int) *DeviceContext {
	if i < 0 || i >= len(d.immediate) {
		return nil
	}
	return d.immediate[i]
}

// GetDeferredContext is deferred context i, from 0 in the order of their making; nil if there is none.
func (d *RenderDevice) GetDeferredContext(i int) *DeviceContext {
	if i < 0 || i >= len(d.deferred) {
		return nil
	}
	return d.deferred[i]
}

// CreateDeferredContext makes one more deferred context.
func (d *RenderDevice) CreateDeferredContext() (*DeviceContext, error) {
	c := &DeviceContext{}
	c.init(d, fmt.Sprintf("deferred %d", len(d.deferred)+1), len(d.immediate)+len(d.deferred))
	if err := c.createMemory(); err != nil {
		return nil, err
	}
	d.deferred = append(d.deferred, c)
	return c, nil
}

// contexts are all contexts, immediate ones first.
func (d *RenderDevice) contexts() []*DeviceContext {
	return append(append([]*DeviceContext(nil), d.immediate...), d.deferred...)
}

// PurgeReleaseQueues destroys what the GPU has passed.
func (d *RenderDevice) PurgeReleaseQueues() error {
	_, err := d.domain.Purge()
	return err
}

// ReleaseStaleResources destroys what the GPU has passed. Queues whose context records nothing do not hold objects back: what
// was released goes with their last submission, so that a queue that submits seldom pins nothing.
func (d *RenderDevice) ReleaseStaleResources() error {
	for _, c := range d.immediate {
		if c.recordsFor() {
			continue
		}
		if _, err := c.queue.life.RetireStale(); err != nil {
			return err
		}
	}
	return d.PurgeReleaseQueues()
}

// IdleGPU waits until all queues have completed what was submitted, and destroys what they have passed. It flushes no
// context. All queues are signalled before any is waited for, so queues may wait for each other.
func (d *RenderDevice) IdleGPU() error {
	values := make([]uint64, len(d.immediate))
	for i, c := range d.immediate {
		s, err := c.queue.submit(d.site, nil)
		if err != nil {
			return err
		}
		values[i] = s.Value
	}
	for i, c := range d.immediate {
		if err := c.queue.wait(d.site, values[i]); err != nil {
			return err
		}
	}
	return d.ReleaseStaleResources()
}

// Release ends the device: it flushes what is recorded, waits for the GPU and destroys everything. Objects that the application
// did not release are leaks: GS0664 names each with the place that made it. Nothing of the device may be used afterwards.
func (d *RenderDevice) Release() error {
	if d.closed {
		return nil
	}
	var errs []error
	for _, c := range d.contexts() {
		errs = append(errs, c.shutdown())
	}
	errs = append(errs, d.IdleGPU())
	if leaked := d.leaks(); len(leaked) > 0 {
		errs = append(errs, d.refuse(words.Leaks(d.String(), d.site, leaked)))
	}
	for o := d.objects.first; o != nil; o = o.next {
		if !o.released {
			o.site = d.site
			errs = append(errs, o.Release())
		}
	}
	_, err := d.domain.PurgeAll()
	d.closed = true
	return errors.Join(append(errs, err, d.drop(), d.domain.Close(), d.at().Release())...)
}

// leaks are the objects that were not released.
func (d *RenderDevice) leaks() (out []words.Object) {
	for o := d.objects.first; o != nil; o = o.next {
		if !o.released {
			out = append(out, o.said())
		}
	}
	return out
}

// drop gives back what the device itself holds.
func (d *RenderDevice) drop() error {
	var errs []error
	for _, h := range d.cpuHeaps {
		errs = append(errs, h.Close())
	}
	for _, h := range d.gpuHeaps {
		errs = append(errs, h.Close())
	}
	errs = append(errs, d.pages.Close())
	for t := range d.allocators {
		if d.allocators[t] != nil {
			errs = append(errs, d.recorders[t].Drop(func(r *recorder) error { return r.list.Release() }),
				d.allocators[t].Drop((*device.CommandAllocator).Release))
		}
	}
	for _, b := range d.batons {
		if b.free != nil {
			errs = append(errs, b.free.Release())
		}
	}
	for _, c := range d.immediate {
		errs = append(errs, c.queue.fence.Release(), c.queue.native.Release())
	}
	return errors.Join(errs...)
}
