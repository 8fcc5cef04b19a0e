package op

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// moves are the operators that copy elements to other places.
var moves = []*Row{
	{Name: "DEPTH_TO_SPACE", Fields: []Field{In("InputTensor"), Out("OutputTensor"), Must("BlockSize", UintType)}, Check: checkBlocks, Lower: lowerBlocks},
	{Name: "DEPTH_TO_SPACE1", Fields: []Field{In("InputTensor"), Out("OutputTensor"), Must("BlockSize", UintType), blockOrder}, Check: checkBlocks, Lower: lowerBlocks},
	{Name: "JOIN", Fields: []Field{Count("InputCount", "InputTensors"), Ins("InputTensors"), Out("OutputTensor"), Must("Axis", UintType)},
		Check: func(a *Args) string {
			if why := a.checkAxis("Axis", "OutputTensor"); why != "" {
				return why
			}
			return a.checkParts(a.Inputs(), "OutputTensor")
		},
		Lower: func(a *Args) *Program {
			return a.parts(a.Inputs(), func(k *shader.Kernel, part int, b Bound, at, whole []string) {
				y := a.out(k, "OutputTensor")
				y.Store(y.Index(whole), k.Input(part, b.Tensor).At(at))
			})
		}},
	{Name: "REVERSE_SUBSEQUENCES", Fields: []Field{In("InputTensor"), In("SequenceLengthsTensor"), Out("OutputTensor"), Must("Axis", UintType)},
		Check: func(a *Args) string {
			if why := first(a.TypesOf("InputTensor", allTypes...), a.SameTypes("InputTensor", "OutputTensor"), a.SameSizes("InputTensor", "OutputTensor"),
				a.TypesOf("SequenceLengthsTensor", indices...), a.checkAxis("Axis", "InputTensor")); why != "" {
				return why
			}
			outer, _, _ := sets(a.Tensor("InputTensor").Sizes, []uint32{a.Uint("Axis")})
			return a.SizesOf("SequenceLengthsTensor", outer, "those of InputTensor, with 1 along Axis")
		},
		Lower: lowerReverse},
	{Name: "SPACE_TO_DEPTH", Fields: []Field{In("InputTensor"), Out("OutputTensor"), Must("BlockSize", UintType)}, Check: checkBlocks, Lower: lowerBlocks},
	{Name: "SPACE_TO_DEPTH1", Fields: []Field{In("InputTensor"), Out("OutputTensor"), Must("BlockSize", UintType), blockOrder}, Check: checkBlocks, Lower: lowerBlocks},
	{Name: "SPLIT", Fields: []Field{In("InputTensor"), Count("OutputCount", "OutputTensors"), Outs("OutputTensors"), Must("Axis", UintType)},
		Check: func(a *Args) string {
			if why := a.checkAxis("Axis", "InputTensor"); why != "" {
				return why
			}
			return a.checkParts(a.Outputs(), "InputTensor")
		},
		Lower: func(a *Args) *Program {
			return a.parts(a.Outputs(), func(k *shader.Kernel, part int, b Bound, at, whole []string) {
				y := k.Output(part, b.Tensor)
				y.Store(y.Index(at), a.in(k, "InputTensor").At(whole))
			})
		}},
	{Name: "TILE", Fields: []Field{In("InputTensor"), Out("OutputTensor"), Count("RepeatsCount", "Repeats"), Must("Repeats", UintsType)}, Check: checkTile,
		Lower: func(a *Args) *Program {
			return a.moved(func(_ *shader.Kernel, at []string) []string {
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
func (a *Args) moved(from func(k *shader.Kernel, at []string) []string) *Program {
	return a.placed(func(k *shader.Kernel, at []string) string {
		return a.in(k, "InputTensor").At(from(k, slices.Clone(at)))
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
func (a *Args) checkParts(parts []Bound, whole string) string {
	if len(parts) == 0 {
		return "There are no tensors. At least one is expected."
	}
	axis, t := a.Uint("Axis"), a.Tensor(whole)
	list, _, _ := strings.Cut(parts[0].Name, "[")
	a.asked.same([]Bound{{Name: whole}, {Name: list}})
	if why := a.TypesOf(whole, allTypes...); why != "" {
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
		return fmt.Sprintf("Mismatched tensor sizes. Tensor '%s' has %d elements along Axis %d, while its parts have %d together.", whole, t.Sizes[axis], axis, length)
	}
	return ""
}

// parts makes a program with a dispatch for each part of a whole tensor: move writes the statement that copies the element at some coordinates of the part,
// which are others in the whole.
func (a *Args) parts(parts []Bound, move func(k *shader.Kernel, part int, b Bound, at, whole []string)) *Program {
	p, axis, start := &Program{}, a.Uint("Axis"), uint32(0)
	for n, b := range parts {
		k := a.kernel(b.Tensor)
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
func lowerReverse(a *Args) *Program {
	axis := a.Uint("Axis")
	size := a.Tensor("InputTensor").Sizes[axis]
	return a.moved(func(k *shader.Kernel, at []string) []string {
		lengths := a.in(k, "SequenceLengthsTensor")
		length := upTo(k, lengths, at, size)
		here := k.Let("here", "uint(%s)", at[axis])
		at[axis] = k.Let("from", "%s < %s and %s - 1 - %s or %s", here, length, length, here, here)
		return at
	})
}

func checkTile(a *Args) string {
	x, repeats := a.Tensor("InputTensor"), a.Uints("Repeats")
	if why := first(a.TypesOf("InputTensor", allTypes...), a.SameTypes(), a.perDimension("Repeats", len(repeats), "InputTensor")); why != "" {
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

// perDimension asks for as many entries of an attribute as a tensor has dimensions.
func (a *Args) perDimension(attribute string, entries int, input string) string {
	if rank := a.Tensor(input).Rank(); entries != rank {
		return fmt.Sprintf("%s has %d entries. It is expected to have one for each of the %d dimensions of tensor '%s'.", attribute, entries, rank, input)
	}
	return ""
}

// blockOrder says how the channels of a block lie: the place in the block is the slower part of a channel's number, or the faster one.
var blockOrder = Enum("Order", "DEPTH_COLUMN_ROW", "COLUMN_ROW_DEPTH")

// checkBlocks asks for planes of blocks, each of them a column of channels in the deeper tensor.
func checkBlocks(a *Args) string {
	x, y, block := a.Tensor("InputTensor"), a.Tensor("OutputTensor"), a.Uint("BlockSize")
	if why := first(a.TypesOf("InputTensor", allTypes...), a.SameTypes(), a.RankOf("InputTensor", 4, 4), a.sameRank()); why != "" {
		return why
	}
	deep, flat, output := x, y, "OutputTensor"
	if a.toDepth() {
		deep, flat = y, x
	}
	if block == 0 || block > flat.Sizes[2] || block > flat.Sizes[3] {
		return fmt.Sprintf("BlockSize is %d. It is expected to be from 1 to the height and width of the plane, %d and %d.", block, flat.Sizes[2], flat.Sizes[3])
	}
	if a.toDepth() {
		if x.Sizes[2]%block != 0 || x.Sizes[3]%block != 0 {
			return fmt.Sprintf("BlockSize is %d. The height and width of tensor 'InputTensor', %d and %d, are expected to be multiples of it.", block, x.Sizes[2], x.Sizes[3])
		}
		return a.SizesOf(output, []uint32{x.Sizes[0], x.Sizes[1] * block * block, x.Sizes[2] / block, x.Sizes[3] / block}, "a block of the plane is a column of channels")
	}
	if deep.Sizes[1]%(block*block) != 0 {
		return fmt.Sprintf("BlockSize is %d. The channels of tensor 'InputTensor', %d, are expected to be a multiple of its square.", block, x.Sizes[1])
	}
	return a.SizesOf(output, []uint32{x.Sizes[0], x.Sizes[1] / (block * block), x.Sizes[2] * block, x.Sizes[3] * block}, "a column of channels is a block of the plane")
}

// toDepth says whether the operator moves blocks of a plane into channels, and not back.
func (a *Args) toDepth() bool { return a.Row.Name[0] == 'S' }

// lowerBlocks has a work item for each element of the tensor with the larger plane, whose coordinates say both places.
func lowerBlocks(a *Args) *Program {
	flat, block := a.Tensor("OutputTensor"), a.Uint("BlockSize")
	if a.toDepth() {
		flat = a.Tensor("InputTensor")
	}
	k := a.kernel(flat)
	x, y := a.in(k, "InputTensor"), a.out(k, "OutputTensor")
	at := k.Coords("i", flat.Sizes)
	row, column, channel := k.Let("row", "uint(%s)", at[2]), k.Let("column", "uint(%s)", at[3]), k.Let("channel", "uint(%s)", at[1])
	place := k.Let("place", "%s %% %d * %d + %s %% %d", row, block, block, column, block)
	deep := k.Let("deep", "%s * %d + %s", place, flat.Sizes[1], channel)
	if a.Row.Field("Order") >= 0 && a.Named("Order") == "COLUMN_ROW_DEPTH" {
		deep = k.Let("deep", "%s * %d + %s", channel, block*block, place)
	}
	other := []string{at[0], deep, fmt.Sprintf("%s / %d", row, block), fmt.Sprintf("%s / %d", column, block)}
	if a.toDepth() {
		y.Store(y.Index(other), x.At(at))
	} else {
		y.Store(y.Index(at), x.At(other))
	}
	return steps(k)
}
