package fault

import (
	"fmt"
	"strings"

	"github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/cnames"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel"
	"github.com/gpuscript/gpuscript/host/internal/source"
)

// foreign is what Lua has instead of a function of another language: what to say, and the call in the letters of diag.FixCall, where … stands for all
// arguments; "" is no edit.
type foreign struct{ help, call string }

const (
	mapped   = "Mapped memory is written by its method: resource:Map():Write(offset, \"float\", { … })."
	noDebug  = "It is left out: no function reads or changes the variables of another. The library debug has traceback and getinfo."
	noResult = "A call that fails is a Lua error, so there is no result to look at: make the call alone."
)

// foreignFunctions are functions of C, C++, Python, JavaScript and other versions of Lua, and those of Lua 5.1 that are left out: globals, and fields
// of Lua's libraries.
var foreignFunctions = map[string]foreign{
	"CloseHandle":   {"An event is closed by its Release.", "%1:Release()"},
	"FAILED":        {noResult, ""},
	"ResetEvent":    {"An event has the method ResetEvent.", "%1:ResetEvent()"},
	"SetEvent":      {"An event has the method SetEvent.", "%1:SetEvent()"},
	"L":             {"A string of Lua has no letter before it.", "%1"},
	"SUCCEEDED":     {noResult, ""},
	"Sleep":         {"gpu.Work(microseconds) lets time pass on the simulated CPU.", ""},
	"ThrowIfFailed": {noResult, "%1"},
	"memcpy":        {mapped, ""},
	"memset":        {mapped, ""},

	"UpdateSubresources": {"Map an UPLOAD buffer, write the data where device:GetCopyableFootprints puts it, and record CopyTextureRegion or CopyBufferRegion for each subresource.", ""},

	"len":        {"The length of a list or of a string is written '#'.", "#%p"},
	"parseFloat": {"tonumber converts a string to a number.", "tonumber(…)"},
	"parseInt":   {"tonumber converts a string to a number.", "tonumber(…)"},
	"printf":     {"string.format makes a string, and io.write writes one; in shaders there is printf.", "io.write(string.format(…))"},
	"sizeof":     {"The length of a list or of a string is written '#'.", ""},
	"sleep":      {"gpu.Work(microseconds) lets time pass on the simulated CPU.", ""},
	"sprintf":    {"string.format makes a string.", "string.format(…)"},
	"str":        {"tostring converts a value to a string.", "tostring(…)"},
	"strlen":     {"The length of a string is written '#'.", "#%p"},

	"math.clamp":       {"math.max and math.min bound a number.", "math.min(math.max(%1, %2), %3)"},
	"math.round":       {"math.floor rounds down; of the number and 0.5 it rounds to the nearest.", "math.floor(%p + 0.5)"},
	"math.tointeger":   {"Lua 5.1 has one kind of numbers; math.floor rounds one down.", "math.floor(…)"},
	"math.trunc":       {"math.floor rounds down, math.ceil up.", ""},
	"string.contains":  {"string.find gives the place of one string in another, or nil.", "string.find(%1, %2, 1, true)"},
	"string.indexOf":   {"string.find gives the place of one string in another, or nil.", "string.find(%1, %2, 1, true)"},
	"string.join":      {"table.concat joins the strings of a list.", ""},
	"string.length":    {"The length of a string is written '#'.", "#%p"},
	"string.replace":   {"string.gsub replaces what fits a pattern.", "string.gsub(…)"},
	"string.split":     {"string.gmatch visits parts of a string: for part in string.gmatch(text, \"[^,]+\") do … end.", ""},
	"string.substr":    {"string.sub takes the first and the last place, from 1.", ""},
	"string.substring": {"string.sub takes the first and the last place, from 1.", ""},
	"string.trim":      {"A pattern trims the spaces: text:match(\"^%s*(.-)%s*$\").", ""},
	"table.add":        {"table.insert adds to the end of a list.", "table.insert(…)"},
	"table.append":     {"table.insert adds to the end of a list.", "table.insert(…)"},
	"table.count":      {"The length of a list is written '#'.", "#%p"},
	"table.join":       {"table.concat joins the strings of a list.", "table.concat(…)"},
	"table.length":     {"The length of a list is written '#'.", "#%p"},
	"table.pack":       {"A list of values is written in braces.", "{ … }"},
	"table.pop":        {"table.remove takes the last element of a list.", "table.remove(…)"},
	"table.push":       {"table.insert adds to the end of a list.", "table.insert(…)"},
	"table.size":       {"The length of a list is written '#'.", "#%p"},
	"table.unpack":     {"In Lua 5.1 it is the global function unpack.", "unpack(…)"},

	"debug.gethook":      {noDebug, ""},
	"debug.getlocal":     {noDebug, ""},
	"debug.getmetatable": {"It is left out: getmetatable is a global function.", "getmetatable(…)"},
	"debug.getregistry":  {noDebug, ""},
	"debug.getupvalue":   {noDebug, ""},
	"debug.sethook":      {noDebug, ""},
	"debug.setlocal":     {noDebug, ""},
	"debug.setmetatable": {"It is left out: setmetatable is a global function, which gives a table its metatable.", "setmetatable(…)"},
	"debug.setupvalue":   {noDebug, ""},
	"gcinfo":             {"Lua 5.1 has collectgarbage(\"count\") instead.", "collectgarbage(\"count\")"},
	"module":             {"It is left out: it makes globals. A module returns a table, local M = {} … return M, which require returns.", ""},
	"newproxy":           {"It is left out: setmetatable gives a table a metatable.", ""},
	"package.loadlib":    {"It is left out: a script cannot run machine code. require loads modules that are written in Lua.", ""},
	"package.seeall":     {"It is left out, as module is: a module returns a table, which require returns.", ""},
	"string.dump":        {"It is left out: scripts are text, and compiled Lua is not loaded. loadstring takes the text of a function.", ""},
	"string.gfind":       {"It is called string.gmatch since Lua 5.1.", "string.gmatch(…)"},
	"table.foreach":      {"It is left out, as in newer versions of Lua: for k, v in pairs(t) do … end.", ""},
	"table.foreachi":     {"It is left out, as in newer versions of Lua: for i, v in ipairs(t) do … end.", ""},
	"table.setn":         {"It is left out: the length of a list is that of its elements, and cannot be set.", ""},
}

// listMethods are calls of a list itself, as t:push(x) and t.push(x).
var listMethods = map[string]foreign{
	"add":    {"table.insert adds to the end of a list.", "table.insert(%r, …)"},
	"append": {"table.insert adds to the end of a list.", "table.insert(%r, …)"},
	"concat": {"A list has no methods: table.concat joins its strings.", "table.concat(%r, …)"},
	"count":  {"The length of a list is written '#'.", "#%r"},
	"insert": {"A list has no methods: table.insert adds to its end.", "table.insert(%r, …)"},
	"join":   {"table.concat joins the strings of a list.", "table.concat(%r, …)"},
	"length": {"The length of a list is written '#'.", "#%r"},
	"pop":    {"table.remove takes the last element of a list.", "table.remove(%r, …)"},
	"push":   {"table.insert adds to the end of a list.", "table.insert(%r, …)"},
	"remove": {"A list has no methods: table.remove takes an element out of it.", "table.remove(%r, …)"},
	"size":   {"The length of a list is written '#'.", "#%r"},
	"sort":   {"A list has no methods: table.sort sorts it.", "table.sort(%r, …)"},
}

// foreignCall finds out whether a call is one of another language.
func (h *Hearing) foreignCall(L *lua.LState, call *ast.FuncCallExpr) (foreign, bool) {
	if call.Func == nil {
		if h.typeOf(L, call.Receiver) == "string" {
			f, ok := foreignFunctions["string."+call.Method]
			f.call = "" // the arguments are others
			return f, ok
		}
		return h.listCall(L, call.Receiver, call.Method)
	}
	switch x := call.Func.(type) {
	case *ast.IdentExpr:
		if h.Source.Scope(x) != source.Global {
			return foreign{}, false
		}
		if f, ok := foreignFunctions[x.Value]; ok && (x.Value != "L" || ofText(call)) {
			return f, true
		}
		if helper, ok := cnames.Helpers()[x.Value]; ok {
			return foreign{sentence(helper.Instead), helper.Call}, true
		}
		library, _ := h.L.G.Global.RawGetString("math").(*lua.LTable)
		if library != nil && library.RawGetString(x.Value) != lua.LNil && kernel.IsIntrinsic(x.Value) {
			return foreign{fmt.Sprintf("Outside of shaders it is math.%s.", x.Value), "math." + x.Value + "(…)"}, true
		}
	case *ast.AttrGetExpr:
		key, ok := x.Key.(*ast.StringExpr)
		if !ok {
			return foreign{}, false
		}
		if library, ok := x.Object.(*ast.IdentExpr); ok && h.Source.Scope(library) == source.Global {
			if f, ok := foreignFunctions[library.Value+"."+key.Value]; ok {
				return f, true
			}
		}
		return h.listCall(L, x.Object, key.Value)
	}
	return foreign{}, false
}

// listCall is foreignCall for what may be a list: a table without a metatable.
func (h *Hearing) listCall(L *lua.LState, e ast.Expr, name string) (foreign, bool) {
	v, _ := h.valueOf(L, e)
	if t, ok := v.(*lua.LTable); !ok || t.Metatable != lua.LNil || len(Keys(t)) > 0 {
		return foreign{}, false
	}
	f, ok := listMethods[name]
	return f, ok
}

// foreignFix is the edit of a call, the zero value where there is none. A length and a list are no statements.
func (h *Hearing) foreignFix(f foreign, call *ast.FuncCallExpr) diag.Fix {
	if isCall := len(call.Args) == 1 && f.call == "%1" && calls(call.Args[0]); !isCall && !strings.HasSuffix(f.call, ")") && h.beginsLine(call) {
		return diag.Fix{}
	}
	if f.call == "" || strings.Contains(f.call, fmt.Sprintf("%%%d", len(call.Args)+1)) || strings.Contains(f.call, "%p") && len(call.Args) != 1 {
		return diag.Fix{}
	}
	all := make([]string, len(call.Args))
	for i := range all {
		all[i] = fmt.Sprintf("%%%d", i+1)
	}
	text := strings.Replace(f.call, "…", strings.Join(all, ", "), 1)
	return diag.Fix{Argument: 1, Action: diag.FixCall, Text: strings.Replace(text, ", )", ")", 1)}
}

// ofText reports whether a call has a text as its only argument.
func ofText(call *ast.FuncCallExpr) bool {
	if len(call.Args) != 1 {
		return false
	}
	_, ok := call.Args[0].(*ast.StringExpr)
	return ok
}

// sentence is a phrase as a sentence of its own.
func sentence(phrase string) string { return strings.ToUpper(phrase[:1]) + phrase[1:] + "." }

// calls reports whether an expression is a call, which may be a statement.
func calls(e ast.Expr) bool {
	_, ok := e.(*ast.FuncCallExpr)
	return ok
}

// beginsLine reports whether a call stands first on its line, and so may be a statement.
func (h *Hearing) beginsLine(call *ast.FuncCallExpr) bool {
	at, ok := h.Source.Extent(gpu.Site(call.Line()))
	line, known := h.Source.Line(at.File, at.Line)
	return !ok || !known || strings.TrimSpace(line[:min(at.Col-1, len(line))]) == ""
}
