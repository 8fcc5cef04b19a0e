// Package reference evaluates DirectML's operators with plain loops in float64 and int64, straight from their definitions. Tests hold the operators
// of gpu/dml against it where no vector reaches: fused activations, strides, padding, rare modes and types.
//
// One table names the operators, and each family is one loop nest: element-wise, over a set of axes, over a window, products of matrices, and
// movement of elements. Speed does not matter here, and errors of a test (a tensor or an attribute that is missing) panic.
//
// The package must not know gpu/dml or anything that it is built of, so that the two can only agree by being right.
package reference
