package heaps

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// PageSource creates the memory of upload heaps. P is whatever the caller needs to write into a page and to name it in commands:
// a mapped buffer. It is called without locks held.
type PageSource[P any] interface {
	// CreatePage makes a page of size bytes, aligned for every use.
	CreatePage(size uint64) (P, error)
	// DestroyPage gives a page back that the GPU no longer uses.
	DestroyPage(page P) error
}

// PagePoolOptions describe a PagePool.
type PagePoolOptions struct {
	Name        string
	PageSize    uint64   // bytes of a page, a power of two; larger requests get larger pages. 0: 1 MiB
	Reserve     int      // pages created at the start
	Max         uint64   // the most bytes of all pages; 0: no limit
	Releaser    Releaser // required
	OnExhausted []Policy // nil: Grow
	Waiter      Waiter   // required by the policy Wait
}

// page is a page of a pool.
type page[P any] struct {
	value P
	size  uint64
	id    uint64 // in order of creation
	state pageState
	owner string // the context that has it, or had it last
}

// pageState is where a page is.
type pageState uint8

const (
	pageFree pageState = iota
	pageTaken
	pageStale
)

// PagePool is the memory behind the DynamicHeaps of all contexts. Pages are created when they are needed, and reused when the GPU
// has passed; the smallest that is large enough, of equals the one that came back first. Safe for concurrent use.
type PagePool[P any] struct {
	source PageSource[P]
	o      PagePoolOptions

	mu       sync.Mutex
	free     []*page[P]          // by size, then by when they came back
	all      map[uint64]*page[P] // by id
	ids      uint64
	reserved uint64 // bytes of all pages, those being created too
	stats    PagePoolStats
}

// PagePoolStats are the numbers of a PagePool at one moment.
type PagePoolStats struct {
	Pages, Free, Taken, Stale int    // pages; Pages is their sum
	Bytes                     uint64 // of all pages
	TakenBytes, StaleBytes    uint64
	PeakPages                 int
	PeakBytes                 uint64
	PeakUsedBytes             uint64 // the most that was ever taken or stale
}

// NewPagePool makes a pool with Reserve pages. It returns errors of the source, and errors that wrap ErrInvalid.
func NewPagePool[P any](source PageSource[P], o PagePoolOptions) (*PagePool[P], error) {
	if o.PageSize == 0 {
		o.PageSize = 1 << 20
	}
	o.OnExhausted = orGrow(o.OnExhausted)
	p := &PagePool[P]{source: source, o: o, all: map[uint64]*page[P]{}}
	if o.Releaser == nil || o.PageSize&(o.PageSize-1) != 0 {
		return nil, fmt.Errorf("%w %s: it needs a Releaser, and a PageSize that is a power of two", ErrInvalid, p.title())
	}
	if err := checkPolicies(p.title(), o.OnExhausted, o.Waiter); err != nil {
		return nil, fmt.Errorf("%w %w", ErrInvalid, err)
	}
	if err := p.fill(); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return p, nil
}

// fill makes the pages of the reserve.
func (p *PagePool[P]) fill() error {
	for range p.o.Reserve {
		grown, err := p.grow(p.o.PageSize)
		if err != nil {
			return err
		}
		if !grown {
			return fmt.Errorf("%w %s: the reserve of %d pages is more than Max, %d bytes", ErrInvalid, p.title(), p.o.Reserve, p.o.Max)
		}
	}
	return nil
}

func (p *PagePool[P]) title() string { return fmt.Sprintf("upload page pool %q", p.o.Name) }

// PageSize is the size of a usual page in bytes.
func (p *PagePool[P]) PageSize() uint64 { return p.o.PageSize }

// pageSizeFor doubles the page size until size fits; 0 if there is no such number.
func pageSizeFor(size, pageSize uint64) uint64 {
	for pageSize < size && pageSize != 0 {
		pageSize *= 2
	}
	return pageSize
}

// take finds or creates a page of at least size bytes for a context.
func (p *PagePool[P]) take(owner string, size uint64) (*page[P], error) {
	want := pageSizeFor(size, p.o.PageSize)
	if want == 0 {
		return nil, p.exhausted(size)
	}
	got := p.takeFree(owner, want)
	if got != nil {
		return got, nil
	}
	err := overcome(p.o.OnExhausted, p.o.Waiter, func() *ExhaustedError {
		if got = p.takeFree(owner, want); got == nil {
			return p.exhausted(want)
		}
		return nil
	}, func() (bool, error) { return p.grow(want) })
	return got, err
}

func (p *PagePool[P]) takeFree(owner string, size uint64) *page[P] {
	p.mu.Lock()
	defer p.mu.Unlock()
	i, _ := slices.BinarySearchFunc(p.free, size, func(g *page[P], size uint64) int { return cmp.Compare(g.size, size) })
	if i == len(p.free) {
		return nil
	}
	got := p.free[i]
	p.free = slices.Delete(p.free, i, i+1)
	got.owner = owner
	p.shift(got, pageTaken)
	return got
}

// shift changes the state of a page and the counts. The lock is held.
func (p *PagePool[P]) shift(g *page[P], to pageState) {
	p.count(g, -1)
	g.state = to
	p.count(g, 1)
	s := &p.stats
	s.PeakUsedBytes = max(s.PeakUsedBytes, s.TakenBytes+s.StaleBytes)
}

func (p *PagePool[P]) count(g *page[P], sign int) {
	s, bytes := &p.stats, g.size
	if sign < 0 {
		bytes = -bytes
	}
	switch g.state {
	case pageFree:
		s.Free += sign
	case pageTaken:
		s.Taken += sign
		s.TakenBytes += bytes
	case pageStale:
		s.Stale += sign
		s.StaleBytes += bytes
	}
}

// insertFree puts a page after the free ones of its size. The lock is held.
func (p *PagePool[P]) insertFree(g *page[P]) {
	i, _ := slices.BinarySearchFunc(p.free, g.size+1, func(g *page[P], size uint64) int { return cmp.Compare(g.size, size) })
	p.free = slices.Insert(p.free, i, g)
}

// grow adds a free page; false if that is more than Max.
func (p *PagePool[P]) grow(size uint64) (bool, error) {
	p.mu.Lock()
	if p.o.Max > 0 && (p.reserved > p.o.Max || size > p.o.Max-p.reserved) {
		p.mu.Unlock()
		return false, nil
	}
	p.reserved += size
	p.ids++
	g := &page[P]{size: size, id: p.ids}
	p.mu.Unlock()

	value, err := p.source.CreatePage(size)

	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil {
		p.reserved -= size
		return false, err
	}
	g.value = value
	p.all[g.id] = g
	p.insertFree(g)
	p.count(g, 1)
	s := &p.stats
	s.Pages, s.Bytes = s.Pages+1, s.Bytes+size
	s.PeakPages, s.PeakBytes = max(s.PeakPages, s.Pages), max(s.PeakBytes, s.Bytes)
	return true, nil
}

// staleFrame is the pages of a finished frame.
type staleFrame[P any] struct {
	pool  *PagePool[P]
	pages []*page[P]
}

// Reclaim implements Reclaimer.
func (f *staleFrame[P]) Reclaim() {
	f.pool.mu.Lock()
	defer f.pool.mu.Unlock()
	for _, g := range f.pages {
		if g.state != pageStale {
			panic("BUG: a page was reclaimed twice")
		}
		f.pool.shift(g, pageFree)
		f.pool.insertFree(g)
	}
}

// release makes taken pages stale.
func (p *PagePool[P]) release(pages []*page[P], queues uint64) error {
	if len(pages) == 0 {
		return nil
	}
	p.mu.Lock()
	for _, g := range pages {
		p.shift(g, pageStale)
	}
	p.mu.Unlock()
	return p.o.Releaser.Release(queues, &staleFrame[P]{p, slices.Clone(pages)})
}

// Trim destroys free pages, the largest first, until at most keep bytes are free, and returns how many pages it destroyed. A
// large upload raises the memory for ever otherwise. Errors are those of the source; it stops at the first.
func (p *PagePool[P]) Trim(keep uint64) (int, error) {
	n := 0
	for {
		g := p.dropFree(keep)
		if g == nil {
			return n, nil
		}
		if err := p.source.DestroyPage(g.value); err != nil {
			return n, err
		}
		n++
	}
}

// dropFree takes the largest free page out of the pool if more than keep bytes are free.
func (p *PagePool[P]) dropFree(keep uint64) *page[P] {
	p.mu.Lock()
	defer p.mu.Unlock()
	bytes := p.stats.Bytes - p.stats.TakenBytes - p.stats.StaleBytes
	if bytes <= keep {
		return nil
	}
	g := p.free[len(p.free)-1]
	p.free = p.free[:len(p.free)-1]
	delete(p.all, g.id)
	p.count(g, -1)
	p.reserved -= g.size
	p.stats.Pages--
	p.stats.Bytes -= g.size
	return g
}

// Stats reads the numbers.
func (p *PagePool[P]) Stats() PagePoolStats {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stats
}

func (p *PagePool[P]) exhausted(size uint64) *ExhaustedError {
	s := p.Stats()
	e := &ExhaustedError{
		Heap: p.title(), Unit: "bytes", Requested: size, Capacity: s.Bytes, Live: s.TakenBytes, Stale: s.StaleBytes,
		Free: s.Bytes - s.TakenBytes - s.StaleBytes, Blocks: s.Free,
		Remedy: fmt.Sprintf("raise Max (now %d bytes), or finish frames so that pages can be reused", p.o.Max),
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.free); n > 0 {
		e.Largest = p.free[n-1].size
	}
	return e
}

// Close destroys all pages. While pages are taken or stale it returns a LeakError and closes nothing.
func (p *PagePool[P]) Close() error {
	s := p.Stats()
	if s.Taken+s.Stale > 0 {
		return &LeakError{Heap: p.title(), Unit: "bytes", Live: p.leaks(), Stale: s.StaleBytes}
	}
	_, err := p.Trim(0)
	return err
}

func (p *PagePool[P]) leaks() []Leak {
	p.mu.Lock()
	defer p.mu.Unlock()
	var out []Leak
	for _, g := range p.sorted() {
		if g.state == pageTaken {
			out = append(out, Leak{Name: fmt.Sprintf("page %d of context %q, which has not finished its frame", g.id, g.owner), Count: g.size})
		}
	}
	return out
}

// sorted lists all pages by id. The lock is held.
func (p *PagePool[P]) sorted() []*page[P] {
	out := make([]*page[P], 0, len(p.all))
	for _, g := range p.all {
		out = append(out, g)
	}
	slices.SortFunc(out, func(x, y *page[P]) int { return cmp.Compare(x.id, y.id) })
	return out
}
