package bindings

import (
	"fmt"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/bindings/internal/rows"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
)

var enginePipelineClass = luabind.Class{
	Kind: "EnginePipelineState",
	Type: luabind.TypeOf[*engine.PipelineState](),
	Doc:  "A pipeline of the engine level with its variables; from RenderDevice:CreateGraphicsPipelineState and RenderDevice:CreateComputePipelineState.",
	Methods: luabind.Methods{
		{Name: "CreateShaderResourceBinding", Doc: "Makes a binding object; all static variables must be set before.",
			Params: rows.Params(luabind.Opt("name", "string", "")),
			Fn:     luabind.Call((*engine.PipelineState).CreateShaderResourceBinding)},
		rows.GetName[*engine.PipelineState](),
		{Name: "GetResourceSignature", Returns: "PipelineResourceSignature?",
			Doc:    "The signature at a place; nil if there is none, or if the pipeline has a layout of its own.",
			Params: rows.Params(luabind.P("index", "integer", "0 to 7")),
			Fn:     luabind.Raw(func(c *luabind.Args) { c.Return(self[*engine.PipelineState](c).GetResourceSignature(int(c.Uint32(1)))) })},
		{Name: "GetResourceSignatureCount", Doc: "One more than the highest place of a signature; 1 for a pipeline with a layout of its own.",
			Fn: luabind.Get((*engine.PipelineState).GetResourceSignatureCount)},
		variableByName("GetStaticVariableByName", "A static variable.", (*engine.PipelineState).GetStaticVariableByName),
		{Name: "IsCompatibleWith", Doc: "Whether binding objects of one pipeline serve the other.",
			Params: rows.Params(luabind.P("other", "EnginePipelineState", "")),
			Fn:     luabind.Get1((*engine.PipelineState).IsCompatibleWith)},
		given[*engine.PipelineState](),
	},
}

type signature = *engine.PipelineResourceSignature

var signatureClass = luabind.Class{
	Kind: "PipelineResourceSignature",
	Type: luabind.TypeOf[signature](),
	Doc:  "What pipelines and binding objects agree on; from RenderDevice:CreatePipelineResourceSignature.",
	Methods: luabind.Methods{
		{Name: "CreateShaderResourceBinding", Doc: "Makes a binding object; all static variables must be set before.",
			Params: rows.Params(luabind.Opt("name", "string", "")),
			Fn:     luabind.Call(signature.CreateShaderResourceBinding)},
		{Name: "GetDesc", Doc: "The description with its name filled in.", Fn: luabind.Get(signature.Desc)},
		rows.GetName[signature](),
		variableByName("GetStaticVariableByName", "A static variable.", signature.GetStaticVariableByName),
		{Name: "IsCompatibleWith", Doc: "Whether binding objects of one serve pipelines of the other.",
			Params: rows.Params(luabind.P("other", "PipelineResourceSignature", "")),
			Fn:     luabind.Get1(signature.IsCompatibleWith)},
		given[signature](),
	},
}

// variableByName is the row of a method that finds a variable by its stage and name.
func variableByName[T any](method, doc string, find func(T, gpu.ShaderStage, string) (variable, error)) luabind.Method {
	return luabind.Method{Name: method, Returns: "ShaderVariable?", Doc: doc,
		Params: rows.Params(luabind.Of[shaderType]("stage", "VERTEX, PIXEL or COMPUTE"), luabind.P("name", "string", "as the shader captures it")),
		Fn: luabind.Raw(func(c *luabind.Args) {
			v, err := find(self[T](c), gpu.ShaderStage(luabind.Enum[shaderType](c, 1)), c.String(2))
			c.Check(err)
			c.Return(v)
		})}
}

var bindingClass = luabind.Class{
	Kind: "ShaderResourceBinding",
	Type: luabind.TypeOf[*engine.ShaderResourceBinding](),
	Doc:  "Resources for the mutable and dynamic variables of a pipeline; from EnginePipelineState:CreateShaderResourceBinding.",
	Methods: luabind.Methods{
		rows.GetName[*engine.ShaderResourceBinding](),
		variableByName("GetVariableByName", "A mutable or dynamic variable.", (*engine.ShaderResourceBinding).GetVariableByName),
		given[*engine.ShaderResourceBinding](),
	},
}

type variable = *engine.ShaderVariable

var variableClass = luabind.Class{
	Kind: "ShaderVariable",
	Type: luabind.TypeOf[variable](),
	Doc:  "A variable of a pipeline or a binding object; from GetStaticVariableByName and GetVariableByName.",
	Methods: luabind.Methods{
		{Name: "GetType", Doc: "How often the variable changes: STATIC, MUTABLE or DYNAMIC.", Fn: luabind.Get(variable.Type)},
		{Name: "Set", Doc: "Puts a resource into the variable.",
			Params: rows.Params(luabind.P("resource", "Buffer|BufferView|Texture|TextureView|Sampler", ""),
				luabind.OptOf[desc.SetFlags]("flags", "ALLOW_OVERWRITE for one that is set")),
			Fn: luabind.Raw(func(c *luabind.Args) {
				c.Done(self[variable](c).Set(settable(c, c.Value(1), "resource"), luabind.OptEnum[desc.SetFlags](c, 2, 0)))
			})},
		{Name: "SetArray", Doc: "Puts resources into elements of an array.",
			Params: rows.Params(luabind.P("resources", "any[]", "as for Set"), luabind.Opt("first", "integer", "element, from 0; default 0"),
				luabind.OptOf[desc.SetFlags]("flags", "ALLOW_OVERWRITE for elements that are set")), Fn: luabind.Raw(setArray)},
		{Name: "SetBufferOffset", Doc: "Moves what is bound of a buffer. The next draws and dispatches get it.",
			Params: rows.Params(luabind.P("offset", "integer", "bytes from where Set or SetBufferRange put it"),
				luabind.Opt("element", "integer", "of an array, from 0; default 0")),
			Fn: luabind.Raw(func(c *luabind.Args) {
				c.Done(self[variable](c).SetBufferOffset(c.Uint64(1), int(c.OptUint32(2, 0))))
			})},
		{Name: "SetBufferRange", Doc: "Puts a part of a buffer into a constant buffer's variable.",
			Params: rows.Params(luabind.P("buffer", "Buffer", ""), luabind.P("offset", "integer", "bytes, a multiple of 256"),
				luabind.P("size", "integer", "bytes; 0: all that follow"), luabind.Opt("element", "integer", "of an array, from 0; default 0"),
				luabind.OptOf[desc.SetFlags]("flags", "ALLOW_OVERWRITE for one that is set")),
			Fn: luabind.Raw(func(c *luabind.Args) {
				c.Done(self[variable](c).SetBufferRange(settable(c, c.Value(1), "buffer"), c.Uint64(2), c.Uint64(3), int(c.OptUint32(4, 0)),
					luabind.OptEnum[desc.SetFlags](c, 5, 0)))
			})},
		{Name: "SetInlineConstants", Doc: "Sets inline constants: floats, or integers through gpu.AsUint. The next draws and dispatches get them.",
			Params: rows.Params(luabind.P("values", "(number|Word)[]", ""), luabind.Opt("first", "integer", "value, from 0; default 0")),
			Fn:     luabind.Raw(setInlineConstants)},
	},
	Name: func(o any) string { return o.(variable).Name() },
}

// settable is an object that may fit a variable. Whether it does is the engine's to say.
func settable(c *luabind.Args, v lua.LValue, path string) any {
	if ud, ok := v.(*lua.LUserData); ok {
		return ud.Value
	}
	c.Raise(diag.New(diag.WrongType, "%s must be a Buffer, BufferView, Texture, TextureView or Sampler, got %s", path, c.Binder().Describe(v)))
	return nil
}

func setArray(c *luabind.Args) {
	var all []any
	for i, v := range luabind.Decode[[]lua.LValue](c, 1) {
		all = append(all, settable(c, v, fmt.Sprintf("resources[%d]", i+1)))
	}
	c.Done(self[variable](c).SetArray(all, int(c.OptUint32(2, 0)), luabind.OptEnum[desc.SetFlags](c, 3, 0)))
}

func setInlineConstants(c *luabind.Args) {
	values := wordsOf(c, 1)
	words := make([]uint32, len(values))
	for i, v := range values {
		words[i] = v.Bits
	}
	c.Done(self[variable](c).SetInlineConstants(words, int(c.OptUint32(2, 0))))
}
