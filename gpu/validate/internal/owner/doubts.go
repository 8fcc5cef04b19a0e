package owner

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/fifo"
	"github.com/gpuscript/gpuscript/gpu/internal/idle"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/turns"
)

// That two threads use an object in no order is found at the second of two calls, and which one that is is up to the schedule; so is of which of
// several objects it is found first. That one use comes after another one may be known by a wait that the signal of a third thread could have ended
// as well, and that signal may be given later:
//
//	thread "a"   list:Dispatch ── F = 1                   in this run "b" has heard of the use of "a";
//	thread "b"                    waits for F = 1 ── list:Dispatch
//	thread "c"                                        └── F = 1      in another one this ends the wait, and nothing orders the two
//
// So each two are kept: if one comes after the other until every thread knows of the first one, as whoever signals then knows it, too; if not, until
// every thread knows of both. Then they are told as races are, in an order of the calls that no run changes, and of an object the first two.

// Counter counts how often an object is mapped or resident.
type Counter interface {
	// Left is that number, at least, where nothing orders a use of the object and a call that takes from it, and that comes first.
	Left(order *track.Order, id gpu.ID, x, takes turns.Moment) int
	// Took notes such a call, by the number of its use: whether it is done or left out is up to the run.
	Took(order *track.Order, by track.Agent, id gpu.ID, nth uint64)
}

// counter is the one for a class of calls that take.
func (d *Doubts) counter(as Class) Counter {
	if as == Evicts {
		return d.Resident
	}
	return d.Mapped
}

// Doubts are calls that use an object beside those of other threads, or after them, as far as their threads knew. The zero value has none.
type Doubts struct {
	open    map[track.Agent]*fifo.List[*doubt] // by the thread whose use everybody has to know of, in the order of its uses
	seen    track.Clock                        // what everybody knew when they were looked at last
	learned uint64
	revised int // of the order, when it was found out last which of them come after each other
	calls   uint64
	answers []bool // of uses that are asked about later
	senders []*sender
	sends   use  // of the submission that was kept last
	alone   bool // there was one thread then
	rivals  bool // several threads have written a descriptor
	// Mapped and Resident count how often objects are so, for calls that take that from them; nil: that does not matter.
	Mapped, Resident Counter
	// Unsure says whether a call of a thread may never come in another run, and Beyond whether work may never run there; nil: none.
	Unsure, Beyond func(track.Point) bool

	strands []stranded
	anew    bool // a call is looked at once more
	idle    idle.List[*doubt]
	lists   idle.List[*fifo.List[*doubt]] // empty ones
	settled []*doubt                      // the memory of what Settle looks at,
	told    []*doubt                      // of what it tells,
	due     []*doubt                      // and of what is due of a thread
	ones    []track.Agent                 // each agent at its own place: lists of one
	room    []*bool                       // for short lists
}

// fewIdle is how many doubts are kept for later.
const fewIdle = 256

// Calls is how many uses there were.
func (d *Doubts) Calls() uint64 { return d.calls }

// doubt is two uses of an object.
type doubt struct {
	awaits        track.Point // one of them, which not everybody knows of
	owner         *Owner
	object        Object
	first, second use        // in this run
	call          track.Call // the second
	beside        bool       // its thread did not know of the first
	reads         *reading   // of two writes of a descriptor: work that reads it; nil: it is no such pair
}

// other is the use beside one of them.
func (x *doubt) other(u *use) *use {
	if u == &x.first {
		return &x.second
	}
	return &x.first
}

// maxBeside bounds how many pairs of uses of an object are kept that nothing orders.
const maxBeside = 64

// maxPerhaps bounds of how many uses of a thread that may not be there in another run it is kept that they come after a use.
const maxPerhaps = 4

// times is how often an agent is in a list.
func times(list []track.Agent, a track.Agent) (n int) {
	for _, b := range list {
		if a == b {
			n++
		}
	}
	return n
}

// keep keeps the first use of a thread after each of those of other threads that not everybody knows of.
func (d *Doubts) keep(order *track.Order, o *Owner, object Object, now *use) {
	others := o.others(now)
	if others == nil {
		return
	}
	knows, known := order.Knows(now.Agent), order.Known()
	for i := range others {
		u := &others[i]
		if !u.disturbs(now) {
			continue
		}
		after, most := &u.after, 1
		if u.perhapsNot() || now.perhapsNot() { // it may not count, and then it must not hide another one
			after, most = &u.perhaps, maxPerhaps
		}
		if times(*after, now.Agent) >= most || known.At(u.Agent) >= u.point.Pos { // what all know of comes before
			continue
		}
		kept := &o.besides
		parts := d.parts(order, object, u, now)
		if !parts { // but they may, when another thread has taken more
			kept = &o.spares
		}
		switch done := u.before(order, now); {
		case done && order.Leads(u.point, now.point): // so it does whatever is signalled
		case done && (knows.At(u.Agent) < u.point.Pos || !parts): // that only a level below the program knows stays so
		case !done && *kept == maxBeside:
		default:
			if !done {
				*kept++
			}
			if parts {
				*after = d.with(*after, now.Agent)
			}
			x := idle.New(&d.idle) // written where it stands
			x.owner, x.object, x.first, x.second, x.call, x.beside = o, object, *u, *now, track.Call{By: now.Agent, Knew: knows}, !done
			d.await(x, u.point)
		}
	}
}

// with adds an agent to a list, which mostly is the only one.
func (d *Doubts) with(list []track.Agent, a track.Agent) []track.Agent {
	if len(list) > 0 {
		return append(list, a)
	}
	for track.Agent(len(d.ones)) <= a {
		d.ones = append(d.ones, track.Agent(len(d.ones)))
	}
	return d.ones[a : a+1 : a+1]
}

// disturbs says whether two uses must not stand beside each other. Those of an allocator by way of one list do so in the list.
func (u *use) disturbs(v *use) bool {
	return u.Agent != v.Agent && u.As.disturbs(v.As) && (u.In == 0 || u.In != v.In)
}

// unsure says whether one of two uses may not be there in another run: it is of an allocator by way of a list that another thread uses, too, and
// which allocator that is on is up to the run; or what its call needs before may be missing. It is told of the list, or of what may be missing.
func (u *use) unsure(v *use) bool { return u.wavers() || v.wavers() }

// absent says that of a use, as far as it is known by now. Whether threads clash over the list of a command may be known later, so it does not count
// yet: what they do with the rest is disputed then, though it is told of the list alone.
func (u *use) absent() bool { return !u.listed && u.wavers() }

// hangs says whether a use may never come in another run, because its thread waits for ever there, or the queue that has to run what chooses it.
func (d *Doubts) hangs(u *use) bool {
	return d.Unsure != nil && (d.Unsure(u.point) || u.item.Pos > 0 && d.Beyond(u.item))
}

// perhapsNot says whether it may turn out that a use may not be there in another run.
func (u *use) perhapsNot() bool { return u.by != nil || u.way != nil || len(u.prior) > 0 }

func (u *use) wavers() bool {
	return u.impossible() || u.way != nil && (u.way.beside || u.way.varies) && slices.ContainsFunc(u.shown, func(other *bool) bool { return *other })
}

func (u *use) impossible() bool {
	return u.by != nil && *u.by || slices.ContainsFunc(u.prior, func(open *bool) bool { return *open })
}

// parts says whether two uses that disturb each other do so all the same: what stays mapped by another Map is not unmapped, and what stays resident
// by another call is not evicted.
func (d *Doubts) parts(order *track.Order, object Object, u, v *use) bool {
	if d.Mapped == nil || !u.As.counts() || !v.As.counts() {
		return true
	}
	x, y := u.moment(), v.moment()
	return v.As.takes() && d.counter(v.As).Left(order, object.ID, x, y) <= 0 || u.As.takes() && d.counter(u.As).Left(order, object.ID, y, x) <= 0
}

func (u *use) moment() turns.Moment {
	return turns.Moment{Call: track.Call{By: u.Agent, Knew: u.knew}, Nth: u.nth, Ahead: u.Ahead, Known: u.Decided}
}

// before says whether the thread of a later use knows of a use. What a level below the program has seen counts where it gives up what is its own, or
// writes a descriptor; who records has been handed the list.
func (u *use) before(order *track.Order, now *use) bool {
	if u.As == Records && now.As == Records {
		return order.Knows(now.Agent).At(u.Agent) >= u.point.Pos
	}
	return order.Done(now.Agent, u.point)
}

// await keeps a doubt until everybody knows of one of its uses.
func (d *Doubts) await(x *doubt, p track.Point) {
	if d.open == nil {
		d.open = map[track.Agent]*fifo.List[*doubt]{}
	}
	list := d.open[p.Queue]
	if list == nil {
		list = idle.New(&d.lists)
		d.open[p.Queue] = list
	}
	x.awaits = p
	list.Insert(behind(list.All(), p.Pos), x)
}

// behind is the place of the first doubt that awaits a use after a mark of its thread.
func behind(list []*doubt, pos uint32) int {
	at, _ := slices.BinarySearchFunc(list, pos+1, func(x *doubt, pos uint32) int { return cmp.Compare(x.awaits.Pos, pos) })
	return at
}

// Settle is what is wrong with two uses of which every thread knows by now, or with all. It comes before those are forgotten.
func (d *Doubts) Settle(n Names, order *track.Order, all bool) []*diag.Diagnostic {
	known, _, learned := order.Common()
	if len(d.open) == 0 || learned == d.learned && !all {
		return nil
	}
	d.revise(order)
	settled := d.settled[:0]
	known.Beyond(d.seen, func(of track.Agent, _ uint32) { settled = d.ripe(of, known, settled) })
	d.learned, d.seen = learned, known
	if all {
		for _, list := range d.open {
			settled = append(settled, list.All()...)
		}
		d.open = nil
	}
	if d.settled = settled; len(settled) == 0 {
		return nil
	}
	told := append(d.told[:0], settled...)
	out := d.say(n, order, told)
	d.over(told)
	return out
}

// over takes the memory of what is settled back, for later ones: they are large, and come and go with each call on what threads hand to each other.
func (d *Doubts) over(told []*doubt) {
	for _, x := range d.settled {
		*x = doubt{}
		d.idle.Put(x, fewIdle)
	}
	d.settled, d.told = idle.Emptied(d.settled, fewIdle), idle.Emptied(told, fewIdle)
}

// ripe takes out those of which no call can order the two uses any more, now that everybody knows more of a thread.
func (d *Doubts) ripe(of track.Agent, known track.Clock, settled []*doubt) []*doubt {
	list := d.open[of]
	if list == nil {
		return settled
	}
	due := append(d.due[:0], list.All()[:behind(list.All(), known.At(of))]...)
	if list.Drop(len(due)); list.Len() == 0 {
		delete(d.open, of)
		d.lists.Put(list, fewIdle)
	}
	for _, x := range due {
		if p, awaits := x.lacks(known); awaits {
			d.await(x, p)
			continue
		}
		settled = append(settled, x)
	}
	d.due = idle.Emptied(due, fewIdle)
	return settled
}

// revise finds those that do not come after each other any more: a signal that came since then could have ended the wait.
func (d *Doubts) revise(order *track.Order) {
	if d.revised == order.Revisions() {
		return
	}
	d.revised = order.Revisions()
	for _, list := range d.open {
		for _, x := range list.All() {
			if !x.beside && !x.certain(order) {
				if x.beside = true; x.reads != nil {
					if !x.over(order) {
						x.varies()
					}
					continue
				}
				if x.first.item.Pos+x.second.item.Pos > 0 {
					x.owner.varies = true
				} else {
					x.owner.stand(&x.first, &x.second)
				}
				if d.parts(order, x.object, &x.first, &x.second) {
					x.owner.meet(x.first.nth, &x.second)
					x.owner.meet(x.second.nth, &x.first)
				}
			}
		}
	}
}

// meet keeps of a use, by its number, that another thread's stands beside it.
func (o *Owner) meet(nth uint64, v *use) {
	if at := slices.IndexFunc(o.uses, func(u use) bool { return u.nth == nth }); at >= 0 {
		o.uses[at].meets(v)
	}
}

// certain says whether the second use comes after the first.
func (x *doubt) certain(order *track.Order) bool {
	return order.Again(x.call).Knew.At(x.first.Agent) >= x.first.point.Pos
}

// say tells of each object the first two uses that nothing orders.
func (d *Doubts) say(n Names, order *track.Order, settled []*doubt) (out []*diag.Diagnostic) {
	right := func(x *doubt) bool {
		return x.first.scope == x.second.scope && x.first.scope != 0 || x.first.unsure(&x.second) || d.hangs(&x.first) || d.hangs(&x.second) ||
			x.certain(order) || !d.parts(order, x.object, &x.first, &x.second) || x.reads != nil && (x.over(order) || d.hangs(&x.reads.use))
	}
	if settled = slices.DeleteFunc(settled, func(x *doubt) bool { return x.owner.told != nil || right(x) }); len(settled) == 0 {
		return nil
	}
	stranded := d.strand(n, settled, right)
	settled = slices.DeleteFunc(settled, func(x *doubt) bool { return stranded(&x.first) || stranded(&x.second) })
	rank := ranks(order, settled)
	for _, x := range settled {
		if rank[x.second.nth] < rank[x.first.nth] {
			x.first, x.second = x.second, x.first
		}
	}
	slices.SortFunc(settled, func(x, y *doubt) int {
		return cmp.Or(cmp.Compare(rank[x.first.nth], rank[y.first.nth]), cmp.Compare(rank[x.second.nth], rank[y.second.nth]))
	})
	for _, x := range settled {
		if x.owner.told == nil {
			x.owner.told = say(n, order, x.object, x.first, x.second)
			if x.reads != nil {
				x.reads.read(n, x.owner.told)
			}
			x.owner.told.Apart = diag.Apart(order.Apart(x.first.call(order), x.second.call(order)))
			out = append(out, x.owner.told)
		}
	}
	return out
}

// ranks are the places of all uses, by their numbers, in an order of the calls that no run changes.
func ranks(order *track.Order, pairs []*doubt) map[uint64]int {
	rank := map[uint64]int{}
	var uses []*use
	for _, x := range pairs {
		for _, u := range [...]*use{&x.first, &x.second} {
			if _, known := rank[u.nth]; !known {
				rank[u.nth] = 0
				uses = append(uses, u)
			}
		}
	}
	slices.SortFunc(uses, func(u, v *use) int { return cmp.Or(cmp.Compare(u.Agent, v.Agent), cmp.Compare(u.nth, v.nth)) })
	track.Sequence(order, uses, func(u *use) track.Call { return u.call(order) })
	for i, u := range uses {
		rank[u.nth] = i
	}
	return rank
}

// call is the call of a use, with what its thread is known to have known.
func (u *use) call(order *track.Order) track.Call {
	return order.Again(track.Call{By: u.Agent, Knew: u.knew})
}

// Beside says whether two threads use an object in no order, which is told or will be, as far as it is known by now. What a use needs may turn out to
// be missing in another run, and then it does not count any more: in that run there is no such use.
func (b *Book) Beside(object Object) bool {
	o := b.owner(object)
	return o != nil && o.beside && (o.sure || o.told != nil ||
		slices.ContainsFunc(o.maybe, func(p pairing) bool { return !p.first.absent() && !p.second.absent() }))
}

// Surely says of those two threads that it stays so, whatever they do next.
func (b *Book) Surely(object Object) bool {
	o := b.owner(object)
	return o != nil && (o.sure || o.told != nil)
}

// pairing are two uses that nothing orders.
type pairing struct{ first, second use }

// stand keeps that nothing orders two uses.
func (o *Owner) stand(u, v *use) {
	o.beside = true
	if o.sure = o.sure || !u.perhapsNot() && !v.perhapsNot() || len(o.maybe) == maxBeside; o.sure {
		o.maybe = nil
		return
	}
	o.maybe = append(o.maybe, pairing{*u, *v})
}

// Hasten is what is said of uses that nothing orders, though they are not settled, where nothing can happen any more.
func (b *Book) Hasten(n Names, order *track.Order) []*diag.Diagnostic {
	return b.say(n, order, b.those(func(x *doubt) bool { return x.beside }))
}

// those are the doubts for which f says yes, in any order.
func (d *Doubts) those(f func(*doubt) bool) (out []*doubt) {
	for _, list := range d.open {
		for _, x := range list.All() {
			if f(x) {
				out = append(out, x)
			}
		}
	}
	return out
}

// Ahead is that of some objects: a call that is wrong because of them has to say so.
func (b *Book) Ahead(n Names, order *track.Order, objects []Object) (causes []*diag.Diagnostic) {
	due := b.those(func(x *doubt) bool { return slices.Contains(objects, x.object) })
	causes = b.say(n, order, due)
	for _, x := range objects {
		if d := b.Told(x); d != nil && !slices.Contains(causes, d) {
			causes = append(causes, d)
		}
	}
	return causes
}
