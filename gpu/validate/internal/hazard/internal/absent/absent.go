// Package absent remembers of works that are forgotten whether they may be missing in another run. It must not know why.
package absent

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// most bounds how many are remembered.
const most = 1 << 12

// submission is one of a queue by its number.
type submission struct {
	queue  gpu.ID
	number uint64
}

// Set has submissions, and their places in the order. The zero value has none.
type Set struct {
	numbers map[submission]bool
	points  map[track.Point]bool
}

// Add adds a submission.
func (s *Set) Add(queue gpu.ID, number uint64, at track.Point) {
	if len(s.numbers) >= most {
		return
	}
	if s.numbers == nil {
		s.numbers, s.points = map[submission]bool{}, map[track.Point]bool{}
	}
	s.numbers[submission{queue, number}], s.points[at] = true, true
}

// Has says whether a submission is there.
func (s *Set) Has(queue gpu.ID, number uint64) bool { return s.numbers[submission{queue, number}] }

// At says whether one at a place is.
func (s *Set) At(p track.Point) bool { return s.points[p] }
