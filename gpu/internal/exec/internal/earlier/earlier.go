// Package earlier keeps descriptors as they were when submissions were made that are not finished. Who writes a descriptor that such work reads
// breaks a rule, and the work finds what was there before, however far it has come: what it does, and what else is wrong with it, is the same in
// every run.
//
//	submissions 1, 2      not finished
//	a is written over     "a" stays for 1 and 2, until both are finished
//	submission 3          finds what stands in the heap
//
// Programs write descriptors beside work in flight all the time, of slots that this work does not read. So to keep records only copies them; an index
// of them is made when somebody looks for one near them. It sees records as bytes, and must not know what they mean, or who executes.
package earlier

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
)

// Store has what was written over. The zero value has nothing.
type Store struct {
	eras      []*era // the oldest first
	made      uint64 // eras
	submitted uint64 // submissions that were made: the number of the last
	finished  uint64 // and how many are finished
	running   uint64 // the submission whose command is done, 0: none was so far
	seen      uint64 // the number of the era that it finds first, 0: none
	size      int    // of a record
}

// era has what stood in descriptors until the submission after its last one was made, of those that were written between the two.
type era struct {
	number uint64
	last   uint64
	awaits uint64 // submissions, up to the last one, that are not finished
	runs   []run
	bytes  []byte            // of the records of all runs, one after the other
	within map[gpu.ID]bounds // by heap
	index  map[slot]int      // where in bytes the record of a slot stands; of several the first was there
	filled int               // runs that are in the index
}

// run are records that were written over by one call, and where they stand.
type run struct {
	at    slot
	count uint32
	begin int
}

// slot is a descriptor of a heap.
type slot = gpu.CPUDescriptorHandle

// bounds are those of the descriptors of a heap that were written.
type bounds struct{ first, end uint32 }

// Submitted tells of a new submission. They are numbered from 1.
func (s *Store) Submitted() { s.submitted++ }

// Keep keeps records that are written over, as long as submissions need them: those of descriptors from a handle on, size bytes each.
func (s *Store) Keep(at gpu.CPUDescriptorHandle, records []byte, size int) {
	if s.submitted == s.finished {
		return
	}
	if n := len(s.eras); n == 0 || s.eras[n-1].last < s.submitted {
		s.made++
		s.eras = append(s.eras, &era{number: s.made, last: s.submitted, awaits: s.submitted - s.finished, within: map[gpu.ID]bounds{}})
	}
	s.size = size
	e := s.eras[len(s.eras)-1]
	r := run{at, uint32(len(records) / size), len(e.bytes)}
	b, end := e.within[at.Heap], at.Index+r.count
	if b.end == 0 {
		b = bounds{at.Index, end}
	}
	e.within[at.Heap] = bounds{min(b.first, at.Index), max(b.end, end)}
	if len(e.runs) < mostRuns {
		e.runs, e.bytes = append(e.runs, r), append(e.bytes, records...)
		return
	}
	for i := range r.count {
		of := slot{Heap: at.Heap, Index: at.Index + i}
		if _, known := e.find(of, size); !known {
			e.runs, e.bytes = append(e.runs, run{of, 1, len(e.bytes)}), append(e.bytes, records[int(i)*size:][:size]...)
		}
	}
}

// mostRuns is after how many writes it is looked up whether one comes again, so that no more is kept than there are descriptors.
const mostRuns = 1 << 10

// Runs tells which submission's commands are done from now on, and says whether it may find other descriptors than the one before.
func (s *Store) Runs(submission uint64) (others bool) {
	seen := uint64(0)
	for _, e := range s.eras {
		if submission <= e.last {
			seen = e.number
			break
		}
	}
	others = seen != s.seen
	s.running, s.seen = submission, seen
	return others
}

// Finished tells that a submission is finished.
func (s *Store) Finished(submission uint64) {
	s.finished++
	s.eras = slices.DeleteFunc(s.eras, func(e *era) bool {
		if submission <= e.last {
			e.awaits--
		}
		return e.awaits == 0
	})
}

// Find is what the running submission finds in a descriptor; nil: what stands in its heap.
func (s *Store) Find(at gpu.CPUDescriptorHandle) []byte {
	for _, e := range s.eras {
		b := e.within[at.Heap]
		if s.running > e.last || at.Index < b.first || at.Index >= b.end {
			continue
		}
		if begin, is := e.find(at, s.size); is {
			return e.bytes[begin : begin+s.size]
		}
	}
	return nil
}

// find is where the record of a slot begins.
func (e *era) find(at slot, size int) (begin int, ok bool) {
	if e.index == nil {
		e.index = map[slot]int{}
	}
	for ; e.filled < len(e.runs); e.filled++ {
		r := &e.runs[e.filled]
		for i := range r.count {
			of := slot{Heap: r.at.Heap, Index: r.at.Index + i}
			if _, known := e.index[of]; !known {
				e.index[of] = r.begin + int(i)*size
			}
		}
	}
	begin, ok = e.index[at]
	return begin, ok
}
