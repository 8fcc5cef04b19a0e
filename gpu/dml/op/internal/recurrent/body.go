package recurrent

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
)

// each opens a loop over the hidden elements; do gets the number of one, a uint.
func (b *Body) each(do func(h string)) {
	name := b.k.Name("h")
	b.k.Block("for %s = 0, %d do", name, b.hidden-1)
	do(b.k.Let("h", "uint(%s)", name))
	b.k.End()
}

// own is the place of an element in a tensor of directions, batches and others.
func (b *Body) own(t *shader.Tensor, element string) string {
	return t.Index([]string{b.direction, b.batch, element})
}

// begin sets a state to an input, or to 0.
func (b *Body) begin(state *shader.Tensor, from string) {
	b.each(func(h string) {
		value := "0.0"
		if t := b.In(b.k, from); t != nil {
			value = t.At([]string{b.direction, b.batch, h})
		}
		state.Store(b.own(state, h), value)
	})
}

// write copies a state to an output at a step, or 0 without one.
func (b *Body) write(to, step string, state *shader.Tensor) {
	y := b.Out(b.k, to)
	if y == nil {
		return
	}
	b.each(func(h string) {
		value := "0.0"
		if state != nil {
			value = state.Load(b.own(state, h))
		}
		y.Store(y.Index([]string{step, b.direction, b.batch, h}), value)
	})
}

// row is the number of a row of weights, of a gate and a hidden element.
func (b *Body) row(gate int, h string) string {
	return fmt.Sprintf("%d + %s", uint32(gate)*b.hidden, h)
}

// product is the sum of a row of the recurrence times elements, with its part of the biases.
func (b *Body) product(gate int, h string, element func(j string) string) string {
	k, rows := b.k, b.Gates*b.hidden
	sum := k.Let("sum", "0.0")
	if bias := b.In(k, "BiasTensor"); bias != nil {
		k.Line("%s = %s", sum, bias.At([]string{b.direction, fmt.Sprintf("%d + %s", rows, b.row(gate, h))}))
	}
	j := k.Name("j")
	k.Block("for %s = 0, %d do", j, b.hidden-1)
	k.Line("%s = %s + %s * %s", sum, sum, element("uint("+j+")"), b.In(k, "RecurrenceTensor").
		At([]string{b.direction, b.row(gate, h), "uint(" + j + ")"}))
	k.End()
	return sum
}

// stateAt is a hidden element of the step before.
func (b *Body) stateAt(h string) string { return b.state.Load(b.own(b.state, h)) }

// gate is what a gate of a hidden element is worth.
func (b *Body) gate(gate int, h string) string { return b.gates.Load(b.own(b.gates, b.row(gate, h))) }

// put sets what a gate is worth.
func (b *Body) put(gate int, h, value string) { b.gates.Store(b.own(b.gates, b.row(gate, h)), value) }

// recur sets all gates to what inputs and the state are worth; the last one of a GRU gets the inputs only, since its state comes later.
func (b *Body) recur(worth *shader.Tensor, now string) {
	b.each(func(h string) {
		for gate := range int(b.Gates) {
			input := worth.At([]string{now, b.direction, b.batch, b.row(gate, h)})
			if b.Gates != 3 || gate < 2 {
				input += " + " + b.product(gate, h, b.stateAt)
			}
			b.put(gate, h, input)
		}
	})
}

// act is an activation of the direction for an expression.
func (b *Body) act(n int, x string) string {
	x = b.k.Let("x", "%s", x)
	if b.Gates == 4 && b.Bool("UseClipThreshold") {
		x = b.k.Let("x", "clamp(%s, %s, %s)", x, shader.Float(-b.Float("ClipThreshold")), shader.Float(b.Float("ClipThreshold")))
	}
	first := b.k.Let("y", "%s", b.Activate(b.k, n, x))
	if b.directions() == 1 {
		return first
	}
	return b.k.Let("y", "%s == 0 and %s or %s", b.direction, first, b.k.Let("y", "%s", b.Activate(b.k, b.Activations+n, x)))
}

// RNN is a step of a plain net: the hidden elements are the activated gates.
func RNN(b *Body) {
	b.each(func(h string) { b.state.Store(b.own(b.state, h), b.act(0, b.gate(0, h))) })
}

// GRU is a step of a gated recurrent unit, with gates for update, reset and what is new.
func GRU(b *Body) {
	linear := b.Bool("LinearBeforeReset")
	b.each(func(h string) {
		b.put(0, h, b.act(0, b.gate(0, h)))
		b.put(1, h, b.act(0, b.gate(1, h)))
	})
	b.each(func(h string) {
		if linear {
			b.put(2, h, b.act(1, fmt.Sprintf("%s + %s * %s", b.gate(2, h), b.gate(1, h), b.product(2, h, b.stateAt))))
			return
		}
		b.put(2, h, b.act(1, b.gate(2, h)+" + "+b.product(2, h, func(j string) string { return b.gate(1, j) + " * " + b.stateAt(j) })))
	})
	b.each(func(h string) {
		update := b.k.Let("update", "%s", b.gate(0, h))
		b.state.Store(b.own(b.state, h), fmt.Sprintf("(1.0 - %s) * %s + %s * %s", update, b.gate(2, h), update, b.stateAt(h)))
	})
}

// LSTM is a step of a long short-term memory, with gates for input, output, forgetting and the cell.
func LSTM(b *Body) {
	peephole := b.In(b.k, "PeepholeTensor")
	peep := func(n int, h, cell string) string {
		if peephole == nil {
			return ""
		}
		return fmt.Sprintf(" + %s * %s", peephole.At([]string{b.direction, b.row(n, h)}), cell)
	}
	b.each(func(h string) {
		before := b.k.Let("before", "%s", b.cell.Load(b.own(b.cell, h)))
		in := b.act(0, b.gate(0, h)+peep(0, h, before))
		forget := b.k.Let("forget", "1.0 - %s", in)
		if !b.Bool("CoupleInputForget") {
			forget = b.act(0, b.gate(2, h)+peep(2, h, before))
		}
		cell := b.k.Let("cell", "%s * %s + %s * %s", forget, before, in, b.act(1, b.gate(3, h)))
		b.cell.Store(b.own(b.cell, h), cell)
		out := b.act(0, b.gate(1, h)+peep(1, h, cell))
		b.state.Store(b.own(b.state, h), out+" * "+b.act(2, cell))
	})
}
