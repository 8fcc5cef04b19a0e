package plan

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// Cache remembers the plans and the closed forms of one kernel, so that dispatching it again costs no analysis and no memory. Both hold as long as
// everything that they were made from: the groups, the records, and the constants that were read. The zero Cache is ready; it is used
// by one goroutine at a time.
type Cache struct {
	chunks memo[[]Chunk]
	known  memo[*Known]
}

// Plan is like the function Plan. The caller must not change the result.
func (c *Cache) Plan(k *ir.Kernel, d *ir.Dispatch, most int) []Chunk {
	return c.chunks.get(k, d, most, makePlan)
}

// Known is what FindFootprint(k, d).Known(most) gives. The caller must not change the result.
func (c *Cache) Known(k *ir.Kernel, d *ir.Dispatch, most int) *Known {
	return c.known.get(k, d, most, func(k *ir.Kernel, d *ir.Dispatch, most int) (*Known, []read) {
		f := FindFootprint(k, d)
		known := f.Known(most)
		return &known, f.reads
	})
}

// memo holds the last few results for a kernel.
type memo[T any] struct {
	entries [4]entry[T]
	next    int // the oldest one
}

type entry[T any] struct {
	used         bool
	groups       [3]uint32
	first, count uint64
	most         int
	records      []byte
	reads        []read
	result       T
}

// read is a word of a constant buffer that the analysis used.
type read struct {
	at    uint64
	value uint32
}

func (m *memo[T]) get(k *ir.Kernel, d *ir.Dispatch, most int, find func(*ir.Kernel, *ir.Dispatch, int) (T, []read)) T {
	records := d.Memory[d.Records : d.Records+k.Records()*ir.RecordBytes]
	for i := range m.entries {
		if e := &m.entries[i]; e.fits(d, most, records) {
			return e.result
		}
	}
	e := &m.entries[m.next]
	m.next = (m.next + 1) % len(m.entries)
	*e = entry[T]{used: true, groups: d.Groups, first: d.First, count: d.Count, most: most, records: append(e.records[:0], records...)}
	e.result, e.reads = find(k, d, most)
	return e.result
}

func (e *entry[T]) fits(d *ir.Dispatch, most int, records []byte) bool {
	return e.used && e.groups == d.Groups && e.first == d.First && e.count == d.Count && e.most == most && bytes.Equal(e.records, records) &&
		!slices.ContainsFunc(e.reads, func(r read) bool { return binary.LittleEndian.Uint32(d.Memory[r.at:]) != r.value })
}
