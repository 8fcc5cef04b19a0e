package view

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/clip"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/corner"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// seen is a viewport of 64×32 pixels from (8, 16) on, with depths from 0.25 to 0.75.
func seen(scissor *gpu.Rect) Area {
	return Of(&gpu.Viewport{TopLeftX: 8, TopLeftY: 16, Width: 64, Height: 32, MinDepth: 0.25, MaxDepth: 0.75}, scissor, 60, 100)
}

func TestBoxes(t *testing.T) {
	a := seen(&gpu.Rect{Left: 10, Top: 0, Right: 100, Bottom: 41})
	require.Equal(t, corner.BoxOf(8, 16, 72, 48), a.View)
	require.Equal(t, corner.BoxOf(10, 16, 60, 41), a.Clip, "scissor and targets")
	require.False(t, a.Even)
	a = seen(&gpu.Rect{Right: 100, Bottom: 40})
	require.True(t, a.Even)
	a = seen(nil)
	require.True(t, a.Clip.Empty(), "without a scissor nothing is seen")
	half := Of(&gpu.Viewport{TopLeftX: 0.5, TopLeftY: float32(math.NaN()), Width: 1, Height: 1}, nil, 9, 9)
	require.EqualValues(t, 0, half.View.X0, "whole pixels")
	require.EqualValues(t, 1, half.View.X1)
	require.EqualValues(t, 0, half.View.Y0)
}

func TestDepths(t *testing.T) {
	a := seen(nil)
	for _, c := range []struct{ z, want float32 }{{0.5, 0.5}, {0.125, 0.25}, {1, 0.75}, {float32(math.NaN()), 0.25}, {0.25, 0.25}, {0.75, 0.75}} {
		require.Equal(t, c.want, a.Clamp(c.z), "%v", c.z)
	}
	require.True(t, a.Within(0.3, 0.7))
	require.False(t, a.Within(0.25, 0.7), "rounding might put it outside")
	require.False(t, a.Within(0.3, 0.75))
	turned := Of(&gpu.Viewport{Width: 1, Height: 1, MinDepth: 0.75, MaxDepth: 0.25}, nil, 1, 1)
	require.Equal(t, float32(0.25), turned.Clamp(0))
}

// The middle of the view is the middle of the viewport, whatever w is; y grows downwards.
func TestProject(t *testing.T) {
	a, v := seen(nil), corner.Vertex{}
	a.Project(&v, 0, 0, 0.5, 1, true)
	require.Equal(t, corner.Vertex{X: 40 * corner.Subpixels, Y: 32 * corner.Subpixels, Z: 0.5, Inverse: 1}, v)
	a.Project(&v, 2, 1, 1, 4, true)
	require.Equal(t, corner.Vertex{X: (40 + 16) * corner.Subpixels, Y: (32 - 4) * corner.Subpixels, Z: 0.375, Inverse: 0.25}, v)
	require.Equal(t, v, a.Finish(&clip.Corner{X: 2, Y: 1, Z: 1, W: 4}))
}

func TestFlags(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, c := range []struct {
		x, y, z, w float32
		depth      bool
		want       uint32
	}{
		{1, -1, 0.5, 1, true, 0}, {-1, 1, 0.5, 1, true, 0},
		{-1.5, 0, 0.5, 1, true, stage.OutLeft}, {1.5, 0, 0.5, 1, true, stage.OutRight},
		{0, 1.5, 0.5, 1, true, stage.OutTop}, {0, -1.5, 0.5, 1, true, stage.OutBottom},
		{0, 0, -0.5, 1, true, stage.OutNear | Shallow}, {0, 0, 1.5, 1, true, stage.OutFar | Shallow},
		{0, 0, -0.5, 1, false, Shallow}, {0, 0, 0, 1, true, Shallow}, {0, 0, 1, 1, true, Shallow},
		{0, 0, 0, 0, true, stage.OutBehind}, {0, 0, 0, smallest, true, Shallow}, {0, 0, -1, -1, false, stage.OutLeft | stage.OutRight | stage.OutTop | stage.OutBottom | stage.OutBehind},
		{nan, 0, 0, 1, true, Broken}, {0, inf, 0, 1, true, Broken}, {0, 0, -inf, 1, true, Broken}, {0, 0, 0, nan, true, Broken},
		{4096, 0, 0.5, 1, true, stage.OutRight | stage.OutDistant},
	} {
		a, v := seen(nil), corner.Vertex{}
		a.Project(&v, c.x, c.y, c.z, c.w, c.depth)
		require.Equal(t, c.want, v.Flags, "%+v", c)
		if v.Flags&(stage.OutBehind|stage.OutDistant|Broken) != 0 {
			require.Equal(t, corner.Vertex{Flags: c.want}, v, "nothing else is set: %+v", c)
		}
	}
}

const smallest = 1.0 / (1 << 60)

func TestFixed(t *testing.T) {
	for v, want := range map[float64]int32{0: 0, 1: 256, -1: -256, 0.5 / 256: 0, 1.5 / 256: 2, -0.5 / 256: 0, 32767: 32767 * 256} {
		require.Equal(t, want, Fixed(v), "%v: to nearest even", v)
	}
}

func TestCulling(t *testing.T) {
	for _, tt := range []struct {
		desc               gpu.RasterizerDesc
		positive, negative bool // are drawn
		frontIsPositive    bool
	}{
		{gpu.RasterizerDesc{CullMode: gpu.CullNone}, true, true, true},
		{gpu.RasterizerDesc{CullMode: gpu.CullNone, FrontCounterClockwise: true}, true, true, false},
		{gpu.RasterizerDesc{CullMode: gpu.CullBack}, true, false, true},
		{gpu.RasterizerDesc{CullMode: gpu.CullFront}, false, true, true},
		{gpu.RasterizerDesc{CullMode: gpu.CullBack, FrontCounterClockwise: true}, false, true, false},
		{gpu.RasterizerDesc{CullMode: gpu.CullFront, FrontCounterClockwise: true}, true, false, false},
	} {
		k := CullingOf(&tt.desc)
		front, shown := k.Shown(3)
		require.Equal(t, tt.frontIsPositive, front)
		require.Equal(t, tt.positive, shown)
		front, shown = k.Shown(-3)
		require.Equal(t, !tt.frontIsPositive, front)
		require.Equal(t, tt.negative, shown)
		_, shown = k.Shown(0)
		require.False(t, shown, "without an area")
	}
}
