package op

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/fold"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// sorting are the operators that sort along an axis.
var sorting = []*Row{
	{Name: "TOP_K", Fields: []Field{In("InputTensor"), Out("OutputValueTensor"), Out("OutputIndexTensor"), Must("Axis", UintType), Must("K", UintType)},
		Check: checkTopK, Lower: func(a *Args) *Program { return lowerTopK(a, true) }},
	{Name: "TOP_K1", Fields: []Field{In("InputTensor"), Out("OutputValueTensor"), Out("OutputIndexTensor"), Must("Axis", UintType), Must("K", UintType),
		Enum("AxisDirection", "INCREASING", "DECREASING")},
		Check: checkTopK, Lower: func(a *Args) *Program { return lowerTopK(a, a.Named("AxisDirection") == "DECREASING") }},
}

func checkTopK(a *Args) string {
	x := a.Tensor("InputTensor")
	if why := first(a.TypesOf("InputTensor", allTypes...), a.SameTypes("InputTensor", "OutputValueTensor"), a.TypesOf("OutputIndexTensor", tensor.Uint32), a.checkAxis("Axis", "InputTensor")); why != "" {
		return why
	}
	axis := a.Uint("Axis")
	if n := x.Sizes[axis]; a.Uint("K") < 1 || a.Uint("K") > n {
		return fmt.Sprintf("K is %d. It is expected to be from 1 to %d, the size of tensor 'InputTensor' along Axis.", a.Uint("K"), n)
	}
	want := append([]uint32(nil), x.Sizes...)
	want[axis] = a.Uint("K")
	return first(a.SizesOf("OutputValueTensor", want, "those of InputTensor, with K along Axis"), a.SizesOf("OutputIndexTensor", want, "those of InputTensor, with K along Axis"))
}

func lowerTopK(a *Args, descending bool) *Program {
	p := &fold.Plan{}
	s := fold.Sort{Name: a.Row.Name, From: a.input("InputTensor"), Values: a.output("OutputValueTensor"), Numbers: a.output("OutputIndexTensor"),
		Axis: a.Uint("Axis"), Descending: descending}
	s.Run(p)
	return planned(p)
}
