package touch

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/plan"
)

// Set collects what an interpreter sees. It holds a span for each run of bytes, so it grows with what is touched, not with the views.
type Set struct {
	k     *ir.Kernel
	open  map[*ir.Instr]bool
	mute  map[*ir.Instr]bool // not of work items that do not count
	spans map[plan.Key][]plan.Span
	seen  map[plan.Key]int // spans after the last tidying
}

// NewSet collects the accesses of k that are in open.
func NewSet(k *ir.Kernel, open []*ir.Instr) *Set {
	s := &Set{k: k, open: map[*ir.Instr]bool{}, mute: muteLoads(k), spans: map[plan.Key][]plan.Span{}, seen: map[plan.Key]int{}}
	for _, in := range open {
		s.open[in] = true
	}
	return s
}

// tidyFrom is how many spans are kept before they are joined for the first time.
const tidyFrom = 1 << 10

// Add notes an access inside its view, as package interp tells of it.
func (s *Set) Add(in *ir.Instr, record uint32, at uint64, counts bool) {
	if !s.open[in] || !counts && s.mute[in] {
		return
	}
	key := plan.KeyOf(s.k, in, 0)
	key.Record = record
	list := append(s.spans[key], plan.Span{Begin: at, End: at + uint64(in.Width)})
	if len(list) >= max(2*s.seen[key], tidyFrom) {
		list = plan.JoinSpans(list)
		s.seen[key] = len(list)
	}
	s.spans[key] = list
}

// Spans is what was touched, by key.
func (s *Set) Spans() []Seen {
	var out []Seen
	for key, list := range s.spans {
		out = append(out, Seen{Key: key, Spans: plan.JoinSpans(list)})
	}
	slices.SortFunc(out, func(a, b Seen) int { return a.Key.Compare(b.Key) })
	return out
}
