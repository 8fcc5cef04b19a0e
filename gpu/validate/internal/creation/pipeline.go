package creation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/spell"
	"github.com/gpuscript/gpuscript/gpu/internal/inputs"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/graphics"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// graphicsRules: shaders of their stages with a place for what they declare, then each fixed part, in the order of the pipeline.
func (x *checker) graphicsRules(c *gpu.CreateCall, d *gpu.GraphicsPipelineStateDesc) {
	if d.RootSignature == nil || !x.stageRules(c, d.VS, gpu.StageVertex) || d.PS != nil && !x.stageRules(c, d.PS, gpu.StagePixel) {
		return
	}
	x.registerRules(c, d.RootSignature, d.VS)
	if d.PS != nil {
		x.registerRules(c, d.RootSignature, d.PS)
	}
	x.inputRules(c, d)
	x.adviseInputLayout(c, d)
	x.primitiveRules(c, d)
	if x.formatRules(c, d) {
		x.outputRules(c, d)
		x.blendRules(c, d)
	}
}

// stageRules: a shader of the stage that the field names.
func (x *checker) stageRules(c *gpu.CreateCall, s gpu.Shader, want gpu.ShaderStage) bool {
	if s == nil {
		return false
	}
	if _, ok := s.(gpu.StageShader); ok && s.ShaderStage() == want {
		return true
	}
	x.sayShaderStage(c, s, want)
	return false
}

// inputRules: elements that can be fetched, and one for each input of the vertex shader, of its type.
func (x *checker) inputRules(c *gpu.CreateCall, d *gpu.GraphicsPipelineStateDesc) {
	for i := range d.InputLayout {
		if f := badElement(d.InputLayout, i); f.got != "" {
			if f.fix != (diag.Fix{}) {
				f.fix.Method, f.fix.Path = c.Method, fmt.Sprintf("InputLayout[%d].%s", i+1, f.fix.Path)
			}
			x.say(diag.BadInputLayout, c.Site, "%s cannot be made: InputLayout[%d] %s", quoted("pipeline", c), i+1, f.got).
				HelpFix(c.Site, f.fix, "%s", f.want).Prop("d3d12", "CREATEINPUTLAYOUT_"+f.native)
			return
		}
	}
	vs := d.VS.(gpu.StageShader)
	for _, in := range vs.StageInputs() {
		at := inputs.Find(d.InputLayout, &in)
		if at < 0 {
			x.sayInput(c, d, vs, &in)
			continue
		}
		if e := &d.InputLayout[at]; !sameNumbers(in.Numeric, e.Format) {
			x.say(diag.BadInputLayout, c.Site, "vertex shader %q takes %s as %s, but the input layout has it as %s", vs.ShaderName(),
				semantic(in.Name, in.Index), numbers(in.Numeric), e.Format).
				Also(in.Site, "declared here").Prop("d3d12", "CREATEINPUTLAYOUT_TYPE_MISMATCH (245)").
				HelpFix(c.Site, diag.Put(c.Method, fmt.Sprintf("InputLayout[%d].Format@2/3>2", at+1), formatFor(&in)),
					`use a format such as "%s", or another type in the shader`, formatFor(&in))
		}
	}
}

// sayInput says that an input has no element: one that no input takes may be meant, under another name.
func (x *checker) sayInput(c *gpu.CreateCall, d *gpu.GraphicsPipelineStateDesc, vs gpu.StageShader, in *gpu.StageElement) {
	e := x.say(diag.InputMissing, c.Site, "vertex shader %q takes %s, but the input layout does not have it", vs.ShaderName(),
		semantic(in.Name, in.Index)).Also(in.Site, "declared here")
	var spare []string
	for i := range d.InputLayout {
		if o := &d.InputLayout[i]; o.SemanticIndex == in.Index && sameNumbers(in.Numeric, o.Format) &&
			!slices.ContainsFunc(vs.StageInputs(), func(other gpu.StageElement) bool { return inputs.Find(d.InputLayout, &other) == i }) {
			spare = append(spare, o.SemanticName)
		}
	}
	if near := spell.Nearest(in.Name, spare); near != "" {
		at := slices.IndexFunc(d.InputLayout, func(o gpu.InputElement) bool { return o.SemanticName == near && o.SemanticIndex == in.Index })
		e.HelpFix(c.Site, diag.Put(c.Method, fmt.Sprintf("InputLayout[%d].SemanticName@1", at+1), in.Name),
			"InputLayout[%d] has %s, which the shader does not take: name it %s", at+1, near, in.Name)
		return
	}
	e.HelpFix(c.Site, diag.Append(c.Method, "InputLayout", element(in)), "add %s to InputLayout", element(in))
}

// adviseInputLayout: the root signature says that its pipelines have an InputLayout. Direct3D 12 refuses a pipeline without that.
func (x *checker) adviseInputLayout(c *gpu.CreateCall, d *gpu.GraphicsPipelineStateDesc) {
	flags := d.RootSignature.RootSignatureDesc().Flags
	if !x.advise || len(d.InputLayout) == 0 || flags&gpu.AllowInputLayout != 0 {
		return
	}
	root := d.RootSignature.ID()
	words.Made(x, x.say(diag.InputLayoutNotAllowed, c.Site, "%s has an InputLayout, but %s does not have %s", quoted("pipeline", c), x.Ref(root),
		gpu.AllowInputLayout), root).
		Because("Direct3D 12 fails CreateGraphicsPipelineState for it; here the pipeline is made.").
		HelpFix(x.Created(root), diag.Put("CreateRootSignature", "Flags", flags|gpu.AllowInputLayout),
			"create it with Flags = %q", flags|gpu.AllowInputLayout)
}

// element is an element of an input layout for an input, as a script writes it.
func element(in *gpu.StageElement) string {
	return fmt.Sprintf("{ %q, %q%s }", in.Name, formatFor(in), indexField(in.Index))
}

// elementFault is why an element of an input layout cannot be: the message of Direct3D 12, after CREATEINPUTLAYOUT_; what it is, got == "": nothing;
// what would be right; and the edit of the element, if there is one.
type elementFault struct {
	native, got, want string
	fix               diag.Fix
}

// badElement says what is wrong with an element of an input layout. The path of the edit is that in the element.
func badElement(all []gpu.InputElement, i int) (f elementFault) {
	e := &all[i]
	size := e.Format.Bytes()
	offset := inputs.Offsets(all)[i]
	for k := range all[:i] {
		if strings.EqualFold(all[k].SemanticName, e.SemanticName) && all[k].SemanticIndex == e.SemanticIndex {
			return elementFault{"DUPLICATESEMANTIC (62)",
				fmt.Sprintf("gives %s again, as InputLayout[%d] does", semantic(e.SemanticName, e.SemanticIndex), k+1),
				"give each semantic once, or use another SemanticIndex", f.fix}
		}
	}
	switch {
	case e.SemanticName == "":
		return elementFault{"NULLSEMANTIC (64)", "has no SemanticName",
			"name the input of the vertex shader that it is for, or leave the element out", f.fix}
	case !e.Format.OfVertices():
		return elementFault{"INVALIDFORMAT (54)", "has format " + e.Format.String() + ", which is none of vertices",
			`use for example "R32G32B32_FLOAT" or "R8G8B8A8_UNORM"`, f.fix}
	case offset%min(size&^(size-1), 4) != 0:
		return elementFault{"INVALIDALIGNMENT (61)", fmt.Sprintf("is at offset %d, which is not aligned for %s", offset, e.Format),
			"the offset of an element is a multiple of 4 bytes, or of its size if that is less",
			diag.Multiple("", "AlignedByteOffset@0/5>2", uint64(offset), uint64(min(size&^(size-1), 4)))}
	case e.InputSlotClass == gpu.PerVertexData && e.InstanceDataStepRate != 0:
		return elementFault{"STEPRATESLOTCLASSMISMATCH (58)",
			fmt.Sprintf("has InstanceDataStepRate %d and is PER_VERTEX_DATA", e.InstanceDataStepRate),
			`set InputSlotClass = "PER_INSTANCE_DATA", or leave the rate out`,
			diag.Drop("", "InstanceDataStepRate@0/7>2")}
	}
	for k := range all[:i] {
		if all[k].InputSlot != e.InputSlot {
			continue
		}
		if all[k].InstanceDataStepRate != e.InstanceDataStepRate && all[k].InputSlotClass == e.InputSlotClass {
			return elementFault{"INVALIDSTEPRATECHANGE (60)",
				fmt.Sprintf("gives slot %d InstanceDataStepRate %d, and InputLayout[%d] gives it %d", e.InputSlot, e.InstanceDataStepRate, k+1,
					all[k].InstanceDataStepRate),
				"elements of one slot share a rate", diag.Put("", "InstanceDataStepRate@0/7>2", all[k].InstanceDataStepRate)}
		}
		if all[k].InputSlotClass != e.InputSlotClass {
			return elementFault{"INVALIDSLOTCLASSCHANGE (59)",
				fmt.Sprintf("makes slot %d %s, and InputLayout[%d] makes it %s", e.InputSlot, e.InputSlotClass, k+1, all[k].InputSlotClass),
				"put data of instances into a slot of its own", f.fix}
		}
	}
	return f
}

func semantic(name string, index uint32) string {
	if index == 0 {
		return name
	}
	return fmt.Sprintf("%s%d", name, index)
}

func indexField(index uint32) string {
	if index == 0 {
		return ""
	}
	return fmt.Sprintf(", SemanticIndex = %d", index)
}

// formatFor is a format of 32 bits a component for an input.
func formatFor(in *gpu.StageElement) string {
	text := ""
	for _, c := range "RGBA"[:in.Components] {
		text += string(c) + "32"
	}
	return text + "_" + map[gpu.NumericType]string{gpu.NumericUint: "UINT", gpu.NumericSint: "SINT"}[in.Numeric] +
		map[bool]string{true: "FLOAT"}[in.Numeric == gpu.NumericFloat]
}

// sameNumbers says whether a format gives numbers of a shader's type.
func sameNumbers(n gpu.NumericType, f gpu.Format) bool {
	switch have := f.Info().Numeric; have {
	case gpu.NumericUint, gpu.NumericSint:
		return n == have
	}
	return n == gpu.NumericFloat
}

func numbers(n gpu.NumericType) string {
	return map[gpu.NumericType]string{gpu.NumericFloat: "float", gpu.NumericUint: "uint", gpu.NumericSint: "int"}[n]
}

// primitiveRules: primitives, strips, rasterizer and samples that there are.
func (x *checker) primitiveRules(c *gpu.CreateCall, d *gpu.GraphicsPipelineStateDesc) {
	r, samples, name := &d.RasterizerState, d.SampleDesc.Count, quoted("pipeline", c)
	switch t := d.PrimitiveTopologyType; {
	case t == gpu.TopologyTypePatch:
		x.say(diag.BadPipelineTopology, c.Site, "%s cannot take primitives of type PATCH: there are no hull and domain shaders", name).
			HelpFix(c.Site, diag.Put(c.Method, "PrimitiveTopologyType", gpu.TopologyTypeTriangle),
				"draw triangles; tessellate on the CPU or in a compute shader")
	case t == gpu.TopologyTypeUndefined || t > gpu.TopologyTypePatch:
		x.say(diag.BadPipelineTopology, c.Site, "%s takes primitives of no type", name).
			HelpFix(c.Site, diag.Put(c.Method, "PrimitiveTopologyType", gpu.TopologyTypeTriangle),
				`set PrimitiveTopologyType = "TRIANGLE", "LINE" or "POINT"`)
	case d.IBStripCutValue != gpu.StripCutDisabled && t == gpu.TopologyTypePoint:
		x.say(diag.BadPipelineTopology, c.Site, "%s ends strips at index %s, but points make no strips", name, d.IBStripCutValue).
			HelpFix(c.Site, diag.Drop(c.Method, "IBStripCutValue"), "leave IBStripCutValue out")
	}
	switch {
	case r.ConservativeRaster == gpu.ConservativeOn:
		x.say(diag.BadRasterizer, c.Site, "%s cannot rasterize conservatively", name).
			Prop("d3d12", "CREATERASTERIZERSTATE_INVALID_CONSERVATIVERASTERMODE (647)").Because("ConservativeRasterizationTier is 0.").
			HelpFix(c.Site, diag.Drop(c.Method, "RasterizerState.ConservativeRaster"), "leave ConservativeRaster out")
	case r.ForcedSampleCount != 0:
		x.say(diag.BadRasterizer, c.Site, "%s cannot force %d samples", name, r.ForcedSampleCount).
			Prop("d3d12", "CREATERASTERIZERSTATE_INVALIDFORCEDSAMPLECOUNT (401)").
			HelpFix(c.Site, diag.Drop(c.Method, "RasterizerState.ForcedSampleCount"),
				"leave ForcedSampleCount out, and draw to a target with the samples that you want")
	case r.AntialiasedLineEnable && !r.MultisampleEnable && samples <= 1:
		x.say(diag.BadRasterizer, c.Site, "%s cannot smooth lines by alpha", name).
			HelpFix(c.Site, diag.Drop(c.Method, "RasterizerState.AntialiasedLineEnable"),
				"leave AntialiasedLineEnable out, and draw to a target with several samples: its lines are smooth")
	}
	if samples > 8 || samples&(samples-1) != 0 || d.SampleDesc.Quality != 0 {
		x.say(diag.BadPipelineSamples, c.Site, "%s cannot draw to %d samples of quality %d", name, samples, d.SampleDesc.Quality).
			HelpFix(c.Site, samplesFix(c, d.SampleDesc), "Count is 1, 2, 4 or 8, and Quality 0")
	}
}

// formatRules: formats of targets.
func (x *checker) formatRules(c *gpu.CreateCall, d *gpu.GraphicsPipelineStateDesc) bool {
	before := len(x.out)
	for i, f := range d.RTVFormats {
		if f != gpu.FormatUnknown && !graphics.Renderable(f) {
			graphics.BadFormat(x.say, c.Site, gpu.DescriptorRTV,
				diag.Put(c.Method, fmt.Sprintf("RTVFormats[%d]", i+1), graphics.Drawable(f, gpu.DescriptorRTV)),
				"%s cannot draw to RTVFormats[%d] = %s", quoted("pipeline", c), i+1, f).Prop("d3d12", "")
		}
	}
	if d.DSVFormat != gpu.FormatUnknown && !graphics.DepthStencil(d.DSVFormat) {
		graphics.BadFormat(x.say, c.Site, gpu.DescriptorDSV, diag.Put(c.Method, "DSVFormat", graphics.Drawable(d.DSVFormat, gpu.DescriptorDSV)),
			"%s cannot use DSVFormat = %s", quoted("pipeline", c), d.DSVFormat).Prop("d3d12", "")
	}
	return len(x.out) == before
}

// outputRules: the pixel shader gives numbers of the type that a target holds.
func (x *checker) outputRules(c *gpu.CreateCall, d *gpu.GraphicsPipelineStateDesc) {
	if d.PS == nil {
		return
	}
	ps := d.PS.(gpu.StageShader)
	x.adviseOutputs(c, d, ps)
	for _, out := range ps.StageOutputs() {
		if int(out.Index) >= len(d.RTVFormats) || d.RTVFormats[out.Index] == gpu.FormatUnknown {
			continue
		}
		if f := d.RTVFormats[out.Index]; !sameNumbers(out.Numeric, f) {
			x.say(diag.TargetTypeMismatch, c.Site, "pixel shader %q gives %s for target %d, but RTVFormats[%d] is %s", ps.ShaderName(),
				numbers(out.Numeric), out.Index, out.Index+1, f).
				Also(out.Site, "returned here").HelpFix(out.Site, diag.Around(constructor(numericOf(f), out.Components)+"(%1)"),
				"return a %s, or draw to another format", numbers(numericOf(f)))
		}
	}
}

// adviseOutputs: each color that the pixel shader gives has a target, and each target that may be written has a color. The second source of a blend
// needs no target of its own. A pipeline without any target may keep the pixel shader of one that has them: passes for depth alone do.
func (x *checker) adviseOutputs(c *gpu.CreateCall, d *gpu.GraphicsPipelineStateDesc, ps gpu.StageShader) {
	if !x.advise || len(d.RTVFormats) == 0 {
		return
	}
	given := uint64(0)
	for _, out := range ps.StageOutputs() {
		given |= 1 << out.Index
		has := int(out.Index) < len(d.RTVFormats) && d.RTVFormats[out.Index] != gpu.FormatUnknown
		if !has && !(out.Index == 1 && mixesSecond(d.BlendState.Target(0))) {
			x.say(diag.PixelOutputMismatch, c.Site, "pixel shader %q gives a color for target %d, but %s has no format there", ps.ShaderName(),
				out.Index, quoted("pipeline", c)).
				Also(out.Site, "returned here").Because("Its output is discarded.").
				Prop("d3d12", "CREATEGRAPHICSPIPELINESTATE_RENDERTARGETVIEW_NOT_SET (679)").
				HelpFix(out.Site, diag.Fix{Action: diag.FixDrop},
					"return no color for it, or name the format of the target in RTVFormats[%d]", out.Index+1)
			return
		}
	}
	for i, f := range d.RTVFormats {
		if f != gpu.FormatUnknown && given>>i&1 == 0 && d.BlendState.Target(i).RenderTargetWriteMask != 0 {
			fix := withoutFormat(c, d, i)
			if given == 0 && ps.StageUses()&(gpu.WritesDepth|gpu.WritesCoverage|gpu.WritesUAV|gpu.UsesDiscard) == 0 { // it does nothing: it rather lacks its return
				fix = diag.Fix{}
			}
			x.say(diag.PixelOutputMismatch, c.Site, "RTVFormats[%d] of %s is %s, but pixel shader %q gives no color for target %d", i+1,
				quoted("pipeline", c), f, ps.ShaderName(), i).
				Because("In Direct3D 12 it is undefined what is written there.").
				HelpFix(c.Site, fix, "leave the format out, return a color for target %d, or set RenderTargetWriteMask = 0 for it", i)
			return
		}
	}
	if t := d.BlendState.Target(0); mixesSecond(t) && given == 1 {
		x.say(diag.PixelOutputMismatch, c.Site, "%s blends with a second source, but pixel shader %q gives no color for target 1",
			quoted("pipeline", c), ps.ShaderName()).
			Because("The second source is the color for target 1: Direct3D 12 leaves open what it is.").
			HelpFix(c.Site, diag.Drop(c.Method, "BlendState.RenderTarget[1].BlendEnable"),
				"return Target1 as well, or blend with factors of one source")
	}
}

// withoutFormat is the edit that takes a target from a pipeline.
func withoutFormat(c *gpu.CreateCall, d *gpu.GraphicsPipelineStateDesc, i int) diag.Fix {
	path := fmt.Sprintf("RTVFormats[%d]", i+1)
	if i == len(d.RTVFormats)-1 {
		return diag.Drop(c.Method, path)
	}
	return diag.Put(c.Method, path, gpu.FormatUnknown)
}

// constructor is the type of some components as shaders write it: float, uint4.
func constructor(n gpu.NumericType, components uint32) string {
	if components == 1 {
		return numbers(n)
	}
	return fmt.Sprintf("%s%d", numbers(n), components)
}

// numericOf is the type of a shader's numbers for a format.
func numericOf(f gpu.Format) gpu.NumericType {
	if n := f.Info().Numeric; n == gpu.NumericUint || n == gpu.NumericSint {
		return n
	}
	return gpu.NumericFloat
}

// blendLogic is the message of Direct3D 12 about logic operations that do not go with the rest of the state.
const blendLogic = "CREATEBLENDSTATE_INVALIDLOGICOPS (403)"

// blendRules: what each target may do with a color.
func (x *checker) blendRules(c *gpu.CreateCall, d *gpu.GraphicsPipelineStateDesc) {
	say := func(i int, got string, args ...any) *diag.Diagnostic {
		return x.say(diag.BadBlend, c.Site, "%s cannot blend: RenderTarget[%d] %s", quoted("pipeline", c), i+1, fmt.Sprintf(got, args...))
	}
	for i, f := range d.RTVFormats {
		if f == gpu.FormatUnknown {
			continue
		}
		t, n, where := d.BlendState.Target(i), f.Info().Numeric, "BlendState.RenderTarget[1]"
		if d.BlendState.IndependentBlendEnable {
			where = fmt.Sprintf("BlendState.RenderTarget[%d]", i+1)
		}
		integers := n == gpu.NumericUint || n == gpu.NumericSint
		switch {
		case t.BlendEnable && t.LogicOpEnable:
			say(i, "has both BlendEnable and LogicOpEnable").Prop("d3d12", blendLogic).
				HelpFix(c.Site, diag.Drop(c.Method, where+".LogicOpEnable"), "a target blends or does a logic operation")
		case t.BlendEnable && integers:
			say(i, "has format %s, whose integers do not blend", f).
				HelpFix(c.Site, diag.Drop(c.Method, where+".BlendEnable"), "leave BlendEnable out, or draw to a UNORM or FLOAT format")
		case t.LogicOpEnable && n != gpu.NumericUint:
			say(i, "has format %s, but logic operations need UINT", f).
				Prop("d3d12", "CREATEGRAPHICSPIPELINESTATE_OM_RENDER_TARGET_DOES_NOT_SUPPORT_LOGIC_OPS (678)").
				HelpFix(c.Site, diag.Drop(c.Method, where+".LogicOpEnable"), "leave LogicOpEnable out, or draw to a format such as R8G8B8A8_UINT")
		case t.LogicOpEnable && d.BlendState.IndependentBlendEnable:
			say(i, "has LogicOpEnable, but IndependentBlendEnable is set, too").Prop("d3d12", blendLogic).
				HelpFix(c.Site, diag.Drop(c.Method, "BlendState.IndependentBlendEnable"), "all targets share one logic operation")
		case t.BlendEnable && (colorFactor(t.SrcBlendAlpha) || colorFactor(t.DestBlendAlpha)):
			field, factor, id := ".SrcBlendAlpha", t.SrcBlendAlpha, "CREATEBLENDSTATE_INVALIDSRCBLENDALPHA (114)"
			if !colorFactor(factor) {
				field, factor, id = ".DestBlendAlpha", t.DestBlendAlpha, "CREATEBLENDSTATE_INVALIDDESTBLENDALPHA (115)"
			}
			say(i, "has an alpha factor that names a color").Prop("d3d12", id).
				HelpFix(c.Site, diag.Put(c.Method, where+field, strings.Replace(factor.String(), "COLOR", "ALPHA", 1)),
					"use the factor of the same name with ALPHA")
		case mixesSecond(t) && len(d.RTVFormats) > 1:
			say(i, "has a factor of the second source, but there are %d targets", len(d.RTVFormats)).
				Prop("d3d12", "CREATEGRAPHICSPIPELINESTATE_OM_DUAL_SOURCE_BLENDING_CAN_ONLY_HAVE_RENDER_TARGET_0 (675)").
				HelpFix(c.Site, withoutFormat(c, d, len(d.RTVFormats)-1), "name one format: a second source color needs a single target")
		}
	}
}

// mixesSecond says whether a target blends with the second color that a pixel shader gives.
func mixesSecond(t gpu.RenderTargetBlendDesc) bool {
	return t.BlendEnable && max(t.SrcBlend, t.DestBlend, t.SrcBlendAlpha, t.DestBlendAlpha) >= gpu.BlendSrc1Color
}

// colorFactor says whether a factor has three components.
func colorFactor(b gpu.Blend) bool {
	switch b {
	case gpu.BlendSrcColor, gpu.BlendInvSrcColor, gpu.BlendDestColor, gpu.BlendInvDestColor, gpu.BlendSrc1Color, gpu.BlendInvSrc1Color:
		return true
	}
	return false
}
