// Package exposed makes values of the embedding program visible to a script, and keeps callbacks that the script passes back within the limits of the
// run.
//
// gopher-luar does the work: methods, fields, elements, calls. But it calls a function of the script on a separate Lua state, whose context is
// derived from that of the run: that context neither counts nor ends, and the state's stack starts empty.
//
//	script ── each(f) ──▶ call: f becomes within(f) ──▶ gopher-luar ──▶ Go function ── f() ──▶ new state ──▶ within(f): Enter, f, Leave
//
// So every function of gopher-luar that a script can reach is wrapped when the script gets it: functions themselves, and those of metatables. They
// are changed in place, so a value keeps its identity.
//
// The package must not know the host, limits or diagnostics.
package exposed

import (
	"context"
	"reflect"

	"github.com/yuin/gopher-lua"
	"layeh.com/gopher-luar"
)

// Values exposes values to one Lua state. It belongs to the goroutine of that state.
type Values struct {
	L     *lua.LState
	Enter func(thread, caller *lua.LState) // before a function of the script runs on a state that was made for it; caller had passed it to the program
	Leave func(thread *lua.LState)         // after it, also if it or Enter failed
	Guard *lua.LFunction                   // calls its first argument with the others and captures errors

	// Panicked raises an error of what a function of the program panicked with. A coroutine would make a text of it.
	Panicked func(L *lua.LState, r any)

	Context func() context.Context // of the run
	Ended   func(L *lua.LState)    // raises the error that ends the script when that context has

	tables map[*lua.LTable]bool // metatables that are wrapped
}

// New returns a value for the script. What is a function of gopher-lua already stays one.
func (x *Values) New(value any) lua.LValue {
	switch fn := value.(type) {
	case func(*lua.LState) int:
		return x.function(fn)
	case lua.LGFunction:
		return x.function(fn)
	}
	v := luar.New(x.L, value)
	x.adopt(v)
	return v
}

// function is a function of gopher-lua for the script.
func (x *Values) function(fn lua.LGFunction) lua.LValue {
	if fn == nil {
		return lua.LNil
	}
	return x.L.NewFunction(func(L *lua.LState) int {
		defer x.caught(L)
		return fn(L)
	})
}

// caught is deferred where a function of the program runs. Errors of Lua go on.
func (x *Values) caught(L *lua.LState) {
	switch r := recover().(type) {
	case nil:
	case *lua.ApiError:
		panic(r)
	default:
		x.Panicked(L, r)
	}
}

// isCall reports whether a function is one of Go's after gopher-luar: the two that call are recognised by their code.
var isCall = func() func(*lua.LFunction) bool {
	L := lua.NewState(lua.Options{SkipOpenLibs: true})
	defer L.Close()
	code := func(fn *lua.LFunction) uintptr { return reflect.ValueOf(fn.GFunction).Pointer() }
	regular := code(luar.New(L, func() {}).(*lua.LFunction))
	bypass := code(luar.New(L, func(*luar.LState) int { return 0 }).(*lua.LFunction))
	return func(fn *lua.LFunction) bool {
		return fn.IsG && (code(fn) == regular || code(fn) == bypass)
	}
}()

// adopt wraps what a script gets to see for the first time.
func (x *Values) adopt(v lua.LValue) {
	switch v := v.(type) {
	case *lua.LFunction:
		if isCall(v) {
			v.GFunction = x.call(v.GFunction, v.Upvalues[0].Value().(*lua.LUserData).Value.(reflect.Value).Type())
		}
	case *lua.LUserData:
		mt, ok := v.Metatable.(*lua.LTable)
		if !ok || x.tables[mt] || !isMetatable(mt) {
			return
		}
		if x.tables == nil {
			x.tables = map[*lua.LTable]bool{}
		}
		x.tables[mt] = true
		mt.ForEach(func(name, field lua.LValue) {
			fn, ok := field.(*lua.LFunction)
			if !ok || !fn.IsG {
				return
			}
			called := name.String() == "__call"
			if called && reflect.TypeOf(v.Value).Kind() == reflect.Chan {
				fn.GFunction = x.channel(fn.GFunction)
			}
			fn.GFunction = x.access(fn.GFunction, called)
		})
	}
}

// isMetatable reports whether a metatable is gopher-luar's: it has the methods of the type, or makes values of it.
func isMetatable(mt *lua.LTable) bool {
	return mt.RawGetString("methods") != lua.LNil || mt.RawGetString("__call") != lua.LNil
}

// call wraps a function of the program. What it takes as a Lua value stays as it is: the program calls that itself.
func (x *Values) call(fn lua.LGFunction, function reflect.Type) lua.LGFunction {
	within := make([]bool, function.NumIn()) // which parameters may lead to functions of the script; what is beyond the last is as the last
	for i := range within {
		within[i] = leadsToFunctions(function, i)
	}
	return func(L *lua.LState) int {
		defer x.caught(L)
		for i := 1; i <= L.GetTop() && len(within) > 0; i++ {
			if within[min(i, len(within))-1] {
				x.replace(L, i)
			}
		}
		return x.results(L, fn(L))
	}
}

// access wraps an access to a value of the program: to a field, to an element, and the call that gives an iterator over elements.
func (x *Values) access(fn lua.LGFunction, iterates bool) lua.LGFunction {
	return func(L *lua.LState) int {
		for i := 2; i <= L.GetTop(); i++ {
			x.replace(L, i)
		}
		n := x.results(L, fn(L))
		if f, ok := L.Get(-1).(*lua.LFunction); ok && iterates && n == 1 && f.IsG && !isCall(f) {
			f.GFunction = x.access(f.GFunction, false)
		}
		return n
	}
}

// results adopts the last n values of the stack.
func (x *Values) results(L *lua.LState, n int) int {
	for i := L.GetTop() - n + 1; i <= L.GetTop(); i++ {
		x.adopt(L.Get(i))
	}
	return n
}

var (
	luaValue = reflect.TypeFor[lua.LValue]()
	luaState = reflect.TypeFor[*luar.LState]()
)

// leadsToFunctions reports whether gopher-luar may make a Go function of what is passed for a parameter, or of what is in it.
func leadsToFunctions(function reflect.Type, i int) bool {
	t := function.In(i)
	if function.IsVariadic() && i == function.NumIn()-1 {
		t = t.Elem()
	}
	return t != luaState && !t.Implements(luaValue)
}

// replace puts functions of the script on the stack, and those in tables, within the limits. Of a table that holds one a copy is passed on; Go gets a
// copy of its elements anyway.
func (x *Values) replace(L *lua.LState, i int) {
	switch v := L.Get(i).(type) {
	case *lua.LFunction:
		L.Replace(i, x.within(L, v))
	case *lua.LTable:
		found := look(v)
		if found.refusal != "" {
			L.ArgError(i, found.refusal)
		}
		if found.function {
			L.Replace(i, x.copied(L, v, map[*lua.LTable]*lua.LTable{}))
		}
	}
}

// copied is a table with its functions within the limits.
func (x *Values) copied(L *lua.LState, t *lua.LTable, seen map[*lua.LTable]*lua.LTable) *lua.LTable {
	if c, ok := seen[t]; ok {
		return c
	}
	c := L.NewTable()
	c.Metatable = t.Metatable
	seen[t] = c
	t.ForEach(func(k, v lua.LValue) {
		switch v := v.(type) {
		case *lua.LFunction:
			c.RawSet(k, x.within(L, v))
		case *lua.LTable:
			c.RawSet(k, x.copied(L, v, seen))
		default:
			c.RawSet(k, v)
		}
	})
	return c
}

// within is a function that runs one of the script on the state that gopher-luar makes for it.
func (x *Values) within(caller *lua.LState, fn *lua.LFunction) *lua.LFunction {
	if isCall(fn) {
		return fn
	}
	return caller.NewFunction(func(thread *lua.LState) int {
		n := thread.GetTop()
		for i := 1; i <= n; i++ {
			x.adopt(thread.Get(i))
		}
		defer x.Leave(thread)
		x.Enter(thread, caller)
		thread.Insert(fn, 1)
		thread.Insert(x.Guard, 1)
		thread.Call(n+1, lua.MultRet)
		return thread.GetTop()
	})
}
