package standstill

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// say words that one thread lets a queue wait, and another one gives it, in no order with that, a signal which the wait may hold up for ever.
func say(n Names, h *track.Held) *diag.Diagnostic {
	w, g, queue := &h.Wait, &h.Signal, n.Ref(n.QueueOf(h.Wait.At.Queue))
	waits, signals := words.Thread(n, n.ThreadOf(w.By)), words.Thread(n, n.ThreadOf(g.By))
	d := words.New(diag.SignalHeldUp, gpu.Site(w.Mark), "%s stands still for ever if %s calls Wait before %s calls Signal, and nothing orders their calls", queue, waits, signals).WithResource(queue)
	d.Halts, d.Labels[0].Text = true, waits+" lets it wait for "+n.Ref(n.FenceOf(w.Fence))+" >= "+words.Number(w.Value)
	words.Started(n, d, n.ThreadOf(w.By))
	d.Also(gpu.Site(g.Mark), signals+" lets it signal "+n.Ref(n.FenceOf(g.Fence))+" = "+words.Number(g.Value)).Meanwhile()
	words.Started(n, d, n.ThreadOf(g.By))
	d.Because("A queue does what it is given one after the other. If the Wait is given first, it holds the Signal up, and neither ever ends.")
	const help = "let %s wait for %s >= %d before it calls Wait, or signal on another queue"
	if w.Fence != g.Fence || w.Value > g.Value {
		return d.HelpText(help, waits, n.Ref(n.FenceOf(g.Fence)), g.Value)
	}
	pieces := diag.Pieces(gpu.Site(w.Mark), "Wait", 1, 2)[1:]
	pieces[0].Made = n.Created(n.FenceOf(w.Fence))
	return d.HelpBefore(gpu.Site(w.Mark), "%1:WaitCPU(%2)", pieces, help, waits, n.Ref(n.FenceOf(w.Fence)), w.Value)
}
