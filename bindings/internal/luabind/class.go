package luabind

import (
	"reflect"
	"sort"
)

// Class says how Lua sees one Go type: its kind, its methods and its readable fields. It is a constant table: written once as a
// literal, given to NewSet, never changed.
type Class struct {
	Kind    string       // the name in messages, as "CommandQueue"
	Type    reflect.Type // the Go type of the objects, from TypeOf; a pointer, or a comparable value for handles
	Doc     string       // one line for the reference
	Methods Methods      // sorted by name
	Fields  []Field      // sorted by name; a class with fields pays a Go call a method look-up, so hot classes have none

	// Name returns what the script called the object, "" if it has no name. When nil, the method Name() string of the
	// object is used if it has one.
	Name func(object any) string
}

// Methods is a list of methods sorted by name.
type Methods []Method

// Method is one row of a class or module.
type Method struct {
	Name   string
	Doc    string  // one line, a full sentence
	Params []Param // names the arguments; derived from the struct where that is the only argument

	// Returns is what Lua gets, as LuaLS writes types: "number, integer". Only Raw needs it; the Go type says it elsewhere.
	Returns string
	Types   []reflect.Type // of what is named in Returns or in the documentation only, so that the reference describes it

	Fn Fn

	Refused bool // always an error, so messages do not offer it
	Uses    bool // the layers of the device do not learn from the call itself that the object is used, as it is with all getters
}

// Field is a readable property. Get must be a Fn made by Get.
type Field struct {
	Name string
	Doc  string
	Get  Fn
}

// Param is one positional argument. The number of arguments of every call is checked against the parameters before the method runs.
type Param struct {
	Name     string
	Type     string       // as LuaLS writes it: "integer", "number", "string[]"; empty where the Go type says it
	Go       reflect.Type // of an argument of Raw that is an enumeration, a table with named fields, or a list of those: from Of and OptOf
	Doc      string
	Optional bool // may be nil, or be left out if no required one follows
	Variadic bool // the last parameter only: any number of arguments, also none
}

// P is a required parameter.
func P(name, typ, doc string) Param { return Param{Name: name, Type: typ, Doc: doc} }

// Opt is a parameter that may be left out or nil.
func Opt(name, typ, doc string) Param { return Param{Name: name, Type: typ, Doc: doc, Optional: true} }

// Of is a required parameter of Raw whose type is T: an enumeration, a table with named fields, or a list of those. A pointer to one may be nil.
func Of[T any](name, doc string) Param { return Param{Name: name, Go: reflect.TypeFor[T](), Doc: doc} }

// OptOf is Of for a parameter that may be left out or nil.
func OptOf[T any](name, doc string) Param {
	return Param{Name: name, Go: reflect.TypeFor[T](), Doc: doc, Optional: true}
}

// Rest is a last parameter that takes any number of arguments.
func Rest(name, typ, doc string) Param {
	return Param{Name: name, Type: typ, Doc: doc, Optional: true, Variadic: true}
}

// Module is a table of functions that a script gets from require. The receiver of its functions is the Env of the Binder.
type Module struct {
	Name      string // as in require
	Doc       string
	Functions Methods // sorted by name
}

// TypeOf is the reflect.Type of T, for Class.Type.
func TypeOf[T any]() reflect.Type { return reflect.TypeFor[T]() }

func (ms Methods) has(name string) bool { return ms.find(name) != nil }

// find is the method of a name, nil if there is none.
func (ms Methods) find(name string) *Method {
	i := sort.Search(len(ms), func(i int) bool { return ms[i].Name >= name })
	if i == len(ms) || ms[i].Name != name {
		return nil
	}
	return &ms[i]
}

// memberNames lists methods and fields, sorted.
func (c *Class) memberNames() []string {
	var names []string
	for i := range c.Methods {
		if m := &c.Methods[i]; !m.Refused {
			names = append(names, m.Name)
		}
	}
	for _, f := range c.Fields {
		names = append(names, f.Name)
	}
	sort.Strings(names)
	return names
}

// nameOf returns the name of an object of this class, "" if it has none.
func (c *Class) nameOf(object any) string {
	if c.Name != nil {
		return c.Name(object)
	}
	if named, ok := object.(interface{ Name() string }); ok {
		return named.Name()
	}
	return ""
}
