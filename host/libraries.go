package host

import (
	"math"
	"sort"
	"sync"

	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings"
	"github.com/gpuscript/gpuscript/host/internal/lualib"
	"github.com/gpuscript/gpuscript/host/internal/source"
)

// functions are Go functions by the name they have in Lua.
type functions map[string]lua.LGFunction

// Parts of gopher-lua's libraries that are taken as they are.
var (
	baseNames = []string{"getfenv", "getmetatable", "ipairs", "next", "pairs", "rawequal", "rawget", "select",
		"setfenv", "type"}
	stringNames = []string{"len", "lower", "reverse", "upper"}
	mathNames   = []string{"abs", "ceil", "deg", "floor", "fmod", "frexp", "ldexp", "max", "min", "mod", "modf", "rad", "sqrt"}
	tableNames  = []string{"getn", "maxn"}
)

// stockGlobals are the globals of gopher-lua with those of its libraries that are taken from: opened once, in a state in which nothing runs, for all
// hosts to read.
var stockGlobals = sync.OnceValue(func() *lua.LTable {
	L := lua.NewState(lua.Options{SkipOpenLibs: true})
	for _, open := range []lua.LGFunction{lua.OpenBase, lua.OpenTable, lua.OpenString, lua.OpenMath, lua.OpenCoroutine, lua.OpenOs} {
		L.Push(L.NewFunction(open))
		L.Call(0, 0)
	}
	return L.G.Global
})

// openLibraries builds the globals. gopher-lua fills its tables from Go maps, in another order every time; pairs would show
// that, so every table is built again in the order of the names.
func (h *Host) openLibraries() {
	L := h.L
	h.guard = L.NewFunction(h.guarded)
	bindings.SetSpans(L, h.source.Span)
	bounded := h.bounded()
	concat := L.NewFunction(bounded.Concat)
	h.source.SetOperators(source.Operators{Concat: concat, Power: L.NewFunction(lualib.Power)})
	bindings.SetConcat(L, concat)
	base := stockGlobals()
	stockPart := func(name string) *lua.LTable {
		t, _ := base.RawGetString(name).(*lua.LTable)
		return t
	}
	h.modules = h.newModules()
	h.fileMeta = h.newFileMeta()

	globals := L.NewTable()
	L.G.Global, L.Env = globals, globals
	all := map[string]lua.LValue{"_G": globals, "_VERSION": lua.LString(lua.LuaVersion)}
	h.take(all, base, baseNames)
	h.add(all, h.baseFunctions(base))
	part := func(name string, names []string, own functions) *lua.LTable {
		fields := map[string]lua.LValue{}
		if names != nil {
			h.take(fields, stockPart(name), names)
		}
		h.add(fields, own)
		if name == "math" {
			fields["pi"], fields["huge"] = lua.LNumber(math.Pi), lua.LNumber(math.Inf(1))
		}
		t := L.CreateTable(0, len(fields))
		fill(t, fields)
		all[name] = t
		return t
	}
	part("coroutine", nil, h.coroutineFunctions(stockPart("coroutine")))
	part("debug", nil, functions{"traceback": h.debugTraceback, "getinfo": h.debugGetInfo})
	part("io", nil, h.ioFunctions())
	calculated := functions(lualib.Elementary())
	calculated["random"], calculated["randomseed"] = h.mathRandom, h.mathRandomSeed
	part("math", mathNames, calculated)
	part("os", nil, h.osFunctions(stockPart("os")))
	part("table", tableNames, h.tableFunctions(stockPart("table"), bounded.Tables()))
	str := part("string", stringNames, h.stringFunctions(stockPart("string"), bounded.Strings()))
	mt := L.NewTable()
	mt.RawSetString("__index", str)
	L.SetMetatable(lua.LString(""), mt)
	all["package"] = h.modules.pkg
	fill(globals, all)
	for _, name := range []string{"coroutine", "debug", "io", "math", "os", "string", "table"} {
		h.modules.loaded.RawSetString(name, all[name])
	}
	h.openPrelude(globals)
}

// take copies named functions of a library of gopher-lua.
func (h *Host) take(to map[string]lua.LValue, from *lua.LTable, names []string) {
	for _, name := range names {
		v := from.RawGetString(name)
		fn, ok := v.(*lua.LFunction)
		if !ok {
			panic("BUG: host: gopher-lua has no function " + name)
		}
		to[name] = h.own(fn)
	}
}

// own is a function of a library of gopher-lua for the script of this host: the same with an environment of its own, as have the functions that it
// keeps.
func (h *Host) own(fn *lua.LFunction) *lua.LFunction {
	kept := make([]lua.LValue, len(fn.Upvalues))
	for i, u := range fn.Upvalues {
		kept[i] = h.own(u.Value().(*lua.LFunction))
	}
	return h.L.NewClosure(fn.GFunction, kept...)
}

func (h *Host) add(to map[string]lua.LValue, fns functions) {
	for name, fn := range fns {
		to[name] = h.L.NewFunction(fn)
	}
}

// fill sets fields in the order of their names.
func fill(t *lua.LTable, fields map[string]lua.LValue) {
	names := make([]string, 0, len(fields))
	for name := range fields {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		t.RawSetString(name, fields[name])
	}
}

// stock returns a Go function of a library of gopher-lua.
func stock(lib *lua.LTable, name string) lua.LGFunction {
	return lib.RawGetString(name).(*lua.LFunction).GFunction
}
