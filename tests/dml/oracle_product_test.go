package dml_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/catalogue"
	"github.com/gpuscript/gpuscript/tests/dml/reference"
)

// TestProducts holds products of matrices of many shapes against the reference: such that are whole tiles and such that leave rows, columns or both
// over, single rows and columns, operands of all layouts and orientations, that are read where they lie or copied first.
func TestProducts(t *testing.T) {
	loud, silent := newMachine(t, true), newMachine(t, false)
	s := newSource(domain{-1, 1})
	for i, size := range [][4]int{{1, 16, 9, 16}, {2, 17, 5, 19}, {1, 1, 30, 40}, {3, 1, 8, 21}, {1, 40, 30, 1}, {2, 9, 7, 3}, {1, 13, 3, 5}, {1, 33, 65, 47}, {2, 8, 1, 8}} {
		for turned := range 4 {
			batch, rows, depth, columns := size[0], size[1], size[2], size[3]
			left, right, attrs := []int{batch, rows, depth}, []int{batch, depth, columns}, reference.Attrs{"TransA": "NONE", "TransB": "NONE", "Alpha": 1, "Beta": 0}
			if turned&1 != 0 {
				attrs["TransA"], left[1], left[2] = "TRANSPOSE", depth, rows
			}
			if turned&2 != 0 {
				attrs["TransB"], right[1], right[2] = "TRANSPOSE", columns, depth
			}
			typ := []reference.Type{"FLOAT32", "FLOAT16"}[(i+turned)%2]
			abs, rel := within(typ)
			r := []*rig{loud, silent}[turned%2]
			r.hold(t, reference.Case{Op: "GEMM", Attrs: attrs, Tensors: map[string][]*reference.Tensor{"ATensor": one(s.tensor(typ, left...)), "BTensor": one(s.tensor(typ, right...)),
				"OutputTensor": one(reference.New(typ, []int{batch, rows, columns}, nil))}}, how{padded: i%2 == 0, graph: turned == 3}, abs*20, rel)
		}
	}
}

// plane is a convolution that is large enough to be calculated in planes.
type plane struct {
	input, filter                       []int // without batches and channels; channels of the input come with both
	strides, dilations, before, after   []int
	channels, outputs, groups, batches  int
	backward, flipped, integers, halves bool
}

// output are the spatial sizes that a plane has.
func (p *plane) output() []int {
	var out []int
	for d, n := range p.input {
		span := (p.filter[d]-1)*p.dilations[d] + 1
		if p.backward {
			out = append(out, (n-1)*p.strides[d]+span-p.before[d]-p.after[d])
		} else {
			out = append(out, (n+p.before[d]+p.after[d]-span)/p.strides[d]+1)
		}
	}
	return out
}

// planes are one of each kind: places that lie as they are read, with padding, strides, dilations, groups and a channel each, of one to three
// dimensions, and backward.
var planeCases = map[string]plane{
	"as it lies":            {input: []int{8, 9}, filter: []int{1, 1}, strides: []int{1, 1}, dilations: []int{1, 1}, before: []int{0, 0}, after: []int{0, 0}, channels: 9, outputs: 26, groups: 1, batches: 1},
	"as it lies, with gaps": {input: []int{8, 9}, filter: []int{2, 2}, strides: []int{1, 1}, dilations: []int{1, 1}, before: []int{0, 0}, after: []int{0, 0}, channels: 5, outputs: 15, groups: 1, batches: 1},
	"padded":                {input: []int{7, 6}, filter: []int{3, 3}, strides: []int{1, 1}, dilations: []int{1, 1}, before: []int{1, 1}, after: []int{1, 1}, channels: 6, outputs: 8, groups: 1, batches: 2},
	"strides":               {input: []int{15, 14}, filter: []int{3, 2}, strides: []int{2, 3}, dilations: []int{1, 1}, before: []int{1, 0}, after: []int{0, 2}, channels: 8, outputs: 12, groups: 1, batches: 1},
	"strides and dilations": {input: []int{15, 14}, filter: []int{3, 2}, strides: []int{2, 1}, dilations: []int{2, 3}, before: []int{1, 0}, after: []int{0, 2}, channels: 8, outputs: 9, groups: 1, batches: 1},
	"groups":                {input: []int{9, 9}, filter: []int{3, 3}, strides: []int{1, 1}, dilations: []int{1, 1}, before: []int{1, 1}, after: []int{1, 1}, channels: 6, outputs: 15, groups: 3, batches: 1},
	"a channel each":        {input: []int{17, 18}, filter: []int{3, 3}, strides: []int{1, 2}, dilations: []int{1, 1}, before: []int{1, 1}, after: []int{1, 1}, channels: 14, outputs: 14, groups: 14, batches: 1},
	"turned filter":         {input: []int{7, 6}, filter: []int{3, 2}, strides: []int{1, 1}, dilations: []int{1, 1}, before: []int{1, 1}, after: []int{1, 1}, channels: 7, outputs: 9, groups: 1, batches: 1, flipped: true},
	"one dimension":         {input: []int{61}, filter: []int{7}, strides: []int{2}, dilations: []int{1}, before: []int{3}, after: []int{2}, channels: 9, outputs: 11, groups: 1, batches: 1},
	"three dimensions":      {input: []int{5, 6, 7}, filter: []int{2, 3, 2}, strides: []int{1, 2, 1}, dilations: []int{2, 1, 1}, before: []int{1, 0, 1}, after: []int{0, 1, 0}, channels: 3, outputs: 6, groups: 1, batches: 1},
	"backward":              {input: []int{7, 6}, filter: []int{3, 3}, strides: []int{1, 1}, dilations: []int{1, 1}, before: []int{1, 0}, after: []int{0, 1}, channels: 7, outputs: 6, groups: 1, batches: 1, backward: true},
	"backward, strides":     {input: []int{5, 6}, filter: []int{3, 2}, strides: []int{2, 3}, dilations: []int{2, 1}, before: []int{1, 0}, after: []int{0, 1}, channels: 6, outputs: 8, groups: 2, batches: 1, backward: true, flipped: true},
	"halves":                {input: []int{7, 6}, filter: []int{3, 3}, strides: []int{1, 1}, dilations: []int{1, 1}, before: []int{1, 1}, after: []int{1, 1}, channels: 6, outputs: 8, groups: 1, batches: 1, halves: true},
	"integers":              {input: []int{7, 6}, filter: []int{3, 3}, strides: []int{1, 1}, dilations: []int{1, 1}, before: []int{1, 1}, after: []int{1, 1}, channels: 6, outputs: 8, groups: 1, batches: 1, integers: true},
	"integers, strides":     {input: []int{13, 14}, filter: []int{3, 3}, strides: []int{2, 2}, dilations: []int{1, 1}, before: []int{1, 1}, after: []int{1, 1}, channels: 6, outputs: 8, groups: 2, batches: 2, integers: true},
}

// TestPlanes holds convolutions that are calculated in planes against the reference.
func TestPlanes(t *testing.T) {
	loud, silent := newMachine(t, true), newMachine(t, false)
	for name, p := range planeCases {
		t.Run(name, func(t *testing.T) {
			for i := range 2 {
				s := newSource(domain{-1, 1})
				c, abs, rel := p.reference(s, i == 0)
				desc, _ := describe(t, c)
				require.True(t, tiled(t, desc), "it is calculated in planes")
				[]*rig{loud, silent}[i].hold(t, c, how{padded: i == 0, graph: i == 1}, abs, rel)
			}
		})
	}
}

// reference is the case, from packed tensors or from such of any layout.
func (p *plane) reference(s *source, packed bool) (c reference.Case, abs, rel float64) {
	typ, out := reference.Type("FLOAT32"), reference.Type("FLOAT32")
	abs, rel = 4e-6, 4e-6
	switch {
	case p.halves:
		typ, out, abs, rel = "FLOAT16", "FLOAT16", 4e-3, 2e-3
	case p.integers:
		typ, out, abs, rel = "INT8", "INT32", 0, 0
	}
	make := func(sizes ...int) []*reference.Tensor {
		x := s.tensor(typ, sizes...)
		if packed {
			x = reference.New(typ, sizes, nil)
			for i := range x.Data {
				x.Data[i] = s.number(typ)
			}
		}
		return one(x)
	}
	filter := []int{p.outputs, p.channels / p.groups}
	if p.backward {
		filter = []int{p.channels, p.outputs / p.groups}
	}
	attrs := reference.Attrs{"Strides": p.strides, "Dilations": p.dilations, "StartPadding": p.before, "EndPadding": p.after, "GroupCount": p.groups, "DimensionCount": len(p.input)}
	c = reference.Case{Op: "CONVOLUTION", Attrs: attrs, Tensors: map[string][]*reference.Tensor{"InputTensor": make(slices.Concat([]int{p.batches, p.channels}, p.input)...),
		"FilterTensor": make(slices.Concat(filter, p.filter)...), "OutputTensor": one(reference.New(out, slices.Concat([]int{p.batches, p.outputs}, p.output()), nil))}}
	channels := append([]int{1, p.outputs}, slices.Repeat([]int{1}, len(p.input))...)
	if p.integers {
		c.Op = "CONVOLUTION_INTEGER"
		c.Tensors["FilterZeroPointTensor"], c.Tensors["InputZeroPointTensor"] = make(channels...), make(slices.Repeat([]int{1}, len(channels))...)
		return c, abs, rel
	}
	c.Tensors["BiasTensor"] = make(channels...)
	attrs["Mode"], attrs["Direction"] = "CROSS_CORRELATION", "FORWARD"
	if p.flipped {
		attrs["Mode"] = "CONVOLUTION"
	}
	if p.backward {
		attrs["Direction"] = "BACKWARD"
	}
	attrs["FusedActivation"] = reference.Attrs{"Type": "ACTIVATION_LEAKY_RELU", "Alpha": 0.5}
	return c, abs, rel
}

// tiled says whether an operator has a dispatch in tiles.
func tiled(t *testing.T, desc op.Desc) bool {
	a, fault := catalogue.Resolve(desc)
	require.Nil(t, fault, "%+v", fault)
	for _, s := range a.Row.Lower(a).Steps {
		if s.Tile[0] > 0 {
			return true
		}
	}
	return false
}

// TestSmallConvolutions: what is not worth a copy has one plain dispatch: fewer than 2^14 products, more zeros than numbers, and more than 2^26
// elements of a copy.
func TestSmallConvolutions(t *testing.T) {
	s := newSource(domain{-1, 1})
	square := func(n int) []int { return []int{n, n} }
	for name, c := range map[string]struct {
		of   plane
		want bool
	}{
		"16384 products": {plane{input: square(8), filter: square(4), strides: square(1), before: square(0), channels: 1, outputs: 41, dilations: square(1)}, true}, // 25 · 16 · 41 = 16400
		"16000 products": {plane{input: square(8), filter: square(4), strides: square(1), before: square(0), channels: 1, outputs: 40, dilations: square(1)}, false},
		"nine zeros":     {plane{input: square(8), filter: square(3), strides: square(3), before: square(0), channels: 4, outputs: 8, dilations: square(1), backward: true}, true},
		"as many as 16":  {plane{input: square(8), filter: square(3), strides: square(4), before: square(0), channels: 4, outputs: 8, dilations: square(1), backward: true}, false},
	} {
		c.of.after, c.of.groups, c.of.batches = c.of.before, 1, 1
		one, _, _ := c.of.reference(s, true)
		desc, _ := describe(t, one)
		require.Equal(t, c.want, tiled(t, desc), name)
	}
}
