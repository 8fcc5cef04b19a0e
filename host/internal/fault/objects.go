package fault

import (
	"fmt"
	"strings"

	"github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
)

// operation is what Lua can be asked to do with a value that is an object.
type operation uint8

const (
	arithmetic operation = iota
	comparison
	concatenation
	calling
	length
)

// objectHelp says what to write instead of an operation that objects do not have, "" for other values. %s is the object.
var objectHelp = map[string]map[operation]string{
	"CPUDescriptorHandle": {
		arithmetic: "%s:Offset(1) is the handle of the next slot, and heap:GetCPUDescriptorHandle(i) that of slot i.",
	},
	"GPUDescriptorHandle": {
		arithmetic: "%s:Offset(1) is the handle of the next slot, and heap:GetGPUDescriptorHandle(i) that of slot i.",
	},
	"DescriptorHeap": {
		arithmetic: "%s:GetCPUDescriptorHandle(i) is the handle of slot i.",
		length:     "%s:GetDesc().NumDescriptors is the number of its slots.",
	},
	"Fence": {
		arithmetic: "%s:GetCompletedValue() is its value.",
		comparison: "%s:GetCompletedValue() is its value; %[1]s:WaitCPU(value) waits for one.",
	},
	"Mapping": {
		arithmetic: "%s:Read(offset, type) is a value of it.",
		calling:    "%s:Read(offset, type) is a value of it.",
	},
	"Resource": {
		arithmetic: "%s:GetGPUVirtualAddress() is the address of a buffer, a number.",
		length:     "%s:GetDesc().Width is the size of a buffer in bytes.",
	},
}

// anyObject is help for objects of every kind.
var anyObject = map[operation]string{
	concatenation: "tostring(%s) is its kind and name.",
	calling:       "An object is not called; its methods are, as in %s:GetName().",
}

// insteads are what certainly stands for an object in an operation, behind the object.
var insteads = map[string]map[operation]string{
	"Fence":    {arithmetic: ":GetCompletedValue()", comparison: ":GetCompletedValue()"},
	"Resource": {arithmetic: ":GetGPUVirtualAddress()"},
}

// helpWith returns the help for an operation on the value of an expression, and what may be written instead of the expression, "" if that is not
// certain.
func (h *Hearing) helpWith(L *lua.LState, e ast.Expr, typ string, op operation) (help, instead string) {
	switch {
	case e == nil:
		return "", ""
	case typ == "function" && op != calling:
		return h.helpUncalled(L, e)
	case typ == "nil" && op == arithmetic:
		return h.helpElement(L, e)
	case typ != "userdata":
		return "", ""
	}
	name := "it"
	if x, ok := e.(*ast.IdentExpr); ok {
		name = x.Value
		if put := insteads[h.kindOf(L, e)][op]; put != "" {
			instead = name + put
		} else if op == concatenation {
			instead = "tostring(" + name + ")"
		}
	}
	text := objectHelp[h.kindOf(L, e)][op]
	if text == "" {
		text = anyObject[op]
	}
	if text == "" {
		return "", ""
	}
	return fmt.Sprintf(text, name), instead
}

// helpUncalled: a method of an object that takes nothing was meant to be called.
func (h *Hearing) helpUncalled(L *lua.LState, e ast.Expr) (help, instead string) {
	x, ok := e.(*ast.AttrGetExpr)
	if !ok {
		return "", ""
	}
	object, isName := x.Object.(*ast.IdentExpr)
	key, isText := x.Key.(*ast.StringExpr)
	if v, known := h.valueOf(L, x.Object); !isName || !isText || !known || v.Type() != lua.LTUserData {
		return "", ""
	}
	instead = fmt.Sprintf("%s:%s()", object.Value, key.Value)
	return fmt.Sprintf("A method is called with ':' and parentheses: %s.", instead), instead
}

// helpElement: an element that may not be there counts as 0, and lists begin at 1.
func (h *Hearing) helpElement(L *lua.LState, e ast.Expr) (help, instead string) {
	x, ok := e.(*ast.AttrGetExpr)
	if !ok {
		return "", ""
	}
	switch key := x.Key.(type) {
	case *ast.StringExpr:
		return "", ""
	case *ast.NumberExpr:
		if key.Value == "0" {
			return "Lists of Lua begin at 1.", ""
		}
		return "", ""
	}
	if _, isName := x.Key.(*ast.IdentExpr); isName {
		if v, known := h.valueOf(L, x.Key); known && v == lua.LNumber(0) {
			return "Lists of Lua begin at 1, and here the key is 0.", ""
		}
	}
	instead = fmt.Sprintf("(%s or 0)", h.Source.Text(e))
	return fmt.Sprintf("Where an element may not be there, write %s.", instead), instead
}

// kindOf is the kind of object that an expression is, "" if it is not known. Of a call only the name is known.
func (h *Hearing) kindOf(L *lua.LState, e ast.Expr) string {
	if call, ok := e.(*ast.FuncCallExpr); ok {
		for _, kind := range []string{"CPUDescriptorHandle", "GPUDescriptorHandle"} {
			if strings.HasPrefix(call.Method, "Get"+kind) {
				return kind
			}
		}
		return ""
	}
	v, ok := h.valueOf(L, e)
	if !ok {
		return ""
	}
	text, _ := h.Text(v)
	kind, _, _ := strings.Cut(text, " ")
	return kind
}
