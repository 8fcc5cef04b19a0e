package words

import (
	"fmt"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/layout"
	"github.com/gpuscript/gpuscript/heaps"
)

// The words of the rules about pipelines and binding objects.

// Missing words EngineBindingMissing.
func Missing(p Object, s *layout.Slot, element int, method string, site gpu.Site) *diag.Diagnostic {
	help := "set it on the binding object before"
	if s.Type == desc.VariableStatic {
		help = "set it with GetStaticVariableByName before the binding object is made"
	}
	g := diag.New(diag.EngineBindingMissing, "%s needs a resource in %s of %s", method, s.What(element), p).WithResource(p.String()).At(site, "")
	if s.Explicit {
		g.Also(p.Created, "created here")
	} else {
		g.Also(s.Site, "declared here")
	}
	return g.HelpText("%s", help)
}

// NoPipeline words EngineBindingMissing. commit says that a binding object is missing, too.
func NoPipeline(c Context, method string, typ gpu.PipelineType, commit bool) *diag.Diagnostic {
	maker := "CreateComputePipelineState"
	if typ == gpu.PipelineGraphics {
		maker = "CreateGraphicsPipelineState"
	}
	g := diag.New(diag.EngineBindingMissing, "%s on %s without a %s pipeline", method, c, typ).WithResource(c.String()).At(c.Site, "").
		Because("Flush, ExecuteCommandLists and Begin forget what was bound.")
	line, pieces := "%1:SetPipelineState(%2)", []diag.Snippet{{Site: c.Site}, {Only: diag.Only(maker)}}
	if !commit {
		return g.HelpBefore(c.Site, line, pieces, "call SetPipelineState before")
	}
	return g.HelpBefore(c.Site, line, pieces, "call SetPipelineState and CommitShaderResources before").
		AndBefore(c.Site, "%1:CommitShaderResources(%2)", []diag.Snippet{{Site: c.Site}, {Only: diag.Only("CreateShaderResourceBinding")}})
}

// NotCommitted words EngineBindingMissing. of is the signature that a binding object is missing for, or the pipeline itself.
func NotCommitted(c Context, p, of Object, method string) *diag.Diagnostic {
	g := diag.New(diag.EngineBindingMissing, "%s on %s: %s has variables and no binding object is committed", method, c, p)
	if of.Title != p.Title {
		g = diag.New(diag.EngineBindingMissing, "%s on %s: %s has variables of %s and no binding object is committed for them", method, c, p, of)
	}
	return commitBefore(g.WithResource(p.String()).At(c.Site, "").Also(p.Created, "created here"), c, of)
}

// commitBefore proposes to commit the binding object, if there is only one.
func commitBefore(g *diag.Diagnostic, c Context, of Object) *diag.Diagnostic {
	return g.HelpBefore(c.Site, "%1:CommitShaderResources(%2)", []diag.Snippet{{Site: c.Site}, {Only: diag.Only("CreateShaderResourceBinding")}},
		"call CommitShaderResources with a binding object of %s", of)
}

// OtherLayout words EngineBindingMissing: b was made for made, and of is wanted.
func OtherLayout(c Context, p, b, made, of Object, method string) *diag.Diagnostic {
	return diag.New(diag.EngineBindingMissing, "%s on %s: %s was made for %s and does not fit %s", method, c, b, made, p).WithResource(p.String()).
		At(c.Site, "").Also(p.Created, "created here").HelpText("call CommitShaderResources with a binding object of %s", of)
}

// Changed words EngineBindingChanged. committed is the place of the last commit.
func Changed(c Context, b Object, committed gpu.Site, method string) *diag.Diagnostic {
	pieces := diag.Pieces(committed, "CommitShaderResources", 1)
	for i := range pieces {
		pieces[i].Together = true // it is the last commit
	}
	return diag.New(diag.EngineBindingChanged, "%s would not see the variables of %s that were set after it was committed", method, b).
		WithResource(b.String()).
		At(c.Site, "").Also(committed, "committed here").Because("CommitShaderResources copies descriptors.").
		HelpBefore(c.Site, "%1:CommitShaderResources(%2)", pieces, "call CommitShaderResources again")
}

// Setting is a variable with the resource that stands in it.
type Setting struct {
	Slot *layout.Slot
	Made gpu.Site // the call that made the resource
}

// Shared words EngineBindingShared. made is what the binding object is of, and settings are all its variables; nil: they cannot be set in one line.
func Shared(c Context, b, made Object, holder Context, settings []Setting, mode desc.Transition) *diag.Diagnostic {
	g := diag.New(diag.EngineBindingShared, "%s and %s record with %s, and its variables change between", holder, c, b).WithResource(b.String()).
		At(c.Site, "committed by "+c.On()).Also(b.Created, "created here").
		Because("A binding object is not thread safe: a thread would commit what another one has set.")
	if len(settings) == 0 || len(settings) > 6 { // there are nine pieces
		return g.HelpText("make one binding object for each context")
	}
	line, pieces := `local %1 = %2:CreateShaderResourceBinding("own");`,
		[]diag.Snippet{{Fresh: "own"}, {Made: made.Created}, diag.Pieces(c.Site, "CommitShaderResources")[0]}
	for _, s := range settings {
		pieces = append(pieces, diag.Snippet{Made: s.Made})
		line += fmt.Sprintf(" %%1:GetVariableByName(%q, %q):Set(%%%d);", fmt.Sprint(s.Slot.Stages&-s.Slot.Stages), s.Slot.Name, len(pieces))
	}
	line += " %3:CommitShaderResources(%1"
	if mode != desc.TransitionAuto {
		line += fmt.Sprintf(", %q", mode.String())
	}
	return g.HelpInstead(c.Site, line+")", pieces, "make one binding object for each context")
}

// Misfit is why a resource cannot stand in a variable. The zero value: it can.
type Misfit struct {
	Why    string
	of     Object // lacks a bind flag, and can get it
	repair diag.Fix
}

// Unbound is the Misfit of a resource that lacks a bind flag.
func Unbound(o Object, usage desc.Usage, has, wants desc.BindFlags) Misfit {
	m := Misfit{Why: fmt.Sprintf("%s has BindFlags %s, not %s", o, has, wants), of: o}
	kind, _, _ := strings.Cut(o.Title, " ")
	if usage == desc.UsageDefault || usage != desc.UsageStaging && wants != desc.BindUnorderedAccess {
		m.repair = diag.Put("Create"+kind, "BindFlags", has|wants)
	}
	return m
}

// help proposes what fits instead, or to make the resource so that it does.
func (m Misfit) help(g *diag.Diagnostic, text string) *diag.Diagnostic {
	if g.HelpText("%s", text); m.repair == (diag.Fix{}) {
		return g
	}
	return g.Also(m.of.Created, "created here").HelpFix(m.of.Created, m.repair, "or make it with that bind flag")
}

// Kind words EngineBindingKind.
func Kind(v Variable, m Misfit) *diag.Diagnostic {
	s, why := v.Slot, m.Why
	if s.Explicit {
		return m.help(diag.New(diag.EngineBindingKind, "%s of %s does not take what is set: %s", s.What(0), v.Owner, why).
			WithResource(v.Owner.String()).
			At(v.Site, "").Also(v.Owner.Created, "created here"), "set what the signature names")
	}
	want := s.Class.String()
	if s.Class != gpu.DescriptorSampler && s.Class != gpu.DescriptorCBV {
		want = fmt.Sprintf("%s of %s", s.Class, s.View)
	}
	return m.help(diag.New(diag.EngineBindingKind, "%s of %s wants %s %q: %s", s.What(0), v.Owner, want,
		fmt.Sprint(s.Class.RegisterPrefix(), s.Register), why).WithResource(v.Owner.String()).
		At(v.Site, "").Also(s.Site, "declared here"), "set what the shader declares")
}

// NotInline words EngineBindingKind.
func NotInline(v Variable) *diag.Diagnostic {
	return diag.New(diag.EngineBindingKind, "%s of %s holds resources, no inline constants", v.Slot.What(0), v.Owner).WithResource(v.Owner.String()).
		At(v.Site, "").Also(v.Slot.Site, "declared here").HelpText(
		"set a resource, or give the variable Flags INLINE_CONSTANTS in the resource layout or the signature")
}

// NoOffset words EngineBindingKind.
func NoOffset(v Variable) *diag.Diagnostic {
	return diag.New(diag.EngineBindingKind, "%s of %s has no offset that can move", v.Slot.What(0), v.Owner).WithResource(v.Owner.String()).
		At(v.Site, "").Also(v.Slot.Site, "declared here").
		Because("Only what is bound by address moves: constant buffers and single structured buffers that are read, which are neither STATIC nor NO_DYNAMIC_BUFFERS.").
		HelpText("set another range or view")
}

// KindAtUse words EngineBindingKind: for signatures, which leave open what shaders declare.
func KindAtUse(c Context, b Object, s *layout.Slot, element int, stride, want uint32, method string) *diag.Diagnostic {
	return diag.New(diag.EngineBindingKind, "%s on %s: %s of %s has elements of %d bytes, but the shader declares %d", method, c,
		s.What(element), b, stride, want).
		WithResource(b.String()).At(c.Site, "").Also(b.Created, "created here").HelpText("set what the shader declares")
}

// Overwritten words EngineBindingOverwritten. method is Set or SetArray; free says that no work is known to use the descriptors.
func Overwritten(v Variable, first gpu.Site, method string, free bool) *diag.Diagnostic {
	overwrite := diag.PutArgument(method, map[string]int{"Set": 2, "SetArray": 3}[method], "ALLOW_OVERWRITE")
	g := diag.New(diag.EngineBindingOverwritten, "%s of %s is set a second time", v.Slot.What(0), v.Owner).WithResource(v.Owner.String()).
		At(v.Site, "").Also(first, "set here")
	if v.Slot.Type == desc.VariableStatic {
		return g.Because("Binding objects copy it when they are created: existing ones keep the value that was set first.").
			HelpFix(v.Site, overwrite, "for those that are made from now on pass ALLOW_OVERWRITE, or make it MUTABLE and set it on each")
	}
	g.Because("Its descriptors are in memory that the GPU may be reading.").
		HelpText("make it DYNAMIC, make another binding object, or pass ALLOW_OVERWRITE when the GPU is done")
	if !free {
		return g
	}
	return g.HelpFix(v.Site, overwrite, "no work uses it now: pass ALLOW_OVERWRITE")
}

// InFlight words EngineBindingInFlight. direct says that the use was recorded on the immediate context itself.
func InFlight(v Variable, q Context, value uint64, used gpu.Site, direct bool) *diag.Diagnostic {
	g := diag.New(diag.EngineBindingInFlight, "%s of %s is overwritten while %s may still read it", v.Slot.What(0), v.Owner, q).
		WithResource(v.Owner.String()).
		At(v.Site, fmt.Sprintf("overwritten in frame %d of %s, before list %d", q.Frame, q, q.Number)).
		Also(used, "used by a command that was recorded here").
		Because("The last submission that uses it is covered by value %d; the application has waited for %d.", value, q.Known)
	if !direct {
		return g.HelpText("wait for %s before, or make the variable DYNAMIC", q)
	}
	return g.HelpBefore(v.Site, "%1:WaitForIdle()", []diag.Snippet{{Site: used}}, "wait for %s before", q).HelpText("or make the variable DYNAMIC")
}

// InRecording words EngineBindingInFlight.
func InRecording(v Variable, uses []Use) *diag.Diagnostic {
	g := diag.New(diag.EngineBindingInFlight, "%s of %s is overwritten while recorded commands use it", v.Slot.What(0), v.Owner).
		WithResource(v.Owner.String()).At(v.Site, "")
	for _, u := range uses {
		if u.Object == v.Owner {
			g.Also(u.Site, "recorded here by "+u.Method)
		}
	}
	return g.Because("The GPU reads descriptors when it executes, not when commands are recorded.").
		HelpText("submit and wait before, or make the variable DYNAMIC")
}

// Exhausted words EngineExhausted. The remedy names the setting of the render device, which was made at a place.
func Exhausted(site, device gpu.Site, e *heaps.ExhaustedError, who string) *diag.Diagnostic {
	full := *e
	full.Remedy = ""
	g := diag.New(diag.EngineExhausted, "%s", full.Error()).At(site, "for "+who)
	of := 1
	if strings.Contains(e.Heap, gpu.HeapSampler.String()) {
		of = 2
	}
	if strings.Contains(e.Heap, "dynamic") {
		g.Because("Chunks of dynamic descriptors are returned when the GPU has finished the frame that took them; Flush does not end a frame.").
			HelpFix(device, raise("GPUDynamicDescriptors", of, e),
				"raise GPUDynamicDescriptors[%d] of the device (now %d), call FinishFrame more often, or make variables STATIC or MUTABLE", of,
				e.Capacity)
	} else {
		g.Because("A binding object holds the descriptors of its static and mutable variables until the GPU has passed its release.").
			HelpFix(device, raise("GPUDescriptorHeapSize", of, e),
				"raise GPUDescriptorHeapSize[%d] of the device (now %d), or release binding objects that are not used any more", of, e.Capacity)
	}
	if of == 2 { // H10
		g.HelpText("or name samplers that stay the same in ImmutableSamplers of the ResourceLayout: static samplers take no descriptors, of which such a heap has %d at most", gpu.MaxShaderVisibleSamplers)
	}
	return g
}

// raise makes a part of a shader-visible heap twice as large, as far as that leaves the other part half of what such a heap can hold.
func raise(setting string, of int, e *heaps.ExhaustedError) diag.Fix {
	most := uint64(gpu.MaxShaderVisibleDescriptors)
	if of == 2 {
		most = gpu.MaxShaderVisibleSamplers
	}
	twice := 2 * max(e.Capacity, e.Requested)
	if twice > most/2 {
		return diag.Fix{}
	}
	return diag.Put("CreateDeviceAndContexts", fmt.Sprintf("%s[%d]", setting, of), twice)
}
