package elements

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
)

// Activations are the operators that calculate each element from one, in 32 bits.
var Activations = []*op.Row{
	activation("ACTIVATION_CELU", func(k *shader.Kernel, a *op.Args, x string) string {
		alpha := shader.Float(a.Float("Alpha"))
		return fmt.Sprintf("max(%s, 0.0) + min(0.0, %s * %s)", x, alpha, k.Call("expm1", x+" / "+alpha))
	}, op.Default("Alpha", op.FloatType, 1)),
	activation("ACTIVATION_ELU", func(k *shader.Kernel, a *op.Args, x string) string {
		return fmt.Sprintf("%s < 0.0 and %s * %s or %s", x, shader.Float(a.Float("Alpha")), k.Call("expm1", x), x)
	}, op.Default("Alpha", op.FloatType, 1)),
	activation("ACTIVATION_GELU", func(k *shader.Kernel, _ *op.Args, x string) string {
		return fmt.Sprintf("%s * 0.5 * (1.0 + %s)", x, k.Call("erf", x+" * 0.7071067811865476"))
	}),
	activation("ACTIVATION_HARD_SIGMOID", func(_ *shader.Kernel, a *op.Args, x string) string { return hardSigmoid(a, x) },
		op.Default("Alpha", op.FloatType, 0.2), op.Default("Beta", op.FloatType, 0.5)),
	apart(activation("ACTIVATION_HARD_SWISH", func(_ *shader.Kernel, a *op.Args, x string) string { return x + " * " + hardSigmoid(a, x) },
		op.Default("Alpha", op.FloatType, 1.0/6), op.Default("Beta", op.FloatType, 0.5))),
	activation("ACTIVATION_IDENTITY", func(_ *shader.Kernel, _ *op.Args, x string) string { return x }),
	activation("ACTIVATION_LEAKY_RELU", func(_ *shader.Kernel, a *op.Args, x string) string { return sloped(x, shader.Float(a.Float("Alpha"))) },
		op.Default("Alpha", op.FloatType, 0.01)),
	activation("ACTIVATION_LINEAR", func(_ *shader.Kernel, a *op.Args, x string) string { return line(a, x) },
		op.Must("Alpha", op.FloatType), op.Must("Beta", op.FloatType)),
	{Name: "ACTIVATION_PARAMETERIZED_RELU", InPlace: true, Fields: []op.Field{op.In("InputTensor"), op.In("SlopeTensor"), op.Out("OutputTensor")},
		Check: func(a *op.Args) string {
			return op.First(a.TypesOf("InputTensor", op.Floats...), a.SameTypes(), a.SameSizes())
		},
		Lower: func(a *op.Args) *op.Program {
			return a.Elements("OutputTensor", []string{"InputTensor", "SlopeTensor"},
				func(_ *shader.Kernel, in []string) string { return sloped(in[0], in[1]) })
		}},
	activation("ACTIVATION_PARAMETRIC_SOFTPLUS", func(k *shader.Kernel, a *op.Args, x string) string {
		return shader.Float(a.Float("Alpha")) + " * " + k.Call("softplus", shader.Float(a.Float("Beta"))+" * "+x)
	}, op.Must("Alpha", op.FloatType), op.Must("Beta", op.FloatType)),
	activation("ACTIVATION_RELU", func(_ *shader.Kernel, _ *op.Args, x string) string { return "max(" + x + ", 0.0)" }),
	activation("ACTIVATION_SCALED_ELU", func(k *shader.Kernel, a *op.Args, x string) string {
		return fmt.Sprintf("%s * (%s > 0.0 and %s or %s * %s)", shader.Float(a.Float("Gamma")), x, x,
			shader.Float(a.Float("Alpha")), k.Call("expm1", x))
	}, op.Default("Alpha", op.FloatType, 1.6732631921768188), op.Default("Gamma", op.FloatType, 1.0507010221481323)),
	activation("ACTIVATION_SCALED_TANH", func(_ *shader.Kernel, a *op.Args, x string) string {
		return fmt.Sprintf("%s * tanh(%s * %s)", shader.Float(a.Float("Alpha")), shader.Float(a.Float("Beta")), x)
	}, op.Must("Alpha", op.FloatType), op.Must("Beta", op.FloatType)),
	activation("ACTIVATION_SHRINK", func(_ *shader.Kernel, a *op.Args, x string) string {
		bias, edge := shader.Float(a.Float("Bias")), shader.Float(a.Float("Threshold"))
		return fmt.Sprintf("%s > %s and %s - %s or (%s < -%s and %s + %s or 0.0)", x, edge, x, bias, x, edge, x, bias)
	}, op.Must("Bias", op.FloatType), op.Must("Threshold", op.FloatType)),
	activation("ACTIVATION_SIGMOID", func(_ *shader.Kernel, _ *op.Args, x string) string { return "1.0 / (1.0 + exp(-" + x + "))" }),
	activation("ACTIVATION_SOFTPLUS", func(k *shader.Kernel, a *op.Args, x string) string {
		steepness := shader.Float(a.Float("Steepness"))
		return k.Call("softplus", steepness+" * "+x) + " / " + steepness
	}, op.Default("Steepness", op.FloatType, 1)),
	activation("ACTIVATION_SOFTSIGN", func(_ *shader.Kernel, _ *op.Args, x string) string { return x + " / (1.0 + abs(" + x + "))" }),
	apart(activation("ACTIVATION_SWISH", func(_ *shader.Kernel, a *op.Args, x string) string {
		return fmt.Sprintf("%s / (1.0 + exp(-(%s * %s)))", x, shader.Float(a.Float("SigmoidInputScale")), x)
	}, op.Default("SigmoidInputScale", op.FloatType, 1))),
	activation("ACTIVATION_TANH", func(_ *shader.Kernel, _ *op.Args, x string) string { return "tanh(" + x + ")" }),
	activation("ACTIVATION_THRESHOLDED_RELU", func(_ *shader.Kernel, a *op.Args, x string) string {
		return fmt.Sprintf("%s > %s and %s or 0.0", x, shader.Float(a.Float("Alpha")), x)
	}, op.Default("Alpha", op.FloatType, 1)),
}

// line is Alpha*x + Beta.
func line(a *op.Args, x string) string {
	return fmt.Sprintf("(%s * %s + %s)", shader.Float(a.Float("Alpha")), x, shader.Float(a.Float("Beta")))
}

// hardSigmoid is Alpha*x + Beta between 0 and 1.
func hardSigmoid(a *op.Args, x string) string { return "saturate(" + line(a, x) + ")" }

// sloped is x, times a slope where it is negative.
func sloped(x, slope string) string { return fmt.Sprintf("%s < 0.0 and %s * %s or %s", x, slope, x, x) }

// activation is the row of an activation: its value for x, a name or a number, and its attributes. Those that fusable names can be fused to another
// operator.
func activation(name string, value func(k *shader.Kernel, a *op.Args, x string) string, attributes ...op.Field) *op.Row {
	return &op.Row{Name: name, InPlace: true, Activate: value,
		Fields: slices.Concat([]op.Field{op.In("InputTensor"), op.Out("OutputTensor")}, attributes),
		Check: func(a *op.Args) string {
			return op.First(a.TypesOf("InputTensor", op.Floats...), a.SameTypes(), a.SameSizes())
		},
		Lower: func(a *op.Args) *op.Program {
			return a.Elements("OutputTensor", []string{"InputTensor"}, func(k *shader.Kernel, in []string) string { return value(k, a, in[0]) })
		}}
}

// apart is the row of an operator that DirectML does not let work in place.
func apart(row *op.Row) *op.Row {
	row.InPlace = false
	return row
}
