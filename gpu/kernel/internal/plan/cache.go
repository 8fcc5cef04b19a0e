package plan

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// Cache remembers the plans and the closed forms of one kernel, so that dispatching it again costs no analysis. Both hold as long as everything that
// they were made from: the groups, the records, and the constants that were read. Closed forms do not depend on where the records stand, so that
// a dispatch which walks through a buffer, or through many buffers of one size, is analysed once. The zero Cache is ready; it is used by
// one goroutine at a time.
type Cache struct {
	chunks memo[[]Chunk]
	known  memo[*Known]
}

// Plan is like the function Plan. The caller must not change the result.
func (c *Cache) Plan(k *ir.Kernel, d *ir.Dispatch, most int) []Chunk {
	return c.chunks.get(k, d, most, bytes.Equal, makePlan)
}

// Known is what FindFootprint(k, d).Known(most) gives. The caller must not change the result.
func (c *Cache) Known(k *ir.Kernel, d *ir.Dispatch, most int) *Known {
	return c.known.get(k, d, most, alike, func(k *ir.Kernel, d *ir.Dispatch, most int) (*Known, []read) {
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

// read is a word of a constant buffer that the analysis used: at is its byte in the view of a record.
type read struct {
	record uint32
	at     uint64
	value  uint32
}

// now is the value of the word in a dispatch. Its record has at least the size that it had when the word was read.
func (r *read) now(d *ir.Dispatch) uint32 {
	base := baseOf(d, r.record)
	return binary.LittleEndian.Uint32(d.Memory[base+r.at:])
}

// baseOf is the first byte of what a record shows.
func baseOf(d *ir.Dispatch, record uint32) uint64 {
	return uint64(ir.RecordWord(d.Memory[d.Records+record*ir.RecordBytes:], ir.WordBase))
}

// get finds the result for a dispatch, or makes it. equal compares the records that a result was made from with those of the dispatch.
func (m *memo[T]) get(k *ir.Kernel, d *ir.Dispatch, most int, equal func(a, b []byte) bool, find func(*ir.Kernel, *ir.Dispatch, int) (T, []read)) T {
	records := d.Memory[d.Records : d.Records+k.Records()*ir.RecordBytes]
	for i := range m.entries {
		if e := &m.entries[i]; e.fits(d, most) && equal(e.records, records) && e.holds(d) {
			return e.result
		}
	}
	e := &m.entries[m.next]
	m.next = (m.next + 1) % len(m.entries)
	*e = entry[T]{used: true, groups: d.Groups, first: d.First, count: d.Count, most: most, records: append(e.records[:0], records...)}
	e.result, e.reads = find(k, d, most)
	return e.result
}

func (e *entry[T]) fits(d *ir.Dispatch, most int) bool {
	return e.used && e.groups == d.Groups && e.first == d.First && e.count == d.Count && e.most == most
}

// holds tells whether the constants have the values that the result was made from.
func (e *entry[T]) holds(d *ir.Dispatch) bool {
	return !slices.ContainsFunc(e.reads, func(r read) bool { return r.now(d) != r.value })
}

// alike tells whether two tables of records are equal but for where the records stand, and whose they are.
func alike(a, b []byte) bool {
	if len(a) != len(b) {
		return false
	}
	for at := 0; at < len(a); at += ir.RecordBytes {
		x, y := a[at:at+ir.RecordBytes], b[at:at+ir.RecordBytes]
		if !bytes.Equal(x[4*(ir.WordBase+1):4*ir.WordObject], y[4*(ir.WordBase+1):4*ir.WordObject]) || !bytes.Equal(x[4*(ir.WordObject+1):], y[4*(ir.WordObject+1):]) {
			return false
		}
	}
	return true
}
