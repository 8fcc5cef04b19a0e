package fences

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// Check applies the rules of a signal or a wait that thread t is about to make.
func (b *Book) Check(w World, t track.Agent, c *gpu.FenceCall) {
	f := w.Fence(c.Fence)
	if f == nil || !w.Usable(c.Fence) || c.Queue != 0 && !w.Usable(c.Queue) || c.Event != 0 && !w.Usable(c.Event) {
		return
	}
	if c.Act != gpu.FencePoll && c.Act != gpu.FencePeek && c.Value > gpu.MaxFenceValue {
		Value(w, c.Fence, c.Value, c.Site)
		return
	}
	if c.Act == gpu.FenceCPUWait && w.Advise() {
		n := track.Need{Fence: f.Number, Value: c.Value}
		b.checkWait(w, &c.CallHead, func() []track.Awaited { return track.Awaits([]track.Need{n}, true) })
		b.begin(t, &c.CallHead, n)
	}
	if !w.Advise() || c.Act != gpu.FenceCPUSignal && c.Act != gpu.FenceQueueSignal {
		return
	}
	if b.trial.fence != nil {
		b.trial = open{}
	}
	agent := signaler(w, t, c)
	b.signalers(w, t, agent, c, f)
	b.checkRewind(w, t, agent, c, f)
}

// signaler is the agent that signals.
func signaler(w World, t track.Agent, c *gpu.FenceCall) track.Agent {
	if q, ok := w.Agent(c.Queue); ok && c.Act == gpu.FenceQueueSignal {
		return q
	}
	return t
}

// signalers advises, once a fence, against signals of different agents that no wait orders (S10). A timeline that is handed
// on, by a wait for the value before, is fine. Where there are several threads it depends on calls of others, too: then parted does it.
func (b *Book) signalers(w World, t, agent track.Agent, c *gpu.FenceCall, f *Fence) {
	if b.order.Crowd() || !f.signaled || f.advised || !b.order.Divides(t, agent, f.Number) {
		return
	}
	r := b.order.Race(t, agent, track.Need{Fence: f.Number, Value: c.Value})
	if r.Racing {
		f.advised = true
		b.adviseTwo(w, w.Say, c, f, r.Rival, f.highest == r.Rival.Value && !f.shared)
	} else if len(r.Open) > 0 {
		b.trial = open{c: *c, fence: f, signal: r.Signal, rivals: r.Open}
	}
}

// open is a signal whose order with others of its fence is not decided: a wait before one of them has nothing that ends it yet.
type open struct {
	c      gpu.FenceCall
	fence  *Fence
	signal track.Signal
	rivals []track.Signal
}

// Decide is the advice that was open. atEnd says that nothing follows. Where there are several threads it is kept until the script has ended, or one
// thread is left: when they know what it takes is up to the run, and a run that stands still does not come so far.
func (b *Book) Decide(w World, atEnd bool) []*diag.Diagnostic {
	known := b.order.Known()
	out := slices.Concat(b.refresh(w), b.unordered(w, known, atEnd))
	b.letGo(w, func(r *rewind) bool { return atEnd || known.At(r.Wait.Queue) >= r.Wait.Pos })
	switch {
	case !b.order.Crowd():
		return out
	case b.order.Alone() && len(b.apart.found) == 0:
		out, b.beside = inOrder(append(b.beside, out...)), nil
		return out
	}
	return b.Hold(out)
}

// inOrder puts advice in the order of the fences: when it was found is up to the run.
func inOrder(advice []*diag.Diagnostic) []*diag.Diagnostic {
	slices.SortStableFunc(advice, func(a, b *diag.Diagnostic) int { return cmp.Compare(a.Object, b.Object) })
	return advice
}

// Hold keeps advice until the script has ended, or one thread is left. It returns nothing.
func (b *Book) Hold(advice []*diag.Diagnostic) []*diag.Diagnostic {
	b.beside = append(b.beside, advice...)
	return nil
}

// unordered is the advice against signals of different agents whose order was open.
func (b *Book) unordered(w World, known track.Clock, atEnd bool) (out []*diag.Diagnostic) {
	_, _, learned := b.order.Common()
	switch {
	case b.ended || learned == b.learned && !atEnd:
		return nil
	case b.order.Crowd():
		b.learned, b.open, b.ended = learned, nil, atEnd
		return b.parted(w, known, atEnd)
	case len(b.open) == 0:
		return nil
	}
	b.learned = learned
	b.open = slices.DeleteFunc(b.open, func(p open) bool {
		for !p.fence.advised && len(p.rivals) > 0 {
			racing, undecided := b.order.Decide(p.signal, p.rivals[0])
			switch {
			case racing:
				p.fence.advised = true
				out = append(out, b.adviseTwo(w, words.New, &p.c, p.fence, p.rivals[0], false))
			case undecided:
				return atEnd
			}
			p.rivals = p.rivals[1:]
		}
		return true
	})
	return out
}

// parted is the advice against signals of different agents where there are several threads, of which every one knows so much.
func (b *Book) parted(w World, known track.Clock, atEnd bool) (out []*diag.Diagnostic) {
	sent := b.order.Sent(b.known, atEnd, b.sent)
	memory := sent
	for _, r := range b.order.Rewinds(b.known, sent) {
		b.keep(rewind{Rewind: r, call: *b.call(w, w.FenceOf(r.Need.Fence), &r.Lower)})
	}
	b.known, b.fences = known, b.fences[:0]
	sent = b.certain(w, sent, atEnd)
	for i := range sent {
		f := w.Fence(w.FenceOf(sent[i].Fence))
		if len(f.sent) == 0 {
			b.fences = append(b.fences, sent[i].Fence)
		}
		f.sent = append(f.sent, sent[i])
	}
	for _, number := range b.fences {
		id := w.FenceOf(number)
		f := w.Fence(id)
		if !f.advised && !w.Disputed(id) {
			x, y, behind := b.order.Parted(f.behind, f.sent)
			if x != nil {
				f.advised = true
				out = append(out, adviseTwoSignalers(w, words.New, id, b.signalled(w, &x.Signal), b.signalled(w, &y.Signal), false))
			}
			f.behind = nil
			if behind != nil {
				f.last = *behind
				f.behind = &f.last
			}
		}
		if clear(f.sent); cap(f.sent) <= fewSent {
			f.sent = f.sent[:0]
		} else {
			f.sent = nil
		}
	}
	clear(memory)
	if b.sent = memory[:0]; cap(memory) > fewSent {
		b.sent = nil
	}
	return out
}

// certain takes those out of signals that do not come in every run, because a queue stands still in some: nothing is said of them. As long as that is
// open they are kept.
func (b *Book) certain(w World, sent []track.Sent, atEnd bool) []track.Sent {
	if len(b.unsure) > 0 {
		sent = append(b.unsure, sent...)
		b.order.SortSent(sent)
		b.unsure = nil
	}
	if len(sent) == 0 {
		return nil
	}
	sure := b.order.Sure()
	return slices.DeleteFunc(sent, func(s track.Sent) bool {
		halts, still := w.Halts(track.Point{Queue: s.Agent, Pos: s.Pos})
		open := sure != nil && s.Pos > sure[s.Agent]
		if open && !halts && !atEnd {
			b.unsure = append(b.unsure, s)
		}
		return halts || open && (still || !atEnd)
	})
}

// fewSent bounds the signals of a fence for which memory is kept.
const fewSent = 16

// call is that of a signal.
func (b *Book) call(w World, fence gpu.ID, s *track.Signal) *gpu.FenceCall {
	c := &gpu.FenceCall{CallHead: gpu.CallHead{Method: "Signal", Site: s.Site}, Act: gpu.FenceCPUSignal, Queue: w.QueueOf(s.Agent),
		Fence: fence, Value: s.Value}
	if c.Queue != 0 {
		c.Act = gpu.FenceQueueSignal
	}
	return c
}

// signalled is a signal as words have it.
func (b *Book) signalled(w World, s *track.Signal) signalled {
	return signalled{w.QueueOf(s.Agent), s.Site, s.Value}
}

// adviseTwo advises against a signal that is not ordered with another one, s. highest says that no signal so far has a larger value than that.
func (b *Book) adviseTwo(w World, say sayer, c *gpu.FenceCall, f *Fence, s track.Signal, highest bool) *diag.Diagnostic {
	x, y := b.signalled(w, &s), signalled{c.Queue, c.Site, c.Value}
	if c.Act == gpu.FenceCPUSignal {
		y.queue = 0
	}
	// Only that signal satisfies a wait for its value.
	known := (highest || !b.order.Several(f.Number)) && f.Initial < x.value && x.value < y.value
	d := adviseTwoSignalers(w, say, c.Fence, x, y, known)
	f.rival, f.order = x.site, d.Help[0] // as it is before the edit is worked out
	return d
}

// CheckMultiple applies the rules of SetEventOnMultipleFenceCompletion: there is a fence, and a value for each.
func (b *Book) CheckMultiple(w World, t track.Agent, c *gpu.MultipleFenceCall) {
	if len(c.Fences) == 0 || len(c.Fences) != len(c.Values) || c.Mode > gpu.WaitAny {
		sayMultiple(w, c)
		return
	}
	all := w.Usable(c.Event)
	for i, id := range c.Fences {
		usable := w.Usable(id)
		if all = all && usable && c.Values[i] <= gpu.MaxFenceValue; usable && c.Values[i] > gpu.MaxFenceValue {
			Value(w, id, c.Values[i], c.Site)
		}
	}
	if all && c.Event == 0 && w.Advise() {
		b.checkWait(w, &c.CallHead, func() []track.Awaited { return track.Awaits(needsOf(w, c), c.Mode == gpu.WaitAll) })
		if c.Mode == gpu.WaitAll || len(c.Fences) == 1 {
			b.begin(t, &c.CallHead, needsOf(w, c)...)
		}
	}
}

// needsOf are the values that a call waits for.
func needsOf(w World, c *gpu.MultipleFenceCall) []track.Need {
	needs := make([]track.Need, 0, len(c.Fences))
	for i, id := range c.Fences {
		if f := w.Fence(id); f != nil {
			needs = append(needs, track.Need{Fence: f.Number, Value: c.Values[i]})
		}
	}
	return needs
}

// idleWait keeps the advice against a wait that holds from the beginning. A loop may begin with such a wait and wait for more
// the next time, and then it must not be deleted.
func (b *Book) idleWait(w World, c *gpu.FenceCall, f *Fence) {
	if !b.busy[c.Site] {
		b.idle = append(b.idle, idle{site: c.Site, say: idleWords(w, c, f)})
	}
}

// mayIdle is idleWait where there are several threads: whether another one lowers the fence before the wait is up to the schedule, and the end says
// whether any does. One that is lowered, though not below the value, may be waited for because of that.
func (b *Book) mayIdle(w World, c *gpu.FenceCall, f *Fence, wait track.Point) {
	if c.Value > f.Initial {
		b.busy[c.Site] = true
	} else {
		b.idle = append(b.idle, idle{c.Site, idleWords(w, c, f), f, c.Value, b.action(b.order.Call(wait))})
	}
}

// action is a call that is made now.
func (b *Book) action(c track.Call) action {
	b.actions++
	return action{c, b.actions}
}

// precedes says whether a call comes before another one in every run.
func (b *Book) precedes(x, y action) bool {
	if x.call.By == y.call.By {
		return x.number < y.number
	}
	before, certain := b.order.Comes(b.order.Again(x.call), b.order.Again(y.call))
	return before && certain
}

// Last is what is told at the end of the program: waits that may never end, and advice. A script that has failed gets what one thread has done for
// certain: nobody knows what it would have done to end a wait, and what it would have waited for later.
func (b *Book) Last(w World, end incident.Ending) []*diag.Diagnostic {
	rewinds := slices.DeleteFunc(b.held, func(d *diag.Diagnostic) bool {
		f := w.Fence(d.Object)
		return f != nil && f.missed // that is the same mistake
	})
	if end != incident.Ended {
		if b.order.Crowd() {
			return nil
		}
		return rewinds
	}
	if missed := b.apart.tell(); len(missed) > 0 { // a run that stands still does not come to advice
		return missed
	}
	return slices.Concat(rewinds, inOrder(b.beside), b.Idle())
}

// Idle is the advice against waits that never ordered anything, at the end of the program.
func (b *Book) Idle() (out []*diag.Diagnostic) {
	for i := range b.idle {
		x := &b.idle[i]
		if f := x.fence; f != nil && (f.signaled && f.lowest < x.value ||
			slices.ContainsFunc(f.lowers, func(a action) bool { return !b.precedes(x.action, a) })) {
			b.busy[x.site] = true
		}
	}
	track.Sequence(b.order, b.idle, func(x idle) track.Call { return b.order.Again(x.call) })
	for i := range b.idle {
		if !b.busy[b.idle[i].site] {
			out = append(out, b.idle[i].say)
		}
	}
	b.idle = nil
	return out
}
