package host

import (
	"fmt"
	"strings"

	"github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/parse"

	"github.com/gpuscript/gpuscript/bindings"
)

// preludeName is the source name of the prelude; its instructions have no positions, so messages pass over it.
const preludeName = "=host"

// prelude holds the functions that a coroutine can be suspended in. gopher-lua cannot suspend a Go function, so in a
// coroutine pcall runs its function in a coroutine of its own and passes on what that one yields.
const prelude = `
local create, resume, status, yield, running, pcall, xpcall, callable = ...
local step
local function handle(co, ok, ...)
  if ok and status(co) == "suspended" then
    return step(co, yield(...))
  end
  return ok, ...
end
function step(co, ...)
  return handle(co, resume(co, ...))
end
local function protect(f, ...)
  if not callable(f) then return pcall(f) end
  return step(create(function(...) return f(...) end), ...)
end
local function finish(handler, ok, ...)
  if ok then return true, ... end
  return false, handler(...)
end
local function pcallAnywhere(...)
  if running() then return protect(...) end
  return pcall(...)
end
local function xpcallAnywhere(f, handler, ...)
  if running() then return finish(handler, protect(f)) end
  return xpcall(f, handler, ...)
end
return pcallAnywhere, xpcallAnywhere
`

// openPrelude puts pcall and xpcall in place.
func (h *Host) openPrelude(globals *lua.LTable) {
	proto := compileWithoutPositions(preludeName, prelude)
	co := globals.RawGetString("coroutine").(*lua.LTable)
	h.L.Push(h.L.NewFunctionFromProto(proto))
	for _, name := range []string{"create", "resume", "status", "yield", "running"} {
		h.L.Push(co.RawGetString(name))
	}
	h.L.Push(h.L.NewFunction(h.basePCall))
	h.L.Push(h.L.NewFunction(h.baseXPCall))
	h.L.Push(h.L.NewFunction(func(L *lua.LState) int { L.Push(lua.LBool(callable(L, L.Get(1)))); return 1 }))
	h.L.Call(8, 2)
	globals.RawSetString("pcall", h.L.Get(-2))
	globals.RawSetString("xpcall", h.L.Get(-1))
	h.L.SetTop(0)
}

func (h *Host) coroutineFunctions(lib *lua.LTable) functions {
	create, resume := stock(lib, "create"), stock(lib, "resume")
	// A coroutine gets the meter itself: gopher-lua gives it a context derived from it, which would not count.
	metered := func(L *lua.LState) int {
		n := create(L)
		if L.Context() != nil {
			L.Get(-1).(*lua.LState).SetContext(h.meter)
		}
		return n
	}
	checked := func(L *lua.LState) int { return h.resume(L, resume) }
	return functions{
		"create": metered,
		"resume": checked,
		"running": func(L *lua.LState) int { // gopher-lua knows the coroutine that was resumed last, and a gpu.Thread is not
			if L == h.L {
				L.Push(lua.LNil)
			} else {
				L.Push(L)
			}
			return 1
		},
		"wrap": func(L *lua.LState) int {
			metered(L)
			co := L.Get(-1)
			L.Push(L.NewFunction(func(L *lua.LState) int {
				L.Insert(co, 1)
				n := checked(L)
				first := L.GetTop() - n + 1
				if L.Get(first) == lua.LTrue {
					return n - 1
				}
				L.Error(L.Get(first+1), 0)
				return 0
			}))
			return 1
		},
	}
}

// resume is coroutine.resume with true line numbers in the message of an error.
func (h *Host) resume(L *lua.LState, resume lua.LGFunction) int {
	co, _ := L.Get(1).(*lua.LState)
	n := resume(L)
	first := L.GetTop() - n + 1
	if n < 2 || L.Get(first) != lua.LFalse {
		return n
	}
	value := L.Get(first + 1)
	if h.recall(value) != nil && !h.meter.stopped() {
		return n
	}
	f := &failure{value: value, site: bindings.CallSite(L), stack: bindings.CallStack(L)}
	h.readValue(nil, f)
	if co != nil && f.site != bindings.CallSite(L) {
		inner := bindings.CallStack(co)
		f.stack = append(append([]bindings.Frame{{Site: f.site, Function: "function"}}, inner...), f.stack...)
	}
	h.noteStop(L, f)
	h.stopAgain(L)
	h.remember(f)
	L.Replace(first+1, f.value)
	return n
}

func callable(L *lua.LState, v lua.LValue) bool {
	return v.Type() == lua.LTFunction || L.GetMetaField(v, "__call").Type() == lua.LTFunction
}

// compileWithoutPositions compiles a text of the host's own. It panics if the text is wrong.
func compileWithoutPositions(name, text string) *lua.FunctionProto {
	stmts, err := parse.Parse(strings.NewReader(text), name)
	if err != nil {
		panic(fmt.Sprintf("BUG: host: %s: %v", name, err))
	}
	proto, err := lua.Compile(stmts, name)
	if err != nil {
		panic(fmt.Sprintf("BUG: host: %s: %v", name, err))
	}
	clearPositions(proto)
	return proto
}

func clearPositions(p *lua.FunctionProto) {
	clear(p.DbgSourcePositions)
	for _, inner := range p.FunctionPrototypes {
		clearPositions(inner)
	}
}
