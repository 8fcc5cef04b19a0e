package fault

import (
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Surface is what the names of the API stand for. The kinds of values are the types of Lua, with the classes of objects in the place of
// userdata; those that are not known are none. All of them are expensive.
type Surface struct {
	Value    func(name string) string            // the value of an enumeration or a set of flags that a name means, with a prefix of C or without; ""
	Field    func(name string) []string          // what fields of a name take
	Argument func(method string, i int) []string // what functions of a name take as argument i, from 0
	Result   func(method string) []string        // what functions of a name return
}

// fitting are the names that may be meant by a global without a value which a call gets: those that are in sight, without those whose value the call
// does not take there.
//
//	{ Buffer = A }      of A's like, a tensor's description a is none that is meant
func (h *Hearing) fitting(id *ast.IdentExpr, call gpu.Site) []string {
	wanted := h.wanted(call, id)
	return h.namesOf(id, func(kind string) bool {
		return len(wanted) == 0 || slices.Contains(wanted, "any") || slices.Contains(wanted, kind)
	})
}

// useless are the kinds of values that an operation refuses as well as nil.
var useless = map[diag.Code][]string{
	diag.IndexOfNil:        {"boolean", "function", "number"},
	diag.CallOfNonFunction: {"boolean", "number", "string"},
	diag.WrongOperand:      {"boolean", "function"},
}

// without leaves out candidates for a global without a value.
func (w *Fault) without(unfit func(name string) bool) {
	if all := w.Candidates; all != nil && w.Unknown != nil {
		w.Candidates = func() []string { return slices.DeleteFunc(all(), unfit) }
	}
}

// fits leaves out the names of fields whose values cannot have what was looked for in the one that is nil: numbers, and lists.
func (h *Hearing) fits(L *lua.LState, w *Fault, e ast.Expr) {
	field, is := e.(*ast.AttrGetExpr)
	if all := w.Candidates; is && all != nil {
		v, _ := h.valueOf(L, field.Object)
		table, _ := v.(*lua.LTable)
		w.Candidates = func() []string {
			return slices.DeleteFunc(all(), func(name string) bool { return table != nil && !mayHave(table.RawGetString(name), w.field) })
		}
	}
}

// mayHave says whether a value may have a field.
func mayHave(v lua.LValue, field string) bool {
	switch v := v.(type) {
	case lua.LNumber, lua.LBool, *lua.LFunction:
		return false
	case *lua.LTable:
		_, err := strconv.Atoi(field)
		return err == nil || v.Metatable != lua.LNil || v.Len() == 0 || len(Keys(v)) > 0
	}
	return true
}

// isLibrary says of a name at an identifier that it is a global table that cannot be called: table(x) is no slip for bindingTable(x).
func (h *Hearing) isLibrary(id *ast.IdentExpr, name string) bool {
	_, isLocal := h.Source.DeclaredAt(gpu.Site(id.Line()), name)
	table, is := h.L.G.Global.RawGetString(name).(*lua.LTable)
	return !isLocal && is && table.Metatable == lua.LNil
}

// lacks says of a name at an identifier that it is a list, which has no field of a key.
//
//	local slots = { {}, {} }
//	slot.value = 1               no slip for slots
func (h *Hearing) lacks(id *ast.IdentExpr, name, key string) bool {
	e, _ := h.Source.DeclaredAt(gpu.Site(id.Line()), name)
	list, is := e.(*ast.TableExpr)
	if _, err := strconv.Atoi(key); err == nil || !is || len(list.Fields) == 0 {
		return false
	}
	field := &ast.AttrGetExpr{Object: &ast.IdentExpr{Value: name}, Key: &ast.StringExpr{Value: key}}
	return !slices.ContainsFunc(list.Fields, func(f *ast.Field) bool { return f.Key != nil }) && !h.Source.Sets(field)
}

// namesOf are the names in sight of a global without a value, without those whose values are certainly not of a kind that fits.
func (h *Hearing) namesOf(id *ast.IdentExpr, fits func(kind string) bool) []string {
	return slices.DeleteFunc(append(h.Source.Visible(id), Keys(h.L.G.Global)...), func(name string) bool {
		kinds := h.kindsOf(id, name)
		return len(kinds) > 0 && !slices.ContainsFunc(kinds, func(k string) bool { return k == "any" || fits(k) })
	})
}

// wanted are the kinds of values that a call takes where an identifier stands in it, none if they are not known.
func (h *Hearing) wanted(site gpu.Site, id *ast.IdentExpr) []string {
	node, _ := h.Source.Node(site)
	call, ok := node.(*ast.FuncCallExpr)
	if !ok {
		return nil
	}
	for i, arg := range call.Args {
		if arg == id {
			return h.Surface.Argument(method(call), i)
		}
		if key := keyOf(arg, id); key != "" {
			return h.Surface.Field(key)
		}
	}
	return nil
}

// keyOf is the key of the field that an identifier is the value of, in a table or in those in it; "" if there is none.
func keyOf(e ast.Expr, id *ast.IdentExpr) string {
	table, ok := e.(*ast.TableExpr)
	if !ok {
		return ""
	}
	for _, f := range table.Fields {
		if key, named := f.Key.(*ast.StringExpr); named && f.Value == id {
			return key.Value
		}
		if key := keyOf(f.Value, id); key != "" {
			return key
		}
	}
	return ""
}

// method is the name of what a call calls: q:Signal(F, 1), gpu.CreateDevice {}.
func method(call *ast.FuncCallExpr) string {
	if call.Func == nil {
		return call.Method
	}
	if field, ok := calledField(call); ok {
		if key, named := field.Key.(*ast.StringExpr); named {
			return key.Value
		}
	}
	return ""
}

// kindsOf are the kinds of values that a name may have at an identifier, none if that is not known: those of what a local is declared as, if nothing
// else is assigned to it, and that of the value which a global has.
func (h *Hearing) kindsOf(id *ast.IdentExpr, name string) []string {
	e, isLocal := h.Source.DeclaredAt(gpu.Site(id.Line()), name)
	if !isLocal {
		v := h.L.G.Global.RawGetString(name)
		if text, is := h.Text(v); is {
			kind, _, _ := strings.Cut(text, " ")
			return []string{kind}
		}
		return []string{v.Type().String()}
	}
	switch e := e.(type) {
	case *ast.TableExpr:
		return []string{lua.LTTable.String()}
	case *ast.NumberExpr, *ast.ArithmeticOpExpr, *ast.UnaryMinusOpExpr:
		return []string{lua.LTNumber.String()}
	case *ast.StringExpr, *ast.StringConcatOpExpr:
		return []string{lua.LTString.String()}
	case *ast.TrueExpr, *ast.FalseExpr, *ast.RelationalOpExpr, *ast.UnaryNotOpExpr:
		return []string{lua.LTBool.String()}
	case *ast.FunctionExpr:
		return []string{lua.LTFunction.String()}
	case *ast.FuncCallExpr:
		return h.Surface.Result(method(e))
	}
	return nil
}
