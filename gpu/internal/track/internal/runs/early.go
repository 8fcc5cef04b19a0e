package runs

import (
	"fmt"
	"maps"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// A wait comes first in its queue if its thread can give it before everything that may come after it. Where the thread waits itself, something of
// that may have to be given before:
//
//	thread one     F:WaitCPU(1)  q: Wait(G, 1)
//	thread two     q: Signal(F, 1)
//	thread three   q: Signal(G, 1)  q: Signal(F, 1)       after thread two's signal, the wait can be given before those of thread three
//
// Which calls these are is searched for, the fewest first: the less comes before a wait, the more it holds up.

// maxEarlier bounds how many choices of such calls are looked at for some waits.
const maxEarlier = 48

// lane is what one thread gives to one queue.
type lane struct{ queue, by clock.Agent }

// order lets waits come before everything else in their queues, but for early calls: by lane the last one.
type order struct {
	waits []Point
	early map[lane]uint32
}

// outcome is how far a program comes in an order, and which of the waits it stands at: stand has as many as the order; if it has fewer, the others
// end, cannot be given so early, or are not come to. late are those of which one may have to be left out, because it keeps another one from being
// given so early. blocks are the calls that keep waits from being given.
type outcome struct {
	moment
	stand  []Point
	late   []Point
	blocks map[lane]uint32
}

// first lets waits come before all that may come after them in their queues, and tells how far the program comes then, and which of them it stands
// at: all that are left when those are taken away that end, that their threads cannot give so early, or that it does not come to.
func (p *Program) first(waits []Point, tell func(m *moment, stand []Point)) {
	seen := map[string]bool{}
	for list, more := []order{{waits, nil}}, 0; len(list) > 0; list = list[1:] {
		o := list[0]
		key := fmt.Sprint(o.waits, o.early)
		if len(o.waits) == 0 || seen[key] {
			continue
		}
		seen[key] = true
		out := p.try(o)
		if len(out.stand) == len(o.waits) {
			tell(&out.moment, out.stand)
			continue
		}
		list = append(list, order{out.stand, o.early})
		for _, w := range out.late {
			if more++; more <= maxEarlier {
				list = append(list, order{without(o.waits, []Point{w}), o.early})
			}
		}
		for _, l := range slices.SortedFunc(maps.Keys(out.blocks), lane.compare) {
			if more++; more <= maxEarlier {
				early := map[lane]uint32{l: out.blocks[l]}
				for other, call := range o.early {
					early[other] = max(early[other], call)
				}
				list = append(list, order{o.waits, early})
			}
		}
	}
}

func (l lane) compare(other lane) int {
	if l.queue != other.queue {
		return int(l.queue) - int(other.queue)
	}
	return int(l.by) - int(other.by)
}

// try lets a program go on in an order. What is to come after a wait is not given before that is, and not done at all.
func (p *Program) try(o order) (out outcome) {
	lows, later := p.later(o)
	out.moment = p.beginning()
	m := &out.moment
	given := p.give(m, o.waits, lows, later)
	for a := range p.Agents {
		if x := p.next(m, clock.Agent(a)); x != nil && x.Kind == Poll {
			return out // what the script does then is not known
		}
	}
	var ended, late []Point // those that end, and those that are not given so early: what comes after them is only held up by them
	for k, w := range o.waits {
		switch {
		case m.at[w.Queue] >= w.Pos:
			ended = append(ended, w)
		case !given[k]:
			late = append(late, w)
		case m.at[w.Queue]+1 == w.Pos && p.begun(m, w, o):
			out.stand = append(out.stand, w)
		}
	}
	for _, others := range [][]Point{ended, late} {
		if len(others) > 0 {
			out.stand = without(o.waits, others)
			break
		}
	}
	if len(ended) == 0 && len(late) > 0 {
		out.blocks = p.blocks(m, o, given, lows)
	}
	if len(ended) == 0 && len(late) > 1 {
		out.late = late
	}
	return out
}

// without leaves some out of a list.
func without(list, some []Point) []Point {
	return slices.DeleteFunc(slices.Clone(list), func(w Point) bool { return slices.Contains(some, w) })
}

// later is what is to come after each wait: by wait and thread its first call that gives something of it, and all that.
func (p *Program) later(o order) (lows []map[clock.Agent]*Item, later map[Point]bool) {
	lows, later = make([]map[clock.Agent]*Item, len(o.waits)), map[Point]bool{}
	for k, w := range o.waits {
		it, queue := p.Item(w), p.queue(w)
		lows[k] = map[clock.Agent]*Item{}
		for _, strand := range p.Agents[queue].Strands {
			g := &p.Agents[strand]
			for i := range g.Items {
				x, at := &g.Items[i], Point{strand, g.Base + uint32(i) + 1}
				if x.call() > max(it.Issue.At(x.By), o.early[lane{queue, x.By}]) && !slices.Contains(o.waits, at) {
					if later[at] = true; lows[k][x.By] == nil || x.call() < lows[k][x.By].call() {
						lows[k][x.By] = x
					}
				}
			}
		}
	}
	return lows, later
}

// call is the action of its thread that gives an item to its queue.
func (it *Item) call() uint32 { return it.Issue.At(it.By) }

// blocks are the calls that threads have come to and that may come before the waits.
func (p *Program) blocks(m *moment, o order, given []bool, lows []map[clock.Agent]*Item) map[lane]uint32 {
	out := map[lane]uint32{}
	for k, w := range o.waits {
		for a, x := range lows[k] {
			after := func(w Point) bool { // that is certain
				it := p.Item(w)
				return x.Issue.At(it.By) >= it.call()
			}
			if !given[k] && m.at[a]+1 == x.call() &&
				!slices.ContainsFunc(o.waits, func(other Point) bool { return p.queue(other) == p.queue(w) && after(other) }) {
				out[lane{p.queue(w), a}] = x.call()
			}
		}
	}
	return out
}

// give lets threads go on, each up to its first call that is to come after a wait which has not been given, and says which waits can be given so.
func (p *Program) give(m *moment, waits []Point, lows []map[clock.Agent]*Item, later map[Point]bool) []bool {
	given := make([]bool, len(waits))
	for again := true; again; {
		again = false
		stops := map[clock.Agent]uint32{}
		for k := range waits {
			for a, x := range lows[k] {
				if !given[k] && (stops[a] == 0 || x.call() < stops[a]) {
					stops[a] = x.call()
				}
			}
		}
		p.advance(m, func(a clock.Agent, x *Item) bool {
			return later[Point{a, m.at[a] + 1}] || !p.Agents[a].Queue && stops[a] != 0 && m.at[a]+1 >= stops[a]
		})
		for k, w := range waits {
			if it := p.Item(w); !given[k] && m.at[it.By] >= it.call() && !trails(it, stops) {
				given[k], again = true, true
			}
		}
	}
	return given
}

// trails says whether the call that gives an item certainly comes after one of those that are to come later: what a thread has waited for before that
// may be forgotten.
func trails(it *Item, stops map[clock.Agent]uint32) bool {
	for a, call := range stops {
		if call <= it.Issue.At(a) {
			return true
		}
	}
	return false
}

// begun says whether all is done that comes before a wait in its queue, but for the items of its own strand and other waits of the order.
func (p *Program) begun(m *moment, w Point, o order) bool {
	if slices.ContainsFunc(p.Item(w).Behind, func(b Point) bool { return m.at[b.Queue] < b.Pos }) {
		return false
	}
	queue := p.queue(w)
	return !slices.ContainsFunc(p.Agents[queue].Strands, func(strand clock.Agent) bool {
		x := p.next(m, strand)
		return x != nil && strand != w.Queue && !slices.Contains(o.waits, Point{strand, m.at[strand] + 1}) && x.call() <= o.early[lane{queue, x.By}]
	})
}
