package hazard

import "github.com/gpuscript/gpuscript/gpu/internal/track"

// mostSignals is how many signals of the CPU are kept.
const mostSignals = 64

// signal is one of the CPU, and the largest value that it has given the fence before.
type signal struct {
	track.Signal
	had uint64
}

// Signals follows a signal of the CPU to a fence that had at most such a value before. A nil Detector follows nothing.
func (d *Detector) Signals(s track.Signal, had uint64) {
	if d == nil || d.order.Crowd() {
		return
	}
	if len(d.signals) == mostSignals { // works may have those
		d.signals = nil
	}
	d.signals = append(d.signals, signal{s, had})
}

// opened is the signal of the CPU that lets a queue come to a work before the CPU touches memory, without a wait between: it ends a wait before the
// work, and nothing else does. With several threads it is not known.
//
//	queue   Wait(go, 1)  [copy]                     first
//	CPU                          go:Signal(1)  write
func (d *Detector) opened(first track.Point, signals []signal) (opens track.Signal) {
	for _, s := range signals {
		n, _, _, waits := d.order.WaitBefore(first, s.Fence)
		if waits && s.had < n.Value && n.Value <= s.Value && !d.order.Crowd() && !d.order.Several(s.Fence) && !d.order.Initially(n) {
			opens = s.Signal
		}
	}
	return opens
}
