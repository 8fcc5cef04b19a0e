package track

import "slices"

// Opened is the signal of a thread that lets a queue come to an item: it ends the last wait before that, and the thread waits for nothing between the
// signal and a later point of its own. With several threads, and where the fence goes down, it is not known.
//
//	queue    Wait(go, 1)  [copy]                     the item
//	thread                          go:Signal(1)  write        the point
func (o *Order) Opened(item, at Point) (s Signal, ok bool) {
	if o.crowd || o.agents[at.Queue].queue {
		return s, false
	}
	q, t := &o.agents[item.Queue], &o.agents[at.Queue]
	pos := item.Pos
	for pos > q.base && q.at(pos).kind != itemWait {
		pos--
	}
	if pos <= q.base {
		return s, false
	}
	n := q.at(pos).need
	f := o.fences[n.Fence]
	if f.fell || f.Several || f.known >= n.Value {
		return s, false
	}
	for pos = at.Pos - 1; pos > t.base; pos-- {
		switch it := t.at(pos); {
		case it.kind == itemWait, it.kind == itemPoll, it.kind == itemLearn, it.chain != 0:
			return s, false
		case it.kind == itemSignal && it.need.Fence == n.Fence && it.need.Value >= n.Value:
			earlier := slices.ContainsFunc(f.Signals, func(o Signal) bool { return o.Value >= n.Value && o.Pos < pos })
			return Signal{Fence: n.Fence, Value: it.need.Value, Site: it.site, Agent: at.Queue, Pos: pos}, !earlier
		}
	}
	return s, false
}
