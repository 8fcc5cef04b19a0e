package dml_test

import (
	"testing"

	"github.com/gpuscript/gpuscript/tests/dml/reference"
)

// TestPatches holds columns of windows against the reference: along one, two and three dimensions, with strides, dilations and padding, and with ones
// in front of the columns.
func TestPatches(t *testing.T) {
	loud, silent := newMachine(t, true), newMachine(t, false)
	for i, c := range []struct {
		whole, columns []int
		attrs          reference.Attrs
	}{
		{[]int{2, 3, 7}, []int{2, 9, 5}, reference.Attrs{"WindowSizes": []int{3}}},
		{[]int{1, 1, 5, 5}, []int{1, 9, 9}, reference.Attrs{"WindowSizes": []int{3, 3}}},
		{[]int{2, 2, 4, 5}, []int{1, 2, 12, 4}, reference.Attrs{"WindowSizes": []int{2, 3}, "Strides": []int{2, 1}, "StartPadding": []int{0, 1}, "EndPadding": []int{0, 0}, "Dilations": []int{1, 2}}},
		{[]int{2, 1, 6, 3}, []int{2, 4, 4}, reference.Attrs{"WindowSizes": []int{2, 2}, "Strides": []int{5, 2}, "StartPadding": []int{1, 0}, "EndPadding": []int{0, 1}}},
		{[]int{1, 2, 2, 3, 3}, []int{1, 1, 16, 4}, reference.Attrs{"WindowSizes": []int{2, 2, 2}, "StartPadding": []int{0, 1, 0}, "EndPadding": []int{0, 0, 0}, "Strides": []int{1, 2, 1}}},
	} {
		for n, typ := range append([]reference.Type{"FLOAT32"}, allTypes...) {
			s := newSource(domain{-4, 4})
			unfold := map[string][]*reference.Tensor{"InputTensor": one(s.tensor(typ, c.whole...)), "OutputTensor": one(reference.New(typ, c.columns, nil))}
			r := []*rig{loud, silent}[(i+n)%2]
			r.hold(t, reference.Case{Op: "UNFOLD", Attrs: c.attrs, Tensors: unfold}, how{padded: n%2 == 0, graph: n%3 == 1}, 0, 0)
			if typ != "FLOAT32" && typ != "FLOAT16" {
				continue
			}
			fold := map[string][]*reference.Tensor{"InputTensor": one(s.tensor(typ, c.columns...)), "OutputTensor": one(reference.New(typ, c.whole, nil))}
			abs, rel := within(typ)
			r.hold(t, reference.Case{Op: "FOLD", Attrs: c.attrs, Tensors: fold}, how{padded: n%2 == 0, shared: i%2 == 1}, abs, rel)
		}
	}
}
