package lualib

import (
	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu/elementary"
)

// Elementary returns functions for the table math whose results are the same on every processor. gopher-lua's are those of Go, some of
// which differ in the last bit.
func Elementary() map[string]lua.LGFunction {
	ones := map[string]func(float64) float64{
		"acos": elementary.Acos, "asin": elementary.Asin, "atan": elementary.Atan, "cos": elementary.Cos,
		"cosh": elementary.Cosh, "exp": elementary.Exp,
		"log": elementary.Log, "log10": elementary.Log10, "sin": elementary.Sin, "sinh": elementary.Sinh,
		"tan": elementary.Tan, "tanh": elementary.Tanh,
	}
	functions := map[string]lua.LGFunction{"atan2": ofTwo(elementary.Atan2), "pow": ofTwo(elementary.Pow)}
	for name, f := range ones {
		functions[name] = func(L *lua.LState) int {
			L.Push(lua.LNumber(f(float64(L.CheckNumber(1)))))
			return 1
		}
	}
	return functions
}

func ofTwo(f func(a, b float64) float64) lua.LGFunction {
	return func(L *lua.LState) int {
		L.Push(lua.LNumber(f(float64(L.CheckNumber(1)), float64(L.CheckNumber(2)))))
		return 1
	}
}

// Power is the operator `^` (Lua 5.1 Reference Manual, section 2.8, "pow"): numbers, then the __pow of an operand, then texts of numbers.
func Power(L *lua.LState) int {
	left, right := L.Get(1), L.Get(2)
	x, isNumber := left.(lua.LNumber)
	y, too := right.(lua.LNumber)
	if !isNumber || !too {
		if v, done := Operate(L, "__pow", left, right); done {
			L.Push(v)
			return 1
		}
		x, isNumber = numberOf(left)
		y, too = numberOf(right)
		if !isNumber || !too {
			L.RaiseError("cannot perform pow operation between %v and %v", left.Type().String(), right.Type().String())
		}
	}
	L.Push(lua.LNumber(elementary.Pow(float64(x), float64(y))))
	return 1
}

// Operate calls the metamethod of an operator, of the first operand that has one; done is false if none has.
func Operate(L *lua.LState, event string, left, right lua.LValue) (v lua.LValue, done bool) {
	for _, operand := range [...]lua.LValue{left, right} {
		if method := L.GetMetaField(operand, event); method.Type() == lua.LTFunction {
			L.Push(method)
			L.Push(left)
			L.Push(right)
			L.Call(2, 1)
			v = L.Get(-1)
			L.Pop(1)
			return v, true
		}
	}
	return nil, false
}

// numberOf reads a number, or a text that is one as the machine's other operators read it.
func numberOf(v lua.LValue) (lua.LNumber, bool) {
	text, isText := v.(lua.LString)
	if !isText {
		n, isNumber := v.(lua.LNumber)
		return n, isNumber
	}
	n, ok := Number(string(text))
	return lua.LNumber(n), ok
}
