package heaps

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"sync/atomic"

	"github.com/gpuscript/gpuscript/heaps/ring"
)

// RingHeapOptions describe a RingHeap.
type RingHeapOptions struct {
	Name        string   // of the context
	Size        uint64   // bytes of the first ring, a power of two; 0: 64 KiB
	Max         uint64   // the most bytes of all rings; 0: no limit
	Releaser    Releaser // required
	OnExhausted []Policy // nil: Grow
	Waiter      Waiter   // required by the policy Wait
}

// RingHeap is the Uploader of the articles: a ring of memory that frames use up and the GPU gives back in order. When the ring
// is full, the policy Grow adds one of at least twice the size; older rings are destroyed once they are empty.
//
//	ring 0   64 KiB   ░░░████████░░░     frames 1 and 2 still run; takes no more requests
//	ring 1  128 KiB   ██████░░░░░░░░     the newest takes all requests
//
// It takes no lock at all: what the Releaser reports is a flag that the context reads.
type RingHeap[P any] struct {
	source PageSource[P]
	o      RingHeapOptions
	rings  []*memoryRing[P] // the last takes requests
	frames []*ringFrame     // finished, in order
	stats  UploadStats
}

type memoryRing[P any] struct {
	space *ring.Buffer
	page  P
}

// ringFrame is a finished frame; passed is set once the GPU is done with it.
type ringFrame struct {
	number uint64
	passed atomic.Bool
}

// Reclaim implements Reclaimer.
func (f *ringFrame) Reclaim() { f.passed.Store(true) }

var _ Uploader[int] = (*RingHeap[int])(nil)

// NewRingHeap makes a heap with its first ring. It returns errors of the source, and errors that wrap ErrInvalid.
func NewRingHeap[P any](source PageSource[P], o RingHeapOptions) (*RingHeap[P], error) {
	if o.Size == 0 {
		o.Size = 64 << 10
	}
	o.OnExhausted = orGrow(o.OnExhausted)
	h := &RingHeap[P]{source: source, o: o, stats: UploadStats{Frame: 1}}
	if o.Releaser == nil || bits.OnesCount64(o.Size) != 1 || o.Max > 0 && o.Size > o.Max {
		return nil, fmt.Errorf("%w %s: it needs a Releaser, and a Size that is a power of two and at most Max", ErrInvalid, h.title())
	}
	if err := checkPolicies(h.title(), o.OnExhausted, o.Waiter); err != nil {
		return nil, fmt.Errorf("%w %w", ErrInvalid, err)
	}
	return h, h.add(o.Size)
}

func (h *RingHeap[P]) title() string { return fmt.Sprintf("upload ring of context %q", h.o.Name) }

func (h *RingHeap[P]) add(size uint64) error {
	page, err := h.source.CreatePage(size)
	if err != nil {
		return err
	}
	h.rings = append(h.rings, &memoryRing[P]{ring.New(size), page})
	h.measure()
	return nil
}

// measure notes the memory of all rings.
func (h *RingHeap[P]) measure() {
	c := &h.stats.Current
	c.Allocated, c.Pages = 0, len(h.rings)
	for _, r := range h.rings {
		c.Allocated += r.space.Stats().Capacity
	}
	h.stats.Peak.raise(*c)
}

// Allocate implements Uploader. Only the newest ring is asked.
func (h *RingHeap[P]) Allocate(size, alignment uint64) (Upload[P], error) {
	if err := checkUpload(h.o.Name, size, alignment); err != nil {
		return Upload[P]{}, err
	}
	if len(h.rings) == 0 {
		return Upload[P]{}, fmt.Errorf("%w request: the %s was closed", ErrInvalid, h.title())
	}
	if u, ok := h.tryAllocate(size, alignment); ok {
		return u, nil
	}
	var u Upload[P]
	err := overcome(h.o.OnExhausted, h.o.Waiter, func() *ExhaustedError {
		h.releaseFrames()
		var ok bool
		if u, ok = h.tryAllocate(size, alignment); !ok {
			return h.exhausted(size)
		}
		return nil
	}, func() (bool, error) { return h.grow(size, alignment) })
	return u, err
}

func (h *RingHeap[P]) tryAllocate(size, alignment uint64) (Upload[P], bool) {
	r := h.rings[len(h.rings)-1]
	before := r.space.Stats().Used
	offset, err := r.space.Allocate(size, alignment)
	if err != nil {
		return Upload[P]{}, false
	}
	h.stats.Current.add(size, r.space.Stats().Used-before)
	h.stats.Peak.raise(h.stats.Current)
	return Upload[P]{Page: r.page, Offset: offset, Size: size, frame: h.stats.Frame}, true
}

// grow adds a ring of at least twice the size, so large that the request fits; false if that is more than Max.
func (h *RingHeap[P]) grow(size, alignment uint64) (bool, error) {
	if size > 1<<62 || alignment > 1<<62 {
		return false, nil
	}
	want := pageSizeFor((size+alignment-1)&^(alignment-1), h.rings[len(h.rings)-1].space.Stats().Capacity*2)
	if want == 0 || h.o.Max > 0 && (want > h.o.Max || h.stats.Current.Allocated > h.o.Max-want) {
		return false, nil
	}
	return true, h.add(want)
}

// FinishFrame implements Uploader. It also destroys older rings that have become empty; errors are those of the Releaser and
// the source.
func (h *RingHeap[P]) FinishFrame(queues uint64) error {
	f := &ringFrame{number: h.stats.Frame}
	for _, r := range h.rings {
		if err := r.space.FinishFrame(f.number); err != nil {
			panic("BUG: " + err.Error())
		}
	}
	h.frames = append(h.frames, f)
	err := h.o.Releaser.Release(queues, f)
	h.stats.Frame++
	h.stats.Current = UploadUse{}
	return errors.Join(err, h.Collect())
}

// releaseFrames frees the frames at the front that the GPU has passed.
func (h *RingHeap[P]) releaseFrames() {
	n := 0
	for n < len(h.frames) && h.frames[n].passed.Load() {
		n++
	}
	if n == 0 {
		return
	}
	completed := h.frames[n-1].number
	h.frames = slices.Delete(h.frames, 0, n)
	for _, r := range h.rings {
		r.space.ReleaseFrames(completed)
	}
}

// Collect frees the frames that the GPU has passed, and destroys the older rings that are empty then. Errors are those of the
// source.
func (h *RingHeap[P]) Collect() error {
	h.releaseFrames()
	var errs []error
	newest := len(h.rings) - 1
	var kept []*memoryRing[P]
	for i, r := range h.rings {
		if i == newest || !r.space.Empty() {
			kept = append(kept, r)
			continue
		}
		errs = append(errs, h.source.DestroyPage(r.page))
	}
	h.rings = kept
	h.measure()
	return errors.Join(errs...)
}

// Valid implements Uploader.
func (h *RingHeap[P]) Valid(u Upload[P]) bool { return u.frame == h.stats.Frame }

// Stats implements Uploader. Allocated and Pages are of all rings.
func (h *RingHeap[P]) Stats() UploadStats { return h.stats }

// Rings are the numbers of the rings, the newest last.
func (h *RingHeap[P]) Rings() []ring.Stats {
	var out []ring.Stats
	for _, r := range h.rings {
		out = append(out, r.space.Stats())
	}
	return out
}

func (h *RingHeap[P]) exhausted(size uint64) *ExhaustedError {
	s := h.rings[len(h.rings)-1].space.Stats()
	e := &ExhaustedError{
		Heap: h.title(), Unit: "bytes", Requested: size, Capacity: s.Capacity, Live: s.CurrentFrame, Stale: s.Used - s.CurrentFrame,
		Free: s.Capacity - s.Used, Remedy: fmt.Sprintf("raise Max (now %d bytes), or finish frames so that memory can be reused", h.o.Max),
	}
	switch {
	case s.Used == s.Capacity:
	case s.Head < s.Tail:
		e.Largest, e.Blocks = s.Tail-s.Head, 1
	default:
		e.Largest, e.Blocks = max(s.Capacity-s.Head, s.Tail), 2
	}
	return e
}

// Close destroys all rings. While frames are recorded or wait for the GPU it returns a LeakError and closes nothing.
func (h *RingHeap[P]) Close() error {
	h.releaseFrames()
	leak := &LeakError{Heap: h.title(), Unit: "bytes"}
	for i, r := range h.rings {
		s := r.space.Stats()
		leak.Stale += s.Used - s.CurrentFrame
		if s.CurrentFrame > 0 {
			leak.Live = append(leak.Live, Leak{Name: fmt.Sprintf("ring %d of context %q, which has not finished its frame", i, h.o.Name),
				Count: s.CurrentFrame})
		}
	}
	if len(leak.Live) > 0 || leak.Stale > 0 {
		return leak
	}
	var errs []error
	for _, r := range h.rings {
		errs = append(errs, h.source.DestroyPage(r.page))
	}
	h.rings = nil
	return errors.Join(errs...)
}
