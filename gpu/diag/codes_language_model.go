package diag

// The code of models, GS0117, which stands beside that of images.
const (
	// BrokenModel occurs when the content of a file is not a Wavefront OBJ model of polygons, or its materials cannot be read.
	//
	// Rule: A model file is text of v, vn, vt, f, mtllib and usemtl statements that name what comes before them (source: Wavefront OBJ, Appendix B1).
	//
	// Example:
	//	-- file: corner.obj text f 1 2 3
	//	local gpu = require "gpu"
	//	local model = gpu.LoadModel "corner.obj"
	//
	// Fixed:
	//	-- file: corner.obj base64 diAwIDAgMAp2IDEgMCAwCnYgMCAxIDAKZiAxIDIgMwo=
	//	local gpu = require "gpu"
	//	local model = gpu.LoadModel "corner.obj"
	BrokenModel Code = 117
)
