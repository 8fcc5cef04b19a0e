package op

import (
	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/fold"
)

// cumulative are the operators that write running results along an axis: the order of their operations is that of a scan.
var cumulative = []*Row{
	running("CUMULATIVE_PRODUCT", "HasExclusiveProduct", 1, shader.Math.Mul),
	running("CUMULATIVE_SUMMATION", "HasExclusiveSum", 0, shader.Math.Add),
}

func running(name, exclusive string, start float64, join func(m shader.Math, a, b string) string) *Row {
	return &Row{Name: name, InPlace: true,
		Fields: []Field{In("InputTensor"), Out("OutputTensor"), Must("Axis", UintType), Enum("AxisDirection", "INCREASING", "DECREASING"), Attr(exclusive, BoolType)},
		Check: func(a *Args) string {
			return first(a.TypesOf("InputTensor", allTypes...), a.SameTypes(), a.SameSizes(), a.checkAxis("Axis", "InputTensor"))
		},
		Lower: func(a *Args) *Program {
			p := &fold.Plan{}
			s := fold.Scan{Name: name, From: a.input("InputTensor"), To: a.output("OutputTensor"), Axis: int(a.Uint("Axis")),
				Backward: a.Named("AxisDirection") == "DECREASING", Exclusive: a.Bool(exclusive), Start: start, Join: join}
			s.Run(p)
			return planned(p)
		}}
}

// checkAxis asks for an axis that a tensor has.
func (a *Args) checkAxis(attribute, input string) string {
	if rank := a.Tensor(input).Rank(); int(a.Uint(attribute)) >= rank {
		return attribute + " is " + number(a.Uint(attribute)) + ". Tensor '" + input + "' has the axes 0 to " + number(uint32(rank-1)) + "."
	}
	return ""
}
