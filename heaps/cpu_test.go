package heaps

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

func newCPUHeap(t *testing.T, o CPUHeapOptions) (*CPUHeap, *fakeDevice, *fakeGPU) {
	t.Helper()
	d, g := &fakeDevice{}, newGPU()
	if o.Name == "" {
		o.Name = "views"
	}
	if o.Releaser == nil {
		o.Releaser = g
	}
	if o.Waiter == nil {
		o.Waiter = g
	}
	h, err := NewCPUHeap(d, o)
	require.NoError(t, err)
	return h, d, g
}

func must(t *testing.T, from Source, name string, count uint32) *Allocation {
	t.Helper()
	a, err := from.Allocate(name, count)
	require.NoError(t, err)
	return a
}

// checkPlace requires the manager and the slots of an allocation.
func checkPlace(t *testing.T, a *Allocation, manager uint16, first, count uint32) {
	t.Helper()
	require.Equal(t, []uint32{uint32(manager), first, count}, []uint32{uint32(a.ManagerID()), a.First(), a.Count()})
}

// TestExampleOfTheArticle: manager 0 is full, 1 has at most two descriptors in a row, 2 has at least five. A request of five
// goes to manager 2, then one of three to a new manager 3.
func TestExampleOfTheArticle(t *testing.T) {
	h, d, g := newCPUHeap(t, CPUHeapOptions{Size: 8})
	must(t, h, "fills manager 0", 8)
	a := must(t, h, "1a", 2)
	must(t, h, "1b", 4)
	must(t, h, "1c", 2)
	b := must(t, h, "2a", 6)
	must(t, h, "2b", 1)
	must(t, h, "2c", 1)
	require.NoError(t, a.Free(AllQueues))
	require.NoError(t, b.Free(AllQueues))
	g.idle()
	require.Equal(t, []uint16{1, 2}, h.Stats().Available)
	require.EqualValues(t, 2, h.Stats().Managers[1].LargestFree)
	require.EqualValues(t, 6, h.Stats().Managers[2].LargestFree)

	checkPlace(t, must(t, h, "five", 5), 2, 0, 5)
	require.Len(t, d.created, 3)
	checkPlace(t, must(t, h, "three", 3), 3, 0, 3)
	require.Len(t, d.created, 4)
	require.Equal(t, gpu.DescriptorHeapDesc{Name: "views 3", Type: gpu.HeapCBVSRVUAV, NumDescriptors: 8}, d.created[3])
	checkPlace(t, must(t, h, "one", 1), 1, 0, 1)

	s := h.Stats()
	require.Equal(t, []uint16{1, 2, 3}, s.Available)
	require.EqualValues(t, 32, s.Capacity)
	require.EqualValues(t, 8+7+7+3, s.Live)
	require.EqualValues(t, 7, s.Free)
	require.EqualValues(t, 25, s.Peak)
	require.NoError(t, h.Validate())
}

// TestManagerComesBackWhenReleased: not when freed.
func TestManagerComesBackWhenReleased(t *testing.T) {
	h, d, g := newCPUHeap(t, CPUHeapOptions{Size: 4})
	a := must(t, h, "a", 4)
	require.Empty(t, h.Stats().Available)
	require.NoError(t, a.Free(AllQueues)) // paired with list 0
	require.Empty(t, h.Stats().Available)
	s := h.Stats().Managers[0]
	require.Equal(t, []uint64{0, 4, 0}, []uint64{s.Live, s.Stale, s.Free})
	require.Equal(t, []int{0, 1}, []int{s.Allocations, s.StaleAllocations})

	checkPlace(t, must(t, h, "b", 1), 1, 0, 1) // so a second manager is needed
	require.Len(t, d.created, 2)
	g.submit()
	g.complete(0)
	require.Equal(t, []uint16{1}, h.Stats().Available)
	g.complete(1)
	require.Equal(t, []uint16{0, 1}, h.Stats().Available)
	checkPlace(t, must(t, h, "c", 4), 0, 0, 4)
	require.EqualValues(t, 5, h.Stats().Peak)
}

func TestLargeRequestsGetTheirOwnManager(t *testing.T) {
	h, d, _ := newCPUHeap(t, CPUHeapOptions{Size: 4, Type: gpu.HeapRTV})
	checkPlace(t, must(t, h, "large", 9), 0, 0, 9)
	checkPlace(t, must(t, h, "small", 1), 1, 0, 1)
	require.EqualValues(t, 9, d.created[0].NumDescriptors)
	require.EqualValues(t, 4, d.created[1].NumDescriptors) // the size of later managers does not change
	require.Equal(t, gpu.HeapRTV, h.Type())
}

func TestAllocationHasOneOwner(t *testing.T) {
	h, _, g := newCPUHeap(t, CPUHeapOptions{Size: 8})
	must(t, h, "first", 2)
	a := must(t, h, "albedo", 3)
	require.Equal(t, "albedo", a.Name())
	require.False(t, a.ShaderVisible())
	c, err := a.CPU(2)
	require.NoError(t, err)
	require.Equal(t, gpu.CPUDescriptorHandle{Heap: 1, Index: 4}, c)
	_, err = a.CPU(3)
	require.EqualError(t, err, `allocation "albedo" [2, 5) of manager 0 of CPU descriptor heap "views" (CBV_SRV_UAV): there is no descriptor 3, it has 3`)
	_, err = a.GPU(0)
	require.ErrorContains(t, err, "the heap is not shader-visible, so there are no GPU handles")

	b, err := a.Move()
	require.NoError(t, err)
	_, err = a.CPU(0)
	require.ErrorContains(t, err, "it was moved to another owner")
	require.ErrorContains(t, a.Free(AllQueues), "it was moved to another owner")
	_, err = a.Move()
	require.Error(t, err)
	require.NoError(t, b.Free(AllQueues))
	var use *UseError
	require.ErrorAs(t, b.Free(AllQueues), &use)
	require.Equal(t, "it was freed before", use.Cause)
	_, err = b.GPU(0)
	require.ErrorContains(t, err, "it was freed before")
	_, err = b.Move()
	require.Error(t, err)
	require.EqualValues(t, 3, h.Stats().Stale)
	g.idle()
	require.EqualValues(t, 2, h.Stats().Live)
	require.Zero(t, h.Stats().Stale)
}

func TestCPUHeapLimit(t *testing.T) {
	h, d, _ := newCPUHeap(t, CPUHeapOptions{Size: 4, Max: 9})
	a := must(t, h, "a", 3)
	must(t, h, "b", 3)
	require.NoError(t, a.Free(AllQueues))
	_, err := h.Allocate("c", 2)
	require.EqualError(t, err, `the CPU descriptor heap "views" (CBV_SRV_UAV) is exhausted: 2 descriptors requested, 2 of 8 free (largest block 1), 3 in use, 3 waiting for the GPU; raise Max (now 9) or free views that are no longer used`)
	var full *ExhaustedError
	require.ErrorAs(t, err, &full)
	require.Equal(t, 2, full.Blocks)
	must(t, h, "d", 1) // one more is there
	require.Len(t, d.created, 2)
}

// TestCPUHeapWaits: with the policies wait, grow a heap grows only when there is nothing to wait for.
func TestCPUHeapWaits(t *testing.T) {
	h, d, g := newCPUHeap(t, CPUHeapOptions{Size: 4, OnExhausted: []Policy{Wait, Grow}})
	a := must(t, h, "a", 4)
	require.NoError(t, a.Free(AllQueues))
	g.submit()
	g.submit()
	checkPlace(t, must(t, h, "b", 4), 0, 0, 4)
	require.Equal(t, 1, g.waits) // for list 0; not for list 1
	checkPlace(t, must(t, h, "c", 4), 1, 0, 4)
	require.Equal(t, 2, g.waits)
	require.Len(t, d.created, 2)
}

func TestCPUHeapErrors(t *testing.T) {
	g := newGPU()
	for name, o := range map[string]CPUHeapOptions{
		"no size":     {Releaser: g},
		"no releaser": {Size: 1},
		"no waiter":   {Size: 1, Releaser: g, OnExhausted: []Policy{Wait}},
		"no policy":   {Size: 1, Releaser: g, OnExhausted: []Policy{3}},
	} {
		_, err := NewCPUHeap(&fakeDevice{}, o)
		require.ErrorIs(t, err, ErrInvalid, name)
	}
	h, d, _ := newCPUHeap(t, CPUHeapOptions{Size: 4})
	_, err := h.Allocate("none", 0)
	require.ErrorIs(t, err, ErrInvalid)
	d.fail = errDevice
	_, err = h.Allocate("a", 1)
	require.ErrorIs(t, err, errDevice)
	d.fail = nil
	checkPlace(t, must(t, h, "a", 1), 0, 0, 1) // the failure has left nothing behind

	broken, _, _ := newCPUHeap(t, CPUHeapOptions{Size: 4, Releaser: brokenReleaser{}})
	a := must(t, broken, "a", 1)
	require.ErrorIs(t, a.Free(AllQueues), errDevice)
	require.EqualValues(t, 1, broken.Stats().Stale) // lost, and never reused
}

func TestCPUHeapClose(t *testing.T) {
	h, d, g := newCPUHeap(t, CPUHeapOptions{Size: 4})
	a := must(t, h, "albedo", 2)
	b := must(t, h, "", 1)
	c := must(t, h, "normals", 4)
	require.NoError(t, c.Free(AllQueues))
	require.EqualError(t, h.Close(), `the CPU descriptor heap "views" (CBV_SRV_UAV) cannot be closed: 2 allocations not freed, 4 descriptors wait for the GPU; "albedo" in manager 0, [0, 2); an allocation without a name in manager 0, [2, 3)`)
	require.NoError(t, a.Free(AllQueues))
	require.NoError(t, b.Free(AllQueues))
	require.Error(t, h.Close())
	require.Empty(t, d.released)
	g.idle()
	require.NoError(t, h.Close())
	require.Equal(t, []gpu.ID{1, 2}, d.released)
}

func TestLeakErrorIsShort(t *testing.T) {
	e := &LeakError{Heap: "h", Unit: "bytes", Live: make([]Leak, 10)}
	require.Contains(t, e.Error(), "10 allocations not freed")
	require.Contains(t, e.Error(), "; and 2 more")
}
