package device

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
)

// patience is how often a script may ask the same question when nothing is left that could change the answer: more than any loop asks that is meant
// to end, and fewer times than a person notices.
const patience = 100_000

// vain counts how often a thread has asked one question in a row: the same call, with the same answer, nothing but gpu.Work in between, and nothing
// that could still happen.
//
//	queue:Signal(F, 1)
//	while F:GetCompletedValue() < 2 do end     F is 1 for ever: in the end the question is taken for what it is, a wait for 2
type vain struct {
	thread *sched.Thread
	object gpu.ID
	site   gpu.Site
	answer uint64
	tick   uint64 // of the last time
	times  int
}

// askedInVain counts a question of the running thread, and reports whether it has been asked too often.
func (a *Adapter) askedInVain(object gpu.ID, site gpu.Site, answer uint64) bool {
	v := &a.vain
	t := a.sim.Running()
	if v.tick+1 != a.ticks || v.site != site || v.object != object || v.answer != answer || v.thread != t || !a.sim.Idle() {
		*v = vain{thread: t, object: object, site: site, answer: answer}
	}
	v.tick = a.ticks
	v.times++
	return v.times >= patience
}

// AskInVain is a question to a level that is built on the device, asked at a place, to which the answer is: not yet. It takes the time of a call, and
// reports whether the calling thread has asked it too often: 100,000 times in a row, with nothing left to happen that could change the answer.
func (a *Adapter) AskInVain(site gpu.Site) (vain bool, err error) {
	if err := a.tick(sched.CallSync); err != nil {
		return false, err
	}
	return a.askedInVain(0, site, 0), nil
}

// settleFor is what a poll does that has been made in vain: it waits for the value with which its caller would find out something else than with
// read, or for the next one if that is not known. The wait ends in the report of a deadlock. Where errors are reported and the script goes on, the
// poll returns that value, as a wait for it would.
func (f *Fence) settleFor(read uint64, site sched.Tag, finds func(uint64) (uint64, bool)) (value uint64, err error) {
	value, known := wanted(read, finds)
	if known && value == read { // the script does not care
		return read, nil
	}
	asked := incident.Asked{Times: patience, Guess: !known}
	return value, f.adapter.waitedFor(f.adapter.sim.WaitFence(f.fence, value, sched.Infinite, site), asked)
}

// near is how far above its value a fence is looked for that a script compares for equality.
const near = 256

// wanted is the smallest value above read with which a caller finds out something else than with read, or read if there is none. known is false if
// the caller has the number itself: value is the next one then.
func wanted(read uint64, finds func(uint64) (uint64, bool)) (value uint64, known bool) {
	value = read
	for next := uint64(gpu.MaxFenceValue); next > read; next = value - 1 {
		least, only := finds(next)
		if !only {
			return read + 1, false
		}
		if least <= read {
			break
		}
		value = least
	}
	for next := read + 1; value == read && next <= read+near; next++ {
		if _, only := finds(next); !only {
			value = next
		}
	}
	return value, true
}
