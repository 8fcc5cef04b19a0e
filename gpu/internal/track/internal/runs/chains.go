package runs

import (
	"slices"
	"sort"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// Chain is a swap chain. Where its Presents do not wait, threads take leave from it to begin another frame: one leave is there at first, and each
// Present gives another one, when so few frames are left as the latency allows.
//
//	latency 1    take ─ Present ─ take: until that frame is done        latency 2    take ─ Present ─ take ─ Present ─ take: until frame 1 is done
type Chain struct {
	ID      uint32
	Queue   clock.Agent // that shows its frames
	Latency uint64      // the largest one
	Frames  uint64      // so many Presents were called,
	Taken   uint64      // and so many leaves taken
	Stray   bool        // leaves come and go in other ways, too: who takes one is not known to wait
	Scarce  bool        // two threads have taken leaves in no order: where there are too few, it is up to the run who gets one
	takers  []Point     // the last leave of each thread
}

// Take follows that a thread takes leave with an action, and what it knows before that. alone says that there is no other thread any more.
func (c *Chain) Take(here Point, knows clock.Clock, alone bool) {
	if alone {
		c.Scarce, c.takers = false, nil
		return
	}
	c.Scarce = c.Scarce || c.Contends(here.Queue, knows)
	c.takers = append(slices.DeleteFunc(slices.Clone(c.takers), func(p Point) bool { return p.Queue == here.Queue }), here)
}

// Contends says whether another thread has taken a leave of which a thread does not know: in another run that one may come later.
func (c *Chain) Contends(t clock.Agent, knows clock.Clock) bool {
	return slices.ContainsFunc(c.takers, func(p Point) bool { return p.Queue != t && knows.At(p.Queue) < p.Pos })
}

// Chains are the swap chains of a program.
type Chains []Chain

// Of is a chain. It may not be used any more when there is another one.
func (c *Chains) Of(id uint32) *Chain {
	for i := len(*c) - 1; i >= 0; i-- { // the last ones are in use
		if k := &(*c)[i]; k.ID == id {
			return k
		}
	}
	*c = append(*c, Chain{ID: id})
	return &(*c)[len(*c)-1]
}

// Present follows a Present on a queue.
func (c *Chain) Present(q clock.Agent, latency uint32) {
	c.Queue, c.Latency = q, max(c.Latency, uint64(latency))
	c.Frames++
}

// left says whether there is a leave, after so many Presents, frames that are done and leaves that were taken.
func (c *Chain) left(called, done, taken uint64) bool {
	return c.Stray || min(called, done+max(c.Latency, 1)-1)+1 > taken
}

// screen is what is known of a chain within a program.
type screen struct {
	Chain
	shown  []marks // its frames in their queues
	calls  []marks // the actions of threads that give them
	leaves []marks // the actions of threads that take leave
}

// marks are places of an agent, in their order.
type marks struct {
	agent clock.Agent
	at    []uint32
}

// note adds a place, after those of its agent that are there.
func note(list []marks, at Point) []marks {
	i := slices.IndexFunc(list, func(m marks) bool { return m.agent == at.Queue })
	if i < 0 {
		i = len(list)
		list = append(list, marks{agent: at.Queue})
	}
	list[i].at = append(list[i].at, at.Pos)
	return list
}

// count is how many of some places are done.
func count(list []marks, at []uint32) (n uint64) {
	for _, m := range list {
		n += uint64(sort.Search(len(m.at), func(i int) bool { return m.at[i] > at[m.agent] }))
	}
	return n
}

// after is how many of some places an agent does later than one.
func after(list []marks, here Point) uint64 {
	for _, m := range list {
		if m.agent == here.Queue {
			return uint64(len(m.at) - sort.Search(len(m.at), func(i int) bool { return m.at[i] > here.Pos }))
		}
	}
	return 0
}

// whole is how many places there are.
func whole(list []marks) (n uint64) {
	for _, m := range list {
		n += uint64(len(m.at))
	}
	return n
}

// screens are the chains of a program, by their identity.
func (p *Program) screens() map[uint32]*screen {
	out := map[uint32]*screen{}
	for i := range p.Chains {
		out[p.Chains[i].ID] = &screen{Chain: p.Chains[i]}
	}
	for a := range p.Agents {
		g := &p.Agents[a]
		for i := range g.Items {
			it, here := &g.Items[i], Point{clock.Agent(a), g.Base + uint32(i) + 1}
			s := out[it.Chain]
			switch {
			case s == nil:
			case g.Queue:
				s.shown = note(s.shown, here)
				if call := it.call(); call > p.Agents[it.By].Base {
					s.calls = note(s.calls, Point{it.By, call})
				}
			case it.Value == 0:
				s.leaves = note(s.leaves, here)
			}
		}
	}
	return out
}

// counts are how many Presents were called so far, how many frames are done and how many leaves were taken.
func (s *screen) counts(m *moment) (called, done, taken uint64) {
	return s.Frames - whole(s.calls) + count(s.calls, m.at), s.Frames - whole(s.shown) + count(s.shown, m.at),
		s.Taken - whole(s.leaves) + count(s.leaves, m.at)
}

// passes says whether a thread gets beyond a wait for the screen, its next action, although all that other threads do may come first.
func (s *screen) passes(m *moment, a clock.Agent, it *Item) bool {
	here := Point{a, m.at[a] + 1}
	called, done, _ := s.counts(m)
	if it.Value > 0 {
		return s.Frames-after(s.calls, here) < done+it.Value
	}
	return s.left(called, done, s.Taken-after(s.leaves, here)-1)
}
