package validate

import (
	"fmt"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// waiterName names a queue or a CPU thread that waits.
func (v *Validator) waiterName(w *gpu.Waiter) string {
	if w.IsQueue {
		return v.ref(w.Queue)
	}
	return fmt.Sprintf("CPU thread %q", w.Name)
}

// lackText says what a waiter waits for.
func (v *Validator) lackText(l *gpu.Lack) string {
	switch {
	case l.Thread != "":
		return fmt.Sprintf("the end of thread %q", l.Thread)
	case l.Fence != 0 && l.Event != 0:
		return fmt.Sprintf("%s, which %s >= %d sets and is at %d", v.ref(l.Event), v.ref(l.Fence), l.Value, l.Current)
	case l.Fence != 0:
		return fmt.Sprintf("%s >= %d, which is at %d", v.ref(l.Fence), l.Value, l.Current)
	}
	return v.ref(l.Event) + ", which nothing is to set"
}

func (v *Validator) waitText(w *gpu.Waiter) string {
	var parts []string
	for i := range w.Lacks {
		parts = append(parts, v.lackText(&w.Lacks[i]))
	}
	if w.Step {
		parts = append(parts, "the end of StepGpu")
	}
	return v.waiterName(w) + " waits for " + strings.Join(parts, " and ")
}

// stall starts the diagnostic of a stall, with a place for every waiter.
func (v *Validator) stall(code diag.Code, s *gpu.Stall, format string, args ...any) *diag.Diagnostic {
	d := v.say(code, s.Waiters[0].Site, format, args...)
	d.Labels[0].Text = v.waitText(&s.Waiters[0])
	for i := range s.Waiters[1:] {
		w := &s.Waiters[i+1]
		d.Also(w.Site, v.waitText(w))
	}
	for i := range s.Waiters {
		w := &s.Waiters[i]
		if w.Behind > 0 {
			d.Note("%s holds %d more items back.", capital(v.waiterName(w)), w.Behind)
		}
		for k := range w.Lacks {
			if p := nearestPending(&w.Lacks[k]); p != nil {
				d.Also(p.Site, fmt.Sprintf("%s would signal %d here, and does not come to it", v.ref(p.Queue), p.Value))
			}
		}
	}
	return d
}

func (v *Validator) sayPaused(s *gpu.Stall) {
	v.stall(diag.PausedWait, s, "%s waits, and the GPU is paused", v.waiterName(&s.Waiters[0])).
		HelpText("call device:StepGpu { Until = \"IDLE\" } or device:Resume() before the wait")
}

func (v *Validator) sayCycle(s *gpu.Stall) {
	var names []string
	for _, i := range s.Cycle {
		names = append(names, v.waiterName(&s.Waiters[i]))
	}
	if len(names) == 1 {
		v.stall(diag.Deadlock, s, "deadlock: %s waits for itself", names[0]).HelpText("signal the value before the wait, or from another queue or the CPU")
		return
	}
	v.stall(diag.Deadlock, s, "deadlock: %s wait for each other", strings.Join(names, " and ")).
		HelpText("move one of the signals before the wait of its queue")
}

func (v *Validator) sayMissingSignal(s *gpu.Stall) {
	w, l := guilty(s)
	if l == nil {
		v.stall(diag.MissingSignal, s, "%s waits for what cannot happen any more", v.waiterName(w))
		return
	}
	v.missingHelp(v.stall(diag.MissingSignal, s, "%s, and nothing brings it there", v.missingText(w, l)), l)
}

func (v *Validator) missingText(w *gpu.Waiter, l *gpu.Lack) string {
	return v.waiterName(w) + " waits for " + v.lackText(l)
}

// missingHelp proposes the value that is signalled, or the signal that is missing.
func (v *Validator) missingHelp(d *diag.Diagnostic, l *gpu.Lack) {
	switch p := nearestPending(l); {
	case l.Fence == 0:
		d.HelpText("set the event with SetEvent, or arm it with fence:SetEventOnCompletion(value, event)")
	case p != nil:
		d.HelpText("wait for %d, or signal %d", p.Value, l.Value)
	default:
		d.HelpText("queue:Signal(%s, %d) behind the work that is waited for", v.nameOf(l.Fence), l.Value)
	}
}

func (v *Validator) sayStuck(s *gpu.Stall) {
	w, l := guilty(s)
	d := v.stall(diag.StuckAtEnd, s, "the script ends while %s waits for a value that nothing signals", v.waiterName(w)).
		Because("Work behind the wait never runs.")
	if l != nil {
		v.missingHelp(d, l)
	}
}
