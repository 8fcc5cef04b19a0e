// Package fold writes the dispatches of operators over sets of elements along axes: folds, running results, sorting and softmax. Its rule is that the order of
// operations depends on sizes alone, however many work items share them, so that results are the same in every run and on every machine.
//
//	p := &fold.Plan{}
//	fold.Of("SUM", x.DataType).Run(p, "REDUCE", x, axes, func(k *shader.Kernel, set, state []string) {
//		t := y.In(k)
//		t.Store(t.Index(set), state[0])
//	})
//
// The package must not know operators: it reads and writes places, which are tensors wherever they lie.
package fold
