package product

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/fold"
)

// Multiply appends the dispatches of the products of the matrices of two tensors of floats, in batches. finish writes what becomes of the sum at some
// coordinates of the output.
func Multiply(name string, p *fold.Plan, left, right fold.Place, finish func(k *shader.Kernel, at []string, sum string)) {
	n := left.Rank()
	x := leftOperand(p, name, left, right.Sizes[n-1])
	Multiplied(name, p, x, rightOperand(p, name, right, left.Sizes[n-2]), "0.0", finish)
}

// Multiplied is Multiply for operands that lie as they are read, and sums that begin with a zero of their type.
func Multiplied(name string, p *fold.Plan, left, right fold.Place, zero string, finish func(k *shader.Kernel, at []string, sum string)) {
	n := left.Rank()
	var batch []string // in the kernel that is being written
	s := Sum{Name: name, Batches: uint32(fold.Product(left.Sizes[:n-2])), Rows: left.Sizes[n-2], Columns: right.Sizes[n-1], Zero: zero}
	s.Terms = func(k *shader.Kernel, number, row, column string, add func(left, right string)) {
		batch = k.Coords(number, left.Sizes[:n-2])
		x, y := left.In(k), right.In(k)
		k.Block("for k = 0, %d do", left.Sizes[n-1]-1)
		add(x.At(slices.Concat(batch, []string{row, "uint(k)"})), y.At(slices.Concat(batch, []string{"uint(k)", column})))
		k.End()
	}
	s.Finish = func(k *shader.Kernel, _, row, column, sum string) {
		finish(k, slices.Concat(batch, []string{row, column}), sum)
	}
	s.Run(p)
}
