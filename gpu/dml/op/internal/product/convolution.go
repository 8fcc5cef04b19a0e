package product

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/fold"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/window"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// Convolution is the sums of a window over the elements of a tensor, each times an element of a filter, with groups of channels. The elements of the
// window are added in row-major order, and those of all channels of one place after the other; padding is zeros that are multiplied as elements are.
type Convolution struct {
	Name      string     // of the operator
	X, Filter fold.Place // batches, channels, plane; outputs, channels of a group, window; Backward channels, outputs of a group, window
	Y         fold.Place // batches, outputs, plane
	W         window.Window
	Places    []uint32 // the plane of the output
	Groups    uint32
	Backward  bool            // each element of X adds itself to all that the window reaches from it
	Flipped   bool            // the filter is read from its end
	Type      tensor.DataType // of the sums: FLOAT32 or INT32
	// XValue and FilterValue are elements as they are multiplied.
	XValue, FilterValue func(k *shader.Kernel, x string, at []string) string
	// Finish writes what becomes of the sum at some coordinates of y, which is Y; those of the plane may be one number, in the last dimension.
	Finish func(k *shader.Kernel, y *shader.Tensor, at []string, sum string)
}

// What a convolution has that is calculated in planes: fewer terms are not worth the copy, and more memory or zeros are wasted.
const (
	leastTerms = 1 << 14 // products of elements
	mostMemory = 1 << 26 // elements of temporary memory
	mostZeros  = 9       // elements that one of the input becomes
)

// Worth says whether Run is worth its while; otherwise every element of the output goes through the window by itself.
func (c *Convolution) Worth() bool {
	p, batches, stretch := c.room(), c.X.Sizes[0], []uint32{1}
	if c.Backward {
		stretch = c.W.Strides
	}
	terms := times(c.Places, c.W.Size, []uint32{batches, c.Y.Sizes[1], c.X.Sizes[1] / c.Groups})
	memory := times(p.phases, p.extent, []uint32{batches, max(c.Y.Sizes[1], c.X.Sizes[1])})
	return terms >= leastTerms && memory <= mostMemory && times(stretch) <= mostZeros
}

// times is the product of all factors, or of as many as make it larger than every limit.
func times(lists ...[]uint32) uint64 {
	n := uint64(1)
	for _, f := range slices.Concat(lists...) {
		if n *= uint64(f); n > 1<<31 {
			break
		}
	}
	return n
}

// zero is what a sum begins with.
func (c *Convolution) zero() string {
	if c.Type == tensor.Int32 {
		return "int(0)"
	}
	return "0.0"
}

// Run appends the dispatches: copies of what does not lie as it is read, the sums, and where some places are none of the output what becomes of the
// others.
func (c *Convolution) Run(plan *fold.Plan) {
	p, ok := c.direct()
	if !ok {
		p = c.copied(plan)
	}
	filter := c.Filter
	if filter.DataType != c.Type {
		filter = Copied(plan, c.Name, filter, c.Type, c.FilterValue)
	}
	batches, outputs := c.Y.Sizes[0], c.Y.Sizes[1]
	each := outputs / c.Groups
	sums := fold.Place{}
	if p.gaps {
		sums = plan.Store(c.Type, batches, outputs, p.places).Place()
	}
	s := Sum{Name: c.Name, Batches: batches * c.Groups, Rows: each, Columns: p.places, Zero: c.zero()}
	s.Terms = func(k *shader.Kernel, number, row, column string, add func(left, right string)) {
		at := k.Coords(number, []uint32{batches, c.Groups})
		c.terms(k, &p, filter.In(k), at, row, column, add)
	}
	s.Finish = func(k *shader.Kernel, number, row, column, sum string) {
		at := k.Coords(number, []uint32{batches, c.Groups})
		output := []string{at[0], fmt.Sprintf("(%s) * %d + %s", at[1], each, row)}
		if p.gaps {
			y := sums.In(k)
			y.Store(y.Index(append(output, column)), sum)
			return
		}
		y, plane := c.flat(k, column)
		c.Finish(k, y, append(output, plane...), sum)
	}
	s.Run(plan)
	if p.gaps {
		c.finish(plan, &p, sums)
	}
}

// flat is the output with all of its plane in the last dimension, and the coordinates of a number there; where the plane does not lie like that as it
// is.
func (c *Convolution) flat(k *shader.Kernel, number string) (y *shader.Tensor, plane []string) {
	y = c.Y.In(k)
	if !slices.Equal(y.Layout()[2:], tensor.Packed(c.Places)) {
		return y, k.Coords(number, c.Places)
	}
	d := y.Clone()
	d.Strides = slices.Clone(y.Layout())
	last := len(d.Sizes) - 1
	for i := 2; i < last; i++ {
		d.Sizes[i], d.Strides[i] = 1, 0
	}
	d.Sizes[last], d.Strides[last] = uint32(fold.Product(c.Places)), 1
	return y.As(d), append(slices.Repeat([]string{"0"}, len(c.Places)-1), number)
}

// finish appends the dispatch that writes the output from sums at some places.
func (c *Convolution) finish(plan *fold.Plan, p *planes, sums fold.Place) {
	each(plan, c.Name, c.Y.Sizes, func(k *shader.Kernel, at []string) {
		sum := k.Let("sum", "%s", sums.In(k).At([]string{at[0], at[1], shader.Sum(at[2:], p.pitch)}))
		c.Finish(k, c.Y.In(k), at, sum)
	})
}

// terms writes the loops over the window and the channels for a row, which is an output of a group, and a place. at is the batch and the group.
func (c *Convolution) terms(k *shader.Kernel, p *planes, filter *shader.Tensor, at []string, row, column string, add func(left, right string)) {
	x, channels, each := p.x.In(k), c.X.Sizes[1]/c.Groups, c.Y.Sizes[1]/c.Groups
	c.loops(k, p, nil, nil, nil, func(element, phase, offset []string) {
		n := "0"
		if channels > 1 {
			n = k.Name("c")
			k.Block("for %s = 0, %d do", n, channels-1)
		}
		channel := fmt.Sprintf("(%s) * %d + uint(%s)", at[1], channels, n)
		weight := append([]string{fmt.Sprintf("(%s) * %d + %s", at[1], each, row), "uint(" + n + ")"}, element...)
		if c.Backward {
			weight = append([]string{channel, row}, element...)
		}
		place := strings.Join(append([]string{column}, offset...), " + ")
		add(filter.At(weight), x.At([]string{at[0], channel, shader.Sum(phase, tensor.Packed(p.phases)), place}))
		if channels > 1 {
			k.End()
		}
	})
}

// loops opens loops over the elements of the window, dimension by dimension. inner gets the coordinates of the element in the filter, its phase, and
// what a place is ahead of its number.
func (c *Convolution) loops(k *shader.Kernel, p *planes, element, phase, offset []string, inner func(element, phase, offset []string)) {
	d := len(element)
	if d == len(c.W.Size) {
		inner(element, phase, offset)
		return
	}
	size, n := c.W.Size[d], "0"
	if size > 1 {
		n = k.Name("n")
		k.Block("for %s = 0, %d do", n, size-1)
		n = "uint(" + n + ")"
	}
	at, of, ahead := n, "0", fmt.Sprintf("%s * %d", n, c.W.Dilations[d]*p.pitch[d])
	switch {
	case p.phases[d] > 1:
		of, ahead = n, "0"
	case c.Backward:
		ahead = fmt.Sprintf("(%d - %s) * %d", size-1, n, c.W.Dilations[d]*p.pitch[d])
	}
	if c.Flipped {
		at = fmt.Sprintf("%d - %s", size-1, n)
	}
	c.loops(k, p, append(slices.Clone(element), at), append(slices.Clone(phase), of), append(slices.Clone(offset), ahead), inner)
	if size > 1 {
		k.End()
	}
}
