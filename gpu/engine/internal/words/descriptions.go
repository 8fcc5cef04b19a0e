package words

import (
	"fmt"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/layout"
)

// The words of the rules about descriptions, and of what lies in no object.

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
	g := diag.New(diag.EngineDescription, "%s cannot be done with %s: its BindFlags %s do not have %s", method, o, has, wants).
		WithResource(o.String()).At(site, "").
		Also(o.Created, "created here")
	kind, _, _ := strings.Cut(o.Title, " ")
	if usage != desc.UsageDefault && (usage == desc.UsageStaging ||
		wants&(desc.BindRenderTarget|desc.BindDepthStencil|desc.BindUnorderedAccess) != 0) {
		return g.HelpText("make it with that bind flag and Usage DEFAULT")
	}
	return g.HelpFix(o.Created, diag.Put("Create"+kind, "BindFlags", has|wants), "make it with that bind flag")
}

// DescUse words EngineDescription.
func DescUse(o Object, method, why, help string, site gpu.Site) *diag.Diagnostic {
	return diag.New(diag.EngineDescription, "%s cannot be done with %s: %s", method, o, why).WithResource(o.String()).At(site, "").
		Also(o.Created, "created here").HelpText("%s", help)
}

// NoMips words EngineDescription as advice: GenerateMips gets a texture of one level, which could have full levels.
func NoMips(o Object, full uint32, site gpu.Site) *diag.Diagnostic {
	return diag.New(diag.EngineDescription, "GenerateMips fills nothing: %s has one mip level", o).WithResource(o.String()).
		WithSeverity(diag.SeverityAdvice).At(site, "").Also(o.Created, "created here").
		HelpText("make it with MipLevels = 0, which is all %d levels, or leave the call out", full)
}

// Range words EngineRange.
func Range(o Object, method string, offset, size, limit uint64, site gpu.Site) *diag.Diagnostic {
	return outside(o, method, offset, size, limit, site).HelpText("stay inside, with at least one byte")
}

func outside(o Object, method string, offset, size, limit uint64, site gpu.Site) *diag.Diagnostic {
	return diag.New(diag.EngineRange, "%s of [%d, %d) is outside of %s, which is [0, %d)", method, offset, offset+size, o, limit).
		WithResource(o.String()).
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
		g.HelpFix(site, diag.PutArgument(called, sizeArgument, limit-offset), "use %s from byte %d on",
			counted(int(limit-offset), "byte", "bytes"), offset)
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
		At(site, "").Also(o.Created, "created here").HelpFix(site, diag.PutArgument(method, argument, offset/of*of), "use %d or %d",
		offset/of*of, offset/of*of+of)
}

// NoSubresource words EngineRange.
func NoSubresource(o Object, method string, of *gpu.ResourceDesc, site gpu.Site) *diag.Diagnostic {
	slices := of.Subresources() / uint32(of.MipLevels)
	return diag.New(diag.EngineRange, "%s names a subresource that %s does not have: it has %s and %s", method, o,
		counted(int(of.MipLevels), "mip level", "mip levels"), counted(int(slices), "slice", "slices")).
		WithResource(o.String()).At(site, "").Also(o.Created, "created here").HelpText("count mip levels and slices from 0")
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
