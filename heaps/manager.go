package heaps

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/heaps/alloc"
)

// Space makes the allocator of a manager: for capacity descriptors, of which block are usually asked for at once.
type Space func(capacity, block uint64) alloc.Allocator

// BestFit is the Space of the articles, and the default everywhere.
func BestFit(capacity, _ uint64) alloc.Allocator { return alloc.NewBestFit(capacity) }

// TwoLevel is the Space for heaps with very many allocations.
func TwoLevel(capacity, _ uint64) alloc.Allocator { return alloc.NewTwoLevel(capacity) }

// FixedChunks is the Space that the article suggests for the dynamic part of a GPUHeap. Descriptors after the last whole chunk are not used.
func FixedChunks(capacity, block uint64) alloc.Allocator {
	return alloc.NewFixed(capacity/max(block, 1), block)
}

// Manager hands out the descriptors of a descriptor heap, or of a part of one (H3). Safe for concurrent use.
type Manager struct {
	id       uint16
	title    string // for messages
	heap     DescriptorHeap
	cpu      gpu.CPUDescriptorHandle // of its first slot
	gpu      gpu.GPUDescriptorHandle
	visible  bool
	releaser Releaser
	remedy   string
	freed    func(m *Manager, size uint64) // called after space has been reclaimed, without locks

	mu        sync.Mutex
	space     alloc.Allocator
	first     *Allocation // list of the live and stale ones, the newest first
	allocated int         // live ones
	waiting   int         // stale ones
	staleSize uint64
	peak      uint64 // of live + stale
	peakLive  uint64
}

// ManagerOptions describe a manager.
type ManagerOptions struct {
	Name     string
	ID       uint16   // within its owner; allocations carry it
	First    uint32   // first slot of its part of the descriptor heap
	Count    uint32   // number of slots, at least 1
	Block    uint32   // how many are usually asked for at once; for Space
	Visible  bool     // whether the heap is shader-visible
	Space    Space    // nil: BestFit
	Releaser Releaser // required
	Remedy   string   // which setting to change when it is full, a clause
}

// NewManager makes a manager for the slots [First, First + Count) of a descriptor heap. Several managers can share a heap; that
// their slots lie apart is up to the caller.
func NewManager(heap DescriptorHeap, o ManagerOptions) (*Manager, error) {
	if o.Count == 0 || o.Count > ^uint32(0)-o.First {
		return nil, fmt.Errorf("%w manager %q: %d descriptors from slot %d on", ErrInvalid, o.Name, o.Count, o.First)
	}
	if o.Releaser == nil {
		return nil, fmt.Errorf("%w manager %q: it has no Releaser", ErrInvalid, o.Name)
	}
	if o.Space == nil {
		o.Space = BestFit
	}
	m := &Manager{
		id: o.ID, title: o.Name, heap: heap, cpu: heap.GetCPUDescriptorHandle(o.First), visible: o.Visible,
		releaser: o.Releaser, remedy: o.Remedy, freed: func(*Manager, uint64) {},
		space: o.Space(uint64(o.Count), uint64(max(o.Block, 1))),
	}
	if o.Visible {
		handle, err := heap.GetGPUDescriptorHandle(o.First)
		if err != nil {
			return nil, err
		}
		m.gpu = handle
	}
	return m, nil
}

// Allocate takes count descriptors that follow each other. It returns an ExhaustedError if there is no such range, and an
// error that wraps ErrInvalid for a count of 0. A Manager has no policies; the heap that owns it has.
func (m *Manager) Allocate(name string, count uint32) (*Allocation, error) {
	if count == 0 {
		return nil, emptyRequest(m.title, name)
	}
	a := m.allocate(name, count)
	if a == nil {
		return nil, m.exhausted(count)
	}
	return a, nil
}

func emptyRequest(title, name string) error {
	return fmt.Errorf("%w request: %s of %s has no descriptors; ask for at least 1", ErrInvalid, quotedOr(name, unnamed), title)
}

// allocate returns nil if there is no room.
func (m *Manager) allocate(name string, count uint32) *Allocation {
	m.mu.Lock()
	defer m.mu.Unlock()
	space, err := m.space.Allocate(uint64(count), 1)
	if errors.Is(err, alloc.ErrNoSpace) {
		return nil
	}
	if err != nil {
		panic("BUG: " + m.title + ": " + err.Error())
	}
	a := &Allocation{manager: m, name: name, cpu: m.cpu, gpu: m.gpu, count: count, space: space}
	a.cpu.Index += uint32(space.Offset)
	if m.visible {
		a.gpu.Index += uint32(space.Offset)
	}
	m.link(a)
	m.allocated++
	used := m.space.Capacity() - m.space.FreeSize()
	m.peak, m.peakLive = max(m.peak, used), max(m.peakLive, used-m.staleSize)
	return a
}

// link puts an allocation into the list. The lock is held.
func (m *Manager) link(a *Allocation) {
	a.next = m.first
	if a.next != nil {
		a.next.previous = a
	}
	m.first = a
}

// unlink takes an allocation out of the list. The lock is held.
func (m *Manager) unlink(a *Allocation) {
	if a.next != nil {
		a.next.previous = a.previous
	}
	if a.previous != nil {
		a.previous.next = a.next
	} else {
		m.first = a.next
	}
	a.previous, a.next = nil, nil
}

// free makes a live allocation stale.
func (m *Manager) free(a *Allocation, queues uint64) error {
	if err := a.end(freed); err != nil {
		return err
	}
	m.mu.Lock()
	a.waits = true
	m.allocated--
	m.waiting++
	m.staleSize += a.space.Size
	m.mu.Unlock()
	return m.releaser.Release(queues, (*stale)(a))
}

// end gives a live allocation another state; one caller succeeds.
func (a *Allocation) end(state uint32) error {
	if a.state.CompareAndSwap(live, state) {
		return nil
	}
	return a.check(0)
}

func (m *Manager) move(a *Allocation) (*Allocation, error) {
	if err := a.end(moved); err != nil {
		return nil, err
	}
	b := &Allocation{manager: m, name: a.name, cpu: a.cpu, gpu: a.gpu, count: a.count, space: a.space}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.unlink(a)
	m.link(b)
	return b, nil
}

// reclaim makes a stale allocation free.
func (m *Manager) reclaim(a *Allocation) {
	m.mu.Lock()
	if !a.waits {
		m.mu.Unlock()
		panic("BUG: " + a.String() + " was reclaimed, but does not wait")
	}
	a.waits = false
	m.unlink(a)
	m.waiting--
	m.staleSize -= a.space.Size
	if err := m.space.Free(a.space); err != nil {
		panic("BUG: " + a.String() + ": " + err.Error())
	}
	m.mu.Unlock()
	m.freed(m, a.space.Size)
}

// extend adds descriptors after the last one.
func (m *Manager) extend(count uint32) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.space.Extend(uint64(count))
}

// full reports whether no descriptor is free.
func (m *Manager) full() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return alloc.Full(m.space)
}

func (m *Manager) exhausted(count uint32) *ExhaustedError {
	s := m.Stats()
	return &ExhaustedError{
		Heap: m.title, Unit: "descriptors", Requested: uint64(count), Capacity: s.Capacity, Live: s.Live, Stale: s.Stale,
		Free: s.Free, Largest: s.LargestFree, Blocks: s.FreeBlocks, Remedy: m.remedy,
	}
}

// ManagerStats are the numbers of a manager at one moment, in descriptors (H3, H11).
type ManagerStats struct {
	ID                uint16
	Name              string
	Capacity          uint64 // = Live + Stale + Free
	Live, Stale, Free uint64
	LargestFree       uint64 // the largest free block
	FreeBlocks        int
	Allocations       int    // live ones
	StaleAllocations  int    // freed ones that wait for the GPU
	Peak              uint64 // the most that was ever live or stale
	PeakLive          uint64 // the most that was ever live
}

// Fragmentation is 1 - largest free block / free descriptors, 0 if none is free.
func (s ManagerStats) Fragmentation() float64 {
	return alloc.Stats{Free: s.Free, LargestFree: s.LargestFree}.Fragmentation()
}

// Stats reads the numbers.
func (m *Manager) Stats() ManagerStats {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := alloc.StatsOf(m.space)
	return ManagerStats{
		ID: m.id, Name: m.title, Capacity: s.Capacity, Live: s.Used - m.staleSize, Stale: m.staleSize, Free: s.Free,
		LargestFree: s.LargestFree, FreeBlocks: s.FreeBlocks, Allocations: m.allocated, StaleAllocations: m.waiting,
		Peak: m.peak, PeakLive: m.peakLive,
	}
}

// Validate checks the structure: the allocator's own, and that live, stale and free ranges fill the space exactly.
func (m *Manager) Validate() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.space.Validate(); err != nil {
		return err
	}
	next := uint64(0)
	for _, r := range m.ranges() {
		if r.first != next {
			return fmt.Errorf("%s: a range begins at %d, the one before it ends at %d", m.title, r.first, next)
		}
		next += r.count
	}
	if next != m.space.Capacity() {
		return fmt.Errorf("%s: the ranges end at %d of %d", m.title, next, m.space.Capacity())
	}
	return nil
}

// placed is a range of a manager's space, counted from its first slot.
type placed struct {
	first, count uint64
	a            *Allocation // nil: free
}

// ranges lists everything by place. The lock is held.
func (m *Manager) ranges() []placed {
	var out []placed
	for a := m.first; a != nil; a = a.next {
		out = append(out, placed{a.space.Offset, a.space.Size, a})
	}
	for b := range m.space.Blocks() {
		if b.Size > 0 {
			out = append(out, placed{b.Offset, b.Size, nil})
		}
	}
	slices.SortFunc(out, func(x, y placed) int { return cmp.Compare(x.first, y.first) })
	return out
}

// leaks lists the live allocations by place.
func (m *Manager) leaks() []Leak {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []Leak
	for _, r := range m.ranges() {
		if r.a != nil && r.a.state.Load() == live {
			out = append(out, Leak{r.a.name, m.id, uint64(r.a.First()), uint64(r.a.count)})
		}
	}
	return out
}
