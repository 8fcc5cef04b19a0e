package engine

import (
	"errors"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/fences"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/memory"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/objects"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/record"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/lifetime"
)

// CommandList is what a deferred context recorded. It is executed once, by the immediate context that it was begun for, in the
// frame in which it was begun; then it is gone.
type CommandList struct {
	object
	ctx        *DeviceContext
	target     *DeviceContext
	rec        *record.Recorder
	chunks     memory.Chunks // its dynamic descriptors, with the numbering SEED
	began      gpu.Site
	by         *device.Thread // that recorded it; nil: the main thread
	sent       words.Sent     // of the target when it was finished
	frame      uint64         // of the deferred context
	frameBegan uint64         // of the immediate context
	executedAt gpu.Site
	executed   bool
	missing    bool // there is no recording, because another thread used the context in no order: whoever executes the list executes nothing
}

// FinishCommandList ends the recording of a deferred context and returns the list.
func (c *DeviceContext) FinishCommandList() (*CommandList, error) {
	l, err := c.finish()
	if diag.LeftOut(err) {
		l = &CommandList{ctx: c, missing: true}
		l.dev, l.life.Name = c.dev, "CommandList"
		return l, nil
	}
	return l, err
}

func (c *DeviceContext) finish() (*CommandList, error) {
	if err := c.alive("FinishCommandList"); err != nil {
		return nil, err
	}
	switch {
	case c.queue != nil:
		return nil, c.dev.rules.Refuse(words.ContextUse(c.said(), "FinishCommandList",
			"it is an immediate context; its commands go to the queue with Flush", "call Flush"))
	case c.target == nil:
		return nil, c.dev.rules.Refuse(words.NotBegun(c.said(), "FinishCommandList"))
	}
	if err := c.rec.queries.Closed(&c.dev.rules, c.said(), "FinishCommandList"); err != nil {
		return nil, err
	}
	if err := c.rec.Close(c.site); err != nil { // a command was refused: the recording is lost
		c.dev.queues.Drop(c.rec.Recorder)
		c.target, c.rec = nil, nil
		return nil, err
	}
	l := &CommandList{ctx: c, target: c.target, rec: c.rec.Recorder, chunks: c.memory.Take(), began: c.began, by: c.by, sent: c.target.sent,
		frame: c.frame, frameBegan: c.targetFrame}
	c.dev.site = c.site // another thread may have called the device meanwhile
	l.init(c.dev, "CommandList", "", lifetime.MaskOf(c.target.id))
	c.pending = append(c.pending, l)
	c.target, c.rec = nil, nil
	return l, nil
}

// Release drops a list that was not executed, with a warning. Executed lists need no Release.
func (l *CommandList) Release() error {
	if l.missing {
		return nil
	}
	if err := l.life.Ends("Release", l.site); err != nil || l.executed {
		return err
	}
	if l.life.Released {
		return l.dev.rules.Refuse(words.ReleasedTwice(l.object.said(), l.site))
	}
	err := l.dev.rules.Hazard(words.ListDropped(l.said(), true, !anyReleased(l.rec.Uses)))
	l.ctx.pending = slices.DeleteFunc(l.ctx.pending, func(p *CommandList) bool { return p == l })
	return errors.Join(err, l.abandon())
}

// anyReleased says whether an object that a recording uses was released.
func anyReleased(uses []record.Use) bool {
	return slices.ContainsFunc(uses, func(u record.Use) bool { return u.Usage.Owner.(*objects.Object).Released })
}

// abandon gives the list's memory back unexecuted.
func (l *CommandList) abandon() (err error) {
	l.dev.queues.Drop(l.rec)
	if l.chunks != (memory.Chunks{}) {
		err = l.ctx.memory.Executed(l.chunks, uint64(lifetime.MaskOf(l.target.id)))
	}
	l.life.Drop(l.site)
	return err
}

// ExecuteCommandLists submits what the immediate context recorded and then the lists, in their order, in one submission.
func (c *DeviceContext) ExecuteCommandLists(lists []*CommandList) error {
	if err := c.immediateOnly("ExecuteCommandLists"); err != nil {
		return err
	}
	lists = slices.DeleteFunc(slices.Clone(lists), func(l *CommandList) bool { return l.missing })
	if c.sent = (words.Sent{Site: c.site, Calls: c.sent.Calls + 1}); len(lists) == 0 {
		return nil
	}
	for i, l := range lists {
		if err := c.checkList(l, lists[:i], len(lists) == 1); err != nil {
			return err
		}
	}
	return c.flush("ExecuteCommandLists", lists)
}

// checkList applies the rules of deferred lists (L7, L9, and what Diligent leaves open); alone says that the call executes no other.
func (c *DeviceContext) checkList(l *CommandList, earlier []*CommandList, alone bool) error {
	for _, e := range earlier {
		if e == l {
			return c.dev.rules.Refuse(words.ListTwice(c.said(), l.said(), c.site).Meanwhile())
		}
	}
	if err := l.life.Ends("ExecuteCommandLists", c.site); err != nil { // after that it is gone
		return err
	}
	switch {
	case l.executed:
		return c.dev.rules.Refuse(words.ListTwice(c.said(), l.said(), l.executedAt))
	case l.life.Released:
		return c.dev.rules.Refuse(words.UseAfterReleaseOn(l.object.said(), c.said(), "ExecuteCommandLists"))
	case l.target != c:
		return c.dev.rules.Refuse(words.WrongContext(c.said(), l.said(), alone))
	case l.frame != l.ctx.frame || l.frameBegan != c.frame:
		if err := c.dev.rules.Hazard(words.LateList(c.said(), l.said())); err != nil {
			return err
		}
	}
	for _, u := range l.rec.Uses {
		o := u.Usage.Owner.(*objects.Object)
		if err := o.Uses("ExecuteCommandLists", c.site); err != nil {
			return err
		}
		if o.Released {
			if err := c.dev.rules.Hazard(words.ReleasedBefore(c.said(), l.said(), u.Said())); err != nil {
				return err
			}
		}
	}
	return nil
}

// flush submits own commands and lists.
func (c *DeviceContext) flush(method string, lists []*CommandList) error {
	all, err := c.ownCommands(method)
	if err != nil {
		return err
	}
	for _, l := range lists {
		l.consume(c)
		if all = append(all, l.rec); l.chunks != (memory.Chunks{}) {
			err = errors.Join(err, l.ctx.memory.Executed(l.chunks, c.Mask()))
		}
	}
	if err = errors.Join(err, c.memory.Executed(memory.Chunks{}, c.Mask())); err != nil {
		return err
	}
	if c.flushed = (words.Call{}); len(lists) == 0 {
		c.flushed = words.Call{Site: c.site, Method: method}
	}
	if len(all) > 0 || !c.line.Empty() {
		if err := c.submit(all); err != nil {
			return err
		}
	}
	_, err = c.queue.Life.Purge()
	return err
}

// ownCommands ends the recording of an immediate context. Nothing recorded is no recording.
func (c *DeviceContext) ownCommands(method string) ([]*record.Recorder, error) {
	own := c.rec
	if own == nil {
		return nil, nil
	}
	if err := own.queries.Closed(&c.dev.rules, c.said(), method); err != nil {
		return nil, err
	}
	c.rec = nil
	if err := own.Close(c.site); err != nil || own.Empty() {
		c.dev.queues.Drop(own.Recorder)
		return nil, err
	}
	return []*record.Recorder{own.Recorder}, nil
}

// consume takes a list out of its deferred context.
func (l *CommandList) consume(c *DeviceContext) {
	l.executed, l.executedAt = true, c.site
	l.life.Consume()
	l.ctx.pending = slices.DeleteFunc(l.ctx.pending, func(p *CommandList) bool { return p == l })
	l.ctx.submitted |= lifetime.MaskOf(c.id) // before the submission, as releases may come at any time
}

// submit sends recordings, after the waits and in front of the signals that were enqueued.
func (c *DeviceContext) submit(all []*record.Recorder) error {
	b := c.dev.queues.NewBatch(c.queue, all)
	if err := b.Build(); err != nil {
		return err
	}
	c.dev.watcher.Look("list", c.queue.Life.NextNumber())
	waits, signals := c.line.Take()
	s, err := b.Submit(fences.Pairs(waits), fences.Pairs(signals))
	if s.Value != 0 {
		fences.Sent(signals, c.queue, s.Value, c.site)
	}
	return err
}
