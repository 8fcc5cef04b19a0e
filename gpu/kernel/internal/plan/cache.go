package plan

import (
	"bytes"
	"encoding/binary"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// Cache remembers the plans and the closed forms of one kernel, so that dispatching it again costs no analysis. Both hold as long as everything that
// they were made from: the groups, the records, and the constants that were read. Closed forms do not depend on where the records stand, nor on how
// large a buffer is after what is touched, so that a dispatch which walks through a buffer is analysed once; and those that only begin elsewhere with
// another value of a constant move there. The zero Cache is ready; it is used by one goroutine at a time.
type Cache struct {
	chunks    memo[[]Chunk]
	known     memo[*found]
	footprint Footprint
	wave      uint64   // what one wave costs, about; 0: not known yet
	numbers   uint64   // of closed forms
	whole     [1]Chunk // a plan of one chunk
	followed  int      // the place of the closed forms that have moved last,
	onwards   int      // how far that is behind those that moved before them, and
	moving    bool     // no others were used since then
}

// Plan is like the function Plan. The caller must not change the result, which may hold until the next call only.
func (c *Cache) Plan(k *ir.Kernel, d *ir.Dispatch, most int) []Chunk {
	if c.Work(k, d) < smallestShare { // not worth a look at the records
		c.whole[0] = Chunk{d.First, d.Count}
		return c.whole[:]
	}
	e := c.chunks.find(k, d, most, sameRecords)
	if e == nil {
		e = c.chunks.room(d, most)
		var reads []read
		e.result, reads = makePlan(k, d, most)
		e.reads, e.records = append(e.reads[:0], reads...), append(e.records[:0], recordsOf(k, d)...)
	}
	return e.result
}

// Work is about what a dispatch costs, in instructions of waves.
func (c *Cache) Work(k *ir.Kernel, d *ir.Dispatch) uint64 {
	if c.wave == 0 {
		c.wave = estimate(k)
	}
	return workOf(k, d, c.wave)
}

// Known is what FindFootprint(k, d).Known(most) gives. The caller must not change the result, and says when it needs it no more (Done). before is the
// number of what it gave for a dispatch with the same records, 0 if that is not known. Later calls may change what was given back.
func (c *Cache) Known(k *ir.Kernel, d *ir.Dispatch, most int, before uint64) *Known {
	e := c.kept(k, d, most, before)
	if e == nil {
		e = c.known.room(d, most)
		f, records := &c.footprint, recordsOf(k, d)
		f.find(k, d)
		if e.result == nil || e.result.held > 0 {
			e.result = new(found)
		}
		*e.result = found{following: e.result.following.again(), trust: e.result.trust.again()}
		f.known(e.result, most)
		e.result.rooms, e.result.Number = e.result.few.rooms[:0], c.number()
		e.result.takes(&f.moving)
		e.reads, e.records = append(e.reads[:0], f.reads...), e.records[:0]
		for _, record := range f.looked {
			e.result.rooms = append(e.result.rooms, lookedAt{f.rooms[record], record})
			e.records = append(e.records, records[record*ir.RecordBytes:][:ir.RecordBytes]...)
		}
	}
	e.result.held++
	return &e.result.Known
}

// kept is the entry of closed forms that hold for a dispatch, or do so once they have moved; nil if there is none.
func (c *Cache) kept(k *ir.Kernel, d *ir.Dispatch, most int, before uint64) *entry[*found] {
	going := c.moving
	c.moving = false
	e := c.again(d, most, before)
	if e == nil && going { // on and on, mostly
		if e = c.follow(k, d, most, 1); e != nil {
			return e
		}
	}
	if e == nil {
		e = c.known.find(k, d, most, (*found).alike)
	}
	if e == nil {
		return c.follow(k, d, most, mostEntries)
	}
	e.result.uses++
	return e
}

// again is the entry of closed forms with a number, if they hold for a dispatch with the same records; else nil.
func (c *Cache) again(d *ir.Dispatch, most int, number uint64) *entry[*found] {
	for i := range c.known.entries {
		if e := &c.known.entries[i]; number != 0 && e.result.Number == number && e.fits(d, most) && e.unchanged(d) {
			return e
		}
	}
	return nil
}

// number is one that no other closed forms have.
func (c *Cache) number() uint64 {
	c.numbers++
	return c.numbers
}

// Done gives back what Known gave: its memory may serve again. Where nobody calls it, the memory is left to the collector.
func (c *Cache) Done(known *Known) {
	for i := range c.known.entries {
		if f := c.known.entries[i].result; f != nil && &f.Known == known {
			f.held--
		}
	}
}

// sameRecords tells whether a plan for some records is one for others.
func sameRecords(_ []Chunk, a, b []byte) bool { return bytes.Equal(a, b) }

// recordsOf is the records of a dispatch.
func recordsOf(k *ir.Kernel, d *ir.Dispatch) []byte {
	return d.Memory[d.Records : d.Records+k.Records()*ir.RecordBytes]
}

// found is closed forms, and for which other records they hold.
type found struct {
	held   int  // how many need it
	uses   int  // how many dispatches it held for, after the first
	varies bool // what was seen of one of them does not hold for others
	Known
	rooms []lookedAt
	following
	trust
	placed bool     // for records of other places it may not
	few    struct { // room for what most dispatches have: one piece of memory for all
		touched  [3]Touched
		patterns [3]Pattern
		rooms    [4]lookedAt
	}
}

// lookedAt is the room of a record that closed forms come from.
type lookedAt struct {
	room
	record uint32
}

// alike tells whether what was found for some records, those it comes from, holds for all records of another dispatch.
func (f *found) alike(a, all []byte) bool {
	return f.sameRooms(a, all) && f.met(all) && f.trust.holds(all, &[mostShifts]int64{})
}

// sameRooms is alike, as far as the records of what moves may be too small.
func (f *found) sameRooms(a, all []byte) bool {
	for i := range f.rooms {
		a, b := a[i*ir.RecordBytes:][:ir.RecordBytes], all[f.rooms[i].record*ir.RecordBytes:][:ir.RecordBytes]
		if f.placed && !bytes.Equal(a, b) || !f.rooms[i].alike(a, b) {
			return false
		}
	}
	return true
}

// memo holds the last few results for a kernel: as many as a frame has that makes all levels of a texture, each from the one before.
type memo[T any] struct {
	entries []entry[T]
	next    int // the oldest one, if there are mostEntries
}

const mostEntries = 16

type entry[T any] struct {
	groups       [3]uint32
	first, count uint64
	most         int
	records      []byte // that the result comes from
	reads        []read
	result       T
}

// read is a word of a constant buffer that the analysis used: at is its byte in the view of a record.
type read struct {
	record uint32
	at     uint64
	value  uint32
	mover  uint8 // the number, from 1, of the constant among those that may have other values; 0: it may not
}

// holds tells whether the word has its value in a dispatch, whose records may be others.
func (r *read) holds(d *ir.Dispatch) bool {
	at := baseOf(d, r.record) + r.at
	return at+4 <= uint64(len(d.Memory)) && r.word(d) == r.value
}

// word is the value in a dispatch.
func (r *read) word(d *ir.Dispatch) uint32 {
	return binary.LittleEndian.Uint32(d.Memory[baseOf(d, r.record)+r.at:])
}

// baseOf is the first byte of what a record shows.
func baseOf(d *ir.Dispatch, record uint32) uint64 {
	return uint64(ir.RecordWord(d.Memory[d.Records+record*ir.RecordBytes:], ir.WordBase))
}

// find is the entry of a dispatch, nil where there is none. holds tells whether a result for some records is one for all those of a dispatch.
func (m *memo[T]) find(k *ir.Kernel, d *ir.Dispatch, most int, holds func(result T, a, all []byte) bool) *entry[T] {
	for i := range m.entries {
		if e := &m.entries[i]; e.fits(d, most) && e.unchanged(d) && holds(e.result, e.records, recordsOf(k, d)) {
			return e
		}
	}
	return nil
}

// room gives the entry of a dispatch, in place of the oldest one where there are enough. It moves the others.
func (m *memo[T]) room(d *ir.Dispatch, most int) *entry[T] {
	if len(m.entries) < mostEntries {
		m.entries = append(m.entries, entry[T]{})
		m.next = len(m.entries) - 1
	}
	e := &m.entries[m.next]
	m.next = (m.next + 1) % mostEntries
	*e = entry[T]{groups: d.Groups, first: d.First, count: d.Count, most: most, records: e.records, reads: e.reads, result: e.result}
	return e
}

func (e *entry[T]) fits(d *ir.Dispatch, most int) bool {
	return e.groups == d.Groups && e.first == d.First && e.count == d.Count && e.most == most
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
