package source

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/host/internal/source/adapt"
)

// evaluate compiles and runs a text.
func evaluate(t *testing.T, text string) *lua.LState {
	t.Helper()
	proto, err := NewSet().Load("large.lua", text)
	require.NoError(t, err)
	L := lua.NewState()
	t.Cleanup(L.Close)
	L.Push(L.NewFunctionFromProto(proto))
	require.NoError(t, L.PCall(0, lua.MultRet, nil))
	return L
}

// elements writes n elements with their separators; each is its index and a half.
func elements(n int) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "%d.5, ", i)
	}
	return b.String()
}

func TestLongTables(t *testing.T) {
	const values = "local function f() return 'x', 'y' end local function g(...) return "
	for _, n := range []int{0, 1, 49, 50, 51, 99, 100, 101, 25_550, 25_551, 60_000} {
		if testing.Short() && n > 101 {
			break
		}
		for i, tail := range []struct {
			text  string
			after []lua.LValue // the elements after the n
			a, b  lua.LValue   // fields
		}{
			{"", nil, lua.LNil, lua.LNil},
			{"f()", []lua.LValue{lua.LString("x"), lua.LString("y")}, lua.LNil, lua.LNil},
			{"(f())", []lua.LValue{lua.LString("x")}, lua.LNil, lua.LNil},
			{"...", []lua.LValue{lua.LNumber(7), lua.LNil, lua.LNumber(9)}, lua.LNil, lua.LNil},
			{"a = f()", nil, lua.LString("x"), lua.LNil},
			{"a = f(), b = f(), 'z'", []lua.LValue{lua.LString("z")}, lua.LString("x"), lua.LString("x")},
			{"a = f(), f()", []lua.LValue{lua.LString("x"), lua.LString("y")}, lua.LString("x"), lua.LNil},
			{"{ " + elements(51) + "f() }", []lua.LValue{nil}, lua.LNil, lua.LNil},
		} {
			if n == 60_000 && i > 1 {
				break // what follows the elements has been looked at with fewer
			}
			L := evaluate(t, values+"{ "+elements(n)+tail.text+" } end return g(7, nil, 9)")
			table := L.CheckTable(1)
			where := fmt.Sprintf("%d elements and %s", n, tail.text)
			for i := 1; i <= n; i++ {
				if table.RawGetInt(i) != lua.LNumber(i)+0.5 {
					require.Equal(t, lua.LNumber(i)+0.5, table.RawGetInt(i), "%s: element %d", where, i)
				}
			}
			for i, v := range tail.after {
				if v == nil {
					inner := table.RawGetInt(n + 1).(*lua.LTable)
					require.Equal(t, lua.LNumber(1.5), inner.RawGetInt(1), where)
					require.Equal(t, lua.LString("y"), inner.RawGetInt(53), where)
					continue
				}
				require.Equal(t, v, table.RawGetInt(n+1+i), where)
			}
			require.Equal(t, lua.LNil, table.RawGetInt(n+len(tail.after)+1), where)
			require.Equal(t, tail.a, table.RawGetString("a"), where)
			require.Equal(t, tail.b, table.RawGetString("b"), where)
		}
	}
}

// skipLarge leaves large texts out of a short run: they are read and compiled on one goroutine, so the race detector learns nothing from them.
func skipLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("large texts")
	}
}

// Every kind of place a constant can have, after more constants than the compiler numbers itself.
func TestManyConstants(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"number", "return 0.125", "0.125"},
		{"text", "return 'late text'", "late text"},
		{"early number", "return 7.5", "7.5"},
		{"field", "local t = { lateName = 3 } return t.lateName", "3"},
		{"field of two", "local t = { late1 = { late2 = 5 } } t.late1.late2 = t.late1.late2 + 0.0625 return t.late1.late2", "5.0625"},
		{"number as key", "local t = { [0.0625] = 'v' } t[0.03125] = 'w' return t[0.0625] .. t[0.03125]", "vw"},
		{"number and text keys", "local t = { ['900.5'] = 1, [900.5] = 2 } return t['900.5'] .. t[900.5]", "12"},
		{"two variables", "local t, u = {}, {} t[0.25 / 2], u.late = 0.375, 0.625 return t[0.125] + u.late", "1"},
		{"minus", "return -0.0009765625", "-0.0009765625"},
		{"arithmetic", "return 0.03125 * 3 + 0.25 ^ 2 - -0.5", "0.65625"},
		{"comparison", "return tostring(0.0009765625 < 0.001953125) .. tostring('late a' == 'late a')", "truetrue"},
		{"logic", "local x = nil return (x or 0.0009765625) and 'late yes'", "late yes"},
		{"condition", "if 0.0009765625 then return 'late then' end", "late then"},
		{"not", "return tostring(not 'late')", "false"},
		{"length", "return #'late text!'", "10"},
		{"concatenation", "local a = 'late b' return a .. 'late c' .. 0.25 .. a", "late blate c0.25late b"},
		{"argument", "return math.max(901.25, 902.25)", "902.25"},
		{"text argument", "return tostring 'late argument'", "late argument"},
		{"method", "return ('late'):rep(2)", "latelate"},
		{"function", "local m = { lateA = {} } function m.lateA.lateF(x) return x .. 'late' end return m.lateA.lateF('very ')", "very late"},
		{"loop", "local n = 0 for i = 1000.5, 1010.5, 5.25 do n = n + i end return n", "2006.25"},
		{"inner function", "return (function() local t = { 0.0009765625 } return t[1] * 1024 end)()", "1"},
		{"several", "local a, b, c = 1001.5, 'late', 1002.5 return a + c .. b", "2004late"},
		{"placeholder's own text", "return '(' .. 0.5 .. '(('", "(0.5(("},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, n := range []int{0, 200, 255, 256, 257, 3000} {
				L := evaluate(t, "local _ = { "+elements(n)+"} "+tt.text)
				require.Equal(t, tt.want, L.Get(-1).String(), "behind %d constants", n)
			}
		})
	}
}

// Constants that the compiler would compute add to their number.
func TestFoldedConstants(t *testing.T) {
	var b strings.Builder
	b.WriteString("local n = 0 ")
	for i := range 3000 {
		fmt.Fprintf(&b, "n = n + (%d - %d * 2) ", i%60, i%50)
	}
	want := 0
	for i := range 3000 {
		want += i%60 - i%50*2
	}
	proto, err := NewSet().Load("fold.lua", b.String()+"return n")
	require.NoError(t, err)
	require.Less(t, len(proto.Constants), 1000)
	require.Equal(t, lua.LNumber(want), evaluate(t, b.String()+"return n").Get(-1))
}

// There is no limit for different constants but that of the text.
func TestVeryManyConstants(t *testing.T) {
	skipLarge(t)
	const n = adapt.MaxDirect + 2*adapt.Drawer + 1000
	L := evaluate(t, "local t = { "+elements(n)+" } return t, #t, "+
		"1.5, 155000.5 + 155001.5, ({ [155002.5] = 'k' })[155002.5], ({ late = 'l' }).late, -155003.5, 155000.5 < 155001.5")
	table := L.CheckTable(1)
	for i := 1; i <= n; i++ {
		if table.RawGetInt(i) != lua.LNumber(i)+0.5 {
			require.Equal(t, lua.LNumber(i)+0.5, table.RawGetInt(i), "element %d", i)
		}
	}
	for i, want := range []string{"201000", "1.5", "310002", "k", "l", "-155003.5", "true"} {
		require.Equal(t, want, L.Get(i+2).String())
	}
}

func TestNamesOfLateCalls(t *testing.T) {
	proto, err := NewSet().Load("c.lua", "local m = {} local _ = { "+elements(300)+"} m.lateCall()")
	require.NoError(t, err)
	require.Equal(t, "lateCall", proto.DbgCalls[0].Name)
}

func TestBoundsOfFunctions(t *testing.T) {
	skipLarge(t)
	repeat := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	upvalues := func(n int) string {
		var b strings.Builder
		for f := range n/100 + 1 {
			b.WriteString("return function() ")
			for i := f * 100; i < min(n, f*100+100); i++ {
				fmt.Fprintf(&b, "local v%d ", i)
			}
		}
		return b.String() + "return function() return { " + repeat(n, "v%d, ") + "} end " + strings.Repeat("end ", n/100+1)
	}
	tests := []struct{ name, ok, bad, title string }{
		{"names", repeat(2000, "g%d = 1 "), repeat(2001, "g%d = 1 "), "a function has more than 2000 different globals and methods"},
		{"methods", "local o " + repeat(2000, "o:m%d() "), "local o " + repeat(2001, "o:m%d() "), "a function has more than 2000 different globals and methods"},
		{"names of two functions", repeat(1500, "g%d = 1 ") + "function f() " + repeat(1500, "h%d = 1 ") + "end",
			"function f() " + repeat(2001, "h%d = 1 ") + "end", "a function has more than 2000 different globals and methods"},
		{"labels", repeat(1000, "::l%d:: "), repeat(1001, "::l%d:: "), "a function has more than 1000 labels and gotos"},
		{"operators", "x = 1" + strings.Repeat(" + a", 999), "x = 1" + strings.Repeat(" + a", 1001), "more than 1000 operators, fields or calls follow one another in one expression"},
		{"fields", "x = a" + strings.Repeat(".b", 1000), "x = a" + strings.Repeat(".b", 1001), "more than 1000 operators, fields or calls follow one another in one expression"},
		{"upvalues", upvalues(255), upvalues(256), "a function uses more than 255 local variables of the functions around it"},
		{"loop", "local x while x do " + strings.Repeat("x = nil ", 130_000) + "end", "local x while x do " + strings.Repeat("x = nil ", 132_000) + "end", ""},
		{"numeric loop", "local x for i = 1, 2 do " + strings.Repeat("x = nil ", 130_000) + "end", "local x for i = 1, 2 do " + strings.Repeat("x = nil ", 132_000) + "end", ""},
		{"long function", strings.Repeat("x = nil ", 132_000), "repeat " + strings.Repeat("x = nil ", 132_000) + " until x", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := NewSet().Load("b.lua", tt.ok)
			require.NoError(t, err)
			_, err = NewSet().Load("b.lua", tt.bad)
			require.Error(t, err)
			require.Contains(t, err.Error(), tt.title)
		})
	}
}

func TestLargestText(t *testing.T) {
	skipLarge(t)
	_, err := NewSet().Load("t.lua", "return 1"+strings.Repeat(" ", (64<<20)-8))
	require.NoError(t, err)
	_, err = NewSet().Load("t.lua", "return 1"+strings.Repeat(" ", (64<<20)-7))
	require.ErrorContains(t, err, "the script is too large: 67108865 bytes, and at most 67108864 are compiled")
}

// A closed channel stops the parser of a large text and not that of a small one, which is done before it looks.
func TestLoadStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := NewSet()
	_, err := s.LoadContext(ctx, "a", "return { "+elements(5000)+"}")
	require.ErrorIs(t, err, ErrStopped)
	_, err = s.LoadContext(ctx, "a", "return 1")
	require.NoError(t, err)
	_, err = s.LoadContext(context.Background(), "a", "return { "+elements(5000)+"}")
	require.NoError(t, err)
}

func TestConcatIsCalledWhereTextsCanGrow(t *testing.T) {
	tests := []struct {
		text  string
		calls []string // the operands of each call
		want  string
	}{
		{"local a, b = 'x', 'y' return a .. b", []string{"x y"}, "xy"},
		{"local a, b = 'x', 'y' return a .. ', ' .. b .. 1 .. a", []string{"x ,  y 1 x"}, "x, y1x"},
		{"local a = 'x' return a .. 'short' .. 5", nil, "xshort5"},
		{"local a = 'x' return a .. '" + strings.Repeat("l", 64) + "'", nil, "x" + strings.Repeat("l", 64)},
		{"local a = 'x' return a .. '" + strings.Repeat("l", 65) + "'", []string{"x " + strings.Repeat("l", 65)}, "x" + strings.Repeat("l", 65)},
		{"local a = 'x' return (a .. a) .. (a .. a)", []string{"x x", "xx x x"}, "xxxx"},
		{"local function f() return 'x', 'y' end return f() .. f()", []string{"x x"}, "xx"},
		{"local function f(...) return 'x' .. '' .. ... end return f('a', 'b') .. f('c', 'd')", []string{"xa xc"}, "xaxc"},
		{"local function f(s, t) s = s .. t return s .. s end return f('a', 'b')", []string{"a b", "ab ab"}, "abab"},
		{"local a, c = 'x', true return c and a .. a or a", []string{"x x"}, "xx"},
		{"local t, a = {}, 'x' t[a .. a], t.u = a .. a, 1 return t.xx .. t.u", []string{"x x", "x x", "xx 1"}, "xx1"},
	}
	for _, tt := range tests {
		L := lua.NewState()
		var calls []string
		s := NewSet()
		s.SetOperators(Operators{Concat: L.NewFunction(func(L *lua.LState) int {
			var parts []string
			for i := 1; i <= L.GetTop(); i++ {
				parts = append(parts, L.Get(i).String())
			}
			calls = append(calls, strings.Join(parts, " "))
			L.Push(lua.LString(strings.Join(parts, "")))
			return 1
		})})
		proto, err := s.Load("c.lua", tt.text)
		require.NoError(t, err)
		L.Push(L.NewFunctionFromProto(proto))
		require.NoError(t, L.PCall(0, 1, nil), tt.text)
		require.Equal(t, tt.want, L.Get(-1).String(), tt.text)
		require.Equal(t, tt.calls, calls, tt.text)
		L.Close()
	}
}

// The call stands where the operator stood.
func TestPlaceOfConcat(t *testing.T) {
	s := NewSet()
	L := lua.NewState()
	defer L.Close()
	var site gpu.Site
	s.SetOperators(Operators{Concat: L.NewFunction(func(L *lua.LState) int {
		frame, _ := L.GetStack(1)
		_, err := L.GetInfo("l", frame, nil)
		require.NoError(t, err)
		site = gpu.Site(frame.CurrentLine)
		return 0
	})})
	proto, err := s.Load("c.lua", "local a = ''\nlocal b = a .. a")
	require.NoError(t, err)
	L.Push(L.NewFunctionFromProto(proto))
	require.NoError(t, L.PCall(0, 0, nil))
	at, ok := s.Point(site)
	require.True(t, ok)
	require.Equal(t, [2]int{2, 13}, [2]int{at.Line, at.Col})
}
