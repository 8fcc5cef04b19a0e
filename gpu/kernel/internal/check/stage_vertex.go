package check

import (
	"strings"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/spell"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// positionFix is the edit that completes a vector to a position.
func positionFix(v value.Value) (fix diag.Fix) {
	if v.Kind != value.Data && v.Kind != value.Located || v.T == nil || v.T.Rows != 1 || !v.T.Scalar.IsFloat() {
		return fix
	}
	switch v.T.Cols {
	case 2:
		fix = diag.Around("float4(%1, 0.0, 1.0)")
	case 3:
		fix = diag.Around("float4(%1, 1.0)")
	}
	return fix
}

// missingOutput is a system value that HLSL's vertex shaders or the stages after them give, and nothing looks at here.
type missingOutput struct{ name, instead string }

// missingOutputs is sorted by name.
var missingOutputs = []missingOutput{
	{"InsideTessFactor", "there is no tessellation: subdivide in a compute shader and draw what it writes"},
	{"ShadingRate", "there is no variable rate shading: every pixel is shaded"},
	{"StencilRef", "set it with OMSetStencilRef"},
	{"TessFactor", "there is no tessellation: subdivide in a compute shader and draw what it writes"},
	{"ViewID", "there is no view instancing: draw an instance for each view, and return RenderTargetArrayIndex or ViewportArrayIndex"},
}

// vertexOutput checks an output of a vertex shader that has a meaning for the rasterizer.
func (l *lowerer) vertexOutput(f *Field, v value.Value) bool {
	name, prefixed := strings.CutPrefix(f.Name, "SV_")
	if prefixed && f.Name != "SV_"+position {
		d := l.FailOn(diag.BadStageOutput, v, "a vertex shader has no output %q", f.Name).
			Because("System values are named like HLSL's semantics without SV_.")
		if known(name) {
			d.HelpFix(0, diag.Fix{Action: diag.FixKey, Text: name}, "write %s = …", name)
		} else {
			d.HelpText("its system values are Position, ClipDistance, CullDistance, RenderTargetArrayIndex and ViewportArrayIndex; other names are passed to the pixel shader")
		}
		return false
	}
	for _, s := range missingOutputs {
		if s.name == f.Name {
			l.FailOn(diag.BadStageOutput, v, "a vertex shader has no output %s", f.Name).
				Because("The name is that of a system value of HLSL, which does not exist here.").
				HelpText("%s; a value of your own needs another name", s.instead)
			return false
		}
	}
	switch stage.OutputOf(f.Name) {
	case stage.OutputLayer, stage.OutputViewport:
		return l.indexOutput(f, v)
	case stage.OutputClip, stage.OutputCull:
		return l.distanceOutput(f, v)
	}
	if f.Name == position {
		return l.positionOutput(f, v)
	}
	if base := strings.TrimRight(f.Name, "0123456789"); base == "ClipDistance" || base == "CullDistance" {
		l.FailOn(diag.BadStageOutput, v, "a vertex shader has no output %s", f.Name).
			HelpText("they are %s0 to %s%d", base, base, stage.MaxDistances-1)
		return false
	}
	return true
}

// known says whether a name is that of a system value that a vertex shader gives.
func known(name string) bool { return name == position || stage.OutputOf(name) != stage.OutputPlain }

// indexOutput checks the number of a slice or viewport: one for a primitive.
func (l *lowerer) indexOutput(f *Field, v value.Value) bool {
	if f.Type.IsScalar() && f.Type.Scalar.IsInteger() {
		f.Type = uintType
		return true
	}
	d := l.FailOn(diag.BadStageOutput, v, "%s is a uint, but this is %s", f.Name, v.Describe())
	if f.Type.IsScalar() && f.Type.Scalar.IsFloat() {
		d.HelpFix(v.Site, diag.Around("uint(%1)"), "write uint(…) around it")
	}
	return false
}

func (l *lowerer) distanceOutput(f *Field, v value.Value) bool {
	t := f.Type
	if t.Kind == syntax.Numeric && t.Rows == 1 && t.Scalar != syntax.Bool {
		f.Type = syntax.Vector(syntax.Float, t.Cols)
		return true
	}
	l.FailOn(diag.BadStageOutput, v, "%s is one to four floats, but this is %s", f.Name, v.Describe()).
		HelpText("write dot(plane, float4(position, 1.0)), which is negative on the side that is cut off")
	return false
}

// distancesFit checks that there are not too many clip and cull distances.
func (l *lowerer) distancesFit() bool {
	n := 0
	for _, o := range l.outputs {
		if s := stage.OutputOf(o.Name); s == stage.OutputClip || s == stage.OutputCull {
			if n += o.Type.Components(); n > stage.MaxDistances {
				l.Fail(diag.BadStageOutput, o.Site, "a vertex shader gives %d clip and cull distances; %d are allowed", n, stage.MaxDistances).
					WithRule("clip and cull distances have 8 components together (D3D12_CLIP_OR_CULL_DISTANCE_COUNT)")
				return false
			}
		}
	}
	return true
}

func (l *lowerer) positionOutput(f *Field, v value.Value) bool {
	if !syntax.Equal(f.Type, syntax.Vector(syntax.Float, 4)) && !syntax.Equal(f.Type, syntax.Vector(syntax.Half, 4)) {
		l.FailOn(diag.BadStageOutput, v, "Position is a float4, but this is %s", v.Describe()).
			Because("It is in clip space: x, y and z are divided by w.").
			HelpFix(v.Site, positionFix(v), "write float4(x, y, z, 1.0)")
		return false
	}
	return true
}

// noPosition reports what a vertex shader returns instead of a Position.
func (l *lowerer) noPosition(given []value.FieldValue) {
	site, fix, help := l.B.Site, diag.Fix{}, "write return { Position = float4(…), … }"
	if len(given) > 0 {
		site = given[0].Value.Site
	}
	for _, g := range given {
		short := len(g.Name) >= 3 && strings.HasPrefix(strings.ToLower(position), strings.ToLower(g.Name)) // pos, as in much HLSL
		if short || g.Name == "SV_"+position || spell.Nearest(g.Name, []string{position}) != "" {
			site, fix, help = g.Value.Site, diag.Fix{Action: diag.FixKey, Text: position}, "did you mean Position?"
			if g.Name == "SV_"+position {
				help = "write Position = …: system values are named like HLSL's semantics without SV_"
			}
			break
		}
	}
	l.Fail(diag.BadStageOutput, site, "the vertex shader returns no Position").
		Because("The rasterizer needs to know where the vertex is.").HelpFix(0, fix, "%s", help)
}
