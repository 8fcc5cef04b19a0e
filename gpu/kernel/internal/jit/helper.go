package jit

import (
	"runtime"
	"sync/atomic"
)

// helper is a goroutine that is called to one run after the other. To wake one up takes as long as a small dispatch, so it looks out for the next
// call for a while before it sleeps; and who called it does not wait for one that is not there yet when all work is done: it takes the call back.
//
//	            call               take
//	asleep ──────┐   ┌─▶ called ───────▶ awake, and works
//	   ▲         └───┤     │ recall
//	   └─ sleep ─ awake ◀──┘
type helper struct {
	state atomic.Int32
	wake  chan struct{} // a token where a call found it asleep
}

// The states of a helper. One that is awake looks for calls by itself.
const (
	awake int32 = iota
	asleep
	called
)

// newHelper makes one that is asleep: there may never be a call.
func newHelper() *helper {
	h := &helper{wake: make(chan struct{}, 1)}
	h.state.Store(asleep)
	return h
}

// call asks it to work. The last call has been recalled, or what it was for is done.
func (h *helper) call() {
	if h.state.Swap(called) == asleep {
		h.wake <- struct{}{}
	}
}

// invite is call for a helper that is awake; it fails where the helper sleeps.
func (h *helper) invite() bool { return h.state.CompareAndSwap(awake, called) }

// recall takes a call back; it fails where the helper has taken it.
func (h *helper) recall() bool { return h.state.CompareAndSwap(called, awake) }

// take accepts a call, if there is one.
func (h *helper) take() bool {
	return h.state.Load() == called && h.state.CompareAndSwap(called, awake)
}

// A helper looks out for a call lookouts times, and lets other goroutines in after looks looks: some tens of microseconds.
const (
	lookouts = 128
	looks    = 64
)

// wait looks out for a call, then sleeps until there is one, and takes it. It returns false when the helper is dismissed.
func (h *helper) wait() bool {
	for !lookOut(h.take) {
		if h.state.CompareAndSwap(awake, asleep) && !h.sleep() {
			return false
		}
	}
	return true
}

// sleep waits for a call that finds the helper asleep. It returns false when the helper is dismissed.
func (h *helper) sleep() bool {
	_, ok := <-h.wake
	return ok
}

// lookOut asks for a while whether something has happened, and tells whether it has.
func lookOut(happened func() bool) bool { return lookOutFor(happened) <= lookouts }

// lookOutFor is how many times others were let in before something had happened, above lookouts if it has not.
func lookOutFor(happened func() bool) int {
	for n := range lookouts {
		for range looks {
			if happened() {
				return n
			}
		}
		runtime.Gosched()
	}
	return lookouts + 1
}

// dismiss ends wait for ever. There must be no call.
func (h *helper) dismiss() { close(h.wake) }
