package lifetime_test

import (
	"errors"
	"testing"

	"github.com/gpuscript/gpuscript/lifetime"
	"github.com/stretchr/testify/require"
)

func newPool(b *bench) *lifetime.Pool[int] {
	return lifetime.NewPool(b.d, lifetime.PoolDesc[int]{Name: "allocators", New: func(n int) (int, error) { return n, nil }})
}

func (b *bench) get(p *lifetime.Pool[int]) int {
	o, err := p.Get()
	require.NoError(b.t, err)
	return o
}

// TestPoolStaysFlat: ten thousand frames with two in flight need as many objects as the first few.
func TestPoolStaysFlat(t *testing.T) {
	for _, n := range []lifetime.Numbering{lifetime.Seed, lifetime.Modern} {
		b := newBench(t, n, 1)
		b.events = nil
		p := newPool(b)
		for frame := range uint64(10_000) {
			o := b.get(p)
			p.Put(o, b.submit(0))
			b.gpus[0].value = max(frame, 1) - 1 // the GPU is two lists behind
			b.purge()
			b.events = b.events[:0]
		}
		require.Equal(t, 3, p.Stats().Created, n.String())
	}
}

func TestPoolOrders(t *testing.T) {
	for n, want := range map[lifetime.Numbering]int{lifetime.Seed: 0, lifetime.Modern: 1} {
		b := newBench(t, n, 1)
		p := newPool(b)
		first, second := b.get(p), b.get(p)
		require.Equal(t, []int{0, 1}, []int{first, second})
		p.Put(first, b.submit(0))
		p.Put(second, b.submit(0))
		require.Equal(t, 2, b.get(p), "both are in flight")
		b.gpus[0].value = 2
		b.purge()
		require.Equal(t, want, b.get(p), "%s: the front of the queue, or what came back last", n)
	}
}

// TestPoolLooksAtTheFrontOnly: the seed's queue does not look past an object that is in flight.
func TestPoolLooksAtTheFrontOnly(t *testing.T) {
	b := newBench(t, lifetime.Seed, 2)
	p := newPool(b)
	slow, quick := b.get(p), b.get(p)
	p.Put(slow, b.submit(0))
	p.Put(quick, b.submit(1))
	b.gpus[1].value = 1
	require.Equal(t, 2, b.get(p), "the front waits for queue 0")
	b.gpus[0].value = 1
	require.Equal(t, []int{slow, quick}, []int{b.get(p), b.get(p)})
}

func TestPoolOfSeveralQueues(t *testing.T) {
	for _, n := range []lifetime.Numbering{lifetime.Seed, lifetime.Modern} {
		b := newBench(t, n, 2)
		p := newPool(b)
		page := b.get(p)
		require.ErrorIs(t, p.Release(page, 0), lifetime.ErrNoQueue)
		require.NoError(t, p.Release(page, lifetime.AllQueues))
		b.submit(0)
		b.submit(1)
		b.gpus[1].value = 1
		b.purge()
		require.Equal(t, lifetime.PoolStats{Name: "allocators", Created: 1, InFlight: 1}, p.Stats())
		require.Equal(t, 1, b.get(p), "queue 0 has not passed")
		b.gpus[0].value = 1
		b.purge()
		require.Equal(t, page, b.get(p))
	}
}

func TestPoolFreeAndErrors(t *testing.T) {
	for _, n := range []lifetime.Numbering{lifetime.Seed, lifetime.Modern} {
		b := newBench(t, n, 1)
		var fail error
		p := lifetime.NewPool(b.d, lifetime.PoolDesc[int]{Name: "contexts", New: func(n int) (int, error) { return n, fail }, Reuse: func(int) error { return fail }})
		o := b.get(p)
		p.PutFree(o)
		require.Equal(t, o, b.get(p), "free at once")
		require.ErrorContains(t, b.d.Close(), "contexts: 1 not given back")
		fail = errors.New("no memory")
		_, err := p.Get()
		require.ErrorIs(t, err, fail, "New fails")
		p.PutFree(o)
		_, err = p.Get()
		require.ErrorIs(t, err, fail, "Reuse fails")
		require.Equal(t, lifetime.PoolStats{Name: "contexts", Created: 1, Free: 1}, p.Stats())
		fail = nil
		require.Equal(t, o, b.get(p), "what could not be prepared stays")
	}
}

func TestPoolDrop(t *testing.T) {
	for _, n := range []lifetime.Numbering{lifetime.Seed, lifetime.Modern} {
		b := newBench(t, n, 1)
		p := newPool(b)
		free, flying := b.get(p), b.get(p)
		p.PutFree(free)
		p.Put(flying, b.submit(0))
		var gone []int
		require.NoError(t, p.Drop(func(o int) error { gone = append(gone, o); return nil }))
		require.ElementsMatch(t, []int{free, flying}, gone)
		require.Zero(t, p.Stats().Created)
		require.NoError(t, b.d.Close())
	}
}
