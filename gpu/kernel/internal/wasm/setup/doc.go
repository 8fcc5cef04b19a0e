// Package setup writes the programs that bring small triangles to a covering program (package stage says how all of them stand in memory).
//
// Projecting programs put vertices into their viewport and gather what triangles want to know of them, four at a time. A sorting program finds the tiles of
// triangles, and leaves out those that are culled, out of sight, or so small that they lie between the centres of pixels. Set-up programs make the records of
// triangles, a whole list of them in one call, and list them for a covering program:
//
//	four triangles at a time
//	  items ─▶ points ─▶ x, y ─▶ bounds ─▶ edges at the first quad ─▶ planes of the list
//	           int32, a triangle a lane
//	  two of them    ─▶ gradients ─▶ planes of depth, of 1/w, of each input ─▶ records of both
//	           float64, a triangle a lane
//
// Packing programs (pack.go, waves.go) do all of it, and what covering programs do, for triangles of up to 2 by 2 pixels: four of them share a record and waves.
// Others do so for boxes of up to 8 by 8 pixels (boxes.go).
//
// Each operation is one that rounds like the arithmetic of Go, and they come in the same order, so what comes out is what package raster writes, which does it
// by itself where there is no such program.
//
// The package must not know kernels, the runtime or rasterization. It is safe for concurrent use.
package setup
