package luabind

import (
	"errors"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind/luaerr"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

func TestObjectsBehaveAsLuaPeopleExpect(t *testing.T) {
	w := newWorld(t)
	require.NoError(t, w.DoString(`
		assert(tostring(l) == 'List "draw"')
		assert(tostring(s) == 'Slot')
		assert(l == l and l ~= b)
		assert(getmetatable(l) == "locked" and getmetatable(l.Close) == nil)
		assert(not pcall(setmetatable, l, {}))
		assert(s:Next() == s:Next() and s:Next() ~= s)   -- handles are compared by value
		assert(type(l) == "userdata" and b.Size == 64 and b:GetName() == "verts")
		b:SetName("renamed")
		assert(tostring(b) == 'Buffer "renamed"')
		local made = toy.Make "x"
		assert(tostring(made) == 'List "x"')
		local keyed = { [l] = 1 }
		assert(keyed[l] == 1)
	`))
	require.Equal(t, 1, w.env.made)
	require.Same(t, w.b.Wrap(w.list), w.b.Wrap(w.list), "one object is one Lua value")
}

func TestDroppedObjectsAreForgotten(t *testing.T) {
	w := newWorld(t)
	known := w.b.wrapped.Len()
	for range 1_000 {
		w.b.Wrap(&buffer{name: "temporary"})
	}
	forgotten := func() bool { runtime.GC(); return w.b.wrapped.Len() <= known }
	require.Eventually(t, forgotten, time.Minute, time.Millisecond)
	require.Same(t, w.buf, w.GetGlobal("b").(*lua.LUserData).Value)
	require.Same(t, w.b.Wrap(w.buf), w.GetGlobal("b"))
}

func TestStrictNames(t *testing.T) {
	for _, test := range []struct{ script, want string }{
		{`l:Dispach(1)`, "GS0121 List has no method Dispach\nnote: It has Barriers, Close, Copy, Create, Dispatch, Everything, Groups, Here, Hot, " +
			"Layout, Panic, Place, Print, Readers, Stats, Two and 1 more.\nhelp: did you mean Dispatch?"},
		{`l:close()`, "GS0121 List has no method close\nnote: It has Barriers, Close, Copy, Create, Dispatch, Everything, Groups, Here, Hot, " +
			"Layout, Panic, Place, Print, Readers, Stats, Two and 1 more.\nhelp: did you mean Close?"},
		{`return b.Length`, "GS0121 Buffer \"verts\" has no method or field Length\nnote: It has GetName, SetName, Size."},
		{`return s[1]`, "GS0121 Slot has no element [1]\nnote: It has Next."},
		{`toy.make()`, "GS0122 module toy has no function or value make\nnote: It has Make.\nhelp: did you mean Make?"},
		{`toy.x = 1`, "GS0123 module toy cannot be changed: assignment to x\nhelp: keep the value in a local variable"},
		{`b.Name = "x"`, "GS0123 Buffer \"verts\" cannot be changed: assignment to Name\nhelp: call the method SetName"},
		{`l.x = 1`, "GS0123 List \"draw\" cannot be changed: assignment to x\nwhy: Objects belong to the device; a script changes them by " +
			"calling their methods.\nhelp: keep values of your own in a local variable, or in a table with the object as key"},
	} {
		d := newWorld(t).fail(t, "\n"+test.script)
		require.Equal(t, test.want, text(d), test.script)
		require.Equal(t, gpu.Site(2), d.Primary().Site, test.script)
	}
}

func TestReceiverAndCount(t *testing.T) {
	for _, test := range []struct{ script, want string }{
		{`l.Close()`, "GS0124 List:Close must be called on a List, got nothing\nwhy: A method called with '.' does not receive its object: " +
			"the first argument takes its place.\nhelp: write ':' instead of '.' before Close: object:Close(...)"},
		{`l.Dispatch(1, 2, 3)`, "GS0124 List:Dispatch must be called on a List, got number 1\nwhy: A method called with '.' does not receive its object: " +
			"the first argument takes its place.\nhelp: write ':' instead of '.' before Dispatch: object:Dispatch(...)"},
		{`l.Copy(b)`, "GS0124 List:Copy must be called on a List, got Buffer \"verts\"\nwhy: A method called with '.' does not receive its object: " +
			"the first argument takes its place.\nhelp: write ':' instead of '.' before Copy: object:Copy(...)"},
		{`l:Dispatch(1, 2)`, "GS0125 List:Dispatch takes exactly 3 arguments, got 2\nnote: Its arguments are X, Y, Z.\nhelp: add Z"},
		{`l:Dispatch(1, 2, 3, 4)`, "GS0125 List:Dispatch takes exactly 3 arguments, got 4\nnote: Its arguments are X, Y, Z.\nhelp: remove the last argument"},
		{`l:Copy()`, "GS0125 List:Copy takes at least 1 argument, got 0\nnote: Its arguments are Dst, [Color].\nhelp: add Dst"},
		{`l:Copy(b, "RED", 3)`, "GS0125 List:Copy takes at most 2 arguments, got 3\nnote: Its arguments are Dst, [Color].\nhelp: remove the last argument"},
		{`l:Close(1)`, "GS0125 List:Close takes no arguments, got 1\nhelp: remove the last argument"},
		{`l:Print()`, "GS0125 List:Print takes at least 1 argument, got 0\nnote: Its arguments are First, [Values...].\nhelp: add First"},
		{`l:Create()`, "GS0125 List:Create takes exactly 1 argument, got 0\nnote: Its arguments are desc.\nhelp: add desc: { Width = ... }"},
		{`toy.Make()`, "GS0125 toy.Make takes exactly 1 argument, got 0\nnote: Its arguments are Name.\nhelp: add Name"},
		{`toy.Make(1)`, "GS0133 toy.Make: Name must be a string, got number 1\nwhy: Numbers are not converted to strings.\n" +
			"help: write tostring(...) around it, or quotes"},
	} {
		d := newWorld(t).fail(t, "\n\n"+test.script)
		require.Equal(t, test.want, text(d), test.script)
		require.Equal(t, gpu.Site(3), d.Primary().Site, test.script)
	}
}

func TestRawReaders(t *testing.T) {
	w := newWorld(t)
	require.NoError(t, w.DoString(`l:Dispatch(1, 0, 4294967295)`))
	require.Equal(t, []uint32{1, 0, 1<<32 - 1}, []uint32{w.list.x, w.list.y, w.list.z})

	require.NoError(t, w.DoString(`l:Readers()`))
	require.Equal(t, []any{uint64(1), int32(-2), 3.0, float32(4), "5", true, (*buffer)(nil)}, w.list.desc)
	require.NoError(t, w.DoString(`l:Readers(2^53, -2^31, 0.1, 0.1, "x", false, b)`))
	require.Equal(t, []any{uint64(1) << 53, int32(-1 << 31), 0.1, float32(0.1), "x", false, w.buf}, w.list.desc)
	require.NoError(t, w.DoString(`l:Readers(nil, nil, nil, nil, nil, nil, b)`))
	require.Equal(t, []any{uint64(1), int32(-2), 3.0, float32(4), "5", true, w.buf}, w.list.desc)

	require.NoError(t, w.DoString(`l:Copy(b) assert(select("#", l:Print("x", 1, 2)) == 2)`))
	require.Equal(t, []any{w.buf, color(1)}, w.list.desc)
	require.NoError(t, w.DoString(`l:Copy(b, "DARK_RED")`))
	require.Equal(t, []any{w.buf, color(3)}, w.list.desc)

	for _, test := range []struct{ script, want string }{
		{`l:Dispatch(1, 1.5, 1)`, "GS0134 Dispatch: Y must be a whole number, got 1.5\nhelp: write 1 or 2, or round with math.floor"},
		{`l:Dispatch(-1, 1, 1)`, "GS0135 Dispatch: X must be at least 0, got -1"},
		{`l:Dispatch(1, 1, 2^32)`, "GS0135 Dispatch: Z must be from 0 to 4294967295, got 4294967296"},
		{`l:Dispatch(0/0, 1, 1)`, "GS0134 Dispatch: X must be a whole number, got nan\n" +
			"why: nan means \"not a number\": it is the result of 0 / 0 and of other operations that have none, as math.sqrt(-1)."},
		{`l:Dispatch(1/0, 1, 1)`, "GS0135 Dispatch: X must be from 0 to 4294967295, got inf\nwhy: inf is what a number divided by 0 is, and any number that is too large to be written."},
		{`l:Dispatch("256", 1, 1)`, "GS0133 Dispatch: X must be a whole number, got string \"256\"\nwhy: Strings are not converted to numbers.\n" +
			"help: write 256 without quotes"},
		{`l:Dispatch(nil, 1, 1)`, "GS0133 Dispatch: X must be a whole number, got nil\nnote: Its arguments are X, Y, Z."},
		{`l:Dispatch(l, 1, 1)`, "GS0133 Dispatch: X must be a whole number, got List \"draw\"\nnote: Its arguments are X, Y, Z."},
		{`l:Readers(2^53 + 2)`, "GS0135 Readers: U64 must be from 0 to 9007199254740992, got 9007199254740994\nwhy: Whole numbers above 2^53 are not exact in Lua."},
		{`l:Readers(1, 2^31)`, "GS0135 Readers: I32 must be from -2147483648 to 2147483647, got 2147483648"},
		{`l:Readers(1, 1, 1/0)`, "GS0135 Readers: F64 must be a finite number, got inf\nhelp: look for a division by zero where the number is computed"},
		{`l:Readers(1, 1, {})`, "GS0133 Readers: F64 must be a number, got table\nnote: Its arguments are [U64], [I32], [F64], [F32], [S], [B], [O]."},
		{`l:Readers(1, 1, 1, 1e39)`, "GS0135 Readers: F32 must fit into a 32-bit float, got 1e+39"},
		{`l:Readers(1, 1, 1, 1, true)`, "GS0133 Readers: S must be a string, got boolean true\nnote: Its arguments are [U64], [I32], [F64], [F32], [S], [B], [O]."},
		{`l:Readers(1, 1, 1, 1, "x", 1)`, "GS0133 Readers: B must be true or false, got number 1\nnote: Its arguments are [U64], [I32], [F64], [F32], [S], [B], [O]."},
		{`l:Readers(1, 1, 1, 1, "x", true, l)`, "GS0141 Readers: O must be a Buffer, got List \"draw\"\nnote: Its arguments are [U64], [I32], [F64], [F32], [S], [B], [O]."},
		{`l:Readers(1, 1, 1, 1, "x", true, print)`, "GS0133 Readers: O must be a Buffer, got function\nnote: Its arguments are [U64], [I32], [F64], [F32], [S], [B], [O]."},
		{`l:Copy(b, "BLUE")`, "GS0136 Copy: Color has no value \"BLUE\"\nnote: color is \"RED\", \"GREEN\" or \"DARK_RED\"."},
		{`l:With(1)`, "GS0133 With: f must be a function, got number 1"},
		{`l:Print("x", 1, "y")`, "GS0133 Print: Values must be a number, got string \"y\"\nnote: Its arguments are First, [Values...]."},
	} {
		require.Equal(t, test.want, text(newWorld(t).fail(t, test.script)), test.script)
	}
}

func TestSiteReachesTheMethod(t *testing.T) {
	w := newWorld(t)
	require.NoError(t, w.DoString("\n\nl:Here()"))
	require.Equal(t, gpu.Site(3), w.list.site)
	require.NoError(t, w.DoString("\nl:Create { Width = 1 }"))
	require.Equal(t, gpu.Site(2), w.list.desc.(bufferDesc).Site)
	require.NoError(t, w.DoString("l:Groups { X = 5 }"))
	require.Equal(t, groups{X: 5, Y: 1, Z: 1, Site: 1}, w.list.desc)
	require.NoError(t, w.DoString("l:Place(5, nil, 3)"))
	require.Equal(t, []uint32{5, 0, 3}, []uint32{w.list.x, w.list.y, w.list.z})
	require.Equal(t, "GS0125 List:Place takes at least 1 argument, got 0\nnote: Its arguments are X, [Y], [Z].\nhelp: add X",
		text(w.fail(t, "l:Place()")))
	require.Equal(t, "GS0135 Place: Y must be at least 0, got -1", text(w.fail(t, "l:Place(1, -1)")))
	require.Equal(t, "GS0131 Create: unknown key Site\nnote: BufferDesc has Name, Width, Color, States, Alignment, Scale.",
		text(w.fail(t, "l:Create { Width = 1, Site = 1 }")))
}

func TestErrorsAreRaised(t *testing.T) {
	w := newWorld(t)
	first := diag.New(diag.WrongType, "first").Also(77, "other").Because("A reason.").HelpText("do this").WithRule("a rule").
		WithResource(`Buffer "verts"`).WithRange(0, 16)
	w.list.err = diag.AsError(first, diag.New(diag.Internal, "second").At(5, "its own place"))
	luaerr.SetSpans(w.LState, func(s gpu.Site) (diag.Span, bool) {
		return diag.Span{File: "scene.lua", Line: int(s), Col: 9}, true
	})
	require.NoError(t, w.DoString(`
		ok, e = pcall(l.Close, l)
		ok, e = pcall(function() l:Close() end)
		assert(not ok and e.code == "GS0133" and e.message == "first" and e.severity == "error")
		assert(e.resource == 'Buffer "verts"' and e.range.begin == 0 and e.range["end"] == 16)
		assert(e.first == nil or e.first.line, "place")
		assert(e.second.text == "other" and e.second.line == 77 and e.second.file == "scene.lua" and e.second.column == 9)
		assert(e.help == "do this" and e.why == "A reason." and e.rule == "a rule")
		assert(#e.more == 1 and e.more[1].message == "second" and e.more[1].first.line == 5)
		assert(getmetatable(e) == "locked")
		message = tostring(e)
	`))
	require.Regexp(t, `^scene\.lua:\d+:9: error\[GS0133\]: first`, w.GetGlobal("message").String())
	all := luaerr.Diagnostics(w.GetGlobal("e"))
	require.Len(t, all, 2)
	require.Same(t, first, all[0])

	w.list.err = errors.New("disk on fire")
	require.Equal(t, "GS0191 internal error: disk on fire\nwhy: This is a mistake of gpuscript, not of the script.\n"+
		"help: report it with the script that shows it", text(w.fail(t, "l:Close()")))
	w.list.err = nil
	require.NoError(t, w.DoString("l:Close()"))
	require.Nil(t, luaerr.Diagnostics(lua.LString("x")))
	require.Nil(t, luaerr.Diagnostics(w.NewTable()))
}

// TestClose: after Close nothing reaches an object, and what a script may still do with its value is harmless.
func TestClose(t *testing.T) {
	w := newWorld(t)
	require.NoError(t, w.DoString("l:Close()"))
	w.b.Close()
	require.ErrorContains(t, w.DoString("l:Close()"), "the program has closed the modules of this Lua state")
	require.NoError(t, w.DoString("assert(tostring(l) and l == l)"))
}

func TestPanicIsAnInternalErrorWithStack(t *testing.T) {
	w := newWorld(t)
	d := w.fail(t, "\nl:Panic()")
	require.Equal(t, diag.Internal, d.Code)
	require.Equal(t, "internal error: BUG: broken", d.Title)
	require.Contains(t, d.Notes[0], "fixture_test.go")
	require.Equal(t, gpu.Site(2), d.Primary().Site)
	require.Equal(t, 0, w.b.open)
	require.NoError(t, w.DoString("l:Close()"), "the state is usable afterwards")
}

func TestLuaErrorsPassThrough(t *testing.T) {
	w := newWorld(t)
	require.NoError(t, w.DoString(`
		local ok, e = pcall(function() l:With(function() error({ mine = true }) end) end)
		assert(not ok and e.mine)
		local ok, e = pcall(function() l:With(function() l:Dispatch(1) end) end)
		assert(e.message == "List:Dispatch takes exactly 3 arguments, got 1")
		l:With(function() l:Dispatch(7, 8, 9) end)
	`))
	require.Equal(t, uint32(7), w.list.x)
	require.Equal(t, 0, w.b.open)
}

func TestGoexitIsNotAnError(t *testing.T) {
	w := newWorld(t)
	done := make(chan bool)
	go func() {
		defer close(done)
		w.list.desc = nil
		w.SetGlobal("exit", w.NewFunction(func(*lua.LState) int { runtime.Goexit(); return 0 }))
		_ = w.DoString("l:With(exit)")
		panic("not reached")
	}()
	<-done
	require.Equal(t, 0, w.b.open)
}

func TestResults(t *testing.T) {
	w := newWorld(t)
	w.list.desc = stats{Live: 1 << 53, State: 3, Names: []string{"a", "b"}, Buf: w.buf}
	require.NoError(t, w.DoString(`
		local r = l:Stats()
		assert(r.Live == 2^53 and r.State == "ALL" and #r.Names == 2 and r.Names[2] == "b" and r.Buf == b)
		local one, two = l:Two()
		assert(one == 1 and two == "two")
		local created = l:Create { Width = 8, Name = "new" }
		assert(created.Size == 8 and tostring(created) == 'Buffer "new"')
		r.Extra = 1  -- a result is the script's own table
	`))
	require.Equal(t, "GS0122 Stats has no field Lives\nnote: It has Live, State, Names, Buf.\nhelp: did you mean Live?",
		text(w.fail(t, "return l:Stats().Lives")))
	w.list.desc = stats{Live: 1<<53 + 1}
	require.Equal(t, "GS0135 Stats: the result Live is beyond 2^53\nwhy: Whole numbers above 2^53 are not exact in Lua.",
		text(w.fail(t, "l:Stats()")))
	w.list.desc = stats{}
	require.NoError(t, w.DoString(`assert(l:Stats().Buf == nil and l:Stats().State == "COMMON")`))
	v, err := w.encode([]any{nil, 1.5, []byte("x"), filter(0x55), filter(3), states(6), states(8)})
	require.Nil(t, err)
	var texts []string
	v.(*lua.LTable).ForEach(func(_, v lua.LValue) { texts = append(texts, v.String()) })
	require.Equal(t, []string{"1.5", "x", "ANISOTROPIC", "3", "COPY_SOURCE|RENDER_TARGET", "0x8"}, texts)
}
