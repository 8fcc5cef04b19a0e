package exec

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

func TestDescriptorFaults(t *testing.T) {
	b := newBench(t, 1<<20)
	r, tex := b.buffer(256), b.texture2D(gpu.FormatR8Unorm, 4, 4, 1, 1)
	h := b.heap(gpu.HeapCBVSRVUAV, 2)
	typed := &gpu.ViewDesc{Format: gpu.FormatR32Float}
	tests := []struct {
		name  string
		slot  Binding
		write func()
		kind  FaultKind
	}{
		{"never written", typedSlot(gpu.DescriptorSRV, 0, gpu.ViewBuffer), func() { b.space.Zero(h.Base, h.Base+64) }, FaultUnwritten},
		{"class", typedSlot(gpu.DescriptorSRV, 0, gpu.ViewBuffer), func() { b.WriteUAV(cpu(h, 0), r, nil, typed) }, FaultWrongClass},
		{"dimension", typedSlot(gpu.DescriptorSRV, 0, gpu.ViewTexture2DArray), func() { b.WriteSRV(cpu(h, 0), tex, nil) }, FaultWrongView},
		{"typed for structured", slotOf(gpu.DescriptorSRV, 0, gpu.ViewBuffer, 4), func() { b.WriteSRV(cpu(h, 0), r, typed) }, FaultWrongView},
		{"structured for typed", typedSlot(gpu.DescriptorSRV, 0, gpu.ViewBuffer), func() { b.WriteSRV(cpu(h, 0), r, &gpu.ViewDesc{StructureByteStride: 4}) }, FaultWrongView},
		{"raw for structured", slotOf(gpu.DescriptorSRV, 0, gpu.ViewBuffer, 4), func() { b.WriteSRV(cpu(h, 0), r, &gpu.ViewDesc{Flags: gpu.ViewRaw}) }, FaultWrongView},
		{"structured for raw", slotOf(gpu.DescriptorSRV, 0, gpu.ViewBuffer, 0), func() { b.WriteSRV(cpu(h, 0), r, &gpu.ViewDesc{StructureByteStride: 4}) }, FaultWrongView},
		{"stride", slotOf(gpu.DescriptorSRV, 0, gpu.ViewBuffer, 8), func() { b.WriteSRV(cpu(h, 0), r, &gpu.ViewDesc{StructureByteStride: 4}) }, FaultWrongView},
		{"destroyed", typedSlot(gpu.DescriptorSRV, 0, gpu.ViewTexture2D), func() { b.WriteSRV(cpu(h, 0), tex, nil); b.destroy(tex.ID) }, FaultDestroyed},
	}
	for _, tt := range tests {
		p := b.pipeline(gpu.RootSignatureDesc{Parameters: []gpu.RootParameter{table(tableRange(tt.slot.Class, 1, 0))}}, tt.slot)
		tt.write()
		l := b.list(p)
		l.table(0, h, 0)
		o := l.dispatch()
		require.Len(t, o.Faults, 1, tt.name)
		require.Equal(t, tt.kind, o.Faults[0].Kind, tt.name)
		require.Equal(t, gpuHandle(h, 0), o.Faults[0].Handle)
		require.Equal(t, make([]uint32, 64), b.words(0, 64), tt.name)
		require.Len(t, o.Views, 1)
		require.Zero(t, o.Views[0].Resource)
	}
}

func TestMixedFormatsOfAnArray(t *testing.T) {
	b := newBench(t, 1<<20)
	h := b.heap(gpu.HeapCBVSRVUAV, 3)
	b.WriteNull(cpu(h, 0), gpu.DescriptorSRV, &gpu.ViewDesc{ViewDimension: gpu.ViewTexture2D, Format: gpu.FormatR8Unorm})
	b.WriteSRV(cpu(h, 1), b.texture2D(gpu.FormatR16Float, 4, 4, 1, 1), nil)
	b.WriteSRV(cpu(h, 2), b.texture2D(gpu.FormatR16Float, 4, 4, 1, 1), nil)
	array := typedSlot(gpu.DescriptorSRV, 0, gpu.ViewTexture2D)
	array.Count = 3
	l := b.list(b.pipeline(gpu.RootSignatureDesc{Parameters: []gpu.RootParameter{table(tableRange(gpu.DescriptorSRV, 3, 0))}}, array))
	l.table(0, h, 0)
	require.Empty(t, l.dispatch().Faults, "null views have no format")
	require.Equal(t, []gpu.Format{gpu.FormatR16Float}, b.fake.formats)
	b.WriteSRV(cpu(h, 2), b.texture2D(gpu.FormatR16Unorm, 4, 4, 1, 1), nil)
	o := l.dispatch()
	require.Len(t, o.Faults, 1)
	require.Equal(t, []any{FaultMixed, uint32(2)}, []any{o.Faults[0].Kind, o.Faults[0].Element})
}

func TestDestroyedHeapAndSamplers(t *testing.T) {
	b := newBench(t, 1<<20)
	h := b.heap(gpu.HeapSampler, 2)
	b.WriteSampler(cpu(h, 1), &gpu.SamplerDesc{Filter: 0x15, MaxAnisotropy: 1})
	l := b.list(b.pipeline(gpu.RootSignatureDesc{Parameters: []gpu.RootParameter{table(tableRange(gpu.DescriptorSampler, 1, 0))}}, slotOf(gpu.DescriptorSampler, 0, 0, 0)))
	l.table(0, h, 1)
	require.Empty(t, l.dispatch().Faults)
	require.EqualValues(t, 0x15, b.words(0, 17)[wordMip0])
	b.destroy(h.ID)
	o := l.dispatch()
	require.Len(t, o.Faults, 1)
	require.Equal(t, FaultDestroyed, o.Faults[0].Kind)
}

func TestUnfinishedDispatchPoisonsWhatItWrites(t *testing.T) {
	for _, cancelled := range []bool{false, true} {
		b := newBench(t, 1<<20)
		tex, read := b.texture2D(gpu.FormatR32Uint, 4, 4, 2, 2), b.buffer(64)
		h := b.heap(gpu.HeapCBVSRVUAV, 2)
		b.WriteUAV(cpu(h, 0), tex, nil, &gpu.ViewDesc{FirstArraySlice: 1, MipSlice: 1})
		b.WriteSRV(cpu(h, 1), read, &gpu.ViewDesc{StructureByteStride: 4})
		l := b.list(b.pipeline(gpu.RootSignatureDesc{Parameters: []gpu.RootParameter{table(tableRange(gpu.DescriptorUAV, 1, 0), tableRange(gpu.DescriptorSRV, 1, 0))}},
			typedSlot(gpu.DescriptorUAV, 0, gpu.ViewTexture2DArray), slotOf(gpu.DescriptorSRV, 0, gpu.ViewBuffer, 4)))
		l.table(0, h, 0)
		b.fake.result = Result{Hung: !cancelled, HungSite: 12, Instructions: 1000}
		ctx, cancel := context.WithCancel(context.Background())
		if cancelled {
			b.fake.err = context.Canceled
			b.fake.during = func(*Dispatch) { cancel() }
		}
		o := *l.Do(ctx, l.bindings, &gpu.Command{Op: gpu.OpDispatch, X: 1, Y: 1, Z: 1}, 0)
		cancel()
		require.Equal(t, !cancelled, o.Hung)
		require.Equal(t, cancelled, errors.Is(o.Err, context.Canceled))
		require.Equal(t, gpu.Site(12), o.HungSite)
		for s := range tex.Footprints {
			want := []byte{0, 0, 0, 0}
			if s == 3 {
				want = []byte{0xAD, 0xDE, 0xC0, 0xFF}
			}
			require.Equal(t, want, b.texel(tex, s, [3]uint32{1, 1, 0}), "subresource %d", s)
		}
		require.Equal(t, make([]byte, 64), b.content(read))
	}
}

func TestUnfinishedDispatchPoisonsBuffers(t *testing.T) {
	b := newBench(t, 1<<20)
	r := b.buffer(64)
	l := b.list(b.pipeline(gpu.RootSignatureDesc{Parameters: []gpu.RootParameter{{Type: gpu.RootUAV}}}, slotOf(gpu.DescriptorUAV, 0, gpu.ViewBuffer, 0)))
	l.do(gpu.Command{Op: gpu.OpSetComputeRootUnorderedAccessView, Address: r.Base + 16})
	b.fake.result.Hung = true
	l.dispatch()
	require.Equal(t, make([]byte, 16), b.content(r)[:16], "outside of the view")
	require.Equal(t, bytes.Repeat([]byte{0xAD, 0xDE, 0xC0, 0xFF}, 12), b.content(r)[16:])
}

func TestFailedDispatchKeepsItsBytes(t *testing.T) {
	b := newBench(t, 1<<20)
	r := b.buffer(64)
	l := b.list(b.pipeline(gpu.RootSignatureDesc{Parameters: []gpu.RootParameter{{Type: gpu.RootUAV}}}, slotOf(gpu.DescriptorUAV, 0, gpu.ViewBuffer, 0)))
	l.do(gpu.Command{Op: gpu.OpSetComputeRootUnorderedAccessView, Address: r.Base})
	b.fake.err = errors.New("no code")
	require.EqualError(t, l.dispatch().Err, "no code")
	require.Equal(t, make([]byte, 64), b.content(r), "nothing ran")
}

func TestRootViewsHaveNoFormatAndNoCounter(t *testing.T) {
	b := newBench(t, 1<<20)
	r := b.buffer(64)
	count := slotOf(gpu.DescriptorUAV, 0, gpu.ViewBuffer, 4)
	count.CounterOf = 1
	root := gpu.RootSignatureDesc{Parameters: []gpu.RootParameter{{Type: gpu.RootUAV}}}
	for typed, faults := range map[bool]int{false: 0, true: 1} {
		elements := slotOf(gpu.DescriptorUAV, 0, gpu.ViewBuffer, 0)
		elements.Typed = typed
		l := b.list(b.pipeline(root, elements, count))
		l.do(gpu.Command{Op: gpu.OpSetComputeRootUnorderedAccessView, Address: r.Base})
		o := l.dispatch()
		require.Len(t, o.Faults, faults)
		require.Equal(t, typed, b.words(0, 1)[0] == 0)
		require.Zero(t, b.words(1, 1)[0])
		if typed {
			require.Equal(t, Fault{Kind: FaultWrongView, Class: gpu.DescriptorUAV, Found: gpu.DescriptorUAV, Address: r.Base}, o.Faults[0])
		}
	}
}

// TestRootViewsThatCannotBe: what ExecuteIndirect reads is not known when it is recorded.
func TestRootViewsThatCannotBe(t *testing.T) {
	b := newBench(t, 1<<20)
	r, plain := b.buffer(1024), b.resource(gpu.ResourceDesc{Dimension: gpu.DimensionBuffer, Width: 1024})
	for _, tt := range []struct {
		kind    gpu.RootParameterType
		class   gpu.DescriptorType
		op      gpu.Op
		address uint64
		want    FaultKind // 0: none
	}{
		{gpu.RootUAV, gpu.DescriptorUAV, gpu.OpSetComputeRootUnorderedAccessView, r.Base + 4, 0},
		{gpu.RootUAV, gpu.DescriptorUAV, gpu.OpSetComputeRootUnorderedAccessView, r.Base + 2, FaultMisaligned},
		{gpu.RootUAV, gpu.DescriptorUAV, gpu.OpSetComputeRootUnorderedAccessView, plain.Base, FaultNotUnordered},
		{gpu.RootSRV, gpu.DescriptorSRV, gpu.OpSetComputeRootShaderResourceView, plain.Base, 0},
		{gpu.RootSRV, gpu.DescriptorSRV, gpu.OpSetComputeRootShaderResourceView, plain.Base + 1, FaultMisaligned},
		{gpu.RootCBV, gpu.DescriptorCBV, gpu.OpSetComputeRootConstantBufferView, plain.Base + 256, 0},
		{gpu.RootCBV, gpu.DescriptorCBV, gpu.OpSetComputeRootConstantBufferView, plain.Base + 4, FaultMisaligned},
	} {
		l := b.list(b.pipeline(gpu.RootSignatureDesc{Parameters: []gpu.RootParameter{{Type: tt.kind}}}, slotOf(tt.class, 0, gpu.ViewBuffer, 4)))
		l.do(gpu.Command{Op: tt.op, Address: tt.address})
		faults := l.dispatch().Faults
		if tt.want == 0 {
			require.Empty(t, faults, "%v %d", tt.class, tt.address)
			continue
		}
		require.Len(t, faults, 1)
		require.Equal(t, []any{tt.want, tt.address}, []any{faults[0].Kind, faults[0].Address})
		require.Zero(t, b.words(0, 1)[0], "a null view")
	}
}

func TestCountersThatAreNotThere(t *testing.T) {
	b := newBench(t, 1<<20)
	r, counter := b.buffer(64), b.buffer(4096)
	h := b.heap(gpu.HeapCBVSRVUAV, 1)
	count := slotOf(gpu.DescriptorUAV, 0, gpu.ViewBuffer, 4)
	count.CounterOf = 1
	l := b.list(b.pipeline(gpu.RootSignatureDesc{Parameters: []gpu.RootParameter{table(tableRange(gpu.DescriptorUAV, 1, 0))}}, slotOf(gpu.DescriptorUAV, 0, gpu.ViewBuffer, 16), count))
	l.table(0, h, 0)
	b.WriteUAV(cpu(h, 0), r, nil, &gpu.ViewDesc{StructureByteStride: 16})
	faults := l.dispatch().Faults
	require.Len(t, faults, 1)
	require.Equal(t, FaultNoCounter, faults[0].Kind)
	require.Zero(t, b.words(1, 1)[0], "a view without a counter has a null counter")
	b.WriteUAV(cpu(h, 0), nil, nil, &gpu.ViewDesc{ViewDimension: gpu.ViewBuffer, StructureByteStride: 16})
	require.Empty(t, l.dispatch().Faults, "a null view needs none")
	b.WriteUAV(cpu(h, 0), r, counter, &gpu.ViewDesc{StructureByteStride: 16})
	require.Empty(t, l.dispatch().Faults)
	require.EqualValues(t, counter.Base, b.words(1, 1)[0])
	b.destroy(counter.ID)
	o := l.dispatch()
	require.Len(t, o.Faults, 1)
	require.Equal(t, []any{FaultDestroyed, int32(1)}, []any{o.Faults[0].Kind, o.Faults[0].Binding})
	require.EqualValues(t, r.Base, b.words(0, 1)[0], "the buffer itself is there")
}

// TestSamplersOfAnArray: each is a buffer of its own fields and a view of its descriptor; one that is static has no descriptor, and one that was
// never written is a fault if the program used it, which its report says.
func TestSamplersOfAnArray(t *testing.T) {
	b := newBench(t, 1<<20)
	h := b.heap(gpu.HeapSampler, 4)
	b.WriteSampler(cpu(h, 1), &gpu.SamplerDesc{Filter: 0x15})
	array := slotOf(gpu.DescriptorSampler, 0, 0, 0)
	array.Count, array.Varying = 3, true
	of := tableRange(gpu.DescriptorSampler, 2, 0)
	of.Flags = gpu.DescriptorsVolatile
	l := b.list(b.pipeline(gpu.RootSignatureDesc{Parameters: []gpu.RootParameter{table(of)},
		StaticSamplers: []gpu.StaticSampler{{SamplerDesc: gpu.SamplerDesc{Filter: 0x10}, ShaderRegister: 2}}}, array))
	l.table(0, h, 1)
	o := l.dispatch()
	require.Empty(t, o.Faults, "nobody used it")
	require.Equal(t, []uint32{52, 13, 4, 0}, b.words(0, 5)[1:])
	require.EqualValues(t, 0x15, b.words(0, 17)[wordMip0])
	require.Equal(t, make([]uint32, 64), b.words(1, 64))
	require.Equal(t, []uint32{b.words(0, 1)[0] + 2*RecordBytes, 52, 13, 4}, b.words(2, 4))
	require.Len(t, o.Views, 2)
	require.Equal(t, BoundView{Class: gpu.DescriptorSampler, Resource: h.ID, Begin: h.Base + DescriptorBytes, End: h.Base + 2*DescriptorBytes}, o.Views[0])
	require.Zero(t, o.Views[1].Resource)
	b.fake.result = Result{Reports: []Report{{Element: 1, Site: 7}}}
	o = l.dispatch()
	require.Len(t, o.Faults, 1)
	require.Equal(t, []any{FaultUnwritten, gpuHandle(h, 2), gpu.Site(7)}, []any{o.Faults[0].Kind, o.Faults[0].Handle, o.Faults[0].Used})
}
