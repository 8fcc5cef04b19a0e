package fault

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/gowords"
)

// members are the names of the methods and fields of a value of the program; nil for any other value.
func members(v lua.LValue) (names []string) {
	ud, ok := v.(*lua.LUserData)
	if !ok {
		return nil
	}
	mt, ok := ud.Metatable.(*lua.LTable)
	if !ok || mt.RawGetString("__metatable") != lua.LString("gopher-luar") {
		return nil
	}
	t := reflect.TypeOf(ud.Value)
	for i := range t.NumMethod() {
		names = append(names, t.Method(i).Name)
	}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() == reflect.Struct {
		for _, f := range reflect.VisibleFields(t) {
			if f.IsExported() {
				names = append(names, f.Name)
			}
		}
	}
	return names
}

// fieldFault words an assignment to a field that a struct of the program does not have.
func (h *Hearing) fieldFault(L *lua.LState, node ast.PositionHolder, name, message string) Fault {
	w := Fault{Code: diag.RuntimeError, Title: message}
	if field, ok := node.(*ast.AttrGetExpr); ok {
		w.Name, w.Candidates = name, h.keysOf(L, field.Object)
	}
	return w
}

// countFault words a call of a Go function with too many or too few arguments. To it the object of a method is one, too.
func countFault(node ast.PositionHolder, c gowords.Count) Fault {
	call, ok := node.(*ast.FuncCallExpr)
	if ok && call.Func == nil {
		c.Want, c.Got = c.Want-1, c.Got-1
	}
	more := ""
	if c.OrMore {
		more = "or more "
	}
	return Fault{Code: diag.RuntimeError, Title: fmt.Sprintf("wrong number of arguments to %s (%d %sexpected, got %d)",
		callee(node), c.Want, more, c.Got)}
}

// callee names the function of a call: 'Move', or "the function".
func callee(node ast.PositionHolder) string {
	call, ok := node.(*ast.FuncCallExpr)
	if !ok {
		return "the function"
	}
	name := call.Method
	switch f := call.Func.(type) {
	case *ast.IdentExpr:
		name = f.Value
	case *ast.AttrGetExpr:
		if key, ok := f.Key.(*ast.StringExpr); ok {
			name = key.Value
		}
	}
	if name == "" {
		return "the function"
	}
	return "'" + name + "'"
}

// goFunction names the function of the program that a call runs: the one that pcall or xpcall is given, or what makes a module of the program; the
// text does not say which a coroutine runs.
func goFunction(node ast.PositionHolder) string {
	if call, ok := node.(*ast.FuncCallExpr); ok && len(call.Args) > 0 {
		switch f := call.Func.(type) {
		case *ast.IdentExpr:
			switch f.Value {
			case "pcall", "xpcall":
				return goFunction(&ast.FuncCallExpr{Func: call.Args[0], Args: call.Args[1:]})
			case "require":
				if name, ok := call.Args[0].(*ast.StringExpr); ok {
					return fmt.Sprintf("the Go module \"%s\"", name.Value)
				}
				return "a Go module"
			}
		case *ast.AttrGetExpr:
			if of, ok := f.Object.(*ast.IdentExpr); ok && of.Value == "coroutine" {
				node = nil
			}
		}
	}
	if name := callee(node); name != "the function" {
		return "Go function " + name
	}
	return "a Go function"
}

// Panic makes diagnostics of a panic in Go code: those it carries, or an error of the program whose function panicked, or an internal
// error.
func (h *Hearing) Panic(site gpu.Site, r any) []*diag.Diagnostic {
	var de *diag.Error
	if err, ok := r.(error); ok && errors.As(err, &de) && len(de.Diagnostics) > 0 {
		return de.Diagnostics
	}
	stack, exposed := gowords.PanicStack()
	if exposed {
		node, _ := h.Source.Node(site)
		if problem := gowords.Result(r); problem != "" {
			return []*diag.Diagnostic{diag.New(diag.RuntimeError, "bad result of a function that %s called (%s)", goFunction(node), problem)}
		}
		return []*diag.Diagnostic{diag.New(diag.Internal, "%s panicked: %v", goFunction(node), r).
			Because("It belongs to the program that runs the script; this is a mistake of that program, not of the script.").
			Note("Go stack:\n%s", stack)}
	}
	return []*diag.Diagnostic{diag.New(diag.Internal, "internal error: %v", r).
		Because("This is a mistake of gpuscript or of the program that runs the script, not of the script.").
		Note("Go stack:\n%s", stack)}
}
