package lifetime_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/gpuscript/gpuscript/lifetime"
	"github.com/stretchr/testify/require"
)

// atomicFence is a fence that completes what is submitted at once.
type atomicFence struct{ value atomic.Uint64 }

func (f *atomicFence) CompletedValue() (uint64, error) { return f.value.Load(), nil }

// TestAnyThreadMayRelease: several goroutines release, submit and purge; every object is destroyed once.
func TestAnyThreadMayRelease(t *testing.T) {
	const workers, each = 4, 500
	fences := []*atomicFence{{}, {}}
	d, err := lifetime.NewDomain(lifetime.Options{Queues: []lifetime.QueueDesc{{Name: "a", Fence: fences[0]}, {Name: "b", Fence: fences[1]}}})
	require.NoError(t, err)
	var gone [workers * each]atomic.Int32
	objects := lifetime.NewReleaseQueue(d, "objects", func(i int) error { gone[i].Add(1); return nil })
	pool := lifetime.NewPool(d, lifetime.PoolDesc[*int]{Name: "pool", New: func(n int) (*int, error) { return new(int), nil }})
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			q := d.Queue(w % 2)
			for i := range each {
				lent, _ := pool.Get()
				*lent++
				_ = objects.Release(w*each+i, lifetime.AllQueues)
				s, _ := q.Submit(func(v uint64) error { fences[w%2].value.Store(v); return nil })
				pool.Put(lent, s)
				_, _ = d.Purge()
				_ = d.Stats()
			}
		})
	}
	wg.Wait()
	for i := range 2 {
		_, err := d.Queue(i).Submit(func(v uint64) error { fences[i].value.Store(v); return nil })
		require.NoError(t, err)
	}
	_, err = d.Purge()
	require.NoError(t, err)
	for i := range gone {
		require.EqualValues(t, 1, gone[i].Load())
	}
	require.LessOrEqual(t, pool.Stats().Created, workers*2)
	require.NoError(t, d.Close())
}

// BenchmarkFrame is a frame that releases a hundred objects, with the GPU two frames behind.
func BenchmarkFrame(b *testing.B) {
	for _, n := range []lifetime.Numbering{lifetime.Seed, lifetime.Modern} {
		b.Run(n.String(), func(b *testing.B) {
			f := &atomicFence{}
			d, _ := lifetime.NewDomain(lifetime.Options{Numbering: n, Queues: []lifetime.QueueDesc{{Name: "main", Fence: f}}})
			objects := lifetime.NewReleaseQueue(d, "objects", func(int) error { return nil })
			b.ReportAllocs()
			for b.Loop() {
				for i := range 100 {
					_ = objects.Release(i, 1)
				}
				s, _ := d.Queue(0).Submit(func(uint64) error { return nil })
				f.value.Store(max(s.Value, 2) - 2)
				_, _ = d.Queue(0).Purge()
			}
		})
	}
}

// BenchmarkPool is an allocator that is taken and given back.
func BenchmarkPool(b *testing.B) {
	f := &atomicFence{}
	d, _ := lifetime.NewDomain(lifetime.Options{Queues: []lifetime.QueueDesc{{Name: "main", Fence: f}}})
	p := lifetime.NewPool(d, lifetime.PoolDesc[int]{Name: "allocators", New: func(n int) (int, error) { return n, nil }})
	b.ReportAllocs()
	for b.Loop() {
		o, _ := p.Get()
		s, _ := d.Queue(0).Submit(func(uint64) error { return nil })
		p.Put(o, s)
		f.value.Store(max(s.Value, 2) - 2)
		_, _ = d.Queue(0).Purge()
	}
}
