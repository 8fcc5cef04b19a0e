package arity

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// object says of words with a capital letter that they are kinds of objects; a description is none.
func object(word string) bool {
	return word != "" && word[0] >= 'A' && word[0] <= 'Z' && !strings.HasSuffix(word, "Desc")
}

func TestLeftOut(t *testing.T) {
	const uav, rtv = "Resource|nil, Resource|nil, ViewDesc|nil, Handle", "Resource|nil, ViewDesc|nil, Handle"
	for _, tt := range []struct {
		arguments, parameters string
		want                  int
	}{
		{"Resource, nil, Handle", uav, 1},
		{"Resource, table, Handle", uav, 1},
		{"Resource, Resource, Handle", uav, 2},
		{"nil, table, Handle", uav, 0},          // the resource or the counter
		{"Resource, nil, nil", uav, -1},         // the handle
		{"Resource, nil, table", uav, -1},       // the handle
		{"Resource, Handle", uav, -1},           // two of them
		{"Resource, nil, nil, Handle", uav, -1}, // none
		{"Buffer, nil, Handle", uav, -1},        // not a resource either
		{"table, Handle", rtv, 0},               // the resource
		{"Resource, Handle", rtv, 1},            // the description
		{"Resource, number", rtv, -1},           // a number is no handle
		{"Resource, string", "Resource, integer|nil, string", 1},
		{"Resource, number", "Resource, integer|nil, string", -1}, // the text
		{"Resource, number", "Resource, Handle, number", -1},      // a handle cannot be nil
	} {
		require.Equal(t, tt.want, LeftOut(strings.Split(tt.arguments, ", "), strings.Split(tt.parameters, ", "), object), "%s for %s", tt.arguments, tt.parameters)
	}
}

func TestTooMany(t *testing.T) {
	const srv, copies = "Resource|nil, ViewDesc|nil, Handle", "Resource, integer, Resource, integer"
	for _, tt := range []struct {
		arguments, parameters string
		want                  int
		name                  string
	}{
		{"Resource, nil, table, Handle", srv, 1, "argument 2"}, // as for an unordered access view
		{"Resource, nil, nil, Handle", srv, 2, "argument 3"},   // the later one
		{"Resource, table, Handle, Handle", srv, 3, "the last argument"},
		{"Resource, table, Handle, number", srv, 3, "the last argument"},
		{"Device, Resource, table, Handle", srv, 0, "argument 1"},
		{"number, number, number, number", srv, 3, "the last argument"}, // none of them
		{"Resource, number, number, Resource, number", copies, 2, "argument 3"},
		{"number", "", 0, "the last argument"},
	} {
		parameters := []string{}
		if tt.parameters != "" {
			parameters = strings.Split(tt.parameters, ", ")
		}
		at, name := TooMany(strings.Split(tt.arguments, ", "), parameters, object)
		require.Equal(t, tt.want, at, "%s for %s", tt.arguments, tt.parameters)
		require.Equal(t, tt.name, name)
	}
}

func TestPlaces(t *testing.T) {
	require.Equal(t, "(%1, %2, %3)", Listed(Places(3)))
	require.Equal(t, "()", Listed(Places(0)))
}

func TestGathered(t *testing.T) {
	clear := []string{"CPUDescriptorHandle", "number[]", "Rect[]|nil"}
	for _, tt := range []struct {
		name                  string
		arguments, parameters []string
		want                  []string
	}{
		{"a colour", []string{"CPUDescriptorHandle", "number", "number", "number", "number"}, clear, []string{"%1", "{ %2, %3, %4, %5 }"}},
		{"the only parameter", []string{"number", "number"}, []string{"number[]|nil"}, []string{"{ %1, %2 }"}},
		{"numbers before", []string{"number", "number", "number"}, []string{"integer", "(number|Word)[]", "integer"}, []string{"%1", "{ %2, %3 }"}},
		{"one number", []string{"CPUDescriptorHandle", "number"}, clear, nil},
		{"something else behind", []string{"CPUDescriptorHandle", "number", "table"}, clear, nil},
		{"no list of numbers", []string{"number", "number"}, []string{"Rect[]"}, nil},
		{"objects", []string{"Heap", "Heap"}, []string{"Heap[]"}, []string{"{ %1, %2 }"}},
		{"objects of another kind", []string{"Heap", "Fence"}, []string{"Heap[]"}, nil},
		{"descriptions behind a slot", []string{"number", "table", "table"}, []string{"integer", "VertexBufferView[]"}, []string{"%1", "{ %2, %3 }"}},
		{"tables that are no objects", []string{"table", "table"}, []string{"Heap[]"}, nil},
		{"tables that are no numbers", []string{"table", "table"}, []string{"integer[]"}, nil},
	} {
		require.Equal(t, tt.want, Gathered(tt.arguments, tt.parameters, func(s string) bool { return s == "Heap" || s == "Fence" }), tt.name)
	}
}

func TestOffsets(t *testing.T) {
	const names, types = "dst, dstOffset, src, srcOffset, numBytes", "Resource, integer, Resource, integer, integer"
	for _, tt := range []struct{ arguments, names, parameters, want string }{
		{"Resource, Resource, number", names, types, "%1, 0, %2, 0, %3"},
		{"Resource, number, Resource, number", names, types, "%1, %2, %3, 0, %4"}, // the last number is the size, which has to be there
		{"Resource, Resource, number, number", names, types, "%1, 0, %2, %3, %4"},
		{"Resource, number, Resource, number, number", names, types, "%1, %2, %3, %4, %5"},
		{"Resource, Resource", names, types, ""},         // the size
		{"Resource, number", names, types, ""},           // the source
		{"number, Resource, Resource", names, types, ""}, // in another order
		{"Buffer, table", "buffer, offset, data", "Buffer, integer, number[]", "%1, 0, %2"},
		{"number", "x, y", "integer, integer", ""}, // no offset
		{"table, table", "dst, dstX, dstY, dstZ, src", "PlaceDesc, integer, integer, integer, PlaceDesc", "%1, 0, 0, 0, %2"},
		{"table, number, number, table", "dst, dstX, dstY, dstZ, src", "PlaceDesc, integer, integer, integer, PlaceDesc", "%1, %2, %3, 0, %4"},
	} {
		got := Offsets(strings.Split(tt.arguments, ", "), strings.Split(tt.parameters, ", "), strings.Split(tt.names, ", "), object)
		require.Equal(t, tt.want, strings.Join(got, ", "), tt.arguments)
	}
}

func TestSpread(t *testing.T) {
	for _, tt := range []struct {
		fields, parameters string
		want               []string
	}{
		{"Fence Value", "fence value", []string{"%1.Fence", "%1.Value"}},
		{"Value pFence", "fence value", []string{"%1.pFence", "%1.Value"}},
		{"DstBuffer DstOffset SrcBuffer SrcOffset", "dst dstOffset src srcOffset numBytes", []string{"%1.DstBuffer", "%1.DstOffset", "%1.SrcBuffer", "%1.SrcOffset"}},
		{"Path", "path texture", []string{"%1.Path"}},
		{"Dst Size", "dst dstOffset size", nil}, // one between them is missing
		{"Fence Colour", "fence value", nil},
		{"path", "path", []string{"%1.path"}}, // its p is none of C's
		{"", "path", nil},
	} {
		require.Equal(t, tt.want, Spread(strings.Fields(tt.fields), strings.Fields(tt.parameters)), tt.fields)
	}
}

func TestSingle(t *testing.T) {
	for _, p := range []string{"integer", "string|nil", "Resource", "function"} {
		require.True(t, Single(p, object), p)
	}
	for _, p := range []string{"integer[]", "FenceDesc", "table", ""} {
		require.False(t, Single(p, object), p)
	}
}

func TestUsual(t *testing.T) {
	known := func(i int) bool { return i == 1 }
	for _, tt := range []struct {
		arguments, parameters string
		want                  int
	}{
		{"number, table", "integer, string, number|number[]", 1},
		{"number, string", "integer, string, number|number[]", -1},        // the values are missing
		{"number, string, table", "integer, string, number|number[]", -1}, // nothing is
		{"table", "integer, string, number|number[]", -1},                 // two of them are
		{"string, table", "integer, string, number|number[]", -1},         // another one is wrong
		{"string, table", "integer, string, table", -1},                   // nothing is usual for it
	} {
		require.Equal(t, tt.want, Usual(strings.Split(tt.arguments, ", "), strings.Split(tt.parameters, ", "), known, object), tt.arguments)
	}
}

func TestNeighbour(t *testing.T) {
	for _, tt := range []struct {
		arguments, parameters string
		at, want              int
	}{
		{"string, number", "integer, string, integer|nil", 1, 0},
		{"string, number", "integer, string, integer|nil", 0, 1},
		{"Resource, string", "string, Resource", 0, 1},
		{"string, number, number", "integer, string, integer|nil", 0, 1},
		{"number, number", "integer, string", 1, -1},                 // the same on both sides
		{"string, string, number", "integer, string, string", 0, -1}, // not beside it
		{"string, number, number", "integer, string, string", 0, -1}, // something else is wrong, too
		{"string, number, nil", "integer, string", 0, -1},            // there are too many
		{"table, string", "GraphDesc, CompileDesc|nil", 1, -1},       // two tables: the string is neither
	} {
		require.Equal(t, tt.want, Neighbour(strings.Split(tt.arguments, ", "), strings.Split(tt.parameters, ", "), tt.at, object), tt.arguments)
	}
}

func TestFit(t *testing.T) {
	parameters := []string{"integer", "string", "number|number[]"}
	require.True(t, Fit([]string{"number", "string", "table"}, parameters, func(string) bool { return false }))
	require.True(t, Fit([]string{"number", "string"}, parameters, func(string) bool { return false }))
	require.False(t, Fit([]string{"number", "number", "number"}, parameters, func(string) bool { return false }))
	require.False(t, Fit([]string{"number", "string", "table", "nil"}, parameters, func(string) bool { return false }))
}
