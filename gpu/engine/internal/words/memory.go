package words

import (
	"errors"
	"fmt"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
)

// The words of the rules about memory that the CPU maps.

// Map words EngineMap.
func Map(c Context, b Object, method, why, help string) *diag.Diagnostic {
	return diag.New(diag.EngineMap, "%s cannot be done with %s: %s", method, b, why).WithResource(b.String()).At(c.Site, "").
		Also(b.Created, "created here").HelpText("%s", help)
}

// MapFlags words EngineMap: a buffer is mapped in a way that it cannot be. DISCARD is right for every DYNAMIC one that is mapped for WRITE.
func MapFlags(c Context, b Object, of desc.BufferDesc, typ desc.MapType, f desc.MapFlags, why, help string) *diag.Diagnostic {
	g := Map(c, b, "MapBuffer", why, help)
	g.Help = nil
	discard, made := diag.PutArgument("MapBuffer", 3, "DISCARD"),
		func(field string, value any) diag.Fix { return diag.Put("CreateBuffer", field, value) }
	mapped := f == desc.MapDiscard || f == desc.MapNoOverwrite
	plain := of.Usage == desc.UsageDefault && len(of.Data) == 0
	switch {
	case of.Usage == desc.UsageDynamic && typ == desc.MapWrite:
		return g.HelpFix(c.Site, discard, "%s", help)
	case of.Usage == desc.UsageDynamic:
		return g.HelpFix(c.Site, diag.PutArgument("MapBuffer", 2, "WRITE"), "%s", help).AndFix(c.Site, discard)
	case of.Usage == desc.UsageStaging && typ == desc.MapRead && of.CPUAccessFlags == desc.CPUWrite,
		of.Usage == desc.UsageStaging && typ == desc.MapWrite && of.CPUAccessFlags == desc.CPURead:
		access := map[desc.MapType]desc.CPUAccess{desc.MapRead: desc.CPURead, desc.MapWrite: desc.CPUWrite}[typ]
		return g.HelpText("%s", help).HelpFix(b.Created, made("CPUAccessFlags", access), "or make it with CPUAccessFlags %s", access)
	case plain && typ == desc.MapWrite && mapped && of.BindFlags&desc.BindUnorderedAccess == 0:
		return g.HelpText("write it with UpdateBuffer").HelpFix(b.Created, made("Usage", desc.UsageDynamic),
			"or make it with Usage DYNAMIC, if each frame writes it again")
	case plain && typ == desc.MapRead && f == 0 && of.BindFlags == 0:
		return g.HelpFix(b.Created, made("Usage", desc.UsageStaging), "make it with Usage STAGING, or copy it to such a buffer").
			AndFix(b.Created, made("CPUAccessFlags", desc.CPURead))
	}
	return g.HelpText("%s", help)
}

// MappedTwice words EngineMap. what is mapped: the buffer, or a subresource.
func MappedTwice(c Context, m Mapping, what string) *diag.Diagnostic {
	g := Map(c, m.Object, "MapBuffer", what+" is mapped already", "").Also(m.Opened, "mapped here, in frame "+fmt.Sprint(m.Frame))
	if g.Help = nil; m.Texture {
		g.Title = strings.Replace(g.Title, "MapBuffer", "MapTextureSubresource", 1)
	}
	if m.Opened != c.Site {
		return unmapBefore(g, m, c.Site)
	}
	line, call, pieces := unmapping(m)
	for i := range pieces {
		pieces[i].Together = true
	}
	return g.WithHelp(diag.Help{Site: m.Site, Text: "call Unm" + call[1:] + " when it is written, before this call is made again",
		Draft: &diag.Draft{Edit: diag.EditInsertAfter, Once: true, Of: m.Opened, Replace: line, Snippets: pieces, Behind: []gpu.Site{m.Opened}}})
}

// Unmapped words EngineMap: there is nothing to unmap.
func Unmapped(c Context, o Object, method, what string) *diag.Diagnostic {
	g := Map(c, o, method, what+" is not mapped in this context", "")
	g.Help = nil
	return g.HelpFix(c.Site, diag.Fix{Method: method, Argument: 1, Action: diag.FixRemove}, "leave the call out, or call %s first",
		strings.Replace(method, "Unmap", "Map", 1))
}

// UnmappedOther words EngineMap: another subresource of the texture is mapped, by its mip level and slice.
func UnmappedOther(c Context, o Object, mip, slice uint32, opened gpu.Site) *diag.Diagnostic {
	const method = "UnmapTextureSubresource"
	g := Map(c, o, method, "the subresource is not mapped in this context", "").
		Also(opened, fmt.Sprintf("mip level %d of slice %d is mapped here", mip, slice))
	g.Help = nil
	return g.HelpFix(c.Site, diag.PutArgument(method, 2, mip), "unmap mip level %d of slice %d, which is mapped", mip, slice).
		AndFix(c.Site, diag.PutArgument(method, 3, slice))
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
	g := diag.New(diag.EngineStaleContents, "%s uses contents of %s that are gone: they are of frame %d, it is frame %d", method, b, at.Frame,
		c.Frame).WithResource(b.String()).
		At(c.Site, fmt.Sprintf("used in frame %d of %s", c.Frame, c)).Also(at.Site, fmt.Sprintf("mapped in frame %d", at.Frame)).
		Also(c.Ended, fmt.Sprintf("ends frame %d", c.Frame-1)).Because("FinishFrame gives dynamic memory to other frames.")
	if fix := discard(method); fix != (diag.Fix{}) || at.Frame+1 != c.Frame {
		return g.HelpFix(c.Site, fix, "call MapBuffer with DISCARD in each frame before the first use")
	}
	flush := &diag.Draft{Edit: diag.EditReplaceLine, Replace: "%1:Flush()", Snippets: diag.Pieces(c.Ended, "FinishFrame"),
		Once: true} // in a loop the frames would never end
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
	g := diag.New(diag.EngineStaleMapping, "%s goes through a mapping of %s that has ended: %s", method, m.Object, why).
		WithResource(m.Object.String()).
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
	d.Code, d.Title = diag.EngineOverwrite, fmt.Sprintf("the CPU writes bytes [%d, %d) of %s, which a command in flight reads",
		d.Range.Begin, d.Range.End, o.Buffer)
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
	return diag.New(diag.EngineOverwrite, "the CPU writes bytes [%d, %d) of %s, which a recorded %s reads", begin, end, m.Object, method).
		WithResource(m.Object.String()).
		WithRange(begin, end).At(m.Site, "written in frame "+fmt.Sprint(m.Frame)+" of "+m.By.Title).Also(used, "recorded here").
		Also(m.Opened, "mapped here").
		Because("The command reads the bytes when it is executed, not when it is recorded: it would see the new ones.").
		HelpText("write bytes that no command uses, or map it with DISCARD, which gives new memory")
}

// OverwriteBetween words EngineOverwrite for a command that was submitted after the write, and whose shader has read the bytes.
func OverwriteBetween(m Mapping, begin, end uint64, reads diag.Range, used gpu.Site, method string, submitted gpu.Site) *diag.Diagnostic {
	g := diag.New(diag.EngineOverwrite, "the CPU wrote bytes [%d, %d) of %s between the recording and the submission of a %s that reads them",
		begin, end, m.Object, method).
		WithResource(m.Object.String()).WithRange(begin, end).At(m.Site, "written in frame "+fmt.Sprint(m.Frame)+" of "+m.By.Title).
		Also(used, fmt.Sprintf("recorded here: has read bytes [%d, %d)", reads.Begin, reads.End)).Also(submitted, "submitted here").
		Also(m.Opened, "mapped here").
		Because("The command reads the bytes when it is executed, not when it is recorded: it has seen the new ones.").
		HelpText("write bytes that no command uses, or map it with DISCARD, which gives new memory").WithDocRule()
	if !m.By.Queue {
		return g
	}
	return g.HelpBefore(m.Site, "%1:WaitForIdle()", []diag.Snippet{{Site: m.Opened}},
		"or let the command run first: call WaitForIdle on %s before", m.By)
}

// OverwriteInFlight words EngineOverwrite for a command that was submitted to a queue, in a submission of a value that the application has not waited
// for.
func OverwriteInFlight(m Mapping, begin, end uint64, reads diag.Range, used gpu.Site, method string, q Context, value uint64) *diag.Diagnostic {
	g := diag.New(diag.EngineOverwrite, "the CPU writes bytes [%d, %d) of %s, which a %s in flight reads", begin, end, m.Object, method).
		WithResource(m.Object.String()).
		WithRange(begin, end).At(m.Site, "writes them on "+m.By.On()).
		Also(used, fmt.Sprintf("recorded here: reads bytes [%d, %d)", reads.Begin, reads.End)).Also(m.Opened, "mapped here").
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
