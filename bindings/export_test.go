package bindings

import (
	"reflect"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/bindings/internal/ml"
)

// What the black-box tests of this folder read: the tables of the surface.
var (
	Classes   = classes
	GPUModule = &gpuModule
)

// Named are the types that rows name because their methods read arguments by hand.
func Named() (all []reflect.Type) {
	tables := []luabind.Methods{gpuModule.Functions, engineModule.Functions, ml.Module.Functions}
	for _, c := range classes.Classes() {
		tables = append(tables, c.Methods)
	}
	for _, methods := range tables {
		for _, m := range methods {
			for _, p := range m.Params {
				if p.Go != nil {
					all = append(all, element(p.Go))
				}
			}
		}
	}
	return all
}
