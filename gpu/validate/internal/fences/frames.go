package fences

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// Frames are those of a swap chain whose Presents do not wait: threads wait for an event until another one may be begun.
type Frames struct {
	Chain uint32 // in the order
	pace  pace   // who waits for the event
}

// NewFrames follows the making of such a chain on the queue; nil: of any other event. t may be nil.
func (t *Tail) NewFrames(chain gpu.ID) *Frames {
	if t == nil || chain == 0 {
		return nil
	}
	f := &Frames{Chain: uint32(chain)}
	t.frames = append(t.frames, f)
	return f
}

// begins says whether a call waits for the event, and for nothing else: then a frame may be begun when it ends.
func (e *Event) begins(c *gpu.EventCall) bool { return e.frames != nil && !c.Timed && len(c.Events) == 1 }

// stray says that something else than its frames may set the event, or another wait unset it.
func (e *Event) stray(b *Book) {
	if e.frames != nil {
		b.order.Stray(e.frames.Chain)
	}
}

// followFrames follows thread t, which is about to set, reset or wait for events.
func (b *Book) followFrames(w World, t track.Agent, c *gpu.EventCall) {
	if e := w.Event(c.Event); e != nil && w.Advise() {
		e.stray(b)
	}
	for _, id := range c.Events {
		switch e := w.Event(id); {
		case e == nil || e.frames == nil || !w.Advise():
		case e.begins(c):
			e.frames.pace.follow(b.order, t, true)
		default:
			e.stray(b)
		}
	}
}
