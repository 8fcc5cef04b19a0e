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

// helpWith returns the help for an operation on the value of an expression.
func (h *Hearing) helpWith(L *lua.LState, e ast.Expr, typ string, op operation) string {
	if typ != "userdata" || e == nil {
		return ""
	}
	name := "it"
	if x, ok := e.(*ast.IdentExpr); ok {
		name = x.Value
	}
	text := objectHelp[h.kindOf(L, e)][op]
	if text == "" {
		text = anyObject[op]
	}
	if text == "" {
		return ""
	}
	return fmt.Sprintf(text, name)
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
