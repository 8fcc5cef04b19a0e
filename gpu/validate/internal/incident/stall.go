package incident

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// explainStall tells the kinds of deadlock apart: the GPU is only paused, waits that need each other, a signal that is missing.
func (x explainer) explainStall(s *incident.Stall) *diag.Diagnostic {
	x.certain(s)
	x.compete(s)
	switch {
	case len(s.Waiters) == 0 && s.Paused:
		return words.New(diag.PausedWait, 0, "the script ends while the GPU is paused and has work to do").
			Because("A paused GPU runs in StepGpu only, so the rest of the work is dropped.").
			HelpText("call StepGpu { Until = \"IDLE\" } or Resume on the device before the script ends")
	case len(s.Waiters) == 0:
		return nil
	case s.Paused:
		return x.paused(s)
	case len(s.Cycle) > 0:
		return x.cycle(s)
	case s.AtEnd:
		return x.stuck(s)
	}
	return x.missingSignal(s)
}

// waiterName names a queue or a CPU thread that waits.
func (x explainer) waiterName(w *incident.Waiter) string {
	if w.IsQueue {
		return x.Ref(w.Queue)
	}
	return "CPU thread " + rivals(w)
}

// lackText says what a waiter waits for.
func (x explainer) lackText(l *incident.Lack) string {
	switch {
	case l.Thread != "":
		return fmt.Sprintf("the end of thread %q", l.Thread)
	case l.Fence == 0:
		return x.Ref(l.Event) + ", which nothing will set"
	}
	text := fmt.Sprintf("%s >= %d", x.Ref(l.Fence), l.Value)
	_, unsure := x.Trails(l.Fence)
	switch {
	case l.Event != 0 && unsure:
		return fmt.Sprintf("%s, which %s sets", x.Ref(l.Event), text)
	case l.Event != 0:
		return fmt.Sprintf("%s, which %s sets and is at %d", x.Ref(l.Event), text, l.Current)
	case unsure: // the schedule decides at which value it is
		return text
	}
	return fmt.Sprintf("%s, which is at %d", text, l.Current)
}

func (x explainer) waitText(w *incident.Waiter) string {
	var parts []string
	for i := range w.Lacks {
		if text := x.lackText(&w.Lacks[i]); !slices.Contains(parts, text) { // an event may be armed twice for one value
			parts = append(parts, text)
		}
	}
	if w.Step {
		parts = append(parts, "the end of StepGpu")
	}
	return x.waiterName(w) + " waits for " + enumerated(parts)
}

// stall starts the diagnostic of a stall, with a place for every waiter and every signal that does not come.
func (x explainer) stall(code diag.Code, s *incident.Stall, format string, args ...any) *diag.Diagnostic {
	d := words.New(code, s.Waiters[0].Site, format, args...)
	d.Labels[0].Text = x.waitText(&s.Waiters[0])
	x.alsoRivals(d, &s.Waiters[0])
	waits, signals := crowd{d: d, rest: "%d more wait here"}, crowd{d: d, rest: "%d more would be given here"}
	shown := s.Waiters[:1:1]
	waits.admits(s.Waiters[0].Site)
	for i := range s.Waiters[1:] {
		if w := &s.Waiters[i+1]; waits.admits(w.Site) {
			d.Also(w.Site, x.waitText(w)).Meanwhile()
			shown = append(shown, *w)
		}
	}
	waits.tell()
	if s.Asked.Times > 0 {
		d.Note("The script has asked %d times in a row, and nothing is left to happen that could change the answer.", s.Asked.Times)
	}
	if s.Asked.Guess {
		d.Note("What it does with the value cannot be seen here, so the next value is named.")
	}
	for i := range shown {
		if w := &shown[i]; w.Behind > 0 {
			d.Note("The wait of %s holds %s back.", x.waiterName(w), words.Count(w.Behind, "more item"))
		}
	}
	given := map[incident.PendingSignal]bool{}
	for i := range s.Waiters {
		w := &s.Waiters[i]
		for k := range w.Lacks {
			if p := nearestPending(&w.Lacks[k], w.Queue); p != nil && !given[*p] {
				if given[*p] = true; signals.admits(p.Site) {
					d.Also(p.Site, fmt.Sprintf("%s would signal %d here, but never gets there", x.Ref(p.Queue), p.Value)).Meanwhile()
				}
			}
		}
	}
	signals.tell()
	return d
}

func (x explainer) paused(s *incident.Stall) *diag.Diagnostic {
	return x.stall(diag.PausedWait, s, "%s waits while the GPU is paused", x.waiterName(&s.Waiters[0])).
		HelpBefore(s.Waiters[0].Site, `%1:StepGpu { Until = "IDLE" }`, []diag.Snippet{{Only: diag.Only("CreateDevice")}},
			"let the GPU run before the wait: call StepGpu { Until = \"IDLE\" } or Resume on the device")
}

func (x explainer) cycle(s *incident.Stall) *diag.Diagnostic {
	var names []string
	var why []*incident.Waiter
	for _, i := range s.Cycle {
		names, why = append(names, x.waiterName(&s.Waiters[i])), append(why, &s.Waiters[i])
	}
	if len(names) == 1 {
		d, w := x.stallOf(diag.Deadlock, s, why, "deadlock: %s waits for itself", names[0]), why[0]
		if x.sayUndone(d, s) || x.sayMeant(d, s) {
			return d
		}
		return x.helpAlone(d, s, w)
	}
	d := x.stallOf(diag.Deadlock, s, why, "deadlock: %s wait for each other", enumerated(names))
	if x.sayUndone(d, s) || x.sayMeant(d, s) || x.sayUngiven(d, s) {
		return d
	}
	help := "move the signal of %s before its wait"
	var sites []gpu.Site
	for k, i := range s.Cycle {
		if w := &s.Waiters[i]; w.IsQueue && len(sites) < maxShown && !slices.Contains(sites, w.Site) {
			sites = append(sites, w.Site)
			d.HelpFix(w.Site, behindSignal(s, w.Queue), help, names[k])
			help = "or that of %s"
		}
	}
	if len(d.Help) == 0 {
		d.HelpText("move one of the signals before the wait of its thread")
	}
	return d
}

// helpAlone proposes what ends the wait of a queue, or of the CPU, for itself: where there is one other queue, its work is what the wait is for.
func (x explainer) helpAlone(d *diag.Diagnostic, s *incident.Stall, w *incident.Waiter) *diag.Diagnostic {
	const help = "signal the value before the wait, or from another queue or the CPU"
	if !w.IsQueue {
		return d.HelpText(help)
	}
	for i := range w.Lacks {
		l := &w.Lacks[i]
		if draft, alone := x.signal(s, w, l); l.Fence != 0 && draft != nil && !alone {
			return d.WithHelp(diag.Help{Site: w.Site, Draft: draft,
				Text: fmt.Sprintf("signal %d on the other queue, after the work that is waited for", l.Value)}).
				HelpText("or leave the wait out, because a queue works in order by itself")
		}
	}
	return d.HelpEdit(w.Site, diag.EditDeleteLine, "", "leave the wait out, because a queue works in order by itself; or "+help)
}

// behindSignal is the edit that moves the wait of a queue after a signal of the queue that others of a cycle wait for.
func behindSignal(s *incident.Stall, queue gpu.ID) (fix diag.Fix) {
	for _, i := range s.Cycle {
		for _, l := range s.Waiters[i].Lacks {
			for _, p := range l.Pending {
				if p.Queue == queue && p.Enough {
					return diag.Fix{Method: "Wait", Argument: 1, Action: diag.FixBehind, Object: diag.The(p.Site)}
				}
			}
		}
	}
	return fix
}

func (x explainer) missingSignal(s *incident.Stall) *diag.Diagnostic {
	w, l := x.guilty(s)
	if l == nil {
		return x.stall(diag.MissingSignal, s, "%s waits for something that can no longer happen", x.waiterName(w))
	}
	end := ""
	if l.Fence != 0 {
		end = ", and nothing signals that value" + x.again(s, l)
	}
	return x.missingHelp(x.stallOf(diag.MissingSignal, s, []*incident.Waiter{w}, "%s waits for %s%s", x.waiterName(w), x.lackText(l), end), s, w, l)
}

// sayVain explains that an event was set again before anybody waited for it, so often.
func sayVain(d *diag.Diagnostic, vain int) *diag.Diagnostic {
	times := "once"
	if vain > 1 {
		times = fmt.Sprintf("%d times", vain)
	}
	d.Because("It was set %s while it was already set, and that has no effect: an auto-reset event ends one wait, however often it is set before.", times)
	return d.HelpText("wait for the event before it is set again, or use a fence with a value of its own for each signal")
}

// missingHelp proposes the value that is signalled, or the signal that is missing.
func (x explainer) missingHelp(d *diag.Diagnostic, s *incident.Stall, w *incident.Waiter, l *incident.Lack) *diag.Diagnostic {
	trails, unsure := x.Trails(l.Fence) // a smaller value would not wait for that
	far := l.Fence != 0 && l.Event == 0 && !unsure && l.Value != l.Current+1
	d.Awaited = diag.Awaited{Fence: l.Fence, Value: l.Value, By: w.Queue, Far: far}
	if x.undone(s, l) {
		return x.sayLowered(d, w, l)
	}
	again := x.spent(s, l)
	if again {
		x.alsoLowered(d, l)
	}
	p := nearestPending(l, w.Queue)
	if p != nil && (p.Value <= l.Current || x.unsure(l)) { // a wait for that would order nothing
		p = nil
	}
	switch {
	case l.Fence == 0 && len(w.Or) > 0 && !w.Freed:
		return x.sayRivals(d, w, l)
	case l.Fence == 0 && l.Vain > 0:
		return sayVain(d, l.Vain)
	case len(w.Or) > 0 && !w.Freed:
		return x.signalNext(d, l)
	case l.Fence == 0:
		x.helpArmed(d, w, l)
		return d.WithHelp(x.arm(s, w))
	case p != nil && trails:
		return d.HelpText("signal %d after the work that is waited for", l.Value)
	case p != nil:
		return x.helpValue(d, w, l, p.Value, "wait for %d, or signal %d", p.Value, l.Value)
	}
	spent := x.signalSpent(s, w, l)
	if spent != nil {
		d.WithHelp(diag.Help{Site: spent.Snippets[0].Site, Draft: spent, Exact: true,
			Text: fmt.Sprintf("signal %s before the wait: the number is taken for that", x.Ref(l.Fence))})
	}
	number := x.helpNumber(d, s, w, l, trails)
	if l.Current > 0 && (!trails || number) && (!again || l.Given != l.Lowered) { // that signal has its label
		x.alsoGiven(d, l)
	}
	if l.Current > 0 && !trails {
		x.helpValue(d, w, l, l.Current, "wait for %d, which %s has", l.Current, x.Ref(l.Fence))
		d.Help[len(d.Help)-1].Spare = spent != nil || number
	}
	onward := x.helpOnward(d, s, w, l) || number
	draft, alone := x.signal(s, w, l)
	text := fmt.Sprintf("call Signal with %s and %d on the queue whose work is waited for, after that work", x.Ref(l.Fence), l.Value)
	if others := x.others(s, w, l); len(others) == 1 {
		text = fmt.Sprintf("call Signal with %s and %d on %s, after the work that is waited for", x.Ref(l.Fence), l.Value, x.Ref(others[0]))
	}
	if thread, ok := x.byThread(s, w, l); ok {
		draft, text = nil, fmt.Sprintf("let %s signal %d of %s, or a queue after the work that is waited for", thread, l.Value, x.Ref(l.Fence))
	}
	if alone {
		text = fmt.Sprintf("call Signal with %d on %s: the CPU can end the wait; what is queued after it cannot", l.Value, x.Ref(l.Fence))
	}
	each, ok := x.signalEach(s, w, l)
	if ok {
		each.Spare = onward
		d.WithHelp(each)
	}
	x.sayWork(d, s, w, l)
	return d.WithHelp(diag.Help{Site: w.Site, Draft: draft, Text: text, Spare: ok || onward})
}

// arming are the calls that lead to an event being set.
const arming = "SetEventOnCompletion|SetEventOnMultipleFenceCompletion|SetBackgroundProcessingMode|SetEvent"

// helpArmed proposes to wait for an event after the call that comes next and leads to its being set. The suggestion after it is spare.
func (x explainer) helpArmed(d *diag.Diagnostic, w *incident.Waiter, l *incident.Lack) {
	d.WithHelp(diag.Help{Site: w.Site, Exact: true, Text: fmt.Sprintf("wait for %s after the call that leads to its being set: exchange the two", x.Ref(l.Event)),
		Fix: &diag.Fix{Method: "WaitForSingleObject|WaitForSingleObjectEx", Argument: 1, Action: diag.FixBehind, Text: arming, Object: diag.The(x.Created(l.Event))}})
}

// arm proposes that a fence sets the event which a thread waits for: with the last signal, if one queue alone has got one after all of its work, or
// one for which nothing waits, and nobody else waits.
func (x explainer) arm(s *incident.Stall, w *incident.Waiter) diag.Help {
	h := diag.Help{Site: w.Site, Spare: true, Text: "set the event with SetEvent, or arm it with SetEventOnCompletion of a fence"}
	signals := slices.DeleteFunc(x.AllQueues(0), func(q gpu.ID) bool { return x.Tail(q).Signal() == 0 })
	if len(signals) > 1 {
		signals = slices.DeleteFunc(signals, func(q gpu.ID) bool {
			t := x.Tail(q)
			return !x.Past(t.Fence()).Unwaited(t.Signal(), q)
		})
	}
	if len(signals) != 1 || len(s.Waiters) != 1 {
		return h
	}
	pieces := diag.Pieces(x.Tail(signals[0]).Signal(), "Signal", 1, 2)[1:]
	pieces[0].Earlier, pieces[0].Together, pieces[1].Back = true, true, 1
	h.Draft = &diag.Draft{Edit: diag.EditInsertBefore, Replace: "%1:SetEventOnCompletion(%2, %3)", Once: true, Since: pieces[0].Site,
		Behind:   []gpu.Site{pieces[0].Site},
		Snippets: append(pieces, diag.Snippet{Site: w.Site, Method: "WaitForSingleObject", Argument: 1})}
	return h
}

// signalSpent is the signal before a wait of the CPU for a number that is taken for it; nil if several queues may be meant.
func (x explainer) signalSpent(s *incident.Stall, w *incident.Waiter, l *incident.Lack) *diag.Draft {
	others := x.others(s, w, l)
	if w.IsQueue || len(others) != 1 || blocked(s, others[0]) {
		return nil
	}
	value := diag.Snippet{Spent: true}
	value.Site, value.Method, value.Argument = asked(w, l)
	return &diag.Draft{Edit: diag.EditInsertBefore, Replace: "%2:Signal(%1, %3)",
		Snippets: []diag.Snippet{awaited(value.Site, value.Method, x.Created(l.Fence)), {Made: x.Created(others[0])}, value}}
}

// signalEach is the signal that is missing in each pass of a loop, after the last work that the loop gives to the queue. ok is false if several
// queues may be meant.
func (x explainer) signalEach(s *incident.Stall, w *incident.Waiter, l *incident.Lack) (h diag.Help, ok bool) {
	others := x.others(s, w, l)
	if len(others) != 1 {
		return h, false
	}
	last := x.unsignalled(others[0])
	if last == 0 {
		return h, false
	}
	h = x.afterWork(w, l, others[0], last)
	draft := h.Draft
	for i := range s.Waiters { // who else waits for the fence may say the number in terms of the loop
		other := &s.Waiters[i]
		for k := range other.Lacks {
			if o := &other.Lacks[k]; o.Fence == l.Fence && o != l {
				draft.Or = x.afterWork(other, o, others[0], last).Draft
				draft = draft.Or
			}
		}
	}
	return h, true
}

// afterWork is the signal of a queue after a call that gives it work in each pass of a loop.
func (x explainer) afterWork(w *incident.Waiter, l *incident.Lack, queue gpu.ID, work gpu.Site) diag.Help {
	value := diag.Snippet{Due: true}
	value.Site, value.Method, value.Argument = asked(w, l)
	fence := awaited(value.Site, value.Method, x.Created(l.Fence))
	fence.Together = true // what a pass waits for, in its own words
	text := fmt.Sprintf("signal %s on %s in each pass of the loop, after its work", x.Ref(l.Fence), x.Ref(queue))
	return diag.Help{Site: work, Text: text, Exact: true,
		Draft: &diag.Draft{Edit: diag.EditInsertAfter, Again: true, Stray: true, Replace: "%2:Signal(%1, %3)", Behind: []gpu.Site{value.Site},
			Snippets: []diag.Snippet{fence, {Site: work, Method: "ExecuteCommandLists", Made: x.Created(queue)}, value}}}
}

// asked is where the script says for which value somebody waits: the call, its name and the argument.
func asked(w *incident.Waiter, l *incident.Lack) (site gpu.Site, method string, argument int) {
	switch {
	case w.IsQueue:
		return w.Site, "Wait", 2
	case l.Event != 0:
		return l.RequestSite, "SetEventOnCompletion", 1
	}
	return w.Site, "WaitCPU", 1
}

// awaited is the fence in the words of the call that waits for it.
func awaited(site gpu.Site, method string, made gpu.Site) diag.Snippet {
	piece := diag.Snippet{Site: site, Method: method, Made: made}
	if method == "Wait" {
		piece.Argument = 1
	}
	return piece
}

// others are the queues that can be meant to end a wait, which do not wait for the same value: of several those that have work after their last
// signal; of several of these the one that the name of the fence names, and else the one that has signalled the fence.
func (x explainer) others(s *incident.Stall, w *incident.Waiter, l *incident.Lack) []gpu.ID {
	all := slices.DeleteFunc(x.AllQueues(x.Device(l.Fence)), func(q gpu.ID) bool { return w.IsQueue && q == w.Queue || waitsFor(s, q, l) })
	others := all
	if len(others) > 1 {
		others = slices.DeleteFunc(slices.Clone(others), func(q gpu.ID) bool { return x.unsignalled(q) == 0 })
	}
	alike := slices.DeleteFunc(slices.Clone(others), func(q gpu.ID) bool {
		name := x.Name(q)
		return len(name) < shortName || !strings.Contains(x.Name(l.Fence), name)
	})
	if len(alike) == 1 {
		return alike
	}
	if len(others) != 1 && !x.unsure(l) && !x.loose(l) && slices.Contains(all, l.Given.Queue) { // who has signalled the fence before
		return []gpu.ID{l.Given.Queue}
	}
	return others
}

// shortName is how long the name of a queue must be to tell something by being a part of the name of a fence.
const shortName = 4

// signal is the line of the signal that is missing before a wait: by the only other queue that there is, or by the CPU where a queue is alone. nil:
// several queues may be meant. alone says that the waiter is the only queue.
func (x explainer) signal(s *incident.Stall, w *incident.Waiter, l *incident.Lack) (line *diag.Draft, alone bool) {
	others := x.others(s, w, l)
	draft := &diag.Draft{Edit: diag.EditInsertBefore, Snippets: []diag.Snippet{{Made: x.Created(l.Fence)}}, Once: true, Of: x.Created(l.Fence)}
	switch {
	case len(others) == 1 && (blocked(s, others[0]) || x.late(s, others[0]) && !x.resumes(l, others[0])):
		return nil, false
	case len(others) == 1:
		site, method, argument := asked(w, l)
		last := x.unsignalled(others[0])
		draft.Replace = "%2:Signal(%1, %3)"
		draft.Snippets = []diag.Snippet{awaited(site, method, x.Created(l.Fence)),
			{Site: last, Method: "ExecuteCommandLists", Earlier: true, Made: x.Created(others[0])},
			{Site: site, Method: method, Argument: argument, Else: strconv.FormatUint(l.Value, 10)}}
	case len(others) == 0 && w.IsQueue && len(x.AllQueues(x.Device(l.Fence))) == 1:
		draft.Replace = fmt.Sprintf("%%1:Signal(%d)", l.Value)
		return draft, true
	default:
		return nil, false
	}
	return draft, false
}

func (x explainer) stuck(s *incident.Stall) *diag.Diagnostic {
	w, l := guilty(s)
	d := x.stall(diag.StuckAtEnd, s, "the script ends while %s waits for a value that nothing signals%s", x.waiterName(w), x.again(s, l)).
		Because("The work queued after the wait never runs.")
	if l != nil {
		x.missingHelp(d, s, w, l)
	}
	return d
}

// guilty is the first waiter, in the order of the stall, that lacks something nothing pending brings, with that lack.
func guilty(s *incident.Stall) (*incident.Waiter, *incident.Lack) {
	for i := range s.Waiters {
		for k := range s.Waiters[i].Lacks {
			l := &s.Waiters[i].Lacks[k]
			if l.Thread == "" && !enough(l) {
				return &s.Waiters[i], l
			}
		}
	}
	return &s.Waiters[0], nil
}

// enough says whether a pending signal would satisfy the lack.
func enough(l *incident.Lack) bool {
	for _, p := range l.Pending {
		if p.Enough {
			return true
		}
	}
	return false
}

// nearestPending is the pending signal that comes nearest to what a queue, or the CPU, waits for, nil if there is none: the smallest value that is
// enough, of others before its own; else the largest.
func nearestPending(l *incident.Lack, queue gpu.ID) *incident.PendingSignal {
	var best *incident.PendingSignal
	for i := range l.Pending {
		if p := &l.Pending[i]; best == nil || nearer(p, best, queue) {
			best = p
		}
	}
	return best
}

// nearer says whether one pending signal comes nearer to what a queue waits for than another.
func nearer(p, than *incident.PendingSignal, queue gpu.ID) bool {
	switch {
	case p.Enough != than.Enough:
		return p.Enough
	case !p.Enough:
		return p.Value > than.Value
	case (p.Queue == queue) != (than.Queue == queue):
		return than.Queue == queue
	}
	return p.Value < than.Value
}

// helpValue proposes another value to wait for. Where it is computed, the next one is taken for a slip, however it is computed.
func (x explainer) helpValue(d *diag.Diagnostic, w *incident.Waiter, l *incident.Lack, value uint64, format string, args ...any) *diag.Diagnostic {
	site, method, argument := asked(w, l)
	fix := diag.Shift(method, argument, l.Value, value)
	fix.Once = true // a number that is written out may be another one in each pass
	switch fix.Add {
	case 1:
		fix.Computed = "%p + 1"
	case -1:
		fix.Computed = "%p - 1"
	}
	return d.HelpFix(site, fix, format, args...)
}
