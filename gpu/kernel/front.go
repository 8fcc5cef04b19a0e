package kernel

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// This file is the seam to the front end: all that the facade knows of it.

// bound is what is known of a bound view.
type bound = check.Bound

// Source is one kernel to compile: its name for messages, its stage and work-group size, the function's syntax tree, and the
// values of the names that it captures.
type Source = check.Input

// Compile checks a kernel and prepares it for running. Exactly one of the results is nil; diagnostics come in the order of the source.
func Compile(src Source) (*Kernel, []*diag.Diagnostic) { return compile(&luaFront{src: src}) }

// luaFront is the front end for one Lua function.
type luaFront struct {
	src  Source
	face *check.Interface // of the first lowering
}

func (f *luaFront) lower(formats map[register]gpu.Format, pixel *stage.PixelOutputs, known map[register]bound) (*ir.Kernel, []*diag.Diagnostic) {
	src := f.src
	src.Pixel = pixel
	if known != nil {
		src.Bound = func(r syntax.Register) bound { return known[register{r.Class, r.Index, r.Space}] }
	}
	k, face, problems := check.LowerStage(src, func(r syntax.Register) gpu.Format {
		return formats[register{r.Class, r.Index, r.Space}]
	})
	if f.face == nil {
		f.face = face
	}
	return k, problems
}

func (f *luaFront) signature() signature {
	s := signature{fields: f.face.Outputs, inputs: check.Elements(f.face.Inputs), uses: f.face.Uses, advice: f.face.Advice, partial: f.face.Partial}
	s.outputs = check.Elements(f.face.Outputs)
	return s
}

func (f *luaFront) tree() string {
	text, _ := check.Tree(f.src, nil)
	return text
}

// Intrinsic is one function of the shading language: its name, the number of its arguments, its line of documentation, and the largest error
// in units in the last place where there is such a bound.
type Intrinsic struct {
	Name, Doc        string
	MinArgs, MaxArgs int
	ULP              float64
}

// Intrinsics lists the functions that kernels have without declaring them, by name.
func Intrinsics() []Intrinsic {
	var list []Intrinsic
	for _, in := range check.Intrinsics() {
		list = append(list, Intrinsic(in))
	}
	return list
}

// Method is one method of resources inside kernels.
type Method struct {
	Name, Doc string
	Kinds     []syntax.ResourceKind // that have it, by name
}

// Methods lists the methods of resources inside kernels, by name.
func Methods() []Method {
	var list []Method
	for _, m := range check.Methods() {
		list = append(list, Method(m))
	}
	return list
}

// SystemValue is a parameter that a kernel of a stage can have, found by its name.
type SystemValue struct {
	Name, Doc string
	Stage     syntax.Stage
}

// SystemValues lists the parameters that kernels can have: those of compute kernels, then those of vertex and pixel shaders, each by name.
func SystemValues() []SystemValue {
	var list []SystemValue
	for _, v := range check.SystemValues() {
		list = append(list, SystemValue(v))
	}
	return list
}
