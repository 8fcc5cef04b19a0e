package op

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/fold"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// Steps is a program of dispatches without memory of its own.
func Steps(kernels ...*shader.Kernel) *Program {
	p := &Program{}
	for _, k := range kernels {
		p.Steps = append(p.Steps, k.Step())
	}
	return p
}

// Kernel begins a kernel of the operator with a work item for each element of a tensor.
func (a *Args) Kernel(of *tensor.Desc) *shader.Kernel { return shader.New(a.Row.Name, of.Count()) }

// In is the tensor of an input field in a kernel, nil if it is absent.
func (a *Args) In(k *shader.Kernel, name string) *shader.Tensor {
	if !a.Has(name) {
		return nil
	}
	return k.Input(a.Number(name), a.Tensor(name))
}

// Out is the tensor of an output field in a kernel, nil if it is absent.
func (a *Args) Out(k *shader.Kernel, name string) *shader.Tensor {
	if !a.Has(name) {
		return nil
	}
	return k.Output(a.Number(name), a.Tensor(name))
}

// Activated is a value after the fused activation, if there is one.
func (a *Args) Activated(k *shader.Kernel, field, value string) string {
	if f := a.Operator(field); f != nil {
		return f.Row.Activate(k, f, k.Let("x", "%s", value))
	}
	return value
}

// Scaled is an element of an input with ScaleBias applied.
func (a *Args) Scaled(x string) string {
	if s := a.ScaleBias("ScaleBias"); s != nil {
		return "(" + x + " * " + shader.Float(s.Scale) + " + " + shader.Float(s.Bias) + ")"
	}
	return x
}

// Elements makes a program of one kernel that gives every element of the output a value, which is calculated from the elements of inputs at the same
// coordinates. Dimensions that are one row in all of the tensors are taken as one: tensors without gaps need no coordinates at all.
func (a *Args) Elements(output string, inputs []string, value func(k *shader.Kernel, in []string) string) *Program {
	return a.AllElements([]string{output}, inputs, func(k *shader.Kernel, in []string) []string { return []string{value(k, in)} })
}

// AllElements is Elements for several outputs. Everything is read before anything is written, so that outputs may lie over inputs.
func (a *Args) AllElements(outputs, inputs []string, values func(k *shader.Kernel, in []string) []string) *Program {
	var all []*tensor.Desc
	for _, name := range slices.Concat(outputs, inputs) {
		if a.Has(name) {
			all = append(all, a.Tensor(name))
		}
	}
	all = tensor.Collapse(all...)
	k := a.Kernel(all[0])
	coords := k.Coords("i", all[0].Sizes)
	to, all := all[:len(outputs)], all[len(outputs):]
	in := make([]string, len(inputs))
	for n, name := range inputs {
		if a.Has(name) {
			in[n] = k.Let("x", "%s", k.Input(a.Number(name), all[0]).At(coords))
			all = all[1:]
		}
	}
	out := values(k, in)
	for n := range out[1:] {
		out[n] = k.Let("y", "%s", out[n])
	}
	for n, name := range outputs {
		y := k.Output(a.Number(name), to[n])
		y.Store(y.Index(coords), out[n])
	}
	return Steps(k)
}

// Placed makes a program of one kernel that gives every element of the output a value, which is calculated from its coordinates.
func (a *Args) Placed(value func(k *shader.Kernel, at []string) string) *Program {
	return a.PlacedIn("OutputTensor", value)
}

// PlacedIn is Placed for an output of another name.
func (a *Args) PlacedIn(output string, value func(k *shader.Kernel, at []string) string) *Program {
	k := a.Kernel(a.Tensor(output))
	y := a.Out(k, output)
	at := k.Coords("i", y.Sizes)
	y.Store(y.Index(at), value(k, at))
	return Steps(k)
}

// From is the tensor of an input field as one that folds read.
func (a *Args) From(field string) fold.Place {
	return fold.Place{Desc: a.Tensor(field), In: func(k *shader.Kernel) *shader.Tensor { return a.In(k, field) }}
}

// To is the tensor of an output field as one that folds write.
func (a *Args) To(field string) fold.Place {
	return fold.Place{Desc: a.Tensor(field), In: func(k *shader.Kernel) *shader.Tensor { return a.Out(k, field) }}
}

// Planned is the program of a plan.
func Planned(p *fold.Plan) *Program { return &Program{Steps: p.Steps, Temp: p.Temp} }
