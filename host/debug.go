package host

import (
	"fmt"
	"strings"

	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings"
	"github.com/gpuscript/gpuscript/gpu"
)

// debugTraceback is debug.traceback([thread,] [message [, level]]).
func (h *Host) debugTraceback(L *lua.LState) int {
	thread, arg := L, 1
	if co, ok := L.Get(1).(*lua.LState); ok {
		thread, arg = co, 2
	}
	message := L.Get(arg)
	if message != lua.LNil && !lua.LVCanConvToString(message) {
		L.Push(message)
		return 1
	}
	stack := bindings.CallStack(thread)
	if level := L.OptInt(arg+1, 1); thread == L && level > 1 {
		stack = stack[min(level-1, len(stack)):]
	}
	var b strings.Builder
	if message != lua.LNil {
		b.WriteString(h.text(message) + "\n")
	}
	b.WriteString("stack traceback:")
	for _, f := range stack {
		place, _ := h.source.Place(f.Site)
		fmt.Fprintf(&b, "\n\t%s: in %s", place, h.frameName(f))
	}
	L.Push(lua.LString(b.String()))
	return 1
}

// frameName is `function 'f'`, `function <scene.lua:12>` or `main chunk`.
func (h *Host) frameName(f bindings.Frame) string {
	if f.Function == "function" {
		if place, ok := h.source.Place(f.Defined); ok {
			return fmt.Sprintf("function <%s>", place)
		}
	}
	return strings.ReplaceAll(f.Function, `"`, "'")
}

// debugGetInfo answers for a function or for a level of Lua functions (1 is the caller): source, short_src, what,
// linedefined, lastlinedefined and, for a level, currentline and name.
func (h *Host) debugGetInfo(L *lua.LState) int {
	info := map[string]lua.LValue{"what": lua.LString("Go"), "currentline": lua.LNumber(-1)}
	defined := gpu.Site(0)
	switch v := L.Get(1).(type) {
	case *lua.LFunction:
		info["func"] = v
		if !v.IsG {
			info["what"] = lua.LString("Lua")
			defined = gpu.Site(v.Proto.LineDefined)
			info["source"], info["short_src"] = lua.LString("@"+v.Proto.SourceName), lua.LString(v.Proto.SourceName)
		}
	case lua.LNumber:
		stack := bindings.CallStack(L)
		level := int(v)
		if level < 1 || level > len(stack) {
			L.Push(lua.LNil)
			return 1
		}
		f := stack[level-1]
		at, _ := h.source.Span(f.Site)
		info["what"] = lua.LString("Lua")
		info["currentline"] = lua.LNumber(at.Line)
		info["source"], info["short_src"] = lua.LString("@"+at.File), lua.LString(at.File)
		if name := strings.TrimPrefix(f.Function, "function "); name != f.Function {
			info["name"] = lua.LString(strings.Trim(name, `"`))
		}
		defined = f.Defined
	default:
		L.ArgError(1, "function or level expected")
	}
	if extent, ok := h.source.Extent(defined); ok {
		info["linedefined"], info["lastlinedefined"] = lua.LNumber(extent.Line), lua.LNumber(extent.EndLine)
	}
	t := L.NewTable()
	fill(t, info)
	L.Push(t)
	return 1
}
