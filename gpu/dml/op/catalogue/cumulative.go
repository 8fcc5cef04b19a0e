package catalogue

import (
	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/fold"
)

// cumulative are the operators that write running results along an axis: the order of their operations is that of a scan.
var cumulative = []*op.Row{
	running("CUMULATIVE_PRODUCT", "HasExclusiveProduct", 1, shader.Math.Mul),
	running("CUMULATIVE_SUMMATION", "HasExclusiveSum", 0, shader.Math.Add),
}

func running(name, exclusive string, start float64, join func(m shader.Math, a, b string) string) *op.Row {
	return &op.Row{Name: name, InPlace: true,
		Fields: []op.Field{op.In("InputTensor"), op.Out("OutputTensor"), op.Must("Axis", op.UintType),
			op.Enum("AxisDirection", "INCREASING", "DECREASING"), op.Attr(exclusive, op.BoolType)},
		Check: func(a *op.Args) string {
			return op.First(a.TypesOf("InputTensor", op.AllTypes...), a.SameTypes(), a.SameSizes(), a.CheckAxis("Axis", "InputTensor"))
		},
		Lower: func(a *op.Args) *op.Program {
			p := &fold.Plan{}
			s := fold.Scan{Name: name, From: a.From("InputTensor"), To: a.To("OutputTensor"), Axis: int(a.Uint("Axis")),
				Backward: a.Named("AxisDirection") == "DECREASING", Exclusive: a.Bool(exclusive), Start: start, Join: join}
			s.Run(p)
			return op.Planned(p)
		}}
}
