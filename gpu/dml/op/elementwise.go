package op

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// elementWise are the operators that calculate each element from one at the same coordinates. Those of integers wrap around; floating-point numbers are calculated
// in 32 bits, FLOAT64 in software.
var elementWise = slices.Concat(unaryRows, []*Row{
	{Name: "ELEMENT_WISE_BIT_COUNT", Fields: []Field{In("InputTensor"), Out("OutputTensor")},
		Check: func(a *Args) string {
			return first(a.TypesOf("InputTensor", unsigneds...), a.TypesOf("OutputTensor", tensor.Uint32, tensor.Uint16, tensor.Uint8), a.SameSizes())
		},
		Lower: func(a *Args) *Program {
			return a.elements("OutputTensor", []string{"InputTensor"}, func(_ *shader.Kernel, in []string) string {
				if a.Tensor("InputTensor").DataType == tensor.Uint64 {
					return "countbits(" + in[0] + ".x) + countbits(" + in[0] + ".y)"
				}
				return "countbits(" + in[0] + ")"
			})
		}},
	{Name: "ELEMENT_WISE_IS_INFINITY", InPlace: true, Fields: []Field{In("InputTensor"), Out("OutputTensor"), Enum("InfinityMode", "EITHER", "POSITIVE", "NEGATIVE")},
		Check: checkTest, Lower: test(func(a *Args, m shader.Math, x string) string {
			switch a.Named("InfinityMode") {
			case "POSITIVE":
				return m.Equal(x, m.Most())
			case "NEGATIVE":
				return m.Equal(x, m.Least())
			}
			return m.Equal(m.Abs(x), m.Most())
		})},
	{Name: "ELEMENT_WISE_IS_NAN", Fields: []Field{In("InputTensor"), Out("OutputTensor")},
		Check: checkTest, Lower: test(func(_ *Args, m shader.Math, x string) string { return m.IsNaN(x) })},
})

// unaryRows have an output of the type of the input.
var unaryRows = []*Row{
	scaledRow("ELEMENT_WISE_ABS", withSigns, func(_ *Args, m shader.Math, x string) string { return m.Abs(x) }),
	scaledRow("ELEMENT_WISE_ACOS", floats, function("acos")),
	scaledRow("ELEMENT_WISE_ACOSH", floats, helper("acosh")),
	scaledRow("ELEMENT_WISE_ASIN", floats, function("asin")),
	scaledRow("ELEMENT_WISE_ASINH", floats, helper("asinh")),
	scaledRow("ELEMENT_WISE_ATAN", floats, function("atan")),
	scaledRow("ELEMENT_WISE_ATANH", floats, helper("atanh")),
	unary("ELEMENT_WISE_BIT_NOT", unsigneds, func(_ *Args, m shader.Math, x string) string {
		if m.Is64() {
			return m.Kernel().Call("not64", x)
		}
		return m.Wrap("not_bits(" + x + ")")
	}),
	scaledRow("ELEMENT_WISE_CEIL", floats, function("ceil")),
	clipRow("ELEMENT_WISE_CLIP", []Field{Must("Min", FloatType), Must("Max", FloatType)}, func(a *Args) (least, most float64) {
		return float64(a.Float("Min")), float64(a.Float("Max"))
	}),
	clipRow("ELEMENT_WISE_CLIP1", []Field{typeField("MinMaxDataType"), Must("Min", ScalarType), Must("Max", ScalarType)}, func(a *Args) (least, most float64) {
		return a.Scalar("Min"), a.Scalar("Max")
	}),
	scaledRow("ELEMENT_WISE_CONSTANT_POW", floats, func(a *Args, m shader.Math, x string) string {
		return m.Kernel().Call("power", x, shader.Float(a.Float("Exponent")))
	}, Must("Exponent", FloatType)),
	scaledRow("ELEMENT_WISE_COS", floats, function("cos")),
	scaledRow("ELEMENT_WISE_COSH", floats, function("cosh")),
	scaledRow("ELEMENT_WISE_ERF", floats, helper("erf")),
	scaledRow("ELEMENT_WISE_EXP", floats, function("exp")),
	scaledRow("ELEMENT_WISE_FLOOR", floats, function("floor")),
	scaledRow("ELEMENT_WISE_IDENTITY", allTypes, func(_ *Args, _ shader.Math, x string) string { return x }),
	scaledRow("ELEMENT_WISE_LOG", floats, function("log")),
	unary("ELEMENT_WISE_LOGICAL_NOT", truths, func(_ *Args, _ shader.Math, x string) string { return truth(x + " == 0") }),
	unary("ELEMENT_WISE_NEGATE", withSigns, func(_ *Args, m shader.Math, x string) string { return m.Neg(x) }),
	scaledRow("ELEMENT_WISE_RECIP", floats, func(_ *Args, _ shader.Math, x string) string { return "1.0 / " + x }),
	unary("ELEMENT_WISE_ROUND", floats, func(a *Args, m shader.Math, x string) string {
		switch a.Named("RoundingMode") {
		case "TOWARD_ZERO":
			return "trunc(" + x + ")"
		case "TOWARD_INFINITY": // halves away from zero
			return m.Kernel().Call("roundAway", x)
		}
		return "round(" + x + ")"
	}, Enum("RoundingMode", "HALVES_TO_NEAREST_EVEN", "TOWARD_ZERO", "TOWARD_INFINITY")),
	unary("ELEMENT_WISE_SIGN", withSigns, func(_ *Args, m shader.Math, x string) string { return m.Sign(x) }),
	scaledRow("ELEMENT_WISE_SIN", floats, function("sin")),
	scaledRow("ELEMENT_WISE_SINH", floats, function("sinh")),
	scaledRow("ELEMENT_WISE_SQRT", floats, function("sqrt")),
	scaledRow("ELEMENT_WISE_TAN", floats, function("tan")),
	scaledRow("ELEMENT_WISE_TANH", floats, function("tanh")),
	scaledRow("ELEMENT_WISE_THRESHOLD", allTypes, func(a *Args, m shader.Math, x string) string {
		return m.Max(x, m.Const(float64(a.Float("Min"))))
	}, Must("Min", FloatType)),
}

// valueOf writes the value of an operator for an element.
type valueOf func(a *Args, m shader.Math, x string) string

// function is a function that the language of kernels has.
func function(name string) valueOf {
	return func(_ *Args, _ shader.Math, x string) string { return name + "(" + x + ")" }
}

// helper is a function of the shader library.
func helper(name string) valueOf {
	return func(_ *Args, m shader.Math, x string) string { return m.Kernel().Call(name, x) }
}

// truth is a condition as 1 or 0.
func truth(condition string) string { return "((" + condition + ") and uint(1) or uint(0))" }

// unary is the row of an operator with an input, an output of the same type, and attributes.
func unary(name string, types []tensor.DataType, value valueOf, attributes ...Field) *Row {
	return &Row{Name: name, InPlace: true, Fields: slices.Concat([]Field{In("InputTensor"), Out("OutputTensor")}, attributes),
		Check: func(a *Args) string { return first(a.TypesOf("InputTensor", types...), a.SameTypes(), a.SameSizes()) },
		Lower: func(a *Args) *Program {
			return a.elements("OutputTensor", []string{"InputTensor"}, func(k *shader.Kernel, in []string) string {
				return value(a, k.Math(a.Tensor("InputTensor").DataType), in[0])
			})
		}}
}

// scaledRow is unary for operators that have a ScaleBias in front of their attributes.
func scaledRow(name string, types []tensor.DataType, value valueOf, attributes ...Field) *Row {
	row := unary(name, types, func(a *Args, m shader.Math, x string) string {
		if a.Has("ScaleBias") {
			x = m.Kernel().Let("x", "%s", a.scaled(x))
		}
		return value(a, m, x)
	}, slices.Concat([]Field{OptAttr("ScaleBias", ScaleBiasType)}, attributes)...)
	check := row.Check
	row.Check = func(a *Args) string { return first(check(a), a.checkScaleBias()) }
	return row
}

// checkScaleBias asks for floats where there is a ScaleBias.
func (a *Args) checkScaleBias() string {
	if !a.Has("ScaleBias") {
		return ""
	}
	return a.TypesOf("InputTensor", floats...)
}

// clipRow is the row of a clip: min(Max, max(Min, x)), so Max wins where Min is larger. Limits of integers are whole and inside of the type. The older one can
// be fused.
func clipRow(name string, attributes []Field, limits func(a *Args) (least, most float64)) *Row {
	value := func(a *Args, m shader.Math, x string) string {
		least, most := limits(a)
		return m.Min(m.Max(x, m.Const(least)), m.Const(most))
	}
	row := scaledRow(name, allTypes, value, attributes...)
	if row.Field("MinMaxDataType") >= 0 {
		check := row.Check
		row.Check = func(a *Args) string { return first(check(a), a.sameAs("MinMaxDataType", "InputTensor")) }
		return row
	}
	row.Activate = func(k *shader.Kernel, a *Args, x string) string {
		if a.Has("ScaleBias") {
			x = k.Let("x", "%s", a.scaled(x))
		}
		return value(a, k.Math(tensor.Float32), x)
	}
	return row
}

// checkTest is the rule of tests of floating-point numbers.
func checkTest(a *Args) string {
	return first(a.TypesOf("InputTensor", tensor.Float64, tensor.Float32, tensor.Float16), a.TypesOf("OutputTensor", truths...), a.SameSizes())
}

// test makes a program that writes whether a condition holds.
func test(condition valueOf) func(a *Args) *Program {
	return func(a *Args) *Program {
		return a.elements("OutputTensor", []string{"InputTensor"}, func(k *shader.Kernel, in []string) string {
			return truth(condition(a, k.Math(a.Tensor("InputTensor").DataType), in[0]))
		})
	}
}
