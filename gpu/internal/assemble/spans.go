package assemble

import "github.com/gpuscript/gpuscript/gpu"

// Span is a part of the vertices of an instance: whole primitives.
type Span struct {
	First, Count uint32 // vertices, or indices
	Primitive    uint32 // number of the first primitive in the instance
}

// Shared is the number of vertices that a primitive of a strip shares with the one before it; 0 for lists.
func Shared(t gpu.PrimitiveTopology) uint32 {
	switch t {
	case gpu.TopologyLineStrip:
		return 1
	case gpu.TopologyTriangleStrip:
		return 2
	}
	return 0
}

// primitiveVertices is the number of vertices of a primitive of a list.
func primitiveVertices(t gpu.PrimitiveTopology) uint32 {
	switch t.Type() {
	case gpu.TopologyTypeLine:
		return 2
	case gpu.TopologyTypeTriangle:
		return 3
	}
	return 1
}

// Spans cuts count vertices into parts of about most, which is a multiple of 6, and appends them to out.
func Spans(out []Span, t gpu.PrimitiveTopology, count, most uint32) []Span {
	if count <= most {
		return append(out, Span{0, count, 0})
	}
	shared, each := Shared(t), primitiveVertices(t)
	if shared > 0 {
		each = 1
	}
	for first := uint32(0); first+shared < count; first += most {
		out = append(out, Span{first, min(most+shared, count-first), first / each})
	}
	return out
}

// Cut is the index that ends a strip of a topology with an index buffer; ok is false where none does.
func Cut(t gpu.PrimitiveTopology, value gpu.IndexBufferStripCutValue) (index uint32, ok bool) {
	if Shared(t) == 0 {
		return 0, false
	}
	switch value {
	case gpu.StripCut0xFFFF:
		return 0xffff, true
	case gpu.StripCut0xFFFFFFFF:
		return 0xffffffff, true
	}
	return 0, false
}
