package hazard

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard/internal/folded"
)

// gather makes of the piece of a buffer that a side touches all that its command touches there in the same way. Kernels often touch pieces: one field
// of each element.
func (d *Detector) gather(side *Side, p *part) {
	if place, _ := d.locate(side.Access.Resource); place.Pieces != nil || side.Queue == 0 || side.Access.Stride != 0 {
		return
	}
	d.sort(p)
	var list []gpu.Access
	for _, s := range p.spans {
		if s.by.number != side.number {
			continue
		}
		if own := s.side(); own.alike(side) {
			list = append(list, own.Access)
		}
	}
	side.Access, side.Pieces = folded.Gathered(list)
}

// alike says whether two sides are accesses of one command that differ in their bytes alone.
func (s *Side) alike(o *Side) bool {
	a, b := s.Access, o.Access
	a.Begin, a.End, a.Stride, a.Size = b.Begin, b.End, b.Stride, b.Size
	return s.number == o.number && a == b
}
