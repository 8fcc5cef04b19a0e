// Package runs holds ranges of bytes so that those which overlap one are found in about the logarithm of their number: runs that are less than half
// as long as the one before, each sorted by the first byte, with the largest end of the ranges up to each.
//
//	runs  [ 8 ranges, sorted ][ 4 ][ 1 ]   last: one more, which may still grow
//
// It must not know what the ranges are of.
package runs

import (
	"cmp"
	"slices"
)

// Range is what a list holds.
type Range[T any] interface {
	Bounds() (begin, end uint64)
	// Gaps says whether there are bytes in between that are not meant: what is left of such a range is all of it.
	Gaps() bool
	// Within is a copy with other bounds.
	Within(begin, end uint64) T
}

// List has ranges. The zero value has none.
type List[T Range[T]] struct {
	runs []run[T]
	last T
	some bool // there is a last one
}

type run[T Range[T]] struct {
	ranges []T
	reach  []uint64
}

// Most bounds how many hits of one range in a run are looked at: they all say the same.
const Most = 64

// Add keeps a range. It may grow until the next one comes.
func (l *List[T]) Add(x T) {
	if l.some {
		l.push(l.last)
	}
	l.last, l.some = x, true
}

// push appends a range, to the last run where it comes after it, and joins runs that are not more than twice as long as what follows them.
func (l *List[T]) push(x T) {
	begin, end := x.Bounds()
	at := len(l.runs) - 1
	if at < 0 || l.runs[at].begin() > begin {
		l.runs = append(l.runs, run[T]{})
		at++
	}
	n := &l.runs[at]
	n.ranges = append(n.ranges, x)
	n.reach = append(n.reach, max(end, n.end()))
	for ; at > 0 && len(l.runs[at-1].ranges) <= 2*len(l.runs[at].ranges); at-- {
		l.runs[at-1] = merged(&l.runs[at-1], &l.runs[at])
		l.runs[at] = run[T]{}
		l.runs = l.runs[:at]
	}
}

// begin is where the last range begins.
func (n *run[T]) begin() uint64 {
	begin, _ := n.ranges[len(n.ranges)-1].Bounds()
	return begin
}

// end is the largest end of the ranges.
func (n *run[T]) end() uint64 {
	if len(n.reach) == 0 {
		return 0
	}
	return n.reach[len(n.reach)-1]
}

// merged is one run of two.
func merged[T Range[T]](a, b *run[T]) run[T] {
	out := run[T]{ranges: make([]T, 0, len(a.ranges)+len(b.ranges)), reach: make([]uint64, 0, len(a.ranges)+len(b.ranges))}
	add := func(x T, end uint64) {
		out.ranges, out.reach = append(out.ranges, x), append(out.reach, max(end, out.end()))
	}
	k := 0
	for _, x := range a.ranges {
		begin, end := x.Bounds()
		for ; k < len(b.ranges); k++ {
			from, to := b.ranges[k].Bounds()
			if begin <= from {
				break
			}
			add(b.ranges[k], to)
		}
		add(x, end)
	}
	for _, x := range b.ranges[k:] {
		_, end := x.Bounds()
		add(x, end)
	}
	return out
}

// Overlapping calls f for the ranges that overlap one, and counts those for which f says yes: a bounded number of them is looked at.
func (l *List[T]) Overlapping(begin, end uint64, f func(T) bool) {
	hits := 0
	for i := range l.runs {
		n := &l.runs[i]
		from, _ := slices.BinarySearchFunc(n.reach, begin+1, cmp.Compare[uint64])
		for k := from; k < len(n.ranges) && hits < Most; k++ {
			first, last := n.ranges[k].Bounds()
			if first >= end {
				break
			}
			if last > begin && f(n.ranges[k]) {
				hits++
			}
		}
	}
	if !l.some {
		return
	}
	if first, last := l.last.Bounds(); first < end && begin < last {
		f(l.last)
	}
}

// Cut takes bytes [begin, end) out of all ranges, and returns them.
func (l *List[T]) Cut(begin, end uint64) (out []T) {
	all := l.All()
	*l = List[T]{}
	for _, x := range all {
		switch first, last := x.Bounds(); {
		case last <= begin || end <= first || x.Gaps() && (first < begin || end < last):
			l.Add(x)
		case begin <= first && last <= end:
			out = append(out, x)
		default:
			out = append(out, x.Within(max(begin, first), min(end, last)))
			if first < begin {
				l.Add(x.Within(first, begin))
			}
			if end < last {
				l.Add(x.Within(end, last))
			}
		}
	}
	return out
}

// All are the ranges.
func (l *List[T]) All() (out []T) {
	for i := range l.runs {
		out = append(out, l.runs[i].ranges...)
	}
	if l.some {
		out = append(out, l.last)
	}
	return out
}
