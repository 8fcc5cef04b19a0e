package luabind

import (
	"fmt"
	"runtime/debug"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind/luaerr"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Raise raises a diagnostic as a Lua error and does not return; luaerr.Raise describes the value of the error.
func Raise(L *lua.LState, d *diag.Diagnostic) { luaerr.Raise(L, d) }

// RaiseError raises any Go error as Raise does: a *diag.Error, wrapped or not, with all its diagnostics, any other error as an
// internal error. A nil error does nothing.
func RaiseError(L *lua.LState, err error) {
	if err != nil {
		luaerr.Error(L, err, func(*diag.Diagnostic) {})
	}
}

// Diagnostics returns the diagnostics of a Lua error value that Raise made, or nil.
func Diagnostics(v lua.LValue) []*diag.Diagnostic { return luaerr.Diagnostics(v) }

// recovered handles what a call panicked with. Lua errors go on as they are; anything else is a fault of the Go side and becomes an
// internal error, with the Go stack as a note because the panic is past when the host sees it. runtime.Goexit does not come
// here: it recovers as nil.
func (b *Binder) recovered(L *lua.LState, sig *signature, r any) {
	if err, ok := r.(*lua.ApiError); ok {
		panic(err)
	}
	d := luaerr.Internal(fmt.Sprint(r)).Note("Go stack:\n%s", strings.TrimRight(string(debug.Stack()), "\n"))
	b.locate(L, sig, d)
	Raise(L, d)
}
