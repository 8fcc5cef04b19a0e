package compared

import lua "github.com/yuin/gopher-lua"

// Calls that let no time pass until anything has happened: one of these in an if is not what the script waits for.
const (
	printing = "print"
	setting  = "SetEventOnCompletion" // with an event: without one it waits
	waiting  = "WaitForSingleObject"  // with a timeout of 0: it looks at the event
)

// same says that the script goes on in the same way whatever the comparison at pc finds: after it is an if with nothing in it, or with nothing but
// calls that wait for nothing, as one is from which the wait was taken out.
//
//	LT     R1 < R2
//	JMP    after
//	       …                 the body
//	after
func (f *follower) same(at *place) bool {
	code := f.fn.Proto.Code
	end := f.lands(at.pc + 1)
	if f.lands(at.pc+2) == end {
		return true
	}
	if instruction(code[at.pc+1]).op() != lua.OP_JMP || end <= at.pc+2 || end > len(code) {
		return false
	}
	now := *at
	now.fresh = true // functions and events are in their variables for good
	b := body{follower: f, at: &now, low: all}
	for pc := at.pc + 2; pc < end; pc++ {
		if !b.idle(instruction(code[pc])) {
			return false
		}
	}
	return b.low == all
}

// body is a piece of a program that may be nothing but calls of the functions above.
type body struct {
	*follower
	at  *place
	low int // the lowest register that was written and is no part of a call so far; all: none

	loaded [all]lua.LValue // what was written, where it is known
	method string          // the method that was asked for last, and where it is
	callee int
}

// idle says whether the instruction belongs to such a call.
func (b *body) idle(i instruction) bool {
	a := i.a()
	switch i.op() {
	case lua.OP_CALL:
		done := a <= b.low && i.c() == 1 && b.waitsForNothing(i)
		b.low, b.method = all, ""
		return done
	case lua.OP_MOVE:
		b.load(a, b.register(i.b(), b.at))
	case lua.OP_SELF:
		name, _ := b.operand(i.c(), b.at).(lua.LString)
		b.method, b.callee = string(name), a
		b.load(a, nil)
	case lua.OP_GETGLOBAL:
		b.load(a, b.result(i, b.at))
		if name, _ := b.follower.fn.Proto.Constants[i.bx()].(lua.LString); name == printing {
			b.method, b.callee = printing, a
		}
	case lua.OP_GETTABLE, lua.OP_GETTABLEKS:
		object := b.register(i.b(), b.at)
		if i.b() >= b.low {
			object = b.loaded[i.b()]
		}
		name := b.operand(i.c(), b.at)
		if s, _ := name.(lua.LString); s == waiting || s == waiting+"Ex" {
			b.method, b.callee = waiting, a
		}
		b.load(a, rawField(object, name))
	case lua.OP_LOADK, lua.OP_LOADBOOL, lua.OP_GETUPVAL, lua.OP_ADD, lua.OP_SUB, lua.OP_MUL:
		b.load(a, b.result(i, b.at))
	default:
		return false
	}
	return true
}

func (b *body) load(register int, value lua.LValue) {
	b.loaded[register] = value
	b.low = min(b.low, register)
}

// waitsForNothing says whether a call is one of those.
func (b *body) waitsForNothing(i instruction) bool {
	if b.callee != i.a() {
		return false
	}
	fn, ok := b.loaded[i.a()].(*lua.LFunction)
	switch own := ok && fn.IsG; b.method {
	case printing:
		return own
	case waiting:
		timeout, given := b.loaded[(i.a()+2)&(all-1)].(lua.LNumber)
		return own && i.b() >= 3 && given && timeout == 0
	case setting:
		_, event := b.loaded[(i.a()+3)&(all-1)].(*lua.LUserData)
		return i.b() == 4 && event
	}
	return false
}
