package hazard

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/byid"
	"github.com/gpuscript/gpuscript/gpu/internal/leasts"
)

const groupBits = 3 // of a number: so many groups are looked at together

// pool is what was touched of one memory.
type pool struct {
	memory  gpu.ID
	groups  []*group           // in the order in which they were touched first
	index   map[gpu.ID]*group  // by resource, where there are many
	levels  [][]summary        // of every eight groups, of every eight of these, and so on
	touches uint64             // so far
	visits  leasts.Heap[visit] // of the access that is looked at
	steps   int                // groups and summaries that were looked at so far: what comparing has cost
}

// summary bounds the bytes of some groups, and when they were touched last.
type summary struct{ begin, end, touched uint64 }

func (x summary) meets(s summary) bool { return x.begin < s.end && s.begin < x.end }

func (x summary) with(y summary) summary {
	if y.begin == y.end {
		return summary{x.begin, x.end, max(x.touched, y.touched)}
	}
	if x.begin == x.end {
		return summary{y.begin, y.end, max(x.touched, y.touched)}
	}
	return summary{min(x.begin, y.begin), max(x.end, y.end), max(x.touched, y.touched)}
}

func (g *group) summary() summary { return summary{g.begin, g.end, g.touched} }

// seal says that the resource of a group came after all others whose bytes met a range when they were touched for the last time up to some touch. Who
// comes after that resource comes after these, too, and they need not be looked at:
//
//	one ──▶ two ──▶ three ──▶ four        aliasing barriers; four is compared with three, which has a seal
type seal struct{ begin, end, touch uint64 }

func (x seal) covers(s summary) bool { return x.begin <= s.begin && s.end <= x.end }

// check compares an access with the open ones of earlier commands. One conflict of a pair of commands is enough. A discard is no unordered access,
// but it touches memory that another resource may still use. The resource that was touched last comes first: of several that stood in the memory in
// turn, the barrier after it is the one that is missing.
func (n *inside) check(w *work, memory gpu.ID, s *span) {
	p, at := n.find(memory), s.area()
	if p == nil {
		n.sealed = seal{at.begin, at.end, 0}
		return
	}
	own := p.find(s.how.resource)
	n.sealed = seal{at.begin, at.end, p.touches}
	floor := n.turns.UpTo(s.how.resource, 0)
	p.backward(at, func(g *group) (upTo uint64) {
		switch {
		case g == own:
			own = nil
			g.matter(w, s)
		case g.latest <= floor:
			return g.touched // as those that were touched before it
		case g.matter(w, s):
			n.sealed = seal{}
		case g.seal.covers(at):
			return g.seal.touch
		}
		return 0
	})
	if own != nil && own.summary().meets(at) {
		own.matter(w, s)
	}
}

// matter compares an access with what was touched of a resource if the two may conflict, and says whether they may do so still.
func (g *group) matter(w *work, s *span) bool {
	if !g.matters(w, s) {
		return false
	}
	g.check(w, s)
	return g.matters(w, s)
}

// matters says whether an access may conflict with what was touched of a resource.
func (g *group) matters(w *work, s *span) bool {
	if g.resource == s.how.resource {
		return unordered(s) && !g.own(s)
	}
	return w.inside.turns.UpTo(s.how.resource, g.resource) < g.latest
}

// backward calls f for the groups whose bytes meet those of an access, the one that was touched last first. What f returns is the touch up to which
// groups are left out from then on.
func (p *pool) backward(s summary, f func(*group) uint64) {
	if len(p.groups) == 1 {
		if p.groups[0].summary().meets(s) {
			f(p.groups[0])
		}
		return
	}
	top := len(p.levels)
	p.visits.All = p.visits.All[:0]
	p.visit(s, top, 0, p.count(top))
	done := uint64(0)
	for len(p.visits.All) > 0 && p.visits.All[0].touched > done {
		v := p.visits.Pop()
		if v.level == 0 {
			done = max(done, f(p.groups[v.at]))
			continue
		}
		p.visit(s, v.level-1, v.at<<groupBits, min((v.at+1)<<groupBits, p.count(v.level-1)))
	}
}

// visit takes what of a part of a level meets an access among what is to be looked at.
func (p *pool) visit(s summary, level, from, to int) {
	p.steps += to - from
	for i := from; i < to; i++ {
		if x := p.at(level, i); x.meets(s) {
			p.visits.Push(visit{level, i, x.touched})
		}
	}
}

// count is the number of groups, on level 0, or of the summaries of a level.
func (p *pool) count(level int) int {
	if level == 0 {
		return len(p.groups)
	}
	return len(p.levels[level-1])
}

// at is a group, on level 0, or a summary of the level below.
func (p *pool) at(level, i int) summary {
	if level == 0 {
		return p.groups[i].summary()
	}
	return p.levels[level-1][i]
}

// visit is a group, on level 0, or a summary that is to be looked at.
type visit struct {
	level, at int
	touched   uint64
}

// Before puts the one that was touched last first.
func (v visit) Before(o visit) bool { return v.touched > o.touched }

// add keeps an access for what follows. One that has grown is kept already.
func (n *inside) add(p *pool, s *span, grown bool) *group {
	g := n.group(p, s.how.resource)
	before, at := g.touched, s.area()
	p.touches++
	if len(g.sets) == 0 {
		g.begin, g.first = at.begin, s.by.number
	}
	g.begin, g.end, g.latest, g.touched = min(g.begin, at.begin), max(g.end, at.end), s.by.number, p.touches
	if g.whole = s.how.whole; g.whole.last > 0 {
		g.saw(s)
	}
	p.grow(g)
	g.sealUp(n.sealed, before)
	if !g.held {
		g.held, n.held = true, append(n.held, g)
	}
	if unordered(s) && g.open == 0 {
		n.open, g.open = append(n.open, g), len(n.open)+1
	}
	if !grown {
		g.set(s.how.kind, s.how.class, unordered(s)).runs.Add(s)
	}
	return g
}

// sealUp keeps the seal of an access, unless it has the empty one. It goes on with that of the access before, which was the touch before, if nothing
// else was touched in between.
func (g *group) sealUp(x seal, before uint64) {
	switch old := g.seal; {
	case x.begin == x.end:
	case old.begin < old.end && old.touch+1 == before && before == x.touch && x.begin <= old.end && old.begin <= x.end:
		g.seal = seal{min(x.begin, old.begin), max(x.end, old.end), x.touch}
	default:
		g.seal = x
	}
}

// group finds or makes the group of a resource.
func (n *inside) group(p *pool, resource gpu.ID) *group {
	g := p.find(resource)
	if g == nil {
		if g = n.groups.Take(); g == nil {
			g = &group{}
		}
		g.pool, g.number, g.resource, g.shared = p, len(p.groups), resource, p.memory != resource
		p.groups = append(p.groups, g)
		p.index = byid.Index(p.index, p.groups, few, func(g *group) gpu.ID { return g.resource })
	}
	return g
}

// grow takes a group, which may be new and reaches as far as before or further, into its summaries.
func (p *pool) grow(g *group) {
	x := g.summary()
	for k, at := 0, g.number>>groupBits; p.count(k) > 1<<groupBits; k, at = k+1, at>>groupBits {
		if k == len(p.levels) {
			p.levels = append(p.levels, nil)
			for i := range (p.count(k) - 1) >> groupBits {
				p.levels[k] = append(p.levels[k], p.sum(k, i))
			}
		}
		if at == len(p.levels[k]) {
			p.levels[k] = append(p.levels[k], summary{})
		}
		p.levels[k][at] = p.levels[k][at].with(x)
	}
}

// sum is the summary of eight of a level.
func (p *pool) sum(level, at int) (x summary) {
	for i := at << groupBits; i < min((at+1)<<groupBits, p.count(level)); i++ {
		x = x.with(p.at(level, i))
	}
	return x
}

// renew makes the summaries of a group anew.
func (p *pool) renew(g *group) {
	for k, at := 0, g.number>>groupBits; k < len(p.levels); k, at = k+1, at>>groupBits {
		p.levels[k][at] = p.sum(k, at)
	}
}

// pool finds or makes the pool of a memory.
func (n *inside) pool(memory gpu.ID) *pool {
	p := n.find(memory)
	if p == nil {
		if p = n.spare.Take(); p == nil {
			p = &pool{}
		}
		p.memory = memory
		n.pools, n.last = append(n.pools, p), p
		n.index = byid.Index(n.index, n.pools, few, func(p *pool) gpu.ID { return p.memory })
	}
	return p
}

func (n *inside) find(memory gpu.ID) *pool {
	if n.last != nil && n.last.memory == memory { // an access is looked for several times
		return n.last
	}
	n.last = n.search(memory)
	return n.last
}

func (n *inside) search(memory gpu.ID) *pool {
	if n.index != nil {
		return n.index[memory]
	}
	for _, p := range n.pools {
		if p.memory == memory {
			return p
		}
	}
	return nil
}

func (p *pool) find(resource gpu.ID) *group {
	if p.index != nil {
		return p.index[resource]
	}
	for _, g := range p.groups {
		if g.resource == resource {
			return g
		}
	}
	return nil
}
