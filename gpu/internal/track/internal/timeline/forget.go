package timeline

import "github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"

// Fix says what is covered when the signal of a queue happens that is one of its items, but for the queue's own part.
func (t *Timeline) Fix(of clock.Agent, pos uint32, memo clock.Clock) {
	l := t.LineOf(of)
	if s := &t.Signals[l.At[l.Behind(t.Signals, pos-1)]]; !s.Fixed {
		s.Clock, s.Fixed = memo.With(of, pos), true
	}
}

// Forget forgets the first signal of an agent that is not forgotten, with which so much is covered. A line of which nothing is left goes, too, if its
// agent signals no more, or the signals are a chain. Waits that are still there may have been given before the signal. Of each agent the last one has
// the largest value, as long as the fence does not go down.
func (t *Timeline) Forget(of clock.Agent, happens clock.Clock, over func(clock.Agent) bool) {
	l := t.LineOf(of)
	if s := t.Signals[l.At[l.Dead]]; t.Parted && t.waits > 0 {
		if !s.Fixed {
			s.Clock, s.Fixed = happens, true
		}
		if t.late == nil {
			t.late = map[clock.Agent]Signal{}
		}
		t.late[of] = s
	}
	l.Dead++
	if t.Dead++; 2*t.Dead >= len(t.Signals) {
		t.Compact()
		kept := 0
		for i := range t.Lines { // which are large, and mostly one
			if l := &t.Lines[i]; len(l.At) == 0 && (!t.Parted || over(l.Agent)) {
				t.spare = l.At
			} else {
				if kept < i {
					t.Lines[kept] = *l
				}
				kept++
			}
		}
		clear(t.Lines[kept:])
		t.Lines, t.linesOf = t.Lines[:kept], nil
	}
}

// Compact takes the signals that are forgotten out of the lists.
func (t *Timeline) Compact() {
	if t.Dead == 0 {
		return
	}
	for i := range t.Lines {
		l := &t.Lines[i]
		for _, at := range l.At[:l.Dead] {
			t.Signals[at].Fence = -1
		}
		l.At, l.Dead = l.At[:0], 0
	}
	kept := 0
	for i := range t.Signals {
		if s := &t.Signals[i]; s.Fence >= 0 {
			l := t.LineOf(s.Agent)
			l.At = append(l.At, kept)
			if kept < i {
				t.Signals[kept] = *s
			}
			kept++
		}
	}
	clear(t.Signals[kept:])
	t.Signals, t.Dead = t.Signals[:kept], 0
	switch {
	case t.Rewinds:
		t.measure()
	case !t.Parted:
		t.order.Renew(len(t.Signals), t.valueOf)
	}
}

// measure makes the values of all lines anew.
func (t *Timeline) measure() {
	for i := range t.Lines {
		l := &t.Lines[i]
		l.Values.Reset(len(l.At), func(i int) uint64 { return t.Signals[l.At[i]].Value })
	}
}

// Clear forgets all signals, and says that the fence goes down no more: it has this value.
func (t *Timeline) Clear(value uint64) {
	clear(t.Signals)
	t.Signals, t.Dead, t.Rewinds, t.late = t.Signals[:0], 0, false, nil
	for i := range t.Lines {
		l := &t.Lines[i]
		l.At, l.Dead, l.Top = l.At[:0], 0, value
		l.Values.Reset(0, nil)
	}
}

// Cuts says, for each line, how many of its signals have another one after them that a clock covers, and how many those are.
func (t *Timeline) Cuts(common clock.Clock) (cuts []int, gone int) {
	known := make([]int, len(t.Lines))
	for i := range t.Lines {
		known[i] = t.Lines[i].Behind(t.Signals, common.At(t.Lines[i].Agent))
	}
	for i := range t.Lines {
		n := max(0, known[i]-1)
		for k := range t.Lines {
			if r := &t.Lines[k]; k != i && n < known[i] && known[k] > 0 &&
				t.Signals[r.At[known[k]-1]].Clock.At(t.Lines[i].Agent) >= t.Signals[t.Lines[i].At[n]].Pos {
				n++
			}
		}
		cuts, gone = append(cuts, n), gone+n
	}
	return cuts, gone
}

// Cut forgets so many signals of each line, and how many those are, as Cuts has them.
func (t *Timeline) Cut(cuts []int, gone int) {
	for i := range t.Lines {
		t.Lines[i].Dead = cuts[i]
	}
	t.Dead = gone
	t.Compact()
}

// Loose says whether a signal that a clock does not cover comes, as arrives says, in no order with one that the clock covers. gone has those that are
// forgotten.
func (t *Timeline) Loose(common, gone clock.Clock, arrives func(s *Signal) (c clock.Clock, stuck bool)) bool {
	for i := range t.Lines {
		l := &t.Lines[i]
		for k := max(l.Dead, l.Behind(t.Signals, common.At(l.Agent))); k < len(l.At); k++ {
			s := &t.Signals[l.At[k]]
			if c, stuck := arrives(s); !stuck && !t.behind(s, c, common, gone) {
				return true
			}
		}
	}
	return false
}

// behind says whether a signal certainly comes after all signals of others that a clock covers.
func (t *Timeline) behind(s *Signal, c, common, gone clock.Clock) bool {
	for i := range t.Lines {
		l := &t.Lines[i]
		last := gone.At(l.Agent)
		if k := l.Behind(t.Signals, common.At(l.Agent)); k > l.Dead {
			last = t.Signals[l.At[k-1]].Pos
		}
		if l.Agent != s.Agent && c.At(l.Agent) < last {
			return false
		}
	}
	return true
}
