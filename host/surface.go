package host

import (
	"slices"
	"strings"
	"sync"

	"github.com/gpuscript/gpuscript/bindings"
	"github.com/gpuscript/gpuscript/host/internal/fault"
)

// surface is what messages ask about the names of the Lua surface. It is put together when the first of them does.
var surface = fault.Surface{
	Value:    func(name string) string { return known().value(name) },
	Field:    func(name string) []string { return known().fields[name] },
	Argument: func(method string, i int) []string { return known().arguments[argument{method, i}] },
	Result:   func(method string) []string { return known().results[method] },
}

// names are those of the Lua surface, with the kinds of values that stand behind them in one place or another.
type names struct {
	values    map[string]bool       // of all enumerations and flags
	fields    map[string][]string   // of all tables
	arguments map[argument][]string // of all functions and methods
	results   map[string][]string   // of these
	classes   map[string]bool
}

// argument is one of a function, from 0.
type argument struct {
	method string
	i      int
}

var known = sync.OnceValue(func() *names {
	all := &names{values: map[string]bool{}, fields: map[string][]string{}, arguments: map[argument][]string{},
		results: map[string][]string{}, classes: map[string]bool{}}
	r := bindings.Describe()
	enums := map[string]bool{}
	for _, e := range r.Enums {
		enums[e.Name] = true
		for _, name := range e.Values {
			all.values[name] = true
		}
	}
	for _, c := range r.Classes {
		all.classes[c.Name] = true
	}
	kinds := func(into []string, types string) []string { return all.kinds(into, types, enums) }
	for _, t := range r.Tables {
		for _, f := range t.Fields {
			all.fields[f.Name] = kinds(all.fields[f.Name], f.Type)
		}
	}
	for _, g := range slices.Concat(r.Modules, r.Classes) {
		for _, f := range g.Functions {
			for i, p := range f.Params {
				at := argument{f.Name, i}
				all.arguments[at] = kinds(all.arguments[at], p.Type)
			}
			all.results[f.Name] = kinds(all.results[f.Name], f.Returns)
		}
	}
	return all
})

// prefixes are how the names of values begin in C.
var prefixes = []string{"D3D12_", "D3D_", "DML_", "DXGI_"}

// value is the value that a name means: itself, or the longest end of a name of C that is one, COPY_DEST of D3D12_RESOURCE_STATE_COPY_DEST.
func (n *names) value(name string) string {
	if n.values[name] {
		return name
	}
	if !slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(name, p) }) {
		return ""
	}
	for _, end, more := strings.Cut(name, "_"); more; _, end, more = strings.Cut(end, "_") {
		if n.values[end] {
			return end
		}
	}
	return ""
}

// kinds adds the kinds of values that types, as the reference writes them, stand for: those of Lua, and the classes of objects. "any" is one that may
// be each of them.
func (n *names) kinds(into []string, types string, enums map[string]bool) []string {
	first, _, _ := strings.Cut(types, ", ") // of several results
	for _, t := range strings.Split(strings.TrimSuffix(first, "?"), "|") {
		switch {
		case t == "":
			continue
		case strings.HasSuffix(t, "[]"):
			t = "table"
		case enums[t]:
			t = "string"
		case t == "integer":
			t = "number"
		case n.classes[t] || slices.Contains(luaTypes, t):
		case strings.ContainsAny(t, "<( "):
			t = "any"
		default:
			t = "table"
		}
		if !slices.Contains(into, t) {
			into = append(into, t)
		}
	}
	return into
}

// luaTypes are the types of Lua that the reference names as they are, and what stands for any of them.
var luaTypes = []string{"any", "boolean", "function", "nil", "number", "string", "table"}
