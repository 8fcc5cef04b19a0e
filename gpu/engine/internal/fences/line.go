package fences

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/objects"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/submit"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
)

// Enqueued is a fence with a value.
type Enqueued struct {
	fence *Fence
	value uint64
	site  gpu.Site // of the call that enqueued it
}

// said is a signal for messages.
func (e Enqueued) said() words.Signal {
	return words.Signal{Fence: e.fence.String(), Value: e.value, Site: e.site}
}

// Line is what a context has enqueued for its next submission: waits, which go in front, and signals. The zero value is empty.
type Line struct{ waits, signals []Enqueued }

// Empty says whether nothing is enqueued.
func (l *Line) Empty() bool { return len(l.waits)+len(l.signals) == 0 }

// Last is the signal that was enqueued last; nil if there is none.
func (l *Line) Last() *words.Signal {
	if len(l.signals) == 0 {
		return nil
	}
	said := l.signals[len(l.signals)-1].said()
	return &said
}

// Reaching is the first signal that gives a fence at least a value; nil if there is none.
func (l *Line) Reaching(fence *objects.Object, value uint64) *words.Signal {
	for _, s := range l.signals {
		if Life(s.fence) == fence && s.value >= value {
			said := s.said()
			return &said
		}
	}
	return nil
}

// Signal enqueues a signal of a context. Values of a fence rise.
func (l *Line) Signal(rules *words.Reporter, by words.Context, f *Fence, value uint64) error {
	if value <= f.enqueued {
		return rules.Refuse(words.FenceValue(by, f.said(), "EnqueueSignal", value))
	}
	f.enqueued = value
	l.signals = append(l.signals, Enqueued{f, value, by.Site})
	return nil
}

// Wait enqueues a wait of a context for a value that was enqueued.
func (l *Line) Wait(rules *words.Reporter, by words.Context, f *Fence, value uint64) error {
	if value > f.enqueued {
		return rules.Refuse(words.FenceValue(by, f.said(), "DeviceWaitForFence", value))
	}
	if last := l.Last(); last != nil { // waits go in front: this one would hold the signal back
		return rules.Refuse(words.WaitBehindSignal(by, f.said(), value, *last))
	}
	l.waits = append(l.waits, Enqueued{f, value, by.Site})
	return nil
}

// Take empties the line, for a submission.
func (l *Line) Take() (waits, signals []Enqueued) {
	waits, signals = l.waits, l.signals
	*l = Line{}
	return waits, signals
}

// Pairs are fences with their values for the queue.
func Pairs(all []Enqueued) (out []submit.Pair) {
	for _, e := range all {
		out = append(out, submit.Pair{Fence: e.fence.native, Value: e.value})
	}
	return out
}

// Sent notes that signals follow a submission of a queue that a call makes, which reaches a value of the queue's own fence.
func Sent(signals []Enqueued, q *submit.Queue, value uint64, call gpu.Site) {
	var sent []submit.Signal
	for _, e := range signals {
		e.fence.marks.Reaches(q, e.value, value)
		sent = append(sent, submit.Signal{Fence: e.fence.String(), Made: Life(e.fence).
			Said().Created, Site: e.site, Value: e.value, Submission: value, Released: func() bool { return Life(e.fence).Released }})
	}
	q.Sent(call, sent)
}
