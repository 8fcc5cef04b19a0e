package words

import (
	"fmt"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// The words of the rules about states and fences.

// FixedState words EngineState.
func FixedState(t Tracked, state gpu.ResourceStates, method string, site gpu.Site) *diag.Diagnostic {
	return diag.New(diag.EngineState, "%s needs %s in state %s, but a STAGING resource stays in %s", method, t, state, t.State).
		WithResource(t.Owner.String()).
		At(site, "").Also(t.Owner.Created, "created here").HelpText("%s", otherAccess[t.State == gpu.StateCopyDest])
}

// otherAccess is what to do where a STAGING resource is used as its CPU access does not allow, by whether commands write to it.
var otherAccess = map[bool]string{
	true:  `with CPUAccessFlags = "READ" commands only copy to it: exchange source and destination, or create it with CPUAccessFlags = "WRITE" if the CPU writes what is copied`,
	false: `with CPUAccessFlags = "WRITE" commands only copy from it: exchange source and destination, or create it with CPUAccessFlags = "READ" if the CPU reads what was copied`,
}

// StateOfQueue words EngineState.
func StateOfQueue(t Tracked, state gpu.ResourceStates, typ gpu.CommandListType, method string, site gpu.Site) *diag.Diagnostic {
	g := diag.New(diag.EngineState, "%s has to do with %s in state %s, which %s contexts do not know", method, t, state, typ).
		WithResource(t.Owner.String()).At(site, "")
	return known(g, t.Since, "brought into its state here").HelpText("bring it into state COMMON on the context that knows %s", state)
}

// NotOnQueue words EngineState: a command needs a state that its queue does not know.
func NotOnQueue(t Tracked, state gpu.ResourceStates, typ gpu.CommandListType, method string, site gpu.Site) *diag.Diagnostic {
	able := "DIRECT"
	if state&^gpu.StateComputeBits == 0 {
		able = "DIRECT or a COMPUTE"
	}
	return diag.New(diag.EngineState, "%s cannot be done on a context of a %s queue: it needs %s in state %s", method, typ, t, state).
		WithResource(t.Owner.String()).At(site, "").
		HelpText("record it on a context of a %s queue", able)
}

// known adds a label at a place, if there is one.
func known(g *diag.Diagnostic, site gpu.Site, text string) *diag.Diagnostic {
	if site == 0 {
		return g
	}
	return g.Also(site, text)
}

// Verify words EngineState.
func Verify(t Tracked, got, want gpu.ResourceStates, method string, site, before gpu.Site) *diag.Diagnostic {
	g := diag.New(diag.EngineState, "%s needs %s in state %s; it is in %s", method, t, want, got).WithResource(t.Owner.String()).
		At(site, "verified here")
	known(g, before, "brought into its state here")
	kind, _, _ := strings.Cut(t.Owner.Title, " ")
	if t.Subresource >= 0 || kind != "Buffer" && kind != "Texture" {
		return g.HelpText("transition it before, or let the engine do so with the mode TRANSITION")
	}
	line := fmt.Sprintf("%%1:TransitionResourceStates { { Resource = %%2, NewState = %q } }", want)
	return g.HelpBefore(site, line, []diag.Snippet{{Site: site}, {Made: t.Owner.Created}}, "transition it before").
		HelpText("or let the engine do so with the mode TRANSITION")
}

// FenceValue words EngineFenceValue.
func FenceValue(c Context, f Fence, method string, value uint64) *diag.Diagnostic {
	g := diag.New(diag.EngineFenceValue, "%s of %s with value %d: the highest value enqueued is %d", method, f, value, f.Enqueued).
		WithResource(f.String()).At(c.Site, "")
	if method == "EnqueueSignal" {
		return g.Because("A value that is not higher says nothing new.").
			HelpFix(c.Site, diag.PutArgument(method, 2, f.Enqueued+1), "signal %d", f.Enqueued+1)
	}
	g.Because("Nothing signals the value, so the queue would wait forever.")
	if f.Enqueued == 0 {
		return g.Also(f.Created, "created here").HelpText("enqueue the signal on the other context first")
	}
	return g.HelpFix(c.Site, diag.PutArgument(method, 2, f.Enqueued), "wait for %d, or enqueue the signal on the other context first", f.Enqueued)
}

// WaitBehindSignal words EngineFenceOrder.
func WaitBehindSignal(c Context, f Fence, value uint64, s Signal) *diag.Diagnostic {
	return diag.New(diag.EngineFenceOrder, "%s waits for %s after a signal of %s that was not flushed", c, f, s.Fence).WithResource(f.String()).
		At(c.Site, fmt.Sprintf("waits for %d", value)).Also(s.Site, fmt.Sprintf("enqueues the signal of %d", s.Value)).
		Because("A submission waits first and signals last: the signal of %d would wait too, and queues could wait for each other forever.", s.Value).
		HelpBefore(c.Site, "%1:Flush()", []diag.Snippet{{Site: c.Site, Method: "DeviceWaitForFence"}}, "call Flush between the two calls")
}
