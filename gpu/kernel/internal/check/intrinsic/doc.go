// Package intrinsic is the kernels' library: the functions that HLSL has without declaration, and the methods of resources.
//
//	intrinsics   name → row ──Call──────▶ componentwise: arguments of one type, one function a component
//	                                      special: the row's own rule
//	methods      name → row ──CallMethod▶ Load, Store, Sample…, Gather…, GetDimensions, Interlocked…, counters
//
// Each is one row of a table sorted by name. A row says how many arguments it takes, how they are converted and what it does, and has a line of
// documentation. To add one, add a row and a test of its values and of a wrong argument. Filtering is expanded into loads and weights; the sampler's
// state is read from its record when the kernel runs, unless the variant knows it.
//
// It must not know syntax trees or scopes: arguments come as values. The tables do not change after initialisation.
package intrinsic
