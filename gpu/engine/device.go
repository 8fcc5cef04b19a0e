package engine

import (
	"errors"
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/binding"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/memory"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/mips"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/objects"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/queues"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/retell"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/heaps"
	"github.com/gpuscript/gpuscript/lifetime"
)

// RenderDevice creates objects and looks after what becomes of them.
type RenderDevice struct {
	native *device.Device
	name   string
	site   gpu.Site // of the running call
	rules  words.Reporter
	life   words.Object // the device for messages
	closed bool

	immediate []*DeviceContext
	deferred  []*DeviceContext
	objects   objects.Registry
	mips      *mips.Maker // nil: GenerateMips was not used

	queues  *queues.Set
	domain  *lifetime.Domain                         // of the queues
	uploads *lifetime.ReleaseQueue[*device.Resource] // temporary upload buffers
	ranges  *lifetime.ReleaseQueue[heaps.Reclaimer]  // descriptors, chunks and pages

	memory     *memory.Memory
	bindings   binding.Home
	spots      retell.Log     // of dynamic buffers in pages
	watcher    memory.Watcher // of memory
	purges     uint64
	signatures memory.Signatures // of indirect commands
}

// CreateDeviceAndContexts makes a render device on an adapter, with a queue for each immediate context. GetImmediateContext
// and GetDeferredContext give the contexts. GS0657 refuses contradictions in the description; it fails for those that the device below does not take.
func CreateDeviceAndContexts(a *device.Adapter, of desc.DeviceDesc, site gpu.Site) (*RenderDevice, error) {
	of = of.Normalized()
	d := &RenderDevice{name: of.Name, site: site, rules: words.Reporter{To: a}}
	d.life = words.Object{Title: d.String(), Created: site}
	if why, repair := of.Contradiction(); why != "" {
		return nil, d.rules.Refuse(words.DeviceContradiction(site, d.name, why, repair))
	}
	native, err := a.CreateDevice(of.Gpu, site)
	if err != nil {
		return nil, err
	}
	d.native, d.signatures = native, memory.Signatures{At: d.at, Name: d.name}
	if err := d.furnish(of); err != nil {
		d.discard()
		return nil, err
	}
	a.Retell(d.retell)
	a.Follow(&d.queues.Promises)
	return d, nil
}

// furnish makes what a render device consists of.
func (d *RenderDevice) furnish(of desc.DeviceDesc) (err error) {
	if err := d.createQueues(of); err != nil {
		return err
	}
	if err := d.createHeaps(of); err != nil {
		return err
	}
	for _, c := range d.immediate {
		if c.memory, err = d.memory.NewFrame(c.name); err != nil {
			return err
		}
	}
	for range of.DeferredContexts {
		if _, err := d.CreateDeferredContext(); err != nil {
			return err
		}
	}
	return nil
}

// discard gives up what was made of a render device that cannot be made as a whole. Nothing was submitted.
func (d *RenderDevice) discard() {
	if d.memory != nil {
		_ = d.memory.Close()
	}
	_, _ = d.queues.Close(), d.at().Release()
}

// retell says what was found below in the words of the engine.
func (d *RenderDevice) retell(g *diag.Diagnostic) {
	d.spots.Retell(g)
	retell.Lists(d.name, g)
	if at := g.Primary().Site; at != 0 && slices.ContainsFunc(d.contexts(), func(c *DeviceContext) bool { return c.site == at }) {
		retell.Calls(g)
	}
	retell.Fences(d.queues.Queues, &d.objects, g)
	if (g.Code == diag.TwoSignalers || g.Code == diag.LoweredBeforeWait) && d.objects.OwnerOf(g.Object) != nil {
		retell.Signalers(g)
	}
	if fence := d.objects.OwnerOf(g.Awaited.Fence); fence != nil && (g.Code == diag.MissingSignal || g.Code == diag.StuckAtEnd) {
		retell.Stall(g, d.wait(fence, g.Awaited.Value))
	}
}

// wait is what is known of a wait for a value of a fence of the engine that nothing ends.
func (d *RenderDevice) wait(fence *objects.Object, value uint64) retell.Wait {
	w := retell.Wait{Fence: fence.Said(), Alone: len(d.immediate) == 1}
	for _, c := range d.immediate {
		if w.Held = c.line.Reaching(fence, value); w.Held != nil {
			w.Context = c.said()
			return w
		}
	}
	return w
}

// createQueues makes the queues with their immediate contexts, and the release queues.
func (d *RenderDevice) createQueues(of desc.DeviceDesc) error {
	d.queues = &queues.Set{At: d.at, Name: d.name, Site: &d.site, Rules: &d.rules}
	if err := d.queues.Create(of); err != nil {
		return err
	}
	d.domain = d.queues.Domain
	for i, q := range d.queues.Queues {
		c := &DeviceContext{queue: q}
		c.init(d, of.ImmediateContexts[i].Name, i)
		d.immediate = append(d.immediate, c)
	}
	d.createReleaseQueues()
	d.queues.CreatePools()
	return nil
}

// createReleaseQueues makes the release queues, in the order in which they are purged: in the seed heaps come before objects.
func (d *RenderDevice) createReleaseQueues() {
	ranges := func() {
		d.ranges = lifetime.NewReleaseQueue(d.domain, "ranges", func(r heaps.Reclaimer) error { r.Reclaim(); return nil })
	}
	if d.domain.Numbering() == lifetime.Seed {
		ranges()
	}
	d.objects = objects.Registry{Queues: d.queues, Rules: &d.rules, Site: &d.site, Device: &d.life, Maker: d.native.Adapter().Maker}
	d.objects.Start()
	d.uploads = lifetime.NewReleaseQueue(d.domain, "upload buffers", func(r *device.Resource) error {
		r.SetSite(d.site)
		return r.Release()
	})
	if d.ranges == nil {
		ranges()
	}
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
	if err := d.alive("CreateDeferredContext"); err != nil {
		return nil, err
	}
	c := &DeviceContext{}
	c.init(d, fmt.Sprintf("deferred %d", len(d.deferred)+1), len(d.immediate)+len(d.deferred))
	frame, err := d.memory.NewFrame(c.name)
	if err != nil {
		return nil, err
	}
	c.memory = frame
	d.deferred = append(d.deferred, c)
	return c, nil
}

// contexts are all contexts, immediate ones first.
func (d *RenderDevice) contexts() []*DeviceContext {
	return append(append([]*DeviceContext(nil), d.immediate...), d.deferred...)
}

// alive refuses calls on a device that was released, and on its contexts (GS0641).
func (d *RenderDevice) alive(method string) error {
	if d.closed {
		return d.rules.Refuse(words.DeviceReleased(d.life, method, d.site))
	}
	return nil
}

// PurgeReleaseQueues destroys what the GPU has passed.
func (d *RenderDevice) PurgeReleaseQueues() error {
	if err := d.alive("PurgeReleaseQueues"); err != nil {
		return err
	}
	_, err := d.domain.Purge()
	d.purges++
	d.watcher.Look("purge", d.purges)
	return err
}

// ReleaseStaleResources destroys what the GPU has passed. Queues whose context records nothing do not hold objects back: what
// was released goes with their last submission, so that a queue that submits seldom pins nothing.
func (d *RenderDevice) ReleaseStaleResources() error {
	if err := d.alive("ReleaseStaleResources"); err != nil {
		return err
	}
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
	if err := d.alive("IdleGPU"); err != nil {
		return err
	}
	if err := d.queues.Idle(); err != nil {
		return err
	}
	return d.ReleaseStaleResources()
}

// Release ends the device: it flushes what is recorded, waits for the GPU and destroys everything. Objects that the application
// did not release are leaks: GS0664 names each with the place that made it. Nothing of the device may be used afterwards.
func (d *RenderDevice) Release() error {
	if d.closed {
		return d.rules.Refuse(words.ReleasedTwice(d.life, d.site))
	}
	var errs []error
	for _, c := range d.contexts() {
		errs = append(errs, c.shutdown())
	}
	errs = append(errs, d.IdleGPU())
	var told bool
	if leaked := d.objects.Leaks(); len(leaked) > 0 {
		err := d.rules.Hazard(words.Leaks(d.String(), d.site, leaked))
		told, errs = err == nil, append(errs, err)
	}
	errs = append(errs, d.objects.ReleaseAll(told), d.signatures.Release(d.site), d.mips.Release(d.site))
	_, err := d.domain.PurgeAll()
	d.closed, d.life.Released, d.spots = true, d.site, retell.Log{}
	return errors.Join(append(errs, err, d.memory.Close(), d.queues.Close(), d.domain.Close(), d.at().Release())...)
}
