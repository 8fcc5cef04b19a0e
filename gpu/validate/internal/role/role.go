// Package role says as what a command uses a resource: which register of which shader, through which root parameter or descriptor, or which fixed
// part of the command. Roles are small values, so that every use can carry one; words are made of them only when something is wrong.
//
//	root parameter 0 ─ table ─ descriptor 3 ─┬─▶ t0 of kernel "blur"     needs NON_PIXEL_SHADER_RESOURCE   ┐ one subresource in two
//	root parameter 1 ─ UAV ──────────────────┴─▶ u0 of kernel "blur"     needs UNORDERED_ACCESS            ┘ states: Log.Clash
//
// It must not know how states are followed.
package role

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/layout"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/program"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// Kind is the kind of a role.
type Kind uint8

// The kinds.
const (
	Plain      Kind = iota // the command itself says it
	View                   // a root descriptor that a shader reads
	Descriptor             // a descriptor of a table that a shader reads
	Counter                // the counter of such a descriptor
	Target                 // render target Index
	Depth                  // the depth buffer
	Vertices               // vertex buffer Index
	Indices                // the index buffer
	Arguments              // of ExecuteIndirect
	Count                  // of its commands
)

// Role is as what a command uses a resource. The zero value says nothing.
type Role struct {
	Kind      Kind
	Stage     gpu.ShaderStage
	Parameter uint32
	Pipeline  gpu.ID
	Heap      gpu.ID // of a descriptor
	Index     uint32 // of the descriptor in its heap; of a render target or a vertex buffer
	Offset    uint32 // of the descriptor in its table
	Inner     Inner
}

// Inner is the command of a bundle that a list executes. The zero value is none: the command is one of the list.
type Inner struct {
	Bundle gpu.ID
	Op     gpu.Op
	Site   gpu.Site
}

// World tells what roles refer to.
type World interface {
	// Ref is an object as messages name it.
	Ref(id gpu.ID) string
	// Program is a pipeline, Root a root signature; nil for other objects.
	Program(id gpu.ID) *program.Pipeline
	Root(id gpu.ID) *program.Root
}

// As words a role as a part of a sentence, "" for a plain one: t0 of kernel "blur" (root parameter 0, descriptor 3 of descriptor heap "views").
func (r *Role) As(w World) string {
	switch r.Kind {
	case View:
		return fmt.Sprintf("%s of %s (root parameter %d)", r.register(w), r.shader(w), r.Parameter)
	case Descriptor:
		return fmt.Sprintf("%s of %s (root parameter %d, descriptor %d of %s)", r.register(w), r.shader(w), r.Parameter, r.Index, w.Ref(r.Heap))
	case Counter:
		return fmt.Sprintf("the counter of %s of %s (root parameter %d, descriptor %d of %s)", r.register(w), r.shader(w),
			r.Parameter, r.Index, w.Ref(r.Heap))
	case Target:
		return fmt.Sprintf("render target %d", r.Index)
	case Depth:
		return "the depth buffer"
	case Vertices:
		return fmt.Sprintf("vertex buffer %d", r.Index)
	case Indices:
		return "the index buffer"
	case Arguments:
		return "the arguments of its commands"
	case Count:
		return "the count of its commands"
	}
	return ""
}

// Uses words a role as what the command does with the resource, "" for a plain one: reads it as t0 of ….
func (r *Role) Uses(w World, want gpu.ResourceStates) string {
	as := r.As(w)
	switch {
	case as == "":
		return ""
	case want.Writes() == 0:
		return "reads it as " + as
	}
	return "uses it as " + as
}

// Register is the register of a shader as the shader writes it, "" for a role without one.
func (r *Role) Register(w World) string {
	if r.Kind != View && r.Kind != Descriptor {
		return ""
	}
	return r.register(w)
}

func (r *Role) register(w World) string {
	p := w.Program(r.Pipeline)
	if p == nil || w.Root(p.Root) == nil {
		return "a view"
	}
	for _, run := range layout.Of(w.Root(p.Root).Desc) {
		if run.Parameter != int(r.Parameter) || !run.SeenBy(r.Stage) || run.Table && (r.Offset < run.Offset || r.Offset-run.Offset >= run.Count) {
			continue
		}
		number := uint32(run.First)
		if run.Table {
			number += r.Offset - run.Offset
		}
		return words.Register(run.Class, number, run.Space)
	}
	return "a view"
}

func (r *Role) shader(w World) string {
	kind := map[gpu.ShaderStage]string{gpu.StageCompute: "kernel", gpu.StageVertex: "vertex shader", gpu.StagePixel: "pixel shader"}[r.Stage]
	if p := w.Program(r.Pipeline); p != nil {
		for i := range p.Parts {
			if p.Parts[i].Stage == r.Stage {
				return fmt.Sprintf("%s %q", kind, p.Parts[i].Shader.ShaderName())
			}
		}
	}
	return "a " + kind
}

// Book gives roles numbers, so that what follows states can keep them. The zero value is ready.
type Book struct {
	numbers map[Role]uint32
	roles   []Role
	last    uint32 // the number that was asked for last
}

// Number is that of a role, 0 for a plain one of a list.
func (b *Book) Number(r Role) uint32 {
	if r.Kind == Plain && r.Inner == (Inner{}) {
		return 0
	}
	if next := int(b.last); next < len(b.roles) && b.roles[next] == r { // those of a table come one after the other, each time
		b.last++
		return b.last
	}
	n, ok := b.numbers[r]
	if !ok {
		if b.numbers == nil {
			b.numbers = map[Role]uint32{}
		}
		b.roles = append(b.roles, r)
		n = uint32(len(b.roles))
		b.numbers[r] = n
	}
	b.last = n
	return n
}

// Role is the role of a number.
func (b *Book) Role(n uint32) Role {
	if n == 0 {
		return Role{}
	}
	return b.roles[n-1]
}
