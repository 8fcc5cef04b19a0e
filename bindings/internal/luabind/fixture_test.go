package luabind

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind/luaerr"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// A small world with one of everything: a list with hot methods, a buffer, a value class, a class
// with fields, and descriptors with every kind of field.

type color uint8

func (color) LuaNames() []string { return []string{"RED", "GREEN", "", "DARK_RED"} }

type filter uint32

func (filter) LuaValueNames() []gpu.FlagName {
	return []gpu.FlagName{{Name: "POINT", Bits: 0}, {Name: "ANISOTROPIC", Bits: 0x55}}
}

type states uint32

func (states) LuaFlagNames() []gpu.FlagName {
	return []gpu.FlagName{{Name: "COMMON", Bits: 0}, {Name: "PRESENT", Bits: 0}, {Name: "ALL", Bits: 3}, {Name: "COPY_DEST", Bits: 1},
		{Name: "COPY_SOURCE", Bits: 2}, {Name: "RENDER_TARGET", Bits: 4}}
}

type sized interface{ Size() uint64 }

type buffer struct {
	name string
	size uint64
}

func (b *buffer) Name() string { return b.name }
func (b *buffer) Size() uint64 { return b.size }

type slot struct{ index uint32 }

type list struct {
	name    string
	x, y, z uint32
	desc    any
	site    gpu.Site
	err     error
}

func (l *list) Name() string { return l.name }

type groups struct {
	X    uint32 `lua:",required"`
	Y    uint32 `lua:",default=1"`
	Z    uint32 `lua:",default=1"`
	Site gpu.Site
}

type bufferDesc struct {
	Name      string
	Width     uint64 `lua:",required,min=1,max=4096"`
	Color     color  `lua:",default=GREEN"`
	States    states
	Alignment uint32 `lua:",multiple=256"`
	Scale     float32
	Site      gpu.Site
	hidden    int //lint:ignore U1000 shows that unexported fields are not keys
}

type barrier struct {
	Type     barrierType `lua:",tag"`
	Resource *buffer     `lua:",required,when=TRANSITION"`
	After    states      `lua:",required,when=TRANSITION"`
	Aliased  *buffer     `lua:",when=ALIASING"`
}

type barrierType uint8

func (barrierType) LuaNames() []string { return []string{"TRANSITION", "ALIASING"} }

type element struct {
	Semantic string `lua:",required,order=1,long=1"`
	Format   color  `lua:",required,order=2,long=3"`
	Slot     uint32 `lua:",max=3,long=2"`
}

type base struct {
	Inner int8
}

type everything struct {
	base
	I8      int8
	I32     int32
	I64     int64
	U8      uint8
	U16     uint16
	U64     uint64
	F32     float32
	F64     float64 `lua:",min=0,max=1"`
	B       bool
	Opt     *uint32
	Fixed   [3]uint32
	List    []uint32 `lua:",max=4"`
	Bytes   []byte
	Map     map[string]int32
	Fn      *lua.LFunction
	Table   *lua.LTable
	Raw     lua.LValue
	Buffer  *buffer
	Sized   sized
	Slot    slot
	Filter  filter
	Nested  element
	Default bufferTwin `lua:",default={}"`
	Custom  even
	Self    *everything
}

type bufferTwin struct {
	Count uint32 `lua:",default=7"`
}

// even reads itself.
type even int

func (e *even) DecodeLua(d *Decoder, v lua.LValue) *diag.Diagnostic {
	var x int32
	if err := d.Decode(v, &x); err != nil {
		return err
	}
	if x%2 != 0 {
		return d.errorf(diag.NumberOutOfRange, "%s must be even, got %d", d.what(), x)
	}
	*e = even(x)
	return nil
}

type stats struct {
	Live  uint64
	State states
	Names []string
	Buf   *buffer
}

func (l *list) dispatch(c *Args) { l.x, l.y, l.z = c.Uint32(1), c.Uint32(2), c.Uint32(3) }

var fixtureSet = NewSet(
	&Class{Kind: "Buffer", Type: TypeOf[*buffer](), Doc: "Bytes.",
		Fields: []Field{{"Size", "Bytes.", Get((*buffer).Size)}},
		Methods: Methods{
			{Name: "GetName", Doc: "The name.", Fn: Get((*buffer).Name)},
			{Name: "SetName", Doc: "Names it.", Params: []Param{P("Name", "string", "")},
				Fn: Do(func(b *buffer, name string) error { b.name = name; return nil })},
		}},
	&Class{Kind: "List", Type: TypeOf[*list](), Doc: "Commands.", Methods: listMethods},
	&Class{Kind: "Slot", Type: TypeOf[slot](), Doc: "A handle.", Methods: Methods{
		{Name: "Next", Doc: "The next one.", Fn: Get(func(s slot) slot { return slot{s.index + 1} })},
	}},
)

var listMethods = Methods{
	{Name: "Barriers", Doc: "Barriers.", Params: []Param{P("Barriers", "", "")},
		Fn: Do(func(l *list, b []barrier) error { l.desc = b; return nil })},
	{Name: "Close", Doc: "Closes.", Fn: Run(func(l *list) error { return l.err })},
	{Name: "Copy", Doc: "Copies.", Params: []Param{P("Dst", "Buffer", ""), Opt("Color", "color", "")},
		Fn: Raw(func(c *Args) {
			Self[*list](c).desc = []any{Object[*buffer](c, 1), OptEnum(c, 2, color(1))}
		})},
	{Name: "Create", Doc: "Creates.", Fn: Call(func(l *list, d bufferDesc) (*buffer, error) {
		l.desc = d
		return &buffer{name: d.Name, size: d.Width}, l.err
	})},
	{Name: "Dispatch", Doc: "Dispatches.", Params: []Param{P("X", "integer", ""), P("Y", "integer", ""), P("Z", "integer", "")},
		Fn: Raw(func(c *Args) { Self[*list](c).dispatch(c) })},
	{Name: "Everything", Doc: "Everything.", Fn: Do(func(l *list, e everything) error { l.desc = e; return nil })},
	{Name: "Groups", Doc: "Groups.", Fn: Do(func(l *list, g groups) error { l.desc, l.x = g, g.X; return nil })},
	{Name: "Here", Doc: "The place.", Fn: Do(func(l *list, s gpu.Site) error { l.site = s; return nil })},
	{Name: "Hot", Doc: "One argument of every kind.", Params: []Param{P("O", "Buffer", ""), P("E", "color", ""), P("S", "states", ""),
		P("N", "string", ""), P("B", "boolean", ""), P("F", "number", ""), P("U", "integer", ""), P("I", "integer", "")},
		Fn: Raw(func(c *Args) {
			l, color, states := Self[*list](c), Enum[color](c, 2), Enum[states](c, 3)
			l.x, l.y, l.z = uint32(color), uint32(states), uint32(len(c.String(4)))
			if c.Bool(5) && Object[*buffer](c, 1) != nil && c.Float64(6) > 0 && c.Float32(6) > 0 && c.Uint64(7) > 0 && c.Int32(8) < 0 {
				l.x++
			}
		})},
	{Name: "Layout", Doc: "A layout.", Params: []Param{P("Elements", "", "")},
		Fn: Do(func(l *list, e []element) error { l.desc = e; return nil })},
	{Name: "Panic", Doc: "Panics.", Fn: Run(func(*list) error { panic("BUG: broken") })},
	{Name: "Place", Doc: "As Dispatch.", Params: []Param{P("X", "", ""), Opt("Y", "", ""), Opt("Z", "", "")},
		Fn: Do3(func(l *list, x, y, z uint32) error { l.x, l.y, l.z = x, y, z; return nil })},
	{Name: "Print", Doc: "Any number.", Params: []Param{P("First", "string", ""), Rest("Values", "any", "")},
		Fn: Raw(func(c *Args) {
			for i := 2; i <= c.N(); i++ {
				c.ReturnNumber(c.Float64(i))
			}
		})},
	{Name: "Readers", Doc: "Every reader.", Params: []Param{Opt("U64", "integer", ""), Opt("I32", "integer", ""), Opt("F64", "number", ""),
		Opt("F32", "number", ""), Opt("S", "string", ""), Opt("B", "boolean", ""), Opt("O", "Buffer", "")},
		Fn: Raw(func(c *Args) {
			Self[*list](c).desc = []any{c.OptUint64(1, 1), opt(c, 2, -2, (*Args).Int32), c.OptFloat64(3, 3), opt(c, 4, 4, (*Args).Float32), c.OptString(5, "5"),
				c.OptBool(6, true), OptObject[*buffer](c, 7)}
		})},
	{Name: "Stats", Doc: "Numbers.", Fn: Get(func(l *list) stats {
		s, _ := l.desc.(stats)
		return s
	})},
	{Name: "Two", Doc: "Two values.", Fn: Get(func(*list) Values { return Values{1, "two"} })},
	{Name: "With", Doc: "Calls a function.", Params: []Param{P("f", "function", "")},
		Fn: Raw(func(c *Args) { c.L.Push(c.Function(1)); c.L.Call(0, 0) })},
}

type env struct{ made int }

var fixtureModule = &Module{Name: "toy", Doc: "A module.", Functions: Methods{
	{Name: "Make", Doc: "Makes a list.", Params: []Param{P("Name", "string", "")}, Fn: Call(func(e *env, name string) (*list, error) {
		e.made++
		return &list{name: name}, nil
	})},
}}

// world is a Lua state with a list "l" named "draw", a buffer "b" named "verts", a slot "s" and the module "toy".
type world struct {
	*lua.LState
	b    *Binder
	list *list
	buf  *buffer
	env  *env
}

// lineSite takes the line of the calling Lua function as place.
func lineSite(L *lua.LState) gpu.Site {
	for level := 0; ; level++ {
		dbg, ok := L.GetStack(level)
		if !ok {
			return 0
		}
		if _, err := L.GetInfo("Sl", dbg, lua.LNil); err == nil && dbg.CurrentLine > 0 {
			return gpu.Site(dbg.CurrentLine)
		}
	}
}

func newWorld(t testing.TB) *world {
	L := lua.NewState()
	t.Cleanup(L.Close)
	w := &world{LState: L, list: &list{name: "draw"}, buf: &buffer{name: "verts", size: 64}, env: &env{}}
	w.b = New(L, Config{Set: fixtureSet, Site: lineSite, Env: w.env})
	L.SetGlobal("l", w.b.Wrap(w.list))
	L.SetGlobal("b", w.b.Wrap(w.buf))
	L.SetGlobal("s", w.b.Wrap(slot{3}))
	L.SetGlobal("toy", w.b.Module(fixtureModule))
	return w
}

// encode shows a Go value to Lua.
func (w *world) encode(value any) (lua.LValue, *diag.Diagnostic) {
	return w.b.encode(&Decoder{L: w.LState, b: w.b, sig: &signature{name: "result"}}, value)
}

// fail runs a script that must fail, and returns its diagnostic.
func (w *world) fail(t testing.TB, script string) *diag.Diagnostic {
	t.Helper()
	err := w.DoString(script)
	require.Error(t, err, script)
	var lerr *lua.ApiError
	require.True(t, errors.As(err, &lerr))
	all := luaerr.Diagnostics(lerr.Object)
	require.NotEmpty(t, all, "%s: not a diagnostic: %v", script, lerr.Object)
	return all[0]
}

// text is the whole of a diagnostic, a line each.
func text(d *diag.Diagnostic) string {
	lines := []string{fmt.Sprintf("%s %s", d.Code, d.Title)}
	for _, s := range d.Why {
		lines = append(lines, "why: "+s)
	}
	for _, s := range d.Notes {
		lines = append(lines, "note: "+s)
	}
	for _, h := range d.Help {
		if h.Text != "" { // an edit alone has no words before the script is known
			lines = append(lines, "help: "+h.Text)
		}
	}
	return strings.Join(lines, "\n")
}
