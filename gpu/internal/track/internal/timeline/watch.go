package timeline

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// watched are the waits of threads for a fence that are over, because a signal that comes later could have ended them as well.
type watched struct {
	all   []Waiting   // in the order in which they ended; Turn is the number
	limit int         // so many are there when those are looked for that are forgotten
	count uint32      // how many there were
	by    clock.Clock // covers them
	top   uint64      // the largest value of them
}

// Watch keeps a wait of a thread for a value. Those that are kept no more go, when they may be as many as the others.
func (t *Timeline) Watch(p Point, value uint64, kept func(wait Point) bool) {
	s := &t.watched
	if len(s.all) >= max(16, s.limit) {
		s.all = slices.DeleteFunc(s.all, func(w Waiting) bool { return !kept(w.At) })
		s.limit = 2 * len(s.all)
	}
	s.count++
	s.by, s.top = s.by.With(p.Queue, p.Pos), max(s.top, value)
	s.all = append(s.all, Waiting{Value: value, At: p, Turn: s.count})
}

// Watched calls see with the waits of threads that Watch keeps.
func (t *Timeline) Watched(see func(wait Point)) {
	for i := range t.watched.all {
		see(t.watched.all[i].At)
	}
}

// Watches says whether a wait of a thread is kept.
func (t *Timeline) Watches(kept func(wait Point) bool) bool {
	return slices.ContainsFunc(t.watched.all, func(w Waiting) bool { return kept(w.At) })
}

// Doubt calls look with the waits of threads that the last signal of a line is for, and none of its earlier ones, which were for values up to below.
func (t *Timeline) Doubt(l *Line, s *Signal, below uint64, kept func(wait Point) bool, look func(wait Point)) {
	a, all := t.Awaits(l), &t.watched
	if s.Fixed && s.Value >= all.top && s.Clock.Covers(all.by) {
		a.Later, a.Looked = Waits{}, all.count // a thread that knows of them all
		return
	}
	for w, ok := a.Later.Take(s.Value); ok; w, ok = a.Later.Take(s.Value) {
		look(w.At)
	}
	from, _ := slices.BinarySearchFunc(all.all, a.Looked+1, func(w Waiting, nth uint32) int { return cmp.Compare(w.Turn, nth) })
	for _, w := range all.all[from:] {
		switch {
		case w.Value > s.Value:
			a.Later.PushAmong(w, func(w Waiting) bool { return kept(w.At) })
		case w.Value > below || t.Rewinds || a.Looked == 0:
			look(w.At)
		}
	}
	a.Looked = all.count
}

// Watching is how many waits of threads Watch keeps.
func (t *Timeline) Watching() int { return len(t.watched.all) }
