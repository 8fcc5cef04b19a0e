package elements

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// Binaries are the operators that calculate each element from two or three at the same coordinates. A repeated input has strides of 0.
var Binaries = []*op.Row{
	binary("ELEMENT_WISE_ADD", op.AllTypes, shader.Math.Add),
	addFused,
	binary("ELEMENT_WISE_ATAN_YX", op.Floats, func(_ shader.Math, a, b string) string { return "atan2(" + a + ", " + b + ")" }),
	bitwise("ELEMENT_WISE_BIT_AND", "and_bits"),
	bitwise("ELEMENT_WISE_BIT_OR", "or_bits"),
	shift("ELEMENT_WISE_BIT_SHIFT_LEFT", "shift_left", "shl64"),
	shift("ELEMENT_WISE_BIT_SHIFT_RIGHT", "shift_right", "shr64"),
	bitwise("ELEMENT_WISE_BIT_XOR", "xor_bits"),
	binary("ELEMENT_WISE_DIFFERENCE_SQUARE", op.AllTypes, func(m shader.Math, a, b string) string {
		d := m.Kernel().Let("d", "%s", m.Sub(a, b))
		return m.Mul(d, d)
	}),
	binary("ELEMENT_WISE_DIVIDE", op.AllTypes, shader.Math.Div),
	{Name: "ELEMENT_WISE_IF", Fields: []op.Field{op.In("ConditionTensor"), op.In("ATensor"), op.In("BTensor"), op.Out("OutputTensor")},
		Check: func(a *op.Args) string {
			return op.First(a.TypesOf("ConditionTensor", tensor.Uint8), a.TypesOf("ATensor", op.AllTypes...),
				a.SameTypes("ATensor", "BTensor", "OutputTensor"), a.SameSizes())
		},
		Lower: func(a *op.Args) *op.Program {
			return a.Elements("OutputTensor", []string{"ConditionTensor", "ATensor", "BTensor"}, func(_ *shader.Kernel, in []string) string {
				return fmt.Sprintf("%s ~= 0 and %s or %s", in[0], in[1], in[2])
			})
		}},
	logical("ELEMENT_WISE_LOGICAL_AND", "%s ~= 0 and %s ~= 0"),
	comparison("ELEMENT_WISE_LOGICAL_EQUALS", shader.Math.Equal),
	comparison("ELEMENT_WISE_LOGICAL_GREATER_THAN", func(m shader.Math, a, b string) string { return m.Less(b, a) }),
	comparison("ELEMENT_WISE_LOGICAL_GREATER_THAN_OR_EQUAL", func(m shader.Math, a, b string) string { return m.LessOrEqual(b, a) }),
	comparison("ELEMENT_WISE_LOGICAL_LESS_THAN", shader.Math.Less),
	comparison("ELEMENT_WISE_LOGICAL_LESS_THAN_OR_EQUAL", shader.Math.LessOrEqual),
	logical("ELEMENT_WISE_LOGICAL_OR", "%s ~= 0 or %s ~= 0"),
	logical("ELEMENT_WISE_LOGICAL_XOR", "(%s ~= 0) ~= (%s ~= 0)"),
	binary("ELEMENT_WISE_MAX", op.AllTypes, shader.Math.Max),
	binary("ELEMENT_WISE_MEAN", slices.Concat([]tensor.DataType{tensor.Float64}, op.Floats), func(m shader.Math, a, b string) string {
		return m.Mul(m.Add(a, b), m.Const(0.5))
	}),
	binary("ELEMENT_WISE_MIN", op.AllTypes, shader.Math.Min),
	binary("ELEMENT_WISE_MODULUS_FLOOR", op.AllTypes, shader.Math.ModFloor),
	binary("ELEMENT_WISE_MODULUS_TRUNCATE", op.AllTypes, shader.Math.Mod),
	binary("ELEMENT_WISE_MULTIPLY", op.AllTypes, shader.Math.Mul),
	{Name: "ELEMENT_WISE_POW", InPlace: true,
		Fields: []op.Field{op.In("InputTensor"), op.In("ExponentTensor"), op.Out("OutputTensor"), op.OptAttr("ScaleBias", op.ScaleBiasType)},
		Check: func(a *op.Args) string {
			return op.First(a.TypesOf("InputTensor", op.Numbers...), a.SameTypes(), a.SameSizes(), checkScaleBias(a))
		},
		Lower: func(a *op.Args) *op.Program {
			return a.Elements("OutputTensor", []string{"InputTensor", "ExponentTensor"}, func(k *shader.Kernel, in []string) string {
				m := k.Math(a.Tensor("InputTensor").DataType)
				return m.Pow(k.Let("x", "%s", a.Scaled(in[0])), in[1])
			})
		}},
	binary("ELEMENT_WISE_SUBTRACT", op.AllTypes, shader.Math.Sub),
}

// addFused is the addition that can have a fused activation.
var addFused = &op.Row{Name: "ELEMENT_WISE_ADD1", InPlace: true,
	Fields: []op.Field{op.In("ATensor"), op.In("BTensor"), op.Out("OutputTensor"), op.Fused()},
	Check: func(a *op.Args) string {
		types := op.AllTypes
		if a.Has("FusedActivation") {
			types = op.Floats
		}
		return op.First(a.TypesOf("ATensor", types...), a.SameTypes(), a.SameSizes())
	},
	Lower: func(a *op.Args) *op.Program {
		return a.Elements("OutputTensor", []string{"ATensor", "BTensor"}, func(k *shader.Kernel, in []string) string {
			return a.Activated(k, "FusedActivation", k.Math(a.Tensor("ATensor").DataType).Add(in[0], in[1]))
		})
	}}

// pairs makes a program of a value for the elements of ATensor and BTensor.
func pairs(value func(m shader.Math, a, b string) string) func(a *op.Args) *op.Program {
	return func(a *op.Args) *op.Program {
		return a.Elements("OutputTensor", []string{"ATensor", "BTensor"}, func(k *shader.Kernel, in []string) string {
			return value(k.Math(a.Tensor("ATensor").DataType), in[0], in[1])
		})
	}
}

var pairFields = []op.Field{op.In("ATensor"), op.In("BTensor"), op.Out("OutputTensor")}

// binary is the row of an operator whose three tensors have one type.
func binary(name string, types []tensor.DataType, value func(m shader.Math, a, b string) string) *op.Row {
	return &op.Row{Name: name, InPlace: true, Fields: pairFields, Lower: pairs(value),
		Check: func(a *op.Args) string { return op.First(a.TypesOf("ATensor", types...), a.SameTypes(), a.SameSizes()) }}
}

// comparison is the row of an operator that says whether two elements compare.
func comparison(name string, condition func(m shader.Math, a, b string) string) *op.Row {
	return &op.Row{Name: name, Fields: pairFields,
		Lower: pairs(func(m shader.Math, a, b string) string { return Truth(condition(m, a, b)) }),
		Check: func(a *op.Args) string {
			return op.First(a.TypesOf("ATensor", op.AllTypes...), a.SameTypes("ATensor", "BTensor"),
				a.TypesOf("OutputTensor", op.Truths...), a.SameSizes())
		}}
}

// logical is the row of an operator of truth values: everything but 0 is true.
func logical(name, condition string) *op.Row {
	return binary(name, op.Truths, func(_ shader.Math, a, b string) string { return Truth(fmt.Sprintf(condition, a, b)) })
}

// bitwise is the row of an operator of bits.
func bitwise(name, function string) *op.Row {
	return binary(name, op.Unsigneds, func(_ shader.Math, a, b string) string { return function + "(" + a + ", " + b + ")" })
}

// shift is the row of a shift. Shifts count modulo the width.
func shift(name, function, wide string) *op.Row {
	return &op.Row{Name: name, InPlace: true, Fields: pairFields,
		Check: func(a *op.Args) string {
			return op.First(a.TypesOf("ATensor", op.Unsigneds...), a.SameTypes(), a.SameSizes())
		},
		Lower: func(a *op.Args) *op.Program {
			t := a.Tensor("ATensor").DataType
			return pairs(func(m shader.Math, x, n string) string {
				if m.Is64() {
					return m.Kernel().Call(wide, x, "and_bits("+n+".x, 63)")
				}
				return m.Wrap(fmt.Sprintf("%s(%s, and_bits(%s, %d))", function, x, n, t.Bits()-1))
			})(a)
		}}
}
