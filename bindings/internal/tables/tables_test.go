package tables

import (
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

func table(t *testing.T, text string) *lua.LTable {
	L := lua.NewState()
	t.Cleanup(L.Close)
	require.NoError(t, L.DoString("return "+text))
	return L.Get(-1).(*lua.LTable)
}

func TestCapture(t *testing.T) {
	for _, c := range []struct {
		text string
		want syntax.CaptureKind
	}{
		{"{ 1, 2.5 }", syntax.CaptureTable},
		{"{ { 1, 2 }, { 3, 4 } }", syntax.CaptureTable},
		{"{ { 1, 2, 3, 4, 5 } }", syntax.CaptureHost},
		{"{ { { 1, 2 }, { 3, 4 } } }", syntax.CaptureHost},
		{"{ 1, x = 2 }", syntax.CaptureHost},
		{"{}", syntax.CaptureHost},
		{`{ { "at", "float3" }, { "next", "int", 2 } }`, syntax.CaptureStruct},
		{`{ { "inner", { { "x", "float" } } } }`, syntax.CaptureStruct},
		{`{ { "at", "flaot3" } }`, syntax.CaptureHost},
		{`{ "at", "float3" }`, syntax.CaptureHost},
	} {
		require.Equal(t, c.want, Capture(table(t, c.text)).Kind, c.text)
	}
	numbers := Capture(table(t, "{ { 1, 2 }, { 3, 4 } }"))
	require.Equal(t, [][]float64{{1, 2}, {3, 4}}, numbers.Table.Rows)
	require.Len(t, Capture(table(t, `{ { "at", "float3" }, { "next", "int", 2 } }`)).Struct.Fields, 2)
}

func TestTablesThatHoldThemselves(t *testing.T) {
	own := &lua.LTable{}
	row := &lua.LTable{}
	row.RawSetInt(1, lua.LString("inner"))
	row.RawSetInt(2, own)
	own.RawSetInt(1, row)
	_, problem := Fields(own, "StructuredBuffer", 2)
	require.NotNil(t, problem)
	require.Equal(t, syntax.CaptureHost, Capture(own).Kind)
	list := &lua.LTable{}
	list.RawSetInt(1, list)
	require.Equal(t, syntax.CaptureHost, Capture(list).Kind)
}

func TestFields(t *testing.T) {
	got, problem := Fields(table(t, `{ { "a", "float3" }, { "b", { { "c", "int", 2, 4 } } } }`), "StructuredBuffer", 2)
	require.Nil(t, problem)
	require.Equal(t, []syntax.FieldSpec{{Name: "a", Type: "float3"}, {Name: "b", Fields: []syntax.FieldSpec{{Name: "c", Type: "int", Count: 2, Inner: []int{4}}}}}, got)
	for text, want := range map[string]string{
		`{ { "a", "int", 0.5 } }`:     "type[1][3] must be a whole number of elements, 1 or more, got 0.5",
		`{ { "a", "int", 2, 0 } }`:    "type[1][4] must be a whole number of elements, 1 or more, got 0",
		`{ { "a", "int", 2^64 } }`:    "type[1][3] must be a whole number of elements, 1 or more, got 1.8446744073709552e+19",
		"{}":                          "type is a layout without fields",
		"{ 1 }":                       "type[1] must be a field { name, type [, count] }, got a number",
		`{ { "a" } }`:                 "type[1] must be a field { name, type [, count] }, got a nil",
		`{ { "a", "int" }, { 1 } }`:   "type[2] must be a field { name, type [, count] }, got a number",
		`{ { "a", "int", "two" } }`:   "type[1] must be a field { name, type [, count] }, got a string",
		`{ { "a", { { "b", 1 } } } }`: "type[1][2][1] must be a field { name, type [, count] }, got a number",
	} {
		_, problem := Fields(table(t, text), "StructuredBuffer", 2)
		require.NotNil(t, problem, text)
		require.Equal(t, want, problem.Title)
	}
	for text, want := range map[string]diag.Fix{
		`{ a = "float" }`:              {Method: "StructuredBuffer", Argument: 2, Action: diag.FixWrap, Text: `{ { "a", "float" } }`},
		`{ { "a", { b = "uint" } } }`:  {Method: "StructuredBuffer", Argument: 2, Path: "[1][2]", Action: diag.FixWrap, Text: `{ { "b", "uint" } }`},
		`{ a = "float", b = "float" }`: {}, // the order is not known
		`{ a = { "float", "float" } }`: {},
		`{ [0] = { "a", "float" } }`:   {},
	} {
		_, problem := Fields(table(t, text), "StructuredBuffer", 2)
		require.NotNil(t, problem, text)
		var got diag.Fix
		if fix := problem.Help[0].Fix; fix != nil {
			got = *fix
		}
		require.Equal(t, want, got, text)
	}
}
