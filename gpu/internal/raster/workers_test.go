package raster

import (
	"fmt"
	"math/rand"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// chaos is a draw of everything at once.
func chaos(seed int64, samples int) (*scene, []*Draw) {
	r := rand.New(rand.NewSource(seed))
	s := newScene(150, samples)
	s.Targets[0] = target(gpu.FormatR8G8B8A8Unorm, 150, samples)
	s.depth(DepthD24, 1)
	s.stencil(0)
	s.DepthStencil.FrontFace.StencilPassOp, s.DepthStencil.BackFace.StencilDepthFailOp = gpu.StencilIncr, gpu.StencilInvert
	s.Blend.RenderTarget = []gpu.RenderTargetBlendDesc{over}
	s.ps.Uses = []gpu.StageUses{0, gpu.UsesDiscard, gpu.WritesDepth}[seed%3]
	s.input(gpu.InterpolateLinear)
	s.Track = true
	s.program = func(in *item) (res result) {
		v := float32(in.inputs[0])
		res.colors[0] = [4]float32{v, 1 - v, float32(in.id%16) / 16, 0.5}
		res.discard = in.id%7 == 0
		res.depth = v
		return res
	}
	var draws []*Draw
	for _, topology := range []gpu.PrimitiveTopology{gpu.TopologyTriangleList, gpu.TopologyLineList, gpu.TopologyPointList} {
		var list []vert
		for range 1500 {
			reach := []float64{0.1, 0.1, 0.1, 2}[r.Intn(4)]
			x, y := r.Float64()*2-1, r.Float64()*2-1
			for range 3 {
				list = append(list, vert{x + reach*r.NormFloat64(), y + reach*r.NormFloat64(), r.Float64()*1.4 - 0.2, r.Float64()*1.2 - 0.1, []float64{r.Float64()}})
			}
		}
		draws = append(draws, &Draw{Topology: topology, Vertices: pack(list), Count: uint32(len(list)), Instances: 1})
	}
	return s, draws
}

// The image, the counts and what was touched are the same with any number of workers.
func TestWorkersMakeNoDifference(t *testing.T) {
	for _, samples := range []int{1, 4} {
		for seed := range int64(3) {
			if samples > 1 && seed > 0 {
				continue // slow, and no other code
			}
			s, draws := chaos(seed, samples)
			want := s.draw(t, draws...)
			require.NotZero(t, want.Counts.SamplesPassed)
			for workers := 2; workers <= 4; workers++ {
				o, draws := chaos(seed, samples)
				o.Workers = workers
				got := o.draw(t, draws...)
				require.Equal(t, want, got, "%d workers", workers)
				require.True(t, slices.Equal(s.Targets[0].Bytes, o.Targets[0].Bytes))
				require.True(t, slices.Equal(s.Depth.Depth.Bytes, o.Depth.Depth.Bytes))
				require.True(t, slices.Equal(s.Depth.Stencil.Bytes, o.Depth.Stencil.Bytes))
			}
		}
	}
}

// Each batch has a number of its own, which does not depend on the workers.
func TestBatchNumbers(t *testing.T) {
	var want []uint64
	for workers := 1; workers <= 3; workers++ {
		s, draws := chaos(0, 1)
		s.Workers = workers
		s.prepare()
		var lock sync.Mutex
		var numbers []uint64
		s.ps.Shade = func(worker int, batch uint64, input, output, items uint32) bool {
			require.Less(t, worker, workers)
			lock.Lock()
			defer lock.Unlock()
			numbers = append(numbers, batch)
			return true
		}
		r := New()
		r.Begin(&s.State, &s.ps, Scratch{s.scratch, base})
		for _, d := range draws {
			r.Draw(d)
		}
		r.End()
		slices.Sort(numbers)
		require.Len(t, slices.Compact(slices.Clone(numbers)), len(numbers))
		if workers == 1 {
			want = numbers
		}
		require.Equal(t, want, numbers)
	}
}

func TestCancel(t *testing.T) {
	s, draws := chaos(1, 1)
	s.prepare()
	calls := 0
	s.ps.Shade = func(int, uint64, uint32, uint32, uint32) bool {
		calls++
		return calls < 3
	}
	r := New()
	r.Begin(&s.State, &s.ps, Scratch{s.scratch, base})
	require.False(t, r.Draw(draws[0]))
	require.False(t, r.Draw(draws[1]))
	require.True(t, r.End().Cancelled)
	require.Equal(t, 3, calls)

	// The rasterizer is as new.
	s, draws = chaos(1, 1)
	want := s.draw(t, draws...)
	o, draws := chaos(1, 1)
	o.prepare()
	r.Begin(&o.State, &o.ps, Scratch{o.scratch, base})
	for _, d := range draws {
		require.True(t, r.Draw(d))
	}
	require.Equal(t, want, r.End())
	require.True(t, slices.Equal(s.Targets[0].Bytes, o.Targets[0].Bytes))
}

// What a draw says that it touched is what it changed, neither more nor less, in rectangles that do not overlap.
func TestTouched(t *testing.T) {
	for _, uses := range []gpu.StageUses{0, gpu.UsesDiscard} {
		s := newScene(150, 1)
		s.Track, s.ps.Uses = true, uses
		s.depth(DepthD32, 0.5)
		s.stencil(0)
		s.DepthStencil.FrontFace.StencilPassOp = gpu.StencilReplace
		s.DepthStencil.BackFace.StencilPassOp = gpu.StencilReplace
		s.StencilRef = 1
		r := rand.New(rand.NewSource(6))
		var list []vert
		for range 40 {
			x, y := r.Float64()*150, r.Float64()*150
			list = append(list, s.at(x, y, r.Float64()), s.at(x+r.NormFloat64()*30, y+r.NormFloat64()*30, r.Float64()), s.at(x+r.NormFloat64()*30, y, r.Float64()))
		}
		got := s.run(t, gpu.TopologyTriangleList, list...).Touched
		require.Equal(t, got.DepthWritten, got.Color)
		require.Equal(t, got.StencilWritten, got.Color)
		color, tested := paint(t, got.Color, 150), paint(t, got.Tested, 150)
		for y := range 150 {
			for x := range 150 {
				written, stencil := s.color(int32(x), int32(y), 0)[0] != 0, s.Depth.Stencil.At(int32(x), int32(y), 0, 1)[0] == 1
				if written != color[y][x] || stencil != color[y][x] || color[y][x] && !tested[y][x] {
					t.Fatalf("(%d, %d): written %v, stencil %v, told %v, tested %v", x, y, written, stencil, color[y][x], tested[y][x])
				}
			}
		}
	}
}

func paint(t *testing.T, list []gpu.Rect, size int) [][]bool {
	t.Helper()
	p := make([][]bool, size)
	for y := range p {
		p[y] = make([]bool, size)
	}
	for i, r := range list {
		if i > 0 {
			before := list[i-1]
			require.True(t, before.Top < r.Top || before.Top == r.Top && before.Left < r.Left)
		}
		require.Less(t, r.Left, r.Right)
		for y := r.Top; y < r.Bottom; y++ {
			for x := r.Left; x < r.Right; x++ {
				require.False(t, p[y][x], "twice")
				p[y][x] = true
			}
		}
	}
	return p
}

// A rectangle over several tiles is told as one.
func TestTouchedIsJoined(t *testing.T) {
	s := newScene(200, 1)
	s.Track = true
	got := s.run(t, gpu.TopologyTriangleStrip, s.at(5, 7, 0), s.at(190, 7, 0), s.at(5, 170, 0), s.at(190, 170, 0))
	require.Equal(t, []gpu.Rect{{Left: 5, Top: 7, Right: 190, Bottom: 170}}, got.Touched.Color)
	require.Empty(t, got.Touched.Tested)
	s.Track = false
	require.Empty(t, s.run(t, gpu.TopologyTriangleStrip, s.quad(0)...).Touched.Color)
}

// Draws beside each other on the last row and column of odd sizes stay inside of the target: the bytes between rows keep what they had.
func TestPaddingStays(t *testing.T) {
	for _, size := range []uint32{1, 3, 63, 65} {
		for _, samples := range []int{1, 4} {
			s := newScene(size, samples)
			pitch := int(s.Targets[0].RowPitch)
			for i := range s.Targets[0].Bytes {
				s.Targets[0].Bytes[i] = 0xcc
			}
			s.run(t, gpu.TopologyTriangleStrip, s.quad(0)...)
			for i, b := range s.Targets[0].Bytes {
				if padding := i%pitch >= 4*int(size); padding != (b == 0xcc) {
					t.Fatalf("size %d, %d samples: byte %d is %x", size, samples, i, b)
				}
			}
		}
	}
}

// Memory that ends with the last texel is enough.
func TestExactMemory(t *testing.T) {
	for _, size := range []uint32{1, 2, 5, 64, 67} {
		for _, samples := range []int{1, 2} {
			for _, f := range []DepthFormat{DepthD16, DepthD32} {
				s := newScene(size, samples)
				s.Targets[0] = Target{tight(4, size, samples), gpu.FormatR32Uint}
				s.depth(f, 1)
				s.Depth.Depth = tight(f.Bytes(), size, samples)
				s.DepthStencil.DepthFunc = gpu.CompareGreater
				got := s.run(t, gpu.TopologyTriangleStrip, s.quad(0.5)...)
				require.EqualValues(t, int(size*size)*samples, got.Counts.SamplesPassed)
			}
		}
	}
}

// tight is a surface without a byte too many.
func tight(bytes, size uint32, samples int) Surface {
	plane := uint64(size * size * bytes)
	return Surface{Bytes: make([]byte, plane*uint64(samples)), RowPitch: size * bytes, SamplePitch: plane}
}

func TestScratchIsNeeded(t *testing.T) {
	s := newScene(4, 1)
	s.prepare()
	require.NotPanics(t, func() { New().Begin(&s.State, &s.ps, Scratch{s.scratch, base}) })
	require.PanicsWithValue(t, fmt.Sprintf("BUG: raster: %d bytes of scratch memory, %d needed", len(s.scratch)-1, len(s.scratch)),
		func() { New().Begin(&s.State, &s.ps, Scratch{s.scratch[1:], base}) })
}

func TestUnknownTopology(t *testing.T) {
	s := newScene(4, 1)
	s.prepare()
	r := New()
	r.Begin(&s.State, &s.ps, Scratch{s.scratch, base})
	require.PanicsWithValue(t, "BUG: raster: topology TRIANGLEFAN", func() { r.Draw(&Draw{Topology: gpu.TopologyTriangleFan}) })
	require.True(t, r.Draw(&Draw{Topology: gpu.TopologyTriangleList, Vertices: pack(s.quad(0)), Count: 2, Instances: 1}), "nothing to draw")
	require.Zero(t, r.End().Counts)
}
