package kernel

import (
	"fmt"
	"slices"
	"sync"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/spell"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// This file is the seam to the graphics pipeline: shaders of its stages, and how a pixel shader meets a vertex shader.

// StageField is one value that a vertex or pixel shader declares to take, as { "TEXCOORD1", "float2" } of a script: a parameter of a vertex
// shader, a field of the first parameter of a pixel shader.
type StageField = check.Field

// Modifier is how a field reaches the pixels of a primitive, as a script says it in the table Interpolation.
type Modifier = check.Modifier

var _ gpu.StageShader = (*Kernel)(nil)

// signature is what a vertex or pixel shader takes and gives.
type signature struct {
	fields          []StageField // that a vertex shader gives beside the position
	inputs, outputs []gpu.StageElement
	uses            gpu.StageUses
	advice          []*diag.Diagnostic // of any shader
	partial         bool               // of any shader: constants rule a branch out
}

// Partial says that constants rule a branch of the shader out. What only that branch uses is not among the slots.
func (k *Kernel) Partial() bool { return k.signature.partial }

// StageInputs implements gpu.StageShader. Callers must not change it.
func (k *Kernel) StageInputs() []gpu.StageElement { return k.signature.inputs }

// StageOutputs implements gpu.StageShader. Callers must not change it.
func (k *Kernel) StageOutputs() []gpu.StageElement { return k.signature.outputs }

// StageUses implements gpu.StageShader.
func (k *Kernel) StageUses() gpu.StageUses { return k.signature.uses }

// PixelSource is a pixel shader that does not declare its inputs: what they are is known when it meets a vertex shader. It implements gpu.Shader, for
// messages; Link makes the program. It is safe for concurrent use.
type PixelSource struct {
	src Source

	mu     sync.Mutex
	linked map[string]*Kernel // by the outputs of the vertex shader
	advice []*diag.Diagnostic // of all of them, each once
	told   int                // how many of these were told
}

// NewPixelSource makes a pixel shader that Link completes.
func NewPixelSource(src Source) *PixelSource { return &PixelSource{src: src} }

// ShaderName implements gpu.Shader.
func (p *PixelSource) ShaderName() string { return p.src.Name }

// ShaderStage implements gpu.Shader.
func (p *PixelSource) ShaderStage() gpu.ShaderStage { return gpu.StagePixel }

// Slots implements gpu.Shader. It is nil: the registers are known when the shader is linked.
func (p *PixelSource) Slots() []gpu.ShaderSlot { return nil }

// ThreadGroup implements gpu.Shader.
func (p *PixelSource) ThreadGroup() [3]uint32 { return [3]uint32{} }

// Link gives the pixel program that runs after a vertex shader. A *PixelSource is compiled with the vertex shader's outputs as its inputs, once for
// each list of outputs; of a *Kernel with declared inputs it is checked that the vertex shader gives them. Exactly one of the results is nil.
func Link(pixel gpu.Shader, vertex gpu.Shader) (*Kernel, []*diag.Diagnostic) {
	v := kernelOf(vertex)
	if p, ok := pixel.(*PixelSource); ok {
		return p.link(v)
	}
	k := kernelOf(pixel)
	if d := mismatch(k, v); d != nil {
		return nil, []*diag.Diagnostic{d}
	}
	return k, nil
}

// link compiles the shader for the outputs of a vertex shader. What it turns out not to need is left out of its inputs.
func (p *PixelSource) link(vertex *Kernel) (*Kernel, []*diag.Diagnostic) {
	src := p.src
	src.Inputs = vertex.signature.fields
	key := fmt.Sprint(src.Inputs)
	p.mu.Lock()
	defer p.mu.Unlock()
	if k, ok := p.linked[key]; ok {
		return k, nil
	}
	k, problems := Compile(src)
	if problems != nil {
		for _, d := range problems {
			d.Note("The inputs of pixel shader %q are the outputs of vertex shader %q.", src.Name, vertex.ShaderName())
		}
		return nil, problems
	}
	if narrowed, ok := k.unused(src.Inputs); ok {
		src.Inputs = narrowed
		if k, problems = Compile(src); problems != nil {
			panic(fmt.Sprintf("BUG: kernel: pixel shader %q does not compile without what it does not need", src.Name))
		}
	}
	k.forgetDepth()
	if p.linked == nil {
		p.linked = map[string]*Kernel{}
	}
	p.linked[key], k.source = k, p
	p.advise(k.Advice())
	return k, nil
}

// advise keeps the advice about one of the programs of a shader that others have not given: inputs of other types are read in other ways.
func (p *PixelSource) advise(list []*diag.Diagnostic) {
	for _, d := range list {
		if !slices.ContainsFunc(p.advice, func(o *diag.Diagnostic) bool {
			return o.Code == d.Code && o.Primary().Site == d.Primary().Site && o.Title == d.Title
		}) {
			p.advice = append(p.advice, d)
		}
	}
}

// TellAdvice tells the advice about a pixel shader that Link has completed: each piece once, whatever pipelines use the shader, but again where tell
// failed, which ends it. There is none for other shaders, whose advice is known when they are compiled.
func (k *Kernel) TellAdvice(tell func(*diag.Diagnostic) error) error {
	p := k.source
	if p == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for ; p.told < len(p.advice); p.told++ {
		if err := tell(p.advice[p.told]); err != nil {
			return err
		}
	}
	return nil
}

// forgetDepth takes the position from the uses of a program that does not read its depth, which is then not interpolated: every program that takes
// inputs could read it there. Nobody knows the program yet.
func (k *Kernel) forgetDepth() {
	reads := false
	k.natural.program().Body.Walk(func(in *ir.Instr) {
		reads = reads || in.Op == ir.OpTriangle && in.Imm >= stage.TriangleZ && in.Imm < stage.TriangleZ+stage.PlaneWords
	})
	if !reads {
		k.signature.uses &^= gpu.UsesPosition
	}
}

// unused marks the fields that nothing in the program depends on, and tells whether there are some.
func (k *Kernel) unused(fields []StageField) ([]StageField, bool) {
	used := make([]bool, k.natural.decl.Stage.Inputs)
	k.natural.program().Body.Walk(func(in *ir.Instr) {
		if in.Op == ir.OpTriangle && in.Imm >= stage.TriangleInputs {
			used[(in.Imm-stage.TriangleInputs)/stage.PlaneWords] = true
		}
	})
	fields = slices.Clone(fields)
	at, found := 0, false
	for i := range fields {
		n := fields[i].Type.Components()
		if !slices.Contains(used[at:at+n], true) {
			fields[i].Unused, found = true, true
		}
		at += n
	}
	return fields, found
}

// mismatch tells what a pixel shader with declared inputs takes that the vertex shader does not give.
func mismatch(pixel, vertex *Kernel) *diag.Diagnostic {
	var names []string
	for _, out := range vertex.signature.outputs {
		names = append(names, out.Name)
	}
	for n, in := range pixel.signature.inputs {
		i := slices.IndexFunc(vertex.signature.outputs, func(out gpu.StageElement) bool { return out.Name == in.Name && out.Index == in.Index })
		if i < 0 {
			d := diag.New(diag.StageMismatch, "pixel shader %q takes %q, which vertex shader %q does not give", pixel.ShaderName(),
				in.Name, vertex.ShaderName()).
				At(in.Site, "").Also(vertex.natural.decl.Site, "the vertex shader")
			if near := spell.Nearest(in.Name, names); near != "" {
				d.HelpText("did you mean %q?", near)
			} else {
				d.HelpText("return it from the vertex shader: %s = …", in.Name)
			}
			return d
		}
		out := vertex.signature.outputs[i]
		if out.Numeric != in.Numeric || out.Components != in.Components {
			return diag.New(diag.StageMismatch, "%q is %s in pixel shader %q and %s in vertex shader %q", in.Name, typeText(in), pixel.ShaderName(),
				typeText(out), vertex.ShaderName()).
				At(in.Site, "").Also(out.Site, "the vertex shader gives it here").
				HelpFix(in.Site, sameType(pixel.signature.inputs, n, out), "give it the same type in both")
		}
	}
	return nil
}

// sameType is the edit that gives input n of a pixel shader the type of an output; none for matrices, of which each row is an input.
func sameType(inputs []gpu.StageElement, n int, out gpu.StageElement) (fix diag.Fix) {
	number, rows := 1, 0
	for i, in := range inputs {
		if in.Name == inputs[n].Name {
			rows++
		} else if i < n && in.Index == 0 {
			number++
		}
	}
	if rows == 1 {
		fix = diag.Put("PixelShader", fmt.Sprintf("Inputs[%d][2]", number), typeText(out))
	}
	return fix
}

// typeText is the type of an element as HLSL spells it.
func typeText(e gpu.StageElement) string {
	scalar := map[gpu.NumericType]string{gpu.NumericFloat: "float", gpu.NumericSint: "int", gpu.NumericUint: "uint"}[e.Numeric]
	if e.Components == 1 {
		return scalar
	}
	return fmt.Sprintf("%s%d", scalar, e.Components)
}

// appendOutputs adds what tells the outputs of a draw apart to the key of a variant.
func appendOutputs(key []byte, o *stage.PixelOutputs) []byte {
	key = append(key, 1, byte(o.Samples), byte(o.SampleMask))
	for _, t := range o.Targets {
		used := byte(0)
		if t.Used {
			used = 1
		}
		key = append(key, used, byte(t.Format))
	}
	return key
}
