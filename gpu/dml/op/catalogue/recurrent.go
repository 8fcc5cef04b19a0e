package catalogue

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/fold"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/recurrent"
)

// recurrents are the operators that go through sequences step by step.
var recurrents = []*op.Row{
	network("GRU", 3, 2, recurrent.GRU, nil, nil, nil, op.Attr("LinearBeforeReset", op.BoolType)),
	network("LSTM", 4, 3, recurrent.LSTM, []op.Field{op.OptIn("CellMemInitTensor")}, []op.Field{op.OptIn("PeepholeTensor")},
		[]op.Field{op.OptOut("OutputCellSingleTensor")},
		op.Attr("ClipThreshold", op.FloatType), op.Attr("UseClipThreshold", op.BoolType), op.Attr("CoupleInputForget", op.BoolType)),
	network("RNN", 1, 1, recurrent.RNN, nil, nil, nil),
}

// network is the row of a recurrent net, with fields after the initial state, after the lengths and after the outputs.
func network(name string, gates uint32, activations int, step func(*recurrent.Body), states, inputs, outputs []op.Field,
	attributes ...op.Field) *op.Row {
	net := func(a *op.Args) *recurrent.Net {
		return &recurrent.Net{Args: a, Gates: gates, Activations: activations, Given: len(a.Operators("ActivationDescs")), In: a.In, Out: a.Out,
			Activate: func(k *shader.Kernel, n int, x string) string {
				f := a.Operators("ActivationDescs")[n]
				return f.Row.Activate(k, f, x)
			}}
	}
	return &op.Row{Name: name,
		Fields: slices.Concat([]op.Field{op.In("InputTensor"), op.In("WeightTensor"), op.In("RecurrenceTensor"), op.OptIn("BiasTensor"),
			op.OptIn("HiddenInitTensor")}, states, []op.Field{op.OptIn("SequenceLengthsTensor")}, inputs,
			[]op.Field{op.OptOut("OutputSequenceTensor"), op.OptOut("OutputSingleTensor")}, outputs,
			[]op.Field{op.Count("ActivationDescCount", "ActivationDescs"),
				{Name: "ActivationDescs", Kind: op.Attribute, Type: op.OperatorsType, Required: true, Fuses: op.Fusable},
				op.Enum("Direction", "FORWARD", "BACKWARD", "BIDIRECTIONAL")}, attributes),
		Check: func(a *op.Args) string { return net(a).Check() },
		Lower: func(a *op.Args) *op.Program {
			p := &fold.Plan{}
			net(a).Lower(name, p, step)
			return op.Planned(p)
		}}
}
