package reference

import (
	"math"
	"math/bits"
)

// element is an operator that computes each element of its output from those at the same index of its inputs: in float64 for floating point inputs,
// else in int64.
type element struct {
	float   func(a Attrs, x []float64) float64
	integer func(t Type, a Attrs, x []int64) int64
}

var inputFields = []string{"ConditionTensor", "InputTensor", "ATensor", "BTensor", "ExponentTensor", "SlopeTensor"}

func (e element) run(r *run) {
	var inputs []*Tensor
	for _, field := range inputFields {
		if t := r.in(field); t != nil {
			inputs = append(inputs, t)
		}
	}
	of := inputs[len(inputs)-1].Type
	if !of.Float() && e.integer == nil {
		of = "FLOAT64"
	}
	scale := r.attrs.nested("ScaleBias")
	Each(r.output().Sizes, func(index []int) {
		var floats []float64
		var ints []int64
		for i, t := range inputs {
			f := t.Value(index)
			if scale != nil && i == 0 { // POW scales its input only
				f = f*scale.float("Scale") + scale.float("Bias")
			}
			floats, ints = append(floats, f), append(ints, t.At(index).I)
		}
		if out := r.output().Type; of.Float() || e.integer == nil {
			if result := e.float(r.attrs, floats); out.Float() {
				r.output().SetValue(index, r.finish(result))
			} else {
				r.output().SetValue(index, result)
			}
			return
		}
		r.output().Set(index, Number{I: e.integer(of, r.attrs, ints)})
	})
}

// unary is an operator that has only floating point numbers.
func unary(f func(float64) float64) element {
	return element{float: func(_ Attrs, x []float64) float64 { return f(x[0]) }}
}

func exact(f func(float64) float64, i func(int64) int64) element {
	return element{unary(f).float, func(_ Type, _ Attrs, x []int64) int64 { return i(x[0]) }}
}

func binary(f func(a, b float64) float64, i func(t Type, a, b int64) int64) element {
	out := element{}
	if f != nil {
		out.float = func(_ Attrs, x []float64) float64 { return f(x[0], x[1]) }
	}
	if i != nil {
		out.integer = func(t Type, _ Attrs, x []int64) int64 { return i(t, x[0], x[1]) }
	}
	return out
}

// comparison makes an operator of an order: less, equal and greater.
func comparison(of func(less, equal, greater bool) bool) element {
	return binary(
		func(a, b float64) float64 { return float64(truth(of(a < b, a == b, a > b))) },
		func(t Type, a, b int64) int64 {
			return truth(of(t.less(Number{I: a}, Number{I: b}), a == b, t.less(Number{I: b}, Number{I: a})))
		})
}

func logical(of func(a, b bool) bool) element {
	return binary(nil, func(_ Type, a, b int64) int64 { return truth(of(a != 0, b != 0)) })
}

func bitwise(of func(a, b int64) int64) element {
	return binary(nil, func(_ Type, a, b int64) int64 { return of(a, b) })
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

var elementwise = map[string]element{
	"ELEMENT_WISE_ABS":             exact(math.Abs, func(x int64) int64 { return max(x, -x) }),
	"ELEMENT_WISE_ACOS":            unary(math.Acos),
	"ELEMENT_WISE_ACOSH":           unary(math.Acosh),
	"ELEMENT_WISE_ADD":             binary(func(a, b float64) float64 { return a + b }, func(_ Type, a, b int64) int64 { return a + b }),
	"ELEMENT_WISE_ADD1":            binary(func(a, b float64) float64 { return a + b }, func(_ Type, a, b int64) int64 { return a + b }),
	"ELEMENT_WISE_ASIN":            unary(math.Asin),
	"ELEMENT_WISE_ASINH":           unary(math.Asinh),
	"ELEMENT_WISE_ATAN":            unary(math.Atan),
	"ELEMENT_WISE_ATANH":           unary(math.Atanh),
	"ELEMENT_WISE_ATAN_YX":         binary(math.Atan2, nil),
	"ELEMENT_WISE_BIT_AND":         bitwise(func(a, b int64) int64 { return a & b }),
	"ELEMENT_WISE_BIT_COUNT":       {integer: bitCount},
	"ELEMENT_WISE_BIT_NOT":         exact(nil, func(x int64) int64 { return ^x }),
	"ELEMENT_WISE_BIT_OR":          bitwise(func(a, b int64) int64 { return a | b }),
	"ELEMENT_WISE_BIT_SHIFT_LEFT":  binary(nil, func(t Type, a, b int64) int64 { return a << (b & int64(t.Bits()-1)) }),
	"ELEMENT_WISE_BIT_SHIFT_RIGHT": binary(nil, shiftRight),
	"ELEMENT_WISE_BIT_XOR":         bitwise(func(a, b int64) int64 { return a ^ b }),
	"ELEMENT_WISE_CEIL":            unary(math.Ceil),
	"ELEMENT_WISE_CLIP":            {clip, clipInteger},
	"ELEMENT_WISE_CLIP1":           {clip, clipInteger},
	"ELEMENT_WISE_CONSTANT_POW":    {float: func(a Attrs, x []float64) float64 { return math.Pow(x[0], a.float("Exponent")) }},
	"ELEMENT_WISE_COS":             unary(math.Cos),
	"ELEMENT_WISE_COSH":            unary(math.Cosh),
	"ELEMENT_WISE_DIFFERENCE_SQUARE": binary(func(a, b float64) float64 { return (a - b) * (a - b) },
		func(_ Type, a, b int64) int64 { return (a - b) * (a - b) }),
	"ELEMENT_WISE_DIVIDE":                        binary(func(a, b float64) float64 { return a / b }, divide),
	"ELEMENT_WISE_ERF":                           unary(math.Erf),
	"ELEMENT_WISE_EXP":                           unary(math.Exp),
	"ELEMENT_WISE_FLOOR":                         unary(math.Floor),
	"ELEMENT_WISE_IDENTITY":                      exact(func(x float64) float64 { return x }, func(x int64) int64 { return x }),
	"ELEMENT_WISE_IF":                            {ifFloat, ifInteger},
	"ELEMENT_WISE_IS_INFINITY":                   {float: isInfinity},
	"ELEMENT_WISE_IS_NAN":                        unary(func(x float64) float64 { return float64(truth(x != x)) }),
	"ELEMENT_WISE_LOG":                           unary(math.Log),
	"ELEMENT_WISE_LOGICAL_AND":                   logical(func(a, b bool) bool { return a && b }),
	"ELEMENT_WISE_LOGICAL_EQUALS":                comparison(func(_, equal, _ bool) bool { return equal }),
	"ELEMENT_WISE_LOGICAL_GREATER_THAN":          comparison(func(_, _, greater bool) bool { return greater }),
	"ELEMENT_WISE_LOGICAL_GREATER_THAN_OR_EQUAL": comparison(func(_, equal, greater bool) bool { return equal || greater }),
	"ELEMENT_WISE_LOGICAL_LESS_THAN":             comparison(func(less, _, _ bool) bool { return less }),
	"ELEMENT_WISE_LOGICAL_LESS_THAN_OR_EQUAL":    comparison(func(less, equal, _ bool) bool { return less || equal }),
	"ELEMENT_WISE_LOGICAL_NOT":                   exact(nil, func(x int64) int64 { return truth(x == 0) }),
	"ELEMENT_WISE_LOGICAL_OR":                    logical(func(a, b bool) bool { return a || b }),
	"ELEMENT_WISE_LOGICAL_XOR":                   logical(func(a, b bool) bool { return a != b }),
	"ELEMENT_WISE_MAX":                           binary(maxOf, func(t Type, a, b int64) int64 { return larger(t, a, b) }),
	"ELEMENT_WISE_MEAN":                          binary(func(a, b float64) float64 { return (a + b) / 2 }, mean),
	"ELEMENT_WISE_MIN":                           binary(minOf, func(t Type, a, b int64) int64 { return smaller(t, a, b) }),
	"ELEMENT_WISE_MODULUS_FLOOR":                 binary(floorMod, moduloFloor),
	"ELEMENT_WISE_MODULUS_TRUNCATE":              binary(math.Mod, modulo),
	"ELEMENT_WISE_MULTIPLY": binary(func(a, b float64) float64 { return a * b },
		func(_ Type, a, b int64) int64 { return a * b }),
	"ELEMENT_WISE_NEGATE": exact(func(x float64) float64 { return -x }, func(x int64) int64 { return -x }),
	"ELEMENT_WISE_POW":    binary(math.Pow, power),
	"ELEMENT_WISE_RECIP":  unary(func(x float64) float64 { return 1 / x }),
	"ELEMENT_WISE_ROUND":  {float: round},
	"ELEMENT_WISE_SIGN":   exact(sign, func(x int64) int64 { return truth(x > 0) - truth(x < 0) }),
	"ELEMENT_WISE_SIN":    unary(math.Sin),
	"ELEMENT_WISE_SINH":   unary(math.Sinh),
	"ELEMENT_WISE_SQRT":   unary(math.Sqrt),
	"ELEMENT_WISE_SUBTRACT": binary(func(a, b float64) float64 { return a - b },
		func(_ Type, a, b int64) int64 { return a - b }),
	"ELEMENT_WISE_TAN":       unary(math.Tan),
	"ELEMENT_WISE_TANH":      unary(math.Tanh),
	"ELEMENT_WISE_THRESHOLD": {threshold, thresholdInteger},
}

// maxOf is the larger one, as HLSL has it: the other one if one is NaN.
func maxOf(a, b float64) float64 {
	if a != a || b > a {
		return b
	}
	return a
}

func minOf(a, b float64) float64 {
	if a != a || b < a {
		return b
	}
	return a
}

func floorMod(a, b float64) float64 {
	m := math.Mod(a, b)
	if m != 0 && (m < 0) != (b < 0) {
		m += b
	}
	return m
}

func bitCount(t Type, _ Attrs, x []int64) int64 {
	unused := 64 - t.Bits()
	return int64(bits.OnesCount64(uint64(x[0]) << unused))
}

func clip(a Attrs, x []float64) float64 {
	return minOf(a.float("Max"), maxOf(a.float("Min"), x[0]))
}

func clipInteger(t Type, a Attrs, x []int64) int64 {
	return smaller(t, saturate(t, a["Max"]), thresholdInteger(t, a, x))
}

func thresholdInteger(t Type, a Attrs, x []int64) int64 {
	return larger(t, saturate(t, a["Min"]), x[0])
}

// saturate makes an integer of an attribute of any kind: the nearest one of the type, with its fraction cut off.
func saturate(t Type, v any) int64 { return t.FromFloat(scalar("FLOAT64", v).F).I }

func smaller(t Type, a, b int64) int64 { return a ^ b ^ larger(t, a, b) }

func larger(t Type, a, b int64) int64 {
	if t.less(Number{I: a}, Number{I: b}) {
		return b
	}
	return a
}

func mean(t Type, a, b int64) int64 {
	sum := t.Round(Number{I: a + b}).I
	return divide(t, sum, 2)
}

// divide truncates. Division by zero gives all bits set.
func divide(t Type, a, b int64) int64 {
	switch {
	case b == 0:
		return -1
	case t == "UINT64":
		return int64(uint64(a) / uint64(b))
	}
	return a / b
}

func modulo(t Type, a, b int64) int64 {
	switch {
	case b == 0:
		return -1
	case t == "UINT64":
		return int64(uint64(a) % uint64(b))
	}
	return a % b
}

func moduloFloor(t Type, a, b int64) int64 {
	m := modulo(t, a, b)
	if b != 0 && m != 0 && t != "UINT64" && (m < 0) != (b < 0) {
		m += b
	}
	return m
}

// power is the product of copies of the base, modulo the width. What lies between the integers is cut off.
func power(t Type, base, exponent int64) int64 {
	if exponent < 0 && !t.Unsigned() {
		switch base {
		case 1:
			return 1
		case -1:
			return 1 - 2*(exponent&1)*(exponent&1)
		}
		return divide(t, 1, base)
	}
	out := int64(1)
	for e := uint64(exponent); e > 0; e >>= 1 {
		if e&1 == 1 {
			out *= base
		}
		base *= base
	}
	return out
}

func shiftRight(t Type, a, b int64) int64 {
	by := uint64(b) & uint64(t.Bits()-1)
	if t == "UINT64" {
		return int64(uint64(a) >> by)
	}
	return a >> by
}

func ifFloat(_ Attrs, x []float64) float64 {
	if x[0] != 0 {
		return x[1]
	}
	return x[2]
}

func ifInteger(_ Type, _ Attrs, x []int64) int64 {
	if x[0] != 0 {
		return x[1]
	}
	return x[2]
}

func isInfinity(a Attrs, x []float64) float64 {
	mode := map[string]int{"POSITIVE": 1, "NEGATIVE": -1}[a.name("InfinityMode")]
	return float64(truth(math.IsInf(x[0], mode)))
}

func round(a Attrs, x []float64) float64 {
	switch a.name("RoundingMode") {
	case "TOWARD_ZERO":
		return math.Trunc(x[0])
	case "TOWARD_INFINITY": // halves away from zero
		return math.Round(x[0])
	}
	return math.RoundToEven(x[0])
}

func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

func threshold(a Attrs, x []float64) float64 { return maxOf(x[0], a.float("Min")) }
