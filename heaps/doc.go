// Package heaps manages the memory of descriptors and per-frame data, on top of a device that it does not know: it creates descriptor heaps and pages
// through interfaces, hands out ranges of them, and takes ranges back once the GPU is done with them.
//
//	             CPUHeap ×4                                GPUHeap ×2
//	┌────────────┬────────────┬─────┐       ┌───────────────────┬─────────────────────────┐
//	│ manager 0  │ manager 1  │  …  │       │ static, mutable   │ dynamic                 │ one descriptor heap
//	└────────────┴────────────┴─────┘       │ manager 0         │ manager 1               │
//	 a descriptor heap each, more           └───────────────────┴────┬────────┬───────────┘
//	 when none can serve                       shared, locked      chunk    chunk
//	                                                                 │        │
//	                                                      Suballocator A   Suballocator B   one a context, no lock
//
//	             PagePool ──page──▶ DynamicHeap   one a context, no lock; pages go back after the frame
//	                                RingHeap      the same contract with rings that grow (the article "Managing Descriptor Heaps")
//
// Frees are delayed. A freed range is handed to a Releaser, which calls back (Reclaimer) when every queue that may use it is done; until then the
// range is stale: neither live nor free. Package lifetime can implement the interface, and StaleQueue does what the articles describe: one number,
// taken when the range is freed.
//
//	live ──Free──▶ stale ──Reclaim──▶ free         live + stale + free = capacity, at every moment
//
// What happens when a heap is full is a list of policies, tried in order: Grow, Wait, Fail. The error at the end, ExhaustedError, has the numbers and
// names the setting to change.
//
// Ownership: an Allocation has one owner and is used through its pointer. Free and Move end it; any later use is a UseError. Ranges of a Suballocator
// and Uploads are values, valid until the end of the frame; their Valid methods say whether they still are.
//
// Locks: CPUHeap, GPUHeap, Manager, PagePool, Cache and StaleQueue are safe for concurrent use. Suballocator, DynamicHeap and
// RingHeap belong to one context and take no lock except when they need another chunk or page. No lock is held while
// Device, PageSource, Releaser, Waiter or a fill function is called, so these may block or switch threads.
//
// For readers of the article "Managing Descriptor Heaps" and of Diligent Engine:
//
//	DescriptorHeapAllocation           Allocation: CPU(i), GPU(i), Count, ManagerID, ShaderVisible, Move, Free
//	DescriptorHeapAllocationManager    Manager; the numbers are those of Stats
//	CPUDescriptorHeap                  CPUHeap
//	GPUDescriptorHeap                  GPUHeap: Allocate is of the static part, AllocateDynamic of the other
//	DynamicSuballocationsManager       Suballocator: Allocate, and Release for ReleaseAllocations
//	ReleaseStaleAllocations            StaleQueue.Purge, or a purge of package lifetime
//	DynamicUploadHeap                  RingHeap
//	D3D12DynamicMemoryManager          PagePool
//	D3D12DynamicHeap                   DynamicHeap: FinishFrame for ReleaseAllocatedPages
//	RingBuffer, allocations managers   packages ring and alloc, which have such lists of their own
//
// Placement never depends on the order of maps or goroutines: the same calls give the same ranges.
//
// The package must not know gpu/device, package lifetime, frames or scripts. Rules: H1 to H12.
package heaps
