package fences

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// waiting is a wait of a thread beside others, or one that is given to a queue then, for a value of a fence.
type waiting struct {
	at    track.Point // where it stands in its thread or queue
	act   track.Point // where its call stands in its thread
	need  track.Need
	call  gpu.CallHead
	queue gpu.ID       // 0: it is one of a thread
	event gpu.ID       // that it is for; 0: for the values themselves
	armed *track.Clock // what the thread knew when it armed that
	nth   uint64       // of all that were kept
	ended bool         // it has
	needs track.Clock  // what certainly comes before all that gives it
	said  *diag.Diagnostic
}

// mostWaiting bounds the waits that are kept because not all threads know of their end.
const mostWaiting = 1 << 12

// begin keeps the waits that a thread is about to begin, as long as it does not come beyond them.
func (b *Book) begin(t track.Agent, c *gpu.CallHead, needs ...track.Need) {
	if !b.order.Crowd() {
		return
	}
	if b.begun == nil {
		b.begun = map[track.Agent][]waiting{}
	}
	list := b.begun[t][:0]
	for _, n := range needs {
		list = append(list, waiting{at: b.order.Next(t), act: b.order.Next(t), need: n, call: *c})
	}
	b.begun[t] = list
}

// beginEvent is begin for a wait for an event that the thread itself has armed.
func (b *Book) beginEvent(t track.Agent, c *gpu.EventCall, e *Event) {
	needs, armed := b.order.Arms(t, e.Number)
	b.begin(t, &c.CallHead, needs...)
	for i := range b.begun[t] {
		b.begun[t][i].event, b.begun[t][i].armed = c.Events[0], armed
	}
}

// end keeps the waits that a thread has ended until all threads know of that.
func (b *Book) end(t track.Agent) {
	list := b.begun[t]
	if len(list) == 0 {
		return
	}
	if b.order.Knows(t).At(t) >= list[0].at.Pos {
		for _, x := range list {
			x.ended = true
			b.keepWait(x)
		}
	}
	b.begun[t] = list[:0]
}

// keepWait keeps a wait until all threads know of its end. Those of a lone thread are looked at in the end, when all but the last ones are forgotten.
func (b *Book) keepWait(x waiting) {
	if b.waiting == mostWaiting && b.order.Crowd() {
		return
	}
	if b.waits == nil || b.waiting == mostWaiting {
		b.waiting = 0
		b.waits = map[track.Agent][]waiting{}
	}
	b.waiting++
	b.kept++
	x.nth = b.kept
	b.waits[x.at.Queue] = append(b.waits[x.at.Queue], x)
}

// Late finds waits that may find their fences lowered, where other threads are there: all know of their end, so that nobody signals any more in no
// order with them, or, over, nothing can happen any more. until is how much of what each agent does does not come after them; nil: all.
func (b *Book) Late(w World, known track.Clock, over bool) (until []uint32) {
	due := b.due(known, over)
	for i := range due {
		x := &due[i]
		f := w.Fence(w.FenceOf(x.need.Fence))
		if e := w.Event(x.event); f == nil || f.led || e != nil && e.use.loose {
			continue
		}
		if lower, needs, found := b.order.Late(x.at, x.need, x.ended, x.armed); found {
			x.needs, x.said = needs, b.sayLate(w, x, &lower)
			b.late = append(b.late, *x)
			if x.queue == 0 || !over { // at the end, queues are let go on
				least(&until, b.order.Until(x.at))
			}
		}
	}
	return until
}

// due takes out the waits of whose end all threads have come to know, or, over, all and those that have not ended, which Late may find something for.
func (b *Book) due(known track.Clock, over bool) (due []waiting) {
	take := func(of track.Agent, upTo uint32) {
		list := b.waits[of]
		n := 0
		for ; n < len(list) && (over || list[n].at.Pos <= upTo); n++ {
			if x := &list[n]; b.order.Misses(x.need.Fence) {
				x.ended = x.ended || x.at.Pos <= upTo
				due = append(due, *x)
			}
		}
		b.waiting -= n
		if b.waits[of] = list[n:]; n == len(list) {
			delete(b.waits, of)
		}
	}
	if over {
		for of := range b.waits {
			take(of, known.At(of))
		}
		for t, list := range b.begun {
			if len(list) > 0 && list[0].at == b.order.Next(t) && !slices.ContainsFunc(list, b.vain) {
				due = append(due, list...)
			}
		}
	} else if b.waiting > 0 {
		known.Beyond(b.heard, take)
	}
	b.heard = known
	slices.SortStableFunc(due, b.elder)
	return due
}

// vain says whether nothing gives what the wait of a thread is for, in any run.
func (b *Book) vain(x waiting) bool { return b.order.Vain(x.at.Queue, x.need, x.armed) }

// least leaves what is in both of two bounds, of which the first one may be nil.
func least(most *[]uint32, other []uint32) {
	for a := range *most {
		other[a] = min(other[a], (*most)[a])
	}
	*most = other
}

// Lowered says whether Late has found a wait that was not told yet.
func (b *Book) Lowered() bool { return len(b.late) > 0 }

// Told tells of the first wait that Late has found since it was asked last: none of the others has to end before it, and of those its thread is the
// eldest. nil: there is none.
func (b *Book) Told() (d *diag.Diagnostic) {
	if len(b.late) == 0 {
		return nil
	}
	slices.SortStableFunc(b.late, b.elder)
	first := slices.IndexFunc(b.late, func(x waiting) bool { return !slices.ContainsFunc(b.late, x.behind) })
	d, b.late = b.late[max(first, 0)].said, nil
	return d
}

// behind says whether another wait has to end before anything gives what a wait is for.
func (x *waiting) behind(other waiting) bool { return x.needs.At(other.at.Queue) >= other.at.Pos }

// elder orders waits by their threads, and those of one as it makes them.
func (b *Book) elder(x, y waiting) int {
	switch {
	case x.act.Queue == y.act.Queue:
		return cmp.Or(cmp.Compare(x.act.Pos, y.act.Pos), cmp.Compare(x.nth, y.nth))
	case b.order.Elder(x.act.Queue, y.act.Queue):
		return -1
	}
	return 1
}

// sayLate is sayLowered where there are other threads.
func (b *Book) sayLate(w World, x *waiting, lower *track.Signal) *diag.Diagnostic {
	id := w.FenceOf(x.need.Fence)
	w.Fence(id).missed = true
	name, who, by := w.Ref(id), words.Thread(w, x.call.Thread), w.Ref(w.QueueOf(lower.Agent))
	if x.queue != 0 {
		who = w.Ref(x.queue)
	}
	thread := w.QueueOf(lower.Agent) == 0
	if thread {
		by = words.Thread(w, w.ThreadOf(lower.Agent))
	}
	what, comes, first := fmt.Sprintf("%s >= %d", name, x.need.Value), "comes to the wait", "pass the wait"
	if x.event != 0 {
		what, comes, first = fmt.Sprintf("%s, which %s sets,", w.Ref(x.event), what), "arms the event", "arm the event"
	}
	d := mayMiss(words.New, x.call.Site, who, what).WithObject(id, name)
	words.Started(w, d, x.call.Thread)
	d.Also(lower.Site, by+" lowers "+name+" to "+words.Number(lower.Value)+" here").
		Because("Nothing orders that signal with the wait and with those of larger values: it may come last before %s %s.", who, comes)
	if thread {
		words.Started(w, d, w.ThreadOf(lower.Agent))
	}
	if !b.passFirst(d) {
		d.HelpText("let %s %s before the fence is lowered", who, first)
	}
	return d.HelpText("or do not lower the fence: use one fence for each signaler, and signal larger values")
}
