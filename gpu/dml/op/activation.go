package op

import (
	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// activations are the operators that calculate each element from one.
var activations = []*Row{
	activation("ACTIVATION_IDENTITY", nil, func(_ *shader.Kernel, _ *Args, x string) string { return x }),
	activation("ACTIVATION_RELU", nil, func(_ *shader.Kernel, _ *Args, x string) string { return "max(" + x + ", 0.0)" }),
}

// activation is a row of an activation: its attributes, and its value for x.
func activation(name string, attributes []Field, value func(k *shader.Kernel, a *Args, x string) string) *Row {
	return &Row{Name: name, InPlace: true, Activate: value,
		Fields: append([]Field{In("InputTensor"), Out("OutputTensor")}, attributes...),
		Check: func(a *Args) string {
			return first(a.TypesOf("InputTensor", tensor.Float32, tensor.Float16), a.SameTypes(), a.SameSizes())
		},
		Lower: func(a *Args) *Program {
			return a.elements("OutputTensor", []string{"InputTensor"}, func(k *shader.Kernel, in []string) string { return value(k, a, in[0]) })
		}}
}
