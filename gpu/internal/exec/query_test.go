package exec

import (
	"context"
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

func (b *bench) queryHeap(t gpu.QueryHeapType, count uint32) *QueryHeap {
	h := &QueryHeap{ID: b.id(), Desc: gpu.QueryHeapDesc{Type: t, Count: count}}
	h.Base = b.alloc(h.Size(), 8)
	b.queries[h.ID] = h
	return h
}

func TestTimestamps(t *testing.T) {
	b := newBench(t, 1<<20)
	h, dst := b.queryHeap(gpu.QueryHeapTimestamp, 4), b.buffer(64)
	end := func(slot uint32, now uint64) Outcome {
		return *b.Do(context.Background(), b.Begin(gpu.ListCompute, 0), &gpu.Command{Op: gpu.OpEndQuery, Object: h.ID, Query: gpu.QueryTimestamp, Slot: slot}, now)
	}
	require.Equal(t, Outcome{Result: Result{BytesWritten: 8}}, end(1, 5))
	end(2, 1<<40)
	end(3, 7)
	end(3, 9)
	o := b.do(gpu.Command{Op: gpu.OpResolveQueryData, Object: h.ID, Query: gpu.QueryTimestamp, Slot: 1, Size: 3, Dst: dst.ID, DstOffset: 16})
	require.Equal(t, Outcome{Result: Result{BytesRead: 24, BytesWritten: 24}}, o)
	words := make([]uint64, 8)
	for i := range words {
		words[i] = binary.LittleEndian.Uint64(b.content(dst)[8*i:])
	}
	require.Equal(t, []uint64{0, 0, 5, 1 << 40, 9, 0, 0, 0}, words)
	require.Panics(t, func() { end(4, 1) })
	require.Panics(t, func() {
		b.do(gpu.Command{Op: gpu.OpEndQuery, Object: h.ID, Query: gpu.QueryOcclusion})
	})
}

func TestResolveOtherQueries(t *testing.T) {
	b := newBench(t, 1<<20)
	dst := b.buffer(256)
	occlusion := b.queryHeap(gpu.QueryHeapOcclusion, 2)
	binary.LittleEndian.PutUint64(b.space.Bytes()[occlusion.Base+8:], 1234)
	b.do(gpu.Command{Op: gpu.OpResolveQueryData, Object: occlusion.ID, Query: gpu.QueryOcclusion, Size: 2, Dst: dst.ID})
	b.do(gpu.Command{Op: gpu.OpResolveQueryData, Object: occlusion.ID, Query: gpu.QueryBinaryOcclusion, Size: 2, Dst: dst.ID, DstOffset: 16})
	for i, want := range []uint64{0, 1234, 0, 1} {
		require.Equal(t, want, binary.LittleEndian.Uint64(b.content(dst)[8*i:]), i)
	}
	statistics := b.queryHeap(gpu.QueryHeapPipelineStatistics, 2)
	require.EqualValues(t, 176, statistics.Size())
	o := b.do(gpu.Command{Op: gpu.OpResolveQueryData, Object: statistics.ID, Query: gpu.QueryPipelineStatistics, Slot: 1, Size: 1, Dst: dst.ID, DstOffset: 32})
	require.EqualValues(t, 88, o.BytesWritten)
}
