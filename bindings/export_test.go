package bindings

// What the black-box tests of this folder read: the tables of the surface.
var (
	Classes   = classes
	GPUModule = &gpuModule
	Untyped   = untyped
)
