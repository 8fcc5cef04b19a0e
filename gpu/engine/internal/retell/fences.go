package retell

import (
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/objects"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/submit"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
)

// finished ends the label of a signal that would have ordered two accesses.
const finished = " is signalled when that is finished"

// Fences says what scripts can do where the level below proposes a wait for the fence of a queue of the engine, which scripts do not have. life has
// the objects that may have been made with first contents.
func Fences(queues []*submit.Queue, life *objects.Registry, d *diag.Diagnostic) {
	i := slices.IndexFunc(queues, func(q *submit.Queue) bool { return q.Fence.ID() == d.Awaited.Fence })
	k := slices.IndexFunc(d.Labels, func(l diag.Label) bool { return strings.HasSuffix(l.Text, finished) })
	if i < 0 || k < 0 {
		return
	}
	q := queues[i]
	first := words.First{Context: q.Native.Name(), Site: d.Labels[k].Site, Value: d.Awaited.Value, Alone: -1}
	d.Labels = slices.Delete(d.Labels, k, k+1)
	second := slices.IndexFunc(queues, func(q *submit.Queue) bool { return q.Native.ID() == d.Awaited.By })
	first.Queued = second >= 0 && len(d.Labels[0].Via) > 0 // a queue that the program has made of the device below waits for no fence of the engine
	if own := slices.IndexFunc(q.Signals, func(s submit.Signal) bool { return s.Submission == first.Value && !s.Released() }); own >= 0 {
		s := &q.Signals[own]
		first.Own, first.Made = &words.Signal{Fence: s.Fence, Value: s.Value, Site: s.Site}, s.Made
	}
	if second >= 0 {
		first.Lead = queues[second].Leads[d.Primary().Site]
	}
	fence := "fence \"" + q.Fence.Name() + "\""
	names := func(text string) bool { return strings.Contains(text, fence) }
	d.Why = slices.DeleteFunc(d.Why, names)
	d.Help = slices.DeleteFunc(d.Help, func(h diag.Help) bool { return names(h.Text) })
	if made := life.MadeAt(first.Site); len(made) > 0 {
		first.Creation = true
		if len(made) == 1 && second >= 0 && made[0].UsedOnlyBy(second) {
			first.Alone = second
		}
	}
	words.Unordered(d, first)
}

// Signalers says what contexts can do against two timelines on one fence, and a wait that misses its value because of them: they have no Wait of a
// queue.
func Signalers(d *diag.Diagnostic) {
	d.Help = nil
	d.HelpText("let one context wait for the signal of the other before its own (DeviceWaitForFence), or use one fence for each context that signals")
}

// Wait is a wait for a fence of the engine that nothing ends.
type Wait struct {
	Fence   words.Object
	Held    *words.Signal // would end it and was not flushed; nil: there is none
	Context words.Context // that holds it
	Alone   bool          // there is one immediate context
}

// Stall says of a wait what contexts can do to end it: they have no Signal of a queue.
func Stall(d *diag.Diagnostic, w Wait) {
	lacks := func(h diag.Help) bool { return h.Fix == nil }
	missing := slices.ContainsFunc(d.Help, lacks)
	d.Help = slices.DeleteFunc(d.Help, lacks)
	for i := range d.Help {
		if f := d.Help[i].Fix; f.Method == "WaitCPU" {
			f.Method = "Wait"
		}
	}
	switch {
	case w.Held != nil:
		d.Help = nil // the value is right
		words.NotFlushed(d, w.Context, *w.Held)
	case missing:
		words.NeverSignalled(d, w.Fence, d.Awaited.Value, w.Alone)
	}
}
