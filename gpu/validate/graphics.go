package validate

import (
	"cmp"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/addresses"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/graphics"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/protocol"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/role"
)

// drawWorld answers what the rules of graphics ask, for one list and one command, besides what names answers.
type drawWorld struct {
	names
	l *list
	c *gpu.Command
	// as is what the command uses a resource as.
	as role.Role
}

// world is what the rules of graphics ask now. It is the validator's own, because an interface of a new one would be an allocation for each command.
func (v *Validator) world(l *list, c *gpu.Command) *drawWorld {
	v.asked = drawWorld{names: names{v}, l: l, c: c}
	return &v.asked
}

func (w *drawWorld) Advise() bool              { return w.v.on() }
func (w *drawWorld) List() gpu.CommandListType { return w.l.Type }
func (w *drawWorld) Usable(id gpu.ID) bool     { return !w.v.unusable(id, w.c) }
func (w *drawWorld) Refer(id gpu.ID)           { w.v.refer(w.l, id, w.c.Site, w.c.Op) }

// NoSubresource implements transfer.World.
func (w *drawWorld) NoSubresource(id gpu.ID, sub uint32) {
	addresses.Subresource(names{w.v}, id, w.c.Site, w.c.Op.String(), sub)
}

// NoSubresources implements transfer.World.
func (w *drawWorld) NoSubresources(id gpu.ID, first, count uint32) {
	addresses.Subresources(names{w.v}, id, w.c.Site, first, count)
}

// ClearValue implements graphics.World.
func (w *drawWorld) ClearValue(id gpu.ID) *gpu.ClearValue {
	if r := w.v.resource(id); r != nil {
		return r.Clear
	}
	return nil
}

// Heap implements barrier.World.
func (w *drawWorld) Heap(id gpu.ID) gpu.HeapType { return w.v.resource(id).Heap }

// Placed implements barrier.World.
func (w *drawWorld) Placed(id gpu.ID) bool { return w.v.resource(id).Parent != 0 }

// NotUnordered implements barrier.World.
func (w *drawWorld) NotUnordered(id gpu.ID) {
	addresses.NotUnordered(names{w.v}, id, w.c.Site, w.c.Op.String())
}

// Left implements barrier.World.
func (w *drawWorld) Left(id gpu.ID) (gpu.ResourceStates, bool) { return w.l.States.Left(id) }

// Transition implements barrier.World.
func (w *drawWorld) Transition(b *gpu.Barrier) { w.v.needs.Transition(&w.l.Recording, w.c, b) }

func (w *drawWorld) Use(id gpu.ID, subresource uint32, as gpu.ResourceStates) {
	if r := w.v.resource(id); r != nil {
		w.v.needs.Use(&w.l.Recording, &r.Resource, subresource, as, w.c, w.as)
	}
}

// As implements graphics.World.
func (w *drawWorld) As(r role.Role) { w.as = r }

func (w *drawWorld) Buffer(address, size uint64) gpu.ID {
	if size == 0 {
		return w.v.bufferAt(address)
	}
	if r := w.v.addressed(address, size, w.c); r != nil {
		return r.ID
	}
	return 0
}

func (w *drawWorld) Pipeline() (gpu.ID, *gpu.GraphicsPipelineStateDesc) {
	return w.l.Pipeline, w.PipelineOf(w.l.Pipeline)
}

func (w *drawWorld) PipelineOf(id gpu.ID) *gpu.GraphicsPipelineStateDesc {
	if p := bodyOf[pipeline](w.v, id); p != nil {
		return p.Graphics
	}
	return nil
}

func (w *drawWorld) QueryHeap(id gpu.ID) *gpu.QueryHeapDesc {
	if h := bodyOf[queryHeap](w.v, id); h != nil {
		return &h.Desc
	}
	return nil
}

func (w *drawWorld) WrongPipeline() {
	protocol.PipelineKind(names{w.v}, w.c, protocol.Kind{Pipeline: w.l.Pipeline, Is: "compute", Wants: "Graphics", Fit: w.v.pipelines(w.l, w.c)})
}

func (w *drawWorld) Signature(id gpu.ID) *gpu.CommandSignatureDesc {
	if s := bodyOf[commandSignature](w.v, id); s != nil {
		return s.Desc
	}
	return nil
}

func (w *drawWorld) Bundle(id gpu.ID) graphics.Bundle {
	b := w.v.list(id)
	a := bodyOf[allocator](w.v, b.Alloc)
	return graphics.Bundle{Type: b.Type, Open: b.Records, Empty: b.Alloc == 0, Failed: b.Dead || b.Failed.Is, Reset: a != nil && a.Reset != b.Resets,
		Latest: cmp.Or(b.Latest, b.Opened), State: &b.Graphics}
}

func (w *drawWorld) Run(bundle gpu.ID) { w.v.runBundle(w.l, w.v.list(bundle), w.c) }

func (w *drawWorld) Arguments(id gpu.ID) (same bool, set uint64) {
	p := bodyOf[pipeline](w.v, id)
	if p == nil {
		return true, ^uint64(0)
	}
	b := w.l.ArgumentsOf(p.Graphics != nil)
	return b.Fits(p.Layout), b.Set
}

// draws says whether a command looks at the root arguments of draws.
func (v *Validator) draws(c *gpu.Command) bool {
	if c.Op.Draw() || c.Op.Graphics() {
		return true
	}
	s := bodyOf[commandSignature](v, c.Object)
	return c.Op == gpu.OpExecuteIndirect && s != nil && s.Desc.Draws()
}

// drawRules: the root arguments of a draw; all else is in package graphics.
func (v *Validator) drawRules(l *list, c *gpu.Command) { v.programRules(l, c, 0) }
