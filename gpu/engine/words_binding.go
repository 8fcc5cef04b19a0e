package engine

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/layout"
	"github.com/gpuscript/gpuscript/heaps"
)

// The words of the rules about pipelines and binding objects.

func sayMissing(p *PipelineState, s *layout.Slot, element int, method string, site gpu.Site) *diag.Diagnostic {
	help := "set it on the binding object before"
	if s.Type == VariableStatic {
		help = "set it with GetStaticVariableByName before the binding object is made"
	}
	return diag.New(diag.EngineBindingMissing, "%s needs a resource in %s of %s", method, s.What(element), p).WithResource(p.String()).
		At(site, "").Also(s.Site, "declared here").HelpText("%s", help)
}

func sayNoPipeline(c *DeviceContext, method string, typ gpu.PipelineType) *diag.Diagnostic {
	return diag.New(diag.EngineBindingMissing, "%s on %s without a %s pipeline", method, c, typ).WithResource(c.String()).At(c.site, "").
		Because("Flush, ExecuteCommandLists and Begin forget what was bound.").HelpText("call SetPipelineState before")
}

func sayNotCommitted(c *DeviceContext, p *PipelineState, b *ShaderResourceBinding, method string) *diag.Diagnostic {
	g := diag.New(diag.EngineBindingMissing, "%s on %s: %s has variables and no binding object is committed", method, c, p).WithResource(p.String()).At(c.site, "").Also(p.created, "created here")
	if b != nil {
		g.Title = fmt.Sprintf("%s on %s: %s was made for %s and does not fit %s", method, c, b, b.pipeline, p)
	}
	return g.HelpText("call CommitShaderResources with a binding object of %s", p)
}

func sayChanged(c *DeviceContext, b *ShaderResourceBinding, method string) *diag.Diagnostic {
	return diag.New(diag.EngineBindingChanged, "%s would not see the variables of %s that were set after it was committed", method, b).WithResource(b.String()).
		At(c.site, "").Because("CommitShaderResources copies descriptors.").HelpText("call CommitShaderResources again")
}

func sayShared(c *DeviceContext, b *ShaderResourceBinding, holder *DeviceContext) *diag.Diagnostic {
	return diag.New(diag.EngineBindingShared, "%s and %s record with %s, and its variables change between", holder, c, b).WithResource(b.String()).
		At(c.site, "committed by "+c.on()).Also(b.created, "created here").
		Because("A binding object is not thread safe: a thread would commit what another one has set.").HelpText("make one binding object for each context")
}

func sayKind(v *ShaderVariable, why string) *diag.Diagnostic {
	s := v.slot
	want := s.Class.String()
	if s.Class != gpu.DescriptorSampler && s.Class != gpu.DescriptorCBV {
		want = fmt.Sprintf("%s of %s", s.Class, s.View)
	}
	return diag.New(diag.EngineBindingKind, "%s of %s wants %s %q: %s", s.What(0), v.owner, want, fmt.Sprint(s.Class.RegisterPrefix(), s.Register), why).WithResource(v.owner.String()).
		At(v.site, "").Also(s.Site, "declared here").HelpText("set what the shader declares")
}

func sayOverwritten(v *ShaderVariable, first gpu.Site) *diag.Diagnostic {
	return diag.New(diag.EngineBindingOverwritten, "%s of %s is set a second time", v.slot.What(0), v.owner).WithResource(v.owner.String()).
		At(v.site, "").Also(first, "set here").Because("Its descriptors stand in memory that the GPU may be reading.").
		HelpText("make it DYNAMIC, make another binding object, or pass ALLOW_OVERWRITE when the GPU is done")
}

func sayInFlight(v *ShaderVariable, q *DeviceContext, value uint64) *diag.Diagnostic {
	return diag.New(diag.EngineBindingInFlight, "%s of %s is overwritten while %s may still read it", v.slot.What(0), v.owner, q).WithResource(v.owner.String()).
		At(v.site, "").Because("The last submission that uses it is covered by value %d; the application has waited for %d.", value, q.queue.known).
		HelpText("wait for %s before, or make the variable DYNAMIC", q)
}

func sayInRecording(v *ShaderVariable, r *recorder) *diag.Diagnostic {
	g := diag.New(diag.EngineBindingInFlight, "%s of %s is overwritten while recorded commands use it", v.slot.What(0), v.owner).WithResource(v.owner.String()).At(v.site, "")
	for _, u := range r.uses {
		if u.object == v.owner {
			g.Also(u.site, "recorded here by "+u.method)
		}
	}
	return g.Because("The GPU reads descriptors when it executes, not when commands are recorded.").HelpText("submit and wait before, or make the variable DYNAMIC")
}

func sayExhausted(d *RenderDevice, e *heaps.ExhaustedError, who string) *diag.Diagnostic {
	g := diag.New(diag.EngineExhausted, "%s", e.Error()).At(d.site, "for "+who)
	return g.Note("%d %s are live, %d wait for the GPU.", e.Live, e.Unit, e.Stale).HelpText("%s", e.Remedy)
}
