// Package product generates sums of products, the elements of matrix products and convolutions. Each element is computed by one work item, in tiles
// of matrices (shader.Tiles), which adds its terms in their documented order, whatever the tiles are, so results do not depend on them.
//
// It is fast if the terms of a work item are one element for a whole row of the tile, times adjacent elements. Operands that are not laid out so are
// first copied to temporary memory, if they are read often enough:
//
//	Left (rows × depth), any layout, FLOAT32 or INT32        × Right (depth × columns), whose columns are packed, of the same type
//
// The package must not know operators.
package product

import (
	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/fold"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// Sum is what each element of some matrices is.
type Sum struct {
	Name                   string // of the operator
	Batches, Rows, Columns uint32
	Zero                   string // what a sum begins with
	// Terms writes the statements that add the terms of an element: add does it for one.
	Terms func(k *shader.Kernel, batch, row, column string, add func(left, right string))
	// Finish writes what becomes of a sum, which is a name.
	Finish func(k *shader.Kernel, batch, row, column, sum string)
}

// narrow is how many columns a matrix has at most whose work items lie along its rows.
const narrow = 3

// Run appends the dispatches.
func (s *Sum) Run(p *fold.Plan) {
	turned := s.Columns <= narrow && s.Rows > s.Columns
	batches, rows, columns := s.Batches, s.Rows, s.Columns
	if turned {
		rows, columns = columns, rows
	}
	single := rows == 1 // matrices of one row are the rows of one matrix
	if single {
		batches, rows = 1, batches
	}
	for _, t := range shader.Tiles(s.Name, batches, rows, columns) {
		batch, row, column := t.Batch, t.Row, t.Column
		if single {
			batch, row = row, "0"
		}
		if turned {
			row, column = column, row
		}
		sum := t.Let("sum", "%s", s.Zero)
		s.Terms(t.Kernel, batch, row, column, func(left, right string) { t.Line("%s = %s + %s * %s", sum, sum, left, right) })
		s.Finish(t.Kernel, batch, row, column, sum)
		p.Add(t.Kernel)
	}
}

// Turned is a tensor with its last two dimensions exchanged: the same elements, seen as a transposed matrix.
func Turned(x fold.Place) fold.Place {
	d := x.Clone()
	n := d.Rank()
	d.Strides = append([]uint32(nil), x.Layout()...)
	d.Sizes[n-1], d.Sizes[n-2] = d.Sizes[n-2], d.Sizes[n-1]
	d.Strides[n-1], d.Strides[n-2] = d.Strides[n-2], d.Strides[n-1]
	in := x.In
	return fold.Place{Desc: d, In: func(k *shader.Kernel) *shader.Tensor { return in(k).As(d) }}
}

// Copied is a packed copy of a tensor in temporary memory; value is an element of it as one of the type.
func Copied(p *fold.Plan, name string, x fold.Place, t tensor.DataType, value func(k *shader.Kernel, x string, at []string) string) fold.Place {
	to := p.Store(t, x.Sizes...)
	each(p, name, x.Sizes, func(k *shader.Kernel, at []string) {
		y := to.In(k)
		y.Store(y.Index(at), value(k, x.In(k).At(at), at))
	})
	return to.Place()
}

// wide is how many elements the last dimension has at least that is the columns of tiles where elements are written one by one.
const wide = 16

// each appends the dispatches that have a work item for each element of some sizes. Those of large ones lie in tiles, so that the other coordinates
// need no remainder.
func each(p *fold.Plan, name string, sizes []uint32, write func(k *shader.Kernel, at []string)) {
	n := len(sizes)
	if n < 2 || sizes[n-1] < wide || fold.Product(sizes) < leastTerms {
		k := shader.New(name, fold.Product(sizes))
		write(k, k.Coords("i", sizes))
		p.Add(k)
		return
	}
	for _, t := range shader.Tiles(name, uint32(fold.Product(sizes[:n-2])), sizes[n-2], sizes[n-1]) {
		write(t.Kernel, append(t.Coords(t.Batch, sizes[:n-2]), t.Row, t.Column))
		p.Add(t.Kernel)
	}
}

// Plain is an element as it is.
func Plain(_ *shader.Kernel, x string, _ []string) string { return x }

// often is how many times an element is read at least that it is copied for.
const often = 8

// leftOperand is an operand of float matrices that the rows of tiles read, each element columns times: a copy where its type is converted when it is
// read.
func leftOperand(p *fold.Plan, name string, x fold.Place, columns uint32) fold.Place {
	if x.DataType == tensor.Float32 || columns < often {
		return x
	}
	return Copied(p, name, x, tensor.Float32, Plain)
}

// rightOperand is an operand of float matrices that the columns of tiles read, each element rows times: a copy where its type is converted when it is
// read, or its columns do not lie next to each other.
func rightOperand(p *fold.Plan, name string, x fold.Place, rows uint32) fold.Place {
	n := x.Rank() - 1
	if rows < often || x.DataType == tensor.Float32 && (x.Layout()[n] == 1 || x.Sizes[n] == 1) {
		return x
	}
	return Copied(p, name, x, tensor.Float32, Plain)
}
