// Package elementary calculates exp, log, pow, sine and the like so that a result is the same bits on every processor.
//
// Go's package math does not promise that: some of its functions are assembly on some processors, and where a processor can
// multiply and add in one rounding the compiler lets it. Here every number is carried as the sum of two doubles, which is
// rounded once, at the end: a result is the double next to the exact one, but for cases that are within about 2^-90 of the
// middle between two doubles. Special cases are those of C99, Annex F.
//
// A product that is added to something stands in float64(…): such a conversion keeps the compiler from joining the two.
// Arguments and results are doubles; angles are in radians. All functions are safe for concurrent use. The package must know
// nothing of scripts, kernels or the GPU.
package elementary
