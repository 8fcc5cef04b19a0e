package host

import (
	"fmt"
	"strings"
	"sync"

	"github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/parse"

	"github.com/gpuscript/gpuscript/bindings"
)

// preludeName is the source name of the prelude; its instructions have no positions, so messages pass over it.
const preludeName = "=host"

// prelude holds the functions that a coroutine can be suspended in. gopher-lua cannot suspend a Go function, so in a coroutine pcall runs its
// function in a coroutine of its own and passes on what that one yields. And it loses a coroutine that is suspended by a tail call of its first
// function: here no call of what suspends is one. It never ends one whose first function is a Go function: that is called within another.
const prelude = `
local create, resume, status, suspend, running, pcall, xpcall, callable = ...
local function pass(...) return ... end
local function yield(...) return pass(suspend(...)) end
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
local function within(f)
  return function(...) return f(...) end
end
return yield, pcallAnywhere, xpcallAnywhere, within
`

// compiledPrelude is the same for every host: prototypes do not change.
var compiledPrelude = sync.OnceValue(func() *lua.FunctionProto { return compileWithoutPositions(preludeName, prelude) })

// openPrelude puts pcall, xpcall and coroutine.yield in place.
func (h *Host) openPrelude(globals *lua.LTable) {
	co := globals.RawGetString("coroutine").(*lua.LTable)
	h.L.Push(h.L.NewFunctionFromProto(compiledPrelude()))
	for _, name := range []string{"create", "resume", "status", "yield", "running"} {
		h.L.Push(co.RawGetString(name))
	}
	h.L.Push(h.L.NewFunction(h.basePCall))
	h.L.Push(h.L.NewFunction(h.baseXPCall))
	h.L.Push(h.L.NewFunction(func(L *lua.LState) int { L.Push(lua.LBool(callable(L, L.Get(1)))); return 1 }))
	h.L.Call(8, 4)
	h.within = h.L.Get(-1).(*lua.LFunction)
	h.L.Pop(1)
	co.RawSetString("yield", h.L.Get(-3))
	globals.RawSetString("pcall", h.L.Get(-2))
	globals.RawSetString("xpcall", h.L.Get(-1))
	h.L.SetTop(0)
}

func (h *Host) coroutineFunctions(lib *lua.LTable) functions {
	create, resume, yield := stock(lib, "create"), stock(lib, "resume"), stock(lib, "yield")
	// A coroutine gets the meter itself: gopher-lua gives it a context derived from it, which would not count.
	metered := func(L *lua.LState) int {
		if fn := L.CheckFunction(1); fn.IsG {
			L.Push(h.within)
			L.Push(fn)
			L.Call(1, 1)
			L.Replace(1, L.Get(-1))
		}
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
		"status": h.status,
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
		"yield": func(L *lua.LState) int {
			switch {
			case L.Parent == nil:
				L.RaiseError("attempt to yield outside of a coroutine")
			case !bindings.Suspendable(L):
				L.RaiseError("attempt to yield in a function that a metamethod, an iterator or a library function such as string.gsub has called")
			}
			return yield(L)
		},
	}
}

// status is coroutine.status. gopher-lua knows the coroutine that was resumed last, and none of those that wait for it.
func (h *Host) status(L *lua.LState) int {
	co := L.CheckThread(1)
	switch {
	case co == L:
		L.Push(lua.LString("running"))
	case h.resumed[co] || co == h.L:
		L.Push(lua.LString("normal"))
	case co.Dead:
		L.Push(lua.LString("dead"))
	default:
		L.Push(lua.LString("suspended"))
	}
	return 1
}

// resume is coroutine.resume with true line numbers in the message of an error.
func (h *Host) resume(L *lua.LState, resume lua.LGFunction) int {
	co := L.CheckThread(1)
	switch {
	case co.Dead:
		return refused(L, "cannot resume dead coroutine")
	case h.resumed[co]:
		return refused(L, "cannot resume a coroutine that is running or waits for one that it resumed")
	case full(L):
		return refused(L, "stack overflow: "+h.hearing.TooDeep())
	}
	n := h.resumeIt(L, co, resume)
	first := L.GetTop() - n + 1
	if n < 2 || L.Get(first) != lua.LFalse {
		return n
	}
	value := L.Get(first + 1)
	if h.stopped != nil {
		h.stopAgain(L)
	}
	if h.recall(value) != nil && !h.meter.stopped() {
		return n
	}
	f := &failure{value: value, site: bindings.CallSite(L), stack: bindings.CallStack(L)}
	h.readValue(nil, f)
	if f.site != bindings.CallSite(L) {
		inner := bindings.CallStack(co)
		f.stack = append(append([]bindings.Frame{{Site: f.site, Function: "function"}}, inner...), f.stack...)
	}
	h.noteStop(L, f)
	h.stopAgain(L)
	h.remember(f)
	L.Replace(first+1, f.value)
	return n
}

// resumeIt is gopher-lua's resume, which goes one Go stack deeper for each coroutine that resumes another.
func (h *Host) resumeIt(L, co *lua.LState, resume lua.LGFunction) int {
	h.resumed[co] = true
	defer delete(h.resumed, co)
	return resume(L)
}

// refused are the results of a resume that cannot be.
func refused(L *lua.LState, why string) int {
	L.Push(lua.LFalse)
	L.Push(lua.LString(why))
	return 2
}

// mostCallbacks is how many functions of the script may be open that the program has called. Each takes as much of Go's stack as a hundred others,
// and an error goes through all of them.
const mostCallbacks = 200

// enter prepares a state on which the program calls a function of the script, from within the call of caller: it counts, and it is as deep.
func (h *Host) enter(thread, caller *lua.LState) {
	if h.running {
		thread.Parent = caller
	}
	if h.callbacks++; h.callbacks > mostCallbacks {
		thread.Error(lua.LString(fmt.Sprintf("stack overflow: the program calls functions of the script from within each other, more than %d deep",
			mostCallbacks)), 0)
	}
	checkDepth(thread)
	if h.L.Context() != nil {
		thread.SetContext(h.meter)
	}
	h.resumed[thread] = true
}

// leave is the end of what enter began.
func (h *Host) leave(thread *lua.LState) {
	thread.Parent = nil
	thread.Dead = true
	h.callbacks--
	delete(h.resumed, thread)
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
