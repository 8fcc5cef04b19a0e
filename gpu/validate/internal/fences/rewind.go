package fences

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// rewind is a signal that may take a fence below the value that a queue waits for before the queue comes to the wait. Where that cannot come there
// yet, what lets it go on may be given after the signal, in every run, so that it compares with what the fence has later: that is known when it has
// passed the wait, or at the end.
type rewind struct {
	track.Rewind
	call  gpu.FenceCall
	hangs bool // the queue had a wait by then, before or after that one, that nothing had ended
}

// fewRewinds is how many are kept. The last ones come after those that are dropped, so the queue does not come to its wait before them either.
const fewRewinds = 64

// checkRewind advises, once a fence, against a signal that the only thread is about to give. What is not known yet is kept when it is given.
func (b *Book) checkRewind(w World, t, agent track.Agent, c *gpu.FenceCall, f *Fence) {
	if b.trialRewinds = b.trialRewinds[:0]; f.lowered || b.order.Crowd() {
		return
	}
	for _, x := range b.order.Overtaken(t, agent, track.Need{Fence: f.Number, Value: c.Value}) {
		b.busy[x.Site] = true // that it held from the beginning is not certain any more
		r := rewind{x, *c, b.order.Hangs(t, b.order.Root(x.Wait.Queue))}
		if !x.Open {
			b.trialRewinds, f.lowered = b.trialRewinds[:0], true
			b.held = append(b.held, adviseRewind(w, words.New, &r, false))
			return
		}
		if c.Act == gpu.FenceQueueSignal { // what a thread gives now comes before all that is given later
			b.trialRewinds = append(b.trialRewinds, r)
		}
	}
}

// hold keeps what was not known of the signal that is given now, at the place lower.
func (b *Book) hold(c *gpu.FenceCall, lower track.Point) {
	for _, r := range b.trialRewinds {
		if r.call.Site == c.Site {
			r.Lower = track.Signal{Agent: lower.Queue, Pos: lower.Pos}
			b.keep(r)
		}
	}
	b.trialRewinds = b.trialRewinds[:0]
}

func (b *Book) keep(r rewind) {
	if len(b.rewinds) == fewRewinds {
		b.rewinds = slices.Delete(b.rewinds, 0, 1)
	}
	b.rewinds = append(b.rewinds, r)
}

// letGo keeps the advice that is due until the script has ended, because a wait that may never end is told in its place: where the queue may come to
// its wait before the signal, and after it. Where it comes after it in every run, another signal gives the value, or an error tells that none does.
func (b *Book) letGo(w World, due func(*rewind) bool) {
	b.rewinds = slices.DeleteFunc(b.rewinds, func(r rewind) bool {
		f := w.Fence(r.call.Fence)
		if f.lowered || w.Disputed(r.call.Fence) {
			return true
		}
		if !due(&r) {
			return false
		}
		if b.order.Missable(&r.Rewind) {
			f.lowered = true
			r.hangs = r.hangs && !b.order.Passable(&r.Rewind)
			b.held = append(b.held, adviseRewind(w, words.New, &r, true))
		}
		return true
	})
}

// Hasten looks at what was not known, where nothing can happen any more.
func (b *Book) Hasten(w World) { b.letGo(w, func(*rewind) bool { return true }) }

// adviseRewind advises against a signal that lowers a fence. Where the queue hung, at a wait that nothing ended so far, the CPU must not wait for it,
// and a wait of a queue would be one that nothing ended so far, too. late: it is known later.
func adviseRewind(w World, say sayer, r *rewind, late bool) *diag.Diagnostic {
	c, queue := &r.call, w.QueueOf(r.Wait.Queue)
	name := w.Ref(queue)
	d := say(diag.RewindPastWait, c.Site, "%s lowers %s to %d while %s may not have reached its wait for %d", c.Method, w.Ref(c.Fence),
		c.Value, name, r.Need.Value).
		Also(r.Site, name+" waits here").WithObject(c.Fence, w.Ref(c.Fence)).
		Because("A wait that a queue reaches later compares with the lower value, and keeps waiting.")
	if r.hangs && late {
		return d.Because("%s was blocked in a wait, for a value that nothing could give it yet when the call that lowers the fence was made.",
			words.Capital(name)).
			HelpText("do not lower the fence: signal larger values, and wait for them; or let %s go on, and pass this wait, before the fence is lowered", name)
	}
	if r.hangs {
		return d.HelpText("do not lower the fence: signal larger values, and wait for them; or let %s pass its wait first", name)
	}
	pieces := []diag.Snippet{{Site: w.Created(queue), Else: "%2:GetDevice()"}, {Made: w.Created(queue)}, {Fresh: "passed"}}
	line := `local %3 = %1:CreateFence(0, "passed"); %2:Signal(%3, 1); `
	if c.Act == gpu.FenceCPUSignal {
		line += "%3:WaitCPU(1)"
	} else {
		line, pieces = line+"%4:Wait(%3, 1)", append(pieces, diag.Snippet{Made: w.Created(c.Queue)})
	}
	return d.HelpBefore(c.Site, line, pieces, "let %s pass its wait first: signal another fence on it, and wait for that", name).
		HelpText("or do not lower the fence: signal larger values, and wait for them")
}
