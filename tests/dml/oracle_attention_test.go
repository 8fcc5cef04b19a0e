package dml_test

import (
	"maps"
	"testing"

	"github.com/gpuscript/gpuscript/tests/dml/reference"
)

// TestAttention holds attention against the reference: tensors apart and stacked, of values that are longer than keys, with bias, past, positions and
// all masks.
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
	for i, c := range []attended{
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
			c.hold(t, []*rig{loud, silent}[(i+n)%2], "MULTIHEAD_ATTENTION", reference.Attrs{"HeadCount": heads}, typ, how{padded: n == 0, graph: i%2 == 1})
		}
	}
}

// attended is what attention is calculated of, and how it is masked.
type attended struct {
	inputs, outputs specs
	kind            string
	mask            *reference.Tensor
}

// hold holds attention of random tensors against the reference.
func (c *attended) hold(t *testing.T, r *rig, op string, attrs reference.Attrs, typ reference.Type, h how) {
	s := newSource(domain{-1, 1})
	made := reference.Case{Op: op, Attrs: maps.Clone(attrs), Tensors: map[string][]*reference.Tensor{}}
	maps.Copy(made.Attrs, reference.Attrs{"Scale": 0.75, "MaskFilterValue": -30, "MaskType": c.kind})
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
	r.hold(t, made, h, abs*20, rel*10)
}

// TestSharedAttention holds attention whose heads of the query share keys and values against the reference: all of them, pairs, and none, with
// everything else as above.
func TestSharedAttention(t *testing.T) {
	loud, silent := newMachine(t, true), newMachine(t, false)
	const batch, heads, queries, keys, size, wide, past = 2, 4, 3, 5, 2, 3, 2
	for i, shared := range []int{1, 2, 4} {
		query := specs{"QueryTensor": like(batch, queries, heads*size)}
		of := func(more ...specs) specs {
			out := maps.Clone(query)
			for _, m := range more {
				maps.Copy(out, m)
			}
			return out
		}
		apart := specs{"KeyTensor": like(1, batch, keys, shared*size), "ValueTensor": like(batch, keys, shared*wide)}
		stacked := specs{"StackedKeyValueTensor": like(batch, keys, shared, 2, size)}
		before := specs{"PastKeyTensor": like(batch, shared, past, size), "PastValueTensor": like(batch, shared, past, wide)}
		present := specs{"OutputTensor": like(batch, queries, heads*wide), "OutputPresentKeyTensor": like(batch, shared, past+keys, size), "OutputPresentValueTensor": like(1, batch, shared, past+keys, wide)}
		out := specs{"OutputTensor": like(batch, queries, heads*wide)}
		bias := specs{"BiasTensor": like(heads*size + shared*(size+wide)), "RelativePositionBiasTensor": like(batch, heads, queries, keys)}
		for n, c := range []attended{
			{of(apart), out, "NONE", nil},
			{of(apart, bias), out, "KEY_SEQUENCE_LENGTH", integers("INT32", []int{1, batch}, 3, 5)},
			{of(apart, before), present, "KEY_SEQUENCE_END_START", integers("INT32", []int{2, batch}, 6, 7, 1, 0)},
			{of(stacked), specs{"OutputTensor": like(batch, queries, heads*size)}, "BOOLEAN", integers("INT32", []int{batch, heads, queries, keys}, 1, 0, 1, 1, 1, 0, 1)},
		} {
			for k, typ := range []reference.Type{"FLOAT32", "FLOAT16"} {
				c.hold(t, []*rig{loud, silent}[(n+k)%2], "MULTIHEAD_ATTENTION1", reference.Attrs{"QueryHeadCount": heads, "KeyValueHeadCount": shared}, typ, how{padded: k == 0, graph: (i+n)%2 == 1})
			}
		}
	}
}
