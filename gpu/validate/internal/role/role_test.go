package role

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/program"
)

// world has one pipeline, number 1, with root signature 2.
type world struct{ root *program.Root }

func (world) Ref(id gpu.ID) string { return fmt.Sprintf("object %d", id) }
func (w world) Root(id gpu.ID) *program.Root {
	if id == 2 {
		return w.root
	}
	return nil
}
func (w world) Program(id gpu.ID) *program.Pipeline {
	if id == 1 {
		return &program.Pipeline{Root: 2, Parts: []program.Part{{Shader: shader{}, Stage: gpu.StagePixel}}}
	}
	return nil
}

type shader struct{ gpu.Shader }

func (shader) ShaderName() string { return "lit" }

// TestAs: registers are found through the ranges of tables, and hidden ones of other stages are passed over.
func TestAs(t *testing.T) {
	w := world{&program.Root{Desc: &gpu.RootSignatureDesc{Parameters: []gpu.RootParameter{
		{Type: gpu.RootSRV, ShaderRegister: 7, RegisterSpace: 2},
		{Type: gpu.RootDescriptorTable, Ranges: []gpu.DescriptorRange{
			{Type: gpu.DescriptorSRV, NumDescriptors: 2, BaseShaderRegister: 3, OffsetInDescriptorsFromTableStart: gpu.RangeAppend},
			{Type: gpu.DescriptorUAV, NumDescriptors: 2, BaseShaderRegister: 1, OffsetInDescriptorsFromTableStart: gpu.RangeAppend}}},
	}}}}
	for want, r := range map[string]Role{
		"": {},
		`t7 in space 2 of pixel shader "lit" (root parameter 0)`:                                {Kind: View, Stage: gpu.StagePixel, Pipeline: 1},
		`t4 of pixel shader "lit" (root parameter 1, descriptor 21 of object 9)`:                {Kind: Descriptor, Stage: gpu.StagePixel, Pipeline: 1, Parameter: 1, Heap: 9, Index: 21, Offset: 1},
		`u1 of pixel shader "lit" (root parameter 1, descriptor 22 of object 9)`:                {Kind: Descriptor, Stage: gpu.StagePixel, Pipeline: 1, Parameter: 1, Heap: 9, Index: 22, Offset: 2},
		`the counter of u2 of pixel shader "lit" (root parameter 1, descriptor 23 of object 9)`: {Kind: Counter, Stage: gpu.StagePixel, Pipeline: 1, Parameter: 1, Heap: 9, Index: 23, Offset: 3},
		`a view of a kernel (root parameter 0)`:                                                 {Kind: View, Stage: gpu.StageCompute, Pipeline: 8},
		"render target 2":                                                                       {Kind: Target, Index: 2},
		"the depth buffer":                                                                      {Kind: Depth},
		"vertex buffer 3":                                                                       {Kind: Vertices, Index: 3},
		"the index buffer":                                                                      {Kind: Indices},
		"the count of its commands":                                                             {Kind: Count},
	} {
		require.Equal(t, want, r.As(w))
	}
	r := Role{Kind: Target}
	require.Equal(t, "uses it as render target 0", r.Uses(w, gpu.StateRenderTarget))
	require.Equal(t, "reads it as render target 0", r.Uses(w, gpu.StatePixelShaderResource))
}

func TestBook(t *testing.T) {
	var b Book
	require.Zero(t, b.Number(Role{}))
	one, two := b.Number(Role{Kind: Target}), b.Number(Role{Kind: Target, Index: 1})
	require.NotEqual(t, one, two)
	require.Equal(t, one, b.Number(Role{Kind: Target}))
	require.Equal(t, Role{Kind: Target, Index: 1}, b.Role(two))
	require.Equal(t, Role{}, b.Role(0))
}

// TestClash: two needs exclude each other if they share a subresource and one of their different states is for writing.
func TestClash(t *testing.T) {
	const all, srv, pixel, uav = gpu.AllSubresources, gpu.StateNonPixelShaderResource, gpu.StatePixelShaderResource, gpu.StateUnorderedAccess
	tests := []struct {
		name     string
		one, two Need
		clash    bool
	}{
		{"a read and a write of one mip", Need{Resource: 1, Sub: all, Want: srv}, Need{Resource: 1, Sub: 1, Want: uav}, true},
		{"other mips", Need{Resource: 1, Sub: 0, Want: srv}, Need{Resource: 1, Sub: 1, Want: uav}, false},
		{"other resources", Need{Resource: 1, Sub: all, Want: srv}, Need{Resource: 2, Sub: all, Want: uav}, false},
		{"two reads", Need{Resource: 1, Sub: all, Want: srv}, Need{Resource: 1, Sub: all, Want: pixel}, false},
		{"two writes in one state", Need{Resource: 1, Sub: all, Want: uav}, Need{Resource: 1, Sub: all, Want: uav}, false},
	}
	for _, tt := range tests {
		var l Log
		l.Begin()
		l.Add(tt.one)
		l.Add(tt.two)
		other, told := l.Clash()
		require.False(t, told, tt.name)
		require.Equal(t, tt.clash, other != nil, tt.name)
		l.Last().Clashed = true
		l.Last().Said = diag.New(diag.TwoStates, "")
		l.Add(tt.two)
		_, told = l.Clash()
		require.True(t, told, "one report of a resource is enough")
	}
}

// TestReads: the states of a barrier that serves all reads of a command are those of all that overlap.
func TestReads(t *testing.T) {
	const all, srv, pixel, uav = gpu.AllSubresources, gpu.StateNonPixelShaderResource, gpu.StatePixelShaderResource, gpu.StateUnorderedAccess
	var l Log
	l.Begin()
	l.Add(Need{Resource: 1, Sub: 0, Want: srv, Said: diag.New(diag.WrongState, "one")})
	l.Add(Need{Resource: 1, Sub: 1, Want: pixel})
	l.Add(Need{Resource: 1, Sub: 1, Want: uav})
	l.Add(Need{Resource: 2, Sub: all, Want: gpu.StateCopySource})
	require.Equal(t, srv, l.Reads(1, 0))
	require.Equal(t, pixel, l.Reads(1, 1))
	require.Equal(t, srv|pixel, l.Reads(1, all))
	require.Equal(t, gpu.StateCopySource, l.Reads(2, 7))
	require.Zero(t, l.Reads(3, all))
	now := diag.New(diag.WrongState, "both")
	l.Resay(nil, now)
	require.Nil(t, l.needs[1].Said)
	l.Resay(l.needs[0].Said, now)
	require.Same(t, now, l.needs[0].Said)
}
