package heaps

import (
	"errors"
	"math"
	"strings"
	"sync"

	"github.com/gpuscript/gpuscript/gpu"
)

// Source hands out descriptors: a CPUHeap, a GPUHeap (its static part) or a Manager.
type Source interface {
	Allocate(name string, count uint32) (*Allocation, error)
}

// Cache shares equal descriptors: one allocation for each key, however many owners it has. It is what keeps many materials within 2048 samplers
// (H10): single samplers in a CPUHeap by SamplerKey, whole tables in a GPUHeap by SamplerTableKey. Safe for concurrent use.
type Cache[K comparable] struct {
	source Source

	mu      sync.Mutex
	entries map[K]*Shared[K]
	stats   CacheStats
}

// CacheStats are the numbers of a Cache.
type CacheStats struct {
	Entries      int    // different keys in use
	References   int    // owners of all entries
	Hits, Misses uint64 // acquisitions that found their key, and that did not
}

// Shared is an allocation with several owners.
type Shared[K comparable] struct {
	cache      *Cache[K]
	key        K
	allocation *Allocation
	references int
	queues     uint64 // that any former owner used it on
}

// NewCache makes an empty cache of descriptors of a source.
func NewCache[K comparable](source Source) *Cache[K] {
	return &Cache[K]{source: source, entries: map[K]*Shared[K]{}}
}

// Acquire returns the descriptors of a key, with one more owner, who must call Release once. If the key is new, count descriptors are allocated and
// fill writes them. Errors are those of the source and of fill; then nothing is kept.
func (c *Cache[K]) Acquire(key K, name string, count uint32, fill func(*Allocation) error) (*Shared[K], error) {
	if s := c.find(key); s != nil {
		return s, nil
	}
	a, err := c.source.Allocate(name, count)
	if err != nil {
		return nil, err
	}
	if err := fill(a); err != nil {
		return nil, errors.Join(err, a.Free(0)) // no queue has seen it
	}
	s, superfluous := c.insert(key, a)
	if superfluous {
		return s, a.Free(0) // another goroutine was faster; no queue has seen ours
	}
	return s, nil
}

func (c *Cache[K]) find(key K) *Shared[K] {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.entries[key]
	if s != nil {
		c.stats.Hits++
		c.share(s)
	}
	return s
}

// share counts an owner. The lock is held.
func (c *Cache[K]) share(s *Shared[K]) {
	s.references++
	c.stats.References++
}

func (c *Cache[K]) insert(key K, a *Allocation) (s *Shared[K], superfluous bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stats.Misses++
	s, superfluous = c.entries[key]
	if !superfluous {
		s = &Shared[K]{cache: c, key: key, allocation: a}
		c.entries[key] = s
		c.stats.Entries++
	}
	c.share(s)
	return s, superfluous
}

// Allocation is the shared descriptors. The cache owns them: they must not be freed or moved.
func (s *Shared[K]) Allocation() *Allocation { return s.allocation }

// Release gives up one ownership. The last one frees the descriptors once all queues of all owners' masks have passed. It
// returns a UseError if there is no owner left, and errors of the Releaser.
func (s *Shared[K]) Release(queues uint64) error {
	last, err := s.drop(queues)
	if err != nil || !last {
		return err
	}
	return s.allocation.Free(s.queues)
}

func (s *Shared[K]) drop(queues uint64) (last bool, err error) {
	c := s.cache
	c.mu.Lock()
	defer c.mu.Unlock()
	if s.references == 0 {
		return false, &UseError{s.allocation.String(), "all its owners have released it before"}
	}
	s.references--
	s.queues |= queues
	c.stats.References--
	if s.references > 0 {
		return false, nil
	}
	delete(c.entries, s.key)
	c.stats.Entries--
	return true, nil
}

// Stats reads the numbers.
func (c *Cache[K]) Stats() CacheStats {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.stats
}

// SamplerKey identifies a sampler by its description. Unlike the description it can be compared whatever its numbers are: two
// descriptions with the same NaN are the same sampler.
type SamplerKey struct {
	desc  gpu.SamplerDesc // without its numbers
	float [7]uint32
}

// KeyOfSampler makes the key of a sampler.
func KeyOfSampler(desc gpu.SamplerDesc) SamplerKey {
	k := SamplerKey{desc: desc}
	for i, f := range [...]*float32{&k.desc.MipLODBias, &k.desc.MinLOD, &k.desc.MaxLOD,
		&k.desc.BorderColor[0], &k.desc.BorderColor[1], &k.desc.BorderColor[2], &k.desc.BorderColor[3]} {
		k.float[i] = math.Float32bits(*f)
		*f = 0
	}
	return k
}

// SamplerTableKey identifies a table of samplers, in its order.
type SamplerTableKey string

// KeyOfSamplers makes the key of a table of samplers.
func KeyOfSamplers(descs []gpu.SamplerDesc) SamplerTableKey {
	var s strings.Builder
	for _, d := range descs {
		k := KeyOfSampler(d)
		for _, n := range [...]uint32{uint32(d.Filter), uint32(d.AddressU), uint32(d.AddressV), uint32(d.AddressW),
			d.MaxAnisotropy, uint32(d.ComparisonFunc)} {
			writeWord(&s, n)
		}
		for _, n := range k.float {
			writeWord(&s, n)
		}
	}
	return SamplerTableKey(s.String())
}

func writeWord(s *strings.Builder, n uint32) {
	s.Write([]byte{byte(n), byte(n >> 8), byte(n >> 16), byte(n >> 24)})
}
