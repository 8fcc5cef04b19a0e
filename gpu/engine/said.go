package engine

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
)

// What messages say of each thing.

func (c *DeviceContext) said() words.Context {
	w := words.Context{Title: c.String(), Site: c.site, Began: c.began, Frame: c.frame, Number: c.GetNextCommandListNumber(), Ended: c.ended}
	if c.queue != nil {
		w.Known, w.Queue = c.queue.Known, true
	}
	return w
}

func (d *RenderDevice) queueSaid(i int) words.Context { return d.immediate[i].said() }

// other says whether a thread that the script has started is not the one that calls.
func (c *DeviceContext) other(t *device.Thread) bool {
	return t != nil && t != c.Native().Adapter().Running()
}

func threadSaid(t *device.Thread) words.Thread {
	return words.Thread{Title: fmt.Sprintf("thread %q", t.Name()), Started: t.Created()}
}

func (l *CommandList) said() words.List {
	w := words.List{Object: l.object.said(), By: l.ctx.said(), Target: l.target.String(), Site: l.site, Began: l.began,
		Frame: l.frame, FrameBegan: l.frameBegan}
	if now := l.target.sent; l.ctx.other(l.by) && now.Calls > 0 && now == l.sent && l.frameBegan == l.target.frame {
		w.Missed = words.Missed{Thread: threadSaid(l.by), Sent: now.Site, Alone: l.by.EndsAlone()}
	}
	return w
}
