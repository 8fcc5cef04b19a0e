package fences

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/incident"
)

// Undone says whether somebody lacks a value because the fence had it and was lowered: the wait was given before that, or nobody else can have used
// the value. Where it is up to the run in which order the signals come, or whether a wait was given before, it is not said.
func (p Past) Undone(l *incident.Lack) bool {
	f, b := p.fence, p.book
	if f == nil || l.Lowered.Call == 0 || f.advised || l.Mixed && slices.ContainsFunc(b.open, func(o open) bool { return o.fence == f }) {
		return false
	}
	if b.order.Crowd() && (!b.order.Alone() || f.use.loose || l.Mixed && b.order.Unsure(f.Number)) {
		return false
	}
	return l.Ahead || !f.heed.is || l.Lowered.Call <= f.heed.unseen
}
