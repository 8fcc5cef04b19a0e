package syntax

import (
	"reflect"

	"github.com/yuin/gopher-lua/ast"
)

// Mentions lists the names that a function uses, its own locals among them, each once, in the order of the source.
func Mentions(fn *ast.FunctionExpr) []string {
	m := &mentions{seen: map[string]bool{}}
	m.walk(reflect.ValueOf(fn))
	return m.names
}

type mentions struct {
	names []string
	seen  map[string]bool
}

func (m *mentions) walk(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return
		}
		if id, ok := v.Interface().(*ast.IdentExpr); ok && !m.seen[id.Value] {
			m.seen[id.Value] = true
			m.names = append(m.names, id.Value)
		}
		m.walk(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				m.walk(v.Field(i))
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			m.walk(v.Index(i))
		}
	}
}

// Frozen is an Env that answers as another one did when it was made, for the names that a function mentions and for the functions that they
// are. Safe for concurrent use.
func Frozen(fn *ast.FunctionExpr, env Env) Env {
	return freeze(fn, env, map[*ast.FunctionExpr]frozen{})
}

type frozen map[string]Capture

// Resolve implements Env.
func (f frozen) Resolve(name string) (Capture, bool) {
	c, ok := f[name]
	return c, ok
}

func freeze(fn *ast.FunctionExpr, env Env, known map[*ast.FunctionExpr]frozen) frozen {
	if f, ok := known[fn]; ok {
		return f
	}
	f := frozen{}
	known[fn] = f
	for _, name := range Mentions(fn) {
		c, ok := env.Resolve(name)
		if !ok {
			continue
		}
		if c.Function != nil {
			own := *c.Function
			own.Env = freeze(own.Node, own.Env, known)
			c.Function = &own
		}
		f[name] = c
	}
	return f
}
