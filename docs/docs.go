// Package docs holds the reference of the Lua API as the command prints it, and the annotations that editors read. Both are written
// from the bindings by `go test ./tests/readme -update`.
//
// It must not know what it holds: it is text.
package docs

import (
	"embed"
	"io/fs"
)

// API is api.md: headings of the third level name modules, classes, tables and enumerations.
//
//go:embed api.md
var API string

// Operators is operators.md: headings of the third level name operators of DirectML.
//
//go:embed operators.md
var Operators string

// Kernels is kernels.md: tables of what shaders call stand between BEGIN and END comments.
//
//go:embed kernels.md
var Kernels string

//go:embed annotations
var annotations embed.FS

// Annotations are the files that the Lua language server reads, under the names of the modules: gpu.lua, gpu/engine.lua, and
// shaders.lua for what shaders call.
func Annotations() fs.FS {
	sub, err := fs.Sub(annotations, "annotations")
	if err != nil {
		panic("BUG: docs: " + err.Error())
	}
	return sub
}
