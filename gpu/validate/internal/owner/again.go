package owner

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// Again is Use where a call does what the last one did with an object, and says whether it does: then nothing is to be found or kept, and nobody has
// to know what the call is.
func (b *Book) Again(order *track.Order, object Object, c *Caller) bool {
	return b.again(order, object, c.Agent, c.deed())
}

// Recorded is Again for a command that is being recorded, and the class of its use of an object.
func (b *Book) Recorded(order *track.Order, id gpu.ID, thread track.Agent, as Class) bool {
	return (b.list != nil || as == Records) && b.again(order, Object{ID: id}, thread, deed{as: as})
}

func (b *Book) again(order *track.Order, object Object, thread track.Agent, does deed) bool {
	if b.watched || len(b.scopes) > 0 {
		return false
	}
	o := b.owner(object)
	if o == nil {
		return false
	}
	u := o.again(order, thread, does)
	if u == nil || !u.within(b.list) {
		return false
	}
	o.latest = u.nth
	b.held = append(b.held, object)
	return true
}

// Shared is Use for a call that shares an object, and says whether it was that: all calls that are kept of it share it, so there is nothing to be
// found, and the call is kept alone. Where more is asked of the call, as of commands, it is not.
func (b *Book) Shared(order *track.Order, id gpu.ID, thread track.Agent, c Call) bool {
	if b.watched || b.list != nil || len(b.scopes) > 0 {
		return false
	}
	o := b.owner(Object{ID: id})
	if o == nil || o.classes&^(1<<Shares) != 0 || o.beside || o.told != nil {
		return false
	}
	point := o.begin(order, thread)
	if u := o.latestOf(thread); u != nil && u.point == point { // nothing in between that others can hear of apart from it
		if !u.plain() {
			return false
		}
		o.latest = u.nth
		b.held = append(b.held, Object{ID: id})
		return true
	}
	u := o.add(order, &b.Doubts, thread, Shares)
	u.Agent, u.ID, u.Site, u.Call, u.As = thread, c.CallThread(), c.CallSite(), c.CallName(), Shares
	u.point, u.nth, u.knew = point, o.latest, order.Knows(thread)
	b.held = append(b.held, Object{ID: id})
	return true
}

// latestOf is the last use of a thread that is kept; nil: there is none.
func (o *Owner) latestOf(thread track.Agent) *use {
	for i := len(o.uses) - 1; i >= 0; i-- {
		if u := &o.uses[i]; u.Agent == thread {
			return u
		}
	}
	return nil
}

// Call is what messages need of a call.
type Call interface {
	CallSite() gpu.Site
	CallName() string
	CallThread() gpu.ID
}

// plain says whether a use is there in every run in which its thread comes to it.
func (u *use) plain() bool { return u.In == 0 && u.by == nil && u.way == nil && len(u.prior) == 0 }

// again is the last use of a thread if a call does what that did, all of which are in order, else nil: a list is mostly recorded by one thread, call
// by call. Nobody has used the object since, or none of its uses must not stand beside such a call, and the thread has done nothing that others can
// hear of, so it is no use of its own, and comes after all others as that one does.
func (o *Owner) again(order *track.Order, thread track.Agent, does deed) *use {
	if len(o.uses) == 0 || o.beside || o.revised != order.Revisions() || does.as.counts() {
		return nil
	}
	last := &o.uses[len(o.uses)-1]
	if last.Agent != thread {
		if o.classes&disturbing[does.as] != 0 {
			return nil
		}
		if last = o.latestOf(thread); last == nil {
			return nil
		}
	}
	if !last.like(does) || last.point != order.Touch(thread, false) {
		return nil
	}
	return last
}

// like says whether a use matters to others as another one of its thread does: a list that is submitted by two threads is there in every run, one
// that is recorded beside that is not; and of an allocator it is told by way of which list.
func (u *use) like(does deed) bool {
	return u.As == does.as && u.In == does.in && (does.as != Records || (u.Queue != 0) == does.submits)
}

// deed is of a call what decides whether its use of an object matters to others as another one does.
type deed struct {
	as      Class
	in      gpu.ID // as Caller.In
	submits bool
}

// deed is that of a caller.
func (c *Caller) deed() deed { return deed{c.As, c.In, c.Queue != 0} }

// within says whether a use is of a command of a list of which it is asked whether its use may be impossible; nil: of none.
func (u *use) within(list *bool) bool {
	if list == nil {
		return len(u.prior) == 0
	}
	return len(u.prior) == 1 && u.prior[0] == list
}

// covers says whether a use is there in every run in which a later one of its thread is: all that may be missing before it may be missing before
// that, too.
func (u *use) covers(c *Caller) bool {
	if u.by != nil && u.by != c.by || u.way != nil && u.way != c.way {
		return false
	}
	for _, open := range u.prior {
		if !slices.Contains(c.prior, open) {
			return false
		}
	}
	return true
}
