// Package cover writes covering programs: functions that find the pixels of small triangles, a whole list of triangles in one call, test their depths and
// write the quads that are left into the lists of the pixel program and the merger (package stage says how all of them stand in memory).
//
//	find.go
//	triangles ─▶ edges      e e+a / e+b e+a+b    the four pixels of a quad a vector, three of them; or-ed, the signs are the pixels outside
//	             │
//	             └─▶ cells: quads with pixels inside, of all triangles
//	emit.go
//	cells ─────▶ depth      z z / z z            two vectors of float64, rounded to one of float32, compared with two rows of the target
//	             │
//	             └─▶ quads with pixels left: record, entry of the merger's list
//
// Two functions, one behind the other, so that the loop of either keeps what it needs in registers.
//
// Each operation is one that rounds like the arithmetic of Go, so what comes out is what package raster finds, which does it by itself where there is no such
// program.
//
// The package must not know kernels, the runtime or rasterization. It is safe for concurrent use.
package cover
