package lualib

import (
	"reflect"
	"unsafe"

	"github.com/yuin/gopher-lua"
)

// A closure and the function around it share a variable through an upvalue. While that function runs the upvalue is open: it
// points to the variable's place on the stack. At its end it is closed: it takes the value with it. When an error is raised,
// gopher-lua 1.1.2 closes those of all running functions, of those too that go on because pcall catches the error, and from
// then on closure and function see two variables:
//
//	local count = 0
//	local function add() count = count + 1 end
//	pcall(error, "caught")
//	add()
//	print(count)             --> 0, and 1 with what follows
//
// So guard tells gopher-lua to leave them open, and closes those of the functions that the error ends. What this takes is not
// exported; the fields are found by name, and a version of gopher-lua without them does not start.
var (
	leaveOpen = offset[lua.LState, bool]("hasErrorFunc") // an error handler will look at the stack
	firstOpen = offset[lua.LState, *lua.Upvalue]("uvcache")
	nextOpen  = offset[lua.Upvalue, *lua.Upvalue]("next")
	openPlace = offset[lua.Upvalue, int]("index")
)

// offset finds a field of type F in S.
func offset[S, F any](name string) uintptr {
	f, ok := reflect.TypeFor[S]().FieldByName(name)
	if !ok || f.Type != reflect.TypeFor[F]() {
		panic("BUG: lualib: gopher-lua has no field " + name)
	}
	return f.Offset
}

// fieldOfType is the field of type F at an offset of a struct.
func fieldOfType[F, S any](of *S, offset uintptr) *F {
	return (*F)(unsafe.Add(unsafe.Pointer(of), offset))
}

// LeaveUpvaluesOpen holds until a PCall of L returns.
func LeaveUpvaluesOpen(L *lua.LState) { *fieldOfType[bool](L, leaveOpen) = true }

// LastOpenUpvalue is the place on the stack of the innermost variable that a closure shares, -1 if there is none.
func LastOpenUpvalue(L *lua.LState) int {
	last := -1
	for uv := *fieldOfType[*lua.Upvalue](L, firstOpen); uv != nil; uv = *fieldOfType[*lua.Upvalue](uv, nextOpen) {
		last = *fieldOfType[int](uv, openPlace)
	}
	return last
}

// CloseUpvaluesAfter closes those of variables after a place on the stack, on which their values still stand. The list goes
// from the outermost to the innermost.
func CloseUpvaluesAfter(L *lua.LState, place int) {
	link := fieldOfType[*lua.Upvalue](L, firstOpen)
	for *link != nil && *fieldOfType[int](*link, openPlace) <= place {
		link = fieldOfType[*lua.Upvalue](*link, nextOpen)
	}
	uv := *link
	*link = nil
	for ; uv != nil; uv = *fieldOfType[*lua.Upvalue](uv, nextOpen) {
		uv.Close()
	}
}
