package validate

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestUnbound: a draw finds a view, which may be null, wherever its pipeline writes colors, or tests or writes depth or stencil.
func TestUnbound(t *testing.T) {
	type desc = gpu.GraphicsPipelineStateDesc
	depth := func(s gpu.DepthStencilDesc) func(*desc) {
		return func(d *desc) { d.DSVFormat, d.DepthStencilState = gpu.FormatD32FloatS8X24Uint, s }
	}
	two := func(d *desc) {
		d.RTVFormats = append(d.RTVFormats, plain)
		d.PS = shaderOf(gpu.StagePixel, nil, []gpu.StageElement{{Name: "Target", Numeric: gpu.NumericFloat, Components: 4}, {Name: "Target", Index: 1, Numeric: gpu.NumericFloat, Components: 4}})
	}
	masked := func(masks ...gpu.ColorWriteEnable) func(*desc) {
		return func(d *desc) {
			d.BlendState.IndependentBlendEnable = true
			for i := range d.RTVFormats {
				d.BlendState.RenderTarget = append(d.BlendState.RenderTarget, gpu.RenderTargetBlendDesc{SrcBlend: gpu.BlendOne, SrcBlendAlpha: gpu.BlendOne, RenderTargetWriteMask: masks[i]})
			}
		}
	}
	null, nullDepth := gpu.TargetView{Type: gpu.DescriptorRTV, Format: plain}, gpu.TargetView{Type: gpu.DescriptorDSV, Format: gpu.FormatD32FloatS8X24Uint}
	const noDepth = `error[GS0835]: DrawInstanced draws to the depth buffer of format D32_FLOAT_S8X24_UINT with pipeline "g", but none is bound`
	const noFirst = `error[GS0835]: DrawInstanced draws to render target 0 of format R8G8B8A8_UNORM with pipeline "g", but none is bound`
	const noSecond = `error[GS0835]: DrawInstanced draws to render target 1 of format R8G8B8A8_UNORM with pipeline "g", but none is bound`
	for name, tt := range map[string]struct {
		edit  []func(*desc)
		bound []gpu.TargetView
		want  string
	}{
		"one target of one":                    {nil, []gpu.TargetView{null}, ""},
		"no target of one":                     {nil, nil, noFirst},
		"a depth buffer, and no target of one": {nil, []gpu.TargetView{nullDepth}, noFirst},
		"two targets of two":                   {[]func(*desc){two}, []gpu.TargetView{null, null}, ""},
		"one target of two":                    {[]func(*desc){two}, []gpu.TargetView{null}, noSecond},
		"the second is masked":                 {[]func(*desc){two, masked(gpu.WriteAllChannels, 0)}, []gpu.TargetView{null}, ""},
		"one channel of the second":            {[]func(*desc){two, masked(gpu.WriteAllChannels, 8)}, []gpu.TargetView{null}, noSecond},
		"all are masked":                       {[]func(*desc){two, masked(0, 0)}, nil, ""},
		"no pixel shader":                      {[]func(*desc){func(d *desc) { d.PS = nil }}, nil, ""},
		"no formats":                           {[]func(*desc){func(d *desc) { d.RTVFormats = nil }, func(d *desc) { d.PS = nil }}, nil, ""},
		"depth is off":                         {[]func(*desc){depth(gpu.DepthStencilDesc{DepthWriteMask: gpu.DepthWriteAll})}, []gpu.TargetView{null}, ""},
		"depth is tested":                      {[]func(*desc){depth(gpu.DepthStencilDesc{DepthEnable: true, DepthFunc: gpu.CompareLess})}, []gpu.TargetView{null}, noDepth},
		"depth is tested through a null view":  {[]func(*desc){depth(gpu.DepthStencilDesc{DepthEnable: true, DepthFunc: gpu.CompareLess})}, []gpu.TargetView{null, nullDepth}, ""},
		"depth is written":                     {[]func(*desc){depth(gpu.DepthStencilDesc{DepthEnable: true, DepthFunc: gpu.CompareAlways, DepthWriteMask: gpu.DepthWriteAll})}, []gpu.TargetView{null}, noDepth},
		"depth always passes":                  {[]func(*desc){depth(gpu.DepthStencilDesc{DepthEnable: true, DepthFunc: gpu.CompareAlways, DepthWriteMask: gpu.DepthWriteZero})}, []gpu.TargetView{null}, ""},
		"stencil is on":                        {[]func(*desc){depth(gpu.DepthStencilDesc{StencilEnable: true})}, []gpu.TargetView{null}, noDepth},
		"depth bounds are tested":              {[]func(*desc){depth(gpu.DepthStencilDesc{DepthBoundsTestEnable: true})}, []gpu.TargetView{null}, noDepth},
		"no format of a depth buffer":          {[]func(*desc){func(d *desc) { d.DepthStencilState.DepthEnable = true }}, []gpu.TargetView{null}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, On)
			p := graphicsPipeline(w, func(d *desc) {
				for _, f := range tt.edit {
					f(d)
				}
			})
			drawTo(w, p, tt.bound)
			if tt.want == "" {
				w.silent()
				return
			}
			require.Equal(t, []string{tt.want}, w.said)
		})
	}
}

// drawTo records a draw with a pipeline to views of render targets, and after them perhaps one of a depth buffer.
func drawTo(w *world, p *fake, bound []gpu.TargetView) {
	for _, c := range []gpu.Command{{Op: gpu.OpSetGraphicsRootSignature, Object: p.root0}, {Op: gpu.OpSetPipelineState, Object: p.id},
		{Op: gpu.OpIASetPrimitiveTopology, Slot: uint32(gpu.TopologyTriangleList)}, viewports(gpu.Viewport{Width: 8, Height: 8, MaxDepth: 1}),
		{Op: gpu.OpRSSetScissorRects, Rects: []gpu.Rect{{Right: 8, Bottom: 8}}}} {
		w.rec(c)
	}
	if bind := targets(gpu.OpOMSetRenderTargets, bound...); len(bound) > 0 {
		if bound[len(bound)-1].Type == gpu.DescriptorDSV {
			bind.X--
		}
		w.rec(bind)
	}
	w.rec(triangle)
}
