package hazard

import "github.com/gpuscript/gpuscript/gpu"

// inside follows one submission while it runs: lists of one call are not separated, so that unordered accesses need UAV
// barriers, and resources that share memory need aliasing barriers.
type inside struct {
	command int
	pools   []pool
}

// pool is what was touched of one memory.
type pool struct {
	memory gpu.ID
	open   []span // since the last barrier that orders them
}

// barrier follows one barrier.
func (n *inside) barrier(b *gpu.Barrier) {
	for i := range n.pools {
		n.pools[i].barrier(b)
	}
}

func (p *pool) barrier(b *gpu.Barrier) {
	kept := p.open[:0]
	for _, s := range p.open {
		if !ends(&s, b) {
			kept = append(kept, s)
		}
	}
	p.open = kept
}

// ends says whether a barrier orders an access before everything that follows.
func ends(s *span, b *gpu.Barrier) bool {
	id := s.side.Access.Resource
	switch b.Type {
	case gpu.BarrierUAV:
		return b.Resource == 0 && unordered(s) || b.Resource == id && unordered(s)
	case gpu.BarrierAliasing:
		before, after := b.Aliased[0], b.Aliased[1]
		return before == id || before == 0 && after != id
	}
	return b.Resource == id && unordered(s)
}

func unordered(s *span) bool { return s.side.Access.As == gpu.StateUnorderedAccess }

// check compares an access with the open ones of earlier commands, and adds it. One conflict of a pair of commands is enough.
func (n *inside) check(w *work, memory gpu.ID, s *span) {
	p := n.pool(memory)
	if s.side.Op != gpu.OpDiscardResource {
		for i := range p.open {
			if k, ok := conflictInside(&p.open[i], s); ok && !w.known(&p.open[i], s) {
				begin, end, _ := p.open[i].meets(s)
				shift := s.begin - s.side.Access.Begin
				w.conflicts = append(w.conflicts, Conflict{Kind: k, First: p.open[i].side, Second: s.side, Begin: begin - shift, End: end - shift})
				break
			}
		}
	}
	if unordered(s) || memory != s.side.Access.Resource {
		p.open = append(p.open, *s)
	}
}

// known says whether a conflict of the two commands is noted already.
func (w *work) known(a, b *span) bool {
	for i := range w.conflicts {
		c := &w.conflicts[i]
		if c.First.number == a.side.number && c.Second.number == b.side.number {
			return true
		}
	}
	return false
}

// conflictInside says in which way two accesses of one submission conflict, a first.
func conflictInside(a, b *span) (Kind, bool) {
	if a.side.number == b.side.number || !a.writes() && !b.writes() {
		return 0, false
	}
	switch _, _, overlap := a.meets(b); {
	case !overlap:
		return 0, false
	case a.side.Access.Resource != b.side.Access.Resource:
		return Aliased, true
	case !unordered(a) || !unordered(b), commute(&a.side.Access, &b.side.Access):
		return 0, false
	}
	return Unordered, true
}

func (n *inside) pool(memory gpu.ID) *pool {
	for i := range n.pools {
		if n.pools[i].memory == memory {
			return &n.pools[i]
		}
	}
	n.pools = append(n.pools, pool{memory: memory})
	return &n.pools[len(n.pools)-1]
}
