// Package earlier keeps descriptors as they were when submissions were made that are not finished. Who writes a descriptor that such work reads breaks a rule, and the work finds what was
// there before, however far it has come: what it does, and what else is wrong with it, is the same in every run.
//
//	submissions 1, 2      not finished
//	a is written over     "a" stays for 1 and 2, until both are finished
//	submission 3          finds what stands in the heap
//
// It sees records as bytes. It must not know what they mean, or who executes.
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
}

// era has what stood in descriptors until the submission after its last one was made, of those that were written between the two.
type era struct {
	number  uint64
	last    uint64
	awaits  uint64 // submissions, up to the last one, that are not finished
	records map[gpu.CPUDescriptorHandle][]byte
	within  map[gpu.ID]bounds // by heap
}

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
		s.eras = append(s.eras, &era{number: s.made, last: s.submitted, awaits: s.submitted - s.finished, records: map[gpu.CPUDescriptorHandle][]byte{}, within: map[gpu.ID]bounds{}})
	}
	e := s.eras[len(s.eras)-1]
	b, end := e.within[at.Heap], at.Index+uint32(len(records)/size)
	if b.end == 0 {
		b = bounds{at.Index, end}
	}
	e.within[at.Heap] = bounds{min(b.first, at.Index), max(b.end, end)}
	for ; len(records) > 0; records = records[size:] {
		if _, is := e.records[at]; !is {
			e.records[at] = slices.Clone(records[:size])
		}
		at.Index++
	}
}

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
		if r, is := e.records[at]; is {
			return r
		}
	}
	return nil
}
