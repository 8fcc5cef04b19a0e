package heaps

import (
	"errors"
	"fmt"
	"math"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/heaps/ring"
)

// memory is a PageSource: pages are called P0, P1 …
type memory struct {
	sizes     []uint64
	destroyed []string
	fail      error
}

func (m *memory) CreatePage(size uint64) (string, error) {
	if m.fail != nil {
		return "", m.fail
	}
	m.sizes = append(m.sizes, size)
	return fmt.Sprint("P", len(m.sizes)-1), nil
}

func (m *memory) DestroyPage(page string) error {
	if m.fail != nil {
		return m.fail
	}
	m.destroyed = append(m.destroyed, page)
	return nil
}

func newPool(t *testing.T, o PagePoolOptions) (*PagePool[string], *memory, *fakeGPU) {
	t.Helper()
	m, g := &memory{}, newGPU()
	o.Name, o.Releaser, o.Waiter = "upload", g, g
	p, err := NewPagePool(m, o)
	require.NoError(t, err)
	return p, m, g
}

// place requires page and offset of an upload.
func place(t *testing.T, from Uploader[string], size, alignment uint64, want string) Upload[string] {
	t.Helper()
	u, err := from.Allocate(size, alignment)
	require.NoError(t, err)
	require.Equal(t, want, fmt.Sprintf("%s/%d", u.Page, u.Offset))
	require.Equal(t, size, u.Size)
	require.True(t, from.Valid(u))
	return u
}

// TestDynamicHeapExample walks through a frame with a page size of 1024 and one page in the pool.
func TestDynamicHeapExample(t *testing.T) {
	pool, m, g := newPool(t, PagePoolOptions{PageSize: 1024, Reserve: 1})
	h := NewDynamicHeap(pool, "context 0")
	place(t, h, 100, 16, "P0/0")
	place(t, h, 100, 256, "P0/256")
	require.EqualValues(t, 356, h.offset)
	place(t, h, 600, 16, "P0/368")
	require.EqualValues(t, 968, h.offset)
	place(t, h, 64, 16, "P1/0") // 976 + 64 > 1024
	place(t, h, 3000, 16, "P2/0")
	last := place(t, h, 64, 16, "P2/3008")
	require.Equal(t, []uint64{1024, 1024, 4096}, m.sizes)
	want := UploadUse{Used: 3928, Aligned: 4104, Allocated: 6144, Pages: 3}
	require.Equal(t, UploadStats{Frame: 1, Current: want, Peak: want}, h.Stats())
	require.InDelta(t, 3928.0/4104, h.Stats().Efficiency(), 1e-12)
	require.InDelta(t, 3928.0/6144, h.Stats().Utilization(), 1e-12)

	require.NoError(t, h.FinishFrame(1))
	require.False(t, h.Valid(last))
	require.Equal(t, UploadStats{Frame: 2, Peak: want}, h.Stats())
	require.Equal(t, PagePoolStats{Pages: 3, Stale: 3, Bytes: 6144, StaleBytes: 6144, PeakPages: 3, PeakBytes: 6144, PeakUsedBytes: 6144}, pool.Stats())
	g.idle()
	require.Equal(t, 3, pool.Stats().Free)
	place(t, h, 64, 16, "P0/0")      // the smallest
	place(t, h, 1500, 16, "P2/0")    // 2048 do not exist, so the 4096
	place(t, h, 2592, 16, "P2/1504") // up to the last byte of 4096
	place(t, h, 1, 1, "P1/0")
}

func TestPagesAreSharedByContexts(t *testing.T) {
	pool, m, g := newPool(t, PagePoolOptions{PageSize: 256})
	a, b := NewDynamicHeap(pool, "a"), NewDynamicHeap(pool, "b")
	place(t, a, 8, 8, "P0/0")
	place(t, b, 8, 8, "P1/0")
	require.NoError(t, b.FinishFrame(1)) // P1 comes back first
	require.NoError(t, a.FinishFrame(1))
	require.NoError(t, a.FinishFrame(1)) // nothing to give back
	place(t, a, 8, 8, "P2/0")            // both wait for the GPU
	g.idle()
	require.Equal(t, []int{2, 1, 0}, []int{pool.Stats().Free, pool.Stats().Taken, pool.Stats().Stale})
	place(t, b, 256, 256, "P1/0")
	place(t, b, 1, 1, "P0/0")
	require.Len(t, m.sizes, 3)
	require.EqualError(t, pool.Close(), `the upload page pool "upload" cannot be closed: 3 allocations not freed, 0 bytes wait for the GPU; page 1 of context "b", which has not finished its frame, 256 bytes; page 2 of context "b", which has not finished its frame, 256 bytes; page 3 of context "a", which has not finished its frame, 256 bytes`)
	require.NoError(t, a.FinishFrame(1))
	require.NoError(t, b.FinishFrame(1))
	require.ErrorContains(t, pool.Close(), "768 bytes wait for the GPU")
	g.idle()
	require.NoError(t, pool.Close())
	require.ElementsMatch(t, []string{"P0", "P1", "P2"}, m.destroyed)
	require.Equal(t, PagePoolStats{PeakPages: 3, PeakBytes: 768, PeakUsedBytes: 768}, pool.Stats())
}

func TestPoolLimitAndWait(t *testing.T) {
	pool, _, _ := newPool(t, PagePoolOptions{PageSize: 256, Max: 512})
	h := NewDynamicHeap(pool, "context 0")
	place(t, h, 200, 1, "P0/0")
	place(t, h, 200, 1, "P1/0")
	before := h.Stats()
	_, err := h.Allocate(57, 1)
	require.EqualError(t, err, `the upload page pool "upload" is exhausted: 256 bytes requested, 0 of 512 free, 512 in use, 0 waiting for the GPU; raise Max (now 512 bytes), or finish frames so that pages can be reused`)
	require.Equal(t, before, h.Stats())
	place(t, h, 56, 1, "P1/200") // what is left of the page

	pool, m, g := newPool(t, PagePoolOptions{PageSize: 256, Max: 512, OnExhausted: []Policy{Grow, Wait}})
	h = NewDynamicHeap(pool, "context 0")
	for i := range 5 {
		u, err := h.Allocate(200, 1)
		require.NoError(t, err)
		require.Equal(t, fmt.Sprint("P", i%2), u.Page)
		require.NoError(t, h.FinishFrame(1))
		g.submit()
	}
	require.Equal(t, 3, g.waits)
	require.Len(t, m.sizes, 2)
	_, err = h.Allocate(300, 1) // two pages of 256 do not help
	require.ErrorContains(t, err, "512 bytes requested, 512 of 512 free (largest block 256), 0 in use, 0 waiting for the GPU, after 2 waits and 0 growths")
}

func TestPoolTrim(t *testing.T) {
	pool, m, g := newPool(t, PagePoolOptions{PageSize: 256, Max: 4096 + 512})
	h := NewDynamicHeap(pool, "context 0")
	place(t, h, 200, 1, "P0/0")
	place(t, h, 4000, 1, "P1/0")
	place(t, h, 200, 1, "P2/0")
	require.NoError(t, h.FinishFrame(1))
	n, err := pool.Trim(0)
	require.NoError(t, err)
	require.Zero(t, n) // the GPU uses them
	g.idle()
	n, err = pool.Trim(512)
	require.NoError(t, err)
	require.Equal(t, 1, n)
	require.Equal(t, []string{"P1"}, m.destroyed)
	require.EqualValues(t, 512, pool.Stats().Bytes)
	place(t, h, 4000, 1, "P3/0") // Max counts what is there
	m.fail = errDevice
	_, err = pool.Trim(0)
	require.ErrorIs(t, err, errDevice)
}

func TestPoolErrors(t *testing.T) {
	g := newGPU()
	for name, o := range map[string]PagePoolOptions{
		"no releaser":      {},
		"odd page size":    {Releaser: g, PageSize: 1000},
		"no waiter":        {Releaser: g, OnExhausted: []Policy{Wait}},
		"reserve over max": {Releaser: g, PageSize: 256, Reserve: 2, Max: 511},
	} {
		_, err := NewPagePool(&memory{}, o)
		require.ErrorIs(t, err, ErrInvalid, name)
	}
	m := &memory{}
	_, err := NewPagePool(m, PagePoolOptions{Releaser: g, PageSize: 256, Reserve: 3, Max: 512})
	require.ErrorIs(t, err, ErrInvalid)
	require.Equal(t, []string{"P1", "P0"}, m.destroyed, "nothing is left of a pool that cannot be made")
	_, err = NewPagePool(&memory{fail: errDevice}, PagePoolOptions{Releaser: g, Reserve: 1})
	require.ErrorIs(t, err, errDevice)
	pool, m, _ := newPool(t, PagePoolOptions{})
	require.EqualValues(t, 1<<20, pool.PageSize())
	h := NewDynamicHeap(pool, "context 0")
	for _, c := range [][2]uint64{{0, 1}, {1, 0}, {1, 3}} {
		_, err := h.Allocate(c[0], c[1])
		require.ErrorIs(t, err, ErrInvalid)
	}
	_, err = h.Allocate(math.MaxUint64, 1)
	require.ErrorAs(t, err, new(*ExhaustedError))
	m.fail = errDevice
	_, err = h.Allocate(1, 1)
	require.ErrorIs(t, err, errDevice)
	require.Zero(t, pool.Stats().Pages)
}

func newRings(t *testing.T, o RingHeapOptions) (*RingHeap[string], *memory, *fakeGPU) {
	t.Helper()
	m, g := &memory{}, newGPU()
	o.Name, o.Releaser, o.Waiter = "context 0", g, g
	h, err := NewRingHeap(m, o)
	require.NoError(t, err)
	return h, m, g
}

// TestRingHeapGrows: a full ring is followed by one of twice the size, or more if the request is larger, and dies when its
// frames have passed.
func TestRingHeapGrows(t *testing.T) {
	h, m, g := newRings(t, RingHeapOptions{Size: 1024})
	old := place(t, h, 600, 256, "P0/0")
	place(t, h, 200, 16, "P0/768")
	place(t, h, 100, 16, "P1/0") // 976 + 112 > 1024
	place(t, h, 5000, 16, "P2/0")
	require.Equal(t, []uint64{1024, 2048, 8192}, m.sizes)
	require.EqualValues(t, 11264, h.Stats().Current.Allocated)
	require.Equal(t, UploadUse{Used: 5900, Aligned: 768 + 208 + 112 + 5008, Allocated: 11264, Pages: 3}, h.Stats().Peak)
	require.NoError(t, h.FinishFrame(1))
	require.False(t, h.Valid(old))
	require.Len(t, h.Rings(), 3) // the GPU has not passed
	place(t, h, 100, 16, "P2/5008")
	require.ErrorContains(t, h.Close(), `1 allocation not freed, 6096 bytes wait for the GPU; ring 2 of context "context 0", which has not finished its frame, 112 bytes`)
	g.idle()
	require.NoError(t, h.FinishFrame(1))
	require.Equal(t, []string{"P0", "P1"}, m.destroyed)
	require.Equal(t, []ring.Stats{{Capacity: 8192, Used: 112, Head: 5120, Tail: 5008, Frames: 1}}, h.Rings())
	require.ErrorContains(t, h.Close(), "112 bytes wait for the GPU")
	g.idle()
	require.NoError(t, h.Close())
	require.Equal(t, []string{"P0", "P1", "P2"}, m.destroyed)
	_, err := h.Allocate(1, 1)
	require.ErrorIs(t, err, ErrInvalid)
}

// TestRingHeapGoesRound: frames of a third of the ring need no second one while the GPU keeps up.
func TestRingHeapGoesRound(t *testing.T) {
	h, m, g := newRings(t, RingHeapOptions{Size: 1024})
	offsets := []uint64{}
	for range 7 {
		u, err := h.Allocate(256, 256)
		require.NoError(t, err)
		offsets = append(offsets, u.Offset)
		require.NoError(t, h.FinishFrame(1))
		g.submit()
		g.complete(g.next - g.completed - min(2, g.next)) // two frames behind
	}
	require.Equal(t, []uint64{0, 256, 512, 768, 0, 256, 512}, offsets)
	require.Len(t, m.sizes, 1)
}

func TestRingHeapLimitAndWait(t *testing.T) {
	h, _, _ := newRings(t, RingHeapOptions{Size: 256, Max: 767})
	place(t, h, 200, 1, "P0/0")
	_, err := h.Allocate(100, 1)
	require.EqualError(t, err, `the upload ring of context "context 0" is exhausted: 100 bytes requested, 56 of 256 free (largest block 56), 200 in use, 0 waiting for the GPU; raise Max (now 767 bytes), or finish frames so that memory can be reused`)
	place(t, h, 56, 1, "P0/200")
	_, err = h.Allocate(1, 1)
	require.ErrorContains(t, err, "0 of 256 free, 256 in use")
	_, err = h.Allocate(math.MaxUint64, 1)
	require.ErrorAs(t, err, new(*ExhaustedError))

	h, m, g := newRings(t, RingHeapOptions{Size: 256, OnExhausted: []Policy{Wait, Grow}})
	place(t, h, 200, 1, "P0/0")
	require.NoError(t, h.FinishFrame(1))
	g.submit()
	place(t, h, 200, 1, "P0/0")
	require.Equal(t, 1, g.waits)
	place(t, h, 100, 1, "P1/0")
	require.Equal(t, []uint64{256, 512}, m.sizes)
}

func TestRingHeapErrors(t *testing.T) {
	g := newGPU()
	for name, o := range map[string]RingHeapOptions{
		"no releaser": {},
		"odd size":    {Releaser: g, Size: 100},
		"over max":    {Releaser: g, Size: 512, Max: 511},
		"no waiter":   {Releaser: g, OnExhausted: []Policy{Wait}},
	} {
		_, err := NewRingHeap(&memory{}, o)
		require.ErrorIs(t, err, ErrInvalid, name)
	}
	_, err := NewRingHeap(&memory{fail: errDevice}, RingHeapOptions{Releaser: g})
	require.ErrorIs(t, err, errDevice)
	h, m, _ := newRings(t, RingHeapOptions{})
	require.EqualValues(t, 64<<10, h.Rings()[0].Capacity)
	_, err = h.Allocate(1, 7)
	require.ErrorIs(t, err, ErrInvalid)
	m.fail = errDevice
	_, err = h.Allocate(1<<20, 1)
	require.ErrorIs(t, err, errDevice)
}

// FuzzUploads plays both Uploaders: bytes of frames that the GPU has not passed are never handed out again.
func FuzzUploads(f *testing.F) {
	f.Add(false, []byte{200, 3, 90, 0, 220, 0, 240, 1, 200, 2})
	f.Add(true, []byte{200, 3, 90, 0, 220, 0, 240, 1, 200, 2})
	f.Fuzz(playUploads)
}

func TestUploadsAgainstTheirBytes(t *testing.T) {
	for seed := range uint64(20) {
		playUploads(t, seed%2 == 0, randomProgram(seed, 600))
	}
}

func playUploads(t *testing.T, rings bool, program []byte) {
	m, g := &memory{}, newGPU()
	pool, err := NewPagePool(m, PagePoolOptions{Name: "upload", PageSize: 256, Max: 2048, Releaser: g})
	require.NoError(t, err)
	var up Uploader[string] = NewDynamicHeap(pool, "context 0")
	if rings {
		up, err = NewRingHeap(m, RingHeapOptions{Name: "context 0", Size: 256, Max: 2048, Releaser: g})
		require.NoError(t, err)
	}
	used := map[string]map[uint64]uint64{} // page → byte → list that uses it
	for ; len(program) >= 2; program = program[2:] {
		op, x := program[0], program[1]
		switch {
		case op < 210:
			size, alignment := uint64(op)+1, uint64(1)<<(x%9)
			u, err := up.Allocate(size, alignment)
			if err != nil {
				require.ErrorAs(t, err, new(*ExhaustedError))
				continue
			}
			require.Zero(t, u.Offset%alignment)
			if used[u.Page] == nil {
				used[u.Page] = map[uint64]uint64{}
			}
			for i := u.Offset; i < u.Offset+size; i++ {
				list, taken := used[u.Page][i]
				require.False(t, taken && list >= g.completed, "%s/%d", u.Page, i)
				used[u.Page][i] = g.next
			}
		case op < 235:
			require.NoError(t, up.FinishFrame(1))
			g.submit()
		default:
			g.complete(uint64(x % 3))
		}
	}
	require.NoError(t, up.FinishFrame(1))
	g.idle()
	if h, ok := up.(*RingHeap[string]); ok {
		require.NoError(t, h.Close())
	}
	require.NoError(t, pool.Close())
	require.Len(t, m.destroyed, len(m.sizes))
}

// TestPagesInParallel: contexts share a pool, a GPU completes, somebody trims. Run with -race.
func TestPagesInParallel(t *testing.T) {
	const contexts, frames = 4, 50
	g := newGPU()
	var made atomic.Int32
	pool, err := NewPagePool[*atomic.Int32](counters{&made}, PagePoolOptions{Name: "upload", PageSize: 256, Releaser: g})
	require.NoError(t, err)
	work := func() error {
		h := NewDynamicHeap(pool, "context")
		for range frames {
			for range 5 {
				u, err := h.Allocate(100, 16)
				if err != nil {
					return err
				}
				if u.Offset == 0 && u.Page.Add(1) != 1 {
					return errors.New("two contexts have one page")
				}
			}
			for _, p := range h.pages {
				p.value.Add(-1)
			}
			if err := h.FinishFrame(1); err != nil {
				return err
			}
			g.submit()
			g.complete(1)
			if _, err := pool.Trim(512); err != nil {
				return err
			}
			pool.Map()
		}
		return nil
	}
	failures := make(chan error, contexts)
	for range contexts {
		go func() { failures <- work() }()
	}
	for range contexts {
		require.NoError(t, <-failures)
	}
	g.idle()
	s := pool.Stats()
	require.Equal(t, []int{0, 0}, []int{s.Taken, s.Stale})
	require.EqualValues(t, s.Pages, made.Load())
	require.NoError(t, pool.Close())
	require.Zero(t, made.Load())
}

// counters makes pages that count who has them.
type counters struct{ made *atomic.Int32 }

func (c counters) CreatePage(uint64) (*atomic.Int32, error) {
	c.made.Add(1)
	return new(atomic.Int32), nil
}

func (c counters) DestroyPage(*atomic.Int32) error {
	c.made.Add(-1)
	return nil
}
