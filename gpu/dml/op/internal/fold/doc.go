// Package fold generates the dispatches of operators over sets of elements along axes: reductions, scans, sorting and softmax. The order of
// operations depends only on sizes, however many work items share them, so results are the same in every run and on every machine.
//
//	p := &fold.Plan{}
//	fold.Of("SUM", x.DataType).Run(p, "REDUCE", x, axes, func(k *shader.Kernel, set, state []string) {
//		t := y.In(k)
//		t.Store(t.Index(set), state[0])
//	})
//
// The package must not know operators: it reads and writes places, which are tensors in any memory.
package fold
