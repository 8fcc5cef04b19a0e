package owner

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// Programs choose descriptors, and indirect commands name buffers by addresses: what a submission uses so shows when it runs. It is a use by the call
// that submitted it, which others may have been in no order with, before the call or after it, and before the work has run or after that:
//
//	thread "a"   writes descriptor 5                    kept until no such submission can come to use it
//	thread "b"   ExecuteCommandLists ── the work runs: it chooses descriptor 5
//
// Such a pair is told when every thread knows that the work is finished, because by then it has run in every run.

// sender is a submission that says later what it uses.
type sender struct {
	call   use // of what
	number uint64
	varies *bool // of reading
}

// maxSenders bounds how many of them are kept.
const maxSenders = 256

// Sends keeps the call of a submission, before that is given to its queue: Choosing may say that its commands choose.
func (b *Book) Sends(order *track.Order, c Caller) {
	if b.alone = order.Alone() && !b.rivals; b.alone {
		return // whoever comes knows of it
	}
	c.prior = b.unsure[:len(b.unsure):len(b.unsure)]
	b.calls++
	b.sends = use{Caller: c, point: order.Touch(c.Agent, false), nth: b.calls, knew: order.Knows(c.Agent), saw: order.Sees(c.Agent)}
}

// Choosing tells that commands of the submission which was kept last choose what they use, or name it by addresses, when they run; item is their
// work. It returns where it is said whether that may be something else in another run.
func (b *Book) Choosing(order *track.Order, item track.Point, number uint64) []*bool {
	if b.alone {
		return nil
	}
	s := &sender{call: b.sends, number: number}
	s.call.item, s.call.open, s.varies = item, b.answer(), b.answer()
	s.call.Ahead, s.call.Decided = order.DecidedAt(item)
	if len(b.senders) == maxSenders {
		b.senders = slices.Delete(b.senders, 0, 1)
	}
	b.senders = append(b.senders, s)
	return []*bool{s.call.open, s.varies}
}

// Ran tells that a submission has ended: it chooses nothing any more.
func (b *Book) Ran(queue gpu.ID, number uint64) {
	b.senders = slices.DeleteFunc(b.senders, func(s *sender) bool { return s.call.Queue == queue && s.number == number })
}

// Places tells where objects stand.
type Places interface {
	// Parent is what an object stands in, 0: nothing.
	Parent(id gpu.ID) gpu.ID
}

// Chose tells that a command of a submission has come to use an object by way of a descriptor, the zero value: none, and what the object stands in.
func (b *Book) Chose(order *track.Order, places Places, at Object, id gpu.ID, item track.Point, via Need) {
	k := slices.IndexFunc(b.senders, func(s *sender) bool { return s.call.item == item })
	if k < 0 {
		return
	}
	s, way := b.senders[k], (*Owner)(nil)
	if at.ID != 0 {
		way = b.ownerOf(order, at)
		if !way.chosen.knows(s, nil) {
			if now := s.uses(Shares, via); b.chose(order, way, at, now) {
				b.contest(order, way, at, now, s.varies)
			}
		}
	}
	for ; id != 0; id = places.Parent(id) {
		if o := b.ownerOf(order, Object{ID: id}); !o.chosen.knows(s, way) {
			now := s.uses(Needs, via)
			if at.ID != 0 {
				now.Via.By, now.way, now.shown = at, way, []*bool{s.call.open, s.varies}
			}
			b.chose(order, o, Object{ID: id}, now)
		}
	}
}

// uses is a use of something that it has chosen.
func (s *sender) uses(as Class, via Need) *use {
	now := s.call
	now.As, now.Via = as, via
	return &now
}

// chosen is what submission has come to use an object last, by its number, how many ways to it are kept, and which is the last one.
type chosen struct {
	nth  uint64
	ways int
	way  *Owner
}

// knows says whether it is known that a submission uses the object, or enough ways by which it does: several count, because two threads may use one
// of them in no order.
func (c *chosen) knows(s *sender, way *Owner) bool {
	if c.nth != s.call.nth {
		*c = chosen{s.call.nth, 1, way}
		return false
	}
	if c.way == way || c.ways == maxPerhaps {
		return true
	}
	c.ways++
	c.way = way
	return false
}

// chose keeps a use that a submission has come to, and says whether it was not kept before: those of two queues come in turns.
func (b *Book) chose(order *track.Order, o *Owner, object Object, now *use) bool {
	if slices.ContainsFunc(o.uses, func(u use) bool { return u.nth == now.nth && u.As == now.As && u.way == now.way }) {
		return false
	}
	others := o.others(now)
	for i := range others {
		if u := &others[i]; u.disturbs(now) {
			b.pair(order, o, object, u, now)
		}
	}
	*o.room(order, &b.Doubts, now.Agent, now.As) = *now
	return true
}

// pair keeps a use of another thread that what a submission has chosen must not stand beside. No call is disputed for that, because it is up to the
// run whether the work has run when that is looked at.
func (d *Doubts) pair(order *track.Order, o *Owner, object Object, u, now *use) {
	x := &doubt{owner: o, object: object, first: *u, second: *now, call: track.Call{By: now.Agent, Knew: now.knew}}
	seen := now.saw.At(u.Agent) >= u.point.Pos
	if u.saw.At(now.Agent) >= now.point.Pos {
		x.first, x.second, x.call, seen = *now, *u, track.Call{By: u.Agent, Knew: u.knew}, true
	}
	parts := d.parts(order, object, u, now)
	if x.beside = !seen; x.beside && parts && !u.absent() && !now.absent() {
		o.varies = true
		u.meets(now)
		now.meets(u)
	}
	kept := &o.besides
	if !parts {
		kept = &o.spares
	}
	switch known := x.call.Knew.At(x.first.Agent) >= x.first.point.Pos; {
	case o.told != nil:
	case seen && (!known || order.Leads(x.first.point, x.second.point)): // so it stays
	case seen || *kept < maxBeside:
		if !seen {
			*kept++
		}
		p, _ := x.lacks(order.Known())
		d.await(x, p)
	}
}

// lacks is what everybody has to know besides before two uses are told; false: all of it is known.
func (x *doubt) lacks(known track.Clock) (p track.Point, is bool) {
	points := [...]track.Point{x.first.point, x.second.point, x.first.item, x.second.item, {}, {}}
	if x.reads != nil {
		points[4], points[5] = x.reads.point, x.reads.item
	}
	for i, p := range points {
		if p.Pos > 0 && known.At(p.Queue) < p.Pos && (i != 1 || x.beside) {
			return p, true
		}
	}
	return track.Point{}, false
}

// needed says whether a submission that does not come after a use may still choose what that gives up.
func (d *Doubts) needed(u *use) bool {
	return u.As.over() && slices.ContainsFunc(d.senders, func(s *sender) bool {
		return s.call.Agent != u.Agent && s.call.knew.At(u.Agent) < u.point.Pos
	})
}
