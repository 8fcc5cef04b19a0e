package hazard

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard/internal/heard"
)

// Heard is a wait of a CPU thread that has ended: what it can have learned of, and no more.
type Heard = heard.Wait

// Wrote is the first access of a CPU thread to mapped memory since its last submission, while work may be in flight: a read only where no write comes
// after it.
type Wrote struct {
	Site  gpu.Site // 0: there is none
	Reads bool
	When  track.Moment
}

// Wrote is that of a thread.
func (d *Detector) Wrote(thread track.Agent) Wrote {
	if d == nil {
		return Wrote{}
	}
	return d.wrote[thread]
}

// Setter is one way for an event to have become set.
type Setter = track.Setter

// Hear follows a wait of a CPU thread that has ended, before the order learns of it; other calls are none. A nil Detector hears nothing.
func (d *Detector) Hear(thread track.Agent, call gpu.Call) {
	if d == nil {
		return
	}
	if c, is := call.(*gpu.EventCall); is && !c.TimedOut && !c.Unheeded {
		d.threads.Over(c)
	}
	if c, is := call.(*gpu.FenceCall); !is || c.Act == gpu.FenceCPUWait || c.Act == gpu.FencePoll || c.Act == gpu.FenceCompare {
		d.signals = nil
	}
	if d.open > 0 {
		d.threads.Hear(d.order, thread, call)
	}
}

// HearEvent follows a wait that Hear has followed, and that was told to the order up to here: event is the number of an event that has
// ended it, before the order learns of that.
func (d *Detector) HearEvent(c *gpu.EventCall, event int) {
	if d != nil && d.open > 0 {
		d.threads.Event(d.order, c, event)
	}
}
