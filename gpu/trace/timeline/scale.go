package timeline

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The measures of time in the picture.
const (
	breakWidth  = 46 // pixels of a stretch in which nothing happens
	tickSpacing = 84 // pixels between two ticks at least
)

// stretch is a part of the time and its place.
type stretch struct {
	begin, end uint64
	x, width   float64
	broken     bool
}

// scale turns times into columns.
type scale struct {
	stretches []stretch
	perPixel  float64 // nanoseconds, where the time is not broken
	unit      uint64  // nanoseconds of the numbers of the axis
}

// span is a time from a beginning to an end.
type span struct{ begin, end uint64 }

// busy are the times in which something happens other than waiting, joined, by time.
func (t *Timeline) busy(v *view) []span {
	var all []span
	take := func(begin, end uint64) {
		if begin, end = max(begin, v.from), min(end, v.to); begin <= end {
			all = append(all, span{begin, end})
		}
	}
	for _, l := range t.lanes {
		for _, b := range slices.Concat(l.bars, l.under) {
			if b.class != classWait && b.class != classReady && b.class != classFrame {
				take(b.begin, b.end)
			}
		}
		if l.kind == laneThread && !l.waits && !l.ended {
			take(l.since, t.last)
		}
		for _, m := range slices.Concat(l.signals, l.presents) {
			take(m.at-min(m.at, 1000), m.at)
		}
	}
	slices.SortFunc(all, func(a, b span) int { return cmp.Or(cmp.Compare(a.begin, b.begin), cmp.Compare(a.end, b.end)) })
	var out []span
	for _, s := range all {
		if n := len(out); n > 0 && s.begin <= out[n-1].end {
			out[n-1].end = max(out[n-1].end, s.end)
		} else {
			out = append(out, s)
		}
	}
	return out
}

// gaps are the stretches in which nothing happens, long beside all in which something does. The view becomes a little wider, so that nothing
// is at its edge.
func (t *Timeline) gaps(v *view) (gaps []span) {
	busy, active := t.busy(v), uint64(0)
	for _, b := range busy {
		active += b.end - b.begin
	}
	margin := max(active/100, 1)
	v.from -= min(v.from, margin)
	v.to += margin
	at := v.from
	for _, b := range busy {
		if b.begin > at+2*margin && b.begin-at-2*margin > max(active, 1000) {
			gaps = append(gaps, span{at + margin, b.begin - margin})
		}
		at = max(at, b.end)
	}
	return gaps
}

// scale lays the time of a view out over columns from x on, and cuts the gaps. Frames that wait for a screen have a gap each: where width has no room
// for what is between them, it becomes up to mostCut.
func (t *Timeline) scale(v *view, x int, width *int) *scale {
	s, gaps := &scale{}, t.gaps(v)
	switch tight := 3 * len(gaps) * breakWidth / 2; {
	case tight > mostCut:
		gaps = nil // there would be no room for what happens
	case tight > *width:
		*width = min(5*len(gaps)*breakWidth/2, mostCut)
	}
	linear := uint64(0)
	add := func(begin, end uint64, broken bool) {
		if end > begin {
			s.stretches = append(s.stretches, stretch{begin: begin, end: end, broken: broken})
			if !broken {
				linear += end - begin
			}
		}
	}
	at := v.from
	for _, g := range gaps {
		add(at, g.begin, false)
		add(g.begin, g.end, true)
		at = g.end
	}
	add(at, max(v.to, at+1), false)
	s.place(float64(x), float64(*width-breakWidth*len(gaps))/float64(linear))
	return s
}

// place gives every stretch its columns.
func (s *scale) place(x, perNS float64) {
	for i := range s.stretches {
		p := &s.stretches[i]
		p.x, p.width = x, float64(breakWidth)
		if !p.broken {
			p.width = float64(float64(p.end-p.begin) * perNS)
		}
		x += p.width
	}
	s.perPixel, s.unit = 1/perNS, 1000
	if last := s.stretches[len(s.stretches)-1].end; last >= 10_000_000 && s.step() >= 100_000 {
		s.unit = 1_000_000
	}
}

// x is the column of a time.
func (s *scale) x(at uint64) int {
	i, found := slices.BinarySearchFunc(s.stretches, at, func(p stretch, at uint64) int { return cmp.Compare(p.begin, at) })
	if !found && i > 0 {
		i--
	}
	p := &s.stretches[i]
	at = min(max(at, p.begin), p.end)
	return int(p.x + float64(float64(at-p.begin)/float64(p.end-p.begin)*p.width))
}

// step is the time between two ticks: 1, 2 or 5 of a power of ten.
func (s *scale) step() uint64 {
	least := s.perPixel * tickSpacing
	for step := uint64(1); ; step *= 10 {
		for _, n := range []uint64{1, 2, 5} {
			if float64(n*step) >= least {
				return n * step
			}
		}
	}
}

// tick is a time on the axis.
type tick struct {
	x    int
	text string
}

// ticks are the times of the axis: multiples of the step, and the beginning of what stands after a break.
func (s *scale) ticks() []tick {
	var out []tick
	step := s.step()
	for i, p := range s.stretches {
		if p.broken {
			continue
		}
		from := p.begin
		if i > 0 {
			out = append(out, tick{int(p.x), s.number(p.begin, 3)})
			from += uint64(s.perPixel * tickSpacing)
		}
		for at := (from + step - 1) / step * step; at <= p.end; at += step {
			out = append(out, tick{s.x(at), s.number(at, s.digits(step))})
		}
	}
	return out
}

// digits is how many digits a multiple of a step has after the point.
func (s *scale) digits(step uint64) int {
	n := 0
	for unit := s.unit; unit > step; unit /= 10 {
		n++
	}
	return n
}

// number is a time in the unit of the axis, rounded down to a number of digits.
func (s *scale) number(ns uint64, digits int) string {
	text := grouped(ns / s.unit)
	if digits == 0 {
		return text
	}
	rest := fmt.Sprintf("%0*d", len(strconv.FormatUint(s.unit, 10))-1, ns%s.unit)
	if rest = strings.TrimRight(rest[:min(digits, len(rest))], "0"); rest != "" {
		text += "." + rest
	}
	return text
}

// unitName is the unit of the axis.
func (s *scale) unitName() string {
	if s.unit == 1000 {
		return "µs"
	}
	return "ms"
}

// grouped writes a number with commas.
func grouped(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// duration writes nanoseconds in the largest unit they fill.
func duration(ns uint64) string {
	u := []struct {
		ns   uint64
		name string
	}{{1_000_000_000, "s"}, {1_000_000, "ms"}, {1_000, "µs"}}
	for _, u := range u {
		if ns >= u.ns {
			text := fmt.Sprintf("%d.%03d", ns/u.ns, ns%u.ns*1000/u.ns)
			return strings.TrimRight(strings.TrimRight(text, "0"), ".") + " " + u.name
		}
	}
	return fmt.Sprintf("%d ns", ns)
}
