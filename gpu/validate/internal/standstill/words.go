package standstill

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// sayFrame words that one thread lets a queue wait for something that another one does after a Present, in which it may stand behind that wait.
func sayFrame(n Names, h *track.Held, apart bool) *diag.Diagnostic {
	w, p, queue, fence := &h.Wait, &h.Present, n.Ref(n.QueueOf(h.Wait.At.Queue)), n.Ref(n.FenceOf(h.Wait.Fence))
	waits, presents := words.Thread(n, n.ThreadOf(w.By)), words.Thread(n, n.ThreadOf(p.By))
	const before = "%s stands still for ever if %s calls Wait before %s calls Present, and nothing orders their calls"
	const among = "%s stands still for ever if %[3]s waits in Present for a frame that comes after the Wait, and nothing orders the threads' calls"
	const begins = "%s stands still for ever if %[3]s waits for a frame that comes after the Wait, and nothing orders the threads' calls"
	format, here, first, why := among, " waits here until a frame is shown", "before %s calls Present",
		"Present lets its thread wait until few frames are left"
	switch {
	case p.Begins():
		format, here, first, why = begins, " waits here until another frame may be begun", "before %s waits for the frame",
			"The waitable object of a swap chain lets a thread wait until few frames are left"
	case apart:
		format = before
	}
	d := words.New(diag.SignalHeldUp, gpu.Site(w.Mark), format, queue, waits, presents).WithResource(queue)
	d.Halts, d.Still, d.Labels[0].Text = true, diag.StillHeldUp, waits+" lets it wait for "+fence+" >= "+words.Number(w.Value)
	words.Started(n, d, n.ThreadOf(w.By))
	d.Also(gpu.Site(p.Mark), presents+here).Meanwhile()
	words.Started(n, d, n.ThreadOf(p.By))
	d.Also(gpu.Site(h.Signal.Mark), fence+" = "+words.Number(h.Signal.Value)+" comes after that")
	d.Because("%s, and a queue shows them after all that it was given before. If the Wait is given first, the frame is never shown, nor does the signal come.", why)
	d.HelpText("signal %s "+first, fence, presents)
	if h.After {
		return d
	}
	return awaitFirst(n, d, h, "or let %s wait for %s >= %d before it calls Wait")
}

// sayTaken words that a thread begins a frame of a swap chain in the place of another one, for which then none is left.
func sayTaken(n Names, h *track.Held) *diag.Diagnostic {
	w, p, chain := &h.Wait, &h.Present, n.Ref(gpu.ID(h.Chain))
	lacks, takes := words.Thread(n, n.ThreadOf(w.By)), words.Thread(n, n.ThreadOf(p.By))
	d := words.New(diag.SignalHeldUp, gpu.Site(w.Mark),
		"%s waits for a frame of %s for ever if %s waits for one first, and nothing orders the threads' calls",
		lacks, chain, takes).WithResource(chain)
	d.Halts, d.Still, d.Labels[0].Text = true, diag.StillHeldUp, lacks+" waits here until another frame may be begun"
	words.Started(n, d, n.ThreadOf(w.By))
	d.Also(gpu.Site(p.Mark), takes+" waits here for the same").Meanwhile()
	words.Started(n, d, n.ThreadOf(p.By))
	d.Because("Each wait for the waitable object of a swap chain takes one of the frames that may be begun, and a Present gives one when few are left. " +
		"There are fewer than waits.")
	return d.HelpText("let each thread present the frame for which it has waited, or one thread wait for all of them")
}

// awaitFirst lets the thread wait itself before it lets the queue wait.
func awaitFirst(n Names, d *diag.Diagnostic, h *track.Held, help string) *diag.Diagnostic {
	w := &h.Wait
	pieces := diag.Pieces(gpu.Site(w.Mark), "Wait", 1, 2)[1:]
	pieces[0].Made = n.Created(n.FenceOf(w.Fence))
	return d.HelpBefore(gpu.Site(w.Mark), "%1:WaitCPU(%2)", pieces, help, words.Thread(n, n.ThreadOf(w.By)), n.Ref(n.FenceOf(w.Fence)), w.Value)
}

// say words that one thread lets a queue wait, and another one gives it, in no order with that, a signal which the wait may hold up for ever.
func say(n Names, h *track.Held) *diag.Diagnostic {
	w, g, queue := &h.Wait, &h.Signal, n.Ref(n.QueueOf(h.Wait.At.Queue))
	waits, signals := words.Thread(n, n.ThreadOf(w.By)), words.Thread(n, n.ThreadOf(g.By))
	d := words.New(diag.SignalHeldUp, gpu.Site(w.Mark),
		"%s stands still for ever if %s calls Wait before %s calls Signal, and nothing orders their calls", queue, waits, signals).WithResource(queue)
	d.Halts, d.Still, d.Labels[0].Text = true, diag.StillHeldUp, waits+" lets it wait for "+n.Ref(n.FenceOf(w.Fence))+" >= "+words.Number(w.Value)
	words.Started(n, d, n.ThreadOf(w.By))
	d.Also(gpu.Site(g.Mark), signals+" lets it signal "+n.Ref(n.FenceOf(g.Fence))+" = "+words.Number(g.Value)).Meanwhile()
	words.Started(n, d, n.ThreadOf(g.By))
	d.Because("A queue does what it is given one after the other. If the Wait is given first, it holds the Signal up, and neither ever ends.")
	const help = "let %s wait for %s >= %d before it calls Wait, or signal on another queue"
	if w.Fence != g.Fence || w.Value > g.Value {
		return d.HelpText(help, waits, n.Ref(n.FenceOf(g.Fence)), g.Value)
	}
	return awaitFirst(n, d, h, help)
}
