package catalogue

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/fold"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// chosenPlace is what an element of a tensor of indices says about a dimension of some size: the place, a uint that is moved inside the dimension,
// and the name of the condition that it was inside. Negative indices count from the end.
func chosenPlace(k *shader.Kernel, indices *shader.Tensor, at []string, size uint32) (place, inside string) {
	t := indices.DataType
	m := k.Math(t)
	index := k.Let("index", "%s", indices.At(at))
	end, below := m.Const(float64(size)), "false"
	if t.IsSigned() {
		zero := m.Const(0)
		index = k.Let("index", "%s and %s or %s", m.Less(index, zero), m.Add(index, end), index)
		below = k.Let("below", "%s", m.Less(index, zero))
	}
	inside = k.Let("inside", "not %s and %s", below, m.Less(index, end))
	return k.Let("place", "%s and %s or (%s and uint(0) or uint(%d))", inside, word(t, index), below, size-1), inside
}

// word is the low word of an index that is not negative.
func word(t tensor.DataType, index string) string {
	if t.Bits() == 64 {
		return index + ".x"
	}
	return "uint(" + index + ")"
}

// upTo is an element of a tensor of counts as a uint, from 0 to a limit.
func upTo(k *shader.Kernel, counts *shader.Tensor, at []string, limit uint32) string {
	t := counts.DataType
	m := k.Math(t)
	n := k.Let("count", "%s", counts.At(at))
	some := k.Let("some", "%s", m.Less(m.Const(0), n))
	return k.Let("count", "%s and (%s and %s or uint(%d)) or uint(0)", some, m.Less(n, m.Const(float64(limit))), word(t, n), limit)
}

// gathers are the operators that read or write where tensors of indices say. A place outside its dimension is moved inside where it is read from, and
// nothing is written to it.
var gathers = []*op.Row{
	{Name: "GATHER", Fields: []op.Field{op.In("InputTensor"), op.In("IndicesTensor"), op.Out("OutputTensor"), op.Must("Axis", op.UintType),
		op.Must("IndexDimensions", op.UintType)}, Check: checkGather, Lower: lowerGather},
	{Name: "GATHER_ELEMENTS", Fields: []op.Field{op.In("InputTensor"), op.In("IndicesTensor"), op.Out("OutputTensor"), op.Must("Axis", op.UintType)},
		Check: func(a *op.Args) string {
			if why := op.First(checkIndexed(a, "OutputTensor"), a.SameRank(), a.CheckAxis("Axis", "InputTensor"),
				a.SameSizes("IndicesTensor", "OutputTensor")); why != "" {
				return why
			}
			return checkWithin(a, "OutputTensor", "InputTensor")
		},
		Lower: func(a *op.Args) *op.Program {
			return moved(a, func(k *shader.Kernel, at []string) []string {
				axis := a.Uint("Axis")
				at[axis], _ = chosenPlace(k, a.In(k, "IndicesTensor"), at, a.Tensor("InputTensor").Sizes[axis])
				return at
			})
		}},
	{Name: "GATHER_ND", Fields: []op.Field{op.In("InputTensor"), op.In("IndicesTensor"), op.Out("OutputTensor"),
		op.Must("InputDimensionCount", op.UintType), op.Must("IndicesDimensionCount", op.UintType)},
		Check: checkGatherND, Lower: lowerGatherND},
	{Name: "GATHER_ND1", Fields: []op.Field{op.In("InputTensor"), op.In("IndicesTensor"), op.Out("OutputTensor"),
		op.Must("InputDimensionCount", op.UintType), op.Must("IndicesDimensionCount", op.UintType),
		op.Attr("BatchDimensionCount", op.UintType)}, Check: checkGatherND, Lower: lowerGatherND},
	{Name: "SCATTER", Fields: []op.Field{op.In("InputTensor"), op.In("IndicesTensor"), op.In("UpdatesTensor"), op.Out("OutputTensor"),
		op.Must("Axis", op.UintType)},
		Check: func(a *op.Args) string {
			if why := op.First(checkIndexed(a, "OutputTensor", "UpdatesTensor"), a.SameRank(), a.SameSizes("InputTensor", "OutputTensor"),
				a.CheckAxis("Axis", "InputTensor"),
				a.SameSizes("IndicesTensor", "UpdatesTensor")); why != "" {
				return why
			}
			return checkWithin(a, "UpdatesTensor", "InputTensor")
		}, Lower: lowerScatter},
	{Name: "SCATTER_ND", Fields: []op.Field{op.In("InputTensor"), op.In("IndicesTensor"), op.In("UpdatesTensor"), op.Out("OutputTensor"),
		op.Must("InputDimensionCount", op.UintType),
		op.Must("IndicesDimensionCount", op.UintType)}, Check: checkScatterND, Lower: lowerScatterND},
}

// checkIndexed asks for the types of an indexed operator.
func checkIndexed(a *op.Args, same ...string) string {
	return op.First(a.TypesOf("InputTensor", op.AllTypes...), a.SameTypes(append([]string{"InputTensor"}, same...)...),
		a.TypesOf("IndicesTensor", op.Indices...))
}

// checkWithin asks that a tensor is no larger than another one but along the axis.
func checkWithin(a *op.Args, name, whole string) string {
	t, w := a.Tensor(name), a.Tensor(whole)
	for d, size := range t.Sizes {
		if size > w.Sizes[d] && uint32(d) != a.Uint("Axis") {
			return fmt.Sprintf("Mismatched tensor sizes. Tensor '%s' has Sizes of %s, while tensor '%s' has Sizes of %s. It is expected to be no larger but along Axis %d.",
				name, tensor.List(t.Sizes), whole, tensor.List(w.Sizes), a.Uint("Axis"))
		}
	}
	return ""
}

// padded is some sizes with as many in front that a tensor has their number: 1, or cropped where they are 1. It is nil if there are more than can be
// cropped.
func padded(sizes []uint32, rank int) []uint32 {
	for len(sizes) > rank && sizes[0] == 1 {
		sizes = sizes[1:]
	}
	if len(sizes) > rank {
		return nil
	}
	return slices.Concat(slices.Repeat([]uint32{1}, rank-len(sizes)), sizes)
}

// outputOf asks that the output has some sizes, with 1 before them.
func outputOf(a *op.Args, name string, sizes []uint32, why string) string {
	want := padded(sizes, a.Tensor(name).Rank())
	if want == nil {
		want = sizes
	}
	return a.SizesOf(name, want, why)
}

func checkGather(a *op.Args) string {
	if why := op.First(checkIndexed(a, "OutputTensor"), a.CheckAxis("Axis", "InputTensor")); why != "" {
		return why
	}
	indices, n := a.Tensor("IndicesTensor"), int(a.Uint("IndexDimensions"))
	if n > indices.Rank() {
		return fmt.Sprintf("IndexDimensions is %d. It is expected to be from 0 to %d, the dimensions of tensor 'IndicesTensor'.", n, indices.Rank())
	}
	last, ok := indices.Trailing(n)
	if !ok {
		return fmt.Sprintf("IndexDimensions is %d. The dimensions of tensor 'IndicesTensor' before the last %d are expected to have size 1; its Sizes are %s.", n, n, tensor.List(indices.Sizes))
	}
	x, axis := a.Tensor("InputTensor").Sizes, a.Uint("Axis")
	return outputOf(a, "OutputTensor", slices.Concat(x[:axis], last, x[axis+1:]), "those of InputTensor, with those of the indices in place of Axis")
}

// aligned is coordinates of another number of dimensions, counted from the last ones: 0 before them.
func aligned(at []string, rank int) []string {
	if len(at) >= rank {
		return slices.Clone(at[len(at)-rank:])
	}
	return slices.Concat(slices.Repeat([]string{"0"}, rank-len(at)), at)
}

func lowerGather(a *op.Args) *op.Program {
	return moved(a, func(k *shader.Kernel, at []string) []string {
		x, axis, n := a.Tensor("InputTensor"), int(a.Uint("Axis")), int(a.Uint("IndexDimensions"))
		full := aligned(at, x.Rank()-1+n)
		place, _ := chosenPlace(k, a.In(k, "IndicesTensor"), full[axis:axis+n], x.Sizes[axis])
		return slices.Concat(full[:axis], []string{place}, full[axis+n:])
	})
}

// lowerScatter copies the input and then writes the updates over it, one after the other along the axis, so that the last of several to one place
// stays.
func lowerScatter(a *op.Args) *op.Program {
	p := moved(a, func(_ *shader.Kernel, at []string) []string { return at })
	updates, axis := a.Tensor("UpdatesTensor"), a.Uint("Axis")
	lines, _, count := sets(updates.Sizes, []uint32{axis})
	k := shader.New(a.Row.Name, fold.Product(lines))
	at := k.Coords("i", lines)
	k.Block("for n = 0, %d do", count-1)
	at[axis] = k.Let("n", "uint(n)")
	y := a.Out(k, "OutputTensor")
	place, inside := chosenPlace(k, a.In(k, "IndicesTensor"), at, y.Sizes[axis])
	k.Block("if %s then", inside)
	to := slices.Clone(at)
	to[axis] = place
	y.Store(y.Index(to), a.In(k, "UpdatesTensor").At(at))
	k.End()
	k.End()
	p.Steps = append(p.Steps, k.Step())
	return p
}

// tuples are the places that a tensor of tuples of indices names in another tensor.
type tuples struct {
	input   []uint32 // sizes of what they name places in
	lists   []uint32 // sizes of the indices without the last one: that of a tuple
	length  int      // of a tuple
	batches int      // the first dimensions of both
}

// result are the sizes of what is read or written: those of the lists, and those of the input that tuples leave open.
func (t tuples) result() []uint32 { return slices.Concat(t.lists, t.input[t.batches+t.length:]) }

// checkTuples reads the tuples of an operator.
func checkTuples(a *op.Args) (t tuples, why string) {
	x, i := a.Tensor("InputTensor"), a.Tensor("IndicesTensor")
	for _, f := range []struct {
		name string
		of   *tensor.Desc
		in   string
		out  *[]uint32
	}{{"InputDimensionCount", x, "InputTensor", &t.input}, {"IndicesDimensionCount", i, "IndicesTensor", &t.lists}} {
		n := int(a.Uint(f.name))
		if n < 1 || n > f.of.Rank() {
			return t, fmt.Sprintf("%s is %d. It is expected to be from 1 to %d, the dimensions of tensor '%s'.", f.name, n, f.of.Rank(), f.in)
		}
		sizes, ok := f.of.Trailing(n)
		if !ok {
			return t, fmt.Sprintf("%s is %d. The dimensions of tensor '%s' before the last %d are expected to have size 1; its Sizes are %s.", f.name,
				n, f.in, n, tensor.List(f.of.Sizes))
		}
		*f.out = sizes
	}
	if a.Row.Field("BatchDimensionCount") >= 0 {
		t.batches = int(a.Uint("BatchDimensionCount"))
	}
	if most := min(len(t.input), len(t.lists)) - 1; t.batches > most {
		return t, fmt.Sprintf("BatchDimensionCount is %d. It is expected to be from 0 to %d, less than the dimensions of both tensors.",
			t.batches, most)
	}
	if !slices.Equal(t.input[:t.batches], t.lists[:t.batches]) {
		return t, fmt.Sprintf(
			"Mismatched tensor sizes. The first %d dimensions of the tensors 'InputTensor' and 'IndicesTensor' are batches. They are expected to be equal, and are %s and %s.",
			t.batches, tensor.List(t.input[:t.batches]), tensor.List(t.lists[:t.batches]))
	}
	last := len(t.lists) - 1
	t.length = int(t.lists[last])
	if most := len(t.input) - t.batches; t.length > most {
		return t, fmt.Sprintf(
			"The last dimension of tensor 'IndicesTensor' is %d. It is expected to be at most %d, the dimensions that a tuple can name.",
			t.length, most)
	}
	t.lists = t.lists[:last]
	return t, ""
}

func checkGatherND(a *op.Args) string {
	if why := checkIndexed(a, "OutputTensor"); why != "" {
		return why
	}
	t, why := checkTuples(a)
	if why != "" {
		return why
	}
	return outputOf(a, "OutputTensor", t.result(), "those of the indices without the last one, and those of InputTensor that the tuples leave open")
}

func checkScatterND(a *op.Args) string {
	if why := op.First(checkIndexed(a, "OutputTensor", "UpdatesTensor"), a.SameSizes("InputTensor", "OutputTensor")); why != "" {
		return why
	}
	t, why := checkTuples(a)
	if why != "" {
		return why
	}
	return outputOf(a, "UpdatesTensor", t.result(), "those of the indices without the last one, and those of InputTensor that the tuples leave open")
}

// place is where the tuple for an element of the result points to, and the condition that it is inside; at are the element's coordinates.
func (t tuples) place(a *op.Args, k *shader.Kernel, at []string) (place []string, inside string) {
	full := aligned(at, len(t.result()))
	list, rest := full[:len(t.lists)], full[len(t.lists):]
	place, inside = slices.Clone(list[:t.batches]), "true"
	for n := range t.length {
		one, ok := chosenPlace(k, a.In(k, "IndicesTensor"), slices.Concat(list, []string{number(uint32(n))}), t.input[t.batches+n])
		place, inside = append(place, one), inside+" and "+ok
	}
	return slices.Concat(place, rest), inside
}

func lowerGatherND(a *op.Args) *op.Program {
	t, _ := checkTuples(a)
	return moved(a, func(k *shader.Kernel, at []string) []string {
		place, _ := t.place(a, k, at)
		return place
	})
}

// lowerScatterND copies the input and then writes the updates over it. A work item has one place within the updates and goes through all tuples in
// their order, so that the last of several to one place stays.
func lowerScatterND(a *op.Args) *op.Program {
	p := moved(a, func(_ *shader.Kernel, at []string) []string { return at })
	t, _ := checkTuples(a)
	open := t.input[t.length:]
	k := shader.New(a.Row.Name, max(fold.Product(open), 1))
	rest := k.Coords("i", open)
	k.Block("for n = 0, %d do", fold.Product(t.lists)-1)
	at := slices.Concat(k.Coords(k.Let("n", "uint(n)"), t.lists), rest)
	place, inside := t.place(a, k, at)
	k.Block("if %s then", inside)
	y := a.Out(k, "OutputTensor")
	y.Store(y.Index(place), a.In(k, "UpdatesTensor").At(at))
	k.End()
	k.End()
	p.Steps = append(p.Steps, k.Step())
	return p
}
