package engine

import (
	"github.com/gpuscript/gpuscript/gpu/engine/internal/mapped"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/submit"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/lifetime"
)

// FinishFrame ends the context's frame: its dynamic memory and descriptors go to the release queues, and the contents of its
// dynamic buffers are void (L9, L10). An immediate context also submits an empty list, so that what was released is paired
// with a fence value. It flushes nothing: commands and lists must have been submitted.
//
// With the numbering SEED there is no empty list, since it would count: what was released is paired with the next list. Instead the frame
// ends as in the article: upload heaps, descriptor heaps and objects give back what the GPU has passed.
func (c *DeviceContext) FinishFrame() error {
	if err := c.alive("FinishFrame"); err != nil {
		return err
	}
	if err := c.checkFrame(); err != nil {
		return err
	}
	mask := c.submitted
	if c.queue != nil {
		mask = lifetime.MaskOf(c.id)
	}
	if err := c.endFrame(mask); err != nil {
		return err
	}
	c.dev.watcher.Look("frame", c.frame-1)
	switch {
	case c.queue == nil:
		return nil
	case c.dev.domain.Numbering() == lifetime.Seed:
		return c.dev.PurgeReleaseQueues()
	}
	_, err := c.queue.Submit(c.site, submit.Submission{})
	return err
}

// checkFrame applies the rules of the end of a frame.
func (c *DeviceContext) checkFrame() error {
	switch {
	case c.target != nil:
		return c.dev.rules.Refuse(words.FrameRecords(c.said(), c.rec.queries.Said()))
	case c.rec != nil && c.rec.Commands > 0:
		if err := c.checkCommands(); err != nil {
			return err
		}
	}
	for _, l := range c.pending {
		if err := c.dev.rules.Hazard(words.FrameBeforeExecution(c.said(), l.said())); err != nil {
			return err
		}
	}
	for _, m := range c.mapped {
		if mapped.Lasts(m.Data) {
			continue
		}
		if err := c.dev.rules.Hazard(words.FrameMapped(c.said(), mapped.Said(m.Data))); err != nil {
			return err
		}
	}
	return nil
}

// checkCommands is checkFrame where commands were not flushed. If a read of the CPU behind all of them was to flush them, and that was told, they
// are flushed now.
func (c *DeviceContext) checkCommands() error {
	open, early := c.rec.queries.Said(), c.rec.Early
	lacks := early.Site != 0 && early.Commands == c.rec.Commands && len(open) == 0
	if !lacks {
		return c.dev.rules.Refuse(words.FrameCommands(c.said(), c.rec.Commands, 0, c.rec.SaidUses(), open))
	}
	if err := c.dev.rules.Hazard(words.FrameCommands(c.said(), c.rec.Commands, early.Site, c.rec.SaidUses(), open)); err != nil {
		return err
	}
	return c.flush("FinishFrame", nil)
}

// endFrame gives the frame's memory back, for the queues of a mask.
func (c *DeviceContext) endFrame(mask lifetime.Mask) error {
	if mask == 0 { // a deferred context without executed lists: nobody uses what it took
		mask = lifetime.MaskOf(0)
	}
	err := c.memory.Finish(uint64(mask))
	c.contents.EndFrame()
	c.frame, c.ended = c.frame+1, c.site
	c.mapped.EndFrame()
	c.submitted, c.flights, c.warnPages, c.flushed, c.sent = 0, c.flights[:0], firstWarning, words.Call{}, words.Sent{}
	return err
}

// endable is the last submission of a frame that could have ended after it: no dynamic contents are in use, and no deferred context records for it.
// The zero value: there is none.
func (c *DeviceContext) endable() words.Call {
	if c.queue == nil || len(c.mapped) > 0 || c.contents.Any() || c.awaited() {
		return words.Call{}
	}
	return c.flushed
}
