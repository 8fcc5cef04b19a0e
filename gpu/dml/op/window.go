package op

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/fold"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// window is a small box that moves over the last dimensions of a tensor, one list entry for each of them:
//
//	  padding │ input          │ padding          window 3, dilation 2: elements 0, 2 and 4 of a span of 5
//	╭───╮     │                │                  stride 2: the next window begins two elements further
//	0 . 2 . 4                  │
//	    0 . 2 . 4              │
type window struct {
	size, strides, dilations, before, after []uint32
}

// boxes reads the window of an operator whose sizes are given. Strides and dilations that are left out are 1, paddings 0.
func (a *Args) boxes(size []uint32) window {
	ones, none := slices.Repeat([]uint32{1}, len(size)), make([]uint32, len(size))
	read := func(name string, otherwise []uint32) []uint32 {
		if a.Row.Field(name) >= 0 && a.Uints(name) != nil {
			return a.Uints(name)
		}
		return otherwise
	}
	return window{size: size, strides: read("Strides", ones), dilations: read("Dilations", ones), before: read("StartPadding", none), after: read("EndPadding", none)}
}

// span is the number of elements from the first of the window to its last one, along a dimension.
func (w window) span(d int) uint64 {
	return uint64(w.size[d]-1)*uint64(w.dilations[d]) + 1
}

// check asks for a window that can be placed; extent are the sizes of the dimensions that it moves over, those of the named tensor.
func (w window) check(extent []uint32, name string) string {
	for _, list := range []struct {
		name string
		of   []uint32
	}{{"Strides", w.strides}, {"Dilations", w.dilations}, {"StartPadding", w.before}, {"EndPadding", w.after}} {
		if len(list.of) != len(w.size) {
			return fmt.Sprintf("%s has %d entries. It is expected to have one for each of the %d spatial dimensions.", list.name, len(list.of), len(w.size))
		}
	}
	for d := range w.size {
		switch {
		case w.strides[d] == 0:
			return fmt.Sprintf("Strides[%d] is 0. It is expected to be at least 1.", d+1)
		case w.dilations[d] == 0:
			return fmt.Sprintf("Dilations[%d] is 0. It is expected to be at least 1.", d+1)
		case uint64(extent[d])+uint64(w.before[d])+uint64(w.after[d]) > 1<<30:
			return fmt.Sprintf("StartPadding[%d] and EndPadding[%d] are %d and %d. The dimension is expected to have at most %d elements with them.", d+1, d+1, w.before[d], w.after[d], 1<<30)
		case w.span(d) > uint64(extent[d])+uint64(w.before[d])+uint64(w.after[d]):
			return fmt.Sprintf("The window spans %d elements of spatial dimension %d. It is expected to fit into the %d of tensor '%s' and its padding, %d and %d.",
				w.span(d), d+1, extent[d], name, w.before[d], w.after[d])
		}
	}
	return ""
}

// places are how many places the window has in each dimension.
func (w window) places(extent []uint32) []uint32 {
	out := make([]uint32, len(extent))
	for d := range out {
		out[d] = uint32((uint64(extent[d])+uint64(w.before[d])+uint64(w.after[d])-w.span(d))/uint64(w.strides[d]) + 1)
	}
	return out
}

// inside says whether no place of the window reaches beyond a dimension, which has as many places.
func (w window) inside(d int, extent, places uint32) bool {
	return w.before[d] == 0 && uint64(places-1)*uint64(w.strides[d])+w.span(d) <= uint64(extent)
}

// each opens loops over the elements of the window at a place, which is the coordinates of its number in each dimension, and returns the coordinates of the element
// in the tensor and in the window. Elements beyond the tensor are left out. finish closes the loops.
func (w window) each(k *shader.Kernel, place []string, extent, places []uint32) (at, element []string, finish func()) {
	open := 0
	for d := range w.size {
		n := "0"
		if w.size[d] > 1 {
			n = k.Name("n")
			k.Block("for %s = 0, %d do", n, w.size[d]-1)
			open++
		}
		here := fmt.Sprintf("int(%s) * %d + int(%s) * %d - %d", place[d], w.strides[d], n, w.dilations[d], w.before[d])
		here = k.Let("here", "%s", here)
		if !w.inside(d, extent[d], places[d]) {
			k.Block("if %s >= 0 and %s < %d then", here, here, extent[d])
			open++
		}
		at, element = append(at, k.Let("at", "uint(%s)", here)), append(element, "uint("+n+")")
	}
	return at, element, func() {
		for range open {
			k.End()
		}
	}
}

// poolings are the operators that make one element of those in a window. A window is folded in row-major order.
var poolings = []*Row{
	averagePooling("AVERAGE_POOLING", false),
	averagePooling("AVERAGE_POOLING1", true),
	lpPooling("LP_POOLING", false),
	lpPooling("LP_POOLING1", true),
	maxPooling("MAX_POOLING", false, false),
	maxPooling("MAX_POOLING1", true, false),
	maxPooling("MAX_POOLING2", true, true),
}

// poolFields are the fields of a pooling operator, with others between its tensors and behind its window.
func poolFields(outputs []Field, behind ...Field) []Field {
	return slices.Concat([]Field{In("InputTensor"), Out("OutputTensor")}, outputs,
		[]Field{Count("DimensionCount", "WindowSize"), Attr("Strides", UintsType), Must("WindowSize", UintsType), Attr("StartPadding", UintsType), Attr("EndPadding", UintsType)}, behind)
}

var dilationsField = Attr("Dilations", UintsType)

func checkPooling(types ...tensor.DataType) func(a *Args) string {
	return func(a *Args) string {
		x := a.Tensor("InputTensor")
		if why := first(a.TypesOf("InputTensor", types...), a.SameTypes("InputTensor", "OutputTensor"), a.indicesType(), a.RankOf("InputTensor", 3, 5)); why != "" {
			return why
		}
		size := a.Uints("WindowSize")
		if len(size) != x.Rank()-2 || slices.Contains(size, 0) {
			return fmt.Sprintf("WindowSize is %s. It is expected to have a size of at least 1 for each of the %d spatial dimensions of tensor 'InputTensor'.", tensor.List(size), x.Rank()-2)
		}
		w := a.boxes(size)
		if why := w.check(x.Sizes[2:], "InputTensor"); why != "" {
			return why
		}
		want := slices.Concat(x.Sizes[:2], w.places(x.Sizes[2:]))
		const reason = "the batches and channels of InputTensor, and the places of the window"
		if why := a.SizesOf("OutputTensor", want, reason); why != "" || a.Row.Field("OutputIndicesTensor") < 0 {
			return why
		}
		return a.SizesOf("OutputIndicesTensor", want, reason)
	}
}

// indicesType asks for numbers in the tensor of places, where the operator has one.
func (a *Args) indicesType() string {
	if a.Row.Field("OutputIndicesTensor") < 0 {
		return ""
	}
	return a.TypesOf("OutputIndicesTensor", tensor.Uint32, tensor.Uint64)
}

// pooled begins the kernel of a pooling operator: its window, and a work item's coordinates in the output.
func (a *Args) pooled() (k *shader.Kernel, x *shader.Tensor, w window, at []string) {
	k = a.kernel(a.Tensor("OutputTensor"))
	return k, a.in(k, "InputTensor"), a.boxes(a.Uints("WindowSize")), k.Coords("i", a.Tensor("OutputTensor").Sizes)
}

// over writes the loops over the window of a pooling operator; body gets the coordinates in the input.
func (w window) over(a *Args, k *shader.Kernel, at []string, body func(at []string)) {
	near, _, finish := w.each(k, at[2:], a.Tensor("InputTensor").Sizes[2:], a.Tensor("OutputTensor").Sizes[2:])
	body(slices.Concat(at[:2], near))
	finish()
}

func averagePooling(name string, dilated bool) *Row {
	fields := poolFields(nil, Attr("IncludePadding", BoolType))
	if dilated {
		fields = poolFields(nil, dilationsField, Attr("IncludePadding", BoolType))
	}
	return &Row{Name: name, Fields: fields, Check: checkPooling(floats...), Lower: func(a *Args) *Program {
		k, x, w, at := a.pooled()
		sum, count := k.Let("sum", "0.0"), k.Let("count", "0.0")
		w.over(a, k, at, func(near []string) {
			k.Line("%s = %s + %s", sum, sum, x.At(near))
			k.Line("%s = %s + 1.0", count, count)
		})
		if a.Bool("IncludePadding") {
			count = shader.Float(float32(fold.Product(w.size)))
		}
		y := a.out(k, "OutputTensor")
		y.Store(y.Index(at), sum+" / "+count)
		return steps(k)
	}}
}

func lpPooling(name string, dilated bool) *Row {
	fields := poolFields(nil, Default("P", UintType, 2))
	if dilated {
		fields = poolFields(nil, dilationsField, Default("P", UintType, 2))
	}
	check := checkPooling(floats...)
	return &Row{Name: name, Fields: fields,
		Check: func(a *Args) string {
			if a.Uint("P") == 0 {
				return "P is 0. It is expected to be at least 1."
			}
			return check(a)
		},
		Lower: func(a *Args) *Program {
			k, x, w, at := a.pooled()
			sum := k.Let("sum", "0.0")
			w.over(a, k, at, func(near []string) {
				k.Line("%s = %s + %s", sum, sum, raised(k, k.Let("x", "abs(%s)", x.At(near)), a.Uint("P")))
			})
			y := a.out(k, "OutputTensor")
			y.Store(y.Index(at), rooted(sum, a.Uint("P")))
			return steps(k)
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

func maxPooling(name string, indices, dilated bool) *Row {
	var outputs, behind []Field
	if indices {
		outputs = []Field{OptOut("OutputIndicesTensor")}
	}
	if dilated {
		behind = []Field{dilationsField}
	}
	return &Row{Name: name, Fields: poolFields(outputs, behind...), Check: checkPooling(numbers...), Lower: lowerMaxPooling}
}

// lowerMaxPooling keeps the first largest element, and its number in the whole input, in row-major order. A window that lies in the padding alone has the smallest element and the number 0.
func lowerMaxPooling(a *Args) *Program {
	k, x, w, at := a.pooled()
	m := k.Math(x.DataType)
	best, place, found := k.Let("best", "%s", m.Least()), k.Let("place", "uint(0)"), k.Let("found", "false")
	w.over(a, k, at, func(near []string) {
		value := k.Let("x", "%s", x.At(near))
		k.Block("if not %s or %s then", found, m.Less(best, value))
		k.Line("%s = %s", best, value)
		k.Line("%s = %s", place, k.Linear(near, x.Sizes))
		k.Line("%s = true", found)
		k.End()
	})
	y := a.out(k, "OutputTensor")
	y.Store(y.Index(at), best)
	if a.Row.Field("OutputIndicesTensor") >= 0 && a.Has("OutputIndicesTensor") {
		n := a.out(k, "OutputIndicesTensor")
		n.Store(n.Index(at), k.Cast(place, tensor.Uint32, n.DataType))
	}
	return steps(k)
}
