package product

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/fold"
)

// Direct is Run without copies: every element of the output has a work item that looks through the window by itself, and leaves out what is padding.
func (c *Convolution) Direct(plan *fold.Plan) {
	k := shader.New(c.Name, c.Y.Count())
	x, filter, y := c.X.In(k), c.Filter.In(k), c.Y.In(k)
	at := k.Coords("i", y.Sizes)
	sum := k.Let("sum", "%s", c.zero())
	var near, element []string
	var finish func()
	if c.Backward {
		near, element, finish = c.W.Reached(k, at[2:], x.Sizes[2:])
	} else {
		near, element, finish = c.W.Each(k, at[2:], x.Sizes[2:], c.Places)
	}
	if c.Flipped {
		for d, size := range c.W.Size {
			element[d] = fmt.Sprintf("%d - %s", size-1, element[d])
		}
	}
	inputs, outputs := x.Sizes[1]/c.Groups, y.Sizes[1]/c.Groups
	group := "0"
	if c.Groups > 1 {
		group = k.Let("group", "uint(%s) / %d", at[1], outputs)
	}
	n := k.Name("c")
	k.Block("for %s = 0, %d do", n, inputs-1)
	channel := k.Let("channel", "%s * %d + uint(%s)", group, inputs, n)
	weight := slices.Concat([]string{at[1], "uint(" + n + ")"}, element)
	if c.Backward {
		weight = slices.Concat([]string{channel, fmt.Sprintf("uint(%s) %% %d", at[1], outputs)}, element)
	}
	place := slices.Concat([]string{at[0], channel}, near)
	k.Line("%s = %s + %s * %s", sum, sum, c.XValue(k, x.At(place), place), c.FilterValue(k, filter.At(weight), weight))
	k.End()
	finish()
	c.Finish(k, y, at, sum)
	plan.Add(k)
}
