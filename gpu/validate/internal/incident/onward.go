package incident

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
)

// helpOnward proposes the signal that another thread waits for, which goes on to signal what is waited for: to signal that instead would tell of work
// that the thread has not done. It reports whether there is such a thread; whether it goes on so, the text of the script says.
func (x explainer) helpOnward(d *diag.Diagnostic, s *incident.Stall, w *incident.Waiter, l *incident.Lack) (any bool) {
	for i := range s.Waiters {
		v := &s.Waiters[i]
		if v == w || v.IsQueue || len(v.Lacks) != 1 {
			continue
		}
		lack := &v.Lacks[0]
		if lack.Fence == 0 || lack.Event != 0 || lack.Fence == l.Fence || enough(lack) {
			continue
		}
		draft := x.signalOnward(s, v, lack)
		if draft == nil {
			continue
		}
		site, method, _ := asked(w, l)
		draft.Onward, draft.Fence = v.Site, awaited(site, method, x.Created(l.Fence))
		d.WithHelp(diag.Help{Site: w.Site, Draft: draft, Exact: true, Spare: any, Text: fmt.Sprintf("signal %d of %s, which %s waits for before it signals %s",
			lack.Value, x.Ref(lack.Fence), x.waiterName(v), x.Ref(l.Fence))})
		any = true
	}
	return any
}

// signalOnward is the line of the signal: by the queue that can be meant, or by the CPU where there is none. nil: several may be meant.
func (x explainer) signalOnward(s *incident.Stall, w *incident.Waiter, l *incident.Lack) *diag.Draft {
	if len(x.AllQueues(x.Device(l.Fence))) > 0 {
		draft, _ := x.signal(s, w, l)
		return draft
	}
	made := x.Created(l.Fence)
	return &diag.Draft{Edit: diag.EditInsertBefore, Replace: fmt.Sprintf("%%1:Signal(%d)", l.Value), Snippets: []diag.Snippet{{Made: made}}, Once: true, Of: made}
}
