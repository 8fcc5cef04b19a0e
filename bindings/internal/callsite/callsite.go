package callsite

import (
	"fmt"

	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu"
)

// Current returns the site of the innermost Lua function that is running in L: in a Go function, the call that led to it.
// A coroutine whose functions are all Go functions is attributed to the call that resumed it. Lua functions without positions, the host's
// own, are passed over. 0 means that no script is running. It does not allocate. Like everything on a Lua state, it belongs to the state's goroutine.
func Current(L *lua.LState) gpu.Site {
	if !fast.ok {
		return currentSlow(L)
	}
	for ; L != nil; L = L.Parent {
		for f := current(L); f.valid(); f = f.parent() {
			if fn := f.fn(); fn != nil && !fn.IsG {
				if site := siteAt(fn.Proto, f.pc()); site != 0 {
					return site
				}
			}
		}
	}
	return 0
}

// WithCaller is Current, with the place where the innermost Lua function was called; 0 in the main function of a file, and where it is not known:
// behind a tail call, and in the first function of a coroutine. It does not allocate.
func WithCaller(L *lua.LState) (site, caller gpu.Site) {
	if !fast.ok {
		return currentSlow(L), 0
	}
	for ; L != nil; L = L.Parent {
		for f := current(L); f.valid(); f = f.parent() {
			if fn := f.fn(); fn != nil && !fn.IsG {
				if site = siteAt(fn.Proto, f.pc()); site != 0 {
					return site, f.caller()
				}
			}
		}
	}
	return 0, 0
}

// caller is the place of the Lua function below that called the one of the frame.
func (f frame) caller() gpu.Site {
	if f.fn().Proto.LineDefined == 0 || f.tailCall() != 0 {
		return 0
	}
	for f = f.parent(); f.valid(); f = f.parent() {
		if fn := f.fn(); fn != nil && !fn.IsG {
			if site := siteAt(fn.Proto, f.pc()); site != 0 {
				return site
			}
		}
	}
	return 0
}

// siteAt returns the site of the instruction before pc, which is the one that runs.
func siteAt(p *lua.FunctionProto, pc int) gpu.Site {
	if pc < 1 || pc > len(p.DbgSourcePositions) {
		return 0
	}
	return gpu.Site(p.DbgSourcePositions[pc-1])
}

// currentSlow is Current by gopher-lua's public functions.
func currentSlow(L *lua.LState) gpu.Site {
	for ; L != nil; L = L.Parent {
		for level := 0; ; level++ {
			d, ok := L.GetStack(level)
			if !ok {
				break
			}
			if _, err := L.GetInfo("l", d, nil); err == nil && d.CurrentLine > 0 {
				return gpu.Site(d.CurrentLine)
			}
		}
	}
	return 0
}

// A Frame is one Lua function of the call stack.
type Frame struct {
	Site     gpu.Site // where it is
	Defined  gpu.Site // where the function begins; 0 for the main function of a file
	Function string   // `main chunk`, `function "record"`, or `function` where the call does not name it
}

// Stack returns the Lua functions that are running in L and in the coroutines that resumed it, innermost first. Go
// functions and Lua functions without positions are left out.
func Stack(L *lua.LState) []Frame {
	if !fast.ok {
		return stackSlow(L)
	}
	var out []Frame
	for ; L != nil; L = L.Parent {
		for f := current(L); f.valid(); f = f.parent() {
			if fn := f.fn(); fn != nil && !fn.IsG {
				site := siteAt(fn.Proto, f.pc())
				if site == 0 {
					continue
				}
				out = append(out, Frame{site, gpu.Site(fn.Proto.LineDefined), functionName(f)})
			}
		}
	}
	return out
}

// functionName names a function by the call in its caller.
func functionName(f frame) string {
	if f.fn().Proto.LineDefined == 0 {
		return "main chunk"
	}
	if caller := f.parent(); caller.valid() && f.tailCall() == 0 && !caller.fn().IsG {
		pc := caller.pc() - 1
		for _, call := range caller.fn().Proto.DbgCalls {
			if call.Pc == pc && call.Name != "?" {
				return fmt.Sprintf("function %q", call.Name)
			}
		}
	}
	return "function"
}

func stackSlow(L *lua.LState) []Frame {
	var out []Frame
	for ; L != nil; L = L.Parent {
		for level := 0; ; level++ {
			d, ok := L.GetStack(level)
			if !ok {
				break
			}
			if _, err := L.GetInfo("nSl", d, nil); err != nil || d.CurrentLine <= 0 {
				continue
			}
			name := fmt.Sprintf("function %q", d.Name)
			switch {
			case d.LineDefined == 0:
				name = "main chunk"
			case d.Name == "" || d.Name == "corountine" || // so spelt in gopher-lua: the first function of a coroutine
				d.Name[0] == '<' || d.Name[0] == '(':
				name = "function"
			}
			out = append(out, Frame{gpu.Site(d.CurrentLine), gpu.Site(d.LineDefined), name})
		}
	}
	return out
}
