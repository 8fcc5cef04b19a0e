package compared

import (
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"
)

// has is what a script finds out that has the number.
const has = -1

// scripts poll once or several times; the first reading is 5. want is what the first one tells.
var scripts = []struct {
	name, text string
	want       int
}{
	{"a loop up to 4", `while poll() < 4 do end`, 4},
	{"a loop up to 5", `while poll() < 5 do end`, 5},
	{"a loop up to 6, that goes on", `local n = 0 while poll() < 6 and n < 3 do n = n + 1 end`, 0},
	{"the other way round", `while 4 > poll() do end`, 4},
	{"more than 4", `if poll() > 4 then work() end`, 5},
	{"more than 5", `if poll() > 5 then work() end`, 0},
	{"at most 4", `if poll() <= 4 then work() end`, 5},
	{"between two values", `if poll() >= 3.5 then work() end`, 4},
	{"not", `if not (poll() < 3) then work() end`, 3},
	{"as a value", `local done = poll() >= 3 work(done)`, 3},
	{"returned", `local function done(v) return poll() >= v end work(done(2))`, 2},
	{"against a local", `local want = 4 while poll() < want do work() end`, 4},
	{"against a local that changes", `local want = 3 for i = 1, 2 do want = want + 1 if poll() < want then work() end end`, 4},
	{"against an upvalue", `local want = 4 local function wait() while poll() < want do end end wait()`, 4},
	{"against a global", `want = 4 while poll() < want do end`, 4},
	{"against a field", `local t = { want = 4 } while poll() < t.want do end`, 4},
	{"against an element", `local t = { 2, 3, 4 } for i = 3, 3 do while poll() < t[i] do end end`, 4},
	{"against a calculation", `for frame = 6, 6 do while poll() < frame - 2 do end end`, 4},
	{"against a count of a loop", `for frame = 3, 4 do while poll() < frame do end end`, 3},
	{"kept in a local", `local v = poll() while v < 4 do v = poll() end`, 4},
	{"kept in a local that is assigned", `local v repeat v = poll() until v >= 4`, 4},
	{"compared twice", `local v = poll() if v >= 2 then work() end if v >= 4 then work() end`, 4},
	{"is it a number", `local v = poll() if v and v ~= nil and v >= 4 then work() end`, 4},

	{"before a variable that a function shares", `while poll() < 4 do end local y = 1 work(function() return y end)`, 4},
	{"before two variables that functions share", `while poll() < 4 do end local x, y = 1, 2 work(function() return x end, function() return y end)`, 4},
	{"before a function that calls itself", `while poll() < 4 do end local function down(n) if n > 0 then down(n - 1) end end down(1)`, 4},
	{"behind a block whose variable a function shares", `do local y = 1 work(function() return y end) end while poll() < 4 do end`, 4},
	{"in a loop, before a variable that a function shares", `for i = 1, 2 do while poll() < 4 do end local y = i work(function() return y end) end`, 4},
	{"in a loop that is left, before a variable that a function shares",
		`for i = 1, 2 do if poll() < 4 then break end local y = i work(function() return y end) end`, 4},
	{"against a local that a function shares later", `local want, v = 4, poll() work() if v < want then work() end work(function() want = 1 end)`, 4},

	{"never used", `poll()`, 0},
	{"never used, in a local", `local v = poll() work()`, 0},
	{"an if with nothing in it", `if poll() < 4 then end`, 0},
	{"an if with nothing on either side", `if poll() < 4 then else end work()`, 0},
	{"an if with nothing in it, of a local", `local v, n = poll(), 3 if n ~= 0 and n > v then end work()`, 0},
	{"an if with nothing in it, then one with something", `local v = poll() if v < 5 then end if v < 3 then work() end`, 3},
	{"an if that says what it found", `local done if poll() >= 4 then done = true end work(done)`, 4},
	{"an if with nothing in it, in a loop", `for i = 1, 2 do if poll() < 4 then end end`, 0},

	{"an if that only prints", `if poll() < 4 then print("behind", 1) end work()`, 0},
	{"an if that only prints twice", `local v = poll() if v < 4 then print("behind") print(want) end work()`, 0},
	{"an if that prints and works", `if poll() < 4 then print("behind") work() end`, 4},
	{"an if that prints and notes", `local done if poll() >= 4 then print("done") done = true end work(done)`, 4},
	{"an if that notes and prints", `local done if poll() >= 4 then done = true print("done") end work(done)`, 4},
	{"an if that prints what it makes", `local done if poll() >= 4 then print("done") else work() end`, 4},
	{"an if that calls what is named print", `local print = work if poll() < 4 then print() end`, 4},
	{"an if that sets an event", `local e, F = event, fence if poll() < 4 then F:SetEventOnCompletion(4, e) end`, 0},
	{"an if that sets an event of a field", `local t, F = { e = event }, fence if poll() < 4 then F:SetEventOnCompletion(4, t.e) end`, 0},
	{"an if that sets an event of an upvalue", `local e = event local function go() if poll() < 4 then fence:SetEventOnCompletion(4, e) end end go()`, 0},
	{"an if that waits for it", `local e, F = event, fence if poll() < 4 then F:SetEventOnCompletion(4, e) work(e) end`, 4},
	{"an if that looks at it", `local e, F = event, fence if poll() < 4 then F:SetEventOnCompletion(4, e) gpu.WaitForSingleObject(e, 0) end`, 0},
	{"an if that looks at it, alertable", `local e, g = event, gpu if poll() < 4 then g.WaitForSingleObjectEx(e, 0, false) end`, 0},
	{"an if that waits a millisecond for it", `local e, g = event, gpu if poll() < 4 then g.WaitForSingleObject(e, 1) end`, 4},
	{"an if that waits for it without a limit", `local e, g = event, gpu if poll() < 4 then g.WaitForSingleObject(e) end`, 4},
	{"an if that waits for it as long as a variable says", `local e, g, n = event, gpu, tonumber "1" if poll() < 4 then g.WaitForSingleObject(e, n * 2) end`, 4},
	{"an if that calls what is named like that", `local e, g = event, { WaitForSingleObject = function() end } if poll() < 4 then g.WaitForSingleObject(e, 0) end`, 4},
	{"an if that keeps what it sees", `local e, g, r = event, gpu if poll() < 4 then r = g.WaitForSingleObject(e, 0) end`, 4},
	{"an if that waits without an event", `local F = fence if poll() < 4 then F:SetEventOnCompletion(4, nil) end`, 4},
	{"an if that waits without an event in a variable", `local F, e = fence, nil if poll() < 4 then F:SetEventOnCompletion(4, e) end`, 4},
	{"an if that waits with one argument", `local F = fence if poll() < 4 then F:SetEventOnCompletion(4) end`, 4},
	{"an if that returns", `local function go() if poll() < 4 then return end work() end go()`, 4},

	{"given to a function", `work(poll())`, has},
	{"given to a function later", `local v = poll() while v < 4 do v = poll() end work(v)`, has},
	{"printed", `print(poll())`, 0},
	{"printed behind others", `print("done", 1, poll())`, 0},
	{"printed before others", `print(poll(), poll(), "done")`, 0},
	{"printed later", `local v = poll() while v < 4 do v = poll() end work() print(v)`, 4},
	{"printed as text", `print("done " .. poll() .. " of " .. 5)`, 0},
	{"printed as text of a variable", `local n = 5 for i = 1, n do local v = poll() print(i .. ": " .. v .. " of " .. n) end`, 0},
	{"printed with what a call gives", `print("done " .. poll(), bound())`, 0},
	{"printed as text with what a call gives", `print("done " .. poll() .. bound())`, has},
	{"printed with a format", `print(("done %d of %d"):format(poll(), bound()))`, 0},
	{"printed with a format of a variable", `local line = "done %d" work() print(line:format(poll()))`, 0},
	{"printed with a format of a library", `print(string.format("%s %d", "done", poll()))`, 0},
	{"printed as text and a sum", `print(tostring(poll() + 1) .. "!")`, 0},
	{"printed, and compared", `local v = poll() print(v) if v >= 3 then work() end`, 3},
	{"printed by a local", `local print = print local function say() print(poll()) end say()`, 0},
	{"written", `io.write("done ", poll(), 10)`, 0},
	{"printed and returned by a function", `local function value() local v = poll() print(v) return v end while value() < 4 do end`, 4},
	{"a text that a function returns is printed", `local function line() return "done " .. poll() end print(line())`, 0},
	{"a comparison that is printed", `print(poll() >= 3)`, 0},
	{"a comparison that is printed behind others", `print("done", 1, poll() >= 3)`, 0},
	{"a comparison that is printed in words", `local done = poll() >= 3 print("done " .. tostring(done))`, 0},
	{"a comparison that is printed, and looked at", `local done = poll() >= 3 print(done) if done then work() end`, 3},
	{"a comparison that is printed, and given away", `local done = poll() < 3 print(done) work(done)`, 3},
	{"a comparison that is kept", `t = { done = poll() >= 3 }`, 3},
	{"a comparison that is printed if it is so", `local done = poll() >= 3 if done then print("done") end`, 0},
	{"a comparison that is printed, and another one", `local v = poll() print(v >= 5) if v >= 3 then work() end`, 3},
	{"a comparison with another word that is printed", `print(poll() >= 3 and "done" or "behind")`, 3},
	{"not a comparison, printed", `print(not (poll() >= 3))`, 0},
	{"a comparison that is returned", `local function done() return poll() >= 3 end print(done())`, 3},
	{"a text that is kept", `t = { "done " .. poll() }`, has},
	{"a text that is compared", `if "v" .. poll() == "v5" then work() end`, has},
	{"a text that is a number again", `if tostring(poll()) + 0 < 4 then work() end`, has},
	{"a text that is taken apart", `work(("%d"):format(poll()):sub(1, 1))`, has},
	{"a text that is measured", `work(#tostring(poll()))`, has},
	{"printed by what is named print", `local print = work print(poll())`, has},
	{"printed by a function of the script", `function print(v) work(v) end print(poll())`, has},
	{"printed with a metamethod that gets it", `local t = setmetatable({}, { __concat = function(a, b) work(b) end }) print(t .. poll())`, has},
	{"stored in a table", `local t = {} t.v = poll()`, has},
	{"stored in a global", `v = poll()`, has},
	{"in a table", `local t = { poll() }`, has},
	{"less one", `local v = poll() - 1 work(v < 4)`, 5},
	{"less two, and at least 2", `if poll() - 2 >= 2 then work() end`, 4},
	{"and one more, above", `if poll() + 1 > 4 then work() end`, 4},
	{"how much is missing", `local want = 6 local missing = want - poll() if missing <= 2 then work() end`, 4},
	{"how much is missing, more", `local want = 6 local missing = want - poll() if missing > 2 then work() end`, 4},
	{"how much is missing, the other way round", `local want = 6 local missing = want - poll() if 3 > missing then work() end`, 4},
	{"how much is missing, at least", `local want = 6 if want - poll() >= 3 then work() end`, 4},
	{"how much is missing, equal", `local want = 6 if want - poll() == 1 then work() end`, has},
	{"how much is missing, not equal", `local want = 6 if want - poll() == 2 then work() end`, 0},
	{"how much is missing of what is missing", `local want = 6 local v = 10 - (want - poll()) if v >= 8 then work() end`, 4},
	{"how much is missing, in a loop", `local want = 4 while want - poll() > 0 do end`, 4},
	{"how much is missing, returned", `local function missing(n) return n - poll() end if missing(7) < 4 then work() end`, 4},
	{"how much is missing, or nothing of it, returned", `local function missing(n) local v = poll() if v < 2 then return v end return n - v end if missing(7) < 4 then work() end`, has},
	{"how much is missing, given to a function", `work(6 - poll())`, has},
	{"how much is missing, of what is not known", `local n = bound() if n - poll() < 2 then work() end`, 3},
	{"how much is missing, of what a call gives", `if bound() - poll() < 2 then work() end`, 3},
	{"against what is missing", `local v = poll() if 4 - v < v then work() end`, has},
	{"twice", `local v = poll() if v + v < 8 then work() end`, has},
	{"a half", `if poll() / 2 < 2 then work() end`, has},
	{"and a half more", `if poll() + 0.5 < 4 then work() end`, has},
	{"many sums", `local v = poll() local a, b, c, d = v + 1, v + 2, v + 3, v + 4 if v >= 4 and a > 3 and b > 3 and c > 3 and d > 3 then work() end`, 4},
	{"too many sums", `local v = poll() local a, b, c, d, e = v + 1, v + 2, v + 3, v + 4, v + 5 if v >= 4 then work() end`, has},
	{"a sum that is forgotten", `local v = poll() for i = 1, 2 do local a = v + 1 if a > 4 then work() end end`, 4},
	{"returned itself", `local function value() return poll() end work(value() < 4)`, 4},
	{"returned itself, in a loop", `local function value() return poll() end while value() < 4 do end`, 4},
	{"returned from a local", `local function value() local v = poll() return v end while value() < 4 do end`, 4},
	{"returned by a method", `local o = { n = 4 } function o:value() return poll() end while o:value() < o.n do end`, 4},
	{"returned by a function of a function", `local function one() return poll() end local function two() local v = one() return v end while two() < 4 do end`, 4},
	{"returned by functions that call the next in the end", `local function one() return poll() end local function two() return one() end while two() < 4 do end`, 4},
	{"compared, and returned", `local function value() local v = poll() if v < 2 then work() end return v end while value() < 4 do end`, 4},
	{"compared with more, and returned", `local function value() local v = poll() if v < 5 then work() end return v end while value() < 4 do end`, 5},
	{"returned on one way", `local function value() local v = poll() if v < 3 then return 0 end return v end while value() < 4 do end`, 4},
	{"returned and dropped", `local function value() return poll() end value()`, 0},
	{"returned and dropped, compared before", `local function value() local v = poll() if v >= 3 then work() end return v end value()`, 3},
	{"returned and given to a function", `local function value() return poll() end work(value())`, has},
	{"returned and given to a function, of several", `local function value() return poll() end work(1, value() + 1)`, has},
	{"returned with another", `local function value() return poll(), 1 end local v, w = value() work(v < 4)`, has},
	{"returned behind another", `local function value() return 1, poll() end local v, w = value() work(v < 4)`, has},
	{"returned to a protected call", `local function value() return poll() end local ok, v = pcall(value) work(v < 4)`, has},
	{"returned by a coroutine", `local co = coroutine.wrap(function() return poll() end) work(co() < 4)`, has},
	{"returned for an index", `local t = setmetatable({}, { __index = function() return poll() end }) work(t.x < 4)`, has},
	{"returned from a function that changes what it is compared with", `local want = 3 local function value() local v = poll() want = want + 1 return v end while value() < want do end`, has},
	{"returned from a function that changes something else", `local other, want = 3, 4 local function value() local v = poll() other = other + 1 return v end while value() < want do end`, 4},
	{"returned through a recursion", `local function value(n) if n == 0 then return poll() end local v = value(n - 1) return v end while value(3) < 4 do end`, 4},
	{"returned through a recursion that is deep", `local function value(n) if n == 0 then return poll() end local v = value(n - 1) return v end while value(30) < 4 do end`, has},
	{"in an upvalue", `local v local function show() work(v) end v = poll() show()`, has},
	{"in an upvalue from the beginning", `local v = poll() local function show() work(v) end show()`, has},
	{"equal", `if poll() == 5 then work() end`, has},
	{"not equal", `if poll() == 4 then work() end`, 0},
	{"not 0", `if poll() ~= 0 then work() end`, 1},
	{"while it is 0", `while poll() == 0 do end`, 1},
	{"how much is missing, not all of it", `local want = 6 if want - poll() ~= want then work() end`, 1},
	{"not less than nothing", `if poll() ~= -1 then work() end`, 0},
	{"the bound of a loop", `for i = 1, poll() do work() end`, has},
	{"a text", `work("v" .. poll())`, has},
	{"against what a call gives", `if poll() < bound() then work() end`, has},
	{"against an upvalue that a call may change", `local want = 4 local function raise() want = 9 end local v = poll() raise() work(v < want)`, has},
	{"in an upvalue behind the comparison", `local v = poll() if v < 4 then work() end local function show() work(v) end`, has},
	{"in an upvalue of a loop", `local v for i = 1, 2 do v = poll() work(function() return v end) end`, has},
	{"against an upvalue that the turn before may have changed", `local want = 4 for i = 1, 2 do local v = poll() work() if v < want then work() end work(function() want = 1 end) end`, has},
	{"against a table with a metatable", `local t = setmetatable({}, { __index = function() return 4 end }) while poll() < t.want do end`, has},
	{"called without a script", `pcall(poll)`, has},

	{"given to a function that prints it", `local function log(v) print("done", v) end log(poll())`, 0},
	{"given to a function that prints it in the end", `local function log(v) return print("done", v) end log(poll())`, 0},
	{"given to a function that prints all it gets", `local function log(...) print(...) end log("done", poll())`, 0},
	{"given to a function that prints it with a format", `local function log(...) print(string.format(...)) end log("%d of %d", poll(), 5)`, 0},
	{"given to a function that prints with a format that it gets", `local function log(format, ...) io.write(format:format(...), "\n") end log("%d", poll())`, 0},
	{"given to a function that prints it by another one", `local function out(...) print(...) end local function log(v, n) out(n, v) end log(poll(), 5)`, 0},
	{"given to a method that prints it", `local logger = {} function logger:log(v) print("done", v) end local v = poll() logger:log(v)`, 0},
	{"given to a method of a class that prints it", `local class = {} class.__index = class function class:log(v) print("done", v) end local o = setmetatable({}, class) local v = poll() o:log(v)`, 0},
	{"given to a method that keeps it", `local logger = {} function logger:log(v) self.v = v end local v = poll() logger:log(v)`, has},
	{"given to a function that keeps it", `local last local function log(v) last = v end log(poll())`, has},
	{"given to a function that keeps all it gets", `local function log(...) last = { ... } end log(1, poll())`, has},
	{"given to a function that counts all it gets", `local function log(...) return select("#", ...) end work(log(1, poll()))`, has},
	{"given to a function of Lua 5.0", `local function log(...) work(arg[1]) end log(poll())`, has},
	{"given to a function that takes the first of all it gets", `local function log(...) local v = ... if v < 4 then work() end end log(poll(), 1)`, 4},
	{"given to a function that takes the second of all it gets", `local function log(...) local v, n = ... print(n) work(v) end log(1, poll())`, 0},
	{"given to a function that shares it with another one", `local function log(v) work(function() return v end) end log(poll())`, has},
	{"given to a function that drops it", `local function log(n) work(n) end log(1, poll())`, 0},
	{"given to a function that compares it", `local function reached(v, n) return v >= n end if reached(poll(), 4) then work() end`, 4},
	{"given to a function that compares it with what it was", `local want = 3 local function reached(v) return v >= want end if reached(poll()) then work() end`, 3},
	{"given to a function that compares it with what it does not know", `local function reached(v) return v >= bound() end if reached(poll()) then work() end`, has},
	{"given to a function that returns it", `local function same(v) return v end while same(poll()) < 4 do end`, 4},
	{"given to a function that returns more", `local function next(v) return v + 1 end while next(poll()) < 4 do end`, 3},
	{"given to a function that returns it and another one", `local function both(v) return v, 1 end work(both(poll()))`, has},
	{"given to a function that returns text", `local function text(v) return "v" .. v end print(text(poll()))`, 0},
	{"given to a function that returns text in the end", `local function text(v) return tostring(v) end print(text(poll()))`, 0},
	{"given to a function that returns text, which is kept", `local function text(v) return tostring(v) end work(text(poll()))`, has},
	{"given to a function that returns it, and changes what it is compared with", `local want = 3 local function same(v) want = want + 1 return v end if same(poll()) < want then work() end`, has},
	{"given to a function that calls itself", `local function down(v, n) if n == 0 then return v end return down(v, n - 1) end while down(poll(), 2) < 4 do end`, has},
	{"a comparison that a function prints", `local function log(text, v) print(text .. tostring(v)) end log("done: ", poll() >= 4)`, 0},
	{"a comparison that a function looks at", `local function log(v) if v then work() end end log(poll() >= 4)`, 4},
	{"a comparison that a method prints", `local logger = {} function logger:log(text, v) print(text .. ": " .. tostring(v)) end logger:log("done", poll() >= 4)`, 0},
	{"a comparison that a function prints behind two texts", `local function log(text, v) print(text .. ": " .. tostring(v)) end log("done", poll() >= 4)`, 0},
	{"a comparison that a method prints alone", `local logger = {} function logger:log(v) print(v) end logger:log(poll() >= 4)`, 0},
	{"joined by the function for that", `local t = "done " print(concat(t, poll(), "!"))`, 0},
	{"joined by the function for that, and kept", `local t = "done " work(concat(t, poll()))`, has},
	{"joined with a table by the function for that", `local t = {} print(concat(t, poll()))`, has},
	{"joined with what a call gives by the function for that", `print(concat(poll(), bound()))`, has},
	{"given to what was a function", `local log = print local function change() log = work end local v = poll() change() log(v)`, has},
}

func TestAtLeast(t *testing.T) {
	for _, s := range scripts {
		t.Run(s.name, func(t *testing.T) {
			L := lua.NewState()
			defer L.Close()
			first := has - 1
			L.SetGlobal("poll", L.NewFunction(func(L *lua.LState) int {
				least, only := AtLeast(L, 5)
				if first == has-1 {
					if first = int(least); !only {
						first = has
					}
				}
				L.Push(lua.LNumber(5))
				return 1
			}))
			L.SetGlobal("print", L.NewFunction(func(*lua.LState) int { return 0 }))
			L.GetGlobal("io").(*lua.LTable).RawSetString("write", L.NewFunction(func(*lua.LState) int { return 0 }))
			concat := L.NewFunction(func(L *lua.LState) int { L.Push(lua.LString("")); return 1 })
			L.SetGlobal("concat", concat)
			SetConcat(L, concat)
			L.SetGlobal("event", L.NewUserData())
			fence := L.NewTable()
			fence.RawSetString("SetEventOnCompletion", L.NewFunction(func(*lua.LState) int { return 0 }))
			L.SetGlobal("fence", fence)
			module := L.NewTable()
			for _, name := range []string{"WaitForSingleObject", "WaitForSingleObjectEx"} {
				module.RawSetString(name, L.NewFunction(func(L *lua.LState) int { L.Push(lua.LString("WAIT_TIMEOUT")); return 1 }))
			}
			L.SetGlobal("gpu", module)
			L.SetGlobal("work", L.NewFunction(func(*lua.LState) int { return 0 }))
			L.SetGlobal("bound", L.NewFunction(func(L *lua.LState) int { L.Push(lua.LNumber(4)); return 1 }))
			require.NoError(t, L.DoString(s.text))
			require.Equal(t, s.want, first)
		})
	}
}

// TestDropped: what a function returns is dropped where its caller drops it.
func TestDropped(t *testing.T) {
	for text, want := range map[string]bool{
		`poll()`:                    true,
		`local v = poll()`:          false,
		`if poll() then work() end`: false,
		`local function wait() return poll() end wait()`:                                           true,
		`local function wait() return poll() end local function again() return wait() end again()`: true,
		`local function wait() return poll() end work(wait())`:                                     false,
		`local function wait() return poll() end if wait() then work() end`:                        false,
		`local function wait() poll() end work(wait())`:                                            true,
		`local function wait() return poll() end pcall(wait)`:                                      false,
	} {
		L := lua.NewState()
		var dropped bool
		L.SetGlobal("poll", L.NewFunction(func(L *lua.LState) int {
			dropped = Dropped(L)
			L.Push(lua.LTrue)
			return 1
		}))
		L.SetGlobal("work", L.NewFunction(func(*lua.LState) int { return 0 }))
		require.NoError(t, L.DoString(text))
		require.Equal(t, want, dropped, text)
		L.Close()
	}
}

// TestLongLives: a number that is held for long is had; one that is compared at once costs nothing else.
func TestLongLives(t *testing.T) {
	L := lua.NewState()
	defer L.Close()
	var only bool
	L.SetGlobal("poll", L.NewFunction(func(L *lua.LState) int {
		_, only = AtLeast(L, 5)
		L.Push(lua.LNumber(5))
		return 1
	}))
	for n, want := range map[int]bool{10: true, maxSteps: false} {
		text := "local a, v = 1, poll() if v < 4 then a = 2 end "
		for range n {
			text += "a = a + 1 "
		}
		require.NoError(t, L.DoString(text))
		require.Equal(t, want, only, "%d", n)
	}
}

// BenchmarkAtLeast is what a poll costs that a loop compares.
func BenchmarkAtLeast(b *testing.B) {
	L := lua.NewState()
	defer L.Close()
	reads := 0
	L.SetGlobal("poll", L.NewFunction(func(L *lua.LState) int {
		AtLeast(L, 5)
		reads++
		L.Push(lua.LNumber(reads))
		return 1
	}))
	L.SetGlobal("n", lua.LNumber(b.N))
	b.ReportAllocs()
	if err := L.DoString("while poll() < n do end"); err != nil {
		b.Fatal(err)
	}
}
