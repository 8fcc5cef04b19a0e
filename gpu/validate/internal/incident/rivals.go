package incident

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/fences"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// compete makes one waiter of the threads that wait for an event, where it has let others go on in their place in this run. What else waits is left
// out: it may be what the one that goes on would bring, and that is another one in the next run. If that has gone on to a wait for a value which
// nothing signals, the one at the event may have nothing to do, and the wait for the value comes first.
func (x explainer) compete(s *incident.Stall) {
	if s.Paused {
		return
	}
	for i := range s.Waiters {
		w := &s.Waiters[i]
		event := onlyEvent(w)
		if event == 0 {
			continue
		}
		all, once := x.Rivals(event, standAt(s, event))
		if all == nil {
			continue
		}
		if k := further(s, event, all); k >= 0 {
			x.exchangeable(s, &s.Waiters[k], all)
			first := s.Waiters[k]
			s.Waiters, s.Cycle = slices.Insert(slices.Delete(s.Waiters, k, k+1), 0, first), nil
			return
		}
		one := incident.Waiter{Name: x.threadName(all[0].Thread), Thread: all[0].Thread, Site: all[0].Site, Once: once, Lacks: w.Lacks}
		for _, o := range all[1:] {
			one.Or = append(one.Or, incident.Rival{Name: x.threadName(o.Thread), Thread: o.Thread, Site: o.Site})
		}
		s.Waiters, s.Cycle = []incident.Waiter{one}, nil
		return
	}
}

// onlyEvent is the event that a thread waits for, and for nothing else; 0: it does not.
func onlyEvent(w *incident.Waiter) gpu.ID {
	if w.IsQueue || len(w.Lacks) == 0 {
		return 0
	}
	event := w.Lacks[0].Event
	if slices.ContainsFunc(w.Lacks, func(l incident.Lack) bool { return l.Event != event }) {
		return 0
	}
	return event
}

// standAt are the threads that stand at waits for an event.
func standAt(s *incident.Stall, event gpu.ID) (stand []fences.Waiting) {
	for _, w := range s.Waiters {
		if !w.IsQueue && slices.ContainsFunc(w.Lacks, func(l incident.Lack) bool { return l.Event == event }) {
			stand = append(stand, fences.Waiting{Thread: w.Thread, Site: w.Site})
		}
	}
	return stand
}

// further is the thread that an event has let go on to a wait for a value which nothing signals, by its place in the stall; -1: none is.
func further(s *incident.Stall, event gpu.ID, rivals []fences.Waiting) int {
	return slices.IndexFunc(s.Waiters, func(w incident.Waiter) bool {
		missing := func(l incident.Lack) bool { return l.Fence != 0 && l.Event != event && !enough(&l) }
		rival := func(o fences.Waiting) bool { return o.Thread == w.Thread }
		return !w.IsQueue && slices.ContainsFunc(w.Lacks, missing) && slices.ContainsFunc(rivals, rival)
	})
}

// exchangeable names the threads that an event lets go on from one line, where one of them stands behind it and others there: each of them may be the
// one behind it.
func (x explainer) exchangeable(s *incident.Stall, freed *incident.Waiter, rivals []fences.Waiting) {
	line := rivals[slices.IndexFunc(rivals, func(o fences.Waiting) bool { return o.Thread == freed.Thread })].Site
	alike := slices.DeleteFunc(slices.Clone(rivals), func(o fences.Waiting) bool { return o.Site != line })
	behind := freed.Thread
	for i := range s.Waiters {
		w := &s.Waiters[i]
		there := w.Site == line && slices.ContainsFunc(alike, func(o fences.Waiting) bool { return o.Thread == w.Thread })
		if w.IsQueue || w.Thread != behind && !there {
			continue
		}
		w.Name, w.Thread, w.Or, w.Freed = x.threadName(alike[0].Thread), alike[0].Thread, nil, true
		for _, o := range alike[1:] {
			w.Or = append(w.Or, incident.Rival{Name: x.threadName(o.Thread), Thread: o.Thread, Site: w.Site})
		}
	}
}

func (x explainer) threadName(id gpu.ID) string {
	if id == 0 {
		return "main"
	}
	return x.Name(id)
}

// rivals are the names of a thread that waits, and of those that may wait in its place.
func rivals(w *incident.Waiter) string {
	names := []string{fmt.Sprintf("%q", w.Name)}
	for i, o := range w.Or {
		if rest := len(w.Or) - i; i >= maxShown-1 && rest > 1 {
			names = append(names, fmt.Sprintf("%d more", rest))
			break
		}
		names = append(names, fmt.Sprintf("%q", o.Name))
	}
	return strings.Join(names, " or ")
}

// alsoRivals shows where threads wait that may wait in the place of another one, and where all of these were started.
func (x explainer) alsoRivals(d *diag.Diagnostic, w *incident.Waiter) {
	if len(w.Or) == 0 {
		return
	}
	words.Started(x, d, w.Thread)
	shown := []gpu.Site{w.Site}
	for _, o := range w.Or {
		if !slices.Contains(shown, o.Site) && len(shown) < maxShown {
			shown = append(shown, o.Site)
			d.Also(o.Site, fmt.Sprintf("CPU thread %q waits for the same event", o.Name)).Meanwhile()
			words.Started(x, d, o.Thread)
		}
	}
}

// sayRivals explains that an event lets one of several threads go on each time it is set.
func (x explainer) sayRivals(d *diag.Diagnostic, w *incident.Waiter, l *incident.Lack) *diag.Diagnostic {
	d.Because("Each time it is set, an auto-reset event lets one thread go on, and which one is up to the run. To set it again before that has no effect.")
	const each = "set it once for each wait, when the one before has ended"
	if !w.Once {
		return d.HelpText(each)
	}
	return d.HelpFix(x.Created(l.Event), diag.Put("CreateEvent", "ManualReset", true), "create it with ManualReset = true: then it stays set, and all go on").
		HelpText("or " + each)
}

// signalNext proposes the signal that sets the event once more, after the last one that the fence has got. Another value to wait for would set it
// together with that.
func (x explainer) signalNext(d *diag.Diagnostic, l *incident.Lack) *diag.Diagnostic {
	h := diag.Help{Site: l.Given.Site, Text: fmt.Sprintf("signal %d of %s as well, which sets the event once more", l.Value, x.Ref(l.Fence))}
	if l.Given.Site == 0 || x.loose(l) {
		return d.WithHelp(h)
	}
	x.alsoGiven(d, l)
	pieces := diag.Pieces(l.Given.Site, "Signal", 1)
	h.Draft = &diag.Draft{Edit: diag.EditInsertAfter, Replace: fmt.Sprintf("%%1:Signal(%d)", l.Value), Once: true, Snippets: pieces[:1]}
	if l.Given.Queue != 0 {
		h.Draft.Replace, h.Draft.Snippets = fmt.Sprintf("%%1:Signal(%%2, %d)", l.Value), pieces
	}
	return d.WithHelp(h)
}
