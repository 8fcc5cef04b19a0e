package heaps

import (
	"fmt"
	"math/bits"
)

// Upload is space for data of this frame: bytes [Offset, Offset + Size) of a page. It is a value without an owner.
type Upload[P any] struct {
	Page         P
	Offset, Size uint64
	frame        uint64
}

// Uploader gives one context its dynamic memory: DynamicHeap and RingHeap. It belongs to one context, is not safe for
// concurrent use, and takes no lock except when it needs more memory.
type Uploader[P any] interface {
	// Allocate takes size bytes at an offset that is a multiple of alignment, a power of two. It returns an ExhaustedError when
	// the policies did not help, errors of the PageSource, and errors that wrap ErrInvalid for wrong arguments.
	Allocate(size, alignment uint64) (Upload[P], error)
	// FinishFrame ends the frame: its memory is reused once the queues of the mask have passed. The mask is of the queues that
	// execute the frame's command lists; call it after they were submitted.
	FinishFrame(queues uint64) error
	// Valid reports whether an Upload of this Uploader is of the current frame.
	Valid(u Upload[P]) bool
	// Stats reads the numbers.
	Stats() UploadStats
}

// UploadUse is how much memory a frame uses, in bytes.
type UploadUse struct {
	Used      uint64 // asked for
	Aligned   uint64 // with what alignment skipped
	Allocated uint64 // pages taken, or capacity of rings
	Pages     int
}

func (u *UploadUse) add(size, aligned uint64) {
	u.Used += size
	u.Aligned += aligned
}

// raise keeps the larger of each number.
func (u *UploadUse) raise(now UploadUse) {
	u.Used, u.Aligned = max(u.Used, now.Used), max(u.Aligned, now.Aligned)
	u.Allocated, u.Pages = max(u.Allocated, now.Allocated), max(u.Pages, now.Pages)
}

// UploadStats are the numbers of the current frame, and the largest of all frames.
type UploadStats struct {
	Frame         uint64 // ordinal of the current frame, from 1
	Current, Peak UploadUse
}

// Efficiency is how much of what was taken is data at the peaks: Used / Aligned; 1 if there is nothing.
func (s UploadStats) Efficiency() float64 { return share(s.Peak.Used, s.Peak.Aligned) }

// Utilization is how much of the memory held data at the peaks: Used / Allocated; 1 if there is nothing.
func (s UploadStats) Utilization() float64 { return share(s.Peak.Used, s.Peak.Allocated) }

// checkUpload refuses wrong arguments.
func checkUpload(name string, size, alignment uint64) error {
	if size == 0 || bits.OnesCount64(alignment) != 1 {
		return fmt.Errorf("%w upload request of context %q: %d bytes with alignment %d; ask for at least 1 byte, and an alignment that is a power of two",
			ErrInvalid, name, size, alignment)
	}
	return nil
}

// DynamicHeap is the Uploader of pages: it allocates linearly in a page of the pool, then in the next. A request that does not fit leaves the rest of
// the page unused; all pages go back together at the end of the frame.
//
//	page 0  ██████░██████████░██████████░░░░   100, 100 at 256, 600 (page of 1024)
//	page 1  ██▲                                64 did not fit
//	          └ the next request
type DynamicHeap[P any] struct {
	pool   *PagePool[P]
	name   string
	pages  []*page[P]
	page   *page[P] // the last one; nil at the start of a frame
	offset uint64   // of the first unused byte
	stats  UploadStats
}

// NewDynamicHeap makes an empty heap. The name is that of the context, for messages.
func NewDynamicHeap[P any](pool *PagePool[P], name string) *DynamicHeap[P] {
	return &DynamicHeap[P]{pool: pool, name: name, stats: UploadStats{Frame: 1}}
}

var _ Uploader[int] = (*DynamicHeap[int])(nil)

// Allocate implements Uploader. Pages begin aligned for every use, so the first request of a page is at 0.
func (h *DynamicHeap[P]) Allocate(size, alignment uint64) (Upload[P], error) {
	if size == 0 || alignment&(alignment-1) != 0 || alignment == 0 {
		return Upload[P]{}, checkUpload(h.name, size, alignment)
	}
	padding := -h.offset & (alignment - 1)
	if h.page == nil || h.page.size-h.offset < size || h.page.size-h.offset-size < padding {
		if err := h.nextPage(size); err != nil {
			return Upload[P]{}, err
		}
		padding = 0
	}
	u := Upload[P]{Page: h.page.value, Offset: h.offset + padding, Size: size, frame: h.stats.Frame}
	h.offset += padding + size
	h.stats.Current.add(size, padding+size)
	h.stats.Peak.raise(h.stats.Current)
	return u, nil
}

func (h *DynamicHeap[P]) nextPage(size uint64) error {
	g, err := h.pool.take(h.name, size)
	if err != nil {
		return err
	}
	h.pages = append(h.pages, g)
	h.page, h.offset = g, 0
	h.stats.Current.Allocated += g.size
	h.stats.Current.Pages++
	return nil
}

// FinishFrame implements Uploader. The pages go back to the pool.
func (h *DynamicHeap[P]) FinishFrame(queues uint64) error {
	err := h.pool.release(h.pages, queues)
	clear(h.pages)
	h.pages, h.page, h.offset = h.pages[:0], nil, 0
	h.stats.Frame++
	h.stats.Current = UploadUse{}
	return err
}

// Valid implements Uploader.
func (h *DynamicHeap[P]) Valid(u Upload[P]) bool { return u.frame == h.stats.Frame }

// Stats implements Uploader.
func (h *DynamicHeap[P]) Stats() UploadStats { return h.stats }
