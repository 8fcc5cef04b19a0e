package mapped

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/memory"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/record"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
)

// Content is what a dynamic buffer is in one context: memory of a frame.
type Content struct {
	Space memory.Upload
	Frame uint64
	Site  gpu.Site // of the MapBuffer that took it
	Uses  Uses

	released *bool // whether the application has given the buffer up
}

// Address is the GPU virtual address of the contents.
func (c *Content) Address() uint64 { return c.Space.Page.Address + c.Space.Offset }

// Said is the content for messages.
func (c *Content) Said() words.Content { return words.Content{Site: c.Site, Frame: c.Frame} }

// Reads notes that the running command of a recording reads bytes of the contents.
func (c *Content) Reads(r *record.Recorder, of Reach, method string) {
	c.Uses.Note(Use{Begin: of.Begin, End: of.End, Serial: r.Serial(), Site: r.Site, Method: method})
}

// MayRead notes that a shader of the running command of a recording may read bytes of the contents.
func (c *Content) MayRead(r *record.Recorder, of Reach, method string) {
	c.Uses.Note(Use{Begin: of.Begin, End: of.End, Serial: r.Serial(), Site: r.Site, Method: method, Open: r})
}

// Reach is elements or bytes [Begin, End) of a buffer.
type Reach struct{ Begin, End uint64 }

// Span is count elements from first on.
func Span(first, count uint32) Reach { return Reach{uint64(first), uint64(first) + uint64(count)} }

// Bytes are the bytes of elements of a size, after an offset.
func (s Reach) Bytes(offset, size uint64) Reach {
	return Reach{offset + s.Begin*size, offset + s.End*size}
}
