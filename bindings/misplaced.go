package bindings

import (
	"fmt"
	"strings"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/bindings/internal/ml"
)

// modules are all modules of the surface.
func modules() []*luabind.Module { return []*luabind.Module{&gpuModule, &ml.Module, &engineModule} }

// few is how many classes a message names that have a method.
const few = 3

// misplaced adds to hints what to write for a method that is asked of a module, and for a function of a module that is asked of an object:
// gpu.CreateFence(0), device:WaitForSingleObject(event). Hints that are there stay.
func misplaced(hints map[string]string, classes []*luabind.Class, modules []*luabind.Module) map[string]string {
	add := func(key, format string, args ...any) {
		if _, there := hints[key]; !there {
			hints[key] = fmt.Sprintf(format, args...)
		}
	}
	kinds, homes := map[string][]string{}, map[string][]string{}
	for _, class := range classes {
		for _, m := range class.Methods {
			if !m.Refused {
				kinds[m.Name] = append(kinds[m.Name], class.Kind)
			}
		}
	}
	for _, module := range modules {
		for _, f := range module.Functions {
			if !f.Refused {
				homes[f.Name] = append(homes[f.Name], module.Name)
			}
		}
		for name, have := range kinds {
			if len(have) <= few {
				add(module.Name+"."+name, "%s is a method of %s: write it as object:%s(...)", name, strings.Join(have, " and "), name)
			}
		}
	}
	for name, have := range homes {
		short := have[0][strings.LastIndexByte(have[0], '.')+1:]
		add("object."+name, "%s is a function of module %s: write %s.%s(...)", name, strings.Join(have, " and "), short, name)
	}
	return hints
}
