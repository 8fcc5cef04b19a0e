package use

import (
	"math"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/reading"
)

// Told is a barrier of a recording that was told when it was recorded: the state that it names is not there, or a split barrier has not ended. What
// volatile descriptors need before it is known later, and may be a part of the same mistake.
type Told struct {
	gpu.Barrier
	substate.Verdict
	Barriers int // of the recording before it
}

// toldBy says whether what a command of a table does not find is what a barrier after it was told to lack: the barrier that was to bring it there, or
// the second half of one. No other barrier stands between the two.
func (l *Recording) toldBy(t *reading.Table, resource gpu.ID, sub uint32, v substate.Verdict, want gpu.ResourceStates) bool {
	return slices.ContainsFunc(l.Told, func(b Told) bool {
		switch {
		case b.Resource != resource || b.Subresource != sub && b.Subresource != gpu.AllSubresources &&
			sub != gpu.AllSubresources || b.Barriers < t.Barriers:
			return false
		case l.Barriers.Before(b.Barriers, resource, sub) != l.Barriers.Before(t.Barriers, resource, sub):
			return false
		case v == substate.SplitUse:
			return b.Verdict == substate.SplitAgain
		}
		return v == substate.WrongState && b.Verdict == substate.WrongBefore && b.Before.Has(want)
	})
}

// breaks follows a use between the halves of a split barrier, which was told: what comes after the recording may find the subresource in the state of
// the use.
func (l *Recording) breaks(r *Resource, sub uint32, want gpu.ResourceStates) {
	subs := l.States.Of(r.ID, r.Subs, sub, &r.slot)
	for i := range subs {
		if s := &subs[i]; s.Pending() {
			s.Broken, s.Torn, s.Else = true, true, want
		}
	}
}

// misses follows a use that was told to find another state: if no barrier comes after it, what comes after the recording may find the subresource in
// the state of the use.
func (l *Recording) misses(t *reading.Table, r *Resource, sub uint32, want gpu.ResourceStates) {
	if l.Barriers.Around(t.Barriers, r.ID, sub).Until < math.MaxInt {
		return
	}
	subs := l.States.Of(r.ID, r.Subs, sub, &r.slot)
	for i := range subs {
		if s := &subs[i]; s.How != substate.Unseen && !s.Pending() {
			s.Torn, s.Else = true, want
		}
	}
}

// Clash is a command of which the last submission of its list was told that it needs a resource in two states at once.
type Clash struct {
	Resource gpu.ID
	Site     gpu.Site // of the command, or of the ExecuteBundle
}

// Covers says whether what the list of a submission finds wrong is one of the two states: the command cannot find both, so the one mistake is told
// already.
func (l *Recording) Covers(p *course.Problem) bool {
	return p.Verdict == substate.WrongState && slices.Contains(l.Clashes, Clash{p.Resource, p.Expects.EntrySite})
}
