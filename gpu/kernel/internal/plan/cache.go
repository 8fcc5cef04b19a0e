package plan

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// Cache remembers the plans and the closed forms of one kernel, so that dispatching it again costs no analysis. Both hold as long as everything that
// they were made from: the groups, the records, and the constants that were read. Closed forms do not depend on where the records stand, nor on how
// large a buffer is behind what is touched, so that a dispatch which walks through a buffer is analysed once. The zero Cache is ready; it is used by
// one goroutine at a time.
type Cache struct {
	chunks    memo[[]Chunk]
	known     memo[*found]
	footprint Footprint
	wave      uint64   // what one wave costs, about; 0: not known yet
	whole     [1]Chunk // a plan of one chunk
}

// Plan is like the function Plan. The caller must not change the result, which may hold until the next call only.
func (c *Cache) Plan(k *ir.Kernel, d *ir.Dispatch, most int) []Chunk {
	if c.Work(k, d) < smallestShare { // not worth a look at the records
		c.whole[0] = Chunk{d.First, d.Count}
		return c.whole[:]
	}
	return c.chunks.get(k, d, most, sameRecords, makePlan)
}

// Work is about what a dispatch costs, in instructions of waves.
func (c *Cache) Work(k *ir.Kernel, d *ir.Dispatch) uint64 {
	if c.wave == 0 {
		c.wave = estimate(k)
	}
	return workOf(k, d, c.wave)
}

// Known is what FindFootprint(k, d).Known(most) gives. The caller must not change the result.
func (c *Cache) Known(k *ir.Kernel, d *ir.Dispatch, most int) *Known {
	return &c.known.get(k, d, most, (*found).alike, func(k *ir.Kernel, d *ir.Dispatch, most int) (*found, []read) {
		c.footprint.find(k, d)
		known := c.footprint.Known(most)
		return &found{known, slices.Clone(c.footprint.rooms), len(c.footprint.words) > 0}, c.footprint.reads
	}).Known
}

// sameRecords tells whether a plan for some records is one for others.
func sameRecords(_ []Chunk, a, b []byte) bool { return bytes.Equal(a, b) }

// found is closed forms, and for which other records they hold.
type found struct {
	Known
	rooms  []room
	placed bool // for records of other places it may not
}

// alike tells whether what was found for some records holds for others.
func (f *found) alike(a, b []byte) bool {
	if f.placed && !bytes.Equal(a, b) {
		return false
	}
	for i := range f.rooms {
		at := i * ir.RecordBytes
		if !f.rooms[i].alike(a[at:at+ir.RecordBytes], b[at:at+ir.RecordBytes]) {
			return false
		}
	}
	return true
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

// read is a word of a constant buffer that the analysis used: at is its byte in the view of a record.
type read struct {
	record uint32
	at     uint64
	value  uint32
}

// holds tells whether the word has its value in a dispatch, whose records may be others.
func (r *read) holds(d *ir.Dispatch) bool {
	at := baseOf(d, r.record) + r.at
	return at+4 <= uint64(len(d.Memory)) && binary.LittleEndian.Uint32(d.Memory[at:]) == r.value
}

// baseOf is the first byte of what a record shows.
func baseOf(d *ir.Dispatch, record uint32) uint64 {
	return uint64(ir.RecordWord(d.Memory[d.Records+record*ir.RecordBytes:], ir.WordBase))
}

// get finds the result for a dispatch, or makes it. holds tells whether a result for some records is one for others.
func (m *memo[T]) get(k *ir.Kernel, d *ir.Dispatch, most int, holds func(result T, a, b []byte) bool, find func(*ir.Kernel, *ir.Dispatch, int) (T, []read)) T {
	records := d.Memory[d.Records : d.Records+k.Records()*ir.RecordBytes]
	for i := range m.entries {
		if e := &m.entries[i]; e.fits(d, most) && e.unchanged(d) && holds(e.result, e.records, records) {
			return e.result
		}
	}
	e := &m.entries[m.next]
	m.next = (m.next + 1) % len(m.entries)
	*e = entry[T]{used: true, groups: d.Groups, first: d.First, count: d.Count, most: most, records: append(e.records[:0], records...), reads: e.reads}
	result, reads := find(k, d, most)
	e.result, e.reads = result, append(e.reads[:0], reads...)
	return e.result
}

func (e *entry[T]) fits(d *ir.Dispatch, most int) bool {
	return e.used && e.groups == d.Groups && e.first == d.First && e.count == d.Count && e.most == most
}

// unchanged tells whether the constants have the values that the result was made from.
func (e *entry[T]) unchanged(d *ir.Dispatch) bool {
	for i := range e.reads {
		if !e.reads[i].holds(d) {
			return false
		}
	}
	return true
}
