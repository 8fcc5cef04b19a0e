// Package fault says which operand is to blame for an operation that the Lua machine refused, in terms of the script's text:
//
//	attempt to index a non-table object(nil) with key 'x'   ──▶   'object' is nil: nothing has been assigned to it; did you mean 'objects'?
//
// It finds the operation in the syntax tree by its position, reads its operands from the stack, which must not have been unwound, and looks for what
// may have been meant. The package must not know the host: what a run does with a failure is not its concern.
package fault

import (
	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/host/internal/source"
)

// Hearing finds out about the failures of one Lua state.
type Hearing struct {
	Source  *source.Set
	L       *lua.LState                     // the main state
	Text    func(lua.LValue) (string, bool) // what the object that a value is says of itself: its kind and name; false: it is none
	Own     string                          // the source name of the program's own Lua functions, which have no places
	Depth   string                          // how many calls may be open, as messages write it
	Modules Modules                         // what the script can require
	Surface Surface                         // what the names of the API stand for
}

// OverflowPanic is what gopher-lua panics with when the call stack is full.
const OverflowPanic = "lua callstack overflow"
