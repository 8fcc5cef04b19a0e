package catalogue

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/fold"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// sorting are the operators that sort along an axis.
var sorting = []*op.Row{
	{Name: "TOP_K", Fields: []op.Field{op.In("InputTensor"), op.Out("OutputValueTensor"), op.Out("OutputIndexTensor"),
		op.Must("Axis", op.UintType), op.Must("K", op.UintType)},
		Check: checkTopK, Lower: func(a *op.Args) *op.Program { return lowerTopK(a, true) }},
	{Name: "TOP_K1", Fields: []op.Field{op.In("InputTensor"), op.Out("OutputValueTensor"), op.Out("OutputIndexTensor"),
		op.Must("Axis", op.UintType), op.Must("K", op.UintType),
		op.Enum("AxisDirection", "INCREASING", "DECREASING")},
		Check: checkTopK, Lower: func(a *op.Args) *op.Program { return lowerTopK(a, a.Named("AxisDirection") == "DECREASING") }},
}

func checkTopK(a *op.Args) string {
	x := a.Tensor("InputTensor")
	if why := op.First(a.TypesOf("InputTensor", op.AllTypes...), a.SameTypes("InputTensor", "OutputValueTensor"),
		a.TypesOf("OutputIndexTensor", tensor.Uint32), a.CheckAxis("Axis", "InputTensor")); why != "" {
		return why
	}
	axis := a.Uint("Axis")
	if n := x.Sizes[axis]; a.Uint("K") < 1 || a.Uint("K") > n {
		return fmt.Sprintf("K is %d. It is expected to be from 1 to %d, the size of tensor 'InputTensor' along Axis.", a.Uint("K"), n)
	}
	want := append([]uint32(nil), x.Sizes...)
	want[axis] = a.Uint("K")
	return op.First(a.SizesOf("OutputValueTensor", want, "those of InputTensor, with K along Axis"),
		a.SizesOf("OutputIndexTensor", want, "those of InputTensor, with K along Axis"))
}

func lowerTopK(a *op.Args, descending bool) *op.Program {
	p := &fold.Plan{}
	s := fold.Sort{Name: a.Row.Name, From: a.From("InputTensor"), Values: a.To("OutputValueTensor"), Numbers: a.To("OutputIndexTensor"),
		Axis: a.Uint("Axis"), Descending: descending}
	s.Run(p)
	return op.Planned(p)
}
