package callsite

import (
	"reflect"
	"unsafe"

	"github.com/yuin/gopher-lua"
)

// layout holds the byte offsets of the fields this package reads; ok is false if gopher-lua's structures are not those
// it knows.
type layout struct {
	currentFrame uintptr // in lua.LState: *callFrame
	fn           uintptr // in callFrame: *lua.LFunction
	parent       uintptr // in callFrame: *callFrame
	pc           uintptr // in callFrame: int, index of the next instruction
	tailCall     uintptr // in callFrame: int, how many callers were replaced by tail calls
	index        uintptr // in callFrame: int, how many frames are below it
	ok           bool
}

var fast = findLayout(reflect.TypeFor[lua.LState]())

func findLayout(state reflect.Type) layout {
	current, ok := state.FieldByName("currentFrame")
	if !ok || current.Type.Kind() != reflect.Pointer || current.Type.Elem().Kind() != reflect.Struct {
		return layout{}
	}
	frame := current.Type.Elem()
	fn, ok1 := frame.FieldByName("Fn")
	parent, ok2 := frame.FieldByName("Parent")
	pc, ok3 := frame.FieldByName("Pc")
	tail, ok4 := frame.FieldByName("TailCall")
	index, ok5 := frame.FieldByName("Idx")
	if !ok1 || !ok2 || !ok3 || !ok4 || !ok5 || fn.Type != reflect.TypeFor[*lua.LFunction]() || parent.Type != current.Type ||
		pc.Type != reflect.TypeFor[int]() || tail.Type != pc.Type || index.Type != pc.Type {
		return layout{}
	}
	return layout{current.Offset, fn.Offset, parent.Offset, pc.Offset, tail.Offset, index.Offset, true}
}

// frame is a gopher-lua callFrame that is read at the offsets of fast.
type frame struct{ p unsafe.Pointer }

func current(L *lua.LState) frame {
	return frame{*(*unsafe.Pointer)(unsafe.Add(unsafe.Pointer(L), fast.currentFrame))}
}

func (f frame) valid() bool { return f.p != nil }

func (f frame) fn() *lua.LFunction { return *(**lua.LFunction)(unsafe.Add(f.p, fast.fn)) }

func (f frame) parent() frame { return frame{*(*unsafe.Pointer)(unsafe.Add(f.p, fast.parent))} }

func (f frame) pc() int { return *(*int)(unsafe.Add(f.p, fast.pc)) }

func (f frame) tailCall() int { return *(*int)(unsafe.Add(f.p, fast.tailCall)) }

func (f frame) index() int { return *(*int)(unsafe.Add(f.p, fast.index)) }
