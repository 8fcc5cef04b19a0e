// Package setup generates the programs that prepare small triangles for a covering program (package stage defines all memory layouts).
//
// Projecting programs put vertices into their viewport and gather what triangles need of them, four at a time. A sorting program finds the tiles of
// triangles, and drops those that are culled, invisible, or so small that they lie between pixel centres. Set-up programs make the records of a list
// of triangles in one call, and list them for a covering program:
//
//	four triangles at a time
//	  items ─▶ points ─▶ x, y ─▶ bounds ─▶ edges at the first quad ─▶ planes of the list
//	           int32, a triangle a lane
//	  two of them    ─▶ gradients ─▶ planes of depth, of 1/w, of each input ─▶ records of both
//	           float64, a triangle a lane
//
// Packing programs (pack.go, waves.go) do all of that and the work of covering programs, for triangles of up to 2 by 2 pixels: four of them share a
// record and waves. Others do the same for boxes of up to 8 by 8 pixels (boxes.go).
//
// Each operation rounds like Go's arithmetic, and all come in the same order, so the result is what package raster writes, which does the same in Go
// where there is no such program.
//
// The package must not know kernels, the runtime or rasterization. It is safe for concurrent use.
package setup
