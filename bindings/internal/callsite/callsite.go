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
			if site := f.site(); site != 0 {
				return site
			}
		}
	}
	return 0
}

// mostCallers is how many callers a Chain holds at most: the innermost ones: scripts in modules come a long way.
const mostCallers = 12

// Lost is in a Chain for calls that nobody sees: those that a tail call has left no trace of, and that of a Go function, such as pcall, which calls
// what it got. No place has this number.
const Lost gpu.Site = 1

// A Chain is a place in a script and how the program came there: the place, where its function was called, where the function of that call was
// called, and so on to the main function of a file or the first function of a coroutine. 0 ends it. Calls of one place that follow each other, as
// a recursion makes them, are one. Between the places may stand Lost.
type Chain [1 + mostCallers]gpu.Site

// Calls fills an empty chain with the place that is running in L, as Current has it, and its callers, and says how many places that are. 0 means that
// no script is running. It does not allocate. Where gopher-lua's layout is not known the callers are left out.
func Calls(L *lua.LState, c *Chain) int {
	if !fast.ok {
		if c[0] = currentSlow(L); c[0] == 0 {
			return 0
		}
		return 1
	}
	for ; L != nil; L = L.Parent {
		for f := current(L); f.valid(); f = f.parent() {
			if fn := f.fn(); fn != nil && !fn.IsG {
				if site := siteAt(fn.Proto, f.pc()); site != 0 {
					c[0] = site
					return 1 + c.callers(f, fn.Proto.LineDefined)
				}
			}
		}
	}
	return 0
}

// callers adds the callers of the function of a frame, which begins at a place, and says how many.
func (c *Chain) callers(f frame, defined int) int {
	n := 0
	for n < mostCallers && defined != 0 {
		if f.tailCall() != 0 {
			n = c.add(n, Lost)
		}
		site := gpu.Site(0)
		for f = f.parent(); f.valid(); f = f.parent() {
			if fn := f.fn(); fn != nil && !fn.IsG {
				if site, defined = siteAt(fn.Proto, f.pc()), fn.Proto.LineDefined; site != 0 {
					break
				}
			}
			n = c.add(n, Lost)
		}
		if site == 0 {
			break
		}
		n = c.add(n, site)
	}
	if n > 0 && c[n] == Lost {
		c[n] = 0
		n--
	}
	return n
}

// add puts a caller after n others, unless it is the last of them, and says how many there are then.
func (c *Chain) add(n int, site gpu.Site) int {
	if n < mostCallers && c[n] != site {
		n++
		c[n] = site
	}
	return n
}

// site is the place of a frame, 0 if it is that of a Go function or of a Lua function without positions.
func (f frame) site() gpu.Site {
	fn := f.fn()
	if fn == nil || fn.IsG {
		return 0
	}
	return siteAt(fn.Proto, f.pc())
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
			if site := f.site(); site != 0 {
				out = append(out, Frame{site, gpu.Site(f.fn().Proto.LineDefined), functionName(f)})
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

// Caller is the Lua function that has called the Go function which runs in L, and the index of the instruction that it continues with; false where
// that is not known. Level 1 is that function, level 2 the one that has called it, and so on. It does not allocate.
func Caller(L *lua.LState, level int) (fn *lua.LFunction, pc int, ok bool) {
	if !fast.ok {
		return nil, 0, false
	}
	f := current(L)
	for ; level > 0 && f.valid(); level-- {
		if f = f.parent(); !f.valid() || f.fn() == nil || f.fn().IsG {
			return nil, 0, false
		}
	}
	if !f.valid() {
		return nil, 0, false
	}
	return f.fn(), f.pc(), true
}

// Discarded says whether the script throws away what the Go function which runs in L returns: its call is a statement.
func Discarded(L *lua.LState) bool {
	fn, pc, ok := Caller(L, 1)
	if !ok || pc < 1 || pc > len(fn.Proto.Code) {
		return false
	}
	instruction := fn.Proto.Code[pc-1]
	return int(instruction>>26) == lua.OP_CALL && instruction>>9&0x1ff == 1 // one more than the results that are wanted
}
