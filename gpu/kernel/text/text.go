// Package text compiles shaders whose source is Lua text in a Go program: those that the engine level needs for its own work. A text is one function,
// and the resources it uses are declared separately.
//
// The package must not know devices. Texts belong to the program, so a mistake in one is a bug of its author.
package text

import (
	"fmt"
	"strings"

	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// Resource declares a resource, as gpu.Texture2D("t0", "float4") does in a script.
type Resource struct {
	Name     string // that the text uses
	Kind     string // "Texture2D", "SamplerState" …
	Register string // "t0", "s0" …
	Element  string // "float4" …; "" where the kind has none
}

// Source is a shader as text.
type Source struct {
	Name       string
	Stage      syntax.Stage
	NumThreads [3]int // compute shaders
	Function   string // "function(DispatchThreadID) … end"
	Resources  []Resource
}

// env is the declared resources.
type env map[string]*syntax.Resource

// Resolve implements syntax.Env.
func (e env) Resolve(name string) (syntax.Capture, bool) {
	r, ok := e[name]
	return syntax.Capture{Kind: syntax.CaptureResource, Resource: r}, ok
}

// Compile makes the shader. A pixel shader is completed when it is linked with its vertex shader. Errors name the shader and what is
// wrong with its text.
func Compile(s Source) (gpu.Shader, error) {
	chunk, err := parse.Parse(strings.NewReader("return "+s.Function), s.Name)
	if err != nil {
		return nil, fmt.Errorf("shader %q: %w", s.Name, err)
	}
	fn, ok := chunk[0].(*ast.ReturnStmt).Exprs[0].(*ast.FunctionExpr)
	if !ok {
		return nil, fmt.Errorf("shader %q: its text is not a function", s.Name)
	}
	names := env{}
	for _, r := range s.Resources {
		if names[r.Name], err = r.declare(); err != nil {
			return nil, fmt.Errorf("shader %q: resource %q: %w", s.Name, r.Name, err)
		}
	}
	src := kernel.Source{Name: s.Name, Stage: s.Stage, NumThreads: s.NumThreads, Func: fn, Env: names}
	if s.Stage == syntax.PixelStage {
		return kernel.NewPixelSource(src), nil
	}
	k, problems := kernel.Compile(src)
	if len(problems) > 0 {
		return nil, fmt.Errorf("shader %q: %s", s.Name, problems[0].Title)
	}
	return k, nil
}

func (r Resource) declare() (*syntax.Resource, error) {
	var elem *syntax.Type
	if r.Element != "" {
		t, problem := syntax.ParseType(r.Element)
		if problem != nil {
			return nil, fmt.Errorf("%s", problem.Title)
		}
		elem = t
	}
	for _, k := range syntax.Kinds() {
		if k.String() != r.Kind {
			continue
		}
		out, problem := syntax.NewResource(k, r.Register, elem, 0, 0)
		if problem != nil {
			return nil, fmt.Errorf("%s", problem.Title)
		}
		return out, nil
	}
	return nil, fmt.Errorf("there is no kind %q", r.Kind)
}
