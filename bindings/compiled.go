package bindings

import (
	"reflect"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// compiled remembers the kernels of one Lua state, so that a function that makes shaders, called again with the same
// captured values, costs a look-up. A kernel depends on its source, its size, its name, and on what the names that it
// captures were: those are asked again and compared.
type compiled map[compiledKey][]compiledKernel

type compiledKey struct {
	main *ast.FunctionExpr
	name string
	size [3]int
}

type compiledKernel struct {
	kernel   *kernel.Kernel
	captures []asked
}

// asked is one name that a compilation resolved.
type asked struct {
	env   *recorder // whose name it was
	name  string
	found syntax.Capture
	ok    bool
}

// compile is kernel.Compile with a memory.
func (c *compiled) compile(src kernel.Source) (*kernel.Kernel, []*diag.Diagnostic) {
	key := compiledKey{src.Func, src.Name, src.NumThreads}
	for _, known := range (*c)[key] {
		if known.fits(src.Env) {
			return known.kernel, nil
		}
	}
	log := &[]asked{}
	src.Env = &recorder{env: src.Env, log: log}
	k, problems := kernel.Compile(src)
	if k == nil {
		return nil, problems
	}
	if *c == nil {
		*c = compiled{}
	}
	(*c)[key] = append((*c)[key], compiledKernel{k, *log})
	return k, nil
}

// fits says whether all names still mean what they meant when the kernel was compiled. Functions that were captured must
// have the same source and are followed into their own captures.
func (k *compiledKernel) fits(env syntax.Env) bool {
	envs := map[*recorder]syntax.Env{}
	for i := range k.captures {
		a := &k.captures[i]
		at := envs[a.env]
		if a.env.function == nil {
			at = env
		}
		if at == nil {
			return false
		}
		found, ok := at.Resolve(a.name)
		if ok != a.ok || !sameCapture(&found, &a.found) {
			return false
		}
		if f := a.found.Function; f != nil {
			envs[f.Env.(*recorder)] = found.Function.Env
		}
	}
	return true
}

// sameCapture says whether two captured values compile to the same code.
func sameCapture(a, b *syntax.Capture) bool {
	if a.Kind != b.Kind || a.Number != b.Number || a.Bool != b.Bool || a.Host != b.Host {
		return false
	}
	if !reflect.DeepEqual(a.Resource, b.Resource) || !reflect.DeepEqual(a.Shared, b.Shared) || !reflect.DeepEqual(a.Table, b.Table) || !reflect.DeepEqual(a.Struct, b.Struct) {
		return false
	}
	return (a.Function == nil) == (b.Function == nil) && (a.Function == nil || a.Function.Node == b.Function.Node)
}

// recorder is an Env that writes down what it is asked.
type recorder struct {
	env      syntax.Env
	function *syntax.Function // whose captures these are; nil: the shader's main function
	log      *[]asked
	answers  map[string]asked
}

// Resolve implements syntax.Env.
func (r *recorder) Resolve(name string) (syntax.Capture, bool) {
	if a, known := r.answers[name]; known {
		return a.found, a.ok
	}
	found, ok := r.env.Resolve(name)
	if f := found.Function; f != nil {
		own := *f
		own.Env = &recorder{env: f.Env, function: &own, log: r.log}
		found.Function = &own
	}
	if r.answers == nil {
		r.answers = map[string]asked{}
	}
	r.answers[name] = asked{r, name, found, ok}
	*r.log = append(*r.log, r.answers[name])
	return found, ok
}
