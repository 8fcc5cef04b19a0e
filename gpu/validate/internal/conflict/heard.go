package conflict

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// heard names the last wait of the CPU between the two sides, and says why it gives no order.
func (s speaker) heard(d *diag.Diagnostic) {
	h := s.c.Heard
	if h == nil || h.Site == 0 {
		return
	}
	d.Also(h.Site, s.waits(h)).Because("%s", s.unhelpful(h))
}

// waits is the label of a wait.
func (s speaker) waits(h *hazard.Heard) string {
	switch {
	case h.Polled:
		return "reads " + s.Ref(h.Fences[0])
	case len(h.Fences) > 0 && h.Any && len(h.Fences) > 1:
		return "waits for one of " + s.values(h, ", ")
	case len(h.Fences) > 0:
		return "waits for " + s.values(h, " and ")
	case h.Unheeded:
		return "waits with a timeout, and nothing checks whether it timed out"
	case h.TimedOut:
		return "times out"
	case h.Object == 0 && h.Any:
		return "waits for one of " + words.Count(h.Among, "object") + ", and does not look which one"
	case h.Object == 0:
		return "waits for " + words.Count(h.Among, "object")
	case h.Among > 1:
		return fmt.Sprintf("is ended by %s", s.Ref(h.Object))
	}
	return "waits for " + s.Ref(h.Object)
}

// values are fences with their values.
func (s speaker) values(h *hazard.Heard, between string) string {
	out := make([]string, len(h.Fences))
	for i, f := range h.Fences {
		out[i] = fmt.Sprintf("%s >= %d", s.Ref(f), h.Values[i])
	}
	return strings.Join(out, between)
}

// unhelpful is why a wait gives no order.
func (s speaker) unhelpful(h *hazard.Heard) string {
	who, first := "The CPU", s.Ref(s.c.First.Queue)
	if h.Thread != 0 {
		who = words.Capital(s.Ref(h.Thread))
	}
	switch {
	case h.Polled:
		return fmt.Sprintf("%s reads %s, but the values that it goes on with do not prove that the work of %s is finished.",
			who, s.Ref(h.Fences[0]), first)
	case h.Unheeded:
		return "The wait of " + strings.Replace(who, "The CPU", "the CPU", 1) +
			" may time out, and its result is not checked, so it proves nothing about the work."
	case h.TimedOut:
		return "The wait of " + strings.Replace(who, "The CPU", "the CPU", 1) + " timed out, which proves nothing about the work."
	case len(h.Fences) > 1 && h.Any:
		return fmt.Sprintf("%s waits until one of %d fences has its value, and it is not known which one has; one of them has it without the work of %s.", who, len(h.Fences), first)
	case len(h.Fences) > 0:
		return fmt.Sprintf("%s waits for %s, which does not prove that the work of %s is finished.", who, s.values(h, " and "), first)
	case len(h.Setters) > 0:
		return s.unhelpfulEvent(h)
	case h.Object == 0 && h.Any:
		return fmt.Sprintf("%s waits until one of %s is set, whichever it is, and one of them may be set before the work of %s is finished.", who,
			words.Count(h.Among, "object"), first)
	case h.Object == 0:
		return fmt.Sprintf("%s waits for all of %s, and none of them proves that the work of %s is finished.", who,
			words.Count(h.Among, "object"), first)
	}
	return fmt.Sprintf("Waiting for %s proves nothing about the work of %s.", s.Ref(h.Object), first)
}

// unhelpfulEvent is why an event gives no order.
func (s speaker) unhelpfulEvent(h *hazard.Heard) string {
	e, first := words.Capital(s.Ref(h.Object)), s.Ref(s.c.First.Queue)
	all := make([]string, 0, len(h.Setters))
	for i := range h.Setters {
		if t := s.setter(&h.Setters[i]); !slices.Contains(all, t) {
			all = append(all, t)
		}
	}
	switch {
	case len(all) > 1:
		return fmt.Sprintf("%s may have been set by %s, and not all of them prove that the work of %s is finished.", e,
			strings.Join(all, " or by "), first)
	case h.Setters[0].Initially:
		return fmt.Sprintf("%s is set from the start, which proves nothing about the work of %s.", e, first)
	case h.Setters[0].Direct:
		return fmt.Sprintf("%s is set by the CPU with SetEvent, which proves nothing about the work of %s.", e, first)
	}
	return fmt.Sprintf("%s is set by %s, which does not prove that the work of %s is finished.", e, all[0], first)
}

// setter is what can have set an event.
func (s speaker) setter(t *hazard.Setter) string {
	out := make([]string, len(t.Needs))
	for i, n := range t.Needs {
		out[i] = fmt.Sprintf("%s >= %d", s.Ref(s.Fence(n.Fence)), n.Value)
	}
	return words.Setter(out, t.All, t.Direct, t.Initially)
}

// between is where a queue does not wait for another one; or a thread for a queue, if there is a signal for which it can wait.
func between(c *hazard.Conflict) diag.Gap {
	first, second, signal := c.First.Point, c.Second.Point, &c.Cover.Signal
	gap := diag.Gap{By: int(second.Queue), Before: uint64(second.Pos), For: int(first.Queue), Item: uint64(first.Pos), Upto: uint64(c.Given)}
	switch {
	case c.Open, c.Second.Queue == 0 && !c.Cover.Proves:
		return diag.Gap{}
	case c.Second.Queue == 0: // several threads may have given the queue what comes before the signal
		gap.For, gap.Item, gap.Upto = int(signal.Agent), uint64(signal.Pos), uint64(signal.Pos)
	case c.Covered && signal.Agent != first.Queue:
		return diag.Gap{}
	case c.Cover.Proves: // so it is the wait for that signal which is suggested
		gap.Upto = min(gap.Upto, uint64(signal.Pos))
	}
	return gap
}
