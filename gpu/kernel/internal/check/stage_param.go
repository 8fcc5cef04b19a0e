package check

import (
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/spell"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
	"github.com/yuin/gopher-lua/ast"
)

// stageValue is a system value that a vertex or pixel shader can have as a parameter.
type stageValue struct {
	name  string
	stage syntax.Stage
	t     *syntax.Type
	uses  gpu.StageUses
	get   func(l *lowerer) value.V // nil: the position, which has four components
	doc   string
}

var uintType = syntax.ScalarType(syntax.Uint)

// stageValues is sorted by name. (Source: HLSL semantics SV_VertexID and so on.)
var stageValues = []stageValue{
	{"Coverage", syntax.PixelStage, uintType, gpu.UsesCoverageIn, coverage, "uint: the samples of the pixel that the primitive covers, a bit each"},
	{"InstanceID", syntax.VertexStage, uintType, gpu.UsesInstanceID, vertexNumber(1), "uint: the instance, counted from 0"},
	{"IsFrontFace", syntax.PixelStage, syntax.ScalarType(syntax.Bool), gpu.UsesIsFrontFace, isFrontFace, "bool: the triangle shows its front; always true for points and lines"},
	{"Position", syntax.PixelStage, syntax.Vector(syntax.Float, 4), gpu.UsesPosition, nil, "float4: the centre of the pixel in x and y, its depth, and w of the vertex; also a field of the first parameter"},
	{"PrimitiveID", syntax.PixelStage, uintType, gpu.UsesPrimitiveID, triangleWord(stage.TrianglePrimitive), "uint: the primitive in its instance, counted from 0"},
	{"SampleIndex", syntax.PixelStage, uintType, gpu.UsesSampleIndex, quadWord(stage.QuadSample), "uint: the sample that the shader runs for; it then runs once for each sample"},
	{"VertexID", syntax.VertexStage, uintType, gpu.UsesVertexID, vertexNumber(0), "uint: the vertex, counted from 0, or its index"},
}

func vertexNumber(n uint32) func(*lowerer) value.V {
	return func(l *lowerer) value.V {
		return l.stageOp(ir.OpStageIn, ir.I32, uint32(planes(l.in.Inputs))+n)
	}
}

func triangleWord(word uint32) func(*lowerer) value.V {
	return func(l *lowerer) value.V { return l.stageOp(ir.OpTriangle, ir.I32, word) }
}

func quadWord(word uint32) func(*lowerer) value.V {
	return func(l *lowerer) value.V { return l.stageOp(ir.OpQuadWord, ir.I32, word) }
}

func isFrontFace(l *lowerer) value.V {
	return l.B.INe(l.stageOp(ir.OpTriangle, ir.I32, stage.TriangleFront), l.B.I(0))
}

// coverage takes the byte of the lane.
func coverage(l *lowerer) value.V {
	all := l.stageOp(ir.OpQuadWord, ir.I32, stage.QuadCoverage)
	return l.B.And(l.B.ShrU(all, l.B.Shl(l.B.Sys(ir.LaneIndex), l.B.I(3))), l.B.I(0xff))
}

// stageOp appends an operation that reads what a stage begins with.
func (l *lowerer) stageOp(op ir.Op, t ir.Type, n uint32) value.V {
	return l.B.Append(&ir.Instr{Op: op, Imm: n}, t)
}

// values are the components of a system value.
func (s *stageValue) values(l *lowerer) []value.V {
	if s.get == nil {
		return l.newInterpolator().position()
	}
	return []value.V{s.get(l)}
}

func findStageValue(name string) *stageValue {
	for i := range stageValues {
		if stageValues[i].name == name {
			return &stageValues[i]
		}
	}
	return nil
}

// stageParameters declares the parameters of a vertex or pixel shader: system values by name, the others in order.
func (l *lowerer) stageParameters(fn *ast.FunctionExpr) {
	if fn.ParList == nil {
		return
	}
	if fn.ParList.HasVargs {
		l.Fail(diag.UnsupportedLua, siteOf(fn), "a shader has no variable arguments").HelpText("name the parameters")
	}
	first, at := 0, 0
	for i, name := range fn.ParList.Names {
		l.B.Site = siteOf(fn)
		v := value.Value{Site: siteOf(fn)}
		switch sys := findStageValue(name); {
		case sys != nil && sys.stage == l.in.Stage:
			l.uses |= sys.uses
			v = value.NewData(siteOf(fn), sys.t, sys.values(l)...)
		case sys != nil || findSystemValue(name) != nil:
			l.wrongStageValue(fn, name)
		case l.in.Stage == syntax.VertexStage && first < len(l.in.Inputs):
			v = l.vertexInput(l.in.Inputs[first], at)
			at += l.in.Inputs[first].Type.Components()
			first++
		case l.in.Stage == syntax.PixelStage && first == 0:
			v = l.pixelInput()
			first++
		default:
			l.noInput(fn, name)
		}
		l.declare(declKey{fn, i}, name, siteOf(fn), v)
	}
}

func (l *lowerer) wrongStageValue(fn *ast.FunctionExpr, name string) {
	l.Fail(diag.UnknownParameter, siteOf(fn), "a %s shader has no parameter %q", l.in.Stage, name).
		Because("It is a system value of another stage.").HelpText("the system values of a %s shader are %s", l.in.Stage, strings.Join(l.stageValueNames(), ", "))
}

func (l *lowerer) stageValueNames() (names []string) {
	for _, s := range stageValues {
		if s.stage == l.in.Stage {
			names = append(names, s.name)
		}
	}
	return names
}

func (l *lowerer) noInput(fn *ast.FunctionExpr, name string) {
	d := l.Fail(diag.UnknownParameter, siteOf(fn), "parameter %q of a %s shader has nothing behind it", name, l.in.Stage)
	if word, ok := strings.CutPrefix(name, "SV_"); ok && findStageValue(word) != nil {
		d.Because("System values are named like HLSL's semantics without SV_.").
			HelpFix(siteOf(fn), diag.Fix{Action: diag.FixRename, Path: name, Text: word}, "write %s", word)
		return
	}
	if near := spell.Nearest(name, l.stageValueNames()); near != "" {
		d.HelpFix(siteOf(fn), diag.Fix{Action: diag.FixRename, Path: name, Text: near}, "did you mean %s?", near)
		return
	}
	if l.in.Stage == syntax.PixelStage {
		d.Because("The first parameter holds what the vertex shader gives; the others are system values.").
			HelpText("the system values of a pixel shader are %s", strings.Join(l.stageValueNames(), ", "))
		return
	}
	d.Because("Parameters are the %d Inputs in their order, and system values by name.", len(l.in.Inputs)).
		HelpText(`add an input such as { "TEXCOORD", "float2" } to Inputs, or use %s`, strings.Join(l.stageValueNames(), " or "))
}

// vertexInput is an element of the vertex, from plane at on.
func (l *lowerer) vertexInput(f Field, at int) value.Value {
	c := make([]value.V, 0, f.Type.Components())
	for i, s := range f.Type.Scalars() {
		c = append(c, l.FromBits(l.stageOp(ir.OpStageIn, ir.I32, uint32(at+i)), s))
	}
	return value.NewData(l.B.Site, f.Type, c...)
}

// position is the field of a pixel shader's first parameter, and of a vertex shader's result, that every shader has.
const position = "Position"

// pixelInput is what the vertex shader gave, interpolated, with the position of the pixel in front.
func (l *lowerer) pixelInput() value.Value {
	l.uses |= gpu.UsesPosition
	p := l.newInterpolator()
	fields := []syntax.Field{{Name: position, Type: syntax.Vector(syntax.Float, 4)}}
	c := p.position()
	at := uint32(stage.TriangleInputs)
	for _, f := range l.in.Inputs {
		fields = append(fields, syntax.Field{Name: f.Name, Type: f.Type})
		for _, s := range f.Type.Scalars() {
			if f.Unused {
				c = append(c, l.FromBits(l.B.I(0), s))
				continue
			}
			c = append(c, p.component(at, s, f.Interpolation))
			at += stage.PlaneWords
		}
	}
	return value.NewData(l.B.Site, syntax.StructOf("the input", fields...), c...)
}

// interpolator evaluates the planes of a triangle at the pixels of a quad. Each product and sum is rounded on its own:
// A*(x - X0) + B*(y - Y0) + C, from left to right.
type interpolator struct {
	l      *lowerer
	x, y   value.V // of the pixel
	dx, dy value.V // from the origin of the planes
	w      value.V // the reciprocal of 1/w
}

func (l *lowerer) newInterpolator() *interpolator {
	b := l.B
	p := &interpolator{l: l, x: l.stageOp(ir.OpPixelPlace, ir.F32, 0), y: l.stageOp(ir.OpPixelPlace, ir.F32, 1)}
	p.dx = b.FSub(p.x, l.stageOp(ir.OpTriangle, ir.F32, stage.TriangleX0))
	p.dy = b.FSub(p.y, l.stageOp(ir.OpTriangle, ir.F32, stage.TriangleY0))
	p.w = b.FDiv(b.F(1), p.linear(stage.TriangleW))
	return p
}

// position is SV_Position: the place of the pixel, its depth, and w.
func (p *interpolator) position() []value.V {
	return []value.V{p.x, p.y, p.linear(stage.TriangleZ), p.w}
}

// linear is the plane at a word of the triangle's record.
func (p *interpolator) linear(word uint32) value.V {
	b := p.l.B
	of := func(n uint32) value.V { return p.l.stageOp(ir.OpTriangle, ir.F32, word+n) }
	return b.FAdd(b.FAdd(b.FMul(of(0), p.dx), b.FMul(of(1), p.dy)), of(2))
}

// component is a component of type s whose plane is at a word. What is not interpolated stands in the plane's constant.
func (p *interpolator) component(word uint32, s syntax.Scalar, mode gpu.Interpolation) value.V {
	switch {
	case !s.IsFloat():
		return p.l.FromBits(p.l.stageOp(ir.OpTriangle, ir.I32, word+2), s)
	case mode == gpu.InterpolateNone:
		return p.l.stageOp(ir.OpTriangle, ir.F32, word+2)
	case mode == gpu.InterpolateNoPerspective:
		return p.linear(word)
	}
	return p.l.B.FMul(p.linear(word), p.w)
}
