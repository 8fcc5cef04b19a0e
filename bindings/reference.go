package bindings

import (
	"path"
	"reflect"
	"slices"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/enums"
)

// Reference is the whole Lua surface as data: what a reference, the annotations of an editor or a binding of another language need.
// Everything is sorted by name. Texts are those of the rows; a Table and its fields name the Go declarations whose comments
// describe them.
type Reference struct {
	Modules []Group // what require gives
	Classes []Group // objects
	Tables  []Table // tables with named fields that methods take or return
	Enums   []Enum  // strings that stand for values
}

// Group is the functions of a module or the methods of a class.
type Group struct {
	Name, Doc string
	Functions []Function
	Fields    []Value // what can be read without a call
}

// Function is a function or method.
type Function struct {
	Name, Doc string
	Params    []Value
	Returns   string // types as LuaLS writes them, "" if nothing is returned
	Refused   bool   // always an error: it exists to say what there is instead
	Variadic  bool   // the last parameter stands for any number of arguments
}

// Value is a parameter or a field.
type Value struct {
	Name, Type, Doc string
	Optional        bool
}

// Table is a struct as scripts write it.
type Table struct {
	Name   string
	Go     reflect.Type // whose comment describes it
	Fields []TableField
}

// TableField is a key of a Table.
type TableField struct {
	Name, Type string
	Owner      reflect.Type // the struct that declares it
	GoName     string       // its name there
	Required   bool
	Default    string   // empty: zero, false, "", the first value of an enumeration
	Limits     string   // "1 to 16", empty if there are none
	When       []string // the values of the table's tag with which it is used; empty: always
}

// Enum is a set of names.
type Enum struct {
	Name   string
	Go     reflect.Type
	Values []string
	Flags  bool // several may be joined with "|"
}

// Describe returns the Lua surface as data. It is safe for concurrent use.
func Describe() Reference {
	d := describer{names: map[reflect.Type]string{}, taken: map[string]bool{}}
	modules := modules()
	for _, visit := range []func(luabind.Methods){d.visitRaw, d.visitAll} {
		for _, m := range modules {
			visit(m.Functions)
		}
		for _, c := range classes.Classes() {
			visit(c.Methods)
		}
	}
	var r Reference
	for _, m := range modules {
		r.Modules = append(r.Modules, d.group(m.Name, m.Doc, m.Functions))
	}
	for _, c := range constants {
		r.Modules[0].Fields = append(r.Modules[0].Fields,
			Value{Name: c.name, Type: c.value.Type().String(), Doc: c.value.String() + ", as in Direct3D's headers"})
	}
	r.Modules[0].Fields = append(r.Modules[0].Fields,
		Value{Name: "DEFAULT_SHADER_4_COMPONENT_MAPPING", Type: "string[]", Doc: "for Shader4ComponentMapping: components are in their order"})
	for _, c := range classes.Classes() {
		g := d.group(c.Kind, c.Doc, c.Methods)
		for _, f := range c.Fields {
			g.Fields = append(g.Fields, Value{Name: f.Name, Type: classes.Returns(&luabind.Method{Fn: f.Get}), Doc: f.Doc})
		}
		r.Classes = append(r.Classes, g)
	}
	for _, t := range d.types {
		d.add(&r, t)
	}
	slices.SortFunc(r.Tables, func(a, b Table) int { return strings.Compare(a.Name, b.Name) })
	slices.SortFunc(r.Enums, func(a, b Enum) int { return strings.Compare(a.Name, b.Name) })
	return r
}

// describer collects the types of all calls and gives each a name of its own.
type describer struct {
	types []reflect.Type
	names map[reflect.Type]string
	taken map[string]bool
}

// visitRaw visits the types that rows name because their methods read arguments by hand.
func (d *describer) visitRaw(methods luabind.Methods) {
	for i := range methods {
		for _, p := range methods[i].Params {
			if p.Go != nil {
				d.visit(p.Go)
			}
		}
		for _, t := range methods[i].Types {
			d.visit(t)
		}
	}
}

// visitAll visits the types of arguments and results.
func (d *describer) visitAll(methods luabind.Methods) {
	for i := range methods {
		for _, t := range methods[i].Fn.Args {
			d.visit(t)
		}
		if t := methods[i].Fn.Result; t != nil {
			d.visit(t)
		}
	}
}

// element is what lists of lists of a type hold in the end.
func element(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Slice || t.Kind() == reflect.Array ||
		t.Kind() == reflect.Pointer && !classes.Has(t) && (t.Elem().Kind() == reflect.Struct || t.Elem().Kind() == reflect.Slice) {
		t = t.Elem()
	}
	return t
}

// visit names the tables and enumerations that values of a type consist of. Types of the engine level have the names of their
// explicit cousins in Go; here they get another.
func (d *describer) visit(t reflect.Type) {
	t = element(t)
	isTable := t.Kind() == reflect.Struct && t.Name() != "" && t.PkgPath() != reflect.TypeFor[lua.LTable]().PkgPath() && classes.IsDescriptor(t)
	if d.names[t] != "" || !isTable && luabind.Names(t) == nil {
		return
	}
	name := capital(t.Name())
	switch {
	case name == "Desc":
		name = "Engine" + capital(path.Base(t.PkgPath())) + name
	case d.taken[name]:
		name = "Engine" + name
	}
	d.names[t], d.taken[name] = name, true
	d.types = append(d.types, t)
	if isTable {
		for _, f := range classes.Describe(t) {
			d.visit(f.GoType)
		}
	}
}

// add describes a type that was visited.
func (d *describer) add(r *Reference, t reflect.Type) {
	if names := luabind.Names(t); names != nil {
		_, flags := reflect.Zero(t).Interface().(enums.FlagNames)
		r.Enums = append(r.Enums, Enum{Name: d.names[t], Go: t, Values: names, Flags: flags})
		return
	}
	table := Table{Name: d.names[t], Go: t}
	for _, f := range classes.Describe(t) {
		table.Fields = append(table.Fields, TableField{Name: f.Name, Type: d.renamed(f.Type, f.GoType), Owner: f.Owner, GoName: f.GoName,
			Required: f.Required && f.When == nil, Default: f.Default, Limits: f.Limits, When: f.When})
	}
	r.Tables = append(r.Tables, table)
}

// renamed puts the name of a type here in place of that in Go.
func (d *describer) renamed(text string, t reflect.Type) string {
	if name := d.names[element(t)]; name != "" {
		return strings.Replace(text, element(t).Name(), name, 1)
	}
	return text
}

// group describes methods.
func (d *describer) group(name, doc string, methods luabind.Methods) Group {
	g := Group{Name: name, Doc: doc}
	for i := range methods {
		m := &methods[i]
		f := Function{Name: m.Name, Doc: m.Doc, Returns: classes.Returns(m), Refused: m.Refused}
		if m.Fn.Result != nil {
			f.Returns = d.renamed(f.Returns, m.Fn.Result)
		}
		for i, p := range classes.Params(m) {
			v := Value{Name: p.Name, Type: p.Type, Doc: p.Doc, Optional: p.Optional}
			if i < len(m.Fn.Args) {
				p.Go = m.Fn.Args[i]
			}
			if p.Go != nil {
				v.Type = d.renamed(v.Type, p.Go)
			}
			f.Params, f.Variadic = append(f.Params, v), p.Variadic
		}
		g.Functions = append(g.Functions, f)
	}
	return g
}

// capital begins a name with a capital letter.
func capital(name string) string { return strings.ToUpper(name[:1]) + name[1:] }
