package graphics

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/inputs"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// fetch is what the vertex shader of a pipeline fetches, worked out once for draws in a row.
type fetch struct {
	pipeline gpu.ID
	slots    []slotFetch
	told     uint32 // slots of which it was said that their stride is too small, since vertex buffers were set
}

// slotFetch is what it fetches from one vertex buffer.
type slotFetch struct {
	slot     uint32
	bytes    uint32 // from the beginning of a vertex to the end of its last element
	instance bool   // the data is of instances
	rate     uint32 // instances that share one
	semantic string // of the last element
}

// of works out what a pipeline fetches.
func (f *fetch) of(id gpu.ID, layout []gpu.InputElement) {
	if f.pipeline == id {
		return
	}
	f.pipeline, f.slots, f.told = id, f.slots[:0], 0
	for i, offset := range inputs.Offsets(layout) {
		e := &layout[i]
		k := 0
		for k < len(f.slots) && f.slots[k].slot != e.InputSlot {
			k++
		}
		if k == len(f.slots) {
			f.slots = append(f.slots, slotFetch{slot: e.InputSlot, instance: e.InputSlotClass == gpu.PerInstanceData, rate: e.InstanceDataStepRate})
		}
		if end := offset + e.Format.Bytes(); end > f.slots[k].bytes {
			f.slots[k].bytes, f.slots[k].semantic = end, e.SemanticName
		}
	}
}

// telling says what is broken of a draw, at the draw, or at the ExecuteBundle by which a list runs one that takes over what the list has set.
type telling struct {
	World
	at *gpu.Command
	of *Need // nil: the draw is at
}

func (t telling) say(code diag.Code, format string, args ...any) *diag.Diagnostic {
	return recorded(t.Say(code, t.at.Site, format, args...), t.of)
}

// draw is what the draw is called.
func (t telling) draw() string { return subject(t.World, t.at, t.of) }

// adviseFetch: vertices do not overlap, and vertices, instances and indices that the draw itself names lie inside of their views, of those buffers that are used. It says whether that
// is broken.
func (s *State) adviseFetch(w telling, c *gpu.Command, id gpu.ID, p *gpu.GraphicsPipelineStateDesc, used parts) (told bool) {
	if !c.Op.Draw() {
		return false
	}
	indexed := c.Op == gpu.OpDrawIndexedInstanced
	if size := uint64(s.indexFormat.Bytes()); indexed && used>>indexPart&1 != 0 && size > 0 && (uint64(c.Slot)+uint64(c.X))*size > s.indexBytes {
		end := uint64(c.Slot) + uint64(c.X)
		told = true
		d := w.say(words.FetchOutOfBuffer, "%s reads indices [%d, %d), but the view of the index buffer holds %d", w.draw(), c.Slot, end, s.indexBytes/size).
			WithResource(w.Ref(s.indices)).Prop("d3d12", "COMMAND_LIST_DRAW_INDEX_BUFFER_TOO_SMALL (213)").
			Because("SizeInBytes of the view of %s is %d, and an index of %s has %d bytes; what lies beyond the view reads as 0.", w.Ref(s.indices), s.indexBytes, s.indexFormat, size)
		helpFetch(w, c, d, "indices", fetched{s.indices, s.indexStart, end * size, s.indicesAt, diag.Put("IASetIndexBuffer", "SizeInBytes", end*size), 1, uint64(c.Slot), s.indexBytes / size, 1})
	}
	s.fetch.of(id, p.InputLayout)
	for i := range s.fetch.slots {
		f := &s.fetch.slots[i]
		switch v := &s.vertexViews[f.slot]; {
		case v.BufferLocation == 0 || used>>f.slot&1 == 0:
		case v.StrideInBytes != 0:
			told = s.adviseSlot(w, c, f, v, indexed) || told
		case v.SizeInBytes < f.bytes:
			s.adviseOne(w, f, v)
			told = true
		}
	}
	return told
}

// adviseOne says that a view with a stride of 0 does not hold the one vertex that it gives to all.
func (s *State) adviseOne(w telling, f *slotFetch, v *gpu.VertexBufferView) {
	d := w.say(words.FetchOutOfBuffer, "%s reads %d bytes of vertex buffer %d for every vertex, but its view has %d", w.draw(), f.bytes, f.slot, v.SizeInBytes).
		WithResource(w.Ref(s.vertices[f.slot])).Also(s.verticesAt, "vertex buffers are set here").
		Because("The view of %s has a stride of 0, so there is one vertex in it; elements that it does not hold as a whole read as 0.", w.Ref(s.vertices[f.slot]))
	fix := diag.Fix{}
	if w.Buffer(v.BufferLocation+uint64(f.bytes)-1, 0) == s.vertices[f.slot] {
		fix = diag.Put("IASetVertexBuffers", diag.Entry("SizeInBytes"), f.bytes).At(2)
	}
	d.HelpFix(s.verticesAt, fix, "set a view of all of it: SizeInBytes = %d", f.bytes)
}

// adviseSlot looks at one vertex buffer with a stride. It says whether something is broken.
func (s *State) adviseSlot(w telling, c *gpu.Command, f *slotFetch, v *gpu.VertexBufferView, indexed bool) (told bool) {
	if v.StrideInBytes < f.bytes && s.fetch.told>>f.slot&1 == 0 {
		s.fetch.told |= 1 << f.slot
		told = true
		w.say(diag.StrideTooSmall, "vertex buffer %d has a stride of %d bytes, but the input layout reads %d bytes of a vertex", f.slot, v.StrideInBytes, f.bytes).
			WithResource(w.Ref(s.vertices[f.slot])).Also(s.verticesAt, "vertex buffers are set here").
			Because("%s ends %d bytes after the start of its vertex in %s, inside the next one.", f.semantic, f.bytes, w.Ref(s.vertices[f.slot])).
			HelpFix(s.verticesAt, diag.Put("IASetVertexBuffers", diag.Entry("StrideInBytes"), f.bytes).At(2), "StrideInBytes = %d, or an input layout of %d bytes for slot %d", f.bytes, v.StrideInBytes, f.slot)
	}
	first, end, what := uint64(c.Slot), uint64(c.Slot)+uint64(c.X), "vertices"
	switch {
	case f.instance:
		first, end, what = uint64(c.Z), uint64(c.Z)+1, "instances"
		if f.rate > 0 {
			end = first + uint64(c.Y-1)/uint64(f.rate) + 1
		}
	case indexed:
		return told // which vertices these are stands in the index buffer
	}
	held := uint64(0)
	if v.SizeInBytes >= f.bytes {
		held = uint64(v.SizeInBytes-f.bytes)/uint64(v.StrideInBytes) + 1
	}
	if end <= held {
		return told
	}
	d := w.say(words.FetchOutOfBuffer, "%s reads %s [%d, %d) of vertex buffer %d, but its view holds %d", w.draw(), what, first, end, f.slot, held).
		WithResource(w.Ref(s.vertices[f.slot])).Also(s.verticesAt, "vertex buffers are set here").
		Because("The view of %s has SizeInBytes = %d and StrideInBytes = %d; what lies beyond it reads as 0.", w.Ref(s.vertices[f.slot]), v.SizeInBytes, v.StrideInBytes)
	bytes, argument, each := (end-1)*uint64(v.StrideInBytes)+uint64(f.bytes), 1, uint64(1)
	if f.instance {
		argument, each = 2, uint64(f.rate)
	}
	helpFetch(w, c, d, what, fetched{s.vertices[f.slot], v.BufferLocation, bytes, s.verticesAt, diag.Put("IASetVertexBuffers", diag.Entry("SizeInBytes"), bytes).At(2), argument, first, held, each})
	return true
}

// fetched is what a draw reads from a view: bytes from an address on, in a buffer, and how the view and the draw are changed so that one holds the other.
type fetched struct {
	buffer         gpu.ID
	address, bytes uint64
	set            gpu.Site // of the view
	view           diag.Fix // that makes it hold all of them
	argument       int      // of the draw: how many there are
	first, held    uint64   // the first one that is read, and how many the view holds
	each           uint64   // of the argument: so many read one of them; 0: all read the same
}

// helpFetch proposes a view of all that is read, where the buffer has it, and else to read less.
func helpFetch(w World, c *gpu.Command, d *diag.Diagnostic, what string, f fetched) {
	if f.bytes <= math.MaxUint32 && w.Buffer(f.address+f.bytes-1, 0) == f.buffer {
		d.HelpFix(f.set, f.view, "set a view of all of them: SizeInBytes = %d, or draw fewer %s", f.bytes, what)
		return
	}
	fix := diag.Fix{}
	if f.held > f.first && f.each > 0 {
		fix = diag.PutArgument(c.Op.String(), f.argument, (f.held-f.first)*f.each)
	}
	d.HelpFix(c.Site, fix, "draw fewer %s, or put more into the buffer", what)
}
