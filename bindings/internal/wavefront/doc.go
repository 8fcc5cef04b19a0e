// Package wavefront reads models in the format of Wavefront OBJ, with the colors of their MTL files, as triangles of indexed vertices.
//
//	v, vn, vt ─▶ lists ─┐
//	usemtl    ─▶ color ─┴─ f ─▶ corners, each combination once ─▶ Mesh
//
// Faces with more than three corners become fans. A corner without a normal gets that of its face. A position may be followed by a color (x y z r g
// b), as many tools write it, which takes precedence over the material's. Lines, points, groups and smoothing are ignored. Curves and surfaces are
// refused.
//
// The package must not know files, Lua or the GPU.
package wavefront
