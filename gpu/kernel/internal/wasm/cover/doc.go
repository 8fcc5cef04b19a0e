// Package cover generates covering programs: functions that find the pixels of a list of small triangles in one call, test their depths and write the
// remaining quads to the lists of the pixel program and the merger (package stage defines the layout of all of them).
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
// Two functions, one after the other, so that the loop of each keeps what it needs in registers.
//
// Each operation rounds like Go's arithmetic, so the result is that of package raster, which does the same in Go where there is no such program.
//
// The package must not know kernels, the runtime or rasterization. It is safe for concurrent use.
package cover
