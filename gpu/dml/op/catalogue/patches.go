package catalogue

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/fold"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/window"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// patches are the operators that take what a window shows apart, and put it together again:
//
//	{ batch, channels, … }  ──UNFOLD──▶  { batch, channels · elements of the window, places of the window }
//	                        ◀───FOLD──
var patches = []*op.Row{
	{Name: "FOLD", Fields: patchFields, Check: func(a *op.Args) string {
		return op.First(a.TypesOf("InputTensor", op.Floats...), a.SameTypes("InputTensor", "OutputTensor"),
			checkPatches(a, "OutputTensor", "InputTensor"))
	}, Lower: lowerFold},
	{Name: "UNFOLD", Fields: patchFields, Check: func(a *op.Args) string {
		return op.First(a.TypesOf("InputTensor", op.AllTypes...), a.SameTypes("InputTensor", "OutputTensor"),
			checkPatches(a, "InputTensor", "OutputTensor"))
	}, Lower: lowerUnfold},
}

var patchFields = []op.Field{op.In("InputTensor"), op.Out("OutputTensor"), op.Count("DimensionCount", "WindowSizes"),
	op.Must("WindowSizes", op.UintsType), op.Attr("Strides", op.UintsType), dilationsField,
	op.Attr("StartPadding", op.UintsType), op.Attr("EndPadding", op.UintsType)}

// checkPatches asks for a window that fits into a tensor, and for a column of another one for each of its places.
func checkPatches(a *op.Args, whole, columns string) string {
	x, size := a.Tensor(whole), a.Uints("WindowSizes")
	if why := op.First(a.RankOf(whole, 3, tensor.MaxDimensions), a.RankOf(columns, 3, tensor.MaxDimensions)); why != "" {
		return why
	}
	if len(size) != x.Rank()-2 || slices.Contains(size, 0) {
		return fmt.Sprintf("WindowSizes is %s. It is expected to have a size of at least 1 for each of the %d spatial dimensions of tensor '%s'.",
			tensor.List(size), x.Rank()-2, whole)
	}
	w, extent := boxes(a, size), x.Sizes[2:]
	if why := w.Check(extent, whole); why != "" {
		return why
	}
	elements, places := uint64(x.Sizes[1]), uint64(1)
	for d, n := range w.Places(extent) {
		if elements, places = elements*uint64(size[d]), places*uint64(n); elements > tensor.MaxElements || places > tensor.MaxElements {
			return fmt.Sprintf("WindowSizes is %s. With the %d channels of tensor '%s' it has more elements or places than a tensor may have.",
				tensor.List(size), x.Sizes[1], whole)
		}
	}
	want := slices.Concat(slices.Repeat([]uint32{1}, a.Tensor(columns).Rank()-3), []uint32{x.Sizes[0], uint32(elements), uint32(places)})
	return a.SizesOf(columns, want, "the batches of "+whole+", its channels times the elements of the window, and the places of the window")
}

// lowerFold adds all elements of columns that stand for one of the output.
func lowerFold(a *op.Args) *op.Program {
	return a.Placed(func(k *shader.Kernel, at []string) string {
		w, extent := boxes(a, a.Uints("WindowSizes")), a.Tensor("OutputTensor").Sizes[2:]
		places, x := w.Places(extent), a.In(k, "InputTensor")
		sum := k.Let("sum", "0.0")
		from, element, finish := w.Reached(k, at[2:], places)
		row := fmt.Sprintf("uint(%s) * %d + %s", at[1], fold.Product(w.Size), k.Linear(element, w.Size))
		k.Line("%s = %s + %s", sum, sum, x.At([]string{at[0], row, k.Linear(from, places)}))
		finish()
		return sum
	})
}

// lowerUnfold finds the element that each of a column stands for; in the padding it is 0.
func lowerUnfold(a *op.Args) *op.Program {
	return a.Placed(func(k *shader.Kernel, at []string) string {
		w, x := boxes(a, a.Uints("WindowSizes")), a.In(k, "InputTensor")
		extent := x.Sizes[2:]
		at = at[len(at)-3:]
		row, column := k.Let("row", "uint(%s)", at[1]), k.Let("column", "uint(%s)", at[2])
		inner := k.Coords(row, slices.Concat(x.Sizes[1:2], w.Size))
		value := k.Let("value", "%s", k.Math(x.DataType).Const(0))
		from, finish := placed(k, w, extent, k.Coords(column, w.Places(extent)), inner[1:])
		k.Line("%s = %s", value, x.At(slices.Concat([]string{at[0], inner[0]}, from)))
		finish()
		return value
	})
}

// placed opens blocks in which an element of the window at a place is not in the padding, and returns its coordinates.
func placed(k *shader.Kernel, w window.Window, extent []uint32, place, element []string) (at []string, finish func()) {
	for d := range extent {
		here := k.Let("here", "int(%s) * %d + int(%s) * %d - %d", place[d], w.Strides[d], element[d], w.Dilations[d], w.Before[d])
		k.Block("if %s >= 0 and %s < %d then", here, here, extent[d])
		at = append(at, k.Let("at", "uint(%s)", here))
	}
	return at, func() {
		for range extent {
			k.End()
		}
	}
}
