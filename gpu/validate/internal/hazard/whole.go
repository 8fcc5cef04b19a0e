package hazard

import "github.com/gpuscript/gpuscript/gpu"

// In which bytes of its memory a texel of a texture lies is not defined, but for those of buffers it is. So in memory that several resources share a texture is everywhere in
// its range, whichever texels a command touches:
//
//	one    [ left half │            ]
//	two    [           │ right half ]    needs an aliasing barrier
//
// Two textures of one place are never in use at once, nor are a texture and the bytes of a buffer in its range.

// whole is the range of a texture in memory that it shares; the empty one: it is a buffer, or has its memory for itself.
func (p *Place) whole(resource gpu.ID) (x summary) {
	if n := len(p.Pieces); n > 0 && p.Memory != resource {
		x.begin, x.end = p.Offset+p.Pieces[0], p.Offset+p.Pieces[n-1]
	}
	return x
}

// or is a range, or that of a span where it is empty.
func (x summary) or(s *span) summary {
	if x.end == 0 {
		x.begin, x.end = s.begin, s.end
	}
	return x
}

// saw keeps the last accesses to a texture.
func (g *group) saw(s *span) {
	if g.last = s; s.writes() {
		g.wrote = s
	}
}

// beside is an access to the resource after a command, of which no byte need be one of an access to another resource that conflicts with it all the same: one of the
// two is a texture. nil: there is none.
func (g *group) beside(whole summary, s *span, behind uint32) (found *span) {
	switch at := whole.or(s); {
	case g.whole.end > 0:
		if found = g.wrote; s.writes() {
			found = g.last
		}
		if found == nil || found.by.number <= behind || at.begin >= g.whole.end || g.whole.begin >= at.end {
			return nil
		}
	case whole.end > 0:
		wide, how := *s, *s.how
		how.stride = 0
		wide.begin, wide.end, wide.how = at.begin, at.end, &how
		for i := range g.sets {
			g.sets[i].runs.overlapping(&wide, func(o *span) bool {
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
