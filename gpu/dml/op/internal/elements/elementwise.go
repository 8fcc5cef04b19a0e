package elements

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// Unaries are the operators that calculate each element from one at the same coordinates. Those of integers wrap around; floating-point numbers are
// calculated in 32 bits, FLOAT64 in software.
var Unaries = slices.Concat(unaryRows, []*op.Row{
	{Name: "ELEMENT_WISE_BIT_COUNT", Fields: []op.Field{op.In("InputTensor"), op.Out("OutputTensor")},
		Check: func(a *op.Args) string {
			return op.First(a.TypesOf("InputTensor", op.Unsigneds...),
				a.TypesOf("OutputTensor", tensor.Uint32, tensor.Uint16, tensor.Uint8), a.SameSizes())
		},
		Lower: func(a *op.Args) *op.Program {
			return a.Elements("OutputTensor", []string{"InputTensor"}, func(_ *shader.Kernel, in []string) string {
				if a.Tensor("InputTensor").DataType == tensor.Uint64 {
					return "countbits(" + in[0] + ".x) + countbits(" + in[0] + ".y)"
				}
				return "countbits(" + in[0] + ")"
			})
		}},
	{Name: "ELEMENT_WISE_IS_INFINITY", InPlace: true,
		Fields: []op.Field{op.In("InputTensor"), op.Out("OutputTensor"), op.Enum("InfinityMode", "EITHER", "POSITIVE", "NEGATIVE")},
		Check:  checkTest, Lower: test(func(a *op.Args, m shader.Math, x string) string {
			switch a.Named("InfinityMode") {
			case "POSITIVE":
				return m.Equal(x, m.Most())
			case "NEGATIVE":
				return m.Equal(x, m.Least())
			}
			return m.Equal(m.Abs(x), m.Most())
		})},
	{Name: "ELEMENT_WISE_IS_NAN", Fields: []op.Field{op.In("InputTensor"), op.Out("OutputTensor")},
		Check: checkTest, Lower: test(func(_ *op.Args, m shader.Math, x string) string { return m.IsNaN(x) })},
})

// unaryRows have an output of the type of the input.
var unaryRows = []*op.Row{
	scaledRow("ELEMENT_WISE_ABS", op.WithSigns, func(_ *op.Args, m shader.Math, x string) string { return m.Abs(x) }),
	scaledRow("ELEMENT_WISE_ACOS", op.Floats, function("acos")),
	scaledRow("ELEMENT_WISE_ACOSH", op.Floats, helper("acosh")),
	scaledRow("ELEMENT_WISE_ASIN", op.Floats, function("asin")),
	scaledRow("ELEMENT_WISE_ASINH", op.Floats, helper("asinh")),
	scaledRow("ELEMENT_WISE_ATAN", op.Floats, function("atan")),
	scaledRow("ELEMENT_WISE_ATANH", op.Floats, helper("atanh")),
	unary("ELEMENT_WISE_BIT_NOT", op.Unsigneds, func(_ *op.Args, m shader.Math, x string) string {
		if m.Is64() {
			return m.Kernel().Call("not64", x)
		}
		return m.Wrap("not_bits(" + x + ")")
	}),
	scaledRow("ELEMENT_WISE_CEIL", op.Floats, function("ceil")),
	clipRow("ELEMENT_WISE_CLIP", []op.Field{op.Must("Min", op.FloatType), op.Must("Max", op.FloatType)}, func(a *op.Args) (least, most float64) {
		return float64(a.Float("Min")), float64(a.Float("Max"))
	}),
	clipRow("ELEMENT_WISE_CLIP1", []op.Field{op.TypeField("MinMaxDataType"), op.Must("Min", op.ScalarType), op.Must("Max", op.ScalarType)},
		func(a *op.Args) (least, most float64) {
			return a.Scalar("Min"), a.Scalar("Max")
		}),
	scaledRow("ELEMENT_WISE_CONSTANT_POW", op.Floats, func(a *op.Args, m shader.Math, x string) string {
		return m.Kernel().Call("power", x, shader.Float(a.Float("Exponent")))
	}, op.Must("Exponent", op.FloatType)),
	scaledRow("ELEMENT_WISE_COS", op.Floats, function("cos")),
	scaledRow("ELEMENT_WISE_COSH", op.Floats, function("cosh")),
	scaledRow("ELEMENT_WISE_ERF", op.Floats, helper("erf")),
	scaledRow("ELEMENT_WISE_EXP", op.Floats, function("exp")),
	scaledRow("ELEMENT_WISE_FLOOR", op.Floats, function("floor")),
	scaledRow("ELEMENT_WISE_IDENTITY", op.AllTypes, func(_ *op.Args, _ shader.Math, x string) string { return x }),
	scaledRow("ELEMENT_WISE_LOG", op.Floats, function("log")),
	unary("ELEMENT_WISE_LOGICAL_NOT", op.Truths, func(_ *op.Args, _ shader.Math, x string) string { return Truth(x + " == 0") }),
	unary("ELEMENT_WISE_NEGATE", op.WithSigns, func(_ *op.Args, m shader.Math, x string) string { return m.Neg(x) }),
	scaledRow("ELEMENT_WISE_RECIP", op.Floats, func(_ *op.Args, _ shader.Math, x string) string { return "1.0 / " + x }),
	unary("ELEMENT_WISE_ROUND", op.Floats, func(a *op.Args, m shader.Math, x string) string {
		switch a.Named("RoundingMode") {
		case "TOWARD_ZERO":
			return "trunc(" + x + ")"
		case "TOWARD_INFINITY": // halves away from zero
			return m.Kernel().Call("roundAway", x)
		}
		return "round(" + x + ")"
	}, op.Enum("RoundingMode", "HALVES_TO_NEAREST_EVEN", "TOWARD_ZERO", "TOWARD_INFINITY")),
	unary("ELEMENT_WISE_SIGN", op.WithSigns, func(_ *op.Args, m shader.Math, x string) string { return m.Sign(x) }),
	scaledRow("ELEMENT_WISE_SIN", op.Floats, function("sin")),
	scaledRow("ELEMENT_WISE_SINH", op.Floats, function("sinh")),
	scaledRow("ELEMENT_WISE_SQRT", op.Floats, function("sqrt")),
	scaledRow("ELEMENT_WISE_TAN", op.Floats, function("tan")),
	scaledRow("ELEMENT_WISE_TANH", op.Floats, function("tanh")),
	scaledRow("ELEMENT_WISE_THRESHOLD", op.AllTypes, func(a *op.Args, m shader.Math, x string) string {
		return m.Max(x, m.Const(float64(a.Float("Min"))))
	}, op.Must("Min", op.FloatType)),
}

// valueOf writes the value of an operator for an element.
type valueOf func(a *op.Args, m shader.Math, x string) string

// function is a function that the language of kernels has.
func function(name string) valueOf {
	return func(_ *op.Args, _ shader.Math, x string) string { return name + "(" + x + ")" }
}

// helper is a function of the shader library.
func helper(name string) valueOf {
	return func(_ *op.Args, m shader.Math, x string) string { return m.Kernel().Call(name, x) }
}

// Truth is a condition as 1 or 0.
func Truth(condition string) string { return "((" + condition + ") and uint(1) or uint(0))" }

// unary is the row of an operator with an input, an output of the same type, and attributes.
func unary(name string, types []tensor.DataType, value valueOf, attributes ...op.Field) *op.Row {
	return &op.Row{Name: name, InPlace: true, Fields: slices.Concat([]op.Field{op.In("InputTensor"), op.Out("OutputTensor")}, attributes),
		Check: func(a *op.Args) string {
			return op.First(a.TypesOf("InputTensor", types...), a.SameTypes(), a.SameSizes())
		},
		Lower: func(a *op.Args) *op.Program {
			return a.Elements("OutputTensor", []string{"InputTensor"}, func(k *shader.Kernel, in []string) string {
				return value(a, k.Math(a.Tensor("InputTensor").DataType), in[0])
			})
		}}
}

// scaledRow is unary for operators that have a ScaleBias before their attributes.
func scaledRow(name string, types []tensor.DataType, value valueOf, attributes ...op.Field) *op.Row {
	row := unary(name, types, func(a *op.Args, m shader.Math, x string) string {
		if a.Has("ScaleBias") {
			x = m.Kernel().Let("x", "%s", a.Scaled(x))
		}
		return value(a, m, x)
	}, slices.Concat([]op.Field{op.OptAttr("ScaleBias", op.ScaleBiasType)}, attributes)...)
	check := row.Check
	row.Check = func(a *op.Args) string { return op.First(check(a), checkScaleBias(a)) }
	return row
}

// checkScaleBias asks for floats where there is a ScaleBias.
func checkScaleBias(a *op.Args) string {
	if !a.Has("ScaleBias") {
		return ""
	}
	return a.TypesOf("InputTensor", op.Floats...)
}

// clipRow is the row of a clip: min(Max, max(Min, x)), so Max wins where Min is larger. Limits of integers are whole and inside the type. The older
// one can be fused.
func clipRow(name string, attributes []op.Field, limits func(a *op.Args) (least, most float64)) *op.Row {
	value := func(a *op.Args, m shader.Math, x string) string {
		least, most := limits(a)
		return m.Min(m.Max(x, m.Const(least)), m.Const(most))
	}
	row := scaledRow(name, op.AllTypes, value, attributes...)
	if row.Field("MinMaxDataType") >= 0 {
		check := row.Check
		row.Check = func(a *op.Args) string { return op.First(check(a), a.SameAs("MinMaxDataType", "InputTensor")) }
		return row
	}
	row.Activate = func(k *shader.Kernel, a *op.Args, x string) string {
		if a.Has("ScaleBias") {
			x = k.Let("x", "%s", a.Scaled(x))
		}
		return value(a, k.Math(tensor.Float32), x)
	}
	return row
}

// checkTest is the rule of tests of floating-point numbers.
func checkTest(a *op.Args) string {
	return op.First(a.TypesOf("InputTensor", tensor.Float64, tensor.Float32, tensor.Float16), a.TypesOf("OutputTensor", op.Truths...), a.SameSizes())
}

// test makes a program that writes whether a condition holds.
func test(condition valueOf) func(a *op.Args) *op.Program {
	return func(a *op.Args) *op.Program {
		return a.Elements("OutputTensor", []string{"InputTensor"}, func(k *shader.Kernel, in []string) string {
			return Truth(condition(a, k.Math(a.Tensor("InputTensor").DataType), in[0]))
		})
	}
}
