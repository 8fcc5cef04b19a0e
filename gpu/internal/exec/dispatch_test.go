package exec

import (
	"context"
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/tables"
)

func slotOf(class gpu.DescriptorType, register uint32, view gpu.ViewDimension, stride uint32) Binding {
	return Binding{ShaderSlot: gpu.ShaderSlot{Class: class, Register: register, Count: 1, View: view, Stride: stride, Written: class == gpu.DescriptorUAV}}
}

func typedSlot(class gpu.DescriptorType, register uint32, view gpu.ViewDimension) Binding {
	b := slotOf(class, register, view, 0)
	b.Typed = true
	return b
}

func table(ranges ...gpu.DescriptorRange) gpu.RootParameter {
	return gpu.RootParameter{Type: gpu.RootDescriptorTable, Ranges: ranges}
}

func tableRange(t gpu.DescriptorType, count, register uint32) gpu.DescriptorRange {
	return gpu.DescriptorRange{Type: t, NumDescriptors: count, BaseShaderRegister: register, OffsetInDescriptorsFromTableStart: gpu.RangeAppend}
}

// pipeline makes a pipeline of slots and a root signature of parameters.
func (b *bench) pipeline(root gpu.RootSignatureDesc, bindings ...Binding) *Pipeline {
	s := NewRootSignature(b.id(), root)
	b.roots[s.ID] = s
	p := b.NewPipeline(b.id(), s, &program{bindings})
	b.pipelines[p.ID] = p
	return p
}

// list is a list that executes.
type list struct {
	*bench
	bindings *Bindings
}

func (b *bench) list(p *Pipeline) *list {
	l := &list{b, b.Begin(gpu.ListCompute, p.ID)}
	l.do(gpu.Command{Op: gpu.OpSetComputeRootSignature, Object: p.Root.ID})
	return l
}

func (l *list) do(c gpu.Command) Outcome { return *l.Do(context.Background(), l.bindings, &c, 0) }

func (l *list) table(slot uint32, h *DescriptorHeap, i uint32) {
	l.do(gpu.Command{Op: gpu.OpSetComputeRootDescriptorTable, Slot: slot, GPUHandle: gpuHandle(h, i)})
}

func (l *list) dispatch() Outcome { return l.do(gpu.Command{Op: gpu.OpDispatch, X: 2, Y: 3, Z: 4}) }

// words are the first n words of a record of the last run.
func (b *bench) words(record, n int) []uint32 {
	words := make([]uint32, n)
	for i := range words {
		words[i] = binary.LittleEndian.Uint32(b.fake.table[record*RecordBytes+4*i:])
	}
	return words
}

func TestRecordsOfBuffers(t *testing.T) {
	b := newBench(t, 1<<20)
	r, counter := b.buffer(1024), b.buffer(8192)
	h := b.heap(gpu.HeapCBVSRVUAV, 8)
	b.WriteSRV(cpu(h, 1), r, &gpu.ViewDesc{Format: gpu.FormatR32G32Float, FirstElement: 2, NumElements: 10})
	b.WriteSRV(cpu(h, 2), r, &gpu.ViewDesc{Flags: gpu.ViewRaw})
	b.WriteUAV(cpu(h, 3), r, counter, &gpu.ViewDesc{StructureByteStride: 12, CounterOffsetInBytes: 4096})
	b.WriteCBV(cpu(h, 4), &gpu.ConstantBufferViewDesc{BufferLocation: r.Base + 256, SizeInBytes: 512})
	count := slotOf(gpu.DescriptorUAV, 0, gpu.ViewBuffer, 4)
	count.CounterOf = 4
	p := b.pipeline(gpu.RootSignatureDesc{Parameters: []gpu.RootParameter{table(tableRange(gpu.DescriptorSRV, 2, 0), tableRange(gpu.DescriptorUAV, 1, 0), tableRange(gpu.DescriptorCBV, 1, 0))}},
		typedSlot(gpu.DescriptorSRV, 0, gpu.ViewBuffer), slotOf(gpu.DescriptorSRV, 1, gpu.ViewBuffer, 0), slotOf(gpu.DescriptorCBV, 0, gpu.ViewBuffer, 0),
		slotOf(gpu.DescriptorUAV, 0, gpu.ViewBuffer, 12), count)
	l := b.list(p)
	l.table(0, h, 1)
	o := l.dispatch()
	require.Empty(t, o.Faults)
	require.Equal(t, [3]uint32{2, 3, 4}, b.fake.groups)
	require.EqualValues(t, 1000, b.fake.budget)
	require.Equal(t, []gpu.Format{gpu.FormatR32G32Float, 0, 0, 0, 0}, b.fake.formats)
	base := uint32(r.Base)
	require.Equal(t, []uint32{base + 16, 80, 10, 8, uint32(gpu.FormatR32G32Float), 0, 0, 0, 0, 0, uint32(r.ID), 0}, b.words(0, 12))
	require.Equal(t, []uint32{base, 1024, 256, 4, 0, 0, 0, 0, 0, 0, uint32(r.ID), 0}, b.words(1, 12))
	require.Equal(t, []uint32{base + 256, 512, 0, 0, 0, 0, 0, 0, 0, 0, uint32(r.ID), 0}, b.words(2, 12))
	require.Equal(t, []uint32{base, 1020, 85, 12, 0, 0, 0, 0, 0, 0, uint32(r.ID), 0}, b.words(3, 12))
	require.Equal(t, []uint32{uint32(counter.Base) + 4096, 4, 1, 4, 0, 0, 0, 0, 0, 0, uint32(counter.ID), 0}, b.words(4, 12))
	require.Len(t, o.Views, 5)
	require.Equal(t, BoundView{Record: 3, Binding: 3, Class: gpu.DescriptorUAV, Written: true, Resource: r.ID, Begin: r.Base, End: r.Base + 1020}, o.Views[3])
	require.Equal(t, counter.ID, o.Views[4].Resource)
}

func TestRecordsOfTextures(t *testing.T) {
	b := newBench(t, 4<<20)
	flat, volume := b.texture2D(gpu.FormatR8G8B8A8Unorm, 40, 20, 3, 3), b.resource(gpu.ResourceDesc{Dimension: gpu.DimensionTexture3D, Width: 16, Height: 8, DepthOrArraySize: 6, MipLevels: 2, Format: gpu.FormatR32Float})
	h := b.heap(gpu.HeapCBVSRVUAV, 8)
	b.WriteSRV(cpu(h, 0), flat, &gpu.ViewDesc{MostDetailedMip: 1, FirstArraySlice: 1})
	b.WriteUAV(cpu(h, 1), volume, nil, &gpu.ViewDesc{FirstWSlice: 2, WSize: 3})
	b.WriteSRV(cpu(h, 2), volume, nil)
	b.WriteUAV(cpu(h, 3), flat, nil, &gpu.ViewDesc{ViewDimension: gpu.ViewTexture2D, Format: gpu.FormatR8G8B8A8Uint, MipSlice: 2})
	p := b.pipeline(gpu.RootSignatureDesc{Parameters: []gpu.RootParameter{table(tableRange(gpu.DescriptorSRV, 1, 0), tableRange(gpu.DescriptorUAV, 1, 0), tableRange(gpu.DescriptorSRV, 1, 5), tableRange(gpu.DescriptorUAV, 1, 5))}},
		typedSlot(gpu.DescriptorSRV, 0, gpu.ViewTexture2DArray), typedSlot(gpu.DescriptorUAV, 0, gpu.ViewTexture3D), typedSlot(gpu.DescriptorSRV, 5, gpu.ViewTexture3D), typedSlot(gpu.DescriptorUAV, 5, gpu.ViewTexture2D))
	l := b.list(p)
	l.table(0, h, 0)
	o := l.dispatch()
	require.Empty(t, o.Faults)
	require.Equal(t, []gpu.Format{gpu.FormatR8G8B8A8Unorm, gpu.FormatR32Float, gpu.FormatR32Float, gpu.FormatR8G8B8A8Uint}, b.fake.formats)
	for i := range 4 {
		b.checkTexels(t, i, o.Views[i])
	}
	require.Equal(t, uint32(recordVolume), b.words(1, 12)[wordFlags])
	require.Equal(t, uint32(0), b.words(0, 12)[wordFlags])
	require.Equal(t, []uint32{20, 10, 2, 2}, b.words(0, 12)[wordWidth:wordFlags])
	require.Equal(t, []uint32{16, 8, 3, 1}, b.words(1, 12)[wordWidth:wordFlags])
	require.Equal(t, []uint32{16, 8, 6, 2}, b.words(2, 12)[wordWidth:wordFlags])
	require.Equal(t, []uint32{10, 5, 1, 1}, b.words(3, 12)[wordWidth:wordFlags])
}

// checkTexels compares the address of every texel by the record's arithmetic with the footprints.
func (b *bench) checkTexels(t *testing.T, record int, v BoundView) {
	r := b.resources[v.Resource]
	w := b.words(record, 64)
	volume := r.Desc.Dimension == gpu.DimensionTexture3D
	end := uint64(0)
	for m := range v.Mips {
		offset, row, slice := w[wordMip0+3*m], w[wordMip0+3*m+1], w[wordMip0+3*m+2]
		for s := range v.Slices {
			f, z := &r.Footprints[v.FirstMip+m], v.FirstSlice+s
			if volume && s >= max(v.Slices>>m, 1) {
				continue
			}
			if !volume {
				f, z = &r.Footprints[z*r.Desc.MipLevels+v.FirstMip+m], 0
			}
			for y := range f.Height {
				for x := range f.Width {
					at := uint64(w[wordBase]) + uint64(offset) + uint64(s)*uint64(slice) + uint64(y)*uint64(row) + uint64(x)*uint64(w[wordStride])
					want := f.Offset + uint64(z)*uint64(f.SlicePitch) + uint64(y)*uint64(f.RowPitch) + uint64(x)*uint64(f.Format.Bytes())
					require.Equal(t, want, at)
					end = max(end, at+uint64(w[wordStride]))
				}
			}
		}
	}
	require.Equal(t, end, uint64(w[wordBase]+w[wordSize]), "the size ends behind the last texel")
	require.Equal(t, []uint64{uint64(w[wordBase]), end}, []uint64{v.Begin, v.End})
}

func TestRootArguments(t *testing.T) {
	b := newBench(t, 1<<20)
	r, big := b.buffer(1000), b.buffer(100_000)
	sampler := gpu.SamplerDesc{Filter: gpu.FilterAnisotropic, AddressU: gpu.AddressBorder, MaxAnisotropy: 8, BorderColor: [4]float32{3: 0.5}, MaxLOD: 9}
	root := gpu.RootSignatureDesc{Parameters: []gpu.RootParameter{
		{Type: gpu.Root32BitConstants, ShaderRegister: 0, Num32BitValues: 3},
		{Type: gpu.RootCBV, ShaderRegister: 1},
		{Type: gpu.RootSRV, ShaderRegister: 0, RegisterSpace: 2},
		{Type: gpu.RootUAV, ShaderRegister: 0},
		{Type: gpu.Root32BitConstants, ShaderRegister: 2, Num32BitValues: 2}},
		StaticSamplers: []gpu.StaticSampler{{SamplerDesc: sampler, ShaderRegister: 1}}}
	srv := slotOf(gpu.DescriptorSRV, 0, gpu.ViewBuffer, 20)
	srv.Space = 2
	p := b.pipeline(root, slotOf(gpu.DescriptorCBV, 0, gpu.ViewBuffer, 0), slotOf(gpu.DescriptorCBV, 1, gpu.ViewBuffer, 0), srv,
		slotOf(gpu.DescriptorUAV, 0, gpu.ViewBuffer, 0), slotOf(gpu.DescriptorCBV, 2, gpu.ViewBuffer, 0), slotOf(gpu.DescriptorSampler, 1, 0, 0), slotOf(gpu.DescriptorSRV, 9, gpu.ViewBuffer, 4))
	var constants []uint32
	b.fake.during = func(d *Dispatch) {
		for _, record := range []uint32{0, 4} {
			base, size := binary.LittleEndian.Uint32(d.Memory[d.Table+record*RecordBytes:]), binary.LittleEndian.Uint32(d.Memory[d.Table+record*RecordBytes+4:])
			for i := uint32(0); i < size; i += 4 {
				constants = append(constants, binary.LittleEndian.Uint32(d.Memory[base+i:]))
			}
		}
	}
	l := b.list(p)
	l.do(gpu.Command{Op: gpu.OpSetComputeRoot32BitConstants, Slot: 0, Words: []uint32{10, 11, 12}})
	l.do(gpu.Command{Op: gpu.OpSetComputeRoot32BitConstants, Slot: 0, X: 1, Words: []uint32{99}})
	l.do(gpu.Command{Op: gpu.OpSetComputeRoot32BitConstants, Slot: 4, Words: []uint32{20, 21}})
	l.do(gpu.Command{Op: gpu.OpSetComputeRootConstantBufferView, Slot: 1, Address: big.Base + 256})
	l.do(gpu.Command{Op: gpu.OpSetComputeRootShaderResourceView, Slot: 2, Address: r.Base + 40})
	l.do(gpu.Command{Op: gpu.OpSetComputeRootUnorderedAccessView, Slot: 3, Address: r.Base})
	o := l.dispatch()
	require.Empty(t, o.Faults)
	require.Equal(t, []uint32{10, 99, 12, 20, 21}, constants)
	require.Equal(t, []uint32{uint32(big.Base) + 256, 65536, 0, 0}, b.words(1, 4), "constants end after 64 KiB")
	require.Equal(t, []uint32{uint32(r.Base) + 40, 960, 48, 20}, b.words(2, 4))
	require.Equal(t, []uint32{uint32(r.Base), 1000, 250, 4}, b.words(3, 4))
	require.Equal(t, []uint32{uint32(gpu.FilterAnisotropic), 3, 0, 0, 0, 8, 0, 0, 0, 0, math.Float32bits(0.5), 0, math.Float32bits(9)}, b.words(5, 29)[wordMip0:])
	require.Equal(t, make([]uint32, 64), b.words(6, 64), "a register that the signature does not have is null")
	require.Panics(t, func() {
		l.do(gpu.Command{Op: gpu.OpSetComputeRoot32BitConstants, Slot: 4, X: 1, Words: []uint32{1, 2}})
	})

	b.destroy(r.ID)
	o = l.dispatch()
	require.Equal(t, []Fault{
		{Kind: FaultDestroyed, Record: 2, Binding: 2, Class: gpu.DescriptorSRV, Space: 2, Found: gpu.DescriptorSRV, Address: r.Base + 40},
		{Kind: FaultDestroyed, Record: 3, Binding: 3, Class: gpu.DescriptorUAV, Found: gpu.DescriptorUAV, Address: r.Base}}, o.Faults)
	require.Equal(t, make([]uint32, 64), b.words(2, 64))
}

func TestUnsetArgumentsAreNull(t *testing.T) {
	b := newBench(t, 1<<20)
	r := b.buffer(256)
	root := gpu.RootSignatureDesc{Parameters: []gpu.RootParameter{{Type: gpu.RootUAV}}}
	p := b.pipeline(root, slotOf(gpu.DescriptorUAV, 0, gpu.ViewBuffer, 0))
	equal := b.pipeline(root, slotOf(gpu.DescriptorUAV, 0, gpu.ViewBuffer, 0))
	other := gpu.RootSignatureDesc{Parameters: []gpu.RootParameter{{Type: gpu.RootUAV, Flags: gpu.DataStatic}}}
	q := b.pipeline(other, slotOf(gpu.DescriptorUAV, 0, gpu.ViewBuffer, 0))
	l := b.list(p)
	bound := func() uint32 {
		require.Empty(t, l.dispatch().Faults)
		return b.words(0, 1)[0]
	}
	set := func() { l.do(gpu.Command{Op: gpu.OpSetComputeRootUnorderedAccessView, Address: r.Base}) }
	require.Zero(t, bound())
	set()
	require.EqualValues(t, r.Base, bound())
	l.do(gpu.Command{Op: gpu.OpSetComputeRootSignature, Object: p.Root.ID})
	require.EqualValues(t, r.Base, bound(), "the same signature keeps the arguments")
	l.do(gpu.Command{Op: gpu.OpSetComputeRootSignature, Object: equal.Root.ID})
	require.EqualValues(t, r.Base, bound(), "so does one with the same contents")
	l.do(gpu.Command{Op: gpu.OpSetPipelineState, Object: p.ID})
	require.EqualValues(t, r.Base, bound(), "a pipeline keeps them")
	l.do(gpu.Command{Op: gpu.OpSetComputeRootSignature, Object: q.Root.ID})
	require.Zero(t, bound(), "another signature unsets them")
	set()
	l.do(gpu.Command{Op: gpu.OpClearState, Object: p.ID})
	require.Equal(t, []gpu.ID{p.ID, 0}, []gpu.ID{l.bindings.Pipeline(), l.bindings.RootSignature()})
	require.Zero(t, bound())
	l.do(gpu.Command{Op: gpu.OpSetComputeRootUnorderedAccessView, Address: 0})
	require.Zero(t, bound(), "address 0 is null")
}

func TestBindingsAreReused(t *testing.T) {
	b := newBench(t, 1<<20)
	p := b.pipeline(gpu.RootSignatureDesc{})
	first, second := b.Begin(gpu.ListDirect, p.ID), b.Begin(gpu.ListCompute, 0)
	require.NotSame(t, first, second)
	require.Equal(t, []any{gpu.ListDirect, p.ID}, []any{first.List(), first.Pipeline()})
	b.Do(context.Background(), first, &gpu.Command{Op: gpu.OpSetDescriptorHeaps, Heaps: [2]gpu.ID{5, 6}}, 0)
	b.End(first)
	again := b.Begin(gpu.ListCopy, 0)
	require.Same(t, first, again)
	fresh := Bindings{}
	fresh.reset(gpu.ListCopy, nil)
	fresh.compute.version, fresh.graphics.version = again.compute.version, again.graphics.version
	require.Equal(t, fresh, *again)
}

// TestReusedBindingsAreEmpty: a list begins without what an earlier one has set.
func TestReusedBindingsAreEmpty(t *testing.T) {
	b := newBench(t, 1<<20)
	p := b.pipeline(gpu.RootSignatureDesc{Parameters: []gpu.RootParameter{{Type: gpu.RootUAV}, {Type: gpu.Root32BitConstants, Num32BitValues: 2}}})
	l := b.list(p)
	view := gpu.VertexBufferView{BufferLocation: 65536, SizeInBytes: 64, StrideInBytes: 4}
	l.do(gpu.Command{Op: gpu.OpSetComputeRootUnorderedAccessView, Slot: 0, Address: 65536})
	l.do(gpu.Command{Op: gpu.OpSetComputeRoot32BitConstants, Slot: 1, Words: []uint32{7, 8}})
	l.do(gpu.Command{Op: gpu.OpIASetVertexBuffers, Slot: 30, Graphics: &gpu.GraphicsArgs{VertexBuffers: []gpu.VertexBufferView{view, view}}})
	l.do(gpu.Command{Op: gpu.OpOMSetStencilRef, Slot: 3})
	s := l.bindings
	require.Equal(t, []any{true, true, uint32(8), view, view, gpu.VertexBufferView{}, uint8(3)},
		[]any{s.compute.isSet(0), s.compute.isSet(1), s.compute.constants[1], s.draw.vertices.At(30), s.draw.vertices.At(31), s.draw.vertices.At(29), s.draw.stencilRef})
	b.End(s)
	require.Same(t, s, b.Begin(gpu.ListDirect, 0))
	require.Equal(t, []any{false, false, uint32(0), gpu.VertexBufferView{}, gpu.VertexBufferView{}, uint8(0)},
		[]any{s.compute.isSet(0), s.compute.isSet(1), s.compute.constants[1], s.draw.vertices.At(30), s.draw.vertices.At(31), s.draw.stencilRef})
	require.Zero(t, s.RootSignature())
}

func TestReleasedPipelineStillRuns(t *testing.T) {
	b := newBench(t, 1<<20)
	p := b.pipeline(gpu.RootSignatureDesc{Parameters: []gpu.RootParameter{{Type: gpu.Root32BitConstants, Num32BitValues: 1}}})
	l := b.list(p)
	b.destroy(p.ID)
	b.destroy(p.Root.ID)
	require.NotPanics(t, func() { l.do(gpu.Command{Op: gpu.OpSetComputeRoot32BitConstants, Words: []uint32{1}}) })
	require.Equal(t, 1, func() int { l.dispatch(); return b.fake.runs }())
	require.PanicsWithValue(t, "BUG: exec: pipeline 2 does not exist", func() { l.do(gpu.Command{Op: gpu.OpSetPipelineState, Object: p.ID}) })
	l.do(gpu.Command{Op: gpu.OpClearState})
	require.PanicsWithValue(t, "BUG: exec: dispatch without a pipeline", func() { l.dispatch() })
}

func TestArraysAndUnboundedRanges(t *testing.T) {
	b := newBench(t, 1<<20)
	h := b.heap(gpu.HeapCBVSRVUAV, 6)
	var buffers []*Resource
	for i := range uint32(4) {
		buffers = append(buffers, b.buffer(64))
		b.WriteSRV(cpu(h, 2+i), buffers[i], &gpu.ViewDesc{StructureByteStride: 16})
	}
	array := slotOf(gpu.DescriptorSRV, 3, gpu.ViewBuffer, 16)
	array.Count, array.Elements = 3, []uint32{0, 1, 2}
	p := b.pipeline(gpu.RootSignatureDesc{Parameters: []gpu.RootParameter{table(tableRange(gpu.DescriptorUAV, 1, 0), tableRange(gpu.DescriptorSRV, 0xffffffff, 2))}}, array)
	require.EqualValues(t, 3, p.Records())
	l := b.list(p)
	l.table(0, h, 1) // UAV at 1, t2 at 2, t3 at 3
	require.Empty(t, l.dispatch().Faults)
	for i := range 3 {
		require.Equal(t, uint32(buffers[1+i].ID), b.words(i, 11)[wordObject])
	}
	l.table(0, h, 2) // t5 would be slot 6
	o := l.dispatch()
	require.Equal(t, []Fault{{Kind: FaultOutOfHeap, Record: 2, Element: 2, Class: gpu.DescriptorSRV, Register: 5, Found: gpu.DescriptorNone, Handle: gpuHandle(h, 6)}}, o.Faults)
	require.Len(t, o.Views, 3)
}

func TestOutcomeOfADispatch(t *testing.T) {
	b := newBench(t, 1<<20)
	l := b.list(b.pipeline(gpu.RootSignatureDesc{}))
	b.fake.result = Result{WorkItems: 1, Instructions: 2, BytesRead: 3, BytesWritten: 4, OutOfBounds: 5, Printed: 6,
		Reports: []Report{{Site: 7}}, Races: []incident.GroupRace{{Element: 8}}, Prints: []Print{{Text: "x"}}, Accesses: []Access{{Record: 1}}}
	require.Equal(t, Outcome{Result: Result{WorkItems: 1, Instructions: 2, BytesRead: 3, BytesWritten: 4, OutOfBounds: 5, Printed: 6,
		Reports: []Report{{Site: 7}}, Races: []incident.GroupRace{{Element: 8}}, Prints: []Print{{Text: "x"}}, Accesses: []Access{{Record: 1}}}}, l.dispatch())
	require.Equal(t, Outcome{}, l.do(gpu.Command{Op: gpu.OpDispatch, X: 2, Z: 2}), "a zero dimension runs nothing")
	require.Equal(t, 1, b.fake.runs)
}

func TestManyRecordsTakeMoreMemory(t *testing.T) {
	b := newBench(t, 1<<20)
	array := slotOf(gpu.DescriptorSRV, 0, gpu.ViewBuffer, 4)
	array.Count = tables.FirstRecords + 1
	l := b.list(b.pipeline(gpu.RootSignatureDesc{}, array))
	before := b.space.InUse()
	require.Empty(t, l.dispatch().Faults)
	require.Equal(t, before+RecordBytes, b.space.InUse(), "the table was replaced by one with one more record")
	array.Count = 1 << 13 // 2 MiB
	l = b.list(b.pipeline(gpu.RootSignatureDesc{}, array))
	runs := b.fake.runs
	o := l.dispatch()
	require.Equal(t, []Fault{{Kind: FaultNoMemory, Binding: -1}}, o.Faults)
	require.Equal(t, runs, b.fake.runs)
}

func TestResolveDoesNotRun(t *testing.T) {
	b := newBench(t, 1<<20)
	r := b.buffer(64)
	l := b.list(b.pipeline(gpu.RootSignatureDesc{Parameters: []gpu.RootParameter{{Type: gpu.RootUAV}}}, slotOf(gpu.DescriptorUAV, 0, gpu.ViewBuffer, 0)))
	l.do(gpu.Command{Op: gpu.OpSetComputeRootUnorderedAccessView, Address: r.Base + 16})
	views, faults := b.Resolve(l.bindings)
	require.Empty(t, faults)
	require.Equal(t, []BoundView{{Class: gpu.DescriptorUAV, Written: true, Resource: r.ID, Begin: r.Base + 16, End: r.End()}}, views)
	require.Zero(t, b.fake.runs)
}

// The words of a record, as package record has them, as far as tests look at them.
const (
	wordBase = iota
	wordSize
	wordCount
	wordStride
	wordFormat
	wordWidth
	wordHeight
	wordDepth
	wordMips
	wordFlags
	wordObject
	wordMip0 = 16

	recordVolume = 1
)
