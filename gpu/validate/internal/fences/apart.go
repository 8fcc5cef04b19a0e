package fences

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// Where several threads are alive, another one may do later what ends a wait. But a thread that has its own queues, fences and events is like a
// program of its own: nobody else does anything for it. That it was one is known at the end of the program:
//
//	one   e.g. F, q, event      main: starts one ─ G, p ─ joins one ─ F      F is used by both, but one after the other
//	two   e.g. H, event 2       what is found of one and two is told, and of main, if it was so to the end
//
// Where it shares something with others, the same holds of an event if all that can set it, and all that this can let go on, is used by that thread
// alone: objects that a call has brought together, as a queue and the fence that it signals, are one group.
//
//	one   event ─ F ─ q    S      S is used by both, in no order, but F, q and the event are one group that nobody else uses
//	main                   S      another S between them would make no wait for the event end, or hold nothing up that sets it
type apart struct {
	order *track.Order
	mixed map[track.Agent]bool // threads that used something beside another one
	found []found
}

// found is what is to be told of a wait of a thread, if no other one used what it uses beside it.
type found struct {
	thread track.Agent
	event  *Event
	d      *diag.Diagnostic
}

// usage is which threads used an object since there was one alone. The zero value is one that nobody has used.
type usage struct {
	by    []track.Agent
	last  track.Point // the last use, before the action that its thread does next
	mixed bool        // two used it beside each other: neither made the other, or has seen its end
	loose bool        // two ever did
	group *usage      // an object of the same group; nil: there is none, or it stands for the group
	open  bool        // where it stands for the group: an object of that is loose
}

// of is the object that stands for the group of an object.
func (u *usage) of() *usage {
	for u.group != nil {
		if u.group.group != nil {
			u.group = u.group.group
		}
		u = u.group
	}
	return u
}

// join makes one group of two, for which the second one stands: objects that live long should, because they are kept as long as others of the group.
func (u *usage) join(v *usage) {
	if x, y := u.of(), v.of(); x != y {
		x.group, y.open = y, x.open || y.open
	}
}

// fewUsers bounds the threads that are kept of an object. Where there are more it counts as used by all beside each other.
const fewUsers = 64

// use says that a thread uses an object, before its call. What the only thread does has an order with all that was done and will be.
func (a *apart) use(u *usage, t track.Agent) {
	if a.order.Alone() {
		*u = usage{loose: u.loose, group: u.group, open: u.open}
		return
	}
	now := a.order.Next(t)
	if len(u.by) > 0 && u.last.Queue != t && !a.order.Leads(u.last, now) || len(u.by) == fewUsers {
		u.mixed, u.loose, u.of().open = true, true, true
	}
	if u.last = now; !slices.Contains(u.by, t) && len(u.by) < fewUsers {
		u.by = append(u.by, t)
	}
	if u.mixed {
		a.mix(u.by)
		a.mix([]track.Agent{t})
	}
}

func (a *apart) mix(threads []track.Agent) {
	if a.mixed == nil {
		a.mixed = map[track.Agent]bool{}
	}
	for _, t := range threads {
		a.mixed[t] = true
	}
}

// MissedApart is what was found of threads that are apart, where nothing can happen any more.
func (b *Book) MissedApart() []*diag.Diagnostic { return b.apart.tell() }

// tell is what was found of events whose group no two threads used beside each other, and of threads that used nothing beside others, if it was not
// told since then, in an order that no run changes.
func (a *apart) tell() (out []*diag.Diagnostic) {
	sure := slices.DeleteFunc(slices.Clone(a.found), func(f found) bool { return f.event.told || a.mixed[f.thread] && f.event.use.of().open })
	slices.SortStableFunc(sure, func(x, y found) int {
		switch {
		case x.thread == y.thread:
			return 0
		case a.order.Elder(x.thread, y.thread):
			return -1
		}
		return 1
	})
	for _, f := range sure {
		out = append(out, f.d)
	}
	return out
}
