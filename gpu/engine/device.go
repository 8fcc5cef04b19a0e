package engine

import (
	"container/list"
	"errors"
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/memory"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/record"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/submit"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/heaps"
	"github.com/gpuscript/gpuscript/lifetime"
)

// RenderDevice creates objects and looks after what becomes of them.
type RenderDevice struct {
	native     *device.Device
	name       string
	site       gpu.Site // of the running call
	rules      words.Reporter
	closed     bool
	recordings uint64
	batons     []*submit.Baton

	immediate []*DeviceContext
	deferred  []*DeviceContext
	objects   list.List      // of *object, oldest first: those that are not destroyed
	counts    map[string]int // by kind, for made-up names

	domain     *lifetime.Domain
	dead       *lifetime.ReleaseQueue[*object]          // released objects
	uploads    *lifetime.ReleaseQueue[*device.Resource] // temporary upload buffers
	ranges     *lifetime.ReleaseQueue[heaps.Reclaimer]  // descriptors, chunks and pages
	allocators [gpu.ListCopy + 1]*lifetime.Pool[*device.CommandAllocator]
	recorders  [gpu.ListCopy + 1]*lifetime.Pool[*recorder]

	memory memory.Memory
}

// CreateDeviceAndContexts makes a render device on an adapter, with a queue for each immediate context. GetImmediateContext
// and GetDeferredContext give the contexts. It fails for descriptions that the device below does not take.
func CreateDeviceAndContexts(a *device.Adapter, of desc.DeviceDesc, site gpu.Site) (*RenderDevice, error) {
	of = of.Normalized()
	d := &RenderDevice{name: of.Name, site: site, rules: words.Reporter{To: a}, counts: map[string]int{}}
	native, err := a.CreateDevice(of.Gpu, site)
	if err != nil {
		return nil, err
	}
	d.native = native
	if err := d.createDomain(of); err != nil {
		return nil, err
	}
	if err := d.createHeaps(of); err != nil {
		return nil, err
	}
	for i := range of.ImmediateContexts {
		if err := d.immediate[i].createMemory(); err != nil {
			return nil, err
		}
	}
	for range of.DeferredContexts {
		if _, err := d.CreateDeferredContext(); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// createDomain makes the queues, their fences and the release queues.
func (d *RenderDevice) createDomain(of desc.DeviceDesc) error {
	o := lifetime.Options{OnEvent: of.OnLifetime, Locker: d.newBaton}
	if of.Numbering == desc.NumberingSeed {
		o.Numbering = lifetime.Seed
	}
	for i, c := range of.ImmediateContexts {
		if c.Name == "" {
			c.Name = fmt.Sprintf("immediate %d", i)
		}
		q, err := submit.Create(d.native, gpu.CommandQueueDesc{Name: c.Name, Type: c.Type, Priority: c.Priority}, d.site)
		if err != nil {
			return err
		}
		ctx := &DeviceContext{queue: q}
		ctx.init(d, c.Name, i)
		d.immediate = append(d.immediate, ctx)
		o.Queues = append(o.Queues, lifetime.QueueDesc{Name: c.Name, Fence: submit.Progress{Fence: q.Fence, Site: &d.site}})
	}
	domain, err := lifetime.NewDomain(o)
	if err != nil {
		return err
	}
	d.domain = domain
	for i, c := range d.immediate {
		c.queue.Life = domain.Queue(i)
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
			return &recorder{Recorder: record.Recorder{Rules: &d.rules, Type: t, List: l}, dev: d}, nil
		},
	})
}

// catchUp lets the calling thread see for itself how far the queues are. What is in a pool may have come back by what another thread
// has seen, and nothing but a look at the fences tells this one that the GPU is done with it.
func (d *RenderDevice) catchUp() error {
	for _, c := range d.immediate {
		if _, err := c.queue.Life.Completed(); err != nil {
			return err
		}
	}
	return nil
}

// newBaton makes the lock of a queue.
func (d *RenderDevice) newBaton(int) lifetime.Locker {
	b := &submit.Baton{Adapter: d.native.Adapter(), Site: &d.site}
	d.batons = append(d.batons, b)
	return b
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
func (d *RenderDevice) StepGpu(of gpu.StepDesc) (bool, error) { return d.at().StepGpu(of) }

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
		if _, err := c.queue.Life.RetireStale(); err != nil {
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
		s, err := c.queue.Submit(d.site, submit.Submission{})
		if err != nil {
			return err
		}
		values[i] = s.Value
	}
	for i, c := range d.immediate {
		if err := c.queue.Wait(d.site, values[i]); err != nil {
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
		errs = append(errs, d.rules.Hazard(words.Leaks(d.String(), d.site, leaked)))
	}
	for e := d.objects.Front(); e != nil; e = e.Next() {
		if o := e.Value.(*object); !o.released {
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
	for e := d.objects.Front(); e != nil; e = e.Next() {
		if o := e.Value.(*object); !o.released {
			out = append(out, o.said())
		}
	}
	return out
}

// drop gives back what the device itself holds.
func (d *RenderDevice) drop() error {
	var errs []error
	errs = append(errs, d.memory.Close())
	for t := range d.allocators {
		if d.allocators[t] != nil {
			errs = append(errs, d.recorders[t].Drop(func(r *recorder) error { return r.List.Release() }),
				d.allocators[t].Drop((*device.CommandAllocator).Release))
		}
	}
	for _, b := range d.batons {
		errs = append(errs, b.Release())
	}
	for _, c := range d.immediate {
		errs = append(errs, c.queue.Fence.Release(), c.queue.Native.Release())
	}
	return errors.Join(errs...)
}
