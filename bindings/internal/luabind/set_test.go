package luabind

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFixtureIsSound(t *testing.T) {
	require.NoError(t, fixtureSet.Check(fixtureModule))
	var kinds []string
	for _, c := range fixtureSet.Classes() {
		kinds = append(kinds, c.Kind)
	}
	require.Equal(t, []string{"Buffer", "List", "Slot"}, kinds)
}

func TestCheckFindsFaults(t *testing.T) {
	run := Run(func(*list) error { return nil })
	unreadable := Do(func(*list, struct{ C chan int }) error { return nil })
	badTag := Do(func(*list, struct {
		N uint32 `lua:",mx=3"`
	}) error {
		return nil
	})
	badDefault := Do(func(*list, struct {
		N uint32 `lua:",max=3,default=4"`
	}) error {
		return nil
	})
	for _, test := range []struct {
		class Class
		want  string
	}{
		{Class{}, "class T has no documentation"},
		{Class{Doc: "d", Methods: Methods{{Name: "B", Doc: "d", Fn: run}, {Name: "A", Doc: "d", Fn: run}}}, "T: method A must stand before B"},
		{Class{Doc: "d", Methods: Methods{{Name: "A", Doc: "d", Fn: run}, {Name: "A", Doc: "d", Fn: run}}}, "T: method A must stand before A"},
		{Class{Doc: "d", Methods: Methods{{Name: "A", Fn: run}}}, "T.A has no documentation"},
		{Class{Doc: "d", Methods: Methods{{Doc: "d", Fn: run}}}, "T: method 1 has no name"},
		{Class{Doc: "d", Methods: Methods{{Name: "A", Doc: "d"}}}, "T.A has no function"},
		{Class{Doc: "d", Methods: Methods{{Name: "A", Doc: "d", Fn: Do2(func(*list, int, int) error { return nil }), Params: []Param{P("x", "", "")}}}},
			"T.A: BUG: luabind: A takes [int int] and names 1 of them in Params"},
		{Class{Doc: "d", Methods: Methods{{Name: "A", Doc: "d", Fn: run, Params: []Param{Rest("x", "any", ""), Opt("y", "any", "")}}}},
			"T.A: parameter x takes the rest and must be the last"},
		{Class{Doc: "d", Methods: Methods{{Name: "A", Doc: "d", Fn: Raw(nil), Params: []Param{{Name: "x"}}}}}, "T.A: parameter x has no type"},
		{Class{Doc: "d", Methods: Methods{{Name: "A", Doc: "d", Fn: unreadable}}}, "T.A: BUG: luabind: a script cannot write a chan int"},
		{Class{Doc: "d", Methods: Methods{{Name: "A", Doc: "d", Fn: badTag}}}, `T.A: BUG: luabind: tag of N: unknown option "mx=3"`},
		{Class{Doc: "d", Methods: Methods{{Name: "A", Doc: "d", Fn: badDefault}}},
			"T.A: BUG: luabind: default of N: default: the argument must be from 0 to 3, got 4"},
		{Class{Doc: "d", Methods: Methods{{Name: "A", Doc: "d", Fn: Run(func(*buffer) error { return nil })}}}, "T.A is a method of *luabind.buffer"},
		{Class{Doc: "d", Fields: []Field{{Name: "F"}}}, "T.F has no documentation"},
		{Class{Doc: "d", Fields: []Field{{Name: "F", Doc: "d", Get: run}}}, "T.F: Get must be made by luabind.Get"},
		{Class{Doc: "d", Fields: []Field{{Name: "A", Doc: "d", Get: Get(func(*list) int { return 1 })}},
			Methods: Methods{{Name: "A", Doc: "d", Fn: run}}}, "T.A is a method and a field"},
	} {
		test.class.Kind, test.class.Type = "T", TypeOf[*list]()
		require.EqualError(t, NewSet(&test.class).Check(), test.want)
	}
	require.EqualError(t, NewSet().Check(&Module{Name: "m"}), "module m has no documentation")
	require.PanicsWithValue(t, "BUG: luabind: class T appears twice", func() {
		NewSet(&Class{Kind: "T", Type: TypeOf[int]()}, &Class{Kind: "T", Type: TypeOf[uint]()})
	})
}

func TestDescribe(t *testing.T) {
	require.Equal(t, []Param{{Name: "X", Type: "integer"}, {Name: "Y", Type: "integer", Optional: true}, {Name: "Z", Type: "integer", Optional: true}},
		fixtureSet.Params(&listMethods[11]))
	require.Equal(t, []Param{{Name: "desc", Type: "bufferDesc"}}, fixtureSet.Params(&listMethods[3]))
	infos := fixtureSet.Describe(TypeOf[bufferDesc]())
	require.Len(t, infos, 6)
	width := infos[1]
	require.Equal(t, []any{"Width", "integer", true}, []any{width.Name, width.Type, width.Required})
	types := map[string]string{}
	for _, info := range fixtureSet.Describe(TypeOf[everything]()) {
		types[info.Name] = info.Type
	}
	require.Equal(t, map[string]string{"Inner": "integer", "I8": "integer", "I32": "integer", "I64": "integer", "U8": "integer", "U16": "integer",
		"U64": "integer", "F32": "number", "F64": "number", "B": "boolean", "Opt": "integer", "Fixed": "integer[]", "List": "integer[]",
		"Bytes": "string|integer[]", "Map": "table<string, integer>", "Fn": "function", "Table": "table", "Raw": "any",
		"Buffer": "Buffer", "Sized": "Buffer", "Slot": "Slot", "Filter": "filter", "Nested": "element", "Default": "bufferTwin", "Custom": "even",
		"Self": "everything"}, types)
	require.Equal(t, []string{"RED", "GREEN", "DARK_RED"}, Names(TypeOf[color]()))
	require.Nil(t, Names(TypeOf[int]()))
}
