package callsite

import "github.com/yuin/gopher-lua"

// Depth is how many calls are open in L and in the coroutines that resumed it, those of Go functions included; 0 where gopher-lua's layout is not
// known. It does not allocate.
func Depth(L *lua.LState) int {
	n := 0
	for ; fast.ok && L != nil; L = L.Parent {
		if f := current(L); f.valid() {
			n += f.index() + 1
		}
	}
	return n
}

// Levels are the Lua functions that are running in L, innermost first, as the levels that LState.GetStack takes. That counts functions which tail
// calls have replaced too, of which there may be millions; they are passed over.
func Levels(L *lua.LState) []int {
	var out []int
	if !fast.ok {
		return nil
	}
	level := 0
	for f := current(L); f.valid(); f = f.parent() {
		if fn := f.fn(); fn != nil && !fn.IsG {
			out = append(out, level)
			level += f.tailCall()
		}
		level++
	}
	return out
}

// Suspendable reports whether a coroutine can be suspended by the Go function that is running in it: nothing but calls of Lua functions may be
// open below that. A Go function that calls back, such as string.gsub, and the machine itself where it calls a metamethod or an iterator, would take
// the suspension for a return.
//
//	f ── CALL ──▶ g ── CALL ──▶ yield                suspendable
//	f ── CALL ──▶ gsub ──▶ g ── CALL ──▶ yield       not: gsub is open
//	f ── GETTABLE ──▶ __index ── CALL ──▶ yield      not: the access is open
func Suspendable(L *lua.LState) bool {
	f := current(L)
	if !fast.ok || !f.valid() {
		return true
	}
	for f = f.parent(); f.valid(); f = f.parent() {
		if !f.calls() {
			return false
		}
	}
	return true
}

// calls reports whether the instruction that runs in a frame is a call that a Lua function wrote.
func (f frame) calls() bool {
	fn, pc := f.fn(), f.pc()-1
	if fn == nil || fn.IsG || pc < 0 || pc >= len(fn.Proto.Code) {
		return false
	}
	op := int(fn.Proto.Code[pc] >> 26)
	return op == lua.OP_CALL || op == lua.OP_TAILCALL
}
