package fault

import (
	"github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/host/internal/source"
)

// valueOf reads the value that an expression has in the innermost Lua function of L, without running anything. It knows
// variables, constants and fields of plain tables. Of a number, a boolean and a table in the text only the type is right.
func (h *Hearing) valueOf(L *lua.LState, e ast.Expr) (lua.LValue, bool) {
	switch x := e.(type) {
	case *ast.NilExpr:
		return lua.LNil, true
	case *ast.TrueExpr, *ast.FalseExpr:
		return lua.LTrue, true
	case *ast.NumberExpr:
		return lua.LNumber(0), true
	case *ast.StringExpr:
		return lua.LString(x.Value), true
	case *ast.TableExpr:
		return h.L.NewTable(), true
	case *ast.IdentExpr:
		return h.variable(L, x)
	case *ast.AttrGetExpr:
		object, ok := h.valueOf(L, x.Object)
		key, isName := x.Key.(*ast.StringExpr)
		t, isTable := object.(*lua.LTable)
		if !ok || !isName || !isTable {
			return nil, false
		}
		v := t.RawGetString(key.Value)
		return v, v != lua.LNil || t.Metatable == lua.LNil
	}
	return nil, false
}

// typeOf is the type of valueOf, "" if it is not known.
func (h *Hearing) typeOf(L *lua.LState, e ast.Expr) string {
	if v, ok := h.valueOf(L, e); ok {
		return v.Type().String()
	}
	return ""
}

// variable reads a variable. L is nil when the stack is gone; then only globals are known, of a function whose environment is not another one.
func (h *Hearing) variable(L *lua.LState, e *ast.IdentExpr) (lua.LValue, bool) {
	global := h.Source.Scope(e) == source.Global
	if L == nil {
		return h.L.G.Global.RawGetString(e.Value), global
	}
	frame, fn := h.innermost(L)
	if fn == nil {
		return nil, false
	}
	switch h.Source.Scope(e) {
	case source.Global:
		return fn.Env.RawGetString(e.Value), true
	case source.Upvalue:
		for i, name := range fn.Proto.DbgUpvalues {
			if name == e.Value && i < len(fn.Upvalues) && fn.Upvalues[i] != nil {
				return fn.Upvalues[i].Value(), true
			}
		}
	case source.Local:
		if register := h.Source.Register(e); register >= 0 {
			name, v := L.GetLocal(frame, register+1)
			return v, name != ""
		}
	}
	return nil, false
}

// innermost returns the innermost frame of a Lua function with positions.
func (h *Hearing) innermost(L *lua.LState) (*lua.Debug, *lua.LFunction) {
	for level := 0; ; level++ {
		frame, ok := L.GetStack(level)
		if !ok {
			return nil, nil
		}
		v, err := L.GetInfo("f", frame, nil)
		if fn, ok := v.(*lua.LFunction); err == nil && ok && !fn.IsG && fn.Proto.SourceName != h.Own {
			return frame, fn
		}
	}
}

// A called value is in register A of its instruction; these are where gopher-lua keeps an instruction's kind and that register.
const (
	kindShift     = 26
	registerShift = 18
	registerMask  = 0xff
)

// calleeType is the type of the value that a call was to call, "" if it is not known. What has no name the machine still holds: the result of a call,
// or a computed element.
func (h *Hearing) calleeType(L *lua.LState, call *ast.FuncCallExpr) string {
	if typ := h.typeOf(L, call.Func); typ != "" || L == nil {
		return typ
	}
	frame, fn := h.innermost(L)
	if fn == nil {
		return ""
	}
	for pc, at := range fn.Proto.DbgSourcePositions {
		code := fn.Proto.Code[pc]
		if kind := int(code >> kindShift); at != call.Line() || kind != lua.OP_CALL && kind != lua.OP_TAILCALL {
			continue
		}
		if name, v := L.GetLocal(frame, int(code>>registerShift&registerMask)+1); name != "" {
			return v.Type().String()
		}
	}
	return ""
}
