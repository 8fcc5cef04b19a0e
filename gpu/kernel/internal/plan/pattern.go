package plan

import (
	"cmp"
	"slices"
)

// fewPieces is how many ranges are written out to put patterns together that have bytes in common.
const fewPieces = 1 << 14

// patternsOf are the bytes of lattices, in some room, sorted by their begin, with no byte in two patterns. It fails where there would be more than
// most.
func patternsOf(room []Pattern, list []lattice, most int) ([]Pattern, bool) {
	out, ok := room, true
	for _, l := range joinLattices(list) {
		if out, ok = l.patterns(out, most); !ok {
			return nil, false
		}
	}
	if len(out) < 2 {
		return out, true
	}
	slices.SortFunc(out, func(a, b Pattern) int { return cmp.Compare(a.Begin, b.Begin) })
	if apart := mergePlain(out); patternsApart(apart) {
		return apart, true
	}
	pieces := uint64(0)
	for i := range out {
		pieces += out[i].Count
	}
	if pieces > fewPieces {
		return nil, false
	}
	var spans []Span
	for _, p := range out {
		for i := range p.Count {
			spans = append(spans, Span{p.Begin + i*p.Stride, p.Begin + i*p.Stride + p.Size})
		}
	}
	out = Compact(out[:0], JoinSpans(spans), most)
	return out, len(out) <= most
}

// mergePlain joins sorted patterns without a stride that touch.
func mergePlain(list []Pattern) []Pattern {
	var out []Pattern
	last := -1 // the last plain one of out
	for _, p := range list {
		if p.Count == 1 && last >= 0 && p.Begin <= out[last].End() {
			out[last].Size = max(out[last].Size, p.End()-out[last].Begin)
			continue
		}
		if p.Count == 1 {
			last = len(out)
		}
		out = append(out, p)
	}
	return out
}

// patternsApart tells whether no two of sorted patterns have a byte in common or touch, as far as their strides show that at once.
func patternsApart(list []Pattern) bool {
	for i := range list {
		for j := i + 1; j < len(list) && list[j].Begin <= list[i].End(); j++ {
			a, b := &list[i], &list[j]
			if a.Stride == 0 || a.Stride != b.Stride {
				return false
			}
			if at := (b.Begin - a.Begin) % a.Stride; at <= a.Size || at+b.Size >= a.Stride {
				return false
			}
		}
	}
	return true
}

// JoinSpans sorts spans and joins those that overlap or touch.
func JoinSpans(list []Span) []Span {
	slices.SortFunc(list, func(a, b Span) int { return cmp.Compare(a.Begin, b.Begin) })
	out := list[:0]
	for _, s := range list {
		if n := len(out); n > 0 && s.Begin <= out[n-1].End {
			out[n-1].End = max(out[n-1].End, s.End)
			continue
		}
		out = append(out, s)
	}
	return out
}

// fewestPieces is how many equal ranges at equal distances are worth a pattern.
const fewestPieces = 3

// Compact writes sorted, disjoint spans as patterns, appended to out: as many equal ones at equal distances as follow each other become one. It stops
// when there are more than most.
func Compact(out []Pattern, spans []Span, most int) []Pattern {
	most += len(out)
	for len(spans) > 0 && len(out) <= most {
		p := Pattern{Begin: spans[0].Begin, Size: spans[0].End - spans[0].Begin, Count: 1}
		if n := Alike(spans); n > 1 {
			p.Stride, p.Count = spans[1].Begin-p.Begin, uint64(n)
		}
		out, spans = append(out, p), spans[p.Count:]
	}
	return out
}

// Alike is how many of the first of some sorted, disjoint spans make up a pattern, being equal at equal distances; 1: they do not. Most of scattered
// accesses do not, and which do cannot be foreseen: that is found with one comparison.
func Alike(spans []Span) int {
	if len(spans) < fewestPieces {
		return 1
	}
	a, b, c := &spans[0], &spans[1], &spans[2]
	size, step := a.End-a.Begin, b.Begin-a.Begin
	if ((b.End-b.Begin)^size)|((c.End-c.Begin)^size)|((c.Begin-b.Begin)^step) != 0 {
		return 1
	}
	n := fewestPieces
	for n < len(spans) && spans[n].End-spans[n].Begin == size && spans[n].Begin-spans[n-1].Begin == step {
		n++
	}
	return n
}
