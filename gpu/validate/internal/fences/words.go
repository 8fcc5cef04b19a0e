package fences

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

func idleWords(w World, c *gpu.FenceCall, f *Fence) *diag.Diagnostic {
	return words.Made(w, words.New(diag.IdleWait, c.Site, "%s waits for %s >= %d, which is true from the start and orders nothing", w.Ref(c.Queue),
		w.Ref(c.Fence), c.Value), c.Fence).
		Because("The initial value is %d.", f.Initial).
		HelpEdit(c.Site, diag.EditDeleteLine, "", "wait for a value above the initial one that is signalled after the work, or leave the wait out")
}

// sayer starts a diagnostic.
type sayer func(code diag.Code, site gpu.Site, format string, args ...any) *diag.Diagnostic

// signalled is a signal of a queue, or of the CPU.
type signalled struct {
	queue gpu.ID // 0: the CPU
	site  gpu.Site
	value uint64
}

func adviseTwoSignalers(w World, say sayer, fence gpu.ID, x, y signalled, known bool) *diag.Diagnostic {
	who := func(s signalled) string {
		if s.queue == 0 {
			return "the CPU"
		}
		return w.Ref(s.queue)
	}
	by := "by " + who(x) + " and by " + who(y)
	if x.queue == y.queue {
		by = "by two threads"
		if x.queue != 0 {
			by += " through " + who(x)
		}
	}
	d := say(diag.TwoSignalers, y.site, "%s is signalled %s in no defined order", w.Ref(fence), by).
		Also(x.site, fmt.Sprintf("%s signals it here", who(x))).WithObject(fence, w.Ref(fence)).
		Because("No wait orders the two signals, so it is undefined which comes last, and a wait may end with either.")
	const help = "let %s wait for the other signal before its own, or use one fence for each signaler"
	pieces, line := []diag.Snippet{{Made: w.Created(fence)}, {Made: w.Created(y.queue)}}, fmt.Sprintf("%%1:WaitCPU(%d)", x.value)
	switch {
	case x.queue == y.queue:
		return d.HelpText("let one thread wait for the other before its signal, or use one fence for each thread")
	case !known:
		return d.HelpText(help, who(y))
	case y.queue == 0:
		pieces = pieces[:1]
	default:
		line = fmt.Sprintf("%%2:Wait(%%1, %d)", x.value)
	}
	return d.WithHelp(diag.Help{Site: y.site, Text: fmt.Sprintf(help, who(y)),
		Draft: &diag.Draft{Edit: diag.EditInsertBefore, Replace: line, Snippets: pieces, Once: true}})
}

func sayMultiple(w World, c *gpu.MultipleFenceCall) {
	w.Say(diag.BadMultipleWait, c.Site, "%s got %s and %s", c.Method, words.Count(len(c.Fences), "fence"), words.Count(len(c.Values), "value")).
		HelpFix(c.Site, lessWaits(
			c), "give at least one fence, one value for each, and wait for ALL or ANY; without a fence there is nothing to wait for")
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
