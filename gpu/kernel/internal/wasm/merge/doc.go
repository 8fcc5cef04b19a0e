// Package merge generates the programs of the output merger: functions that write the results of a pixel program to a render target, a whole list of
// quads in one call (package stage defines the layout of the list).
//
//	planes of the program      r r r r   g g g g   b b b b   a a a a       four pixels a vector; or texels
//	clamp, factors, operation     │         │         │         │
//	target, two rows           unpack ───────── blend ───────── pack ──▶ two rows, pixels that do not count as they were
//
// Each operation rounds like Go's arithmetic, so the bytes are those of package raster, which merges in Go where there is no such program.
//
// The package must not know kernels, the runtime or rasterization. It is safe for concurrent use.
package merge
