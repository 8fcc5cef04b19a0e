package kernel

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/raster"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// mergeRig draws random triangles with a pixel program that gives random numbers, with merging programs and without.
type mergeRig struct {
	drawRig
	merged int  // lists that programs have merged
	any    bool // programs do not know the pitch of their target
}

func newMergeRig(t testing.TB) *mergeRig { return &mergeRig{drawRig: newDrawRig(t)} }

// mergeState is a random blend state for a target.
type mergeState struct {
	format  gpu.Format
	blend   gpu.RenderTargetBlendDesc
	factor  [4]float32
	samples uint32
	width   uint32
	height  uint32
	seed    int64
}

var (
	mergeFormats = []gpu.Format{gpu.FormatR8G8B8A8Unorm, gpu.FormatB8G8R8A8Unorm, gpu.FormatR16G16B16A16Float}
	copyFormats  = []gpu.Format{gpu.FormatR8G8B8A8UnormSRGB, gpu.FormatR32Float, gpu.FormatR10G10B10A2Unorm, gpu.FormatR16G16B16A16Unorm, gpu.FormatR32G32Uint,
		gpu.FormatR32G32B32A32Float}
)

func randomMerge(r *rand.Rand, f gpu.Format) mergeState {
	factors := []gpu.Blend{gpu.BlendZero, gpu.BlendOne, gpu.BlendSrcColor, gpu.BlendInvSrcColor, gpu.BlendSrcAlpha, gpu.BlendInvSrcAlpha, gpu.BlendDestAlpha,
		gpu.BlendInvDestAlpha, gpu.BlendDestColor, gpu.BlendInvDestColor, gpu.BlendSrcAlphaSat, gpu.BlendBlendFactor, gpu.BlendInvBlendFactor}
	ops := []gpu.BlendOp{gpu.BlendOpAdd, gpu.BlendOpAdd, gpu.BlendOpSubtract, gpu.BlendOpRevSubtract, gpu.BlendOpMin, gpu.BlendOpMax}
	pick := func() gpu.Blend { return factors[r.Intn(len(factors))] }
	m := mergeState{format: f, samples: 1, seed: r.Int63(), width: 30 + uint32(r.Intn(5)), height: 30 + uint32(r.Intn(5))}
	m.blend = gpu.RenderTargetBlendDesc{BlendEnable: true, SrcBlend: pick(), DestBlend: pick(), SrcBlendAlpha: pick(), DestBlendAlpha: pick(),
		BlendOp: ops[r.Intn(len(ops))], BlendOpAlpha: ops[r.Intn(len(ops))], RenderTargetWriteMask: gpu.WriteAllChannels}
	if slices.Contains(copyFormats, f) {
		m.blend.BlendEnable = false
	}
	if r.Intn(3) == 0 {
		m.blend.RenderTargetWriteMask = gpu.ColorWriteEnable(r.Intn(16))
	}
	if r.Intn(3) == 0 {
		m.samples = 4
	}
	m.factor = [4]float32{r.Float32(), 2 * r.Float32(), -r.Float32(), 1}
	return m
}

// component is a number that arithmetic may go wrong on, or an ordinary one.
func component(r *rand.Rand) uint32 {
	odd := [...]uint32{0, 0x80000000, 1, 0x007fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001, 0x3f800000, 0x3f800001, 0x477fefff, 0x477ff000, 0x387fffff,
		0x33000000, 0x33000001, 0x3b008081, 0x7f7fffff, 0xbf800000}
	if r.Intn(8) == 0 {
		return odd[r.Intn(len(odd))]
	}
	return math.Float32bits(float32(r.NormFloat64()*0.7 + 0.5))
}

// draw gives the target, with its borders, and what was counted.
func (r *mergeRig) draw(m mergeState, merger func(*stage.Merge) stage.RunMerge) ([]byte, raster.Counts) {
	random := rand.New(rand.NewSource(m.seed))
	texel := uint64(m.format.Bytes())
	pitch := (uint64(m.width)*texel + 255) &^ 255
	at, surface := r.alloc(pitch * uint64(m.height) * uint64(m.samples))
	for i := range surface {
		surface[i] = byte(random.Uint32())
	}
	s := raster.State{Width: m.width, Height: m.height, Samples: m.samples, SampleMask: math.MaxUint32, Workers: 1, BlendFactor: m.factor,
		Viewports:  []gpu.Viewport{{Width: float32(m.width), Height: float32(m.height), MaxDepth: 1}},
		Scissors:   []gpu.Rect{{Right: int32(m.width), Bottom: int32(m.height)}},
		Rasterizer: gpu.RasterizerDesc{CullMode: gpu.CullNone}, Blend: gpu.BlendDesc{RenderTarget: []gpu.RenderTargetBlendDesc{m.blend}}}
	s.Targets[0] = raster.Target{Format: m.format, Surface: raster.Surface{Bytes: surface, RowPitch: uint32(pitch), SamplePitch: pitch * uint64(m.height),
		Address: uint32(at)}}
	p := raster.Pixel{Merger: merger, Outputs: s.Outputs(0, 1)}
	p.Shade = func(_ int, _ uint64, _, output, items uint32) bool {
		for c := range p.Outputs.Targets[0].Planes() {
			plane := r.space.Bytes()[output+uint32(p.Outputs.TargetPlane(0)+c)*raster.PixelPitch:]
			for i := range items {
				binary.LittleEndian.PutUint32(plane[4*i:], component(random))
			}
		}
		return true
	}
	scratch, lent := r.alloc(raster.ScratchBytes(&s, &p))
	const corners = 3 * 40
	vertices := raster.Vertices{Bytes: make([]byte, 4*4*corners), Pitch: 4 * corners, Items: corners}
	for i := range corners {
		for c, v := range [...]float64{random.NormFloat64() * 0.6, random.NormFloat64() * 0.6, 0.5, 1} {
			binary.LittleEndian.PutUint32(vertices.Bytes[4*(corners*c+i):], math.Float32bits(float32(v)))
		}
	}
	drawer := raster.New()
	drawer.Begin(&s, &p, raster.Scratch{Bytes: lent, Base: uint32(scratch)})
	require.True(r.t, drawer.Draw(&raster.Draw{Topology: gpu.TopologyTriangleList, Vertices: vertices, Count: corners, Instances: 1}))
	result := bytes.Clone(surface)
	r.space.Free(at)
	r.space.Free(scratch)
	return result, drawer.End().Counts
}

// counted is the runner's merger, which counts its runs.
func (r *mergeRig) counted(m *stage.Merge) stage.RunMerge {
	state := *m
	if r.any {
		state.RowPitch = 0
	}
	run := r.runner.Merger(&state)
	if run == nil {
		return nil
	}
	return func(worker int, list, quads, planes uint32, to stage.MergeTarget) {
		r.merged++
		run(worker, list, quads, planes, to)
	}
}

func (r *mergeRig) same(m mergeState) {
	want, counts := r.draw(m, nil)
	for _, r.any = range []bool{false, true} {
		got, merged := r.draw(m, r.counted)
		require.Equal(r.t, counts, merged, "%+v", m)
		if i := firstDifference(want, got); i >= 0 {
			r.t.Fatalf("byte %d is %#x instead of %#x: %v %+v", i, got[i], want[i], r.any, m)
		}
	}
}

func firstDifference(a, b []byte) int {
	for i := range a {
		if a[i] != b[i] {
			return i
		}
	}
	return -1
}

// Merging programs give the bytes and the counts of the rasterizer's own way, in every state that they are made for.
func TestMergeAgrees(t *testing.T) {
	for _, f := range append(mergeFormats, copyFormats...) {
		t.Run(fmt.Sprint(f), func(t *testing.T) {
			r, random := newMergeRig(t), rand.New(rand.NewSource(int64(f)))
			for range 60 {
				r.same(randomMerge(random, f))
			}
			require.Positive(t, r.merged)
		})
	}
}

// TestMergeUnknown: where there is no program the rasterizer is told so.
func TestMergeUnknown(t *testing.T) {
	r := newMergeRig(t)
	blend := gpu.RenderTargetBlendDesc{BlendEnable: true, SrcBlend: gpu.BlendOne, DestBlend: gpu.BlendOne, SrcBlendAlpha: gpu.BlendOne, DestBlendAlpha: gpu.BlendOne,
		BlendOp: gpu.BlendOpAdd, BlendOpAlpha: gpu.BlendOpAdd, RenderTargetWriteMask: gpu.WriteAllChannels}
	state := func(f gpu.Format, b gpu.RenderTargetBlendDesc) *stage.Merge {
		m := &stage.Merge{Bytes: f.Bytes(), Pitch: raster.PixelPitch, Mask: [4]uint32{1, 1, 1, 1}}
		if b.BlendEnable {
			m.Format, m.Blend = f, b
		}
		return m
	}
	for _, f := range mergeFormats {
		require.NotNil(t, r.runner.Merger(state(f, blend)))
	}
	for _, f := range copyFormats {
		require.NotNil(t, r.runner.Merger(state(f, gpu.RenderTargetBlendDesc{})))
	}
	dual := blend
	dual.DestBlend = gpu.BlendInvSrc1Alpha
	for name, m := range map[string]*stage.Merge{
		"blended sRGB":          state(gpu.FormatR8G8B8A8UnormSRGB, blend),
		"one blended component": state(gpu.FormatR16Float, blend),
		"32 blended bits":       state(gpu.FormatR32G32B32A32Float, blend),
		"two sources":           state(gpu.FormatR8G8B8A8Unorm, dual),
		"texels of two bytes":   state(gpu.FormatR16Float, gpu.RenderTargetBlendDesc{}),
	} {
		require.Nil(t, r.runner.Merger(m), name)
	}
	require.Nil(t, NewRunner(Options{Interpreter: true}).Merger(state(gpu.FormatR8G8B8A8Unorm, blend)))
}

// FuzzMerge does what TestMergeAgrees does, with states that the fuzzer finds.
func FuzzMerge(f *testing.F) {
	for seed := range int64(4) {
		f.Add(seed, uint8(seed))
	}
	r, formats := newMergeRig(f), append(mergeFormats, copyFormats...)
	f.Fuzz(func(t *testing.T, seed int64, format uint8) {
		r.t = t
		r.same(randomMerge(rand.New(rand.NewSource(seed)), formats[int(format)%len(formats)]))
	})
}
