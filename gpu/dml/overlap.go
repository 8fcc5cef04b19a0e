package dml

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/internal/words"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
)

// area is a range of bytes that a dispatch reads or writes.
type area struct {
	name   string
	b      BufferBinding
	size   uint64
	bound  *op.Bound // of inputs and outputs
	writes bool
	at     gpu.Site // the call that bound it
}

// areas are all ranges that are bound.
func (t *BindingTable) areas() []area {
	s, d := &t.sets[0], t.target
	var out []area
	add := func(name string, b BufferBinding, size uint64, of *op.Bound, space shader.Space) {
		if b.Buffer != nil && size > 0 {
			out = append(out, area{name, b, size, of, space == shader.Output || space == shader.Temporary, t.boundAt[space]})
		}
	}
	for i := range s.inputs {
		if b := &d.inputs[i]; b.Tensor != nil {
			add("input '"+b.Name+"'", s.inputs[i], b.Tensor.TotalSize(), b, shader.Input)
		}
	}
	for i := range s.outputs {
		if b := &d.outputs[i]; b.Tensor != nil {
			add("output '"+b.Name+"'", s.outputs[i], b.Tensor.TotalSize(), b, shader.Output)
		}
	}
	add("the temporary resource", s.temporary, d.temp, nil, shader.Temporary)
	add("the persistent resource", s.kept, d.kept, nil, shader.Persistent)
	return out
}

// apart refuses ranges that overlap where one is written (B14, B15).
func (t *BindingTable) apart(method string) error {
	all := t.areas()
	for i, a := range all {
		for _, b := range all[:i] {
			if a.overlaps(&b) && (a.writes || b.writes) && !t.target.overwrites(&b, &a) {
				return t.refused(method, words.Alias(t.site, t.overlap(&b, &a)))
			}
		}
	}
	return nil
}

// overlap is what is said of two ranges that share bytes; b is the second one.
func (t *BindingTable) overlap(a, b *area) words.Overlap {
	o := words.Overlap{First: words.Spot{What: a.name, Bound: a.at}, Second: words.Spot{What: b.name, Bound: b.at}, Buffer: a.b.Buffer.Name(),
		Begin: max(a.b.Offset, b.b.Offset), End: min(a.b.Offset+a.size, b.b.Offset+b.size), InPlace: t.target.inPlace,
		Pair: a.bound != nil && b.bound != nil && !a.writes}
	n := slices.IndexFunc(t.target.outputs, func(x op.Bound) bool { return b.bound != nil && x.Name == b.bound.Name })
	if n < 0 || !b.writes {
		return o
	}
	apart := align(a.b.Offset+a.size, b.bound.Tensor.BaseAlignment())
	if o.Pair && o.InPlace && a.bound.Tensor.SameLayout(b.bound.Tensor) {
		apart = a.b.Offset
	} else if b.b.SizeInBytes != 0 || apart+b.size > b.b.Buffer.ResourceDesc().Width {
		return o
	}
	o.Apart, o.Put = &apart, diag.Put("BindOutputs", fmt.Sprintf("[%d].Offset", n+1), apart)
	return o
}

func (a *area) overlaps(b *area) bool {
	return a.b.Buffer == b.b.Buffer && a.b.Offset < b.b.Offset+b.size && b.b.Offset < a.b.Offset+a.size
}

// overwrites says whether an operator that works in place writes an output over an input of the same layout.
func (d *dispatchable) overwrites(in, out *area) bool {
	return d.inPlace && in.bound != nil && out.bound != nil && !in.writes && in.b.Offset == out.b.Offset &&
		in.bound.Tensor.SameLayout(out.bound.Tensor)
}
