package check

import (
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/intrinsic"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
)

// hostLibrary says why kernels do not have a library of Lua, and what to do instead of calling its functions.
type hostLibrary struct{ why, help string }

const copyResult = "call it outside of the kernel, and copy the number that it returns into a local"

// hostLibraries are Lua's libraries by name.
var hostLibraries = map[string]hostLibrary{
	"coroutine": {"A kernel has no coroutines: its threads run at the same time, and none waits for a call.",
		"write a loop, or a function for each step"},
	"debug": {"A kernel is compiled for the GPU, where the script's debug library is not.", "use printf(format, …), which prints numbers"},
	"io":    {"A kernel runs on the GPU, which has no files.", "use printf(format, …), which prints numbers; read files outside of the kernel"},
	"math":  {"A kernel runs on the GPU, where Lua's math library is not.", "use an intrinsic, as floor(x), sqrt(x) or sin(x)"},
	"os":    {"A kernel runs on the GPU, which has no operating system.", copyResult},
	"string": {"A kernel has no strings but the formats of printf.",
		"use printf(format, …), which prints numbers; make strings outside of the kernel"},
	"table": {"A kernel has no tables.", `use Array("float", 64), a list of a fixed length, or a buffer`},
}

// hostMember refuses a field of a host value; functions of Lua's libraries have intrinsics in their place.
func (l *lowerer) hostMember(object value.Value, name string, site gpu.Site, called bool) value.Value {
	verb, what, table := "use", object.Str, tableName(object.Str)
	library := hostLibraries[table]
	if library.why != "" {
		if what = table + "." + name; called {
			verb = "call"
		}
	}
	d := func() *diag.Diagnostic { return l.Fail(diag.HostValue, site, "a kernel cannot %s %s", verb, what) }
	switch use, ok := insteadOf[name]; {
	case intrinsic.Has(name):
		d().HelpFix(site, diag.Fix{Text: name}, "use the intrinsic %s", name)
	case ok:
		d().HelpText("use %s", use)
	case library.why != "":
		d().Because("%s", library.why).HelpText("%s", library.help)
	default:
		object.Site = site
		l.HostValue(object)
	}
	return value.Value{Site: site}
}

// tableName is the global name of a captured table, which stands in the text that describes it: "a table (math)"; "" for anything else.
func tableName(text string) string {
	name, ok := strings.CutPrefix(text, "a table (")
	if !ok {
		return ""
	}
	return strings.TrimSuffix(name, ")")
}

// hostCall refuses the call of a value of the script that is no Lua function with source.
func (l *lowerer) hostCall(f value.Value, e *ast.FuncCallExpr) {
	id, ok := e.Func.(*ast.IdentExpr)
	if !ok {
		l.HostValue(f)
		return
	}
	if use, ok := insteadOf[id.Value]; ok {
		l.FailOn(diag.HostValue, f, "a kernel cannot call %s", f.Str).HelpText("use %s", use)
		return
	}
	if !strings.HasPrefix(f.Str, "a function of the host") {
		l.HostValue(f)
		return
	}
	l.FailOn(diag.HostValue, f, "a kernel cannot call %s", f.Str).
		Because("A kernel can call intrinsics, and functions that are written in Lua in a script.").HelpText(copyResult)
}

// insteadOf says what replaces functions of Lua's standard library that have no intrinsic of their name.
var insteadOf = map[string]string{
	"assert": "printf(format, …) under an if", "band": "the intrinsic and_bits(a, b)", "bnot": "the intrinsic not_bits(a)",
	"bor":  "the intrinsic or_bits(a, b)",
	"bxor": "the intrinsic xor_bits(a, b)", "deg": "the intrinsic degrees", "error": "printf(format, …) under an if",
	"format": "printf(format, …), which prints what it formats",
	"huge":   "the constant 1/0", "ln": "the intrinsic log", "lshift": "the intrinsic shift_left(a, n)", "mod": "the intrinsic fmod",
	"pi": "the number 3.14159265, or local PI = math.pi outside of the kernel", "print": "printf(format, …)",
	"rad": "the intrinsic radians", "random": noRandom, "randomseed": noRandom, "rshift": "the intrinsic shift_right(a, n)",
	"tonumber": "a type, which converts: float(x), int(x)", "tostring": "printf(format, …), which prints a number as text",
}

const noRandom = "a hash of DispatchThreadID: the GPU has no random numbers"
