package owner

import "github.com/gpuscript/gpuscript/gpu/internal/track"

// again says whether a call does what the last use did, all of which are in order: a list is mostly recorded by one thread, call by call. Nobody has used the object since, and the
// thread has done nothing that others can hear of, so it is no use of its own, and comes after all others as that one does.
func (o *Owner) again(order *track.Order, c *Caller) bool {
	revised := o.revised
	o.revised = order.Revisions()
	if len(o.uses) == 0 || o.beside || revised != o.revised || c.As.counts() {
		return false
	}
	last := &o.uses[len(o.uses)-1]
	return last.Agent == c.Agent && last.As == c.As && last.In == c.In && last.point == order.Touch(c.Agent, false)
}
