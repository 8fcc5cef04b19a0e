package retell

import (
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/submit"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
)

// finished ends the label of a signal that would have ordered two accesses.
const finished = " comes when that is finished"

// Fences says what scripts can do where the level below proposes a wait for the fence of a queue of the engine, which scripts do not have.
// created says whether an object was made at a place.
func Fences(queues []*submit.Queue, created func(gpu.Site) bool, d *diag.Diagnostic) {
	for _, q := range queues {
		fence := "fence \"" + q.Fence.Name() + "\""
		i := slices.IndexFunc(d.Labels, func(l diag.Label) bool {
			return strings.HasPrefix(l.Text, fence+" = ") && strings.HasSuffix(l.Text, finished)
		})
		if i < 0 {
			continue
		}
		flushed := d.Labels[i].Site
		d.Labels = slices.Delete(d.Labels, i, i+1)
		names := func(text string) bool { return strings.Contains(text, fence) }
		d.Why = slices.DeleteFunc(d.Why, names)
		d.Help = slices.DeleteFunc(d.Help, func(h diag.Help) bool { return names(h.Text) })
		words.Unordered(d, q.Native.Name(), flushed, created(flushed), len(d.Labels[0].Via) > 0)
		return
	}
}

// Stall says of a wait that nothing ends that a context holds the signal back, if it does.
func Stall(d *diag.Diagnostic, c words.Context, s words.Signal) {
	fence := "f" + strings.TrimPrefix(s.Fence, "F")
	switch d.Code {
	case diag.Deadlock, diag.MissingSignal, diag.StuckAtEnd:
	default:
		return
	}
	waits := func(h diag.Help) bool { return strings.Contains(h.Text, fence) }
	if slices.ContainsFunc(d.Help, waits) {
		d.Help = slices.DeleteFunc(d.Help, waits)
		words.NotFlushed(d, c, s)
	}
}
