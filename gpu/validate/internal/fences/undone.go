package fences

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/incident"
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
