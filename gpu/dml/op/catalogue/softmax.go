package catalogue

import (
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/fold"
)

// softmaxes normalise over sets of elements: the old operators over the last axis, the new ones over any. Two folds find the largest element and the
// sum of exponentials of each set, and then every element has a work item.
var softmaxes = []*op.Row{
	softmax("ACTIVATION_HARDMAX", false, fold.Hardmax),
	softmax("ACTIVATION_HARDMAX1", true, fold.Hardmax),
	softmax("ACTIVATION_LOG_SOFTMAX", false, fold.LogSoftmax),
	softmax("ACTIVATION_LOG_SOFTMAX1", true, fold.LogSoftmax),
	fusing(softmax("ACTIVATION_SOFTMAX", false, fold.Softmax)),
	fusing(softmax("ACTIVATION_SOFTMAX1", true, fold.Softmax)),
}

// axesIn are those of an operator over a tensor of a rank.
func axesIn(a *op.Args, rank int) []uint32 {
	if a.Row.Field("Axes") >= 0 {
		return a.Uints("Axes")
	}
	return []uint32{uint32(rank - 1)}
}

func softmax(name string, axes bool, lower func(n *fold.Normal)) *op.Row {
	row := &op.Row{Name: name, Fields: []op.Field{op.In("InputTensor"), op.Out("OutputTensor")},
		Check: func(a *op.Args) string {
			return op.First(a.TypesOf("InputTensor", op.Floats...), a.SameTypes(), a.SameSizes())
		},
		Lower: func(a *op.Args) *op.Program {
			x := a.From("InputTensor")
			n := &fold.Normal{Plan: &fold.Plan{}, Name: name, From: x, Axes: axesIn(a, x.Rank()), To: a.To("OutputTensor")}
			lower(n)
			return op.Planned(n.Plan)
		}}
	if axes {
		row.Fields = append(row.Fields, op.Count("AxisCount", "Axes"), op.Must("Axes", op.UintsType))
		check := row.Check
		row.Check = func(a *op.Args) string { return op.First(check(a), a.CheckAxes("InputTensor")) }
	}
	return row
}

// fusing makes the row of a softmax one that can be fused to GEMM: it appends its dispatches to those that calculate what it normalises.
func fusing(row *op.Row) *op.Row {
	row.Normalise = func(f, a *op.Args, p *fold.Plan, from fold.Place) {
		fold.Softmax(&fold.Normal{Plan: p, Name: a.Row.Name, From: from, Axes: axesIn(f, from.Rank()), To: a.To("OutputTensor")})
	}
	return row
}
