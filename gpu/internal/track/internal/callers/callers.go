// Package callers keeps who signals a fence, and whether these calls come in a defined order. It must not know values, or what a signal is worth.
package callers

import (
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/lineage"
)

// Call is the call that gave a signal.
type Call = lineage.Call

// Callers are those of one fence. The zero value is nobody.
type Callers struct {
	// Several says that signals come in no defined order, or from several queues and threads: the value of the fence can go down even where no
	// signal asks for it.
	Several bool
	Mixed   bool        // several queues and threads have signalled
	first   clock.Agent // the first queue or thread that signalled
	by      clock.Agent // the thread that made the last signal, and its number among the actions of that thread
	tick    uint32
}

// First tells of the first signal, of a queue or a thread, and the call that gave it.
func (c *Callers) First(of clock.Agent, call Call) {
	c.first, c.by, c.tick = of, call.By, call.Knew.At(call.By)
}

// Next tells of another signal.
func (c *Callers) Next(of clock.Agent, call Call) {
	c.Mixed = c.Mixed || of != c.first
	c.Several = c.Several || c.Mixed || c.unknown(call.Knew)
	c.by, c.tick = call.By, call.Knew.At(call.By)
}

// unknown says whether somebody does not know of the last signal.
func (c *Callers) unknown(knows clock.Clock) bool { return knows.At(c.by) < c.tick }

// Divides says whether a signal of a queue or a thread, given by somebody who knows so much, would come in no defined order with the others, or be
// one of several agents'.
func (c *Callers) Divides(of clock.Agent, knows clock.Clock) bool {
	return c.Several || of != c.first || c.unknown(knows)
}
