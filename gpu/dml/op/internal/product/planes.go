package product

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/fold"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// planes are the channels of a tensor as a convolution reads them: with their padding, and so that places of the window next to each other read
// elements beside each other. In a dimension in which the window has strides, each of its elements has a phase of its own: what it reads at all
// places.
//
//	padding 1, window 3                 · 0 1 2 3 4 5 ·             one row: element n of the window reads number p + n at place p
//
//	the same, places 2 apart            · 1 3     0 2 4     1 3 5   three phases: element n reads number p of phase n at place p
//
// A place is one number, which goes on from the end of a row to the next one. So some places are none of the output, where a row has more elements
// than the window has places in it: these are calculated as well, and left.
type planes struct {
	x      fold.Place // batches, channels, phases, elements of a phase
	phases []uint32   // in each dimension
	extent []uint32   // of a phase
	pitch  []uint32   // from an element to the next one of the same phase
	places uint32     // numbers, from 0
	gaps   bool       // some are none of the output
}

// fill finds the pitch and the numbers of places.
func (p *planes) fill(places []uint32) {
	p.pitch, p.places = tensor.Packed(p.extent), 1
	for d, n := range places {
		p.places += (n - 1) * p.pitch[d]
	}
	p.gaps = uint64(p.places) != fold.Product(places)
}

// direct are planes of a tensor that lies as it is read.
func (c *Convolution) direct() (p planes, ok bool) {
	extent, layout := c.X.Sizes[2:], c.X.Layout()
	if c.Backward || c.X.DataType != c.Type || !slices.Equal(layout[2:], tensor.Packed(extent)) {
		return p, false
	}
	for d := range extent {
		if c.W.Strides[d] != 1 || c.W.Before[d] != 0 || uint64(c.Places[d]-1)+c.W.Span(d) > uint64(extent[d]) {
			return p, false
		}
	}
	p = planes{phases: slices.Repeat([]uint32{1}, len(extent)), extent: extent}
	p.fill(c.Places)
	in := c.X.In
	d := &tensor.Desc{DataType: c.Type, Sizes: []uint32{c.X.Sizes[0], c.X.Sizes[1], 1, uint32(fold.Product(extent))},
		Strides: []uint32{layout[0], layout[1], 0, 1}}
	p.x = fold.Place{Desc: d, In: func(k *shader.Kernel) *shader.Tensor { return in(k).As(d) }}
	return p, true
}

// room is the planes of a copy, which has no memory yet. Where the window works backward, they are those of the input with zeros between its
// elements.
func (c *Convolution) room() planes {
	p := planes{}
	for d, n := range c.Places {
		if !c.Backward && c.W.Strides[d] > 1 {
			p.phases, p.extent = append(p.phases, c.W.Size[d]), append(p.extent, n)
		} else {
			p.phases, p.extent = append(p.phases, 1), append(p.extent, n-1+uint32(c.W.Span(d)))
		}
	}
	return p
}

// copied fills planes with a copy of the input.
func (c *Convolution) copied(plan *fold.Plan) planes {
	p, n := c.room(), len(c.Places)
	p.fill(c.Places)
	to := plan.Store(c.Type, c.X.Sizes[0], c.X.Sizes[1], uint32(fold.Product(p.phases)), uint32(fold.Product(p.extent)))
	sizes := slices.Concat(c.X.Sizes[:2], p.phases, p.extent)
	each(plan, c.Name, sizes, func(k *shader.Kernel, at []string) {
		from, inside := slices.Clone(at[:2]), "true"
		for d := range n {
			place, there := c.origin(k, d, at[2+d], at[2+n+d])
			from, inside = append(from, place), inside+" and "+there
		}
		value := k.Let("value", "%s", c.zero())
		k.Block("if %s then", inside)
		k.Line("%s = %s", value, c.XValue(k, c.X.In(k).At(from), from))
		k.End()
		to.In(k).Store(k.Linear(at, sizes), value)
	})
	p.x = to.Place()
	return p
}

// origin is where an element of planes comes from in a dimension, and the condition that it does.
func (c *Convolution) origin(k *shader.Kernel, d int, phase, at string) (place, inside string) {
	size := c.X.Sizes[2+d]
	if c.Backward {
		far := k.Let("far", "int(%s) - %d", at, int64(c.W.Span(d))-1-int64(c.W.Before[d]))
		place = k.Let("at", "uint(max(%s, 0)) / %d", far, c.W.Strides[d])
		return place, fmt.Sprintf("%s >= 0 and %s * %d == uint(%s) and %s < %d", far, place, c.W.Strides[d], far, place, size)
	}
	far := k.Let("far", "int(%s) * %d + int(%s) * %d - %d", at, c.W.Strides[d], phase, c.W.Dilations[d], c.W.Before[d])
	return k.Let("at", "uint(max(%s, 0))", far), fmt.Sprintf("%s >= 0 and %s < %d", far, far, size)
}
