package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/spell"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// checkStage checks what a vertex or pixel shader declares, and gives it with the interpolation of the inputs decided.
func checkStage(in Input) (Input, *diag.Diagnostic) {
	in.Inputs = append([]Field(nil), in.Inputs...)
	vertex := in.Stage == syntax.VertexStage
	for i := range in.Inputs {
		f := &in.Inputs[i]
		if d := checkInput(in, i); d != nil {
			return in, d.At(in.Site, "")
		}
		if f.Mode != "" {
			if d := f.setMode(f.Mode, fmt.Sprintf("Inputs[%d].Mode@3", i+1)); d != nil {
				return in, d.At(in.Site, "")
			}
		} else if !hasFloats(f.Type) {
			f.Interpolation = gpu.InterpolateNone
		}
	}
	if n := registers(in.Inputs); vertex && n > gpu.MaxInputElements {
		return in, diag.New(diag.BadStageInput, "vertex shader %q takes %d elements; %d are allowed", in.Name, n, gpu.MaxInputElements).
			At(in.Site, "").
			Because("A matrix takes one for each row.")
	}
	if vertex {
		return in, nil
	}
	all := append([]Field{{Name: position, Type: syntax.Vector(syntax.Float, 4)}}, in.Inputs...)
	d := modify(all, in.Interpolation, in.Site)
	in.position, in.Inputs = all[0].Interpolation, all[1:]
	return in, d
}

func checkInput(in Input, i int) *diag.Diagnostic {
	f := in.Inputs[i]
	vertex := in.Stage == syntax.VertexStage
	for _, other := range in.Inputs[:i] {
		if strings.EqualFold(other.Name, f.Name) && other.Index == f.Index {
			return diag.New(diag.BadStageInput, "Inputs[%d] of shader %q has the name of another one, %q", i+1, in.Name, f.Name).
				HelpText("give it a number or name of its own")
		}
	}
	switch {
	case !syntax.Identifier(f.Name):
		return diag.New(diag.BadStageInput, "Inputs[%d] of shader %q has the name %q", i+1, in.Name, f.Name).
			HelpText("a name has letters, digits and underscores, as \"POSITION\" or \"TEXCOORD1\"")
	case vertex && (f.Type.Kind != syntax.Numeric || f.Type.Scalar == syntax.Bool):
		return diag.New(diag.BadStageInput, "Inputs[%d] of vertex shader %q cannot be a %s", i+1, in.Name, f.Type).
			Because("The elements of a vertex hold one to four numbers, a matrix takes several of them.").
			HelpFix(in.Site, numberInput(in, i), "use float, int or uint, or a vector of them")
	case vertex && f.Mode != "":
		d := diag.New(diag.BadInterpolation, "Inputs[%d] of vertex shader %q is not interpolated", i+1, in.Name)
		if _, isMode := parseMode(f.Mode); !isMode && strings.EqualFold(f.Mode, f.Name) {
			return d.HelpFix(in.Site, diag.Drop("VertexShader", fmt.Sprintf("Inputs[%d].Mode@3", i+1)),
				"leave %q out: the name of an input is its semantic", f.Mode)
		} else if !isMode {
			return d.HelpText("the name of an input is its semantic, without regard to case: { %q, %q }; Main's parameters are the inputs in this order, whatever they are called", f.Mode, f.Type)
		}
		return d.HelpText("say %q in the table Interpolation, of what the shader returns, or in the Inputs of the pixel shader", f.Mode)
	case !vertex && f.Name == position:
		return diag.New(diag.BadStageInput, "Inputs[%d] of pixel shader %q is the Position, which every pixel has", i+1, in.Name).
			HelpFix(in.Site, diag.Drop("PixelShader", fmt.Sprintf("Inputs[%d]", i+1)), "leave it out: v.Position is there without it")
	}
	return nil
}

// numberInput is the edit that makes floats of the bools of an input.
func numberInput(in Input, i int) (fix diag.Fix) {
	if t := in.Inputs[i].Type; t.Kind == syntax.Numeric {
		fix = diag.Put("VertexShader", fmt.Sprintf("Inputs[%d].Type@2", i+1), t.With(syntax.Float))
	}
	return fix
}

// modify decides how fields are interpolated, by the table of a shader.
func modify(fields []Field, modifiers []Modifier, site gpu.Site) *diag.Diagnostic {
	for _, m := range modifiers {
		var names []string
		found := false
		for i := range fields {
			names = append(names, fields[i].Name)
			if fields[i].Name != m.Field {
				continue
			}
			found = true
			if d := fields[i].setMode(m.Mode, "Interpolation."+m.Field); d != nil {
				return d.At(site, "")
			}
		}
		if !found {
			d := diag.New(diag.BadInterpolation, "Interpolation names %q, but vertices give pixels no such field here", m.Field).At(site, "")
			if near := spell.Nearest(m.Field, names); near != "" {
				d.HelpText("did you mean %s?", near)
			}
			return d
		}
	}
	return nil
}

// defaultModes decides how what a vertex shader gives is interpolated where nothing is said.
func defaultModes(fields []Field) {
	for i := range fields {
		if !hasFloats(fields[i].Type) {
			fields[i].Interpolation = gpu.InterpolateNone
		}
	}
}

// hasFloats says whether a type has a component that can be interpolated.
func hasFloats(t *syntax.Type) bool {
	for _, s := range t.Scalars() {
		if s.IsFloat() {
			return true
		}
	}
	return false
}

// setMode reads the word of an interpolation mode, which the description of the shader has at a path. The diagnostic has no place yet.
func (f *Field) setMode(word, path string) *diag.Diagnostic {
	const methods = "VertexShader|PixelShader"
	mode, ok := parseMode(word)
	switch {
	case ok && mode != gpu.InterpolateNone && !hasFloats(f.Type):
		return diag.New(diag.BadInterpolation, "%q has the type %s, which cannot be interpolated", f.Name, f.Type).
			Because("Integers and bools go to the pixels as the first vertex has them.").
			HelpFix(0, diag.Put(methods, path, gpu.InterpolateNone), `write "nointerpolation"`)
	case ok && mode == gpu.InterpolateNone && f.Name == position:
		return diag.New(diag.BadInterpolation, "the Position of a pixel is always interpolated").
			HelpFix(0, diag.Drop(methods, path), "leave it out, or say where in the pixel: centroid or sample")
	case ok:
		f.Interpolation = mode
		return nil
	}
	modes := gpu.Interpolation(0).LuaNames()
	d := diag.New(diag.BadInterpolation, "%q of %q is not an interpolation mode", word, f.Name)
	near := map[string]string{"flat": "nointerpolation", "smooth": "linear"}[word] // of GLSL
	if near == "" {
		near = spell.Nearest(word, modes)
	}
	if near != "" {
		return d.HelpFix(0, diag.Put(methods, path, near), "did you mean %q?", near)
	}
	return d.HelpText("the modes are %s", strings.Join(modes, ", "))
}

// parseMode reads a mode: HLSL's modifiers in any order, one that says how (linear, noperspective, nointerpolation) and one that says where
// (centroid, sample). One of them may be left out.
func parseMode(text string) (mode gpu.Interpolation, ok bool) {
	how, where := "", ""
	for _, word := range strings.Fields(text) {
		to := &how
		if word == "centroid" || word == "sample" {
			to = &where
		}
		if *to != "" {
			return 0, false
		}
		*to = word
	}
	if how == "linear" && where != "" {
		how = ""
	}
	name := strings.TrimSpace(how + " " + where)
	i := slices.Index(gpu.Interpolation(0).LuaNames(), name)
	return gpu.Interpolation(max(i, 0)), i >= 0
}
