package luabind

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestClassesAreSorted(t *testing.T) {
	var kinds []string
	for _, c := range fixtureSet.Classes() {
		kinds = append(kinds, c.Kind)
	}
	require.Equal(t, []string{"Buffer", "List", "Slot"}, kinds)
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
