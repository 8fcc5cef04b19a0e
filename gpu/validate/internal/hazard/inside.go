package hazard

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
)

// inside follows one submission while it runs: lists of one call are not separated, so that unordered accesses need UAV
// barriers, and resources that share memory need aliasing barriers.
type inside struct {
	commands uint32 // so far; those of a bundle count one by one
	pools    []*pool
	index    map[gpu.ID]*pool // by memory, where there are many
	turns    turns
	half     bool // a UAV or aliasing barrier has begun and not ended
}

// pool is what was touched of one memory.
type pool struct {
	memory gpu.ID
	groups []*group          // the one that was touched last at the end
	index  map[gpu.ID]*group // by resource, where there are many
}

// group is what was touched of one resource since the last barrier that orders it.
type group struct {
	resource   gpu.ID
	shared     bool   // other resources may stand in the memory
	begin, end uint64 // bounds of the spans
	latest     uint32 // the last command that touched it
	sets       []set
}

// set is the accesses of a group that do not conflict with each other: those that read, the atomic ones of one class, or those that
// write. The last kind may conflict, but then it was said. Those that are not unordered, or for which a barrier stands already, matter to the other
// resources in the memory only: an aliasing barrier is missing behind them all the same.
type set struct {
	kind      gpu.AccessKind
	class     uint8
	unordered bool
	runs      runs
}

// Opens says whether a UAV or aliasing barrier is a first half, which orders nothing before the second half comes.
func Opens(b *gpu.Barrier) bool {
	return b.Type != gpu.BarrierTransition && b.Flags&gpu.BarrierBeginOnly != 0
}

// barrier follows one barrier. at is where its resource stands, the zero Place of barriers that name none.
func (n *inside) barrier(b *gpu.Barrier, at Place) {
	if b.Type != gpu.BarrierTransition && b.Flags != 0 {
		n.half = Opens(b)
	}
	if Opens(b) {
		return
	}
	if b.Type == gpu.BarrierAliasing {
		n.turns.hand(b.Aliased[0], b.Aliased[1], n.commands)
	}
	if at.Memory != 0 {
		if p := n.find(at.Memory); p != nil {
			if g := p.find(b.Resource); g != nil {
				g.barrierAt(b, at)
			}
		}
		return
	}
	for _, p := range n.pools {
		for _, g := range p.groups {
			g.barrier(b)
		}
	}
}

func (g *group) barrier(b *gpu.Barrier) {
	var ordered []*span
	kept := g.sets[:0]
	for _, s := range g.sets {
		switch {
		case g.leaves(b) && b.Aliased[1] == 0:
		case s.unordered && (g.leaves(b) || b.Resource == g.resource || b.Resource == 0 && b.Type == gpu.BarrierUAV):
			ordered = append(ordered, s.runs.all()...)
		default:
			kept = append(kept, s)
		}
	}
	clear(g.sets[len(kept):])
	g.sets = kept
	g.settle(ordered)
	if len(g.sets) == 0 {
		g.begin, g.end = 0, 0
	}
}

// settle keeps unordered accesses for which a barrier stands, where other resources share the memory.
func (g *group) settle(ordered []*span) {
	if g.shared {
		for _, s := range ordered {
			g.set(s.side.Access.Kind, s.side.Access.Class, false).runs.add(s)
		}
	}
}

// barrierAt follows a barrier of its resource, or of one subresource of it.
func (g *group) barrierAt(b *gpu.Barrier, at Place) {
	if k := int(b.Subresource); b.Type == gpu.BarrierTransition && k+1 < len(at.Pieces) {
		g.cut(at.Offset+at.Pieces[k], at.Offset+at.Pieces[k+1])
		return
	}
	g.barrier(b)
}

// cut forgets the unordered accesses of bytes [begin, end), a subresource whose transition orders them.
func (g *group) cut(begin, end uint64) {
	var ordered []*span
	for i := range g.sets {
		if s := &g.sets[i]; s.unordered {
			ordered = append(ordered, s.runs.cut(begin, end)...)
		}
	}
	g.settle(ordered)
}

// leaves says whether a barrier is an aliasing barrier behind the resource. One that names none is behind all that stand in heaps; what has its memory for itself
// does not take part.
func (g *group) leaves(b *gpu.Barrier) bool {
	before, after := b.Aliased[0], b.Aliased[1]
	return b.Type == gpu.BarrierAliasing && (before == g.resource || before == 0 && after != g.resource && g.shared)
}

// set is the set of the accesses of a kind.
func (g *group) set(kind gpu.AccessKind, class uint8, unordered bool) *set {
	for i := range g.sets {
		if t := &g.sets[i]; t.kind == kind && t.class == class && t.unordered == unordered {
			return t
		}
	}
	g.sets = append(g.sets, set{kind: kind, class: class, unordered: unordered})
	return &g.sets[len(g.sets)-1]
}

func unordered(s *span) bool { return s.side.Access.As == gpu.StateUnorderedAccess }

// check compares an access with the open ones of earlier commands. One conflict of a pair of commands is enough. A discard is no unordered access, but
// it touches memory that another resource may still use. The resource that was touched last comes first: of several that stood in the memory in turn, the
// barrier behind it is the one that is missing.
func (n *inside) check(w *work, memory gpu.ID, s *span) {
	p := n.find(memory)
	if p != nil {
		for _, g := range slices.Backward(p.groups) {
			if s.begin < g.end && g.begin < s.end && g.matters(w, s) {
				g.check(w, s)
			}
		}
	}
}

// matters says whether an access may conflict with what was touched of a resource.
func (g *group) matters(w *work, s *span) bool {
	if g.resource == s.side.Access.Resource {
		return unordered(s) && s.side.Op != gpu.OpDiscardResource
	}
	return w.inside.turns.upTo(s.side.Access.Resource, g.resource) < g.latest
}

// comesFirst says which of two accesses an access is told to conflict with: the one of the same command, where no barrier would help, else the earlier one.
func comesFirst(o, than, s *span) bool {
	if here := o.side.number == s.side.number; here != (than.side.number == s.side.number) {
		return here
	}
	return cmp.Or(cmp.Compare(o.side.number, than.side.number), cmp.Compare(o.begin, than.begin)) < 0
}

// check compares an access with what was touched of one resource: the earliest conflict counts.
func (g *group) check(w *work, s *span) {
	var first *span
	kind := Unordered
	behind := w.inside.turns.upTo(s.side.Access.Resource, g.resource)
	for i := range g.sets {
		if t := &g.sets[i]; t.kind == gpu.AccessRead && !s.writes() {
			continue
		} else if t.kind == gpu.AccessAtomic && s.side.Access.Kind == gpu.AccessAtomic && t.class == s.side.Access.Class && t.unordered == unordered(s) && g.resource == s.side.Access.Resource {
			continue
		} else if !t.unordered && g.resource == s.side.Access.Resource {
			continue
		}
		g.sets[i].runs.overlapping(s, func(o *span) bool {
			k, ok := conflictInside(o, s)
			ok = ok && !(k == Aliased && o.side.number <= behind)
			if ok && (first == nil || comesFirst(o, first, s)) && !w.known(o, s) {
				first, kind = o, k
			}
			return ok
		})
	}
	if first != nil {
		begin, end, _ := first.meets(s)
		shift := s.begin - s.side.Access.Begin
		c := Conflict{Kind: kind, First: first.side, Second: s.side, Begin: begin - shift, End: end - shift, Half: w.inside.half,
			Together: first.side.number == s.side.number}
		w.conflicts = append(w.without(&c), c)
		if kind == Aliased {
			w.inside.turns.hand(g.resource, s.side.Access.Resource, w.inside.commands) // it was said: what follows from it is not said again
		}
	}
}

// without is the conflicts that are known without those that follow from a new one: what a command does to two resources over the same bytes cannot be repaired
// by a barrier before it.
func (w *work) without(c *Conflict) []Conflict {
	if !c.Together {
		return w.conflicts
	}
	return slices.DeleteFunc(w.conflicts, func(o Conflict) bool {
		return o.Kind == Aliased && o.Second.number == c.Second.number && o.Second.Access.Resource == c.First.Access.Resource && o.First.Access.Resource == c.Second.Access.Resource
	})
}

// add keeps an access for what follows. One that has grown is kept already.
func (p *pool) add(s *span, grown bool) {
	g := p.find(s.side.Access.Resource)
	if g == nil {
		g = &group{resource: s.side.Access.Resource, shared: p.memory != s.side.Access.Resource}
		p.groups = append(p.groups, g)
		p.index = indexed(p.index, p.groups, func(g *group) gpu.ID { return g.resource })
	}
	p.last(g)
	if len(g.sets) == 0 {
		g.begin = s.begin
	}
	g.begin, g.end, g.latest = min(g.begin, s.begin), max(g.end, s.end), s.side.number
	if grown {
		return
	}
	a := &s.side.Access
	g.set(a.Kind, a.Class, unordered(s)).runs.add(s)
}

// last brings a group to the end.
func (p *pool) last(g *group) {
	if n := len(p.groups) - 1; p.groups[n] != g {
		at := slices.Index(p.groups, g)
		copy(p.groups[at:], p.groups[at+1:])
		p.groups[n] = g
	}
}

// known says whether a conflict of the two commands is noted already; b is of the last command.
func (w *work) known(a, b *span) bool {
	for i := len(w.conflicts) - 1; i >= 0 && w.conflicts[i].Second.number == b.side.number; i-- {
		if w.conflicts[i].First.number == a.side.number {
			return true
		}
	}
	return false
}

// conflictInside says in which way two accesses of one submission conflict, a first. What one command does to one resource is its own affair.
func conflictInside(a, b *span) (Kind, bool) {
	if !a.writes() && !b.writes() {
		return 0, false
	}
	switch _, _, overlap := a.meets(b); {
	case !overlap:
		return 0, false
	case a.side.Access.Resource != b.side.Access.Resource:
		return Aliased, true
	case a.side.number == b.side.number && a.side.Access.Part == b.side.Access.Part:
		return 0, false
	case !unordered(a) || !unordered(b), commute(&a.side.Access, &b.side.Access):
		return 0, false
	}
	return Unordered, true
}

// pool finds or makes the pool of a memory.
func (n *inside) pool(memory gpu.ID) *pool {
	p := n.find(memory)
	if p == nil {
		p = &pool{memory: memory}
		n.pools = append(n.pools, p)
		n.index = indexed(n.index, n.pools, func(p *pool) gpu.ID { return p.memory })
	}
	return p
}

func (n *inside) find(memory gpu.ID) *pool {
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

// indexed is the index of a list that has grown by one: few are searched one by one, and have none.
func indexed[T any](index map[gpu.ID]T, list []T, id func(T) gpu.ID) map[gpu.ID]T {
	if index != nil {
		index[id(list[len(list)-1])] = list[len(list)-1]
		return index
	}
	if len(list) <= few {
		return nil
	}
	index = make(map[gpu.ID]T, 2*len(list))
	for _, x := range list {
		index[id(x)] = x
	}
	return index
}
