package catalogue

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// moves are the operators that copy elements to other places.
var moves = []*op.Row{
	{Name: "DEPTH_TO_SPACE", Fields: []op.Field{op.In("InputTensor"), op.Out("OutputTensor"), op.Must("BlockSize", op.UintType)},
		Check: checkBlocks, Lower: lowerBlocks},
	{Name: "DEPTH_TO_SPACE1", Fields: []op.Field{op.In("InputTensor"), op.Out("OutputTensor"), op.Must("BlockSize", op.UintType), blockOrder},
		Check: checkBlocks, Lower: lowerBlocks},
	{Name: "JOIN", Fields: []op.Field{op.Count("InputCount", "InputTensors"), op.Ins("InputTensors"), op.Out("OutputTensor"),
		op.Must("Axis", op.UintType)},
		Check: func(a *op.Args) string {
			if why := a.CheckAxis("Axis", "OutputTensor"); why != "" {
				return why
			}
			return checkParts(a, a.Inputs(), "OutputTensor")
		},
		Lower: func(a *op.Args) *op.Program {
			return parts(a, a.Inputs(), func(k *shader.Kernel, part int, b op.Bound, at, whole []string) {
				y := a.Out(k, "OutputTensor")
				y.Store(y.Index(whole), k.Input(part, b.Tensor).At(at))
			})
		}},
	{Name: "REVERSE_SUBSEQUENCES", Fields: []op.Field{op.In("InputTensor"), op.In("SequenceLengthsTensor"), op.Out("OutputTensor"),
		op.Must("Axis", op.UintType)},
		Check: func(a *op.Args) string {
			if why := op.First(a.TypesOf("InputTensor", op.AllTypes...), a.SameTypes("InputTensor", "OutputTensor"),
				a.SameSizes("InputTensor", "OutputTensor"),
				a.TypesOf("SequenceLengthsTensor", op.Indices...), a.CheckAxis("Axis", "InputTensor")); why != "" {
				return why
			}
			outer, _, _ := sets(a.Tensor("InputTensor").Sizes, []uint32{a.Uint("Axis")})
			return a.SizesOf("SequenceLengthsTensor", outer, "those of InputTensor, with 1 along Axis")
		},
		Lower: lowerReverse},
	{Name: "SPACE_TO_DEPTH", Fields: []op.Field{op.In("InputTensor"), op.Out("OutputTensor"), op.Must("BlockSize", op.UintType)},
		Check: checkBlocks, Lower: lowerBlocks},
	{Name: "SPACE_TO_DEPTH1", Fields: []op.Field{op.In("InputTensor"), op.Out("OutputTensor"), op.Must("BlockSize", op.UintType), blockOrder},
		Check: checkBlocks, Lower: lowerBlocks},
	{Name: "SPLIT", Fields: []op.Field{op.In("InputTensor"), op.Count("OutputCount", "OutputTensors"), op.Outs("OutputTensors"),
		op.Must("Axis", op.UintType)},
		Check: func(a *op.Args) string {
			if why := a.CheckAxis("Axis", "InputTensor"); why != "" {
				return why
			}
			return checkParts(a, a.Outputs(), "InputTensor")
		},
		Lower: func(a *op.Args) *op.Program {
			return parts(a, a.Outputs(), func(k *shader.Kernel, part int, b op.Bound, at, whole []string) {
				y := k.Output(part, b.Tensor)
				y.Store(y.Index(at), a.In(k, "InputTensor").At(whole))
			})
		}},
	{Name: "TILE", Fields: []op.Field{op.In("InputTensor"), op.Out("OutputTensor"), op.Count("RepeatsCount", "Repeats"),
		op.Must("Repeats", op.UintsType)}, Check: checkTile,
		Lower: func(a *op.Args) *op.Program {
			return moved(a, func(_ *shader.Kernel, at []string) []string {
				for d, size := range a.Tensor("InputTensor").Sizes {
					if at[d] != "0" {
						at[d] = fmt.Sprintf("(%s) %% %d", at[d], size)
					}
				}
				return at
			})
		}},
}

// moved makes a program that gives every element of the output one of the input, whose coordinates follow from its own.
func moved(a *op.Args, from func(k *shader.Kernel, at []string) []string) *op.Program {
	return a.Placed(func(k *shader.Kernel, at []string) string {
		return a.In(k, "InputTensor").At(from(k, slices.Clone(at)))
	})
}

// plus is an expression and a constant.
func plus(x string, n uint32) string {
	switch {
	case n == 0:
		return x
	case x == "0":
		return number(n)
	}
	return fmt.Sprintf("(%s) + %d", x, n)
}

// checkParts asks that some tensors lie side by side along the axis in a whole one.
func checkParts(a *op.Args, parts []op.Bound, whole string) string {
	if len(parts) == 0 {
		return "There are no tensors. At least one is expected."
	}
	axis, t := a.Uint("Axis"), a.Tensor(whole)
	list, _, _ := strings.Cut(parts[0].Name, "[")
	a.Alike(whole, list)
	if why := a.TypesOf(whole, op.AllTypes...); why != "" {
		return why
	}
	length := uint64(0)
	for _, p := range parts {
		want := slices.Clone(t.Sizes)
		if p.Tensor.Rank() == len(want) {
			want[axis] = p.Tensor.Sizes[axis]
		}
		switch {
		case p.Tensor.DataType != t.DataType:
			return fmt.Sprintf("Mismatched tensor data types. Tensor '%s' has DataType of %s, while tensor '%s' has DataType of %s. Both tensors are expected to have the same DataType.",
				p.Name, p.Tensor.DataType, whole, t.DataType)
		case !slices.Equal(p.Tensor.Sizes, want):
			return fmt.Sprintf("Mismatched tensor sizes. Tensor '%s' has Sizes of %s, while tensor '%s' has Sizes of %s. They are expected to differ along Axis %d only.",
				p.Name, tensor.List(p.Tensor.Sizes), whole, tensor.List(t.Sizes), axis)
		}
		length += uint64(p.Tensor.Sizes[axis])
	}
	if length != uint64(t.Sizes[axis]) {
		return fmt.Sprintf("Mismatched tensor sizes. Tensor '%s' has %d elements along Axis %d, while its parts have %d together.",
			whole, t.Sizes[axis], axis, length)
	}
	return ""
}

// parts makes a program with a dispatch for each part of a whole tensor: move writes the statement that copies the element at some coordinates of the
// part, which are others in the whole.
func parts(a *op.Args, parts []op.Bound, move func(k *shader.Kernel, part int, b op.Bound, at, whole []string)) *op.Program {
	p, axis, start := &op.Program{}, a.Uint("Axis"), uint32(0)
	for n, b := range parts {
		k := a.Kernel(b.Tensor)
		at := k.Coords("i", b.Tensor.Sizes)
		whole := slices.Clone(at)
		whole[axis] = plus(at[axis], start)
		move(k, n, b, at, whole)
		p.Steps = append(p.Steps, k.Step())
		start += b.Tensor.Sizes[axis]
	}
	return p
}

// lowerReverse turns the first elements of each line around, as many as its length says, and at most all of them.
func lowerReverse(a *op.Args) *op.Program {
	axis := a.Uint("Axis")
	size := a.Tensor("InputTensor").Sizes[axis]
	return moved(a, func(k *shader.Kernel, at []string) []string {
		lengths := a.In(k, "SequenceLengthsTensor")
		length := upTo(k, lengths, at, size)
		here := k.Let("here", "uint(%s)", at[axis])
		at[axis] = k.Let("from", "%s < %s and %s - 1 - %s or %s", here, length, length, here, here)
		return at
	})
}

func checkTile(a *op.Args) string {
	x, repeats := a.Tensor("InputTensor"), a.Uints("Repeats")
	if why := op.First(a.TypesOf("InputTensor", op.AllTypes...), a.SameTypes(), a.PerDimension("Repeats", len(repeats), "InputTensor")); why != "" {
		return why
	}
	want := slices.Clone(x.Sizes)
	for d, r := range repeats {
		if r == 0 || uint64(want[d])*uint64(r) > tensor.MaxElements {
			return fmt.Sprintf("Repeats[%d] is %d. It is expected to be from 1 to %d.", d+1, r, tensor.MaxElements/uint64(want[d]))
		}
		want[d] *= r
	}
	return a.SizesOf("OutputTensor", want, "those of InputTensor times Repeats")
}

// blockOrder says how the channels of a block lie: the place in the block is the slower part of a channel's number, or the faster one.
var blockOrder = op.Enum("Order", "DEPTH_COLUMN_ROW", "COLUMN_ROW_DEPTH")

// checkBlocks asks for planes of blocks, each of them a column of channels in the deeper tensor.
func checkBlocks(a *op.Args) string {
	x, y, block := a.Tensor("InputTensor"), a.Tensor("OutputTensor"), a.Uint("BlockSize")
	if why := op.First(a.TypesOf("InputTensor", op.AllTypes...), a.SameTypes(), a.RankOf("InputTensor", 4, 4), a.SameRank()); why != "" {
		return why
	}
	deep, flat, output := x, y, "OutputTensor"
	if toDepth(a) {
		deep, flat = y, x
	}
	if block == 0 || block > flat.Sizes[2] || block > flat.Sizes[3] {
		return fmt.Sprintf("BlockSize is %d. It is expected to be from 1 to the height and width of the plane, %d and %d.", block,
			flat.Sizes[2], flat.Sizes[3])
	}
	if toDepth(a) {
		if x.Sizes[2]%block != 0 || x.Sizes[3]%block != 0 {
			return fmt.Sprintf("BlockSize is %d. The height and width of tensor 'InputTensor', %d and %d, are expected to be multiples of it.",
				block, x.Sizes[2], x.Sizes[3])
		}
		return a.SizesOf(output, []uint32{x.Sizes[0], x.Sizes[1] * block * block, x.Sizes[2] / block, x.Sizes[3] / block},
			"a block of the plane is a column of channels")
	}
	if deep.Sizes[1]%(block*block) != 0 {
		return fmt.Sprintf("BlockSize is %d. The channels of tensor 'InputTensor', %d, are expected to be a multiple of its square.", block,
			x.Sizes[1])
	}
	return a.SizesOf(output, []uint32{x.Sizes[0], x.Sizes[1] / (block * block), x.Sizes[2] * block, x.Sizes[3] * block},
		"a column of channels is a block of the plane")
}

// toDepth says whether the operator moves blocks of a plane into channels, and not back.
func toDepth(a *op.Args) bool { return a.Row.Name[0] == 'S' }

// lowerBlocks has a work item for each element of the tensor with the larger plane, whose coordinates say both places.
func lowerBlocks(a *op.Args) *op.Program {
	flat, block := a.Tensor("OutputTensor"), a.Uint("BlockSize")
	if toDepth(a) {
		flat = a.Tensor("InputTensor")
	}
	k := a.Kernel(flat)
	x, y := a.In(k, "InputTensor"), a.Out(k, "OutputTensor")
	at := k.Coords("i", flat.Sizes)
	row, column, channel := k.Let("row", "uint(%s)", at[2]), k.Let("column", "uint(%s)", at[3]), k.Let("channel", "uint(%s)", at[1])
	place := k.Let("place", "%s %% %d * %d + %s %% %d", row, block, block, column, block)
	deep := k.Let("deep", "%s * %d + %s", place, flat.Sizes[1], channel)
	if a.Row.Field("Order") >= 0 && a.Named("Order") == "COLUMN_ROW_DEPTH" {
		deep = k.Let("deep", "%s * %d + %s", channel, block*block, place)
	}
	other := []string{at[0], deep, fmt.Sprintf("%s / %d", row, block), fmt.Sprintf("%s / %d", column, block)}
	if toDepth(a) {
		y.Store(y.Index(other), x.At(at))
	} else {
		y.Store(y.Index(at), x.At(other))
	}
	return op.Steps(k)
}
