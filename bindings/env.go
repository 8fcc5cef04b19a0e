package bindings

import (
	"slices"
	"strings"

	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/bindings/internal/compiled"
	"github.com/gpuscript/gpuscript/bindings/internal/elsewhere"
	"github.com/gpuscript/gpuscript/bindings/internal/filesource"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/luaerr"
	"github.com/gpuscript/gpuscript/bindings/internal/ml"
	"github.com/gpuscript/gpuscript/bindings/internal/picture"
	"github.com/gpuscript/gpuscript/bindings/internal/readback"
	"github.com/gpuscript/gpuscript/bindings/internal/rows"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/cnames"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/filter"
	"github.com/gpuscript/gpuscript/gpu/kernel"
	"github.com/gpuscript/gpuscript/gpu/validate"
	"github.com/gpuscript/gpuscript/heaps/heapmap"
)

// Options are what the modules need from the program around them. The zero value gives a machine of its own, no files for the script, and
// shaders whose source is read from the files that the Lua state names.
type Options struct {
	// Adapter makes the machine that gpu.CreateDevice makes devices on. It is called once, when the script first requires a
	// module; nil: a default machine with validation, which Module.Close closes.
	Adapter func() (*device.Adapter, error)
	// Source finds the Lua source of shader functions; nil: in the file that gopher-lua names as a function's source, which
	// then must be readable, and be on lines of its own.
	Source Source
	// Visible are the local names of the script that can be used at a place; nil: none is proposed for a misspelt one in a shader.
	Visible func(gpu.Site) []string
	// Span finds the text of a place; nil: messages have no positions.
	Span func(gpu.Site) (diag.Span, bool)
	// Site finds the place of the running call; nil: CallSite.
	Site func(*lua.LState) gpu.Site
	// Files holds images; nil: none can be opened.
	Files Files
	// OnImage receives every picture that the script saves, as a PNG under its file name; may be nil.
	OnImage func(name string, png []byte)
	// OnKernel receives every shader that the script compiles; may be nil.
	OnKernel func(*kernel.Kernel)
	// OnHeaps receives maps of the heaps of a render device of the engine level, by the name of the device: none when it is made, all whenever
	// they have changed. It may be nil.
	OnHeaps func(device, label string, heaps []heapmap.Heap)
	// Filter decides, beside that of the script, which diagnostics are shown; nil: all, as they are.
	Filter *filter.Filter
	// Room is called before a call takes many bytes of memory for what it gives to the script: numbers read from a buffer, a picture. It raises an
	// error in L if there are not as many; nil: there always are.
	Room func(L *lua.LState, bytes int)
	// Call runs a Lua function on a new simulated CPU thread and turns its Lua error into a Go error; nil: as L.PCall.
	Call func(L *lua.LState, fn *lua.LFunction) error
}

// Source finds the source of Lua functions.
type Source interface {
	// Function returns the syntax tree of a function, whose lines are sites; ok is false for functions of chunks that it
	// did not load.
	Function(fn *lua.LFunction) (node *ast.FunctionExpr, ok bool)
}

// Files reads and writes the files that scripts name, inside the sandbox. Errors are *diag.Error.
type Files interface {
	ReadFile(name string) ([]byte, error)
	WriteFile(name string, data []byte) error
}

// env is the receiver of the module's functions: everything that belongs to one Lua state.
type env struct {
	options  Options
	adapter  *device.Adapter
	owned    bool // the adapter was made here
	binder   *luabind.Binder
	shaders  int // that the script gave no name
	compiled compiled.Kernels
	readers  readback.Readers
	filters  filter.Stack // what gpu.SetMessageFilter set, above that of the options
}

// Module is the set of modules of one Lua state.
type Module struct{ env *env }

// classes are all classes of the surface; shared by all Lua states.
var classes = luabind.NewSet(append(ml.Classes, &allocatorClass, &bindingClass, &bufferMappingClass, &bufferViewClass, &commandListClass,
	&commandSignatureClass, &cpuHandleClass, &descriptorHeapClass, &deviceClass, &deviceContextClass, &engineBufferClass, &engineChainClass,
	&engineFenceClass, &engineListClass,
	&enginePipelineClass, &engineTextureClass, &eventClass, &fenceClass,
	&gpuHandleClass, &heapClass, &picture.Class, &mappedBufferClass, &pipelineClass, &pixelSourceClass, &queryClass, &queryHeapClass, &queueClass,
	&renderDeviceClass, &resourceClass, &rootSignatureClass, &samplerClass, &shaderClass, &sharedClass,
	&signatureClass, &slotClass, &swapChainClass, &textureViewClass, &threadClass, &variableClass, &wordClass)...).
	Rename(elsewhere.Renames(), numbers()).Order(cnames.Orders).Rewrite(elsewhere.Calls())

func init() { classes.Hint(misplaced(elsewhere.Names(), classes.Classes(), modules())) } // the functions of modules use classes

// Preload registers the modules in L: `require "gpu"` finds them.
func Preload(L *lua.LState, options Options) *Module {
	if options.Source == nil {
		files := &filesource.Source{}
		options.Source = files
		if options.Span == nil {
			options.Span = files.Span
		}
	}
	e := &env{options: options, filters: filter.Stack{Base: options.Filter}}
	site := options.Site
	if site == nil {
		site = CallSite
	}
	e.binder = luabind.New(L, luabind.Config{Set: classes, Site: site, Env: e, Room: options.Room})
	if options.Span != nil {
		SetSpans(L, options.Span)
	}
	for _, m := range []*luabind.Module{&gpuModule, &ml.Module, &engineModule} {
		L.PreloadModule(m.Name, func(L *lua.LState) int {
			e.binder.Live(L)
			if err := e.open(); err != nil {
				luaerr.Error(L, err, func(*diag.Diagnostic) {})
			}
			t := e.binder.Module(m)
			if m == &gpuModule {
				addConstants(t)
			}
			L.Push(t)
			return 1
		})
	}
	return &Module{e}
}

// open makes the machine when it is first needed.
func (e *env) open() (err error) {
	switch {
	case e.adapter != nil:
	case e.options.Adapter != nil:
		e.adapter, err = e.options.Adapter()
	default:
		e.adapter, err = NewAdapter(device.Options{}, true)
		e.owned = true
	}
	if err == nil {
		e.adapter.SetFilter(e.filters.Apply)
	}
	return err
}

// NewAdapter makes a machine with the rules of package validate as its first layer. If check is false, only the rules that the machine relies on
// remain.
func NewAdapter(o device.Options, check bool) (*device.Adapter, error) {
	if names := device.ProfileNames(); o.Profile != "" && !slices.Contains(names, o.Profile) {
		d := diag.New(diag.UnknownEnumValue, "the adapter is %q, but there is no adapter profile of this name", o.Profile).
			Note("The profiles are %s.", strings.Join(names, ", "))
		if near := Nearest(o.Profile, names); near != "" {
			d.HelpText("did you mean %q?", near)
		}
		return nil, diag.AsError(d)
	}
	level := validate.On
	if !check {
		level = validate.Off
	}
	rules := validate.New(validate.Options{Level: level})
	o.Layers = append([]device.Layer{rules}, o.Layers...)
	o.CheckKernels = check
	a, err := device.NewAdapter(o)
	if err == nil {
		rules.SetResourceAt(a.ResourceAt)
	}
	return a, err
}

// Finish lets threads and GPUs run to completion and returns what went wrong: errors of kernels, stuck queues.
func (m *Module) Finish() []error {
	if m.env.adapter == nil {
		return nil
	}
	return m.env.adapter.Finish()
}

// Adapter is the machine, nil until the script has required a module.
func (m *Module) Adapter() *device.Adapter { return m.env.adapter }

// Close ends the modules: it frees what Preload itself created, and every later call of a script is an error. Call it once, when no script runs.
func (m *Module) Close() error {
	m.env.binder.Close()
	if m.env.owned && m.env.adapter != nil {
		return m.env.adapter.Close()
	}
	return nil
}

// self is the receiver of a method. Luabind has told it the place of the call.
func self[T any](c *luabind.Args) T { return luabind.Self[T](c) }

// named is the row of SetName.
func named[T interface{ SetName(string) error }]() luabind.Method {
	return rows.SetName[T]("message, trace and picture")
}

// getDevice adapts GetDevice.
func getDevice[T interface{ GetDevice() *device.Device }]() luabind.Method {
	return luabind.Method{Name: "GetDevice", Doc: "The device that made the object.", Fn: luabind.Get(T.GetDevice)}
}
