package catalogue

import (
	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// typed are the operators that change types or make values.
var typed = []*op.Row{
	{Name: "CAST", Fields: []op.Field{op.In("InputTensor"), op.Out("OutputTensor")},
		Check: func(a *op.Args) string {
			return op.First(a.TypesOf("InputTensor", op.AllTypes...), a.TypesOf("OutputTensor", op.AllTypes...), a.SameSizes())
		},
		Lower: func(a *op.Args) *op.Program {
			return a.Elements("OutputTensor", []string{"InputTensor"}, func(k *shader.Kernel, in []string) string {
				return k.Cast(in[0], a.Tensor("InputTensor").DataType, a.Tensor("OutputTensor").DataType)
			})
		}},
	{Name: "ELEMENT_WISE_DEQUANTIZE_LINEAR",
		Fields: []op.Field{op.In("InputTensor"), op.In("ScaleTensor"), op.OptIn("ZeroPointTensor"), op.Out("OutputTensor")},
		Check: func(a *op.Args) string {
			return op.First(a.TypesOf("InputTensor", small...), a.TypesOf("ScaleTensor", op.Floats...), a.SameTypes("InputTensor", "ZeroPointTensor"),
				a.SameTypes("ScaleTensor", "OutputTensor"), a.SameSizes())
		},
		Lower: func(a *op.Args) *op.Program {
			return a.Elements("OutputTensor", []string{"InputTensor", "ScaleTensor", "ZeroPointTensor"}, func(_ *shader.Kernel, in []string) string {
				if in[2] == "" {
					return "float(" + in[0] + ") * " + in[1]
				}
				return "float(int(" + in[0] + ") - int(" + in[2] + ")) * " + in[1]
			})
		}},
	{Name: "ELEMENT_WISE_QUANTIZE_LINEAR", Fields: []op.Field{op.In("InputTensor"), op.In("ScaleTensor"),
		op.OptIn("ZeroPointTensor"), op.Out("OutputTensor")},
		Check: func(a *op.Args) string {
			return op.First(a.TypesOf("InputTensor", tensor.Float32, tensor.Float16, tensor.Int32), a.TypesOf("ScaleTensor", op.Floats...),
				a.TypesOf("OutputTensor", small...),
				a.SameTypes("OutputTensor", "ZeroPointTensor"), a.SameSizes())
		},
		Lower: func(a *op.Args) *op.Program {
			return a.Elements("OutputTensor", []string{"InputTensor", "ScaleTensor", "ZeroPointTensor"}, func(k *shader.Kernel, in []string) string {
				x := "round(float(" + in[0] + ") / " + in[1] + ")"
				if in[2] != "" {
					x += " + float(" + in[2] + ")"
				}
				return k.Cast("("+x+")", tensor.Float32, a.Tensor("OutputTensor").DataType)
			})
		}},
	{Name: "FILL_VALUE_CONSTANT", InPlace: true,
		Fields: []op.Field{op.Out("OutputTensor"), op.TypeField("ValueDataType"), op.Must("Value", op.ScalarType)},
		Check: func(a *op.Args) string {
			return op.First(a.TypesOf("OutputTensor", op.AllTypes...), a.SameAs("ValueDataType", "OutputTensor"))
		},
		Lower: func(a *op.Args) *op.Program {
			return a.Elements("OutputTensor", nil, func(k *shader.Kernel, _ []string) string {
				return k.Math(a.Tensor("OutputTensor").DataType).Scalar(a.Scalar("Value"))
			})
		}},
	{Name: "FILL_VALUE_SEQUENCE", InPlace: true,
		Fields: []op.Field{op.Out("OutputTensor"), op.TypeField("ValueDataType"), op.Must("ValueStart", op.ScalarType),
			op.Must("ValueDelta", op.ScalarType)},
		Check: func(a *op.Args) string {
			return op.First(a.TypesOf("OutputTensor", op.AllTypes...), a.SameAs("ValueDataType", "OutputTensor"))
		},
		Lower: func(a *op.Args) *op.Program {
			return a.Elements("OutputTensor", nil, func(k *shader.Kernel, _ []string) string {
				t := a.Tensor("OutputTensor").DataType
				m := k.Math(t)
				return m.Add(m.Scalar(a.Scalar("ValueStart")), m.Mul(k.Cast("i", tensor.Uint32, t), m.Scalar(a.Scalar("ValueDelta"))))
			})
		}},
}

// small are the types of quantized elements.
var small = []tensor.DataType{tensor.Int8, tensor.Uint8, tensor.Int16, tensor.Uint16}
