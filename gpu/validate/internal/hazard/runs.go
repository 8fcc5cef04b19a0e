package hazard

import (
	"cmp"
	"slices"
)

// runs holds spans so that those which overlap one are found in about the logarithm of their number: runs that are less than half as long as the one before, each
// sorted by the first byte, with the largest end of the spans up to each.
//
//	runs  [ 8 spans, sorted ][ 4 ][ 1 ]   last: one more, which may still grow
type runs struct {
	list []run
	last *span
}

type run struct {
	spans []*span
	reach []uint64
}

// most bounds how many conflicts of one access are looked at: they all say the same.
const most = 64

// add keeps a span. It may grow until the next one comes.
func (r *runs) add(s *span) {
	if r.last != nil {
		r.push(r.last)
	}
	r.last = s
}

// push appends a span, to the last run where it comes after it, and joins runs that are not more than twice as long as what follows them.
func (r *runs) push(s *span) {
	at := len(r.list) - 1
	if at < 0 || r.list[at].spans[len(r.list[at].spans)-1].begin > s.begin {
		r.list = append(r.list, run{})
		at++
	}
	n := &r.list[at]
	n.spans = append(n.spans, s)
	n.reach = append(n.reach, max(s.end, n.end()))
	for ; at > 0 && len(r.list[at-1].spans) <= 2*len(r.list[at].spans); at-- {
		r.list[at-1] = merged(r.list[at-1], r.list[at])
		r.list[at] = run{}
		r.list = r.list[:at]
	}
}

// end is the largest end of the spans.
func (n *run) end() uint64 {
	if len(n.reach) == 0 {
		return 0
	}
	return n.reach[len(n.reach)-1]
}

// merged is one run of two.
func merged(a, b run) run {
	out := run{spans: make([]*span, 0, len(a.spans)+len(b.spans)), reach: make([]uint64, 0, len(a.spans)+len(b.spans))}
	for i, k := 0, 0; i < len(a.spans) || k < len(b.spans); {
		if k == len(b.spans) || i < len(a.spans) && a.spans[i].begin <= b.spans[k].begin {
			out.spans = append(out.spans, a.spans[i])
			i++
		} else {
			out.spans = append(out.spans, b.spans[k])
			k++
		}
	}
	for i := range out.spans {
		out.reach = append(out.reach, max(out.spans[i].end, out.end()))
	}
	return out
}

// overlapping calls f for the spans whose ranges overlap one, and counts those for which f says yes: a bounded number of them is looked at.
func (r *runs) overlapping(s *span, f func(*span) bool) {
	hits := 0
	for i := range r.list {
		n := &r.list[i]
		from, _ := slices.BinarySearchFunc(n.reach, s.begin+1, cmp.Compare[uint64])
		for k := from; k < len(n.spans) && n.spans[k].begin < s.end && hits < most; k++ {
			if n.spans[k].end > s.begin && f(n.spans[k]) {
				hits++
			}
		}
	}
	if r.last != nil && r.last.begin < s.end && s.begin < r.last.end {
		f(r.last)
	}
}

// cut takes bytes [begin, end) out of all spans, and returns them. What is left of a span that has gaps is the whole span, unless nothing is left.
func (r *runs) cut(begin, end uint64) (out []*span) {
	all := r.all()
	*r = runs{}
	for _, s := range all {
		if s.end <= begin || end <= s.begin || s.how.stride != 0 && (s.begin < begin || end < s.end) {
			r.add(s)
			continue
		}
		if begin <= s.begin && s.end <= end {
			out = append(out, s)
			continue
		}
		out = append(out, s.within(max(begin, s.begin), min(end, s.end)))
		if s.begin < begin {
			r.add(s.within(s.begin, begin))
		}
		if end < s.end {
			r.add(s.within(end, s.end))
		}
	}
	return out
}

// all are the spans.
func (r *runs) all() (out []*span) {
	for i := range r.list {
		out = append(out, r.list[i].spans...)
	}
	if r.last != nil {
		out = append(out, r.last)
	}
	return out
}

// within is a copy of a span with other bounds.
func (s *span) within(begin, end uint64) *span {
	out := *s
	out.begin, out.end = begin, end
	return &out
}
