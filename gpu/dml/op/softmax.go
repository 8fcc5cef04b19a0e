package op

import "github.com/gpuscript/gpuscript/gpu/dml/op/internal/fold"

// softmaxes normalise over sets of elements: the old operators over the last axis, the new ones over any. Two folds find the largest element and the sum of
// exponentials of each set, and then every element has a work item.
var softmaxes = []*Row{
	softmax("ACTIVATION_HARDMAX", false, fold.Hardmax),
	softmax("ACTIVATION_HARDMAX1", true, fold.Hardmax),
	softmax("ACTIVATION_LOG_SOFTMAX", false, fold.LogSoftmax),
	softmax("ACTIVATION_LOG_SOFTMAX1", true, fold.LogSoftmax),
	fusing(softmax("ACTIVATION_SOFTMAX", false, fold.Softmax)),
	fusing(softmax("ACTIVATION_SOFTMAX1", true, fold.Softmax)),
}

// axes are those of an operator over a tensor of a rank.
func (a *Args) axes(rank int) []uint32 {
	if a.Row.Field("Axes") >= 0 {
		return a.Uints("Axes")
	}
	return []uint32{uint32(rank - 1)}
}

func softmax(name string, axes bool, lower func(n *fold.Normal)) *Row {
	row := &Row{Name: name, Fields: []Field{In("InputTensor"), Out("OutputTensor")},
		Check: func(a *Args) string { return first(a.TypesOf("InputTensor", floats...), a.SameTypes(), a.SameSizes()) },
		Lower: func(a *Args) *Program {
			x := a.input("InputTensor")
			n := &fold.Normal{Plan: &fold.Plan{}, Name: name, From: x, Axes: a.axes(x.Rank()), To: a.output("OutputTensor")}
			lower(n)
			return planned(n.Plan)
		}}
	if axes {
		row.Fields = append(row.Fields, Count("AxisCount", "Axes"), Must("Axes", UintsType))
		check := row.Check
		row.Check = func(a *Args) string { return first(check(a), a.checkAxes("InputTensor")) }
	}
	return row
}

// fusing makes the row of a softmax one that can be fused to GEMM: it appends its dispatches to those that calculate what it normalises.
func fusing(row *Row) *Row {
	row.Normalise = func(f, a *Args, p *fold.Plan, from fold.Place) {
		fold.Softmax(&fold.Normal{Plan: p, Name: a.Row.Name, From: from, Axes: f.axes(from.Rank()), To: a.output("OutputTensor")})
	}
	return row
}
