package heaps

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestContextsOnGoroutinesTakeNoLock: while every lock of the heap and of the pool is held, contexts on goroutines of their own take descriptors of
// their chunks and space of their pages. One that waited for a lock would never come to its end.
func TestContextsOnGoroutinesTakeNoLock(t *testing.T) {
	const contexts, requests = 4, 200
	g := newGPU()
	h, err := NewGPUHeap(&fakeDevice{}, GPUHeapOptions{Name: "heap", Type: gpu.HeapCBVSRVUAV, Static: 16, Dynamic: contexts * 1024, Chunk: 1024, Releaser: g})
	require.NoError(t, err)
	pool, _, _ := newPool(t, PagePoolOptions{PageSize: 64 << 10})
	var descriptors []*Suballocator
	var space []*DynamicHeap[string]
	for i := range contexts { // the first request takes the chunk and the page
		descriptors, space = append(descriptors, h.NewSuballocator(fmt.Sprint("context ", i))), append(space, NewDynamicHeap(pool, fmt.Sprint("context ", i)))
		_, err := descriptors[i].Allocate(1)
		require.NoError(t, err)
		place(t, space[i], 16, 16, fmt.Sprintf("P%d/0", i))
	}
	locks := []*sync.Mutex{&h.mu, &h.static.mu, &h.dynamic.mu, &pool.mu, &g.mu}
	for _, l := range locks {
		l.Lock()
	}
	var all sync.WaitGroup
	errs := make([]error, contexts)
	for i := range contexts {
		all.Go(func() {
			for range requests {
				if _, err := descriptors[i].Allocate(4); err != nil {
					errs[i] = err
				}
				if u, err := space[i].Allocate(100, 256); err != nil || !space[i].Valid(u) {
					errs[i] = fmt.Errorf("space %v, %v", u, err)
				}
			}
		})
	}
	all.Wait()
	for _, l := range locks {
		l.Unlock()
	}
	for _, err := range errs {
		require.NoError(t, err)
	}
	for i := range contexts {
		require.EqualValues(t, 1+4*requests, descriptors[i].Stats().Used)
	}
}
