package bindings

import (
	"slices"

	"github.com/gpuscript/gpuscript/bindings/internal/ml"
)

// What the black-box tests of this folder read: the tables of the surface.
var (
	Classes   = classes
	GPUModule = &gpuModule
	Untyped   = slices.Concat(untyped, ml.Untyped)
)
