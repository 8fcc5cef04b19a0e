package hazard

import "github.com/gpuscript/gpuscript/gpu"

// inside follows one submission while it runs: lists of one call are not separated, so that unordered accesses need UAV
// barriers, and resources that share memory need aliasing barriers.
type inside struct{ pools []pool }

// pool is what was touched of one memory.
type pool struct {
	memory gpu.ID
	groups []group
}

// group is what was touched of one resource since the last barrier that orders it.
type group struct {
	resource   gpu.ID
	begin, end uint64 // bounds of the spans
	spans      []span
}

// barrier follows one barrier.
func (n *inside) barrier(b *gpu.Barrier) {
	for i := range n.pools {
		for k := range n.pools[i].groups {
			n.pools[i].groups[k].barrier(b)
		}
	}
}

func (g *group) barrier(b *gpu.Barrier) {
	kept := g.spans[:0]
	for _, s := range g.spans {
		if !ends(&s, b) {
			kept = append(kept, s)
		}
	}
	g.spans = kept
	if len(kept) == 0 {
		g.begin, g.end = 0, 0
	}
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
		for i := range p.groups {
			g := &p.groups[i]
			if s.begin < g.end && g.begin < s.end && (g.resource != s.side.Access.Resource || unordered(s)) {
				g.check(w, s)
			}
		}
	}
	if unordered(s) || memory != s.side.Access.Resource {
		p.add(s)
	}
}

// check compares an access with what was touched of one resource.
func (g *group) check(w *work, s *span) {
	for i := range g.spans {
		if k, ok := conflictInside(&g.spans[i], s); ok && !w.known(&g.spans[i], s) {
			begin, end, _ := g.spans[i].meets(s)
			shift := s.begin - s.side.Access.Begin
			w.conflicts = append(w.conflicts, Conflict{Kind: k, First: g.spans[i].side, Second: s.side, Begin: begin - shift, End: end - shift})
			return
		}
	}
}

// add keeps an access for what follows.
func (p *pool) add(s *span) {
	for i := range p.groups {
		if g := &p.groups[i]; g.resource == s.side.Access.Resource {
			if len(g.spans) == 0 {
				g.begin = s.begin
			}
			g.begin, g.end = min(g.begin, s.begin), max(g.end, s.end)
			if n := len(g.spans); n > 0 && g.spans[n-1].side.Access.Part == s.side.Access.Part && g.spans[n-1].joins(s) {
				g.spans[n-1].begin, g.spans[n-1].end = min(g.spans[n-1].begin, s.begin), max(g.spans[n-1].end, s.end)
				return
			}
			g.spans = append(g.spans, *s)
			return
		}
	}
	p.groups = append(p.groups, group{resource: s.side.Access.Resource, begin: s.begin, end: s.end, spans: []span{*s}})
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
	if a.side.number == b.side.number && a.side.Access.Part == b.side.Access.Part || !a.writes() && !b.writes() {
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
