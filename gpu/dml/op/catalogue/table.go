// Package catalogue has all supported DirectML operators, one file per family: what each requires of its tensors, and how it becomes dispatches.
// Families with much code of their own have a package in op/internal.
//
// The package must not know devices, descriptors or what becomes of a fault.
package catalogue

import (
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/attention"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/elements"
)

// table is the rows of the families, each of them sorted in its own file.
var table = join(
	elements.Activations,
	attention.Rows,
	elements.Binaries,
	blocks,
	convolutions,
	cumulative,
	elements.Unaries,
	gathers,
	gradients,
	linear,
	moves,
	normalisations,
	patches,
	places,
	picked,
	quantized,
	poolings,
	recurrents,
	reductions,
	regions,
	resamplings,
	slicings,
	softmaxes,
	sorting,
	training,
	typed,
)

// join sorts the rows of families.
func join(families ...[]*op.Row) op.Table {
	rows := slices.Concat(families...)
	slices.SortFunc(rows, func(a, b *op.Row) int { return strings.Compare(a.Name, b.Name) })
	return rows
}

// Find is the row of an operator, nil if there is none.
func Find(name string) *op.Row { return table.Find(name) }

// Rows are all operators, sorted by name. The slice and its rows are shared and never changed.
func Rows() op.Table { return table }

// Resolve reads the description of an operator. It returns the first fault, in the order of the operator's fields.
func Resolve(d op.Desc) (*op.Args, *op.Fault) { return table.Resolve(d) }
