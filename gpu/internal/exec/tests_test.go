package exec

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestWhatTestsRead: a comparison with one answer for all reads nothing, and operations that count stencil read it whatever is compared.
func TestWhatTestsRead(t *testing.T) {
	keep := gpu.StencilFaceDesc{StencilFunc: gpu.CompareAlways}
	for _, tt := range []struct {
		name           string
		d              gpu.DepthStencilDesc
		depth, stencil bool
	}{
		{"nothing is on", gpu.DepthStencilDesc{DepthFunc: gpu.CompareLess}, false, false},
		{"less", gpu.DepthStencilDesc{DepthEnable: true, DepthFunc: gpu.CompareLess}, true, false},
		{"always", gpu.DepthStencilDesc{DepthEnable: true, DepthFunc: gpu.CompareAlways}, false, false},
		{"never", gpu.DepthStencilDesc{DepthEnable: true, DepthFunc: gpu.CompareNever}, false, false},
		{"bounds", gpu.DepthStencilDesc{DepthBoundsTestEnable: true}, true, false},
		{"stencil always", gpu.DepthStencilDesc{StencilEnable: true, StencilReadMask: 255, FrontFace: keep, BackFace: keep}, false, false},
		{"stencil equal", gpu.DepthStencilDesc{StencilEnable: true, StencilReadMask: 255, FrontFace: keep, BackFace: gpu.StencilFaceDesc{StencilFunc: gpu.CompareEqual}}, false, true},
		{"no bit is compared", gpu.DepthStencilDesc{StencilEnable: true, FrontFace: gpu.StencilFaceDesc{StencilFunc: gpu.CompareEqual}, BackFace: keep}, false, false},
		{"replaced", gpu.DepthStencilDesc{StencilEnable: true, StencilReadMask: 255, FrontFace: gpu.StencilFaceDesc{StencilFunc: gpu.CompareAlways, StencilPassOp: gpu.StencilReplace}, BackFace: keep}, false, false},
		{"counted", gpu.DepthStencilDesc{StencilEnable: true, FrontFace: gpu.StencilFaceDesc{StencilFunc: gpu.CompareAlways, StencilDepthFailOp: gpu.StencilDecr}, BackFace: keep}, false, true},
	} {
		require.Equal(t, tt.depth, readsDepth(&tt.d), tt.name)
		require.Equal(t, tt.stencil, readsStencil(&tt.d), tt.name)
	}
}
