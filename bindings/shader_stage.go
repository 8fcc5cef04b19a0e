package bindings

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

var pixelSourceClass = luabind.Class{
	Kind: "PixelShader",
	Type: luabind.TypeOf[*kernel.PixelSource](),
	Doc:  "A pixel shader without declared inputs; from gpu.PixelShader. It is compiled when a pipeline joins it with a vertex shader.",
	Methods: luabind.Methods{
		{Name: "GetName", Doc: "The shader's name.", Fn: luabind.Get((*kernel.PixelSource).ShaderName)},
	},
	Name: func(o any) string { return o.(*kernel.PixelSource).ShaderName() },
}

// stageInput is one entry of Inputs: { "TEXCOORD1", "float2" } of a vertex shader, { "uv", "float2", "noperspective" } of a pixel shader.
type stageInput struct {
	Name          string `lua:",required,order=1"` // the semantic name and index, or the name of a field
	Type          string `lua:",required,order=2"` // as "float4"
	Interpolation string `lua:",order=3"`          // of a pixel shader: linear, nointerpolation, noperspective, centroid, sample
}

// vertexShaderDesc is the table of gpu.VertexShader.
type vertexShaderDesc struct {
	Name          string
	Inputs        []stageInput   `lua:",max=32"`
	Interpolation *lua.LTable    // by field of what Main returns
	Main          *lua.LFunction `lua:",required"` // the shader: its parameters are the inputs and system values
	Site          gpu.Site
}

// pixelShaderDesc is the table of gpu.PixelShader. Without Inputs they are what the vertex shader gives.
type pixelShaderDesc struct {
	Name          string
	Inputs        []stageInput `lua:",max=32"`
	Interpolation *lua.LTable  // by field of Main's first parameter
	// HLSL's [earlydepthstencil]: depth and stencil are tested and written before Main runs, also for pixels that it discards. Main returns no Depth.
	EarlyDepthStencil bool
	Main              *lua.LFunction `lua:",required"` // the shader: its first parameter is what the vertex shader returns
	Site              gpu.Site
}

// vertexShader is gpu.VertexShader.
func (e *env) vertexShader(d vertexShaderDesc) (*kernel.Kernel, error) {
	src, err := e.stageSource(syntax.VertexStage, d.Name, d.Main, d.Interpolation, d.Site)
	if err != nil {
		return nil, err
	}
	var problem *diag.Diagnostic
	if src.Inputs, problem = inputFields(d.Inputs, "VertexShader", d.Site); problem != nil {
		return nil, diag.AsError(problem)
	}
	for i := range src.Inputs {
		src.Inputs[i].Name, src.Inputs[i].Index = splitSemantic(src.Inputs[i].Name)
	}
	return e.compileStage(src)
}

// pixelShader is gpu.PixelShader: a compiled shader where inputs are declared, else one to be linked.
func (e *env) pixelShader(d pixelShaderDesc) (gpu.Shader, error) {
	src, err := e.stageSource(syntax.PixelStage, d.Name, d.Main, d.Interpolation, d.Site)
	if err != nil {
		return nil, err
	}
	src.EarlyDepthStencil = d.EarlyDepthStencil
	if d.Inputs == nil {
		src.Env = syntax.Frozen(src.Func, src.Env)
		return kernel.NewPixelSource(src), nil
	}
	var problem *diag.Diagnostic
	if src.Inputs, problem = inputFields(d.Inputs, "PixelShader", d.Site); problem != nil {
		return nil, diag.AsError(problem)
	}
	return e.compileStage(src)
}

func (e *env) compileStage(src kernel.Source) (*kernel.Kernel, error) {
	k, problems := kernel.Compile(src)
	if k == nil {
		return nil, diag.AsError(problems...)
	}
	return k, e.compiledShader(k)
}

// stageSource is what vertex and pixel shaders have in common.
func (e *env) stageSource(stage syntax.Stage, name string, fn *lua.LFunction, interpolation *lua.LTable, site gpu.Site) (kernel.Source, error) {
	main, ok := e.captureFunction(name, fn)
	if !ok {
		return kernel.Source{}, diag.AsError(noSource(fn, site))
	}
	if name == "" {
		e.shaders++
		name = fmt.Sprintf("%s shader %d", stage, e.shaders)
	}
	modes, problem := modifiers(interpolation, site)
	if problem != nil {
		return kernel.Source{}, diag.AsError(problem)
	}
	return kernel.Source{Name: name, Stage: stage, Func: main.Node, Env: main.Env, Interpolation: modes, Site: site, Visible: e.options.Visible}, nil
}

// modifiers reads the table Interpolation, sorted by field.
func modifiers(t *lua.LTable, site gpu.Site) (list []kernel.Modifier, problem *diag.Diagnostic) {
	if t == nil {
		return nil, nil
	}
	for k, v := t.Next(lua.LNil); k != lua.LNil; k, v = t.Next(k) {
		field, isName := k.(lua.LString)
		mode, isWord := v.(lua.LString)
		if !isName || !isWord {
			return nil, diag.New(diag.WrongType, "Interpolation must have modes by the names of fields, got a %s at [%v]", v.Type(), k).At(site, "").
				HelpText(`write Interpolation = { id = "nointerpolation" }, with the name of a field and one of linear, nointerpolation, noperspective, centroid and sample`)
		}
		list = append(list, kernel.Modifier{Field: string(field), Mode: string(mode)})
	}
	slices.SortFunc(list, func(a, b kernel.Modifier) int { return strings.Compare(a.Field, b.Field) })
	return list, nil
}

// inputFields are the entries of Inputs, of a call of method.
func inputFields(inputs []stageInput, method string, site gpu.Site) (fields []kernel.StageField, problem *diag.Diagnostic) {
	specs := make([]syntax.FieldSpec, len(inputs))
	for i, in := range inputs {
		specs[i] = syntax.FieldSpec{Name: in.Name, Type: in.Type}
	}
	if problem = syntax.TypeFirst(method, 1, "Inputs[%d].Name@1", "Inputs[%d].Type@2", specs); problem != nil {
		return nil, problem.At(site, "")
	}
	for i, in := range inputs {
		t, problem := syntax.ParseType(in.Type)
		if problem != nil {
			return nil, problem.At(site, "").Note("In Inputs[%d].", i+1)
		}
		fields = append(fields, kernel.StageField{Name: in.Name, Type: t, Mode: in.Interpolation, Site: site})
	}
	return fields, nil
}

// splitSemantic takes the number off a semantic: TEXCOORD1 is TEXCOORD, 1.
func splitSemantic(name string) (string, uint32) {
	word := strings.TrimRight(name, "0123456789")
	n, err := strconv.ParseUint(name[len(word):], 10, 16)
	if err != nil || word == "" {
		return name, 0
	}
	return word, uint32(n)
}
