package exec

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/descriptor"
	"github.com/gpuscript/gpuscript/gpu/internal/mem"
)

func TestDescriptorsRoundTrip(t *testing.T) {
	b := newBench(t, 1<<20)
	h := b.heap(gpu.HeapCBVSRVUAV, 4)
	tests := []Descriptor{
		{Type: gpu.DescriptorSRV, Null: true, Dimension: gpu.ViewTexture3D, Format: gpu.FormatR16Float, Stride: 2},
		{Type: gpu.DescriptorUAV, Resource: 1<<32 - 1, Counter: 5, Dimension: gpu.ViewBuffer, Raw: true, Format: gpu.FormatR32Typeless, Offset: 1<<32 - 16, Size: 1<<32 - 1, Stride: 4, CounterOffset: 1 << 31},
		{Type: gpu.DescriptorSRV, Resource: 3, Dimension: gpu.ViewTexture2DArray, Format: gpu.FormatB8G8R8A8UnormSRGB, Stride: 4, FirstMip: 14, Mips: 1, FirstSlice: 2047, Slices: 2048, MinLOD: 1.25},
		{Type: gpu.DescriptorCBV, Resource: 8, Dimension: gpu.ViewBuffer, Offset: 256, Size: 65536},
		{Type: gpu.DescriptorSampler, Sampler: gpu.SamplerDesc{Filter: 0xD5, AddressU: gpu.AddressMirrorOnce, AddressV: gpu.AddressBorder, AddressW: gpu.AddressMirror, MipLODBias: -15.5,
			MaxAnisotropy: 16, ComparisonFunc: gpu.CompareAlways, BorderColor: [4]float32{0.25, 0.5, 0.75, 1}, MinLOD: 2, MaxLOD: 3.4e38}},
		{Type: gpu.DescriptorRTV, Resource: 4, Dimension: gpu.ViewTexture2D, Format: gpu.FormatR8Unorm, Stride: 1, Mips: 1, Slices: 1},
	}
	for _, d := range tests {
		b.WriteDescriptor(cpu(h, 2), &d)
		require.Equal(t, d, b.ReadDescriptor(cpu(h, 2)))
	}
	for _, i := range []uint32{0, 1, 3} {
		require.Equal(t, gpu.DescriptorNone, b.ReadDescriptor(cpu(h, i)).Type, "slot %d was not touched", i)
	}
}

func TestUnwrittenSlotsAreRecognised(t *testing.T) {
	b := newBench(t, 1<<20)
	h := b.heap(gpu.HeapCBVSRVUAV, 2)
	require.Equal(t, Descriptor{Type: gpu.DescriptorNone}, b.ReadDescriptor(cpu(h, 0)), "zero")
	b.space.Fill(h.Base, h.Base+h.Size())
	require.Equal(t, Descriptor{Type: gpu.DescriptorNone}, b.ReadDescriptor(cpu(h, 0)), "poison")
	b.WriteNull(cpu(h, 0), gpu.DescriptorSRV, nil)
	require.Equal(t, gpu.DescriptorSRV, b.ReadDescriptor(cpu(h, 0)).Type)
	require.NotEqual(t, descriptor.Magic, uint16(mem.Poison&0xffff))
	require.NotEqual(t, descriptor.Magic, uint16(mem.Poison>>16))
}

func TestWriteAndCopyDescriptors(t *testing.T) {
	b := newBench(t, 1<<20)
	h, other := b.heap(gpu.HeapCBVSRVUAV, 8), b.heap(gpu.HeapCBVSRVUAV, 8)
	buf := b.buffer(1024)
	b.WriteSRV(cpu(h, 0), buf, &gpu.ViewDesc{Format: gpu.FormatR32Float})
	b.WriteUAV(cpu(h, 1), buf, buf, &gpu.ViewDesc{StructureByteStride: 16, CounterOffsetInBytes: 512})
	b.WriteCBV(cpu(h, 2), &gpu.ConstantBufferViewDesc{BufferLocation: buf.Base + 256, SizeInBytes: 512})
	b.WriteCBV(cpu(h, 3), nil)
	b.CopyDescriptors(gpu.DescriptorCopy{Dest: cpu(other, 4), Src: cpu(h, 0), Count: 4})
	require.Equal(t, ViewOf(gpu.DescriptorSRV, buf, nil, &gpu.ViewDesc{Format: gpu.FormatR32Float}), b.ReadDescriptor(cpu(other, 4)))
	require.Equal(t, ViewOf(gpu.DescriptorUAV, buf, buf, &gpu.ViewDesc{StructureByteStride: 16, CounterOffsetInBytes: 512}), b.ReadDescriptor(cpu(other, 5)))
	require.Equal(t, Descriptor{Type: gpu.DescriptorCBV, Dimension: gpu.ViewBuffer, Resource: buf.ID, Offset: 256, Size: 512}, b.ReadDescriptor(cpu(other, 6)))
	require.True(t, b.ReadDescriptor(cpu(other, 7)).Null)
	require.Equal(t, gpu.DescriptorNone, b.ReadDescriptor(cpu(other, 3)).Type)

	require.NotPanics(t, func() { b.CopyDescriptors(gpu.DescriptorCopy{Dest: cpu(other, 0), Src: cpu(h, 0), Count: 8}) })
	require.Panics(t, func() { b.CopyDescriptors(gpu.DescriptorCopy{Dest: cpu(other, 0), Src: cpu(h, 0), Count: 9}) })
	b.WriteCBV(cpu(h, 3), &gpu.ConstantBufferViewDesc{BufferLocation: 1, SizeInBytes: 256})
	require.Equal(t, Descriptor{Type: gpu.DescriptorCBV, Dimension: gpu.ViewBuffer}, b.ReadDescriptor(cpu(h, 3)), "no buffer: not null, and its resource does not exist")
	b.WriteCBV(cpu(h, 3), &gpu.ConstantBufferViewDesc{BufferLocation: buf.Base + 768, SizeInBytes: 512})
	require.EqualValues(t, 256, b.ReadDescriptor(cpu(h, 3)).Size)
	require.Panics(t, func() { b.WriteNull(gpu.CPUDescriptorHandle{Heap: 999}, gpu.DescriptorSRV, nil) })
}
