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
	queue gpu.ID      // 0: it is one of a thread
	ended bool        // it has
	needs track.Clock // what certainly comes before all that gives it
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

// end keeps the waits that a thread has ended until all threads know of that.
func (b *Book) end(t track.Agent) {
	if list := b.begun[t]; len(list) > 0 && b.order.Knows(t).At(t) >= list[0].at.Pos {
		for _, x := range list {
			x.ended = true
			b.keepWait(x)
		}
	}
	delete(b.begun, t)
}

// keepWait keeps a wait until all threads know of its end. Of a lone thread's it keeps the last ones: what it knows to have ended does not matter.
func (b *Book) keepWait(x waiting) {
	if len(b.waits) == mostWaiting {
		if b.order.Crowd() {
			return
		}
		b.waits = append(b.waits[:0], b.waits[mostWaiting/2:]...)
	}
	b.waits = append(b.waits, x)
}

// Late finds a wait of a thread that may find its fence lowered, where other threads are there: all know of its end, so that nobody signals any more
// in no order with it, or, over, nothing can happen any more. until is how much of what each agent does does not come after it; nil: there is none.
func (b *Book) Late(w World, known track.Clock, over bool) (until []uint32) {
	var due []waiting
	b.waits = slices.DeleteFunc(b.waits, func(x waiting) bool {
		ended := known.At(x.at.Queue) >= x.at.Pos
		is := over || ended
		if x.ended = x.ended || ended; is && b.order.Drops(x.need.Fence) {
			due = append(due, x)
		}
		return is
	})
	if over {
		for t, list := range b.begun {
			if len(list) > 0 && list[0].at == b.order.Next(t) && !slices.ContainsFunc(list, b.vain) {
				due = append(due, list...)
			}
		}
	}
	slices.SortStableFunc(due, b.elder)
	for i := range due {
		x := &due[i]
		f := w.Fence(w.FenceOf(x.need.Fence))
		if f == nil || f.led {
			continue
		}
		if lower, needs, found := b.order.Late(x.at, x.need, x.ended); found {
			x.needs, x.said = needs, b.sayLate(w, x, &lower)
			b.late = append(b.late, *x)
			if x.queue == 0 || !over { // at the end, queues are let go on
				least(&until, b.order.Until(x.at))
			}
		}
	}
	return until
}

// vain says whether nothing gives what a wait is for.
func (b *Book) vain(x waiting) bool { return b.order.Highest(x.need.Fence) < x.need.Value }

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
		return cmp.Compare(x.act.Pos, y.act.Pos)
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
	d := mayMiss(words.New, x.call.Site, who, fmt.Sprintf("%s >= %d", name, x.need.Value)).WithObject(id, name)
	words.Started(w, d, x.call.Thread)
	d.Also(lower.Site, by+" lowers "+name+" to "+words.Number(lower.Value)+" here").
		Because("Nothing orders that signal with the wait and with those of larger values: it may come last before %s comes to the wait.", who)
	if thread {
		words.Started(w, d, w.ThreadOf(lower.Agent))
	}
	if !b.passFirst(d) {
		d.HelpText("let %s pass the wait before the fence is lowered", who)
	}
	return d.HelpText("or do not lower the fence: use one fence for each signaler, and signal larger values")
}
