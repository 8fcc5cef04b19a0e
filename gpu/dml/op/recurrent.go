package op

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/fold"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/recurrent"
)

// recurrents are the operators that go through sequences step by step.
var recurrents = []*Row{
	network("GRU", 3, 2, recurrent.GRU, nil, nil, nil, Attr("LinearBeforeReset", BoolType)),
	network("LSTM", 4, 3, recurrent.LSTM, []Field{OptIn("CellMemInitTensor")}, []Field{OptIn("PeepholeTensor")}, []Field{OptOut("OutputCellSingleTensor")},
		Attr("ClipThreshold", FloatType), Attr("UseClipThreshold", BoolType), Attr("CoupleInputForget", BoolType)),
	network("RNN", 1, 1, recurrent.RNN, nil, nil, nil),
}

// network is the row of a recurrent net, with fields behind the initial state, behind the lengths and behind the outputs.
func network(name string, gates uint32, activations int, step func(*recurrent.Body), states, inputs, outputs []Field, attributes ...Field) *Row {
	net := func(a *Args) *recurrent.Net {
		return &recurrent.Net{Args: a, Gates: gates, Activations: activations, Given: len(a.Operators("ActivationDescs")), In: a.in, Out: a.out,
			Activate: func(k *shader.Kernel, n int, x string) string {
				f := a.Operators("ActivationDescs")[n]
				return f.Row.Activate(k, f, x)
			}}
	}
	return &Row{Name: name,
		Fields: slices.Concat([]Field{In("InputTensor"), In("WeightTensor"), In("RecurrenceTensor"), OptIn("BiasTensor"), OptIn("HiddenInitTensor")}, states, []Field{OptIn("SequenceLengthsTensor")}, inputs,
			[]Field{OptOut("OutputSequenceTensor"), OptOut("OutputSingleTensor")}, outputs, []Field{Count("ActivationDescCount", "ActivationDescs"),
				{Name: "ActivationDescs", Kind: Attribute, Type: OperatorsType, Required: true, Fuses: fusable}, Enum("Direction", "FORWARD", "BACKWARD", "BIDIRECTIONAL")}, attributes),
		Check: func(a *Args) string { return net(a).Check() },
		Lower: func(a *Args) *Program {
			p := &fold.Plan{}
			net(a).Lower(name, p, step)
			return planned(p)
		}}
}
