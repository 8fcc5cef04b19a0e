package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/spell"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/resolve"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
	"github.com/yuin/gopher-lua/ast"
)

// output is one thing that a vertex or pixel shader returns: the position, a field, a target, the depth or the coverage.
type output struct {
	Field
	c []value.V // of a shader whose only return is its last statement
	x *local    // else: what the returns so far have left
}

// stageBegin makes what a stage has from its start: the mask of helper lanes, and variables for what several returns give.
func (l *lowerer) stageBegin(fn *ast.FunctionExpr) {
	l.Alive = l.Flag()
	l.Alive.C = []value.V{l.stageOp(ir.OpCovered, ir.Bool, 0)}
	l.Quads = l.in.Stage == syntax.PixelStage
	l.frame.direct = resolve.OnlyReturnIsLast(fn.Stmts)
	if l.frame.direct {
		return
	}
	for _, f := range l.inference.outputs {
		x := &local{Variable: value.Variable{Name: "output " + f.Name, T: f.Type, C: l.Zeros(f.Type)}}
		l.frame.results = append(l.frame.results, x)
		l.enliven(x)
		l.outputs = append(l.outputs, output{Field: f, x: x})
	}
}

// stageReturn lowers a return of a vertex or pixel shader.
func (l *lowerer) stageReturn(s *ast.ReturnStmt) {
	l.frame.returned.C = []value.V{l.B.Bool(true)}
	values := l.exprList(s.Exprs, -1)
	if len(values) > 1 {
		l.FailOn(diag.ReturnMismatch, values[1], "a %s shader returns one value", l.in.Stage).HelpText("write return { %s = …, … }", l.firstOutput())
		return
	}
	var given []value.FieldValue
	if len(values) == 1 {
		v := l.Read(values[0])
		switch {
		case v.Kind == value.Invalid:
			return
		case v.Kind == value.Fields:
			given = v.Fields
		default:
			given = []value.FieldValue{{Name: l.firstOutput(), Value: v}}
		}
	}
	fields, ok := l.outputFields(given)
	if !ok {
		return
	}
	if l.outputs == nil && !l.frame.direct && !l.inference.returned {
		l.inference.outputs, l.inference.returned, l.inference.changed = fields, true, true
		return
	}
	l.storeOutputs(siteOf(s), given, fields)
}

func (l *lowerer) firstOutput() string {
	if l.in.Stage == syntax.VertexStage {
		return position
	}
	return "Target0"
}

// storeOutputs keeps the values of one return.
func (l *lowerer) storeOutputs(site gpu.Site, given []value.FieldValue, fields []Field) {
	if l.frame.direct {
		for i, f := range fields {
			l.outputs = append(l.outputs, output{Field: f, c: l.ConvertTo(given[i].Value, f.Type, &value.Target{What: f.Name})})
		}
		return
	}
	if len(fields) != len(l.outputs) {
		l.Fail(diag.ReturnMismatch, site, "the number of values returned is %d here and %d elsewhere", len(fields), len(l.outputs)).
			HelpText("return the same fields everywhere")
		return
	}
	for i, f := range fields {
		at := -1
		for j := range l.outputs {
			if l.outputs[j].Name == f.Name {
				at = j
			}
		}
		if at < 0 {
			l.FailOn(diag.ReturnMismatch, given[i].Value, "%s is returned here and not elsewhere", f.Name).
				HelpText("return the same fields everywhere")
			return
		}
		o := &l.outputs[at]
		o.x.C = l.ConvertTo(given[i].Value, o.Type, &value.Target{What: o.Name, Site: o.Site})
	}
}

// outputFields checks the names of what is returned, and finds the types.
func (l *lowerer) outputFields(given []value.FieldValue) ([]Field, bool) {
	fields := make([]Field, len(given))
	seen := map[string]bool{}
	for i, g := range given {
		if g.Name == "" {
			l.FailOn(diag.BadStageOutput, g.Value, "what a %s shader returns has names", l.in.Stage).HelpText("write %s = …", l.firstOutput())
			return nil, false
		}
		if seen[g.Name] {
			l.FailOn(diag.BadStageOutput, g.Value, "%s is returned twice", g.Name)
			return nil, false
		}
		seen[g.Name] = true
		t := l.outputType(g)
		if t == nil {
			return nil, false
		}
		fields[i] = Field{Name: g.Name, Type: t, Site: g.Value.Site}
		var ok bool
		if l.in.Stage == syntax.VertexStage {
			ok = l.vertexOutput(&fields[i], g.Value)
		} else {
			ok = l.pixelOutput(&fields[i], g.Value)
		}
		if !ok {
			return nil, false
		}
	}
	if l.in.Stage == syntax.VertexStage && !seen[position] {
		l.noPosition(given)
		return nil, false
	}
	return fields, true
}

// outputType is the type of a returned value; nil after reporting that it has none.
func (l *lowerer) outputType(g value.FieldValue) *syntax.Type {
	switch v := g.Value; v.Kind {
	case value.Constant:
		if l.in.Stage == syntax.PixelStage && g.Name != "Coverage" {
			return syntax.ScalarType(syntax.Float)
		}
		return v.NumericType()
	case value.Data:
		if !hasArray(v.T) {
			return v.T
		}
		l.FailOn(diag.BadStageOutput, v, "%s holds an array, which cannot go from stage to stage", g.Name).
			HelpText("return its elements by names of their own")
	case value.Fields:
		t := &syntax.Type{Kind: syntax.Struct}
		for _, f := range v.Fields {
			inner := l.outputType(f)
			if inner == nil {
				return nil
			}
			if f.Name == "" || t.FieldNamed(f.Name) >= 0 {
				l.FailOn(diag.BadStageOutput, f.Value, "the fields of %s need names of their own", g.Name)
				return nil
			}
			t.Fields = append(t.Fields, syntax.Field{Name: f.Name, Type: inner})
		}
		return t
	default:
		l.NotData(v, syntax.Vector(syntax.Float, 4), &value.Target{What: g.Name})
	}
	return nil
}

func hasArray(t *syntax.Type) bool {
	for _, f := range t.Fields {
		if hasArray(f.Type) {
			return true
		}
	}
	return t.Kind == syntax.Array
}

// pixelOutput finds out which output of a pixel shader a name means.
func (l *lowerer) pixelOutput(f *Field, v value.Value) bool {
	number, isTarget := strings.CutPrefix(f.Name, "Target")
	switch n, err := strconv.Atoi(number); {
	case f.Name == "Depth" || f.Name == "Coverage":
		want := syntax.ScalarType(syntax.Float)
		if f.Name == "Coverage" {
			want = uintType
		}
		if v.Kind == value.Data && !v.T.IsScalar() {
			l.FailOn(diag.BadStageOutput, v, "%s is a %s, but this is %s", f.Name, want, v.Describe())
			return false
		}
		f.Type = want
		return true
	case isTarget && err == nil && n >= 0 && n < gpu.MaxRenderTargets && strconv.Itoa(n) == number:
		f.Index = uint32(n)
		if f.Type.Kind == syntax.Struct || f.Type.IsMatrix() || f.Type.Scalar == syntax.Bool {
			l.FailOn(diag.BadStageOutput, v, "a colour has one to four numbers, but this is %s", v.Describe()).HelpText("write float4(r, g, b, a)")
			return false
		}
		return true
	}
	d := l.FailOn(diag.BadStageOutput, v, "a pixel shader has no output %q", f.Name)
	if near := nearOutput(f.Name); near != "" {
		d.HelpFix(0, diag.Fix{Action: diag.FixKey, Text: near}, "did you mean %s?", near)
	} else {
		d.HelpText("its outputs are Target0 to Target%d, Depth and Coverage", gpu.MaxRenderTargets-1)
	}
	return false
}

// nearOutput is the output of a pixel shader that a name comes near, or is with SV_ before it; "" if there is none.
func nearOutput(name string) string {
	name, prefixed := strings.CutPrefix(name, "SV_")
	outputs := []string{"Depth", "Coverage"}
	for i := range gpu.MaxRenderTargets {
		outputs = append(outputs, "Target"+strconv.Itoa(i))
	}
	switch near := spell.Nearest(name, append([]string{"Target"}, outputs...)); {
	case prefixed && slices.Contains(outputs, name):
		return name
	case name == "Target", near == "Target":
		return "Target0"
	default:
		return near
	}
}

// stageEnd writes the outputs, and completes what the kernel says of itself.
func (l *lowerer) stageEnd(fn *ast.FunctionExpr) {
	l.B.Site = siteOf(fn)
	if len(l.Diags) > 0 || l.inference.changed {
		return
	}
	if len(l.outputs) > 0 && resolve.FallsThrough(fn.Stmts) {
		l.Fail(diag.ReturnMismatch, siteOf(fn), "the shader can end without returning a value").Also(l.outputs[0].Site, "it returns one here").
			HelpText("add a return as its last statement")
		return
	}
	k := l.B.K
	if l.Discards {
		l.uses |= gpu.UsesDiscard
	}
	if l.in.Stage == syntax.VertexStage {
		l.endVertex(fn)
		k.Stage = ir.Stage{Kind: ir.VertexStage, Inputs: uint32(planes(l.in.Inputs)) + 2, Outputs: l.plane}
		return
	}
	l.endPixel()
	k.Stage = ir.Stage{Kind: ir.PixelStage, Inputs: uint32(planes(l.in.Inputs)), Outputs: l.plane}
}

// components are the values of an output.
func (o *output) components() []value.V {
	if o.x != nil {
		return o.x.C
	}
	return o.c
}

// emit writes the next plane.
func (l *lowerer) emit(v value.V) {
	l.B.Append(&ir.Instr{Op: ir.OpStageOut, Imm: l.plane, Args: []value.V{v}}, ir.Invalid)
	l.plane++
}

func (l *lowerer) endVertex(fn *ast.FunctionExpr) {
	if len(l.outputs) == 0 {
		l.Fail(diag.BadStageOutput, siteOf(fn), "the vertex shader returns no Position").Because("The rasterizer needs to know where the vertex is.").
			HelpText("end it with return { Position = float4(…), … }")
		return
	}
	if !l.distancesFit() {
		return
	}
	for pass := range 2 {
		for i := range l.outputs {
			o := &l.outputs[i]
			if (o.Name == position) != (pass == 0) {
				continue
			}
			scalars := o.Type.Scalars()
			for j, v := range o.components() {
				l.emit(l.ToBits(v, scalars[j]))
			}
			if pass == 1 {
				l.face.Outputs = append(l.face.Outputs, o.Field)
			}
		}
	}
	defaultModes(l.face.Outputs)
	if d := modify(l.face.Outputs, l.in.Interpolation, l.in.Site); d != nil {
		l.Report(d)
	}
	if n := registers(l.face.Outputs); n > gpu.MaxStageComponents/4 {
		l.Fail(diag.BadStageOutput, siteOf(fn), "a vertex shader gives %d vectors; %d are allowed", n, gpu.MaxStageComponents/4).
			WithRule("32 registers of 4 components go from a vertex shader to a pixel shader (D3D12_VS_OUTPUT_REGISTER_COUNT)")
	}
}

// endPixel writes the planes in the order that stage.PixelOutputs has them.
func (l *lowerer) endPixel() {
	b := l.B
	if l.Discards {
		l.emit(b.Select(l.Alive.C[0], b.I(-1), b.I(0)))
	} else {
		l.plane++ // what the rasterizer knows by itself
	}
	var targets [gpu.MaxRenderTargets]*output
	var depth, cover *output
	for i := range l.outputs {
		switch o := &l.outputs[i]; o.Name {
		case "Depth":
			depth = o
		case "Coverage":
			cover = o
		default:
			targets[o.Index] = o
		}
	}
	if l.in.EarlyDepthStencil {
		l.uses |= gpu.ForcesEarlyTests
		if depth != nil {
			l.Fail(diag.EarlyDepthOutput, depth.Site, "the shader returns Depth, but its depth test comes before it").
				Because("With EarlyDepthStencil the depth of the triangle is tested and written before the shader runs.").
				HelpFix(l.in.Site, diag.Drop("PixelShader", "EarlyDepthStencil"), "leave out EarlyDepthStencil, or Depth")
			return
		}
	}
	if depth != nil {
		l.uses |= gpu.WritesDepth
		l.emit(b.FToBits(depth.components()[0]))
	}
	if cover != nil {
		l.uses |= gpu.WritesCoverage
		l.emit(cover.components()[0])
	}
	for i, o := range targets {
		if o != nil {
			l.face.Outputs = append(l.face.Outputs, Field{Name: o.Name, Index: uint32(i), Type: o.Type, Site: o.Site})
		}
		wanted := stage.Target{Used: o != nil}
		if l.in.Pixel != nil {
			wanted = l.in.Pixel.Targets[i]
		}
		if wanted.Used {
			l.target(o, wanted.Format)
		}
	}
}

// target writes the planes of a colour: its components, or the words of a texel.
func (l *lowerer) target(o *output, f gpu.Format) {
	if o == nil {
		panic("BUG: check: a target is wanted that the shader does not write")
	}
	b := l.B
	s := o.Type.Scalar
	full := [4]value.V{}
	for i := range full {
		one := b.I(0)
		if i == 3 {
			one = b.I(1)
		}
		if s.IsFloat() {
			one = b.F(float32(i / 3))
		}
		full[i] = one
	}
	copy(full[:], o.components())
	if f == gpu.FormatUnknown {
		for _, v := range full {
			l.emit(l.ToBits(v, s))
		}
		return
	}
	for _, word := range b.Pack(f.Info(), full) {
		l.emit(word)
	}
}

// finishFace completes what the shader says of itself from the finished kernel.
func (l *lowerer) finishFace() {
	l.face.Inputs, l.face.Uses = l.in.Inputs, l.uses
	l.B.K.Body.Walk(func(in *ir.Instr) {
		if c := in.Op.Class(); in.Op.UsesBinding() && (c == ir.Store || c == ir.Atomic) {
			l.face.Uses |= gpu.WritesUAV
		}
	})
}
