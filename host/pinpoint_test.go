package host

import (
	"context"
	"strings"
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

// TestSlipsAreOfNamesThatFit: a name is proposed in the place of one without a value where its value is what the call takes, or is not known.
func TestSlipsAreOfNamesThatFit(t *testing.T) {
	const head = `local gpu = require "gpu"; local device = gpu.CreateDevice { Name = "d" }; local list = device:CreateCommandList { Type = "DIRECT", Allocator = device:CreateCommandAllocator "DIRECT" }
local function made(x) return x end
`
	const buffer = `device:CreateCommittedResource { HeapType = "DEFAULT", Dimension = "BUFFER", Width = 64 }`
	barrier, count := `list:ResourceBarrier { { Type = "TRANSITION", Resource = reslt, Before = "COMMON", After = "COPY_DEST" } }`, `list:Dispatch(coutn, 1, 1)`
	for _, test := range []struct {
		local, use string
		near       string // the name that is proposed
	}{
		{`local result = ` + buffer, barrier, "result"},
		{`local result = made(` + buffer + `)`, barrier, "result"},
		{`local result = { 1 }; result = ` + buffer, barrier, "result"},
		{`result = ` + buffer, barrier, "result"},
		{`local result = { DataType = "FLOAT32", Sizes = { 1, 1, 4, 4 } }`, barrier, ""},
		{`local result = 4`, barrier, ""},
		{`local result = device:CreateFence(0)`, barrier, ""},
		{`result = 4`, barrier, ""},
		{`local function result() end`, barrier, ""},
		{`local result, Result = ` + buffer + `, device:CreateFence(0)`, strings.Replace(barrier, "reslt", "Result", 1), "result"},
		{`local result, Result = device:CreateFence(0), device:CreateFence(0)`, strings.Replace(barrier, "reslt", "Result", 1), ""},
		{`local count = 4`, count, "count"},
		{`local count = 2 * 2`, count, "count"},
		{`local count = math.max(1, 2)`, count, "count"},
		{`local count = {}`, count, ""},
		{`local count = "4"`, count, ""},
		{`local count = {}`, `print(coutn.x)`, "count"},
		{`local count = 4`, `print(coutn.x)`, ""},
		{`local count = made`, `print(coutn(1))`, "count"},
		{`local count = 4`, `print(coutn(1))`, ""},
		{`local count = 4`, `print(coutn + 1)`, "count"},
		{`local count = function() end`, `print(coutn + 1)`, ""},
		{`local counts = { {}, {} }`, `print(count.x)`, ""},
		{`local counts = { {}, {} }`, `print(count[1])`, "counts"},
		{`local counts = { {}, {} }; counts.x = 1`, `print(count.x)`, "counts"},
		{`local counts = { {}, n = {} }`, `print(count.x)`, "counts"},
		{`local n = 1`, `print(bindingTable(1))`, ""},
		{`bindings = setmetatable({}, { __call = print })`, `print(binding(1))`, "bindings"},
	} {
		d, _ := failure1(t, Options{}, head+test.local+"\n"+test.use)
		var near []string
		for _, help := range d.Help {
			if strings.HasPrefix(help.Text, "did you mean") {
				near = append(near, help.Text)
			}
		}
		var want []string
		if test.near != "" {
			want = []string{"did you mean '" + test.near + "'?"}
		}
		require.Equal(t, want, near, "%s\n%s", test.local, test.use)
	}
}
