package creation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/layout"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// registerRules: the root signature lets the stage see everything that the shader declares, in a form that can show it.
func (x *checker) registerRules(c *gpu.CreateCall, root gpu.RootSignature, s gpu.Shader) {
	d, slots := root.RootSignatureDesc(), s.Slots()
	if flag := denies(d.Flags, s.ShaderStage()); flag != 0 && len(slots) > 0 {
		x.sayDenied(c, root, s, &slots[0], flag)
		return
	}
	all := layout.Of(d)
	for i := range slots {
		slot := &slots[i]
		for k := range max(slot.Count, 1) {
			if !layout.Provided(all, s.ShaderStage(), slot.Class, uint64(slot.Register)+uint64(k), slot.Space) {
				x.sayMissingRegister(c, root, s, slot, slot.Register+k, all)
				break
			}
		}
		p := layout.ParameterOf(d, s.ShaderStage(), slot)
		if p >= 0 && slot.Class != gpu.DescriptorCBV && d.Parameters[p].Type != gpu.RootDescriptorTable && (slot.Typed || slot.Counted) {
			x.sayRootDescriptor(c, root, s, slot, p)
		}
		x.staticSamplerRules(c, root, s, slot)
	}
}

// staticSamplerRules: a static sampler compares where the shader declares one that does.
func (x *checker) staticSamplerRules(c *gpu.CreateCall, root gpu.RootSignature, s gpu.Shader, slot *gpu.ShaderSlot) {
	if slot.Class != gpu.DescriptorSampler || !x.advise {
		return
	}
	d := root.RootSignatureDesc()
	for i := range d.StaticSamplers {
		t := &d.StaticSamplers[i]
		seen := layout.Run{Visible: t.ShaderVisibility}
		if t.RegisterSpace == slot.Space && t.ShaderRegister-slot.Register < max(slot.Count, 1) && seen.SeenBy(s.ShaderStage()) &&
			t.Filter.Compares() != slot.Compares {
			place := fmt.Sprintf("StaticSamplers[%d]", i+1)
			e := words.SamplerMismatch(c.Site, fmt.Sprintf("%s of %s", place, x.Ref(root.ID())), t.Filter, fmt.Sprintf("shader %q", s.ShaderName()),
				fmt.Sprintf("%q", slot.Name))
			x.out = append(x.out, words.Made(x, declared(e, slot), root.ID()).
				HelpFix(x.Created(root.ID()), diag.Put("CreateRootSignature", place+".Filter", t.Filter^gpu.FilterComparison), "Filter = %q",
					t.Filter^gpu.FilterComparison))
		}
	}
}

// declared adds the declaration of a shader.
func declared(d *diag.Diagnostic, s *gpu.ShaderSlot) *diag.Diagnostic {
	if s.Site != 0 {
		d.Also(s.Site, fmt.Sprintf("%s %q is declared here", s.Class, s.Name))
	}
	return d
}

// reads is how messages say that a shader reads a register.
func reads(shader gpu.Shader, s *gpu.ShaderSlot) string {
	return fmt.Sprintf("%s, which shader %q reads as %q", words.Register(s.Class, s.Register, s.Space), shader.ShaderName(), s.Name)
}

// rootMismatch are the messages of Direct3D 12 for a shader of a stage that does not fit the root signature.
var rootMismatch = map[gpu.ShaderStage]string{gpu.StageCompute: "CREATECOMPUTEPIPELINESTATE_CS_ROOT_SIGNATURE_MISMATCH (882)",
	gpu.StageVertex: "CREATEGRAPHICSPIPELINESTATE_VS_ROOT_SIGNATURE_MISMATCH (688)",
	gpu.StagePixel:  "CREATEGRAPHICSPIPELINESTATE_PS_ROOT_SIGNATURE_MISMATCH (690)"}

func (x *checker) sayMissingRegister(c *gpu.CreateCall, root gpu.RootSignature, shader gpu.Shader, s *gpu.ShaderSlot,
	number uint32, all []layout.Run) {
	id, stage := root.ID(), shader.ShaderStage()
	e := declared(x.say(diag.RegisterNotInRootSignature, c.Site, "%s does not offer %s, which shader %q reads as %q", x.Ref(id),
		words.Register(s.Class, number, s.Space), shader.ShaderName(), s.Name), s).Prop("d3d12", rootMismatch[stage])
	words.Made(x, e, id)
	if hidden := layout.Hidden(all, stage, s.Class, uint64(number), s.Space); hidden != nil {
		e.Note("%s has %s, but a %s shader does not see what has ShaderVisibility %s.", hidden.Place, hidden, stage, hidden.Visible)
		x.helpVisible(e, id, hidden, all)
		return
	}
	if near := layout.Nearest(all, s.Class, uint64(number), s.Space); near != nil {
		e.Note("The nearest is %s in %s.", near, near.Place)
		if field := movable(c, near, s, all); field != "" {
			e.HelpFix(x.Created(id), diag.Put("CreateRootSignature", field, s.Register),
				"%s = %d: no shader of the pipeline reads %s", field, s.Register, near)
			return
		}
		if end := uint64(s.Register) + uint64(max(s.Count, 1)); extensible(near, s, all) {
			e.HelpFix(x.Created(id), diag.Put("CreateRootSignature", near.Place+".NumDescriptors", end-near.First),
				"%s.NumDescriptors = %d: the range then goes on to %s", near.Place, end-near.First,
				words.Register(s.Class, uint32(end-1), s.Space))
			return
		}
	}
	r := fmt.Sprintf("{ Type = %q, NumDescriptors = %d, BaseShaderRegister = %d, RegisterSpace = %d }", s.Class, max(s.Count, 1), s.Register, s.Space)
	e.HelpFix(x.Created(id), diag.Append("CreateRootSignature", "Parameters", `{ Type = "DESCRIPTOR_TABLE", Ranges = { `+r+` } }`),
		"add a range %s", r)
}

// movable is the field of a root signature that gives a run other registers, those of a slot, "" if they do not fit, if another run has them, or if a
// shader of the pipeline reads the registers that the run has.
func movable(c *gpu.CreateCall, r *layout.Run, s *gpu.ShaderSlot, all []layout.Run) string {
	moved := *r
	moved.First, moved.End = uint64(s.Register), uint64(s.Register)+r.End-r.First
	if r.Parameter < 0 || r.Space != s.Space || r.End-r.First < uint64(max(s.Count, 1)) {
		return ""
	}
	for i := range all {
		if o := &all[i]; o != r && o.Overlaps(&moved) {
			return ""
		}
	}
	for _, shader := range shadersOf(c) {
		for _, slot := range shader.Slots() {
			if slot.Class == r.Class && slot.Space == r.Space && uint64(slot.Register) < r.End && uint64(slot.Register)+
				uint64(max(slot.Count, 1)) > r.First {
				return ""
			}
		}
	}
	if r.Table {
		return r.Place + ".BaseShaderRegister"
	}
	return r.Place + ".ShaderRegister"
}

// extensible says whether the registers of a slot come right after those of a range in a table, so that the range is a few descriptors too short.
func extensible(r *layout.Run, s *gpu.ShaderSlot, all []layout.Run) bool {
	longer := *r
	longer.First, longer.End = r.End, uint64(s.Register)+uint64(max(s.Count, 1))
	return r.Table && r.Space == s.Space && uint64(s.Register) <= r.End && longer.End > r.End &&
		!slices.ContainsFunc(all, func(o layout.Run) bool { return o.Overlaps(&longer) })
}

// shadersOf are the shaders of a pipeline that is created.
func shadersOf(c *gpu.CreateCall) (all []gpu.Shader) {
	switch d := c.Desc.(type) {
	case *gpu.ComputePipelineStateDesc:
		all = append(all, d.CS)
	case *gpu.GraphicsPipelineStateDesc:
		all = append(all, d.VS, d.PS)
	}
	return slices.DeleteFunc(all, func(s gpu.Shader) bool { return s == nil })
}

// helpVisible offers to show a run to all stages, unless another one claims its registers there.
func (x *checker) helpVisible(d *diag.Diagnostic, root gpu.ID, hidden *layout.Run, all []layout.Run) {
	field, _, _ := strings.Cut(hidden.Place, ".")
	shown := *hidden
	shown.Visible = gpu.VisibilityAll
	for i := range all {
		if r := &all[i]; r != hidden && r.Overlaps(&shown) {
			d.HelpText("give the stage a parameter of its own: another one has the registers of %s already", field)
			return
		}
	}
	d.HelpFix(x.Created(root), diag.Put("CreateRootSignature", field+".ShaderVisibility", gpu.VisibilityAll), `ShaderVisibility = "ALL" in %s`, field)
}

// sayDenied says that a flag of a root signature keeps a stage from what its shader reads.
func (x *checker) sayDenied(c *gpu.CreateCall, root gpu.RootSignature, shader gpu.Shader, s *gpu.ShaderSlot, flag gpu.RootSignatureFlags) {
	id := root.ID()
	words.Made(x, declared(x.say(diag.RegisterNotInRootSignature, c.Site, "%s does not offer %s", x.Ref(id), reads(shader, s)), s), id).
		Prop("d3d12", rootMismatch[shader.ShaderStage()]).
		Note("It has the flag %s: %s shaders see none of its parameters and samplers.", flag, shader.ShaderStage()).
		HelpFix(x.Created(id), diag.Flags("CreateRootSignature", "Flags", root.RootSignatureDesc().Flags&^flag),
			"create the root signature without %s", flag)
}

// sayRootDescriptor says that a root descriptor cannot show what a shader declares.
func (x *checker) sayRootDescriptor(c *gpu.CreateCall, root gpu.RootSignature, shader gpu.Shader, s *gpu.ShaderSlot, parameter int) {
	id, p := root.ID(), &root.RootSignatureDesc().Parameters[parameter]
	what := "has no counter"
	if s.Typed {
		what = "shows raw and structured buffers only"
	}
	d := x.say(diag.RootDescriptorNotEnough, c.Site, "Parameters[%d] of %s is a root %s, which %s, but shader %q declares %s as %s",
		parameter+1, x.Ref(id), p.Type, what,
		shader.ShaderName(), words.Register(s.Class, s.Register, s.Space), wanted(s))
	table := fmt.Sprintf(`{ Type = "DESCRIPTOR_TABLE", Ranges = { { Type = %q, NumDescriptors = 1, BaseShaderRegister = %d, RegisterSpace = %d } } }`,
		s.Class, s.Register, s.Space)
	words.Made(x, declared(d, s), id).Prop("d3d12", rootMismatch[shader.ShaderStage()]).
		HelpFix(x.Created(id), diag.Put("CreateRootSignature", fmt.Sprintf("Parameters[%d]", parameter+1), diag.Source(table)),
			"use a descriptor table: %s", table)
}

// wanted is what a shader declares that a root descriptor cannot show.
func wanted(s *gpu.ShaderSlot) string {
	if s.Typed {
		return incident.ShapeOf(s).String()
	}
	return "a buffer with a counter"
}

// denies is the flag that keeps a stage from the arguments of the root signature, 0 if there is none.
func denies(f gpu.RootSignatureFlags, s gpu.ShaderStage) gpu.RootSignatureFlags {
	switch s {
	case gpu.StageVertex:
		return f & gpu.DenyVertexShaderRootAccess
	case gpu.StagePixel:
		return f & gpu.DenyPixelShaderRootAccess
	}
	return 0
}
