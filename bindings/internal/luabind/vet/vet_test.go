package vet

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
)

type list struct{}

type other struct{}

type listDesc struct{ Names []string }

func TestCheckFindsFaults(t *testing.T) {
	run := luabind.Run(func(*list) error { return nil })
	unreadable := luabind.Do(func(*list, struct{ C chan int }) error { return nil })
	badTag := luabind.Do(func(*list, struct {
		N uint32 `lua:",mx=3"`
	}) error {
		return nil
	})
	badDefault := luabind.Do(func(*list, struct {
		N uint32 `lua:",max=3,default=4"`
	}) error {
		return nil
	})
	for _, test := range []struct {
		class luabind.Class
		want  string
	}{
		{luabind.Class{}, "class T has no documentation"},
		{luabind.Class{Doc: "d", Methods: luabind.Methods{{Name: "B", Doc: "d", Fn: run}, {Name: "A", Doc: "d", Fn: run}}}, "T: method A must stand before B"},
		{luabind.Class{Doc: "d", Methods: luabind.Methods{{Name: "A", Doc: "d", Fn: run}, {Name: "A", Doc: "d", Fn: run}}}, "T: method A must stand before A"},
		{luabind.Class{Doc: "d", Methods: luabind.Methods{{Name: "A", Fn: run}}}, "T.A has no documentation"},
		{luabind.Class{Doc: "d", Methods: luabind.Methods{{Doc: "d", Fn: run}}}, "T: method 1 has no name"},
		{luabind.Class{Doc: "d", Methods: luabind.Methods{{Name: "A", Doc: "d"}}}, "T.A has no function"},
		{luabind.Class{Doc: "d", Methods: luabind.Methods{{Name: "A", Doc: "d", Fn: luabind.Do2(func(*list, int, int) error { return nil }), Params: []luabind.Param{luabind.P("x", "", "")}}}},
			"T.A: BUG: luabind: A takes [int int] and names 1 of them in Params"},
		{luabind.Class{Doc: "d", Methods: luabind.Methods{{Name: "A", Doc: "d", Fn: run, Params: []luabind.Param{luabind.Rest("x", "any", ""), luabind.Opt("y", "any", "")}}}},
			"T.A: parameter x takes the rest and must be the last"},
		{luabind.Class{Doc: "d", Methods: luabind.Methods{{Name: "A", Doc: "d", Fn: luabind.Raw(nil), Params: []luabind.Param{{Name: "x"}}}}}, "T.A: parameter x has no type"},
		{luabind.Class{Doc: "d", Methods: luabind.Methods{{Name: "A", Doc: "d", Fn: unreadable}}}, "T.A: BUG: luabind: a script cannot write a chan int"},
		{luabind.Class{Doc: "d", Methods: luabind.Methods{{Name: "A", Doc: "d", Fn: badTag}}}, `T.A: BUG: luabind: tag of N: unknown option "mx=3"`},
		{luabind.Class{Doc: "d", Methods: luabind.Methods{{Name: "A", Doc: "d", Fn: badDefault}}},
			"T.A: BUG: luabind: default of N: default: the argument must be from 0 to 3, got 4"},
		{luabind.Class{Doc: "d", Methods: luabind.Methods{{Name: "A", Doc: "d", Fn: luabind.Run(func(*other) error { return nil })}}}, "T.A is a method of *vet.other"},
		{luabind.Class{Doc: "d", Fields: []luabind.Field{{Name: "F"}}}, "T.F has no documentation"},
		{luabind.Class{Doc: "d", Fields: []luabind.Field{{Name: "F", Doc: "d", Get: run}}}, "T.F: Get must be made by luabind.Get"},
		{luabind.Class{Doc: "d", Fields: []luabind.Field{{Name: "A", Doc: "d", Get: luabind.Get(func(*list) int { return 1 })}},
			Methods: luabind.Methods{{Name: "A", Doc: "d", Fn: run}}}, "T.A is a method and a field"},
	} {
		test.class.Kind, test.class.Type = "T", luabind.TypeOf[*list]()
		require.EqualError(t, Check(luabind.NewSet(&test.class)), test.want)
	}
	require.EqualError(t, Check(luabind.NewSet(), &luabind.Module{Name: "m"}), "module m has no documentation")
}

func TestSoundTablesPass(t *testing.T) {
	run := luabind.Run(func(*list) error { return nil })
	make := luabind.Call(func(*other, listDesc) (*list, error) { return nil, nil })
	set := luabind.NewSet(&luabind.Class{Kind: "T", Doc: "d", Type: luabind.TypeOf[*list](), Methods: luabind.Methods{{Name: "A", Doc: "d", Fn: run}},
		Fields: []luabind.Field{{Name: "F", Doc: "d", Get: luabind.Get(func(*list) int { return 1 })}}})
	require.NoError(t, Check(set, &luabind.Module{Name: "m", Doc: "d", Functions: luabind.Methods{{Name: "Make", Doc: "d", Fn: make}}}))
}
