package host

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

func TestFaultsInArgumentsPointIntoTheTable(t *testing.T) {
	const head = `local gpu = require "gpu"; local device = gpu.CreateDevice { Name = "d" }
`
	for _, test := range []struct {
		name, call string
		code       diag.Code
		want       string // the text under the carets
	}{
		{"value of a field", `device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = "2" }`, diag.WrongType, `"2"`},
		{"unknown key", `device:CreateDescriptorHeap { Typ = "RTV", NumDescriptors = 2 }`, diag.UnknownKey, `Typ`},
		{"nested entry", `device:CreateRootSignature { Parameters = { { Type = "SRV" }, { Type = "SRW" } } }`, diag.UnknownEnumValue, `"SRW"`},
		{"positional argument", `device:CreateFence(1.5, "f")`, diag.NotInteger, `1.5`},
		{"second argument", `device:CreateSampler({ AddressU = "WARP" }, nil)`, diag.UnknownEnumValue, `"WARP"`},
		{"table made elsewhere", `local d = { Type = 1, NumDescriptors = 2 }; device:CreateDescriptorHeap(d)`, diag.WrongType, `CreateDescriptorHeap(d)`},
		{"field of a rule", `device:CreateCommittedResource { Name = "b", Dimension = "BUFFER", Width = 64, Height = 2 }`, diag.BadBuffer, `2`},
		{"index of a buffer", `device:CreateCommandQueue { Type = "DIRECT" }:CreateSwapChain { Width = 8, Height = 8, BufferCount = 2, Format = "R8G8B8A8_UNORM" }:GetBuffer(2)`, diag.NumberOutOfRange, `2`},
		{"missing field", `device:CreateDescriptorHeap { Type = "RTV" }`, diag.MissingField, `CreateDescriptorHeap { Type = "RTV" }`},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := New(Options{})
			defer h.Close()
			require.Error(t, h.RunString(context.Background(), "t.lua", head+test.call))
			d := h.Result().Diagnostics[0]
			require.Equal(t, test.code, d.Code, d.Title)
			span := d.Primary().Span
			require.Equal(t, 2, span.Line)
			require.Equal(t, test.want, test.call[span.Col-1:span.EndCol-1])
		})
	}
}
