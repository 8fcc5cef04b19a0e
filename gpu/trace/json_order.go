package trace

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/trace/internal/signals"
)

// signalSlice is how long the slice of a queue's signal is shown at most, in nanoseconds: no profile needs more time for one.
const signalSlice = 1000

// order writes signals and waits.
func (j *JSON) order(e Event) {
	t := j.doer(e)
	switch e.Kind {
	case Signal:
		j.signal(t, e)
	case QueueWaits, ThreadBlocks:
		j.waiting(t, e)
		return
	case QueueGoesOn:
		if !t.waits {
			j.waiting(t, e) // for what has come already
		}
		j.satisfied(t, e.Time)
	case ThreadWakes:
		j.satisfied(t, e.Time)
	}
	if t != nil {
		t.end = e.Time
	}
}

// waiting begins a wait.
func (j *JSON) waiting(t *track, e Event) {
	t.wait, t.waits = e, true
	j.begin(t, waitName(e), "wait", e.Time, e.Site)
}

// waitName is what a queue or thread waits for.
func waitName(e Event) string {
	switch {
	case e.Fence != "":
		return fmt.Sprintf("waits %s >= %d", e.Fence, e.Value)
	case e.Object != "":
		return "waits for " + e.Object
	}
	return "waits"
}

// signal writes a signal as a short slice on the track of who gave it, and the value of the fence.
func (j *JSON) signal(t *track, e Event) {
	if !e.Helper() {
		j.counter(e.Time, j.counterOf(e.FenceKey()), "value", e.Value)
	}
	if t == nil {
		return // what a removed device sets
	}
	begin := e.Time
	if e.Queue != "" {
		begin = min(e.Time, max(t.end, e.Time-min(signalSlice, e.Time)))
	}
	j.slice(t, "signal "+e.Fence, "signal", begin, e.Time, e.Site, arguments{Value: &e.Value})
	h := j.fences[e.FenceKey()]
	if h == nil {
		h = &signals.History[moment]{}
		j.fences[e.FenceKey()] = h
	}
	h.Set(e.Value, moment{inside(begin, e.Time), t})
}

// counterOf is the name of the counter of a fence.
func (j *JSON) counterOf(key FenceKey) string {
	name, ok := j.counters[key]
	if !ok {
		name = "fence " + key.Name + j.again("counter", key.Name)
		j.counters[key] = name
	}
	return name
}

// inside is the last instant of a slice.
func inside(begin, end uint64) uint64 { return max(begin, end-min(end, 1)) }

// satisfied ends the wait of a track, with an arrow from the signal that did it.
func (j *JSON) satisfied(t *track, at uint64) {
	if h := j.fences[t.wait.FenceKey()]; h != nil && t.waits {
		if from, ok := h.Reached(t.wait.Value); ok && from.at <= at {
			j.arrow(t.wait.Fence, from, t, inside(t.wait.Time, at))
		}
	}
	j.finish(t, 0, at)
	t.waits = false
}
