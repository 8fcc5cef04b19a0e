package engine

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/record"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/submit"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/lifetime"
)

// CommandList is what a deferred context recorded. It is executed once, by the immediate context that it was begun for, in the
// frame in which it was begun; then it is gone.
type CommandList struct {
	object
	ctx        *DeviceContext
	target     *DeviceContext
	rec        *recorder
	began      gpu.Site
	frame      uint64 // of the deferred context
	frameBegan uint64 // of the immediate context
	executedAt gpu.Site
	executed   bool
}

// FinishCommandList ends the recording of a deferred context and returns the list.
func (c *DeviceContext) FinishCommandList() (*CommandList, error) {
	c.dev.site = c.site
	switch {
	case c.queue != nil:
		return nil, c.dev.rules.Refuse(words.ContextUse(c.said(), "FinishCommandList", "it is an immediate context; its commands go to the queue with Flush", "call Flush"))
	case c.target == nil:
		return nil, c.dev.rules.Refuse(words.ContextUse(c.said(), "FinishCommandList", "it does not record: Begin was not called", "call Begin first"))
	}
	if err := c.rec.closed(c, "FinishCommandList"); err != nil {
		return nil, err
	}
	if err := c.rec.Close(c.site); err != nil {
		return nil, err
	}
	l := &CommandList{ctx: c, target: c.target, rec: c.rec, began: c.began, frame: c.frame, frameBegan: c.targetFrame}
	l.init(c.dev, "CommandList", "", lifetime.MaskOf(c.target.id))
	c.pending = append(c.pending, l)
	c.target, c.rec = nil, nil
	return l, nil
}

// Release drops a list that was not executed, with a warning. Executed lists need no Release.
func (l *CommandList) Release() error {
	if l.executed {
		return nil
	}
	if l.released {
		return l.dev.rules.Refuse(words.ReleasedTwice(l.object.said(), l.site))
	}
	err := l.dev.rules.Hazard(words.ListDropped(l.said()))
	l.ctx.pending = slices.DeleteFunc(l.ctx.pending, func(p *CommandList) bool { return p == l })
	l.abandon()
	return err
}

// abandon gives the list's memory back unexecuted.
func (l *CommandList) abandon() {
	l.rec.drop()
	l.released, l.releasedAt = true, l.site
	l.dev.objects.Remove(l.entry)
}

// ExecuteCommandLists submits what the immediate context recorded and then the lists, in their order, in one submission.
func (c *DeviceContext) ExecuteCommandLists(lists []*CommandList) error {
	if err := c.immediateOnly("ExecuteCommandLists"); err != nil {
		return err
	}
	if len(lists) == 0 {
		return nil
	}
	for i, l := range lists {
		if err := c.checkList(l, lists[:i]); err != nil {
			return err
		}
	}
	return c.flush("ExecuteCommandLists", lists)
}

// checkList applies the rules of deferred lists (L7, L9, and what Diligent leaves open).
func (c *DeviceContext) checkList(l *CommandList, earlier []*CommandList) error {
	for _, e := range earlier {
		if e == l {
			return c.dev.rules.Refuse(words.ListTwice(c.said(), l.said(), c.site))
		}
	}
	switch {
	case l.executed:
		return c.dev.rules.Refuse(words.ListTwice(c.said(), l.said(), l.executedAt))
	case l.released:
		return c.dev.rules.Refuse(words.UseAfterRelease(l.object.said(), "ExecuteCommandLists", c.site))
	case l.target != c:
		return c.dev.rules.Refuse(words.WrongContext(c.said(), l.said()))
	case l.frame != l.ctx.frame || l.frameBegan != c.frame:
		if err := c.dev.rules.Hazard(words.LateList(c.said(), l.said())); err != nil {
			return err
		}
	}
	for _, u := range l.rec.Uses {
		if u.Usage.Owner.(*object).released {
			if err := c.dev.rules.Hazard(words.ReleasedBefore(c.said(), l.said(), u.Said())); err != nil {
				return err
			}
		}
	}
	return nil
}

// batch is one submission in the making.
type batch struct {
	ctx     *DeviceContext
	seq     record.Sequence
	lists   []gpu.CommandList
	patches []*recorder // lists with nothing but barriers
	all     []*recorder // everything else, in order
}

// flush submits own commands and lists.
func (c *DeviceContext) flush(method string, lists []*CommandList) error {
	b := &batch{ctx: c, seq: record.Sequence{Rules: &c.dev.rules}}
	own := c.rec
	if own != nil {
		if err := own.closed(c, method); err != nil {
			return err
		}
	}
	c.rec = nil
	if own != nil && own.Empty() {
		if err := own.Close(c.site); err != nil {
			return err
		}
		own.drop()
		own = nil
	}
	for _, l := range lists {
		l.consume(c)
	}
	err := b.build(own, lists)
	if err == nil && (len(b.lists) > 0 || len(c.waits)+len(c.signals) > 0) {
		err = b.submit(method)
	} else {
		b.drop()
	}
	if err != nil {
		return err
	}
	_, err = c.queue.Life.Purge()
	return err
}

// consume takes a list out of its deferred context.
func (l *CommandList) consume(c *DeviceContext) {
	l.executed, l.executedAt = true, c.site
	l.dev.objects.Remove(l.entry)
	l.ctx.pending = slices.DeleteFunc(l.ctx.pending, func(p *CommandList) bool { return p == l })
	l.ctx.submitted |= lifetime.MaskOf(c.id) // before the submission, as releases may come at any time
}

// build puts the lists in order, with the barriers between them.
func (b *batch) build(own *recorder, lists []*CommandList) error {
	if own != nil {
		b.all = append(b.all, own)
		if err := own.Close(b.ctx.site); err != nil {
			return err
		}
	}
	for _, l := range lists {
		b.all = append(b.all, l.rec)
	}
	for _, r := range b.all {
		barriers, err := b.seq.Enter(&r.Recorder)
		if err != nil {
			return err
		}
		if err := b.patch(barriers); err != nil {
			return err
		}
		b.lists = append(b.lists, r.List)
	}
	return b.patch(b.seq.Leave(b.ctx.queue.Type))
}

// patch adds a list of barriers.
func (b *batch) patch(barriers []gpu.BarrierDesc) error {
	if len(barriers) == 0 {
		return nil
	}
	r, err := b.ctx.dev.record(b.ctx.queue.Type)
	if err != nil {
		return err
	}
	b.patches = append(b.patches, r)
	if err := r.List.ResourceBarrier(barriers); err != nil {
		return err
	}
	b.lists = append(b.lists, r.List)
	return r.Close(b.ctx.site)
}

// submit sends the batch. Whatever the outcome, the recorders go back to their pools.
func (b *batch) submit(method string) error {
	c := b.ctx
	waits, signals := c.waits, c.signals
	c.waits, c.signals = nil, nil
	s, err := c.queue.Submit(c.site, submit.Submission{Waits: pairs(waits), Lists: b.lists, Signals: pairs(signals)})
	if s.Value == 0 {
		b.drop()
		return err
	}
	b.seq.Settle()
	for _, r := range append(b.patches, b.all...) {
		r.submitted(s)
	}
	for _, p := range signals {
		p.fence.marks.Reaches(c.queue, p.value, s.Value)
	}
	return err
}

// pairs are fences with their values for the queue.
func pairs(all []signalled) (out []submit.Pair) {
	for _, p := range all {
		out = append(out, submit.Pair{Fence: p.fence.native, Value: p.value})
	}
	return out
}

// drop gives up what could not be submitted.
func (b *batch) drop() {
	for _, r := range append(b.patches, b.all...) {
		r.drop()
	}
}
