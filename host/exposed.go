package host

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// The messages of gopher-luar, which speaks of Go.
var (
	useMessage   = regexp.MustCompile(`(?s)^cannot use .* \(type ([^()]*)\) as type (.+)$`)
	nilMessage   = regexp.MustCompile(`^cannot use nil as type (.+)$`)
	countMessage = regexp.MustCompile(`^invalid number of function arguments \((\d+) (or more )?expected, got (\d+)\)$`)
)

// luaProblem says in Lua's words why an argument is not what a Go function takes.
func luaProblem(problem string) string {
	if m := useMessage.FindStringSubmatch(problem); m != nil {
		return fmt.Sprintf("%s expected, got %s", luaType(m[2]), luaType(m[1]))
	}
	if m := nilMessage.FindStringSubmatch(problem); m != nil {
		return luaType(m[1]) + " expected, got nil"
	}
	return problem
}

// luaType is what a Lua programmer calls a Go type.
func luaType(t string) string {
	switch t {
	case "lua.LString", "string":
		return "string"
	case "lua.LBool", "bool":
		return "boolean"
	case "*lua.LTable":
		return "table"
	case "*lua.LFunction":
		return "function"
	case "*lua.LState":
		return "thread"
	case "*lua.LUserData":
		return "object"
	case "lua.LNumber":
		return "number"
	}
	switch {
	case numericType.MatchString(t):
		return "number"
	case strings.HasPrefix(t, "["), strings.HasPrefix(t, "map["):
		return "table"
	case strings.HasPrefix(t, "func("):
		return "function"
	}
	return "object of type " + t[strings.LastIndexAny(t, ".*")+1:]
}

var numericType = regexp.MustCompile(`^(u?int(8|16|32|64)?|float(32|64)|uintptr)$`)

// countFault words a call of a Go function with too many or too few arguments. To it the object of a method is one, too.
func countFault(node ast.PositionHolder, m []string) fault {
	want, _ := strconv.Atoi(m[1])
	got, _ := strconv.Atoi(m[3])
	call, ok := node.(*ast.FuncCallExpr)
	if ok && call.Func == nil {
		want, got = want-1, got-1
	}
	return fault{code: diag.RuntimeError, title: fmt.Sprintf("wrong number of arguments to %s (%d %sexpected, got %d)", callee(node), want, m[2], got)}
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

// goPanic makes diagnostics of a panic in Go code: those it carries, or an error of the program whose function panicked, or an internal
// error.
func (h *Host) goPanic(site gpu.Site, r any) []*diag.Diagnostic {
	var de *diag.Error
	if err, ok := r.(error); ok && errors.As(err, &de) && len(de.Diagnostics) > 0 {
		return de.Diagnostics
	}
	stack, exposed := panicStack()
	if exposed {
		node, _ := h.source.Node(site)
		return []*diag.Diagnostic{diag.New(diag.Internal, "Go function %s panicked: %v", callee(node), r).
			Because("It belongs to the program that runs the script; this is a mistake of that program, not of the script.").
			Note("Go stack:\n%s", stack)}
	}
	return []*diag.Diagnostic{diag.New(diag.Internal, "internal error: %v", r).
		Because("This is a mistake of gpuscript or of the program that runs the script, not of the script.").
		Note("Go stack:\n%s", stack)}
}

// panicStack lists the functions that were running when the panic began, up to the Lua machine, without addresses. exposed is that the
// machine had called one of the program's.
func panicStack() (stack string, exposed bool) {
	pc := make([]uintptr, 200)
	frames := runtime.CallersFrames(pc[:runtime.Callers(1, pc)])
	var b strings.Builder
	began := false
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		switch {
		case strings.HasPrefix(f.Function, "runtime."):
			began = began || strings.HasPrefix(f.Function, "runtime.gopanic") || strings.HasPrefix(f.Function, "runtime.panic") || strings.HasPrefix(f.Function, "runtime.sigpanic")
		case !began:
		case strings.HasPrefix(f.Function, "layeh.com/gopher-luar."):
			return strings.TrimSpace(b.String()), true
		case strings.HasPrefix(f.Function, "github.com/yuin/gopher-lua."):
			return strings.TrimSpace(b.String()), false
		case !strings.HasPrefix(f.Function, "reflect."):
			fmt.Fprintf(&b, "%s (%s:%d)\n", f.Function, filepath.Base(f.File), f.Line)
		}
	}
	return strings.TrimSpace(b.String()), false
}
