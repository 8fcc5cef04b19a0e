package hazard

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard/internal/folded"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard/internal/ground"
)

// Where data say which words of a buffer a command touches there are thousands of them. They are kept as their bounds alone, and become spans only if
// somebody looks at them one by one: a barrier stands after most such commands, and a fence after their work.
//
//	fold    command, manner  [ ][ ]   [ ]      [ ][ ]        2 bytes for each
//	spans                                                    when a later command of the submission, or a work that nothing orders, touches the memory

// fewestFolded is how many accesses are worth a fold. A draw tells of a triangle's rows: twenty or so of a small one.
const fewestFolded = 8

// fold is accesses of one command to a buffer that has its memory for itself, or to one subresource of such a texture, which differ in their bytes
// alone.
type fold struct {
	by     *command
	how    *manner
	part   uint32
	at     int // before which span of its part it stands
	begin  uint64
	ranges gpu.Ranges // from begin
}

// fold keeps the first of some accesses of the command that is looked at together, if that can be done. It says how many are alike, and whether they
// are kept.
func (d *Detector) fold(list []gpu.Access) (n int, kept bool) {
	within := list[0].Within
	if n = folded.Alike(list); within == "" && n < d.fewest || d.command.op == gpu.OpExecuteIndirect {
		return n, false
	}
	w := d.command.work
	place, ok := d.span(&list[0], false)
	s := &d.next
	s.how.stride, s.how.size = 0, 0
	if s.end = place.Offset + list[n-1].End; !ok || place.Memory != s.how.resource || place.Pieces != nil && !s.piece() || !w.inside.free(s) {
		return n, false
	}
	if within == "" {
		within = folded.Of(&d.ranges, list[:n])
	}
	p := d.part(w, place.Memory)
	f := &fold{by: d.kept(w), how: d.like(p, s.how), part: s.part, at: len(p.spans), begin: s.begin, ranges: within}
	f.by.spans++
	f.how.spans++
	p.reaches(s)
	p.folds = append(p.folds, f)
	if unordered(s) {
		w.inside.sealed = seal{}
		g := w.inside.add(w.inside.pool(place.Memory), s, true)
		g.set(s.how.kind, s.how.class, true).fold(f)
	}
	return n, true
}

// piece says whether an access to a texture is to one subresource, whose state orders it.
func (s *span) piece() bool { return s.end <= s.how.high && !unordered(s) }

// free says whether an access to a resource that has its memory for itself is in nobody's way: nothing that is open has touched it but the very
// command.
func (n *inside) free(s *span) bool {
	if n.active != nil || !unordered(s) {
		return n.active == nil
	}
	p := n.find(s.how.resource)
	if p == nil {
		return true
	}
	g := p.find(s.how.resource)
	return g == nil || len(g.sets) == 0 || g.own(s)
}

// own says whether nothing was touched but by the command of an access, to which it does not matter.
func (g *group) own(s *span) bool {
	return g.first == s.by.number && s.by.op != gpu.OpExecuteIndirect
}

// each writes the spans that a fold stands for where it is told, and other manners than that of the fold as well.
func (f *fold) each(next func() *span, manner func() *manner) {
	how := f.how
	for x := range f.ordered().All() {
		s := next()
		s.begin, s.end, s.part, s.by, s.how = f.begin+x.Begin, f.begin+x.End, f.part, f.by, f.how
		if x.Stride == 0 {
			continue
		}
		if how.stride != x.Stride || how.size != x.Size {
			how = manner()
			*how = *f.how
			how.stride, how.size, how.spans = x.Stride, x.Size, 0
		}
		s.how = how
	}
}

// ordered are the ranges, which are put in order when somebody looks at them first.
func (f *fold) ordered() gpu.Ranges {
	f.ranges = f.ranges.Ordered()
	return f.ranges
}

// fold adds accesses that become spans when they are looked at.
func (t *set) fold(f *fold) { t.folds = append(t.folds, f) }

// open is all accesses of a set, as spans.
func (t *set) open() *ranges {
	for _, f := range t.folds {
		room := make([]span, f.ordered().Len())
		i := 0
		f.each(func() *span {
			i++
			return &room[i-1]
		}, func() *manner { return new(manner) })
		for i := range room {
			t.runs.Add(&room[i])
		}
	}
	t.folds = nil
	return &t.runs
}

// meets says whether some bytes have one that may conflict with a fold's.
func (f *fold) meets(s *ground.Set) bool {
	if f.how.high != 0 {
		return s.Meets(f.how.low, f.how.high)
	}
	for x := range f.ordered().All() {
		if s.Meets(f.begin+x.Begin, f.begin+x.End) {
			return true
		}
	}
	return false
}

// mark adds what a fold may conflict with to some bytes.
func (f *fold) mark(s *ground.Set) {
	if f.how.high != 0 {
		s.Add(f.how.low, f.how.high)
		return
	}
	for x := range f.ordered().All() {
		s.Add(f.begin+x.Begin, f.begin+x.End)
	}
}

// unfold makes spans of what a part has in folds.
func (d *Detector) unfold(p *part) {
	if len(p.folds) == 0 {
		return
	}
	spans, from := []*span(nil), 0
	for _, f := range p.folds {
		spans, from = append(spans, p.spans[from:f.at]...), f.at
		first := len(spans)
		f.each(func() *span {
			spans = append(spans, d.spare.span())
			return spans[len(spans)-1]
		}, d.spare.manner)
		for _, s := range spans[first:] { // those of the fold stay: what comes after it in its submission may have to see it
			s.by.spans++
			s.how.spans++
		}
	}
	p.spans, p.folds, p.sorted = append(spans, p.spans[from:]...), nil, false
}

// unused takes the memory of the folds of a part back.
func (d *Detector) unused(p *part) {
	for _, f := range p.folds {
		d.spare.part(f.by, f.how)
	}
	p.folds = emptied(p.folds)
}
