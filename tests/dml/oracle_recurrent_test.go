package dml_test

import (
	"fmt"
	"testing"

	"github.com/gpuscript/gpuscript/tests/dml/reference"
)

// acts are activations by name.
func acts(names ...string) []reference.Attrs {
	var out []reference.Attrs
	for _, name := range names {
		out = append(out, reference.Attrs{"Type": "ACTIVATION_" + name})
	}
	return out
}

// TestRecurrentNets holds nets of all kinds against the reference: directions, lengths that differ, states and outputs that are there or not, and
// every attribute.
func TestRecurrentNets(t *testing.T) {
	loud, silent := newMachine(t, true), newMachine(t, false)
	const steps, batches, inputs, hidden = 4, 3, 2, 5
	for name, gates := range map[string]int{"RNN": 1, "GRU": 3, "LSTM": 4} {
		list := map[string][]reference.Attrs{"RNN": acts("TANH"), "GRU": acts("SIGMOID", "TANH"), "LSTM": acts("SIGMOID", "TANH", "SOFTSIGN")}[name]
		other := map[string][]reference.Attrs{"RNN": acts("SIGMOID"), "GRU": acts("SIGMOID", "RELU"), "LSTM": acts("SIGMOID", "SOFTSIGN", "TANH")}[name]
		for i, direction := range []string{"FORWARD", "BACKWARD", "BIDIRECTIONAL"} {
			for all, typ := range []reference.Type{"FLOAT32", "FLOAT16"} {
				t.Run(fmt.Sprint(name, direction, typ), func(t *testing.T) {
					d, attrs := 1, reference.Attrs{"Direction": direction, "ActivationDescs": list}
					if direction == "BIDIRECTIONAL" {
						d, attrs["ActivationDescs"] = 2, append(append([]reference.Attrs(nil), list...), other...)
					}
					s := newSource(domain{-1, 1})
					in := func(sizes ...int) []*reference.Tensor { return one(s.tensor(typ, sizes...)) }
					out := func(sizes ...int) []*reference.Tensor { return one(reference.New(typ, sizes, nil)) }
					c := reference.Case{Op: name, Attrs: attrs, Tensors: map[string][]*reference.Tensor{"InputTensor": in(1, steps, batches, inputs), "WeightTensor": in(1, d, gates*hidden, inputs),
						"RecurrenceTensor": in(1, d, gates*hidden, hidden), "OutputSequenceTensor": out(steps, d, batches, hidden)}}
					if all == 0 {
						c.Tensors["BiasTensor"], c.Tensors["HiddenInitTensor"], c.Tensors["OutputSingleTensor"] = in(1, 1, d, 2*gates*hidden), in(1, d, batches, hidden), out(1, d, batches, hidden)
						lengths := reference.New("UINT32", []int{1, 1, 1, batches}, nil)
						for b, n := range []int64{4, 2, 0} {
							lengths.Data[b].I = n
						}
						c.Tensors["SequenceLengthsTensor"] = one(lengths)
					}
					switch name {
					case "GRU":
						attrs["LinearBeforeReset"] = i%2 == all
					case "LSTM":
						attrs["CoupleInputForget"], attrs["UseClipThreshold"], attrs["ClipThreshold"] = i == 1, i == 2, 0.5
						c.Tensors["OutputCellSingleTensor"] = out(1, d, batches, hidden)
						if all == 0 {
							c.Tensors["CellMemInitTensor"], c.Tensors["PeepholeTensor"] = in(1, d, batches, hidden), in(1, 1, d, 3*hidden)
						}
					}
					abs, rel := within(typ)
					r, h := loud, how{padded: true}
					if typ == "FLOAT16" {
						r, h = silent, how{graph: true}
					}
					r.hold(t, c, h, 10*abs, 10*rel)
				})
			}
		}
	}
}
