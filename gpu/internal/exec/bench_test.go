package exec

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/texel"
)

// steady is a machine with one command of each kind that a frame repeats.
func steady(t testing.TB) (b *bench, l *Bindings, commands map[string]*gpu.Command) {
	b = newBench(t, 256<<20)
	dst, src := b.buffer(64<<20), b.buffer(64<<20)
	from, to := b.texture2D(gpu.FormatR8G8B8A8Unorm, 500, 500, 1, 1), b.texture2D(gpu.FormatR8G8B8A8Unorm, 512, 512, 1, 1)
	h := b.heap(gpu.HeapCBVSRVUAV, 16)
	bindings := make([]Binding, 8)
	for i := range uint32(8) {
		b.WriteSRV(cpu(h, i), from, nil)
		bindings[i] = typedSlot(gpu.DescriptorSRV, i, gpu.ViewTexture2D)
	}
	b.WriteUAV(cpu(h, 8), to, nil, nil)
	b.WriteUAV(cpu(h, 9), dst, nil, &gpu.ViewDesc{Flags: gpu.ViewRaw})
	p := b.pipeline(gpu.RootSignatureDesc{Parameters: []gpu.RootParameter{table(tableRange(gpu.DescriptorSRV, 8, 0))}}, bindings...)
	list := b.list(p)
	list.table(0, h, 0)
	words := []uint32{1, 2, 3, 4}
	return b, list.bindings, map[string]*gpu.Command{
		"CopyBufferRegion64MiB":         {Op: gpu.OpCopyBufferRegion, Dst: dst.ID, Src: src.ID, Size: 64 << 20},
		"CopyBufferRegion256B":          {Op: gpu.OpCopyBufferRegion, Dst: dst.ID, Src: src.ID, Size: 256},
		"CopyTextureRegion1MB":          {Op: gpu.OpCopyTextureRegion, Copy: &gpu.TextureCopy{Dst: gpu.CopySide{Resource: to.ID}, Src: gpu.CopySide{Resource: from.ID}, DX: 1, Box: gpu.Box{Right: 500, Bottom: 500, Back: 1}}},
		"ClearUnorderedAccessView1MB":   {Op: clearUint, GPUHandle: gpuHandle(h, 8), Words: words},
		"ClearUnorderedAccessView64MiB": {Op: clearUint, GPUHandle: gpuHandle(h, 9), Words: words},
		"Dispatch8Textures":             {Op: gpu.OpDispatch, X: 1, Y: 1, Z: 1},
	}
}

func TestSteadyStateDoesNotAllocate(t *testing.T) {
	b, l, commands := steady(t)
	ctx := context.Background()
	for _, name := range []string{"CopyBufferRegion256B", "CopyTextureRegion1MB", "ClearUnorderedAccessView1MB", "Dispatch8Textures"} {
		c := commands[name]
		require.Zero(t, testing.AllocsPerRun(20, func() { b.Do(ctx, l, c, 0) }), name)
	}
	require.Zero(t, testing.AllocsPerRun(20, func() { b.End(b.Begin(gpu.ListDirect, 0)) }))
}

func BenchmarkCommands(b *testing.B) {
	m, l, commands := steady(b)
	ctx := context.Background()
	for _, name := range []string{"CopyBufferRegion256B", "CopyBufferRegion64MiB", "CopyTextureRegion1MB", "ClearUnorderedAccessView1MB", "ClearUnorderedAccessView64MiB", "Dispatch8Textures"} {
		c := commands[name]
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(m.Do(ctx, l, c, 0).BytesWritten))
			b.ReportAllocs()
			for b.Loop() {
				m.Do(ctx, l, c, 0)
			}
		})
	}
}

func BenchmarkCodecs(b *testing.B) {
	var cell [16]byte
	for _, f := range []gpu.Format{gpu.FormatR8G8B8A8Unorm, gpu.FormatR8G8B8A8UnormSRGB, gpu.FormatR16G16B16A16Float, gpu.FormatR16G16B16A16Snorm} {
		b.Run(f.String(), func(b *testing.B) {
			for b.Loop() {
				texel.Encode(f, cell[:], [4]float32{0.1, 0.2, 0.3, 0.4})
				texel.Decode(f, cell[:])
			}
		})
	}
}

func BenchmarkHash64MiB(b *testing.B) {
	m := newBench(b, 128<<20)
	r := m.buffer(64 << 20)
	b.SetBytes(64 << 20)
	for b.Loop() {
		m.Hash(r)
	}
}
