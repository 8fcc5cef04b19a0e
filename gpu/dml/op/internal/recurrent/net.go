package recurrent

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/fold"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// Args are the tensors and attributes of an operator.
type Args interface {
	Has(name string) bool
	Tensor(name string) *tensor.Desc
	Named(name string) string
	Uint(name string) uint32
	Bool(name string) bool
	Float(name string) float32
	TypesOf(name string, allowed ...tensor.DataType) string
	SameTypes(names ...string) string
	RankOf(name string, least, most int) string
	SizesOf(name string, want []uint32, why string) string
}

// Net is an operator that is being checked or written.
type Net struct {
	Args
	Gates       uint32 // rows of weights for each hidden element
	Activations int    // for each direction
	Given       int    // activations that there are
	// In and Out are tensors in a kernel, nil where they are absent.
	In, Out func(k *shader.Kernel, name string) *shader.Tensor
	// Activate is activation number n for x, a name.
	Activate func(k *shader.Kernel, n int, x string) string
}

// directions are how many ways the steps are taken.
func (n *Net) directions() uint32 {
	if n.Named("Direction") == "BIDIRECTIONAL" {
		return 2
	}
	return 1
}

// dims are the sizes that all tensors share.
func (n *Net) dims() (steps, batches, inputs, hidden uint32) {
	x, w := n.Tensor("InputTensor").Sizes, n.Tensor("RecurrenceTensor").Sizes
	return x[1], x[2], x[3], w[3]
}

// Check says what the net does not take.
func (n *Net) Check() string {
	tensors := []string{"InputTensor", "WeightTensor", "RecurrenceTensor", "BiasTensor", "HiddenInitTensor",
		"OutputSequenceTensor", "OutputSingleTensor"}
	if n.Gates == 4 {
		tensors = append(tensors, "CellMemInitTensor", "PeepholeTensor", "OutputCellSingleTensor")
	}
	for _, why := range []string{n.TypesOf("InputTensor", tensor.Float32, tensor.Float16), n.SameTypes(tensors...),
		n.TypesOf("SequenceLengthsTensor", tensor.Uint32),
		n.RankOf("InputTensor", 4, 4), n.RankOf("RecurrenceTensor", 4, 4)} {
		if why != "" {
			return why
		}
	}
	if want := n.Activations * int(n.directions()); n.Given != want {
		return fmt.Sprintf("ActivationDescs has %d entries. It is expected to have %d, %d for each direction.", n.Given, want, n.Activations)
	}
	return n.sizes()
}

// sizes is what Check says of sizes. Gates of one element follow each other by gate, not by element.
func (n *Net) sizes() string {
	steps, batches, inputs, hidden := n.dims()
	d := n.directions()
	for _, t := range []struct {
		name string
		want []uint32
		why  string
	}{
		{"InputTensor", []uint32{1, steps, batches, inputs}, "one sequence of batches of inputs"},
		{"WeightTensor", []uint32{1, d, n.Gates * hidden, inputs}, "directions, gates times hidden elements, and inputs"},
		{"RecurrenceTensor", []uint32{1, d, n.Gates * hidden, hidden}, "directions, gates times hidden elements, and hidden elements"},
		{"BiasTensor", []uint32{1, 1, d, 2 * n.Gates * hidden}, "directions, and twice the gates times hidden elements"},
		{"HiddenInitTensor", []uint32{1, d, batches, hidden}, "directions, batches and hidden elements"},
		{"SequenceLengthsTensor", []uint32{1, 1, 1, batches}, "a length for each batch"},
		{"CellMemInitTensor", []uint32{1, d, batches, hidden}, "directions, batches and hidden elements"},
		{"PeepholeTensor", []uint32{1, 1, d, 3 * hidden}, "directions, and three times the hidden elements"},
		{"OutputSequenceTensor", []uint32{steps, d, batches, hidden}, "steps, directions, batches and hidden elements"},
		{"OutputSingleTensor", []uint32{1, d, batches, hidden}, "directions, batches and hidden elements"},
		{"OutputCellSingleTensor", []uint32{1, d, batches, hidden}, "directions, batches and hidden elements"},
	} {
		if n.Gates != 4 && (t.name == "CellMemInitTensor" || t.name == "PeepholeTensor" || t.name == "OutputCellSingleTensor") {
			continue
		}
		if why := n.SizesOf(t.name, t.want, t.why); why != "" {
			return why
		}
	}
	return ""
}

// Body is a net in the dispatch of its steps.
type Body struct {
	*Net
	k                *shader.Kernel
	hidden           uint32
	direction, batch string
	gates            *shader.Tensor // what the gates of the running step are worth
	state, cell      *shader.Tensor // hidden elements, and the memory of an LSTM
}

// Lower writes the dispatches. step writes what becomes of the state in one step.
func (n *Net) Lower(name string, p *fold.Plan, step func(b *Body)) {
	steps, batches, inputs, hidden := n.dims()
	d, rows := n.directions(), n.Gates*hidden
	worth := p.Store(tensor.Float32, steps, d, batches, rows)
	n.project(name, p, worth, inputs)
	k := shader.New(name, uint64(d)*uint64(batches))
	at := k.Coords("i", []uint32{d, batches})
	b := &Body{Net: n, k: k, hidden: hidden, direction: at[0], batch: at[1]}
	b.gates, b.state = p.Store(tensor.Float32, d, batches, rows).In(k), p.Store(tensor.Float32, d, batches, hidden).In(k)
	b.begin(b.state, "HiddenInitTensor")
	if n.Gates == 4 {
		b.cell = p.Store(tensor.Float32, d, batches, hidden).In(k)
		b.begin(b.cell, "CellMemInitTensor")
	}
	length := k.Let("length", "uint(%d)", steps)
	if lengths := n.In(k, "SequenceLengthsTensor"); lengths != nil {
		k.Line("%s = min(%s, %s)", length, length, lengths.At([]string{b.batch}))
	}
	k.Block("for step = 0, %d do", steps-1)
	k.Block("if uint(step) < %s then", length)
	now := k.Let("now", "%s", n.at(b.direction, "uint(step)", length))
	b.recur(worth.In(k), now)
	step(b)
	b.write("OutputSequenceTensor", now, b.state)
	k.Else("else")
	b.write("OutputSequenceTensor", "uint(step)", nil)
	k.End()
	k.End()
	b.write("OutputSingleTensor", "0", b.state)
	if n.Gates == 4 {
		b.write("OutputCellSingleTensor", "0", b.cell)
	}
	p.Add(k)
}

// at is the number of the time step that comes as number step.
func (n *Net) at(direction, step, length string) string {
	back := fmt.Sprintf("%s - 1 - %s", length, step)
	switch n.Named("Direction") {
	case "FORWARD":
		return step
	case "BACKWARD":
		return back
	}
	return fmt.Sprintf("%s == 0 and %s or %s", direction, step, back)
}

// project writes the dispatch of all products of inputs and weights, with the first half of the biases.
func (n *Net) project(name string, p *fold.Plan, worth fold.Stored, inputs uint32) {
	k := shader.New(name, worth.Count())
	x, w, y := n.In(k, "InputTensor"), n.In(k, "WeightTensor"), worth.In(k)
	at := k.Coords("i", worth.Sizes)
	sum := k.Let("sum", "0.0")
	if bias := n.In(k, "BiasTensor"); bias != nil {
		k.Line("%s = %s", sum, bias.At([]string{at[1], at[3]}))
	}
	k.Block("for j = 0, %d do", inputs-1)
	k.Line("%s = %s + %s * %s", sum, sum, x.At([]string{at[0], at[2], "uint(j)"}), w.At([]string{at[1], at[3], "uint(j)"}))
	k.End()
	y.Store("i", sum)
	p.Add(k)
}
