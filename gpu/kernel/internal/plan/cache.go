package plan

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// Cache remembers the plans of one kernel, so that dispatching it again costs no analysis and no memory. A plan holds as long as everything that
// it was made from: the groups, the records, and the constants that were read. The zero Cache is ready; it is used by one goroutine at a time.
type Cache struct {
	entries [4]entry
	next    int // the oldest one
}

type entry struct {
	groups       [3]uint32
	first, count uint64
	most         int
	records      []byte
	reads        []read
	chunks       []Chunk
}

// read is a word of a constant buffer that the analysis used.
type read struct {
	at    uint64
	value uint32
}

// Plan is like the function Plan. The caller must not change the result.
func (c *Cache) Plan(k *ir.Kernel, d *ir.Dispatch, most int) []Chunk {
	records := d.Memory[d.Records : d.Records+k.Records()*ir.RecordBytes]
	for i := range c.entries {
		if e := &c.entries[i]; e.fits(d, most, records) {
			return e.chunks
		}
	}
	e := &c.entries[c.next]
	c.next = (c.next + 1) % len(c.entries)
	*e = entry{groups: d.Groups, first: d.First, count: d.Count, most: most, records: append(e.records[:0], records...)}
	e.chunks, e.reads = makePlan(k, d, most)
	return e.chunks
}

func (e *entry) fits(d *ir.Dispatch, most int, records []byte) bool {
	return e.chunks != nil && e.groups == d.Groups && e.first == d.First && e.count == d.Count && e.most == most && bytes.Equal(e.records, records) &&
		!slices.ContainsFunc(e.reads, func(r read) bool { return binary.LittleEndian.Uint32(d.Memory[r.at:]) != r.value })
}
