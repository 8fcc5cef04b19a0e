package words

import (
	"fmt"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// The words of the rules about lifetimes, lists and frames. Detection stands with the methods.

// DeviceReleased words EngineUseAfterRelease for a render device. The device can go after calls that leave nothing: no object that nobody
// releases, and no command that nobody submits.
func DeviceReleased(device Object, method string, site gpu.Site) *diag.Diagnostic {
	g := UseAfterRelease(device, method, site)
	switch method {
	case "FinishFrame", "Flush", "IdleGPU", "InvalidateState", "PurgeReleaseQueues", "ReleaseStaleResources", "WaitForIdle":
		return g
	}
	g.Help = nil
	return g.HelpText("release the device last, after this call and what ends it: Flush for commands, Release for objects")
}

// UseAfterRelease words EngineUseAfterRelease.
func UseAfterRelease(o Object, method string, site gpu.Site) *diag.Diagnostic {
	return o.names(diag.New(diag.EngineUseAfterRelease, "%s uses %s, which was released", method, o)).
		At(site, "uses it").Also(o.Released, o.Gone()).Also(o.Created, "created here").
		HelpFix(o.Released, behind("Release", site), "release it after this call")
}

// OtherDevice words EngineOtherDevice. tied says that other objects of its device go with it.
func OtherDevice(o, of, with Object, tied bool, method string, site gpu.Site) *diag.Diagnostic {
	var maker diag.Fix
	if !tied {
		maker = diag.Fix{Method: makers, Argument: 1, Action: diag.FixReceiver, Text: "%o", Object: diag.The(with.Created)}
	}
	return diag.New(diag.EngineOtherDevice, "%s was created by %s, but %s works on %s", o, of, method, with).WithResource(o.String()).
		At(site, "").Also(o.Created, "created here").HelpFix(o.Created, maker,
		"make both with the same device; data of two devices can be exchanged only through CPU memory")
}

// makers are the methods of render devices that make objects.
const makers = "CreateBuffer|CreateTexture|CreateSampler|CreateFence|CreateQuery|CreateComputePipelineState|CreateGraphicsPipelineState|CreatePipelineResourceSignature"

// behind moves the call of a method after the call at a place.
func behind(method string, site gpu.Site) diag.Fix {
	return diag.Fix{Method: method, Argument: 1, Action: diag.FixBehind, Object: diag.The(site)}
}

// UseAfterReleaseOn is UseAfterRelease on a context.
func UseAfterReleaseOn(o Object, c Context, method string) *diag.Diagnostic {
	d := UseAfterRelease(o, method, c.Site)
	d.Labels[0].Text = "used by " + c.On()
	return d
}

// ReleasedTwice words EngineReleasedTwice.
func ReleasedTwice(o Object, site gpu.Site) *diag.Diagnostic {
	return o.names(diag.New(diag.EngineReleasedTwice, "%s is released twice", o)).
		At(site, "released again").Also(o.Released, o.Gone()).
		HelpEdit(site, diag.EditDeleteLine, "", "an object is released once: leave this call out")
}

// ReleasedPart words EngineReleasedTwice for an object that goes with another one.
func ReleasedPart(o, owner Object, site gpu.Site) *diag.Diagnostic {
	return diag.New(diag.EngineReleasedTwice, "%s is released, but %s owns it", o, owner).WithResource(o.String()).
		At(site, "").Also(owner.Created, owner.String()+" is created here").
		Because("It is released with %s.", owner).HelpEdit(site, diag.EditDeleteLine, "", "leave this call out")
}

// ReleasedBefore words EngineReleasedBeforeExecution.
func ReleasedBefore(c Context, l List, u Use) *diag.Diagnostic {
	return u.Object.names(diag.New(diag.EngineReleasedBeforeExecution, "%s needs %s, which was released before the list is executed", l, u.Object)).
		At(c.Site, "executed by "+c.On()).Also(u.Object.Released, u.Object.Gone()).Also(u.Site, "recorded here by "+u.Method).
		Because("A deferred context keeps no references: the release was paired with a list of %s that goes out earlier.", c).
		Note("The list was recorded by %s.", l.By.On()).
		HelpFix(u.Object.Released, behind("Release", c.Site), "release %s after ExecuteCommandLists", u.Object)
}

// Mask words EngineContextMask.
func Mask(o Object, c Context, queue int, method string, site gpu.Site) *diag.Diagnostic {
	return diag.New(diag.EngineContextMask, "%s uses %s on context %d, which its ImmediateContextMask does not include", method, o, queue).
		WithResource(o.String()).
		At(site, "used by "+c.On()).Also(o.Created, fmt.Sprintf("created with mask 0x%x", o.Mask)).
		Because("It is destroyed when the queues of its mask are done with it, and this queue is not one of them.").
		HelpFix(o.Created, maskFix(o, o.Mask|1<<queue), "create it with ImmediateContextMask = 0x%x", o.Mask|1<<queue)
}

// maskFix sets the mask in the call that made a buffer or a texture.
func maskFix(o Object, mask uint64) diag.Fix {
	kind, _, _ := strings.Cut(o.Title, " ")
	if kind != "Buffer" && kind != "Texture" {
		return diag.Fix{}
	}
	return diag.Put("Create"+kind, "ImmediateContextMask", mask)
}

// ContextUse words EngineContextUse.
func ContextUse(c Context, method, why, help string) *diag.Diagnostic {
	return diag.New(diag.EngineContextUse, "%s cannot be called on %s: %s", method, c, why).WithResource(c.String()).
		At(c.Site, "").HelpText("%s", help)
}

// immediate is an immediate context by its number, from 0, in the script.
func immediate(number int) string { return fmt.Sprintf("%%1:GetImmediateContext(%d)", number+1) }

// device is the render device in the script.
var device = diag.Only("CreateDeviceAndContexts")

// Deferred words EngineContextUse: a method of immediate contexts is called on a deferred one. number is that of its target, 0 if it has none.
func Deferred(c Context, method string, number int) *diag.Diagnostic {
	g := ContextUse(c, method, "it is a deferred context, which has no queue", "")
	g.Help = nil
	text := strings.Replace(immediate(number), "%1", "%o", 1)
	return g.HelpFix(c.Site, diag.Fix{Method: method, Argument: 1, Action: diag.FixReceiver, Text: text, Object: device},
		"call it on an immediate context")
}

// NotBegun words EngineContextUse: a deferred context is used that does not record.
func NotBegun(c Context, method string) *diag.Diagnostic {
	g := ContextUse(c, method, "it does not record: Begin was not called", "")
	g.Help = nil
	line := "%2:Begin(" + immediate(0) + ")"
	g.HelpBefore(c.Site, line, []diag.Snippet{{Only: device}, {Site: c.Site}}, "call Begin with the immediate context that will execute the list")
	draft := g.Help[0].Draft
	draft.Ahead, draft.Until = true, "FinishCommandList"
	if c.Began != 0 { // for the list before
		draft.Behind = []gpu.Site{c.Began}
	}
	return g
}

// BegunTwice words EngineContextUse.
func BegunTwice(c Context) *diag.Diagnostic {
	g := ContextUse(c, "Begin", "it records already", "").Also(c.Began, "begun here")
	g.Help = nil
	return g.HelpFix(c.Site, diag.Fix{Method: "Begin", Argument: 1, Action: diag.FixRemove}, "leave the call out, or call FinishCommandList first")
}

// BeginImmediate words EngineContextUse.
func BeginImmediate(c Context) *diag.Diagnostic {
	g := ContextUse(c, "Begin", "it is an immediate context, which always records", "")
	g.Help = nil
	return g.HelpFix(c.Site, diag.Fix{Method: "Begin", Argument: 1, Action: diag.FixRemove}, "leave the call out")
}

// NoPipelines words EngineContextUse: the queue of a context runs no pipelines of a type.
func NoPipelines(c Context, method string, queue gpu.CommandListType, typ gpu.PipelineType) *diag.Diagnostic {
	able := "DIRECT"
	if typ == gpu.PipelineCompute {
		able = "DIRECT or a COMPUTE"
	}
	return ContextUse(c, method, fmt.Sprintf("its queue of type %s runs no %s pipelines", queue, typ),
		fmt.Sprintf("call it on a context of a %s queue", able))
}

// ListTwice words EngineListTwice.
func ListTwice(c Context, l List, first gpu.Site) *diag.Diagnostic {
	g := l.Object.names(diag.New(diag.EngineListTwice, "%s is executed twice", l)).
		At(c.Site, "executed again by "+c.On()).Also(first, "executed here").
		Because("A list is consumed by its execution: its commands refer to dynamic memory of one frame.")
	if first != c.Site {
		g.HelpEdit(c.Site, diag.EditDeleteLine, "", "leave this call out")
	}
	return g.HelpText("record the commands again")
}

// target is the context that a list was begun for, in the script.
func (l List) target() diag.Snippet {
	return diag.Snippet{Site: l.Began, Argument: 1, Method: "Begin"}
}

// executed is the edit that executes the list alone, before or instead of the call at a place.
func (l List) executed() (line string, pieces []diag.Snippet) {
	return "%1:ExecuteCommandLists { %2 }", []diag.Snippet{l.target(), {Made: l.Created}}
}

// WrongContext words EngineWrongContext. alone says that no other list is executed by the call.
func WrongContext(c Context, l List, alone bool) *diag.Diagnostic {
	g := diag.New(diag.EngineWrongContext, "%s was begun for %s and is executed on %s", l, l.Target, c).WithResource(l.String()).
		At(c.Site, "executed by "+c.On()).Also(l.Began, fmt.Sprintf("begun here, in frame %d", l.FrameBegan))
	if !alone {
		return g.HelpText("execute it on %s, or begin it for %s", l.Target, c)
	}
	line, pieces := l.executed()
	return g.HelpInstead(c.Site, line, pieces, "execute it on %s", l.Target).HelpText("or begin it for %s", c)
}

// LateList words EngineLateList.
func LateList(c Context, l List) *diag.Diagnostic {
	g := diag.New(diag.EngineLateList, "%s is executed in a later frame than it was begun in", l).WithResource(l.String()).
		At(c.Site, fmt.Sprintf("executed in frame %d of %s, as list %d", c.Frame, c, c.Number)).
		Also(l.Began, fmt.Sprintf("begun in frame %d", l.FrameBegan))
	ended := c
	if l.Frame != l.By.Frame {
		ended = l.By
		g.Because("%s is in frame %d, the list is of frame %d: its descriptors and its memory are in use again.", l.By, l.By.Frame, l.Frame)
	} else {
		g.Because("Dynamic descriptors and memory belong to one frame.")
	}
	g.Also(ended.Ended, fmt.Sprintf("ends frame %d of %s", ended.Frame-1, ended))
	if l.Frame != l.By.Frame && l.FrameBegan != c.Frame || l.Frame+1 < l.By.Frame || l.FrameBegan+1 < c.Frame {
		return g.HelpText("execute the list before FinishFrame") // more than one FinishFrame is between
	}
	return g.HelpFix(ended.Ended, behind("FinishFrame", c.Site), "execute the list before FinishFrame")
}

// FrameRecords words EngineFrameOpen.
func FrameRecords(c Context, open []Measuring) *diag.Diagnostic {
	g := diag.New(diag.EngineFrameOpen, "FinishFrame is called on %s while it records", c).WithResource(c.String()).
		At(c.Site, "").Also(c.Began, "begun here").
		Note("It is frame %d.", c.Frame)
	return finishBefore(g, c, open, c.Site, diag.Pieces(c.Site, "FinishFrame"))
}

// awaited proposes to wait for the end of the thread before a call.
func (t Thread) awaited(site gpu.Site) diag.Help {
	return diag.Help{Site: site, Text: "wait for the thread first, with Join", Draft: diag.JoinOf(t.Started, 0)}
}

// finishBefore proposes to end what a deferred context records before a call, and to execute it. own is the context in the script.
func finishBefore(g *diag.Diagnostic, c Context, open []Measuring, site gpu.Site, own []diag.Snippet) *diag.Diagnostic {
	pieces := append([]diag.Snippet{{Site: c.Began, Argument: 1, Method: "Begin"}}, own...)
	return endBefore(g, open, site, "%1:ExecuteCommandLists { %2:FinishCommandList() }", pieces, "call FinishCommandList and execute the list first")
}

// endBefore proposes a line before a call that submits what is recorded. It takes the end of the measurements that are open.
func endBefore(g *diag.Diagnostic, open []Measuring, site gpu.Site, line string, pieces []diag.Snippet, text string) *diag.Diagnostic {
	if len(open) == 0 {
		return g.HelpBefore(site, line, pieces, "%s", text)
	}
	text = "call EndQuery for what measures, then " + text
	for i, m := range open {
		g.Also(m.Began, m.Query.String()+" measures from here")
		switch {
		case m.Query.Paired != "": // a measurement that cannot be ended any more
			return g.HelpText("%s, before %s is released", text, m.Query)
		case i == 0:
			g.HelpBefore(site, endQuery, m.pieces(), "%s", text)
		default:
			g.AndBefore(site, endQuery, m.pieces())
		}
	}
	return g.AndBefore(site, line, pieces)
}

// FrameCommands words EngineFrameOpen. read is where the CPU reads what all of the commands have to be submitted for; 0: it does not.
func FrameCommands(c Context, commands int, read gpu.Site, uses []Use, open []Measuring) *diag.Diagnostic {
	g := diag.New(diag.EngineFrameOpen, "FinishFrame is called on %s with %s not flushed", c,
		counted(commands, "command that was", "commands that were")).WithResource(c.String()).At(c.Site, "")
	if read != 0 {
		g.Also(read, "they had to be submitted before this, too")
	}
	if len(uses) > 0 {
		g.Also(uses[0].Site, "recorded here by "+uses[0].Method)
	}
	g.Because("They would be executed with memory that other frames use again.").Note("It is frame %d and list number %d.", c.Frame, c.Number)
	return endBefore(g, open, c.Site, "%1:Flush()", []diag.Snippet{{Site: c.Site, Method: "FinishFrame"}}, "call Flush first")
}

// FrameBeforeExecution words EngineFrameBeforeExecution.
func FrameBeforeExecution(c Context, l List) *diag.Diagnostic {
	g := diag.New(diag.EngineFrameBeforeExecution, "FinishFrame is called on %s before %s was executed", c, l).WithResource(c.String()).
		At(c.Site, fmt.Sprintf("ends frame %d", c.Frame)).Also(l.Created, "finished here")
	if m := l.Missed; m != (Missed{}) {
		g.Started(m.Started, m.Title).Also(m.Sent, "executes the lists that are finished").
			Because("The thread finished the list after that, since nothing makes ExecuteCommandLists wait for the thread.")
		if !m.Alone { // what the thread waits for may come after ExecuteCommandLists
			return g.HelpText("call ExecuteCommandLists when the thread has finished the list")
		}
		return g.WithHelp(m.awaited(m.Sent))
	}
	line, pieces := l.executed()
	return g.Also(l.Began, "begun here").
		Because("The list's descriptors and memory would be in use again when it runs.").
		HelpBefore(c.Site, line, pieces, "call ExecuteCommandLists on %s first", l.Target)
}

// FrameMapped words EngineFrameMapped.
func FrameMapped(c Context, m Mapping) *diag.Diagnostic {
	g := diag.New(diag.EngineFrameMapped, "FinishFrame is called on %s while %s is mapped", c, m.Object).WithResource(m.Object.String()).
		At(c.Site, fmt.Sprintf("ends frame %d", c.Frame)).Also(m.Opened, "mapped here").
		Because("Its memory belongs to the frame, so the pointer would point to memory that others use.")
	if unmapBefore(g, m, c.Site); m.Copied && c.Queue {
		g.AndBefore(c.Site, "%1:Flush()", diag.Pieces(c.Site, "FinishFrame"))
	}
	return g
}

// unmapBefore proposes to end a mapping before a call.
func unmapBefore(g *diag.Diagnostic, m Mapping, site gpu.Site) *diag.Diagnostic {
	line, call, pieces := unmapping(m)
	return g.HelpBefore(site, line, pieces, "call Unm%s first", call[1:])
}

// unmapping is the line that ends a mapping, with its pieces, and the call that began it.
func unmapping(m Mapping) (line, call string, pieces []diag.Snippet) {
	if m.Texture {
		return "%1:UnmapTextureSubresource(%2, %3, %4)", "MapTextureSubresource", diag.Pieces(m.Opened, "MapTextureSubresource", 1, 2, 3)
	}
	return "%1:UnmapBuffer(%2)", "MapBuffer", diag.Pieces(m.Opened, "MapBuffer", 1)
}

// ReleasedMapped words EngineFrameMapped for the end of a device.
func ReleasedMapped(device Object, m Mapping, site gpu.Site) *diag.Diagnostic {
	g := diag.New(diag.EngineFrameMapped, "%s is released while %s is mapped", device, m.Object).WithResource(m.Object.String()).
		WithSeverity(diag.SeverityWarning).
		At(site, "the device is released here").Also(m.Opened, "mapped here, in frame "+fmt.Sprint(m.Frame)+" of "+m.By.String())
	return unmapBefore(g, m, site)
}

// counted is a number with the words for one or for several.
func counted(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", several)
}

// Call is a call of a method that has no arguments.
type Call struct {
	Site   gpu.Site
	Method string
}

// FrameGrows words EngineFrameGrows. flushed is the last submission of the context if nothing of the frame would be missing after it; else the
// zero value.
func FrameGrows(c Context, pages int, bytes uint64, flushed Call) *diag.Diagnostic {
	g := diag.New(diag.EngineFrameGrows, "%s has taken %d pages of dynamic memory in frame %d", c, pages, c.Frame).WithResource(c.String()).
		At(c.Site, fmt.Sprintf("%d bytes so far", bytes)).Because("Only FinishFrame recycles dynamic memory; Flush does not.")
	if known(g, flushed.Site, "submitted last here, by "+flushed.Method); flushed.Site == 0 {
		return g.HelpText("call FinishFrame at the end of each frame")
	}
	line := fmt.Sprintf("%%1:%s(); %%1:FinishFrame()", flushed.Method)
	return g.HelpInstead(flushed.Site, line, diag.Pieces(flushed.Site, flushed.Method), "call FinishFrame at the end of each frame")
}

// ListDropped words EngineListDropped. given says that the list itself was released, not its device, and intact that nothing it needs was.
func ListDropped(l List, given, intact bool) *diag.Diagnostic {
	g := l.Object.names(diag.New(diag.EngineListDropped, "%s is released without having been executed", l)).
		At(l.Site, "recorded by "+l.By.On()).Also(l.Created, "finished here")
	if !intact {
		return g.HelpText("execute it before what it uses is released, or do not record it")
	}
	line, pieces := l.executed()
	if !given {
		return g.HelpBefore(l.Site, line, pieces, "execute it").HelpText("or do not record it")
	}
	return g.HelpInstead(l.Site, line, pieces, "execute it").HelpText("or do not record it")
}

// CommandsLost words EngineListDropped. intact says that nothing the commands need was released.
func CommandsLost(c Context, n int, site gpu.Site, intact bool, open []Measuring) *diag.Diagnostic {
	g := diag.New(diag.EngineListDropped, "the device is released while %s holds %s not submitted", c,
		counted(n, "command that was", "commands that were")).WithResource(c.String()).
		At(site, "").Also(c.Site, "last used here")
	switch {
	case !c.Queue && intact:
		return finishBefore(g, c, open, site, []diag.Snippet{{Site: c.Site}})
	case !c.Queue:
		return g.HelpText("call FinishCommandList and execute the list before what it uses is released")
	}
	return endBefore(g, open, site, "%1:Flush()", []diag.Snippet{{Site: c.Site}}, "call Flush before the end")
}

// SignalLost words EngineListDropped: a signal was enqueued and never submitted.
func SignalLost(c Context, s Signal, site gpu.Site) *diag.Diagnostic {
	return diag.New(diag.EngineListDropped, "the device is released while %s holds a signal of %s with %d that was not submitted", c, s.Fence,
		s.Value).WithResource(c.String()).
		At(site, "").Also(s.Site, "enqueued here").Because("EnqueueSignal takes effect with the next Flush.").
		HelpBefore(site, "%1:Flush()", []diag.Snippet{{Site: s.Site, Method: "EnqueueSignal"}}, "call Flush before the end")
}

// maxLeaks is how many leaked objects a message names.
const maxLeaks = 20

// Leaks words EngineLeak.
func Leaks(device string, site gpu.Site, leaked []Object) *diag.Diagnostic {
	g := diag.New(diag.EngineLeak, "%s is released with %s not", device, counted(len(leaked), "object that was", "objects that were")).
		WithResource(device).At(site, "the device is released here")
	for _, o := range leaked[:min(len(leaked), maxLeaks)] {
		g.Also(o.Created, o.String()+" was created here").Note("%s was not released.", o)
	}
	if n := len(leaked) - maxLeaks; n > 0 {
		g.Note("There are %d more.", n)
	}
	if len(leaked) == 1 {
		return g.HelpBefore(site, "%1:Release()", []diag.Snippet{{Made: leaked[0].Created}},
			"release it once its last command was invoked, here at the latest")
	}
	return g.HelpText("release each object when its last command was invoked")
}

// Signatures words EngineContextUse: a pipeline with signatures does not make binding objects.
func Signatures(p Object, method string, site gpu.Site) *diag.Diagnostic {
	return diag.New(diag.EngineContextUse, "%s of %s: its variables are those of its pipeline resource signatures", method, p).
		WithResource(p.String()).
		At(site, "").Also(p.Created, "created here").HelpText("call %s of the signature", method)
}
