package fences

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

func idleWords(w World, c *gpu.FenceCall, f *Fence) *diag.Diagnostic {
	return words.Made(w, words.New(diag.IdleWait, c.Site, "%s waits for %s >= %d, which holds from the beginning and orders nothing", w.Ref(c.Queue), w.Ref(c.Fence), c.Value), c.Fence).
		Because("The initial value is %d.", f.Initial).
		HelpEdit(c.Site, diag.EditDeleteLine, "", "wait for the value that the signal behind the work has, or leave the wait out")
}

// sayer starts a diagnostic.
type sayer func(code diag.Code, site gpu.Site, format string, args ...any) *diag.Diagnostic

func adviseTwoSignalers(w World, say sayer, c *gpu.FenceCall, other gpu.ID, s track.Signal, known bool) *diag.Diagnostic {
	who := func(q gpu.ID) string {
		if q == 0 {
			return "the CPU"
		}
		return w.Ref(q)
	}
	queue := c.Queue
	if c.Act == gpu.FenceCPUSignal {
		queue = 0
	}
	d := say(diag.TwoSignalers, c.Site, "%s is signalled by %s and by %s in no certain order", w.Ref(c.Fence), who(other), who(queue)).
		Also(s.Site, fmt.Sprintf("%s signals it here", who(other))).WithResource(w.Ref(c.Fence)).
		Because("No wait orders the two signals, so which of them comes last is not decided, and a wait may end with either.")
	const help = "let %s wait for the other signal before its own, or use one fence for each signaler"
	pieces, line := []diag.Snippet{{Made: w.Created(c.Fence)}, {Made: w.Created(c.Queue)}}, fmt.Sprintf("%%1:WaitCPU(%d)", s.Value)
	switch {
	case !known:
		return d.HelpText(help, who(queue))
	case queue == 0:
		pieces = pieces[:1]
	default:
		line = fmt.Sprintf("%%2:Wait(%%1, %d)", s.Value)
	}
	return d.WithHelp(diag.Help{Site: c.Site, Text: fmt.Sprintf(help, who(queue)), Draft: &diag.Draft{Edit: diag.EditInsertBefore, Replace: line, Snippets: pieces, Once: true}})
}

func adviseRewind(w World, c *gpu.FenceCall, queue gpu.ID, value, highest uint64, at gpu.Site) {
	w.Say(diag.RewindPastWait, c.Site, "%s takes %s down to %d while %s may not have come to its wait for %d", c.Method, w.Ref(c.Fence), c.Value, w.Ref(queue), value).
		Also(at, w.Ref(queue)+" waits here").WithResource(w.Ref(c.Fence)).
		Because("A wait that a queue comes to later compares with the lower value, and goes on waiting.").
		HelpFix(c.Site, valueOf(c, highest+1), "use larger values, or signal the lower one after %s is known to have passed its wait", w.Ref(queue))
}

// valueOf is the edit of the value that a call signals.
func valueOf(c *gpu.FenceCall, value uint64) diag.Fix {
	if c.Act == gpu.FenceCPUSignal {
		return diag.PutArgument(c.Method, 1, value)
	}
	return diag.PutArgument(c.Method, 2, value)
}

func sayMultiple(w World, c *gpu.MultipleFenceCall) {
	w.Say(diag.BadMultipleWait, c.Site, "%s got %s and %s", c.Method, words.Count(len(c.Fences), "fence"), words.Count(len(c.Values), "value")).
		HelpFix(c.Site, lessWaits(c), "give at least one fence, one value for each, and wait for ALL or ANY; without a fence there is nothing to wait for")
}

// lessWaits is the edit that leaves out a wait for nothing, or the one value that has no fence.
func lessWaits(c *gpu.MultipleFenceCall) (fix diag.Fix) {
	switch n := len(c.Values); {
	case len(c.Fences) == 0 && c.Event == 0:
		fix = diag.Fix{Method: c.Method, Argument: 1, Action: diag.FixRemove}
	case len(c.Fences) > 0 && n == len(c.Fences)+1:
		fix = diag.Drop(c.Method, fmt.Sprintf("[%d/%d]", n, n)).At(2)
	}
	return fix
}
