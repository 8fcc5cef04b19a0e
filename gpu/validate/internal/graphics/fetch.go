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
	slots    []inputs.Slot
	told     uint32 // slots of which it was said that their stride is too small, since vertex buffers were set
}

// of works out what a pipeline fetches.
func (f *fetch) of(id gpu.ID, layout []gpu.InputElement) {
	if f.pipeline == id {
		return
	}
	f.pipeline, f.slots, f.told = id, inputs.Slots(f.slots[:0], layout), 0
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

// adviseFetch: vertices do not overlap, and vertices, instances and indices that the draw itself names lie inside of their views, of those buffers
// that are used. It says whether that is broken.
func (s *State) adviseFetch(w telling, c *gpu.Command, id gpu.ID, p *gpu.GraphicsPipelineStateDesc, used parts) (told bool) {
	indirect := c.Op == gpu.OpExecuteIndirect // how much its draws read stands in a buffer
	if !c.Op.Draw() && !indirect {
		return false
	}
	indexed := c.Op == gpu.OpDrawIndexedInstanced
	if size := uint64(s.indexFormat.Bytes()); indexed && used>>indexPart&1 != 0 && size > 0 && (uint64(c.Slot)+uint64(c.X))*size > s.indexBytes {
		end := uint64(c.Slot) + uint64(c.X)
		told = true
		d := w.say(words.FetchOutOfBuffer, "%s reads indices [%d, %d), but the view of the index buffer holds %d", w.draw(),
			c.Slot, end, s.indexBytes/size).
			WithResource(w.Ref(s.indices)).Prop("d3d12", "COMMAND_LIST_DRAW_INDEX_BUFFER_TOO_SMALL (213)").
			Because("SizeInBytes of the view of %s is %d, and an index of %s has %d bytes; what lies beyond the view reads as 0.", w.Ref(s.indices),
				s.indexBytes, s.indexFormat, size)
		helpFetch(w, c, d, "indices", fetched{s.indices, s.indexStart, end * size, s.indicesAt, diag.Put("IASetIndexBuffer", "SizeInBytes", end*size),
			1, uint64(c.Slot), s.indexBytes / size, 1})
	}
	s.fetch.of(id, p.InputLayout)
	for i := range s.fetch.slots {
		f := &s.fetch.slots[i]
		switch v := &s.vertexViews[f.Slot]; {
		case v.BufferLocation == 0 || used>>f.Slot&1 == 0:
		case v.StrideInBytes != 0 && indirect:
			told = s.adviseStride(w, f, v) || told
		case v.StrideInBytes != 0:
			told = s.adviseSlot(w, c, f, v, indexed) || told
		case v.SizeInBytes < f.Bytes && !indirect:
			s.adviseOne(w, f, v)
			told = true
		}
	}
	return told
}

// adviseOne says that a view with a stride of 0 does not hold the one vertex that it gives to all.
func (s *State) adviseOne(w telling, f *inputs.Slot, v *gpu.VertexBufferView) {
	d := w.say(words.FetchOutOfBuffer, "%s reads %d bytes of vertex buffer %d for every vertex, but its view has %d", w.draw(),
		f.Bytes, f.Slot, v.SizeInBytes).
		WithResource(w.Ref(s.vertices[f.Slot])).Also(s.verticesAt, "vertex buffers are set here").
		Because("The view of %s has a stride of 0, so there is one vertex in it; elements that it does not hold as a whole read as 0.",
			w.Ref(s.vertices[f.Slot]))
	fix := diag.Fix{}
	if w.Buffer(v.BufferLocation+uint64(f.Bytes)-1, 0) == s.vertices[f.Slot] {
		fix = diag.Put("IASetVertexBuffers", diag.Entry("SizeInBytes"), f.Bytes).At(2)
	}
	d.HelpFix(s.verticesAt, fix, "set a view of all of it: SizeInBytes = %d", f.Bytes)
}

// adviseStride says, once for the buffers that are set, that the vertices of one overlap.
func (s *State) adviseStride(w telling, f *inputs.Slot, v *gpu.VertexBufferView) bool {
	if v.StrideInBytes >= f.Bytes || s.fetch.told>>f.Slot&1 != 0 {
		return false
	}
	s.fetch.told |= 1 << f.Slot
	w.say(words.StrideTooSmall, "vertex buffer %d has a stride of %d bytes, but the input layout reads %d bytes of a vertex",
		f.Slot, v.StrideInBytes, f.Bytes).
		WithResource(w.Ref(s.vertices[f.Slot])).Also(s.verticesAt, "vertex buffers are set here").
		Because("%s ends %d bytes after the start of its vertex in %s, inside the next one.", f.Semantic, f.Bytes, w.Ref(s.vertices[f.Slot])).
		HelpFix(s.verticesAt, diag.Put("IASetVertexBuffers", diag.Entry("StrideInBytes"), f.Bytes).
			At(2), "StrideInBytes = %d, or an input layout of %d bytes for slot %d", f.Bytes, v.StrideInBytes, f.Slot)
	return true
}

// adviseSlot looks at one vertex buffer with a stride. It says whether something is broken.
func (s *State) adviseSlot(w telling, c *gpu.Command, f *inputs.Slot, v *gpu.VertexBufferView, indexed bool) (told bool) {
	told = s.adviseStride(w, f, v)
	if indexed && !f.Instance {
		return told // which vertices these are stands in the index buffer
	}
	what := "vertices"
	if f.Instance {
		what = "instances"
	}
	first, end := f.Taken(c.Slot, c.X, c.Z, c.Y)
	held := uint64(0)
	if v.SizeInBytes >= f.Bytes {
		held = uint64(v.SizeInBytes-f.Bytes)/uint64(v.StrideInBytes) + 1
	}
	if end <= held {
		return told
	}
	d := w.say(words.FetchOutOfBuffer, "%s reads %s [%d, %d) of vertex buffer %d, but its view holds %d", w.draw(), what, first, end, f.Slot, held).
		WithResource(w.Ref(s.vertices[f.Slot])).Also(s.verticesAt, "vertex buffers are set here").
		Because("The view of %s has SizeInBytes = %d and StrideInBytes = %d; what lies beyond it reads as 0.", w.Ref(s.vertices[f.Slot]),
			v.SizeInBytes, v.StrideInBytes)
	bytes, argument, each := (end-1)*uint64(v.StrideInBytes)+uint64(f.Bytes), 1, uint64(1)
	if f.Instance {
		argument, each = 2, uint64(f.Rate)
	}
	helpFetch(w, c, d, what, fetched{s.vertices[f.Slot], v.BufferLocation, bytes, s.verticesAt,
		diag.Put("IASetVertexBuffers", diag.Entry("SizeInBytes"), bytes).At(2), argument, first, held, each})
	return true
}

// fetched is what a draw reads from a view: bytes from an address on, in a buffer, and how the view and the draw are changed so that one holds the
// other.
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
