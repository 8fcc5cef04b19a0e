package op

import (
	"slices"
	"strings"
)

// table is all operators that are built: the rows of the families, each of them sorted in its own file.
var table = join(
	activations,
	binaries,
	convolutions,
	cumulative,
	elementWise,
	gathers,
	linear,
	moves,
	normalisations,
	places,
	quantized,
	poolings,
	recurrents,
	reductions,
	resamplings,
	slicings,
	softmaxes,
	sorting,
	typed,
)

// join sorts the rows of families.
func join(families ...[]*Row) []*Row {
	rows := slices.Concat(families...)
	slices.SortFunc(rows, func(a, b *Row) int { return strings.Compare(a.Name, b.Name) })
	return rows
}
