package fences

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// untold says whether nothing was advised against the signals of a fence yet that says that a wait may miss a value.
func (b *Book) untold(w World) func(number int) bool {
	return func(number int) bool {
		f := w.Fence(w.FenceOf(number))
		return f != nil && !f.lowered && !f.advised
	}
}

// checkWait advises, once a fence, against a wait that ends in some runs, and never in those in which the fence is lowered before anybody comes to the wait. The only thread is about to
// wait for a value: then no other call helps.
func (b *Book) checkWait(w World, c *gpu.FenceCall, n track.Need) {
	b.blocked = true
	if b.steps {
		return
	}
	if s, found := b.order.Stall(&n, b.untold(w)); found {
		b.adviseLowered(w, w.Say, c, &s)
	}
}

// last is checkWait for the end of the program, where queues have to do what they were given.
func (b *Book) last(w World) []*diag.Diagnostic {
	if b.steps || b.blocked {
		return nil
	}
	s, found := b.order.Stall(nil, b.untold(w))
	if !found {
		return nil
	}
	return []*diag.Diagnostic{b.adviseLowered(w, words.New, nil, &s)}
}

// adviseLowered advises against a wait. c is what the thread waits for, nil: it is at the end.
func (b *Book) adviseLowered(w World, say sayer, c *gpu.FenceCall, s *track.Stall) *diag.Diagnostic {
	id := w.FenceOf(s.Wait.Fence)
	w.Fence(id).lowered = true
	name, who, site := w.Ref(id), "", gpu.Site(s.Wait.Mark)
	own := s.Wait.At.Pos == 0
	if own {
		who, site = words.Thread(w, c.Thread), c.Site
	} else {
		who = w.Ref(w.QueueOf(track.Agent(s.Wait.At.Queue)))
	}
	d := say(diag.LoweredBeforeWait, site, "%s may wait for %s >= %d for ever", who, name, s.Wait.Value).WithObject(id, name).
		Also(gpu.Site(s.Lower.Mark), "Signal lowers it to "+words.Number(s.Lower.Value)+" here")
	switch {
	case own:
		return d
	case c != nil:
		d.Also(c.Site, words.Thread(w, c.Thread)+" waits here for what comes after that")
	}
	return d
}
