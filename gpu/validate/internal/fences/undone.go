package fences

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// Lowered says whether a fence had a value that somebody lacks, and was lowered. Where it is up to the run in which order the signals come, or
// whether a wait was given before, it is not said.
func (p Past) Lowered(l *incident.Lack) bool {
	f, b := p.fence, p.book
	if f == nil || l.Lowered.Call == 0 || f.advised || l.Mixed && slices.ContainsFunc(b.open, func(o open) bool { return o.fence == f }) {
		return false
	}
	return !b.order.Crowd() || b.order.Alone() && !f.use.loose && !(l.Mixed && b.order.Unsure(f.Number))
}

// Undone says whether that is why it is lacked: the wait was given before, or nobody else can have used the value.
func (p Past) Undone(l *incident.Lack) bool {
	return p.Lowered(l) && (l.Ahead || !p.fence.heed.is || l.Lowered.Call <= p.fence.heed.unseen)
}

// Lacks says whether a thread lacks a value in every run: where there are others, one that the fence had may have been there in time.
func (b *Book) Lacks(w World, l *incident.Lack) bool {
	f, e := w.Fence(l.Fence), w.Event(l.Event)
	switch {
	case f == nil:
		return true
	case !b.order.Alone():
		return l.Lowered.Call == 0
	case e == nil:
		return b.order.Lacks(track.Need{Fence: f.Number, Value: l.Value}, 0, false)
	}
	return b.order.Lacks(track.Need{Fence: f.Number, Value: l.Value}, e.Number, true)
}
