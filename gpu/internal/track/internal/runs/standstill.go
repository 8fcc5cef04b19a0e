package runs

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// Which of two threads gives something to a queue first is up to the run. If the one lets it wait and the other one signals, in no order, the wait
// may come first, and then the signal comes only if the wait ends without it:
//
//	thread one   q: Wait(F, 1)        the wait comes first: F never becomes 1
//	thread two   q: Signal(F, 1)      the signal comes first: nothing is wrong
//
// So for each such wait the program goes on as if it had been given before all that may come after it: as far as it comes at best, with nothing given
// to the queue that does not certainly come before the wait. Where the wait does not end even so, and somebody needs one of the signals, the order of
// the two calls matters. That takes one pass for each wait that may hold up another thread's work for longer than other waits do, and a search only
// where its thread waits for something that has to be given before (early.go).

// maxItems bounds the programs that are looked at.
const maxItems = 1 << 12

// Held is a wait and a signal of one queue, of two threads and in no order: in some runs the wait holds the signal up for ever. Where there is a
// Present, the wait holds that up, and its thread stands there; the signal would end the wait. In the place of a Present there may be an action of a
// thread that waits until another frame may be begun.
type Held struct {
	Wait, Signal, Present Given
	After                 bool // where there is a Present: the signal is given after the wait
	// Chain is a swap chain of which Present takes a leave to begin a frame, which then lacks at Wait, an action of another thread. Signal is that,
	// too. 0: there is none.
	Chain uint32
}

// Begins says whether it is where a thread waits until another frame may be begun.
func (g *Given) Begins() bool { return g.At.Queue == g.By }

// Given is a wait, a signal or a frame that a thread has given to a queue, or a signal of its own.
type Given struct {
	At    Point
	Fence int
	Value uint64
	By    clock.Agent
	Call  uint32 // the action of its thread
	Mark  uint32
}

// Standstill finds the waits and signals whose order matters, as far as their calls are made in every run. needs says whether a thread waits now for
// a value of a fence that is above one and up to another. sure is how many items of each agent are done in every run. Where all is sure that is due,
// or there are too many items to know, there is nothing.
// Where there is nothing of that, it finds what Frames does.
func (p *Program) Standstill(due func(Point) bool, needs func(fence int, above, upTo uint64) bool) (held []Held, sure []uint32) {
	if held, sure = p.orders(due, needs); len(held) > 0 {
		return held, sure
	}
	if frames, done := p.Frames(); len(frames) > 0 {
		return frames, done
	}
	return held, sure
}

// orders is Standstill but for Frames.
func (p *Program) orders(due func(Point) bool, needs func(fence int, above, upTo uint64) bool) (held []Held, sure []uint32) {
	if p.large() {
		return nil, nil
	}
	m := p.beginning()
	if p.certain(&m, nil); !p.unsure(&m, due) {
		return nil, nil
	}
	if p.deepen(&m, nil); !p.unsure(&m, due) {
		return nil, nil
	}
	called := func(it *Item) bool { return m.at[it.By] >= it.call() }
	var waits []Point
	p.each(&m, Wait, func(w Point, wait *Item) {
		if called(wait) {
			waits = append(waits, w)
		}
	})
	var plain []Held // of runs in which no thread makes a call that is not made in every run
	find := func(stands *moment, firsts []Point) {
		list := &plain
		if p.further(stands, &m, needs) {
			list = &held
		}
		for _, w := range firsts {
			p.each(stands, Signal, func(s Point, signal *Item) {
				h := Held{Wait: p.given(w), Signal: p.given(s)}
				if p.queue(s) == p.queue(w) && called(signal) && apart(p.Item(w), signal) &&
					p.needed(stands, s, needs) && !slices.Contains(*list, h) {
					*list = append(*list, h)
				}
			})
		}
	}
	if len(waits) > 0 {
		p.first(waits, find)
	}
	for i := range waits { // each alone, where one wait of two keeps the other one's thread from coming so far
		p.first(waits[i:i+1], find)
	}
	if len(plain) > 0 {
		held = plain
	}
	return held, m.at
}

// further says whether a thread gets beyond what is done in every run. A run that stands still elsewhere does not know what it does then.
func (p *Program) further(m, sure *moment, needs func(fence int, above, upTo uint64) bool) bool {
	for a := range p.Agents {
		if !p.Agents[a].Queue && m.at[a] > sure.at[a] {
			return true
		}
	}
	for f := range p.Fences {
		if needs(f, 0, m.value[f]) {
			return true
		}
	}
	return false
}

// large says whether a program has too many items to look at.
func (p *Program) large() bool { return p.size() > maxItems }

// size is how many items a program has.
func (p *Program) size() (items int) {
	for i := range p.Agents {
		items += len(p.Agents[i].Items)
	}
	return items
}

// each goes through the items of a kind that shared queues have not done.
func (p *Program) each(m *moment, kind Kind, do func(at Point, it *Item)) {
	for a := range p.Agents {
		g := &p.Agents[a]
		for i := m.at[a] - g.Base; p.shared(clock.Agent(a)) && int(i) < len(g.Items); i++ {
			if g.Items[i].Kind == kind {
				do(Point{clock.Agent(a), g.Base + i + 1}, &g.Items[i])
			}
		}
	}
}

// unsure says whether a wait or a signal is due that a shared queue does not do in every run.
func (p *Program) unsure(m *moment, due func(Point) bool) (is bool) {
	for _, kind := range []Kind{Wait, Signal} {
		p.each(m, kind, func(at Point, _ *Item) { is = is || due(at) })
	}
	return is
}

// needed says whether something that has begun waits for a signal.
func (p *Program) needed(m *moment, s Point, needs func(fence int, above, upTo uint64) bool) bool {
	it := p.Item(s)
	for a := range p.Agents {
		switch x := p.next(m, clock.Agent(a)); {
		case x == nil:
		case x.Kind == Wait && !x.Past && x.Fence == it.Fence && m.value[x.Fence] < x.Value && x.Value <= it.Value,
			x.Kind == Learn && p.ends(x.Issue, s):
			return true
		}
	}
	return needs(it.Fence, m.value[it.Fence], it.Value)
}

// ends says whether a clock ends, of its queue, with a signal. Where it has more that a thread has given to the queue after that, this is what is
// waited for.
func (p *Program) ends(c clock.Clock, s Point) bool {
	it := p.Item(s)
	return c.At(s.Queue) == s.Pos && !slices.ContainsFunc(p.Agents[p.queue(s)].Strands, func(q clock.Agent) bool {
		g, pos := &p.Agents[q], c.At(q)
		return q != s.Queue && pos > g.Base && int(pos-g.Base) <= len(g.Items) && g.Items[pos-g.Base-1].Issue.At(it.By) >= it.call()
	})
}

// apart says whether nothing orders the calls that gave two items to a queue.
func apart(a, b *Item) bool {
	return a.By != b.By && b.Issue.At(a.By) < a.Issue.At(a.By) && a.Issue.At(b.By) < b.Issue.At(b.By)
}

// Item is that of a point.
func (p *Program) Item(at Point) *Item {
	g := &p.Agents[at.Queue]
	return &g.Items[at.Pos-g.Base-1]
}

func (p *Program) given(at Point) Given {
	it := p.Item(at)
	if !p.Agents[at.Queue].Queue {
		return Given{at, it.Fence, it.Value, at.Queue, at.Pos, it.Mark}
	}
	return Given{at, it.Fence, it.Value, it.By, it.call(), it.Mark}
}

// queue is that of a strand.
func (p *Program) queue(at Point) clock.Agent { return p.Agents[at.Queue].Root }

// shared says whether an agent is a strand of a queue that threads share.
func (p *Program) shared(a clock.Agent) bool {
	return p.Agents[a].Queue && len(p.Agents[p.Agents[a].Root].Strands) > 1
}

// beginning is where a program begins, with the largest values that fences can have.
func (p *Program) beginning() moment {
	m := moment{at: make([]uint32, len(p.Agents)), value: make([]uint64, len(p.Fences))}
	for i := range p.Agents {
		m.at[i] = p.Agents[i].Base
	}
	for i := range p.Fences {
		m.value[i] = max(p.Fences[i].Known, slices.Max(append(p.Fences[i].Beginnings, 0)))
	}
	return m
}

// next is the item that an agent does not get beyond, nil if there is none or it has not been given.
func (p *Program) next(m *moment, a clock.Agent) *Item {
	g := &p.Agents[a]
	if i := m.at[a] - g.Base; int(i) < len(g.Items) && (!g.Queue || p.called(m, &g.Items[i])) {
		return &g.Items[i]
	}
	return nil
}

// called says whether the call is made that gives an item to its queue. Where it is forgotten, what its thread knew is not.
func (p *Program) called(m *moment, it *Item) bool {
	call := it.call()
	return m.at[it.By] >= call && (call > p.Agents[it.By].Base || covers(m.at, it.Issue))
}

// advance goes on as far as possible, but for items that something else holds up. No fence goes down.
func (p *Program) advance(m *moment, holds func(a clock.Agent, it *Item) bool) {
	for again := true; again; {
		again = false
		for a := range p.Agents {
			g := &p.Agents[a]
			for int(m.at[a]-g.Base) < len(g.Items) {
				it := &g.Items[m.at[a]-g.Base]
				if !p.ready(m.at, m.value, clock.Agent(a), it) || g.Queue && !p.called(m, it) || holds(clock.Agent(a), it) {
					break
				}
				if it.Kind == Signal {
					m.value[it.Fence] = max(m.value[it.Fence], it.Value)
				}
				m.at[a]++
				again = true
			}
		}
	}
}
