// Package rows holds what rows of many classes share, on every level of the API: methods that all objects have, methods that are refused by name, and
// readers of optional arguments.
//
//	Methods: rows.Sorted(luabind.Methods{…, rows.GetName[fence](), rows.Release[fence](), …})
//
// The package knows package luabind. It must not know devices or any other object of the API.
package rows

import (
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
)

// Params is a list of parameters.
func Params(p ...luabind.Param) []luabind.Param { return p }

// Sorted sorts the methods of a class by name.
func Sorted(methods luabind.Methods) luabind.Methods {
	slices.SortFunc(methods, func(a, b luabind.Method) int { return strings.Compare(a.Name, b.Name) })
	return methods
}

// GetName is the row of GetName.
func GetName[T interface{ Name() string }]() luabind.Method {
	return luabind.Method{Name: "GetName", Doc: "The object's name.", Fn: luabind.Get(T.Name)}
}

// SetName is the row of SetName; where says what shows the name.
func SetName[T interface{ SetName(string) error }](where string) luabind.Method {
	return luabind.Method{Name: "SetName", Doc: "Renames the object in every later " + where + ".",
		Params: Params(luabind.P("name", "string", "the new name")),
		Fn:     luabind.Do(T.SetName), Uses: true}
}

// Release is the row of Release of an object that cannot be used afterwards.
func Release[T interface{ Release() error }]() luabind.Method {
	return luabind.Method{Name: "Release", Doc: "Gives the object up; using it afterwards is an error.", Fn: luabind.Run(T.Release)}
}

// Refused adds methods to those of a class that this version refuses by name: refuse is called with the name and returns why.
func Refused(methods luabind.Methods, refuse func(c *luabind.Args, name string) error, names ...string) luabind.Methods {
	for _, name := range names {
		methods = append(methods, luabind.Method{Name: name, Doc: "Not in this version: always an error.",
			Params: Params(luabind.Rest("arguments", "any", "")),
			Fn:     luabind.Raw(func(c *luabind.Args) { c.Check(refuse(c, name)) }), Refused: true})
	}
	return Sorted(methods)
}

// OptDesc reads a description that may be nil.
func OptDesc[T any](c *luabind.Args, i int) *T {
	if !c.Has(i) {
		return nil
	}
	d := luabind.Decode[T](c, i)
	return &d
}
