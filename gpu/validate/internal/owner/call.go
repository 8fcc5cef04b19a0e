package owner

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// Object is what threads use: an object, or a descriptor of a heap.
type Object struct {
	ID   gpu.ID
	Slot uint32 // from 1; 0: the object itself
}

// Descriptor is a descriptor of a heap, by its number.
func Descriptor(heap gpu.ID, index uint32) Object { return Object{heap, index + 1} }

// Turn is what the call that is looked at uses. The zero value uses nothing.
type Turn struct {
	held     []Object
	disputed bool // two threads use one of them in no order
	watched  bool
	entered  *scope // of a context that the call uses
	unsure   []*bool
	list     *bool   // of a command: whether the use of its list may be impossible in another run
	reading  *bool   // of the descriptors that the call is the first of its thread to read: whether another thread writes one beside that
	varying  []*bool // those of all that it reads
}

// Begin begins a call.
func (b *Book) Begin() { b.Turn = Turn{held: b.held[:0]} }

// scope is a context that a thread is in.
type scope struct {
	id   gpu.ID
	open []*bool // of the use of the context
}

// Enter begins a call that uses a context: until Leave the thread uses what belongs to it. That two threads do so in no order is told of the context
// alone.
func (b *Book) Enter(thread track.Agent, context gpu.ID) {
	if b.scopes == nil {
		b.scopes = map[track.Agent]*scope{}
	}
	delete(b.scopes, thread)
	b.Watch()
	b.entered = &scope{id: context}
	b.scopes[thread] = b.entered
}

// Contested is whether the context that a thread is in, or the object, not 0, of which something is wrong, is used by another one in no order, and
// how that is told: what is wrong with what the thread does there follows from it. It is nil where there is neither, or one thread.
func (b *Book) Contested(n Names, order *track.Order, thread track.Agent, object Object) (disputed func() bool, causes func() []*diag.Diagnostic) {
	var asked []Object
	if in := b.scopes[thread]; in != nil {
		asked = append(asked, Object{ID: in.id})
	}
	if object.ID != 0 {
		asked = append(asked, object)
	}
	if asked == nil || order.Alone() {
		return nil, nil
	}
	return func() bool { return slices.ContainsFunc(asked, b.Beside) }, func() []*diag.Diagnostic { return b.Ahead(n, order, asked) }
}

// Leave ends the call that Enter began.
func (b *Book) Leave(thread track.Agent) { delete(b.scopes, thread) }

// Lose says that the call works on a device that was removed: what waits for it has ended without an order.
func (b *Book) Lose() { b.disputed = true }

// Watch keeps what Open asks of the call.
func (b *Book) Watch() { b.watched = true }

// Within says that the call is a command of a list, which its thread has just used: in a run where that is not possible it does not come to use
// anything else.
func (b *Book) Within(list gpu.ID, thread track.Agent) {
	if o := b.owner(Object{ID: list}); o != nil {
		if u := o.last(&Caller{Agent: thread, As: Records}); u != nil {
			b.list = b.asked(u)
		}
	}
}

// Open says of what the watched call uses, from now on, whether the call may be impossible in another run: another thread gives it up, or does
// something else with a list, in no order with the call.
func (b *Book) Open() []*bool { return b.unsure }

// Varying says of the descriptors that the work of the watched call reads, from now on, whether they may be others in another run: another thread
// writes one in no order with the call. Then it is there, but does something else.
func (b *Book) Varying() []*bool { return b.varying }

// impossible is of all uses of which it was known before somebody asked.
var impossible = true

// Impossible is what Open says of a call of which it is known that it may be impossible in another run.
var Impossible = []*bool{&impossible}

// meets keeps that another thread's use stands beside one: in another run that is not possible, or, of a descriptor, reads something else.
func (u *use) meets(v *use) {
	if v.As == Ends || v.As == Unmaps || v.As == Writes || v.As == Evicts && u.item.Pos > 0 || v.As == Records && (u.Queue == 0 || v.Queue == 0) {
		u.opens()
	}
}

// opens keeps that a use may be impossible.
func (u *use) opens() {
	if u.open == nil {
		u.open = &impossible
	}
	*u.open = true
}

// last is the use of a thread of a class that its last call is, or that stands for it, nil if there is none. That may be an earlier one than the last
// that is kept: a call may use the object several times, after different other uses, and is looked at again.
func (o *Owner) last(c *Caller) (last *use) {
	for i := len(o.uses) - 1; i >= 0; i-- {
		switch u := &o.uses[i]; {
		case u.Agent != c.Agent || u.As != c.As:
		case u.nth == o.latest:
			return u
		case last == nil:
			last = u
		}
	}
	return last
}

// asked is where it is kept whether a use may be impossible.
func (d *Doubts) asked(u *use) *bool {
	if u.open == nil {
		u.open = d.answer()
	}
	return u.open
}

// answer is a place for such an answer, which is no so far.
func (d *Doubts) answer() (is *bool) {
	if len(d.answers) == 0 {
		d.answers = make([]bool, 64)
	}
	is, d.answers = &d.answers[0], d.answers[1:]
	return is
}

// fewUnsure is how many uses most calls have of which that is kept, and ofSubmission how many the submission of a list with a copy has.
const fewUnsure, ofSubmission = 2, 6

// short is an empty list with room for a few answers. Those of many calls stand behind each other.
func (d *Doubts) short(n int) (list []*bool) {
	if len(d.room) < n {
		d.room = make([]*bool, 64)
	}
	list, d.room = d.room[:0:n], d.room[n:]
	return list
}

// reads keeps of a descriptor that the call reads, by a use of its own or one that stands for it, where it is said whether it may be another one.
func (b *Book) reads(u *use) {
	if u.open == nil {
		if b.reading == nil {
			b.reading = b.answer()
		}
		u.open = b.reading
	}
	if !slices.Contains(b.varying, u.open) {
		b.varying = append(b.varying, u.open)
	}
}

// Anew says whether the call is looked at once more, now that the other threads cannot go on.
func (b *Book) Anew() bool { return b.anew }

// Disputed says whether the call uses something that two threads use in no order: what else is wrong with it may follow from that.
func (b *Book) Disputed() bool { return b.disputed }

// Use is Take for something that the call uses. c is nil where there is one thread. What it returns is told later, and what follows from that is not
// told besides. Of a binding table it is told now: who uses one breaks rules of a level above, which does not ask who else does.
func (b *Book) Use(n Names, order *track.Order, object Object, c *Caller) (found []*diag.Diagnostic) {
	var in *scope
	if c != nil && c.ID == 0 && b.entered != nil && b.entered.id == object.ID {
		if c.sent = b.sent; c.Call == "ExecuteCommandLists" {
			b.sent = c.Site
		}
	}
	if c != nil && b.entered == nil {
		if in = b.scopes[c.Agent]; in != nil {
			c.scope = in.id
		}
	}
	if c != nil && c.In != 0 {
		if list := b.owner(Object{ID: c.In}); list != nil {
			if u := list.last(&Caller{Agent: c.Agent, As: Records}); u != nil {
				c.by = b.asked(u)
			}
		}
	}
	if c != nil && c.Via.By != (Object{}) {
		c.way, c.shown = b.owner(c.Via.By), b.varying[:len(b.varying):len(b.varying)]
	}
	switch {
	case c == nil: // a descriptor that is written while there is one thread, which knows of all other writes
		if o := b.owner(object); o != nil {
			o.writes = nil
		}
	case b.watched:
		c.prior = b.unsure[:len(b.unsure):len(b.unsure)]
	case b.list != nil:
		c.prior, c.listed = append(b.short(1), b.list), true
	}
	if in != nil && len(in.open) > 0 { // of what is done in the method of a context
		c.prior = append(c.prior[:len(c.prior):len(c.prior)], in.open...)
	}
	if c != nil && b.Take(order, object, c) {
		switch {
		case !isTable(n, object.ID):
			found = append(found, b.owner(object).later(object.ID))
		case b.Told(object) == nil:
			found = b.Ahead(n, order, []Object{object})
		}
	}
	if c != nil && b.watched {
		switch u := b.owner(object).last(c); {
		case u == nil:
		case object.Slot != 0 && c.As == Shares:
			b.reads(u)
			if o := b.owner(object); len(o.writes) > 1 {
				varies := b.answer()
				b.contest(order, o, object, u, varies)
				b.varying = append(b.varying, varies)
			}
		default:
			if b.unsure == nil && c.Queue != 0 {
				b.unsure = b.short(ofSubmission)
			} else if b.unsure == nil {
				b.unsure = b.short(fewUnsure)
			}
			b.unsure = append(b.unsure, b.asked(u))
		}
		if b.entered != nil {
			b.entered.open = b.unsure
		} else if in != nil && len(b.unsure) == 1 {
			b.unsure = append(b.unsure, in.open...)
		}
	}
	b.About(object)
	return found
}

// About says that what is found of the call depends on an object that it uses, or on what was done with another one: where two threads do that in no
// order, another run does not have it.
func (b *Book) About(object Object) {
	b.disputed = b.disputed || b.Surely(object) || b.anew && b.Beside(object)
	b.held = append(b.held, object)
}

// Wavers says how a call, in which something was found, looks when the other threads have gone on: it is disputed, too, if its thread has made one
// before in which it may wait for ever. check says anew what is wrong with it, if it can. Lifted is left to the caller.
func (b *Book) Wavers(n Names, order *track.Order, thread track.Agent, call gpu.Call, found []*diag.Diagnostic,
	check func(gpu.Call) []*diag.Diagnostic) *diag.Dispute {
	held, out := slices.Clone(b.held), slices.Clone(found)
	once := foundOnce(call, found)
	beside := func() bool { return slices.ContainsFunc(held, b.Beside) }
	again := func() []*diag.Diagnostic {
		if b.anew = !once && checks(n, call); b.anew {
			out = check(call)
		}
		b.anew = false
		if beside() {
			Follow(out, false)
		}
		return out
	}
	return &diag.Dispute{
		Disputed: func() bool { return beside() || len(b.lost(n, order, thread)) > 0 },
		Settled:  func() bool { return slices.ContainsFunc(held, b.Surely) || len(b.lost(n, order, thread)) > 0 },
		Again:    again,
		Causes:   func() []*diag.Diagnostic { return b.Ahead(n, order, append(b.lost(n, order, thread), held...)) },
	}
}

// checks says whether a call can be looked at once more. Of one that writes descriptors Check follows what it writes, so that it is done once, and
// once more if the heap is gone by now.
func checks(n Names, call gpu.Call) bool {
	switch c := call.(type) {
	case *gpu.ListCall:
		return c.Act < gpu.TableUse
	case *gpu.DescriptorCall:
		return n.Dead(c.Dest.Heap) || slices.ContainsFunc(c.Copies,
			func(d gpu.DescriptorCopy) bool { return n.Dead(d.Dest.Heap) || n.Dead(d.Src.Heap) })
	}
	return true
}

// lost are the objects that a thread, or one of whose call it knows, has waited by, or signalled, and that another one gives up in no order with
// that: in another run it may wait for ever, and does not come to what the thread does now.
func (b *Book) lost(n Names, order *track.Order, thread track.Agent) (objects []Object) {
	knows := order.Knows(thread)
	for _, x := range b.those(func(x *doubt) bool { return x.beside && n.Waited(x.object.ID) && !x.first.unsure(&x.second) }) {
		for _, u := range [...]*use{&x.first, &x.second} {
			if v := x.other(u); !x.owner.gone(u) && v.As == Ends && (u.Agent == thread || knows.At(u.Agent) >= u.point.Pos) {
				objects = append(objects, x.object)
			}
		}
	}
	slices.SortFunc(objects, func(x, y Object) int { return cmp.Compare(x.ID, y.ID) })
	return slices.Compact(objects)
}

// gone says whether the thread of a use gives the object up with it, or has done so before: then it does not wait by the object.
func (o *Owner) gone(u *use) bool {
	return u.As == Ends || slices.ContainsFunc(o.uses, func(e use) bool { return e.Agent == u.Agent && e.As == Ends && e.nth < u.nth })
}

// stranded is the first use of an object that another thread gives up beside it, of a thread that may wait there for ever in another run; or it gives
// it up itself.
type stranded struct {
	object    Object
	by, other track.Agent
	ends      bool
	site      gpu.Site
	point     track.Point
	nth       uint64
}

// strand keeps which threads may not come further than to such a use and says whether a use comes after one of those: then it may not be there in
// another run.
func (d *Doubts) strand(n Names, settled []*doubt, right func(*doubt) bool) func(*use) bool {
	for _, x := range append(d.those(func(x *doubt) bool { return x.beside }), settled...) {
		if !n.Waited(x.object.ID) || right(x) {
			continue
		}
		for _, u := range [...]*use{&x.first, &x.second} {
			if v := x.other(u); v.As == Ends {
				d.strands = strandedAt(d.strands, stranded{x.object, u.Agent, v.Agent, x.owner.gone(u), u.Site, u.point, u.nth})
			}
		}
	}
	return func(u *use) bool {
		return slices.ContainsFunc(d.strands, func(s stranded) bool {
			return !s.ends && (u.Agent == s.by && u.nth > s.nth && u.Site != s.site || u.Agent != s.by && u.knew.At(s.by) >= s.point.Pos)
		})
	}
}

// strandedAt adds a use to a list that has the first ones: of which later ones doubts are kept is up to the run.
func strandedAt(list []stranded, s stranded) []stranded {
	at := slices.IndexFunc(list, func(o stranded) bool { return o.object == s.object && o.by == s.by && o.other == s.other })
	switch {
	case at >= 0 && s.nth < list[at].nth:
		list[at] = s
	case at < 0 && len(list) < maxStrands:
		return append(list, s)
	}
	return list
}

// maxStrands bounds how many of them are kept: the script ends at the first one that is told.
const maxStrands = 64

// foundOnce says whether a call is a command that finds a resource in another state than it needs. To check that follows the states of its recording,
// so that nothing would be wrong with it a second time; and which they are nobody changes who does not use the list.
func foundOnce(call gpu.Call, found []*diag.Diagnostic) bool {
	_, is := call.(*gpu.Command)
	return is && slices.ContainsFunc(found, func(d *diag.Diagnostic) bool { return d.Code >= 400 && d.Code < 500 })
}
