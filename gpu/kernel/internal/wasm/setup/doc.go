// Package setup writes set-up programs: functions that make the records of small triangles, a whole list of them in one call, and list them for a covering
// program (package stage says how all of them stand in memory).
//
//	items ─▶ three points ─▶ bounds ─▶ edges ─▶ covers a pixel? ─▶ gradients ─▶ depth and 1/w ─▶ inputs, two at a time ─▶ record
//	         x, y of one     x0 y0     one an                      1/area       a vector of      vectors of two float64
//	         a vector        -x1 -y1   element                                  two float64
//
// Each operation is one that rounds like the arithmetic of Go, and they come in the same order, so what comes out is what package raster writes, which does it
// by itself where there is no such program.
//
// The package must not know kernels, the runtime or rasterization. It is safe for concurrent use.
package setup
