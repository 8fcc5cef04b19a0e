package catalogue

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/fold"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// blocks are the operators that quantize blocks of a tensor, or all of it, and one that works on quantized numbers without multiplying them.
var blocks = []*op.Row{
	{Name: "DEQUANTIZE", Fields: quantizationFields, Shared: true,
		Check: func(a *op.Args) string { return checkQuantization(a, "InputTensor", "OutputTensor") },
		Lower: func(a *op.Args) *op.Program {
			return a.Placed(func(k *shader.Kernel, at []string) string {
				x := "int(" + a.In(k, "InputTensor").At(at) + ")"
				if zero := quantization(a, k, 1, at); zero != "" {
					x = "(" + x + " - int(" + zero + "))"
				}
				return "float(" + x + ") * " + quantization(a, k, 0, at)
			})
		}},
	{Name: "DYNAMIC_QUANTIZE_LINEAR", Fields: []op.Field{op.In("InputTensor"), op.Out("OutputTensor"), op.Out("OutputScaleTensor"),
		op.Out("OutputZeroPointTensor")},
		Check: func(a *op.Args) string {
			one := slices.Repeat([]uint32{1}, a.Tensor("InputTensor").Rank())
			return op.First(a.TypesOf("InputTensor", op.Floats...), a.TypesOf("OutputTensor", bytes...),
				a.TypesOf("OutputScaleTensor", tensor.Float32), a.SameTypes("OutputTensor", "OutputZeroPointTensor"),
				a.SameSizes("InputTensor", "OutputTensor"), a.SizesOf("OutputScaleTensor", one, "it is one number"),
				a.SizesOf("OutputZeroPointTensor", one, "it is one number"))
		}, Lower: lowerDynamic},
	{Name: "QUANTIZE", Fields: quantizationFields, Shared: true,
		Check: func(a *op.Args) string { return checkQuantization(a, "OutputTensor", "InputTensor") },
		Lower: func(a *op.Args) *op.Program {
			if a.Tensor("OutputTensor").DataType.Shares() {
				return lowerPairs(a, quantizedElement)
			}
			return a.Placed(func(k *shader.Kernel, at []string) string { return quantizedElement(a, k, at) })
		}},
	{Name: "QUANTIZED_LINEAR_AVERAGE_POOLING",
		Fields: []op.Field{op.In("InputTensor"), op.In("InputScaleTensor"), op.OptIn("InputZeroPointTensor"), op.In("OutputScaleTensor"),
			op.OptIn("OutputZeroPointTensor"),
			op.Out("OutputTensor"), op.Count("DimensionCount", "WindowSize"), op.Attr("Strides", op.UintsType), op.Must("WindowSize", op.UintsType),
			op.Attr("StartPadding", op.UintsType),
			op.Attr("EndPadding", op.UintsType), dilationsField, op.Attr("IncludePadding", op.BoolType)},
		Check: func(a *op.Args) string {
			return op.First(quantizedTypes(a, "InputTensor", "OutputTensor"), a.TypesOf("InputScaleTensor", tensor.Float32),
				a.SameTypes("InputScaleTensor", "OutputScaleTensor"),
				a.SameTypes("InputTensor", "OutputTensor"), checkPlaces(a, "InputTensor", "OutputTensor"),
				along(a, 0, "InputScaleTensor", "InputZeroPointTensor", "OutputScaleTensor", "OutputZeroPointTensor"))
		}, Lower: lowerQuantizedAverage},
}

// quantizationFields are those of operators whose scale, and zero point if there is one, hold for blocks of the tensor: a tensor of half the size in
// a dimension has one for each two elements there.
var quantizationFields = []op.Field{op.In("InputTensor"), op.Enum("QuantizationType", "NONE", "SCALE", "SCALE_ZERO_POINT"),
	op.Count("QuantizationTensorCount", "QuantizationTensors"),
	op.Ins("QuantizationTensors"), op.Out("OutputTensor")}

// wholes are the types of numbers that are quantized by blocks.
var wholes = []tensor.DataType{tensor.Int32, tensor.Int16, tensor.Int8, tensor.Int4, tensor.Uint32, tensor.Uint16, tensor.Uint8, tensor.Uint4}

// quantizedElement is an element of the output of QUANTIZE.
func quantizedElement(a *op.Args, k *shader.Kernel, at []string) string {
	x := fmt.Sprintf("round(%s / %s)", a.In(k, "InputTensor").At(at), quantization(a, k, 0, at))
	if zero := quantization(a, k, 1, at); zero != "" {
		x += " + float(" + zero + ")"
	}
	return k.Cast("("+x+")", tensor.Float32, a.Tensor("OutputTensor").DataType)
}

// lowerPairs writes an output whose elements share bytes. Two elements of a byte may be far from each other, so they are calculated to a byte each,
// where they are in memory, and then put together: 0 in the gaps between them.
func lowerPairs(a *op.Args, value func(a *op.Args, k *shader.Kernel, at []string) string) *op.Program {
	y := a.Tensor("OutputTensor")
	p, wide, bytes := &fold.Plan{}, y.DataType.Widened(), uint32(y.Bytes())
	single := p.Store(wide, bytes*2)
	if y.Count() < single.Count() {
		k := shader.New(a.Row.Name, single.Count())
		single.In(k).Store("i", shader.Scalar(wide)+"(0)")
		p.Add(k)
	}
	k := a.Kernel(y)
	at := k.Coords("i", y.Sizes)
	to := single.In(k).As(&tensor.Desc{DataType: wide, Sizes: y.Sizes, Strides: y.Layout()})
	to.Store(to.Index(at), value(a, k, at))
	p.Add(k)
	k = shader.New(a.Row.Name, uint64(bytes))
	from := single.In(k)
	k.Output(0, tensor.Of(tensor.Uint8, bytes)).Store("i",
		fmt.Sprintf("or_bits(and_bits(uint(%s), 15), shift_left(and_bits(uint(%s), 15), 4))", from.Load("i * 2"), from.Load("i * 2 + 1")))
	p.Add(k)
	return op.Planned(p)
}

// checkQuantization asks for a tensor of quantized numbers and one of floats, and for scales and zero points of blocks.
func checkQuantization(a *op.Args, quantized, floats string) string {
	a.Alike(floats, "QuantizationTensors")
	if why := op.First(a.TypesOf(quantized, wholes...), a.TypesOf(floats, op.Floats...), a.SameSizes("InputTensor", "OutputTensor")); why != "" {
		return why
	}
	list, want := a.Tensors("QuantizationTensors"), int(a.Uint("QuantizationType"))
	switch {
	case want == 0:
		return "QuantizationType is NONE. It is expected to be SCALE or SCALE_ZERO_POINT."
	case len(list) != want:
		return fmt.Sprintf("QuantizationTensors has %d entries. It is expected to have %d where QuantizationType is %s.", len(list),
			want, a.Named("QuantizationType"))
	}
	x := a.Tensor("InputTensor")
	for n, t := range list {
		like := a.Tensor([]string{floats, quantized}[n])
		switch {
		case t.DataType != like.DataType:
			return fmt.Sprintf("Unsupported tensor data type. Tensor 'QuantizationTensors[%d]' has DataType of %s. It is expected to be %s, as the numbers of its kind.", n+1, t.DataType, like.DataType)
		case t.Rank() != x.Rank():
			return fmt.Sprintf("Unsupported tensor dimension count. Tensor 'QuantizationTensors[%d]' has %d dimensions. It is expected to have %d.",
				n+1, t.Rank(), x.Rank())
		}
		for d, size := range t.Sizes {
			if x.Sizes[d]%size != 0 {
				return fmt.Sprintf("Mismatched tensor sizes. Tensor 'QuantizationTensors[%d]' has Sizes of %s. Each is expected to divide that of tensor 'InputTensor', %s.", n+1, tensor.List(t.Sizes), tensor.List(x.Sizes))
			}
		}
	}
	return ""
}

// quantization is the scale, number 0, or the zero point, number 1, of the block of an element; "" if there is none.
func quantization(a *op.Args, k *shader.Kernel, number int, at []string) string {
	list := a.Tensors("QuantizationTensors")
	if number >= len(list) {
		return ""
	}
	t, x := list[number], a.Tensor("InputTensor")
	block := slices.Clone(at)
	for d, size := range t.Sizes {
		if by := x.Sizes[d] / size; by > 1 {
			block[d] = fmt.Sprintf("(%s) / %d", at[d], by)
		}
	}
	return k.Input(a.Number("QuantizationTensors")+number, t).At(block)
}

// lowerDynamic folds the smallest and the largest element, and 0, which has to have a number of its own; then scale and zero point follow, and then
// all elements. Where all are 0 the scale is 1.
func lowerDynamic(a *op.Args) *op.Program {
	p, x := &fold.Plan{}, a.From("InputTensor")
	var axes []uint32
	for d := range x.Sizes {
		axes = append(axes, uint32(d))
	}
	ends := p.Store(tensor.Float32, 2)
	for n, function := range []string{"MIN", "MAX"} {
		fold.Of(function, x.DataType).Run(p, a.Row.Name, x, axes, func(k *shader.Kernel, _, state []string) {
			ends.In(k).Store(number(uint32(n)), []string{"min", "max"}[n]+"("+state[0]+", 0.0)")
		})
	}
	typ := a.Tensor("OutputTensor").DataType
	least, most := 0, 255
	if typ == tensor.Int8 {
		least, most = -128, 127
	}
	scale := func(k *shader.Kernel) (scale, zero string) {
		e := ends.In(k)
		low := k.Let("low", "%s", e.Load("0"))
		scale = k.Let("scale", "(%s - %s) / %d.0", e.Load("1"), low, most-least)
		k.Line("if %s == 0.0 then %s = 1.0 end", scale, scale)
		return scale, k.Let("zero", "clamp(round(%d.0 - %s / %s), %d.0, %d.0)", least, low, scale, least, most)
	}
	k := shader.New(a.Row.Name, 1)
	s, zero := scale(k)
	a.Out(k, "OutputScaleTensor").Store("0", s)
	a.Out(k, "OutputZeroPointTensor").Store("0", k.Cast(zero, tensor.Float32, typ))
	p.Add(k)
	last := a.Placed(func(k *shader.Kernel, at []string) string {
		s, zero := scale(k)
		return k.Cast(fmt.Sprintf("(round(%s / %s) + %s)", x.In(k).At(at), s, zero), tensor.Float32, typ)
	})
	p.Steps = append(p.Steps, last.Steps...)
	return op.Planned(p)
}

// lowerQuantizedAverage adds whole numbers without their zero point; padding stands for zero points.
func lowerQuantizedAverage(a *op.Args) *op.Program {
	k, x, w, at := pooled(a)
	sum, count := k.Let("sum", "int(0)"), k.Let("count", "0.0")
	over(a, w, k, at, a.Tensor("OutputTensor").Sizes, func(near []string) {
		k.Line("%s = %s + %s", sum, sum, difference(a, k, x.At(near), "InputZeroPointTensor", at))
		k.Line("%s = %s + 1.0", count, count)
	})
	if a.Bool("IncludePadding") {
		count = shader.Float(float32(fold.Product(w.Size)))
	}
	y := a.Out(k, "OutputTensor")
	y.Store(y.Index(at), quantize(a, k, fmt.Sprintf("float(%s) * %s / %s", sum, a.In(k, "InputScaleTensor").At(at), count), at))
	return op.Steps(k)
}
