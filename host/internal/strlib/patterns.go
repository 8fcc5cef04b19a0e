package strlib

import (
	"strings"

	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/host/internal/pattern"
)

// matcher prepares a search that ends with the run.
func (s *Library) matcher(L *lua.LState, text, p string) *pattern.Matcher {
	return pattern.New(text, p, func() { s.Look(L) })
}

// search is Find; a malformed pattern is an error of the script.
func search(L *lua.LState, m *pattern.Matcher, init int) (start, end int, found bool) {
	start, end, found, err := m.Find(init)
	if err != nil {
		L.RaiseError("%s", err.Error())
	}
	return start, end, found
}

// find is find and match: (text, pattern [, init [, plain]]).
func (s *Library) find(L *lua.LState, positions bool) int {
	text, p := L.CheckString(1), L.CheckString(2)
	init := startOf(L, 3, len(text))
	if positions && (L.ToBool(4) || pattern.Plain(p)) {
		i := strings.Index(text[init:], p)
		if i < 0 {
			L.Push(lua.LNil)
			return 1
		}
		L.Push(lua.LNumber(init + i + 1))
		L.Push(lua.LNumber(init + i + len(p)))
		return 2
	}
	m := s.matcher(L, text, p)
	start, end, found := search(L, m, init)
	switch {
	case !found:
		L.Push(lua.LNil)
		return 1
	case positions:
		L.Push(lua.LNumber(start + 1))
		L.Push(lua.LNumber(end))
		return 2 + pushCaptures(L, m, text, nil)
	}
	return pushCaptures(L, m, text, &pattern.Capture{Start: start, End: end})
}

// startOf reads a position of a text, from 1 or negative from the end, as a byte from 0. What is beyond an end is that end.
func startOf(L *lua.LState, arg, length int) int {
	n := float64(L.OptNumber(arg, 1))
	if n < 0 {
		n += float64(length) + 1
	}
	if !(n > 1) {
		return 0
	}
	return int(min(n-1, float64(length)))
}

// pushCaptures pushes all captures; if there are none it pushes the whole match, unless that is nil.
func pushCaptures(L *lua.LState, m *pattern.Matcher, text string, whole *pattern.Capture) int {
	captures := m.Captures()
	if len(captures) == 0 && whole != nil {
		captures = []pattern.Capture{*whole}
	}
	for _, c := range captures {
		L.Push(captured(text, c))
	}
	return len(captures)
}

func captured(text string, c pattern.Capture) lua.LValue {
	if c.Position {
		return lua.LNumber(c.Start + 1)
	}
	return lua.LString(text[c.Start:c.End])
}

// gmatch returns a function that gives the captures of the next match each time.
func (s *Library) gmatch(L *lua.LState) int {
	text, p := L.CheckString(1), L.CheckString(2)
	next := 0
	L.Push(L.NewFunction(func(L *lua.LState) int {
		if next > len(text) {
			return 0
		}
		m := s.matcher(L, text, p)
		start, end, found := search(L, m, next)
		if !found {
			next = len(text) + 1
			return 0
		}
		next = max(end, start+1)
		if strings.HasPrefix(p, "^") {
			next = len(text) + 1
		}
		return pushCaptures(L, m, text, &pattern.Capture{Start: start, End: end})
	}))
	return 1
}

// gsub is gsub: (text, pattern, replacement [, n]).
func (s *Library) gsub(L *lua.LState) int {
	text, p := L.CheckString(1), L.CheckString(2)
	L.CheckTypes(3, lua.LTString, lua.LTNumber, lua.LTTable, lua.LTFunction)
	most := float64(L.OptNumber(4, lua.LNumber(len(text)+1)))
	m := s.matcher(L, text, p)
	var b strings.Builder
	count, pos := 0, 0
	for float64(count) < most {
		start, end, found := search(L, m, pos)
		if !found {
			break
		}
		count++
		b.WriteString(text[pos:start])
		replacement := s.replacement(L, m, text, pattern.Capture{Start: start, End: end})
		s.Check(L, "string.gsub", b.Len()+len(replacement)+len(text)-end)
		b.WriteString(replacement)
		if pos = end; end == start {
			if start < len(text) {
				b.WriteByte(text[start])
			}
			pos++
		}
		if pos > len(text) || strings.HasPrefix(p, "^") {
			break
		}
	}
	if pos < len(text) {
		b.WriteString(text[pos:])
	}
	L.Push(lua.LString(b.String()))
	L.Push(lua.LNumber(count))
	return 2
}

// replacement is what gsub puts in the place of a matcs.
func (s *Library) replacement(L *lua.LState, m *pattern.Matcher, text string, whole pattern.Capture) string {
	first := whole
	if c := m.Captures(); len(c) > 0 {
		first = c[0]
	}
	var v lua.LValue
	switch r := L.Get(3).(type) {
	case *lua.LTable:
		v = L.GetTable(r, captured(text, first))
	case *lua.LFunction:
		L.Push(r)
		L.Call(pushCaptures(L, m, text, &whole), 1)
		v = L.Get(-1)
		L.Pop(1)
	default:
		return s.expand(L, m, text, whole, lua.LVAsString(r))
	}
	switch {
	case lua.LVIsFalse(v):
		return text[whole.Start:whole.End]
	case !lua.LVCanConvToString(v):
		L.RaiseError("invalid replacement value (%s)", "a "+v.Type().String())
	}
	return s.Text(v)
}

// expand puts captures in the places of %0 to %9. A match without captures is its own first.
func (s *Library) expand(L *lua.LState, m *pattern.Matcher, text string, whole pattern.Capture, replacement string) string {
	if strings.IndexByte(replacement, '%') < 0 {
		return replacement
	}
	captures := m.Captures()
	if len(captures) == 0 {
		captures = []pattern.Capture{whole}
	}
	var b strings.Builder
	for i := 0; i < len(replacement); i++ {
		c := replacement[i]
		if c != '%' || i+1 == len(replacement) {
			b.WriteByte(c)
			continue
		}
		i++
		switch c := replacement[i]; {
		case c < '0' || c > '9':
			b.WriteByte(c)
		case c == '0':
			b.WriteString(text[whole.Start:whole.End])
		case int(c-'1') < len(captures):
			b.WriteString(s.Text(captured(text, captures[c-'1'])))
		default:
			L.RaiseError("invalid capture index")
		}
		s.Check(L, "string.gsub", b.Len())
	}
	return b.String()
}
