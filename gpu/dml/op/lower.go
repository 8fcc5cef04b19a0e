package op

import (
	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// steps is a program of dispatches without memory of its own.
func steps(kernels ...*shader.Kernel) *Program {
	p := &Program{}
	for _, k := range kernels {
		p.Steps = append(p.Steps, k.Step())
	}
	return p
}

// kernel begins a kernel of the operator with a work item for each element of a tensor.
func (a *Args) kernel(of *tensor.Desc) *shader.Kernel { return shader.New(a.Row.Name, of.Count()) }

// in is the tensor of an input field in a kernel, nil if it is absent.
func (a *Args) in(k *shader.Kernel, name string) *shader.Tensor {
	if !a.Has(name) {
		return nil
	}
	return k.Input(a.Number(name), a.Tensor(name))
}

// out is the tensor of an output field in a kernel, nil if it is absent.
func (a *Args) out(k *shader.Kernel, name string) *shader.Tensor {
	if !a.Has(name) {
		return nil
	}
	return k.Output(a.Number(name), a.Tensor(name))
}

// activated is a value behind the fused activation, if there is one.
func (a *Args) activated(k *shader.Kernel, field, value string) string {
	if f := a.Operator(field); f != nil {
		return f.Row.Activate(k, f, k.Let("x", "%s", value))
	}
	return value
}

// scaled is an element of an input with ScaleBias applied.
func (a *Args) scaled(x string) string {
	if s := a.ScaleBias("ScaleBias"); s != nil {
		return "(" + x + " * " + shader.Float(s.Scale) + " + " + shader.Float(s.Bias) + ")"
	}
	return x
}

// elements makes a program of one kernel that gives every element of the output a value, which is calculated from the elements of inputs at the same
// coordinates. Dimensions that are one row in all of the tensors are taken as one: tensors without gaps need no coordinates at all.
func (a *Args) elements(output string, inputs []string, value func(k *shader.Kernel, in []string) string) *Program {
	all := []*tensor.Desc{a.Tensor(output)}
	for _, name := range inputs {
		if a.Has(name) {
			all = append(all, a.Tensor(name))
		}
	}
	all = tensor.Collapse(all...)
	k := a.kernel(all[0])
	y := k.Output(a.Number(output), all[0])
	coords := k.Coords("i", y.Sizes)
	in := make([]string, len(inputs))
	for n, name := range inputs {
		if a.Has(name) {
			all = all[1:]
			in[n] = k.Let("x", "%s", k.Input(a.Number(name), all[0]).At(coords))
		}
	}
	y.Store(y.Index(coords), value(k, in))
	return steps(k)
}
