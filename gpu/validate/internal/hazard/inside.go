package hazard

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/access"
	"github.com/gpuscript/gpuscript/gpu/internal/idle"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard/internal/handover"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard/internal/runs"
)

// inside follows one submission while it runs: lists of one call are not separated, so that unordered accesses need UAV
// barriers, and resources that share memory need aliasing barriers.
type inside struct {
	commands uint32 // so far; those of a bundle count one by one
	pools    []*pool
	last     *pool            // the one that was found last
	index    map[gpu.ID]*pool // by memory, where there are many
	open     []*group         // those with unordered accesses
	held     []*group         // those with any
	sealed   seal             // of the access that is looked at
	turns    handover.Order
	active   map[gpu.ID]actives // by memory
	waits    waiting            // what others have to be separated from
	half     bool               // a UAV or aliasing barrier has begun and not ended
	spare    idle.List[*pool]
	groups   idle.List[*group]
}

// group is what was touched of one resource since the last barrier that orders it.
type group struct {
	pool       *pool
	number     int // in the pool
	resource   gpu.ID
	shared     bool // other resources may stand in the memory
	whole      extent
	last       *span  // of a texture: the last access,
	wrote      *span  // and the last that writes
	begin, end uint64 // bounds of the spans
	latest     uint32 // the last command that touched it,
	first      uint32 // and the first one, of what the sets have
	touched    uint64 // the last touch of the pool
	seal       seal
	sets       []set
	open       int  // its place among those with unordered accesses, from 1; 0: it is none
	held       bool // it stands in the list
}

// set is the accesses of a group that do not conflict with each other: those that read, the atomic ones of one class, or those that
// write. The last kind may conflict, but then it was said. Those that are not unordered, or for which a barrier stands already, matter to the other
// resources in the memory only: an aliasing barrier is missing after them all the same.
type set struct {
	kind      gpu.AccessKind
	class     uint8
	unordered bool
	runs      ranges
	folds     []*fold // what is not in runs yet
}

type ranges = runs.List[*span]

// Opens says whether a UAV or aliasing barrier is a first half, which orders nothing before the second half comes.
func Opens(b *gpu.Barrier) bool {
	return b.Type != gpu.BarrierTransition && b.Flags&gpu.BarrierBeginOnly != 0
}

// barrier follows one barrier. at is where its resource stands, or the one that an aliasing barrier names first; the zero Place of barriers that name
// none.
func (n *inside) barrier(b *gpu.Barrier, at *Place) {
	if b.Type != gpu.BarrierTransition && b.Flags != 0 {
		n.half = Opens(b)
	}
	if Opens(b) {
		return
	}
	if b.Type == gpu.BarrierAliasing {
		n.turns.Hand(b.Aliased[0], b.Aliased[1], n.commands)
	}
	switch {
	case at.Memory != 0:
		if p := n.find(at.Memory); p != nil {
			if g := p.find(cmp.Or(b.Resource, b.Aliased[0])); g != nil {
				g.barrierAt(b, at)
				n.closes(g)
			}
		}
	case b.Type == gpu.BarrierAliasing && b.Aliased == [2]gpu.ID{}:
		n.held = slices.DeleteFunc(n.held, func(g *group) bool {
			g.barrier(b)
			g.held = len(g.sets) > 0
			return !g.held
		})
	default:
		for i := len(n.open) - 1; i >= 0; i-- {
			g := n.open[i]
			g.barrier(b)
			n.closes(g)
		}
	}
}

// closes follows a group of which a barrier may have ordered all accesses.
func (n *inside) closes(g *group) {
	if g.open == 0 || slices.ContainsFunc(g.sets, func(s set) bool { return s.unordered }) {
		return
	}
	end := len(n.open) - 1
	n.open[g.open-1], n.open[end].open = n.open[end], g.open
	n.open, g.open = n.open[:end], 0
}

func (g *group) barrier(b *gpu.Barrier) {
	kept, ordered := g.sets[:0], []*span(nil)
	for i := range g.sets {
		switch s := &g.sets[i]; {
		case g.leaves(b) && b.Aliased[1] == 0:
		case s.unordered && (g.leaves(b) || b.Resource == g.resource || b.Resource == 0 && b.Type == gpu.BarrierUAV):
			if g.shared { // nobody else wants them
				ordered = append(ordered, s.open().All()...)
			}
		default:
			kept = append(kept, *s)
		}
	}
	clear(g.sets[len(kept):])
	g.sets = kept
	g.settle(ordered)
	if len(g.sets) == 0 {
		g.begin, g.end, g.last, g.wrote = 0, 0, nil, nil
		g.pool.renew(g)
	}
}

// settle keeps unordered accesses for which a barrier stands, where other resources share the memory.
func (g *group) settle(ordered []*span) {
	if g.shared {
		for _, s := range ordered {
			g.set(s.how.kind, s.how.class, false).runs.Add(s)
		}
	}
}

// barrierAt follows a barrier of its resource, or of one subresource of it.
func (g *group) barrierAt(b *gpu.Barrier, at *Place) {
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
			ordered = append(ordered, s.open().Cut(begin, end)...)
		}
	}
	g.settle(ordered)
}

// leaves says whether a barrier is an aliasing barrier after the resource. One that names none is after all that stand in heaps; what has its memory
// for itself does not take part.
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
	g.sets = append(g.sets, set{})
	t := &g.sets[len(g.sets)-1]
	t.kind, t.class, t.unordered = kind, class, unordered // where it stands: a copy would wait for these bytes
	return t
}

// unordered says whether an access needs a UAV barrier. A discard needs none: it comes to its end before the next command begins.
func unordered(s *span) bool {
	return s.how.as == gpu.StateUnorderedAccess && s.by.op != gpu.OpDiscardResource
}

// comesFirst says which of two accesses an access is told to conflict with: the one of the same command, where no barrier would help, else the
// earlier one.
func comesFirst(o, than, s *span) bool {
	if here := o.by.number == s.by.number; here != (than.by.number == s.by.number) {
		return here
	}
	return cmp.Or(cmp.Compare(o.by.number, than.by.number), cmp.Compare(o.begin, than.begin)) < 0
}

// check compares an access with what was touched of one resource: the earliest conflict counts.
func (g *group) check(w *work, s *span) {
	var first *span
	kind := Unordered
	behind := w.inside.turns.UpTo(s.how.resource, g.resource)
	for i := range g.sets {
		if t := &g.sets[i]; t.kind == gpu.AccessRead && !s.writes() {
			continue
		} else if t.kind == gpu.AccessAtomic && s.how.kind == gpu.AccessAtomic && t.class == s.how.class && t.unordered == unordered(s) &&
			g.resource == s.how.resource {
			continue
		} else if !t.unordered && g.resource == s.how.resource {
			continue
		}
		g.sets[i].open().Overlapping(s.begin, s.end, func(o *span) bool {
			k, ok := conflictInside(o, s)
			ok = ok && !(k == Aliased && o.by.number <= behind)
			if ok && (first == nil || comesFirst(o, first, s)) && !w.known(o, s) {
				first, kind = o, k
			}
			return ok
		})
	}
	apart := first == nil && g.resource != s.how.resource
	if apart {
		if first, kind = g.beside(s, behind), Aliased; first != nil && w.known(first, s) {
			first = nil
		}
	}
	if first != nil {
		c := Conflict{Kind: kind, First: first.side(), Second: s.side(), Begin: s.begin - s.how.at, End: s.end - s.how.at,
			Half: w.inside.half, Whole: apart,
			Together: first.by.number == s.by.number, memory: g.pool.memory}
		if begin, end, ok := first.meets(s); ok {
			c.Begin, c.End = begin-s.how.at, end-s.how.at
		}
		w.conflicts = append(w.without(&c), c)
		if kind == Aliased {
			w.inside.turns.Hand(g.resource, s.how.resource, w.inside.commands) // it was said: what follows from it is not said again
		}
	}
}

// without is the conflicts that are known without those that follow from a new one: what a command does to two resources over the same bytes cannot
// be repaired by a barrier before it, and where two accesses have no barrier between them the others may stand in the wrong places.
func (w *work) without(c *Conflict) []Conflict {
	return slices.DeleteFunc(w.conflicts, func(o Conflict) bool {
		if o.idle && c.Kind == Aliased && o.memory == c.memory {
			return true
		}
		one, two := o.First.Access.Resource, o.Second.Access.Resource
		return c.Together && o.Kind == Aliased && o.Second.number == c.Second.number && two == c.First.Access.Resource &&
			one == c.Second.Access.Resource
	})
}

// known says whether a conflict of the two commands is noted already; b is of the last command. A barrier that is missing for one resource may be
// missing for others as well.
func (w *work) known(a, b *span) bool {
	for i := len(w.conflicts) - 1; i >= 0 && w.conflicts[i].Second.number == b.by.number; i-- {
		c := &w.conflicts[i]
		if other := c.Second.Access.Resource != b.how.resource; c.First.number == a.by.number &&
			!(other && c.Kind == Unordered && a.how.resource == b.how.resource) {
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
	case a.how.resource != b.how.resource:
		return Aliased, true
	case a.by.number == b.by.number && a.part == b.part:
		return 0, false
	case !unordered(a) || !unordered(b), commute(a.how, b.how), count(a.how, b.how):
		return 0, false
	}
	return Unordered, true
}

// count says whether two accesses leave the same sum in either order. That suffices inside of a submission: what is added and taken there stands
// in another buffer, which needs its barrier.
func count(x, y *manner) bool {
	sums := func(m *manner) bool {
		op := access.AtomicOp(m.class)
		return m.kind == gpu.AccessAtomic && (op == access.AtomicAdd || op == access.AtomicSubtract)
	}
	return sums(x) && sums(y)
}
