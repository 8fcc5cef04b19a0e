package methods

import (
	"reflect"
	"unsafe"

	lua "github.com/yuin/gopher-lua"
)

// instruction is how gopher-lua carries one out; the last parameter is a frame of the call stack.
type instruction func(L *lua.LState, inst uint32, base unsafe.Pointer) int

// instructions are those of gopher-lua, by operation.
//
//go:linkname instructions github.com/yuin/gopher-lua.jumpTable
var instructions [lua.OP_NOP + 1]instruction

// layout holds the byte offsets of fields; ok is false if gopher-lua's structs are not those that it knows.
type layout struct {
	frame     uintptr // in lua.LState: *callFrame
	registers uintptr // in lua.LState: *registry
	values    uintptr // in registry: []lua.LValue
	top       uintptr // in registry: int
	base      uintptr // in callFrame: int, the first register of the function
	fn        uintptr // in callFrame: *lua.LFunction
	ok        bool
}

var fast = findLayout(reflect.TypeFor[lua.LState]())

func findLayout(state reflect.Type) layout {
	l := layout{ok: true}
	find := func(of reflect.Type, name string, kind reflect.Kind) (reflect.Type, uintptr) {
		if of.Kind() == reflect.Pointer {
			of = of.Elem()
		}
		if of.Kind() == reflect.Struct {
			if f, ok := of.FieldByName(name); ok && f.Type.Kind() == kind {
				return f.Type, f.Offset
			}
		}
		l.ok = false
		return of, 0
	}
	frame, at := find(state, "currentFrame", reflect.Pointer)
	l.frame = at
	registers, at := find(state, "reg", reflect.Pointer)
	l.registers = at
	values, at := find(registers, "array", reflect.Slice)
	l.values = at
	_, l.top = find(registers, "top", reflect.Int)
	_, l.base = find(frame, "LocalBase", reflect.Int)
	fn, at := find(frame, "Fn", reflect.Pointer)
	l.fn = at
	l.ok = l.ok && values == reflect.TypeFor[[]lua.LValue]() && fn == reflect.TypeFor[*lua.LFunction]()
	return l
}

// at is the field of type F at an offset of a struct.
func at[F any](of unsafe.Pointer, offset uintptr) *F { return (*F)(unsafe.Add(of, offset)) }

// constants is how many operands stand for registers; those behind them are constants.
const constants = 1 << 8

func init() {
	if original := instructions[lua.OP_SELF]; fast.ok && original != nil {
		instructions[lua.OP_SELF] = func(L *lua.LState, inst uint32, base unsafe.Pointer) int {
			if self(L, inst) {
				return 0
			}
			return original(L, inst, base)
		}
	}
}

// self carries out an instruction SELF, which puts a method and its object into two registers, where Keep was told of the method.
func self(L *lua.LState, inst uint32) bool {
	frame := *at[unsafe.Pointer](unsafe.Pointer(L), fast.frame)
	registers := *at[unsafe.Pointer](unsafe.Pointer(L), fast.registers)
	local := (*at[[]lua.LValue](registers, fast.values))[*at[int](frame, fast.base):]
	object := local[inst&(1<<9-1)]
	ud, ok := object.(*lua.LUserData)
	name := int(inst>>9&(1<<9-1)) - constants
	if !ok || name < 0 {
		return false
	}
	mt, ok := ud.Metatable.(*lua.LTable)
	if !ok {
		return false
	}
	t, ok := mt.Metatable.(*Table)
	if !ok {
		return false
	}
	text, ok := (*at[*lua.LFunction](frame, fast.fn)).Proto.Constants[name].(lua.LString)
	if !ok {
		return false
	}
	method := t.slot(string(text)).method
	if method == nil {
		return false
	}
	to := int(inst >> 18 & 0xff)
	local[to], local[to+1] = method, object
	if top, end := at[int](registers, fast.top), *at[int](frame, fast.base)+to+2; *top < end {
		*top = end
	}
	return true
}
