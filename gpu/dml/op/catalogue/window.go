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

// boxes reads the window of an operator whose sizes are given. Strides and dilations that are left out are 1, paddings 0.
func boxes(a *op.Args, size []uint32) window.Window {
	ones, none := slices.Repeat([]uint32{1}, len(size)), make([]uint32, len(size))
	read := func(name string, otherwise []uint32) []uint32 {
		if a.Row.Field(name) >= 0 && a.Uints(name) != nil {
			return a.Uints(name)
		}
		return otherwise
	}
	return window.Window{Size: size, Strides: read("Strides", ones), Dilations: read("Dilations", ones), Before: read("StartPadding", none),
		After: read("EndPadding", none)}
}

// poolings are the operators that make one element of those in a window. A window is folded in row-major order.
var poolings = []*op.Row{
	averagePooling("AVERAGE_POOLING", false),
	averagePooling("AVERAGE_POOLING1", true),
	lpPooling("LP_POOLING", false),
	lpPooling("LP_POOLING1", true),
	maxPooling("MAX_POOLING", false, false),
	maxPooling("MAX_POOLING1", true, false),
	maxPooling("MAX_POOLING2", true, true),
}

// poolFields are the fields of a pooling operator, with others between its tensors and after its window.
func poolFields(outputs []op.Field, behind ...op.Field) []op.Field {
	return slices.Concat([]op.Field{op.In("InputTensor"), op.Out("OutputTensor")}, outputs,
		[]op.Field{op.Count("DimensionCount", "WindowSize"), op.Attr("Strides", op.UintsType), op.Must("WindowSize", op.UintsType),
			op.Attr("StartPadding", op.UintsType), op.Attr("EndPadding", op.UintsType)}, behind)
}

var dilationsField = op.Attr("Dilations", op.UintsType)

func checkPooling(types ...tensor.DataType) func(a *op.Args) string {
	return func(a *op.Args) string {
		why := op.First(a.TypesOf("InputTensor", types...), a.SameTypes("InputTensor", "OutputTensor"), indicesType(a),
			checkPlaces(a, "InputTensor", "OutputTensor"))
		if why != "" || a.Row.Field("OutputIndicesTensor") < 0 {
			return why
		}
		return a.SizesOf("OutputIndicesTensor", a.Tensor("OutputTensor").Sizes, "those of OutputTensor")
	}
}

// checkPlaces asks for a window that can be placed in one tensor, and for an element of another one for each of its places.
func checkPlaces(a *op.Args, whole, places string) string {
	x, size := a.Tensor(whole), a.Uints("WindowSize")
	if why := a.RankOf(whole, 3, 5); why != "" {
		return why
	}
	if len(size) != x.Rank()-2 || slices.Contains(size, 0) {
		return fmt.Sprintf("WindowSize is %s. It is expected to have a size of at least 1 for each of the %d spatial dimensions of tensor '%s'.",
			tensor.List(size), x.Rank()-2, whole)
	}
	w := boxes(a, size)
	if why := w.Check(x.Sizes[2:], whole); why != "" {
		return why
	}
	return a.SizesOf(places, slices.Concat(x.Sizes[:2], w.Places(x.Sizes[2:])), "the batches and channels of "+whole+", and the places of the window")
}

// indicesType asks for numbers in the tensor of places, where the operator has one.
func indicesType(a *op.Args) string {
	if a.Row.Field("OutputIndicesTensor") < 0 {
		return ""
	}
	return a.TypesOf("OutputIndicesTensor", tensor.Uint32, tensor.Uint64)
}

// pooled begins the kernel of a pooling operator: its window, and a work item's coordinates in the output.
func pooled(a *op.Args) (k *shader.Kernel, x *shader.Tensor, w window.Window, at []string) {
	k = a.Kernel(a.Tensor("OutputTensor"))
	return k, a.In(k, "InputTensor"), boxes(a, a.Uints("WindowSize")), k.Coords("i", a.Tensor("OutputTensor").Sizes)
}

// over writes the loops over the window of a pooling operator at a place among some; body gets the coordinates in the input.
func over(a *op.Args, w window.Window, k *shader.Kernel, at []string, places []uint32, body func(at []string)) {
	near, _, finish := w.Each(k, at[2:], a.Tensor("InputTensor").Sizes[2:], places[2:])
	body(slices.Concat(at[:2], near))
	finish()
}

func averagePooling(name string, dilated bool) *op.Row {
	fields := poolFields(nil, op.Attr("IncludePadding", op.BoolType))
	if dilated {
		fields = poolFields(nil, dilationsField, op.Attr("IncludePadding", op.BoolType))
	}
	return &op.Row{Name: name, Fields: fields, Check: checkPooling(op.Floats...), Lower: func(a *op.Args) *op.Program {
		k, x, w, at := pooled(a)
		sum, count := k.Let("sum", "0.0"), k.Let("count", "0.0")
		over(a, w, k, at, a.Tensor("OutputTensor").Sizes, func(near []string) {
			k.Line("%s = %s + %s", sum, sum, x.At(near))
			k.Line("%s = %s + 1.0", count, count)
		})
		if a.Bool("IncludePadding") {
			count = shader.Float(float32(fold.Product(w.Size)))
		}
		y := a.Out(k, "OutputTensor")
		y.Store(y.Index(at), sum+" / "+count)
		return op.Steps(k)
	}}
}

func lpPooling(name string, dilated bool) *op.Row {
	fields := poolFields(nil, op.Default("P", op.UintType, 2))
	if dilated {
		fields = poolFields(nil, dilationsField, op.Default("P", op.UintType, 2))
	}
	check := checkPooling(op.Floats...)
	return &op.Row{Name: name, Fields: fields,
		Check: func(a *op.Args) string {
			if a.Uint("P") == 0 {
				return "P is 0. It is expected to be at least 1."
			}
			return check(a)
		},
		Lower: func(a *op.Args) *op.Program {
			k, x, w, at := pooled(a)
			sum := k.Let("sum", "0.0")
			over(a, w, k, at, a.Tensor("OutputTensor").Sizes, func(near []string) {
				k.Line("%s = %s + %s", sum, sum, raised(k, k.Let("x", "abs(%s)", x.At(near)), a.Uint("P")))
			})
			y := a.Out(k, "OutputTensor")
			y.Store(y.Index(at), rooted(sum, a.Uint("P")))
			return op.Steps(k)
		}}
}

// raised is a number that is not negative to a power, which is whole.
func raised(k *shader.Kernel, x string, p uint32) string {
	switch p {
	case 1:
		return x
	case 2:
		return x + " * " + x
	}
	return k.Call("power", x, shader.Float(float32(p)))
}

// rooted is the inverse of raised.
func rooted(x string, p uint32) string {
	switch p {
	case 1:
		return x
	case 2:
		return "sqrt(" + x + ")"
	}
	return fmt.Sprintf("(%s == 0.0 and 0.0 or pow(%s, %s))", x, x, shader.Float(1/float32(p)))
}

func maxPooling(name string, indices, dilated bool) *op.Row {
	var outputs, behind []op.Field
	if indices {
		outputs = []op.Field{op.OptOut("OutputIndicesTensor")}
	}
	if dilated {
		behind = []op.Field{dilationsField}
	}
	return &op.Row{Name: name, Fields: poolFields(outputs, behind...), Check: checkPooling(op.Numbers...), Lower: lowerMaxPooling}
}

// largest is the first largest element of a window at a place among some, and its number in the whole input, in row-major order. A window that lies
// in the padding alone has the smallest element and the number 0.
func largest(a *op.Args, k *shader.Kernel, w window.Window, at []string, places []uint32) (best, number string) {
	x := a.In(k, "InputTensor")
	m := k.Math(x.DataType)
	best, number, found := k.Let("best", "%s", m.Least()), k.Let("place", "uint(0)"), k.Let("found", "false")
	over(a, w, k, at, places, func(near []string) {
		value := k.Let("x", "%s", x.At(near))
		k.Block("if not %s or %s then", found, m.Less(best, value))
		k.Line("%s = %s", best, value)
		k.Line("%s = %s", number, k.Linear(near, x.Sizes))
		k.Line("%s = true", found)
		k.End()
	})
	return best, number
}

// lowerMaxPooling writes the largest element of each window, and its number where that is asked for.
func lowerMaxPooling(a *op.Args) *op.Program {
	k, _, w, at := pooled(a)
	best, place := largest(a, k, w, at, a.Tensor("OutputTensor").Sizes)
	y := a.Out(k, "OutputTensor")
	y.Store(y.Index(at), best)
	if a.Row.Field("OutputIndicesTensor") >= 0 && a.Has("OutputIndicesTensor") {
		n := a.Out(k, "OutputIndicesTensor")
		n.Store(n.Index(at), k.Cast(place, tensor.Uint32, n.DataType))
	}
	return op.Steps(k)
}
