// Package merge writes the programs of the output merger: functions that bring the results of a pixel program into a render target, a whole list of quads in
// one call (package stage says how the list stands in memory).
//
//	planes of the program      r r r r   g g g g   b b b b   a a a a       four pixels a vector; or texels
//	clamp, factors, operation     │         │         │         │
//	target, two rows           unpack ───────── blend ───────── pack ──▶ two rows, pixels that do not count as they were
//
// Each operation is one that rounds like the arithmetic of Go, so the bytes are those of package raster, which merges by itself where there is no such program.
//
// The package must not know kernels, the runtime or rasterization. It is safe for concurrent use.
package merge
