package op

import (
	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// elementWise are the operators that calculate each element from those at the same coordinates.
var elementWise = []*Row{
	{Name: "ELEMENT_WISE_ADD", InPlace: true, Fields: []Field{In("ATensor"), In("BTensor"), Out("OutputTensor")},
		Check: func(a *Args) string {
			return first(a.TypesOf("ATensor", tensor.Float32, tensor.Float16, tensor.Int32, tensor.Int16, tensor.Int8, tensor.Uint32, tensor.Uint16, tensor.Uint8), a.SameTypes(), a.SameSizes())
		},
		Lower: func(a *Args) *Program {
			return a.elements("OutputTensor", []string{"ATensor", "BTensor"}, func(_ *shader.Kernel, in []string) string {
				return shader.Wrap(a.Tensor("OutputTensor").DataType, in[0]+" + "+in[1])
			})
		}},
	{Name: "ELEMENT_WISE_IDENTITY", InPlace: true, Fields: []Field{In("InputTensor"), Out("OutputTensor"), OptAttr("ScaleBias", ScaleBiasType)},
		Check: func(a *Args) string { return first(a.SameTypes(), a.SameSizes(), a.checkScaleBias()) },
		Lower: func(a *Args) *Program {
			return a.elements("OutputTensor", []string{"InputTensor"}, func(_ *shader.Kernel, in []string) string { return a.scaled(in[0]) })
		}},
}

// checkScaleBias asks for floats where there is a ScaleBias.
func (a *Args) checkScaleBias() string {
	if !a.Has("ScaleBias") {
		return ""
	}
	return a.TypesOf("InputTensor", tensor.Float32, tensor.Float16)
}
