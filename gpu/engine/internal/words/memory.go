package words

import (
	"errors"
	"fmt"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/layout"
)

// The words of the rules about memory, states, fences and descriptions.

// Desc words EngineDescription.
func Desc(site gpu.Site, kind, name, why string) *diag.Diagnostic {
	g := diag.New(diag.EngineDescription, "%s %q cannot be made: %s", kind, name, why).At(site, "")
	if name == "" {
		g.Title = fmt.Sprintf("the %s cannot be made: %s", kind, why)
	}
	return g
}

// Faulty is Desc of a fault, which says what to do.
func Faulty(site gpu.Site, kind, name string, f desc.Fault) *diag.Diagnostic {
	return Desc(site, kind, name, f.Why).HelpText("%s", f.Help)
}

// Contradiction is Desc of what contradicts itself in the description of a buffer or a texture.
func Contradiction(site gpu.Site, kind, name, why string, r desc.Repair) *diag.Diagnostic {
	return repaired(Desc(site, kind, name, why), site, "Create"+kind, r)
}

// DeviceContradiction is Contradiction of the description of a render device.
func DeviceContradiction(site gpu.Site, name, why string, r desc.Repair) *diag.Diagnostic {
	return repaired(Desc(site, "RenderDevice", name, why), site, "CreateDeviceAndContexts", r)
}

// repaired proposes what repairs the description of a call.
func repaired(g *diag.Diagnostic, site gpu.Site, call string, r desc.Repair) *diag.Diagnostic {
	switch {
	case r.Text == "":
		return g
	case r.Field == "":
		return g.HelpText("%s", r.Text)
	case r.Value == nil:
		return g.HelpFix(site, diag.Drop(call, r.Field), "%s", r.Text)
	}
	return g.HelpFix(site, diag.Put(call, r.Field, r.Value), "%s", r.Text)
}

// NotBound words EngineDescription: a buffer or a texture is used in a way that its bind flags do not have.
func NotBound(o Object, usage desc.Usage, has, wants desc.BindFlags, method string, site gpu.Site) *diag.Diagnostic {
	g := diag.New(diag.EngineDescription, "%s cannot be done with %s: its BindFlags %s do not have %s", method, o, has, wants).WithResource(o.String()).At(site, "").
		Also(o.Created, "created here")
	kind, _, _ := strings.Cut(o.Title, " ")
	if usage != desc.UsageDefault && (usage == desc.UsageStaging || wants&(desc.BindRenderTarget|desc.BindDepthStencil|desc.BindUnorderedAccess) != 0) {
		return g.HelpText("make it with that bind flag and Usage DEFAULT")
	}
	return g.HelpFix(o.Created, diag.Put("Create"+kind, "BindFlags", has|wants), "make it with that bind flag")
}

// DescUse words EngineDescription.
func DescUse(o Object, method, why, help string, site gpu.Site) *diag.Diagnostic {
	return diag.New(diag.EngineDescription, "%s cannot be done with %s: %s", method, o, why).WithResource(o.String()).At(site, "").Also(o.Created, "created here").HelpText("%s", help)
}

// NoMips words EngineDescription as advice: GenerateMips gets a texture of one level, which could have full levels.
func NoMips(o Object, full uint32, site gpu.Site) *diag.Diagnostic {
	return diag.New(diag.EngineDescription, "GenerateMips fills nothing: %s has one mip level", o).WithResource(o.String()).WithSeverity(diag.SeverityAdvice).At(site, "").Also(o.Created, "created here").
		HelpText("make it with MipLevels = 0, which is all %d levels, or leave the call out", full)
}

// Range words EngineRange.
func Range(o Object, method string, offset, size, limit uint64, site gpu.Site) *diag.Diagnostic {
	return outside(o, method, offset, size, limit, site).HelpText("stay inside, with at least one byte")
}

func outside(o Object, method string, offset, size, limit uint64, site gpu.Site) *diag.Diagnostic {
	return diag.New(diag.EngineRange, "%s of [%d, %d) is outside of %s, which is [0, %d)", method, offset, offset+size, o, limit).WithResource(o.String()).
		WithRange(offset, offset+size).At(site, "").Also(o.Created, "created here")
}

// RangeAt is Range where the offset is an argument of the call, from 1, and the number of bytes another; 0: the bytes stand in the script.
func RangeAt(o Object, method string, offsetArgument, sizeArgument int, offset, size, limit uint64, site gpu.Site) *diag.Diagnostic {
	g := outside(o, method, offset, size, limit, site)
	called := method
	if offsetArgument == 1 { // a method of mapped data, of which a script has several forms
		called = ""
	}
	switch {
	case sizeArgument > 0 && offset < limit:
		g.HelpFix(site, diag.PutArgument(called, sizeArgument, limit-offset), "use %s from byte %d on", counted(int(limit-offset), "byte", "bytes"), offset)
	case sizeArgument == 0 && 0 < size && size <= limit:
		g.HelpFix(site, diag.PutArgument(called, offsetArgument, limit-size), "begin at byte %d or before", limit-size)
	default:
		return g.HelpText("stay inside, with at least one byte")
	}
	return g
}

// Misaligned words EngineRange: an argument, from 1, is no multiple.
func Misaligned(o Object, method string, argument int, offset, of uint64, site gpu.Site) *diag.Diagnostic {
	return diag.New(diag.EngineRange, "%s of %s from byte %d on: offsets are multiples of %d bytes", method, o, offset, of).WithResource(o.String()).
		At(site, "").Also(o.Created, "created here").HelpFix(site, diag.PutArgument(method, argument, offset/of*of), "use %d or %d", offset/of*of, offset/of*of+of)
}

// Map words EngineMap.
func Map(c Context, b Object, method, why, help string) *diag.Diagnostic {
	return diag.New(diag.EngineMap, "%s cannot be done with %s: %s", method, b, why).WithResource(b.String()).At(c.Site, "").Also(b.Created, "created here").HelpText("%s", help)
}

// MapFlags words EngineMap: a buffer is mapped in a way that it cannot be. DISCARD is right for every DYNAMIC one that is mapped for WRITE.
func MapFlags(c Context, b Object, of desc.BufferDesc, typ desc.MapType, f desc.MapFlags, why, help string) *diag.Diagnostic {
	g := Map(c, b, "MapBuffer", why, help)
	g.Help = nil
	discard, made := diag.PutArgument("MapBuffer", 3, "DISCARD"), func(field string, value any) diag.Fix { return diag.Put("CreateBuffer", field, value) }
	mapped := f == desc.MapDiscard || f == desc.MapNoOverwrite
	plain := of.Usage == desc.UsageDefault && len(of.Data) == 0
	switch {
	case of.Usage == desc.UsageDynamic && typ == desc.MapWrite:
		return g.HelpFix(c.Site, discard, "%s", help)
	case of.Usage == desc.UsageDynamic:
		return g.HelpFix(c.Site, diag.PutArgument("MapBuffer", 2, "WRITE"), "%s", help).AndFix(c.Site, discard)
	case of.Usage == desc.UsageStaging && typ == desc.MapRead && of.CPUAccessFlags == desc.CPUWrite, of.Usage == desc.UsageStaging && typ == desc.MapWrite && of.CPUAccessFlags == desc.CPURead:
		access := map[desc.MapType]desc.CPUAccess{desc.MapRead: desc.CPURead, desc.MapWrite: desc.CPUWrite}[typ]
		return g.HelpText("%s", help).HelpFix(b.Created, made("CPUAccessFlags", access), "or make it with CPUAccessFlags %s", access)
	case plain && typ == desc.MapWrite && mapped && of.BindFlags&desc.BindUnorderedAccess == 0:
		return g.HelpText("write it with UpdateBuffer").HelpFix(b.Created, made("Usage", desc.UsageDynamic), "or make it with Usage DYNAMIC, if each frame writes it again")
	case plain && typ == desc.MapRead && f == 0 && of.BindFlags == 0:
		return g.HelpFix(b.Created, made("Usage", desc.UsageStaging), "make it with Usage STAGING, or copy it to such a buffer").AndFix(b.Created, made("CPUAccessFlags", desc.CPURead))
	}
	return g.HelpText("%s", help)
}

// MappedTwice words EngineMap. what is mapped: the buffer, or a subresource.
func MappedTwice(c Context, m Mapping, what string) *diag.Diagnostic {
	g := Map(c, m.Object, "MapBuffer", what+" is mapped already", "").Also(m.Opened, "mapped here, in frame "+fmt.Sprint(m.Frame))
	if g.Help = nil; m.Texture {
		g.Title = strings.Replace(g.Title, "MapBuffer", "MapTextureSubresource", 1)
	}
	return unmapBefore(g, m, c.Site)
}

// Unmapped words EngineMap: there is nothing to unmap.
func Unmapped(c Context, o Object, method, what string) *diag.Diagnostic {
	g := Map(c, o, method, what+" is not mapped in this context", "")
	g.Help = nil
	return g.HelpFix(c.Site, diag.Fix{Method: method, Argument: 1, Action: diag.FixRemove}, "leave the call out, or call %s first", strings.Replace(method, "Unmap", "Map", 1))
}

// UnmappedOther words EngineMap: another subresource of the texture is mapped, by its mip level and slice.
func UnmappedOther(c Context, o Object, mip, slice uint32, opened gpu.Site) *diag.Diagnostic {
	const method = "UnmapTextureSubresource"
	g := Map(c, o, method, "the subresource is not mapped in this context", "").Also(opened, fmt.Sprintf("mip level %d of slice %d is mapped here", mip, slice))
	g.Help = nil
	return g.HelpFix(c.Site, diag.PutArgument(method, 2, mip), "unmap mip level %d of slice %d, which is mapped", mip, slice).AndFix(c.Site, diag.PutArgument(method, 3, slice))
}

// Immutable words EngineMap: a command writes a buffer or a texture that no command writes.
func Immutable(c Context, o Object, usage desc.Usage, method, help string) *diag.Diagnostic {
	g := Map(c, o, method, "its usage is "+usage.String()+", which no command writes", help)
	kind, _, _ := strings.Cut(o.Title, " ")
	if usage != desc.UsageImmutable {
		return g
	}
	g.Help = nil
	return g.HelpFix(o.Created, diag.Drop("Create"+kind, "Usage"), "make it with Usage DEFAULT")
}

// MapAccess words EngineMap.
func MapAccess(m Mapping, method string, typ desc.MapType) *diag.Diagnostic {
	return diag.New(diag.EngineMap, "%s cannot be done with %s: it was mapped for %s", method, m.Object, typ).WithResource(m.Object.String()).
		At(m.Site, "in frame "+fmt.Sprint(m.Frame)+" of "+m.By.String()).Also(m.Opened, "mapped here").HelpText("map it for the access that is meant")
}

// NeverMapped words EngineStaleContents.
func NeverMapped(c Context, b Object, method string) *diag.Diagnostic {
	return diag.New(diag.EngineStaleContents, "%s uses %s, which was not mapped in %s", method, b, c).WithResource(b.String()).
		At(c.Site, fmt.Sprintf("used in frame %d", c.Frame)).Also(b.Created, "created here").
		Because("Mapping a DYNAMIC buffer gives it memory, in one context and one frame.").HelpText("call MapBuffer with DISCARD on %s before", c)
}

// StaleContents words EngineStaleContents.
func StaleContents(c Context, b Object, at Content, method string) *diag.Diagnostic {
	g := diag.New(diag.EngineStaleContents, "%s uses contents of %s that are gone: they are of frame %d, it is frame %d", method, b, at.Frame, c.Frame).WithResource(b.String()).
		At(c.Site, fmt.Sprintf("used in frame %d of %s", c.Frame, c)).Also(at.Site, fmt.Sprintf("mapped in frame %d", at.Frame)).
		Also(c.Ended, fmt.Sprintf("ends frame %d", c.Frame-1)).Because("FinishFrame gives dynamic memory to other frames.")
	if fix := discard(method); fix != (diag.Fix{}) || at.Frame+1 != c.Frame {
		return g.HelpFix(c.Site, fix, "call MapBuffer with DISCARD in each frame before the first use")
	}
	flush := &diag.Draft{Edit: diag.EditReplaceLine, Replace: "%1:Flush()", Snippets: diag.Pieces(c.Ended, "FinishFrame"), Once: true} // in a loop the frames would never end
	return g.HelpText("call MapBuffer with DISCARD in each frame before the first use").
		WithHelp(diag.Help{Site: c.Ended, Text: "or end the frame after this use: call Flush here, and FinishFrame later", Draft: flush})
}

// discard maps with DISCARD instead of NO_OVERWRITE, if that is what the call does.
func discard(method string) diag.Fix {
	if method != "MapBuffer with NO_OVERWRITE" {
		return diag.Fix{}
	}
	return diag.PutArgument("MapBuffer", 3, "DISCARD")
}

// StaleMapping words EngineStaleMapping.
func StaleMapping(m Mapping, method string) *diag.Diagnostic {
	why := fmt.Sprintf("it was unmapped in frame %d of %s", m.Frame, m.By)
	switch {
	case m.Lasts:
		why = "it was unmapped"
	case m.Frame != m.By.Frame:
		why = fmt.Sprintf("it is of frame %d of %s, which is in frame %d", m.Frame, m.By, m.By.Frame)
	}
	g := diag.New(diag.EngineStaleMapping, "%s goes through a mapping of %s that has ended: %s", method, m.Object, why).WithResource(m.Object.String()).
		At(m.Site, "").Also(m.Opened, "mapped here")
	known(g, m.Closed, "unmapped here")
	if m.Frame != m.By.Frame && !m.Lasts {
		return g.Also(m.By.Ended, fmt.Sprintf("ends frame %d", m.By.Frame-1)).HelpText("map it again")
	}
	call := "UnmapBuffer"
	if m.Texture {
		call = "UnmapTextureSubresource"
	}
	return g.HelpFix(m.Closed, behind(call, m.Site), "map it again, or unmap it after this call")
}

// StagingRead words EngineStagingRead.
func StagingRead(c Context, b Object, written gpu.Site, q Context, value uint64) *diag.Diagnostic {
	g := diag.New(diag.EngineStagingRead, "%s is read before the GPU is known to have written it", b).WithResource(b.String()).
		At(c.Site, "mapped for READ by "+c.On()).Also(written, "written by a command here").
		Because("The write is covered by value %d of %s; the application has waited for %d.", value, q, q.Known)
	if q.Title != c.Title {
		return g.HelpText("call WaitForIdle on %s, or wait for a fence that it signals, before", q)
	}
	return idleBefore(g, c, "call WaitForIdle on %s, or wait for a fence that it signals, before", q)
}

// StagingUnsubmitted words EngineStagingRead. own says that the context that maps has recorded the command.
func StagingUnsubmitted(c Context, b Object, written gpu.Site, own bool) *diag.Diagnostic {
	g := diag.New(diag.EngineStagingRead, "%s is read before the command that writes it was submitted", b).WithResource(b.String()).
		At(c.Site, "mapped for READ by "+c.On()).Also(written, "written by a command here")
	if !own {
		return g.HelpText("execute the list or flush the context that writes it, and wait before")
	}
	return idleBefore(g.Note("It is recorded by %s.", c.On()), c, "call Flush and wait before: WaitForIdle does both")
}

// idleBefore proposes to wait on the context that maps.
func idleBefore(g *diag.Diagnostic, c Context, format string, args ...any) *diag.Diagnostic {
	return g.HelpBefore(c.Site, "%1:WaitForIdle()", []diag.Snippet{{Site: c.Site}}, format, args...)
}

// FixedState words EngineState.
func FixedState(t Tracked, state gpu.ResourceStates, method string, site gpu.Site) *diag.Diagnostic {
	return diag.New(diag.EngineState, "%s needs %s in state %s, but a STAGING resource stays in %s", method, t, state, t.State).WithResource(t.Owner.String()).
		At(site, "").Also(t.Owner.Created, "created here").HelpText("%s", otherAccess[t.State == gpu.StateCopyDest])
}

// otherAccess is what to do where a STAGING resource is used as its CPU access does not allow, by whether commands write to it.
var otherAccess = map[bool]string{
	true:  `with CPUAccessFlags = "READ" commands only copy to it: exchange source and destination, or create it with CPUAccessFlags = "WRITE" if the CPU writes what is copied`,
	false: `with CPUAccessFlags = "WRITE" commands only copy from it: exchange source and destination, or create it with CPUAccessFlags = "READ" if the CPU reads what was copied`,
}

// StateOfQueue words EngineState.
func StateOfQueue(t Tracked, state gpu.ResourceStates, typ gpu.CommandListType, method string, site gpu.Site) *diag.Diagnostic {
	g := diag.New(diag.EngineState, "%s has to do with %s in state %s, which %s contexts do not know", method, t, state, typ).WithResource(t.Owner.String()).At(site, "")
	return known(g, t.Since, "brought into its state here").HelpText("bring it into state COMMON on the context that knows %s", state)
}

// NotOnQueue words EngineState: a command needs a state that its queue does not know.
func NotOnQueue(t Tracked, state gpu.ResourceStates, typ gpu.CommandListType, method string, site gpu.Site) *diag.Diagnostic {
	able := "DIRECT"
	if state&^gpu.StateComputeBits == 0 {
		able = "DIRECT or a COMPUTE"
	}
	return diag.New(diag.EngineState, "%s cannot be done on a context of a %s queue: it needs %s in state %s", method, typ, t, state).WithResource(t.Owner.String()).At(site, "").
		HelpText("record it on a context of a %s queue", able)
}

// known adds a label at a place, if there is one.
func known(g *diag.Diagnostic, site gpu.Site, text string) *diag.Diagnostic {
	if site == 0 {
		return g
	}
	return g.Also(site, text)
}

// NoSubresource words EngineRange.
func NoSubresource(o Object, method string, of *gpu.ResourceDesc, site gpu.Site) *diag.Diagnostic {
	slices := of.Subresources() / uint32(of.MipLevels)
	return diag.New(diag.EngineRange, "%s names a subresource that %s does not have: it has %s and %s", method, o, counted(int(of.MipLevels), "mip level", "mip levels"), counted(int(slices), "slice", "slices")).
		WithResource(o.String()).At(site, "").Also(o.Created, "created here").HelpText("count mip levels and slices from 0")
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
	return g.HelpBefore(site, line, []diag.Snippet{{Site: site}, {Made: t.Owner.Created}}, "transition it before").HelpText("or let the engine do so with the mode TRANSITION")
}

// FenceValue words EngineFenceValue.
func FenceValue(c Context, f Fence, method string, value uint64) *diag.Diagnostic {
	g := diag.New(diag.EngineFenceValue, "%s of %s with value %d: the highest value enqueued is %d", method, f, value, f.Enqueued).WithResource(f.String()).At(c.Site, "")
	if method == "EnqueueSignal" {
		return g.Because("A value that is not higher says nothing new.").HelpFix(c.Site, diag.PutArgument(method, 2, f.Enqueued+1), "signal %d", f.Enqueued+1)
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

// VariableOwner words EngineDescription.
func VariableOwner(owner Object, s *layout.Slot, site gpu.Site) *diag.Diagnostic {
	help := "ask a binding object of the pipeline"
	if s.Type == desc.VariableStatic {
		help = "ask the pipeline, with GetStaticVariableByName"
	}
	return diag.New(diag.EngineDescription, "%s is not set on %s", s.What(0), owner).WithResource(owner.String()).At(site, "").HelpText("%s", help)
}

// NoVariable words EngineDescription.
func NoVariable(owner Object, slots []layout.Slot, stage gpu.ShaderStage, name string, site gpu.Site) *diag.Diagnostic {
	g := diag.New(diag.EngineDescription, "%s has no variable %q of the %s shader", owner, name, stage).WithResource(owner.String()).At(site, "")
	for _, s := range slots {
		g.Note("There is %s of the %s shader.", s.What(0), s.Stages.Words())
	}
	return g.HelpText("use a name that the shader declares")
}

// Measuring is a query that measures in what is recorded.
type Measuring struct {
	Query Object
	Began gpu.Site // BeginQuery
}

// endQuery is the line that ends a measurement, of these pieces.
const endQuery = "%1:EndQuery(%2)"

func (m Measuring) pieces() []diag.Snippet {
	return []diag.Snippet{{Site: m.Began}, {Site: m.Began, Argument: 1, Method: "BeginQuery"}}
}

// QueryUse words EngineQuery.
func QueryUse(c Context, q Object, method, why, help string) *diag.Diagnostic {
	return queryMistake(q, method, why).At(c.Site, "on "+c.On()).HelpText("%s", help)
}

// QueryAgain words EngineQuery: a query that measures is begun.
func QueryAgain(c Context, q Object, began gpu.Site) *diag.Diagnostic {
	return queryMistake(q, "BeginQuery", "it measures already").At(c.Site, "on "+c.On()).Also(began, "begun here").
		HelpFix(c.Site, diag.Fix{Method: "BeginQuery", Argument: 1, Action: diag.FixRemove}, "leave the call out, or call EndQuery first and read the result")
}

// QueryOpen words EngineQuery: a list ends while a query measures.
func QueryOpen(c Context, q Object, began gpu.Site, method, why string) *diag.Diagnostic {
	return queryMistake(q, method, why).At(c.Site, "on "+c.On()).Also(began, "begun here").HelpBefore(c.Site, endQuery, Measuring{q, began}.pieces(), "call EndQuery first")
}

// QueryElsewhere words EngineQuery.
func QueryElsewhere(c Context, q Object, began gpu.Site, by Context) *diag.Diagnostic {
	return queryMistake(q, "EndQuery", "it was begun on "+by.String()).At(c.Site, "on "+c.On()).Also(began, "begun here, on "+by.On()).
		HelpInstead(c.Site, endQuery, Measuring{q, began}.pieces(), "end it there")
}

// QueryBusy words EngineQuery: the last result of a query is not known to be there. own says that the wait is for the context that measures again.
func QueryBusy(c Context, q Object, ended gpu.Site, method, why, help string, own bool) *diag.Diagnostic {
	g := queryMistake(q, method, why).At(c.Site, "on "+c.On()).Also(ended, "ended here").HelpText("%s", help)
	if !own {
		return g
	}
	return idleBefore(g, c, "or wait: call WaitForIdle on %s before", c)
}

// QueryNotBegun words EngineQuery.
func QueryNotBegun(c Context, q Object) *diag.Diagnostic {
	return queryMistake(q, "EndQuery", "it does not measure").At(c.Site, "on "+c.On()).
		HelpBefore(c.Site, "%1:BeginQuery(%2)", diag.Pieces(c.Site, "EndQuery", 1), "call BeginQuery first")
}

// QueryData words EngineQuery.
func QueryData(q Object, site gpu.Site) *diag.Diagnostic {
	return queryMistake(q, "GetData", "it was never ended").At(site, "").HelpText("call EndQuery and submit first")
}

// QueryUnsubmitted says that a result is asked for again and again that cannot come. immediate says that an immediate context records its end.
func QueryUnsubmitted(q Object, site, ended gpu.Site, immediate bool) *diag.Diagnostic {
	d := queryMistake(q, "GetData", "its end was never submitted, and the script asks for the result again and again").At(site, "").Also(ended, "ended here")
	if immediate {
		return d.HelpBefore(site, "%1:Flush()", []diag.Snippet{{Site: ended, Method: "EndQuery"}}, "call Flush before asking")
	}
	return d.HelpText("execute the list of the deferred context that ended it before asking")
}

func queryMistake(q Object, method, why string) *diag.Diagnostic {
	return diag.New(diag.EngineQuery, "%s cannot be done with %s: %s", method, q, why).WithResource(q.String())
}

// Spot is bytes of a dynamic buffer that the CPU changes under a command.
type Spot struct {
	Buffer Object
	By     Context
	Frame  uint64
	Number uint64   // of the list that was recorded when it was mapped
	Opened gpu.Site // MapBuffer
}

// Overwrite words EngineOverwrite: what a race of the page below said, with its places, in the words of the engine.
func Overwrite(d *diag.Diagnostic, o Spot) {
	list := Context{Title: o.By.Title, Frame: o.Frame, Number: o.Number, Queue: o.By.Queue}
	d.Code, d.Title = diag.EngineOverwrite, fmt.Sprintf("the CPU writes bytes [%d, %d) of %s, which a command in flight reads", d.Range.Begin, d.Range.End, o.Buffer)
	own := d.Labels[:0]
	for _, l := range d.Labels {
		if !strings.Contains(l.Text, "is signalled when that is finished") { // a fence of the engine, which a script cannot wait for
			own = append(own, l)
		}
	}
	d.Labels, d.Why, d.Help, d.Rule = own, nil, nil, ""
	write := d.Primary().Site
	d.Also(o.Opened, "got its memory here, on "+list.On()).
		Because("The application has not waited for the submission that reads them, and NO_OVERWRITE promises to change nothing that commands use.").
		Note("The memory is of frame %d of %s.", o.Frame, o.By).
		HelpText("write bytes that no command uses, or map it with DISCARD, which gives new memory").WithDocRule()
	if o.By.Queue {
		d.HelpBefore(write, "%1:WaitForIdle()", []diag.Snippet{{Site: o.Opened}}, "or call WaitForIdle on %s before", o.By)
	}
}

// OverwriteRecorded words EngineOverwrite for a command that was recorded and not submitted.
func OverwriteRecorded(m Mapping, begin, end uint64, used gpu.Site, method string) *diag.Diagnostic {
	return diag.New(diag.EngineOverwrite, "the CPU writes bytes [%d, %d) of %s, which a recorded %s reads", begin, end, m.Object, method).WithResource(m.Object.String()).
		WithRange(begin, end).At(m.Site, "written in frame "+fmt.Sprint(m.Frame)+" of "+m.By.Title).Also(used, "recorded here").Also(m.Opened, "mapped here").
		Because("The command reads the bytes when it is executed, not when it is recorded: it would see the new ones.").
		HelpText("write bytes that no command uses, or map it with DISCARD, which gives new memory")
}

// OverwriteBetween words EngineOverwrite for a command that was submitted after the write, and whose shader has read the bytes.
func OverwriteBetween(m Mapping, begin, end uint64, reads diag.Range, used gpu.Site, method string, submitted gpu.Site) *diag.Diagnostic {
	g := diag.New(diag.EngineOverwrite, "the CPU wrote bytes [%d, %d) of %s between the recording and the submission of a %s that reads them", begin, end, m.Object, method).
		WithResource(m.Object.String()).WithRange(begin, end).At(m.Site, "written in frame "+fmt.Sprint(m.Frame)+" of "+m.By.Title).
		Also(used, fmt.Sprintf("recorded here: has read bytes [%d, %d)", reads.Begin, reads.End)).Also(submitted, "submitted here").Also(m.Opened, "mapped here").
		Because("The command reads the bytes when it is executed, not when it is recorded: it has seen the new ones.").
		HelpText("write bytes that no command uses, or map it with DISCARD, which gives new memory").WithDocRule()
	if !m.By.Queue {
		return g
	}
	return g.HelpBefore(m.Site, "%1:WaitForIdle()", []diag.Snippet{{Site: m.Opened}}, "or let the command run first: call WaitForIdle on %s before", m.By)
}

// OverwriteInFlight words EngineOverwrite for a command that was submitted to a queue, in a submission of a value that the application has not waited
// for.
func OverwriteInFlight(m Mapping, begin, end uint64, reads diag.Range, used gpu.Site, method string, q Context, value uint64) *diag.Diagnostic {
	g := diag.New(diag.EngineOverwrite, "the CPU writes bytes [%d, %d) of %s, which a %s in flight reads", begin, end, m.Object, method).WithResource(m.Object.String()).
		WithRange(begin, end).At(m.Site, "writes them on "+m.By.On()).Also(used, fmt.Sprintf("recorded here: reads bytes [%d, %d)", reads.Begin, reads.End)).Also(m.Opened, "mapped here").
		Because("The submission that reads them is covered by value %d of %s; the application has waited for %d. NO_OVERWRITE promises to change nothing that commands use.", value, q, q.Known).
		HelpText("write bytes that no command uses, or map it with DISCARD, which gives new memory")
	if q.Title != m.By.Title {
		return g.HelpText("or call WaitForIdle on %s before", q)
	}
	return g.HelpBefore(m.Site, "%1:WaitForIdle()", []diag.Snippet{{Site: m.Opened}}, "or call WaitForIdle on %s before", q)
}

// NoPage adds to an error of the level below, which had no page for an object, what the page is for. pages and bytes are what the frame of the
// context has taken.
func NoPage(err error, of Object, size uint64, c Context, pages int, bytes uint64) error {
	var below *diag.Error
	if !errors.As(err, &below) {
		return err
	}
	g := below.Diagnostics[0].Note("%s needs %d bytes of dynamic memory on %s.", of, size, c.On())
	if pages > 0 {
		g.Note("The frame has taken %d bytes in %s.", bytes, counted(pages, "page", "pages")).
			HelpText("or call FinishFrame more often: pages are returned when the GPU has finished their frame")
	}
	return err
}
