// Package mapped is the CPU's view of buffers and textures of the engine: every access is held to the rules of mappings, with the places that a
// message needs.
//
// It must not know contexts or resources: a mapping knows the frame of its context and the uses of its resource.
package mapped

import (
	"encoding/binary"
	"math"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/record"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/submit"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
)

// Home is the context of mappings.
type Home struct {
	Rules   *words.Reporter
	Said    func() words.Context
	Frame   *uint64                            // that runs now
	Waits   func(recording uint64) bool        // whether a recording, by its serial, was not submitted yet
	Flights *submit.Flights                    // of recordings that were
	Queue   func(i int) words.Context          // an immediate context for messages
	Told    func(site gpu.Site, buffer string) // a write to a buffer broke its promise there, and that was said
	ID      func() gpu.ID                      // that the layers of the machine know the context by

	fresh []Data // for the next mappings
}

// together is how many mappings are made at once: a frame makes one for each draw. The application may hold on to one, and so to the others
// beside it, as long as it likes.
const together = 16

// Of is what a mapping shows: bytes [Base, Base+Size) of a mapped buffer of the device.
type Of struct {
	Usage       *record.Usage // of the buffer or texture
	Released    *bool         // whether the application has given it up
	Name        string
	Subresource uint32 // of a texture
	Type        desc.MapType
	Mapping     *device.Mapping
	Base, Size  uint64
	Stride      uint32 // bytes from one row of a texture to the next
	DepthStride uint32 // bytes from one depth slice of a texture to the next
	Uses        *Uses  // of dynamic buffers: what a write must not change
	Lasts       bool   // longer than a frame: the memory is the resource's own
	Copied      bool   // unmapping records a copy
}

// Data is a buffer, or texels of a texture, that the CPU may access until it is unmapped. Offsets count bytes from its start. It belongs to
// one simulated CPU thread at a time.
type Data struct {
	home   *Home
	of     Of
	frame  uint64
	site   gpu.Site
	opened gpu.Site
	closed gpu.Site
	open   bool
}

// New opens a mapping in the running frame of a context.
func New(h *Home, of Of, site gpu.Site) *Data {
	if len(h.fresh) == 0 {
		h.fresh = make([]Data, together)
	}
	m := &h.fresh[0]
	h.fresh = h.fresh[1:]
	*m = Data{home: h, of: of, frame: *h.Frame, opened: site, open: true}
	return m
}

// Missing is a mapping that could not be made, because another thread uses its context in no order: what is written to it goes nowhere, and what is
// read is zero.
func Missing(h *Home, of Of, site gpu.Site) *Data {
	of.Mapping, of.Uses = nil, nil
	return New(h, of, site)
}

// Lasts says whether a mapping outlives the frame.
func Lasts(m *Data) bool { return m.of.Lasts }

// Said is the mapping for messages.
func Said(m *Data) words.Mapping {
	return words.Mapping{Object: m.of.Usage.Said(), By: m.home.Said(), Site: m.site, Opened: m.opened, Closed: m.closed, Frame: m.frame,
		Texture: m.of.Stride > 0, Copied: m.of.Copied, Lasts: m.of.Lasts}
}

// SetSite says which place of a script makes the next access. Go callers need not use it.
func (m *Data) SetSite(s gpu.Site) { m.site = s }

// Name is the name of what is mapped.
func (m *Data) Name() string { return m.of.Name }

// Size is how many bytes are mapped.
func (m *Data) Size() uint64 { return m.of.Size }

// Stride is the distance in bytes of two rows of texels, 0 for buffers.
func (m *Data) Stride() uint32 { return m.of.Stride }

// DepthStride is the distance in bytes of two depth slices of texels, 0 for buffers.
func (m *Data) DepthStride() uint32 { return m.of.DepthStride }

// access applies the rules of one access.
func (m *Data) access(method string, offset, size uint64) error {
	switch {
	case offset+size < offset || offset+size > m.of.Size:
		return m.refuse(words.RangeAt(m.of.Usage.Said(), method, 1, 0, offset, size, m.of.Size, m.site))
	case m.of.Mapping == nil:
		return nil
	case !m.open || m.frame != *m.home.Frame && !m.of.Lasts:
		return m.refuse(words.StaleMapping(Said(m), method))
	case *m.of.Released:
		return m.refuse(words.UseAfterRelease(m.of.Usage.Said(), method, m.site))
	case (method == "Read") != (m.of.Type == desc.MapRead):
		return m.refuse(words.MapAccess(Said(m), method, m.of.Type))
	}
	m.of.Mapping.SetSite(m.site)
	return m.guarded(offset, size)
}

// refuse is the error of an access that cannot be done. What two threads do with the context in no order is told instead.
func (m *Data) refuse(g *diag.Diagnostic) error {
	if g.Object == 0 {
		g.Object = m.home.ID()
	}
	return m.home.Rules.Refuse(g)
}

// WriteBytes writes bytes at an offset.
func (m *Data) WriteBytes(offset uint64, data []byte) error {
	if err := m.access("Write", offset, uint64(len(data))); err != nil || m.of.Mapping == nil {
		return err
	}
	return m.of.Mapping.WriteBytes(m.of.Base+offset, data)
}

// WriteFloats writes float32 values, little endian.
func (m *Data) WriteFloats(offset uint64, values []float32) error {
	if err := m.access("Write", offset, uint64(len(values))*4); err != nil || m.of.Mapping == nil {
		return err
	}
	return m.of.Mapping.WriteFloats(m.of.Base+offset, values)
}

// ReadBytes returns a copy of size bytes at an offset.
func (m *Data) ReadBytes(offset, size uint64) ([]byte, error) {
	switch err := m.access("Read", offset, size); {
	case m.of.Mapping == nil && err == nil, diag.LeftOut(err) && size <= m.of.Size:
		return make([]byte, size), nil
	case err != nil:
		return nil, err
	}
	b, err := m.of.Mapping.ReadBytes(m.of.Base+offset, size)
	return append([]byte(nil), b...), err
}

// ReadFloats reads float32 values, little endian.
func (m *Data) ReadFloats(offset uint64, values []float32) error {
	b, err := m.ReadBytes(offset, uint64(len(values))*4)
	if err != nil || len(b) < len(values)*4 {
		return err
	}
	for i := range values {
		values[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[i*4:]))
	}
	return nil
}
