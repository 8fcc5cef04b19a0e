package runs

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// What is done in every run: all that comes without an item in front of which a wait of another thread may stand. A thread that waits for one of two
// signals goes on in every run, although a wait on the queue may stand before each of them, if that wait is given only after it has gone on:
//
//	thread one     F:WaitCPU(1)  q: Wait(G, 1)       if F never became 1, nothing would stand on q
//	thread two     q: Signal(F, 1)
//	thread three   q: Signal(F, 1)
//
// So a thread is taken to stand where it is for ever. If what it waits for comes even so, it never stands there for ever.

// Sure is how many items of each agent are done in every run; nil: there are too many items to know.
func (p *Program) Sure() []uint32 {
	if p.large() {
		return nil
	}
	m := p.beginning()
	p.certain(&m, nil)
	p.deepen(&m, nil)
	return m.at
}

// certain goes on to what is done in every run in which threads do not do certain actions.
func (p *Program) certain(m *moment, without []Point) {
	p.advance(m, func(a clock.Agent, it *Item) bool {
		return slices.ContainsFunc(without, func(s Point) bool { return s.Queue == a && m.at[a]+1 >= s.Pos }) || p.heldUp(m, a, it, without)
	})
}

// maxDepth is of how many threads at once is asked whether they stand for ever.
const maxDepth = 2

// deepen is certain, and goes on with threads that stand where no run lets them stand.
func (p *Program) deepen(m *moment, without []Point) {
	for again := len(without) < maxDepth; again; {
		again = false
		for a := range p.Agents {
			it, here := p.next(m, clock.Agent(a)), Point{clock.Agent(a), m.at[a] + 1}
			if it == nil || p.Agents[a].Queue || it.Kind != Wait && it.Kind != Learn ||
				slices.ContainsFunc(without, func(s Point) bool { return s.Queue == here.Queue }) {
				continue
			}
			n, stays := m.clone(), append(slices.Clone(without), here)
			p.certain(&n, stays)
			if !p.ready(n.at, n.value, here.Queue, it) {
				p.deepen(&n, stays)
			}
			if p.ready(n.at, n.value, here.Queue, it) {
				m.at[a]++
				p.certain(m, without)
				again = true
			}
		}
	}
}

// heldUp says whether a wait of another thread may stand before an item in its queue that is not known to end. What comes after actions that are not
// done is not given.
func (p *Program) heldUp(m *moment, a clock.Agent, it *Item, without []Point) bool {
	if !p.shared(a) {
		return false
	}
	for _, strand := range p.Agents[p.Agents[a].Root].Strands {
		g := &p.Agents[strand]
		if strand == a {
			continue
		}
		i := slices.IndexFunc(g.Items[m.at[strand]-g.Base:], func(x Item) bool { return x.Kind == Wait })
		if i >= 0 { // who gives a later one knows of no less
			w := &g.Items[m.at[strand]-g.Base+uint32(i)]
			given := !slices.ContainsFunc(without, func(s Point) bool { return w.Issue.At(s.Queue) >= s.Pos })
			if given && w.Issue.At(it.By) < it.call() {
				return true
			}
		}
	}
	return false
}

// clone is a moment that may be changed.
func (m *moment) clone() moment {
	return moment{slices.Clone(m.at), slices.Clone(m.value), clonesOf(m.given)}
}
