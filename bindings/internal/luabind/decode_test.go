package luabind

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"
)

func TestDescriptor(t *testing.T) {
	for _, test := range []struct {
		table string
		want  bufferDesc
	}{
		{`{ Width = 1 }`, bufferDesc{Width: 1, Color: 1}},
		{`{ Width = 4096, Name = "n", Color = "RED", Alignment = 512, Scale = 0.5 }`,
			bufferDesc{Width: 4096, Name: "n", Color: 0, Alignment: 512, Scale: 0.5}},
		{`{ Width = 1, States = "COPY_DEST" }`, bufferDesc{Width: 1, Color: 1, States: 1}},
		{`{ Width = 1, States = "COPY_DEST | RENDER_TARGET" }`, bufferDesc{Width: 1, Color: 1, States: 5}},
		{`{ Width = 1, States = { "COPY_DEST", "COPY_SOURCE" } }`, bufferDesc{Width: 1, Color: 1, States: 3}},
		{`{ Width = 1, States = 0 }`, bufferDesc{Width: 1, Color: 1}},
		{`{ Width = 1, States = "NONE" }`, bufferDesc{Width: 1, Color: 1}},
		{`{ Width = 1, States = {} }`, bufferDesc{Width: 1, Color: 1}},
		{`setmetatable({ Name = "x" }, { __index = { Width = 9, Other = 1 } })`, bufferDesc{Width: 9, Name: "x", Color: 1}},
		{`setmetatable({ Name = "x" }, { __index = setmetatable({}, { __index = { Width = 9, Name = "y" } }) })`,
			bufferDesc{Width: 9, Name: "x", Color: 1}},
		{`setmetatable({ Width = 2 }, {})`, bufferDesc{Width: 2, Color: 1}},
	} {
		w := newWorld(t)
		require.NoError(t, w.DoString(`l:Create(`+test.table+`)`), test.table)
		test.want.Site = 1
		require.Equal(t, test.want, w.list.desc, test.table)
	}
}

func TestDescriptorErrors(t *testing.T) {
	const keys = "\nnote: BufferDesc has Name, Width, Color, States, Alignment, Scale."
	const colors = "\nnote: color is \"RED\", \"GREEN\" or \"DARK_RED\"."
	const flags = "\nnote: states is \"COMMON\", \"PRESENT\", \"ALL\", \"COPY_DEST\", \"COPY_SOURCE\" or \"RENDER_TARGET\"."
	for _, test := range []struct{ table, want string }{
		{`nil`, "GS0133 Create: desc must be a table, got nil\nhelp: pass one table with named fields: Create { Width = ... }"},
		{`"x"`, "GS0133 Create: desc must be a table, got string \"x\"\nhelp: pass one table with named fields: Create { Width = ... }"},
		{`b`, "GS0133 Create: desc must be a table, got Buffer \"verts\"\nhelp: pass one table with named fields: Create { Width = ... }"},
		{`{}`, "GS0132 Create: Width is missing\nhelp: add Width = <integer>"},
		{`{ width = 1 }`, "GS0131 Create: unknown key width" + keys + "\nhelp: did you mean Width?"},
		{`{ Width = 1, Nam = "x" }`, "GS0131 Create: unknown key Nam" + keys + "\nhelp: did you mean Name?"},
		{`{ Width = 1, Desc = { Color = 3 } }`, "GS0131 Create: unknown key Desc" + keys + "\nhelp: take the inner table away: Color and its other fields belong beside Name"},
		{`{ Width = 1, Desc = { x = 3 } }`, "GS0131 Create: unknown key Desc" + keys},
		{`{ Width = 1, NumStates = 3 }`, "GS0131 Create: NumStates is number 3, and the list States has 0" + keys + "\nhelp: leave it out: a list knows its length"},
		{`{ Width = 1, Depth = 2 }`, "GS0131 Create: unknown key Depth" + keys},
		{`{ Width = 1, [b] = 2 }`, "GS0131 Create: unknown key [Buffer \"verts\"]" + keys + "\nhelp: write the fields with their names, as { Width = ... }"},
		{`{ Width = 1, ["a b"] = 2 }`, "GS0131 Create: unknown key [\"a b\"]" + keys},
		{`setmetatable({ Width = 1 }, { __index = function() return 1 end })`, "GS0133 Create: the argument must be a plain table, got a table " +
			"whose __index is a function\nwhy: Fields that a function computes are not read.\nhelp: copy the fields into a table, or make __index a table"},
		{`{ 1 }`, "GS0131 Create: unknown key [1]" + keys + "\nhelp: write the fields with their names, as { Width = ... }"},
		{`{ Width = "256" }`, "GS0133 Create: Width must be a whole number, got string \"256\"\nwhy: Strings are not converted to numbers.\nhelp: write 256 without quotes"},
		{`{ Width = "big" }`, "GS0133 Create: Width must be a whole number, got string \"big\""},
		{`{ Width = 0 }`, "GS0135 Create: Width must be from 1 to 4096, got 0"},
		{`{ Width = 4097 }`, "GS0135 Create: Width must be from 1 to 4096, got 4097"},
		{`{ Width = 1.5 }`, "GS0134 Create: Width must be a whole number, got 1.5\nhelp: write 1 or 2, or round with math.floor"},
		{`{ Width = -1e300 }`, "GS0135 Create: Width must be from 1 to 4096, got -1e+300"},
		{`{ Width = 1, Alignment = 257 }`, "GS0135 Create: Alignment must be a multiple of 256, got 257\nhelp: the nearest are 256 and 512"},
		{`{ Width = 1, Name = 5 }`, "GS0133 Create: Name must be a string, got number 5\nwhy: Numbers are not converted to strings.\n" +
			"help: write tostring(...) around it, or quotes"},
		{`{ Width = 1, Scale = true }`, "GS0133 Create: Scale must be a number, got boolean true"},
		{`{ Width = 1, Scale = "0.5" }`, "GS0133 Create: Scale must be a number, got string \"0.5\"\nwhy: Strings are not converted to numbers.\nhelp: write 0.5 without quotes"},
		{`{ Width = 1, Scale = -1/0 }`, "GS0135 Create: Scale must be a finite number, got -inf\nhelp: look for a division by zero where the number is computed"},
		{`{ Width = 1, Color = "BLUE" }`, "GS0136 Create: Color has no value \"BLUE\"" + colors},
		{`{ Width = 1, Color = "red" }`, "GS0136 Create: Color has no value \"red\"" + colors + "\nhelp: did you mean \"RED\"?"},
		{`{ Width = 1, Color = "GREN" }`, "GS0136 Create: Color has no value \"GREN\"" + colors + "\nhelp: did you mean \"GREEN\"?"},
		{`{ Width = 1, Color = "D3D12_COLOR_DARK_RED" }`, "GS0136 Create: Color has no value \"D3D12_COLOR_DARK_RED\"" + colors +
			"\nhelp: write \"DARK_RED\": values have no prefix D3D12_COLOR_ here"},
		{`{ Width = 1, Color = "" }`, "GS0136 Create: Color has no value \"\"" + colors},
		{`{ Width = 1, Color = "100%d" }`, "GS0136 Create: Color has no value \"100%d\"" + colors},
		{`{ Width = 1, Color = 1 }`, "GS0133 Create: Color must be a string, got number 1\nwhy: Numbers are not converted to strings." + colors},
		{`{ Width = 1, States = 1 }`, "GS0133 Create: States must be a string, a list of strings or 0, got number 1" + flags},
		{`{ Width = 1, States = "COPY_DEST|COPY_DST" }`, "GS0136 Create: States has no value \"COPY_DST\"" + flags + "\nhelp: did you mean \"COPY_DEST\"?"},
		{`{ Width = 1, States = "D3D12_RESOURCE_STATE_COPY_DEST" }`, "GS0136 Create: States has no value \"D3D12_RESOURCE_STATE_COPY_DEST\"" + flags +
			"\nhelp: write \"COPY_DEST\": values have no prefix D3D12_RESOURCE_STATE_ here"},
		{`{ Width = 1, States = { "COPY_DEST", 2 } }`, "GS0133 Create: States[2] must be a string, got number 2\nwhy: Numbers are not converted to strings." + flags},
		{`{ Width = 1, States = { A = 1 } }`, "GS0131 Create: unknown key States.A\nwhy: States is a list of names: its keys are 1, 2, 3 and so on.\n" +
			"help: write the entries alone, in their order"},
	} {
		require.Equal(t, test.want, text(newWorld(t).fail(t, `l:Create(`+test.table+`)`)), test.table)
	}
}

func TestListsAndUnions(t *testing.T) {
	w := newWorld(t)
	require.NoError(t, w.DoString(`l:Barriers { { Resource = b, After = "COPY_DEST" }, { Type = "ALIASING", Aliased = b }, { Type = "ALIASING", After = "COMMON" } }`))
	require.Equal(t, []barrier{{Resource: w.buf, After: 1}, {Type: 1, Aliased: w.buf}, {Type: 1}}, w.list.desc)
	require.NoError(t, w.DoString(`l:Barriers {}`))
	require.Empty(t, w.list.desc)
	require.NoError(t, w.DoString(`l:Layout { { "POSITION", "RED" }, { "UV", "GREEN", Slot = 3 }, { Semantic = "N", Format = "RED" }, { "M", Format = "RED" } }`))
	require.Equal(t, []element{{"POSITION", 0, 0}, {"UV", 1, 3}, {"N", 0, 0}, {"M", 0, 0}}, w.list.desc)

	require.NoError(t, w.DoString(`l:Layout { { "POSITION", 2, "GREEN" }, { "UV", 0, "RED" } }`))
	require.Equal(t, []element{{"POSITION", 1, 2}, {"UV", 0, 0}}, w.list.desc, "as in C")

	const long = "A list of more than 2 entries has the order Semantic, Slot, Format."
	const barrierKeys = "\nnote: Barrier has Type, Resource, After, Aliased."
	const list = "\nwhy: Barriers is a list: its keys are 1, 2, 3 and so on."
	elements := strings.ReplaceAll(list, "Barriers", "Elements")
	for _, test := range []struct{ script, want string }{
		{`l:Barriers(1)`, "GS0133 Barriers: Barriers must be a list, got number 1"},
		{`l:Barriers { 1 }`, "GS0133 Barriers: Barriers[1] must be a table, got number 1"},
		{`l:Barriers { {}, nil, {} }`, "GS0132 Barriers: Barriers[2] is missing\nwhy: A list has no holes, but this one has entries up to 3."},
		{`l:Barriers { nil, {} }`, "GS0132 Barriers: Barriers[1] is missing\nwhy: A list has no holes, but this one has entries up to 2."},
		{`l:Barriers { Resource = b, After = "COPY_DEST" }`, "GS0131 Barriers: unknown key Barriers.Resource" + list +
			"\nhelp: put braces around it: a list of one entry"},
		{`l:Barriers { {}, x = 1 }`, "GS0131 Barriers: unknown key Barriers.x" + list + "\nhelp: if the table is one entry, put braces around it: { { x = ... } }"},
		{`l:Barriers { [0] = {} }`, "GS0131 Barriers: unknown key Barriers[0]" + list +
			"\nhelp: count from 1: the first entry of a list has the key 1"},
		{`l:Layout { POSITION = "RED" }`, "GS0131 Layout: unknown key Elements.POSITION" + elements + "\nhelp: make a list of the entry: { { \"POSITION\", \"RED\" } }"},
		{`l:Layout { UV = "RED", POSITION = "RED" }`, "GS0131 Layout: unknown key Elements.UV" + elements +
			"\nhelp: make a list of each entry, in their order: { { \"POSITION\", \"RED\" }, ... }"},
		{`l:Layout { POSITION = 1 }`, "GS0131 Layout: unknown key Elements.POSITION" + elements +
			"\nhelp: if the table is one entry, put braces around it: { { POSITION = ... } }"},
		{`l:Barriers { [1.5] = {} }`, "GS0131 Barriers: unknown key Barriers[1.5]" + list},
		{`l:Barriers { { Resource = b } }`, "GS0132 Barriers: Barriers[1].After is missing\n" +
			"help: add After = \"COMMON\", \"PRESENT\", \"ALL\", \"COPY_DEST\", \"COPY_SOURCE\" or \"RENDER_TARGET\""},
		{`l:Barriers { { After = "COMMON" } }`, "GS0132 Barriers: Barriers[1].Resource is missing\nhelp: add Resource = <Buffer>"},
		{`l:Barriers { { Resource = b, After = "COMMON" }, { Resource = b, Afther = "COMMON" } }`,
			"GS0131 Barriers: unknown key Barriers[2].Afther" + barrierKeys + "\nhelp: did you mean After?"},
		{`l:Barriers { { Resource = l, After = "COMMON" } }`, "GS0141 Barriers: Barriers[1].Resource must be a Buffer, got List \"draw\""},
		{`l:Barriers { { Resource = "verts", After = "COMMON" } }`, "GS0133 Barriers: Barriers[1].Resource must be a Buffer, got string \"verts\""},
		{`l:Barriers { { Type = "ALIASING", After = "COPY_DEST" } }`, "GS0131 Barriers: Barriers[1] has After, which Type \"ALIASING\" does not use\n" +
			"why: After belongs to Type \"TRANSITION\".\nhelp: remove After, or write Type = \"TRANSITION\""},
		{`l:Barriers { { Type = "ALIASING", Resource = b, After = "COPY_DEST", Aliased = b } }`, "GS0131 Barriers: Barriers[1] has Resource and After, which Type \"ALIASING\" does not use\n" +
			"why: Resource and After belong to Type \"TRANSITION\".\nhelp: remove Resource and After, or change Type"},
		{`l:Barriers { { Type = "ALIASING", After = 1 } }`, "GS0133 Barriers: Barriers[1].After must be a string, a list of strings or 0, got number 1\n" +
			"note: states is \"COMMON\", \"PRESENT\", \"ALL\", \"COPY_DEST\", \"COPY_SOURCE\" or \"RENDER_TARGET\"."},
		{`l:Layout { { "P", "RED", "x" } }`, "GS0136 Layout: Elements[1].Format has no value \"x\"\nnote: color is \"RED\", \"GREEN\" or \"DARK_RED\".\nnote: " + long},
		{`l:Layout { { "P", 1, "RED", 2 } }`, "GS0131 Layout: unknown key Elements[1][4]\nnote: Element has Semantic, Format, Slot."},
		{`l:Layout { { "P", 1, "RED", Slot = 2 } }`, "GS0131 Layout: Elements[1].Slot is given twice\nwhy: Entry 2 of the list is Slot already.\nhelp: remove one of the two"},
		{`l:Layout { { "P", 4, "RED" } }`, "GS0135 Layout: Elements[1].Slot must be from 0 to 3, got 4\nnote: " + long},
		{`l:Layout { { "P", 0 } }`, "GS0133 Layout: Elements[1].Format must be a string, got number 0\nwhy: Numbers are not converted to strings.\nnote: color is \"RED\", \"GREEN\" or \"DARK_RED\"."},
		{`l:Layout { { "P", "RED", Format = "RED" } }`, "GS0131 Layout: Elements[1].Format is given twice\nwhy: Entry 2 of the list is Format already.\n" +
			"help: remove one of the two"},
		{`l:Layout { { "P" } }`, "GS0132 Layout: Elements[1].Format is missing\nhelp: add Format = \"RED\", \"GREEN\" or \"DARK_RED\""},
		{`l:Layout { { "P", "RED", Slot = 4 } }`, "GS0135 Layout: Elements[1].Slot must be from 0 to 3, got 4"},
	} {
		require.Equal(t, test.want, text(newWorld(t).fail(t, test.script)), test.script)
	}
}

func TestEveryFieldType(t *testing.T) {
	w := newWorld(t)
	require.NoError(t, w.DoString(`f = function() end; raw = {}
		l:Everything { Inner = -128, I8 = 127, I32 = -2^31, I64 = -2^53, U8 = 255, U16 = 65535, U64 = 2^53, F32 = 0.1, F64 = 1, B = true,
			Opt = 5, Fixed = { 1, 2, 3 }, List = { 1, 2, 3, 4 }, Bytes = "ab", Map = { x = 1, y = -1 }, Fn = f, Table = raw, Raw = raw,
			Buffer = b, Sized = b, Slot = s, Filter = "ANISOTROPIC", Nested = { "P", "RED" }, Default = { Count = 1 }, Custom = 4,
			Self = { U8 = 1 } }`))
	got := w.list.desc.(everything)
	opt := uint32(5)
	require.Equal(t, &opt, got.Opt)
	require.Equal(t, uint8(1), got.Self.U8)
	require.Equal(t, uint32(7), got.Self.Default.Count, "defaults of a nested struct")
	got.Self, got.Opt = nil, nil
	require.Equal(t, everything{base: base{-128}, I8: 127, I32: math.MinInt32, I64: -1 << 53, U8: 255, U16: 65535, U64: 1 << 53, F32: 0.1, F64: 1,
		B: true, Fixed: [3]uint32{1, 2, 3}, List: []uint32{1, 2, 3, 4}, Bytes: []byte("ab"), Map: map[string]int32{"x": 1, "y": -1},
		Fn: w.GetGlobal("f").(*lua.LFunction), Table: w.GetGlobal("raw").(*lua.LTable), Raw: w.GetGlobal("raw"), Buffer: w.buf, Sized: w.buf,
		Slot: slot{3}, Filter: 0x55, Nested: element{"P", 0, 0}, Default: bufferTwin{1}, Custom: 4}, got)

	require.NoError(t, w.DoString(`l:Everything { Bytes = { 0, 255 }} l:Everything {} l:Everything()`))
	require.Equal(t, everything{Default: bufferTwin{7}}, w.list.desc)

	for _, test := range []struct{ table, want string }{
		{`{ Inner = 128 }`, "GS0135 Everything: Inner must be from -128 to 127, got 128"},
		{`{ I8 = -129 }`, "GS0135 Everything: I8 must be from -128 to 127, got -129"},
		{`{ I32 = 2^31 }`, "GS0135 Everything: I32 must be from -2147483648 to 2147483647, got 2147483648"},
		{`{ I64 = -2^53 - 2 }`, "GS0135 Everything: I64 must be from -9007199254740992 to 9007199254740992, got -9007199254740994"},
		{`{ U8 = 256 }`, "GS0135 Everything: U8 must be from 0 to 255, got 256"},
		{`{ U16 = -1 }`, "GS0135 Everything: U16 must be from 0 to 65535, got -1"},
		{`{ U64 = 2^53 + 2 }`, "GS0135 Everything: U64 must be from 0 to 9007199254740992, got 9007199254740994\nwhy: Whole numbers above 2^53 are not exact in Lua."},
		{`{ F32 = 1e39 }`, "GS0135 Everything: F32 must fit into a 32-bit float, got 1e+39"},
		{`{ F64 = 1.25 }`, "GS0135 Everything: F64 must be from 0 to 1, got 1.25"},
		{`{ B = 1 }`, "GS0133 Everything: B must be true or false, got number 1"},
		{`{ Opt = "x" }`, "GS0133 Everything: Opt must be a whole number, got string \"x\""},
		{`{ Fixed = { 1, 2 } }`, "GS0135 Everything: Fixed must have exactly 3 entries, got 2"},
		{`{ Fixed = { 1, 2, 3, 4 } }`, "GS0135 Everything: Fixed must have exactly 3 entries, got 4"},
		{`{ Fixed = { 1, 2, -3 } }`, "GS0135 Everything: Fixed[3] must be at least 0, got -3"},
		{`{ Fixed = 1 }`, "GS0133 Everything: Fixed must be a list of 3, got number 1"},
		{`{ List = { 1, 2, 3, 4, 5 } }`, "GS0135 Everything: List must have at most 4 entries, got 5"},
		{`{ Bytes = 1 }`, "GS0133 Everything: Bytes must be a string or a list of bytes, got number 1"},
		{`{ Bytes = { 256 } }`, "GS0135 Everything: Bytes[1] must be from 0 to 255, got 256"},
		{`{ Map = { x = 1.5 } }`, "GS0134 Everything: Map.x must be a whole number, got 1.5\nhelp: write 1 or 2, or round with math.floor"},
		{`{ Map = { [1] = 1 } }`, "GS0133 Everything: Map[1] must be a string, got number 1\nwhy: Numbers are not converted to strings.\n" +
			"help: write tostring(...) around it, or quotes"},
		{`{ Table = "x" }`, "GS0133 Everything: Table must be a table, got string \"x\""},
		{`{ Buffer = l }`, "GS0141 Everything: Buffer must be a Buffer, got List \"draw\""},
		{`{ Buffer = 1064 }`, "GS0133 Everything: Buffer must be a Buffer, got number 1064"},
		{`{ Sized = s }`, "GS0141 Everything: Sized must be a Buffer, got Slot"},
		{`{ Slot = b }`, "GS0141 Everything: Slot must be a Slot, got Buffer \"verts\""},
		{`{ Filter = "LINEAR" }`, "GS0136 Everything: Filter has no value \"LINEAR\"\nnote: filter is \"POINT\" or \"ANISOTROPIC\"."},
		{`{ Nested = { "P" } }`, "GS0132 Everything: Nested.Format is missing\nhelp: add Format = \"RED\", \"GREEN\" or \"DARK_RED\""},
		{`{ Default = { Cuont = 1 } }`, "GS0131 Everything: unknown key Default.Cuont\nnote: BufferTwin has Count.\nhelp: did you mean Count?"},
		{`{ Custom = 3 }`, "GS0135 Everything: Custom must be even, got 3"},
		{`{ Custom = "x" }`, "GS0133 Everything: Custom must be a whole number, got string \"x\""},
		{`{ Self = { Self = { U8 = 256 } } }`, "GS0135 Everything: Self.Self.U8 must be from 0 to 255, got 256"},
	} {
		require.Equal(t, test.want, text(newWorld(t).fail(t, `l:Everything(`+test.table+`)`)), test.table)
	}
}

func TestResultsCanBePassedBack(t *testing.T) {
	w := newWorld(t)
	v, err := w.encode(bufferTwin{3})
	require.Nil(t, err)
	w.SetGlobal("twin", v)
	require.NoError(t, w.DoString(`l:Everything { Default = twin }`))
	require.Equal(t, uint32(3), w.list.desc.(everything).Default.Count)
}
