package heaps

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/heaps/heapmap"
)

func TestMapOfDescriptorHeaps(t *testing.T) {
	h, _, _ := newCPUHeap(t, CPUHeapOptions{Size: 4})
	a := must(t, h, "a", 2)
	must(t, h, "b", 1)
	must(t, h, "c", 4)
	require.NoError(t, a.Free(AllQueues))
	require.Equal(t, heapmap.Heap{Name: `CPU descriptor heap "views" (CBV_SRV_UAV)`, Unit: "descriptors", Parts: []heapmap.Part{
		{Name: "manager 0", Capacity: 4, Ranges: []heapmap.Range{
			{First: 0, Count: 2, State: heapmap.Stale, Label: "a"}, {First: 2, Count: 1, State: heapmap.Live, Label: "b"}, {First: 3, Count: 1},
		}},
		{Name: "manager 1", Capacity: 4, Ranges: []heapmap.Range{{Count: 4, State: heapmap.Live, Label: "c"}}},
	}}, h.Map())

	v, _, _ := newGPUHeap(t, small)
	must(t, v, "binding", 16)
	_, err := v.NewSuballocator("context 0").Allocate(3)
	require.NoError(t, err)
	require.Equal(t, []heapmap.Part{
		{Name: "static, mutable", Capacity: 16, Ranges: []heapmap.Range{{Count: 16, State: heapmap.Live, Label: "binding"}}},
		{Name: "dynamic", Capacity: 1024, Ranges: []heapmap.Range{{Count: 256, State: heapmap.Live, Label: "context 0"}, {First: 256, Count: 768}}},
	}, v.Map().Parts)
}

func TestMapOfPages(t *testing.T) {
	pool, _, _ := newPool(t, PagePoolOptions{PageSize: 256, Reserve: 1})
	require.Equal(t, []heapmap.Part{{Name: "page 1", Capacity: 256}}, pool.Map().Parts)
	a, b := NewDynamicHeap(pool, "a"), NewDynamicHeap(pool, "b")
	place(t, a, 1, 1, "P0/0")
	place(t, b, 300, 1, "P1/0")
	require.NoError(t, a.FinishFrame(1))
	require.Equal(t, []heapmap.Part{
		{Name: "page 1", Capacity: 256, Ranges: []heapmap.Range{{Count: 256, State: heapmap.Stale, Label: "a"}}},
		{Name: "page 2", Capacity: 512, Ranges: []heapmap.Range{{Count: 512, State: heapmap.Live, Label: "b"}}},
	}, pool.Map().Parts)
}

func TestMapOfRings(t *testing.T) {
	h, _, g := newRings(t, RingHeapOptions{Size: 128})
	require.Equal(t, []heapmap.Part{{Name: "ring 0", Capacity: 128}}, h.Map().Parts)
	place(t, h, 60, 1, "P0/0")
	require.NoError(t, h.FinishFrame(1)) // list 0
	g.submit()
	place(t, h, 60, 1, "P0/60")
	require.NoError(t, h.FinishFrame(1)) // list 1
	g.submit()
	g.complete(1)
	require.NoError(t, h.Collect())
	place(t, h, 50, 1, "P0/0") // 8 at the end are skipped, and belong to this frame
	require.Equal(t, []heapmap.Range{
		{First: 0, Count: 50, State: heapmap.Live}, {First: 60, Count: 60, State: heapmap.Stale}, {First: 120, Count: 8, State: heapmap.Live},
	}, h.Map().Parts[0].Ranges)
	for _, p := range h.Map().Parts {
		require.NoError(t, p.Validate())
	}
}
