package fences

import (
	"fmt"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// unled says whether signals may lower a fence: those of a fence that is led come in the order of their values.
func (b *Book) unled(w World) func(number int) bool {
	return func(number int) bool {
		f := w.Fence(w.FenceOf(number))
		return f != nil && !f.led
	}
}

// checkWait refuses a wait that ends in some runs, and never in those in which the fence is lowered before anybody comes to the wait. The only thread
// is about to wait for values, or for an event that it alone sets, as ways says: then no other call helps.
func (b *Book) checkWait(w World, c *gpu.CallHead, ways func() []track.Awaited) {
	b.blocked = true
	if b.steps || !b.order.Falls() {
		return
	}
	n := ways()
	if n == nil {
		return
	}
	if s, found := b.order.Stall(n, b.unled(w)); found {
		b.sayLowered(w, w.Say, c, n, &s)
	}
}

// Missed is checkWait for the end of the program, where queues have to do what they were given: one because of each signal, of which the first one
// is told that does not come of something else; nil: there is none.
func (b *Book) Missed(w World) (all []*diag.Diagnostic) {
	if b.steps || b.blocked {
		return nil
	}
	s, found := b.order.Stall(nil, b.unled(w))
	if !found && !b.order.Crowd() {
		b.Late(w, b.order.Known(), true)
		if d := b.Told(); d != nil {
			return []*diag.Diagnostic{d}
		}
	}
	if !found {
		return nil
	}
	b.waits = nil
	all = append(all, b.sayLowered(w, words.New, nil, nil, &s))
	for i := range s.Others {
		all = append(all, b.sayLowered(w, words.New, nil, nil, &s.Others[i]))
	}
	return all
}

// Stands is a wait of a queue that may miss its value, in a run in which nothing can happen any more; nil: there is none, or it is not known.
func (b *Book) Stands(w World) *diag.Diagnostic {
	if s, found := b.order.Stall(nil, b.unled(w)); found {
		return b.sayLowered(w, words.New, nil, nil, &s)
	}
	return nil
}

// sayLowered tells of a wait that may miss its value. c is the wait of the thread, and n what ends it; nil: it is at the end.
func (b *Book) sayLowered(w World, say sayer, c *gpu.CallHead, n []track.Awaited, s *track.Stall) *diag.Diagnostic {
	id, value := w.FenceOf(s.Wait.Fence), s.Wait.Value
	w.Fence(id).missed = true
	queue, lowers := w.QueueOf(track.Agent(s.Wait.At.Queue)), w.QueueOf(track.Agent(s.Lower.At.Queue))
	own, name, by := s.Wait.At.Pos == 0, w.Ref(id), "the CPU"
	if lowers != 0 {
		by = w.Ref(lowers)
	}
	site, who, short := gpu.Site(s.Wait.Mark), w.Ref(queue), "the queue"
	if own {
		site, who, short = c.Site, words.Thread(w, c.Thread), "the thread"
	}
	what, lowered := fmt.Sprintf("%s >= %d", name, value), "the fence"
	if own && (len(n) > 1 || len(n[0].Needs) > 1) {
		what, lowered = waysOf(w, n), name
	}
	d := mayMiss(say, site, who, what).WithObject(id, name).
		Also(gpu.Site(s.Lower.Mark), fmt.Sprintf("%s lowers %s to %d here", by, name, s.Lower.Value)).
		Because("%s may have lowered %s before %s comes to the wait, and nothing gives it %d after that.", words.Capital(by), lowered, short, value)
	d.Missed = missedBy(s)
	if !own && c != nil {
		d.Also(c.Site, words.Thread(w, c.Thread)+" waits here for what comes after that")
	}
	switch h := w.Fence(id).ordered(gpu.Site(s.Lower.Mark)); {
	case h != nil:
		d.WithHelp(*h)
	case s.Early:
		waitEarlier(w, d, gpu.Site(s.Lower.Mark), site, s, own)
	case !b.passFirst(d):
		d.HelpText("let %s pass the wait before %s is lowered", who, lowered)
	}
	return d.HelpText("or do not lower the fence: signal larger values, and wait for them")
}

// missedBy is how a wait misses its value, for what else comes of that.
func missedBy(s *track.Stall) diag.Missed {
	before := func(at track.Point) diag.Wait {
		return diag.Wait{By: int(at.Queue), Before: uint64(at.Pos), For: int(s.Lower.At.Queue), Item: uint64(s.Lower.At.Pos)}
	}
	m := diag.Missed{Wait: before(track.Point(s.Wait.At))}
	for _, at := range s.Givers {
		m.Lifts = append(m.Lifts, before(track.Point(at)))
	}
	return m
}

// ordered is the edit of the advice against a signal that nothing orders with what gives the value, if there is one: with it, that signal comes
// first.
func (f *Fence) ordered(lower gpu.Site) *diag.Help {
	if f.rival != lower || f.order.Draft == nil {
		return nil
	}
	return &f.order
}

// passFirst adds the edit that is advised for the same signal and wait of a queue, if there is one.
func (b *Book) passFirst(d *diag.Diagnostic) bool {
	for _, h := range b.held {
		if h.Object == d.Object && h.Labels[0].Site == d.Labels[1].Site && h.Labels[1].Site == d.Labels[0].Site && h.Help[0].Draft != nil {
			d.WithHelp(h.Help[0])
			return true
		}
	}
	return false
}

// mayMiss begins to tell of a wait that ends in some runs only.
func mayMiss(say sayer, site gpu.Site, who, what string) *diag.Diagnostic {
	d := say(diag.LoweredBeforeWait, site, "%s may wait for %s for ever", who, what)
	d.Halts, d.Still = true, diag.StillMissed
	return d
}

// waysOf are the ways in which a wait ends.
func waysOf(w World, n []track.Awaited) string {
	ways := make([]string, len(n))
	for i := range n {
		needs := make([]string, len(n[i].Needs))
		for k, need := range n[i].Needs {
			needs[k] = fmt.Sprintf("%s >= %d", w.Ref(w.FenceOf(need.Fence)), need.Value)
		}
		if ways[i] = strings.Join(needs, " or "); n[i].All {
			ways[i] = strings.Join(needs, " and ")
		}
	}
	return strings.Join(ways, " or ")
}

// waitEarlier adds the edit that moves a wait to the place before the signal that lowers its fence, and lets that come after the wait.
func waitEarlier(w World, d *diag.Diagnostic, lower, site gpu.Site, s *track.Stall, own bool) {
	fence, queue, lowers := w.FenceOf(s.Wait.Fence), w.QueueOf(track.Agent(s.Wait.At.Queue)), w.QueueOf(track.Agent(s.Lower.At.Queue))
	pieces, line, text := []diag.Snippet{{Made: w.Created(fence)}}, fmt.Sprintf("%%1:WaitCPU(%d)", s.Wait.Value), "wait before the fence is lowered"
	if !own {
		pieces = append(pieces, diag.Snippet{Made: w.Created(queue)}, diag.Snippet{Fresh: "passed"},
			diag.Snippet{Site: w.Created(queue), Else: "%2:GetDevice()"}, diag.Snippet{Made: w.Created(lowers)})
		line = fmt.Sprintf(`%%2:Wait(%%1, %d); local %%3 = %%4:CreateFence(0, "passed"); %%2:Signal(%%3, 1); %%5:Wait(%%3, 1)`, s.Wait.Value)
		text = fmt.Sprintf("let %s wait before that, and pass its wait before %s lowers the fence", w.Ref(queue), w.Ref(lowers))
	}
	d.WithHelp(diag.Help{Site: lower, Text: text, Draft: &diag.Draft{Edit: diag.EditInsertBefore, Replace: line, Snippets: pieces, Once: true},
		And: []diag.Help{{Site: site, Draft: &diag.Draft{Edit: diag.EditDeleteLine, Once: true}}}})
}
