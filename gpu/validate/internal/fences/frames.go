package fences

import "github.com/gpuscript/gpuscript/gpu"

// begins says whether a call waits for the event of a swap chain, and for nothing else: when it ends, another frame may be begun.
func (e *Event) begins(c *gpu.EventCall) bool {
	return e.Chain != 0 && !c.Timed && len(c.Events) == 1
}

// stray says that something else than its frames may set the event of a swap chain, or that it is up to the run whether a wait unsets it.
func (b *Book) stray(e *Event) {
	if e != nil && e.Chain != 0 {
		b.order.Chain(e.Chain).Stray = true
	}
}
