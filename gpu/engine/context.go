package engine

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/fences"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/mapped"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/memory"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/objects"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/submit"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/lifetime"
)

// DeviceContext records commands. An immediate context belongs to a queue; a deferred one records lists for the immediate
// context that Begin names. It belongs to one simulated CPU thread at a time.
type DeviceContext struct {
	dev    *RenderDevice
	name   string
	id     int
	site   gpu.Site
	queue  *submit.Queue  // of an immediate context
	target *DeviceContext // of a deferred context that records
	began  gpu.Site
	ended  gpu.Site // FinishFrame of the frame before

	targetFrame uint64 // of the target at Begin

	rec       *recorder      // &recording; nil: nothing recorded
	by        *device.Thread // that recorded last; nil: the main thread
	recording recorder
	line      fences.Line // for the next submission

	frame     uint64         // counts from 1
	submitted lifetime.Mask  // queues that executed lists of this frame
	flights   submit.Flights // of recordings of this frame
	pending   []*CommandList
	warnPages int
	flushed   words.Call // the last one that submits, of this frame
	sent      words.Sent // the last ExecuteCommandLists of this frame

	turn submit.Baton // of the calls from threads
	uses device.Turns
	asks gpu.Site // that waits for its turn

	memory   *memory.Frame
	contents mapped.Contents
	home     mapped.Home // of mapped
	place    objects.Place
	mapped   mapped.Openings
}

// firstWarning is how many pages a frame takes before FinishFrame is missed.
const firstWarning = 64

// init fills a context.
func (c *DeviceContext) init(d *RenderDevice, name string, id int) {
	c.dev, c.name, c.id, c.frame, c.warnPages = d, name, id, 1, firstWarning
	c.contents.Home = &c.home
	c.turn = submit.Baton{Adapter: d.at().Adapter(), Of: "context", Site: &c.asks}
	c.place = objects.Place{Home: &d.objects, Said: c.said}
	c.home = mapped.Home{Rules: &d.rules, Said: c.said, Frame: &c.frame, Waits: c.unsubmitted, Flights: &c.flights, Queue: d.queueSaid,
		Told: d.spots.Told, ID: c.uses.ID}
}

// SetSite says which place of a script makes the calls on the context from now on. Go callers need not use it.
func (c *DeviceContext) SetSite(s gpu.Site) { c.site = s }

// Lock waits until no other thread is in a call of the context, whose calls must not run into each other, and notes that a method is called. A
// context belongs to one thread at a time all the same: that nothing orders the calls of two threads is told (GS0530). Methods that only ask
// something may be called by any thread. Go callers with one thread need not use it. The error is that of the machine; the context is not locked
// then.
func (c *DeviceContext) Lock(site gpu.Site, method string) error {
	c.asks = site
	uses := !strings.HasPrefix(method, "Get") && !strings.HasPrefix(method, "Is")
	if uses { // before it waits: who is in a call lets the others come so far, if something is wrong with it
		if err := c.uses.Enter(c.turn.Adapter, c.name, method, site); err != nil {
			return err
		}
	}
	err := c.turn.Lock()
	if err != nil && uses {
		c.uses.Leave(c.turn.Adapter)
	}
	return err
}

// Unlock ends what Lock began.
func (c *DeviceContext) Unlock() {
	c.uses.Leave(c.turn.Adapter)
	c.turn.Unlock()
}

// Name is the name of the context.
func (c *DeviceContext) Name() string { return c.name }

// String is the kind and the name.
func (c *DeviceContext) String() string { return fmt.Sprintf("DeviceContext %q", c.name) }

// IsDeferred says whether the context records lists for others.
func (c *DeviceContext) IsDeferred() bool { return c.queue == nil }

// Mask has the bit of an immediate context, for ImmediateContextMask; 0 for a deferred one.
func (c *DeviceContext) Mask() uint64 {
	if c.queue == nil {
		return 0
	}
	return 1 << c.id
}

// Native is the device below.
func (c *DeviceContext) Native() *device.Device { return c.dev.native }

// NativeQueue is the queue of an immediate context on the level below, nil for a deferred one. What is submitted to it directly is not
// looked after.
func (c *DeviceContext) NativeQueue() *device.CommandQueue {
	if c.queue == nil {
		return nil
	}
	return c.queue.Native
}

// GetFrameNumber is the number of the context's frame, from 1.
func (c *DeviceContext) GetFrameNumber() uint64 { return c.frame }

// GetNextCommandListNumber is the number of the submission that is recorded now, from 0 (L1). Contexts without a queue: 0.
func (c *DeviceContext) GetNextCommandListNumber() uint64 {
	if c.queue == nil {
		return 0
	}
	return c.queue.Life.NextNumber()
}

// GetCompletedCommandListCount asks the GPU how many submissions have completed (L1): they count as waited for. Contexts without a queue: 0.
func (c *DeviceContext) GetCompletedCommandListCount() (uint64, error) {
	if c.queue == nil {
		return 0, nil
	}
	c.dev.site = c.site
	count, err := c.queue.Life.CompletedLists()
	if err != nil {
		return 0, err
	}
	_, err = c.queue.Poll(c.site) // it sees at least what has been counted
	return count, err
}

// queueIndex is the queue that executes what is recorded, -1 if it is not known.
func (c *DeviceContext) queueIndex() int {
	switch {
	case c.queue != nil:
		return c.id
	case c.target != nil:
		return c.target.id
	}
	return -1
}

// typ is the type of the lists that the context records.
func (c *DeviceContext) typ() gpu.CommandListType {
	if c.queue != nil {
		return c.queue.Type
	}
	return c.target.queue.Type
}

// recordsFor says whether commands are recorded that the queue of an immediate context has not got: its own, or those of
// deferred contexts.
func (c *DeviceContext) recordsFor() bool { return c.rec != nil && c.rec.Commands > 0 || c.awaited() }

// awaited says whether deferred contexts record, or have recorded, for an immediate one.
func (c *DeviceContext) awaited() bool {
	return slices.ContainsFunc(c.dev.deferred, func(d *DeviceContext) bool {
		return d.target == c || slices.ContainsFunc(d.pending, func(l *CommandList) bool { return l.target == c })
	})
}

// command opens the recorder for a command.
func (c *DeviceContext) command(method string) (*recorder, error) {
	if err := c.alive(method); err != nil {
		return nil, err
	}
	if c.queueIndex() < 0 {
		return nil, c.dev.rules.Refuse(words.NotBegun(c.said(), method))
	}
	if c.rec == nil {
		if err := c.open(); err != nil {
			return nil, err
		}
	}
	c.by = c.Native().Adapter().Running()
	c.rec.Site = c.site
	c.rec.List.SetSite(c.site)
	return c.rec, nil
}

// Begin starts recording on a deferred context, for an immediate context.
func (c *DeviceContext) Begin(immediate *DeviceContext) error {
	if err := c.alive("Begin"); err != nil {
		return err
	}
	switch {
	case c.queue != nil:
		return c.dev.rules.Refuse(words.BeginImmediate(c.said()))
	case immediate == nil || immediate.queue == nil || immediate.dev != c.dev:
		return c.dev.rules.Refuse(words.ContextUse(c.said(), "Begin", "its argument is not an immediate context of the device",
			"name the immediate context that will execute the list"))
	case c.target != nil:
		return c.dev.rules.Refuse(words.BegunTwice(c.said()))
	}
	c.target, c.began, c.targetFrame, c.by = immediate, c.site, immediate.frame, c.Native().Adapter().Running()
	err := c.open()
	if err != nil {
		c.target = nil
	}
	return err
}

// alive begins a call of the context, which its device must be alive for.
func (c *DeviceContext) alive(method string) error {
	c.dev.site = c.site
	return c.dev.alive(method)
}

// immediateOnly refuses a method on a deferred context.
func (c *DeviceContext) immediateOnly(method string) error {
	if err := c.alive(method); err != nil {
		return err
	}
	if c.queue == nil {
		return c.dev.rules.Refuse(words.Deferred(c.said(), method, max(c.queueIndex(), 0)))
	}
	return nil
}

// Flush submits what was recorded. Waits that were enqueued come first, then the commands, then signals; what the queue has
// passed is destroyed. Bound state is forgotten.
func (c *DeviceContext) Flush() error {
	if err := c.immediateOnly("Flush"); err != nil {
		return err
	}
	return c.flush("Flush", nil)
}

// WaitForIdle flushes and waits until the queue has completed everything.
func (c *DeviceContext) WaitForIdle() error {
	if err := c.immediateOnly("WaitForIdle"); err != nil {
		return err
	}
	if err := c.flush("WaitForIdle", nil); err != nil {
		return err
	}
	s, err := c.queue.Submit(c.site, submit.Submission{})
	if err != nil {
		return err
	}
	if err := c.queue.Wait(c.site, s.Value); err != nil {
		return err
	}
	_, err = c.queue.Life.Purge()
	return err
}

// InvalidateState forgets what is bound: pipelines, bindings, buffers, targets.
func (c *DeviceContext) InvalidateState() error {
	if err := c.alive("InvalidateState"); err != nil || c.rec == nil {
		return err
	}
	was := c.rec.bound
	c.rec.bound = bindings{}
	if was.streams > 0 {
		c.rec.List.SetSite(c.site)
		if err := c.rec.List.IASetVertexBuffers(0, make([]gpu.VertexBufferView, was.streams)); err != nil {
			return err
		}
	}
	if len(was.targets.colours) == 0 && was.targets.depth == nil {
		return nil
	}
	c.rec.List.SetSite(c.site)
	return c.rec.List.OMSetRenderTargets(nil, nil)
}

// shutdown ends the context: commands that were never submitted are dropped, dynamic memory goes back.
func (c *DeviceContext) shutdown() (lost error) {
	if c.rec != nil {
		n, intact, open := c.rec.Commands, !anyReleased(c.rec.Uses), c.rec.queries.Said()
		_ = c.rec.Close(c.dev.site)
		c.dev.queues.Drop(c.rec.Recorder)
		c.rec = nil
		if n > 0 {
			lost = c.dev.rules.Hazard(words.CommandsLost(c.said(), n, c.dev.site, intact, open))
		}
	}
	if last := c.line.Last(); last != nil && lost == nil {
		lost = c.dev.rules.Hazard(words.SignalLost(c.said(), *last, c.dev.site))
	}
	for _, l := range c.pending {
		l.site = c.dev.site
		lost = errors.Join(lost, c.dev.rules.Hazard(words.ListDropped(l.said(), false, !anyReleased(l.rec.Uses))), l.abandon())
	}
	for _, m := range c.mapped {
		lost = errors.Join(lost, c.dev.rules.Hazard(words.ReleasedMapped(c.dev.life, mapped.Said(m.Data), c.dev.site)))
	}
	c.pending, c.mapped = nil, nil
	return errors.Join(lost, c.endFrame(lifetime.AllQueues), c.turn.Release())
}
