package hazard

import "github.com/gpuscript/gpuscript/gpu"

// gather makes of the piece of a buffer that a side touches all that its command touches there in the same way. Kernels often touch pieces: one field
// of each element.
//
//	piece                  [0, 16)
//	with all others        [0, 16) [32, 48) [64, 80)         16 of every 32 bytes
//	                       [0, 16) [32, 48) [96, 112)        3 pieces: what is in between is not touched
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
		own := s.side()
		a, n := own.Access, len(list)
		switch {
		case !own.alike(side):
		case n > 0 && a.Stride == 0 && list[n-1].Stride == 0 && a.Begin <= list[n-1].End:
			list[n-1].End = max(list[n-1].End, a.End)
		default:
			list = append(list, a)
		}
	}
	side.Access = list[0]
	if len(list) == 1 {
		return
	}
	pieces, regular := 0, true
	ahead, size := list[1].Begin-list[0].Begin, list[0].End-list[0].Begin
	for i, a := range list {
		regular = regular && a.Stride == 0 && a.End-a.Begin == size && (i == 0 || a.Begin-list[i-1].Begin == ahead)
		side.Access.End = max(side.Access.End, a.End)
		pieces++
		if a.Stride != 0 {
			pieces += int((a.End - a.Begin - a.Size) / a.Stride)
		}
	}
	if side.Access.Stride, side.Access.Size = 0, 0; regular {
		side.Access.Stride, side.Access.Size = ahead, size
	} else {
		side.Pieces = pieces
	}
}

// alike says whether two sides are accesses of one command that differ in their bytes alone.
func (s *Side) alike(o *Side) bool {
	a, b := s.Access, o.Access
	a.Begin, a.End, a.Stride, a.Size = b.Begin, b.End, b.Stride, b.Size
	return s.number == o.number && a == b
}
