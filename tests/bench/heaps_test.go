package bench

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/heaps"
	"github.com/gpuscript/gpuscript/heaps/alloc"
)

// churn keeps a number of ranges alive in an allocator: sizes are 64 B to 64 KiB, evenly over their logarithm, and every
// step frees a random range and allocates another.
//
// The victims are drawn ahead of time, while the clock stands: they come to the front of the table, and the steps walk over it. With a
// million ranges a step that picked its victim anywhere would wait for the table first (100 ns an operation, whatever the allocator), and
// that is no part of either allocator: who frees a range has the object that it belongs to at hand. scattered measures such steps.
type churn struct {
	a         alloc.Allocator
	live      []alloc.Allocation
	scattered bool // pick the victims anywhere in the table, while the clock runs
	sizes     [1 << 12]uint64
	picks     *rand.PCG
	next      int
}

func newChurn(tb testing.TB, a func(capacity uint64) alloc.Allocator, count int) *churn {
	c := &churn{picks: rand.NewPCG(1, uint64(count))}
	random := rand.New(c.picks)
	for i := range c.sizes {
		c.sizes[i] = uint64(64 * math.Exp2(random.Float64()*10))
	}
	c.a = a(uint64(count) * 16 << 10) // the mean size is 9.2 KiB
	c.live = make([]alloc.Allocation, count)
	for i := range c.live {
		r, err := c.a.Allocate(c.size(), 1)
		require.NoError(tb, err)
		c.live[i] = r
	}
	c.steps(tb, count) // until the free blocks are as many as they will be
	return c
}

func (c *churn) size() uint64 {
	c.next++
	return c.sizes[c.next&(len(c.sizes)-1)]
}

// pick is a random range out of those from i on.
func (c *churn) pick(i int) int { return i + int(c.picks.Uint64()%uint64(len(c.live)-i)) }

// steps does n frees and n allocations, and returns how long they took.
func (c *churn) steps(tb testing.TB, n int) time.Duration {
	taken := time.Duration(0)
	for n > 0 {
		victims := min(n, len(c.live))
		n -= victims
		for i := range victims {
			j := c.pick(i)
			c.live[i], c.live[j] = c.live[j], c.live[i]
		}
		start := time.Now()
		for i := range victims {
			if c.scattered {
				i = c.pick(0)
			}
			c.step(tb, &c.live[i])
		}
		taken += time.Since(start)
	}
	return taken
}

// step frees a range and allocates another.
func (c *churn) step(tb testing.TB, live *alloc.Allocation) {
	err := c.a.Free(*live)
	if err == nil {
		*live, err = c.a.Allocate(c.size(), 1)
	}
	if err != nil {
		tb.Fatal(err)
	}
}

// BenchmarkAllocators measures one operation, an allocation or a free, with a number of live ranges.
func BenchmarkAllocators(b *testing.B) {
	for _, count := range liveRanges {
		for _, e := range allocators {
			b.Run(fmt.Sprintf("%s/live=%d", e.name, count), func(b *testing.B) {
				c := newChurn(b, e.make, count)
				b.ReportAllocs()
				b.ResetTimer()
				taken := c.steps(b, (b.N+1)/2)
				b.ReportMetric(float64(taken.Nanoseconds())/float64(b.N), "ns/op") // without the drawing of victims
			})
		}
	}
}

// TestChurnKeepsItsRanges: what the benchmark measures is valid.
func TestChurnKeepsItsRanges(t *testing.T) {
	for _, e := range allocators {
		c := newChurn(t, e.make, 500)
		c.steps(t, 1300)
		c.scattered = true
		c.steps(t, 700)
		require.NoError(t, c.a.Validate())
		sum := uint64(0)
		for _, r := range c.live {
			require.NoError(t, c.a.Check(r))
			sum += r.Size
		}
		require.Equal(t, c.a.Capacity()-c.a.FreeSize(), sum)
	}
}

// noDevice is a device without descriptors.
type noDevice struct{}

func (noDevice) CreateDescriptorHeap(gpu.DescriptorHeapDesc) (heaps.DescriptorHeap, error) {
	return noDevice{}, nil
}

func (noDevice) CopyDescriptorsSimple(uint32, gpu.CPUDescriptorHandle, gpu.CPUDescriptorHandle, gpu.DescriptorHeapType) error {
	return nil
}

func (noDevice) GetCPUDescriptorHandle(i uint32) gpu.CPUDescriptorHandle {
	return gpu.CPUDescriptorHandle{Index: i}
}

func (noDevice) GetGPUDescriptorHandle(i uint32) (gpu.GPUDescriptorHandle, error) {
	return gpu.GPUDescriptorHandle{Index: i}, nil
}

func (noDevice) Release() error { return nil }

// atOnce reclaims at once: a GPU that is always idle.
type atOnce struct{}

func (atOnce) Release(_ uint64, r heaps.Reclaimer) error {
	r.Reclaim()
	return nil
}

func dynamicHeap(tb testing.TB) *heaps.GPUHeap {
	h, err := heaps.NewGPUHeap(noDevice{}, heaps.GPUHeapOptions{
		Name: "frame", Type: gpu.HeapCBVSRVUAV, Static: 16384, Dynamic: 65536, Chunk: 256, ChunkSpace: heaps.FixedChunks, Releaser: atOnce{},
	})
	require.NoError(tb, err)
	return h
}

// frames are what a context does: it takes the descriptors of n draws, 4 each, and ends a frame after each 1000.
func frames(h *heaps.GPUHeap, n int) {
	s := h.NewSuballocator("context")
	for draw := range n {
		_, err := s.Allocate(4)
		if draw%1000 == 999 || draw == n-1 {
			err = errors.Join(err, s.Release(1))
		}
		if err != nil {
			panic(err) // not the goroutine of the test
		}
	}
}

// BenchmarkDynamicDescriptors measures a suballocation of 4 descriptors, by one context and by several at once.
func BenchmarkDynamicDescriptors(b *testing.B) {
	for _, threads := range []int{1, 2} {
		b.Run(fmt.Sprintf("contexts=%d", threads), func(b *testing.B) {
			h := dynamicHeap(b)
			b.ReportAllocs()
			b.ResetTimer()
			runThreads(b.N, threads, func(n int) { frames(h, n) })
		})
	}
}

// BenchmarkViews measures the descriptor of a view: allocated from a heap that all threads share, and freed.
func BenchmarkViews(b *testing.B) {
	for _, threads := range []int{1, 2} {
		b.Run(fmt.Sprintf("threads=%d", threads), func(b *testing.B) {
			h, err := heaps.NewCPUHeap(noDevice{}, heaps.CPUHeapOptions{Name: "views", Size: 8192, Releaser: atOnce{}})
			require.NoError(b, err)
			b.ReportAllocs()
			b.ResetTimer()
			runThreads(b.N, threads, func(n int) {
				for range n {
					a, err := h.Allocate("view", 1)
					if err == nil {
						err = a.Free(1)
					}
					if err != nil {
						panic(err)
					}
				}
			})
		})
	}
}

// runThreads splits n over goroutines.
func runThreads(n, threads int, work func(n int)) {
	var all sync.WaitGroup
	for range threads {
		all.Go(func() { work(max(n/threads, 1)) })
	}
	all.Wait()
}

// TestDynamicDescriptorsAllocateNothing: apart from chunks, a suballocation does not allocate memory.
func TestDynamicDescriptorsAllocateNothing(t *testing.T) {
	s := dynamicHeap(t).NewSuballocator("context")
	_, err := s.Allocate(1)
	require.NoError(t, err)
	require.Zero(t, testing.AllocsPerRun(200, func() { _, err = s.Allocate(1) }))
	require.NoError(t, err)
}
