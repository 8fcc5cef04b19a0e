package hazard

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
)

// In which bytes of its memory a texel of a texture lies is not defined, but for those of buffers it is. So in memory that several resources share a
// texture is everywhere in its range, which ends where its allocation does, whichever texels a command touches:
//
//	one    [ left half │            ]
//	two    [           │ right half ]    needs an aliasing barrier
//
// A transition may rewrite a texture, so it is everywhere as well. Two textures of one place are never in use at once, nor are a texture and the
// bytes of a buffer in its range. The same holds for two queues, which a fence must order.

// whole is the range of a texture in memory that it may share; the empty one: it is a buffer, or has its memory for itself.
func whole(p *Place, resource gpu.ID) (x extent) {
	x.first, x.last = p.Whole(resource)
	return x
}

// area is where a span may be: everywhere in such a texture, else in its bytes.
func (s *span) area() summary {
	if x := s.how.whole; x.last > 0 {
		return summary{begin: x.first, end: x.last}
	}
	return summary{begin: s.begin, end: s.end}
}

// saw keeps the last accesses to a texture.
func (g *group) saw(s *span) {
	if g.last = s; s.writes() {
		g.wrote = s
	}
}

// beside is an access to the resource after a command, of which no byte need be one of an access to another resource that conflicts with it all the
// same: one of the two is a texture. nil: there is none.
func (g *group) beside(s *span, behind uint32) (found *span) {
	switch at := s.area(); {
	case g.whole.last > 0:
		if found = g.wrote; s.writes() {
			found = g.last
		}
		if found == nil || found.by.number <= behind || at.begin >= g.whole.last || g.whole.first >= at.end {
			return nil
		}
	case s.how.whole.last > 0:
		wide, how := *s, *s.how
		how.stride = 0
		wide.begin, wide.end, wide.how = at.begin, at.end, &how
		for i := range g.sets {
			g.sets[i].open().Overlapping(wide.begin, wide.end, func(o *span) bool {
				ok := o.by.number > behind && (o.writes() || s.writes())
				if ok && (found == nil || found.by.number < o.by.number) {
					found = o
				}
				return ok
			})
		}
	}
	return found
}

// shown is a texture of a part that may share its memory: the first access to it, the first that writes, the first transition, and the first claim;
// nil where there is none.
type shown struct {
	resource                   gpu.ID
	buffer                     bool // it is a buffer, to which an aliasing barrier gives the memory
	area                       summary
	any, wrote, moved, claimed *span
}

// show notes the textures of a part that may share their memory.
func (p *part) show() {
	if p.shown = p.shown[:0]; !p.placed {
		return
	}
	for _, s := range p.spans {
		if s.how.whole.last == 0 {
			continue
		}
		at := len(p.shown) - 1
		for at >= 0 && p.shown[at].resource != s.how.resource {
			at--
		}
		if at < 0 {
			at = len(p.shown)
			p.shown = append(p.shown, shown{resource: s.how.resource, buffer: s.how.buffer, area: s.area()})
		}
		x := &p.shown[at]
		switch {
		case s.moves():
			x.moved = s.sooner(x.moved)
			continue
		case s.how.claims:
			x.claimed = s.sooner(x.claimed)
			continue
		}
		x.any = s.sooner(x.any)
		if s.writes() {
			x.wrote = s.sooner(x.wrote)
		}
	}
}

// moves says whether the span is a transition.
func (s *span) moves() bool { return s.by.op == gpu.OpResourceBarrier }

// sooner is the span or another one, whichever the program makes first; nil is none.
func (s *span) sooner(o *span) *span {
	if o != nil && o.by.number <= s.by.number {
		return o
	}
	return s
}

// neighbours calls add for accesses of two parts to resources of one place, one of which is a texture.
func neighbours(a, b *part, add func(x, y *span)) {
	for i := range a.shown {
		x := &a.shown[i]
		for k := range b.shown {
			if x.buffer && b.shown[k].buffer {
				continue
			}
			x.meet(b.shown[k].any, add)
			x.meet(b.shown[k].wrote, add)
			x.meet(b.shown[k].moved, add)
			x.meet(b.shown[k].claimed, add)
		}
		x.among(b, add)
	}
	for i := range b.shown {
		b.shown[i].among(a, func(y, x *span) { add(x, y) })
	}
}

// among looks for a texture among the buffers of a part.
func (x *shown) among(p *part, add func(x, y *span)) {
	at := x.area
	if x.buffer { // the bytes of buffers stay as they are
		return
	}
	k, _ := slices.BinarySearch(p.reach, at.begin+1)
	for ; k < len(p.spans) && p.spans[k].first() < at.end; k++ {
		if y := p.spans[k]; y.how.whole.last == 0 && !y.moves() && !y.how.claims {
			x.meet(y, add)
		}
	}
}

// meet calls add with an access to a texture that conflicts with one to another resource of its place; nil is none.
func (x *shown) meet(y *span, add func(x, y *span)) {
	if y == nil || y.how.resource == x.resource || !x.area.meets(y.area()) {
		return
	}
	if x.wrote != nil && !y.how.claims {
		add(x.wrote, y)
	}
	if x.moved != nil {
		add(x.moved, y)
	}
	if y.writes() && x.any != nil {
		add(x.any, y)
	}
	if y.moves() && x.claimed != nil {
		add(x.claimed, y)
	}
}
