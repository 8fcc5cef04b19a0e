package dml_test

import (
	"maps"
	"testing"

	"github.com/gpuscript/gpuscript/tests/dml/reference"
)

// TestAttention holds attention against the reference: tensors apart and stacked, of values that are longer than keys, with bias, past, positions and all masks.
func TestAttention(t *testing.T) {
	loud, silent := newMachine(t, true), newMachine(t, false)
	const batch, heads, queries, keys, size, wide, past = 2, 3, 4, 5, 2, 3, 2
	apart := specs{"QueryTensor": like(batch, queries, heads*size), "KeyTensor": like(batch, keys, heads*size), "ValueTensor": like(batch, keys, heads*wide)}
	long := specs{"QueryTensor": like(1, batch, 20, heads*8), "StackedKeyValueTensor": like(batch, 24, heads, 2, 8)}
	qk := specs{"StackedQueryKeyTensor": like(batch, keys, heads, 2, size), "ValueTensor": like(batch, keys, heads*wide)}
	all := specs{"StackedQueryKeyValueTensor": like(batch, keys, heads, 3, size), "BiasTensor": like(1, 3*heads*size)}
	with := func(base specs, more specs) specs {
		out := maps.Clone(base)
		maps.Copy(out, more)
		return out
	}
	before := specs{"PastKeyTensor": like(batch, heads, past, size), "PastValueTensor": like(batch, heads, past, wide)}
	out := specs{"OutputTensor": like(batch, queries, heads*wide)}
	mask := func(values ...int64) func(sizes ...int) *reference.Tensor {
		return func(sizes ...int) *reference.Tensor { return integers("INT32", sizes, values...) }
	}
	for i, c := range []struct {
		inputs, outputs specs
		kind            string
		mask            *reference.Tensor
	}{
		{apart, out, "NONE", nil},
		{with(apart, specs{"BiasTensor": like(heads * (2*size + wide)), "RelativePositionBiasTensor": like(batch, heads, queries, keys)}), out, "NONE", nil},
		{with(apart, before), with(out, specs{"OutputPresentKeyTensor": like(batch, heads, past+keys, size), "OutputPresentValueTensor": like(batch, heads, past+keys, wide)}), "KEY_SEQUENCE_LENGTH", mask(3, 6)(1, batch)},
		{apart, with(out, specs{"OutputPresentKeyTensor": like(1, batch, heads, keys, size)}), "KEY_SEQUENCE_END_START", mask(4, 5, 1, 2)(2, batch)},
		{apart, out, "KEY_QUERY_SEQUENCE_LENGTH_START_END", mask(2, 5, 0, 0, 0, 0, 0, 0)(batch*3 + 2)},
		{apart, out, "BOOLEAN", mask(1, 0, 1, 1, 1, 0, 1)(batch, heads, queries, keys)},
		{long, specs{"OutputTensor": like(batch, 20, heads*8)}, "NONE", nil},
		{qk, specs{"OutputTensor": like(batch, keys, heads*wide)}, "NONE", nil},
		{all, specs{"OutputTensor": like(batch, keys, heads*size)}, "NONE", nil},
	} {
		for n, typ := range []reference.Type{"FLOAT32", "FLOAT16"} {
			s := newSource(domain{-1, 1})
			made := reference.Case{Op: "MULTIHEAD_ATTENTION", Attrs: reference.Attrs{"Scale": 0.75, "MaskFilterValue": -30, "HeadCount": heads, "MaskType": c.kind}, Tensors: map[string][]*reference.Tensor{}}
			for _, name := range []string{"QueryTensor", "KeyTensor", "ValueTensor", "StackedQueryKeyTensor", "StackedKeyValueTensor", "StackedQueryKeyValueTensor", "BiasTensor", "RelativePositionBiasTensor",
				"PastKeyTensor", "PastValueTensor"} {
				if sp, ok := c.inputs[name]; ok {
					made.Tensors[name] = one(s.tensor(typ, sp.sizes...))
				}
			}
			if c.mask != nil {
				made.Tensors["MaskTensor"] = one(c.mask)
			}
			for name, sp := range c.outputs {
				made.Tensors[name] = one(reference.New(typ, sp.sizes, nil))
			}
			abs, rel := within(typ)
			[]*rig{loud, silent}[(i+n)%2].hold(t, made, how{padded: n == 0, graph: i%2 == 1}, abs*20, rel*10)
		}
	}
}
