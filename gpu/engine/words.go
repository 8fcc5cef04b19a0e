package engine

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// The words of the rules about lifetimes, lists and frames. Detection stands with the methods.

// on is a context with its frame, for notes.
func (c *DeviceContext) on() string { return fmt.Sprintf("%s, frame %d", c, c.frame) }

func sayUseAfterRelease(o *object, method string, site gpu.Site) *diag.Diagnostic {
	return diag.New(diag.EngineUseAfterRelease, "%s uses %s, which was released", method, o).WithResource(o.String()).
		At(site, "uses it").Also(o.releasedAt, "released here").Also(o.created, "created here").
		HelpText("release it behind this call")
}

func sayReleasedTwice(o *object, site gpu.Site) *diag.Diagnostic {
	return diag.New(diag.EngineReleasedTwice, "%s is released twice", o).WithResource(o.String()).
		At(site, "released again").Also(o.releasedAt, "released here").HelpText("leave one of the calls out")
}

func sayReleasedBefore(c *DeviceContext, l *CommandList, u use) *diag.Diagnostic {
	return diag.New(diag.EngineReleasedBeforeExecution, "%s needs %s, which was released before the list is executed", l, u.object).WithResource(u.object.String()).
		At(c.site, "executes the list").Also(u.object.releasedAt, "released here").Also(u.site, "recorded here by "+u.method).
		Because("A deferred context keeps no references: the release was paired with a list of %s that goes out earlier.", c).
		Note("The list was recorded by %s.", l.ctx.on()).
		HelpText("release %s behind ExecuteCommandLists", u.object)
}

func sayMask(o *object, c *DeviceContext, queue int, method string, site gpu.Site) *diag.Diagnostic {
	return diag.New(diag.EngineContextMask, "%s uses %s on context %d, which its ImmediateContextMask does not have", method, o, queue).WithResource(o.String()).
		At(site, "used by "+c.on()).Also(o.created, fmt.Sprintf("created with mask 0x%x", uint64(o.mask))).
		Because("It is destroyed when the queues of its mask have passed; this queue would not be asked.").
		HelpText("create it with ImmediateContextMask = 0x%x", uint64(o.mask)|1<<queue)
}

func sayContext(c *DeviceContext, method, why, help string) *diag.Diagnostic {
	return diag.New(diag.EngineContextUse, "%s cannot be called on %s: %s", method, c, why).WithResource(c.String()).At(c.site, "").HelpText("%s", help)
}

func sayListTwice(c *DeviceContext, l *CommandList, first gpu.Site) *diag.Diagnostic {
	return diag.New(diag.EngineListTwice, "%s is executed twice", l).WithResource(l.String()).At(c.site, "executed again").Also(first, "executed here").
		Because("A list is consumed by its execution: its commands refer to dynamic memory of one frame.").
		HelpText("record the commands again")
}

func sayWrongContext(c *DeviceContext, l *CommandList) *diag.Diagnostic {
	return diag.New(diag.EngineWrongContext, "%s was begun for %s and is executed on %s", l, l.target, c).WithResource(l.String()).
		At(c.site, "executed here").Also(l.began, "begun here").
		HelpText("execute it on %s, or begin it for %s", l.target, c)
}

func sayLateList(c *DeviceContext, l *CommandList) *diag.Diagnostic {
	g := diag.New(diag.EngineLateList, "%s is executed in a later frame than it was begun in", l).WithResource(l.String()).
		At(c.site, fmt.Sprintf("executed in frame %d of %s", c.frame, c)).Also(l.began, fmt.Sprintf("begun in frame %d", l.frameBegan))
	if l.frame != l.ctx.frame {
		g.Because("%s is in frame %d, the list is of frame %d: its descriptors and its memory are in use again.", l.ctx, l.ctx.frame, l.frame)
	} else {
		g.Because("Dynamic descriptors and memory belong to one frame.")
	}
	return g.HelpText("execute the list before FinishFrame")
}

func sayFrameRecords(c *DeviceContext) *diag.Diagnostic {
	return diag.New(diag.EngineFrameOpen, "FinishFrame is called on %s while it records", c).WithResource(c.String()).At(c.site, "").Also(c.began, "begun here").
		Note("It is frame %d.", c.frame).HelpText("call FinishCommandList and execute the list first")
}

func sayFrameCommands(c *DeviceContext, r *recorder) *diag.Diagnostic {
	g := diag.New(diag.EngineFrameOpen, "FinishFrame is called on %s with %d commands that were not flushed", c, r.commands).WithResource(c.String()).At(c.site, "")
	if len(r.uses) > 0 {
		g.Also(r.uses[0].site, "recorded here by "+r.uses[0].method)
	}
	return g.Because("They would be executed with memory that other frames use again.").
		Note("It is frame %d and list number %d.", c.frame, c.GetNextCommandListNumber()).HelpText("call Flush first")
}

func sayFrameBeforeExecution(c *DeviceContext, l *CommandList) *diag.Diagnostic {
	return diag.New(diag.EngineFrameBeforeExecution, "FinishFrame is called on %s before %s was executed", c, l).WithResource(c.String()).
		At(c.site, fmt.Sprintf("ends frame %d", c.frame)).Also(l.created, "finished here").Also(l.began, "begun here").
		Because("The list's descriptors and memory would be in use again when it runs.").
		HelpText("call ExecuteCommandLists on %s first", l.target)
}

func sayFrameMapped(c *DeviceContext, m *MappedData) *diag.Diagnostic {
	return diag.New(diag.EngineFrameMapped, "FinishFrame is called on %s while %s is mapped", c, m.buffer).WithResource(m.buffer.String()).
		At(c.site, fmt.Sprintf("ends frame %d", c.frame)).Also(m.opened, "mapped here").
		Because("Its memory belongs to the frame, and the address would be somebody else's.").HelpText("call UnmapBuffer first")
}

func sayFrameGrows(c *DeviceContext, pages int, bytes uint64) *diag.Diagnostic {
	return diag.New(diag.EngineFrameGrows, "%s has taken %d pages of dynamic memory in frame %d", c, pages, c.frame).WithResource(c.String()).WithSeverity(diag.SeverityWarning).
		At(c.site, fmt.Sprintf("%d bytes so far", bytes)).Because("Dynamic memory comes back by FinishFrame only; Flush does not recycle it.").
		HelpText("call FinishFrame at the end of each frame")
}

func sayListDropped(l *CommandList) *diag.Diagnostic {
	return diag.New(diag.EngineListDropped, "%s is released without having been executed", l).WithResource(l.String()).WithSeverity(diag.SeverityWarning).
		At(l.site, "").Also(l.created, "finished here").HelpText("execute it, or do not record it")
}

func sayCommandsLost(c *DeviceContext, n int) *diag.Diagnostic {
	return diag.New(diag.EngineListDropped, "the device is released while %s holds %d commands that were not submitted", c, n).WithResource(c.String()).WithSeverity(diag.SeverityWarning).
		At(c.dev.site, "").Also(c.site, "last used here").HelpText("call Flush before the end")
}

// maxLeaks is how many leaked objects a message names.
const maxLeaks = 20

// sayLeaks names the objects that were not released, nil if there are none.
func (d *RenderDevice) sayLeaks() *diag.Diagnostic {
	n := 0
	var g *diag.Diagnostic
	for o := d.objects.first; o != nil; o = o.next {
		if o.released {
			continue
		}
		if g == nil {
			g = diag.New(diag.EngineLeak, "").WithResource(d.String()).At(d.site, "the device is released here")
		}
		if n++; n <= maxLeaks {
			g.Also(o.created, o.String()+" was created here").Note("%s was not released.", o)
		}
	}
	if g == nil {
		return nil
	}
	g.Title = fmt.Sprintf("%s is released with %d objects that were not", d, n)
	if n > maxLeaks {
		g.Note("There are %d more.", n-maxLeaks)
	}
	return g.HelpText("release each object when its last command was invoked")
}
