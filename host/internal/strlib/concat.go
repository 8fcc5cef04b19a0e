package strlib

import (
	"strings"

	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/host/internal/lualib"
)

// Concat is the operator `..` where it may make long texts: its arguments are the operands of a chain. As in the machine the chain is
// joined from its end, texts and numbers at once, and anything else by its __concat with what is after it.
func (s *Library) Concat(L *lua.LState) int {
	last := L.GetTop()
	right := L.Get(last)
	for i := last - 1; i >= 1; {
		left := L.Get(i)
		if !lua.LVCanConvToString(left) || !lua.LVCanConvToString(right) {
			right = joinObjects(L, left, right)
			i--
			continue
		}
		first := i
		for first > 1 && lua.LVCanConvToString(L.Get(first-1)) {
			first--
		}
		right = s.joinTexts(L, first, i, right)
		i = first - 1
	}
	L.Push(right)
	return 1
}

// joinTexts joins the arguments [first, last] and one more.
func (s *Library) joinTexts(L *lua.LState, first, last int, tail lua.LValue) lua.LValue {
	if first == last {
		left, right := lua.LVAsString(L.Get(first)), lua.LVAsString(tail)
		s.Check(L, "'..'", len(left)+len(right))
		s.Room(L, len(left)+len(right))
		return lua.LString(left + right)
	}
	parts := make([]string, 0, last-first+2)
	length := 0
	for i := first; i <= last+1; i++ {
		v := tail
		if i <= last {
			v = L.Get(i)
		}
		part := lua.LVAsString(v)
		parts, length = append(parts, part), length+len(part)
	}
	s.Check(L, "'..'", length)
	s.Room(L, length)
	return lua.LString(strings.Join(parts, ""))
}

func joinObjects(L *lua.LState, left, right lua.LValue) lua.LValue {
	v, done := lualib.Operate(L, "__concat", left, right)
	if !done {
		L.RaiseError("cannot perform concat operation between %v and %v", left.Type().String(), right.Type().String())
	}
	return v
}
