package runs

import (
	"math"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// A wait compares with the value that its fence has when somebody comes to it. Where the fence goes down, that is up to the run:
//
//	queue A   F = 2 ─ F = 1
//	queue B   wait F >= 2 ─ x      before F = 1 the wait ends; after it nothing ends it, and x is never done
//
// So whoever waits for a fence that can go down may come to that now, or after the next signal. A run is over when nobody can do anything.

// MaxPending is how many items a program may have that is searched for a wait that never ends.
const MaxPending = 1 << 10

// maxEnds bounds the states of a search for a wait that never ends. Each wait of a thread asks for one.
const maxEnds = 1 << 10

// Stall is a wait that ends in some run, and never in another one.
type Stall struct {
	Wait  Given // of a queue; At.Pos 0: the one of the thread
	Lower Given // the signal that came first in such a run; At.Pos 0: what it gave is forgotten
	// Early says that the wait ends in every run if it is given before that signal, and the signal is held up until it has ended.
	Early bool
	// Givers are the last signals of other agents than that one which give the value, and come before it in such a run; nil: they are not all known.
	Givers []Point
	// Others are further ones of queues, each because of another signal.
	Others []Stall
}

// Awaited is what ends a wait of a thread after all that it did so far, or sets an event for which it waits: values of fences, all of them or any
// one.
type Awaited struct {
	Needs []Need
	All   bool
	// Since is the action that the thread did after it had asked for the event, or will do, and Given how many items queues had got then. Pos 0:
	// there is no event.
	Since Point
	Given uint32
}

// Need is a value of a fence.
type Need struct {
	Fence int
	Value uint64
}

// Needs are those of another package.
func Needs[N ~struct {
	Fence int
	Value uint64
}](needs []N) (out []Need) {
	for _, n := range needs {
		out = append(out, Need(n))
	}
	return out
}

// after says whether the event was asked for before an item.
func (w *Awaited) after(at Point, it *Item) bool {
	return w.Since.Pos > 0 && (at.Queue == w.Since.Queue && at.Pos >= w.Since.Pos || it.Nth > w.Given)
}

// What a search notes of each way in which the wait ends, in the place of the values of two further fences: that it is asked for, and in the bits
// above that which of its needs fences had since then; the first if it is asked for as late as it can be, the second if as early.
const unasked, asked = 0, 1

// maxNeeds is how many needs have bits.
const maxNeeds = 62

// Stall looks for a wait that ends in one run and not in another one. await are the ways in which the wait ends that the only thread begins now; nil:
// it waits for nothing, and those of queues are looked at. What it finds is for a fence that may be told. Where the same waits end in all runs, it
// finds nothing, and so it may where there are very many runs.
func (p *Program) Stall(await []Awaited, may func(fence int) bool) (st Stall, found bool) {
	s := stalls{search: search{p: p, x: Point{Pos: math.MaxUint32}, seen: map[string]bool{}}, await: await, ways: len(p.Fences), may: may}
	if slices.ContainsFunc(await, func(w Awaited) bool { return len(w.Needs) > maxNeeds }) {
		return st, false
	}
	s.seats = s.ways + 2*len(await)
	p.Fences = append(p.Fences, make([]Fence, 2*len(await)+len(p.Seats))...) // stand for the ways, and for the seats
	if s.each(0, p.start()); await == nil {
		return s.last()
	}
	return s.stall, s.ends && s.found
}

// stalls looks for a run that ends well, and one that does not.
type stalls struct {
	search
	await []Awaited
	ways  int // the number of the fence that stands for the first,
	seats int // and of that for the first seat
	may   func(fence int) bool
	first []uint64 // what the fences have at the beginning of the runs that are looked at
	ends  bool
	stall Stall
	over  []moment // where the thread waits for nothing: what is left of each run in which nobody can do anything
}

// start is where a program begins, with what fences are known to have reached.
func (p *Program) start() moment {
	m := p.beginning()
	for i := range p.Fences {
		m.value[i] = p.Fences[i].Known
	}
	return m
}

// each begins with each value that fence number i and those after it may have.
func (s *stalls) each(i int, m moment) {
	for ; i < len(m.value); i++ {
		if values := s.p.Fences[i].Beginnings; len(values) > 0 {
			for _, v := range values {
				m.value[i] = v
				s.each(i+1, m.clone())
			}
			return
		}
	}
	s.first = slices.Clone(m.value)
	s.visit(m)
}

// visit goes on from a state, which it changes.
func (s *stalls) visit(m moment) {
	for s.forced(&m) {
	}
	s.ask(&m, nobody)
	key := m.key()
	if s.seen[key] || s.states == maxEnds {
		return
	}
	s.states++
	s.seen[key] = true
	if s.await != nil && s.arrived(&m) && s.passes(&m, early) {
		s.ends = true
	}
	over := true
	for a := range s.p.Agents {
		if s.ends && s.found {
			return
		}
		it := s.next(&m, clock.Agent(a))
		if it == nil {
			continue
		}
		ready := s.ready(&m, clock.Agent(a), it)
		if over = over && !ready; ready || s.slips(&m, clock.Agent(a), it) {
			next := m.clone()
			s.step(&next, clock.Agent(a), it)
			s.visit(next)
		}
	}
	for i := range s.p.Seats {
		if s.ends && s.found {
			return
		}
		if s.callable(&m, i) {
			over = false
			next := m.clone()
			s.call(&next, i)
			s.visit(next)
		}
	}
	switch {
	case !over || s.found || !s.arrived(&m):
	case s.await == nil:
		s.over = append(s.over, m)
	case !s.passes(&m, late):
		s.stall, s.found = s.cause(&m)
	}
}

// last is a wait of a queue that has missed its value in one run, and ends in another one, where the thread waits for nothing.
func (s *stalls) last() (st Stall, found bool) {
	if s.states == maxEnds {
		return st, false
	}
	most := s.p.beginning().at
	for i := range s.over {
		for a, n := range s.over[i].at {
			most[a] = max(most[a], n)
		}
	}
	var all []Stall
	for i := range s.over {
		m := &s.over[i]
		for a := range s.p.Agents {
			if it := s.next(m, clock.Agent(a)); it != nil && it.Kind == Wait && m.at[a] < most[a] {
				if other, is := s.missed(m, s.p.given(Point{clock.Agent(a), m.at[a] + 1}), map[Point]bool{}); is {
					all = other.among(all)
				}
			}
		}
	}
	if len(all) == 0 {
		return st, false
	}
	st, st.Others = all[0], all[1:]
	return st, true
}

// among adds a wait to others unless one of them misses its value because of the same signal.
func (st *Stall) among(all []Stall) []Stall {
	if slices.ContainsFunc(all, func(o Stall) bool { return o.Lower == st.Lower }) {
		return all
	}
	return append(all, *st)
}

// slips says whether an agent has come to a wait that signals which are forgotten may have ended by now.
func (s *stalls) slips(m *moment, a clock.Agent, it *Item) bool {
	here := Point{a, m.at[a] + 1}
	return slices.ContainsFunc(s.p.Windows, func(w Window) bool { return w.Wait == here && s.opened(m, &w) }) && s.p.reached(m, a, it)
}

// reached says whether an agent has come to a wait, whatever ends it.
func (p *Program) reached(m *moment, a clock.Agent, it *Item) bool {
	free := *it
	free.Past = true
	return p.ready(m.at, m.value, a, &free)
}

// shuts says whether the next item of an agent shuts the window of a wait that is not over.
func (s *stalls) shuts(m *moment, a clock.Agent) bool {
	return slices.ContainsFunc(s.p.Windows, func(w Window) bool {
		return w.Shut[a] == m.at[a]+1 && m.at[w.Wait.Queue] < w.Wait.Pos && s.opened(m, &w)
	})
}

// forced does what hinders nothing, and reports whether there was anything.
func (s *stalls) forced(m *moment) (any bool) {
	for a := range s.p.Agents {
		for it := s.next(m, clock.Agent(a)); it != nil && !s.opens(m, clock.Agent(a), it) &&
			s.ready(m, clock.Agent(a), it); it = s.next(m, clock.Agent(a)) {
			s.step(m, clock.Agent(a), it)
			any = true
		}
	}
	for i := range s.p.Seats {
		if s.callable(m, i) && !s.matters(m, i) {
			s.call(m, i)
			any = true
		}
	}
	return any
}

// ask notes which ways are asked for before an item that comes next, or because the thread waits, and what fences have reached since then.
func (s *stalls) ask(m *moment, before func(w *Awaited) bool) {
	for i := range s.await {
		w, states := &s.await[i], m.value[s.ways+2*i:][:2]
		is := before(w)
		for when := range states {
			if states[when] == unasked && (is || when == early && s.arrived(m)) {
				states[when] = asked
			}
			if states[when] != unasked {
				states[when] |= w.has(m)
			}
		}
	}
}

func nobody(*Awaited) bool { return false }

// late and early say when a way is asked for, where that is up to the run.
const late, early = 0, 1

// has are the bits of the needs that fences have now, and that it is asked for.
func (w *Awaited) has(m *moment) (bits uint64) {
	for k, n := range w.Needs {
		if m.value[n.Fence] >= n.Value {
			bits |= asked << (k + 1)
		}
	}
	return bits | asked
}

// passes says whether the wait of the thread, which it has come to, ends.
func (s *stalls) passes(m *moment, when int) bool {
	for i := range s.await {
		w := &s.await[i]
		if bits := m.value[s.ways+2*i+when] | w.has(m); w.All && bits == asked<<(len(w.Needs)+1)-1 || !w.All && bits > asked {
			return true
		}
	}
	return false
}

// step does the next item of an agent.
func (s *stalls) step(m *moment, a clock.Agent, it *Item) {
	s.ask(m, func(w *Awaited) bool { return w.after(Point{a, m.at[a] + 1}, it) })
	s.do(m, a, it)
	s.look(m)
	s.ask(m, nobody)
}

// opens says whether it matters when an item is done: it gives a value to a fence that can go down, or compares with one, the event is asked for
// before it, or it shuts a window.
func (s *stalls) opens(m *moment, a clock.Agent, it *Item) bool {
	if it.Kind != Work && it.Kind != Learn && !it.Past && !s.past(m, Point{a, m.at[a] + 1}) && s.p.Fences[it.Fence].Restless || s.shuts(m, a) {
		return true
	}
	for i := range s.await {
		if m.value[s.ways+2*i] == unasked && s.await[i].after(Point{a, m.at[a] + 1}, it) {
			return true
		}
	}
	return false
}

// arrived says whether the thread is where it waits, or at the end.
func (s *stalls) arrived(m *moment) bool {
	if slices.Contains(m.value[s.seats:], open) {
		return false
	}
	for a := range s.p.Agents {
		if !s.p.Agents[a].Queue && s.next(m, clock.Agent(a)) != nil {
			return false
		}
	}
	return true
}

// cause is the wait of a run that is over which has missed its value: that of the thread, or one that what it waits for comes after.
func (s *stalls) cause(m *moment) (st Stall, found bool) {
	for i := range s.await {
		for k, n := range s.await[i].Needs {
			if (m.value[s.ways+2*i]|s.await[i].has(m))>>(k+1)&1 != 0 || found {
				continue
			}
			if st, found = s.missed(m, Given{Fence: n.Fence, Value: n.Value}, map[Point]bool{}); len(s.await)+
				len(s.await[i].Needs) > 2 && st.Wait.At.Pos == 0 {
				st.Early = false // it does not wait for that alone
			}
		}
	}
	return st, found
}

// missed is a wait that has not ended, if its fence had the value before, or else one without which a signal of it would have come.
func (s *stalls) missed(m *moment, w Given, seen map[Point]bool) (st Stall, found bool) {
	if seen[w.At] || m.value[w.Fence] >= w.Value {
		return st, false
	}
	seen[w.At] = true
	before, lower := s.before(w)
	before = before || slices.ContainsFunc(s.p.Windows, func(o Window) bool { return o.Wait == w.At })
	had := before
	var later []clock.Agent // who would signal it
	var givers []Point
	for a := range s.p.Agents {
		g := &s.p.Agents[a]
		for i := range g.Items {
			it, at := &g.Items[i], Point{clock.Agent(a), g.Base + uint32(i) + 1}
			switch done := at.Pos <= m.at[a]; {
			case it.Kind != Signal || it.Fence != w.Fence:
			case done && it.Value == m.value[w.Fence]:
				lower = s.p.given(at)
			case it.Value >= w.Value && done:
				had, givers = true, lastOf(givers, at)
			case it.Value >= w.Value && !slices.Contains(later, at.Queue):
				later = append(later, at.Queue)
			}
		}
	}
	if had && lower.Mark > 0 {
		if own := func(g Point) bool { return g.Queue == lower.At.Queue }; before || slices.ContainsFunc(givers, own) {
			givers = nil
		}
		return Stall{Wait: w, Lower: lower, Early: s.early(w, lower), Givers: givers}, s.may(w.Fence)
	}
	for _, a := range later {
		if at, waits := s.standsAt(m, a); waits && !found {
			st, found = s.missed(m, s.p.given(at), seen)
		}
	}
	return st, found
}

// lastOf adds a point to those of other agents, in place of an earlier one of its own.
func lastOf(list []Point, at Point) []Point {
	if n := len(list); n > 0 && list[n-1].Queue == at.Queue {
		list = list[:n-1]
	}
	return append(list, at)
}

// before says whether a fence had a value before the run began, and which signal gave it the one that it had then.
func (s *stalls) before(w Given) (had bool, lower Given) {
	f := &s.p.Fences[w.Fence]
	had = f.Known >= w.Value
	for _, g := range f.Gone {
		if had = had || g.Value >= w.Value; g.Value == s.first[w.Fence] {
			lower = g
		}
	}
	return had, lower
}

// standsAt is the wait that an agent does not get beyond: its own, or that of another strand of its queue.
func (s *stalls) standsAt(m *moment, a clock.Agent) (at Point, waits bool) {
	for range s.p.Agents {
		it := s.next(m, a)
		if it == nil {
			return at, false
		}
		switch l, is := s.p.lacks(m.at, m.value, a, it); {
		case !is:
			return at, false
		case l.point.Pos == 0:
			return Point{a, m.at[a] + 1}, it.Kind == Wait
		default:
			a = l.point.Queue
		}
	}
	return at, false
}

// early says whether nothing but a signal keeps a wait from ending that is given after it in every run: the fence has the value before, and nothing
// holds up the two queues until then.
func (s *stalls) early(w, lower Given) bool {
	if s.p.shared(lower.At.Queue) || w.At.Pos > 0 && s.p.shared(w.At.Queue) {
		return false // threads have to do as they are told then
	}
	level := s.first[w.Fence]
	for a := range s.p.Agents {
		g := &s.p.Agents[a]
		for i := range g.Items {
			it, at := &g.Items[i], Point{clock.Agent(a), g.Base + uint32(i) + 1}
			signals, before := it.Kind == Signal && it.Fence == w.Fence, at.Queue == lower.At.Queue && at.Pos < lower.At.Pos
			switch {
			case signals && at.Queue != lower.At.Queue, it.Kind == Wait && g.Queue && (before || at.Queue == w.At.Queue && at.Pos < w.At.Pos):
				return false
			case signals && before:
				level = it.Value
			}
		}
	}
	from := lower.At
	return from.Pos > 0 && s.p.Agents[from.Queue].Queue && level >= w.Value &&
		(w.At.Pos == 0 || w.At.Queue != from.Queue && s.p.calledAfter(w.At, s.p.Item(w.At), from))
}
