package kernel

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// This file is the seam to the front end: all that the facade knows of it.

// Source is one kernel to compile: its name for messages, its stage and work-group size, the function's syntax tree, and the
// values of the names that it captures.
type Source = check.Input

// Compile checks a kernel and prepares it for running. Exactly one of the results is nil; diagnostics come in the order of the source.
func Compile(src Source) (*Kernel, []*diag.Diagnostic) { return compile(&luaFront{src}) }

// luaFront is the front end for one Lua function.
type luaFront struct{ src Source }

func (f *luaFront) lower(formats map[register]gpu.Format) (*ir.Kernel, []*diag.Diagnostic) {
	return check.Lower(f.src, func(r syntax.Register) gpu.Format {
		return formats[register{r.Class, r.Index, r.Space}]
	})
}

func (f *luaFront) tree() string {
	text, _ := check.Tree(f.src, nil)
	return text
}
