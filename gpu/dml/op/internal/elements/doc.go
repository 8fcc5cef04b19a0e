// Package elements has the element-wise DirectML operators: of one, of two or three inputs, and activations.
//
// The package must not know the other operators.
package elements
