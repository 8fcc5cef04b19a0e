package bindings

import (
	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/callsite"
	"github.com/gpuscript/gpuscript/gpu"
)

// Frame is one Lua function of the call stack.
type Frame = callsite.Frame

// CallSite returns the place in the script that is being executed in L, 0 if it is not known. It does not allocate.
func CallSite(L *lua.LState) gpu.Site { return callsite.Current(L) }

// CallStack returns the Lua functions that are running in L and in the coroutines that resumed it, innermost first.
func CallStack(L *lua.LState) []Frame { return callsite.Stack(L) }
