package bytecode

import (
	"slices"

	"github.com/yuin/gopher-lua"
)

// Replace returns a prototype with what stands for its constants, also in the prototypes within. The given one stays as it is, and is the result if
// every constant stands for itself.
func Replace(p *lua.FunctionProto, with func(constant lua.LValue) lua.LValue) *lua.FunctionProto {
	constants, here := replaced(p.Constants, with)
	inner, within := replaced(p.FunctionPrototypes, func(q *lua.FunctionProto) *lua.FunctionProto { return Replace(q, with) })
	if !here && !within {
		return p
	}
	changed := *p
	changed.Constants, changed.FunctionPrototypes = constants, inner
	return &changed
}

// replaced is a list with each element changed, and whether one differs; if none does, it is the same list.
func replaced[T comparable](list []T, change func(T) T) (changed []T, differs bool) {
	changed = list
	for i, v := range list {
		w := change(v)
		if w == v {
			continue
		}
		if !differs {
			changed, differs = slices.Clone(list), true
		}
		changed[i] = w
	}
	return changed, differs
}
