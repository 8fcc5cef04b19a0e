package tensor

// Collapse is the same elements in as few dimensions as possible: dimensions that are one row in all of some tensors become one, and those of size 1
// are left out. All tensors have the same sizes. Element number n, counted in row-major order, is the same element as before.
//
//	{2, 3, 4} packed, {2, 3, 4} packed                →  {24}, {24}
//	{2, 3, 4} packed, {2, 3, 4} with strides 0, 4, 1  →  {2, 12} packed, {2, 12} with strides 0, 1
func Collapse(tensors ...*Desc) []*Desc {
	out, layouts := make([]*Desc, len(tensors)), make([][]uint32, len(tensors))
	for i, t := range tensors {
		c := *t
		c.Sizes, c.Strides = nil, []uint32{}
		out[i], layouts[i] = &c, t.Layout()
	}
	for d, size := range tensors[0].Sizes {
		if size == 1 {
			continue
		}
		last := len(out[0].Sizes) - 1
		joins := last >= 0
		for i, c := range out {
			joins = joins && uint64(c.Strides[last]) == uint64(size)*uint64(layouts[i][d])
		}
		for i, c := range out {
			if joins {
				c.Sizes[last] *= size
				c.Strides[last] = layouts[i][d]
			} else {
				c.Sizes, c.Strides = append(c.Sizes, size), append(c.Strides, layouts[i][d])
			}
		}
	}
	for _, c := range out {
		if len(c.Sizes) == 0 {
			c.Sizes, c.Strides = []uint32{1}, []uint32{1}
		}
	}
	return out
}
