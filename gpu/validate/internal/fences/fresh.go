package fences

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// Where several threads have signalled, a pair of signals is looked at when every thread knows that both have come, or at the end. A run that hangs
// does not come to that. But when one thread is left, and all that was done with a fence has an order, a pair is the same in every run as soon as
// the second one is given:
//
//	main: starts t ─ joins t ─ q:Signal(F, 1)      p:Signal(F, 0) and this one come in no order, whatever main does next
//	t:    p:Signal(F, 0)
type fresh struct {
	call  gpu.FenceCall
	fence *Fence
	at    track.Point
}

// fewFresh is how many signals of a fence are kept until one thread is left. Where there are more, they are looked at as if it was not.
const fewFresh = 64

// follow follows a signal that was given, at a place.
func (b *Book) follow(c *gpu.FenceCall, f *Fence, at track.Point) {
	if !b.order.Crowd() || !b.order.Several(f.Number) { // all come in the order of their calls so far
		return
	}
	if f.fresh++; f.fresh <= fewFresh {
		b.fresh = append(b.fresh, fresh{*c, f, at})
	}
}

// Settled says that nothing can be said of signals that were not looked at when Decide was called last.
func (b *Book) Settled() bool { return len(b.fresh) == 0 || !b.order.Alone() }

// refresh is the advice against signals that were given since one thread was left last, if one is now.
func (b *Book) refresh(w World) (out []*diag.Diagnostic) {
	if b.Settled() {
		return nil
	}
	sure := b.order.Sure()
	comes := func(p track.Point) bool { return sure == nil || p.Pos <= sure[p.Queue] } // in every run
	for i := range b.fresh {
		x := &b.fresh[i]
		if x.fence.fresh > fewFresh || x.fence.advised || x.fence.use.loose || w.Disputed(x.call.Fence) || !comes(x.at) {
			continue
		}
		if r, racing := b.order.Rival(x.fence.Number, x.at); racing && comes(track.Point{Queue: r.Agent, Pos: r.Pos}) {
			x.fence.advised = true
			second := track.Signal{Agent: x.at.Queue, Site: x.call.Site, Value: x.call.Value}
			out = append(out, adviseTwoSignalers(w, words.New, x.call.Fence, b.signalled(w, &r), b.signalled(w, &second), false))
		}
	}
	for i := range b.fresh {
		b.fresh[i].fence.fresh = 0
	}
	clear(b.fresh)
	b.fresh = b.fresh[:0]
	return out
}
