package heaps

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/gpuscript/gpuscript/gpu"
)

// maxManagers is how many managers a 16-bit id can tell apart.
const maxManagers = math.MaxUint16

// CPUHeap is a descriptor heap that only the CPU reads: it stores the descriptors of views. It is a pool of managers with a descriptor heap each, and
// adds one when none can serve a request (H4). Safe for concurrent use.
//
//	request 5:  manager 0 is full, 1 has 2 in a row, 2 has 6         served by 2
//	request 3:  1 has 2 in a row, 2 has 1                            manager 3 is added and serves
//
// Managers are tried by ascending id; those without a free descriptor are skipped. A full manager is available again when some of its descriptors
// were really released, not when they were freed.
type CPUHeap struct {
	device Device
	o      CPUHeapOptions

	mu        sync.Mutex
	managers  []*Manager // by id; nil while one is being created
	available []uint16   // ids of managers with free descriptors, ascending
	reserved  uint64     // descriptors of all managers, those being created too
	used      uint64     // live and stale
	peak      uint64
}

// CPUHeapOptions describe a CPUHeap.
type CPUHeapOptions struct {
	Name        string
	Type        gpu.DescriptorHeapType
	Size        uint32   // descriptors of a manager; larger requests get a manager of their size
	Max         uint64   // the most descriptors of all managers together; 0: no limit
	Space       Space    // nil: BestFit
	Releaser    Releaser // required
	OnExhausted []Policy // nil: Grow
	Waiter      Waiter   // required by the policy Wait
}

// NewCPUHeap makes an empty pool: descriptor heaps are created when they are needed. Errors wrap ErrInvalid.
func NewCPUHeap(device Device, o CPUHeapOptions) (*CPUHeap, error) {
	h := &CPUHeap{device: device, o: o}
	if o.Size == 0 || o.Releaser == nil {
		return nil, fmt.Errorf("%w %s: it needs a Size of at least 1 and a Releaser", ErrInvalid, h.title())
	}
	h.o.OnExhausted = orGrow(o.OnExhausted)
	if err := checkPolicies(h.title(), h.o.OnExhausted, o.Waiter); err != nil {
		return nil, fmt.Errorf("%w %w", ErrInvalid, err)
	}
	return h, nil
}

func (h *CPUHeap) title() string {
	return fmt.Sprintf("CPU descriptor heap %q (%s)", h.o.Name, h.o.Type)
}

// Type is the type of the descriptors.
func (h *CPUHeap) Type() gpu.DescriptorHeapType { return h.o.Type }

// Allocate takes count descriptors that follow each other. It returns an ExhaustedError when the policies did not help, errors
// of the device if it cannot create a descriptor heap, and an error that wraps ErrInvalid for a count of 0.
func (h *CPUHeap) Allocate(name string, count uint32) (*Allocation, error) {
	if count == 0 {
		return nil, emptyRequest(h.title(), name)
	}
	a := h.allocate(name, count)
	if a != nil {
		return a, nil
	}
	err := overcome(h.o.OnExhausted, h.o.Waiter, func() *ExhaustedError {
		if a = h.allocate(name, count); a == nil {
			return h.exhausted(count)
		}
		return nil
	}, func() (bool, error) { return h.grow(count) })
	return a, err
}

// allocate asks the managers that have descriptors.
func (h *CPUHeap) allocate(name string, count uint32) *Allocation {
	h.mu.Lock()
	defer h.mu.Unlock()
	for i := 0; i < len(h.available); {
		m := h.managers[h.available[i]]
		a := m.allocate(name, count)
		if m.full() {
			h.available = slices.Delete(h.available, i, i+1)
		} else {
			i++
		}
		if a != nil {
			h.used += a.space.Size
			h.peak = max(h.peak, h.used)
			return a
		}
	}
	return nil
}

// grow adds a manager; false if that is more than Max.
func (h *CPUHeap) grow(count uint32) (bool, error) {
	size := max(h.o.Size, count)
	id, ok := h.reserve(uint64(size))
	if !ok {
		return false, nil
	}
	m, err := h.newManager(id, size)
	h.mu.Lock()
	defer h.mu.Unlock()
	if err != nil {
		h.reserved -= uint64(size)
		if int(id) == len(h.managers)-1 {
			h.managers = h.managers[:id]
		}
		return false, err
	}
	h.managers[id] = m
	h.offer(id)
	return true, nil
}

func (h *CPUHeap) reserve(size uint64) (uint16, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.managers) == maxManagers || h.o.Max > 0 && h.reserved+size > h.o.Max {
		return 0, false
	}
	h.reserved += size
	h.managers = append(h.managers, nil)
	return uint16(len(h.managers) - 1), true
}

func (h *CPUHeap) newManager(id uint16, size uint32) (*Manager, error) {
	heap, err := h.device.CreateDescriptorHeap(gpu.DescriptorHeapDesc{
		Name: fmt.Sprintf("%s %d", h.o.Name, id), Type: h.o.Type, NumDescriptors: size,
	})
	if err != nil {
		return nil, err
	}
	m, err := NewManager(heap, ManagerOptions{
		Name: fmt.Sprintf("manager %d of %s", id, h.title()), ID: id, Count: size, Space: h.o.Space, Releaser: h.o.Releaser,
	})
	if err != nil {
		return nil, errors.Join(err, heap.Release())
	}
	m.freed = h.reclaimed
	return m, nil
}

// offer makes a manager available. The lock is held.
func (h *CPUHeap) offer(id uint16) {
	if i, there := slices.BinarySearch(h.available, id); !there {
		h.available = slices.Insert(h.available, i, id)
	}
}

// reclaimed is called when descriptors of a manager were really released.
func (h *CPUHeap) reclaimed(m *Manager, size uint64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.used -= size
	if !m.full() {
		h.offer(m.id)
	}
}

// CPUHeapStats are the numbers of a CPUHeap at one moment, in descriptors.
type CPUHeapStats struct {
	Capacity          uint64 // of all managers
	Live, Stale, Free uint64
	Peak              uint64         // the most that was ever live or stale at once
	Managers          []ManagerStats // by id
	Available         []uint16       // ids of managers that are asked, ascending
}

// Stats reads the numbers.
func (h *CPUHeap) Stats() CPUHeapStats {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := CPUHeapStats{Peak: h.peak, Available: slices.Clone(h.available)}
	for _, m := range h.managers {
		if m == nil {
			continue
		}
		ms := m.Stats()
		s.Managers = append(s.Managers, ms)
		s.Capacity, s.Live, s.Stale, s.Free = s.Capacity+ms.Capacity, s.Live+ms.Live, s.Stale+ms.Stale, s.Free+ms.Free
	}
	return s
}

func (h *CPUHeap) exhausted(count uint32) *ExhaustedError {
	s := h.Stats()
	e := &ExhaustedError{
		Heap: h.title(), Unit: "descriptors", Requested: uint64(count), Capacity: s.Capacity, Live: s.Live, Stale: s.Stale,
		Free: s.Free, Remedy: fmt.Sprintf("raise Max (now %d) or free views that are no longer used", h.o.Max),
	}
	for _, m := range s.Managers {
		e.Largest, e.Blocks = max(e.Largest, m.LargestFree), e.Blocks+m.FreeBlocks
	}
	return e
}

// Validate checks all managers, and that the available ones are those with free descriptors. Nobody else may use the heap meanwhile.
func (h *CPUHeap) Validate() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, m := range h.managers {
		if m == nil {
			continue
		}
		if err := m.Validate(); err != nil {
			return err
		}
		if _, there := slices.BinarySearch(h.available, uint16(id)); there == m.full() {
			return fmt.Errorf("%s: available is %t, full is %t", m.title, there, m.full())
		}
	}
	return nil
}

// Close releases the descriptor heaps. While something is live or stale it returns a LeakError and closes nothing.
func (h *CPUHeap) Close() error {
	h.mu.Lock()
	managers := slices.DeleteFunc(slices.Clone(h.managers), func(m *Manager) bool { return m == nil })
	h.mu.Unlock()
	return closeManagers(h.title(), managers, managers)
}

// closeManagers releases the descriptor heaps of the owners if nothing in the managers is used.
func closeManagers(title string, managers, owners []*Manager) error {
	leak := &LeakError{Heap: title, Unit: "descriptors"}
	for _, m := range managers {
		leak.Live = append(leak.Live, m.leaks()...)
		leak.Stale += m.Stats().Stale
	}
	if len(leak.Live) > 0 || leak.Stale > 0 {
		return leak
	}
	for _, m := range owners {
		if err := m.heap.Release(); err != nil {
			return err
		}
	}
	return nil
}
