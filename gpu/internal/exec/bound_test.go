package exec

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// boundRig is a dispatch of a root view, a constant and a table, all of one buffer.
type boundRig struct {
	*list
	r, other  *Resource
	h         *DescriptorHeap
	p, second *Pipeline
	views     []BoundView
	records   []byte
	numbers   map[uint64][]BoundView // that the records of dispatches had
}

func newBoundRig(t *testing.T) *boundRig {
	b := newBench(t, 1<<20)
	rig := &boundRig{r: b.buffer(1024), other: b.buffer(1024), h: b.heap(gpu.HeapCBVSRVUAV, 2)}
	desc := gpu.RootSignatureDesc{Parameters: []gpu.RootParameter{{Type: gpu.RootUAV}, {Type: gpu.Root32BitConstants, Num32BitValues: 1}, table(tableRange(gpu.DescriptorUAV, 1, 1))}}
	slots := []Binding{slotOf(gpu.DescriptorUAV, 0, gpu.ViewBuffer, 4), slotOf(gpu.DescriptorCBV, 0, gpu.ViewUnknown, 0), slotOf(gpu.DescriptorUAV, 1, gpu.ViewBuffer, 4)}
	rig.p, rig.second = b.pipeline(desc, slots...), b.pipeline(desc, slots...)
	rig.list = b.list(rig.p)
	rig.write(0, rig.r)
	rig.write(1, rig.other)
	rig.bind(1)
	var resolved bool
	rig.views, rig.records, resolved = rig.run()
	require.True(t, resolved)
	require.Equal(t, []gpu.ID{rig.r.ID, 0, rig.r.ID}, []gpu.ID{rig.views[0].Resource, rig.views[1].Resource, rig.views[2].Resource})
	return rig
}

func (r *boundRig) write(slot uint32, to *Resource) {
	r.WriteUAV(cpu(r.h, slot), to, nil, &gpu.ViewDesc{StructureByteStride: 4})
}

func (r *boundRig) view(of *Resource) {
	r.do(gpu.Command{Op: gpu.OpSetComputeRootUnorderedAccessView, Slot: 0, Address: of.Address})
}

// bind sets all arguments.
func (r *boundRig) bind(constant uint32) {
	r.view(r.r)
	r.do(gpu.Command{Op: gpu.OpSetComputeRoot32BitConstants, Slot: 1, Words: []uint32{constant}})
	r.table(2, r.h, 0)
}

func (r *boundRig) run() (views []BoundView, records []byte, resolved bool) {
	before := r.asked
	o := r.dispatch()
	require.Empty(r.t, o.Faults)
	require.NotZero(r.t, r.fake.bound)
	if r.numbers == nil {
		r.numbers = map[uint64][]BoundView{}
	}
	if of, ok := r.numbers[r.fake.bound]; ok {
		require.Equal(r.t, of, o.Views, "the records have had the number before")
	}
	r.numbers[r.fake.bound] = slices.Clone(o.Views)
	return slices.Clone(o.Views), slices.Clone(r.fake.table), r.asked > before
}

// again runs the dispatch, with what it had first.
func (r *boundRig) again(resolved bool, why string) {
	v, records, anew := r.run()
	require.Equal(r.t, resolved, anew, why)
	require.Equal(r.t, r.views, v, why)
	require.Equal(r.t, r.records, records, why)
}

// TestSameDispatchIsResolvedOnce: a dispatch with what the last one had is resolved no more.
func TestSameDispatchIsResolvedOnce(t *testing.T) {
	r := newBoundRig(t)
	number := r.fake.bound
	r.again(false, "nothing changed")
	require.Equal(t, number, r.fake.bound)
	r.do(gpu.Command{Op: gpu.OpResourceBarrier})
	r.do(gpu.Command{Op: gpu.OpSetPipelineState, Object: r.p.ID})
	r.again(false, "the same pipeline")
	r.Resolve(r.bindings)
	r.again(false, "what is resolved for somebody else is there as well")
	r.view(r.other)
	r.view(r.r)
	r.again(false, "what was set in between does not matter")
	r.list = r.bench.list(r.p)
	r.bind(1)
	r.again(false, "the same in another list")
	require.EqualValues(t, 1, r.space.Bytes()[r.tables.Constants+256])
}

// TestChangesAreResolved: whatever may change a record, or stand in its place, has it resolved anew.
func TestChangesAreResolved(t *testing.T) {
	r := newBoundRig(t)
	for _, c := range []struct {
		why      string
		do, undo func()
		kept     bool // what was there before
	}{
		{"an address", func() { r.view(r.other) }, func() { r.view(r.r) }, true},
		{"a table", func() { r.table(2, r.h, 1) }, func() { r.table(2, r.h, 0) }, true},
		{"an argument that is not set", func() { r.list = r.bench.list(r.p); r.view(r.r) }, func() { r.bind(1) }, true},
		{"a descriptor", func() { r.write(0, r.other) }, func() { r.write(0, r.r) }, false},
		{"a copied descriptor", func() { r.CopyDescriptors(gpu.DescriptorCopy{Dest: cpu(r.h, 0), Src: cpu(r.h, 1), Count: 1}) }, func() { r.write(0, r.r) }, false},
	} {
		c.do()
		v, records, anew := r.run()
		require.True(t, anew, c.why)
		require.NotEqual(t, r.views, v, c.why)
		require.NotEqual(t, r.records, records, c.why)
		c.undo()
		r.again(!c.kept, c.why)
	}
	r.bind(2)
	r.again(false, "constants stand elsewhere")
	require.EqualValues(t, 2, r.space.Bytes()[r.tables.Constants+256])
	r.do(gpu.Command{Op: gpu.OpSetPipelineState, Object: r.second.ID})
	r.again(true, "another pipeline")
	r.do(gpu.Command{Op: gpu.OpSetDescriptorHeaps, Heaps: [2]gpu.ID{r.h.ID}})
	r.do(gpu.Command{Op: gpu.OpClearUnorderedAccessViewUint, GPUHandle: gpuHandle(r.h, 0), CPUHandle: cpu(r.h, 0), Dst: r.r.ID, Words: make([]uint32, 4)})
	r.again(true, "a clear has views of its own")
	r.buffer(64)
	r.again(true, "an object was made")
	r.destroy(r.other.ID)
	r.again(true, "one was destroyed")
	r.again(false, "nothing changed")
	first := r.list
	r.list = r.bench.list(r.second)
	r.bind(2)
	r.again(true, "another list")
	r.list = first
	r.again(false, "the first one")
}

// TestDispatchesInTurns: four stay resolved, with the constants of each, until one of a fifth kind comes. One that needs more of the table than its
// share has it alone.
func TestDispatchesInTurns(t *testing.T) {
	r := newBoundRig(t)
	many := make([]Binding, shareOf+1)
	for i := range many {
		many[i] = slotOf(gpu.DescriptorUAV, uint32(2+i), gpu.ViewBuffer, 4)
	}
	large := r.pipeline(gpu.RootSignatureDesc{}, many...)
	views := func(slot uint32) func() {
		return func() {
			r.table(2, r.h, slot%2)
			r.view(map[bool]*Resource{false: r.r, true: r.other}[slot/2 == 1])
			r.do(gpu.Command{Op: gpu.OpSetComputeRoot32BitConstants, Slot: 1, Words: []uint32{slot}})
		}
	}
	round := func(resolved bool, kinds uint32) {
		for k := range kinds {
			r.do(gpu.Command{Op: gpu.OpSetPipelineState, Object: map[bool]gpu.ID{false: r.p.ID, true: r.second.ID}[k == 4]})
			views(k % 4)()
			v, records, anew := r.run()
			require.Equal(t, resolved, anew, "%d of %d", k, kinds)
			want := []gpu.ID{[]gpu.ID{r.r.ID, r.other.ID}[k%4/2], 0, []gpu.ID{r.r.ID, r.other.ID}[k%2]}
			require.Equal(t, want, []gpu.ID{v[0].Resource, v[1].Resource, v[2].Resource})
			for i, id := range want {
				if id != 0 {
					require.EqualValues(t, v[i].Begin, binary.LittleEndian.Uint32(records[i*RecordBytes:]), "the first word of a record is its base")
				}
			}
			require.EqualValues(t, k%4, r.space.Bytes()[r.tables.Constants+256])
		}
	}
	r.Changed()
	round(true, 4)
	round(false, 4)
	round(false, 4)
	r.Changed()
	round(true, 5)
	round(true, 5)
	round(true, 4)
	r.do(gpu.Command{Op: gpu.OpSetPipelineState, Object: large.ID})
	_, records, _ := r.run()
	require.Len(t, records, (shareOf+1)*RecordBytes)
	require.Zero(t, bytes.Trim(records, "\x00"), "none is bound")
	round(true, 4)
	round(false, 4)
}

// TestIndirectArgumentsAreUnset: what ExecuteIndirect sets is not what a dispatch after it has, though nothing else was set in between.
func TestIndirectArgumentsAreUnset(t *testing.T) {
	r := newBoundRig(t)
	sig := gpu.CommandSignatureDesc{ByteStride: 20, ArgumentDescs: []gpu.IndirectArgument{{Type: gpu.IndirectUnorderedAccessView, RootParameterIndex: 0}, {Type: gpu.IndirectDispatch}}}
	id, args := r.id(), r.buffer(64)
	r.indirect[id] = &sig
	put := r.space.Bytes()[args.Base:]
	binary.LittleEndian.PutUint64(put, r.other.Address)
	for i := range 3 {
		binary.LittleEndian.PutUint32(put[8+4*i:], 1)
	}
	o := r.do(gpu.Command{Op: gpu.OpExecuteIndirect, Object: id, Src: args.ID, Size: 1})
	require.Equal(t, r.other.ID, o.Views[0].Resource)
	views, _, _ := r.run()
	require.Zero(t, views[0].Resource, "the argument is not set any more")
	require.Equal(t, r.r.ID, views[2].Resource)
}

// TestDecodedCopiesAreMadeAnew: a texture in blocks may have changed since the last dispatch.
func TestDecodedCopiesAreMadeAnew(t *testing.T) {
	b := newBench(t, 1<<22)
	tex, h := b.texture2D(gpu.FormatBC1Unorm, 4, 4, 1, 1), b.heap(gpu.HeapCBVSRVUAV, 1)
	b.WriteSRV(cpu(h, 0), tex, nil)
	l := b.list(b.pipeline(gpu.RootSignatureDesc{Parameters: []gpu.RootParameter{table(tableRange(gpu.DescriptorSRV, 1, 0))}}, typedSlot(gpu.DescriptorSRV, 0, gpu.ViewTexture2D)))
	l.table(0, h, 0)
	texel := func() uint32 {
		o := l.dispatch()
		require.Empty(t, o.Faults)
		return binary.LittleEndian.Uint32(b.space.Bytes()[o.Views[0].Copy[0].Offset:])
	}
	block := b.space.Bytes()[tex.Base : tex.Base+8]
	clear(block)
	require.Equal(t, uint32(0xff000000), texel())
	binary.LittleEndian.PutUint16(block, 0xffff) // of the two colours of a block, the first one is white now
	require.Equal(t, uint32(0xffffffff), texel())
}

// TestFaultsAreFoundEachTime: what is wrong with a dispatch is told of each.
func TestFaultsAreFoundEachTime(t *testing.T) {
	b := newBench(t, 1<<20)
	l := b.list(b.pipeline(gpu.RootSignatureDesc{Parameters: []gpu.RootParameter{{Type: gpu.RootUAV}}}, slotOf(gpu.DescriptorUAV, 0, gpu.ViewBuffer, 4)))
	l.do(gpu.Command{Op: gpu.OpSetComputeRootUnorderedAccessView, Slot: 0, Address: 4096})
	for range 2 {
		o := l.dispatch()
		require.Len(t, o.Faults, 1)
		require.Equal(t, FaultDestroyed, o.Faults[0].Kind)
	}
}
