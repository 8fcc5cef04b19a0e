package translate

import (
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"
)

// TestTable: what is translated, as Lua writes it; "same" is a table that has no names of C.
func TestTable(t *testing.T) {
	barrier := Description{"BarrierDesc", has("Type", "Resource", "Before", "After", "Subresource")}
	heap := Description{"HeapDesc", has("HeapType", "SizeInBytes")}
	resolve := Description{"PassResolve", has("DstX")}
	root := Description{"RootSignatureDesc", has("Parameters")}
	pipeline := Description{"GraphicsPipelineStateDesc", has("InputLayout")}
	parameter := Description{"RootParameter", has("Type", "Ranges", "ShaderRegister", "RegisterSpace", "Num32BitValues")}
	tensor := Description{"Desc", has("DataType", "Sizes")}
	location := Description{"TextureCopyLocation", has("Resource", "Subresource", "Offset", "Width")}
	for _, test := range []struct {
		of         Description
		from, want string
	}{
		{barrier, `{ Type = "UAV", Before = 1 }`, `same`},
		{barrier, `{ Befor = 1 }`, `same`},
		{barrier, `{ StateBefore = 1, After = 2 }`, `{ Before = 1, After = 2 }`},
		{barrier, `{ StateBefore = 1, Before = 2 }`, `same`},
		{barrier, `{ Type = "TRANSITION", Transition = { pResource = 1, StateBefore = 2 } }`, `{ Type = "TRANSITION", Resource = 1, Before = 2 }`},
		{barrier, `{ Transition = { Other = 1 } }`, `{ Other = 1 }`},
		{barrier, `{ Resource = 1, Transition = { Resource = 2 } }`, `same`},
		{barrier, `{ Resource = 1, Transition = { pResource = 2 } }`, `{ Resource = 1, pResource = 2 }`},
		{barrier, `{ Footprint = { Resource = 1 } }`, `same`},
		{barrier, `{ Transition = { 1, 0, 2, 3 } }`, `{ Resource = 1, Subresource = 0, Before = 2, After = 3 }`},
		{barrier, `{ Transition = { 1, 0, 2, 3, 4 } }`, `{ Resource = 1, Subresource = 0, Before = 2, After = 3, [5] = 4 }`},
		{barrier, `{ UAV = { 1 } }`, `{ Type = "UAV", Resource = 1 }`},
		{barrier, `{ Type = "TRANSITION", UAV = { 1 } }`, `{ Type = "TRANSITION", Resource = 1 }`},
		{barrier, `{ Resource = 1, UAV = { 2 } }`, `same`},
		{parameter, `{ DescriptorTable = { { 1 }, { 2 } } }`, `{ Type = "DESCRIPTOR_TABLE", Ranges = from.DescriptorTable }`},
		{parameter, `{ DescriptorTable = { { 1 } } }`, `{ Type = "DESCRIPTOR_TABLE", Ranges = from.DescriptorTable }`},
		{parameter, `{ DescriptorTable = { 1, { {} } } }`, `{ Type = "DESCRIPTOR_TABLE", Ranges = from.DescriptorTable[2] }`},
		{parameter, `{ Type = "SRV", DescriptorTable = { NumDescriptorRanges = 1, pDescriptorRanges = { {} } } }`, `{ Type = "SRV", Ranges = from.DescriptorTable.pDescriptorRanges }`},
		{parameter, `{ ParameterType = "CBV", Constants = { 1, 2, 3 } }`, `{ Type = "CBV", ShaderRegister = 1, RegisterSpace = 2, Num32BitValues = 3 }`},
		{parameter, `{ Constants = {} }`, `{ Type = "32BIT_CONSTANTS" }`},
		{tensor, `{ Type = "BUFFER", Desc = { Sizes = {}, DimensionCount = 0 } }`, `{ Sizes = from.Desc.Sizes }`},
		{tensor, `{ Type = "OTHER", Desc = { DataType = 1 } }`, `{ Type = "OTHER", DataType = 1 }`},
		{barrier, `{ Transition = 3 }`, `same`},
		{heap, `{ Properties = { Type = "UPLOAD" } }`, `{ HeapType = "UPLOAD" }`},
		{heap, `{ Properties = { Type = "UPLOAD", CPUPageProperty = "UNKNOWN" } }`, `{ HeapType = "UPLOAD" }`},
		{heap, `{ Properties = { Type = "UPLOAD", CreationNodeMask = 1, VisibleNodeMask = 0 } }`, `{ HeapType = "UPLOAD" }`},
		{root, `{ NumParameters = 1, Parameters = {} }`, `same`},
		{pipeline, `{ InputLayout = { pInputElementDescs = from, NumElements = 0 } }`, `same`},
		{pipeline, `{ InputLayout = { { {}, {} }, 2 } }`, `{ InputLayout = from.InputLayout[1] }`},
		{pipeline, `{ InputLayout = { { {}, {} }, 3 } }`, `same`},
		{pipeline, `{ InputLayout = { pInputElementDescs = { {} }, NumElements = 1 } }`, `{ InputLayout = from.InputLayout.pInputElementDescs }`},
		{root, `{ NumParameters = 0 }`, `{}`},
		{root, `{ NumParameters = 1 }`, `same`},
		{resolve, `{ SubresourceCount = 1, pSubresourceParameters = { { DstX = 2 } } }`, `{ DstX = 2 }`},
		{resolve, `{ SubresourceCount = 2, pSubresourceParameters = { { DstX = 2 }, { DstX = 3 } } }`, `{ pSubresourceParameters = from.pSubresourceParameters }`},
		{heap, `{ Type = "UPLOAD" }`, `{ HeapType = "UPLOAD" }`},
		{location, `{ Type = "PLACED_FOOTPRINT", PlacedFootprint = { Offset = 1, Footprint = { Width = 2 } } }`, `{ Offset = 1, Width = 2 }`},
		{location, `{ Resource = 1, PlacedFootprint = { Offset = 1, SlicePitch = 3, Subresource = 4 } }`, `{ Resource = 1, Offset = 1 }`},
		{location, `{ Type = "OTHER", SubresourceIndex = 1 }`, `{ Type = "OTHER", Subresource = 1 }`},
	} {
		L := lua.NewState()
		require.NoError(t, L.DoString(`from = `+test.from), test.from)
		from := L.GetGlobal("from").(*lua.LTable)
		got := test.of.Table(from)
		if test.want == "same" {
			require.Nil(t, got, test.from)
		} else {
			require.NoError(t, L.DoString(`to = `+test.want))
			require.Equal(t, entries(L.GetGlobal("to").(*lua.LTable)), entries(got), test.from)
		}
		L.Close()
	}
}

// TestCounts: what says the length of a list falls away, wherever it stands.
func TestCounts(t *testing.T) {
	L := lua.NewState()
	defer L.Close()
	for _, text := range []string{`{ NumParameters = 2, Parameters = { 1, 2 } }`, `{ pParameters = { 1, 2 }, NumParameters = 2 }`} {
		require.NoError(t, L.DoString(`t = `+text))
		got := Description{"RootSignatureDesc", has("Parameters")}.Table(L.GetGlobal("t").(*lua.LTable))
		require.Equal(t, lua.LNil, got.RawGetString("NumParameters"), text)
		require.Equal(t, 2, got.RawGetString("Parameters").(*lua.LTable).Len(), text)
	}
}

// TestCircle: tables that hold each other are followed as far as C nests its structs, and the rest is left for the decoder to refuse.
func TestCircle(t *testing.T) {
	L := lua.NewState()
	defer L.Close()
	require.NoError(t, L.DoString(`a, b = {}, {} a.PlacedFootprint = b b.Footprint = a`))
	got := Description{"TextureCopyLocation", has("Offset")}.Table(L.GetGlobal("a").(*lua.LTable))
	require.Equal(t, L.GetGlobal("b"), got.RawGetString("PlacedFootprint"))
}

// TestOtherHeaps: a property of a heap that means something is left for the decoder to refuse.
func TestOtherHeaps(t *testing.T) {
	L := lua.NewState()
	defer L.Close()
	require.NoError(t, L.DoString(`v, w = { Type = "UPLOAD", CPUPageProperty = "WRITE_BACK" }, { Type = "CUSTOM", CPUPageProperty = "WRITE_BACK" }`))
	v := L.GetGlobal("v")
	require.Equal(t, v, Value("HeapType", v))
	require.Equal(t, lua.LString("CUSTOM"), Value("HeapType", L.GetGlobal("w"))) // which the decoder refuses with a better word
	require.Equal(t, v, Value("Resource", v))
}

func has(names ...string) func(string) bool {
	return func(key string) bool {
		for _, name := range names {
			if name == key {
				return true
			}
		}
		return false
	}
}

func entries(t *lua.LTable) map[string]string {
	all := map[string]string{}
	t.ForEach(func(k, v lua.LValue) { all[k.String()] = v.String() })
	return all
}

// TestDecidedDimension: what is described without a dimension is a buffer or a picture where its other fields are of one alone.
func TestDecidedDimension(t *testing.T) {
	L := lua.NewState()
	defer L.Close()
	for text, want := range map[string]string{
		`{ Width = 64 }`: "BUFFER",
		`{ Width = 64, Height = 1, DepthOrArraySize = 1, MipLevels = 1, Format = "UNKNOWN" }`: "BUFFER",
		`{ Width = 64, Format = "DXGI_FORMAT_UNKNOWN" }`:                                      "BUFFER",
		`{ Width = 8, Height = 8, Format = "R8G8B8A8_UNORM" }`:                                "TEXTURE2D",
		`{ Width = 8, Height = 8, DepthOrArraySize = 1, Format = "R8_UNORM" }`:                "TEXTURE2D",
		`{ Width = 8, Height = 8, DepthOrArraySize = 4, Format = "R8_UNORM" }`:                "",
		`{ Width = 8, Format = "R8_UNORM" }`:                                                  "",
		`{ Width = 8, Height = 8 }`:                                                           "",
		`{ Width = 8, MipLevels = 4 }`:                                                        "",
	} {
		require.NoError(t, L.DoString("desc = "+text))
		require.Equal(t, want, Decided("CommittedResourceDesc", "Dimension", L.GetGlobal("desc").(*lua.LTable)), text)
	}
}
