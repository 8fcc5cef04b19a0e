package fences

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// CheckEvent refuses a wait that ends in some runs and in others has nothing left that ends it. Thread t is about to wait.
// Where the program lets the GPU go on by steps, what has come is not up to the run. Where there are other threads, it is told at the end.
func (b *Book) CheckEvent(w World, t track.Agent, c *gpu.EventCall) {
	if !w.Advise() || c.Timed || b.steps || !c.All && len(c.Events) > 1 {
		return
	}
	for _, id := range c.Events {
		switch e := w.Event(id); {
		case e == nil:
		case !b.order.Missed(t, e.Number):
			b.checkWait(w, &c.CallHead, func() []track.Awaited { return b.order.Armed(t, e.Number) })
			if len(c.Events) == 1 {
				b.beginEvent(t, c, e)
			}
		case b.order.Alone():
			e.told = true
			sayMissed(w, w.Say, c, id, e, b.order.Setters(e.Number))
		case !e.kept:
			b.uses(w, t, 0, id) // also where the wait never ends
			e.kept = true
			b.apart.found = append(b.apart.found, found{t, e, sayMissed(w, words.New, c, id, e, b.order.Setters(e.Number))})
		}
	}
}

func sayMissed(w World, say sayer, c *gpu.EventCall, id gpu.ID, e *Event, by []track.Setter) *diag.Diagnostic {
	name := w.Ref(id)
	d := say(diag.EventSetTwice, c.Site, "%s may wait for %s for ever", words.Thread(w, c.Thread), name).WithObject(id, name)
	d.Halts, d.Still = true, diag.StillMissed
	words.Started(w, d, c.Thread)
	ways, needs, fences := settersOf(w, by)
	all := strings.Join(ways, " and ")
	switch {
	case e.reset:
		d.Also(e.unset, "ResetEvent may undo here what has set it").
			Because("%s may have come before ResetEvent, and nothing sets the event after that.", words.Capital(all))
	case len(by) == 1:
		d.Because("%s may have come before the last wait for it ended, and nothing sets the event after that.", words.Capital(all))
	case len(ways) < len(by):
		d.Because("The event is set %d times, by %s, and all of that may have come before the last wait for it ended: an auto-reset event that is set while it is set ends one wait.", len(by), all)
	default:
		these := "all"
		if len(ways) == 2 {
			these = "both"
		}
		d.Because("%s may %s have come before the last wait for it ended: an auto-reset event that is set while it is set ends one wait.",
			words.Capital(all), these)
	}
	if !e.reset {
		d.Also(e.unset, "this wait may end, and unset the event, after all that sets it")
	}
	help := "wait for the event before it is set again, or use an event for each that sets it"
	switch {
	case fences && len(needs) == 1:
		help = "wait for the fence itself"
	case fences:
		help = "wait for the fences themselves, or use an event for each of them"
	case e.reset:
		help = "call ResetEvent before what sets the event"
	}
	if !fences || len(c.Events) > 1 {
		return d.HelpText("%s", help)
	}
	var line strings.Builder
	pieces := make([]diag.Snippet, len(needs))
	for i, n := range needs {
		pieces[i].Made = w.Created(w.FenceOf(n.Fence))
		fmt.Fprintf(&line, "; %%%d:WaitCPU(%d)", i+1, n.Value)
	}
	return d.WithHelp(diag.Help{Site: c.Site, Text: help,
		Draft: &diag.Draft{Edit: diag.EditReplaceLine, Replace: line.String()[2:], Snippets: pieces, Once: true}})
}

// settersOf are the ways in which an event is set, in words, and the values of fences among them; fences says that waits for these do in place of one
// for the event.
func settersOf(w World, by []track.Setter) (ways []string, needs []track.Need, fences bool) {
	fences = true
	for i := range by {
		s := &by[i]
		values := make([]string, len(s.Needs))
		for k, n := range s.Needs {
			values[k] = fmt.Sprintf("%s >= %d", w.Ref(w.FenceOf(n.Fence)), n.Value)
			if !slices.Contains(needs, n) {
				needs = append(needs, n)
			}
		}
		if way := words.Setter(values, s.All, s.Direct, s.Initially); !slices.Contains(ways, way) {
			ways = append(ways, way)
		}
		fences = fences && len(values) > 0 && (s.All || len(values) == 1)
	}
	return ways, needs, fences
}
