package bindings

import (
	"fmt"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/bindings/internal/rows"
	"github.com/gpuscript/gpuscript/bindings/internal/tables"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

var shaderClass = luabind.Class{
	Kind: "Shader",
	Type: luabind.TypeOf[*kernel.Kernel](),
	Doc:  "A compiled shader; from gpu.ComputeShader, gpu.VertexShader or gpu.PixelShader.",
	Methods: luabind.Methods{
		{Name: "GetName", Doc: "The shader's name.", Fn: luabind.Get((*kernel.Kernel).ShaderName)},
	},
	Name: func(o any) string { return o.(*kernel.Kernel).ShaderName() },
}

var slotClass = luabind.Class{
	Kind: "ShaderResource",
	Type: luabind.TypeOf[*syntax.Resource](),
	Doc:  "A register that shaders capture; from gpu.Texture2D, gpu.StructuredBuffer and their siblings. Only shaders can use it.",
	Methods: luabind.Methods{
		{Name: "GetRegister", Doc: `The register: "t0", "u1, space2".`,
			Fn: luabind.Get(func(r *syntax.Resource) string { return r.Register.String() })},
	},
	Name: func(o any) string { return o.(*syntax.Resource).Register.String() },
}

var sharedClass = luabind.Class{
	Kind: "GroupShared",
	Type: luabind.TypeOf[*syntax.GroupShared](),
	Doc:  "Memory that the work items of a group share; from gpu.GroupShared. Only shaders can use it.",
	Methods: luabind.Methods{
		{Name: "GetCount", Doc: "The number of elements.", Fn: luabind.Get(func(g *syntax.GroupShared) int { return g.Count })},
	},
}

// declarations are the functions that declare the registers of shaders, one for each kind of resource.
func declarations() luabind.Methods {
	methods := luabind.Methods{{Name: "GroupShared", Returns: "GroupShared", Doc: "Declares memory that the work items of a group share.",
		Params: rows.Params(elementType, luabind.P("count", "integer", "elements")),
		Fn:     luabind.Raw(declareShared)}}
	for _, kind := range syntax.Kinds() {
		p := rows.Params(luabind.P("register", "string", `as "t0" or "t0, space1"`))
		count := 2
		if kind.TakesElement() {
			p, count = append(p, elementType), 3
		}
		methods = append(methods, luabind.Method{Name: kind.String(), Returns: "ShaderResource",
			Doc:    "Declares a register of that kind for shaders to capture.",
			Params: append(p, luabind.Opt("count", "integer|string", `an array of registers; "unbounded" or 0: of unknown size, up to 1024`)),
			Fn:     luabind.Raw(func(c *luabind.Args) { declare(c, kind, count) })})
	}
	return methods
}

var elementType = luabind.P("type", "string|table", `as "float4", or a list of fields { name, type [, count …] }`)

// unbounded is the count of an array of unknown size.
const unbounded = "unbounded"

// registers is the number of registers that a declaration gives as an argument, 0 if it gives none. Arrays of unknown size have as many as there can
// be.
func registers(c *luabind.Args, count int) uint32 {
	if !c.Has(count) {
		return 0
	}
	if c.Value(count) == lua.LString(unbounded) {
		return syntax.MaxResourceArray
	}
	if n := c.OptUint32(count, 0); n != 0 {
		return n
	}
	return syntax.MaxResourceArray
}

// declare makes one declaration; count is the number of its optional last argument.
func declare(c *luabind.Args, kind syntax.ResourceKind, count int) {
	var elem *syntax.Type
	if kind.TakesElement() {
		registerFirst(c, kind)
		elem = elementArg(c, 2, kind.String())
	}
	n := registers(c, count)
	r, d := syntax.NewResource(kind, registerArg(c), elem, int(n), CallSite(c.L))
	if d != nil {
		c.Raise(d)
	}
	c.Return(r)
}

// registerArg reads a register. A number is read as its digits, and refused for the letter that is missing.
func registerArg(c *luabind.Args) string {
	if n, ok := c.Value(1).(lua.LNumber); ok {
		return n.String()
	}
	return c.String(1)
}

// registerFirst refuses a type that is before the register.
func registerFirst(c *luabind.Args, kind syntax.ResourceKind) {
	first, _ := c.Value(1).(lua.LString)
	_, list := c.Value(1).(*lua.LTable)
	second, _ := c.Value(2).(lua.LString)
	if d := syntax.TurnedRound(kind, string(first), list, string(second), c.Has(3)); d != nil {
		c.Raise(d)
	}
}

func declareShared(c *luabind.Args) {
	g, d := syntax.NewGroupShared(elementArg(c, 1, "GroupShared"), int(c.Uint32(2)), CallSite(c.L))
	if d != nil {
		c.Raise(d)
	}
	c.Return(g)
}

// elementArg reads an element type: a name or a layout.
func elementArg(c *luabind.Args, i int, owner string) *syntax.Type {
	var t *syntax.Type
	var d *diag.Diagnostic
	switch v := c.Value(i).(type) {
	case lua.LString:
		t, d = syntax.ParseType(string(v))
	case *lua.LTable:
		var specs []syntax.FieldSpec
		if specs, d = tables.Fields(v, owner, i); d == nil {
			if d = syntax.TypeFirst(owner, i, "[%d][1]", "[%d][2]", specs); d == nil {
				t, d = syntax.ParseLayout("", specs)
			}
		}
	default:
		d = diag.New(diag.WrongType, "the element type of %s must be a string or a list of fields, got a %s", owner, v.Type()).
			HelpText(`write a type name such as "float4", or a list such as { { "position", "float3" }, { "mass", "float" } }`)
	}
	if d != nil {
		c.Raise(d)
	}
	return t
}

// computeShaderDesc is the table of gpu.ComputeShader.
type computeShaderDesc struct {
	Name       string
	NumThreads []uint32       `lua:",required,min=1,max=3"`
	Main       *lua.LFunction `lua:",required"` // the shader: its parameters are system values
	Site       gpu.Site
}

// computeShader is gpu.ComputeShader.
func (e *env) computeShader(d computeShaderDesc) (*kernel.Kernel, error) {
	size := [3]int{1, 1, 1}
	for i, n := range d.NumThreads {
		size[i] = int(n)
	}
	main, ok := e.captureFunction(d.Name, d.Main)
	if !ok {
		return nil, diag.AsError(noSource(d.Main, d.Site))
	}
	if d.Name == "" {
		e.shaders++
		d.Name = fmt.Sprintf("compute shader %d", e.shaders)
	}
	k, problems := e.compiled.Compile(kernel.Source{Name: d.Name, NumThreads: size, Func: main.Node, Env: main.Env,
		Site: d.Site, Visible: e.options.Visible})
	if k == nil {
		return nil, diag.AsError(problems...)
	}
	if err := e.compiledShader(k); err != nil {
		return nil, err
	}
	e.adapter.Prepare(k)
	return k, nil
}

// compiledShader tells who wants to know of a shader that the script compiled, and says what the compiler advises.
func (e *env) compiledShader(k *kernel.Kernel) error {
	if e.options.OnKernel != nil {
		e.options.OnKernel(k)
	}
	for _, d := range k.Advice() {
		if err := e.adapter.Judge(d); err != nil { // the script called it an error
			return err
		}
	}
	return nil
}

// noSource refuses a function whose text is not known: one of the host has none.
func noSource(main *lua.LFunction, site gpu.Site) *diag.Diagnostic {
	title, help := "the source of the shader's function is not known",
		"write Main as a Lua function in a script file, on lines that no other function begins and ends on"
	if main.IsG {
		title, help = "Main is a built-in function, which has no Lua source", "write Main as a Lua function in a script file"
	}
	return diag.New(diag.WrongType, "%s", title).At(site, "").Prop("argument", 1).Prop("path", "Main").
		Because("Shaders are compiled from the text of their Lua function, not from what the Lua machine made of it.").
		HelpText("%s", help)
}

// captureFunction makes a Lua function with its captured names known to the compiler.
func (e *env) captureFunction(name string, fn *lua.LFunction) (*syntax.Function, bool) {
	if fn.IsG {
		return nil, false
	}
	node, ok := e.options.Source.Function(fn)
	if !ok {
		return nil, false
	}
	return &syntax.Function{Name: name, Node: node, Env: captures{e, fn}}, true
}

// captures resolves the names that a Lua function captures: its upvalues, then the globals of the script.
type captures struct {
	env *env
	fn  *lua.LFunction
}

// Resolve implements syntax.Env.
func (c captures) Resolve(name string) (syntax.Capture, bool) {
	for i, up := range c.fn.Proto.DbgUpvalues {
		if up == name && i < len(c.fn.Upvalues) {
			return c.capture(name, c.fn.Upvalues[i].Value()), true
		}
	}
	v := c.fn.Env.RawGetString(name)
	if v == lua.LNil {
		return syntax.Capture{}, false
	}
	return c.capture(name, v), true
}

func (c captures) capture(name string, v lua.LValue) syntax.Capture {
	switch x := v.(type) {
	case lua.LNumber:
		return syntax.Capture{Kind: syntax.CaptureNumber, Number: float64(x)}
	case lua.LBool:
		return syntax.Capture{Kind: syntax.CaptureBool, Bool: bool(x)}
	case *lua.LTable:
		return tables.Capture(x)
	case *lua.LUserData:
		switch o := x.Value.(type) {
		case *syntax.Resource:
			return syntax.Capture{Kind: syntax.CaptureResource, Resource: o, Site: o.Site}
		case *syntax.GroupShared:
			return syntax.Capture{Kind: syntax.CaptureShared, Shared: o, Site: o.Site}
		case gpu.Object:
			return syntax.Capture{Kind: syntax.CaptureHost, Host: fmt.Sprintf("the %s %q", o.Kind(), o.Name())}
		}
	case *lua.LFunction:
		if f, ok := c.env.captureFunction(name, x); ok {
			return syntax.Capture{Kind: syntax.CaptureFunction, Function: f}
		}
		return syntax.Capture{Kind: syntax.CaptureHost, Host: "a function of the host"}
	}
	return syntax.Capture{Kind: syntax.CaptureHost, Host: "a " + v.Type().String()}
}
