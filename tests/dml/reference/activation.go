package reference

import "math"

// activations are f(x), and f(x, slope) for the parameterised one.
var activations = map[string]func(a Attrs, x []float64) float64{
	"ACTIVATION_CELU": func(a Attrs, x []float64) float64 {
		alpha := a.float("Alpha")
		return maxOf(x[0], 0) + minOf(0, alpha*math.Expm1(x[0]/alpha))
	},
	"ACTIVATION_ELU": func(a Attrs, x []float64) float64 {
		if x[0] < 0 {
			return a.float("Alpha") * math.Expm1(x[0])
		}
		return x[0]
	},
	"ACTIVATION_GELU": func(_ Attrs, x []float64) float64 { return x[0] / 2 * (1 + math.Erf(x[0]/math.Sqrt2)) },
	"ACTIVATION_HARD_SIGMOID": func(a Attrs, x []float64) float64 {
		return clamp01(a.float("Alpha")*x[0] + a.float("Beta"))
	},
	"ACTIVATION_HARD_SWISH": func(a Attrs, x []float64) float64 {
		return x[0] * clamp01(a.float("Alpha")*x[0]+a.float("Beta"))
	},
	"ACTIVATION_IDENTITY":           func(_ Attrs, x []float64) float64 { return x[0] },
	"ACTIVATION_LEAKY_RELU":         func(a Attrs, x []float64) float64 { return sloped(x[0], a.float("Alpha")) },
	"ACTIVATION_LINEAR":             func(a Attrs, x []float64) float64 { return a.float("Alpha")*x[0] + a.float("Beta") },
	"ACTIVATION_PARAMETERIZED_RELU": func(_ Attrs, x []float64) float64 { return sloped(x[0], x[1]) },
	"ACTIVATION_PARAMETRIC_SOFTPLUS": func(a Attrs, x []float64) float64 {
		return a.float("Alpha") * softplus(a.float("Beta")*x[0])
	},
	"ACTIVATION_RELU": func(_ Attrs, x []float64) float64 { return maxOf(x[0], 0) },
	"ACTIVATION_SCALED_ELU": func(a Attrs, x []float64) float64 {
		if x[0] > 0 {
			return a.float("Gamma") * x[0]
		}
		return a.float("Gamma") * a.float("Alpha") * math.Expm1(x[0])
	},
	"ACTIVATION_SCALED_TANH": func(a Attrs, x []float64) float64 { return a.float("Alpha") * math.Tanh(a.float("Beta")*x[0]) },
	"ACTIVATION_SHRINK":      shrink,
	"ACTIVATION_SIGMOID":     func(_ Attrs, x []float64) float64 { return 1 / (1 + math.Exp(-x[0])) },
	"ACTIVATION_SOFTPLUS": func(a Attrs, x []float64) float64 {
		return softplus(a.float("Steepness")*x[0]) / a.float("Steepness")
	},
	"ACTIVATION_SOFTSIGN": func(_ Attrs, x []float64) float64 { return x[0] / (1 + math.Abs(x[0])) },
	"ACTIVATION_SWISH": func(a Attrs, x []float64) float64 {
		return x[0] / (1 + math.Exp(-a.float("SigmoidInputScale")*x[0]))
	},
	"ACTIVATION_TANH": func(_ Attrs, x []float64) float64 { return math.Tanh(x[0]) },
	"ACTIVATION_THRESHOLDED_RELU": func(a Attrs, x []float64) float64 {
		if x[0] > a.float("Alpha") {
			return x[0]
		}
		return 0
	},
}

func clamp01(x float64) float64 { return minOf(1, maxOf(x, 0)) }

func sloped(x, slope float64) float64 {
	if x < 0 {
		return slope * x
	}
	return x
}

// softplus is ln(1 + e^x) without overflow.
func softplus(x float64) float64 { return math.Max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }

func shrink(a Attrs, x []float64) float64 {
	switch t := a.float("Threshold"); {
	case x[0] > t:
		return x[0] - a.float("Bias")
	case x[0] < -t:
		return x[0] + a.float("Bias")
	}
	return 0
}
