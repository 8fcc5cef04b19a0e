// Package intrinsic is the library of kernels: the functions that HLSL has without being declared, and the methods of resources.
//
//	intrinsics   name → row ──Call──────▶ componentwise: arguments of one type, one function a component
//	                                      special: the row's own rule
//	methods      name → row ──CallMethod▶ Load, Store, Sample…, Gather…, GetDimensions, Interlocked…, counters
//
// Each is one row of a table sorted by name; a row says how many arguments it takes, how they are converted, what it does and the line
// for the documentation. To add one, add a row and a test of its values and of a wrong argument. Filtering is expanded into loads
// and weights; everything about the sampler is read from its record when the kernel runs, unless the variant knows it.
//
// It must not know syntax trees or scopes: arguments come as values. The tables do not change after initialisation.
package intrinsic
