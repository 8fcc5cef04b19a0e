package exec

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/texel"
)

// clear clears a view in a heap of its own.
func (b *bench) clear(op gpu.Op, r *Resource, v *gpu.ViewDesc, words [4]uint32, rects ...gpu.Rect) Outcome {
	h := b.heap(gpu.HeapCBVSRVUAV, 1)
	b.WriteUAV(cpu(h, 0), r, nil, v)
	return b.do(gpu.Command{Op: op, GPUHandle: gpuHandle(h, 0), Dst: r.ID, Words: words[:], Rects: rects})
}

func floatWords(v [4]float32) (w [4]uint32) {
	for i := range v {
		w[i] = math.Float32bits(v[i])
	}
	return w
}

const (
	clearUint  = gpu.OpClearUnorderedAccessViewUint
	clearFloat = gpu.OpClearUnorderedAccessViewFloat
)

func TestClearBuffers(t *testing.T) {
	b := newBench(t, 1<<20)
	words := [4]uint32{0x11223344, 0x55667788, 0x99aabbcc, 0xddeeff00}
	half := floatWords([4]float32{0.5, 1, 2, 4})
	tests := []struct {
		name  string
		op    gpu.Op
		v     gpu.ViewDesc
		words [4]uint32
		rects []gpu.Rect
		want  []byte // of 16 bytes of zeros
	}{
		{"raw", clearUint, gpu.ViewDesc{Flags: gpu.ViewRaw, FirstElement: 1, NumElements: 2}, words, nil, []byte{0, 0, 0, 0, 0x44, 0x33, 0x22, 0x11, 0x44, 0x33, 0x22, 0x11, 0, 0, 0, 0}},
		{"raw float", clearFloat, gpu.ViewDesc{Flags: gpu.ViewRaw, NumElements: 1}, half, nil, []byte{0, 0, 0, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"structured", clearUint, gpu.ViewDesc{StructureByteStride: 8, NumElements: 1}, words, nil, []byte{0x44, 0x33, 0x22, 0x11, 0x44, 0x33, 0x22, 0x11, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"typed", clearUint, gpu.ViewDesc{Format: gpu.FormatR16G16Uint, FirstElement: 2}, words, nil, []byte{0, 0, 0, 0, 0, 0, 0, 0, 0x44, 0x33, 0x88, 0x77, 0x44, 0x33, 0x88, 0x77}},
		{"typed bits", clearUint, gpu.ViewDesc{Format: gpu.FormatR8Snorm, NumElements: 1}, words, nil, []byte{0x44, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"typed float", clearFloat, gpu.ViewDesc{Format: gpu.FormatR16G16Float, NumElements: 1}, half, nil, []byte{0, 0x38, 0, 0x3c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"typed unorm", clearFloat, gpu.ViewDesc{Format: gpu.FormatR8G8B8A8Unorm, NumElements: 2}, half, nil, []byte{128, 255, 255, 255, 128, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"uint of a float value", clearFloat, gpu.ViewDesc{Format: gpu.FormatR32Uint, NumElements: 1}, floatWords([4]float32{3.75}), nil, []byte{3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"rectangles", clearUint, gpu.ViewDesc{Format: gpu.FormatR8Uint}, [4]uint32{7}, []gpu.Rect{{Left: 1, Right: 3, Bottom: 1}, {Left: 14, Right: 99, Bottom: 1}, {Left: 5, Right: 5}},
			[]byte{0, 7, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 7}},
	}
	for _, tt := range tests {
		r := b.buffer(16)
		o := b.clear(tt.op, r, &tt.v, tt.words, tt.rects...)
		require.Equal(t, tt.want, b.content(r), tt.name)
		require.Len(t, o.Views, 1)
		require.Equal(t, r.ID, o.Views[0].Resource)
		if tt.rects == nil {
			require.Equal(t, o.Views[0].End-o.Views[0].Begin, o.BytesWritten, tt.name)
		} else {
			require.EqualValues(t, 4, o.BytesWritten)
		}
	}
}

// TestClearTexturesAgainstOracle clears random rectangles of random views of textures of every format.
func TestClearTexturesAgainstOracle(t *testing.T) {
	for i, f := range formats() {
		for seed := range uint64(4) {
			rng := rand.New(rand.NewPCG(seed, uint64(i)))
			b := newBench(t, 2<<20)
			r := b.randomTexture(rng, f)
			b.noise(r, seed)
			op := []gpu.Op{clearUint, clearFloat}[seed%2]
			checkClear(t, b, r, rng, op)
		}
	}
}

func checkClear(t *testing.T, b *bench, r *Resource, rng *rand.Rand, op gpu.Op) {
	v := gpu.ViewDesc{MipSlice: rng.Uint32N(r.Desc.MipLevels)}
	total := r.Desc.ArraySize()
	w, h, depth := r.Desc.MipExtent(v.MipSlice)
	volume := r.Desc.Dimension == gpu.DimensionTexture3D
	first, count := uint32(0), uint32(1)
	if volume {
		v.FirstWSlice = rng.Uint32N(depth)
		first, count = v.FirstWSlice, depth-v.FirstWSlice
	} else if total > 1 {
		v.FirstArraySlice = rng.Uint32N(total)
		first, count = v.FirstArraySlice, total-v.FirstArraySlice
	}
	var rects []gpu.Rect
	for range rng.UintN(3) {
		rects = append(rects, gpu.Rect{Left: rng.Int32N(40) - 5, Top: rng.Int32N(20) - 5, Right: rng.Int32N(100), Bottom: rng.Int32N(30)})
	}
	words := floatWords([4]float32{0.3, -0.7, 2, 1})
	want := slices.Clone(b.content(r))
	var cell [16]byte
	if op == clearUint {
		texel.EncodeBits(r.Desc.Format, cell[:], words)
	} else {
		texel.Encode(r.Desc.Format, cell[:], [4]float32{0.3, -0.7, 2, 1})
	}
	for s := first; s < first+count; s++ {
		f, z := &r.Footprints[v.MipSlice], s
		if !volume {
			f, z = &r.Footprints[s*r.Desc.MipLevels+v.MipSlice], 0
		}
		at := *f
		at.Offset -= r.Base
		for y := range int32(h) {
			for x := range int32(w) {
				if inside(rects, x, y) {
					copy(texelAt(want, &at, uint32(x), uint32(y), z), cell[:])
				}
			}
		}
	}
	b.clear(op, r, &v, words, rects...)
	require.True(t, slices.Equal(want, b.content(r)), "%s %+v rects %v", r.Desc.Format, v, rects)
}

func inside(rects []gpu.Rect, x, y int32) bool {
	for _, r := range rects {
		if x >= r.Left && x < r.Right && y >= r.Top && y < r.Bottom {
			return true
		}
	}
	return len(rects) == 0
}

func TestBigClearsDoNotDependOnTheSplit(t *testing.T) {
	b := newBench(t, 64<<20)
	buf, tex := b.buffer(13<<20+24), b.texture2D(gpu.FormatR32G32B32Float, 900, 1000, 1, 1)
	onCores(t, func(t *testing.T, _ int) {
		b.noise(buf, 1)
		b.noise(tex, 1)
		o := b.clear(clearUint, buf, &gpu.ViewDesc{Format: gpu.FormatR32G32B32Uint, FirstElement: 1}, [4]uint32{1, 2, 3, 4})
		n := (13<<20 + 12) / 12 * 12
		require.EqualValues(t, n, o.BytesWritten)
		p := b.content(buf)[12 : 12+n]
		require.Equal(t, []byte{1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0}, p[:12])
		require.True(t, slices.Equal(p[12:], p[:n-12]), "the pattern repeats every 12 bytes")
		o = b.clear(clearFloat, tex, nil, floatWords([4]float32{1, 2, 3, 4}))
		require.EqualValues(t, 900*1000*12, o.BytesWritten)
		for p := range texelsOf(&tex.Footprints[0]) {
			if p[0]%97 == 0 && [4]float32{1, 2, 3, 1} != texel.Decode(tex.Desc.Format, b.texel(tex, 0, p)) {
				require.Failf(t, "not cleared", "%v", p)
			}
		}
	})
}

func TestClearFaults(t *testing.T) {
	b := newBench(t, 1<<20)
	r := b.buffer(16)
	h := b.heap(gpu.HeapCBVSRVUAV, 4)
	words := []uint32{1, 2, 3, 4}
	clearSlot := func(i uint32) Outcome {
		return b.do(gpu.Command{Op: clearUint, GPUHandle: gpuHandle(h, i), Words: words})
	}
	kind := func(o Outcome) FaultKind {
		require.Len(t, o.Faults, 1)
		require.EqualValues(t, -1, o.Faults[0].Binding)
		require.Zero(t, o.BytesWritten)
		return o.Faults[0].Kind
	}
	require.Equal(t, FaultUnwritten, kind(clearSlot(0)))
	b.WriteSRV(cpu(h, 1), r, &gpu.ViewDesc{Format: gpu.FormatR32Uint})
	require.Equal(t, FaultWrongClass, kind(clearSlot(1)))
	b.WriteNull(cpu(h, 2), gpu.DescriptorUAV, &gpu.ViewDesc{Format: gpu.FormatR32Uint})
	require.Equal(t, Outcome{}, clearSlot(2), "a clear of a null view does nothing")
	b.WriteUAV(cpu(h, 3), r, nil, &gpu.ViewDesc{Format: gpu.FormatR32Uint})
	require.Empty(t, clearSlot(3).Faults)
	b.destroy(r.ID)
	require.Equal(t, FaultDestroyed, kind(clearSlot(3)))
	b.destroy(h.ID)
	require.Equal(t, FaultDestroyed, kind(clearSlot(3)))
}
