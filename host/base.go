package host

import (
	"fmt"
	"strings"

	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/fault"
	"github.com/gpuscript/gpuscript/host/internal/folders"
	"github.com/gpuscript/gpuscript/host/internal/gaps"
	"github.com/gpuscript/gpuscript/host/internal/lualib"
)

func (h *Host) baseFunctions(lib *lua.LTable) functions {
	setMetatable := stock(lib, "setmetatable")
	return functions{
		"assert":         h.baseAssert,
		"collectgarbage": func(L *lua.LState) int { L.Push(lua.LNumber(0)); return 1 }, // memory is Go's; a count would differ between runs
		"dofile":         h.baseDoFile,
		"error":          h.baseError,
		"load":           h.baseLoad,
		"loadfile":       h.baseLoadFile,
		"loadstring":     h.baseLoadString,
		"print":          h.basePrint,
		"rawset":         rawSet(stock(lib, "rawset")),
		"require":        h.require,
		"setmetatable": func(L *lua.LState) int {
			L.CheckTable(1)
			return setMetatable(L)
		}, // gopher-lua would give objects and all strings another
		"tonumber": lualib.ToNumber,
		"tostring": h.baseToString,
		"unpack":   lualib.Finite(h.baseUnpack, 2),
	}
}

// text is tostring: numbers as Lua writes them, and numbers in order of appearance where others show addresses.
func (h *Host) text(v lua.LValue) string {
	switch x := v.(type) {
	case lua.LNumber:
		return lualib.NumberText(float64(x))
	case lua.LString:
		return string(x)
	}
	if id := h.ids.Of(v); id > 0 {
		return fmt.Sprintf("%s: 0x%08x", v.Type(), id)
	}
	return v.String()
}

// metaText is tostring with __tostring. An error of the program is what it says, which gopher-luar only asks of a fmt.Stringer.
func (h *Host) metaText(L *lua.LState, v lua.LValue) string {
	if ud, ok := v.(*lua.LUserData); ok {
		if err, ok := ud.Value.(error); ok {
			return err.Error()
		}
	}
	if fn := L.GetMetaField(v, "__tostring"); fn != lua.LNil {
		L.Push(fn)
		L.Push(v)
		L.Call(1, 1)
		s := L.Get(-1)
		L.Pop(1)
		if !lua.LVCanConvToString(s) {
			L.RaiseError("'__tostring' must return a string")
		}
		if text := h.text(s); text != v.String() { // an address, from gopher-luar
			return text
		}
	}
	return h.text(v)
}

// rawSet is rawset, which may make a list much longer.
func rawSet(set lua.LGFunction) lua.LGFunction {
	return func(L *lua.LState) int {
		t, isTable := L.Get(1).(*lua.LTable)
		if key, ok := L.Get(2).(lua.LNumber); ok && isTable {
			gaps.Before(L, t, key)
		}
		return set(L)
	}
}

// baseUnpack is unpack. gopher-lua's fills its stack before it looks at the number of values.
func (h *Host) baseUnpack(L *lua.LState) int {
	t, first := L.CheckTable(1), L.OptInt(2, 1)
	last := L.OptInt(3, t.Len())
	n := last - first + 1
	if n > registerLimit {
		L.RaiseError("registry overflow")
	}
	for i := first; i <= last; i++ {
		L.Push(t.RawGetInt(i))
	}
	return max(n, 0)
}

func (h *Host) baseToString(L *lua.LState) int {
	L.Push(lua.LString(h.metaText(L, L.CheckAny(1))))
	return 1
}

func (h *Host) basePrint(L *lua.LState) int {
	parts := make([]string, L.GetTop())
	length := 0
	for i := range parts {
		parts[i] = h.metaText(L, L.Get(i+1))
		length += len(parts[i]) + 1
		h.checkLength(L, "print", length)
	}
	h.write(L, strings.Join(parts, "\t")+"\n")
	return 0
}

// baseError raises its argument. A string gets the place of the level: 1 the call of error, 2 the caller of the function
// that called error.
func (h *Host) baseError(L *lua.LState) int {
	value, level := L.Get(1), L.OptInt(2, 1)
	text, ok := value.(lua.LString)
	if n, isNumber := value.(lua.LNumber); isNumber {
		text, ok = lua.LString(h.text(n)), true
	}
	if !ok {
		L.Error(value, 0)
	}
	full, site := string(text), bindings.CallSite(L)
	if stack := bindings.CallStack(L); level >= 1 && level <= len(stack) {
		site = stack[level-1].Site
		if place, known := h.source.Place(site); known {
			full = place + ": " + full
		}
	}
	h.throw(L, thrown{text: full, message: string(text), site: site})
	return 0
}

// throw raises a string that the script chose.
func (h *Host) throw(L *lua.LState, t thrown) {
	if h.recall(lua.LString(t.text)) == nil {
		h.thrown = t
	}
	L.Error(lua.LString(t.text), 0)
}

func (h *Host) baseAssert(L *lua.LState) int {
	if L.GetTop() == 0 {
		L.ArgError(1, "value expected")
	}
	if L.ToBool(1) {
		return L.GetTop()
	}
	switch message := L.Get(2).(type) {
	case lua.LString, lua.LNumber:
		text := h.text(message)
		h.throw(L, thrown{text: text, message: text, site: bindings.CallSite(L)})
	case *lua.LNilType:
		h.throw(L, thrown{text: "assertion failed!", message: "assertion failed!", site: bindings.CallSite(L)})
	default:
		L.Error(message, 0)
	}
	return 0
}

// basePCall is pcall outside coroutines; the prelude has the other.
func (h *Host) basePCall(L *lua.LState) int {
	if fn := L.CheckAny(1); !callable(L, fn) {
		L.Push(lua.LFalse)
		L.Push(lua.LString("attempt to call " + fault.Article(fn.Type().String())))
		return 2
	}
	checkDepth(L)
	L.Insert(h.guard, 1)
	err := L.PCall(L.GetTop()-1, lua.MultRet, nil)
	lualib.LeaveUpvaluesOpen(L)
	if err != nil {
		f := h.failureOf(err)
		h.stopAgain(L)
		L.Push(lua.LFalse)
		L.Push(f.value)
		return 2
	}
	L.Insert(lua.LTrue, 1)
	return L.GetTop()
}

// baseXPCall calls the handler while the stack of the error still stands, as Lua does.
func (h *Host) baseXPCall(L *lua.LState) int {
	L.CheckAny(1)
	handler := L.CheckFunction(2)
	checkDepth(L)
	outside := lualib.LastOpenUpvalue(L)
	guard := L.NewFunction(func(L *lua.LState) int {
		lualib.LeaveUpvaluesOpen(L)
		defer func() {
			r := recover()
			if r == nil {
				return
			}
			lualib.CloseUpvaluesAfter(L, outside)
			f := h.capture(L, r)
			h.remember(f)
			h.stopAgain(L)
			L.Push(h.guard) // an error of the handler is what xpcall returns, and has its place
			L.Push(handler)
			L.Push(f.value)
			L.Call(2, 1)
			unwind(L, L.Get(-1))
		}()
		L.Call(0, lua.MultRet)
		return L.GetTop()
	})
	fn := L.Get(1)
	L.SetTop(0)
	L.Push(guard)
	L.Push(fn)
	err := L.PCall(1, lua.MultRet, nil)
	lualib.LeaveUpvaluesOpen(L)
	if err != nil {
		h.stopAgain(L)
		L.Push(lua.LFalse)
		if api, ok := err.(*lua.ApiError); ok {
			L.Push(api.Object)
		} else {
			L.Push(lua.LString(err.Error()))
		}
		return 2
	}
	L.Insert(lua.LTrue, 1)
	return L.GetTop()
}

// stopAgain continues stopping a script that a limit or os.exit stopped: pcall does not save it.
func (h *Host) stopAgain(L *lua.LState) {
	if h.meter.stopped() {
		L.Error(lua.LString(errStop.Error()), 0)
	}
}

// stopNow is stopAgain where the run may have ended while it was in Go code.
func (h *Host) stopNow(L *lua.LState) {
	h.meter.notice()
	h.stopAgain(L)
}

// loadText compiles a text for load and its kin: the function, or nil and the message.
func (h *Host) loadText(L *lua.LState, name, text string) int {
	proto, err := h.load(L, name, text)
	if err != nil {
		L.Push(lua.LNil)
		L.Push(lua.LString(loadMessage(err)))
		return 2
	}
	L.Push(L.NewFunctionFromProto(proto))
	return 1
}

// loadMessage is "file:line: what", as Lua's compiler writes it.
func loadMessage(err error) string {
	de, ok := err.(*diag.Error)
	if !ok || len(de.Diagnostics) == 0 {
		return err.Error()
	}
	d := de.Diagnostics[0]
	at := d.Primary().Span
	return fmt.Sprintf("%s:%d: %s", at.File, at.Line, d.Title)
}

func (h *Host) baseLoadString(L *lua.LState) int {
	text := L.CheckString(1)
	return h.loadText(L, lualib.ChunkName(L.OptString(2, text)), text)
}

// baseLoad takes a string, or a function that returns the pieces of one.
func (h *Host) baseLoad(L *lua.LState) int {
	if _, ok := L.Get(1).(lua.LString); ok {
		return h.baseLoadString(L)
	}
	fn := L.CheckFunction(1)
	name := lualib.ChunkName(L.OptString(2, "=load"))
	var b strings.Builder
	for {
		L.Push(fn)
		L.Call(0, 1)
		piece := L.Get(-1)
		L.Pop(1)
		s, ok := piece.(lua.LString)
		if piece == lua.LNil || ok && s == "" {
			return h.loadText(L, name, b.String())
		}
		if !ok {
			L.Push(lua.LNil)
			L.Push(lua.LString("reader function must return a string"))
			return 2
		}
		h.checkLength(L, "load", b.Len()+len(s))
		b.WriteString(string(s))
	}
}

func (h *Host) baseLoadFile(L *lua.LState) int {
	name := L.CheckString(1)
	text, err := h.whileRunning(func() ([]byte, error) { return h.files.Read(name) })
	h.stopNow(L)
	if err != nil {
		h.refuseFile(L, name, err)
		L.Push(lua.LNil)
		L.Push(lua.LString(name + ": " + folders.Reason(err)))
		return 2
	}
	return h.loadText(L, name, string(text))
}

func (h *Host) baseDoFile(L *lua.LState) int {
	name := L.CheckString(1)
	text, err := h.whileRunning(func() ([]byte, error) { return h.files.Read(name) })
	h.stopNow(L)
	if err != nil {
		h.refuseFile(L, name, err)
		h.raise(L, diag.New(diag.FileUnreadable, "cannot read file \"%s\": %s", name, folders.Reason(err)))
	}
	L.SetTop(0)
	L.Push(h.compiled(L, name, string(text)))
	L.Call(0, lua.MultRet)
	return L.GetTop()
}

// compiled compiles a text or raises its syntax error.
func (h *Host) compiled(L *lua.LState, name, text string) *lua.LFunction {
	proto, err := h.load(L, name, text)
	if err != nil {
		d := err.(*diag.Error).Diagnostics[0]
		h.raise(L, d.Also(bindings.CallSite(L), "loaded here"))
	}
	return L.NewFunctionFromProto(proto)
}
