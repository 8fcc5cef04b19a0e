package reference

import "math"

// network is a recurrent net at one direction and batch.
type network struct {
	*run
	direction, batch int
	hidden           int
	state, cell      []float64
	names            []Attrs // activations of the direction
}

// sum is a gate's rows times the input of a step and the state, with both biases; state is the part after the recurrence alone.
func (n *network) sum(gate, h, step int, of []float64) (input, state float64) {
	x, w, r, bias := n.input(), n.in("WeightTensor"), n.in("RecurrenceTensor"), n.in("BiasTensor")
	row, gates := gate*n.hidden+h, w.Sizes[2]
	for j := range x.Sizes[3] {
		input += x.Value([]int{0, step, n.batch, j}) * w.Value([]int{0, n.direction, row, j})
	}
	for j := range n.hidden {
		state += of[j] * r.Value([]int{0, n.direction, row, j})
	}
	if bias != nil {
		input += bias.Value([]int{0, 0, n.direction, row})
		state += bias.Value([]int{0, 0, n.direction, gates + row})
	}
	return input, state
}

func (n *network) act(i int, x float64) float64 {
	if n.attrs.bool("UseClipThreshold") {
		t := n.attrs.float("ClipThreshold")
		x = math.Max(-t, math.Min(t, x))
	}
	return activations[n.names[i].name("Type")](n.names[i], []float64{x})
}

// gate is a gate whose activation is the first one, with a peephole if it has one.
func (n *network) gate(gate, h, step, peephole int, cell float64) float64 {
	input, state := n.sum(gate, h, step, n.state)
	if p := n.in("PeepholeTensor"); p != nil && peephole >= 0 {
		input += p.Value([]int{0, 0, n.direction, peephole*n.hidden + h}) * cell
	}
	return n.act(0, input+state)
}

// next is the state after a step.
func (n *network) next(step int) []float64 {
	out := make([]float64, n.hidden)
	reset := make([]float64, n.hidden) // of a GRU: the state after its reset gates
	for h := range reset {
		if n.op == "GRU" {
			reset[h] = n.gate(1, h, step, -1, 0) * n.state[h]
		}
	}
	for h := range out {
		switch n.op {
		case "RNN":
			out[h] = n.gate(0, h, step, -1, 0)
		case "GRU":
			update := n.gate(0, h, step, -1, 0)
			input, state := n.sum(2, h, step, reset)
			if n.attrs.bool("LinearBeforeReset") {
				input, state = n.sum(2, h, step, n.state)
				state *= n.gate(1, h, step, -1, 0)
			}
			out[h] = (1-update)*n.act(1, input+state) + update*n.state[h]
		case "LSTM":
			before := n.cell[h]
			in := n.gate(0, h, step, 0, before)
			forget := 1 - in
			if !n.attrs.bool("CoupleInputForget") {
				forget = n.gate(2, h, step, 2, before)
			}
			input, state := n.sum(3, h, step, n.state)
			n.cell[h] = forget*before + in*n.act(1, input+state)
			out[h] = n.gate(1, h, step, 1, n.cell[h]) * n.act(2, n.cell[h])
		}
	}
	return out
}

// recurrent goes through a sequence, in each direction and batch by itself.
func recurrent(r *run) {
	w := r.in("RecurrenceTensor")
	list := r.attrs["ActivationDescs"].([]Attrs)
	directions, hidden, steps, batches := w.Sizes[1], w.Sizes[3], r.input().Sizes[1], r.input().Sizes[2]
	for d := range directions {
		for b := range batches {
			each := len(list) / directions
			n := &network{run: r, direction: d, batch: b, hidden: hidden, names: list[d*each : (d+1)*each]}
			for h := range hidden {
				n.state, n.cell = append(n.state, spread(r.in("HiddenInitTensor"), []int{0, d, b, h}, 0)),
					append(n.cell, spread(r.in("CellMemInitTensor"), []int{0, d, b, h}, 0))
			}
			n.through(steps)
		}
	}
}

// through goes through the steps that the batch has, and writes what comes of them.
func (n *network) through(steps int) {
	length := int(spread(n.in("SequenceLengthsTensor"), []int{0, 0, 0, n.batch}, float64(steps)))
	write := func(name string, step int, of []float64) {
		if t := n.in(name); t != nil {
			for h := range n.hidden {
				t.SetValue([]int{step, n.direction, n.batch, h}, of[h])
			}
		}
	}
	for i := range steps {
		if i >= length {
			write("OutputSequenceTensor", i, make([]float64, n.hidden))
			continue
		}
		step := i
		if n.attrs.name("Direction") == "BACKWARD" || n.direction == 1 {
			step = length - 1 - i
		}
		n.state = n.next(step)
		write("OutputSequenceTensor", step, n.state)
	}
	write("OutputSingleTensor", 0, n.state)
	write("OutputCellSingleTensor", 0, n.cell)
}
