package engine

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/layout"
)

// The words of the rules about memory, states, fences and descriptions.

func sayDesc(d *RenderDevice, kind, name, why string) *diag.Diagnostic {
	g := diag.New(diag.EngineDescription, "%s %q cannot be made: %s", kind, name, why).At(d.site, "")
	if name == "" {
		g.Title = fmt.Sprintf("the %s cannot be made: %s", kind, why)
	}
	return g
}

func sayDescUse(o *object, method, why, help string, site gpu.Site) *diag.Diagnostic {
	return diag.New(diag.EngineDescription, "%s cannot be done with %s: %s", method, o, why).WithResource(o.String()).At(site, "").Also(o.created, "created here").HelpText("%s", help)
}

func sayRange(o *object, method string, offset, size, limit uint64, site gpu.Site) *diag.Diagnostic {
	return diag.New(diag.EngineRange, "%s of [%d, %d) is outside of %s, which is [0, %d)", method, offset, offset+size, o, limit).WithResource(o.String()).
		WithRange(offset, offset+size).At(site, "").Also(o.created, "created here").HelpText("stay inside, with at least one byte")
}

func sayMap(c *DeviceContext, b *Buffer, method, why, help string) *diag.Diagnostic {
	return diag.New(diag.EngineMap, "%s cannot be done with %s: %s", method, b, why).WithResource(b.String()).At(c.site, "").Also(b.created, "created here").HelpText("%s", help)
}

func sayNeverMapped(c *DeviceContext, b *Buffer, method string) *diag.Diagnostic {
	return diag.New(diag.EngineStaleContents, "%s uses %s, which was not mapped in %s", method, b, c).WithResource(b.String()).
		At(c.site, fmt.Sprintf("used in frame %d", c.frame)).Also(b.created, "created here").
		Because("Mapping a DYNAMIC buffer gives it memory, in one context and one frame.").HelpText("call MapBuffer with DISCARD on %s before", c)
}

func sayStaleContents(c *DeviceContext, b *Buffer, at *content, method string) *diag.Diagnostic {
	return diag.New(diag.EngineStaleContents, "%s uses contents of %s that are gone: they are of frame %d, it is frame %d", method, b, at.frame, c.frame).WithResource(b.String()).
		At(c.site, fmt.Sprintf("used in frame %d of %s", c.frame, c)).Also(at.site, fmt.Sprintf("mapped in frame %d", at.frame)).
		Because("FinishFrame gives dynamic memory to other frames.").HelpText("call MapBuffer with DISCARD in each frame before the first use")
}

func sayStaleMapping(m *MappedData, method string) *diag.Diagnostic {
	why := "it was unmapped"
	if m.frame != m.ctx.frame {
		why = fmt.Sprintf("it is of frame %d of %s, which is in frame %d", m.frame, m.ctx, m.ctx.frame)
	}
	return diag.New(diag.EngineStaleMapping, "%s goes through a mapping of %s that has ended: %s", method, m.buffer, why).WithResource(m.buffer.String()).
		At(m.site, "").Also(m.opened, "mapped here").HelpText("map the buffer again")
}

func sayStagingRead(c *DeviceContext, b *Buffer, q *DeviceContext, value uint64) *diag.Diagnostic {
	known := uint64(0)
	if q.queue != nil {
		known = q.queue.known
	}
	return diag.New(diag.EngineStagingRead, "%s is read before the GPU is known to have written it", b).WithResource(b.String()).
		At(c.site, "mapped for READ").Also(b.written, "written by a command here").
		Because("The write is covered by value %d of %s; the application has waited for %d.", value, q, known).
		HelpText("call WaitForIdle on %s, or wait for a fence that it signals, before", q)
}

func sayStagingUnsubmitted(c *DeviceContext, b *Buffer) *diag.Diagnostic {
	return diag.New(diag.EngineStagingRead, "%s is read before the command that writes it was submitted", b).WithResource(b.String()).
		At(c.site, "mapped for READ").Also(b.written, "written by a command here").HelpText("call Flush and wait before")
}

func sayFixedState(t *tracked, state gpu.ResourceStates, method string, site gpu.Site) *diag.Diagnostic {
	return diag.New(diag.EngineState, "%s needs %s in state %s, but a STAGING buffer stays in %s", method, t.owner, state, t.state).WithResource(t.owner.String()).
		At(site, "").Also(t.owner.created, "created here").HelpText("copy through a STAGING buffer of the other CPU access")
}

func sayStateOfQueue(t *tracked, state gpu.ResourceStates, typ gpu.CommandListType, method string, site gpu.Site) *diag.Diagnostic {
	return diag.New(diag.EngineState, "%s has to do with %s in state %s, which %s contexts do not know", method, t.owner, state, typ).WithResource(t.owner.String()).
		At(site, "").Also(t.since, "brought into its state here").HelpText("bring it into state COMMON on the context that knows %s", state)
}

func sayVerify(t *tracked, got, want gpu.ResourceStates, method string, site, before gpu.Site) *diag.Diagnostic {
	return diag.New(diag.EngineState, "%s needs %s in state %s; it is in %s", method, t.owner, want, got).WithResource(t.owner.String()).
		At(site, "verified here").Also(before, "brought into its state here").
		HelpText("transition it before, or let the engine do so with the mode TRANSITION")
}

func sayFenceValue(c *DeviceContext, f *Fence, method string, value uint64) *diag.Diagnostic {
	g := diag.New(diag.EngineFenceValue, "%s of %s with value %d: the highest value enqueued is %d", method, f, value, f.enqueued).WithResource(f.String()).At(c.site, "")
	if method == "EnqueueSignal" {
		return g.Because("A value that is not higher says nothing new.").HelpText("signal %d", f.enqueued+1)
	}
	return g.Because("Nothing signals the value, so the queue would wait for ever.").HelpText("enqueue the signal on the other context first")
}

func sayWaitBehindSignal(c *DeviceContext, f *Fence, value uint64, s pair) *diag.Diagnostic {
	return diag.New(diag.EngineFenceOrder, "%s waits for %s behind a signal of %s that was not flushed", c, f, s.fence).WithResource(f.String()).
		At(c.site, fmt.Sprintf("waits for %d", value)).
		Because("A submission waits first and signals last: the signal of %d would wait too, and queues could wait for each other for ever.", s.value).
		HelpText("call Flush between the two calls")
}

func sayVariableOwner(owner *object, s *layout.Slot, site gpu.Site) *diag.Diagnostic {
	help := "ask a binding object of the pipeline"
	if s.Type == VariableStatic {
		help = "ask the pipeline, with GetStaticVariableByName"
	}
	return diag.New(diag.EngineDescription, "%s is not set on %s", s.What(0), owner).WithResource(owner.String()).At(site, "").HelpText("%s", help)
}

func sayNoVariable(owner *object, p *PipelineState, stage gpu.ShaderStage, name string, site gpu.Site) *diag.Diagnostic {
	g := diag.New(diag.EngineDescription, "%s has no variable %q of the %s shader", owner, name, stage).WithResource(owner.String()).At(site, "")
	for _, s := range p.layout.Slots {
		g.Note("There is %s of the %s shader.", s.What(0), s.Stage)
	}
	return g.HelpText("use a name that the shader declares")
}

func sayQuery(c *DeviceContext, q *Query, method, why, help string) *diag.Diagnostic {
	return queryMistake(q, method, why, help).At(c.site, "on "+c.on())
}

func sayQueryData(q *Query) *diag.Diagnostic {
	return queryMistake(q, "GetData", "it was never ended", "call EndQuery and submit first").At(q.site, "")
}

func queryMistake(q *Query, method, why, help string) *diag.Diagnostic {
	return diag.New(diag.EngineQuery, "%s cannot be done with %s: %s", method, q, why).WithResource(q.String()).HelpText("%s", help)
}
