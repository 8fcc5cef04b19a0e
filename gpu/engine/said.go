package engine

import "github.com/gpuscript/gpuscript/gpu/engine/internal/words"

// What messages say of each thing.

func (c *DeviceContext) said() words.Context {
	w := words.Context{Title: c.String(), Site: c.site, Began: c.began, Frame: c.frame, Number: c.GetNextCommandListNumber(), Ended: c.ended}
	if c.queue != nil {
		w.Known, w.Queue = c.queue.Known, true
	}
	return w
}

func (d *RenderDevice) queueSaid(i int) words.Context { return d.immediate[i].said() }

func (l *CommandList) said() words.List {
	return words.List{Object: l.object.said(), By: l.ctx.said(), Target: l.target.String(), Site: l.site, Began: l.began, Frame: l.frame, FrameBegan: l.frameBegan}
}
