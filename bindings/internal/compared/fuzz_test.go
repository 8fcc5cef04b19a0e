package compared

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"
)

// author writes a script that polls, out of bytes: what there is in Lua to hold, hand on, lose and compare a value.
type author struct {
	bytes []byte
	text  strings.Builder
	depth int
	loops int // variables that count turns
}

// pick chooses one of n; where no bytes are left, the first.
func (w *author) pick(n int) int {
	if len(w.bytes) == 0 {
		return 0
	}
	b := w.bytes[0]
	w.bytes = w.bytes[1:]
	return int(b) % n
}

func (w *author) of(choices ...string) string { return choices[w.pick(len(choices))] }

// variable is a place that can be assigned: locals, some of them shared with closures, globals, and fields.
func (w *author) variable() string {
	return w.of("a", "b", "c", "shared", "a", "b", "g", "t.x", "t[1]")
}

// value is an expression without calls of functions of the script.
func (w *author) value() string {
	if w.depth++; w.depth > 3 {
		w.depth--
		return w.of("a", "b", "3")
	}
	defer func() { w.depth-- }()
	switch w.pick(12) {
	case 0, 1, 2:
		return w.of("0", "1", "2", "3", "4", "5", "6", "2.5", "-1", "nil", "true", `"s"`)
	case 3, 4:
		return w.variable()
	case 5, 6:
		return w.of("poll()", "poll()", "poll()", "tostring(poll())", `string.format("<%d>", poll())`, `"v" .. poll() .. 1`, `("<%d>"):format(poll())`)
	case 7:
		return "(" + w.value() + w.of(" and ", " or ") + w.value() + ")"
	case 8:
		return "num(" + w.variable() + ")" + w.of(" + ", " - ", " * ") + w.of("1", "2")
	case 9:
		return "(" + w.condition() + ")"
	case 10:
		return w.of("id(", "select(2, 0, ", "(function(...) return ... end)(") + w.value() + ")"
	}
	return w.of("{ "+w.value()+" }", "function() return "+w.of("shared", "a", "poll()")+" end", "not "+w.variable(), "#t", "-num(a)")
}

func (w *author) condition() string {
	if w.depth++; w.depth > 3 {
		w.depth--
		return w.of("true", "a == nil")
	}
	defer func() { w.depth-- }()
	switch w.pick(8) {
	case 0:
		return w.variable()
	case 1:
		return "not (" + w.condition() + ")"
	case 2:
		return "(" + w.condition() + w.of(" and ", " or ") + w.condition() + ")"
	case 3:
		return w.value() + w.of(" == ", " ~= ") + w.value()
	}
	left, right := w.of("poll()", "a", "b", "shared", "poll() - 1", "7 - a", "b + 2"), w.of("2", "3", "4", "5", "6", "a", "b", "shared", "g", "t.x", "a - 1", "2.5")
	if w.pick(3) == 0 {
		left, right = right, left
	}
	return left + w.of(" < ", " <= ", " > ", " >= ") + right
}

func (w *author) block(statements int) {
	for range statements {
		w.statement()
	}
}

// statement writes one, of which every loop ends.
func (w *author) statement() {
	if w.depth++; w.depth > 4 {
		w.depth--
		w.text.WriteString("work() ")
		return
	}
	defer func() { w.depth-- }()
	say := func(format string, args ...any) { fmt.Fprintf(&w.text, format+"\n", args...) }
	switch w.pick(22) {
	case 19, 20, 21:
		w.give()
	case 17, 18:
		w.hand()
	case 13, 14, 15, 16:
		w.hold()
	case 0, 1, 2:
		say("%s = %s", w.variable(), w.value())
	case 3:
		say("%s(%s)", w.of("work", "print", "print"), w.value())
	case 4:
		say("local %s = %s", w.of("a", "b", "c"), w.value())
	case 5, 6:
		say("if %s then", w.condition())
		w.block(1 + w.pick(2))
		if w.pick(2) == 0 {
			say("else")
			w.block(1)
		}
		say("end")
	case 7:
		w.loops++
		n := w.loops
		say("local n%d = 0 while %s and n%d < 3 do n%d = n%d + 1", n, w.condition(), n, n, n)
		w.block(1 + w.pick(2))
		say("end")
	case 8:
		w.loops++
		n := w.loops
		say("local n%d = 0 repeat n%d = n%d + 1", n, n, n)
		w.block(1)
		say("until n%d > 2 or %s", n, w.condition())
	case 9:
		say("for i = %s, %s do a = %s", w.of("1", "2", "poll() - 1"), w.of("3", "2", "num(a)", "poll()"), w.of("i", "a", "b"))
		w.block(1)
		say("if i > 9 then break end end")
	case 10:
		say("%s, %s = %s, %s", w.of("a", "b"), w.of("c", "g", "shared"), w.value(), w.value())
	case 11:
		say("do local function f(%s) %s return %s end", w.of("a", "...", ""), w.of("shared = 1", "g = 4", "work(shared)", "t.x = 2"), w.of("shared", "b", "poll()", "poll() < 4"))
		w.block(1 + w.pick(2))
		say("%s = f(%s) end", w.variable(), w.value())
	case 12:
		say("for k, v in pairs { 4, 5 } do c = %s", w.of("k", "v", "a"))
		w.block(1)
		say("end")
	}
}

// hold writes what takes a reading, does something, and only then compares it or gives it away.
func (w *author) hold() {
	w.loops++
	h, want := fmt.Sprintf("h%d", w.loops), w.of("c", "shared", "g", "t.x", "b")
	fmt.Fprintf(&w.text, "do local %s = poll()\n", h)
	switch w.pick(8) {
	case 6:
		fmt.Fprintf(&w.text, "c = 1 for i = 1, 4 do if %s > c then work(2) end c = %s end\n", h, w.of("c + 1", "6", "i"))
	case 0:
		w.text.WriteString("raise()\n")
	case 1:
		fmt.Fprintf(&w.text, "%s = 3 if %s then %s = 1 elseif %s then %s = %s end\n", want, w.of("a", "tick()", "not c"), want, w.of("tick()", "b"), want, w.of("4", "2", "b"))
	case 2:
		fmt.Fprintf(&w.text, "%s = %s %s %s\n", want, w.of("c", "g", "tick()"), w.of("or", "and"), w.of("4", "6", "2"))
	case 3:
		fmt.Fprintf(&w.text, "for i = 1, 2 do %s = %s end\n", want, w.of("i", "num(c) + 1", "i + 3"))
	case 4:
		w.statement()
	case 5:
		fmt.Fprintf(&w.text, "local k = %s %s\n", h, w.of("raise() "+h+" = 1", "if tick() then "+h+" = 4 end"))
	}
	switch w.pick(4) {
	case 0:
		text := w.of(h, `"v" .. `+h, h+" .. 0", h+" + 1", `("<%d>"):format(`+h+")", `"a" .. `+h+` .. "b" .. tostring(`+h+")")
		fmt.Fprintf(&w.text, w.of("work(%s)\n", "print(%s)\n", "do local s = %s print(s, 1) end\n", "do local s = %s if s < b then work(s) end print(s) end\n"), text)
	case 1, 2:
		fmt.Fprintf(&w.text, "if %s %s %s then work(1) end\n", h, w.of("<", "<=", ">", ">="), want)
	case 3:
		fmt.Fprintf(&w.text, "if %s %s %s then work(1) end\n", want, w.of("<", "<=", ">", ">="), h)
	}
	w.text.WriteString("end\n")
}

// hand writes a function that returns a reading, with something before it, and what its caller does with it.
func (w *author) hand() {
	w.loops++
	f, want := fmt.Sprintf("f%d", w.loops), w.of("c", "shared", "g", "t.x", "b", "4")
	switch w.pick(4) {
	case 0:
		fmt.Fprintf(&w.text, "do local function %s() return poll() end\n", f)
	case 1:
		fmt.Fprintf(&w.text, "do local function %s() local v = poll() %s return v end\n", f, w.of("", "raise()", "shared = 1", "b = 3", "if v < 4 then work(3) end", "if v < 3 then return 0 end", "local k = v"))
	case 2:
		fmt.Fprintf(&w.text, "do local function inner() local v = poll() %s return v end local function %s() %s end\n", w.of("", "g = 5", "c = 2"), f, w.of("return inner()", "local v = inner() return v", "local v = inner() shared = 4 return v"))
	case 3:
		fmt.Fprintf(&w.text, "do local function %s() return poll()%s end\n", f, w.of("", ", 1", " + 1", " or 1"))
	}
	switch w.pick(5) {
	case 0:
		fmt.Fprintf(&w.text, w.of("work(%s())\n", "print(%s())\n", "print(1, 'v' .. %s())\n"), f)
	case 1:
		fmt.Fprintf(&w.text, "%s()\n", f)
	case 2:
		fmt.Fprintf(&w.text, "local v = %s() %s if v < %s then work(1) end\n", f, w.of("", "raise()", "c = 3"), want)
	default:
		fmt.Fprintf(&w.text, "if %s() %s %s then work(1) end\n", f, w.of("<", "<=", ">", ">="), want)
	}
	w.text.WriteString("end\n")
}

// give writes a function that gets a reading, and calls of it.
func (w *author) give() {
	w.loops++
	f, want := fmt.Sprintf("f%d", w.loops), w.of("c", "shared", "g", "t.x", "b", "4", "x", "x")
	if w.pick(3) > 0 {
		body := w.of("print(v)", "print('v' .. v, x)", "print(tostring(v), x)", "if v < @ then work(4) end", "return v >= @", "return v", "return v, 1",
			"return print(v)", "return tostring(v)", "return tostring(v), v", "shared = v", "g = v", "t.x = v", "x = v work(x)", "local k = function() return v end work(k())",
			"if x then return v end", "v = x if v and v < 4 then work(5) end", "return x - v", "work(show == v)", "local k = v < @ print(k) return k",
			"local k = v return (function(q) if q < @ then work(6) end return q end)(k, 1)", "for i = 1, 2 do print(v) end", "for i = 1, v do work(7) end")
		body = strings.ReplaceAll(body, "@", want)
		fmt.Fprintf(&w.text, "do local function %s(v, x) %s %s end\n", f, w.of("", "", "raise()", "x = 3", "b = 5", "local v = v", "print(v)"), body)
	} else {
		fmt.Fprintf(&w.text, "do local function %s(%s...) %s end\n", f, w.of("", "", "u, "), w.of("print(...)", "print(string.format('%s %s', ...))", "return ...", "work(...)",
			"local p, q = ... print(p) if num(q) < 4 then work(8) end", "local p, q = ... print(q) if num(p) < 4 then work(8) end", "local q = { ... } work(q[1], q[2])", "work(select('#', ...))",
			"print((...))", "return (...)", "return print(...)", "return string.format('%s', ...)", "(function(...) print(...) end)(1, ...)", "(function(v, ...) work(v) print(...) end)(...)",
			"(function() shared = arg end)()", "work(arg)"))
	}
	fmt.Fprintf(&w.text, w.of("%s(poll(), 4)\n", "%s(4, poll())\n", "%s(poll())\n", "print(%s(poll(), 5))\n", "if %s(poll(), 4) then work(9) end\n", "local k = %s(poll(), 3) work(k)\n",
		"local k = %s(3, poll()) print(k)\n", "local v = poll() %s(v, v) if v < 5 then work(1) end\n", "%s(poll() >= 4, 2)\n", "%s('v' .. poll(), poll())\n",
		"pcall(%s, poll(), 4)\n", "local v = poll() local k = %s(v, 4) if k and k == 5 then work(2) end\n", "if %s(poll(), 4) == 5 then work(2) end\n"), f)
	w.text.WriteString("end\n")
}

// write gives the whole script. What it leaves is told at the end, but for what only the last reading gave: a variable that nobody looks at.
func write(bytes []byte) string {
	w := author{bytes: bytes}
	w.text.WriteString("local a, b, c, shared = 1, 2\nt, g = { 3, x = 4 }, 2\nlocal function show() work(shared) end\n" +
		"local function raise() shared, g, t.x = num(shared) + 3, num(g) + 3, num(t.x) + 2 end\n")
	w.block(4 + w.pick(6))
	w.text.WriteString(w.of("", "work(a)", "work(b, c)", "show()", "work(g, t.x, t[1])", "return a, b"))
	return w.text.String()
}

// readings are what polls read, one after the other.
var readings = []uint64{3, 5, 5, 6, 9}

// reading is what a script found out about one.
type reading struct {
	value, least uint64
	only         bool
}

// play runs a script, in which one reading, from 0, is another number, and gives what it did and found out. ok is false if it cannot be compiled.
func play(text string, change int, to float64) (did []string, polled []reading, ok bool) {
	L := lua.NewState(lua.Options{SkipOpenLibs: true})
	defer L.Close()
	lua.OpenBase(L)
	lua.OpenString(L)
	L.SetGlobal("print", L.NewFunction(func(*lua.LState) int { return 0 })) // what is printed is not what it does
	number := func(v lua.LValue) lua.LNumber { n, _ := v.(lua.LNumber); return n }
	L.SetGlobal("poll", L.NewFunction(func(L *lua.LState) int {
		n := len(polled)
		v := readings[min(n, len(readings)-1)]
		least, only := AtLeast(L, v)
		polled = append(polled, reading{v, least, only})
		if n == change {
			L.Push(lua.LNumber(to))
		} else {
			L.Push(lua.LNumber(v))
		}
		return 1
	}))
	L.SetGlobal("work", L.NewFunction(func(L *lua.LState) int { did = append(did, words(L)); return 0 }))
	L.SetGlobal("num", L.NewFunction(func(L *lua.LState) int { L.Push(number(L.Get(1))); return 1 }))
	ticks := 0
	L.SetGlobal("tick", L.NewFunction(func(L *lua.LState) int { ticks++; L.Push(lua.LBool(ticks%2 == 1)); return 1 }))
	L.SetGlobal("id", L.NewFunction(func(L *lua.LState) int { return L.GetTop() }))
	fn, err := L.LoadString(text)
	if err != nil {
		return nil, nil, false
	}
	L.Push(fn)
	if err = L.PCall(0, lua.MultRet, nil); err != nil {
		did = append(did, strings.SplitN(err.Error(), "\n", 2)[0])
	}
	did = append(did, words(L), "globals", word(L.GetGlobal("g")), word(L.GetGlobal("t")))
	return did, polled, true
}

func words(L *lua.LState) string {
	var all []string
	for i := 1; i <= L.GetTop(); i++ {
		all = append(all, word(L.Get(i)))
	}
	return strings.Join(all, " ")
}

// word is a value without its address.
func word(v lua.LValue) string {
	if t, ok := v.(*lua.LTable); ok {
		return "{" + word(t.RawGetInt(1)) + " " + word(t.RawGetString("x")) + "}"
	}
	if v.Type() == lua.LTFunction {
		return "function"
	}
	return v.Type().String() + " " + v.String()
}

// tell runs a script with every reading in turn at less than it was, as low as the script can have found out: if it does anything else, the value got
// away. What it is given are no whole numbers, because it may know which number the value is not: that is no bound. It says of how many readings the
// script knew a bound alone.
func tell(t *testing.T, text string) (bounds int) {
	did, polled, ok := play(text, -1, 0)
	require.True(t, ok, text)
	for i, r := range polled {
		if !r.only {
			continue
		}
		bounds++
		require.LessOrEqual(t, r.least, r.value, text)
		for v := float64(r.least) + 0.25; v < float64(r.value); v++ {
			other, again, _ := play(text, i, v)
			require.Equal(t, did, other, "reading %d, from 0, was %d, and is said to be known as at least %d; with %v another thing happens in\n%s", i, r.value, r.least, v, text)
			require.Len(t, again, len(polled), text)
		}
	}
	return bounds
}

// TestNoValueGetsAway writes scripts at random.
func TestNoValueGetsAway(t *testing.T) {
	random, bounds, had := rand.New(rand.NewSource(1)), 0, 0
	for range 1000 {
		bytes := make([]byte, 20+random.Intn(120))
		random.Read(bytes)
		text := write(bytes)
		_, polled, ok := play(text, -1, 0)
		require.True(t, ok, text)
		n := tell(t, text)
		bounds, had = bounds+n, had+len(polled)-n
	}
	require.Greater(t, bounds, 500, "readings that scripts only compare")
	require.Greater(t, had, 500, "readings that they have")
}

func FuzzNoValueGetsAway(f *testing.F) {
	f.Add([]byte{5, 4, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
	f.Fuzz(func(t *testing.T, bytes []byte) {
		if len(bytes) > 400 {
			return
		}
		text, runs := write(bytes), 0
		_, polled, _ := play(text, -1, 0)
		for _, r := range polled {
			runs += int(r.value)
		}
		if runs > mostRuns {
			return
		}
		tell(t, text)
	})
}

// mostRuns bounds how often one script is run with other readings: a worker that is busy for seconds counts as one that hangs.
const mostRuns = 300
