package bindings

import (
	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/callsite"
	"github.com/gpuscript/gpuscript/bindings/internal/compared"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/luaerr"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/spell"
)

// What a program that runs scripts shares with the modules: where the script is, what its error values look like, and what
// a misspelt name was meant to be.

// Frame is one Lua function of the call stack.
type Frame = callsite.Frame

// CallSite returns the place in the script that is being executed in L, 0 if it is not known. It does not allocate.
func CallSite(L *lua.LState) gpu.Site { return callsite.Current(L) }

// CallChain is a place in a script, and the calls that led there.
type CallChain = callsite.Chain

// CallSites fills an empty chain with the place being executed in L, which CallSite returns, and the calls that led there, and returns their number.
// It does not allocate.
func CallSites(L *lua.LState, chain *CallChain) int { return callsite.Calls(L, chain) }

// CallStack returns the Lua functions that are running in L and in the coroutines that resumed it, innermost first.
func CallStack(L *lua.LState) []Frame { return callsite.Stack(L) }

// CallDepth is the number of open calls in L and in the coroutines that resumed it, including calls of Go functions.
func CallDepth(L *lua.LState) int { return callsite.Depth(L) }

// CallLevels are the Lua functions that are running in L, innermost first, as the levels that LState.GetStack takes.
func CallLevels(L *lua.LState) []int { return callsite.Levels(L) }

// Suspendable reports whether the coroutine L can be suspended by the Go function that is running in it: no other Go function and no metamethod may
// be on its stack.
func Suspendable(L *lua.LState) bool { return callsite.Suspendable(L) }

// SetSpans tells the error values raised in L how to find file, line and column of a place.
func SetSpans(L *lua.LState, resolve func(gpu.Site) (diag.Span, bool)) { luaerr.SetSpans(L, resolve) }

// SetConcat tells which function the programs of a state call, with all operands, in place of the operator `..`: what a script makes of a number that
// it polls with that is text, as with the operator.
func SetConcat(L *lua.LState, fn *lua.LFunction) { compared.SetConcat(L, fn) }

// Raise raises diagnostics, at least one, as one Lua error and does not return. The value is the table that every module
// raises.
func Raise(L *lua.LState, all ...*diag.Diagnostic) { luaerr.Raise(L, all...) }

// ErrorDiagnostics returns the diagnostics of a Lua error value that Raise made, or nil.
func ErrorDiagnostics(v lua.LValue) []*diag.Diagnostic { return luaerr.Diagnostics(v) }

// ErrorCause returns the error of Go that such a value tells, for example what Files.WriteFile has returned; nil for none.
func ErrorCause(v lua.LValue) error { return luaerr.Cause(v) }

// Nearest returns the candidate that the author of name most likely meant, "" if none is close.
func Nearest(name string, candidates []string) string { return spell.Nearest(name, candidates) }
