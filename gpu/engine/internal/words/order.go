package words

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// The words of what the level below finds between queues, contexts and the CPU.

// submits are the methods of immediate contexts that submit: what they are called on is a context, and not a swap chain.
const submits = "Flush|WaitForIdle|ExecuteCommandLists"

// First is the earlier one of two accesses that nothing orders.
type First struct {
	Context  string   // whose queue does it, by name
	Site     gpu.Site // the submission
	Value    uint64   // of the queue, that covers it
	Creation bool     // it is the upload of first contents
	Alone    int      // of first contents: the immediate context, from 0, that alone uses them; -1: there are others
	Queued   bool     // the second one is of another queue, and not of the CPU
	Own      *Signal  // of the program, after the same submission; nil: there is none
	Made     gpu.Site // of its fence
	Lead     gpu.Site // the first signal that was enqueued for the submission of the second one, which waits come before; 0: there is none
}

// Unordered says why two accesses are not ordered, and what orders them.
func Unordered(d *diag.Diagnostic, first First) {
	rest, context, here := d.Help, fmt.Sprintf("DeviceContext %q", first.Context), d.Primary().Site
	d.Help = nil
	defer func() { d.Help = append(d.Help, rest...) }()
	wait, by := "%1:WaitForIdle()", []diag.Snippet{{Site: first.Site, Method: submits}}
	switch {
	case first.Creation:
		d.Because("First contents are uploaded by a submission of %s that value %d covers, which nothing waits for.", context, first.Value).
			HelpFix(first.Site, first.uploader(), "make it with DataContext = the context that uses it first").
			HelpBefore(here, "%1:IdleGPU()", []diag.Snippet{{Site: first.Site}}, "or wait for the upload: call IdleGPU on the device before")
	case first.Queued:
		d.Because("The first one is covered by value %d of %s: nothing makes the second one wait for it.", first.Value, context).
			WithHelp(first.wait(here, by[0])).
			HelpBefore(here, wait, by, "or let the CPU wait: call WaitForIdle on %s", context)
	default:
		d.Because("The submission is covered by value %d of %s, for which the application has not waited.", first.Value, context).
			HelpBefore(here, wait, by, "call WaitForIdle on %s before", context)
	}
}

// wait proposes that the second queue waits: for the signal that is there where its value is the right one each time, or else for one of a new fence.
func (f First) wait(here gpu.Site, by diag.Snippet) diag.Help {
	other := diag.Pieces(here, submits)
	h := diag.Help{Site: cmp.Or(f.Lead, here),
		Text: fmt.Sprintf("let the second queue wait: EnqueueSignal and Flush on DeviceContext %q, and DeviceWaitForFence with the same fence and value on the other context before this", f.Context),
		Draft: &diag.Draft{Edit: diag.EditInsertBefore,
			Replace:  `local %1 = %2:CreateFence { Name = "done" }; %3:EnqueueSignal(%1, 1); %3:Flush(); %4:DeviceWaitForFence(%1, 1); %1:Release()`,
			Snippets: append([]diag.Snippet{{Fresh: "done"}, {Only: device}, by}, other...)}}
	if f.Own == nil {
		return h
	}
	h.Draft.Text = h.Text
	h.Text = fmt.Sprintf("let the second queue wait: DeviceWaitForFence with %s and %d on the other context before this", f.Own.Fence, f.Own.Value)
	h.Draft = &diag.Draft{Edit: diag.EditInsertBefore, Once: true, Of: f.Made, Replace: fmt.Sprintf("%%1:DeviceWaitForFence(%%2, %d)", f.Own.Value),
		Snippets: append(other, diag.Snippet{Site: f.Own.Site, Argument: 1, Earlier: true, Made: f.Made}), Or: h.Draft}
	return h
}

// uploader makes the queue that alone uses first contents upload them, if there is one.
func (f First) uploader() diag.Fix {
	if f.Alone < 0 {
		return diag.Fix{}
	}
	text := strings.Replace(immediate(f.Alone), "%1", "%o", 1)
	return diag.Fix{Method: "CreateBuffer|CreateTexture", Argument: 1, Path: "DataContext", Text: text, Object: device}
}

// NeverSignalled proposes the signal that a wait for a fence lacks. alone says that one context only can give it.
func NeverSignalled(d *diag.Diagnostic, fence Object, value uint64, alone bool) {
	h := diag.Help{Site: d.Primary().Site, Text: fmt.Sprintf(
		"call EnqueueSignal with %s and %d, and Flush, on the context whose work is waited for, after that work", fence, value)}
	if alone {
		line := fmt.Sprintf("local %%3 = %s; %%3:EnqueueSignal(%%2, %d); %%3:Flush()", immediate(0), value)
		h.Draft = &diag.Draft{Edit: diag.EditInsertBefore, Replace: line,
			Snippets: []diag.Snippet{{Only: device}, {Made: fence.Created}, {Fresh: "context"}}, Once: true}
	}
	d.WithHelp(h)
}

// NotFlushed says that a signal which is waited for was enqueued and not flushed.
func NotFlushed(d *diag.Diagnostic, c Context, s Signal) {
	here := d.Primary().Site
	d.Also(s.Site, fmt.Sprintf("enqueues the signal on %s, list %d", c, c.Number)).
		Because("The signal of %s with %d was enqueued on %s, which was not flushed.", s.Fence, s.Value, c).
		HelpBefore(here, "%1:Flush()", []diag.Snippet{{Site: s.Site}}, "call Flush on %s before", c)
}
