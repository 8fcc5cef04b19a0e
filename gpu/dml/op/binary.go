package op

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// binaries are the operators that calculate each element from two or three at the same coordinates. A repeated input has strides of 0.
var binaries = []*Row{
	binary("ELEMENT_WISE_ADD", allTypes, shader.Math.Add),
	addFused,
	binary("ELEMENT_WISE_ATAN_YX", floats, func(_ shader.Math, a, b string) string { return "atan2(" + a + ", " + b + ")" }),
	bitwise("ELEMENT_WISE_BIT_AND", "and_bits"),
	bitwise("ELEMENT_WISE_BIT_OR", "or_bits"),
	shift("ELEMENT_WISE_BIT_SHIFT_LEFT", "shift_left", "shl64"),
	shift("ELEMENT_WISE_BIT_SHIFT_RIGHT", "shift_right", "shr64"),
	bitwise("ELEMENT_WISE_BIT_XOR", "xor_bits"),
	binary("ELEMENT_WISE_DIFFERENCE_SQUARE", allTypes, func(m shader.Math, a, b string) string {
		d := m.Kernel().Let("d", "%s", m.Sub(a, b))
		return m.Mul(d, d)
	}),
	binary("ELEMENT_WISE_DIVIDE", allTypes, shader.Math.Div),
	{Name: "ELEMENT_WISE_IF", Fields: []Field{In("ConditionTensor"), In("ATensor"), In("BTensor"), Out("OutputTensor")},
		Check: func(a *Args) string {
			return first(a.TypesOf("ConditionTensor", tensor.Uint8), a.TypesOf("ATensor", allTypes...), a.SameTypes("ATensor", "BTensor", "OutputTensor"), a.SameSizes())
		},
		Lower: func(a *Args) *Program {
			return a.elements("OutputTensor", []string{"ConditionTensor", "ATensor", "BTensor"}, func(_ *shader.Kernel, in []string) string {
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
	binary("ELEMENT_WISE_MAX", allTypes, shader.Math.Max),
	binary("ELEMENT_WISE_MEAN", slices.Concat([]tensor.DataType{tensor.Float64}, floats), func(m shader.Math, a, b string) string {
		return m.Mul(m.Add(a, b), m.Const(0.5))
	}),
	binary("ELEMENT_WISE_MIN", allTypes, shader.Math.Min),
	binary("ELEMENT_WISE_MODULUS_FLOOR", allTypes, shader.Math.ModFloor),
	binary("ELEMENT_WISE_MODULUS_TRUNCATE", allTypes, shader.Math.Mod),
	binary("ELEMENT_WISE_MULTIPLY", allTypes, shader.Math.Mul),
	{Name: "ELEMENT_WISE_POW", InPlace: true, Fields: []Field{In("InputTensor"), In("ExponentTensor"), Out("OutputTensor"), OptAttr("ScaleBias", ScaleBiasType)},
		Check: func(a *Args) string {
			return first(a.TypesOf("InputTensor", numbers...), a.SameTypes(), a.SameSizes(), a.checkScaleBias())
		},
		Lower: func(a *Args) *Program {
			return a.elements("OutputTensor", []string{"InputTensor", "ExponentTensor"}, func(k *shader.Kernel, in []string) string {
				m := k.Math(a.Tensor("InputTensor").DataType)
				return m.Pow(k.Let("x", "%s", a.scaled(in[0])), in[1])
			})
		}},
	binary("ELEMENT_WISE_SUBTRACT", allTypes, shader.Math.Sub),
}

// addFused is the addition that can have a fused activation.
var addFused = &Row{Name: "ELEMENT_WISE_ADD1", InPlace: true,
	Fields: []Field{In("ATensor"), In("BTensor"), Out("OutputTensor"), Fused()},
	Check: func(a *Args) string {
		types := allTypes
		if a.Has("FusedActivation") {
			types = floats
		}
		return first(a.TypesOf("ATensor", types...), a.SameTypes(), a.SameSizes())
	},
	Lower: func(a *Args) *Program {
		return a.elements("OutputTensor", []string{"ATensor", "BTensor"}, func(k *shader.Kernel, in []string) string {
			return a.activated(k, "FusedActivation", k.Math(a.Tensor("ATensor").DataType).Add(in[0], in[1]))
		})
	}}

// pairs makes a program of a value for the elements of ATensor and BTensor.
func pairs(value func(m shader.Math, a, b string) string) func(a *Args) *Program {
	return func(a *Args) *Program {
		return a.elements("OutputTensor", []string{"ATensor", "BTensor"}, func(k *shader.Kernel, in []string) string {
			return value(k.Math(a.Tensor("ATensor").DataType), in[0], in[1])
		})
	}
}

var pairFields = []Field{In("ATensor"), In("BTensor"), Out("OutputTensor")}

// binary is the row of an operator whose three tensors have one type.
func binary(name string, types []tensor.DataType, value func(m shader.Math, a, b string) string) *Row {
	return &Row{Name: name, InPlace: true, Fields: pairFields, Lower: pairs(value),
		Check: func(a *Args) string { return first(a.TypesOf("ATensor", types...), a.SameTypes(), a.SameSizes()) }}
}

// comparison is the row of an operator that says whether two elements compare.
func comparison(name string, condition func(m shader.Math, a, b string) string) *Row {
	return &Row{Name: name, Fields: pairFields,
		Lower: pairs(func(m shader.Math, a, b string) string { return truth(condition(m, a, b)) }),
		Check: func(a *Args) string {
			return first(a.TypesOf("ATensor", allTypes...), a.SameTypes("ATensor", "BTensor"), a.TypesOf("OutputTensor", truths...), a.SameSizes())
		}}
}

// logical is the row of an operator of truth values: everything but 0 is true.
func logical(name, condition string) *Row {
	return binary(name, truths, func(_ shader.Math, a, b string) string { return truth(fmt.Sprintf(condition, a, b)) })
}

// bitwise is the row of an operator of bits.
func bitwise(name, function string) *Row {
	return binary(name, unsigneds, func(_ shader.Math, a, b string) string { return function + "(" + a + ", " + b + ")" })
}

// shift is the row of a shift. Shifts count modulo the width.
func shift(name, function, wide string) *Row {
	return &Row{Name: name, InPlace: true, Fields: pairFields,
		Check: func(a *Args) string { return first(a.TypesOf("ATensor", unsigneds...), a.SameTypes(), a.SameSizes()) },
		Lower: func(a *Args) *Program {
			t := a.Tensor("ATensor").DataType
			return pairs(func(m shader.Math, x, n string) string {
				if m.Is64() {
					return m.Kernel().Call(wide, x, "and_bits("+n+".x, 63)")
				}
				return m.Wrap(fmt.Sprintf("%s(%s, and_bits(%s, %d))", function, x, n, t.Bits()-1))
			})(a)
		}}
}
