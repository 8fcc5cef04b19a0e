package heaps

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

func TestCacheSharesDescriptors(t *testing.T) {
	h, _, g := newCPUHeap(t, CPUHeapOptions{Size: 16, Type: gpu.HeapSampler})
	c := NewCache[SamplerKey](h)
	linear := KeyOfSampler(gpu.SamplerDesc{Filter: 1, MaxLOD: 9})
	point := KeyOfSampler(gpu.SamplerDesc{MaxLOD: 9})
	filled := 0
	fill := func(*Allocation) error { filled++; return nil }
	acquire := func(k SamplerKey) *Shared[SamplerKey] {
		s, err := c.Acquire(k, "sampler", 1, fill)
		require.NoError(t, err)
		return s
	}
	a, b, other := acquire(linear), acquire(linear), acquire(point)
	require.Same(t, a.Allocation(), b.Allocation())
	require.NotSame(t, a.Allocation(), other.Allocation())
	require.Equal(t, 2, filled)
	require.Equal(t, CacheStats{Entries: 2, References: 3, Hits: 1, Misses: 2}, c.Stats())
	require.EqualValues(t, 2, h.Stats().Live)

	require.NoError(t, a.Release(1))
	require.EqualValues(t, 2, h.Stats().Live)
	require.NoError(t, b.Release(2))
	require.EqualValues(t, 1, h.Stats().Live)
	require.EqualValues(t, 3, b.queues) // both queues must pass
	require.ErrorContains(t, b.Release(1), "all its owners have released it before")
	fresh := acquire(linear) // the stale descriptor is not reused
	require.NotSame(t, a.Allocation(), fresh.Allocation())
	require.Equal(t, 3, filled)
	require.NoError(t, fresh.Release(1))
	require.NoError(t, other.Release(1))
	g.idle()
	require.Equal(t, CacheStats{Hits: 1, Misses: 3}, c.Stats())
	require.NoError(t, h.Close())
}

func TestCacheKeepsNothingAfterErrors(t *testing.T) {
	h, _, g := newCPUHeap(t, CPUHeapOptions{Size: 2, Max: 2})
	c := NewCache[string](h)
	_, err := c.Acquire("a", "a", 1, func(*Allocation) error { return errDevice })
	require.ErrorIs(t, err, errDevice)
	require.Zero(t, c.Stats())
	g.idle()
	require.Zero(t, h.Stats().Live+h.Stats().Stale)
	_, err = c.Acquire("large", "a", 3, func(*Allocation) error { panic("BUG: there is nothing to fill") })
	require.ErrorAs(t, err, new(*ExhaustedError))
}

// TestCacheWhenAnotherWasFaster: the fill function of one acquisition makes another of the same key.
func TestCacheWhenAnotherWasFaster(t *testing.T) {
	h, _, _ := newCPUHeap(t, CPUHeapOptions{Size: 4})
	c := NewCache[int](h)
	var faster *Shared[int]
	s, err := c.Acquire(7, "slow", 1, func(*Allocation) (err error) {
		faster, err = c.Acquire(7, "fast", 1, func(*Allocation) error { return nil })
		return err
	})
	require.NoError(t, err)
	require.Same(t, faster, s)
	require.Equal(t, "fast", s.Allocation().Name())
	require.Equal(t, CacheStats{Entries: 1, References: 2, Misses: 2}, c.Stats())
	require.EqualValues(t, 1, h.Stats().Live)
	require.EqualValues(t, 1, h.Stats().Stale)
}

// TestSamplerKeys: every field counts, and bits count, not values.
func TestSamplerKeys(t *testing.T) {
	nan := float32(math.NaN())
	descs := []gpu.SamplerDesc{
		{}, {Filter: 1}, {AddressU: 1}, {AddressV: 1}, {AddressW: 1}, {MipLODBias: 1}, {MaxAnisotropy: 1}, {ComparisonFunc: 1},
		{BorderColor: [4]float32{1}}, {BorderColor: [4]float32{0, 1}}, {BorderColor: [4]float32{0, 0, 1}}, {BorderColor: [4]float32{0, 0, 0, 1}},
		{MinLOD: 1}, {MaxLOD: 1}, {MinLOD: nan}, {MaxLOD: nan},
	}
	keys, tables := map[SamplerKey]int{}, map[SamplerTableKey]int{}
	for i, d := range descs {
		keys[KeyOfSampler(d)] = i
		tables[KeyOfSamplers([]gpu.SamplerDesc{d})] = i
		require.Equal(t, i, keys[KeyOfSampler(d)])
		require.Equal(t, i, tables[KeyOfSamplers([]gpu.SamplerDesc{d})])
	}
	require.Len(t, keys, len(descs))
	require.Len(t, tables, len(descs))
	require.NotEqual(t, KeyOfSamplers(descs[:2]), KeyOfSamplers([]gpu.SamplerDesc{descs[1], descs[0]}))
}
