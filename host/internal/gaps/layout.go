package gaps

import (
	"reflect"
	"unsafe"

	"github.com/yuin/gopher-lua"
)

// instruction is how gopher-lua carries one out; the last parameter is a frame of the call stack.
type instruction func(L *lua.LState, inst uint32, base unsafe.Pointer) int

// instructions are those of gopher-lua, by operation.
//
//go:linkname instructions github.com/yuin/gopher-lua.jumpTable
var instructions [lua.OP_NOP + 1]instruction

// layout holds the byte offsets of fields; ok is false if gopher-lua's structs are not those that it knows.
type layout struct {
	list      uintptr // in lua.LTable: []lua.LValue
	frame     uintptr // in lua.LState: *callFrame
	registers uintptr // in lua.LState: *registry
	values    uintptr // in registry: []lua.LValue
	base      uintptr // in callFrame: int, the first register of the function
	fn        uintptr // in callFrame: *lua.LFunction
	ok        bool
}

var fast = findLayout(reflect.TypeFor[lua.LState](), reflect.TypeFor[lua.LTable]())

func findLayout(state, table reflect.Type) layout {
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
	values := reflect.TypeFor[[]lua.LValue]()
	list, at := find(table, "array", reflect.Slice)
	l.list = at
	frame, at := find(state, "currentFrame", reflect.Pointer)
	l.frame = at
	registers, at := find(state, "reg", reflect.Pointer)
	l.registers = at
	array, at := find(registers, "array", reflect.Slice)
	l.values = at
	_, l.base = find(frame, "LocalBase", reflect.Int)
	fn, at := find(frame, "Fn", reflect.Pointer)
	l.fn = at
	l.ok = l.ok && list == values && array == values && fn == reflect.TypeFor[*lua.LFunction]()
	return l
}

// at is the field of type F at an offset of a struct.
func at[F any](of unsafe.Pointer, offset uintptr) *F { return (*F)(unsafe.Add(of, offset)) }

// listOf is the list of a table.
func listOf(t *lua.LTable) *[]lua.LValue { return at[[]lua.LValue](unsafe.Pointer(t), fast.list) }

// constants is how many operands stand for registers; those after them are constants.
const constants = 1 << 8

func init() {
	original := instructions[lua.OP_SETTABLE]
	if !fast.ok || original == nil {
		return
	}
	instructions[lua.OP_SETTABLE] = func(L *lua.LState, inst uint32, base unsafe.Pointer) int {
		frame := *at[unsafe.Pointer](unsafe.Pointer(L), fast.frame)
		registers := (*at[[]lua.LValue](*at[unsafe.Pointer](unsafe.Pointer(L), fast.registers), fast.values))[*at[int](frame, fast.base):]
		operand := int(inst & (1<<9 - 1))
		var key lua.LValue
		if operand < constants {
			key = registers[operand]
		} else {
			key = (*at[*lua.LFunction](frame, fast.fn)).Proto.Constants[operand-constants]
		}
		if n, ok := key.(lua.LNumber); ok && n > Far {
			t, ok := registers[inst>>18&0xff].(*lua.LTable)
			if ok && (n > lua.LNumber(len(*listOf(t))+Far) || t.Metatable != lua.LNil || ends(n)) {
				store(L, t, n)
			}
		}
		return original(L, inst, base)
	}
}
