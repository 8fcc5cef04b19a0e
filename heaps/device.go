package heaps

import (
	"sync"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/heaps/alloc"
)

// Device is what the package needs of a GPU API. It is called without locks held.
type Device interface {
	// CreateDescriptorHeap as ID3D12Device::CreateDescriptorHeap.
	CreateDescriptorHeap(desc gpu.DescriptorHeapDesc) (DescriptorHeap, error)
	// CopyDescriptorsSimple as ID3D12Device::CopyDescriptorsSimple.
	CopyDescriptorsSimple(count uint32, dst, src gpu.CPUDescriptorHandle, typ gpu.DescriptorHeapType) error
}

// DescriptorHeap is an array of descriptors. The handle of slot i is the handle of slot 0 with i added to its index.
type DescriptorHeap interface {
	// GetCPUDescriptorHandle is the handle of a slot.
	GetCPUDescriptorHandle(index uint32) gpu.CPUDescriptorHandle
	// GetGPUDescriptorHandle is the handle of a slot for shaders. It is called for shader-visible heaps only.
	GetGPUDescriptorHandle(index uint32) (gpu.GPUDescriptorHandle, error)
	// Release gives the heap back.
	Release() error
}

// AllQueues is the mask to use if it is not known which queues use a range. A queue that never submits holds such ranges for ever.
const AllQueues = ^uint64(0)

// Reclaimer is something that may be reused now. Reclaim is called once, on any goroutine.
type Reclaimer interface{ Reclaim() }

// Releaser delays reclaiming until the GPU has passed.
type Releaser interface {
	// Release calls r.Reclaim when every queue of the mask (bit i: queue i) has completed all that can refer to r: everything
	// submitted or recorded before this call. The call back may come before Release returns. After an error it never comes, and
	// the range is lost for good, which is safe. Safe for concurrent use.
	Release(queues uint64, r Reclaimer) error
}

// Waiter waits for the GPU on behalf of a full heap.
type Waiter interface {
	// WaitForGPU blocks until the GPU has completed more work and reclaims what that frees. It returns false without
	// blocking if nothing is in flight that could free something.
	WaitForGPU() bool
}

// StaleQueue is the Releaser of the articles: what is released is paired with a number, and reclaimed in order once the GPU has
// passed the number. It ignores the mask: it belongs to one queue. Safe for concurrent use.
//
//	next list 5:  Release(a)  Release(b)         (5, a) (5, b)
//	next list 6:  Release(c)                     (5, a) (5, b) (6, c)
//	Purge(6), ByCount: lists 0 to 5 are done     (6, c)
type StaleQueue struct {
	mu    sync.Mutex
	rule  alloc.Rule
	next  func() uint64
	queue []numbered
}

type numbered struct {
	number uint64
	r      Reclaimer
}

// NewStaleQueue makes an empty queue. next returns the number to pair with what is released now: of the next command list with
// alloc.ByCount, or the next fence value with alloc.ByFence. It must be safe for concurrent use and must not call the queue.
func NewStaleQueue(rule alloc.Rule, next func() uint64) *StaleQueue {
	return &StaleQueue{rule: rule, next: next}
}

// Release implements Releaser. It never fails.
func (q *StaleQueue) Release(_ uint64, r Reclaimer) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.queue = append(q.queue, numbered{q.next(), r})
	return nil
}

// Purge reclaims what the GPU has passed and returns how many. One late number holds up those behind it.
func (q *StaleQueue) Purge(completed uint64) int {
	q.mu.Lock()
	n := 0
	for n < len(q.queue) && q.rule.Passed(q.queue[n].number, completed) {
		n++
	}
	passed := q.queue[:n:n]
	q.queue = q.queue[n:]
	q.mu.Unlock()
	for _, p := range passed {
		p.r.Reclaim()
	}
	clear(passed) // let go of them: the queue goes on in the same memory
	return n
}

// Len is how many things wait.
func (q *StaleQueue) Len() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.queue)
}
