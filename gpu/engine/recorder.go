package engine

import (
	"github.com/gpuscript/gpuscript/gpu/engine/internal/measure"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/record"
)

// recorder is the recording of a context: the list with its uses and states, what is bound, and the queries that measure.
type recorder struct {
	*record.Recorder
	bound   bindings
	queries measure.Open
}

// open begins a recording of the context, which has none.
func (c *DeviceContext) open() error {
	r, err := c.dev.queues.Open(c.typ())
	if err != nil {
		return err
	}
	r.Flights, r.Direct = &c.flights, c.queue != nil
	c.recording.Recorder, c.recording.bound, c.recording.queries = r, bindings{}, c.recording.queries[:0]
	c.rec = &c.recording
	return nil
}
