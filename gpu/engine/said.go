package engine

import "github.com/gpuscript/gpuscript/gpu/engine/internal/words"

// What messages say of each thing.

func (o *object) said() words.Object {
	return words.Object{Title: o.String(), Created: o.created, Released: o.releasedAt, Mask: uint64(o.mask)}
}

func (c *DeviceContext) said() words.Context {
	w := words.Context{Title: c.String(), Site: c.site, Began: c.began, Frame: c.frame, Number: c.GetNextCommandListNumber()}
	if c.queue != nil {
		w.Known = c.queue.known
	}
	return w
}

func (l *CommandList) said() words.List {
	return words.List{Object: l.object.said(), By: l.ctx.said(), Target: l.target.String(), Site: l.site, Began: l.began, Frame: l.frame, FrameBegan: l.frameBegan}
}

func (u use) said() words.Use {
	return words.Use{Object: u.object.said(), Site: u.site, Method: u.method}
}

func (r *recorder) saidUses() []words.Use {
	out := make([]words.Use, len(r.uses))
	for i, u := range r.uses {
		out[i] = u.said()
	}
	return out
}

func (v *ShaderVariable) said() words.Variable {
	return words.Variable{Owner: v.owner.said(), Slot: v.slot, Site: v.site}
}

func (m *MappedData) said() words.Mapping {
	return words.Mapping{Buffer: m.buffer.said(), By: m.ctx.said(), Site: m.site, Opened: m.opened, Frame: m.frame}
}

func (c *content) said() words.Content { return words.Content{Site: c.site, Frame: c.frame} }

func (t *tracked) saidState() words.Tracked {
	return words.Tracked{Owner: t.owner.said(), State: t.state, Since: t.since}
}

func (f *Fence) said() words.Fence { return words.Fence{Object: f.object.said(), Enqueued: f.enqueued} }

func (p pair) said() words.Signal { return words.Signal{Fence: p.fence.String(), Value: p.value} }
