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

// gradients are the operators that take gradients back through an operator that looks elsewhere. Every element of the output gathers what it had a
// part in, in the order of the window or of the places, so nothing is added by two work items.
var gradients = []*op.Row{
	{Name: "AVERAGE_POOLING_GRAD", Fields: []op.Field{op.In("InputGradientTensor"), op.Out("OutputGradientTensor"),
		op.Count("DimensionCount", "WindowSize"), op.Attr("Strides", op.UintsType),
		op.Must("WindowSize", op.UintsType), op.Attr("StartPadding", op.UintsType), op.Attr("EndPadding", op.UintsType),
		op.Attr("IncludePadding", op.BoolType)},
		Check: func(a *op.Args) string {
			return op.First(a.TypesOf("InputGradientTensor", op.Floats...), a.SameTypes(),
				checkPlaces(a, "OutputGradientTensor", "InputGradientTensor"))
		}, Lower: lowerAverageGradient},
	{Name: "LOCAL_RESPONSE_NORMALIZATION_GRAD", Fields: slices.Concat(gradientFields, localFields),
		Check: checkLocalResponse, Lower: lowerLocalGradient},
	{Name: "MAX_POOLING_GRAD", Fields: slices.Concat(gradientFields,
		[]op.Field{op.Count("DimensionCount", "WindowSize"), op.Attr("Strides", op.UintsType), op.Must("WindowSize", op.UintsType),
			op.Attr("StartPadding", op.UintsType), op.Attr("EndPadding", op.UintsType), dilationsField}),
		Check: func(a *op.Args) string {
			return op.First(a.TypesOf("InputTensor", op.Floats...), a.SameTypes(), a.SameSizes("InputTensor", "OutputGradientTensor"),
				checkPlaces(a, "InputTensor", "InputGradientTensor"))
		}, Lower: lowerMaxGradient},
	{Name: "RESAMPLE_GRAD", Fields: slices.Concat([]op.Field{op.In("InputGradientTensor"), op.Out("OutputGradientTensor"), interpolation},
		pixelFields), Check: checkResampleGradient, Lower: lowerResampleGradient},
	{Name: "RESAMPLE_GRAD1", Fields: slices.Concat([]op.Field{op.In("InputGradientTensor"), op.Out("OutputGradientTensor"), interpolation, rounding},
		pixelFields), Check: checkResampleGradient,
		Lower: lowerResampleGradient},
	{Name: "SLICE_GRAD", Fields: []op.Field{op.In("InputGradientTensor"), op.Out("OutputGradientTensor"),
		op.Count("DimensionCount", "InputWindowOffsets", "InputWindowSizes", "InputWindowStrides"),
		op.Must("InputWindowOffsets", op.UintsType), op.Must("InputWindowSizes", op.UintsType), op.Must("InputWindowStrides", op.IntsType)},
		Check: func(a *op.Args) string { return checkSliced(a, "OutputGradientTensor", "InputGradientTensor") }, Lower: lowerSliceGradient},
}

// reached writes the loops over the places of a window that read an element at some coordinates: body gets their coordinates.
func reached(a *op.Args, w window.Window, k *shader.Kernel, at []string, body func(from []string)) {
	from, _, finish := w.Reached(k, at[2:], a.Tensor("InputGradientTensor").Sizes[2:])
	body(slices.Concat(at[:2], from))
	finish()
}

// lowerAverageGradient gives every element the gradients of the means that it is in, each over the number of elements of that mean.
func lowerAverageGradient(a *op.Args) *op.Program {
	w, extent := boxes(a, a.Uints("WindowSize")), a.Tensor("OutputGradientTensor").Sizes[2:]
	return a.PlacedIn("OutputGradientTensor", func(k *shader.Kernel, at []string) string {
		sum := k.Let("sum", "0.0")
		reached(a, w, k, at, func(from []string) {
			count := shader.Float(float32(fold.Product(w.Size)))
			if !a.Bool("IncludePadding") {
				count = "1.0"
				for d, size := range w.Size {
					first := k.Let("first", "int(%s) * %d - %d", from[2+d], w.Strides[d], w.Before[d])
					count = k.Let("count", "%s * float(min(%s + %d, %d) - max(%s, 0))", count, first, size, extent[d], first)
				}
			}
			k.Line("%s = %s + %s / %s", sum, sum, a.In(k, "InputGradientTensor").At(from), count)
		})
		return sum
	})
}

// lowerMaxGradient finds the element that each window has taken, as MAX_POOLING does, and then gives every element the gradients of the windows that
// have taken it.
func lowerMaxGradient(a *op.Args) *op.Program {
	p, w, gradient := &fold.Plan{}, boxes(a, a.Uints("WindowSize")), a.Tensor("InputGradientTensor")
	taken := p.Store(tensor.Uint32, gradient.Sizes...)
	k := a.Kernel(gradient)
	at := k.Coords("i", gradient.Sizes)
	_, place := largest(a, k, w, at, gradient.Sizes)
	taken.In(k).Store("i", place)
	p.Add(k)
	last := a.PlacedIn("OutputGradientTensor", func(k *shader.Kernel, at []string) string {
		sum, here := k.Let("sum", "0.0"), k.Let("here", "uint%s", k.Linear(at, a.Tensor("InputTensor").Sizes))
		reached(a, w, k, at, func(from []string) {
			k.Block("if %s == %s then", taken.In(k).At(from), here)
			k.Line("%s = %s + %s", sum, sum, a.In(k, "InputGradientTensor").At(from))
			k.End()
		})
		return sum
	})
	p.Steps = append(p.Steps, last.Steps...)
	return op.Planned(p)
}

// lowerLocalGradient keeps the divisor of each element. An element changes its own result, and by its square the divisors of all whose neighbour it
// is:
//
//	g / d^Beta - 2 Alpha Beta / LocalSize * x * sum of g x / d^(Beta + 1) over those
func lowerLocalGradient(a *op.Args) *op.Program {
	p, x := &fold.Plan{}, a.Tensor("InputTensor")
	divisors := p.Store(tensor.Float32, x.Sizes...)
	k := a.Kernel(x)
	at := k.Coords("i", x.Sizes)
	divisors.In(k).Store("i", localDivisor(a, k, at))
	p.Add(k)
	n, beta := float32(a.Uint("LocalSize")), a.Float("Beta")
	last := a.PlacedIn("OutputGradientTensor", func(k *shader.Kernel, at []string) string {
		t, g, d := a.In(k, "InputTensor"), a.In(k, "InputGradientTensor"), divisors.In(k)
		sum := k.Let("sum", "0.0")
		neighbours(a, k, at, a.Uint("LocalSize")/2, func(near []string) {
			k.Line("%s = %s + %s * %s * pow(%s, %s)", sum, sum, g.At(near), t.At(near), d.At(near), shader.Float(-beta-1))
		})
		return fmt.Sprintf("%s * pow(%s, %s) - %s * %s * %s", g.At(at), d.At(at), shader.Float(-beta),
			shader.Float(2*a.Float("Alpha")*beta/n), t.At(at), sum)
	})
	p.Steps = append(p.Steps, last.Steps...)
	return op.Planned(p)
}

// lowerSliceGradient gives every element that was taken its gradient, and the others 0.
func lowerSliceGradient(a *op.Args) *op.Program {
	return a.PlacedIn("OutputGradientTensor", func(k *shader.Kernel, at []string) string {
		g := a.In(k, "InputGradientTensor")
		from, inside := make([]string, len(at)), "true"
		for d, c := range cuts(a) {
			far := k.Let("far", "int(%s) - %d", at[d], c.start())
			if c.stride < 0 {
				far = k.Let("far", "-%s", far)
			}
			step := max(c.stride, -c.stride)
			from[d] = k.Let("from", "uint(max(%s, 0)) / %d", far, step)
			inside += fmt.Sprintf(" and %s >= 0 and %s * %d == uint(%s) and %s < %d", far, from[d], step, far, from[d], g.Sizes[d])
		}
		value := k.Let("value", "%s", k.Math(g.DataType).Const(0))
		k.Block("if %s then", inside)
		k.Line("%s = %s", value, g.At(from))
		k.End()
		return value
	})
}

func checkResampleGradient(a *op.Args) string {
	return checkScaled(a, "OutputGradientTensor", "InputGradientTensor",
		op.First(a.TypesOf("InputGradientTensor", op.Floats...), a.SameTypes(), a.RankOf("InputGradientTensor", 1, 4), a.SameRank()))
}

// lowerResampleGradient gives every element the gradients of those that it had a part in, each times its part.
func lowerResampleGradient(a *op.Args) *op.Program {
	x, mode := a.Tensor("OutputGradientTensor"), samplingMode(a)
	return a.PlacedIn("OutputGradientTensor", func(k *shader.Kernel, at []string) string {
		g := a.In(k, "InputGradientTensor")
		sum, weight := k.Let("sum", "0.0"), "1.0"
		var from []string
		for d, m := range mappings(a, g.Rank()) {
			place, part := m.Parts(k, at[d], x.Sizes[d], g.Sizes[d], mode)
			from, weight = append(from, place), weight+" * "+part
		}
		k.Line("%s = %s + %s * %s", sum, sum, weight, g.At(from))
		for range from {
			k.End()
		}
		return sum
	})
}
