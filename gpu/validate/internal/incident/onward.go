package incident

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
)

// helpOnward proposes the signal that another thread waits for, which goes on to signal what is waited for: to signal that instead would tell of
// work that the thread has not done. It reports whether there is such a thread; whether it goes on so, the text of the script says.
func (x explainer) helpOnward(d *diag.Diagnostic, s *incident.Stall, w *incident.Waiter, l *incident.Lack) (any bool) {
	site, method, argument := asked(w, l)
	for i := range s.Waiters {
		v := &s.Waiters[i]
		if v == w || v.IsQueue || len(v.Lacks) != 1 {
			continue
		}
		lack := &v.Lacks[0]
		if lack.Fence == 0 || lack.Event != 0 || lack.Fence == l.Fence || enough(lack) {
			continue
		}
		onward := &diag.Onward{From: v.Site, Fence: awaited(site, method, x.Created(l.Fence))}
		if lack.Current == l.Value && lack.Current > 0 { // it has got the number of this pass
			x.helpValue(d, v, lack, lack.Current, "wait for %d, which %s has, before %s is signalled", lack.Current,
				x.Ref(lack.Fence), x.Ref(l.Fence))
			h := &d.Help[len(d.Help)-1]
			pass := *onward
			pass.Pass = true // another number is meant in each
			h.Exact, h.Fix.Onward = true, &pass
		}
		draft := x.signalOnward(s, v, lack)
		if draft == nil {
			continue
		}
		if lack.Value == l.Value { // both count the passes of a loop
			each := draft.Copy()
			each.Once, each.Again = false, true
			each.Snippets[len(each.Snippets)-1] = diag.Snippet{Site: site, Method: method, Argument: argument, Due: true}
			each.Or, draft = draft, each
		}
		for r := draft; r != nil; r = r.Or {
			r.Onward = onward
		}
		d.WithHelp(diag.Help{Site: w.Site, Draft: draft, Exact: true, Spare: len(d.Help) > 0,
			Text: fmt.Sprintf("signal %d of %s, which %s waits for before it signals %s",
				lack.Value, x.Ref(lack.Fence), x.waiterName(v), x.Ref(l.Fence))})
		any = true
	}
	return any
}

// signalOnward is the line of the signal that a thread waits for, the value last among its pieces: of the queue that can be meant, or of the CPU
// where no queue has work to tell of. nil: several may be meant.
func (x explainer) signalOnward(s *incident.Stall, w *incident.Waiter, l *incident.Lack) *diag.Draft {
	if slices.ContainsFunc(x.AllQueues(x.Device(l.Fence)), func(q gpu.ID) bool { return x.unsignalled(q) != 0 }) {
		draft, _ := x.signal(s, w, l)
		return draft
	}
	site, method, argument := asked(w, l)
	made := x.Created(l.Fence)
	return &diag.Draft{Edit: diag.EditInsertBefore, Replace: "%1:Signal(%2)", Once: true, Of: made,
		Snippets: []diag.Snippet{awaited(site, method, made),
			{Site: site, Method: method, Argument: argument, Else: strconv.FormatUint(l.Value, 10)}}}
}

// byThread names a thread that may be meant to end a wait: another one stands still for something else, and no queue has work to tell of.
func (x explainer) byThread(s *incident.Stall, w *incident.Waiter, l *incident.Lack) (thread string, ok bool) {
	if slices.ContainsFunc(x.others(s, w, l), func(q gpu.ID) bool { return x.unsignalled(q) != 0 }) {
		return "", false
	}
	i := slices.IndexFunc(s.Waiters, func(v incident.Waiter) bool { return !v.IsQueue && v.Name != w.Name && !x.useless(&v, l.Fence) })
	if w.IsQueue || i < 0 {
		return "", false
	}
	return x.waiterName(&s.Waiters[i]), true
}

// useless says whether a waiter cannot be meant to signal a fence: it goes on by itself, or waits for the fence as well.
func (x explainer) useless(w *incident.Waiter, fence gpu.ID) bool {
	return slices.ContainsFunc(w.Lacks, func(l incident.Lack) bool { return l.Thread != "" || l.Fence == fence || enough(&l) })
}
