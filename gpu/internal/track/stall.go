package track

import (
	"slices"
	"sort"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/extremes"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/runs"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/timeline"
)

// Stall is a wait that ends in some run, and never in another one.
type Stall = runs.Stall

// Awaited is what ends a wait of a thread: values of fences. The zero Since is now.
type Awaited = runs.Awaited

// Awaits is a wait that a thread begins: for all needs, or for any one.
func Awaits(needs []Need, all bool) []Awaited { return []Awaited{{Needs: runs.Needs(needs), All: all}} }

// Armed are the ways in which an event can be set for which thread t is about to wait; nil: it may be set already, or another thread has asked for
// it.
func (o *Order) Armed(t Agent, e int) (ways []Awaited) {
	for _, r := range o.events.Of(e).Open() {
		if r.By != t {
			return nil
		}
		ways = append(ways, Awaited{Needs: runs.Needs(r.Needs), All: r.All,
			Since: runs.Point{Queue: r.By, Pos: r.Clock.At(r.By) + 1}, Given: r.Given})
	}
	return ways
}

// Arms are the values that together set an event for which thread t is about to wait, and what it knew when it armed that; nil: something else may
// set it.
func (o *Order) Arms(t Agent, e int) (needs []Need, knew *Clock) {
	if r := o.events.Of(e).Only(t); r != nil {
		c := r.Clock
		return r.Needs, &c
	}
	return nil, nil
}

// Falls says whether a fence goes down, or may have.
func (o *Order) Falls() bool { return len(o.falling)+len(o.parted) > 0 }

// Stall finds a wait without which the only thread gets beyond one that it begins now, or, n nil, the queues do all that they were given. Its fence
// goes down, and may be told.
func (o *Order) Stall(n []Awaited, may func(fence int) bool) (s Stall, found bool) {
	if p := o.ends(may); p != nil {
		return p.Stall(n, may)
	}
	return s, false
}

// Ending is what all runs have in common in which nothing can happen any more. The zero value is that of a program with one run, or with many.
type Ending struct {
	runs.Ending
	order *Order
}

// Ending finds it.
func (o *Order) Ending() (e Ending) {
	e.order = o
	if p := o.ends(func(int) bool { return true }); p != nil {
		e.Ending = p.Ending()
	}
	return e
}

// Stays says whether a queue stands at one place in every run.
func (e *Ending) Stays(q Agent) bool { return !slices.ContainsFunc(e.order.strandsOf(q), e.Moves) }

// ends is the program for a search for what its runs end with, where that may be up to the run: a fence goes down that may be told. nil: it is not,
// or not known, as there are other threads, or too many items.
func (o *Order) ends(may func(fence int) bool) *runs.Program {
	o.sort()
	if !o.Alone() || !o.holds(runs.MaxPending) || len(o.shared) > 0 && o.program().Mixed() {
		return nil
	}
	if slices.ContainsFunc(o.agents, func(a agent) bool {
		return a.removed || a.items.Any(func(it *item) bool { return it.past })
	}) {
		return nil
	}
	if o.descend(may); !slices.ContainsFunc(o.falling, func(f *fence) bool { return may(f.number) }) {
		return nil
	}
	p := o.program()
	for _, f := range o.falling {
		for i := range f.Signals {
			if s := &f.Signals[i]; o.forgotten(s) {
				p.Fences[f.number].Gone = append(p.Fences[f.number].Gone,
					runs.Given{At: runs.Point{Queue: s.Agent}, Fence: f.number, Value: s.Value, Mark: uint32(s.Site)})
			}
		}
		f.Claims(func(w timeline.Point, value uint64) {
			switch wait := Point(w); {
			case o.halted(wait) || !o.atCall(wait):
			case o.met(f, wait, value):
				p.Item(runs.Point(w)).Past = true
			default:
				p.Seats = append(p.Seats, runs.Point(w))
			}
		})
	}
	for _, f := range o.falling {
		f.Claims(func(w timeline.Point, value uint64) {
			if !o.halted(Point(w)) && !p.Item(runs.Point(w)).Past {
				p.Windows = append(p.Windows, o.windows(f, Point(w), value, p.Seats)...)
			}
		})
	}
	return p
}

// atCall says whether a queue is certainly at a wait from its call on: all that comes before it was known then to be finished. A value that the fence
// has from then on ends it.
func (o *Order) atCall(wait Point) bool {
	it := o.item(wait)
	open := func(b timeline.Point) bool { return it.issue.At(b.Queue) < b.Pos }
	return it.issue.At(wait.Queue)+1 >= wait.Pos && !slices.ContainsFunc(it.front(), open)
}

// met says whether a fence had the value at the call of a wait that its queue is at from then on, or later, because of what is forgotten.
func (o *Order) met(f *fence, wait Point, value uint64) bool {
	it := o.item(wait)
	return f.Had(value, f.known, o.forgotten, func(s *Signal) bool { return o.givenAfter(s, it) })
}

// givenAfter says whether whoever gave a signal knew of the call that gave an item.
func (o *Order) givenAfter(s *Signal, it *item) bool {
	knew := s.Clock
	if !s.Fixed {
		knew = o.item(pointOf(s)).issue
	}
	return s.Nth >= it.nth && it.knownTo(knew)
}

// sort parts the fences that go down from those that may come to do so, and drops those that were given up.
func (o *Order) sort() {
	o.falling = slices.DeleteFunc(o.falling, func(f *fence) bool {
		if !f.Rewinds && !slices.Contains(o.parted, f) {
			o.parted = append(o.parted, f)
		}
		return !f.Rewinds
	})
	o.parted = slices.DeleteFunc(o.parted, func(f *fence) bool { return f.Rewinds || f.highest >= lost })
}

// descend finds out which fences may go down although no signal was given after one of a larger value: in some run the larger one comes first.
func (o *Order) descend(may func(fence int) bool) {
	for _, f := range o.parted {
		if f.Compact(); may(f.number) && slices.ContainsFunc(f.Signals, func(s Signal) bool { return s.Value < f.highest && o.undermines(f, &s) }) {
			o.sink(f)
		}
	}
}

// undermines says whether a signal comes, and in some run after a larger one. A larger one that everybody knows to have come it does not certainly
// come before.
func (o *Order) undermines(f *fence, s *Signal) bool {
	_, stuck := o.arrival(s)
	return !stuck && (s.Value < f.known || o.undercuts(f, s))
}

// forgotten says whether a signal is that was kept because its fence went down.
func (o *Order) forgotten(s *Signal) bool { return s.Pos <= o.agents[s.Agent].base }

// windows are those in which signals that are forgotten may have ended a wait of a queue. Of each line it is the last one: until then a queue can
// have done the most.
func (o *Order) windows(f *fence, wait Point, value uint64, seats []runs.Point) (out []runs.Window) {
	knows := o.Start(wait)
	open := func(s *Signal) {
		if shut, calls := o.shuts(f, s, value, seats); len(shut) > 0 {
			out = append(out, runs.Window{Wait: runs.Point(wait), Shut: shut, Calls: calls})
		}
	}
	if f.known >= value && !o.overwritten(f, nil, Need{Value: value}, knows) {
		open(nil)
	}
	for i := range f.Lines {
		l := &f.Lines[i]
		k := l.Values.Last(l.Behind(f.Signals, o.agents[l.Agent].base), extremes.Above(value))
		if k >= 0 && k >= o.behindLows(f, l, value, knows, Point{}) {
			open(&f.Signals[l.At[k]])
		}
	}
	return out
}

// shuts is where, by agent, the first item stands that comes after a lower value which is forgotten and certainly came after a signal, or, nil,
// after the value that everybody knows; and which calls of seats do.
func (o *Order) shuts(f *fence, s *Signal, value uint64, seats []runs.Point) (shut map[Agent]uint32, calls []runs.Point) {
	shut = map[Agent]uint32{}
	for i := range f.Signals {
		low := &f.Signals[i]
		if low.Value >= value || !o.forgotten(low) ||
			s != nil && (low.Agent == s.Agent && low.Pos < s.Pos || low.Agent != s.Agent && low.Clock.At(s.Agent) < s.Pos) {
			continue
		}
		for of := range o.agents {
			a := &o.agents[of]
			pos := a.base + 1 + uint32(sort.Search(a.items.Len(), func(k int) bool {
				return Agent(of) == low.Agent || o.had(Point{Agent(of), a.base + uint32(k) + 1}).At(low.Agent) >= low.Pos
			}))
			if old, is := shut[Agent(of)]; !is || pos < old {
				shut[Agent(of)] = pos
			}
		}
		for _, at := range seats {
			if o.item(Point(at)).issue.At(low.Agent) >= low.Pos {
				calls = append(calls, at)
			}
		}
	}
	return shut, calls
}

// had is what has certainly happened when an item of an agent comes.
func (o *Order) had(p Point) Clock {
	if o.agents[p.Queue].queue {
		return o.Start(p)
	}
	return o.item(p).memo
}
