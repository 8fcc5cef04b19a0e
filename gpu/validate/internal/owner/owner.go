// Package owner watches over what only one CPU thread may use at a time: command lists, allocators and binding tables, and over what one thread gives
// up while another one may use it: all other objects. The order of calls decides, not the time at which they happened to be made.
//
//	thread "a"   list:Dispatch ──┐ Join, an event, a fence          a call of "b" without one of them: GS0530
//	thread "b"                   └──────────────▶ list:Dispatch
//
// It must not know what the calls do.
package owner

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/fifo"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// Owner is the CPU threads that used an object. The zero value is that of an object that only its maker knows.
type Owner struct {
	list    fifo.List[use]   // in which stand
	uses    []use            // those that not every thread knows of, in the order of the run; of each thread the first in what others can hear of only together
	run     int              // of them: where those begin that are of one thread, and after which no other one has used the object
	classes classes          // of all of them, and perhaps more
	learned uint64           // of the order, when it was found out last that nobody has to forget one
	told    *diag.Diagnostic // that nothing orders two of them
	beside  bool             // nothing orders two of them, which is said, or will be, if they are there
	varies  bool             // of a descriptor: nothing orders two of them, one of which was chosen, or is read after both
	sure    bool             // two of those are there in every run
	maybe   []pairing        // those that are not, perhaps
	ended   bool             // one of two that nothing orders gives it up
	besides int              // how many pairs of them are kept that nothing orders
	spares  int              // and how many that do not disturb each other as long as nobody takes more
	limit   int              // of uses, when those are looked for that every thread knows
	revised int              // of the order, when the last call was compared with all uses
	latest  uint64           // the number of the use that the last call is, or that stands for it
	chosen  chosen
	writes  []use // of a descriptor: the last ones, after which no other one comes in every run
}

// Class says which calls of other threads a call must not stand beside.
type Class uint8

// The classes.
const (
	// Records uses the object alone but for those that share it.
	Records Class = iota
	// Shares uses the object beside others, but not beside its end.
	Shares
	// Writes changes what others read beside each other. Several may write it, one after the other.
	Writes
	// Needs shares what must be in memory the GPU may access.
	Needs
	// Evicts takes it from there, once.
	Evicts
	// Touches reads or writes what is mapped.
	Touches
	// Unmaps unmaps it, once.
	Unmaps
	// Ends gives the object, or what stands in it, up: it is alone.
	Ends
)

// OfMapped is that of a call on a buffer that is mapped.
func OfMapped(act gpu.MapAct) Class {
	if act == gpu.MapUnmap {
		return Unmaps
	}
	return Touches
}

// nobody is a class that no call is of.
const nobody = Ends + 1

// apart is, for each class, the one of its own number or a greater one that it must not stand beside; Ends stands beside none.
var apart = [...]Class{Records: Records, Shares: Writes, Writes: nobody, Needs: Evicts, Evicts: Evicts, Touches: Unmaps, Unmaps: Unmaps, Ends: Ends}

// disturbs says whether two calls must not stand beside each other.
func (c Class) disturbs(other Class) bool {
	return c == Ends || other == Ends || apart[min(c, other)] == max(c, other)
}

// classes are several of them, a bit for each.
type classes uint8

// disturbing are, for each class, those that it must not stand beside.
var disturbing = func() (all [nobody]classes) {
	for c := range nobody {
		for other := range nobody {
			if c.disturbs(other) {
				all[c] |= 1 << other
			}
		}
	}
	return all
}()

// over says whether what was there before is over with a call.
func (c Class) over() bool { return c != Records && c != Shares && c != Needs && c != Touches }

// counts says whether a call needs that the object is mapped, or resident, which is a number.
func (c Class) counts() bool { return c == Needs || c == Touches || c.takes() }

// takes says whether a call makes that number smaller.
func (c Class) takes() bool { return c == Evicts || c == Unmaps }

// ref is what messages call something that threads use.
func (o Object) ref(n Names) string {
	if o.Slot == 0 {
		return n.Ref(o.ID)
	}
	return fmt.Sprintf("descriptor %d of %s", o.Slot-1, n.Ref(o.ID))
}

// Follow marks what is wrong with a call on an object that two threads use in no order: another schedule may not have it. halts says that its thread
// does not come to the call in another run: then it follows from that, however grave the clash is.
func Follow(found []*diag.Diagnostic, halts bool) {
	for _, d := range found {
		if d.Code != diag.TwoThreads {
			d.Follows, d.Disputed = d.Follows || halts, true
		}
	}
}

// use is a call that used the object.
type use struct {
	Caller
	point   track.Point
	knew    track.Clock   // of its thread
	saw     track.Clock   // if peeks count, where what was there before is over with it
	item    track.Point   // of what a submission has chosen: the submission
	nth     uint64        // by which those of one thread follow each other
	after   []track.Agent // the threads of which a call is kept that comes after it as far as they knew
	perhaps []track.Agent // those of which one is that may not be there in another run, or where this one may not
	open    *bool         // whether it may be impossible in another run, nil: nobody asked, and it is not known
}

// maxUses bounds Owner.uses, where a thread never hears of the others.
const maxUses = 64

// Caller is a CPU thread that makes a call.
type Caller struct {
	Agent track.Agent
	ID    gpu.ID // 0: the main thread
	Site  gpu.Site
	Call  string // the method
	As    Class
	In    gpu.ID   // the list by which it uses an allocator, 0: none
	scope gpu.ID   // the context that it uses an object of, 0: none
	sent  gpu.Site // of the main thread: where it executed lists of contexts last, 0: nowhere
	by    *bool    // whether that use of the list may be impossible in another run; then the list may be on another allocator there
	prior []*bool  // whether a use may be that the call has made before: then there is no such use there
	way   *Owner   // of the descriptor that names the object, nil: none does. If two threads use that in no order, it names another object in another run
	shown []*bool  // whether a descriptor that the call reads may be another one
	// listed says that this is the use of the list that a command is recorded into.
	listed bool
	// Of ExecuteCommandLists: the queue, and the command that came to need the object.
	Queue gpu.ID
	Via   Need
	// Ahead is what has happened when the work starts, if that is Decided by now and matters.
	Ahead   track.Clock
	Decided bool
}

// Need is a command of a list; no site: none.
type Need struct {
	Site gpu.Site
	List gpu.ID
	Op   gpu.Op
	By   Object // the descriptor that names the object; the zero value: none does
}

// Names tells how objects are called.
type Names interface {
	Ref(id gpu.ID) string
	// Created is the place where an object was made.
	Created(id gpu.ID) gpu.Site
	// Device is the device of an object.
	Device(id gpu.ID) gpu.ID
	// Body is what is known of an object: of one of a level above what Above made.
	Body(id gpu.ID) any
	// Waited says whether threads or queues wait by means of an object: it is a fence, an event or a queue.
	Waited(id gpu.ID) bool
	// Dead reports whether an object was released.
	Dead(id gpu.ID) bool
}

// Book has the owners of the objects that several threads use. The zero value has none.
type Book struct {
	Doubts
	Turn
	of     map[Object]*Owner
	recent [64]recent             // owners that were asked for last
	scopes map[track.Agent]*scope // the contexts that threads are in
	sent   gpu.Site               // see Caller.sent
	limit  int                    // when those are looked for that every thread knows all of
}

// recent is the owner of an object, nil if there is none: the commands of a list use few objects, each of them again and again.
type recent struct {
	object Object
	owner  *Owner
}

// owner is that of an object, nil if nobody has used it.
func (b *Book) owner(object Object) *Owner {
	r := &b.recent[(uint64(object.ID)+uint64(object.Slot))%uint64(len(b.recent))]
	if r.owner == nil || r.object != object {
		r.object, r.owner = object, b.of[object]
	}
	return r.owner
}

// Told is what was said of two calls on an object that nothing orders, nil: nothing. What is wrong with later ones may follow from that.
func (b *Book) Told(object Object) *diag.Diagnostic {
	if o := b.owner(object); o != nil {
		return o.told
	}
	return nil
}

// HandOver forgets what threads have done with an object: a lock that the order does not know lets all that comes later come after it.
func (b *Book) HandOver(object Object) {
	if o := b.owner(object); o != nil {
		o.list.Drop(len(o.uses))
		o.uses, o.writes, o.run, o.classes = nil, nil, 0, 0
	}
}

// Take is Owner.Take.
func (b *Book) Take(order *track.Order, object Object, c *Caller) (beside bool) {
	return b.ownerOf(order, object).Take(order, &b.Doubts, object, c)
}

// ownerOf is owner, made if nobody has used the object.
func (b *Book) ownerOf(order *track.Order, object Object) *Owner {
	o := b.owner(object)
	if o == nil {
		b.forget(order)
		o = &Owner{}
		b.of[object] = o
	}
	return o
}

// forget forgets objects of whose calls every thread knows, now and then.
func (b *Book) forget(order *track.Order) {
	if b.of == nil {
		b.of = map[Object]*Owner{}
	}
	if len(b.of) < max(64, b.limit) {
		return
	}
	for id, o := range b.of {
		if o.forget(order, &b.Doubts); len(o.uses) == 0 && len(o.writes) < 2 && !o.beside && o.told == nil {
			delete(b.of, id)
		}
	}
	b.limit, b.recent = 2*len(b.of), [64]recent{}
}

// Take gives an object to the thread that calls, and says whether nothing orders the call with one of another thread that must not stand beside it.
// The two are kept among the doubts, and what is told of the object, once, is said there.
func (o *Owner) Take(order *track.Order, doubts *Doubts, object Object, c *Caller) (beside bool) {
	if u := o.again(order, c.Agent, c.deed()); u != nil && u.covers(c) {
		o.latest = u.nth
		return false
	}
	now := use{Caller: *c, point: o.begin(order, c.Agent), nth: doubts.calls + 1, knew: order.Knows(c.Agent)}
	if c.As.over() {
		now.saw = order.Sees(c.Agent)
	}
	others := o.others(&now)
	for i := range others {
		u := &others[i]
		if now.knew.At(u.Agent) >= u.point.Pos { // it is of the thread itself, or comes before
			continue
		}
		if u.disturbs(&now) && !u.absent() && !now.absent() && !u.before(order, &now) && doubts.parts(order, object, u, &now) {
			if u.item.Pos > 0 {
				o.varies = true
			} else {
				beside, o.ended = true, o.ended || u.As == Ends || now.As == Ends
				o.stand(u, &now)
			}
			u.meets(&now)
			now.meets(u)
		}
	}
	if u := o.repeated(&now, doubts.anew); u != nil {
		if o.latest = u.nth; now.open != nil {
			u.opens()
		}
		return beside
	}
	*o.add(order, doubts, c.Agent, c.As) = now
	if c.As == Writes {
		doubts.wrote(order, o, &now)
	}
	if c.As.takes() && doubts.Mapped != nil {
		doubts.counter(c.As).Took(order, c.Agent, object.ID, now.nth)
	}
	if o.told == nil {
		doubts.keep(order, o, object, &now)
	}
	return beside
}

// repeated is what the thread of a use has done already that is the same, with nothing in between that others can hear of apart from it; nil: there
// is nothing. Each call that takes is one of its own, unless it is looked at anew. Of those that may be missing where this one is not, a few are kept
// beside each other.
func (o *Owner) repeated(now *use, anew bool) *use {
	perhaps := 0
	for i := len(o.uses) - 1; i >= 0; i-- {
		switch u := &o.uses[i]; {
		case u.Agent != now.Agent:
		case u.point != now.point || u.As.takes() && now.As.counts() && !anew:
			return nil
		case !u.like(now.deed()):
		case u.covers(&now.Caller):
			return u
		default:
			if perhaps++; perhaps == maxPerhaps {
				return u
			}
		}
	}
	return nil
}

// say words two uses that nothing orders. Which is which does not depend on the schedule.
func say(n Names, order *track.Order, object Object, elder, younger use) *diag.Diagnostic {
	if order.Elder(younger.Agent, elder.Agent) {
		elder, younger = younger, elder
	}
	one, two := words.Thread(n, elder.ID), words.Thread(n, younger.ID)
	d := words.New(diag.TwoThreads, younger.Site, "%s and %s use %s, and nothing orders their calls", one, two, object.ref(n)).
		WithResource(n.Ref(object.ID))
	d.Halts, d.Labels[0].Text = halts(n, object, elder, younger), fmt.Sprintf("%s calls %s", two, younger.Call)
	led(n, d, younger)
	d.Also(elder.Site, fmt.Sprintf("%s calls %s", one, elder.Call)).Meanwhile()
	led(n, d, elder)
	d.Turn = fmt.Sprint(younger.Call, younger.Site, elder.Call, elder.Site)
	d.Because("Neither thread waits for a Join, an event or a fence that comes after the calls of the other.")
	switch {
	case younger.As.over():
		return d.WithHelp(wait(n, younger, elder))
	case elder.As.over():
		return d.WithHelp(wait(n, elder, younger))
	}
	join(n, d, object, elder, younger)
	return d
}

// halts says whether what comes after two uses depends on the run: what a context has recorded and bound, or who waits for ever, where one gives up
// what the other waits or signals by, or what has to be there for a signal.
func halts(n Names, object Object, u, v use) bool {
	ends := u.As == Ends || v.As == Ends
	return IsContext(n, object.ID) || ends && (n.Waited(object.ID) || isOther(n, object.ID) || u.signals() || v.signals())
}

// signals says whether a call signals a fence, and does not where it is left out.
func (u *use) signals() bool { return u.Call == "EnqueueMakeResident" }

// later is what is found of a call that will be said. Where one of the two gives the object up it names it: work may miss that.
func (o *Owner) later(id gpu.ID) *diag.Diagnostic {
	d := Clash()
	if d.Severity, d.Later = diag.SeverityAdvice, true; o.ended {
		d.Object = id
	}
	return d
}

// Clash is that two threads use an object in no order, without saying which.
func Clash() *diag.Diagnostic {
	return diag.New(diag.TwoThreads, "two threads use an object, and nothing orders their calls")
}

// led adds where a list came to need the object, and where the thread of a use was started; the main thread was not.
func led(n Names, d *diag.Diagnostic, u use) {
	if u.Via.Site != 0 {
		d.Via(u.Via.Site, fmt.Sprintf("%s, %s", n.Ref(u.Via.List), u.Via.Op))
	}
	words.Started(n, d, u.ID)
}

// join proposes that the elder thread ends before the other begins, or the other before the main thread calls: before it executed lists of contexts
// last, where that comes after the start of the thread, because what the thread records on a context is for that.
func join(n Names, d *diag.Diagnostic, object Object, elder, younger use) {
	own := "a list and an allocator"
	switch {
	case isTable(n, object.ID):
		own = "a table"
	case IsContext(n, object.ID):
		own = "a context"
	}
	ends, site := elder, n.Created(younger.ID)
	if elder.ID == 0 {
		ends, site = younger, elder.Site
	}
	help := diag.Help{Site: site, Text: "let one thread wait for the other: Join, an event, or a fence; or give each " + own + " of its own",
		Draft: diag.JoinOf(n.Created(ends.ID), ends.Site)}
	if elder.ID == 0 && elder.sent != 0 {
		before := help
		before.Site, before.Exact, help.Spare = elder.sent, true, true
		d.WithHelp(before)
	}
	d.WithHelp(help)
}

// wait proposes that a thread which gives an object up waits for the one that uses it, and for the work that this has submitted.
func wait(n Names, end, user use) diag.Help {
	help := diag.Help{Site: end.Site, Text: fmt.Sprintf("let %s wait for %s before it calls %s: Join, an event, or a fence", words.Thread(n, end.ID),
		words.Thread(n, user.ID), end.Call)}
	if user.Queue != 0 {
		help.Text = fmt.Sprintf(
			"let %s wait for %s, and for the end of its work, before it calls %s: a fence that is signalled after the work does both",
			words.Thread(n, end.ID), words.Thread(n, user.ID), end.Call)
	}
	if user.ID == 0 {
		return help
	}
	help.Draft = &diag.Draft{Edit: diag.EditInsertBefore, Replace: "%1:Join()", Snippets: []diag.Snippet{{Made: n.Created(user.ID)}}, Once: true}
	if made := n.Created(user.Queue); user.Queue != 0 {
		help.Draft.Replace += `; local %4 = %2:CreateFence(0, "done"); %3:Signal(%4, 1); %4:WaitCPU(1)`
		help.Draft.Snippets = append(help.Draft.Snippets, diag.Snippet{Site: made, Made: n.Created(n.Device(user.Queue)), Else: "%3:GetDevice()"},
			diag.Snippet{Made: made}, diag.Snippet{Fresh: "done"})
	}
	return help
}
