// Package steps works out which pieces of work have certainly finished when it is known only how many of several strands have. It must not know what
// work is, or by what other means somebody knows that it is finished.
package steps

// Steps counts pieces of work that finished, and what was known when it was counted last.
type Steps struct{ count, known uint32 }

// Strand is how many pieces of work a strand has, and how many of these are known to be finished.
type Strand struct{ All, Known uint32 }

// Next tells that one more piece of work of some strands has finished. What is known by other means is taken off the count of such tellings. more
// says how many of each strand are certainly finished that are not known to be: as far as the others have no more left to finish.
func (s *Steps) Next(strands []Strand) (more []uint32) {
	known, open := uint32(0), uint32(0)
	for _, a := range strands {
		known, open = known+a.Known, open+a.All-a.Known
	}
	learned := known - min(known, s.known)
	s.count = s.count - min(s.count, learned) + 1
	s.known = known
	for _, a := range strands {
		others := open - (a.All - a.Known)
		more = append(more, min(s.count-min(s.count, others), a.All-a.Known))
	}
	return more
}
