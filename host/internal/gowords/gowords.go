// Package gowords turns messages of gopher-luar and the Go runtime about a failed call into text that a script's author can understand.
//
// Go functions of an embedding program report Go types, and panic with stacks full of addresses; both are recognised here, by their texts and by the
// names of the functions that were running. The package must not know the host, diagnostics or Lua values.
package gowords

import (
	"fmt"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
)

// The messages of gopher-luar, which speaks of Go.
var (
	useMessage    = regexp.MustCompile(`(?s)^cannot use .* \(type ([^()]*)\) as type (.+)$`)
	nilMessage    = regexp.MustCompile(`^cannot use nil as type (.+)$`)
	returnMessage = regexp.MustCompile(`^expecting (\d+) return values, got (\d+)$`)
	countMessage  = regexp.MustCompile(`^invalid number of function arguments \((\d+) (or more )?expected, got (\d+)\)$`)
)

// userdata is an object in a message of Lua's libraries.
var userdata = regexp.MustCompile(`\b(expected, got) userdata$`)

// Problem says in Lua's words why an argument is not what a Go function takes. Other texts stay as they are.
func Problem(problem string) string {
	if m := useMessage.FindStringSubmatch(problem); m != nil {
		return fmt.Sprintf("%s expected, got %s", luaType(m[2]), luaType(m[1]))
	}
	if m := nilMessage.FindStringSubmatch(problem); m != nil {
		return luaType(m[1]) + " expected, got nil"
	}
	return userdata.ReplaceAllString(problem, "$1 object")
}

// Result says why what a function of the script has returned to a Go function that called it is not what that takes, if gopher-luar panicked with r
// for that reason; "" if it did not.
func Result(r any) string {
	err, ok := r.(error)
	if !ok {
		return ""
	}
	text := err.Error()
	if m := returnMessage.FindStringSubmatch(text); m != nil {
		results := "results"
		if m[1] == "1" {
			results = "result"
		}
		return fmt.Sprintf("%s %s expected, got %s", m[1], results, m[2])
	}
	if fmt.Sprintf("%T", r) != "luar.conversionError" {
		return ""
	}
	return Problem(text)
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

// A Count is a wrong number of arguments, the object of a method included.
type Count struct {
	Want, Got int
	OrMore    bool
}

// ReadCount reads gopher-luar's message about a wrong number of arguments.
func ReadCount(message string) (c Count, ok bool) {
	m := countMessage.FindStringSubmatch(message)
	if m == nil {
		return Count{}, false
	}
	c.Want, _ = strconv.Atoi(m[1])
	c.Got, _ = strconv.Atoi(m[3])
	c.OrMore = m[2] != ""
	return c, true
}

// own are what the packages of gpuscript begin with that the Lua machine calls.
var own = regexp.MustCompile(`^github\.com/gpuscript/gpuscript/(host[./]|bindings[./]|gpu[./])`)

// PanicStack lists the functions that were running when the panic began, up to the Lua machine, without addresses. exposed is that the
// machine had called one of the program's: a function that is exposed, or one of its modules. It must be called by what recovered the panic.
func PanicStack() (stack string, exposed bool) {
	pc := make([]uintptr, 200)
	frames := runtime.CallersFrames(pc[:runtime.Callers(1, pc)])
	var b strings.Builder
	began, called := false, "" // by the machine, as far as the frames go
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		switch {
		case strings.HasPrefix(f.Function, "runtime."):
			began = began || strings.HasPrefix(f.Function, "runtime.gopanic") || strings.HasPrefix(f.Function, "runtime.panic") ||
				strings.HasPrefix(f.Function, "runtime.sigpanic")
		case !began:
		case strings.HasPrefix(f.Function, "layeh.com/gopher-luar."), strings.Contains(f.Function, "/host/internal/exposed.(*Values)."):
			return strings.TrimSpace(b.String()), true
		case strings.HasPrefix(f.Function, "github.com/yuin/gopher-lua."):
			return strings.TrimSpace(b.String()), called != "" && !own.MatchString(called)
		case !strings.HasPrefix(f.Function, "reflect."):
			called = f.Function
			fmt.Fprintf(&b, "%s (%s:%d)\n", f.Function, filepath.Base(f.File), f.Line)
		}
	}
	return strings.TrimSpace(b.String()), false
}
