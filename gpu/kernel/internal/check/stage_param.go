package check

import (
	"slices"
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
	{"Coverage", syntax.PixelStage, uintType, gpu.UsesCoverageIn, coverage,
		"uint: the samples of the pixel that the primitive covers and SampleMask lets through, a bit each, also where the shader runs for one sample"},
	{"InstanceID", syntax.VertexStage, uintType, gpu.UsesInstanceID, vertexNumber(1), "uint: the instance, counted from 0"},
	{"IsFrontFace", syntax.PixelStage, syntax.ScalarType(syntax.Bool), gpu.UsesIsFrontFace, isFrontFace,
		"bool: the triangle shows its front; always true for points and lines"},
	{"Position", syntax.PixelStage, syntax.Vector(syntax.Float, 4), gpu.UsesPosition, nil,
		"float4: the centre of the pixel in x and y, its depth, and w of the vertex; also a field of the first parameter"},
	{"PrimitiveID", syntax.PixelStage, uintType, gpu.UsesPrimitiveID, triangleWord(stage.TrianglePrimitive),
		"uint: the primitive in its instance, counted from 0"},
	{"SampleIndex", syntax.PixelStage, uintType, gpu.UsesSampleIndex, quadWord(stage.QuadSample),
		"uint: the sample that the shader runs for; it then runs once for each sample, and what is interpolated with sample is that of it"},
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
		return l.interpolator(l.in.position).position()
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
		l.declare(resolve.Key{Node: fn, Index: i}, name, siteOf(fn), v)
	}
}

func (l *lowerer) wrongStageValue(fn *ast.FunctionExpr, name string) {
	l.Fail(diag.UnknownParameter, siteOf(fn), "a %s shader has no parameter %q", l.in.Stage, name).
		Because("It is a system value of another stage.").HelpText("the system values of a %s shader are %s", l.in.Stage,
		strings.Join(l.stageValueNames(), ", "))
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
	d := l.Fail(diag.UnknownParameter, siteOf(fn), "parameter %q of a %s shader stands for nothing", name, l.in.Stage)
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
	d.Because("A parameter is one of the Inputs, in their order, of which there are %d, or a system value by its name.", len(l.in.Inputs)).
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

// gathered tells of a field of a vertex shader's parameter that is named like an input, as HLSL has them in a struct.
func (l *lowerer) gathered(object value.Value, name string, site gpu.Site) bool {
	is := func(f Field) bool { return f.Name == name }
	if l.in.Stage != syntax.VertexStage || object.T == nil || !object.T.IsVector() || !slices.ContainsFunc(l.in.Inputs, is) {
		return false
	}
	names := make([]string, len(l.in.Inputs))
	for i, f := range l.in.Inputs {
		names[i] = strings.ToLower(f.Name)
	}
	l.Fail(diag.NoMember, site, "%s has no field %q", object.T, name).
		Because("The parameters of a vertex shader are the inputs themselves, in the order of Inputs.").
		HelpText("write Main = function(%s), and these names in the place of fields", strings.Join(names, ", "))
	return true
}

// position is the field of a pixel shader's first parameter, and of a vertex shader's result, that every shader has.
const position = "Position"

// pixelInput is what the vertex shader gave, interpolated, with the position of the pixel in front.
func (l *lowerer) pixelInput() value.Value {
	l.uses |= gpu.UsesPosition
	fields := []syntax.Field{{Name: position, Type: syntax.Vector(syntax.Float, 4)}}
	c := l.interpolator(l.in.position).position()
	at := uint32(stage.TriangleInputs)
	for _, f := range l.in.Inputs {
		fields = append(fields, syntax.Field{Name: f.Name, Type: f.Type})
		for _, s := range f.Type.Scalars() {
			if f.Unused {
				c = append(c, l.FromBits(l.B.I(0), s))
				continue
			}
			a := attribute{at, s, f.Interpolation}
			v := l.interpolator(f.Interpolation).component(a)
			l.attributes[v] = a
			c = append(c, v)
			at += stage.PlaneWords
		}
	}
	return value.NewData(l.B.Site, syntax.StructOf("the input", fields...), c...)
}
