// Package elements is the operators of DirectML that calculate each element from those at the same coordinates: of one, of two or three, and activations.
//
// The package must not know the other operators.
package elements
