// Package elementary computes exp, log, pow, sin and the like with the same bits on every processor.
//
// Go's package math does not promise that: some of its functions are assembly on some processors, and the compiler may fuse a multiplication and an
// addition into one rounding where the processor can. Here every number is carried as the sum of two doubles, which is rounded once, at the end: a
// result is the double nearest to the exact value, except for cases within about 2^-90 of the middle between two doubles. Special cases are those of
// C99, Annex F.
//
// A product that is added to something is written as float64(…): such a conversion keeps the compiler from fusing the two. Arguments and results are
// doubles; angles are in radians. All functions are safe for concurrent use. The package must know nothing of scripts, kernels or the GPU.
package elementary
